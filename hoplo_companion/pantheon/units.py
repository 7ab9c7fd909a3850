"""Units as they are entered from their dashboards and troop cards, one line each."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.die import MOST
from hoplo_companion.pantheon.words import DIVINITIES, KINDS, OTHER_NAMES, TALENTS, TRAITS
from hoplo_companion.signs import is_name

MOST_OF_A_NUMBER = 30
LONGEST_NAME = 40
EXAMPLE = "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard"


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
        """Give what is typed for the unit."""
        return slug(self.name)

    @property
    def is_divinity(self) -> bool:
        """Say whether it is a god or a titan."""
        return self.kind in DIVINITIES


NUMBERS = {
    "cost": later("its cost in recruitment points"),
    "cards": later("its activation cards"),
    "aow": later("its strategic value"),
    "vitality": later("its vitality"),
}
_FIELDS = {"cost": "cost", "cards": "cards", "aow": "strategy", "vitality": "vitality"}
_NEEDED = ("cost", "cards", "aow")


def read_unit(line: str) -> Unit:
    """Read a unit's line, `NAME: KIND, cost N, cards N, aow N, …`; UsageError says what is missing or wrong."""
    name, colon, about = line.partition(":")
    name = " ".join(name.split())
    if not colon or not slug(name) or not is_name(name) or len(name) > LONGEST_NAME:
        raise UsageError(tr("{line} is not a unit: write it as `{example}`.", line=clip(line), example=EXAMPLE))
    numbers: dict[str, int] = {}
    kind, talents, traits = "", [], []
    for part in filter(None, (" ".join(each.split()).casefold() for each in about.split(","))):
        first, _, rest = part.partition(" ")
        word = OTHER_NAMES.get(slug(part), slug(part))
        if first in NUMBERS:
            numbers[_FIELDS[first]] = _number(name, first, rest)
        elif first == "stats":
            numbers.update(_stats(name, rest))
        elif word in KINDS:
            kind = word
        elif word in TALENTS:
            talents.append(word)
        elif word in TRAITS:
            traits.append(word)
        elif word:
            raise UsageError(
                tr("{name}: {part} is not a kind, a number, a talent or a type; as in `{example}`.",
                   name=name, part=clip(part), example=EXAMPLE)
            )  # fmt: skip
    if not kind:
        raise UsageError(tr("{name}: what is it? One of {kinds}.", name=name, kinds=", ".join(KINDS)))
    for word in _NEEDED:
        if _FIELDS[word] not in numbers:
            raise UsageError(tr("{name}: {what} is missing: `{word} N`.", name=name, what=tr(NUMBERS[word]), word=word))
    return Unit(
        name=name, kind=kind, talents=tuple(dict.fromkeys(talents)), traits=tuple(dict.fromkeys(traits)), **numbers
    )


def read_units(lines: Iterable[str]) -> tuple[Unit, ...]:
    """Read units, one per line; empty lines and those that begin with # are left out."""
    return tuple(read_unit(line) for line in lines if line.strip() and not line.lstrip().startswith("#"))


def _number(name: str, word: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > MOST_OF_A_NUMBER:
        raise UsageError(
            tr("{name}: {what} is a number up to {most}, not {text}.",
               name=name, what=tr(NUMBERS[word]), most=MOST_OF_A_NUMBER, text=clip(text))
        )  # fmt: skip
    return int(text)


def _stats(name: str, text: str) -> dict[str, int]:
    values = text.split("/")
    if len(values) != 4 or not all(each.isascii() and each.isdigit() and int(each) <= MOST for each in values):
        raise UsageError(
            tr(
                "{name}: stats are offence/defence/range/movement, each 0 to {most}: `stats 7/8/1/2`.",
                name=name,
                most=MOST,
            )
        )
    return dict(zip(("offence", "defence", "range", "movement"), map(int, values), strict=True))
