"""Exact odds of an attack, of a match, and of what a wager brings in (Spartacus p.12-16).

A match is counted round by round: the Combatants are always in reach and attack in every round, the winner of the
initiative takes the turn that serves it better, and wounded Combatants surrender their dice in a stated way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from hoplo_companion.spartacus.pools import LEVELS, Level, Pools
from hoplo_companion.spartacus.strings import FACES, LEAST_UNOPPOSED

Chances = dict[int, Fraction]
"""The chance of each number."""

Surrender = Callable[[Pools], Pools]
"""How a Combatant surrenders one die."""


@cache
def wounds(attack: int, defence: int) -> Chances:
    """Give the chance of every number of wounds when so many dice attack so many.

    Counted face by face from the highest: where in their strings the dice of a face come to lie, and so which attack
    dice have a lower defence die against them, or none.
    """
    ways = {(0, 0, 0): 1}
    for face in range(FACES, 0, -1):
        more: dict[tuple[int, int, int], int] = {}
        for (ours, theirs, dealt), often in ways.items():
            for added, answered in product(range(attack - ours + 1), range(defence - theirs + 1)):
                places = range(max(ours, theirs + answered), ours + added)
                hits = sum(place < defence or face >= LEAST_UNOPPOSED for place in places)
                key = (ours + added, theirs + answered, dealt + hits)
                among = comb(attack - ours, added) * comb(defence - theirs, answered)
                more[key] = more.get(key, 0) + often * among
        ways = more
    every = FACES ** (attack + defence)
    found = {dealt: often for (ours, theirs, dealt), often in ways.items() if (ours, theirs) == (attack, defence)}
    return {dealt: Fraction(found[dealt], every) for dealt in sorted(found)}


@cache
def totals(dice: int) -> Chances:
    """Give the chance of every total of so many Speed dice."""
    found: Chances = {0: Fraction(1)}
    for _ in range(dice):
        more: Chances = {}
        for total, often in found.items():
            for face in range(1, FACES + 1):
                more[total + face] = more.get(total + face, Fraction(0)) + often / FACES
        found = more
    return found


@cache
def initiative(ours: int, theirs: int) -> Fraction:
    """Give the chance to win the initiative with so many Speed dice against so many; ties are rolled again (p.14)."""
    won = lost = Fraction(0)
    for total, often in totals(ours).items():
        for other, as_often in totals(theirs).items():
            if total > other:
                won += often * as_often
            elif total < other:
                lost += often * as_often
    return won / (won + lost)


class Ends(NamedTuple):
    """The chances of how a match ends: each Combatant losing it at each level of defeat."""

    ours: tuple[Fraction, Fraction, Fraction]
    theirs: tuple[Fraction, Fraction, Fraction]

    @property
    def win(self) -> Fraction:
        """Give the chance that the first Combatant wins."""
        return sum(self.theirs, Fraction(0))

    def of(self, level: Level) -> Fraction:
        """Give the chance that the match ends at a level of defeat, whoever loses."""
        at = LEVELS.index(level)
        return self.ours[at] + self.theirs[at]

    def turned(self) -> Ends:
        """See it from the other Combatant's side."""
        return Ends(self.theirs, self.ours)

    def times(self, chance: Fraction) -> Ends:
        """Weigh it by the chance that it comes to this."""
        ours, theirs = ([each * chance for each in side] for side in self)
        return Ends(*(tuple(side) for side in (ours, theirs)))  # type: ignore[arg-type]

    def plus(self, other: Ends) -> Ends:
        """Add the chances of another way that it can come."""
        sums = ([a + b for a, b in zip(one, two, strict=True)] for one, two in zip(self, other, strict=True))
        return Ends(*(tuple(side) for side in sums))  # type: ignore[arg-type]


_ZERO = (Fraction(0), Fraction(0), Fraction(0))
NEVER = Ends(_ZERO, _ZERO)


def defeated(level: Level) -> Ends:
    """Give the end in which the first Combatant loses for sure."""
    ours = [Fraction(each == level) for each in LEVELS]
    return Ends((ours[0], ours[1], ours[2]), _ZERO)


def evenly(pools: Pools) -> Pools:
    """Surrender one die of the largest pool; of equally large ones Speed goes first, then Defence, then Attack."""
    if max(pools) > 1:
        at = max(range(3), key=lambda each: (pools[each], each))
    else:
        at = max(each for each in range(3) if pools[each])
    return Pools(*(left - (place == at) for place, left in enumerate(pools)))


class Match:
    """The odds of a match between two Combatants, counted from the end of the match backwards.

    Shapes: `ways` are how the first and the second surrender a die; every chance is an exact fraction.
    """

    def __init__(self, ways: tuple[Surrender, Surrender] = (evenly, evenly)) -> None:
        self.ways = ways
        self._counted: dict[tuple[Pools, Pools], Ends] = {}

    def ends(self, ours: Pools, theirs: Pools) -> Ends:
        """Give the chances of every end, from the beginning of a round."""
        if ours.defeat:
            return defeated(ours.defeat)
        if theirs.defeat:
            return defeated(theirs.defeat).turned()
        key = (ours, theirs)
        if key not in self._counted:
            self._counted[key] = self._round(ours, theirs)
        return self._counted[key]

    def _round(self, ours: Pools, theirs: Pools) -> Ends:
        """Count a round; one in which nobody is wounded is fought again, and so drops out."""
        first, second = self._in_turn(ours, theirs, 0), self._in_turn(theirs, ours, 1).turned()
        winning = initiative(ours.speed, theirs.speed)
        # The winner of the initiative takes the turn that serves it better; the loser has the other.
        better, worse = sorted((first, second), key=lambda each: each.win, reverse=True)
        again = wounds(ours.attack, theirs.defence).get(0, Fraction(0)) * wounds(theirs.attack, ours.defence).get(
            0, Fraction(0)
        )
        return better.times(winning).plus(worse.times(1 - winning)).times(1 / (1 - again))

    def _in_turn(self, one: Pools, other: Pools, who: int) -> Ends:
        """Count the ends when one attacks before the other, as the first sees it; nobody wounded counts nothing."""
        found = NEVER
        for chance, struck in self._blow(one, other, 1 - who):
            if struck.defeat:
                found = found.plus(defeated(struck.defeat).turned().times(chance))
                continue
            for as_often, left in self._blow(struck, one, who):
                if (left, struck) == (one, other):
                    continue
                ends = self.ends(left, struck) if who == 0 else self.ends(struck, left).turned()
                found = found.plus(ends.times(chance * as_often))
        return found

    def _blow(self, attacker: Pools, defender: Pools, whose: int) -> Iterator[tuple[Fraction, Pools]]:
        """Iterate over what an attack leaves of the defender, with its chance."""
        for dealt, chance in wounds(attacker.attack, defender.defence).items():
            left = defender
            for _ in range(min(dealt, left.dice)):
                left = self.ways[whose](left)
            yield chance, left


class Wager(NamedTuple):
    """What can be bet on: what it pays for each coin, and the chance that it wins."""

    on: str
    pays: int
    chance: Fraction

    def expected(self, coins: int) -> Fraction:
        """Give the coins that a bet brings in on average, the lost ones subtracted."""
        return coins * (self.chance * self.pays - (1 - self.chance))


def wagers(ends: Ends) -> list[Wager]:
    """List the four wagers of a match with their chances (Spartacus p.13, "The Wagers")."""
    return [
        Wager("victory-1", 1, ends.win),
        Wager("victory-2", 1, ends.turned().win),
        Wager("injury", 2, ends.of("injury")),
        Wager("decapitation", 2, ends.of("decapitation")),
    ]
