"""Dice: faces, exact odds, repeatable rolls, how chances are shown, and how many dice the box has."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.words import COLOURS
from hoplo_companion.dice import HIT_FACES, Dice, more_than_in_the_box, odds_of_hits
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.style import bar, chance, chance_lines, plain
from hoplo_companion.rules.dialogue import Question
from tests.helpers.boards import combat
from tests.helpers.cli import done

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


@pytest.mark.parametrize(("pool", "said"), [
    (["yellow"] * 4 + ["red"], ""),
    (["blue"] * 5, "5 blue, of 4 in the box"),
    (["red", "red", "green"], "2 red, of 1 in the box"),
    ([], ""),
])  # fmt: skip
def test_the_box_has_four_of_each_colour_and_one_red_die(pool: list[str], said: str) -> None:
    assert (said in more_than_in_the_box(pool)) if said else more_than_in_the_box(pool) == ""


def test_a_roll_with_more_dice_than_the_box_has_says_so() -> None:
    board = combat("engage", ["r rival D3 hp3", "y player D4 hp3"])
    asked = Question(id="attack.roll", kind="dice", rule="attack.dice", unit="r", about="y", dice=("blue",) * 5)
    assert "5 blue, of 4 in the box" in question_words(asked, board)


def test_a_chip_or_pool_with_more_dice_than_the_box_has_is_kept_with_a_notice() -> None:
    assert "2 red, of 1 in the box" in done("data", "add", "unit", "Titan: 1/1/4, red red").err
    assert "box" not in done("data", "add", "unit", "Ox: 1/1/4, red black").err
    assert "6 blue, of 4 in the box" in done("data", "add", "scion", "Hydra: dice 6b", "--yes").err
    assert "6 green, of 4 in the box" in done("scion", "odds", "hydra", "--dice", "green+4").err


@pytest.mark.parametrize(("odds", "words", "drawn"), [
    (Fraction(0), "0 % (0)", "··········"),
    (Fraction(1, 1296), "0.077 % (1/1296)", "█·········"),
    (Fraction(16, 81), "20 % (16/81)", "██········"),
    (Fraction(1295, 1296), "99.9 % (1295/1296)", "██████████"),
    (Fraction(1), "100 % (1)", "██████████"),
    (Fraction(1, 200_000), "0.0005 %", "█·········"),
    (Fraction(1, 3_000_000), "< 0.0001 %", "█·········"),
    (0.25, "25 %", "██········"),
])  # fmt: skip
def test_a_chance_is_a_percentage_with_its_bar_and_its_fraction(odds: Fraction | float, words: str, drawn: str) -> None:
    assert (chance(odds), bar(odds)) == (words, drawn)


def test_chances_are_listed_below_each_other() -> None:
    rows = [("no hit", Fraction(1, 9)), ("2 hits", Fraction(4, 9))]
    assert plain(chance_lines(rows)) == "  no hit █········· 11 % (1/9)\n  2 hits ████······ 44 % (4/9)"
