"""The order of boards that the weights of a quick look must give, whatever they are tuned to."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from hoplo_companion.odds.quick_look import prospect, stands
from hoplo_companion.odds.weights import VALUES, WEIGHTS, Aim
from tests.helpers.boards import combat

RIVAL, HERO, ALLY = (
    "r rival B2 mv1 rg1 hp3 blue blue",
    "h player F2 mv2 rg1 hp4 blue blue hero elite",
    "q player F3 hp3",
)
"""Out of one another's reach."""


def looked(*units: str, aim: Aim | Literal["chance"] = "goal", **about: Any) -> float:
    """How well a board with these units stands, or how likely it looks to be won."""
    board = combat("deployment", list(units), **about)
    return prospect(board) if aim == "chance" else stands(board, aim)


@pytest.mark.parametrize("aim", [*WEIGHTS, "chance"])
def test_what_is_better_at_the_table_looks_better(aim: Aim | Literal["chance"]) -> None:
    board = looked(RIVAL, HERO, ALLY + " blue", aim=aim)
    better = [
        looked(RIVAL.replace("hp3", "hp2"), HERO, ALLY + " blue", aim=aim),
        looked(RIVAL, HERO.replace("hp4", "hp5"), ALLY + " blue", aim=aim),
        looked(RIVAL, HERO, ALLY + " blue yellow", aim=aim),
        looked(RIVAL, HERO, ALLY + " blue", aim=aim, player={"blessings": 1}),
    ]
    worse = [looked(RIVAL, HERO, aim=aim), looked(RIVAL + " blue", HERO, ALLY + " blue", aim=aim)]
    assert max(worse) < board < min(better)


@pytest.mark.parametrize("aim", WEIGHTS)
def test_a_combat_that_is_won_beats_all_and_one_that_is_lost_nothing(aim: Aim) -> None:
    start = combat("deployment", [RIVAL, HERO])
    won, lost = (stands(replace(start, over=over), aim) for over in ("goal-met", "campaign-lost"))
    assert lost < stands(start, aim) < won
    assert (prospect(replace(start, over="campaign-lost")), prospect(replace(start, over="goal-met"))) == (0.0, 1.0)


def test_your_hero_is_worth_more_than_a_blessing_and_that_more_than_a_unit() -> None:
    assert VALUES.won > VALUES.hero > VALUES.blessing > VALUES.unit > 1


def test_an_aim_weighs_most_what_it_is_called_by() -> None:
    assert max(WEIGHTS, key=lambda aim: WEIGHTS[aim].goal) == "goal"
    assert max(WEIGHTS, key=lambda aim: WEIGHTS[aim].danger) == "safety"
    assert max(WEIGHTS, key=lambda aim: WEIGHTS[aim].harm) == "damage"


@pytest.mark.parametrize("aim", ["goal", "chance"])
def test_the_nearer_to_the_goal_the_better_it_looks(aim: Aim | Literal["chance"]) -> None:
    near, far = (looked(RIVAL, HERO.replace("F2", hex_), aim=aim, event="king-of-the-hill") for hex_ in ("E3", "G1"))
    assert near > far
    arena = {"player_deployment": ["G1", "G2"]}
    home, away = (
        looked(RIVAL, HERO.replace("F2", hex_), aim=aim, event="capture-the-flag", flag="@h", arena=arena)
        for hex_ in ("F1", "D2")
    )
    assert home > away
