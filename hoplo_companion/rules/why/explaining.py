"""Why, while a turn is played: its decisions as events, where the combat is to explain itself."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hoplo_companion.rules.agenda import Result, Step
from hoplo_companion.rules.events import Event, Explained
from hoplo_companion.rules.model import Combat


def explained(combat: Combat, step: str, unit: str = "") -> list[Event]:
    """Give the decisions of a step as events, for one unit or all, where the combat is to explain itself."""
    if not combat.explain:
        return []
    # What explains the steps stands above those that ask for it here, and most turns explain nothing.
    decisions = import_module("hoplo_companion.rules.why.steps").decisions
    return [Explained(rule=decision.rule, decision=decision) for decision in decisions(combat, step, unit)]


class LayOpen(Step, frozen=True):
    """Lay open what a unit (or everybody) decides in a step, before the player is asked about it."""

    step: str
    unit: str = ""

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.unit,)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Give the decisions as events, where the combat is to explain itself."""
        return combat, explained(combat, self.step, self.unit)
