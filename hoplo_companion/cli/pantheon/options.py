"""Options that the commands of this table share, and how they are read."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.die import ASSUMED, MOST, Die, read_die

DieOption = Annotated[
    str, typer.Option("--die", metavar="FACES", help="The faces of the attack die, where they differ: '-,1,2,3,4,5'.")
]
LeastOption = Annotated[
    int | None,
    typer.Option("--at-least", metavar="WOUNDS", help="Play for at least so many wounds, not for the most expected."),
]


def die_of(text: str) -> Die:
    """Give the die of the call: the assumed one, or the faces that are set."""
    return read_die(text) if text else ASSUMED


def checked_least(least: int | None) -> int | None:
    """Refuse a number of wounds that no attack can be played for."""
    if least is not None and not 1 <= least <= MOST:
        raise UsageError(tr("{option} is 1 to {most}.", option="--at-least", most=MOST))
    return least


def stat(option: str, value: int) -> int:
    """Refuse a stat that no unit has."""
    if not 0 <= value <= MOST:
        raise UsageError(tr("{option} is 0 to {most}, not {value}.", option=option, most=MOST, value=value))
    return value
