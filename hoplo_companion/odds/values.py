"""What is to be expected of a situation, for several aims at once, in whole numbers over a power of six.

Every chance of the game comes of dice with six sides, so that nothing else is needed to be exact; and adding whole
numbers is many times as fast as adding fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from hoplo_companion.dice import HIT_FACES, SIDES

if TYPE_CHECKING:
    from fractions import Fraction

Numbers = tuple[int, ...]
"""One number an aim: those at even places are to be as small as they can be, those at odd ones as great."""

Value = tuple[int, Numbers]
"""Numbers, and the power of six that they are over."""

Part = tuple[int, Value]
"""Something that may happen: in how many of the equally likely ways, and what it is worth."""


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


def ways_by_colour(pool: tuple[str, ...]) -> list[tuple[int, dict[str, int]]]:
    """Count the ways of every number of hits of each colour, of all `SIDES ** len(pool)`."""
    colours = list(dict.fromkeys(pool))
    each = [enumerate(ways_of_hits((colour,) * pool.count(colour))) for colour in colours]
    found = []
    for rolled in product(*map(list, each)):
        ways = 1
        for _, one in rolled:
            ways *= one
        if ways:
            found.append((ways, dict(zip(colours, (hits for hits, _ in rolled), strict=True))))
    return found


def expected(parts: Sequence[Part], power: int) -> Value:
    """Weigh what may happen by its ways, of all six to some power."""
    most = max(part[1][0] for part in parts)
    total: list[int] | None = None
    for ways, (over, numbers) in parts:
        by = ways if over == most else ways * SIDES ** (most - over)
        if total is None:
            total = [by * number for number in numbers]
        else:
            total = [so_far + by * number for so_far, number in zip(total, numbers, strict=True)]
    assert total is not None
    return most + power, tuple(total)


def chosen(values: Sequence[Value]) -> Value:
    """Give the best of some values for each aim by itself."""
    if len(values) == 1:
        return values[0]
    most = max(value[0] for value in values)
    columns = zip(*(levelled(value, most) for value in values), strict=True)
    return most, tuple([max(column) if at & 1 else min(column) for at, column in enumerate(columns)])


def together(values: Sequence[Value]) -> Value:
    """Add up the values of what goes on side by side."""
    most = max(value[0] for value in values)
    columns = zip(*(levelled(value, most) for value in values), strict=True)
    return most, tuple([sum(column) for column in columns])


def unless(value: Value, ended: Value, at: int) -> Value:
    """Give a value where what costs least can wait for an end that comes with the chance of another value's aim."""
    whole = SIDES ** ended[0]
    left = whole - ended[1][at]
    numbers = [number * (whole if odd & 1 else left) for odd, number in enumerate(value[1])]
    return value[0] + ended[0], tuple(numbers)


def levelled(value: Value, over: int) -> Numbers:
    """Give the numbers of a value over a higher power of six."""
    if value[0] == over:
        return value[1]
    by = SIDES ** (over - value[0])
    return tuple([number * by for number in value[1]])


def plus(value: Value, more: Iterable[tuple[int, int]]) -> Value:
    """Add whole numbers to a value: (place, number)."""
    over, numbers = value
    by = SIDES**over
    changed = list(numbers)
    for at, number in more:
        changed[at] += number * by
    return over, tuple(changed)


def as_fractions(value: Value) -> list[Fraction]:
    """Give the numbers of a value as fractions in lowest terms."""
    from fractions import Fraction

    whole = SIDES ** value[0]
    return [Fraction(number, whole) for number in value[1]]
