"""What has been worked out about a combat, kept beside it: no part of what the combat is, and never saved."""

from __future__ import annotations

from operator import is_
from typing import Any

from hoplo_companion.rules.questions import Question

MOST_BOARDS = 4
"""How many boards (combats but for their agendas) keep what has been worked out about them."""

Answers = dict[Any, Any]
"""What was asked to what was found; `Combat.once` gives it its types."""


class Derived:
    """What is known of a combat and of those that came before it: a few boards' answers, and the question open now.

    A combat hands its own on to those that are made from it, so that what a change of the agenda alone leaves as it
    was need not be worked out again. It is equal to any other, since it says nothing of its own.
    """

    __slots__ = ("_boards", "answers", "combat", "question", "question_of")

    def __init__(self) -> None:
        self.combat: object = None
        self.answers: Answers = {}
        self.question: Question | None = None
        self.question_of: object = None
        self._boards: list[tuple[tuple[Any, ...], Answers]] = []

    def turn_to(self, combat: object, facts: tuple[Any, ...]) -> None:
        """Have `answers` be those of a combat, which are those of every combat with the very same facts."""
        answers = next((answers for known, answers in self._boards if all(map(is_, known, facts))), None)
        if answers is None:
            answers = {}
            self._boards = [(facts, answers), *self._boards[: MOST_BOARDS - 1]]
        self.combat, self.answers = combat, answers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Derived)

    def __hash__(self) -> int:
        return hash(Derived)

    def __repr__(self) -> str:
        return "Derived()"
