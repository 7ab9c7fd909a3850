"""Units of any troop made to act from a script, where no turn does it: an attack, an Ability, a Special."""

from __future__ import annotations

from typing import Any

from hoplo_companion.rules.agenda import advance, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.engage_step import use_special
from hoplo_companion.rules.rival.specials import specials
from hoplo_companion.rules.rival.turn import use_ability
from tests.helpers.boards import combat
from tests.helpers.play import Told, answered


def yours(units: list[str], priorities: str = "any", *, step: str = "engage", **more: Any) -> Combat:
    """Make a combat in which it is your turn."""
    state = {"side": "player", **more.pop("state", {})}
    return combat(step, units, priorities, state=state, **more)


def drive(board: Combat, answers: list[Any] | None = None, events: list[Event] | None = None) -> Told:
    """Resolve what is on the agenda, after the events that have happened, with these answers in order."""
    board, more = advance(board)
    return answered(board, [*(events or []), *more], answers)


def strike(board: Combat, attacker: str, target: str, answers: list[Any] | None = None) -> Told:
    """Have a unit make an attack that it may make."""
    unit, aim = board.units[attacker], board.units[target]
    assert aim in attackable(board, unit), f"{attacker} may not attack {target}"
    return drive(push(board, *attack(unit, aim)), answers)


def ability(board: Combat, unit: str, skill: str, answers: list[Any] | None = None) -> Told:
    """Have a unit use an Ability that it may use."""
    board, events = use_ability(board, board.units[unit], skill)
    assert board.agenda, f"{unit} may not use {skill}"
    return drive(board, answers, events)


def special(board: Combat, unit: str, skill: str, answers: list[Any] | None = None) -> Told:
    """Have a unit use a Special that it may use."""
    held = next((each for each in specials(board, board.units[unit]) if each.id == skill), None)
    assert held is not None, f"{unit} may not use {skill}"
    return drive(push(board, use_special(board.units[unit], held)), answers)
