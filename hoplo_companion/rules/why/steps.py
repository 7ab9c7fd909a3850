"""Why: the decisions of a step with every candidate, as the rules have narrowed them down."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import attack_dice
from hoplo_companion.rules.rival.engage import RULINGS as ATTACK_RULINGS
from hoplo_companion.rules.rival.movement import RULINGS as MOVE_RULINGS
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.tactics import RULINGS as TACTIC_RULINGS
from hoplo_companion.rules.rulings import SWITCHES, deciding
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.deployment import deployments
from hoplo_companion.rules.why.engage import target
from hoplo_companion.rules.why.movement import movements
from hoplo_companion.rules.why.tactics import tactics

DECIDE = {"tactics": TACTIC_RULINGS, "movement": MOVE_RULINGS, "engage": ATTACK_RULINGS}
"""The open questions that the decisions of a step can hang on."""


def decisions(combat: Combat, step: str, unit: str = "") -> list[Decision]:
    """List the decisions of a step as things stand: for one rival unit, or for all; each with what rulings decide."""
    found = _decisions(combat, step, unit)
    by_ruling = {each: _hang_on(combat, step, *each) for each in {(every.about, every.unit) for every in found}}
    shown = []
    for decision in found:
        by = by_ruling[decision.about, decision.unit]
        rulings = dict.fromkeys([*by, *_stated(combat, decision), *decision.rulings])
        shown.append(replace(decision, rulings=list(rulings)))
    return shown


def _hang_on(combat: Combat, step: str, about: str, unit: str) -> list[str]:
    """List the open questions that decisions about something hang on."""
    rulings = DECIDE.get(step, ())
    return sorted(deciding(combat, rulings, lambda now: _chosen(now, step, about, unit)), key=rulings.index)


def _chosen(combat: Combat, step: str, about: str, unit: str) -> list[Any]:
    """Give what a unit (or tactic chip) chooses among, and for an attack the dice that it would roll."""
    found = [each for each in _decisions(combat, step, "" if step == "tactics" else unit) if each.unit == unit]
    chosen = [each.chosen for each in found if each.about == about]
    attacker = combat.units.get(unit)
    if step != "engage" or attacker is None:
        return chosen
    return [chosen, [_dice(combat, attacker, id_) for each in chosen for id_ in each]]


def _dice(combat: Combat, attacker: Unit, target: str) -> tuple[str, ...] | None:
    try:
        return attack_dice(combat, attacker, combat.units[target])
    except UnknownStatError:
        return None


def _stated(combat: Combat, decision: Decision) -> list[str]:
    """List the rulings without another reading by which a candidate is out."""
    rules = {each.name: each.rule for each in decision.criteria}
    found = dict.fromkeys(rules[each.out] for each in decision.candidates if each.out)
    switched = {id_ for id_, _ in SWITCHES}
    return [rule for rule in found if rule not in switched and combat.catalogue.ruling(rule) is not None]


def _decisions(combat: Combat, step: str, unit: str) -> list[Decision]:
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
