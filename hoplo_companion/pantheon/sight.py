"""Whom a unit may attack: distance, range, visibility, and what the ground does to the attack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from hoplo_companion.pantheon.ground import Area, Ground, Piece
from hoplo_companion.pantheon.modifiers import Attack, Fighter, Values, effective

OBSTACLES = ("cage", "cliff", "forest", "polar", "rock", "ruins")
"""The terrains that are described as obstacles."""

SEES_OVER = ("rock", "stairs")
NOWHERE = 999
"""The distance to where no way leads."""


class Sight(NamedTuple):
    """Whether an area is seen from another: None where only the board shows it; `by` are the obstacles between."""

    is_seen: bool | None
    by: tuple[str, ...] = ()
    rule: str = "pan.attack.visible"


@dataclass(frozen=True)
class Aim:
    """An attack that a unit might carry out on an area, or on a unit in it: why it may or not, and its values.

    `distance` is as counted; `is_full_adjacent` says that it is attacked as at range 0.
    """

    name: str
    distance: int
    values: Values
    sight: Sight
    is_full_adjacent: bool
    is_higher: bool | None

    @property
    def is_in_range(self) -> bool:
        """Whether the target is within range."""
        return self.is_full_adjacent or self.distance <= self.values.range

    @property
    def added(self) -> tuple[int, int]:
        """What is added to the offence and to the defence."""
        counted = [each for each in self.values.modifiers if not each.why_not]
        return sum(each.offence for each in counted), sum(each.defence for each in counted)

    @property
    def is_legal(self) -> bool | None:
        """Whether the attack may be carried out; None where only the board shows it."""
        return self.is_in_range and self.sight.is_seen


def sight(ground: Ground, start: str, end: str, *, aerial: bool = False) -> Sight:
    """Whether a target in one area is visible from another, by the straight line between their centres."""
    if start == end:
        return Sight(True)
    if aerial:
        return Sight(True, rule="pan.type.aerial-attack")
    if ground.terrain(start) in SEES_OVER:
        return Sight(True, rule=f"pan.terrain.{ground.terrain(start)}")
    if ground.is_higher(start, end):
        return Sight(True, rule="pan.boundary.heights")
    if any(area.centre is None for area in ground.areas.values()):
        return Sight(None)
    crossed = crossing(ground, start, end)
    blocked = [area for area in crossed[1:-1] if ground.terrain(area) in OBSTACLES or ground.on(area)]
    if ground.reads("pan.wall-sight"):
        beside = [(one, two) for one, two in pairwise(crossed) if two in ground.near(one)]
        blocked += [f"{one}-{two}" for one, two in beside if ground.near(one)[two].kind == "wall"]
    return Sight(not blocked, tuple(blocked))


def crossing(ground: Ground, start: str, end: str) -> list[str]:
    """The areas that a line between two centres crosses, in order (ruling `pan.sight-centres`).

    An area is crossed where the line comes nearer to its centre than to any other.
    """
    one, two = _centre(ground.areas[start]), _centre(ground.areas[end])
    # Along the line the squared distance to a centre is the same parabola for all, plus a straight line of each.
    slopes, heights = {}, {}
    for id_, area in ground.areas.items():
        x, y = _centre(area)
        slopes[id_] = 2 * ((two[0] - one[0]) * (one[0] - x) + (two[1] - one[1]) * (one[1] - y))
        heights[id_] = (one[0] - x) ** 2 + (one[1] - y) ** 2
    found = []
    for id_ in ground.areas:
        # It is nearest from where the last other centre falls behind to where the first one comes before it.
        pairs = [(slopes[id_] - slopes[each], heights[each] - heights[id_]) for each in ground.areas if each != id_]
        first = max([0.0, *(room / rise for rise, room in pairs if rise < 0)])
        last = min([1.0, *(room / rise for rise, room in pairs if rise > 0)])
        if last - first > _TOUCH and all(room >= 0 for rise, room in pairs if not rise):
            found.append((first, id_))
    return [start, *(id_ for _, id_ in sorted(found) if id_ not in (start, end)), end]


_TOUCH = 1e-9
"""A line that only touches an area does not cross it."""


def _centre(area: Area) -> tuple[float, float]:
    assert area.centre is not None
    return area.centre


def aim(ground: Ground, piece: Piece, target: Piece | str, attack: Attack, *, far: bool = False) -> Aim:
    """Look at an attack of a unit on another one, or on an area; by `far` an adjacent full area is not range 0."""
    struck, end = (None, target) if isinstance(target, str) else (target, target.area)
    counted = ground.distance(piece.area, end)
    distance = NOWHERE if counted is None else counted
    is_full = distance == 1 and not (attack.area or far) and ground.is_full(end)
    attack = on_ground(replace(attack, distance=0 if is_full else distance), ground, piece, end, struck)
    seen = sight(ground, piece.area, end, aerial=attack.aerial)
    if is_full:
        seen = Sight(True, rule="pan.attack.full-adjacent")
    return Aim(
        struck.name if struck is not None else end,
        distance,
        effective(attack),
        seen,
        is_full,
        ground.is_higher(piece.area, end),
    )


def on_ground(attack: Attack, ground: Ground, piece: Piece, end: str, target: Piece | None = None) -> Attack:
    """An attack as the ground makes it, on a unit, or on an area before a target is chosen."""
    return replace(
        attack,
        range=piece.range or 0,
        heights=bool(ground.is_higher(piece.area, end)),
        attacker=ground.fighter(piece),
        target=Fighter() if target is None else ground.fighter(target),
    )
