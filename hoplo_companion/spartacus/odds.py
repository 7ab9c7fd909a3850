"""Odds of a match, and of what a wager brings in (Spartacus p.12-16).

A match is counted round by round: the Combatants are always in reach and attack in every round, the winner of the
initiative takes the turn that serves it better, and wounded Combatants surrender their dice in a stated way. Chances
are exact fractions where a match is short enough, and decimals elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from operator import mul
from typing import Literal, NamedTuple

from hoplo_companion.spartacus.abilities import Fighter
from hoplo_companion.spartacus.attack import STANDARD, last_blow, loser_of
from hoplo_companion.spartacus.blows import abilities_of, blows, strings
from hoplo_companion.spartacus.pools import LEVELS, Level, Pools

Chance = Fraction | float

Surrender = Literal["even", "best"]
"""How dice are surrendered: one of the largest pool each time, or whatever leaves the best chance to win."""

LONGEST_EXACT = 150
"""The product of both Combatants' dice up to which exact fractions take less than a second."""

ERROR = 1e-12
"""What rounding can add up to in decimals: some hundred steps deep, some hundred numbers of 16 digits each."""

MOST_COINS = 3
"""The most coins on one wager."""


@cache
def initiative(ours: int, theirs: int) -> Fraction:
    """The chance to win the initiative with so many Speed dice against so many; ties are rolled again."""
    higher = lower = 0
    for (total, often), (other, as_often) in product(_totals(ours).items(), _totals(theirs).items()):
        higher += often * as_often * (total > other)
        lower += often * as_often * (total < other)
    return Fraction(higher, higher + lower)


def _totals(dice: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for string, ways in strings(dice)[0].items():
        found[sum(string)] += ways
    return found


Row = Sequence[Chance]
"""Chances in this order: the first Combatant loses by Yield, Injury, Decapitation; the second one by each; that the
match ends with an Injury, and with a Decapitation, of whichever Combatant: both may fall at once; and last the first
one's chance to win less the second one's."""

EDGE = -1


class Ends(NamedTuple):
    """The chances of how a match ends, seen from the first Combatant."""

    row: Row

    @property
    def win(self) -> Chance:
        """The chance that the first Combatant wins."""
        return sum(self.row[3:6])

    def lost_by(self, level: Level) -> Chance:
        """The chance that the first Combatant loses at a level of defeat."""
        return self.row[LEVELS.index(level)]

    @property
    def undecided(self) -> Chance:
        """The chance that the match never ends, as nobody can be wounded any more."""
        return 1 - sum(self.row[:6])

    def turned(self) -> Ends:
        """The same seen from the other Combatant."""
        return Ends((*self.row[3:6], *self.row[:3], *self.row[6:8], -self.row[EDGE]))


Both = tuple[Pools, Pools]


class Match:
    """The odds of a match between two Combatants, counted from the end of the match backwards."""

    def __init__(
        self, fighters: Sequence[Fighter], way: Surrender, readings: Mapping[str, str], *, exact: bool
    ) -> None:
        self.number: Callable[[Fraction], Chance] = (lambda each: each) if exact else float
        self.margin = 0 if exact else ERROR
        self.readings = readings
        self.leaving = evenly if way == "even" else _every_way
        one, other = fighters
        self.abilities = (abilities_of(one, other, readings), abilities_of(other, one, readings))
        self.round, self.answer = cache(self._round), cache(self._answer)
        self._second, self._blow = cache(self._last_attack), cache(self._struck)

    def _round(self, pools: Both) -> Row:
        """The ends from the beginning of a round; one in which nobody is wounded is fought again, and so drops out."""
        turns, again = [], self.number(Fraction(1))
        for who in (0, 1):
            row, nobody = self._attack(who, pools, partial(self.answer, 1 - who))
            turns.append(_mixed([(1, row), (nobody, self._second(1 - who, pools)[0])]))
            again *= nobody
        # The winner of the initiative takes the turn that serves it better, its own where that is one.
        better = self._best(turns, 0)
        worse = turns[better is turns[0]]
        winning = self.number(initiative(pools[0].speed, pools[1].speed))
        # Where nobody can be wounded any more the match never ends, and there is nothing to count.
        once = self.number(Fraction(1)) / (1 - again or 1)
        return _mixed([(winning * once, better), ((1 - winning) * once, worse)])

    def _answer(self, who: int, pools: Both) -> Row:
        """The ends once the second of a round attacks, after somebody was wounded."""
        row, nobody = self._second(who, pools)
        return _mixed([(1, row), (nobody, self.round(pools))])

    def _last_attack(self, who: int, pools: Both) -> tuple[Row, Chance]:
        return self._attack(who, pools, self.round)

    def _attack(self, who: int, pools: Both, then: Callable[[Both], Row]) -> tuple[Row, Chance]:
        """The ends of an attack that wounds somebody, and the chance that it wounds nobody."""
        parts: list[tuple[Chance, Row]] = [(0, NEVER)]
        nobody = self.number(Fraction(0))
        for dealt, back, chance in self._blow(who, pools[who].attack, pools[1 - who].defence):
            if dealt or back:
                parts.append((chance, self._wounded(who, pools, dealt, back, then)))
            else:
                nobody = chance
        return _mixed(parts), nobody

    def _struck(self, who: int, attack: int, defence: int) -> list[tuple[int, int, Chance]]:
        struck = blows(attack, defence, self.abilities[who])
        return [(dealt, back, self.number(chance)) for (dealt, back), chance in struck.items()]

    def _wounded(self, who: int, pools: Both, dealt: int, back: int, then: Callable[[Both], Row]) -> Row:
        """The ends after wounds: the defender surrenders first; the attacker, wounded by the defence, answers it."""
        attacker, defender = pools[who], pools[1 - who]
        own, other = last_blow(attacker, back), last_blow(defender, dealt)
        if own or other:
            levels = (own, other) if who == 0 else (other, own)
            return _fallen(levels, loser_of(levels, who, self.readings))
        ways = []
        for left in self.leaving(defender, dealt):
            answers = [then((kept, left) if who == 0 else (left, kept)) for kept in self.leaving(attacker, back)]
            ways.append(self._best(answers, who))
        return self._best(ways, 1 - who)

    def _best(self, rows: Sequence[Row], who: int) -> Row:
        """The first of the rows that are best for a Combatant."""
        if len(rows) == 1:
            return rows[0]
        edges = [row[EDGE] if who == 0 else -row[EDGE] for row in rows]
        least = max(edges) - self.margin
        return next(row for row, edge in zip(rows, edges, strict=True) if edge >= least)


NEVER: Row = (0,) * 9


def _mixed(parts: Sequence[tuple[Chance, Row]]) -> Row:
    chances = [chance for chance, _ in parts]
    return [sum(map(mul, chances, each)) for each in zip(*(row for _, row in parts), strict=True)]


def _fallen(levels: Sequence[Level | None], loser: int) -> Row:
    """The row of a match that has ended."""
    lost = [int(who == loser and level == levels[who]) for who in (0, 1) for level in LEVELS]
    return (*lost, int("injury" in levels), int("decapitation" in levels), 2 * loser - 1)


@cache
def evenly(pools: Pools, wounds: int = 1) -> tuple[Pools, ...]:
    """What is left of dice that go from the largest pool; of equally large ones Speed goes first, then Defence."""
    for _ in range(wounds):
        most = max(range(3), key=lambda each: (pools[each], each))
        pools = Pools(*(left - (place == most) for place, left in enumerate(pools)))
    return (pools,)


@cache
def _every_way(pools: Pools, wounds: int) -> tuple[Pools, ...]:
    return tuple(pools.surrendering(wounds))


class Wager(NamedTuple):
    """What can be bet on: what it pays for each coin, and the chance that it wins."""

    on: str
    pays: int
    chance: Chance

    def expected(self, coins: int) -> Chance:
        """The coins that a bet brings in on average, the lost ones subtracted."""
        return coins * (self.chance * self.pays - (1 - self.chance))


PAYS = {"victory-1": 1, "victory-2": 1, "injury": 2, "decapitation": 2}
"""What each of the four wagers pays for a coin ("The Wagers")."""


def wagers(ends: Ends) -> list[Wager]:
    """The four wagers of a match with their chances."""
    chances = (ends.win, ends.turned().win, *ends.row[6:8])
    return [Wager(on, pays, chance) for (on, pays), chance in zip(PAYS.items(), chances, strict=True)]


def best_wager(ends: Ends) -> Wager | None:
    """The wager that brings in most for its coins; None where none does."""
    best = max(wagers(ends), key=lambda each: each.expected(1))
    return best if best.expected(1) > 0 else None


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
    return Ends(Match((ours, theirs), way, readings, exact=exact).round((ours.pools, theirs.pools))), exact


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
    match = Match(fighters, "best", readings, exact=False)
    then = match.round if is_answer else partial(match.answer, 1 - by)
    sign = 1 - 2 * about
    found = [(left, 1 + sign * then((left, pools[1]) if about == 0 else (pools[0], left))[EDGE]) for left in ways]
    return sorted(((left, float(twice) / 2) for left, twice in found), key=lambda each: -each[1])
