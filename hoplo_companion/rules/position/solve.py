"""Answers to positions, as the machine interface gives them: every answer a complete set."""

from typing import Any

from hoplo_companion.errors import Defect, InvalidError
from hoplo_companion.language import tr
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.engage import targets
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.outcomes import TooManyWaysError, outcomes
from hoplo_companion.rules.rival.placement import due, placement
from hoplo_companion.rules.turns import as_turn_starts

STEPS = ("deployment", "tactics", "movement", "engage")


def answer_movement(combat: Combat) -> dict[str, Any]:
    """Answer what each rival unit would do if it moved first, and every placement that the step can end in."""
    ground = Ground(as_turn_starts(combat))
    mat = ground.mat
    units = {}
    for unit in ground.rivals:
        move = ground.now(unit)
        marks = sorted((mark.priority, ground.mark_name(mark)) for mark in move.marks)
        units[unit.id] = {
            "status": move.status,
            "marks": [{"priority": priority, "target": target} for priority, target in marks],
            "destinations": mat.names(move.destinations),
        }
    ids, name = [*units], mat.name
    try:
        ends = {outcome[: len(ids)] for outcome in outcomes(ground)}
    except TooManyWaysError as fault:
        return {"units": units, "error": {"code": "too-many-ways", "where": "", "message": str(fault)}}
    order, keys = sorted(range(len(ids)), key=ids.__getitem__), sorted(ids)
    placements = sorted([[name(hexes[at]) for at in order] for hexes in ends])
    return {"units": units, "outcomes": [dict(zip(keys, each, strict=True)) for each in placements]}


def answer(combat: Combat) -> dict[str, Any]:
    """Answer a position for its step."""
    match combat.step:
        case "deployment":
            name = combat.arena.mat.name
            coming = [each for each in due(combat) if each.hex]
            return {"deploy": [{"unit": e.unit, "hex": name(e.hex), "bonus_hp": e.bonus_hp} for e in coming]}
        case "tactics":
            if (placed := placement(combat)) is None:
                return {"tactic": None}
            fit = sorted(unit.id for unit in placed.targets)
            return {"tactic": {"chip": placed.chip, "index": placed.place, "targets": fit}}
        case "movement":
            return answer_movement(combat)
        case "engage":
            whom = {unit.id: targets(combat, unit) for unit in combat.in_arena("rival")}
            return {"units": {id_: {"targets": sorted(unit.id for unit in fit)} for id_, fit in whom.items()}}
    steps = ", ".join(STEPS)
    text = tr("this key is needed: {value}", value=tr("one of {words}", words=steps))
    if combat.step:
        text = tr("there are no answers for {step}: write one of {steps}", step=combat.step, steps=steps)
    raise InvalidError([Defect("step", "step", text)])
