"""The Engage Step: whom a unit may attack, and whom a rival unit attacks (Rulebook p.24, 27)."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.rules.effects.compiled import DRAWS
from hoplo_companion.rules.effects.judge import daze_rulings, is_forbidden, matters, may
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.rival.priorities import by_priority, superlative
from hoplo_companion.rules.rival.specials import (
    aims,
    applies,
    can_act,
    heaves,
    in_place_of,
    in_place_of_attack,
    is_compulsory,
    never_attacks,
    rival_use,
    specials,
)
from hoplo_companion.rules.rulings import deciding

RULINGS = ("taunt.which", "opponents.arena", "faction.inferred")
"""The open questions that a target can hang on."""


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


def taunters(combat: Combat, attacker: Unit, foes: list[Unit]) -> list[Unit]:
    """List the opponents with Taunt among some that stand beside an attacker (Unit Skills sheet)."""
    beside = combat.arena.mat.adjacent(attacker.hex)
    return [foe for foe in foes if foe.hex & beside and may(combat, foe, DRAWS)]


def attackable(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents that a unit may attack as things stand (p.24, 27; `taunt.which`, `taunt.deflect`)."""
    if not can_attack(combat, attacker):
        return []
    targets = in_range(combat, attacker)
    beside = taunters(combat, attacker, opponents(combat, attacker))
    if not beside:
        return targets
    # A unit with Taunt that may not be attacked binds all the same, so that nobody may be left (`taunt.deflect`).
    anywhere = combat.rulings.taunt_any
    return [target for target in targets if target in beside or (anywhere and may(combat, target, DRAWS))]


def closed_taunters(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the units with Taunt beside an attacker that bind it and may not be attacked (`taunt.deflect`)."""
    found = taunters(combat, attacker, opponents(combat, attacker))
    return [each for each in found if not is_a_target(combat, each)]


def attacks(combat: Combat, unit: Unit) -> list[Unit]:
    """List whom a rival (or arena) unit would attack as things stand, Specials apart (p.24)."""
    legal = attackable(combat, unit)
    if not legal:
        return []
    beside = taunters(combat, unit, legal)
    if beside and (len(beside) > 1 or not combat.rulings.taunt_any):
        return superlative(combat, "strongest", beside)
    # Taunt overrides the list: where the list means none of those with Taunt, it is any of them.
    return by_priority(combat, unit, legal) or (legal if beside or closed_taunters(combat, unit) else [])


def rulings_of_targets(combat: Combat, unit: Unit, dice: Callable[[Combat], object] | None = None) -> list[str]:
    """List the open questions that decide whom a unit may attack: yours whomever you like, by no priority list.

    Where `dice` looks at those of its attack, what decides them is listed too.
    """
    whom = attackable if unit.side == "player" else targets

    def look(now: Combat) -> tuple[set[str], object]:
        return {each.id for each in whom(now, unit)}, dice(now) if dice is not None else None

    found = deciding(combat, RULINGS, look)
    found += daze_rulings(combat, unit, "act-when-dazed")
    return [*found, "taunt.deflect"] if closed_taunters(combat, unit) and can_attack(combat, unit) else found


def rulings_of_special(combat: Combat, unit: Unit, held: Held, instead_of: Unit | None = None) -> list[str]:
    """List the open questions that decide that a unit uses a Special, or whom it goes for."""
    found = daze_rulings(combat, unit, "act-when-dazed")
    found += deciding(combat, ("first-strike.reposition",), lambda now: held.id in {e.id for e in specials(now, unit)})
    if unit.side == "player":
        return found
    found += deciding(combat, ("heave.target",), lambda now: [each.id for each in aims(now, unit, held, instead_of)])
    would = [] if never_attacks(combat, unit) else attacks(combat, unit)
    others = [each for each in specials(combat, unit) if not is_compulsory(each)]
    if is_compulsory(held) and any(
        applies(combat, unit, each, would) or any(heaves(combat, unit, each, target) for target in would)
        for each in others
    ):
        found.append("special.card")
    if closed_taunters(combat, unit) and rival_use(held).when in ("no-attack", "weaker"):
        found.append("taunt.deflect")
    return found


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
