"""Whether decisions are laid open as they are made."""

from __future__ import annotations

from hoplo_companion.rules.events import Event, Explained
from hoplo_companion.rules.model import Combat


def explained(combat: Combat, step: str, unit: str = "") -> list[Event]:
    """Give the decisions of a step as events, for one unit or all, where the combat is to explain itself."""
    if not combat.explain:
        return []
    from hoplo_companion.rules.why import decisions

    return [Explained(rule=decision.rule, decision=decision) for decision in decisions(combat, step, unit)]
