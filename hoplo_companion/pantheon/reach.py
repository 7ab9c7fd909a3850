"""Where a unit may go and deploy, and whom it may attack: distance, range, visibility, what the ground adds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from hoplo_companion.pantheon.ground import HUGE_NEEDS, Boundary, Ground
from hoplo_companion.pantheon.modifiers import Attack, Fighter, Values, effective
from hoplo_companion.pantheon.words import AQUATIC_TERRAINS, DIVINITIES

WALK, RUN, FLIGHT, DEPLOY = "walk", "run", "flight", "deploy"


class Arrival(NamedTuple):
    """An area that a unit may reach: the way there, and what happens on entering it, by the rules that have it."""

    area: str
    path: tuple[str, ...]
    ends_by: tuple[str, ...] = ()


def why_no_move(ground: Ground, piece: Fighter, how: str) -> str:
    """The rule that keeps a unit from moving at all; empty where nothing does."""
    if how == FLIGHT:
        return "" if "flying" in piece.traits else "pan.type.flying"
    if ground.blocks(piece, piece.area):
        return "pan.talent.block"
    is_stuck = how == WALK and piece.terrain == "swamp" and "aquatic" not in piece.traits
    return "pan.terrain.swamp" if is_stuck else ""


def why_no_room(ground: Ground, piece: Fighter, area: str) -> str:
    """The rule that keeps a unit out of an area, however it comes; empty where there is room."""
    if ground.is_full(area, piece):
        return "pan.move.full"
    return "pan.type.huge" if "huge" in piece.traits and ground.areas[area].capacity < HUGE_NEEDS else ""


def why_not_cross(ground: Ground, piece: Fighter, start: str, end: str, how: str) -> str:
    """The rule that keeps a unit from going from an area to the next; empty where it may."""
    between, terrain, climbs = ground.near(start)[end], ground.terrain(end), piece.has("climb")
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


def _is_rift(ground: Ground, piece: Fighter, *areas: str) -> bool:
    """Whether a rift is among some areas, for a unit that falls into it."""
    return piece.kind in (*DIVINITIES, "monster") and "rift" in map(ground.terrain, areas)


def reach(ground: Ground, piece: Fighter, how: str, movement: int) -> list[Arrival]:
    """Where a unit may end, each area by a shortest way."""
    if why_no_move(ground, piece, how):
        return []
    found: dict[str, Arrival] = {}
    start = (piece.area, piece.terrain in AQUATIC_TERRAINS)
    left = [start]
    ways: dict[tuple[str, bool], tuple[str, ...]] = {start: ()}
    for at, was_aquatic in left:
        for other, between in ground.near(at).items():
            path = (*ways[at, was_aquatic], other)
            is_aquatic = was_aquatic and ground.terrain(other) in AQUATIC_TERRAINS
            if len(path) > _steps(piece, how, movement, is_aquatic=is_aquatic):
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


def _steps(piece: Fighter, how: str, movement: int, *, is_aquatic: bool) -> int:
    """The areas that may be entered; an aquatic unit that stays in aquatic areas has one more."""
    steps = movement + (how != WALK)
    if how == FLIGHT:
        return steps
    if "aquatic" in piece.traits:
        return steps + is_aquatic
    return min(steps, 1) if piece.terrain == "swamp" else steps


def _ends(ground: Ground, piece: Fighter, area: str, between: Boundary, how: str) -> Iterator[str]:
    """Iterate over the rules that end a move on entering an area."""
    terrain = ground.terrain(area)
    flies_over = how == FLIGHT and ground.reads("pan.flight-boundaries")
    if between.kind == "chains" and not (piece.has("climb") or flies_over):
        yield "pan.boundary.chains"
    if how == FLIGHT:
        return
    if any(other.is_enemy_of(piece) for other in ground.on(area, piece)) and not _is_rift(ground, piece, area):
        yield "pan.move.enemy"
    if terrain == "swamp" and "aquatic" not in piece.traits:
        yield "pan.terrain.swamp"
    if terrain == "lava" and "fireproof" not in piece.traits:
        yield "pan.terrain.lava"


def why_not_deploy(ground: Ground, piece: Fighter, area: str) -> str:
    """The rule that keeps a unit from deploying into an area of its zone; empty where it may."""
    is_high = ground.terrain(area) in ("rock", "cliff") and "flying" not in piece.traits
    return why_no_room(ground, piece, area) or (f"pan.terrain.{ground.terrain(area)}" if is_high else "")


def at_start(piece: Fighter) -> str:
    """The rule of what happens to a unit that begins its activation where it is; empty for nothing."""
    is_polar = piece.terrain == "polar" and "boreal" not in piece.traits
    return "pan.terrain.polar" if is_polar else ""


OBSTACLES = ("cage", "cliff", "forest", "polar", "rock", "ruins")
"""The terrains that are described as obstacles."""


class Sight(NamedTuple):
    """Whether an area is seen from another: None where only the board shows it; `by` are the obstacles between."""

    is_seen: bool | None
    by: tuple[str, ...] = ()
    rule: str = "pan.attack.visible"


@dataclass(frozen=True)
class Aim:
    """An attack that a unit might carry out on an area, or on a unit in it: why it may or not, and its values.

    `distance` is as counted, None where no way leads; `is_full_adjacent` says that it is attacked as at range 0.
    """

    name: str
    distance: int | None
    values: Values
    sight: Sight
    is_full_adjacent: bool
    is_higher: bool | None

    @property
    def is_in_range(self) -> bool:
        """Whether the target is within range."""
        return self.is_full_adjacent or (self.distance is not None and self.distance <= self.values.range)

    @property
    def added(self) -> tuple[int, int]:
        """What is added to the offence and to the defence."""
        counted = [each for each in self.values.modifiers if not each.why_not]
        return sum(each.offence for each in counted), sum(each.defence for each in counted)

    @property
    def is_legal(self) -> bool | None:
        """Whether the attack may be carried out; None where only the board shows it."""
        return self.is_in_range and self.sight.is_seen

    def table(self) -> dict[str, object]:
        """The attack for programs."""
        offence, defence = self.added
        return {"legal": self.is_legal, "distance": self.distance, "range": self.values.range,
                "as_range_0": self.is_full_adjacent, "visible": self.sight.is_seen,
                "offence": offence, "defence": defence}  # fmt: skip


def sight(ground: Ground, start: str, end: str, *, aerial: bool = False) -> Sight:
    """Whether a target in one area is visible from another, by the straight line between their centres."""
    if start == end:
        return Sight(True)
    if aerial:
        return Sight(True, rule="pan.type.aerial-attack")
    if ground.terrain(start) in ("rock", "stairs"):
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
    centres = {id_: area.centre for id_, area in ground.areas.items() if area.centre is not None}
    one, two = centres[start], centres[end]
    # Along the line the squared distance to a centre is the same parabola for all, plus a straight line of each.
    slopes, heights = {}, {}
    for id_, (x, y) in centres.items():
        slopes[id_] = 2 * ((two[0] - one[0]) * (one[0] - x) + (two[1] - one[1]) * (one[1] - y))
        heights[id_] = (one[0] - x) ** 2 + (one[1] - y) ** 2
    found = []
    for id_ in ground.areas:
        # It is nearest from where the last other centre falls behind to where the first one comes before it.
        pairs = [(slopes[id_] - slopes[each], heights[each] - heights[id_]) for each in ground.areas if each != id_]
        first = max([0.0, *(room / rise for rise, room in pairs if rise < 0)])
        last = min([1.0, *(room / rise for rise, room in pairs if rise > 0)])
        # A line that only touches an area does not cross it.
        if last - first > 1e-9 and all(room > 0 for rise, room in pairs if not rise):
            found.append((first, id_))
    return [start, *(id_ for _, id_ in sorted(found) if id_ not in (start, end)), end]


def aim(ground: Ground, piece: Fighter, target: Fighter | str, attack: Attack, *, far: bool = False) -> Aim:
    """Look at an attack of a unit on another one, or on an area; by `far` an adjacent full area is not range 0."""
    struck, end = (None, target) if isinstance(target, str) else (target, target.area)
    distance, is_higher = ground.distance(piece.area, end), ground.is_higher(piece.area, end)
    is_full = distance == 1 and not (attack.area or far) and ground.is_full(end)
    attack = on_ground(replace(attack, distance=0 if is_full else distance or 0), ground, piece, end, struck)
    seen = sight(ground, piece.area, end, aerial=attack.aerial)
    if is_full:
        seen = Sight(True, rule="pan.attack.full-adjacent")
    return Aim(end if struck is None else struck.name, distance, effective(attack), seen, is_full, is_higher)


def on_ground(attack: Attack, ground: Ground, piece: Fighter, end: str, target: Fighter | None = None) -> Attack:
    """An attack as the ground makes it, on a unit, or on an area before a target is chosen."""
    return replace(
        attack,
        range=piece.range,
        heights=bool(ground.is_higher(piece.area, end)),
        attacker=ground.fighter(piece),
        target=Fighter() if target is None else ground.fighter(target),
    )
