"""A turn move by move, each with the board after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.render.sentences.events import names_itself, sentence
from hoplo_companion.render.style import Line
from hoplo_companion.rules.events import (
    CannotAct,
    Damaged,
    Dazed,
    Defeated,
    Deployed,
    Dropped,
    Event,
    Explained,
    Healed,
    HeroReduced,
    HpGained,
    Moved,
    NoTacticPlaced,
    NotDeployed,
    Relocated,
    Roamed,
    Stayed,
    StepBegan,
    TacticGone,
    TacticPassedOver,
    TacticPlaced,
    TurnBegan,
    TurnEnded,
)
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import Names

FRAMES = (TurnBegan, StepBegan, TurnEnded, Explained)
"""What frames a turn, and needs no line where its moves are seen."""
QUIET = (Stayed, CannotAct, TacticPassedOver, NoTacticPlaced, NotDeployed)
"""What did not happen: never a move by itself."""
FOLLOWING = (Damaged, Defeated, Dropped, HeroReduced, TacticGone, Dazed)
"""What comes of a move, and is shown with it."""


class Seen(NamedTuple):
    """One move of a turn: what happened in it, and the board after it."""

    events: list[Event]
    combat: Combat


def moves_of(before: Combat, events: Iterable[Event]) -> Iterator[Seen]:
    """Part what happened into moves, each with the board as it is then."""
    combat, held = before, list[Event]()
    for event, after in pairwise([*events, None]):
        assert event is not None
        is_empty = after is not None and names_itself(event, after) and _is_quiet(after)
        if isinstance(event, FRAMES) or _is_quiet(event) or is_empty:
            continue
        if held and not isinstance(event, FOLLOWING):
            yield Seen(held, combat)
            held = []
        held.append(event)
        combat = _after(combat, event)
    if held:
        yield Seen(held, combat)


def _is_quiet(event: Event) -> bool:
    """Say whether nothing came of it."""
    return isinstance(event, QUIET) or (isinstance(event, Healed) and not event.amount)


def _after(combat: Combat, event: Event) -> Combat:
    """Give the board as one event leaves it: where units are, and how many HP they have; the rules have the rest."""
    if isinstance(event, Deployed) and (unit := combat.units.get(event.unit) or combat.bench.get(event.unit)):
        here = replace(unit, hex=combat.arena.mat.bit[event.hex], hp=event.hp, dazed=True)
        to_come = tuple(id_ for id_ in combat.lineup if id_ != event.unit)
        return replace(combat, units={**combat.units, event.unit: here}, lineup=to_come)
    unit = combat.units.get(getattr(event, "unit", ""))
    if unit is None:
        return combat
    match event:
        case Moved() | Relocated() | Roamed():
            unit = replace(unit, hex=combat.arena.mat.bit[event.end])
        case Damaged() | Healed() | HpGained():
            unit = replace(unit, hp=event.hp)
        case TacticPlaced():
            unit = replace(unit, tactics=(*unit.tactics, event.chip))
        case Defeated():
            unit = replace(unit, hex=0)
        case _:
            return combat
    return replace(combat, units={**combat.units, unit.id: unit})


def said(events: list[Event], names: Names) -> list[Line]:
    """Word what happened in a move."""
    return [
        sentence(event, names) for event, after in pairwise([*events, None]) if event and not names_itself(event, after)
    ]
