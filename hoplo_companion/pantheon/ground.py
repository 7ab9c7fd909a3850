"""The ground as it is entered: areas in one line each, and the units on them.

`3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down` is area 3, a forest for four units. A boundary needs to be
entered on one side only. `unit Athena: 3 mine god movement 2 range 1 flying` puts a unit there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from hoplo_companion.components.names import slug
from hoplo_companion.components.readings import chosen
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.modifiers import BONUSES, OF_OTHERS, Body, Fighter
from hoplo_companion.pantheon.words import (
    BOUNDARIES,
    OTHER_NAMES,
    TERRAINS,
    WITH_ELEMENTS,
    in_parts,
    read_facts,
    read_number,
)

LARGEST = 99
MOST_AREAS = 200
FARTHEST = 1e6
AREA_NUMBERS = ("cap", "elements", "level")
HUGE_NEEDS = 3
"""The least capacity of an area that a huge unit may enter."""

EXAMPLE = "3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down"
UNIT_EXAMPLE = "unit Athena: 3 mine god movement 2 range 1 flying"
SIDES = ("mine", "ally", "enemy")


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


@dataclass(frozen=True, kw_only=True)
class Piece(Body):
    """A unit on the ground; off the board its area is empty."""

    name: str
    area: str
    side: str = "mine"
    movement: int | None = None
    range: int | None = None

    def is_enemy_of(self, other: Piece) -> bool:
        """Whether two units are on different sides; your own and an ally's are on the same."""
        return self.side.replace("ally", "mine") != other.side.replace("ally", "mine")


@dataclass
class Ground:
    """A board: its areas, what lies between them, its units; and the readings of open questions that hold on it."""

    areas: dict[str, Area] = field(default_factory=dict)
    between: dict[str, dict[str, Boundary]] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)

    def reads(self, id_: str) -> str:
        """The reading of an open question that holds on this board; empty for the default."""
        return chosen(self.rulings, id_)

    def terrain(self, area: str) -> str:
        """The terrain of an area that counts; open ground off the board."""
        return self.areas[area].ground if area in self.areas else "open"

    def has(self, piece: Piece, talent: str) -> bool:
        """Whether a talent of a unit works where it stands."""
        return talent in piece.talents and not piece.off(self.terrain(piece.area))

    def fighter(self, piece: Piece) -> Fighter:
        """A unit as one side of an attack, with the talents that it has by itself and by its neighbours."""
        return Fighter(
            kind=piece.kind, traits=piece.traits, talents=tuple(bolstered(self, piece)), alone=piece.alone,
            terrain=self.terrain(piece.area),
        )  # fmt: skip

    def blocks(self, piece: Piece, area: str) -> bool:
        """Whether an enemy with Block is in an area, against a unit that has no Block itself."""
        enemies = [each for each in self.on(area) if each.is_enemy_of(piece)]
        return not self.has(piece, "block") and any(self.has(each, "block") for each in enemies)

    def near(self, area: str) -> Mapping[str, Boundary]:
        """The areas that lie beside one, with what lies between."""
        return self.between.get(area, {})

    def on(self, area: str, but: Piece | None = None) -> list[Piece]:
        """The units in an area, without one of them."""
        return [piece for piece in self.pieces.values() if piece.area == area and piece != but]

    def is_full(self, area: str, but: Piece | None = None) -> bool:
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

    def piece(self, name: str) -> Piece:
        """Find a unit by its name; UsageError names those that are there."""
        found = self.pieces.get(slug(name))
        if found is None:
            names = ", ".join(piece.name for piece in self.pieces.values())
            text = tr(
                "There is no unit {name} on the ground; units there: {names}.", name=clip(name), names=names or "-"
            )
            raise UsageError(text)
        return found


def read_ground(lines: Iterable[str]) -> Ground:
    """Read a whole ground; UsageError names the line that is wrong."""
    ground = Ground()
    for number, line in enumerate(lines, 1):
        try:
            _read_line(ground, line.split("#")[0].strip())
        except UsageError as fault:
            raise UsageError(tr("Line {n}: {fault}", n=number, fault=fault)) from None
    for area, beside in ground.between.items():
        for other in [area, *beside]:
            if other not in ground.areas:
                raise UsageError(tr("Area {area} lies beside {other}, which has no line.", area=area, other=other))
    for piece in ground.pieces.values():
        if piece.area not in ground.areas:
            raise UsageError(tr("{unit} is in area {area}, which has no line.", unit=piece.name, area=piece.area))
    return ground


def _read_line(ground: Ground, text: str) -> None:
    if text.casefold() == "walls block":
        ground.rulings["pan.wall-sight"] = "block"
    elif text.casefold().startswith("unit "):
        piece = _piece(text[5:])
        ground.pieces[slug(piece.name)] = piece
    elif text:
        _read_area(ground, text)


def _read_area(ground: Ground, text: str) -> None:
    head, _, beside = text.partition("|")
    id_, colon, about = head.partition(":")
    id_ = id_.strip().casefold()
    if not colon or not slug(id_) or id_ in ground.areas or len(ground.areas) >= MOST_AREAS:
        raise UsageError(tr("{line} is not a new area: write it as `{example}`.", line=clip(text), example=EXAMPLE))
    ground.areas[id_] = _area(id_, about)
    for part in filter(str.strip, beside.split(",")):
        other, _, words = part.strip().casefold().partition(" ")
        if other == id_:
            raise UsageError(tr("Area {area} cannot lie beside itself.", area=id_))
        between = _boundary(words)
        for start, end, seen in ((id_, other, between), (other, id_, between.turned())):
            if ground.between.setdefault(start, {}).setdefault(end, seen) != seen:
                raise UsageError(
                    tr("The boundary between {area} and {other} was entered differently.", area=id_, other=other)
                )


def _area(id_: str, about: str) -> Area:
    numbers: dict[str, int] = {}
    centre, terrain = None, ""
    for part in in_parts(about, (*AREA_NUMBERS, "at")):
        first, _, rest = part.partition(" ")
        if first == "at":
            centre = _centre(rest)
        elif first in AREA_NUMBERS:
            numbers[first] = read_number(rest, first, LARGEST)
        elif first != "ground":
            terrain = _word(first, TERRAINS)
    if not terrain or "cap" not in numbers:
        raise UsageError(tr("Area {area} needs a terrain and a capacity: `{example}`.", area=id_, example=EXAMPLE))
    return Area(id_, terrain, numbers["cap"], numbers.get("elements"), numbers.get("level"), centre)


def _boundary(text: str) -> Boundary:
    kind, heights, skulls = "normal", "", False
    for part in in_parts(text, ("heights",)):
        if part in ("heights up", "heights down"):
            heights = part.removeprefix("heights ")
        elif part.startswith("heights"):
            raise UsageError(tr("Heights lead up or down from the area of the line: `heights down`."))
        elif part == "skulls":
            skulls = True
        else:
            kind = _word(part, BOUNDARIES)
    return Boundary(kind, heights, skulls)


def _piece(text: str) -> Piece:
    name, colon, about = text.partition(":")
    name = " ".join(name.split())
    area, _, rest = about.strip().casefold().partition(" ")
    if not colon or not slug(name) or not area:
        raise UsageError(tr("A unit is written as `{example}`.", example=UNIT_EXAMPLE))
    numbers = dict.fromkeys(("movement", "range"), LARGEST)
    facts = read_facts(name, in_parts(rest, tuple(numbers)), numbers)
    if wrong := [word for word in facts.others if word not in (*SIDES, "alone")]:
        raise UsageError(
            tr("{name}: {part} says nothing about a unit; as in `{example}`.",
               name=name, part=clip(wrong[0]), example=UNIT_EXAMPLE)
        )  # fmt: skip
    side = next((word for word in facts.others if word in SIDES), SIDES[0])
    return Piece(
        name=name, area=area, side=side, kind=facts.kind, traits=facts.traits, talents=facts.talents,
        alone="alone" in facts.others, **facts.numbers,
    )  # fmt: skip


def _word(key: str, known: Iterable[str]) -> str:
    id_ = OTHER_NAMES.get(key, key)
    if id_ not in known:
        raise UsageError(tr("{word} is not one of {known}.", word=clip(key), known=", ".join(known)))
    return id_


def _centre(text: str) -> tuple[float, float]:
    try:
        x, y = (float(each) for each in text.split(";"))
    except ValueError:
        x = y = inf
    if not all(abs(each) < FARTHEST for each in (x, y)):
        raise UsageError(tr("A centre is two numbers: `at 12.5;30`."))
    return x, y


def bolstered(ground: Ground, piece: Piece) -> Iterator[str]:
    """Iterate over the talents that add to a unit's values where it stands, its own and those of its neighbours."""
    friends = [each for each in ground.on(piece.area, piece) if not each.is_enemy_of(piece)]
    near = {"", *(each.kind for each in friends), *(["unit"] if friends else [])}
    for talent, bonus in BONUSES.items():
        if talent not in OF_OTHERS and ground.has(piece, talent) and bonus.beside in near:
            yield talent
    if piece.kind == "troop" and any(ground.has(each, "bolster") for each in friends):
        yield "bolster"
