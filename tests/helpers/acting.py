"""Units of any troop made to act from a script, where no turn does it, and what a test asks of them afterwards."""

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Fatigue
from hoplo_companion.rules.agenda import Then, advance, push
from hoplo_companion.rules.attack import declare
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.effects.in_force import Scene
from hoplo_companion.rules.effects.use import UseEffect, use_of
from hoplo_companion.rules.model import Combat, Lasting
from hoplo_companion.rules.rival.engage import attackable, specials
from hoplo_companion.rules.rival.mover import moves_of
from hoplo_companion.rules.rival.turn import begin_arena_turn, use_ability
from tests.helpers.boards import combat as board_of
from tests.helpers.play import Turn, answered, engage

FOES = {"rival": "player", "player": "rival", "arena": "rival"}
"""For each troop another one that opposes it."""


def yours(units: list[str], priorities: str = "any", *, step: str = "engage", **more: Any) -> Combat:
    state = {"side": "player", **more.pop("state", {})}
    return board_of(step, units, priorities, state=state, **more)


def in_arena_of(name: str, step: str, units: list[str], priorities: str = "any", **more: Any) -> Combat:
    """Make a combat in an arena whose priority lists no source states, with a list for all."""
    read = board_of(step, units, priorities, **more)
    real = board_of(step, [], arena=name).arena
    return replace(read, arena=replace(real, priorities=read.arena.priorities))


def fatigued(board: Combat, *units: str) -> Combat:
    """Give the combat with units fatigued, whose skills are all ignored (p.36)."""
    lasting = Lasting(Fatigue(), units, "end-of-combat", "By hand", side="arena", fresh=True)
    return replace(board, lasting=(*board.lasting, lasting))


def drive(board: Combat, answers: list[Any] | None = None, events: list[Event] | None = None) -> Turn:
    """Resolve what is on the agenda, after the events that have happened, with these answers in order."""
    board, more = advance(board)
    return answered(board, [*(events or []), *more], answers)


def strike(board: Combat, attacker: str, target: str, answers: list[Any] | None = None) -> Turn:
    unit, aim = board.units[attacker], board.units[target]
    assert aim in attackable(board, unit), f"{attacker} may not attack {target}"
    return drive(push(board, Then(declare, (unit.id, aim.id))), answers)


def ability(board: Combat, unit: str, skill: str, answers: list[Any] | None = None) -> Turn:
    """Let a unit use one of its Abilities, in its own troop's turn; nothing happens where it may not."""
    board, events = use_ability(replace(board, side=board.units[unit].side), board.units[unit], skill, anyway=False)
    return drive(board, answers, events)


def special(board: Combat, unit: str, skill: str, answers: list[Any] | None = None) -> Turn:
    """Let a unit use one of its Specials, in its own troop's turn; nothing happens where it may not."""
    board = replace(board, side=board.units[unit].side)
    held = [each for each in specials(board, board.units[unit]) if each.id == skill]
    return drive(push(board, *(use_of(each) for each in held)), answers)


def roam(board: Combat, unit: str, answers: list[Any] | None = None) -> Turn:
    """Let a unit make the move that takes the place of its own, in its troop's turn."""
    board = replace(board, side=board.units[unit].side)
    uses = [UseEffect(held, Scene(unit, held.number), chosen=True) for held in moves_of(board, board.units[unit])]
    return drive(push(board, *uses), answers)


def arena_turn(board: Combat, answers: list[Any] | None = None) -> Turn:
    board, events = begin_arena_turn(board)
    return drive(board, answers, events)


def turn_of(side: str, units: list[str], answers: list[Any] | None = None, **more: Any) -> Turn:
    """Have `x` attack `y`: as the Engage Step of its troop goes, or for yours as an attack that you choose."""
    if side == "rival":
        return engage(units, answers, **more)
    if side == "player":
        return strike(yours(units, **more), "x", "y", answers)
    return arena_turn(board_of("engage", units, **more), answers)


def blow(by: str, on: str, attacker: str, target: str, answers: list[Any] | None = None, **more: Any) -> Turn:
    """Have `x` on C3 attack `y` on C4; every troop has another unit far off, so that no combat ends."""
    far = [f"far-{side} {side} {at} dazed hp9" for side, at in (("rival", "A1"), ("player", "G3"))]
    return turn_of(by, [f"x {by} C3 {attacker}", f"y {on} C4 {target}", *far], answers, **more)


def dice(told: Turn) -> list[str]:
    return [" ".join(question.dice) for question in told.asked if question.id == "attack.dice"]


def used(told: Turn) -> list[tuple[str, str]]:
    return [(event.unit, event.effect) for event in told.of("effect-used")]


def options(told: Turn, at: int = 0) -> set[str]:
    return set(told.asked[at].options)


def place_of(told: Turn, chip: str) -> str:
    """Tell where a chip (or the flag) is in the end: its holder's id, or the name of its hex."""
    place = told.combat.flag if chip == "flag" else told.combat.chips[chip]
    assert place is not None
    return place.holder or told.combat.arena.mat.name(place.hex)
