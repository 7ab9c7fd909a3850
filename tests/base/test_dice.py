"""Dice: faces, exact odds, repeatable rolls."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.words import COLOURS
from hoplo_companion.dice import HIT_FACES, Dice, odds_of_hits

pools = st.lists(st.sampled_from(COLOURS), max_size=4)


@given(pools)
def test_odds_are_those_of_counting_every_throw(pool: list[str]) -> None:
    throws = product(*(range(6) for _ in pool))
    hits = Counter(sum(face < HIT_FACES[colour] for face, colour in zip(throw, pool, strict=True)) for throw in throws)
    assert odds_of_hits(pool) == [Fraction(hits[n], 6 ** len(pool)) for n in range(len(pool) + 1)]


@given(pools, st.integers(0, 2**32))
def test_the_same_seed_rolls_the_same_dice(pool: list[str], seed: int) -> None:
    assert Dice(seed).roll(pool) == Dice(seed).roll(pool)
    assert len(Dice(seed).roll(pool)) == len(pool)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_die_hits_as_often_as_it_has_hit_faces(colour: str) -> None:
    dice = Dice(5)
    hits = sum(dice.roll([colour])[0] for _ in range(6000))
    assert abs(hits - 1000 * HIT_FACES[colour]) < 200
