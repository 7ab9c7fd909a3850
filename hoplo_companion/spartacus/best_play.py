"""What every position of a match is worth when both surrender their dice by best play (Spartacus p.14).

A position is worth the first Combatant's chance to win less the second one's. Positions are counted from the fewest
dice upwards; what several wounds leave is the best of what one wound fewer leaves one die further down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

from hoplo_companion.spartacus.pools import Pools

Blows = Sequence[tuple[int, int, Any]]
"""What an attack comes to: the wounds of the defender, those of the attacker, and the chance."""


class Sides(NamedTuple):
    """What the count needs to know of a match, each by the attacker: 0 for the first Combatant, 1 for the second."""

    blows: Callable[[Pools, Pools, int], Blows]
    fallen: Callable[[Pools, Pools, int, int, int], int]
    initiative: Callable[[Pools, Pools], Any]


class _Struck(NamedTuple):
    """An attack: what its defeats are worth, the chance that it wounds nobody, and what else it leads to, by chance."""

    fallen: Any
    nobody: Any
    then: list[tuple[Any, list[Any]]]
    ends: list[tuple[Any, list[Any]]]


class _Ladder:
    """What positions are worth after so many wounds, from those that are counted already."""

    def __init__(self, worth: list[Any], dealt: int, back: int, attacker: int) -> None:
        self.rungs: list[list[list[Any]]] = [[[] for _ in range(dealt + 1)] for _ in range(back + 1)]
        self.rungs[0][0] = worth
        self.steps = [[*pairwise(row)] for row in self.rungs]
        self.of_attacker, self.of_defender = (max, min) if attacker == 0 else (min, max)

    def climb(self, at: int, attacker: Sequence[int], defender: Sequence[int]) -> None:
        """Count a position: where one die fewer of either leads to. The attacker answers what the defender does."""
        after, answer = self.of_defender, self.of_attacker
        for back, row in enumerate(self.rungs):
            if back:
                below = self.rungs[back - 1][0]
                row[0].append(answer([below[at - each] for each in attacker]) if attacker else 0)
            for below, rung in self.steps[back]:
                rung.append(after([below[at - each] for each in defender]) if defender else 0)


class Worth:
    """The worth of positions: at the beginning of a round, and when the second to attack is about to."""

    def __init__(self, ours: Pools, theirs: Pools, sides: Sides) -> None:
        self._ours, self._theirs = _below(ours), _below(theirs)
        self._place = [{each: at for at, each in enumerate(every)} for every in (self._ours, self._theirs)]
        self.round: list[Any] = []
        self.answers: tuple[list[Any], list[Any]] = ([], [])
        self._sides = sides
        self._parted: dict[tuple[int, int, int, int, int], _Struck] = {}
        self._count()

    def at(self, attacker: Pools, defender: Pools, who: int, *, is_answered: bool) -> Any:
        """Give what a position after an attack is worth to the attacker."""
        ours, theirs = (attacker, defender) if who == 0 else (defender, attacker)
        worth = self.round if is_answered else self.answers[who]
        found = worth[self._place[0][ours] * len(self._theirs) + self._place[1][theirs]]
        return found if who == 0 else -found

    def _struck(self, attacker: Pools, defender: Pools, who: int, then: _Ladder, ends: _Ladder) -> _Struck:
        """Part what an attack comes to; positions with equally many dice share it."""
        spare, own = defender.dice - 3, attacker.dice - 3
        key = (who, attacker.attack, own, defender.defence, spare)
        if key not in self._parted:
            fallen = nobody = 0
            left = []
            for dealt, back, chance in self._sides.blows(attacker, defender, who):
                if dealt > spare or back > own:
                    fallen += chance * self._sides.fallen(attacker, defender, dealt, back, who)
                elif dealt or back:
                    left.append((dealt, back, chance))
                else:
                    nobody = chance
            rungs = [[(chance, each.rungs[back][dealt]) for dealt, back, chance in left] for each in (then, ends)]
            self._parted[key] = _Struck(fallen, nobody, *rungs)
        return self._parted[key]

    def _count(self) -> None:
        steps = [_steps(self._ours, len(self._theirs)), _steps(self._theirs, 1)]
        full = self._ours[-1], self._theirs[-1]
        most = [_most(self._sides, full[who], full[1 - who], who) for who in (0, 1)]
        # By who attacks: the ladders to the other's answer, and to the next round.
        then = [_Ladder(self.answers[who], *most[who], who) for who in (0, 1)]
        ends = [_Ladder(self.round, *most[who], who) for who in (0, 1)]
        for at, ((p, ours), (q, theirs)) in enumerate(product(enumerate(self._ours), enumerate(self._theirs))):
            for ladder in (then[0], ends[0]):
                ladder.climb(at, steps[0][p], steps[1][q])
            for ladder in (then[1], ends[1]):
                ladder.climb(at, steps[1][q], steps[0][p])
            struck = (self._struck(ours, theirs, 0, then[0], ends[0]), self._struck(theirs, ours, 1, then[1], ends[1]))
            nobody = [each.nobody for each in struck]
            first = [each.fallen + sum([chance * rung[at] for chance, rung in each.then]) for each in struck]
            answer = [each.fallen + sum([chance * rung[at] for chance, rung in each.ends]) for each in struck]
            first = [first[who] + nobody[who] * answer[1 - who] for who in (0, 1)]
            again = nobody[0] * nobody[1]
            winning = self._sides.initiative(ours, theirs)
            whole = winning * max(first) + (1 - winning) * min(first)
            self.round.append(whole / (1 - again) if again != 1 else 0)
            for who in (0, 1):
                self.answers[who].append(answer[1 - who] + nobody[1 - who] * self.round[at])


def _most(sides: Sides, attacker: Pools, defender: Pools, who: int) -> tuple[int, int]:
    """Give the most wounds that both can take of an attack and still fight on."""
    every = sides.blows(attacker, defender, who)
    return (
        min(defender.dice - 3, max(dealt for dealt, _, _ in every)),
        min(attacker.dice - 3, max(back for _, back, _ in every)),
    )


def _below(pools: Pools) -> list[Pools]:
    """List all pools that a Combatant may come down to and still fight, the fewest dice first."""
    return sorted((Pools(*each) for each in product(*(range(1, dice + 1) for dice in pools))), key=lambda x: x.dice)


def _steps(every: Sequence[Pools], width: int) -> list[list[int]]:
    """Say for all pools how far back in the list of positions those with one die fewer are."""
    places = {each: at for at, each in enumerate(every)}
    return [[(at - places[x]) * width for x in each.one_less() if x in places] for at, each in enumerate(every)]
