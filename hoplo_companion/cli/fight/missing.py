"""Looking something up on a board: what it depends on and nobody has entered is asked first, at a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UNKNOWN
from hoplo_companion.rules.agenda import Missing

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat

T = TypeVar("T")


def look_up(terminal: Terminal, combat: Combat, find: Callable[[Combat], T]) -> T:
    """Find something out about a combat; without a terminal, what is missing is the error that `find` raises.

    What the player reads off a chip or card on the way is kept, as in a turn.
    """
    while True:
        try:
            return find(combat)
        except UNKNOWN as missing:
            if terminal.json or not terminal.is_interactive():
                raise
            combat = _with_answer(terminal, combat, missing)


def _with_answer(terminal: Terminal, combat: Combat, missing: Exception) -> Combat:
    """Ask for what is missing, keep it, and give the combat with it."""
    from hoplo_companion.cli.fight.reports import Report  # most boards say all that is asked of them
    from hoplo_companion.cli.terminal.prompts import Prompts
    from hoplo_companion.dice import Dice
    from hoplo_companion.table.play.answers import answer_all

    asks = replace(combat, agenda=(Missing(missing),))
    known = answer_all(asks, [], Prompts(terminal), Dice(None), script=False, happened=Report(terminal).happened)
    return replace(known, agenda=combat.agenda)
