"""Which priority list is a unit's, and which opponents its bold entries mean (Rulebook p.22-24)."""

from __future__ import annotations

from hoplo_companion.errors import UnknownPrioritiesError
from hoplo_companion.rules.effects.in_force import FIRST
from hoplo_companion.rules.effects.judge import gifts, judge
from hoplo_companion.rules.model import Combat, Priority, Unit, is_local

Stage = tuple[str, list[Unit]]
"""A criterion by its name, and the units that it leaves of those that were left before it."""

PRIORITY, SUPERLATIVE = "priority", "superlative"


def priority_list(combat: Combat, unit: Unit) -> tuple[Priority, ...]:
    """Give a unit's priorities, highest first: the first list that fits it, after what its skills put in front.

    Empty where no list fits it. UnknownPrioritiesError where nobody knows the arena's lists.
    """
    lists = combat.arena.priorities
    if lists is None:
        raise UnknownPrioritiesError(combat.arena.id, combat.arena.name)
    entries: tuple[Priority, ...] = ()
    for each in lists:
        if (
            each.kind == "all"
            or (each.kind == "unit" and each.fits == unit.chip)
            or (each.kind == "class" and each.fits in unit.classes)
            or (each.kind == "local" and is_local(combat, unit))
        ):
            entries = each.entries
            break
    return (*first_of_all(combat, unit), *entries)


def first_of_all(combat: Combat, unit: Unit) -> list[Priority]:
    """List what effects put before everything else on a unit's list, as Blasphemous does (Unit Skills sheet)."""
    found = gifts(combat, unit)
    if not found:
        return []
    return [Priority(opponent=word.removeprefix(FIRST)) for word in sorted(found) if word.startswith(FIRST)]


def meant_by(combat: Combat, entry: Priority, opponents: list[Unit]) -> list[Unit]:
    """List the opponents that a bold entry can mean, before any superlative narrows them."""
    match entry.opponent:
        case "flagholder":
            holder = combat.flag.holder if combat.flag is not None else ""
            return [unit for unit in opponents if unit.id == holder]
        case "hero":
            return [unit for unit in opponents if unit.hero]
        case "holding":
            place = combat.chips.get(entry.chip)
            return [unit for unit in opponents if place is not None and unit.id == place.holder]
        case _:
            return opponents


def first_meant(combat: Combat, unit: Unit, among: list[Unit]) -> tuple[Priority | None, list[Unit]]:
    """Give the highest bold entry of a unit's list that means any of some opponents, and those that it means (p.24)."""
    for entry in priority_list(combat, unit):
        if entry.bold and (meant := meant_by(combat, entry, among)):
            return entry, meant
    return None, []


def by_list(combat: Combat, unit: Unit, among: list[Unit]) -> list[Stage]:
    """Narrow opponents down by a unit's list: its highest bold entry, then that entry's superlative (p.24).

    Those left are equal, so that the player chooses. Distances are in hexes here (`distance.words`).
    """
    entry, meant = first_meant(combat, unit, among)
    best = judge(combat).best(entry.opponent, meant, unit) if entry is not None else []
    return [(PRIORITY, meant), (SUPERLATIVE, best)]


def why_meant(combat: Combat, unit: Unit, target: Unit) -> str:
    """Name the bold entry of a unit's list that means a target; empty where none does."""
    entry, _ = first_meant(combat, unit, [target])
    return entry.id() if entry is not None else ""
