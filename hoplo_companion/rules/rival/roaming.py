"""Roaming: a move in the directions that the arena die and the compass show (Unit Skills sheet; Rulebook p.35)."""

from __future__ import annotations

from typing import NamedTuple

from hoplo_companion.components.effects import Roam
from hoplo_companion.hexes import DIRECTIONS, Mat, union
from hoplo_companion.rules.effects.judge import judge, matters, may
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
    """Say whether a unit moves by the arena die: it has Roaming, and no ally's Beastmaster frees it of that."""
    return any(isinstance(verb, Roam) for held in moves_of(combat, unit) for verb in held.effect.verbs)


def stops_beside(combat: Combat, unit: Unit) -> int:
    """Give the hexes on which a roaming unit stops: those next to an opponent of its."""
    return union(combat.arena.mat.adjacent(foe.hex) for foe in opponents(combat, unit))


class Over(NamedTuple):
    """A hex that a roaming unit has come to, and the hexes that it came over on the way there, this one the last."""

    hex: int
    way: tuple[int, ...] = ()


Walk = tuple[Over, ...]
"""A walk under way: the hex where the unit stands comes last, before it those that it may yet turn out to fly over."""


class Field(NamedTuple):
    """What a roaming unit finds: sets of hexes.

    `free` are those that it may end on, `beside` those next to an opponent, where it stops; `over` are the blocked ones
    that it may pass over (`roaming.flight`), `noted` those that are kept where it comes over them.
    """

    mat: Mat
    free: int
    beside: int
    over: int
    noted: int

    def stepped(self, walk: Walk, direction: str) -> Walk:
        """Take the step that a die gives; into a hex that is neither free nor passed over it is lost."""
        after: list[Over] = []
        for at, way in walk:
            hex_ = self.mat.step(at, direction)
            further = Over(hex_, (*way, hex_) if hex_ & self.noted else way)
            lands = bool(hex_ & self.free)
            stands = at & self.free
            if stands & self.beside:
                after.append(Over(at, way))
            elif lands:
                # Having flown so far, it has done what else it might have done from where it took off.
                return (*after, further)
            elif hex_ & self.over:
                after += [further, Over(at, way)] if stands else [further]
            else:
                after.append(Over(at, way))
        return tuple(after)

    def is_over(self, walk: Walk) -> bool:
        """Say whether the unit stops where it stands: next to an opponent, and over no blocked hex."""
        return len(walk) == 1 and bool(walk[0].hex & self.beside)


def walks(field: Field, start: int, steps: int) -> set[tuple[int, int]]:
    """Give every way in which a unit that takes random steps can end: its hex, and the noted hexes that it came over.

    Shapes: sets of hexes. A step that cannot be taken is lost (`roaming.blocked`).
    """
    ended: set[Walk] = set()
    moving: set[Walk] = {(Over(start),)}
    for _ in range(steps):
        ended |= {walk for walk in moving if field.is_over(walk)}
        moving = {field.stepped(walk, direction) for walk in moving - ended for direction in DIRECTIONS}
    return {(walk[-1].hex, union(walk[-1].way)) for walk in ended | moving}


def where_roaming_ends(field: Field, start: int, steps: int) -> int:
    """Give every hex on which a unit can end that takes random steps, one hex each."""
    return union(hex_ for hex_, _ in walks(field, start, steps))
