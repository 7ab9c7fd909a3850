"""The Engage Step: whom a unit may attack, and whom a rival unit attacks (Rulebook p.24, 27)."""

from __future__ import annotations

from hoplo_companion.components.schemas import ArenaSpecial
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.priorities import meant_by, priority_list, superlative


def can_act(unit: Unit) -> bool:
    """Tell whether a unit may attack or use a Special: not while dazed, unless it has First Strike (p.21, sheet)."""
    return not unit.dazed or "first-strike" in unit.skills


def in_range(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents within a unit's Range, over whatever stands between (p.24)."""
    foes = opponents(combat, attacker)
    if not foes:
        return []
    zone = combat.arena.mat.within(attacker.hex, attacker.known("range"))
    return [foe for foe in foes if foe.hex & zone]


def taunters(combat: Combat, attacker: Unit, targets: list[Unit]) -> list[Unit]:
    """List the targets with Taunt that stand beside an attacker (Unit Skills sheet)."""
    beside = combat.arena.mat.adjacent(attacker.hex)
    return [target for target in targets if "taunt" in target.skills and target.hex & beside]


def attackable(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents that a unit of any troop may attack as things stand (p.24, 27; `taunt.which`)."""
    if not can_act(attacker):
        return []
    targets = in_range(combat, attacker)
    beside = taunters(combat, attacker, targets)
    if not beside:
        return targets
    return [target for target in targets if "taunt" in target.skills] if combat.rulings.taunt_any else beside


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


def special(combat: Combat, unit: Unit) -> ArenaSpecial | None:
    """Give the Special that the arena grants a unit and that it must use, or None (p.24; arena card).

    Rival units use Trident Throw whenever they can: while they hold the chip and have an opponent in combat.
    """
    granted = combat.arena.special
    if granted is None or granted.chip not in combat.chips or combat.chips[granted.chip].holder != unit.id:
        return None
    return granted if can_act(unit) and special_targets(combat, unit) else None


def special_targets(combat: Combat, unit: Unit) -> list[Unit]:
    """List whom a rival unit's Special of unlimited range goes for, by its bold priorities (p.24)."""
    return by_priority(combat, unit, opponents(combat, unit))


def targets(combat: Combat, unit: Unit) -> list[Unit]:
    """List whom a rival (or arena) unit may attack as things stand; empty where it cannot attack (p.24).

    A unit that uses a Special instead of attacking attacks nobody.
    """
    if special(combat, unit) is not None:
        return []
    legal = attackable(combat, unit)
    if not legal:
        return []
    beside = taunters(combat, unit, legal)
    if beside and (len(beside) > 1 or not combat.rulings.taunt_any):
        return superlative(combat, "strongest", beside)
    # Taunt overrides the list: where the list means none of those with Taunt, it is any of them.
    return by_priority(combat, unit, legal) or (legal if beside else [])
