"""Units as they are entered, one line each, and as they stand on the ground or on one side of an attack."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from hoplo_companion.components.names import did_you_mean, in_english, near_misses, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.assaults import MOST
from hoplo_companion.pantheon.words import DIVINITIES, KINDS, TALENTS, TERRAINS, TRAITS, word_of
from hoplo_companion.signs import is_name
from hoplo_companion.tables.slots import number

LONGEST_NAME = 40
EXAMPLE = "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard"
SIDE_EXAMPLE = "6, archer, rock"
STATS = ("offence", "defence", "range", "movement")
NUMBERS = {"cost": (0, 30), "cards": (0, 30), "aow": (0, 30), "vitality": (0, 30), "power": (-MOST, MOST)}
"""The numbers of a line, each with its limits; `power` is what powers add to the side of an attack."""

Stats = tuple[int, int, int, int]
"""Offence, defence, range and movement of a stat line."""


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit as its dashboard or card prints it.

    `strategy` is its strategic value, `cards` its activation cards. The stats are those of the top line; None where
    they were not entered.
    """

    name: str
    kind: str
    cost: int
    cards: int
    strategy: int
    vitality: int | None = None
    offence: int | None = None
    defence: int | None = None
    range: int | None = None
    movement: int | None = None
    talents: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What is typed for the unit."""
        return slug(self.name)

    @property
    def is_divinity(self) -> bool:
        """Whether it is a god or a titan."""
        return self.kind in DIVINITIES

    @property
    def stats(self) -> Stats | None:
        """Its top stat line, where that was entered."""
        if self.offence is None or self.defence is None or self.range is None or self.movement is None:
            return None
        return self.offence, self.defence, self.range, self.movement

    @property
    def line(self) -> str:
        """The unit as a line that is read again."""
        parts = [self.kind, f"cost {self.cost}", f"cards {self.cards}", f"aow {self.strategy}"]
        parts += [f"vitality {self.vitality}"] if self.vitality is not None else []
        parts += ["stats " + stats_words(self.stats)] if self.stats else []
        return f"{self.name}: " + ", ".join([*parts, *self.talents, *self.traits])


def read_stats(text: str) -> Stats:
    """Read the stats that a dashboard shows: `6/7/1/2`, or a digit each, `6712`."""
    text = text.strip()
    parts = list(text) if len(text) == len(STATS) else text.split("/")
    if len(parts) != len(STATS):
        raise UsageError("Stats are offence/defence/range/movement, as in `6/7/1/2` or 6712.")
    offence, defence, range_, movement = (number(each, 0, MOST) for each in parts)
    return offence, defence, range_, movement


def stats_words(stats: Stats | None) -> str:
    """Stats as they are typed."""
    return "/".join(map(str, stats or ()))


def read_unit(line: str) -> Unit:
    """Read a unit's line, `NAME: KIND, cost N, cards N, aow N, …`; UsageError says what is missing or wrong."""
    name, colon, about = line.partition(":")
    name = " ".join(name.split())
    if not colon or not slug(name) or not is_name(name) or len(name) > LONGEST_NAME:
        raise UsageError("{line} is not a unit: write it as `{example}`.", line=clip(line), example=EXAMPLE)
    found = _read(name, about, ("cost", "cards", "aow", "vitality", "kind", "talents", "traits"), EXAMPLE)
    if "kind" not in found:
        raise UsageError("{name}: what is it? One of {kinds}.", name=name, kinds=", ".join(KINDS))
    for word in ("cost", "cards", "aow"):
        if word not in found:
            raise UsageError("{name}: `{word} N` is missing: `{example}`.", name=name, word=word, example=EXAMPLE)
    return Unit(name, strategy=found.pop("aow"), **found)


def read_units(lines: Iterable[str]) -> tuple[Unit, ...]:
    """Read units, one per line; empty lines and those that begin with # are left out."""
    return tuple(read_unit(line) for line in lines if line.strip() and not line.lstrip().startswith("#"))


FIELDS = {"kind": tuple(KINDS), "terrain": TERRAINS, "alone": ("alone",), "talents": TALENTS, "traits": TRAITS}
"""What the words of a line say about a unit, by the field that has it."""


def _read(name: str, about: str, fields: Collection[str], example: str) -> dict[str, Any]:
    """What a line says about a unit, by some fields, a talent or type once; UsageError where a part says nothing."""
    found: dict[str, Any] = {"talents": (), "traits": ()}
    known = {word: field for field in fields for word in FIELDS.get(field, ())}
    for part in filter(str.strip, about.split(",")):
        first, _, rest = " ".join(part.split()).casefold().partition(" ")
        first = in_english(first, (*NUMBERS, "stats"))
        word = word_of(part, known)
        field = known.get(word or "", "")
        if first == "stats":
            found |= zip(STATS, read_stats(rest), strict=True)
        elif first in NUMBERS and first in fields:
            found[first] = number(rest, *NUMBERS[first])
        elif field in ("talents", "traits"):
            found[field] = tuple(dict.fromkeys((*found[field], word)))
        elif field:
            found[field] = word
        elif slug(part) != "terrestrial":
            part, near = part.strip(), near_misses(part, known)
            text = later("{name}: {part} says nothing about a unit; as in `{example}`.")
            said = tr(text, name=name, part=clip(part), example=example)
            raise UsageError(f"{said} ({did_you_mean(near)})" if near else said)
    return found


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """A unit as it stands on the ground, or as one side of an attack.

    `alone` is a troop down to its last miniature; `terrain` is open ground where its 3D elements are gone, `area` empty
    off the board; `forced` is one that has used Force of Nature, `power` what powers and scenarios add to its value. In
    an attack `talents` are those in use, of the unit itself or of a neighbour that bolsters it.
    """

    kind: str = "hero"
    traits: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    alone: bool = False
    terrain: str = "open"
    offence: int = 0
    defence: int = 0
    range: int = 0
    movement: int = 0
    power: int = 0
    name: str = ""
    area: str = ""
    side: int = 0
    forced: bool = False

    @property
    def off(self) -> str:
        """Why none of its talents works; empty where they do."""
        if self.alone and self.kind == "troop":
            return later("a troop with one miniature left has no talents")
        return later("talents are ignored in water") if self.suffers("water", self.terrain) else ""

    def suffers(self, effect: str, terrain: str) -> bool:
        """Whether a terrain has an effect, that of its own name, on the unit, whose type may ignore it."""
        return effect == terrain and IGNORED_BY[terrain] not in self.traits

    def has(self, talent: str) -> bool:
        """Whether a talent works."""
        return talent in self.talents and not self.off

    def is_enemy_of(self, other: Fighter) -> bool:
        """Whether two units are on different sides."""
        return self.side != other.side


NOBODY = Fighter()
"""A hero on open ground, without any values."""

IGNORED_BY = {"swamp": "aquatic", "water": "aquatic", "polar": "boreal", "lava": "fireproof"}
"""The types of units that ignore a terrain."""


def read_side(text: str, name: str) -> Fighter:
    """Read one side of an attack: its value or a unit's line, and what else changes values, as in `6, archer, rock`."""
    parts = text.rpartition(":")[2].split(",")
    values = [each for each in parts if each.strip().isdecimal()]
    found = _read(name, ",".join(each for each in parts if each not in values), (*NUMBERS, *FIELDS), SIDE_EXAMPLE)
    found["alone"] = "alone" in found
    found |= {stat: number(each, 0, MOST) for each in values for stat in ("offence", "defence")}
    if "offence" not in found:
        raise UsageError("{name}: its value is missing, as in `{example}`.", name=name, example=SIDE_EXAMPLE)
    return Fighter(**{field: value for field, value in found.items() if field in Fighter.__dataclass_fields__})
