"""Units of any troop made to act from a script, where no turn does it: an attack, an Ability, a Special."""

from __future__ import annotations

from typing import Any

from hoplo_companion.rules import rival_turn  # noqa: F401 (makes every verb of the effects known)
from hoplo_companion.rules.abilities import use_ability
from hoplo_companion.rules.agenda import advance, apply, pending, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.engage import attackable
from hoplo_companion.rules.engage_step import use_special
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.specials import specials
from tests.boards import combat
from tests.play import Told


def yours(units: list[str], priorities: str = "any", *, step: str = "engage", **more: Any) -> Combat:
    """Make a combat in which it is your turn."""
    state = {"side": "player", **more.pop("state", {})}
    return combat(step, units, priorities, state=state, **more)


def drive(board: Combat, answers: list[Any] | None = None, events: list[Event] | None = None) -> Told:
    """Resolve what is on the agenda; a question without an answer, and an answer without a question, fail.

    An answer may be a pair (id of the question, answer), which then has to be the question that is asked.
    """
    board, more = advance(board)
    happened = [*(events or []), *more]
    asked: list[Question] = []
    script = list(answers or [])
    while (question := pending(board)) is not None:
        asked.append(question)
        assert script, f"{question.id} is asked, and the script has ended: {question}"
        answer = script.pop(0)
        if isinstance(answer, tuple):
            expected, answer = answer
            assert question.id == expected, f"{question.id} is asked where the script has {expected}: {question}"
        board, more = apply(board, answer)
        happened += more
    assert not script, f"answers that nobody asked for: {script}"
    return Told(board, happened, asked)


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
