"""Odds of an attack, of a match, and of what a wager brings in (Spartacus p.12-18).

A match is counted from its end backwards: the Combatants are always in reach and attack in every round, the winner of
the initiative takes the turn that serves it better, and wounded Combatants surrender dice in a stated way. Chances are
exact fractions where a match is short enough, and decimals elsewhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import product
from math import comb
from operator import itemgetter, mul
from typing import Any, Literal, NamedTuple

from hoplo_companion.language import later
from hoplo_companion.spartacus import fighter as attacks
from hoplo_companion.spartacus.duel import Question
from hoplo_companion.spartacus.fighter import FACES, LEVELS, STANDARD, Fighter, Level, Pools, read_pools

Chance = Fraction | float

Surrender = Literal["even", "best"]
"""How dice are surrendered: one of the largest pool each time, or whatever leaves the best chance to win."""

LONGEST_EXACT = 150
"""The product of both Combatants' dice up to which exact fractions take less than a second."""

ERROR = 1e-12
"""What rounding can add up to in decimals: some hundred steps deep, some hundred numbers of 16 digits each."""

MOST_COINS = 3
"""The most coins on one wager."""

BAD_DIE = 3
"""A Combatant that may re-roll does so with its lowest dice, as long as they show this or less."""


# One attack
class Abilities(NamedTuple):
    """What of both sides' abilities counts in an attack: auto-wounds of sets, re-rolls, extra and ignored wounds."""

    doubles: int = 0
    triples: int = 0
    back_doubles: int = 0
    back_triples: int = 0
    re_rolls: int = 0
    answered: int = 0
    extra: int = 0
    ignored: int = 0
    auto_stays: bool = False


def abilities_of(attacker: Fighter, defender: Fighter, readings: Mapping[str, str] = STANDARD) -> Abilities:
    """Gather what counts in every attack of one against the other; what works once in a match is left out."""

    def steady(fighter: Fighter, kind: str) -> int:
        return sum(each.amount for each in fighter.abilities if each.kind == kind and not each.once)

    own, other = partial(steady, attacker), partial(steady, defender)
    return Abilities(
        own("attack-doubles"), own("attack-triples"), other("defence-doubles"), other("defence-triples"),
        own("attack-re-roll"), other("defence-re-roll"), own("extra"), other("ignore"),
        bool(readings.get("sp.extra-ignore")),
    )  # fmt: skip


class Placed(NamedTuple):
    """A side's dice as far as they lie in its string, the highest first: first rolled, of these kept, rolled again."""

    rolled: int = 0
    kept: int = 0
    again: int = 0


@cache
def _placing(dice: int, most: int, face: int, placed: Placed) -> list[tuple[int, int, Placed]]:
    """In how many ways, and how many dice of a face may be placed next, where `most` of the dice may be re-rolled."""
    found = []
    for rolled, again in product(range(dice - placed.rolled + 1), range(most - placed.again + 1)):
        kept = rolled if face > BAD_DIE else min(rolled, max(0, dice - most - placed.rolled))
        after = Placed(placed.rolled + rolled, placed.kept + kept, placed.again + again)
        if after.kept + after.again <= dice:
            found.append((comb(dice - placed.rolled, rolled) * comb(after.again, again), kept + again, after))
    return found


_LANE = 128
"""Bits for the ways to come to a number of wounds: those of all numbers stand beside each other in one number."""


@cache
def blows(attack: int, defence: int, by: Abilities) -> dict[tuple[int, int], Fraction]:
    """The chance of all that an attack of so many dice can come to: the wounds of the defender and of the attacker.

    Both strings are laid face by face from the highest, so that it is known which attack dice meet a lower die, or
    none, and which sets the faces make.
    """
    ours, theirs = min(by.re_rolls, attack), min(by.answered, defence)
    ways: Mapping[tuple[Placed, Placed, int, int], int] = {(Placed(), Placed(), 0, 0): 1}
    for face in range(FACES, 0, -1):
        answered: Counter[tuple[Placed, Placed, int, int]] = Counter()
        for (one, other, auto, back), often in ways.items():
            for times, dice, after in _placing(defence, theirs, face, other):
                worth = attacks.sets_worth((dice,), by.back_doubles, by.back_triples)
                answered[one, after, auto, back + worth] += often * times
        struck: Counter[tuple[Placed, Placed, int, int]] = Counter()
        for (one, other, auto, back), often in answered.items():
            first, met = one.kept + one.again, other.kept + other.again
            for times, dice, after in _placing(attack, ours, face, one):
                end = first + dice if face >= attacks.LEAST_UNOPPOSED else min(first + dice, defence)
                dealt = max(0, end - max(first, met))
                worth = attacks.sets_worth((dice,), by.doubles, by.triples)
                struck[after, other, auto + worth, back] += often * times << _LANE * dealt
        ways = struck
    found: Counter[tuple[int, int]] = Counter()
    for (one, other, auto, back), often in ways.items():
        if (one.rolled, one.kept + one.again, other.rolled, other.kept + other.again) == (attack,) * 2 + (defence,) * 2:
            often *= FACES ** (ours - one.again + theirs - other.again)
            for dealt in range(attack + 1):
                least = auto if by.auto_stays else 0
                found[max(least, dealt + auto + by.extra - by.ignored), back] += often >> _LANE * dealt & _ALL
    every = FACES ** (attack + defence + ours + theirs)
    return {blow: Fraction(found[blow], every) for blow in sorted(found) if found[blow]}


_ALL = (1 << _LANE) - 1


def wounds(attack: int, defence: int, by: Abilities = Abilities()) -> dict[int, Fraction]:  # noqa: B008
    """The chance of every number of wounds of the defender in one attack."""
    found: dict[int, Fraction] = {}
    for (dealt, _), chance in blows(attack, defence, by).items():
        found[dealt] = found.get(dealt, Fraction(0)) + chance
    return found


@cache
def initiative(ours: int, theirs: int) -> Fraction:
    """The chance to win the initiative with so many Speed dice against so many; ties are rolled again."""
    totals = [(_totalling(ours, one) * _totalling(theirs, other), one - other)
              for one, other in product(range(FACES * ours + 1), range(FACES * theirs + 1))]  # fmt: skip
    higher, lower = (sum(ways for ways, ahead in totals if ahead * sign > 0) for sign in (1, -1))
    return Fraction(higher, higher + lower)


@cache
def _totalling(dice: int, total: int) -> int:
    """In how many ways dice show a total."""
    return sum(_totalling(dice - 1, total - face) for face in range(1, FACES + 1)) if dice else int(total == 0)


# A match
Row = Sequence[Chance]
"""Chances in this order: the first Combatant loses by Yield, Injury, Decapitation; the second one by each; that the
match ends with an Injury, and with a Decapitation, of whichever Combatant: both may fall at once; and last the first
one's chance to win less the second one's."""

EDGE = -1


class Side(NamedTuple):
    """What a Combatant may have left, the fewest dice first; `ways` are the places each may come to, by its wounds."""

    pools: list[Pools]
    ways: list[list[tuple[int, ...]]]


def _side(pools: Pools, way: Surrender) -> Side:
    every = evenly if way == "even" else Pools.one_less
    less: dict[Pools, list[Pools]] = {}
    waiting = [pools]
    while waiting:
        if (each := waiting.pop()) not in less:
            less[each] = [left for left in every(each) if all(left)]
            waiting += less[each]
    order = sorted(less, key=lambda each: (each.dice, each))
    ways: dict[Pools, list[tuple[int, ...]]] = {}
    for own, each in enumerate(order):
        deeper = zip(*(ways[left] for left in less[each]), strict=True)
        ways[each] = [(own,), *(tuple(sorted({*sum(lefts, ())}, reverse=True)) for lefts in deeper)]
    return Side(order, [ways[each] for each in order])


ROUND = 2
"""What follows an attack: the answer of the first Combatant, that of the second one, or the next round."""

At = tuple[int, int]
"""Where a match stands: the places of what both Combatants have left."""


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

ASSUMPTIONS = {
    "reach": later("Both are in reach and attack in every round."),
    "initiative": later("The winner of the initiative goes first or second, whichever serves it better."),
    "even": later("Dice are surrendered evenly: from the largest pool, of equal ones Speed first, then Defence."),
    "best": later("Dice are surrendered by best play: so that the chance to win is greatest."),
    "re-rolls": later(
        "The lowest dice are re-rolled if they show 3 or less; extra and ignored wounds are always used."
    ),
    "once": later("Left out: what works once in a match, Nets, Speed Attacks, and what is entered as manual."),
}


def _certain(chance: Chance) -> Chance:
    """A chance that rounding alone keeps from being certain is certain."""
    return 1.0 if isinstance(chance, float) and abs(1 - chance) < ERROR else chance


NONE: Chance = Fraction(0)


@cache
def evenly(pools: Pools) -> tuple[Pools, ...]:
    """What is left where a die goes from the largest pool; of equally large ones Speed goes first, then Defence."""
    most = max(range(3), key=lambda each: (pools[each], each))
    return (Pools(*(left - (place == most) for place, left in enumerate(pools))),)


class Odds:
    """The odds of a match of two: backwards what each place is worth, then forwards how it ends.

    Shapes: `worth` are the edges, which are the first one's chance to win less the second one's, by who looks, what
    follows, and the places of both, one's own first.
    """

    def __init__(
        self,
        *fighters: Fighter,
        way: Surrender = "even",
        exact: bool | None = None,
        readings: Mapping[str, str] = STANDARD,
    ) -> None:
        """Count in exact fractions or not; where that is not said, by how long the match is."""
        one, other = self.fighters = fighters
        self.names = [each.name for each in fighters]
        if exact is None:
            exact = way == "even" and one.pools.dice * other.pools.dice <= LONGEST_EXACT
        self.way, self.is_exact = way, exact
        self.number: Callable[[Fraction], Chance] = (lambda each: each) if exact else float
        self.margin = 0 if exact else ERROR
        self.readings = readings
        self.sides = tuple(_side(each.pools, way) for each in fighters)
        self.abilities = (abilities_of(one, other, readings), abilities_of(other, one, readings))
        self.blows, self.fallen = cache(self._blows), cache(self._fallen)
        self.picks = [[[itemgetter(*ids, ids[0]) for ids in ways] for ways in side.ways] for side in self.sides]
        counts = [len(side.pools) for side in self.sides]
        self.worth = [[[[NONE] * other for _ in range(own)] for _ in range(3)] for own, other in (counts, counts[::-1])]
        self.places = list(product(range(counts[0]), range(counts[1])))
        self.shares: dict[At, tuple[Chance, Chance]] = {}
        # What a place may lead to comes before it.
        for at in self.places:
            for then, edge in enumerate(self._edges(at)):
                self.worth[0][then][at[0]][at[1]] = self.worth[1][then][at[1]][at[0]] = edge

    def _edges(self, at: At) -> tuple[Chance, Chance, Chance]:
        """The edges where either Combatant answers, and before a round; one that wounds nobody is fought again."""
        (ours, missed), (theirs, avoided) = (self._edge(who, at, ROUND) for who in (0, 1))
        turns = [self._edge(0, at, 1)[0] + missed * theirs, self._edge(1, at, 0)[0] + avoided * ours]
        # The winner of the initiative takes the turn that serves it better, its own where that is one.
        is_own = turns[0] >= turns[1] - self.margin
        winning = self.number(initiative(*(side.pools[own].speed for side, own in zip(self.sides, at, strict=True))))
        self.shares[at] = (winning, 1 - winning) if is_own else (1 - winning, winning)
        # Where nobody can be wounded any more the match never ends, and there is nothing to count.
        round_ = sum(map(mul, self.shares[at], turns)) / (1 - missed * avoided or 1)
        return ours + missed * round_, theirs + avoided * round_, round_

    def _edge(self, who: int, at: At, then: int) -> tuple[Chance, Chance]:
        """What an attack that wounds somebody adds to the edge, and the chance that it wounds nobody."""
        edge, nobody = NONE, NONE
        best: Callable[[Iterable[Chance]], Chance] = max if who else min
        worth, picks = self.worth[who][then][at[who]], self.picks[1 - who][at[1 - who]]
        for dealt, back, chance, ended in self._attack(who, at):
            if ended is not None:
                edge += chance * ended[EDGE]
            elif back:
                one, other = self._left(who, at, dealt, back, then)
                edge += chance * self.worth[0][then][one][other]
            elif dealt:
                edge += chance * best(picks[dealt](worth))
            else:
                nobody = chance
        return edge, nobody

    def _attack(self, who: int, at: At) -> list[tuple[int, int, Chance, Row | None]]:
        attacker, defender = self.sides[who].pools[at[who]], self.sides[1 - who].pools[at[1 - who]]
        return self.blows(who, attacker.attack, defender.defence, attacker.dice - 3, defender.dice - 3)

    def _blows(self, who: int, attack: int, defence: int, own: int, other: int) -> list[Any]:
        """What an attack may come to, and the row of a match that ends by it, with what both may surrender before."""
        return [
            (dealt, back, self.number(chance), self.fallen(who, max(back - own, 0), max(dealt - other, 0)))
            for (dealt, back), chance in blows(attack, defence, self.abilities[who]).items()
        ]

    def _fallen(self, who: int, own: int, other: int) -> Row | None:
        """The row of a match that has ended by an attack, with so many dice surrendered from 1/1/1; None for none."""
        ended = [attacks.last_blow(Pools(1, 1, 1), wounds) for wounds in ((own, other) if who == 0 else (other, own))]
        loser = attacks.loser_of(ended, who, self.readings)
        lost = [int(each == loser and level == ended[each]) for each in (0, 1) for level in LEVELS]
        return (*lost, int("injury" in ended), int("decapitation" in ended), 2 * loser - 1) if any(ended) else None

    def _left(self, who: int, at: At, dealt: int, back: int, then: int) -> At:
        """What both have left after wounds: the defender surrenders first; the attacker, if wounded, answers it."""
        kepts, lefts = self.sides[who].ways[at[who]][back], self.sides[1 - who].ways[at[1 - who]][dealt]
        ways = [[(kept, left) if who == 0 else (left, kept) for kept in kepts] for left in lefts]
        return self._best([self._best(each, who, then) for each in ways], 1 - who, then)

    def _best(self, ways: Sequence[At], who: int, then: int) -> At:
        """The first of the places that are best for a Combatant."""
        if len(ways) == 1:
            return ways[0]
        edges = [self.worth[0][then][one][other] * (1 - 2 * who) for one, other in ways]
        least = max(edges) - self.margin
        return next(each for each, edge in zip(ways, edges, strict=True) if edge >= least)

    @cached_property
    def row(self) -> Row:
        """How the match ends from its beginning: the chance to come to a place goes on to those that it leads to."""
        flow: dict[At, list[Chance]] = {self.places[-1]: [NONE, NONE, Fraction(1)]}
        row: list[Chance] = [NONE] * 9

        def go_on(who: int, at: At, then: int, weight: Chance) -> None:
            for dealt, back, chance, ended in self._attack(who, at) if weight else ():
                if ended is not None:
                    row[:] = [had + weight * chance * each for had, each in zip(row, ended, strict=True)]
                elif dealt or back:
                    flow.setdefault(self._left(who, at, dealt, back, then), [NONE] * 3)[then] += weight * chance

        for at in (each for each in reversed(self.places) if each in flow):
            answers, nobody = flow[at], [self._edge(who, at, ROUND)[1] for who in (0, 1)]
            again = 1 - nobody[0] * nobody[1] or 1
            rounds = (answers[ROUND] + answers[0] * nobody[0] + answers[1] * nobody[1]) / again
            for who, other in ((0, 1), (1, 0)):
                go_on(who, at, other, rounds * self.shares[at][who])
                go_on(who, at, ROUND, answers[who] + rounds * self.shares[at][other] * nobody[other])
        return [_certain(each) for each in row]

    # What is read of it
    def win(self, at: int) -> Chance:
        """The chance that a Combatant wins."""
        return _certain(sum(self.row[3:6] if at == 0 else self.row[:3]))

    def lost_by(self, at: int, level: Level) -> Chance:
        """The chance that a Combatant loses at a level of defeat."""
        return self.row[3 * at + LEVELS.index(level)]

    @property
    def undecided(self) -> Chance:
        """The chance that the match never ends, as nobody can be wounded any more."""
        return 1 - sum(self.row[:6])

    @property
    def struck(self) -> dict[int, Fraction]:
        """The chance of every number of wounds in one attack of the first Combatant."""
        one, other = self.fighters
        return wounds(one.pools.attack, other.pools.defence, self.abilities[0])

    @property
    def wagers(self) -> list[Wager]:
        """The four wagers with their chances."""
        chances = (self.win(0), self.win(1), *self.row[6:8])
        return [Wager(on, pays, chance) for (on, pays), chance in zip(PAYS.items(), chances, strict=True)]

    @property
    def best_wager(self) -> Wager | None:
        """The wager that brings in most for its coins; None where none does."""
        best = max(self.wagers, key=lambda each: each.expected(1))
        return best if best.expected(1) > ERROR else None

    @property
    def assumptions(self) -> list[str]:
        """What the odds stand on."""
        cards = ("re-rolls", "once") if any(each.abilities for each in self.fighters) else ()
        return [ASSUMPTIONS[key] for key in ("reach", "initiative", self.way, *cards)]


def ranked(
    fighters: Sequence[Fighter], asked: Question, readings: Mapping[str, str] = STANDARD
) -> list[tuple[Pools, float]]:
    """What a wounded Combatant may keep, the best first, each with its chance to win by best play of both."""
    odds = Odds(*fighters, way="best", exact=False, readings=readings)
    edges = odds.worth[asked.about][ROUND if asked.is_answer else 1 - asked.by]
    own, sign = odds.sides[asked.about].pools, 1 - 2 * asked.about
    found = [(its, (1 + sign * float(edges[own.index(its)][-1])) / 2) for its in map(read_pools, asked.options)]
    return sorted(found, key=lambda each: -each[1])
