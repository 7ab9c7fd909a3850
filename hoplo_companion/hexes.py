"""The hexes of an arena's mat: names, neighbours, distances, and steps under blocking.

A set of hexes is an integer, one bit a hex. The bits are laid out so that each of the six neighbours of a hex lies a
fixed number of bits away; one spare bit above every column keeps a shift from running into the next column. Whatever is
not a hex of the mat is masked off by the caller's set of free hexes.

The mats stand in columns of flat-topped hexes, each column centred on its neighbours, so the lengths of neighbouring
columns differ by an odd number. A hex is named by its column's letter, from the rival's side, and its number from the
top: `C4`.
"""

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, reduce
from itertools import accumulate, pairwise
from operator import or_
from string import ascii_uppercase
from typing import Any

from hoplo_companion.language import later, tr

MOST_HEXES = 128  # the most hexes that a mat may have

DIRECTIONS = {"n": (0, -2), "ne": (1, -1), "se": (1, 1), "s": (0, 2), "sw": (-1, 1), "nw": (-1, -1)}
"""The six ways from a hex to a neighbour, clockwise from the top of the mat: columns over, and half hexes down."""

HEX = re.compile(r"[A-Za-z]\d{1,2}")  # how a hex is named


def column_letters(column: int) -> str:
    """Name a column, counted from 0: A to Z, then AA, AB and so on."""
    before, letter = divmod(column, len(ascii_uppercase))
    return (ascii_uppercase[before - 1] if before else "") + ascii_uppercase[letter]


def bits(hexes: int) -> Iterator[int]:
    """Iterate over the single hexes of a set, lowest bit first."""
    while hexes:
        lowest = hexes & -hexes
        yield lowest
        hexes ^= lowest


def union(sets: Iterable[int]) -> int:
    """The hexes that are in any of some sets."""
    return reduce(or_, sets, 0)


def check_columns(columns: tuple[int, ...]) -> list[tuple[str, str]]:
    """What keeps columns from being a mat, as (place among them, as `[2]`, or nothing; why)."""
    if not 1 <= len(columns) <= MOST_HEXES:
        return [("", tr("a mat has between 1 and {most} columns", most=MOST_HEXES))]
    faults = [
        (f"[{at}]", tr("a column has between 1 and {most} hexes, not {n}", most=MOST_HEXES, n=n))
        for at, n in enumerate(columns)
        if not 1 <= n <= MOST_HEXES
    ]
    odd = later("neighbouring columns differ by an odd number of hexes; {left} and {right} do not: add one")
    for at, (left, right) in enumerate(pairwise(columns), 1):
        if (left - right) % 2 == 0:
            faults.append((f"[{at}]", tr(odd, left=left, right=right)))
    return faults


class Mat:
    """The hexes of columns that stand side by side (`check_columns`), before any hex is missing or blocked."""

    __slots__ = ("_at", "bit", "columns", "discs", "everywhere", "name", "place", "rings", "slant")

    def __init__(self, columns: tuple[int, ...]) -> None:
        self.columns = columns
        # Doubled heights let columns that are half a hex apart share whole numbers; subtracting the column slants the
        # rows so that the two neighbours in the next column are always one row apart in the same direction.
        odd = (columns[0] - 1) & 1
        places = [
            (column, number, 2 * number - length - 1, (2 * number - length - 1 - column - odd) // 2)
            for column, length in enumerate(columns)
            for number in range(1, length + 1)
        ]
        top = min(row for *_, row in places)
        stride = max(row for *_, row in places) - top + 2
        self.slant = stride - 1
        self.bit = {
            f"{column_letters(column)}{number}": 1 << (column * stride + row - top) for column, number, _, row in places
        }
        self.name = {bit: name for name, bit in self.bit.items()}.__getitem__  # of a single hex
        self._at = {
            (column, height): bit for bit, (column, _, height, _) in zip(self.bit.values(), places, strict=True)
        }
        # Where a hex lies: its column from 0, and its height in half hexes below the middle.
        self.place = {bit: place for place, bit in self._at.items()}.__getitem__
        self.everywhere = sum(self.bit.values())
        self.rings = cache(self._rings)
        self.discs = cache(self._discs)

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how another process makes it again: its own mat with these columns."""
        return mat_of, (self.columns,)

    def names(self, hexes: int) -> list[str]:
        """Name the hexes of a set, sorted."""
        return sorted(map(self.name, bits(hexes)))

    def distance(self, one: int, other: int) -> int:
        """Count the hexes from one hex to another, whatever lies between (Rulebook p.12)."""
        column, height = self.place(one)
        other_column, other_height = self.place(other)
        across = abs(column - other_column)
        return across + max(0, (abs(height - other_height) - across) // 2)

    def _rings(self, hex_: int) -> tuple[int, ...]:
        """The hexes at distance 0, 1, 2 … of a hex, one set each, as far as the mat goes."""
        found: dict[int, int] = {}
        for other in self.bit.values():
            distance = self.distance(hex_, other)
            found[distance] = found.get(distance, 0) | other
        return tuple(found.get(distance, 0) for distance in range(max(found) + 1))

    def _discs(self, hex_: int) -> tuple[int, ...]:
        """The hexes at most 0, 1, 2 … away from a hex, one set each, as far as the mat goes."""
        return tuple(accumulate(self.rings(hex_), or_))

    def within(self, hex_: int, distance: int) -> int:
        """The hexes at most `distance` away from a hex, itself included."""
        discs = self.discs(hex_)
        return discs[distance] if distance < len(discs) else discs[-1]

    def adjacent(self, hexes: int) -> int:
        """Every hex that shares a side with a hex of the set (Rulebook p.35)."""
        up, down, slant = hexes << 1, hexes >> 1, self.slant
        return (up | down | (up | hexes) << slant | (down | hexes) >> slant) & self.everywhere

    def step(self, hex_: int, direction: str) -> int:
        """The neighbour of a hex in a direction of `DIRECTIONS`, or no hex where the mat ends."""
        column, height = self.place(hex_)
        over, down = DIRECTIONS[direction]
        return self._at.get((column + over, height + down), 0)

    def beyond(self, hex_: int, neighbour: int) -> int:
        """The hex straight beyond a neighbour of a hex, or no hex where the mat ends."""
        column, height = self.place(hex_)
        over, down = self.place(neighbour)
        return self._at.get((2 * over - column, 2 * down - height), 0)

    def ring_around(self, centre: int) -> list[int]:
        """The hexes adjacent to a set of hexes, counter-clockwise as one looks at the mat."""
        places = [self.place(bit) for bit in bits(centre)]
        middle = (sum(column for column, _ in places) / len(places), sum(height for _, height in places) / len(places))

        def angle(bit: int) -> float:
            column, height = self.place(bit)
            # A column is as wide as three quarters of a hex; heights count half hexes, downwards.
            return math.atan2((middle[1] - height) / 2, (column - middle[0]) * math.sqrt(3) / 2)

        return sorted(bits(self.adjacent(centre) & ~centre), key=angle)

    def levels(self, start: int, free: int, most: int) -> list[int]:
        """The hexes that 0, 1, 2 … steps through free hexes lead to at the earliest, till no step leads on."""
        levels = [start]
        edge = start
        free &= ~start
        slant = self.slant
        for _ in range(most):
            up, down = edge << 1, edge >> 1
            edge = (up | down | (up | edge) << slant | (down | edge) >> slant) & free
            if not edge:
                break
            free ^= edge
            levels.append(edge)
        return levels


@lru_cache(maxsize=256)
def mat_of(columns: tuple[int, ...]) -> Mat:
    """The mat with these columns; mats with the same columns are one object and share their tables."""
    return Mat(columns)
