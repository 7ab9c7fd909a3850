"""Attacks of any troop on any other written short, and what a test asks of them afterwards."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Effect, Fatigue
from hoplo_companion.rules.events import Damaged
from hoplo_companion.rules.model import Combat, Lasting
from hoplo_companion.rules.rival.turn import begin_arena_turn
from tests.helpers.boards import combat
from tests.helpers.play import Told, engage
from tests.helpers.yours import drive, strike, yours

PAIRS = [("rival", "player"), ("player", "rival"), ("arena", "player"), ("rival", "arena"), ("player", "arena")]
"""Who attacks whom: every skill is the same whoever holds it."""

FOES = {"rival": "player", "player": "rival", "arena": "rival"}
"""For each troop another one that opposes it."""


def turn_of(side: str, units: list[str], answers: list[Any] | None = None, **more: Any) -> Told:
    """Have `x` attack `y`: as the Engage Step of its troop goes, or for yours as an attack that you choose."""
    if side == "rival":
        return engage(units, answers, **more)
    if side == "player":
        return strike(yours(units, **more), "x", "y", answers)
    board, events = begin_arena_turn(combat("engage", units, **more))
    return drive(board, answers, events)


def blow(by: str, on: str, attacker: str, target: str, answers: list[Any] | None = None, **more: Any) -> Told:
    """Have `x` on C3 attack `y` on C4; every troop has another unit far off, so that no combat ends."""
    far = [f"far-{side} {side} {at} dazed hp9" for side, at in (("rival", "A1"), ("player", "G3"))]
    return turn_of(by, [f"x {by} C3 {attacker}", f"y {on} C4 {target}", *far], answers, **more)


def dice(told: Told) -> list[str]:
    """List the dice of every attack that was rolled, one line for each."""
    return [" ".join(question.dice) for question in told.asked if question.id == "attack.dice"]


def dealt(told: Told) -> list[tuple[str, str, int]]:
    """List all damage: to whom, by whom, how much."""
    return [(event.unit, event.by, event.damage) for event in told.of(Damaged)]


def used(told: Told) -> list[tuple[str, str]]:
    """List the effects that were set off, with their units."""
    return [(event.unit, event.effect) for event in told.of("effect-used")]


def fatigued(board: Combat, *units: str) -> Combat:
    """Give the combat with units fatigued, whose skills are all ignored (p.36)."""
    lasting = Lasting(Fatigue(), "By hand", "", "arena", units, "end-of-combat")
    return replace(board, lasting=(*board.lasting, lasting))


def told_of(board: Combat, skill: str, *effects: Effect) -> Combat:
    """Give the combat with what the player has read of a skill that no source states."""
    return replace(board, entered={**board.entered, f"skills.{skill}": effects})
