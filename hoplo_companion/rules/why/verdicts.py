"""Every decision of the rival in a position, with all its candidates."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import HoploError
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.solve import STEPS
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions


def reasons(combat: Combat) -> list[Decision]:
    """List the rival's decisions of a position's step, of all steps where it names none; none in your turn."""
    found: list[Decision] = []
    steps = (combat.step,) if combat.step in STEPS else STEPS
    for step in steps if combat.side != "player" else ():
        try:
            found += decisions(replace(combat, step=step), step)
        except HoploError:
            continue  # a number that nobody knows: the other steps may do without it
    return found
