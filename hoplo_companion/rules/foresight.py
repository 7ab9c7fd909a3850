"""What an action may decide before it is done: the tribune's fall, the hero's last HP, the end (Rulebook p.18-28).

Everything that the dice can show is tried; what the player has to choose afterwards is looked at when it is chosen.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import HoploError
from hoplo_companion.rules.agenda import Result, apply, pending
from hoplo_companion.rules.events import CombatEnded, Event, HeroReduced, HeroSaved
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.options import Options

MOST_ROLLS = 2
"""So many rolls, one after the other, are looked through."""

TRIBUNE, HERO, WON, LOST = "tribune", "hero", "won", "lost"
"""What may be decided."""

ASKED = {"defeat.hero": HERO, "end.units-left": LOST}
"""What is decided where one of these is asked."""


class Decided(NamedTuple):
    """Something that is decided: what, whether every roll decides it, and the event that says so, if there is one."""

    what: str
    certain: bool
    event: Event | None = None


def foreseen(result: Result, rolls: int = MOST_ROLLS) -> list[Decided]:
    """List what an action (or an answer) decides, of which its first events are given, over every roll."""
    combat, events = result
    ways = _ways(without_cards(combat), events, rolls)
    found: dict[str, Event | None] = {}
    for way in ways:
        found = {**way, **found}
    return [Decided(what, all(what in way for way in ways), event) for what, event in found.items()]


def without_cards(combat: Combat) -> Combat:
    """Give a combat in which no roll is made again: nobody counts on that unless the player does (Mercury's Boots)."""
    return replace(combat, yours=replace(combat.yours, opportunities=())) if combat.yours.opportunities else combat


def _ways(combat: Combat, events: list[Event], rolls: int) -> list[dict[str, Event | None]]:
    """Follow every roll to where somebody else has to say something: what each way decides."""
    decided = _decided(events)
    question = pending(combat) if not combat.over else None
    if question is not None and question.id in ASKED:
        return [{**decided, ASKED[question.id]: None}]
    if question is None or question.kind != "dice" or not rolls:
        return [decided]
    found = []
    for hits in range(len(question.dice) + 1):
        try:
            further, more = apply(combat, hits)
        except HoploError:
            # What this many hits lead to hangs on something that nobody has entered.
            continue
        found += [{**decided, **way} for way in _ways(further, more, rolls - 1)]
    return found or [decided]


def _decided(events: list[Event]) -> dict[str, Event | None]:
    found: dict[str, Event | None] = {}
    for event in events:
        match event:
            case HeroReduced():
                found[TRIBUNE] = event
            case HeroSaved() | CombatEnded(rule="defeat.hero"):
                found[HERO] = event
            case CombatEnded(why="troop-gone" | "surrendered"):
                found[LOST] = event
            case CombatEnded():
                found[WON] = event
    return found


# What a step leaves undone --------------------------------------------------------------------------------------


def forfeited(found: Options, until: str) -> dict[str, list[str]]:
    """List what may still be done in the steps before another one, which does not come back once they are left.

    Shapes: by step, the units that could still act in it (chips in the Tactic Placement Step); `until` is a step, or
    empty for the end of the turn.
    """
    last = STEPS.index(until) if until else len(STEPS)
    open_ = {
        "deployment": [*found.deploy],
        "tactics": [*found.tactics],
        "movement": [*found.move, *found.roam],
        "abilities": [*found.abilities],
        "engage": [*dict.fromkeys([*found.attack, *found.specials])],
    }
    return {step: open_[step] for step in STEPS[:last] if open_[step]}
