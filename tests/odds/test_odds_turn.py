"""What a plan is worth before it is done; what two boards may differ in for a search; how a quick look weighs them."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import pytest
from msgspec import Struct
from msgspec.structs import replace

from benchmarks.boards import board as large_board
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import Language, speaking, tr
from hoplo_companion.odds.actions import play
from hoplo_companion.odds.advise import Advice, winning
from hoplo_companion.odds.fight import board_of_seed, chances, share_of, wilson
from hoplo_companion.odds.forecast import Behind, foresee
from hoplo_companion.odds.quick_look import VALUES, WEIGHTS, Aim, prospect, stands
from hoplo_companion.odds.sampling import NEAR, PART
from hoplo_companion.odds.values import Estimate, Figures, Forecast, Range, everything
from hoplo_companion.render.odds import about, price_rows, prices
from hoplo_companion.rules.agenda import Then
from hoplo_companion.rules.model import Combat, Supply, Unit, Yours
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.movement_step import begin_movement
from hoplo_companion.rules.state import state_of
from tests.helpers.boards import combat, position, written
from tests.helpers.cli import hoplo
from tests.helpers.effort import Looks
from tests.helpers.stories import Story, stories

UNITS = ["r rival C3 mv0 rg1 hp2 blue blue", "p player D3 mv1 rg1 hp2 blue blue hero elite", "q player E3 hp3 blue"]


AT = "-p {tmp}/b --seconds 0.1"


CAMP = [UNITS[0], *(each.replace(" D3 ", " - ").replace(" E3 ", " - ") for each in UNITS[1:])]
UNKNOWN = [UNITS[0], "p player D3 mv1 rg1 hp2 hero elite as:archer attack?", UNITS[2]]
BOARDS = {
    "board": written("deployment", UNITS),
    "near": written("deployment", [*UNITS[:2], "q player B3 rg1 hp3 blue"]),
    "unknown": written("deployment", UNKNOWN),
    "flag": written("deployment", UNITS, event="capture-the-flag", flag="D4"),
    "hill": written("deployment", UNITS, event="king-of-the-hill", arena={"key_hexes": ["D4"]}),
    "camp": written("deployment", CAMP, player={"camp_units": 2, "hero": True}),
    "to come": written("deployment", UNITS, lineup=["next as:archer attack?"]),
}


@stories(f"""
Results, and the forecast behind each of them
  # Two blue dice against two HP; what is left then attacks with two of its own, if it is left.
  board && odds turn 'attack p r' {AT} --json -> plans.0.results.defeated = {{"r": "1/4"}}
    | plans.0.results.damage = {{"r": "1"}} | plans.0.forecast.units.p.defeated = {{"best": "3/16", "worst": "3/16"}}
    | plans.0.forecast.units.p.damage = {{"best": "3/4", "worst": "3/4"}}
What dice may undo is left out on that way, and said
  near && odds turn 'attack p r; attack q r' {AT} --json -> plans.0.actions.*.possible = ["1", "3/4"]
    | plans.0.results.defeated = {{"r": "1/2"}}
  odds turn 'p>r; q>r' {AT} -> `q>r` can still be done when its turn comes: | % (3/4)
Two plans stand side by side, and nothing changes
  board && odds turn 'attack p r 2' --or 'move p d4; end' {AT} --json -> plans.0.results.defeated = {{"r": "1"}}
    | plans.1.results.damage = {{}}
  odds turn 'attack p r' --or end {AT} -> 1: attack p r 2: end
An illegal action is refused at that action with its rule
  board && odds turn 'move p d4; attack q r' {AT} -> 3 | attack q r | one-line
  odds turn 'attack p r; end; attack q r' {AT} -> 3 | attack q r | one-line
A plan without an action is none
  odds turn '' {AT} -> 2 | no action is named
  odds turn end --or '' {AT} -> 2 | no action is named
An unknown number is named
  unknown && odds turn 'attack p r' {AT} -> 1 | Attack
Goal points and the flag
  flag && odds turn 'move p d4; end' {AT} --json -> plans.0.results.flag = "1"
  hill && odds turn 'move p d4; end' {AT} --json -> plans.0.results.key_hexes = {{"1": "1"}}
Of two plans that bring in different units each has the figures of its own
  camp && odds turn 'deploy p G1; end' --or 'deploy q G1; end' {AT} -> falls | % (0) - | HP lost 0 of 2 0 of 3
Where fights cannot be played on the reason is said
  to come && odds turn end {AT} -> the Attack of Archer (next) is not known
""", **BOARDS)  # fmt: skip
def test_plans_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_figure_of_which_nothing_is_known_is_said_in_words() -> None:
    known, unknown = Range(Estimate(0.2, 0.02), Estimate(0.3, 0.02)), Range(Estimate(0.0, 0.4), Estimate(0.9, 0.26))
    damage = Range(Estimate(0.1, 0.9), Estimate(1.0, 0.9))
    board, found = (combat("movement", UNITS), Forecast({"p": Figures(unknown, known), "q": Figures(known, damage)}))
    names = names_of(board)
    for language, of in zip(get_args(Language), ("of", "su"), strict=True):
        with speaking(language):
            words, cells = tr("not known in this time"), [each[1:] for each in prices(found, board, names)]
            assert cells[:2] == [[words, words], [f"0.3 ± 1.8 {of} 5", f"1.3 ± 1.8 {of} 5"]]
            assert cells[2:] == [[f"{words}; 0.2", f"{words}; 0.3"], [f"20 ± 4 %; {words}", f"30 ± 4 %; {words}"]]
            assert price_rows(found, board, names)[0][1].count(f": {words}") == 1


def test_a_plan_without_dice_has_the_forecast_of_its_board() -> None:
    after = combat("forecast", [UNITS[0], UNITS[1].replace("D3", "D4"), UNITS[2]])
    played = play(combat("deployment", UNITS), read_actions("move p D4; end"))
    assert len(played.ways) == 1
    assert Behind(played.start).plan(played).units == foresee(after, explained=False).forecast.units


def test_a_large_board_is_sampled_and_says_so() -> None:
    board = large_board(Random(2), "deployment", 3, 2) | {"bench": {"next": {"chip": "reptilian"}}}
    start = PositionReader(catalogue()).read(json.dumps(board).encode())
    played = play(start, read_actions("end"))
    behind = Behind(start, most=5)
    assert behind.plan(played).rough
    assert played.results.won == 0


def test_the_chance_to_win_comes_from_the_same_fights_for_every_plan() -> None:
    start = combat("deployment", UNITS)
    plan = play(start, read_actions("p>r; end"))
    one, other = (each.wins for each in winning([Advice(plan, Forecast({}))] * 2, Looks(9)).plans)
    assert one is not None
    assert one == other
    assert one.games > PART


def test_the_chance_to_win_is_said_before_and_after_a_plan() -> None:
    call = ("odds", "turn", "p>r; end", "--seconds", "0.1", "--position", "-")
    board = json.dumps(position("deployment", UNITS))
    ran = hoplo(*call, "--json", stdin=board).json
    assert 0 <= ran["wins_now"]["low"] <= ran["wins_now"]["share"] <= ran["wins_now"]["high"] <= 1
    shown = hoplo(*call, stdin=board).out
    assert re.search(r"You win about \d+ %, give or take \d+; after this plan about \d+ %, give or take \d+\.", shown)


WON = combat(
    "deployment", ["r rival A1 mv1 rg1 hp2 blue", "h player F2 mv2 rg1 hp3 blue hero elite"], event="capture-the-flag",
    flag="@h", arena={"player_deployment": ["G1", "G2"]},
)  # fmt: skip
"""A board on which the flag is brought home."""


def test_a_plan_that_wins_is_sure_to_win() -> None:
    plans = [Advice(play(WON, read_actions(line)), Forecast({})) for line in ("move h G2", "surrender", "end")]
    assert [each.wins and about(each.wins) for each in winning(plans, Looks(1)).plans][:2] == ["100 %", "0 %"]
    first, _, last = (each.wins for each in winning(plans, Looks(1), of_best=True).plans)
    assert first is not None
    assert last is not None
    assert (about(first), first.won, first.games) == ("100 %", PART, PART), "of the best of several, too"
    assert about(last).startswith("about "), "what goes on is played"


def test_fights_are_played_until_the_share_is_known_nearly_enough() -> None:
    over = play(WON, read_actions("move h G2")).ways
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

    clock = Looks(1_000)
    clock.spread = broken_off
    one, other = chances([ways, ways], clock)
    assert len(one) == len(other) == PART, "of all plans the same fights count"


def test_of_unlike_plans_the_ways_fall_by_their_chances() -> None:
    ways = play(combat("deployment", UNITS), read_actions("p>r; end")).ways
    found = [board_of_seed(ways, seed) for seed in range(1, 1001)]
    gone = sum("r" not in each.units or not each.units["r"].hex for each in found)
    assert abs(gone / 1000 - 1 / 4) < 0.01


def test_each_action_of_a_plan_knows_what_it_asked_itself() -> None:
    """A Special that leaves a choice answers nothing for the Ability before it, which leaves none."""
    units = ["k player D4 hp3 blue Shove Long-Shot-3", "r rival D3 hp3 blue", "s rival B2 hp3 blue"]
    played = play(combat("deployment", units), read_actions("ability k shove; special k 'Long Shot'; end"))
    assert [(chosen.at, chosen.question.id) for chosen in played.left if chosen.question.id != "shove.hex"] == [
        (1, "special.target")
    ]


FIGHT = replace(
    combat("movement", ["r rival B2 hp3 blue Taunt", "p player E3 hp2 red"], flag="C2"), agenda=(Then(begin_movement),)
)
"""A board on which units are still to move, so that every hex counts."""


def different(value: Any) -> Any:
    """Give another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case frozenset():
            return value | {"x"}
        case tuple():
            return (*value, "x")
        case dict():
            return {**value, "x": 1}
        case Struct():
            name = value.__struct_fields__[0]
            return replace(value, **{name: different(getattr(value, name))})
    return 7


def differs(changed: Combat) -> bool:
    """Say whether the name of a board is another than before."""
    return bool(everything(changed) != everything(FIGHT))


@pytest.mark.parametrize("name", [name for name in state_of(Combat) if name not in ("units", "agenda")])
def test_every_field_of_a_combat_is_in_its_key(name: str) -> None:
    assert differs(replace(FIGHT, **{name: different(getattr(FIGHT, name))}))


@pytest.mark.parametrize("name", state_of(Unit))
def test_every_field_of_a_unit_is_in_its_key(name: str) -> None:
    unit = FIGHT.units["p"]
    changed = replace(unit, **{name: different(getattr(unit, name))})
    assert differs(replace(FIGHT, units={**FIGHT.units, "p": changed}))


@pytest.mark.parametrize(
    ("part", "name"),
    [(part, name) for part, type_ in (("yours", Yours), ("supply", Supply)) for name in state_of(type_)],
)
def test_every_part_of_what_you_have_is_in_its_key(part: str, name: str) -> None:
    value = getattr(FIGHT, part)
    assert differs(replace(FIGHT, **{part: replace(value, **{name: different(getattr(value, name))})}))


def test_steps_still_to_do_are_in_the_key_and_what_is_fixed_is_not() -> None:
    assert differs(replace(FIGHT, agenda=(Then(begin_movement), Then(begin_movement))))
    assert differs(replace(FIGHT, units={id_: FIGHT.units[id_] for id_ in ("p", "r")}))
    quiet = replace(FIGHT, foresight=True, explain=lambda *_: [])
    assert everything(quiet) == everything(FIGHT)


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


def test_your_hero_is_worth_more_than_a_blessing_than_a_unit_and_an_aim_weighs_most_what_it_is_called_by() -> None:
    assert VALUES.won > VALUES.hero > VALUES.blessing > VALUES.unit > 1
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
