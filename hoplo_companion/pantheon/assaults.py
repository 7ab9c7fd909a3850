"""The attack die, and the two assaults: the best use of the dice, the exact chance of every number of wounds.

A blank is 0. The summary names no faces but the blank and the 5 (ruling `pan.faces`).

Discarding can wait until after the second roll, all but what makes a die a five before it: whatever a die raised early
could do, the dice kept for it can do later. So a play is the number of fives rolled again. Fives that were rolled come
first, then the highest dice below 5, each raised by discarding the lowest of the rest; and at the end as many dice as
possible are raised to the defence, the nearest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.tables.slots import wrong_if

Die = tuple[int, ...]
"""The faces of a die, one number per side; 0 is a blank."""

ASSUMED: Die = (0, 1, 2, 3, 4, 5)
"""The faces where nothing else is set (ruling `pan.faces`)."""

BLANKS = ("-", "0", "b", "blank")
MOST_SIDES = 20
MOST = 10
"""Offence and defence never go above this, so that no more dice than this are rolled (2a, Effective value)."""


def read_die(text: str) -> Die:
    """Read the faces of a die, `-,1,2,3,4,5`, the assumed ones for nothing; UsageError where they cannot be a die's."""
    faces = tuple(sorted(_faces(text))) if text else ASSUMED
    wrong_if(not 1 <= len(faces) <= MOST_SIDES, "A die has 1 to {most} faces: `--die -,1,2,3,4,5`.", most=MOST_SIDES)
    return faces


def read_rolled(text: str, die: Die) -> list[int]:
    """Read dice as they were rolled, `5,5,3,-,1` or `553-1`; UsageError for faces it has not, or too many dice."""
    rolled = _faces(" ".join(text.casefold().replace("blank", "-").replace(",", " ")))
    for face in rolled:
        if face not in die:
            raise UsageError("The die has no face {face}: its faces are {faces}.", face=row([face]), faces=row(die))
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


FIVE = 5
"""The result that may be rolled again (2c, Second assault)."""

SLAYER_DICE = 2
"""The dice that a Monster Slayer may roll again."""

_LOST = -1
"""What is short of a die that was rolled again and fell blank: it is gone."""

Dice = tuple[int, ...]
Ways = tuple[int, ...]
"""Of all equally likely rolls, how many end with 0, 1, 2 … wounds."""


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


def raises(values: Iterable[int], defence: int) -> list[tuple[int, Dice]]:
    """Which dice become wounds by discarding alone, each with the dice discarded for it: the lowest."""
    dice = sorted(values, reverse=True)
    short = [max(0, defence - value) for value in dice]
    wounds = most_sure(short)
    rest, found = dice[wounds:], []
    for value, missing in zip(dice[:wounds], short, strict=False):
        found.append((value, tuple(rest[len(rest) - missing :])))
        rest = rest[: len(rest) - missing]
    return found


class Assaults:
    """Attacks with one die against one defence: the best plays, remembered from one roll to the next.

    A play is best for most expected wounds, or for the chance of at least `least`. Among equals the smaller chance of
    0 wounds counts, then of 1, and so on (ruling `pan.best-tie`); then fewer dice are rolled again.
    """

    def __init__(self, defence: int, die: Die = ASSUMED, least: int | None = None) -> None:
        self.defence, self.die, self.least = defence, die, least
        self._faces = tuple(sorted(Counter(die).items()))
        self._best, self._ends, self._again = cache(self._find_best), cache(self._count_ends), cache(self._count_again)

    def play(self, rolled: Iterable[int]) -> Play:
        """The best play of dice as rolled; blanks leave first, dice that reach the defence are placed at once."""
        return self._best(_without_blanks(rolled))

    def _find_best(self, dice: Dice) -> Play:
        plays = self.possible(dice)
        return max(plays, key=lambda play: self.rank(self.scaled(play, len(dice)))) if plays[1:] else plays[0]

    def possible(self, rolled: Iterable[int]) -> list[Play]:
        """A play for every number of fives that can be rolled again, none first."""
        dice = _without_blanks(rolled)
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
        """How fives rolled together may fall: what those left are short of, how many are placed, in how many ways.

        A blank takes the five with it; any other face is added to it (2c, 2 and 3).
        """
        results = Counter(max(0, self.defence - FIVE - face) if face else _LOST for face in self.die)
        return [
            (tuple(each for each in fallen if each > 0), fallen.count(0), times)
            for fallen, times in _falls(tuple(sorted(results.items())), number)
        ]

    def slay(self, rolled: Iterable[int]) -> tuple[Dice, Ways]:
        """Which dice a Monster Slayer rolls again before blanks leave, two at most, and what comes of it."""
        dice = tuple(sorted(rolled))
        choices = [dice[:number] for number in range(min(SLAYER_DICE, len(dice)) + 1)]
        if max(self.die) > FIVE:
            # To keep the higher die is never worse, but for dice above 5.
            choices = [each for n in range(SLAYER_DICE + 1) for each in dict.fromkeys(combinations(dice, n))]
        return max(((again, self._slain(dice, again)) for again in choices), key=lambda each: self.rank(each[1]))

    def _slain(self, dice: Dice, again: Dice) -> Ways:
        """How dice may end of which some are rolled again before blanks leave, in as many ways as if two were."""
        kept = tuple((Counter(dice) - Counter(again)).elements())
        spare = len(self.die) ** (SLAYER_DICE - len(again))
        falls = _falls(self._faces, len(again))
        return _sum(len(dice), ((self.scaled(self.play(kept + each), len(dice)), n * spare) for each, n in falls))

    def odds(self, offence: int, *, slayer: bool = False) -> list[Fraction]:
        """The exact chance of 0, 1, 2 … wounds with so many dice, played best.

        A Monster Slayer may roll up to two dice again before blanks leave.
        """
        falls = [*_falls(self._faces, offence)]
        played = (self.slay(dice)[1] if slayer else self.scaled(self.play(dice), offence) for dice, _ in falls)
        return odds_of(_sum(offence, zip(played, (times for _, times in falls), strict=True)))


@cache
def table(die: Die = ASSUMED, least: int | None = None) -> list[list[list[Fraction]]]:
    """The odds of every offence from 0 to 10 against every defence from 0 to 10: `[offence][defence]`.

    It takes seconds, and is worked out once; nobody is to change it.
    """
    against = [Assaults(defence, die, least) for defence in range(MOST + 1)]
    return [[assaults.odds(offence) for assaults in against] for offence in range(MOST + 1)]


def _sum(dice: int, each: Iterable[tuple[Ways, int]]) -> Ways:
    """Counted ways of so many dice at most, each taken so many times, together."""
    total = [0] * (dice + 1)
    for ways, times in each:
        for wounds, count in enumerate(ways):
            total[wounds] += count * times
    return tuple(total)


def _without_blanks(rolled: Iterable[int]) -> Dice:
    return tuple(sorted((face for face in rolled if face), reverse=True))


def _falls(faces: tuple[tuple[int, int], ...], number: int) -> Iterator[tuple[Dice, int]]:
    """Iterate over how so many dice may fall, their order left aside, each with the number of ways.

    Shapes: `faces` are (face, how many sides have it).
    """
    if not faces:
        yield from [] if number else [((), 1)]
        return
    (face, sides), *others = faces
    for count in range(number + 1) if others else (number,):
        for rest, times in _falls(tuple(others), number - count):
            yield (face,) * count + rest, comb(number, count) * sides**count * times
