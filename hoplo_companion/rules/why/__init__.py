"""Why: the decisions of a step with every candidate, from the same ranked sets that the rules choose by."""

from __future__ import annotations

from hoplo_companion.rules.decisions import Decision
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.movement import Ground
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.deployment import deployments
from hoplo_companion.rules.why.engage import target
from hoplo_companion.rules.why.movement import movements
from hoplo_companion.rules.why.tactics import tactics


def decisions(combat: Combat, step: str, unit: str = "") -> list[Decision]:
    """List the decisions of a step as things stand: for one rival unit, or for all."""
    units = [each for each in combat.in_arena("rival") if unit in ("", each.id)]
    match step:
        case "deployment":
            return deployments(combat)
        case "tactics":
            return tactics(combat)
        case "movement":
            ground = Ground(combat if combat.agenda else as_turn_starts(combat))
            return [decision for each in units for decision in movements(ground, each)]
        case "engage":
            return [target(combat, each) for each in units]
    return []
