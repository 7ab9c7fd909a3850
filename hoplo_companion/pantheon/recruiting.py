"""A draft under way: who recruits next, and from what."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import STRONG, Fault, cost_of, faults
from hoplo_companion.pantheon.units import Unit


class Draft(NamedTuple):
    """A draft as far as it has come: the units that are left to recruit, and each player's army in the order taken.

    `last` is who recruited the last unit that is no divinity.
    """

    players: tuple[str, ...]
    points: int
    pool: tuple[Unit, ...]
    armies: tuple[tuple[Unit, ...], ...] = ()
    team: bool = False
    last: int | None = None

    def army(self, player: int) -> tuple[Unit, ...]:
        """Give what a player has recruited."""
        return self.armies[player] if self.armies else ()

    def left(self, player: int) -> int:
        """Count the points that a player has left."""
        return self.points - cost_of(self.army(player))

    def affordable(self, player: int) -> list[Unit]:
        """List the units that a player may recruit now: a divinity of the agreed type first, then what it can pay."""
        own = self.army(player)
        kinds = {unit.kind for army in self.armies for unit in army if unit.is_divinity}
        if not own:
            first = [unit for unit in self.pool if unit.is_divinity and unit.cost <= self.points]
            return [unit for unit in first if not kinds or unit.kind in kinds]
        is_strong = any(not unit.is_divinity and unit.cost >= STRONG for unit in own)
        return [
            unit
            for unit in self.pool
            if not unit.is_divinity and unit.cost <= self.left(player) and not (is_strong and unit.cost >= STRONG)
        ]

    def next(self) -> int | None:
        """Give who recruits next: divinities clockwise, everything else counter-clockwise; None at the end."""
        count = len(self.players)
        waiting = [at for at in range(count) if not self.army(at)]
        if waiting:
            return waiting[0]
        # The last to choose a divinity begins.
        start = 0 if self.last is None else self.last
        order = [(start - step) % count for step in range(1, count + 1)]
        return next((at for at in order if self.affordable(at)), None)

    def recruited(self, unit: Unit, words: Callable[[Fault], str]) -> Draft:
        """Give the draft after the next player has taken a unit; IllegalError where the rules do not allow it."""
        player = self.next()
        if player is None:
            raise IllegalError(tr("The draft is over: nobody can afford any of the remaining units."))
        if unit not in self.affordable(player):
            reason = tr("A divinity comes first, of the type that all players agreed on.")
            if self.army(player):
                partner = [each.id for each in self.army((player + 2) % 4)] if self.team else []
                army = (*self.army(player), unit)
                reason = " ".join(map(words, faults(army, self.points, constructed=False, partner=partner)))
            raise IllegalError(
                tr("{player} cannot recruit {unit}. {reason}", player=self.players[player], unit=unit.name,
                   reason=reason)
            )  # fmt: skip
        armies = self.armies or ((),) * len(self.players)
        armies = (*armies[:player], (*armies[player], unit), *armies[player + 1 :])
        pool = tuple(each for each in self.pool if each != unit)
        return self._replace(armies=armies, pool=pool, last=self.last if unit.is_divinity else player)
