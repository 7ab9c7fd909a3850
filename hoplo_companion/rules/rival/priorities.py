"""Which priority list is a unit's, and which opponents its bold entries mean (Rulebook p.22-24)."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.errors import UnknownPrioritiesError
from hoplo_companion.rules.effects.compiled import FIRST
from hoplo_companion.rules.effects.judge import gifts
from hoplo_companion.rules.model import Combat, Priority, Unit, is_local
from hoplo_companion.rules.modifiers import dice_in_attack, movement

Value = Callable[[Combat, Unit], int]

SUPERLATIVES: dict[str, tuple[Value, int]] = {
    "strongest": (lambda _, unit: unit.known("hp"), -1),
    "weakest": (lambda _, unit: unit.known("hp"), 1),
    "deadliest": (dice_in_attack, -1),
    "least-deadly": (dice_in_attack, 1),
    "fastest": (movement, -1),
    "slowest": (movement, 1),
}
"""A superlative to what it compares and to the sign that makes the winner the smallest (Rulebook p.13, 35-37)."""


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


def superlative(combat: Combat, word: str, units: list[Unit]) -> list[Unit]:
    """Keep the units that a superlative means among these, all that are equal; others words keep everyone.

    A number that nobody has told is missed only where there is something to compare.
    """
    if word not in SUPERLATIVES or len(units) < 2:
        return units
    value, sign = SUPERLATIVES[word]
    values = [sign * value(combat, unit) for unit in units]
    best = min(values)
    return [unit for unit, each in zip(units, values, strict=True) if each == best]


def by_distance(combat: Combat, attacker: Unit, word: str, targets: list[Unit]) -> list[Unit]:
    """Keep the closest or farthest of targets that are all in Range: by distance in hexes (`distance.words`)."""
    distances = [combat.arena.mat.distance(attacker.hex, target.hex) for target in targets]
    wanted = (max if word == "farthest" else min)(distances)
    return [target for target, distance in zip(targets, distances, strict=True) if distance == wanted]


def by_priority(combat: Combat, attacker: Unit, targets: list[Unit]) -> list[Unit]:
    """Keep the targets that a rival unit's highest bold priority means; equal ones are the player's choice (p.24)."""
    for entry in priority_list(combat, attacker):
        if entry.bold and (meant := meant_by(combat, entry, targets)):
            if entry.opponent in ("closest", "farthest"):
                return by_distance(combat, attacker, entry.opponent, meant)
            return superlative(combat, entry.opponent, meant)
    return []


def why_meant(combat: Combat, unit: Unit, target: Unit) -> str:
    """Name the bold entry of a unit's list that means a target; empty where none does."""
    entries = (entry for entry in priority_list(combat, unit) if entry.bold and meant_by(combat, entry, [target]))
    entry = next(entries, None)
    return entry.id() if entry is not None else ""
