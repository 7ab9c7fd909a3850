"""What one attack can come to: the exact chance of every number of wounds of both (Spartacus p.14-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple

from hoplo_companion.spartacus.abilities import Fighter
from hoplo_companion.spartacus.attack import FACES, LEAST_UNOPPOSED, STANDARD, sets_worth

BAD_DIE = 3
"""A Combatant that may re-roll does so with its lowest dice, as long as they show this or less."""


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

    return Abilities(
        steady(attacker, "attack-doubles"),
        steady(attacker, "attack-triples"),
        steady(defender, "defence-doubles"),
        steady(defender, "defence-triples"),
        steady(attacker, "attack-re-roll"),
        steady(defender, "defence-re-roll"),
        steady(attacker, "extra"),
        steady(defender, "ignore"),
        bool(readings.get("sp.extra-ignore")),
    )


Blow = tuple[int, int]
"""The wounds of the defender and of the attacker."""


@cache
def blows(attack: int, defence: int, by: Abilities = Abilities()) -> dict[Blow, Fraction]:  # noqa: B008
    """Give the chance of all that an attack of so many dice against so many can come to."""
    struck, every = _struck(attack, defence, by)
    found: Counter[Blow] = Counter()
    for (dealt, auto, back), ways in struck.items():
        found[max(auto if by.auto_stays else 0, dealt + auto + by.extra - by.ignored), back] += ways
    return {blow: Fraction(found[blow], every) for blow in sorted(found) if found[blow]}


Struck = dict[tuple[int, int, int], int]
"""In how many ways dice come to so many wounds of the strings, auto-wounds, and wounds of the attacker."""


def _struck(attack: int, defence: int, by: Abilities) -> tuple[Struck, int]:
    """Lay every string beside every other, after their re-rolls.

    A string is one number, four bits a die, and all of the defence stand in one row: a single subtraction compares the
    attack with every one of them. A missing defence die counts as a 2, which only an attack die of 3 or more passes.
    """
    ours, our_ways = strings(attack, by.re_rolls)
    theirs, their_ways = strings(defence, by.answered)
    places = max(attack, defence)
    blank = [LEAST_UNOPPOSED - 1] * (places - defence)
    worth = {each: sets_worth(Counter(each).values(), by.back_doubles, by.back_triples) for each in theirs}
    found: Struck = {}
    for back in set(worth.values()):
        meant = [each for each in theirs if worth[each] == back]
        row = _in_a_row(_packed(die + 1 for die in (*each, *blank)) for each in meant)
        ones = _in_a_row([1] * len(meant))
        guards = ones * _packed([_GUARD] * places)
        often = [theirs[each] for each in meant]
        for string, ways in ours.items():
            auto = sets_worth(Counter(string).values(), by.doubles, by.triples)
            higher = (ones * _packed(string) + guards - row) & guards
            lanes = memoryview(higher.to_bytes(len(meant) * _LANE, "little")).cast("Q")
            counts = [0] * (places + 1)
            for dealt, each in zip(map(int.bit_count, lanes), often, strict=True):
                counts[dealt] += each
            for dealt, each in enumerate(counts):
                found[dealt, auto, back] = found.get((dealt, auto, back), 0) + ways * each
    return found, our_ways * their_ways


_GUARD = 8
_LANE = 8
"""Bytes of a string in a row of them: sixteen dice."""


def _packed(dice: Iterable[int]) -> int:
    """Write dice as one number, four bits each."""
    return sum(die << 4 * place for place, die in enumerate(dice))


def _in_a_row(numbers: Iterable[int]) -> int:
    """Write numbers one behind the other as a single one."""
    return int.from_bytes(b"".join(each.to_bytes(_LANE, "little") for each in numbers), "little")


@cache
def strings(dice: int, re_rolls: int = 0) -> tuple[dict[tuple[int, ...], int], int]:
    """Give every string of so many dice with in how many ways it comes, and all ways; the lowest dice re-rolled."""
    found = {
        rolled: factorial(dice) // prod(map(factorial, Counter(rolled).values()))
        for rolled in combinations_with_replacement(range(FACES, 0, -1), dice)
    }
    most = min(re_rolls, dice)
    if not most:
        return found, FACES**dice
    after: Counter[tuple[int, ...]] = Counter()
    for rolled, ways in found.items():
        bad = sum(die <= BAD_DIE for die in rolled[dice - most :])
        for results in product(range(1, FACES + 1), repeat=bad):
            string = tuple(sorted((*rolled[: dice - bad], *results), reverse=True))
            after[string] += ways * FACES ** (most - bad)
    return dict(after), FACES ** (dice + most)


def wounds(attack: int, defence: int, by: Abilities = Abilities()) -> dict[int, Fraction]:  # noqa: B008
    """Give the chance of every number of wounds of the defender in one attack."""
    found: dict[int, Fraction] = {}
    for (dealt, _), chance in blows(attack, defence, by).items():
        found[dealt] = found.get(dealt, Fraction(0)) + chance
    return found
