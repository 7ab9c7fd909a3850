"""The rest of the rival's turn: what it can cost each of your units, at best and at worst (Rulebook p.20-24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.odds.search import MOST_WORK, Search, TooLargeError
from hoplo_companion.odds.values import as_fractions
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.turn import steps_of

if TYPE_CHECKING:
    from fractions import Fraction


class Range(NamedTuple):
    """The least and the greatest that choosing can bring about."""

    best: Fraction
    worst: Fraction


class Outlook(NamedTuple):
    """What the rest of a turn can do to a unit: the chance that it is defeated, and the HP that it loses by damage."""

    defeated: Range
    damage: Range


def before_turn(combat: Combat) -> Combat:
    """Give a combat as it stands before the rest of the rival's turn, for looking through all that can come of it."""
    first = combat.step or "deployment"
    # Blessings of which nobody knows are none.
    yours = replace(combat.yours, blessings=combat.yours.blessings or 0)
    combat = replace(combat, step=first, yours=yours, explain=False, foresight=True)
    return replace(combat, agenda=steps_of(combat))


def yours_in_arena(combat: Combat) -> list[str]:
    """List your units in the arena."""
    return [unit.id for unit in combat.in_arena("player")]


def forecast(combat: Combat, most: int = MOST_WORK) -> dict[str, Outlook]:
    """Count what the rest of the rival's turn can do to each of your units; TooLargeError where it is too much."""
    units = yours_in_arena(combat)
    search = Search(combat, units, most)
    try:
        numbers = as_fractions(search.worth(before_turn(combat)))
    except RecursionError:
        raise TooLargeError from None
    found = {}
    for at, id_ in enumerate(units):
        least, most_, low, high = numbers[4 * at : 4 * at + 4]
        found[id_] = Outlook(Range(least, most_), Range(low, high))
    return found


def answer_forecast(combat: Combat) -> dict[str, Any]:
    """Answer the step `forecast` of the machine interface."""
    return {
        "units": {
            id_: {
                "defeated": {"best": str(each.defeated.best), "worst": str(each.defeated.worst)},
                "damage": {"best": str(each.damage.best), "worst": str(each.damage.worst)},
            }
            for id_, each in sorted(forecast(combat).items())
        }
    }
