"""Attack dice: their faces, the exact odds, and the only place where anything is left to chance (Rulebook p.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any

from hoplo_companion.language import later, plural, tr

if TYPE_CHECKING:
    from fractions import Fraction

_COUNTED: dict[str, Callable[[int], str]] = {
    "yellow": lambda n: plural("{n} yellow", "{n} yellow", n),
    "blue": lambda n: plural("{n} blue", "{n} blue", n),
    "green": lambda n: plural("{n} green", "{n} green", n),
    "black": lambda n: plural("{n} black", "{n} black", n),
    "red": lambda n: plural("{n} red", "{n} red", n),
}


def pool_words(pool: Mapping[Any, int]) -> str:
    """Count dice or hits by their colours: `2 green, 3 blue, 4 yellow`."""
    return ", ".join(_COUNTED[colour](n) for colour, n in pool.items()) or tr("no dice")


HIT_FACES = {later("yellow"): 2, later("blue"): 3, later("green"): 4, later("black"): 5, later("red"): 6}
"""Colour of a die to the number of its six faces that show a hit, weakest die first (Rulebook p.12, 37)."""

SIDES = 6

IN_THE_BOX = {"yellow": 4, "blue": 4, "green": 4, "black": 4, "red": 1}
"""The attack dice of each colour in the box (Rulebook p.5: 17 in all)."""


def more_than_in_the_box(pool: Iterable[str]) -> str:
    """Say of which colours a pool has more dice than the box; nothing where the box has them all."""
    dice = list(pool)
    over = {colour: n for colour, has in IN_THE_BOX.items() if (n := dice.count(colour)) > has}
    if not over:
        return ""
    text = later("{dice}, of {most} in the box")
    dice_of = [tr(text, dice=_COUNTED[colour](n), most=IN_THE_BOX[colour]) for colour, n in over.items()]
    return tr("more dice than the box has ({dice}): roll some of them again for the rest", dice="; ".join(dice_of))


@lru_cache(maxsize=4096)
def ways_of_hits(pool: tuple[str, ...]) -> tuple[int, ...]:
    """Count the ways in which dice show 0, 1, 2 … hits, of all `SIDES ** len(pool)`; their order does not matter."""
    ways = [1]
    for colour in pool:
        hit = HIT_FACES[colour]
        ways = [
            (ways[hits] if hits < len(ways) else 0) * (SIDES - hit) + (ways[hits - 1] if hits else 0) * hit
            for hits in range(len(ways) + 1)
        ]
    return tuple(ways)


def odds_of_hits(pool: Iterable[str]) -> list[Fraction]:
    """The chance of 0, 1, 2 … hits with a pool of dice, as exact fractions that sum to 1."""
    from fractions import Fraction

    ways = ways_of_hits(tuple(pool))
    return [Fraction(each, SIDES ** (len(ways) - 1)) for each in ways]


def odds_of_many(pool: Mapping[str, int]) -> dict[int, float]:
    """The chance of each number of hits with many dice, counted in whole numbers by colour; none rarer than 1e-25."""
    odds = {0: 1.0}
    for colour, count in pool.items():
        hit = HIT_FACES[colour]
        ways = [comb(count, hits) * hit**hits * (SIDES - hit) ** (count - hits) for hits in range(count + 1)]
        sums: dict[int, float] = {}
        for so_far, chance in odds.items():
            for hits, way in enumerate(ways):
                if (both := chance * (way / SIDES**count)) > _RAREST:
                    sums[so_far + hits] = sums.get(so_far + hits, 0.0) + both
        odds = sums
    return odds


_RAREST = 1e-25

LEAST, PLACES = 0.0001, 0
"""The least percentage that is written in figures, and the decimal places of one that needs no more."""


def percent(odds: Fraction | float) -> str:
    """Write a chance as a percentage, `20 %`, with as few figures as needed; only what is certain is 0 % or 100 %."""
    hundredths = float(odds) * 100
    if 0 < hundredths < LEAST:
        return in_percent(f"< {LEAST:.4f}")
    if 0 < hundredths < 1:
        return in_percent(f"{hundredths:.2g}")
    if hundredths >= 99.5 and odds != 1:
        return in_percent(f"{min(hundredths, 99.9):.1f}")
    return in_percent(in_hundredths(odds))


def in_hundredths(share: Fraction | float) -> str:
    """Write a share in hundredths, as a percentage has them."""
    return f"{float(share) * 100:.{PLACES}f}"


def in_percent(figures: str) -> str:
    """Write figures as a percentage."""
    return f"{figures} %"


class Rolled(list[bool]):
    """A roll that the app has made: for each die, in order, whether it hit."""


class Dice:
    """Dice that the app rolls because the player asked it to; the same seed rolls the same dice."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def roll(self, pool: Iterable[str]) -> Rolled:
        """Roll every die of a pool."""
        return Rolled(self._random.randrange(SIDES) < HIT_FACES[colour] for colour in pool)

    def choose(self, count: int) -> int:
        """Pick one of `count` equal options, counted from 0."""
        return self._random.randrange(count)
