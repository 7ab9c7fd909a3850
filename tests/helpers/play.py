"""Turns played from a script: the questions they ask, and the answers given; one left over or missing fails."""

import re
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from msgspec.structs import asdict

from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.boards import combat as board

MOST_ASKED = 200
"""More questions than this are never asked in a turn of the tests."""


def kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower().replace("-entered", "-told")


def of(events: Iterable[Event], kind: str) -> list[Any]:
    rows = [event for event in events if event.what == kebab(kind)]
    return [SimpleNamespace(**{"arena": ""} | asdict(event) | event.values) for event in rows]


class Turn:
    """A turn that was played: the combat at its end, what happened, and what was asked."""

    def __init__(self, combat: Combat, events: list[Event], asked: list[Question]) -> None:
        self.combat = combat
        self.events = events
        self.asked = asked

    def of(self, kind: str) -> list[Any]:
        return of(self.events, kind)

    def hp(self, unit: str) -> int | None:
        return self.combat.units[unit].hp

    def hex(self, unit: str) -> str:
        return self.combat.arena.mat.name(self.combat.units[unit].hex)


def question_of(combat: Combat) -> Question:
    """Give the question that is open; that there is none fails."""
    question = pending(combat)
    assert question is not None
    return question


def answered(combat: Combat, events: list[Event], answers: list[Any] | None = None) -> Turn:
    """Answer what a combat asks from a script; a question without an answer, and an answer without a question, fail.

    An answer may be a pair (id of the question, answer), which then has to be the question that is asked. An answer
    `*N` stands for all that follow: a direction to and fro, of options the first, of dice N hits.
    """
    asked: list[Question] = []
    script = list(answers or [])
    always = script.pop()[1:] if script and str(script[-1]).startswith("*") else ""
    while (question := pending(combat)) is not None:
        asked.append(question)
        assert len(asked) < MOST_ASKED, f"{question.id} is asked again and again"
        if always and not script:
            chosen = question.options[0] if question.options else min(int(always), len(question.dice))
            script = [("n", "s")[len(asked) % 2] if question.kind == "direction" else chosen]
        assert script, (
            f"{question.id} of {question.unit or question.about} is asked, and the script has ended: {question}"
        )
        answer = script.pop(0)
        if isinstance(answer, tuple):
            expected, answer = answer
            assert question.id == expected, f"{question.id} is asked where the script has {expected}: {question}"
        combat, more = apply(combat, answer)
        events = [*events, *more]
    assert not script, f"answers that nobody asked for: {script}"
    return Turn(combat, events, asked)


def play(combat: Combat, answers: list[Any] | None = None, *, only: str = "") -> Turn:
    return answered(*begin(combat, only), answers)


def engage(units: list[str], answers: list[Any] | None = None, priorities: str = "any", **more: Any) -> Turn:
    return play(board("engage", units, priorities, **more), answers, only="engage")


def abilities(units: list[str], answers: list[Any] | None = None, priorities: str = "any", **more: Any) -> Turn:
    return play(board("abilities", units, priorities, **more), answers, only="abilities")


def ids(told: Turn) -> list[str]:
    return [question.id for question in told.asked]


def rolled(told: Turn) -> list[tuple[list[str], list[str]]]:
    return [(event.dice, event.targets) for event in told.of("rolled-at")]
