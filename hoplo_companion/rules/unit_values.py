"""What a unit is worth as it stands: every stat with its sources, its skills, and what effects let and keep it from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, get_args

from msgspec import Struct

from hoplo_companion.components.effects import Forbid
from hoplo_companion.components.words import Allowed
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.effects.judge import gifts, is_dazed, judge
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import dice, dice_sources, health, movement, range_, sources

T = TypeVar("T")

ALLOWED = frozenset(get_args(Allowed))


class Part(Struct, frozen=True):
    """One part of a stat: where it comes from, whether it sets it, and by how much."""

    source: str
    sets: bool
    amount: int


class Number(Struct, frozen=True):
    """A stat as it stands, None where it is not known, and what it comes from."""

    stat: str
    value: int | None
    parts: list[Part]


class Dice(Struct, frozen=True):
    """The Attack as it stands, None where it is not known; `parts` are (source, dice as it leaves them)."""

    value: list[str] | None
    parts: list[tuple[str, list[str]]]


class Skill(Struct, frozen=True):
    """A skill that a unit has: `given` by an effect, or `lost`, on its chip and not in force at present."""

    id: str
    number: int
    given: bool = False
    lost: bool = False


class UnitValues(Struct, frozen=True):
    """A unit as it stands in a combat."""

    id: str
    chip: str
    side: str
    hex: str
    hp: int | None
    classes: list[str]
    numbers: list[Number]
    attack: Dice
    skills: list[Skill]
    tactics: list[str]
    dazed: bool
    may: list[str]
    cannot: list[str]


def unit_values(combat: Combat, unit: Unit) -> UnitValues:
    """Work out what a unit is worth as it stands (Rulebook p.33-34)."""
    stats = (("movement", movement), ("range", range_), ("health", health))
    attack = _known(lambda: list(dice(combat, unit)))
    parts = _known(lambda: [(each.label, list(each.dice)) for each in dice_sources(combat, unit)]) or []
    forbids = (verb.what for _, verb in judge(combat).passive(unit, Forbid))
    return UnitValues(
        id=unit.id,
        chip=unit.chip,
        side=unit.side,
        hex=combat.arena.mat.name(unit.hex) if unit.hex else "",
        hp=unit.hp,
        classes=list(unit.classes),
        numbers=[_number(combat, unit, stat, value) for stat, value in stats],
        attack=Dice(attack, parts),
        skills=_skills(combat, unit),
        tactics=list(unit.tactics),
        dazed=is_dazed(combat, unit),
        may=sorted(word for word in gifts(combat, unit) if word in ALLOWED),
        cannot=sorted(set(forbids)),
    )


def _known(find: Callable[[], T]) -> T | None:
    try:
        return find()
    except UnknownStatError:
        return None


def _number(combat: Combat, unit: Unit, stat: str, value: Callable[[Combat, Unit], int]) -> Number:
    found = _known(lambda: sources(combat, unit, stat)) or []
    parts = [Part(each.label, each.sets, each.amount) for each in found]
    return Number(stat, _known(lambda: value(combat, unit)), parts)


def _skills(combat: Combat, unit: Unit) -> list[Skill]:
    has = judge(combat).skills(unit)
    found = [Skill(id_, number, given=unit.skills.get(id_) != number) for id_, number in has.items()]
    return found + [Skill(id_, number, lost=True) for id_, number in unit.skills.items() if id_ not in has]
