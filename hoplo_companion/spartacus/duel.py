"""A match in the arena, from the first initiative to the last blow (Spartacus p.14-18).

A match is its two Combatants and the answers given so far: it is told to the end from them each time, so that an
answer is taken back by dropping it. Where the hexes are is on the table; distances and moves are entered.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.spartacus.abilities import Ability, Fighter, Kind
from hoplo_companion.spartacus.attack import (
    Attack,
    last_blow,
    loser_of,
    re_rolled,
    read_dice,
    read_surrender,
    resolve,
    surrendered,
)
from hoplo_companion.spartacus.pools import Level, Pools
from hoplo_companion.spartacus.strings import LEAST_UNOPPOSED, compare

Ask = Literal["net", "speed", "order", "action", "dice", "which", "results", "extra", "ignore", "surrender", "manual"]


class Question(NamedTuple):
    """What has to be answered next: what is asked, which Combatant it is about, and what it hangs on.

    Shapes: `about` is 0 or 1, `dice` how many each side rolls, `options` what may be answered where that can be listed.
    """

    ask: Ask
    about: int = 0
    dice: tuple[int, int] = (0, 0)
    options: tuple[str, ...] = ()
    attack: Attack | None = None
    wounds: int = 0
    text: str = ""
    by: int = 0
    is_answer: bool = False
    """Who attacks, and whether that is the second attack of its round."""


class Event(NamedTuple):
    """Something that happened: what, to which Combatant, and the values that it is worded with."""

    kind: str
    rule: str
    about: int = 0
    values: Mapping[str, Any] = MappingProxyType({})


class Result(NamedTuple):
    """How a match ended: who won, and the level of defeat of each; None for one that is not defeated."""

    winner: int
    levels: tuple[Level | None, Level | None]


class House(NamedTuple):
    """The rules of the house: what is optional, and the readings that are open."""

    string_initiative: bool = False
    readings: Mapping[str, str] = MappingProxyType({})


STANDARD = House()

Script = Generator[Question, str, Result]


class Match:
    """A match as far as its answers lead."""

    def __init__(self, fighters: Sequence[Fighter], answers: Sequence[str] = (), house: House = STANDARD) -> None:
        self.fighters = tuple(each.numbered() for each in fighters)
        self.house = house
        self.pools: list[Pools] = [each.pools for each in fighters]
        self.used: list[set[Ability]] = [set(), set()]
        self.events: list[Event] = []
        self.result: Result | None = None
        self.question: Question | None = None
        self.answers: list[str] = []
        self._by, self._is_answer = 0, False
        self._script = self._fight()
        self.question = next(self._script)
        for answer in answers:
            self._take(answer)

    def _take(self, answer: str) -> None:
        self.answers.append(answer)
        try:
            self.question = self._script.send(answer)
        except StopIteration as end:
            self.question, self.result = None, end.value

    def answered(self, answer: str) -> Match:
        """Give the match after one more answer; HoploError where it is not one, and this match stays as it is."""
        if self.question is None:
            raise UsageError(tr("the match is over"))
        return Match(self.fighters, [*self.answers, answer], self.house)

    def taken_back(self) -> Match:
        """Give the match before its last answer."""
        if not self.answers:
            raise UsageError(tr("nothing to undo: this is the beginning"))
        return Match(self.fighters, self.answers[:-1], self.house)

    # The rounds ---------------------------------------------------------------------------------------------------

    def _fight(self) -> Script:
        round_ = 0
        while True:
            round_ += 1
            self._note("round", "sp.round", n=round_)
            winner = yield from self._initiative()
            order = yield Question("order", winner, options=("first", "second"))
            word = _one_of(order, ("first", "second"))
            first = winner if word == "first" else 1 - winner
            self._note("order", "sp.order", winner, order=word)
            for who in (first, 1 - first):
                self._by, self._is_answer = who, who != first
                result = yield from self._turn(who)
                if result is not None:
                    return result

    def _note(self, kind: str, rule: str, about: int = 0, **values: Any) -> None:
        self.events.append(Event(kind, rule, about, values))

    def _left(self, who: int, kind: Kind) -> list[Ability]:
        return [each for each in self.fighters[who].has(kind) if each not in self.used[who]]

    def _use(self, who: int, abilities: Sequence[Ability]) -> None:
        self.used[who].update(each for each in abilities if each.once)

    def _initiative(self) -> Generator[Question, str, int]:
        nets = []
        for who in (0, 1):
            net = self._left(who, "net")[:1]
            if net and _is_yes((yield Question("net", who, options=("yes", "no")))):
                self._use(who, net)
                nets.append(who)
        if len(nets) == 1:
            self._note("net", "sp.net", nets[0])
            return nets[0]
        if nets:
            self._note("nets", "sp.two-nets")
        winning = []
        for who in (0, 1):
            winning += [who] if (yield from self._by_hand(who, "manual-initiative", {"wins": 0})) else []
        if len(winning) == 1:
            self._note("initiative", "sp.cards-first", winning[0])
            return winning[0]
        while True:
            dice = (self.pools[0].speed, self.pools[1].speed)
            ours, theirs = _two_rolls((yield Question("speed", dice=dice)), dice, ("Speed", "Speed"))
            if self.house.string_initiative:
                ahead, rule = _by_strings(ours, theirs), "sp.string-initiative"
                self._note("strings", rule, ours=ours, theirs=theirs)
            else:
                ahead, rule = sum(ours) - sum(theirs), "sp.initiative"
                self._note("totals", rule, ours=sum(ours), theirs=sum(theirs))
            if ahead:
                winner = 0 if ahead > 0 else 1
                self._note("initiative", rule, winner)
                return winner
            self._note("tie", rule)

    def _by_hand(
        self, who: int, kind: Kind, words: Mapping[str, int], attack: Attack | None = None
    ) -> Generator[Question, str, dict[str, int]]:
        """Have the table say what comes of what no rule knows: `no`, or changes such as `wounds +1`.

        Shapes: `words` are what may change, each with the most that it may change by; the changes of all such
        abilities together.
        """
        total: dict[str, int] = {}
        for ability in self._left(who, kind):
            answer = yield Question("manual", who, options=("no", *words), attack=attack, text=ability.text)
            found = _changes(answer, words)
            for word, by in found.items():
                total[word] = total.get(word, 0) + by
            if found:
                self._use(who, [ability])
                self._note("manual", "sp.cards-first", who, text=ability.text, answer=" ".join(answer.split()))
        return total

    def _turn(self, who: int) -> Generator[Question, str, Result | None]:
        """Let one Combatant move and attack, in the order it likes, or do less."""
        left = ["move", "attack"]
        while left:
            may = ("move", "attack", "speed") if self._left(who, "speed-attack") else ("move", "attack")
            options = (*(each for each in may if _step(each) in left), "end")
            answer = yield Question("action", who, options=options)
            word, hexes = self._action(who, answer, options)
            if word == "end":
                break
            left.remove(_step(word))
            if word == "move":
                self._note("move", "sp.moving", who, n=hexes)
                continue
            result = yield from self._attack(who, is_speed=word == "speed")
            if result is not None:
                return result
        return None

    def _action(self, who: int, answer: str, options: Sequence[str]) -> tuple[str, int]:
        """Read `move 3`, `attack`, `attack 2`, `speed 3` or `end`; IllegalError names the limit that is passed."""
        words = answer.casefold().split() or [""]
        word = _one_of({"javelin": "speed"}.get(words[0], words[0]), options)
        number = words[1] if len(words) > 1 else ""
        if len(words) > 2 or (number and not (number.isascii() and number.isdecimal() and len(number) < 4)):
            raise UsageError(tr("{text} is not an action: {options}", text=clip(answer), options=", ".join(options)))
        name = self.fighters[who].name
        if word == "move":
            hexes = int(number or 0)
            if hexes > self.pools[who].speed:
                raise IllegalError(
                    tr(
                        "{name} moves up to {most} hexes, as many as it has Speed dice, not {n} (Moving)",
                        name=name,
                        most=self.pools[who].speed,
                        n=hexes,
                    )
                )
            return word, hexes
        hexes = int(number or 1)
        reach = self.fighters[who].reach
        if word == "speed":
            # How far it goes is printed on the card; where that was not entered the table decides.
            reach = max((each.amount for each in self._left(who, "speed-attack")), default=0) or hexes
        if word != "end" and not 1 <= hexes <= reach:
            raise IllegalError(
                tr("{name} attacks up to {most} hexes away, not {n} (Attack Range)", name=name, most=reach, n=hexes)
            )
        return word, hexes

    # One attack ---------------------------------------------------------------------------------------------------

    def _attack(self, who: int, *, is_speed: bool) -> Generator[Question, str, Result | None]:
        other = 1 - who
        if is_speed:
            self._use(who, sorted(self._left(who, "speed-attack"), key=lambda own: own.once)[:1])
        pool = self.pools[who].speed if is_speed else self.pools[who].attack
        more: dict[str, int] = {"attack": 0, "defence": 0}
        for each in (who, other):
            for word, by in (yield from self._by_hand(each, "manual-dice", {"attack": 9, "defence": 9})).items():
                more[word] += by
        dice = (max(0, pool + more["attack"]), max(0, self.pools[other].defence + more["defence"]))
        names = ("Speed" if is_speed else "Attack", "Defence")
        ours, theirs = _two_rolls((yield Question("dice", who, dice)), dice, names)
        ours, theirs = yield from self._re_rolls(who, ours, theirs, is_speed=is_speed)
        struck = self._resolve(who, ours, theirs, is_speed=is_speed)
        for each, wounds, side in ((who, struck.auto, "attack-"), (other, struck.back, "defence-")):
            sets = (f"{side}doubles", f"{side}triples")
            self._use(each, [own for own in self.fighters[each].abilities if wounds and own.kind in sets])
        for each in (who, other):
            changed = yield from self._by_hand(each, "manual", {"wounds": 9, "attacker": 9}, struck)
            struck = struck._replace(
                by_hand=struck.by_hand + changed.get("wounds", 0), back=max(0, struck.back + changed.get("attacker", 0))
            )
        for abilities in _uses(self._left(who, "extra")):
            if _is_yes((yield Question("extra", who, options=("yes", "no"), attack=struck))):
                self._use(who, abilities)
                struck = struck._replace(extra=struck.extra + sum(each.amount for each in abilities))
        for abilities in _uses(self._left(other, "ignore")):
            if struck.wounds and _is_yes((yield Question("ignore", other, options=("yes", "no"), attack=struck))):
                self._use(other, abilities)
                struck = struck._replace(ignored=struck.ignored + sum(each.amount for each in abilities))
        self._note("attack", "sp.strings", who, attack=struck, is_speed=is_speed)
        return (yield from self._wounded(who, struck))

    def _resolve(self, who: int, ours: list[int], theirs: list[int], *, is_speed: bool) -> Attack:
        one, other = self.fighters[who], self.fighters[1 - who]
        one, other = (
            each._replace(abilities=tuple(own for own in each.abilities if own not in used))
            for each, used in ((one, self.used[who]), (other, self.used[1 - who]))
        )
        return resolve(ours, theirs, one, other, is_speed=is_speed, readings=self.house.readings)

    def _re_rolls(
        self, who: int, ours: list[int], theirs: list[int], *, is_speed: bool
    ) -> Generator[Question, str, tuple[list[int], list[int]]]:
        """Have both choose their dice to re-roll before either of them rolls (p.18, "Re-rolling Dice")."""
        other = 1 - who
        is_bare = is_speed and not self.house.readings.get("sp.speed-abilities")
        having = [[] if is_bare else self._left(who, "attack-re-roll"), self._left(other, "defence-re-roll")]
        if not any(having):
            return ours, theirs
        strings, chosen = [ours, theirs], [[], []]  # type: ignore[var-annotated]
        shown = self._resolve(who, ours, theirs, is_speed=is_speed)
        for at, (abilities, owner) in enumerate(zip(having, (who, other), strict=True)):
            most = sum(each.amount for each in abilities)
            if most:
                answer = yield Question("which", owner, (most, 0), ("no",), attack=shown)
                which = [] if answer.casefold().strip() in ("no", "n", "") else read_dice(answer)
                re_rolled(strings[at], which, which, most, self.fighters[owner].name)
                chosen[at] = which
                left = len(which)
                for each in sorted(abilities, key=lambda own: own.once):
                    self._use(owner, [each] if left > 0 else [])
                    left -= each.amount
        if not any(chosen):
            return ours, theirs
        counts = (len(chosen[0]), len(chosen[1]))
        results = _two_rolls((yield Question("results", who, counts)), counts, ("Attack", "Defence"))
        for at, owner in enumerate((who, other)):
            if chosen[at]:
                strings[at] = re_rolled(strings[at], chosen[at], results[at], len(chosen[at]), "")
                self._note("re-roll", "sp.re-roll", owner, old=chosen[at], new=results[at], string=strings[at])
        return strings[0], strings[1]

    def _wounded(self, who: int, struck: Attack) -> Generator[Question, str, Result | None]:
        """Have both surrender their dice; the attack's wounds come first (`sp.both-down`)."""
        other = 1 - who
        levels: list[Level | None] = [None, None]
        for about, wounds in ((other, struck.wounds), (who, struck.back)):
            if not wounds:
                continue
            levels[about] = last_blow(self.pools[about], wounds)
            self.pools[about] = yield from self._surrender(about, wounds, levels[about])
        if not any(levels):
            return None
        winner = 1 - loser_of(levels, who, self.house.readings)
        for about in (0, 1):
            if level := levels[about]:
                self._note("defeat", f"sp.{level}", about, level=level)
        self._note("victory", "sp.victory", winner)
        return Result(winner, (levels[0], levels[1]))

    def _surrender(self, who: int, wounds: int, level: Level | None) -> Generator[Question, str, Pools]:
        """Have dice surrendered by choice, where there is one; in the last blow there is none that matters."""
        before = self.pools[who]
        ways = list(before.surrendering(wounds))
        left = ways[0]
        if level is None and len(ways) > 1:
            answer = yield Question(
                "surrender", who, options=tuple(map(str, ways)), wounds=wounds, by=self._by, is_answer=self._is_answer
            )
            left = surrendered(before, read_surrender(answer), wounds)
        self._note("surrender", "sp.surrender", who, n=wounds, before=str(before), left=str(left))
        return left


def _uses(abilities: Sequence[Ability]) -> list[list[Ability]]:
    """What is used at one time: all that works in every attack together, and each of the others by itself."""
    steady = [each for each in abilities if not each.once]
    return [*([steady] if steady else []), *([each] for each in abilities if each.once)]


def _step(action: str) -> str:
    return "attack" if action == "speed" else action


def _one_of(answer: str, options: Sequence[str]) -> str:
    """Read one of some words, or its beginning; UsageError lists them."""
    word = answer.strip().casefold()
    found = [each for each in options if word and each.startswith(word)]
    if len(found) != 1:
        raise UsageError(tr("{text} is not one of: {options}", text=clip(answer), options=", ".join(options)))
    return found[0]


def _changes(answer: str, words: Mapping[str, int]) -> dict[str, int]:
    """Read `no`, `wins`, or `attack +1, defence -1`; UsageError says what would be right."""
    found: dict[str, int] = {}
    for part in filter(str.strip, answer.casefold().split(",")):
        word, _, by = " ".join(part.split()).partition(" ")
        most = words.get(word)
        digits = by.lstrip("+-")
        if word in ("no", "n") and not by and not found:
            continue
        if most == 0 and not by:
            found[word] = 1
        elif most and digits.isascii() and digits.isdecimal() and len(by) - len(digits) < 2 and 0 < int(digits) <= most:
            found[word] = int(by)
        else:
            examples = ", ".join(each if not most else f"{each} +1" for each, most in words.items())
            raise UsageError(tr("{text} is not a change: no, or {examples}", text=clip(answer), examples=examples))
    return found


def _is_yes(answer: str) -> bool:
    return _one_of(answer, ("yes", "no")) == "yes"


def _two_rolls(answer: str, dice: tuple[int, int], names: tuple[str, str]) -> tuple[list[int], list[int]]:
    """Read `6 4 3 / 6 4 2`, as many dice on each side as there are; a side without dice is left out."""
    sides = [each for each in answer.split("/") if each.strip()] if answer.strip() else []
    wanted = [count for count in dice if count]
    if len(sides) != len(wanted):
        raise UsageError(tr("enter the dice of both, separated by /, as in 6 4 3 / 6 4 2"))
    rolled = iter(sides)
    found: list[list[int]] = []
    for count, name in zip(dice, names, strict=True):
        roll = read_dice(next(rolled)) if count else []
        if len(roll) != count:
            text = tr("{n} {pool} dice are rolled here, not {entered}", n=count, pool=tr(name), entered=len(roll))
            raise UsageError(text)
        found.append(roll)
    return found[0], found[1]


def _by_strings(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """Compare Speed dice by the optional rule: who is ahead, above 0 for the first; 0 for a tie."""
    for one, other, _ in compare(ours, theirs).pairs:
        if one != other:
            return one - other
    spare = ours[len(theirs) :], theirs[len(ours) :]
    for side, sign in zip(spare, (1, -1), strict=True):
        if any(die >= LEAST_UNOPPOSED for die in side):
            return sign
    return 0
