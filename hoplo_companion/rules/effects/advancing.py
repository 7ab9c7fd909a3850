"""Advancing: units move towards their marks at once, as in a Movement Step of their own (Rulebook p.22-23, 31-32)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Advance, ChangeStat
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.use import Doing, does
from hoplo_companion.rules.model import ADVANCING, Combat, Lasting, Unit
from hoplo_companion.rules.rival.movement_step import MoveUnits


def advance_units(combat: Combat, units: list[Unit], most: int) -> Combat:
    """Put the moves of some units of one troop on the agenda: each up to so many hexes, in the player's order.

    Their Movement is that number meanwhile, whatever else changes it.
    """
    if not units or not most:
        return combat
    ids = tuple(unit.id for unit in units)
    verb = ChangeStat(stat="movement", to=most, until="end-of-turn")
    lasting = Lasting(verb, ADVANCING, ids[0], units[0].side, ids, "end-of-turn")
    after = AdvanceOver(lasting, combat.side, tuple(sorted(combat.moved)))
    combat = replace(combat, lasting=(*combat.lasting, lasting), side=units[0].side, moved=combat.moved - set(ids))
    return push(combat, MoveUnits(ids), after)


class AdvanceOver(Step, frozen=True):
    """The moves are over: the Movement of the units is its own again, and no Movement Step counts as taken."""

    lasting: Lasting
    side: str
    moved: tuple[str, ...]

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put back what was changed for the moves."""
        kept = tuple(each for each in combat.lasting if each != self.lasting)
        return replace(combat, lasting=kept, side=self.side, moved=frozenset(self.moved)), []


@does(Advance)
class AdvanceUnit(Doing, frozen=True):
    """A unit advances by an effect; yours, which have no priority list, move in their own step alone."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether it is a unit with a priority list."""
        unit = self.holder(combat)
        return unit is not None and unit.side != "player"

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Let it move."""
        assert isinstance(self.verb, Advance)
        unit = self.holder(combat)
        if unit is None or unit.side == "player":
            return combat, []
        return advance_units(combat, [unit], judge(combat).amount(self.verb.most, self.scene, unit)), []
