"""What every action of your turn begins with: the step that it belongs to, the unit and the hex that it names."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import clip
from hoplo_companion.rules.events import Event, StepBegan
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.naming import (
    named,
    suggestion,
)
from hoplo_companion.rules.player.options import (
    RefusedPlayError,
    check_deployed,
    overrule,
)
from hoplo_companion.rules.rival.movement_step import note_who_stayed


def go_to(combat: Combat, step: str, anyway: bool) -> tuple[Combat, list[Event], list[Event]]:
    """Go on to a step of the turn; one that is over does not come back (p.20).

    Shapes: the combat in that step, the rules set aside, and what happened. What is done late anyway does not take the
    turn back.
    """
    now, wanted = STEPS.index(combat.step), STEPS.index(step)
    if wanted < now:
        why = f"your {step} step is over: the {combat.step} step is on"
        return combat, overrule(combat, anyway, "turn.steps", why), []
    if wanted == now:
        return combat, (check_deployed(combat, anyway=anyway) if wanted else []), []
    ruled = check_deployed(combat, anyway=anyway)
    if now <= STEPS.index("movement") < wanted:
        combat = note_who_stayed(combat)
    return replace(combat, step=step), ruled, [StepBegan(rule="turn.steps", step=step)]


def your_unit(combat: Combat, name: str, *, in_camp: bool = False) -> Unit:
    """Find a unit of yours by name, in combat or in camp."""
    here = [unit for unit in combat.units.values() if unit.side == "player" and bool(unit.hex) != in_camp]
    unit = named(combat, name, here, combat.units.values())
    if unit is not None:
        return unit
    rule = "yours.deploy" if in_camp else "combat.only-in-combat"
    why = f"no unit {clip(name)} of yours is {'in your camp' if in_camp else 'in combat'}"
    raise RefusedPlayError(combat, rule, why + suggestion(name, here), [each.id for each in here])


def hex_of(combat: Combat, name: str, rule: str, instead: Iterable[str]) -> int:
    """Find a hex of the mat by name; RefusedPlayError where it is none, with the rule that wants one."""
    hex_ = combat.arena.mat.bit.get(name.strip().upper(), 0) & combat.arena.existing
    if not hex_:
        raise RefusedPlayError(combat, rule, f"{clip(name)} is not on this mat", instead)
    return hex_
