"""Roaming: a move in directions that an arena die tells by the compass (Unit Skills sheet; Rulebook p.35)."""

from __future__ import annotations

from hoplo_companion.components.effects import Roam
from hoplo_companion.hexes import DIRECTIONS, Mat, bits
from hoplo_companion.rules.effects.compiled import matters
from hoplo_companion.rules.effects.judge import judge, may
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.model import Combat, Unit, opponents


def moves_of(combat: Combat, unit: Unit) -> list[Held]:
    """List the effects that take the place of a unit's move in the Movement Step, unless it is freed of them."""
    if not matters(combat, "movement"):
        return []
    found = judge(combat).on("movement", unit.id)
    free = bool(found) and may(combat, unit, "not-roam")
    return [held for held in found if not (free and any(isinstance(verb, Roam) for verb in held.effect.verbs))]


def is_bound_to_roam(combat: Combat, unit: Unit) -> bool:
    """Tell whether a unit moves by the arena die: it has Roaming, and no ally's Beastmaster frees it of that."""
    return any(isinstance(verb, Roam) for held in moves_of(combat, unit) for verb in held.effect.verbs)


def stops_beside(combat: Combat, unit: Unit) -> int:
    """Give the hexes on which a roaming unit stops: those next to an opponent of its."""
    beside = 0
    for foe in opponents(combat, unit):
        beside |= combat.arena.mat.adjacent(foe.hex)
    return beside


def where_roaming_ends(mat: Mat, start: int, steps: int, free: int, beside: int) -> int:
    """Give every hex on which a unit can end that takes random steps, one hex each.

    Shapes: sets of hexes. A step into a hex that is not free is lost (`roaming.blocked`); a unit that stands `beside`
    an opponent has ended its move.
    """
    ended, moving = 0, start
    for _ in range(steps):
        further = 0
        for hex_ in bits(moving & ~beside):
            for direction in DIRECTIONS:
                further |= mat.step(hex_, direction) & free or hex_
        ended |= moving & beside
        moving = further
    return ended | moving
