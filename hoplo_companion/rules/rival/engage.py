"""The Engage Step: whom a unit may attack, and whom a rival unit attacks (Rulebook p.24, 27)."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.rules.effects.compiled import DRAWS
from hoplo_companion.rules.effects.judge import daze_rulings, is_forbidden, judge, matters, may
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.rival.priorities import Stage, by_list
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

BINDING = "taunt.which"

RULINGS = (BINDING, "opponents.arena", "faction.inferred")
"""The open questions that a target can hang on, the first where somebody with Taunt stands beside the attacker."""


def can_attack(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit may attack: neither dazed nor kept from it by an effect (p.21, 36)."""
    return can_act(combat, unit) and not is_forbidden(combat, unit, "attack")


def is_a_target(combat: Combat, unit: Unit) -> bool:
    """Say whether attacks may target a unit: Deflect and the like forbid it."""
    return not (is_forbidden(combat, unit, "be-attacked") or is_forbidden(combat, unit, "be-targeted"))


def within_range(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents within a unit's Range, over whatever stands between (p.24)."""
    foes = opponents(combat, attacker)
    if not foes:
        return []
    zone = combat.arena.mat.within(attacker.hex, range_(combat, attacker))
    return [foe for foe in foes if foe.hex & zone]


def in_range(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents within a unit's Range that attacks may target."""
    return [foe for foe in within_range(combat, attacker) if is_a_target(combat, foe)]


def taunters(combat: Combat, attacker: Unit, foes: list[Unit]) -> list[Unit]:
    """List the opponents with Taunt among some that stand beside an attacker (Unit Skills sheet)."""
    beside = combat.arena.mat.adjacent(attacker.hex)
    return [foe for foe in foes if foe.hex & beside and may(combat, foe, DRAWS)]


def attackable(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the opponents that a unit may attack as things stand (p.24, 27)."""
    if not can_attack(combat, attacker):
        return []
    near = in_range(combat, attacker)
    return _bound(combat, near, taunters(combat, attacker, opponents(combat, attacker)))


def _bound(combat: Combat, near: list[Unit], beside: list[Unit]) -> list[Unit]:
    """Keep those in Range that the opponents with Taunt beside a unit leave it (`taunt.which`, `taunt.deflect`)."""
    if not beside:
        return near
    # A unit with Taunt that may not be attacked binds all the same, so that nobody may be left (`taunt.deflect`).
    anywhere = combat.rulings.taunt_any
    return [foe for foe in near if foe in beside or (anywhere and may(combat, foe, DRAWS))]


def closed_taunters(combat: Combat, attacker: Unit) -> list[Unit]:
    """List the units with Taunt beside an attacker that bind it and may not be attacked (`taunt.deflect`)."""
    found = taunters(combat, attacker, opponents(combat, attacker))
    return [each for each in found if not is_a_target(combat, each)]


RANGE, OPEN, TAUNT, STRONGEST = "within Range", "may be attacked", "Taunt", "strongest"
"""The criteria by which whoever may be attacked is found; those of the priority list come last."""


def narrowed(combat: Combat, unit: Unit) -> list[Stage]:
    """Narrow down whom a rival (or arena) unit that may attack attacks, Specials aside, criterion by criterion (p.24).

    Shapes: a criterion that takes nobody away is left out where the rulebook does not ask for it of every attack.
    """
    within = within_range(combat, unit)
    stages = [(RANGE, within)]
    near = [foe for foe in within if is_a_target(combat, foe)]
    if len(near) < len(within):
        stages.append((OPEN, near))
    binding = taunters(combat, unit, opponents(combat, unit))
    legal = _bound(combat, near, binding)
    if binding:
        stages.append((TAUNT, legal))
    if not legal:
        return stages
    beside = [each for each in legal if each in binding]
    if len(beside) > 1:
        return [*stages, (STRONGEST, judge(combat).best(STRONGEST, beside))]
    if beside and not combat.rulings.taunt_any:
        return stages
    by_priority = by_list(combat, unit, legal)
    # Taunt overrides the list: where the list means none of those with Taunt, it is any of them.
    return stages if binding and not by_priority[-1][1] else [*stages, *by_priority]


def attacks(combat: Combat, unit: Unit) -> list[Unit]:
    """List whom a rival (or arena) unit would attack as things stand, Specials aside; all of them are equal (p.24)."""
    return narrowed(combat, unit)[-1][1] if can_attack(combat, unit) else []


def would_attack(combat: Combat, unit: Unit) -> list[Unit]:
    """List whom a unit would attack if no Special took the attack's place; nobody where it only uses Specials."""
    if combat.units.get(unit.id) is not unit:
        return _would_attack(combat, unit)
    return combat.once(_by_id, unit.id)


def _by_id(combat: Combat, id_: str) -> list[Unit]:
    return _would_attack(combat, combat.units[id_])


def _would_attack(combat: Combat, unit: Unit) -> list[Unit]:
    return [] if never_attacks(combat, unit) else attacks(combat, unit)


def rulings_of_targets(combat: Combat, unit: Unit, dice: Callable[[Combat], object] | None = None) -> list[str]:
    """List the open questions that decide whom a unit may attack: yours whomever you like, by no priority list.

    Where `dice` looks at those of its attack, what decides them is listed too.
    """
    whom = attackable if unit.side == "player" else targets

    def look(now: Combat) -> tuple[set[str], object]:
        return {each.id for each in whom(now, unit)}, dice(now) if dice is not None else None

    bound = taunters(combat, unit, opponents(combat, unit))
    found = deciding(combat, tuple(each for each in RULINGS if bound or each != BINDING), look)
    found += daze_rulings(combat, unit, "act-when-dazed")
    return [*found, "taunt.deflect"] if closed_taunters(combat, unit) and can_attack(combat, unit) else found


def rulings_of_special(combat: Combat, unit: Unit, held: Held, instead_of: Unit | None = None) -> list[str]:
    """List the open questions that decide that a unit uses a Special, or whom it goes for."""
    found = daze_rulings(combat, unit, "act-when-dazed")
    found += deciding(combat, ("first-strike.reposition",), lambda now: held.id in {e.id for e in specials(now, unit)})
    if unit.side == "player":
        return found
    found += deciding(combat, ("heave.target",), lambda now: [each.id for each in aims(now, unit, held, instead_of)])
    would = would_attack(combat, unit)
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
    found = would_attack(combat, unit)
    if not matters(combat, "special"):
        return found
    if in_place_of_attack(combat, unit, found):
        return []
    return [target for target in found if not in_place_of(combat, unit, target)]
