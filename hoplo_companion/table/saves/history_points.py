"""The points of a save to go back to: where a week, an act, a turn or a fight began."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoplo_companion.errors import UsageError
from hoplo_companion.table.play.fight import NoFightError
from hoplo_companion.table.saves.changes import State
from hoplo_companion.table.saves.save import Save


def period_began(save: Save, *, week: bool) -> int:
    """Find the place of the step with which this week began, or this act; UsageError where that is the last one."""

    def period(state: State) -> tuple[int, int]:
        pad = state["pad"]
        return pad["act"], pad["weeks"][pad["act"] - 1] if week else 0

    first = _first_alike(save, period, skip=False)
    if first == save.header.head:
        raise UsageError("nothing to undo: this is where it started")
    return first


def turn_began(save: Save) -> int:
    """Find where the turn began that is on in the fight; from its beginning, where the turn before it began.

    NoFightError where no fight is followed; UsageError at the beginning of the fight.
    """
    _check_fight(save)
    first = _first_alike(save, _turn_of, skip=True)
    if first == save.header.head:
        raise UsageError("nothing to undo: this is where the fight begins; `hoplo undo --fight` takes it back whole")
    return first


def fight_began(save: Save) -> int:
    """Find the last step before the fight was planned; NoFightError where no fight is followed."""
    _check_fight(save)
    place = next((place for place, _, state in save.past() if state.get("fight") is None), None)
    if place is None:
        raise UsageError("nothing to undo: this table was made for the fight; `hoplo fight drop` no longer follows it")
    return place


def _check_fight(save: Save) -> None:
    if save.state.get("fight") is None:
        raise NoFightError


def _turn_of(state: State) -> str | None:
    fight = state.get("fight")
    return None if fight is None else str(fight["turn_of"])


def _first_alike(save: Save, of: Callable[[State], Any], *, skip: bool) -> int:
    """Find the first step of the stretch that the present one ends, in which `of` gives the same of every state.

    With `skip`, a stretch that has but the present step counts for nothing, and the one before it is meant, unless `of`
    gives None there.
    """
    first, present = save.header.head, of(save.state)
    for place, _, state in save.past():
        if of(state) != present:
            if not skip or first != save.header.head or of(state) is None:
                break
            present = of(state)
            skip = False
        first = place
    return first
