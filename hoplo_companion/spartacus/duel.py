"""A match in the arena, from the first initiative to the last blow (Spartacus p.14-18).

A match is its two Combatants and the answers given so far: it is played to the end from them each time, so that an
answer is taken back by dropping it. Where the hexes are is on the table; distances and moves may be entered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.spartacus import fighter as attacks
from hoplo_companion.spartacus.fighter import STANDARD, Ability, Attack, Fighter, Kind, Level, read_dice, shown
from hoplo_companion.spartacus.play import EVENTS
from hoplo_companion.tables.actions import Happened
from hoplo_companion.tables.slots import meant, number, wrong_if


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


T = TypeVar("T")
Asking = Generator[Question, str, T]
Result = tuple[int, tuple[Level | None, Level | None]]
"""How a match ended: who won, and the level of defeat of each; None for one that is not defeated."""

Rolls = tuple[list[int], list[int]]
"""The dice of the attacker and of the defender, or of both Combatants."""

CHANGES = {
    "no": later("no (nothing)"),
    "wins": later("wins (the initiative)"),
    "attack": later("attack +1 (attack dice)"),
    "defence": later("defence +1 (defence dice)"),
    "wounds": later("wounds +1 (of the defender)"),
    "attacker": later("attacker +1 (wounds of the attacker)"),
}
"""What a card may change where the table says so, with how it is answered."""


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
        # As their cards have them, and with the dice and abilities that are left.
        self.fighters, self.left = fighters, [*fighters]
        self.names = [each.name for each in fighters]
        self.readings, self.string_initiative = readings, string_initiative
        self.events: list[Happened] = []
        self.result: Result | None = None
        self.answers: list[str] = []
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
        wrong_if(self.question is None, "the match is over")
        answers = [*self.answers, answer]
        return Match(self.fighters, answers, self.readings, string_initiative=self.string_initiative)

    def _note(self, event: str, rule: str = "", about: int = 0, **values: Any) -> None:
        named = {"name": self.names[about], "about": about, **values}
        self.events.append(Happened(event, rule or EVENTS[event].rule, named))

    def _left(self, who: int, *kinds: Kind) -> list[Ability]:
        """The abilities of some kinds that are not used up."""
        return [each for kind in kinds for each in self.left[who].has(kind)]

    def _use(self, who: int, abilities: Sequence[Ability]) -> None:
        left = [*self.left[who].abilities]
        for each in abilities:
            if each.once:
                left.remove(each)
        self.left[who] = self.left[who]._replace(abilities=tuple(left))

    def _choice(self, ask: str, who: int, words: str, *options: str) -> Asking[str]:
        return meant((yield Question(ask, words, who, options=options)), {each: each for each in options})

    def _agrees(self, ask: str, who: int, words: str) -> Asking[bool]:
        return (yield from self._choice(ask, who, words, "yes", "no")) == "yes"

    def _by_hand(self, who: int, kind: Kind, ways: Mapping[str, int], laid: str = "") -> Asking[Counter[str]]:
        """Ask the table what comes of what no rule knows: `no`, or changes such as `wounds +1`, all together.

        Shapes: `ways` are what may change, each with the most that it may change by.
        """
        total: Counter[str] = Counter()
        options = ("no", *ways)
        name = f"{laid}: {self.names[who]}" if laid else self.names[who]
        for own in self._left(who, kind):
            listed = ", ".join(tr(CHANGES[each]) for each in options)
            words = tr("{name}: {text}. What does it change? {options}", name=name, text=own.text, options=listed)
            answer = yield Question("manual", words, who, options=options, text=own.text)
            if found := _changes(answer, ways):
                total.update(found)
                self._use(who, [own])
                self._note("manual", "sp.cards-first", who, text=own.text, answer=" ".join(answer.split()))
        return total

    # The rounds
    def _fight(self) -> Asking[Result]:
        for round_ in count(1):
            self._note("round", n=round_)
            winner = yield from self._initiative()
            words = tr("Does {name} go first or second?", name=self.names[winner])
            word = yield from self._choice("order", winner, words, "first", "second")
            first = winner if word == "first" else 1 - winner
            self._note(word, about=winner)
            for who in (first, 1 - first):
                if result := (yield from self._turn(who, is_answer=who != first)):
                    return result
        raise AssertionError

    def _initiative(self) -> Asking[int]:
        nets = []
        for who, name in enumerate(self.names):
            net = self._left(who, "net")[:1]
            words = tr("Does {name} use its Net to win the initiative?", name=name)
            if net and (yield from self._agrees("net", who, words)):
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
        dice = (self.left[0].pools.speed, self.left[1].pools.speed)
        one, other = self.names
        words = tr("Speed dice of {name} ({ours}) and {other} ({theirs}), or r to roll:",
                   name=one, other=other, ours=dice[0], theirs=dice[1])  # fmt: skip
        while True:
            ours, theirs = _two_rolls((yield Question("speed", words, dice=dice)), dice, ("Speed", "Speed"))
            if self.string_initiative:
                ahead, rule, shows = _by_strings(ours, theirs), "sp.string-initiative", (shown(ours), shown(theirs))
            else:
                ahead, rule, shows = sum(ours) - sum(theirs), "sp.initiative", (str(sum(ours)), str(sum(theirs)))
            self._note("speed", rule, one=one, two=other, ours=shows[0], theirs=shows[1])
            if ahead:
                self._note("initiative", rule, int(ahead < 0))
                return int(ahead < 0)
            self._note("tie", rule)

    def _turn(self, who: int, *, is_answer: bool) -> Asking[Result | None]:
        """Let one Combatant move and attack, in the order it likes, or do less."""
        left = {"move": "move", "attack": "attack"} | ({"speed": "attack"} if self._left(who, "speed-attack") else {})
        words = later("{name} (moves up to {n}, before or after it attacks):")
        words = tr(words, name=self.names[who], n=self.left[who].pools.speed)
        while left:
            options = (*left, "end")
            word, hexes = self._action(who, (yield Question("action", words, who, options=options)), options)
            if word == "end":
                break
            left = {each: step for each, step in left.items() if step != left[word]}
            if word == "move":
                self._note("move", about=who, n=hexes)
            elif result := (yield from self._attack(who, is_speed=word == "speed", is_answer=is_answer)):
                return result
        return None

    def _action(self, who: int, answer: str, options: Sequence[str]) -> tuple[str, int]:
        """Read `move 3`, `attack`, `attack 2`, `speed 3` or `end`; IllegalError names the limit that is passed."""
        typed, _, text = answer.casefold().strip().partition(" ")
        word = meant("speed" if typed == "javelin" else typed, {each: each for each in options})
        hexes = number(text, int(word != "move"), 999) if text else int(word != "move")
        # How far a Speed Attack goes is printed on the card; where that was not entered the table decides.
        thrown = max((each.amount for each in self._left(who, "speed-attack")), default=0) or hexes
        limits = {"move": self.left[who].pools.speed, "attack": self.fighters[who].reach, "speed": thrown}
        if hexes > (most := limits.get(word, hexes)):
            name = self.names[who]
            if word == "move":
                text = tr("{name} moves no farther than its Speed dice: {most}, not {n} (Moving)",
                          name=name, most=most, n=hexes)  # fmt: skip
            else:
                text = plural("{name} attacks an adjacent hex, not one {far} away (Attack Range)",
                              "{name} attacks up to {n} hexes away, not {far} (Attack Range)",
                              most, name=name, far=hexes)  # fmt: skip
            raise IllegalError(text)
        return word, hexes

    # One attack
    def _attack(self, who: int, *, is_speed: bool, is_answer: bool) -> Asking[Result | None]:
        other = 1 - who
        name, against = self.names[who], self.names[other]
        if is_speed:
            self._use(who, sorted(self._left(who, "speed-attack"), key=_is_once)[:1])
        more: Counter[str] = Counter()
        for each in (who, other):
            more.update((yield from self._by_hand(each, "manual-dice", {"attack": 9, "defence": 9})))
        pool = self.left[who].pools.speed if is_speed else self.left[who].pools.attack
        dice = (max(0, pool + more["attack"]), max(0, self.left[other].pools.defence + more["defence"]))
        words = tr("Dice of {name}'s attack ({ours}) and {other}'s defence ({theirs}), or r to roll:",
                   name=name, other=against, ours=dice[0], theirs=dice[1])  # fmt: skip
        names = ("Speed" if is_speed else "Attack", "Defence")
        strings = _two_rolls((yield Question("dice", words, who, dice)), dice, names)
        strings = yield from self._re_rolls(who, strings, is_speed=is_speed)
        struck = self._resolve(who, strings, is_speed=is_speed)
        if struck.auto:
            self._use(who, self._left(who, "attack-doubles", "attack-triples"))
        if struck.back:
            self._use(other, self._left(other, "defence-doubles", "defence-triples"))
        for each in (who, other):
            changed = yield from self._by_hand(each, "manual", {"wounds": 9, "attacker": 9}, struck.strings)
            by_hand, back = struck.by_hand + changed["wounds"], max(0, struck.back + changed["attacker"])
            struck = struck._replace(by_hand=by_hand, back=back)
        for own in _uses(self._left(who, "extra")):
            words = tr("{strings}: does {name} add its extra wound?", strings=struck.strings, name=name)
            if (yield from self._agrees("extra", who, words)):
                self._use(who, own)
                struck = struck._replace(extra=struck.extra + sum(each.amount for each in own))
        for own in _uses(self._left(other, "ignore")):
            words = plural("{strings}: {n} wound. Does {name} ignore as many as its card allows?",
                           "{strings}: {n} wounds. Does {name} ignore as many as its card allows?",
                           struck.wounds, strings=struck.strings, name=against)  # fmt: skip
            if struck.wounds and (yield from self._agrees("ignore", other, words)):
                self._use(other, own)
                struck = struck._replace(ignored=struck.ignored + sum(each.amount for each in own))
        self._note("attack", about=who, attack=struck.plain(), is_speed=is_speed)
        # Both surrender their dice; the attack's wounds come first (`sp.both-down`).
        levels: list[Level | None] = [None, None]
        for about, wounds in ((other, struck.wounds), (who, struck.back)):
            if wounds:
                levels[about] = attacks.last_blow(self.left[about].pools, wounds)
                yield from self._surrender(about, wounds, levels[about], by=who, is_answer=is_answer)
        for about, level in enumerate(levels):
            if level:
                self._note("defeat", f"sp.{level}", about, on=level)
        return (1 - attacks.loser_of(levels, who, self.readings), (levels[0], levels[1])) if any(levels) else None

    def _resolve(self, who: int, strings: Rolls, *, is_speed: bool) -> Attack:
        return attacks.resolve(*strings, self.left[who], self.left[1 - who], is_speed=is_speed, readings=self.readings)

    def _re_rolls(self, who: int, strings: Rolls, *, is_speed: bool) -> Asking[Rolls]:
        """Both choose their dice to re-roll before either of them rolls (p.18, "Re-rolling Dice")."""
        having = (
            [] if attacks.is_bare(is_speed, self.readings) else self._left(who, "attack-re-roll"),
            self._left(1 - who, "defence-re-roll"),
        )
        laid = self._resolve(who, strings, is_speed=is_speed).strings
        chosen: list[list[int]] = []
        for owner, string, abilities in zip((who, 1 - who), strings, having, strict=True):
            which: list[int] = []
            if most := sum(each.amount for each in abilities):
                words = plural("{strings}: does {name} re-roll a die? The die, or no:",
                               "{strings}: which dice does {name} re-roll? Up to {n}, or no:",
                               most, strings=laid, name=self.names[owner])  # fmt: skip
                answer = yield Question("which", words, owner, options=("no",))
                which = [] if answer.casefold().strip() in ("no", "n", "") else read_dice(answer)
                attacks.re_rolled(string, which, which, most, self.names[owner])
            chosen.append(which)
            left = len(which)
            for each in sorted(abilities, key=_is_once):
                self._use(owner, [each] if left > 0 else [])
                left -= each.amount
        if not any(chosen):
            return strings
        counts = (len(chosen[0]), len(chosen[1]))
        words = tr("What the re-rolled dice show, the attacker's first, or r to roll:")
        results = _two_rolls((yield Question("results", words, who, counts)), counts, ("Attack", "Defence"))
        after = []
        for owner, string, old, new in zip((who, 1 - who), strings, chosen, results, strict=True):
            after.append(attacks.re_rolled(string, old, new, len(old), ""))
            if old:
                self._note("re-roll", about=owner, old=shown(old), new=shown(new), string=shown(after[-1]))
        return after[0], after[1]

    def _surrender(self, who: int, wounds: int, level: Level | None, *, by: int, is_answer: bool) -> Asking[None]:
        """Surrender dice by choice, where there is one; in the last blow there is none that matters."""
        before = self.left[who].pools
        left, *more = before.surrendering(wounds)
        if more and level is None:
            words = plural("{name} takes {n} wound ({pools}). What does it keep?",
                           "{name} takes {n} wounds ({pools}). What does it keep?",
                           wounds, name=self.names[who], pools=before)  # fmt: skip
            ways = tuple(map(str, (left, *more)))
            answer = yield Question("surrender", words, who, (0, 0), ways, wounds, by=by, is_answer=is_answer)
            left = attacks.surrendered(before, attacks.read_surrender(answer), wounds)
        self.left[who] = self.left[who]._replace(pools=left)
        self._note("surrender", about=who, n=wounds, before=str(before), left=str(left))


_is_once = attrgetter("once")
"""What works in every attack is used before what works once."""


def _uses(abilities: Sequence[Ability]) -> list[list[Ability]]:
    """What is used at one time: all that works in every attack together, and each of the others by itself."""
    steady = [each for each in abilities if not each.once]
    return [*([steady] if steady else []), *([each] for each in abilities if each.once)]


def _changes(answer: str, ways: Mapping[str, int]) -> dict[str, int]:
    """Read `no`, `wins`, or `attack +1, defence -1`; UsageError says what would be right."""
    found: dict[str, int] = {}
    for part in filter(str.strip, answer.casefold().split(",")):
        word, *by = part.split()
        if word in ("no", "n") and not by and not found:
            continue
        way = ""
        with suppress(UsageError):
            way = meant(word, {each: CHANGES[each] for each in ways})
            found[way] = number(" ".join(by), -ways[way], ways[way]) if ways[way] else int(not by)
        if not found.get(way):
            examples = ", ".join(tr(CHANGES[each]).partition(" (")[0] for each in ways)
            raise UsageError("{text} is not a change: no, or {examples}", text=clip(answer), examples=examples)
    return found


def _two_rolls(answer: str, dice: tuple[int, int], names: tuple[str, str]) -> Rolls:
    """Read `6 4 3 / 6 4 2`, or `643642`, as many dice on each side as there are; one without dice is left out."""
    digits = "".join(answer.replace(",", " ").replace("-", " ").split())
    if digits.isdecimal() and len(digits) == sum(dice):
        answer = f"{digits[: dice[0]]}/{digits[dice[0] :]}"
    sides = [each for each in answer.split("/") if each.strip()]
    wrong_if(len(sides) != sum(map(bool, dice)), "enter the dice of both, separated by /, as in 6 4 3 / 6 4 2")
    found: list[list[int]] = []
    for wanted, name in zip(dice, names, strict=True):
        found.append(read_dice(sides.pop(0)) if wanted else [])
        text = later("{pool} dice to enter: {n}, not {entered}")
        wrong_if(len(found[-1]) != wanted, text, n=wanted, pool=tr(name), entered=len(found[-1]))
    return found[0], found[1]


def _by_strings(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """Compare Speed dice by the optional rule: who is ahead, above 0 for the first; 0 for a tie."""
    for one, other, _ in attacks.compare(ours, theirs).pairs:
        if one != other:
            return one - other
    has_more = [
        any(die >= attacks.LEAST_UNOPPOSED for die in spare) for spare in (ours[len(theirs) :], theirs[len(ours) :])
    ]
    return has_more[0] - has_more[1]
