"""The ground as it is entered, the units on it, where they may go, and whom they may attack.

`3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down` is area 3, a forest for four units. A boundary needs to be
entered on one side only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

from hoplo_companion.components.names import slug
from hoplo_companion.components.readings import chosen
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.modifiers import BONUSES, OF_OTHERS, Attack, Bonus, Fighter, Values, effective
from hoplo_companion.pantheon.words import (
    AQUATIC_TERRAINS,
    BOUNDARIES,
    DIVINITIES,
    TERRAINS,
    WITH_ELEMENTS,
    read_word,
)
from hoplo_companion.tables.slots import number

LARGEST = 99
MOST_AREAS = 200
FARTHEST = 1e6
HUGE_NEEDS = 3
"""The least capacity of an area that a huge unit may enter."""

EXAMPLE = "3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down"


class Boundary(NamedTuple):
    """What lies between two areas, seen from one of them; `heights` is `down` where this one is the higher."""

    kind: str = "normal"
    heights: str = ""
    skulls: bool = False

    def turned(self) -> Boundary:
        """The same boundary as seen from the other side."""
        return self._replace(heights={"down": "up", "up": "down"}.get(self.heights, ""))


@dataclass(frozen=True)
class Area:
    """An area: its terrain, how many units it takes, the 3D elements left (None where they were not counted)."""

    id: str
    terrain: str
    capacity: int
    elements: int | None = None
    level: int | None = None
    centre: tuple[float, float] | None = None

    @property
    def standing(self) -> int:
        """The 3D elements that stand there; uncounted ones as many as the terrain has: trees by half, one column."""
        has = {"forest": (self.capacity + 1) // 2, "ruins": 1}
        return self.elements if self.elements is not None else has.get(self.terrain, 0)

    @property
    def ground(self) -> str:
        """The terrain that counts: open ground where all 3D elements are gone."""
        return "open" if self.terrain in WITH_ELEMENTS and not self.standing else self.terrain


@dataclass
class Ground:
    """A board: its areas, what lies between them, its units; and the readings of open questions that hold on it."""

    areas: dict[str, Area] = field(default_factory=dict)
    between: dict[str, dict[str, Boundary]] = field(default_factory=dict)
    pieces: dict[str, Fighter] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)

    def reads(self, id_: str) -> str:
        """The reading of an open question that holds on this board; empty for the default."""
        return chosen(self.rulings, id_)

    def terrain(self, area: str) -> str:
        """The terrain of an area that counts; open ground off the board."""
        return self.areas[area].ground if area in self.areas else "open"

    def fighter(self, piece: Fighter) -> Fighter:
        """A unit in an attack: its talents, without those that miss a neighbour, Bolster of one, Force of Nature."""
        friends = [each for each in self.on(piece.area, piece) if not each.is_enemy_of(piece)]
        near = {"", *(each.kind for each in friends), *(["unit"] if friends else [])}
        own = [each for each in piece.talents if each not in OF_OTHERS]
        talents = [] if piece.off else [each for each in own if BONUSES.get(each, Bonus()).beside in near]
        if piece.kind == "troop" and any(each.has("bolster") for each in friends):
            talents.append("bolster")
        return replace(piece, talents=(*talents, *(["force-of-nature"] if piece.forced else [])))

    def blocks(self, piece: Fighter, area: str) -> bool:
        """Whether an enemy with Block is in an area, against a unit that has no Block itself."""
        enemies = [each for each in self.on(area) if each.is_enemy_of(piece)]
        return not piece.has("block") and any(each.has("block") for each in enemies)

    def near(self, area: str) -> Mapping[str, Boundary]:
        """The areas that lie beside one, with what lies between."""
        return self.between.get(area, {})

    def on(self, area: str, but: Fighter | None = None) -> list[Fighter]:
        """The units in an area, without one of them."""
        return [piece for piece in self.pieces.values() if piece.area == area and piece != but]

    def is_full(self, area: str, but: Fighter | None = None) -> bool:
        """Whether an area takes no further unit; a huge one fills any."""
        there = self.on(area, but)
        return len(there) >= self.areas[area].capacity or any("huge" in piece.traits for piece in there)

    def distance(self, start: str, end: str) -> int | None:
        """The areas to another one, the own not counted, over boundaries (`pan.range-walls`); None for no way."""
        steps, left = {start: 0}, [start]
        for area in left:
            for other, between in self.near(area).items():
                if other not in steps and not (self.reads("pan.range-walls") and between.kind == "wall"):
                    steps[other] = steps[area] + 1
                    left.append(other)
        return steps.get(end)

    def is_higher(self, start: str, end: str) -> bool | None:
        """Whether heights lead down from one area to another; None where only missing levels would say."""
        down = [other for other, between in self.near(start).items() if between.heights == "down"]
        if end in down:
            return True
        if not down or start == end:
            return False
        levels = self.areas[start].level, self.areas[end].level
        if levels[0] is None or levels[1] is None:
            return None
        return levels[1] < levels[0]


def read_ground(lines: Iterable[str]) -> Ground:
    """Read a whole ground; UsageError names the line that is wrong."""
    ground = Ground()
    for at, line in enumerate(lines, 1):
        text = line.split("#")[0].strip()
        try:
            if text.casefold() == "walls block":
                ground.rulings["pan.wall-sight"] = "block"
            elif text:
                _read_area(ground, text)
        except UsageError as fault:
            raise UsageError("Line {n}: {fault}", n=at, fault=fault) from None
    for area, beside in ground.between.items():
        for other in [area, *beside]:
            if other not in ground.areas:
                raise UsageError("Area {area} lies beside {other}, which has no line.", area=area, other=other)
    return ground


def _read_area(ground: Ground, text: str) -> None:
    head, _, beside = text.partition("|")
    id_, colon, about = head.casefold().partition(":")
    id_ = id_.strip()
    if not colon or not slug(id_) or id_ in ground.areas or len(ground.areas) >= MOST_AREAS:
        raise UsageError("{line} is not a new area: write it as `{example}`.", line=clip(text), example=EXAMPLE)
    found, words = _parted(about, {"at": _centre, "cap": _count, "elements": _count, "level": _count})
    terrains = [read_word(word, TERRAINS, tr("terrains")) for word in words if word != "ground"]
    if not terrains or "cap" not in found:
        raise UsageError("Area {area} needs a terrain and a capacity: `{example}`.", area=id_, example=EXAMPLE)
    ground.areas[id_] = Area(
        id_, terrains[-1], found["cap"], found.get("elements"), found.get("level"), found.get("at")
    )
    for part in filter(str.strip, beside.split(",")):
        other, _, about = part.strip().casefold().partition(" ")
        if other == id_:
            raise UsageError("Area {area} cannot lie beside itself.", area=id_)
        found, words = _parted(about, {"heights": _heights})
        kinds = [read_word(word, BOUNDARIES, tr("boundaries")) for word in words if word != "skulls"]
        between = Boundary(["normal", *kinds][-1], found.get("heights", ""), "skulls" in words)
        for start, end, seen in ((id_, other, between), (other, id_, between.turned())):
            if ground.between.setdefault(start, {}).setdefault(end, seen) != seen:
                raise UsageError(
                    "The boundary between {area} and {other} was entered differently.", area=id_, other=other
                )


def _parted(text: str, reads: Mapping[str, Callable[[str], Any]]) -> tuple[dict[str, Any], list[str]]:
    """What some words of a text have behind them, as that is read, and the other words."""
    found, others, words = dict[str, Any](), list[str](), iter(text.split())
    for word in words:
        if word in reads:
            found[word] = reads[word](next(words, ""))
        else:
            others.append(word)
    return found, others


def _count(text: str) -> int:
    return number(text, 0, LARGEST)


def _heights(text: str) -> str:
    if text not in ("up", "down"):
        raise UsageError("Heights lead up or down from the area of the line: `heights down`.")
    return text


def _centre(text: str) -> tuple[float, float]:
    try:
        x, y = (float(each) for each in text.split(";"))
    except ValueError:
        x = y = inf
    if not all(abs(each) < FARTHEST for each in (x, y)):
        raise UsageError("A centre is two numbers: `at 12.5;30`.")
    return x, y


# Moves --------------------------------------------------------------------------------------------------------------

WALK, RUN, FLIGHT, DEPLOY = "walk", "run", "flight", "deploy"


class Arrival(NamedTuple):
    """An area that a unit may reach: the way there, and what happens on entering it, by the rules that have it."""

    area: str
    path: tuple[str, ...] = ()
    ends_by: tuple[str, ...] = ()


def why_no_move(ground: Ground, piece: Fighter, how: str) -> str:
    """The rule that keeps a unit from moving at all; empty where nothing does."""
    if how == FLIGHT:
        return "" if "flying" in piece.traits else "pan.type.flying"
    if ground.blocks(piece, piece.area):
        return "pan.talent.block"
    return "pan.terrain.swamp" if how == WALK and piece.suffers("swamp", piece.terrain) else ""


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


class Moves(NamedTuple):
    """Where a unit may go in one way, and the rules that keep it from that altogether, or from the areas beside it."""

    how: str
    arrivals: list[Arrival]
    never: str
    beside: dict[str, str]


def moves_of(ground: Ground, piece: Fighter, how: str, movement: int) -> Moves:
    """Where a unit may end in one way, each area by a shortest way, and why nowhere else."""
    never = why_no_move(ground, piece, how)
    kept_from = {area: why_not_cross(ground, piece, piece.area, area, how) for area in ground.near(piece.area)}
    found: dict[str, Arrival] = {}
    start = (piece.area, piece.terrain in AQUATIC_TERRAINS)
    left = [] if never else [start]
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
    arrivals = sorted(found.values(), key=lambda each: (len(each.path), each.area))
    return Moves(how, arrivals, never, {area: rule for area, rule in kept_from.items() if rule})


def _steps(piece: Fighter, how: str, movement: int, *, is_aquatic: bool) -> int:
    """The areas that may be entered; an aquatic unit that stays in aquatic areas has one more."""
    steps = movement + (how != WALK)
    if how == FLIGHT:
        return steps
    if "aquatic" in piece.traits:
        return steps + is_aquatic
    return min(steps, 1) if piece.suffers("swamp", piece.terrain) else steps


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
    if piece.suffers("swamp", terrain) or piece.suffers("lava", terrain):
        yield f"pan.terrain.{terrain}"


def why_not_deploy(ground: Ground, piece: Fighter, area: str) -> str:
    """The rule that keeps a unit from deploying into an area of its zone; empty where it may."""
    is_high = ground.terrain(area) in ("rock", "cliff") and "flying" not in piece.traits
    return why_no_room(ground, piece, area) or (f"pan.terrain.{ground.terrain(area)}" if is_high else "")


def at_start(piece: Fighter) -> str:
    """The rule of what happens to a unit that begins its activation where it is; empty for nothing."""
    return "pan.terrain.polar" if piece.suffers("polar", piece.terrain) else ""


# Attacks ------------------------------------------------------------------------------------------------------------

OBSTACLES = ("cage", "cliff", "forest", "polar", "rock", "ruins")
"""The terrains that are described as obstacles."""


class Sight(NamedTuple):
    """Whether an area is seen from another: None where only the board shows it; `by` are the obstacles between."""

    is_seen: bool | None
    by: tuple[str, ...] = ()
    rule: str = "pan.attack.visible"


class Aim(NamedTuple):
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
    def is_legal(self) -> bool | None:
        """Whether the attack may be carried out; None where only the board shows it."""
        return self.is_in_range and self.sight.is_seen


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
    distance = ground.distance(piece.area, end)
    is_full = distance == 1 and not (attack.area or far) and ground.is_full(end)
    attack = on_ground(replace(attack, distance=0 if is_full else distance or 0), ground, piece, end, struck)
    seen = sight(ground, piece.area, end, aerial=attack.aerial)
    if is_full:
        seen = Sight(True, rule="pan.attack.full-adjacent")
    name = end if struck is None else struck.name
    return Aim(name, distance, effective(attack), seen, is_full, ground.is_higher(piece.area, end))


def on_ground(attack: Attack, ground: Ground, piece: Fighter, end: str, target: Fighter | None = None) -> Attack:
    """An attack as the ground makes it, on a unit, or on an area before a target is chosen."""
    struck = Fighter() if target is None else ground.fighter(target)
    is_higher = bool(ground.is_higher(piece.area, end))
    return replace(attack, range=piece.range, heights=is_higher, attacker=ground.fighter(piece), target=struck)
