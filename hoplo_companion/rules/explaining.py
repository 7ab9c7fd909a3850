"""Decisions laid open while a turn is played, where the combat is to explain itself."""

from __future__ import annotations

from typing import Any

from hoplo_companion.rules.agenda import Result, Step
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat


def explained(combat: Combat, step: str, unit: str = "") -> list[Event]:
    """List the decisions of a step as events, for one unit or all; none where nobody wants them."""
    return [] if combat.explain is None else combat.explain(combat, step, unit)


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
