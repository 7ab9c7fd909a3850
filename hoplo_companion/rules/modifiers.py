"""A unit's stats as they stand, added up anew from their sources in the printed order (Rulebook p.33)."""

from __future__ import annotations

from typing import NamedTuple

from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.model import Combat, Unit, is_local

INNATE_BLASPHEMOUS = "blasphemous"


class Source(NamedTuple):
    """One thing that a stat comes from: what it is, whether it sets the stat or adds to it, and by how much."""

    name: str
    sets: bool
    amount: int


def movement_sources(combat: Combat, unit: Unit) -> list[Source]:
    """List what a unit's Movement comes from: chip, then arena, then tactics (Rulebook p.33)."""
    sources = []
    if unit.movement is not None:
        sources.append(Source("chip", True, unit.movement))
    if combat.arena.local_movement is not None and is_local(combat.arena, unit):
        sources.append(Source(combat.arena.id, True, combat.arena.local_movement))
    if not sources:
        raise UnknownStatError(unit.id, unit.chip, "movement")
    for tactic in unit.tactics:
        record = combat.catalogue.tactic(tactic)
        if record is not None and record.movement:
            sources.append(Source(tactic, False, record.movement))
    return sources


def movement(combat: Combat, unit: Unit) -> int:
    """Give the Movement of a unit after its modifiers; UnknownStatError where nobody has told it."""
    if not unit.tactics and combat.arena.local_movement is None and unit.movement is not None:
        return unit.movement
    total = 0
    for source in movement_sources(combat, unit):
        total = source.amount if source.sets else total + source.amount
    return max(0, total)


def dice_in_attack(unit: Unit) -> int:
    """Count the dice of a unit's Attack, which is what makes it deadly (Rulebook p.13, 35; `deadliest.count`)."""
    return len(unit.dice())


def stands_higher(combat: Combat, attacker: Unit, target: Unit) -> bool:
    """Tell whether an attacker's hex is higher than its target's."""
    elevation = combat.arena.elevation
    return elevation.get(attacker.hex, 0) > elevation.get(target.hex, 0)


def attack_dice(combat: Combat, attacker: Unit, target: Unit) -> tuple[str, ...]:
    """Gather the dice of an attack: those of the chip and those that the arena adds (Rulebook p.24, 33)."""
    dice = attacker.dice()
    if combat.arena.high_ground and stands_higher(combat, attacker, target):
        dice += combat.arena.high_ground
    return dice


def is_moveless(combat: Combat, unit: Unit) -> bool:
    """Tell whether Combat Lock keeps a unit from moving in this turn's Movement Step (`specials.combat-lock`)."""
    return unit.id in combat.locked
