"""More dice than the box has: a notice, wherever dice are entered or rolled (p.5)."""

from __future__ import annotations

import pytest

from hoplo_companion.dice import more_than_in_the_box
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.rules.questions import Question
from tests.helpers.boards import combat
from tests.helpers.cli import done


@pytest.mark.parametrize(
    ("pool", "said"),
    [
        (["yellow"] * 4 + ["red"], ""),
        (["blue"] * 5, "5 blue, of 4 in the box"),
        (["red", "red", "green"], "2 red, of 1 in the box"),
        ([], ""),
    ],
)
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
