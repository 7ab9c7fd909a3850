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


def why_no_move(ground: Ground, piece: Piece, how: str) -> str:
    """The rule that keeps a unit from moving at all; empty where nothing does."""
    if how == FLIGHT:
        return "" if "flying" in piece.traits else "pan.type.flying"
    if ground.blocks(piece, piece.area):
        return "pan.talent.block"
    is_stuck = how == WALK and ground.terrain(piece.area) == "swamp" and "aquatic" not in piece.traits
    return "pan.terrain.swamp" if is_stuck else ""


def why_no_room(ground: Ground, piece: Piece, area: str) -> str:
    """The rule that keeps a unit out of an area, however it comes; empty where there is room."""
    if ground.is_full(area, piece):
        return "pan.move.full"
    return "pan.type.huge" if "huge" in piece.traits and ground.areas[area].capacity < HUGE_NEEDS else ""


def why_not_cross(ground: Ground, piece: Piece, start: str, end: str, how: str) -> str:
    """The rule that keeps a unit from going from an area to the next; empty where it may."""
    between, terrain, climbs = ground.near(start)[end], ground.terrain(end), ground.has(piece, "climb")
    if reason := why_no_room(ground, piece, end):
        return reason
    flies_over = how == FLIGHT and ground.reads("pan.flight-boundaries")
    if between.kind == "cage-wall" and piece.kind not in ("troop", "hero") and not flies_over:
        return "pan.boundary.cage-wall"
    if how == FLIGHT:
        return ""
    if between.kind == "wall" or (between.kind == "escarpment" and not climbs):
        return f"pan.boundary.{between.kind}"
    if terrain in ("rock", "cliff") and not (climbs and how == WALK):
        return f"pan.terrain.{terrain}"
    return "pan.terrain.rift" if _is_rift(ground, piece, start, end) and not between.skulls else ""


def _is_rift(ground: Ground, piece: Piece, *areas: str) -> bool:
    """Whether a rift is among some areas, for a unit that falls into it."""
    return piece.kind in (*DIVINITIES, "monster") and "rift" in map(ground.terrain, areas)


def reach(ground: Ground, piece: Piece, how: str, movement: int) -> list[Arrival]:
    """Where a unit may end, each area by a shortest way."""
    if why_no_move(ground, piece, how):
        return []
    found: dict[str, Arrival] = {}
    start = (piece.area, ground.terrain(piece.area) in AQUATIC_TERRAINS)
    left = [start]
    ways: dict[tuple[str, bool], tuple[str, ...]] = {start: ()}
    for at, was_aquatic in left:
        for other, between in ground.near(at).items():
            path = (*ways[at, was_aquatic], other)
            is_aquatic = was_aquatic and ground.terrain(other) in AQUATIC_TERRAINS
            if len(path) > _steps(ground, piece, how, movement, is_aquatic=is_aquatic):
                continue
            if other == piece.area or why_not_cross(ground, piece, at, other, how):
                continue
            ends = tuple(_ends(ground, piece, other, between, how))
            if how == FLIGHT or not _is_rift(ground, piece, other):
                found.setdefault(other, Arrival(other, path, ends))
            if not ends and (other, is_aquatic) not in ways:
                ways[other, is_aquatic] = path
                left.append((other, is_aquatic))
    return sorted(found.values(), key=lambda each: (len(each.path), each.area))


def _steps(ground: Ground, piece: Piece, how: str, movement: int, *, is_aquatic: bool) -> int:
    """The areas that may be entered; an aquatic unit that stays in aquatic areas has one more."""
    steps = movement + (how != WALK)
    if how == FLIGHT:
        return steps
    if "aquatic" in piece.traits:
        return steps + is_aquatic
    return min(steps, 1) if ground.terrain(piece.area) == "swamp" else steps


def _ends(ground: Ground, piece: Piece, area: str, between: Boundary, how: str) -> Iterator[str]:
    """Iterate over the rules that end a move on entering an area."""
    terrain = ground.terrain(area)
    flies_over = how == FLIGHT and ground.reads("pan.flight-boundaries")
    if between.kind == "chains" and not (ground.has(piece, "climb") or flies_over):
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
    """The rule that keeps a unit from deploying into an area of its zone; empty where it may."""
    is_high = ground.terrain(area) in ("rock", "cliff") and "flying" not in piece.traits
    return why_no_room(ground, piece, area) or (f"pan.terrain.{ground.terrain(area)}" if is_high else "")


def at_start(ground: Ground, piece: Piece) -> str:
    """The rule of what happens to a unit that begins its activation where it is; empty for nothing."""
    is_polar = ground.terrain(piece.area) == "polar" and "boreal" not in piece.traits
    return "pan.terrain.polar" if is_polar else ""
