"""The ground as it is entered, the units on it, where they may go, and whom they may attack.

`3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down` is area 3, a forest for four units. A boundary needs to be
entered on one side only.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.attack import BONUSES, OF_OTHERS, Attack, Bonus
from hoplo_companion.pantheon.units import BOUNDARIES, DIVINITIES, TERRAINS, Fighter, first, name_of, word_of
from hoplo_companion.tables.actions import chosen
from hoplo_companion.tables.slots import number, wrong_if

LARGEST = 99
MOST_AREAS = 200
HUGE_NEEDS = 3
"""The least capacity of an area that a huge unit may enter."""

AQUATIC = ("swamp", "water")
HIGH = ("rock", "cliff")
SEEING = ("rock", "stairs")
WITH_ELEMENTS = ("forest", "ruins")
OBSTACLES = ("cage", "cliff", "forest", "polar", "rock", "ruins")
"""Terrains: aquatic; out of reach on foot; that see over obstacles; made by 3D elements, without any open ground;
described as obstacles."""

EXAMPLE = "3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down"


class Boundary(NamedTuple):
    """What lies between two areas, seen from one of them; `heights` is `down` where this one is the higher."""

    kind: str = "normal"
    heights: str = ""
    skulls: bool = False


@dataclass(frozen=True)
class Area:
    """An area: its terrain, how many units it takes, the 3D elements left (None where they were not counted).

    One that was not `entered` with the ground is open ground of any size.
    """

    id: str
    terrain: str
    capacity: int
    elements: int | None = None
    level: int | None = None
    centre: tuple[float, float] | None = None
    entered: bool = True

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

    def knows(self, *areas: str) -> bool:
        """Whether areas were entered with the ground."""
        return all(each in self.areas and self.areas[each].entered for each in areas)

    def terrain(self, area: str) -> str:
        """The terrain of an area that counts; open ground off the board."""
        return self.areas[area].ground if area in self.areas else "open"

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

    def blocks(self, piece: Fighter, area: str) -> bool:
        """Whether an enemy with Block is in an area, against a unit that has no Block itself."""
        enemies = [each for each in self.on(area) if each.side != piece.side]
        return not piece.has("block") and any(each.has("block") for each in enemies)

    def fighter(self, piece: Fighter) -> Fighter:
        """A unit in an attack: its talents, without those that miss a neighbour, Bolster of one, Force of Nature."""
        friends = [each for each in self.on(piece.area, piece) if each.side == piece.side]
        near = {"", *(each.kind for each in friends), *(["unit"] if friends else [])}
        own = [each for each in piece.talents if each not in OF_OTHERS]
        talents = [] if piece.off else [each for each in own if BONUSES.get(each, Bonus()).beside in near]
        talents += ["bolster"] if piece.kind == "troop" and any(each.has("bolster") for each in friends) else []
        return replace(piece, talents=(*talents, *(["force-of-nature"] if piece.forced else [])))


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
    found = _about(about, TERRAINS, tr("terrains"), later("cap"), later("elements"), later("level"), later("at"))
    if not {"kind", "cap"} <= found.keys():
        raise UsageError("Area {area} needs a terrain and a capacity: `{example}`.", area=id_, example=EXAMPLE)
    elements, level, centre = map(found.get, ("elements", "level", "at"))
    ground.areas[id_] = Area(id_, found["kind"], found["cap"], elements, level, centre)
    for part in filter(str.strip, beside.split(",")):
        other, _, about = part.strip().casefold().partition(" ")
        wrong_if(other == id_, "Area {area} cannot lie beside itself.", area=id_)
        found = _about(about, BOUNDARIES, tr("boundaries"), later("heights"), later("skulls"))
        between = Boundary(found.get("kind", "normal"), found.get("heights", ""), "skulls" in found)
        turned = between._replace(heights={"down": "up", "up": "down"}.get(between.heights, ""))
        for start, end, seen in ((id_, other, between), (other, id_, turned)):
            text = later("The boundary between {area} and {other} was entered differently.")
            wrong_if(ground.between.setdefault(start, {}).setdefault(end, seen) != seen, text, area=id_, other=other)


def _about(text: str, known: Iterable[str], what: str, *also: str) -> dict[str, Any]:
    """What the words of a part say: a known one, of `what` there is, is its `kind`, others have a value behind them."""
    for kind in known:
        text = text.replace(name_of(kind), kind)  # a name of several words is one
    said = {tr(each): each for each in (*also, later("up"), later("down"))}
    found, words = dict[str, Any](), iter([said.get(each, each) for each in text.split()])
    for word in words:
        if word not in also:
            if (id_ := word_of(word, known)) is None:
                raise UsageError("{word}: {advice}", word=clip(word), advice=advise(word, known, what))
            found["kind"] = id_
        elif word in ("cap", "elements", "level"):
            found[word] = number(next(words, ""), 0, LARGEST)
        elif word == "at":
            centre = re.fullmatch(r"(-?\d{1,6}(?:\.\d*)?);(-?\d{1,6}(?:\.\d*)?)", next(words, ""))
            wrong_if(centre is None, "A centre is two numbers: `at 12.5;30`.")
            found[word] = tuple(map(float, centre.groups())) if centre else ()
        else:
            found[word] = next(words, "") if word == "heights" else True
    is_tilted = found.get("heights", "up") not in ("up", "down")
    wrong_if(is_tilted, "Heights lead up or down from the area of the line: `heights down`.")
    return found


# Moves
WALK, RUN, FLIGHT, DEPLOY = "walk", "run", "flight", "deploy"


class Arrival(NamedTuple):
    """An area that a unit may reach: the way there, and what happens on entering it, by the rules that have it."""

    area: str
    path: tuple[str, ...] = ()
    ends_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Way:
    """One way in which a unit moves on the ground: a walk, a run, a fast flight, or its deployment."""

    ground: Ground
    piece: Fighter
    how: str

    @property
    def never(self) -> str:
        """The rule that keeps the unit from moving so at all; empty where nothing does."""
        piece, on_foot = self.piece, self.how in (WALK, RUN)
        checks = {
            "pan.type.flying": self.how == FLIGHT and "flying" not in piece.traits,
            "pan.talent.block": on_foot and self.ground.blocks(piece, piece.area),
            "pan.terrain.swamp": self.how == WALK and piece.suffers("swamp", piece.terrain),
        }
        return first(checks)

    @property
    def beside(self) -> dict[str, str]:
        """The rules that keep the unit from the areas beside it, and from deploying where it may not."""
        start = self.piece.area
        areas = self.ground.areas if self.how == DEPLOY else self.ground.near(start)
        found = {area: self.why_not(start, area) for area in areas}
        return {area: rule for area, rule in found.items() if rule}

    def why_not(self, start: str, end: str) -> str:
        """The rule that keeps the unit from going from an area to the next, or from deploying there; empty if none."""
        ground, piece, terrain, on_foot = self.ground, self.piece, self.ground.terrain(end), self.how in (WALK, RUN)
        between, climbs = ground.near(start).get(end, Boundary()), piece.has("climb")
        is_caged = on_foot or (self.how == FLIGHT and not chosen(ground.rulings, "pan.flight-boundaries"))
        is_steep = "flying" not in piece.traits if self.how == DEPLOY else on_foot and not (climbs and self.how == WALK)
        checks = {
            "pan.move.full": ground.is_full(end, piece),
            "pan.type.huge": "huge" in piece.traits and ground.areas[end].capacity < HUGE_NEEDS,
            "pan.boundary.cage-wall": is_caged and between.kind == "cage-wall" and piece.kind not in ("troop", "hero"),
            "pan.boundary.wall": on_foot and between.kind == "wall",
            "pan.boundary.escarpment": on_foot and between.kind == "escarpment" and not climbs,
            f"pan.terrain.{terrain}": terrain in HIGH and is_steep,
            "pan.terrain.rift": on_foot and self._is_rift(start, end) and not between.skulls,
        }
        return first(checks)

    def _is_rift(self, *areas: str) -> bool:
        """Whether a rift is among some areas, for a unit that falls into it."""
        return self.piece.kind in (*DIVINITIES, "monster") and "rift" in map(self.ground.terrain, areas)

    def _ends(self, area: str, between: Boundary) -> tuple[str, ...]:
        ground, piece, terrain, on_foot = self.ground, self.piece, self.ground.terrain(area), self.how != FLIGHT
        is_free = piece.has("climb") or (not on_foot and chosen(ground.rulings, "pan.flight-boundaries"))
        is_met = any(other.side != piece.side for other in ground.on(area, piece))
        ends = {
            "pan.boundary.chains": between.kind == "chains" and not is_free,
            "pan.move.enemy": on_foot and is_met and not self._is_rift(area),
            f"pan.terrain.{terrain}": on_foot and terrain in ("swamp", "lava") and piece.suffers(terrain, terrain),
        }
        return tuple(rule for rule, is_ended in ends.items() if is_ended)

    @cached_property
    def arrivals(self) -> list[Arrival]:
        """Where the unit may end, each area by a shortest way."""
        ground, piece, on_foot = self.ground, self.piece, self.how != FLIGHT
        if self.how == DEPLOY:
            return [Arrival(area) for area in ground.areas if not self.why_not("", area)]
        # An aquatic unit that stays in aquatic areas has one step more.
        swims, steps = on_foot and "aquatic" in piece.traits, piece.movement + (self.how != WALK)
        steps = min(steps, 1) if on_foot and piece.suffers("swamp", piece.terrain) else steps
        start = (piece.area, piece.terrain in AQUATIC)
        found: dict[str, Arrival] = {}
        left = [] if self.never else [start]
        ways: dict[tuple[str, bool], tuple[str, ...]] = {start: ()}
        for at, was_aquatic in left:
            for other, between in ground.near(at).items():
                path = (*ways[at, was_aquatic], other)
                is_aquatic = was_aquatic and ground.terrain(other) in AQUATIC
                is_too_far = len(path) > steps + (swims and is_aquatic)
                if is_too_far or other == piece.area or self.why_not(at, other):
                    continue
                ends = self._ends(other, between)
                if not on_foot or not self._is_rift(other):
                    found.setdefault(other, Arrival(other, path, ends))
                if not ends and (other, is_aquatic) not in ways:
                    ways[other, is_aquatic] = path
                    left.append((other, is_aquatic))
        return sorted(found.values(), key=lambda each: (len(each.path), each.area))


def at_start(piece: Fighter) -> str:
    """The rule of what happens to a unit that begins its activation where it is; empty for nothing."""
    return "pan.terrain.polar" if piece.suffers("polar", piece.terrain) else ""


# Attacks
class Sight(NamedTuple):
    """Whether an area is seen from another: None where only the board shows it; `by` are the obstacles between."""

    is_seen: bool | None
    by: tuple[str, ...] = ()
    rule: str = "pan.attack.visible"


def crossing(ground: Ground, start: str, end: str) -> list[str]:
    """The areas to whose centres a line between two centres comes nearest, in order (ruling `pan.sight-centres`)."""
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


def hidden(area: str, by: tuple[str, ...] = ()) -> str:
    """Say that an area is not visible, and what is in the way."""
    text = tr("Area {area} is not visible.", area=area)
    if by:
        text = tr("Area {area} is not visible: {areas} in the way.", area=area, areas=", ".join(by))
    return f"{text} pan.attack.visible"


@dataclass(frozen=True)
class Aim:
    """An attack that a unit might carry out on another one, or on a whole area.

    The distance that was `entered` counts where the ground does not say it, and at 1 instead of a full area's range 0.
    """

    ground: Ground
    piece: Fighter
    target: Fighter
    area: bool = False
    aerial: bool = False
    entered: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the ground says what lies between."""
        return self.ground.knows(self.piece.area, self.target.area)

    @cached_property
    def distance(self) -> int | None:
        """The areas to the target, the own not counted, over boundaries (`pan.range-walls`); None for no way."""
        ground, start = self.ground, self.piece.area
        if not self.is_known:
            return 0 if start == self.target.area else self.entered
        steps, left = {start: 0}, [start]
        for area in left:
            for other, between in ground.near(area).items():
                if other not in steps and not (chosen(ground.rulings, "pan.range-walls") and between.kind == "wall"):
                    steps[other] = steps[area] + 1
                    left.append(other)
        return steps.get(self.target.area)

    @cached_property
    def is_full_adjacent(self) -> bool:
        """Whether the target is in a full area beside the unit, and attacked as at range 0."""
        may = self.is_known and self.distance == 1 and not self.area and self.entered != 1
        return may and self.ground.is_full(self.target.area)

    @cached_property
    def sight(self) -> Sight:
        """Whether the target is visible, by the straight line between the centres of the areas."""
        ground, start, end = self.ground, self.piece.area, self.target.area
        over = {
            "pan.attack.full-adjacent": self.is_full_adjacent,
            "pan.attack.visible": start == end,
            "pan.type.aerial-attack": self.aerial,
            f"pan.terrain.{ground.terrain(start)}": ground.terrain(start) in SEEING,
            "pan.boundary.heights": bool(self.is_higher),
        }
        if rule := first(over):
            return Sight(True, rule=rule)
        if not self.is_known or any(area.centre is None for area in ground.areas.values()):
            return Sight(None)
        crossed = crossing(ground, start, end)
        blocked = [area for area in crossed[1:-1] if ground.terrain(area) in OBSTACLES or ground.on(area)]
        if chosen(ground.rulings, "pan.wall-sight"):
            walls = [pair for pair in pairwise(crossed) if ground.near(pair[0]).get(pair[1], Boundary()).kind == "wall"]
            blocked += ["-".join(pair) for pair in walls]
        return Sight(not blocked, tuple(blocked))

    @cached_property
    def attack(self) -> Attack:
        """The attack as the ground makes it, at the distance that was entered, else at the one that is counted."""
        counted = 0 if self.is_full_adjacent else self.distance or 0
        distance = counted if self.entered is None else self.entered
        attacker, struck = map(self.ground.fighter, (self.piece, self.target))
        return Attack(attacker, struck, distance, area=self.area, heights=bool(self.is_higher), aerial=self.aerial)

    @property
    def why_not(self) -> str:
        """Why it may not be carried out; empty where it may, or only the board shows it."""
        away, range_, area = self.distance, self.attack.range, self.target.area
        if away is None:
            return f"{tr('No way leads to area {area}.', area=area)} pan.attack.range"
        if away > range_ and not self.is_known:
            text = later("{unit} has range {range}, not {n}: rock, stairs and heights count once the board is entered.")
            return f"{tr(text, unit=self.piece.name, range=range_, n=away)} pan.attack.range"
        if away > range_ and not self.is_full_adjacent:
            said = plural(
                "Area {area} is {n} area away; the range is {range}.",
                "Area {area} is {n} areas away; the range is {range}.",
                away,
                area=area,
                range=range_,
            )
            return f"{said} pan.attack.range"
        return self.why_hidden

    @property
    def why_hidden(self) -> str:
        """Why its target is not visible; empty where it is, or only the board shows it."""
        return hidden(self.target.area, self.sight.by) if self.sight.is_seen is False else ""

    @property
    def is_legal(self) -> bool | None:
        """Whether it may be carried out; None where only the board shows it."""
        return not self.why_not and self.sight.is_seen

    @property
    def is_higher(self) -> bool | None:
        """Whether heights lead down to the target; None where only missing levels would say."""
        ground, start, end = self.ground, self.piece.area, self.target.area
        down = [other for other, between in ground.near(start).items() if between.heights == "down"]
        if end in down or not down or start == end or not self.is_known:
            return end in down
        top, bottom = ground.areas[start].level, ground.areas[end].level
        return None if top is None or bottom is None else bottom < top
