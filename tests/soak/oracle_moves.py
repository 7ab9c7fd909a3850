"""What the second reading of the rules is made of: hexes, units as read, superlatives, and how a unit moves."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.soak.oracle import Table

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


@dataclass(frozen=True)
class Decision:
    """What one rival unit would do if it moved now."""

    status: str
    marks: frozenset[tuple[int, str]]
    destinations: frozenset[str]


Mark = Unit | str
"""What a unit may go for: an opponent, or a hex by name."""


class Ahead:
    """What one unit sees before it moves: where it could end, and what its priorities mean from there."""

    def __init__(self, table: "Table", unit: Unit, where: dict[str, str], loose: Taken) -> None:
        self.table = table
        self.unit = unit
        self.loose = loose
        self.here = where[unit["id"]]
        self.items = table.priorities(unit)
        self.free, self.way = table.ways(unit, where)
        self.cost = table.steps([self.here], self.way)
        movement = table.pace(unit)
        self.ends = {spot for spot in self.free if self.cost.get(spot, movement + 1) <= movement}

    # -- marks

    def spot_of(self, mark: Mark) -> str:
        spot: str = mark if isinstance(mark, str) else mark["hex"]
        return spot

    def goals(self, mark: Mark) -> set[str]:
        """List the hexes from which the mark counts as reached."""
        reach = 0 if isinstance(mark, str) else self.unit["range"]
        return {spot for spot in self.free if self.table.distance(spot, self.spot_of(mark)) <= reach}

    def need(self, mark: Mark) -> int | None:
        """Count the movement needed to reach the mark if Movement were unlimited."""
        return min((self.cost[spot] for spot in self.goals(mark) if spot in self.cost), default=None)

    def key(self, mark: Mark) -> Key:
        """Order marks from close to far; those without a path come last."""
        hexes, walk = self.table.distance(self.here, self.spot_of(mark)), self.need(mark)
        if self.table.rulings.get("distance.words") == "hexes":
            return (hexes,)
        if walk is None:
            return (1, hexes)
        return (0, walk, hexes if walk == 0 else 0)

    def fitting(self, item: Item, opponents: Iterable[Unit], hexes: Iterable[str]) -> list[Mark]:
        """List the closest of those that the priority means."""
        found: list[Mark] = []
        if "opponent" in item:
            found.extend(self.table.fitting_opponents(item, opponents, self.key))
        else:
            found.extend(self.table.fitting_hexes(item, hexes, self.unit, self.loose))
        keys = [self.key(mark) for mark in found]
        return [mark for mark, key in zip(found, keys, strict=True) if key == min(keys)]

    # -- moves

    def in_reach(self) -> Decision | None:
        """Go for the first priority that means something in reach; nothing where none does."""
        reachable = [foe for foe in self.table.opponents if self.goals(foe) & self.ends]
        for index, item in enumerate(self.items):
            marks = self.fitting(item, reachable, self.ends)
            if not marks:
                continue
            if any(self.here in self.goals(mark) for mark in marks):
                assert all(self.here in self.goals(mark) for mark in marks)
                return Decision("stays", named(index, marks), frozenset({self.here}))
            spots = [self.ending(mark) for mark in marks]
            return Decision("moves", named(index, marks), frozenset().union(*spots))
        return None

    def backup(self) -> Decision | None:
        """Come closer to what the first priority means that means anything; nothing where none does."""
        for index, item in enumerate(self.items):
            pool = self.table.opponents
            if item.get("opponent") in {"closest", "farthest"}:
                pool = [foe for foe in pool if self.need(foe) is not None] or pool
            marks = self.fitting(item, pool, self.table.cubes)
            if not marks:
                continue
            closer = [(mark, self.approach(mark)) for mark in marks]
            taken = [(mark, best) for mark, best in closer if self.here not in best]
            if not taken:
                return Decision("blocked", named(index, marks), frozenset({self.here}))
            spots = [best for _, best in taken]
            return Decision("moves", named(index, [mark for mark, _ in taken]), frozenset().union(*spots))
        return None

    def ending(self, mark: Mark) -> set[str]:
        """Choose among reachable hexes that reach a mark the ones as far from it as possible."""
        spots = self.goals(mark) & self.ends
        away = {spot: self.table.distance(spot, self.spot_of(mark)) for spot in spots}
        spots = {spot for spot in spots if away[spot] == max(away.values())}
        if self.table.rulings.get("dest.bold") == "any-far":
            return spots
        return {spot for spot in spots if self.cost[spot] == min(self.cost[other] for other in spots)}

    def approach(self, mark: Mark) -> set[str]:
        """Choose among reachable hexes the ones as close as possible to a mark that cannot be reached now."""
        # Walking is the same both ways, so the steps from the goals are the steps still needed. A path from one end is
        # a path from all, because the unit can walk between its ends.
        still = self.table.steps(self.goals(mark), self.way)
        if self.table.rulings.get("backup.close") == "hexes" or not self.ends & still.keys():
            still = {spot: self.table.distance(spot, self.spot_of(mark)) for spot in self.ends}
        best = min((still[spot], self.cost[spot]) for spot in self.ends)
        return {spot for spot in self.ends if (still[spot], self.cost[spot]) == best}


def named(index: int, marks: list[Mark]) -> frozenset[tuple[int, str]]:
    """Name marks with the place on the list that means them."""
    return frozenset((index, mark if isinstance(mark, str) else mark["id"]) for mark in marks)
