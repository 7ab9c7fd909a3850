"""Units as they are entered from their dashboards and troop cards, one line each."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.die import MOST
from hoplo_companion.pantheon.words import DIVINITIES, read_facts, read_number
from hoplo_companion.signs import is_name

LONGEST_NAME = 40
EXAMPLE = "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard"
NUMBERS = dict.fromkeys(("cost", "cards", "aow", "vitality"), 30)
STATS = ("offence", "defence", "range", "movement")

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
        parts += ["stats " + "/".join(map(str, self.stats))] if self.stats else []
        return f"{self.name}: " + ", ".join([*parts, *self.talents, *self.traits])


def read_unit(line: str) -> Unit:
    """Read a unit's line, `NAME: KIND, cost N, cards N, aow N, …`; UsageError says what is missing or wrong."""
    name, colon, about = line.partition(":")
    name = " ".join(name.split())
    if not colon or not slug(name) or not is_name(name) or len(name) > LONGEST_NAME:
        raise UsageError(tr("{line} is not a unit: write it as `{example}`.", line=clip(line), example=EXAMPLE))
    facts = read_facts(name, about.split(","), NUMBERS)
    stats: dict[str, int] = {}
    for part in facts.others:
        if not part.casefold().startswith("stats "):
            text = tr("{name}: {part} says nothing about a unit; as in `{example}`.",
                      name=name, part=clip(part), example=EXAMPLE)  # fmt: skip
            raise UsageError(text)
        stats = dict(zip(STATS, read_stats(part[6:]), strict=True))
    numbers = dict(facts.numbers)
    for word in ("cost", "cards", "aow"):
        if word not in numbers:
            raise UsageError(tr("{name}: `{word} N` is missing: `{example}`.", name=name, word=word, example=EXAMPLE))
    return Unit(
        name, facts.kind, strategy=numbers.pop("aow"), talents=facts.talents, traits=facts.traits, **numbers, **stats
    )


def read_units(lines: Iterable[str]) -> tuple[Unit, ...]:
    """Read units, one per line; empty lines and those that begin with # are left out."""
    return tuple(read_unit(line) for line in lines if line.strip() and not line.lstrip().startswith("#"))


def read_stats(text: str) -> Stats:
    """Read the stats that a dashboard shows: `6/7/1/2`, or a digit each, `6712`."""
    text = text.strip()
    parts = list(text) if len(text) == len(STATS) else text.split("/")
    if len(parts) != len(STATS):
        raise UsageError(tr("Stats are offence/defence/range/movement, as in `6/7/1/2` or 6712."))
    offence, defence, range_, movement = (read_number(each, "stats", MOST) for each in parts)
    return offence, defence, range_, movement
