"""The Engage Step: whom a unit may attack, and whom a rival unit attacks (Rulebook p.24, 27)."""

from __future__ import annotations

from hoplo_companion.rules.effects.compiled import DRAWS, matters
from hoplo_companion.rules.effects.judge import is_forbidden, may
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.priorities import by_priority, superlative
from hoplo_companion.rules.specials import can_act, in_place_of, in_place_of_attack, never_attacks


def can_attack(combat: Combat, unit: Unit) -> bool:
    """Tell whether a unit may attack: neither dazed nor kept from it by an effect (p.21, 36)."""
    return can_act(combat, unit) and not is_forbidden(combat, unit, "attack")


def is_a_target(combat: Combat, unit: Unit) -> bool:
    """Tell whether attacks may target a unit: Deflect and the like forbid it."""
    return not (is_forbidden(combat, unit, "be-attacked") or is_forbidden(combat, unit, "be-targeted"))


def in_range(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents within a unit's Range, over whatever stands between (p.24)."""
    foes = opponents(combat, attacker)
    if not foes:
        return []
    zone = combat.arena.mat.within(attacker.hex, range_(combat, attacker))
    return [foe for foe in foes if foe.hex & zone and is_a_target(combat, foe)]


def taunters(combat: Combat, attacker: Unit, targets: list[Unit]) -> list[Unit]:
    """List the targets with Taunt that stand beside an attacker (Unit Skills sheet)."""
    beside = combat.arena.mat.adjacent(attacker.hex)
    return [target for target in targets if target.hex & beside and may(combat, target, DRAWS)]


def attackable(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents that a unit of any troop may attack as things stand (p.24, 27; `taunt.which`)."""
    if not can_attack(combat, attacker):
        return []
    targets = in_range(combat, attacker)
    beside = taunters(combat, attacker, targets)
    if not beside:
        return targets
    return [target for target in targets if may(combat, target, DRAWS)] if combat.rulings.taunt_any else beside


def attacks(combat: Combat, unit: Unit) -> list[Unit]:
    """List whom a rival (or arena) unit would attack as things stand, Specials apart (p.24)."""
    legal = attackable(combat, unit)
    if not legal:
        return []
    beside = taunters(combat, unit, legal)
    if beside and (len(beside) > 1 or not combat.rulings.taunt_any):
        return superlative(combat, "strongest", beside)
    # Taunt overrides the list: where the list means none of those with Taunt, it is any of them.
    return by_priority(combat, unit, legal) or (legal if beside else [])


def targets(combat: Combat, unit: Unit) -> list[Unit]:
    """List whom a rival (or arena) unit may attack as things stand; empty where it cannot attack (p.24).

    A unit that uses a Special instead of attacking attacks nobody.
    """
    found = [] if never_attacks(combat, unit) else attacks(combat, unit)
    if not matters(combat, "special"):
        return found
    if in_place_of_attack(combat, unit, found):
        return []
    return [target for target in found if not in_place_of(combat, unit, target)]
