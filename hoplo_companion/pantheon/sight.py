"""Whom a unit may attack: distance, range, visibility, and what the ground does to the attack."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from hoplo_companion.pantheon.ground import Area, Ground, Piece, bolstered
from hoplo_companion.pantheon.modifiers import Attack, Fighter, Values, effective

OBSTACLES = ("cage", "cliff", "forest", "polar", "rock", "ruins")
"""The terrains that are described as obstacles."""

SEES_OVER = ("rock", "stairs")


class Sight(NamedTuple):
    """Whether an area is seen from another: None where only the board shows it; `by` are the obstacles between."""

    is_seen: bool | None
    by: tuple[str, ...] = ()
    rule: str = "pan.attack.visible"


class Aim(NamedTuple):
    """An attack that a unit might carry out: the target, at what distance, the values, and why it may or may not."""

    target: Piece
    distance: int
    values: Values
    is_in_range: bool
    sight: Sight
    is_full_adjacent: bool
    is_higher: bool | None

    @property
    def is_legal(self) -> bool | None:
        """Say whether the attack may be carried out; None where only the board shows it."""
        if not self.is_in_range:
            return False
        return self.sight.is_seen


def is_obstacle(ground: Ground, area: str) -> bool:
    """Say whether an area is in the way: its terrain is one, or a unit is there."""
    return ground.areas[area].ground in OBSTACLES or bool(ground.on(area))


def sight(ground: Ground, start: str, end: str, *, aerial: bool = False) -> Sight:
    """Say whether a target in one area is visible from another, by the straight line between their centres."""
    if start == end:
        return Sight(True)
    if aerial:
        return Sight(True, rule="pan.type.aerial-attack")
    if ground.areas[start].ground in SEES_OVER:
        return Sight(True, rule=f"pan.terrain.{ground.areas[start].ground}")
    if ground.is_higher(start, end):
        return Sight(True, rule="pan.boundary.heights")
    if any(area.centre is None for area in ground.areas.values()):
        return Sight(None)
    crossed = crossing(ground, start, end)
    blocked = [area for area in crossed[1:-1] if is_obstacle(ground, area)]
    if ground.reads("pan.wall-sight"):
        blocked += [
            f"{one}-{two}"
            for one, two in pairwise(crossed)
            if two in ground.near(one) and ground.near(one)[two].kind == "wall"
        ]
    return Sight(not blocked, tuple(blocked))


def crossing(ground: Ground, start: str, end: str) -> list[str]:
    """List the areas that a line between two centres crosses, in order (ruling `pan.sight-centres`).

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
        first, last = 0.0, 1.0
        for other in ground.areas:
            rise, room = slopes[id_] - slopes[other], heights[other] - heights[id_]
            if other == id_:
                continue
            if rise > 0:
                last = min(last, room / rise)
            elif rise < 0:
                first = max(first, room / rise)
            elif room < 0:
                last = -1.0
        if last - first > _TOUCH:
            found.append((first, id_))
    return [start, *(id_ for _, id_ in sorted(found) if id_ not in (start, end)), end]


_TOUCH = 1e-9
"""A line that only touches an area does not cross it."""


def _centre(area: Area) -> tuple[float, float]:
    assert area.centre is not None
    return area.centre


def aim(
    ground: Ground,
    piece: Piece,
    target: Piece,
    offence: int,
    defence: int,
    *,
    aerial: bool = False,
    area: bool = False,
    heights: bool = False,
) -> Aim:
    """Look at an attack of a unit on another one; `heights` is the player's word where levels are missing."""
    counted = ground.distance(piece.area, target.area)
    distance = 999 if counted is None else counted
    full = distance == 1 and ground.is_full(target.area)
    higher = ground.is_higher(piece.area, target.area) or heights
    attack = attack_of(
        ground, piece, target, offence, defence, distance=0 if full else distance, area=area, aerial=aerial,
        heights=bool(higher),
    )  # fmt: skip
    values = effective(attack)
    seen = sight(ground, piece.area, target.area, aerial=aerial)
    if full:
        seen = Sight(True, rule="pan.attack.full-adjacent")
    return Aim(target, distance, values, full or distance <= values.range, seen, full, higher)


def attack_of(
    ground: Ground,
    piece: Piece,
    target: Piece | None,
    offence: int,
    defence: int,
    *,
    distance: int,
    area: bool = False,
    aerial: bool = False,
    heights: bool | None = None,
    end: str = "",
) -> Attack:
    """Give an attack as the ground makes it, on a unit, or on an area (`end`) before a target is chosen."""
    end = end or (target.area if target is not None else "")
    return Attack(
        offence=offence,
        defence=defence,
        range=piece.range or 0,
        distance=distance,
        area=area,
        aerial=aerial,
        heights=bool(ground.is_higher(piece.area, end)) if heights is None else heights,
        attacker=_fighter(ground, piece),
        target=Fighter() if target is None else _fighter(ground, target),
    )


def _fighter(ground: Ground, piece: Piece) -> Fighter:
    return Fighter(
        kind=piece.kind,
        terrain=ground.areas[piece.area].ground,
        traits=piece.traits,
        talents=tuple(bolstered(ground, piece)),
        alone=piece.alone,
    )
