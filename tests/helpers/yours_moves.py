"""What the rival's turn does not play, scripted like it: Abilities and Specials of any unit, and the arena's turn."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.rules.agenda import advance, apply, pending, push
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.effects.use import UseEffect
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.engage_step import use_special
from hoplo_companion.rules.rival.mover import moves_of
from hoplo_companion.rules.rival.specials import specials
from hoplo_companion.rules.rival.turn import begin_arena_turn, use_ability
from tests.helpers.boards import combat as board
from tests.helpers.play import Told
from tests.helpers.yours import drive


def finish(combat: Combat, events: list[Event], answers: list[Any] | None = None) -> Told:
    """Go on with these answers to the end; one that is missing or left over fails, as in `tests.helpers.play`."""
    return drive(combat, answers, events)


def finish_by(combat: Combat, events: list[Event], said: dict[str, Any]) -> Told:
    """Go on to the end with the answer that each kind of question has, whatever the order in which they are asked."""
    asked: list[Question] = []
    while (question := pending(combat)) is not None:
        asked.append(question)
        assert question.id in said, f"nobody has an answer to {question}"
        assert len(asked) < 50, "the same is asked over and over"
        combat, more = apply(combat, said[question.id])
        events = [*events, *more]
    return Told(combat, events, asked)


def ability(combat: Combat, unit: str, skill: str, answers: list[Any] | None = None) -> Told:
    """Let a unit use one of its Abilities, in its own troop's turn."""
    combat = replace(combat, side=combat.units[unit].side)
    combat, events = use_ability(combat, combat.units[unit], skill)
    combat, more = advance(combat)
    return finish(combat, [*events, *more], answers)


def special(combat: Combat, unit: str, skill: str, answers: list[Any] | None = None) -> Told:
    """Let a unit use one of its Specials, in its own troop's turn; nothing happens where it may use none."""
    combat = replace(combat, side=combat.units[unit].side)
    found = [held for held in specials(combat, combat.units[unit]) if held.id == skill]
    combat, events = advance(push(combat, *(use_special(combat.units[unit], held) for held in found)))
    return finish(combat, events, answers)


def roam(combat: Combat, unit: str, answers: list[Any] | None = None) -> Told:
    """Let a unit make the move that takes the place of its own, in its troop's turn."""
    combat = replace(combat, side=combat.units[unit].side)
    uses = [UseEffect(held, Scene(unit, held.number), chosen=True) for held in moves_of(combat, combat.units[unit])]
    combat, events = advance(push(combat, *uses))
    return finish(combat, events, answers)


def arena_turn(combat: Combat, answers: list[Any] | None = None) -> Told:
    """Play the arena's turn."""
    return finish(*begin_arena_turn(combat), answers)


def yours(units: list[str], **more: Any) -> Combat:
    """Make a combat in which it is the player's turn."""
    return board("engage", units, state={"side": "player"}, **more)


def in_arena_of(name: str, step: str, units: list[str], priorities: str = "any", **more: Any) -> Combat:
    """Make a combat in an arena whose priority lists no source states, with a list for all."""
    read = board(step, units, priorities, **more)
    real = board(step, [], arena=name).arena
    return replace(read, arena=replace(real, priorities=read.arena.priorities))


def options(told: Told, at: int = 0) -> set[str]:
    """Give the options of one of the questions that were asked."""
    return set(told.asked[at].options)


def place_of(told: Told, chip: str) -> str:
    """Tell where a chip (or the flag) is in the end: its holder's id, or the name of its hex."""
    place = told.combat.flag if chip == "flag" else told.combat.chips[chip]
    assert place is not None
    return place.holder or told.combat.arena.mat.name(place.hex)
