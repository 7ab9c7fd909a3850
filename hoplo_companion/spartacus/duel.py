"""A match in the arena, from the first initiative to the last blow (Spartacus p.14-18).

A match is its two Combatants and the answers given so far: it is played to the end from them each time, so that an
answer is taken back by dropping it. Where the hexes are is on the table; distances and moves may be entered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.spartacus.attack import (
    LEAST_UNOPPOSED,
    STANDARD,
    Attack,
    compare,
    is_bare,
    last_blow,
    loser_of,
    re_rolled,
    read_dice,
    read_surrender,
    resolve,
    shown,
    surrendered,
)
from hoplo_companion.spartacus.events import EVENTS, QUESTIONS
from hoplo_companion.spartacus.fighter import Ability, Fighter, Kind, Level, Pools
from hoplo_companion.tables.actions import Happened
from hoplo_companion.tables.slots import number


class Question(NamedTuple):
    """What has to be answered next: what is asked, in words, and which Combatant it is about.

    Shapes: `about` is 0 or 1, `dice` how many each side rolls, `options` what may be answered where that can be listed;
    `by` is who attacks, and `is_answer` whether that is the second attack of its round.
    """

    ask: str
    words: str
    about: int = 0
    dice: tuple[int, int] = (0, 0)
    options: tuple[str, ...] = ()
    wounds: int = 0
    text: str = ""
    by: int = 0
    is_answer: bool = False


class Result(NamedTuple):
    """How a match ended: who won, and the level of defeat of each; None for one that is not defeated."""

    winner: int
    levels: tuple[Level | None, Level | None]


ORDERS = ("first", "second")

T = TypeVar("T")
Asking = Generator[Question, str, T]
Rolls = tuple[list[int], list[int]]
"""The dice of the attacker and of the defender, or of both Combatants."""


class Match:
    """A match as far as its answers lead, by the readings that are in force and the optional rule if that is."""

    def __init__(
        self,
        fighters: Sequence[Fighter],
        answers: Sequence[str] = (),
        readings: Mapping[str, str] = STANDARD,
        *,
        string_initiative: bool = False,
    ) -> None:
        self.fighters = tuple(each.numbered() for each in fighters)
        self.readings, self.string_initiative = readings, string_initiative
        self.pools: list[Pools] = [each.pools for each in fighters]
        self.used: list[set[Ability]] = [set(), set()]
        self.events: list[Happened] = []
        self.result: Result | None = None
        self.answers: list[str] = []
        self._by, self._is_answer = 0, False
        script = self._fight()
        self.question: Question | None = next(script)
        for answer in answers:
            self.answers.append(answer)
            try:
                self.question = script.send(answer)
            except StopIteration as end:
                self.question, self.result = None, end.value

    def answered(self, answer: str) -> Match:
        """The match after one more answer; HoploError where it is not one, and this match stays as it is."""
        if self.question is None:
            raise UsageError("the match is over")
        answers = [*self.answers, answer]
        return Match(self.fighters, answers, self.readings, string_initiative=self.string_initiative)

    # The rounds ---------------------------------------------------------------------------------------------------

    def _fight(self) -> Asking[Result]:
        for round_ in count(1):
            self._note("round", n=round_)
            winner = yield from self._initiative()
            word = yield from self._choice("order", winner, ORDERS)
            first = winner if word == "first" else 1 - winner
            self._note(word, about=winner)
            for who in (first, 1 - first):
                self._by, self._is_answer = who, who != first
                if result := (yield from self._turn(who)):
                    return result
        raise AssertionError

    def _note(self, event: str, rule: str = "", about: int = 0, **values: Any) -> None:
        named = {"name": self.fighters[about].name, "about": about, **values}
        self.events.append(Happened(event, rule or EVENTS[event].rule, named))

    def _left(self, who: int, *kinds: Kind) -> list[Ability]:
        return [each for kind in kinds for each in self.fighters[who].has(kind) if each not in self.used[who]]

    def _use(self, who: int, abilities: Iterable[Ability]) -> None:
        self.used[who].update(each for each in abilities if each.once)

    def _asked(
        self,
        ask: str,
        about: int = 0,
        options: tuple[str, ...] = (),
        dice: tuple[int, int] = (0, 0),
        more: Mapping[str, Any] = MappingProxyType({}),
        **values: Any,
    ) -> Asking[str]:
        """Ask something of a Combatant, whose name the question may say; `more` is what else programs read of it."""
        one, other = self.fighters[about].name, self.fighters[1 - about].name
        words = QUESTIONS[ask](name=one, other=other, ours=dice[0], theirs=dice[1], **values)
        return (yield Question(ask, words, about, dice, options, **more))

    def _choice(self, ask: str, who: int, options: tuple[str, ...] = ("yes", "no"), **values: Any) -> Asking[str]:
        return _one_of((yield from self._asked(ask, who, options, **values)), options)

    def _initiative(self) -> Asking[int]:
        nets = []
        for who in (0, 1):
            net = self._left(who, "net")[:1]
            if net and (yield from self._choice("net", who)) == "yes":
                self._use(who, net)
                nets.append(who)
        if len(nets) == 1:
            self._note("net", about=nets[0])
            return nets[0]
        if nets:
            self._note("nets")
        winning = []
        for who in (0, 1):
            winning += [who] if (yield from self._by_hand(who, "manual-initiative", {"wins": 0})) else []
        if len(winning) == 1:
            self._note("initiative", "sp.cards-first", winning[0])
            return winning[0]
        dice = (self.pools[0].speed, self.pools[1].speed)
        one, other = (each.name for each in self.fighters)
        while True:
            ours, theirs = _two_rolls((yield from self._asked("speed", dice=dice)), dice, ("Speed", "Speed"))
            if self.string_initiative:
                ahead, rule, shows = _by_strings(ours, theirs), "sp.string-initiative", (shown(ours), shown(theirs))
            else:
                ahead, rule, shows = sum(ours) - sum(theirs), "sp.initiative", (str(sum(ours)), str(sum(theirs)))
            self._note("speed", rule, one=one, two=other, ours=shows[0], theirs=shows[1])
            if ahead:
                self._note("initiative", rule, int(ahead < 0))
                return int(ahead < 0)
            self._note("tie", rule)

    def _by_hand(self, who: int, kind: Kind, words: Mapping[str, int], laid: str = "") -> Asking[Counter[str]]:
        """Ask the table what comes of what no rule knows: `no`, or changes such as `wounds +1`.

        Shapes: `words` are what may change, each with the most that it may change by; the changes of all such
        abilities together.
        """
        total: Counter[str] = Counter()
        options = ("no", *words)
        for ability in self._left(who, kind):
            text = ability.text
            asked = self._asked("manual", who, options, more={"text": text}, text=text, laid=laid, ways=options)
            answer = yield from asked
            if found := _changes(answer, words):
                total.update(found)
                self._use(who, [ability])
                self._note("manual", "sp.cards-first", who, text=ability.text, answer=" ".join(answer.split()))
        return total

    def _turn(self, who: int) -> Asking[Result | None]:
        """Let one Combatant move and attack, in the order it likes, or do less."""
        left = {"move": "move", "attack": "attack"} | ({"speed": "attack"} if self._left(who, "speed-attack") else {})
        while left:
            options = (*left, "end")
            answer = yield from self._asked("action", who, options, n=self.pools[who].speed)
            word, hexes = self._action(who, answer, options)
            if word == "end":
                break
            left = {each: step for each, step in left.items() if step != left[word]}
            if word == "move":
                self._note("move", about=who, n=hexes)
            elif result := (yield from self._attack(who, is_speed=word == "speed")):
                return result
        return None

    def _action(self, who: int, answer: str, options: Sequence[str]) -> tuple[str, int]:
        """Read `move 3`, `attack`, `attack 2`, `speed 3` or `end`; IllegalError names the limit that is passed."""
        typed, _, text = answer.casefold().strip().partition(" ")
        word = _one_of({"javelin": "speed"}.get(typed, typed), options)
        hexes = number(text, int(word != "move"), 999) if text else int(word != "move")
        name, fighter = self.fighters[who].name, self.fighters[who]
        if word == "move" and hexes > (most := self.pools[who].speed):
            text = later("{name} moves no farther than its Speed dice: {most}, not {n} (Moving)")
            raise IllegalError(text, name=name, most=most, n=hexes)
        # How far a Speed Attack goes is printed on the card; where that was not entered the table decides.
        thrown = max((each.amount for each in self._left(who, "speed-attack")), default=0) or hexes
        most = {"attack": fighter.reach, "speed": thrown}.get(word, hexes)
        if hexes > most:
            raise IllegalError(
                plural("{name} attacks an adjacent hex, not one {far} away (Attack Range)",
                       "{name} attacks up to {n} hexes away, not {far} (Attack Range)", most, name=name, far=hexes)
            )  # fmt: skip
        return word, hexes

    # One attack ---------------------------------------------------------------------------------------------------

    def _attack(self, who: int, *, is_speed: bool) -> Asking[Result | None]:
        other = 1 - who
        if is_speed:
            self._use(who, sorted(self._left(who, "speed-attack"), key=lambda own: own.once)[:1])
        more: Counter[str] = Counter()
        for each in (who, other):
            more.update((yield from self._by_hand(each, "manual-dice", {"attack": 9, "defence": 9})))
        pool = self.pools[who].speed if is_speed else self.pools[who].attack
        dice = (max(0, pool + more["attack"]), max(0, self.pools[other].defence + more["defence"]))
        names = ("Speed" if is_speed else "Attack", "Defence")
        strings = _two_rolls((yield from self._asked("dice", who, dice=dice)), dice, names)
        strings = yield from self._re_rolls(who, strings, is_speed=is_speed)
        struck = self._resolve(who, strings, is_speed=is_speed)
        if struck.auto:
            self._use(who, self._left(who, "attack-doubles", "attack-triples"))
        if struck.back:
            self._use(other, self._left(other, "defence-doubles", "defence-triples"))
        for each in (who, other):
            changed = yield from self._by_hand(each, "manual", {"wounds": 9, "attacker": 9}, _laid(struck))
            by_hand, back = struck.by_hand + changed["wounds"], max(0, struck.back + changed["attacker"])
            struck = struck._replace(by_hand=by_hand, back=back)
        uses: tuple[tuple[int, Kind, str], ...] = ((who, "extra", "extra"), (other, "ignore", "ignored"))
        for about, kind, field in uses:
            for abilities in _uses(self._left(about, kind)):
                asked = self._choice(kind, about, strings=_laid(struck), n=struck.wounds)
                if (kind == "extra" or struck.wounds) and (yield from asked) == "yes":
                    self._use(about, abilities)
                    now: Any = getattr(struck, field) + sum(each.amount for each in abilities)
                    struck = struck._replace(**{field: now})
        self._note("attack", about=who, attack=struck.plain(), is_speed=is_speed)
        return (yield from self._wounded(who, struck))

    def _resolve(self, who: int, strings: Rolls, *, is_speed: bool) -> Attack:
        left = [
            each._replace(abilities=tuple(own for own in each.abilities if own not in used))
            for each, used in zip(self.fighters, self.used, strict=True)
        ]
        return resolve(*strings, left[who], left[1 - who], is_speed=is_speed, readings=self.readings)

    def _re_rolls(self, who: int, strings: Rolls, *, is_speed: bool) -> Asking[Rolls]:
        """Both choose their dice to re-roll before either of them rolls (p.18, "Re-rolling Dice")."""
        having = (
            [] if is_bare(is_speed, self.readings) else self._left(who, "attack-re-roll"),
            self._left(1 - who, "defence-re-roll"),
        )
        laid = _laid(self._resolve(who, strings, is_speed=is_speed))
        chosen: list[list[int]] = []
        for owner, string, abilities in zip((who, 1 - who), strings, having, strict=True):
            which: list[int] = []
            if most := sum(each.amount for each in abilities):
                answer = yield from self._asked("which", owner, ("no",), n=most, strings=laid)
                which = [] if answer.casefold().strip() in ("no", "n", "") else read_dice(answer)
                re_rolled(string, which, which, most, self.fighters[owner].name)
            chosen.append(which)
            left = len(which)
            for each in sorted(abilities, key=lambda own: own.once):
                self._use(owner, [each] if left > 0 else [])
                left -= each.amount
        if not any(chosen):
            return strings
        counts = (len(chosen[0]), len(chosen[1]))
        results = _two_rolls((yield from self._asked("results", who, dice=counts)), counts, ("Attack", "Defence"))
        after = []
        for owner, string, old, new in zip((who, 1 - who), strings, chosen, results, strict=True):
            after.append(re_rolled(string, old, new, len(old), ""))
            if old:
                self._note("re-roll", about=owner, old=shown(old), new=shown(new), string=shown(after[-1]))
        return after[0], after[1]

    def _wounded(self, who: int, struck: Attack) -> Asking[Result | None]:
        """Both surrender their dice; the attack's wounds come first (`sp.both-down`)."""
        levels: list[Level | None] = [None, None]
        for about, wounds in ((1 - who, struck.wounds), (who, struck.back)):
            if wounds:
                levels[about] = last_blow(self.pools[about], wounds)
                self.pools[about] = yield from self._surrender(about, wounds, levels[about])
        if not any(levels):
            return None
        winner = 1 - loser_of(levels, who, self.readings)
        for about, level in enumerate(levels):
            if level:
                self._note("defeat", f"sp.{level}", about, on=level)
        return Result(winner, (levels[0], levels[1]))

    def _surrender(self, who: int, wounds: int, level: Level | None) -> Asking[Pools]:
        """Surrender dice by choice, where there is one; in the last blow there is none that matters."""
        before = self.pools[who]
        left, *more = before.surrendering(wounds)
        if more and level is None:
            ways = tuple(map(str, (left, *more)))
            more_of_it = {"wounds": wounds, "by": self._by, "is_answer": self._is_answer}
            answer = yield from self._asked("surrender", who, ways, more=more_of_it, n=wounds, pools=before)
            left = surrendered(before, read_surrender(answer), wounds)
        self._note("surrender", about=who, n=wounds, before=str(before), left=str(left))
        return left


def _laid(attack: Attack) -> str:
    """Both strings of an attack, side by side."""
    pairs, unopposed = attack.comparison
    return f"{shown(each[0] for each in (*pairs, *unopposed))} : {shown(each[1] for each in pairs)}"


def _uses(abilities: Sequence[Ability]) -> list[list[Ability]]:
    """What is used at one time: all that works in every attack together, and each of the others by itself."""
    steady = [each for each in abilities if not each.once]
    return [*([steady] if steady else []), *([each] for each in abilities if each.once)]


def _one_of(answer: str, options: Sequence[str]) -> str:
    """Read one of some words, or its beginning; UsageError lists them."""
    word = answer.strip().casefold()
    found = [each for each in options if word and each.startswith(word)]
    if len(found) != 1:
        raise UsageError("{text} is not one of: {options}", text=clip(answer), options=", ".join(options))
    return found[0]


def _changes(answer: str, words: Mapping[str, int]) -> dict[str, int]:
    """Read `no`, `wins`, or `attack +1, defence -1`; UsageError says what would be right."""
    found: dict[str, int] = {}
    for part in filter(str.strip, answer.casefold().split(",")):
        word, *by = part.split()
        if word in ("no", "n") and not by and not found:
            continue
        with suppress(KeyError, UsageError):
            found[word] = number(" ".join(by), -words[word], words[word]) if words[word] else int(not by)
        if not found.get(word):
            examples = ", ".join(each if not most else f"{each} +1" for each, most in words.items())
            raise UsageError("{text} is not a change: no, or {examples}", text=clip(answer), examples=examples)
    return found


def _two_rolls(answer: str, dice: tuple[int, int], names: tuple[str, str]) -> Rolls:
    """Read `6 4 3 / 6 4 2`, or `643642`, as many dice on each side as there are; one without dice is left out."""
    digits = "".join(answer.replace(",", " ").replace("-", " ").split())
    if digits.isdecimal() and len(digits) == sum(dice):
        answer = f"{digits[: dice[0]]}/{digits[dice[0] :]}"
    sides = [each for each in answer.split("/") if each.strip()]
    if len(sides) != sum(map(bool, dice)):
        raise UsageError("enter the dice of both, separated by /, as in 6 4 3 / 6 4 2")
    found: list[list[int]] = []
    for wanted, name in zip(dice, names, strict=True):
        found.append(read_dice(sides.pop(0)) if wanted else [])
        if len(found[-1]) != wanted:
            text = later("{pool} dice to enter: {n}, not {entered}")
            raise UsageError(text, n=wanted, pool=tr(name), entered=len(found[-1]))
    return found[0], found[1]


def _by_strings(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """Compare Speed dice by the optional rule: who is ahead, above 0 for the first; 0 for a tie."""
    for one, other, _ in compare(ours, theirs).pairs:
        if one != other:
            return one - other
    has_more = [any(die >= LEAST_UNOPPOSED for die in spare) for spare in (ours[len(theirs) :], theirs[len(ours) :])]
    return has_more[0] - has_more[1]
