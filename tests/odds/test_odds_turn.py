"""What a plan is worth before it is done: against counting by hand, `forecast`, and the turn as it is played."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from random import Random
from typing import Any, get_args

import pytest

from benchmarks.boards import board as large_board
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import Language, speaking, tr
from hoplo_companion.odds.fight import chances, drawn, share_of, wilson, winning
from hoplo_companion.odds.forecast import Behind, foresee
from hoplo_companion.odds.plan import play, results
from hoplo_companion.odds.sampling import NEAR, PART
from hoplo_companion.odds.values import Estimate, Forecast, Outlook, Range
from hoplo_companion.render.odds import price_words, prices
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.boards import combat, position
from tests.helpers.cli import hoplo
from tests.helpers.effort import Looks

UNITS = ["r rival C3 mv0 rg1 hp2 blue blue", "p player D3 mv1 rg1 hp2 blue blue hero elite", "q player E3 hp3 blue"]

SHORT = ("--seconds", "0.1")
"""Fights played on for a moment."""


def told(*words: str, units: list[str] = UNITS, **more: Any) -> Any:
    """Ask for the odds of plans on a board written short."""
    board = json.dumps(position("deployment", units, **more))
    return hoplo("odds", "turn", *words, *SHORT, "--position", "-", "--json", stdin=board).json["plans"]


def test_a_figure_of_which_nothing_is_known_is_said_in_words() -> None:
    known, unknown = Range(Estimate(0.2, 0.02), Estimate(0.3, 0.02)), Range(Estimate(0.0, 0.4), Estimate(0.9, 0.26))
    board, found = combat("movement", UNITS), Forecast({"p": Outlook(unknown, known), "q": Outlook(known, unknown)})
    found.units["q"] = found.units["q"]._replace(damage=Range(Estimate(0.1, 0.9), Estimate(1.0, 0.9)))
    names, languages = names_of(board), get_args(Language)
    for language, of in zip(languages, ("of", "su"), strict=True):
        with speaking(language):
            words = tr("not known in this time")
            cells = [[each.well, each.badly] for each in prices(found, board, names)]
            assert cells[:2] == [[words, words], [f"0.3 ± 1.8 {of} 5", f"1.3 ± 1.8 {of} 5"]]
            assert cells[2:] == [[f"{words}; 0.2", f"{words}; 0.3"], [f"20 ± 4 %; {words}", f"30 ± 4 %; {words}"]]
            assert price_words(found, board, names, 0).count(f": {words}") == 1


def test_results_and_the_forecast_behind_each_of_them() -> None:
    [plan] = told("attack p r")
    # Two blue dice against two HP; what is left then attacks with two of its own, if it is left.
    assert plan["results"]["defeated"] == {"r": "1/4"}
    assert plan["results"]["damage"] == {"r": "1"}
    assert plan["forecast"]["units"]["p"]["defeated"] == {"best": "3/16", "worst": "3/16"}
    assert plan["forecast"]["units"]["p"]["damage"] == {"best": "3/4", "worst": "3/4"}


def test_a_plan_without_dice_has_the_forecast_of_its_board() -> None:
    after = combat("forecast", [UNITS[0], UNITS[1].replace("D3", "D4"), UNITS[2]])
    played = play(combat("deployment", UNITS), read_actions("move p D4; end"))
    assert len(played.ways) == 1
    assert Behind(played.start).plan(played).units == foresee(after, explained=False).forecast.units


def test_what_dice_may_undo_is_left_out_on_that_way_and_said() -> None:
    units = [*UNITS[:2], "q player B3 rg1 hp3 blue"]
    [plan] = told("attack p r; attack q r", units=units)
    assert [each["possible"] for each in plan["actions"]] == ["1", "3/4"]
    assert plan["results"]["defeated"] == {"r": str(Fraction(1, 4) + Fraction(1, 2) * Fraction(1, 2))}
    board = json.dumps(position("deployment", units))
    shown = hoplo("odds", "turn", "p>r; q>r", *SHORT, "--position", "-", stdin=board).out
    assert "`q>r` can still be done when its turn comes: 75 % (3/4)" in shown


def test_two_plans_stand_side_by_side_and_nothing_changes() -> None:
    one, other = told("attack p r 2", "--or", "move p d4; end")
    assert one["results"]["defeated"] == {"r": "1"}
    assert other["results"]["damage"] == {}
    board = json.dumps(position("deployment", UNITS))
    shown = hoplo("odds", "turn", "attack p r", "--or", "end", *SHORT, "--position", "-", stdin=board).out
    assert "1: attack p r\n2: end\n" in shown


@pytest.mark.parametrize("line", ["move p d4; attack q r", "attack p r; end; attack q r"])
def test_an_illegal_action_is_refused_at_that_action_with_its_rule(line: str) -> None:
    ran = hoplo("odds", "turn", line, "--position", "-", stdin=json.dumps(position("deployment", UNITS)))
    assert ran.code in (1, 3)
    assert line.split("; ")[-1] in ran.err
    assert not ran.out


def test_an_unknown_number_is_named() -> None:
    board = position("deployment", UNITS)
    board["units"][1] |= {"chip": "archer"}
    board["units"][1].pop("attack")
    ran = hoplo("odds", "turn", "attack p r", "--position", "-", stdin=json.dumps(board))
    assert ran.code
    assert "Attack" in ran.err


def test_goal_points_and_the_flag() -> None:
    flag = told("move p d4; end", event="capture-the-flag", flag="D4")[0]
    assert flag["results"]["flag"] in ("0", "1")
    hill = told("move p d4; end", event="king-of-the-hill", arena={"key_hexes": ["D4"]})[0]
    assert hill["results"]["key_hexes"] == {"1": "1"}


def test_a_large_board_is_sampled_and_says_so() -> None:
    board = large_board(Random(2), "deployment", 3, 2) | {"bench": {"next": {"chip": "reptilian"}}}
    start = PositionReader(catalogue()).read(json.dumps(board).encode())
    played = play(start, read_actions("end"))
    behind = Behind(start, most=5)
    assert behind.plan(played).rough
    assert results(played).won == 0


def test_of_two_plans_that_bring_in_different_units_each_has_the_figures_of_its_own() -> None:
    camp = [UNITS[0], *(each.replace(" D3 ", " - ").replace(" E3 ", " - ") for each in UNITS[1:])]
    board = position("deployment", camp, player={"camp_units": 2, "hero": True})
    hex_ = board["arena"]["player_deployment"][0]
    plans = (f"deploy p {hex_}; end", "--or", f"deploy q {hex_}; end")
    shown = hoplo("odds", "turn", *plans, *SHORT, "--position", "-", stdin=json.dumps(board))
    assert shown.code == 0, shown.err
    assert re.search(r"falls +0 % \(0\) +-\n", shown.out)
    assert re.search(r"HP lost +0 of 2 +0 of 3\n", shown.out)


def test_the_chance_to_win_comes_from_the_same_fights_for_every_plan() -> None:
    start = combat("deployment", UNITS)
    plan = play(start, read_actions("p>r; end"))
    one, other = winning([plan, plan], Looks(9)).after
    assert one is not None
    assert one == other
    assert one.games > PART


def test_the_chance_to_win_is_said_before_and_after_a_plan() -> None:
    board = json.dumps(position("deployment", UNITS))
    ran = hoplo("odds", "turn", "p>r; end", *SHORT, "--position", "-", "--json", stdin=board).json
    assert 0 <= ran["wins_now"]["low"] <= ran["wins_now"]["share"] <= ran["wins_now"]["high"] <= 1
    shown = hoplo("odds", "turn", "p>r; end", *SHORT, "--position", "-", stdin=board).out
    assert re.search(r"You win about \d+ %, give or take \d+; after this plan about \d+ %, give or take \d+\.", shown)


def test_a_plan_that_wins_is_sure_to_win() -> None:
    units = ["r rival A1 mv1 rg1 hp2 blue", "h player F2 mv2 rg1 hp3 blue hero elite"]
    start = combat("deployment", units, event="capture-the-flag", flag="@h", arena={"player_deployment": ["G1", "G2"]})
    home = play(start, read_actions("move h G2"))
    found = winning([home], Looks(1))
    [share] = found.after
    assert share is not None
    assert share.won == share.games == PART


def test_fights_are_played_until_the_share_is_known_nearly_enough() -> None:
    units = ["r rival A1 mv1 rg1 hp2 blue", "h player F2 mv2 rg1 hp3 blue hero elite"]
    start = combat("deployment", units, event="capture-the-flag", flag="@h", arena={"player_deployment": ["G1", "G2"]})
    over = play(start, read_actions("move h G2")).ways
    share = share_of(*chances([over], Looks(10_000)))
    assert share.high - share.low <= 2 * NEAR
    assert wilson(share.games - PART, share.games - PART).low < 1 - 2 * NEAR, "and no longer"


def test_what_is_known_is_given_when_it_is_broken_off() -> None:
    ways = play(combat("deployment", UNITS), read_actions("end")).ways

    def broken_off(run: Any, parts: Any) -> Any:
        for number, each in enumerate(parts):
            if number == 3:
                raise KeyboardInterrupt
            yield run(each)

    one, other = chances([ways, ways], Looks(1_000), broken_off)
    assert len(one) == len(other) == PART, "of all plans the same fights count"


def test_where_fights_cannot_be_played_on_the_reason_is_said() -> None:
    board = position("deployment", UNITS)
    board["rival"] = {"lineup": ["next"], "tactics": []}
    board["bench"] = {"next": {"chip": "archer"}}
    shown = hoplo("odds", "turn", "end", "--position", "-", stdin=json.dumps(board))
    assert "not known" in shown.out + shown.err


def test_of_unlike_plans_the_ways_fall_by_their_chances() -> None:
    ways = play(combat("deployment", UNITS), read_actions("p>r; end")).ways
    found = [drawn(ways, seed) for seed in range(1, 1001)]
    gone = sum("r" not in each.units or not each.units["r"].hex for each in found)
    assert abs(gone / 1000 - 1 / 4) < 0.01


def test_each_action_of_a_plan_knows_what_it_asked_itself() -> None:
    """A Special that leaves a choice answers nothing for the Ability before it, which leaves none."""
    units = ["k player D4 hp3 blue Shove Long-Shot-3", "r rival D3 hp3 blue", "s rival B2 hp3 blue"]
    played = play(combat("deployment", units), read_actions("ability k shove; special k 'Long Shot'; end"))
    assert [(at, chosen.question.id) for at, chosen in played.left if chosen.question.id != "shove.hex"] == [
        (1, "special.target")
    ]
