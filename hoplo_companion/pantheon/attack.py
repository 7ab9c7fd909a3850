"""An attack: what its values come to, and its two assaults, the best use of the dice and the chance of every wound.

Stats with all that terrain, heights, talents and powers add are the values (2a, Attacking): different sources add up
(ruling `pan.stack`), the same talent once. A blank is 0; the summary names no faces but that and the 5 (`pan.faces`).

Discarding can wait until after the second roll, all but what makes a die a five before it: whatever a die raised early
could do, the dice kept for it can do later. So a play is the number of fives rolled again. Fives that were rolled come
first, then the highest dice below 5, each raised by discarding the lowest of the rest; and at the end as many dice as
possible are raised to the defence, the nearest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import NamedTuple

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.units import MOST, NOBODY, Fighter, first, name_of
from hoplo_companion.tables.slots import wrong_if


# The values
@dataclass(frozen=True)
class Attack:
    """An attack before its values are calculated: the offence and range of one side, the defence of the other.

    `distance` counts areas, 0 being the same area or an adjacent full one attacked as such; `unused` are the sources of
    talents that are not used, since each is optional.
    """

    attacker: Fighter = NOBODY
    target: Fighter = NOBODY
    distance: int = 0
    area: bool = False
    heights: bool = False
    aerial: bool = False
    unused: Collection[str] = ()

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        """All that changes the values, and what might have, in the order of the summary."""
        return tuple(each for each in _modifiers(self) if each.source not in self.unused)

    def added(self, stat: str) -> int:
        """What is added to a stat."""
        return sum(getattr(each, stat) for each in self.modifiers if not each.why_not)

    @property
    def offence(self) -> int:
        """The effective offence: as many dice are rolled."""
        return max(0, min(MOST, self.attacker.offence + self.added("offence")))

    @property
    def defence(self) -> int:
        """The effective defence."""
        return max(0, min(MOST, self.target.defence + self.added("defence")))

    @property
    def range(self) -> int:
        """The effective range."""
        return max(0, self.attacker.range + self.added("range"))

    @property
    def may_slay(self) -> bool:
        """Whether the attacker may roll up to two dice again as a Monster Slayer."""
        return self.target.kind == "monster" and self.attacker.has("monster-slayer")

    def may_throw(self, blanks: int) -> bool:
        """Whether so many blanks let the attacker throw its target by Mighty Throw: a huge one stays."""
        is_moved = "huge" not in self.target.traits and blanks >= THROWN_BY[self.target.kind]
        return is_moved and self.attacker.has("mighty-throw")


THROWN_BY = {"troop": 1, "hero": 1, "monster": 2, "god": 2, "titan": 3}
"""The blanks that a Mighty Throw needs, by the kind of its target."""

OF_TARGET = "target-"
"""What stands before the source of a change that is the target's."""


class Modifier(NamedTuple):
    """One thing that changes the values, and its rule; `why_not` is what keeps it from counting."""

    source: str
    rule: str
    offence: int = 0
    defence: int = 0
    range: int = 0
    why_not: str = ""

    @property
    def name(self) -> str:
        """What its source is called."""
        id_ = self.source.removeprefix(OF_TARGET)
        name = name_of(id_)
        return tr("{what} of the target", what=name) if id_ != self.source else name

    @property
    def words(self) -> str:
        """What it changes, or why it does not."""
        if self.why_not:
            return tr("{source}: does not count, {reason}", source=self.name, reason=tr(self.why_not))
        parts = [(self.offence, tr("offence")), (self.defence, tr("defence")), (self.range, tr("range"))]
        return f"{self.name}: " + ", ".join(f"{value:+d} {what}" for value, what in parts if value)


class Bonus(NamedTuple):
    """What a talent adds as attacker and as target, in which attacks; it may need an ally `beside`: a unit, a troop."""

    offence: int = 0
    defence: int = 0
    as_target: int = 0
    range: int = 0
    only_range: str = ""
    only_normal: bool = False
    beside: str = ""


BONUSES = {
    "archer": Bonus(offence=1, only_range="1+", only_normal=True),
    "close-combat": Bonus(offence=1, only_range="0", only_normal=True),
    "torment": Bonus(defence=-1, only_range="0", only_normal=True),
    "close-protection": Bonus(as_target=1, beside="unit"),
    "sneak-attack": Bonus(offence=1, only_range="0", only_normal=True, beside="unit"),
    "phalanx": Bonus(offence=1, as_target=1, beside="troop"),
    "bolster": Bonus(offence=1, as_target=1),
    "force-of-nature": Bonus(offence=1, range=1),
}
"""The talents that change values; every other one changes dice, order, target, or nothing of an attack."""

OF_OTHERS = ("bolster", "force-of-nature")
"""Those that a unit has by a neighbour, or once it has used them."""

COVER = {"forest": (1, "1+"), "cage": (1, "1+"), "ruins": (1, "0"), "swamp": (-1, "1+")}
"""What a terrain adds to the defence of a unit on it, and at what range."""

OUT_OF = {"0": later("only at range 0"), "1+": later("only at range 1+")}


def _modifiers(attack: Attack) -> Iterator[Modifier]:
    attacker, target, now = attack.attacker, attack.target, "1+" if attack.distance else "0"
    if (on := attacker.terrain) in ("rock", "stairs"):
        why_not = later("an aerial attack ignores the terrain it starts from") if attack.aerial else ""
        yield Modifier(on, f"pan.terrain.{on}", int(attack.distance > 0), range=1, why_not=why_not)
    if attack.heights:
        yield Modifier("heights", "pan.boundary.heights", offence=1, range=1)
    if attack.aerial:
        yield Modifier("aerial", "pan.type.aerial-attack", range=1)
    if (on := target.terrain) in COVER:
        defence, only = COVER[on]
        ignores = on == "swamp" and not target.suffers(on, on)
        why_not = later("an aquatic unit ignores aquatic terrain") if ignores else "" if only == now else OUT_OF[only]
        yield Modifier(f"{OF_TARGET}{on}", f"pan.terrain.{on}", defence=defence, why_not=why_not)
    # In flight the attacker's terrain does not count.
    for whose, side in (("", replace(attacker, terrain="open") if attack.aerial else attacker), (OF_TARGET, target)):
        for talent in filter(BONUSES.get, side.talents):
            bonus = BONUSES[talent]
            added = (0, bonus.as_target, 0) if whose else (bonus.offence, bonus.defence, bonus.range)
            reasons = {
                # Bolster is a neighbour's talent, which works where the unit's own do not.
                side.off: talent != "bolster" and side.off,
                later("it bolsters troops only"): talent == "bolster" and side.kind != "troop",
                later("only in a normal attack"): bonus.only_normal and attack.area,
                OUT_OF.get(bonus.only_range, ""): bonus.only_range not in ("", now),
            }
            if any(added):
                yield Modifier(f"{whose}{talent}", f"pan.talent.{talent}", *added, first(reasons))
    if attacker.power:
        yield Modifier("power", "pan.powers.cost", offence=attacker.power)
    if target.power:
        yield Modifier(f"{OF_TARGET}power", "pan.powers.cost", defence=target.power)


# The dice
Die = tuple[int, ...]
"""The faces of a die, one number per side; 0 is a blank."""

ASSUMED: Die = (0, 1, 2, 3, 4, 5)
"""The faces where nothing else is set (ruling `pan.faces`)."""

BLANKS = ("-", "0", "b", "blank")
MOST_SIDES = 20
FIVE = 5
"""The result that may be rolled again (2c, Second assault)."""

_LOST = -1
"""What is short of a die that was rolled again and fell blank: it is gone."""

Dice = tuple[int, ...]
Ways = tuple[int, ...]
"""Of all equally likely rolls, how many end with 0, 1, 2 … wounds."""


def read_die(text: str) -> Die:
    """Read the faces of a die, `-,1,2,3,4,5`, the assumed ones for nothing; UsageError where they cannot be a die's."""
    faces = tuple(sorted(_faces(text))) if text else ASSUMED
    wrong_if(not 1 <= len(faces) <= MOST_SIDES, "A die has 1 to {most} faces: `--die -,1,2,3,4,5`.", most=MOST_SIDES)
    return faces


def read_rolled(text: str, die: Die) -> list[int]:
    """Read dice as they were rolled, `5,5,3,-,1` or `553-1`; UsageError for faces it has not, or too many dice."""
    rolled = _faces(" ".join(text.casefold().replace("blank", "-").replace(",", " ")))
    if other := [face for face in rolled if face not in die]:
        raise UsageError("The die has no face {face}: its faces are {faces}.", face=row(other[:1]), faces=row(die))
    wrong_if(len(rolled) > MOST, "{n} dice are too many: at most {most} are rolled.", n=len(rolled), most=MOST)
    return rolled


def row(faces: Iterable[int]) -> str:
    """Faces in a row, a blank as `-`."""
    return ", ".join(str(face or "-") for face in faces)


def _faces(text: str) -> list[int]:
    words = text.casefold().replace(",", " ").split()
    for word in words:
        if word not in BLANKS and not (word.isascii() and word.isdigit() and len(word) == 1):
            raise UsageError("{word} is not a face: type numbers from 1 to 9, and - for a blank.", word=clip(word))
    return [0 if word in BLANKS else int(word) for word in words]


class Play(NamedTuple):
    """What to do with the dice of the first assault, and what comes of it.

    `placed` reach the defence as they fell; `rolled` are rolled again, by their first values, `discarded` raises those
    below 5 to it, `kept` is the rest. `ways` counts the rolls that end with each number of wounds.
    """

    placed: Dice
    rolled: Dice
    discarded: Dice
    kept: Dice
    ways: Ways

    @property
    def raised(self) -> list[int]:
        """The values that are raised to 5 before the second roll."""
        return [value for value in self.rolled if value < FIVE]

    @property
    def sure(self) -> int:
        """The wounds that are certain, all of them where none is rolled again."""
        return next(n for n, ways in enumerate(self.ways) if ways)

    def after(self, faces: Iterable[int]) -> Dice:
        """The dice after the second roll: a blank takes its five with it, any other face is added to it."""
        return (*self.placed, *self.kept, *(FIVE + face for face in faces if face))

    @property
    def odds(self) -> list[Fraction]:
        """The chance of 0, 1, 2 … wounds."""
        return odds_of(self.ways)

    @property
    def expected(self) -> Fraction:
        """The wounds to expect."""
        return expected(self.odds)

    @property
    def sure_words(self) -> str:
        """What the dice are good for if none is rolled again, and where they lie."""
        parts = [plural("{n} wound is sure by discarding alone", "{n} wounds are sure by discarding alone", self.sure)]
        parts += [tr("placed at once: {dice}", dice=row(self.placed))] if self.placed else []
        parts += [tr("left: {dice}", dice=row(self.kept))] if self.kept else []
        return "; ".join(parts) + "."

    @property
    def raised_words(self) -> str:
        """Which dice are raised to 5 before the second roll, and by what; empty for none."""
        dice, dropped = row(self.raised), row(self.discarded)
        return tr("Raise {dice} to 5 by discarding {dropped}.", dice=dice, dropped=dropped) if dice else ""


def odds_of(ways: Sequence[int]) -> list[Fraction]:
    """Turn counted ways into chances."""
    total = sum(ways)
    return [Fraction(each, total) for each in ways]


def expected(odds: Iterable[Fraction]) -> Fraction:
    """The wounds to expect."""
    return sum((n * chance for n, chance in enumerate(odds)), Fraction(0))


def at_least(odds: Sequence[Fraction], least: int) -> Fraction:
    """The chance of at least so many wounds."""
    return sum(odds[least:], Fraction(0))


def most_sure(short: Sequence[int]) -> int:
    """The wounds by discarding alone, from what each die is short of the defence, the nearest first (2b)."""
    wounds, needed, dice = 0, 0, len(short)
    for each in short:
        needed += each
        if needed > dice - wounds - 1:
            break
        wounds += 1
    return wounds


class Assaults:
    """Attacks with one die against one defence: the best plays, remembered from one roll to the next.

    A play is best for most expected wounds, or for the chance of at least `least`. Among equals the smaller chance of
    0 wounds counts, then of 1, and so on (ruling `pan.best-tie`); then fewer dice are rolled again.
    """

    slayer_dice = 2
    """As many dice may a Monster Slayer roll again."""

    def __init__(self, defence: int, die: Die = ASSUMED, least: int | None = None) -> None:
        self.defence, self.die, self.least = defence, die, least
        self._best, self._ends, self._again = cache(self._find_best), cache(self._count_ends), cache(self._count_again)

    def play(self, rolled: Iterable[int]) -> Play:
        """The best play of dice as rolled; blanks leave first, dice that reach the defence are placed at once."""
        return self._best(tuple(sorted(filter(None, rolled), reverse=True)))

    def _find_best(self, dice: Dice) -> Play:
        plays = self.possible(dice)
        return max(plays, key=lambda play: self.rank(self.scaled(play, len(dice)))) if plays[1:] else plays[0]

    def possible(self, rolled: Iterable[int]) -> list[Play]:
        """A play for every number of fives that can be rolled again, none first."""
        dice = tuple(sorted(filter(None, rolled), reverse=True))
        placed = tuple(value for value in dice if value >= self.defence)
        left = dice[len(placed) :]
        above = tuple(value for value in left if value > FIVE)
        low = left[len(above) :]
        found: list[Play] = []
        for number in range(len(low) + 1 if self.defence > FIVE else 1):
            again, rest = low[:number], above + low[number:]
            end = len(rest) - sum(FIVE - value for value in again)
            if end < 0:
                break
            ways = (0,) * len(placed) + self._ends(number, rest[:end])
            found.append(Play(placed, again, rest[end:], rest[:end], ways))
        return found

    def rank(self, ways: Ways) -> tuple[int, int, tuple[int, ...]]:
        """What plays are compared by, the greatest being best; they must count equally many ways."""
        hopes = sum([n * each for n, each in enumerate(ways)])
        fewest = tuple([-each for each in ways])
        return (hopes, 0, fewest) if self.least is None else (sum(ways[self.least :]), hopes, fewest)

    def scaled(self, play: Play, dice: int) -> Ways:
        """The ways of a play as if all `dice` were rolled again, so that plays can be compared and added up."""
        times = len(self.die) ** (dice - len(play.rolled))
        return tuple([each * times for each in play.ways]) + (0,) * (dice + 1 - len(play.ways))

    def _count_ends(self, number: int, kept: Dice) -> Ways:
        """How the dice kept and so many fives rolled again may end."""
        short = [self.defence - value for value in kept]
        ways = [0] * (len(kept) + number + 1)
        for missing, placed, times in self._again(number):
            ways[placed + most_sure(sorted((*short, *missing)))] += times
        return tuple(ways)

    def _count_again(self, number: int) -> list[tuple[Dice, int, int]]:
        """How fives rolled together may fall: what those left are short of, how many are placed, in how many ways."""
        # A blank takes the five with it; any other face is added to it (2c, 2 and 3).
        results = [max(0, self.defence - FIVE - face) if face else _LOST for face in self.die]
        return [
            (tuple(each for each in fallen if each > 0), fallen.count(0), times)
            for fallen, times in _falls(results, number)
        ]

    def slay(self, rolled: Iterable[int]) -> tuple[Dice, Ways]:
        """Which dice a Monster Slayer rolls again before blanks leave, two at most, and what comes of it."""
        dice = tuple(sorted(rolled))
        choices = [dice[:number] for number in range(min(self.slayer_dice, len(dice)) + 1)]
        if max(self.die) > FIVE:
            # To keep the higher die is never worse, but for dice above 5.
            choices = [each for n in range(self.slayer_dice + 1) for each in dict.fromkeys(combinations(dice, n))]
        return max(((again, self._slain(dice, again)) for again in choices), key=lambda each: self.rank(each[1]))

    def _slain(self, dice: Dice, again: Dice) -> Ways:
        """How dice may end of which some are rolled again before blanks leave, in as many ways as if two were."""
        kept = tuple((Counter(dice) - Counter(again)).elements())
        spare = len(self.die) ** (self.slayer_dice - len(again))
        falls = _falls(self.die, len(again))
        return _sum(len(dice), ((self.scaled(self.play(kept + each), len(dice)), n * spare) for each, n in falls))

    def odds(self, offence: int, *, slayer: bool = False) -> list[Fraction]:
        """The exact chance of 0, 1, 2 … wounds with so many dice, played best; a slayer may roll two of them again."""
        falls = _falls(self.die, offence)
        played = ((self.slay(dice)[1] if slayer else self.scaled(self.play(dice), offence), n) for dice, n in falls)
        return odds_of(_sum(offence, played))


@cache
def odds_table(die: Die = ASSUMED, least: int | None = None) -> list[list[list[Fraction]]]:
    """The odds of every offence against every defence, `[offence][defence]`; it takes seconds; nobody changes it."""
    against = [Assaults(defence, die, least) for defence in range(MOST + 1)]
    return [[assaults.odds(offence) for assaults in against] for offence in range(MOST + 1)]


def _sum(dice: int, each: Iterable[tuple[Ways, int]]) -> Ways:
    total = [0] * (dice + 1)
    for ways, times in each:
        for wounds, count in enumerate(ways):
            total[wounds] += count * times
    return tuple(total)


def _falls(die: Iterable[int], number: int) -> Iterator[tuple[Dice, int]]:
    """How so many dice may fall, their order left aside, each with the number of ways."""
    sides = Counter(die)
    for fallen in combinations_with_replacement(sorted(sides), number):
        times = factorial(number)
        for face, count in Counter(fallen).items():
            times = times // factorial(count) * sides[face] ** count
        yield fallen, times
