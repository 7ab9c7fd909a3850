"""The ground as it is entered: areas in one line each, and the units on them.

`3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down` is area 3, a forest for four units. A boundary needs to be
entered on one side only. `unit Athena: 3 mine god movement 2 range 1 flying` puts a unit there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hoplo_companion.components.names import slug
from hoplo_companion.components.readings import chosen
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.words import BOUNDARIES, KINDS, OTHER_NAMES, TALENTS, TERRAINS, TRAITS, WITH_ELEMENTS

LARGEST = 99
MOST_AREAS = 200
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
        """Give the same boundary as seen from the other side."""
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
        """Give the terrain that counts: open ground where all 3D elements are gone."""
        return "open" if self.terrain in WITH_ELEMENTS and not self.standing else self.terrain


@dataclass(frozen=True)
class Piece:
    """A unit on the ground."""

    name: str
    area: str
    side: str
    kind: str
    movement: int | None = None
    range: int | None = None
    traits: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    alone: bool = False

    def is_enemy_of(self, other: Piece) -> bool:
        """Say whether two units are on different sides; your own and an ally's are on the same."""
        return _camp(self.side) != _camp(other.side)

    def has(self, talent: str, ground: Ground) -> bool:
        """Say whether a talent of the unit works where it stands."""
        if talent not in self.talents or (self.alone and self.kind == "troop"):
            return False
        return ground.areas[self.area].ground != "water" or "aquatic" in self.traits


def _camp(side: str) -> str:
    return "mine" if side == "ally" else side


@dataclass
class Ground:
    """A board: its areas, what lies between them, its units; and the readings of open questions that hold on it."""

    areas: dict[str, Area] = field(default_factory=dict)
    between: dict[str, dict[str, Boundary]] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)

    def reads(self, id_: str) -> str:
        """Give the reading of an open question that holds on this board; empty for the default."""
        return chosen(self.rulings, id_)

    def near(self, area: str) -> Mapping[str, Boundary]:
        """Give the areas that lie beside one, with what lies between."""
        return self.between.get(area, {})

    def on(self, area: str, but: Piece | None = None) -> list[Piece]:
        """List the units in an area, without one of them."""
        return [piece for piece in self.pieces.values() if piece.area == area and piece != but]

    def is_full(self, area: str, but: Piece | None = None) -> bool:
        """Say whether an area takes no further unit; a huge one fills any."""
        there = self.on(area, but)
        return len(there) >= self.areas[area].capacity or any("huge" in piece.traits for piece in there)

    def distance(self, start: str, end: str) -> int | None:
        """Count the areas to another one, the own not counted, over boundaries (`pan.range-walls`); None for no way."""
        steps, left = {start: 0}, [start]
        for area in left:
            for other, between in self.near(area).items():
                if other not in steps and not (self.reads("pan.range-walls") and between.kind == "wall"):
                    steps[other] = steps[area] + 1
                    left.append(other)
        return steps.get(end)

    def is_higher(self, start: str, end: str) -> bool | None:
        """Say whether heights lead down from one area to another; None where only missing levels would say."""
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
            raise UsageError(tr("There is no unit {name} on the ground: {names}.", name=clip(name), names=names or "-"))
        return found


def read_ground(lines: Iterable[str]) -> Ground:
    """Read a whole ground; UsageError names the line that is wrong."""
    ground = Ground()
    for number, line in enumerate(lines, 1):
        text = line.split("#")[0].strip()
        if not text:
            continue
        try:
            _read_line(ground, text)
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
    else:
        _read_area(ground, text)


def _read_area(ground: Ground, text: str) -> None:
    head, _, beside = text.partition("|")
    id_, colon, about = head.partition(":")
    id_ = id_.strip().casefold()
    if not colon or not slug(id_) or id_ in ground.areas or len(ground.areas) >= MOST_AREAS:
        raise UsageError(tr("{line} is not a new area: write it as `{example}`.", line=clip(text), example=EXAMPLE))
    ground.areas[id_] = _area(id_, about.split())
    for part in filter(str.strip, beside.split(",")):
        other, *words = part.split()
        other, between = other.casefold(), _boundary(words)
        for start, end, seen in ((id_, other, between), (other, id_, between.turned())):
            known = ground.between.setdefault(start, {}).setdefault(end, seen)
            if known != seen:
                raise UsageError(
                    tr("The boundary between {area} and {other} was entered differently.", area=id_, other=other)
                )
        if other == id_:
            raise UsageError(tr("Area {area} cannot lie beside itself.", area=id_))


def _area(id_: str, words: list[str]) -> Area:
    numbers: dict[str, int] = {}
    centre, terrain, rest = None, "", iter(words)
    for word in rest:
        key = word.casefold()
        if key in ("cap", "elements", "level"):
            numbers[key] = _number(next(rest, ""), word)
        elif key == "at":
            centre = _centre(next(rest, ""))
        elif key == "ground":
            continue
        else:
            terrain = _word(key, TERRAINS)
    if not terrain or "cap" not in numbers:
        raise UsageError(tr("Area {area} needs a terrain and a capacity: `{example}`.", area=id_, example=EXAMPLE))
    return Area(id_, terrain, numbers["cap"], numbers.get("elements"), numbers.get("level"), centre)


def _boundary(words: list[str]) -> Boundary:
    kind, heights, skulls, rest = "normal", "", False, iter(words)
    for word in rest:
        key = word.casefold()
        if key == "heights":
            heights = next(rest, "").casefold()
            if heights not in ("up", "down"):
                raise UsageError(tr("Heights lead up or down from the area of the line: `heights down`."))
        elif key == "skulls":
            skulls = True
        else:
            kind = _word(key, BOUNDARIES)
    return Boundary(kind, heights, skulls)


def _piece(text: str) -> Piece:
    name, colon, about = text.partition(":")
    name = " ".join(name.split())
    words = about.split()
    if not colon or not slug(name) or not words:
        raise UsageError(tr("A unit is written as `{example}`.", example=UNIT_EXAMPLE))
    side, kind, numbers, traits, talents = "mine", "", {}, [], []
    rest = iter(words[1:])
    for word in rest:
        key = word.casefold()
        if key in SIDES:
            side = key
        elif key in KINDS:
            kind = key
        elif key in ("movement", "range"):
            numbers[key] = _number(next(rest, ""), word)
        elif key in TRAITS:
            traits.append(key)
        elif key in TALENTS:
            talents.append(key)
        elif key != "alone":
            raise UsageError(
                tr("{word} says nothing about a unit: `{example}`.", word=clip(word), example=UNIT_EXAMPLE)
            )
    if not kind:
        raise UsageError(tr("{name}: what is it? One of {kinds}.", name=name, kinds=", ".join(KINDS)))
    alone = "alone" in map(str.casefold, words)
    return Piece(name, words[0].casefold(), side, kind, numbers.get("movement"), numbers.get("range"),
                 tuple(traits), tuple(talents), alone)  # fmt: skip


def _word(key: str, known: Mapping[str, str]) -> str:
    id_ = OTHER_NAMES.get(key, key)
    if id_ not in known:
        raise UsageError(tr("{word} is not one of {known}.", word=clip(key), known=", ".join(known)))
    return id_


def _number(text: str, word: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST:
        raise UsageError(tr("A number up to {most} follows {word}.", word=word, most=LARGEST))
    return int(text)


def _centre(text: str) -> tuple[float, float]:
    try:
        x, y = (float(each) for each in text.split(";"))
    except ValueError:
        raise UsageError(tr("A centre is two numbers: `at 12.5;30`.")) from None
    if not all(abs(each) < 1e6 for each in (x, y)):
        raise UsageError(tr("A centre is two numbers: `at 12.5;30`."))
    return x, y


def bolstered(ground: Ground, piece: Piece) -> Iterator[str]:
    """Iterate over the talents that add to a unit's values where it stands, its own and those of its neighbours."""
    friends = [each for each in ground.on(piece.area, piece) if not each.is_enemy_of(piece)]
    for talent in ("archer", "close-combat", "torment"):
        if piece.has(talent, ground):
            yield talent
    for talent in ("close-protection", "sneak-attack"):
        if piece.has(talent, ground) and friends:
            yield talent
    if piece.has("phalanx", ground) and any(each.kind == "troop" for each in friends):
        yield "phalanx"
    if piece.kind == "troop" and any(each.has("bolster", ground) for each in friends):
        yield "bolster"
