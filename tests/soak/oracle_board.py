"""What the second reading of the rules is made of: the hexes of a mat, units as they are read, superlatives."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Position = dict[str, Any]
Unit = dict[str, Any]
Item = dict[str, Any]
Cube = tuple[int, int, int]
Key = tuple[int, ...]
Placement = tuple[tuple[str, str], ...]
Taken = frozenset[str]

NOTHING: Taken = frozenset()


def read_unit(raw: Unit) -> Unit:
    """Read a unit with every optional field filled in and its tactics counted in."""
    unset: Unit = {"faction": None, "elite": False, "hero": False, "dazed": False, "tactics": []}
    unit = {**unset, **raw}
    return unit | {"movement": unit["movement"] + unit["tactics"].count("adrenaline"), "dice": sum(unit["attack"])}


def read_hexes(columns: list[int], missing: Iterable[str]) -> dict[str, Cube]:
    cubes: dict[str, Cube] = {}
    for q, length in enumerate(columns):
        for row in range(length):
            # Half-hex heights from the middle line: centred columns of odd difference are half a hex apart.
            height = 2 * row - (length - 1)
            # The parity of height - q is the same on the whole mat, so rounding down shifts every hex alike.
            r = (height - q) // 2
            cubes[f"{chr(ord('A') + q)}{row + 1}"] = (q, r, -q - r)
    return {name: cube for name, cube in cubes.items() if name not in set(missing)}


@cache
def distances(columns: tuple[int, ...]) -> dict[tuple[str, str], int]:
    """Count hexes between any two of a mat, over everything."""
    cubes = read_hexes([*columns], [])
    return {(a, b): max(abs(i - j) for i, j in zip(cubes[a], cubes[b], strict=True)) for a in cubes for b in cubes}


def extreme(units: Iterable[Unit], value: Callable[[Unit], Key]) -> list[Unit]:
    """Keep the units whose value is the greatest."""
    pool = list(units)
    most = max(map(value, pool), default=None)
    return [unit for unit in pool if value(unit) == most]


def superlative(word: str, units: Iterable[Unit]) -> list[Unit]:
    """Keep the units that a descriptor about the units themselves fits best."""
    fields = {"strongest": "hp", "deadliest": "dice", "fastest": "movement"}
    opposites = {"weakest": "hp", "least-deadly": "dice", "slowest": "movement"}
    if word in fields:
        return extreme(units, lambda unit: (unit[fields[word]],))
    return extreme(units, lambda unit: (-unit[opposites[word]],))
