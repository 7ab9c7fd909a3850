"""The likeliest story of a turn: rolls as they most often fall, choices as they serve one unit best."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from hoplo_companion.dice import SIDES
from hoplo_companion.errors import HoploError
from hoplo_companion.odds.search import Search, resolved
from hoplo_companion.odds.values import plus, ways_by_colour, ways_of_hits
from hoplo_companion.rules.agenda import Step
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import NOTHING, Question


def story(search: Search, combat: Combat, at: int) -> list[Event]:
    """Play a turn as it most likely goes, with every choice made for one aim; give what happens."""
    combat = replace(combat, foresight=False)
    happened: list[Event] = []
    while combat.agenda and not combat.over:
        step = combat.agenda[0]
        assert isinstance(step, Step)
        question = step.question(combat)
        answer = None if question is None else _answer(search, combat, step, question, at)
        combat, events = resolved(combat, step, answer)
        happened += events
    return happened


def _answer(search: Search, combat: Combat, step: Step, question: Question, at: int) -> Any:
    match question.kind:
        case "dice":
            ways = ways_of_hits(tuple(sorted(question.dice)))
            return ways.index(max(ways))
        case "hits":
            return max(ways_by_colour(question.dice), key=lambda each: each[0])[1]
        case "direction":
            return question.options[0]
        case "choice" | "hex" if question.options:
            return min(question.options, key=lambda option: _comes_to(search, combat, step, option, at))
        case "effect" | "manual":
            return NOTHING
    raise HoploError(question.id)


def _comes_to(search: Search, combat: Combat, step: Step, option: str, at: int) -> Fraction:
    before = replace(combat, foresight=True)
    after, events = resolved(before, step, option)
    value = plus(search.worth(after), search.losses(before, events))
    return Fraction(value[1][at], SIDES ** value[0])
