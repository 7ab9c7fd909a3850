"""What the rules decide in a position: the whole set of answers, so that two versions can be compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.components.words import STEPS as TURN
from hoplo_companion.errors import HoploError
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.options import options
from hoplo_companion.rules.position.solve import STEPS, answer
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions


def verdict(combat: Combat) -> dict[str, Any]:
    """Give what is decided in a position: what you may do in your turn, else the rival's answers for its step.

    Shapes: a table by step as `hoplo solve` answers it, all four of them where the position names none of them; or
    `options`. What cannot be answered is `{"error": TEXT}`.
    """
    if combat.side == "player":
        now = replace(combat, step=combat.step or TURN[0])
        return {"options": _or_error(lambda: _plain(options(now)))}
    return {step: _or_error(partial(answer, replace(combat, step=step))) for step in _steps(combat)}


def reasons(combat: Combat) -> list[Decision]:
    """List the rival's decisions of a position's step with all their candidates; none in your turn."""
    found: list[Decision] = []
    for step in _steps(combat) if combat.side != "player" else ():
        try:
            found += decisions(replace(combat, step=step), step)
        except HoploError:
            continue  # what keeps it from being answered is in the verdict
    return found


def _steps(combat: Combat) -> tuple[str, ...]:
    return (combat.step,) if combat.step in STEPS else STEPS


def _or_error(look: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return look()
    except HoploError as fault:
        return {"error": str(fault)}


def _plain(value: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
