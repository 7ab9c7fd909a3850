"""Odds of an attack, of a match, and of what a wager brings in (Spartacus p.12-16).

A match is counted round by round: the Combatants are always in reach and attack in every round, the winner of the
initiative takes the turn that serves it better, and wounded Combatants surrender their dice in a stated way. Chances
are exact fractions where a match is short enough, and decimals elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal, NamedTuple

from hoplo_companion.spartacus.abilities import Fighter
from hoplo_companion.spartacus.attack import NOBODY, STANDARD, last_blow
from hoplo_companion.spartacus.best_play import Sides, Worth
from hoplo_companion.spartacus.blows import abilities_of, blows
from hoplo_companion.spartacus.pools import LEVELS, Level, Pools
from hoplo_companion.spartacus.strings import FACES

Chance = Fraction | float

Surrender = Literal["even", "best"]
"""How dice are surrendered: one of the largest pool each time, or whatever leaves the best chance to win."""

LONGEST_EXACT = 150
"""The product of both Combatants' dice up to which exact fractions take less than a second."""

ERROR = 1e-12
"""What rounding can add up to in decimals: some hundred steps deep, some hundred numbers of 16 digits each."""


@cache
def initiative(ours: int, theirs: int) -> Fraction:
    """Give the chance to win the initiative with so many Speed dice against so many; ties are rolled again."""
    higher = lower = 0
    totals = _totals(ours), _totals(theirs)
    for (total, often), (other, as_often) in product(*(each.items() for each in totals)):
        higher += often * as_often * (total > other)
        lower += often * as_often * (total < other)
    return Fraction(higher, higher + lower)


def _totals(dice: int) -> dict[int, int]:
    found = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, often in found.items():
            for face in range(1, FACES + 1):
                more[total + face] = more.get(total + face, 0) + often
        found = more
    return found


Row = Sequence[Chance]
"""Chances in this order: the first Combatant loses by Yield, Injury, Decapitation; the second one by each; and that the
match ends with an Injury, and with a Decapitation, of whichever Combatant: both may fall at once."""

NEVER: Row = (0,) * 8


class Ends(NamedTuple):
    """The chances of how a match ends, seen from the first Combatant."""

    row: Row

    @property
    def win(self) -> Chance:
        """Give the chance that the first Combatant wins."""
        return sum(self.row[3:6])

    def lost_by(self, level: Level) -> Chance:
        """Give the chance that the first Combatant loses at a level of defeat."""
        return self.row[LEVELS.index(level)]

    @property
    def undecided(self) -> Chance:
        """Give the chance that the match never ends, as nobody can be wounded any more."""
        return 1 - sum(self.row[:6])

    def ends_with(self, level: Level) -> Chance:
        """Give the chance that either Combatant is injured, or decapitated, as the wagers have it."""
        return self.row[6 if level == "injury" else 7]

    def turned(self) -> Ends:
        """See it from the other Combatant's side."""
        return Ends(_turned(self.row))


def _turned(row: Row) -> Row:
    return (*row[3:6], *row[:3], *row[6:])


class Match:
    """The odds of a match between two Combatants, counted from the end of the match backwards."""

    def __init__(
        self,
        ours: Fighter = NOBODY,
        theirs: Fighter = NOBODY,
        *,
        way: Surrender = "even",
        exact: bool = True,
        readings: Mapping[str, str] = STANDARD,
    ) -> None:
        self.way = way
        self.margin = 0 if exact else ERROR
        self.number: Callable[[Fraction], Chance] = (lambda each: each) if exact else float
        self.deeper_loses = bool(readings.get("sp.both-down"))
        self.abilities = (abilities_of(ours, theirs, readings), abilities_of(theirs, ours, readings))
        self._counted: dict[tuple[Pools, Pools], Row] = {}
        self._answers: dict[tuple[Pools, Pools, int], Row] = {}
        self._blows: dict[tuple[int, int, int], list[tuple[int, int, Chance]]] = {}
        self._winning: dict[tuple[int, int], Chance] = {}
        self._left: dict[tuple[Pools, int], Pools] = {}

    def ends(self, ours: Pools, theirs: Pools) -> Ends:
        """Give the chances of every end, from the beginning of a round."""
        if self.way == "best":
            self._worth = Worth(ours, theirs, Sides(self._blow, self._edge_of_fall, self._initiative))
        return Ends(self._row(ours, theirs))

    def edge(self, attacker: Pools, defender: Pools, who: int, *, is_answered: bool) -> Chance:
        """What a position after an attack is worth to the attacker: its chance to win less the other's."""
        worth: Chance = self._worth.at(attacker, defender, who, is_answered=is_answered)
        return worth

    def _row(self, ours: Pools, theirs: Pools) -> Row:
        key = (ours, theirs)
        if key not in self._counted:
            self._counted[key] = self._round(ours, theirs)
        return self._counted[key]

    def _round(self, ours: Pools, theirs: Pools) -> Row:
        """Count a round; one in which nobody is wounded is fought again, and so drops out.

        Where nobody can be wounded any more the match never ends, and nothing is counted.
        """
        first, again = self._in_turn(ours, theirs, 0)
        second, _ = self._in_turn(theirs, ours, 1)
        second = _turned(second)
        winning = self._initiative(ours, theirs)
        # The winner of the initiative takes the turn that serves it better, the first where that is one; the loser
        # has the other.
        better, worse = (first, second) if _edge(first) + self.margin >= _edge(second) else (second, first)
        whole = self.number(Fraction(1)) / (1 - again) if again != 1 else 0
        return tuple((winning * one + (1 - winning) * other) * whole for one, other in zip(better, worse, strict=True))

    def _initiative(self, ours: Pools, theirs: Pools) -> Chance:
        key = (ours.speed, theirs.speed)
        if key not in self._winning:
            self._winning[key] = self.number(initiative(*key))
        return self._winning[key]

    def _edge_of_fall(self, attacker: Pools, defender: Pools, dealt: int, back: int, who: int) -> int:
        """Give what an attack that defeats somebody is worth to the first Combatant."""
        row = _fallen(last_blow(attacker, back), last_blow(defender, dealt), deeper_loses=self.deeper_loses)
        return int(_edge(row)) * (1 - 2 * who)

    def _in_turn(self, one: Pools, other: Pools, who: int) -> tuple[Row, Chance]:
        """Count the ends when one attacks before the other, as the first sees it.

        Shapes: the second value is the chance that nobody is wounded, which counts nothing in the row.
        """
        total, nobody = NEVER, self.number(Fraction(0))
        for dealt, back, chance in self._blow(one, other, who):
            if dealt or back:
                row = self._after(one, other, dealt, back, who, self._wounded)
            else:
                row, again = self._answered(one, other, who, is_wounded=False)
                nobody += chance * again
            total = [sum_ + chance * each for sum_, each in zip(total, row, strict=True)]
        return total, nobody

    def _wounded(self, one: Pools, other: Pools, who: int) -> Row:
        """Count the ends once the other attacks, after somebody was wounded; seen from the one that attacked first."""
        key = (one, other, who)
        if key not in self._answers:
            self._answers[key] = self._answered(one, other, who, is_wounded=True)[0]
        return self._answers[key]

    def _answered(self, one: Pools, other: Pools, who: int, *, is_wounded: bool) -> tuple[Row, Chance]:
        total, nobody = NEVER, self.number(Fraction(0))
        for dealt, back, chance in self._blow(other, one, 1 - who):
            if not (dealt or back or is_wounded):
                nobody += chance
                continue
            row = _turned(self._after(other, one, dealt, back, 1 - who, self._next))
            total = [sum_ + chance * each for sum_, each in zip(total, row, strict=True)]
        return total, nobody

    def _next(self, one: Pools, other: Pools, who: int) -> Row:
        """Begin the next round; seen from the one that attacked last."""
        return self._row(one, other) if who == 0 else _turned(self._row(other, one))

    def _after(
        self,
        attacker: Pools,
        defender: Pools,
        dealt: int,
        back: int,
        who: int,
        then: Callable[[Pools, Pools, int], Row],
    ) -> Row:
        """Count the ends after an attack, as the attacker sees it: each wounded one surrenders its dice its way."""
        level, own_level = last_blow(defender, dealt), last_blow(attacker, back)
        if level or own_level:
            return _fallen(own_level, level, deeper_loses=self.deeper_loses)
        if self.way == "even":
            return then(self._evenly(attacker, back), self._evenly(defender, dealt), who)
        # The defender surrenders first; the attacker, wounded by the defence, answers it.
        is_answered = then == self._next
        mines = _leaving(attacker, back)
        answers = []
        for left in _leaving(defender, dealt):
            worth = [self._worth.at(mine, left, who, is_answered=is_answered) for mine in mines]
            best = self._first_of(worth, max(worth))
            answers.append((worth[best], mines[best], left))
        chosen = self._first_of([-each[0] for each in answers], -min(each[0] for each in answers))
        return then(answers[chosen][1], answers[chosen][2], who)

    def _first_of(self, worth: Sequence[Chance], best: Chance) -> int:
        """Give the place of the first that is as good as the best."""
        return next(at for at, each in enumerate(worth) if each + self.margin >= best)

    def _evenly(self, pools: Pools, wounds: int) -> Pools:
        """Give what a Combatant has left that surrenders its dice evenly."""
        key = (pools, wounds)
        if key not in self._left:
            self._left[key] = evenly(self._evenly(pools, wounds - 1)) if wounds else pools
        return self._left[key]

    def _blow(self, attacker: Pools, defender: Pools, who: int) -> list[tuple[int, int, Chance]]:
        key = (attacker.attack, defender.defence, who)
        if key not in self._blows:
            struck = blows(attacker.attack, defender.defence, self.abilities[who])
            self._blows[key] = [(dealt, back, self.number(chance)) for (dealt, back), chance in struck.items()]
        return self._blows[key]


@cache
def _leaving(pools: Pools, wounds: int) -> tuple[Pools, ...]:
    return tuple(pools.surrendering(wounds))


def _edge(row: Row) -> Chance:
    """Give what a row is worth to the first of the two: its chance to win less the other's."""
    return sum(row[3:6]) - sum(row[:3])


def _fallen(own: Level | None, other: Level | None, *, deeper_loses: bool) -> Row:
    """Give the end in which one, the other or both fall, as the attacker sees it (`sp.both-down`)."""
    row = list(NEVER)
    has_lost = other is None or (deeper_loses and own is not None and LEVELS.index(own) > LEVELS.index(other))
    if has_lost and own is not None:
        row[LEVELS.index(own)] = 1
    elif other is not None:
        row[3 + LEVELS.index(other)] = 1
    for at, level in ((6, "injury"), (7, "decapitation")):
        row[at] = int(level in (own, other))
    return tuple(row)


def evenly(pools: Pools) -> Pools:
    """Surrender one die of the largest pool; of equally large ones Speed goes first, then Defence, then Attack."""
    at = max(range(3), key=lambda each: (pools[each], each))
    return Pools(*(left - (place == at) for place, left in enumerate(pools)))


class Wager(NamedTuple):
    """What can be bet on: what it pays for each coin, and the chance that it wins."""

    on: str
    pays: int
    chance: Chance

    def expected(self, coins: int) -> Chance:
        """Give the coins that a bet brings in on average, the lost ones subtracted."""
        return coins * (self.chance * self.pays - (1 - self.chance))


MOST_COINS = 3
"""The most coins on one wager."""


def wagers(ends: Ends) -> list[Wager]:
    """List the four wagers of a match with their chances ("The Wagers")."""
    return [
        Wager("victory-1", 1, ends.win),
        Wager("victory-2", 1, ends.turned().win),
        Wager("injury", 2, ends.ends_with("injury")),
        Wager("decapitation", 2, ends.ends_with("decapitation")),
    ]


def odds_of(
    ours: Fighter,
    theirs: Fighter,
    *,
    way: Surrender = "even",
    exact: bool | None = None,
    readings: Mapping[str, str] = STANDARD,
) -> tuple[Ends, bool]:
    """Count a match; say with it whether the chances are exact, which is left to its length unless it is asked for."""
    if exact is None:
        exact = way == "even" and ours.pools.dice * theirs.pools.dice <= LONGEST_EXACT
    return Match(ours, theirs, way=way, exact=exact, readings=readings).ends(ours.pools, theirs.pools), exact


def ranked(
    fighters: Sequence[Fighter],
    pools: Sequence[Pools],
    about: int,
    ways: Iterable[Pools],
    by: int,
    *,
    is_answer: bool,
    readings: Mapping[str, str] = STANDARD,
) -> list[tuple[Pools, float]]:
    """What a wounded Combatant may keep, the best first, each with its chance to win by best play of both.

    Shapes: `about` is the place of the wounded one, `by` that of the attacker, whose attack `is_answer` where it is
    the second of its round.
    """
    match = Match(*fighters, way="best", exact=False, readings=readings)
    match.ends(*pools)
    found = []
    for left in ways:
        attacker, defender = (left, pools[1 - by]) if about == by else (pools[by], left)
        edge = float(match.edge(attacker, defender, by, is_answered=is_answer))
        found.append((left, (1 + (edge if about == by else -edge)) / 2))
    return sorted(found, key=lambda each: -each[1])


def decided(ends: Ends) -> Iterator[tuple[str, Ends]]:
    """Iterate over the two Combatants with the match as each sees it."""
    yield "a", ends
    yield "b", ends.turned()
