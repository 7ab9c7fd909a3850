"""What two boards of one fight may differ in.

It holds every field of the combat and of its units that is not declared to be fixed where the state is declared, so
that a field which is added later is in it.
"""

from operator import attrgetter
from typing import Any

from msgspec import Struct

from hoplo_companion.components.effects import Effect
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.state import state_of

NAMED_APART = ("id", "skills", "hp", "hex", "units", "agenda")
"""What is named beside the other fields of a unit, and of a combat."""

_facts = attrgetter(*(name for name in state_of(Combat) if name not in NAMED_APART))
_looks = attrgetter(*(name for name in state_of(Unit) if name not in NAMED_APART))


def everything(combat: Combat) -> Any:
    """Name a board by all that may differ between two boards of one fight."""
    units = combat.units.values()
    return tuple([(*looks(unit), unit.hp, unit.hex) for unit in units]), facts(combat), plain(combat.agenda)


def facts(combat: Combat) -> tuple[Any, ...]:
    """Name everything about a combat but its units and what is to be done."""
    return tuple(map(plain, _facts(combat)))


def looks(unit: Unit) -> tuple[Any, ...]:
    """Name everything about a unit but its HP and its hex."""
    return (unit.id, tuple(unit.skills.items()), *_looks(unit))


def plain(part: Any) -> Any:
    """Something that can be looked up: what an effect says never changes, so that it stands for itself."""
    if isinstance(part, Effect):
        return id(part)
    if isinstance(part, tuple | list):
        return tuple([plain(each) for each in part])
    if isinstance(part, dict):
        return tuple([(key, plain(each)) for key, each in part.items()])
    if isinstance(part, Struct):
        fields = part.__struct_fields__
        return (type(part), *[plain(getattr(part, name)) for name in fields]) if fields else type(part)
    return part
