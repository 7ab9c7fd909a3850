"""Why: the decisions of a step with every candidate, as the rules have narrowed them down."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import HoploError
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.events import Event, Explained
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.engage import RULINGS as ATTACK_RULINGS
from hoplo_companion.rules.rival.engage import dice_against, dice_rolled
from hoplo_companion.rules.rival.movement import LOOKED_AT, Ground
from hoplo_companion.rules.rival.movement import RULINGS as MOVE_RULINGS
from hoplo_companion.rules.rival.tactics import RULINGS as TACTIC_RULINGS
from hoplo_companion.rules.rulings import SWITCH_OF, deciding, read_otherwise
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.abilities import abilities
from hoplo_companion.rules.why.activity import activity
from hoplo_companion.rules.why.decisions import Candidate, Decision
from hoplo_companion.rules.why.deployment import deployments
from hoplo_companion.rules.why.engage import engagements
from hoplo_companion.rules.why.movement import movements
from hoplo_companion.rules.why.tactics import tactics

DECIDE = {
    "tactics": TACTIC_RULINGS,
    "movement": (*MOVE_RULINGS, "dazed.later", "roaming.flight", "scion.priorities", "scion.minions"),
    "activity": ("scion.priorities", "scion.minions", "opponents.arena", "faction.inferred"),
    "abilities": (*ATTACK_RULINGS, *LOOKED_AT, "equip.displaced"),
    "engage": (*ATTACK_RULINGS, *LOOKED_AT),
}
"""The open questions that the decisions of a step can hang on."""

Outcome = tuple[set[str], Any]
"""What is chosen in decisions of a kind, and the dice that hang on it."""


def decisions(combat: Combat, step: str, unit: str = "") -> list[Decision]:
    """List the decisions of a step as things stand: for one rival unit, or for all; each with what rulings decide."""
    found = as_things_stand(combat, step, unit)
    now = _outcomes(combat, found)
    others = read_otherwise(
        combat, DECIDE.get(step, ()), lambda read: _outcomes(read, as_things_stand(read, step, unit))
    )
    by_ruling = dict(others)
    return [_with_rulings(combat, each, now, by_ruling) for each in found]


def laid_open(combat: Combat, step: str, unit: str = "") -> list[Event]:
    """List the decisions of a step as events, for one rival unit or for all."""
    return [Explained(rule=decision.rule, decision=decision) for decision in decisions(combat, step, unit)]


def reasons(combat: Combat) -> list[Decision]:
    """List the rival's decisions of a position's step, of all steps where it names none; none in your turn."""
    found: list[Decision] = []
    steps = (combat.step,) if combat.step in STEPS else STEPS
    for step in steps if combat.side != "player" else ():
        with suppress(HoploError):  # a number that nobody knows: the other steps may do without it
            found += decisions(replace(combat, step=step), step)
    return found


def chosen_otherwise(combat: Combat, step: str, unit: str, option: str) -> list[str]:
    """List the open questions that decide whether something is chosen which is no candidate as things stand."""

    def is_chosen(now: Combat) -> bool:
        chosen = [each for decision in as_things_stand(now, step, unit) for each in decision.chosen]
        return any(each == option or each.startswith(f"{option} as ") for each in chosen)

    return deciding(combat, DECIDE.get(step, ()), is_chosen)


def _kind(decision: Decision) -> tuple[str, str, str]:
    return decision.about, decision.unit, decision.by


def _outcomes(combat: Combat, found: list[Decision]) -> dict[tuple[str, str, str], Outcome]:
    """Give what is chosen in all decisions of a kind, such as the hexes for each of several marks."""
    outcomes: dict[tuple[str, str, str], Outcome] = {}
    for each in found:
        chosen, dice = outcomes.get(_kind(each), (set(), []))
        outcomes[_kind(each)] = {*chosen, *each.chosen}, [*dice, *_dice(combat, each)]
    return outcomes


def _dice(combat: Combat, decision: Decision) -> list[Any]:
    """List the dice of the attacks on those chosen, or of the Special that goes for them."""
    unit = combat.units.get(decision.unit)
    if decision.about != "target" or unit is None:
        return []
    if not decision.by:
        return [dice_against(combat, unit, combat.units[id_]) for id_ in decision.chosen]
    return [
        dice_rolled(combat, unit, held) for held in judge(combat).on("special", unit.id) if held.name == decision.by
    ]


def _with_rulings(
    combat: Combat,
    decision: Decision,
    now: dict[tuple[str, str, str], Outcome],
    by_ruling: dict[str, dict[tuple[str, str, str], Outcome]],
) -> Decision:
    """Name the open questions that decide a decision, and those that decide whether each candidate is chosen."""
    nothing: Outcome = (set(), [])
    kind = _kind(decision)
    others = {id_: found.get(kind, nothing) for id_, found in by_ruling.items()}

    def named(candidate: Candidate) -> Candidate:
        chosen = candidate.option in now[kind][0]
        rulings = [id_ for id_, other in others.items() if (candidate.option in other[0]) != chosen]
        return replace(candidate, rulings=[*rulings, *_stated(combat, candidate)])

    candidates = [named(each) for each in decision.candidates]
    rulings = [id_ for id_, other in others.items() if other != now[kind]]
    stated = [id_ for each in candidates for id_ in _stated(combat, each)]
    return replace(decision, candidates=candidates, rulings=list(dict.fromkeys([*rulings, *stated])))


def _stated(combat: Combat, candidate: Candidate) -> list[str]:
    """Name the ruling without another reading by which a candidate is out."""
    rule = candidate.rule
    return [rule] if rule and rule not in SWITCH_OF and combat.catalogue.ruling(rule) is not None else []


def as_things_stand(combat: Combat, step: str, unit: str = "") -> list[Decision]:
    """List the decisions of a step by the readings in force, without naming those."""
    match step:
        case "deployment":
            return deployments(combat, unit)
        case "tactics":
            return tactics(combat, unit)
    one = combat.units.get(unit)
    side = one.side if one is not None else "rival" if combat.side == "player" else combat.side
    units = [each for each in combat.in_arena(side) if unit in ("", each.id)]
    combat = combat if combat.side == side else replace(combat, side=side)
    match step:
        case "movement":
            ground = Ground(combat if combat.agenda else as_turn_starts(combat))
            return [decision for each in units for decision in movements(ground, each)]
        case "abilities":
            found = [decision for each in units for decision in abilities(combat, each)]
            return [each for each in found if unit or each.candidates]
        case "activity":
            return [decision for each in units for decision in activity(combat, each)]
        case "engage":
            return [decision for each in units for decision in engagements(combat, each)]
    return []
