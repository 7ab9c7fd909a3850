"""The ground as it is entered, areas in one line each, and the units on it.

`3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down` is area 3, a forest for four units. A boundary needs to be
entered on one side only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from hoplo_companion.components.names import slug
from hoplo_companion.components.readings import chosen
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.modifiers import BONUSES, OF_OTHERS, Bonus, Fighter
from hoplo_companion.pantheon.words import BOUNDARIES, TERRAINS, WITH_ELEMENTS, read_word
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
        """A unit in an attack: its talents, without those that miss a neighbour, and a neighbour's Bolster."""
        friends = [each for each in self.on(piece.area, piece) if not each.is_enemy_of(piece)]
        near = {"", *(each.kind for each in friends), *(["unit"] if friends else [])}
        own = [each for each in piece.talents if each not in OF_OTHERS]
        talents = [] if piece.off else [each for each in own if BONUSES.get(each, Bonus()).beside in near]
        if piece.kind == "troop" and any(each.has("bolster") for each in friends):
            talents.append("bolster")
        return replace(piece, talents=tuple(talents))

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
    id_, colon, about = head.partition(":")
    id_ = id_.strip().casefold()
    if not colon or not slug(id_) or id_ in ground.areas or len(ground.areas) >= MOST_AREAS:
        raise UsageError("{line} is not a new area: write it as `{example}`.", line=clip(text), example=EXAMPLE)
    ground.areas[id_] = _area(id_, about)
    for part in filter(str.strip, beside.split(",")):
        other, _, words = part.strip().casefold().partition(" ")
        if other == id_:
            raise UsageError("Area {area} cannot lie beside itself.", area=id_)
        between = _boundary(words)
        for start, end, seen in ((id_, other, between), (other, id_, between.turned())):
            if ground.between.setdefault(start, {}).setdefault(end, seen) != seen:
                raise UsageError(
                    "The boundary between {area} and {other} was entered differently.", area=id_, other=other
                )


def _area(id_: str, about: str) -> Area:
    numbers: dict[str, int] = {}
    centre, terrain = None, ""
    words = iter(about.casefold().split())
    for first in words:
        if first == "at":
            centre = _centre(next(words, ""))
        elif first in ("cap", "elements", "level"):
            numbers[first] = number(next(words, ""), 0, LARGEST)
        elif first != "ground":
            terrain = read_word(first, TERRAINS, tr("terrains"))
    if not terrain or "cap" not in numbers:
        raise UsageError("Area {area} needs a terrain and a capacity: `{example}`.", area=id_, example=EXAMPLE)
    return Area(id_, terrain, numbers["cap"], numbers.get("elements"), numbers.get("level"), centre)


def _boundary(text: str) -> Boundary:
    kind, heights, skulls = "normal", "", False
    words = iter(text.casefold().split())
    for word in words:
        if word == "heights":
            heights = next(words, "")
            if heights not in ("up", "down"):
                raise UsageError("Heights lead up or down from the area of the line: `heights down`.")
        elif word == "skulls":
            skulls = True
        else:
            kind = read_word(word, BOUNDARIES, tr("boundaries"))
    return Boundary(kind, heights, skulls)


def _centre(text: str) -> tuple[float, float]:
    try:
        x, y = (float(each) for each in text.split(";"))
    except ValueError:
        x = y = inf
    if not all(abs(each) < FARTHEST for each in (x, y)):
        raise UsageError("A centre is two numbers: `at 12.5;30`.")
    return x, y
