"""Roaming: a move in directions that an arena die tells by the compass (Unit Skills sheet; Rulebook p.35)."""

from __future__ import annotations

from hoplo_companion.components.effects import Roam
from hoplo_companion.hexes import DIRECTIONS, Mat, union
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
    return union(combat.arena.mat.adjacent(foe.hex) for foe in opponents(combat, unit))


def walks(mat: Mat, start: int, steps: int, free: int, beside: int, lying: int = 0) -> set[tuple[int, int]]:
    """Give every way in which a unit that takes random steps can end: its hex, and the lying chips it came over.

    Shapes: sets of hexes. A step into a hex that is not free is lost (`roaming.blocked`); a unit that stands `beside`
    an opponent has ended its move.
    """
    ended: set[tuple[int, int]] = set()
    moving = {(start, 0)}
    for _ in range(steps):
        further = set()
        for at, taken in moving:
            if at & beside:
                ended.add((at, taken))
                continue
            for direction in DIRECTIONS:
                hex_ = mat.step(at, direction) & free or at
                further.add((hex_, taken | (lying & hex_)))
        moving = further
    return ended | moving


def where_roaming_ends(mat: Mat, start: int, steps: int, free: int, beside: int) -> int:
    """Give every hex on which a unit can end that takes random steps, one hex each."""
    return union(hex_ for hex_, _ in walks(mat, start, steps, free, beside))
