"""Where a unit may go: by a walk, a run or a fast flight, and where it may deploy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hoplo_companion.pantheon.ground import HUGE_NEEDS, Boundary, Ground, Piece
from hoplo_companion.pantheon.words import AQUATIC_TERRAINS, DIVINITIES

WALK, RUN, FLIGHT = "walk", "run", "flight"


class Arrival(NamedTuple):
    """An area that a unit may reach: the way there, and what happens on entering it, by the rules that have it."""

    area: str
    path: tuple[str, ...]
    ends_by: tuple[str, ...] = ()


class _At(NamedTuple):
    area: str
    path: tuple[str, ...]
    is_aquatic: bool


def why_no_move(ground: Ground, piece: Piece, how: str) -> str:
    """Give the rule that keeps a unit from moving at all; empty where nothing does."""
    if how == FLIGHT:
        return "" if "flying" in piece.traits else "pan.type.flying"
    if not piece.has("block", ground) and any(
        other.is_enemy_of(piece) and other.has("block", ground) for other in ground.on(piece.area, piece)
    ):
        return "pan.talent.block"
    if how == WALK and ground.areas[piece.area].ground == "swamp" and "aquatic" not in piece.traits:
        return "pan.terrain.swamp"
    return ""


def why_not_cross(ground: Ground, piece: Piece, start: str, end: str, how: str) -> str:
    """Give the rule that keeps a unit from going from an area to the next; empty where it may."""
    between, area = ground.near(start)[end], ground.areas[end]
    climbs = piece.has("climb", ground)
    if ground.is_full(end, piece):
        return "pan.move.full"
    if "huge" in piece.traits and area.capacity < HUGE_NEEDS:
        return "pan.type.huge"
    flies_over = how == FLIGHT and ground.reads("pan.flight-boundaries")
    if between.kind == "cage-wall" and piece.kind not in ("troop", "hero") and not flies_over:
        return "pan.boundary.cage-wall"
    if how == FLIGHT:
        return ""
    if between.kind == "wall":
        return "pan.boundary.wall"
    if between.kind == "escarpment" and not climbs:
        return "pan.boundary.escarpment"
    if area.ground in ("rock", "cliff") and not (climbs and how == WALK):
        return f"pan.terrain.{area.ground}"
    if _is_rift(ground, piece, start, end) and not between.skulls:
        return "pan.terrain.rift"
    return ""


def _is_rift(ground: Ground, piece: Piece, *areas: str) -> bool:
    """Say whether a rift is among some areas, for a unit that falls into it."""
    return _falls(piece) and any(ground.areas[area].ground == "rift" for area in areas)


def _falls(piece: Piece) -> bool:
    return piece.kind in (*DIVINITIES, "monster")


def reach(ground: Ground, piece: Piece, how: str, movement: int) -> list[Arrival]:
    """List where a unit may end, each area by a shortest way."""
    if why_no_move(ground, piece, how):
        return []
    found: dict[str, Arrival] = {}
    start = _At(piece.area, (), ground.areas[piece.area].ground in AQUATIC_TERRAINS)
    left, seen = [start], {(start.area, start.is_aquatic)}
    for at in left:
        for other, between in ground.near(at.area).items():
            is_aquatic = at.is_aquatic and ground.areas[other].ground in AQUATIC_TERRAINS
            if len(at.path) >= _steps(ground, piece, how, movement, is_aquatic=is_aquatic):
                continue
            if other == piece.area or why_not_cross(ground, piece, at.area, other, how):
                continue
            path = (*at.path, other)
            ends = tuple(_ends(ground, piece, other, between, how))
            if how == FLIGHT or not _is_rift(ground, piece, other):
                found.setdefault(other, Arrival(other, path, ends))
            if not ends and (other, is_aquatic) not in seen:
                seen.add((other, is_aquatic))
                left.append(_At(other, path, is_aquatic))
    return sorted(found.values(), key=lambda each: (len(each.path), each.area))


def _steps(ground: Ground, piece: Piece, how: str, movement: int, *, is_aquatic: bool) -> int:
    """Count the areas that may be entered; an aquatic unit that stays in aquatic areas has one more."""
    steps = movement + (how != WALK)
    if how == FLIGHT:
        return steps
    if "aquatic" in piece.traits:
        return steps + is_aquatic
    if ground.areas[piece.area].ground == "swamp":
        return min(steps, 1)
    return steps


def _ends(ground: Ground, piece: Piece, area: str, between: Boundary, how: str) -> Iterator[str]:
    """Iterate over the rules that end a move on entering an area."""
    terrain = ground.areas[area].ground
    flies_over = how == FLIGHT and ground.reads("pan.flight-boundaries")
    if between.kind == "chains" and not (piece.has("climb", ground) or flies_over):
        yield "pan.boundary.chains"
    if how == FLIGHT:
        return
    if any(other.is_enemy_of(piece) for other in ground.on(area, piece)) and not _is_rift(ground, piece, area):
        yield "pan.move.enemy"
    if terrain == "swamp" and "aquatic" not in piece.traits:
        yield "pan.terrain.swamp"
    if terrain == "lava" and "fireproof" not in piece.traits:
        yield "pan.terrain.lava"


def why_not_deploy(ground: Ground, piece: Piece, area: str) -> str:
    """Give the rule that keeps a unit from deploying into an area of its zone; empty where it may."""
    if ground.is_full(area, piece):
        return "pan.move.full"
    if "huge" in piece.traits and ground.areas[area].capacity < HUGE_NEEDS:
        return "pan.type.huge"
    if ground.areas[area].ground in ("rock", "cliff") and "flying" not in piece.traits:
        return f"pan.terrain.{ground.areas[area].ground}"
    return ""


def at_start(ground: Ground, piece: Piece) -> str:
    """Give the rule of what happens to a unit that begins its activation where it is; empty for nothing."""
    is_polar = ground.areas[piece.area].ground == "polar" and "boreal" not in piece.traits
    return "pan.terrain.polar" if is_polar else ""
