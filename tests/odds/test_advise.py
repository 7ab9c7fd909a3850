"""Advice: every plan is legal and worth what `odds turn` says; ties; fights played from a board on."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.advice import GOALS, PLAYERS, board, paired, played_by
from benchmarks.advice import advised as advised_player
from benchmarks.boards import board as random_board
from hoplo_companion.cli.fight.positions import look_up
from hoplo_companion.cli.terminal.prompts import Prompts
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.odds.advise import Advised, _is_as_good, _played_on, advise, falling, options_of, toward_mean
from hoplo_companion.odds.fight import _TurnsDice, played_on, wilson
from hoplo_companion.odds.values import Range
from hoplo_companion.render.advice import advice_lines, reason_words
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.agenda import pending
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.table.play.answers import Asked, auto_answer, play_your_turn
from tests.helpers.boards import combat, position, written
from tests.helpers.cli import Sitting, hoplo
from tests.helpers.effort import Looks
from tests.helpers.fights_on_disk import APART, FOLLOWED, follow_a_fight
from tests.helpers.stories import Story, stories, tell

UNITS = ["r rival C3 mv1 rg1 hp2 blue blue", "h player D3 mv2 rg1 hp2 blue blue hero elite", "q player E3 hp3 blue"]


def advised(start: Combat, aim: Any = "goal") -> Advised:
    """Find plans within a few looks at the clock."""
    return advise(start, aim, Looks(12))


def boards(count: int) -> list[Combat]:
    """Make random boards of your turn, of several kinds of event."""
    reader, found = PositionReader(catalogue()), []
    for seed in range(count):
        if seed % 2:
            drawn = board(seed)
        else:
            drawn = random_board(Random(seed), "deployment", 3, 3) | {"bench": {"next": {"chip": "reptilian"}}}
            drawn["player"] = {"camp_units": 0, "hero": False, "tactics": ["stun", "adrenaline"], "blessings": 0}
        found.append(reader.read(json.dumps(drawn).encode()))
    return found


def test_every_plan_is_legal_however_the_dice_fall() -> None:
    plans = 0
    for seed, start in enumerate(boards(4)):
        for each in advised(start, ("goal", "safety", "damage")[seed % 3]).plans:
            line = "; ".join(action.typed() for action in each.played.actions)
            for dice in (Dice(seed), Dice(seed + 100)):
                play_your_turn(start, Asked(partial(auto_answer, None), dice), read_actions(line))
            plans += 1
    assert plans >= 4


def test_the_numbers_of_a_plan_are_those_of_odds_turn() -> None:
    drawn = json.dumps(position("deployment", UNITS, player={"tactics": []}))
    told = hoplo("advise", "--position", "-", "--json", stdin=drawn).json
    assert told["looked_at"] > len(told["plans"]) > 1
    for plan in told["plans"]:
        [same] = hoplo("odds", "turn", plan["plan"], "--seconds", "0.1", "--position", "-", "--json", stdin=drawn).json[
            "plans"
        ]
        assert plan["results"] == same["results"]
        assert plan["forecast"] == same["forecast"]


def test_the_flag_is_brought_home() -> None:
    units = ["r rival A1 mv1 rg1 hp2 blue", "h player F2 mv2 rg1 hp3 blue hero elite"]
    start = combat("deployment", units, event="capture-the-flag", flag="@h", arena={"player_deployment": ["G1", "G2"]})
    best = advised(start).plans[0]
    assert best.played.results.won == 1
    assert best.reason is not None
    assert best.reason.kind == "won"


def test_three_advices_are_three_plans_and_reasons_are_numbers() -> None:
    """No two have the same attacks with everybody about where it was."""
    for seed in range(6):
        start = PositionReader(catalogue()).read(json.dumps(board(seed)).encode())
        plans = advised(start, ("goal", "safety", "damage")[seed % 3]).plans
        assert len({frozenset(each.played.actions) for each in plans}) == len(plans) >= 2
        assert all(len(each.played.actions) > 1 for each in plans[2:]), "doing nothing is no third advice"
        names = names_of(start, *(each.played.start for each in plans))
        for each in plans:
            assert each.reason is None or any(map(str.isdigit, reason_words(each.reason, names))), each.reason
    reason = next(each.reason for each in plans if each.reason is not None)._replace(kind="spared", was=12.4, now=11.6)
    assert "11.6 HP in the rival's next turn instead of 12.4" in reason_words(reason, names)


def test_the_better_half_is_played_on_until_few_are_left() -> None:
    """Every plan meets the same dice, and the more is thought of it the more fights it is given."""
    seen: dict[int, list[int]] = {}

    def judge(plan: Any, seed: int) -> float:
        seen.setdefault(plan, []).append(seed)
        return float(plan)

    plans: Any = range(24)
    found: Any = _played_on(plans, judge, Looks(100))
    assert found[:3] == [23, 22, 21]
    assert all(mine == seen[23][: len(mine)] for mine in seen.values())
    assert len(seen[23]) > len(seen[12]) > len(seen[0]) >= 1


def test_at_ctrl_c_what_is_known_is_said() -> None:
    """The plans are counted and shown in the order that they had by then, and no time is left for more."""
    asked = []

    def judge(plan: Any, seed: int) -> float:
        asked.append(plan)
        if len(asked) > 60:
            raise KeyboardInterrupt
        return float(plan)

    plans: Any = range(24)
    clock = Looks(1_000)
    found = _played_on(plans, judge, clock)
    assert {*found} == {*plans}
    assert clock.left() <= 0


def test_the_order_never_contradicts_the_chances_shown() -> None:
    """All plans meet the same fights; those that are as good as the best come first, and no chance rises behind one."""
    for seed in range(6):
        plans = advised(PositionReader(catalogue()).read(json.dumps(board(seed, GOALS[seed % 3])).encode())).plans
        shares = [each.wins for each in plans if each.wins is not None]
        assert len(shares) == len(plans) > 1
        assert len({share.games for share in shares}) == 1
        assert [share.middle for share in shares] == sorted((share.middle for share in shares), reverse=True)
        assert plans[0].as_good
        assert plans == sorted(plans, key=lambda each: not each.as_good)


def test_where_a_later_plan_has_won_more_both_are_shown_what_they_have_in_common() -> None:
    shown = falling(wilson(won, 20) for won in (4, 12, 8, 2))
    assert [share.won for share in shown] == [8, 8, 8, 2]
    assert falling(wilson(won, 20) for won in (9, 9, 3)) == [wilson(won, 20) for won in (9, 9, 3)]


def test_plans_are_as_good_where_the_same_fights_cannot_tell_them_apart() -> None:
    won, lost = [True] * 12, [False] * 12
    assert _is_as_good([True] * 11 + [False], won)
    assert not _is_as_good(lost, won)
    assert _is_as_good([True, *lost], [*lost, True])


@pytest.mark.parametrize("chances", [(0.5, 0.5, 0.5), (0.4, 0.5, 0.55), (0.3, 0.5, 0.7)])
def test_the_best_of_three_is_shown_no_better_than_it_is(chances: tuple[float, ...]) -> None:
    """In 200 repeats of 75 fights its interval holds as often as it says, and its luck is left out."""
    dice, repeats, games = Random(1), 200, 75
    held, lucky, shown = 0, 0.0, 0.0
    for _ in range(repeats):
        alike = [dice.random() for _ in range(games)]
        plans = [[(luck if dice.random() < 0.5 else dice.random()) < chance for luck in alike] for chance in chances]
        best = max(range(3), key=lambda at: sum(plans[at]))
        share = toward_mean(plans)[best]
        held += share.low <= chances[best] <= share.high
        lucky += (sum(plans[best]) / games - chances[best]) / repeats
        shown += (share.won / games - chances[best]) / repeats
    assert held / repeats >= 0.95 - 3 * (0.95 * 0.05 / repeats) ** 0.5
    assert abs(shown) < 0.02
    assert chances[0] < 0.5 or lucky > 0.03, "as it would be without"


@pytest.mark.parametrize("aim", ["safety", "damage"])
def test_plans_for_another_aim_are_ordered_by_what_is_shown_of_them(aim: Any) -> None:
    drawn = json.dumps(board(1))
    shown = hoplo("advise", "--for", aim, "--seconds", "0.5", "--position", "-", stdin=drawn).out
    word = "Cost in all" if aim == "safety" else "Harm in all"
    found = [float(number) for number in re.findall(rf"{word}:? +([-0-9.]+) HP", shown)]
    assert len(found) > 1
    assert found == sorted(found, reverse=aim == "damage")


def test_the_same_dice_fall_for_plans_that_differ_in_little() -> None:
    """A colour's dice come in their order, whatever else is rolled or chosen in between (common random numbers)."""
    start = combat("deployment", UNITS)
    one, other = _TurnsDice(start, 1), _TurnsDice(start, 1)
    before = [one.roll(["blue"]), one.roll(["blue"])]
    other.choose(3)
    between = [other.roll(["blue"]), other.roll(["yellow", "blue"])[1:]]
    assert before == between
    assert _TurnsDice(start, 1).roll(["blue"] * 9) != _TurnsDice(start, 2).roll(["blue"] * 9)


def test_what_is_not_known_stops_it_and_is_named() -> None:
    assert not advised(combat("deployment", [*UNITS, "c player - hp3 blue"])).tactics
    with pytest.raises(UnknownStatError):
        advised(combat("deployment", UNKNOWN))


NEAR = ["a rival C3 mv0 rg2 hp3 blue blue blue", "h player D3 mv2 rg1 hp1 blue hero elite"]
UNKNOWN = ["r rival C3 mv1 rg1 hp2 as:archer attack?", *UNITS[1:]]
BOARDS = {
    "near": written("deployment", NEAR, player={"tactics": []}),
    "board": written("deployment", UNITS),
    "unknown": written("deployment", UNKNOWN),
    "drawn": f"  write {{tmp}}/b '{json.dumps(board(1))}'",
}
AT = "-p {tmp}/b"


@stories(f"""
Safety leaves the range of an opponent, and says so
  near && advise --for safety {AT} -> out of reach of the rival Attacker: 0 % to fall instead of 88 %.
    | plans looked at
What is not known is named
  board && advise {AT} -> The tactics in your camp are not known
  unknown && advise {AT} -> 1 | Attack
  advise --for glory --example -> 2
A unit still to come whose numbers nobody has entered stops no advice
  advise --example --seconds 0.2 -> The rival's next turn:
    | Your chance to win cannot be given yet: the Attack of Archer (archer) is not known
Fights played from here show the chance to win
  drawn && odds fight {AT} --games 3 --jobs 1 --json -> games = 3 | won has share | won has low
  odds fight {AT} --games 3 --jobs 1 -> 3 fights played from here (seed 1):
While the hero is in the camp nothing is chosen by the distance to it
  odds fight -p 'lamosians ctf 3 | r: def@B2 2, rep@A2 3, rep@B3 2 | p: def@F3 5, krak 6 | yours: camp=0 hero=no' \
    --games 8 --jobs 1 --json -> games = 8
""", **BOARDS)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_in_the_fight_that_is_followed() -> None:
    follow_a_fight()
    tell("""
      advise --json -> question = movement.destination | options.# = 2
      advise -> * 1
      odds turn end -> 2 | a question is open
      odds fight --games 1 --jobs 1 -> Losing: the combat is failed
        | Surrendering: You can surrender only at the start of a turn
    """)


def test_nothing_is_counted_while_a_fight_is_set_up() -> None:
    assert hoplo("fight", "start", FOLLOWED, "--apart", *APART).code == 2
    for call in ("forecast", "advise", "odds turn end", "odds fight"):
        refused = hoplo(*call.split())
        assert (refused.code, "the fight is still being set up" in refused.err) == (2, True), call


def test_the_prices_come_first_and_a_plan_that_is_less_good_is_said_to_be() -> None:
    start = combat("deployment", UNITS)
    first = advised(start).plans[0]
    equal, less = (first._replace(as_good=is_as_good) for is_as_good in (True, False))
    found = Advised([first, equal, less], first.wins, "", 1, 3)
    lines = [text_of(line) for line in advice_lines(found, "goal", start)]
    plans = [at for at, line in enumerate(lines) if line.startswith(("1. ", "2. ", "3. "))]
    assert all(lines[at + 1].startswith("   The rival's next turn") for at in plans)
    won = [line for line in lines if line.startswith("   Chance to win: ")]
    assert won[1] == won[0][:-1] + "; about as good as plan 1."
    assert won[2].startswith(won[0][:-1] + ", for this plan and the one above together; this one won clearly fewer")


TIE = ["r rival C3 mv0 rg1 hp3 red", "h player D3 rg1 hp1 blue hero elite", "q player D4 rg1 hp3 blue"]


def test_in_a_tie_the_option_that_serves_you_best_comes_first() -> None:
    open_, _ = begin(combat("engage", TIE, player={"blessings": 0}), "engage")
    question = pending(open_)
    assert question is not None
    found = options_of(open_, "goal", Looks(400))
    assert (set(question.options), list(found)) == ({"h", "q"}, ["q", "h"])
    assert [each and each.units["h"].defeated.best for each in found.values()] == [0, 1]


def test_one_key_shows_it_at_the_prompt() -> None:
    open_, _ = begin(combat("engage", TIE, player={"blessings": 0}), "engage")
    question = pending(open_)
    assert question is not None
    sitting = Sitting()
    sitting.pressed = ["A", "2"]
    assert Prompts(sitting).answer(question, open_) == "q"
    said = sitting.said()
    assert "* 2  " in said  # as it is chosen by its key
    assert not any("choose well" in line and "choose badly" in line for line in said.splitlines())
    assert not any("at best" in line and "at worst" in line for line in said.splitlines())


def test_the_same_seed_plays_the_same_fight() -> None:
    start = PositionReader(catalogue()).read(json.dumps(board(1)).encode())
    assert [played_on(start, seed).over for seed in range(2)] == [played_on(start, seed).over for seed in range(2)]
    assert played_on(start, 1).over in ("goal-met", "campaign-lost", "troop-gone", "surrendered", "")


def test_every_player_of_the_benchmark_plays_to_an_end() -> None:
    found = played_by({"advise": advised_player(0.05), **PLAYERS}, 3, 1, "capture-the-flag")
    assert set(found) == {"advise", *PLAYERS}
    assert all(len(won) == 1 for won in found.values())


def test_two_players_are_held_against_each_other_fight_by_fight() -> None:
    found = paired([True, True, False, True], [True, False, False, False])
    assert found.more == 50
    assert found.error == pytest.approx(100 * (1 / 3 / 4) ** 0.5)


@pytest.mark.parametrize(("won", "games", "low", "high"), [(0, 10, 0.0, 0.3445), (5, 10, 0.2014, 0.7986)])
def test_the_interval_is_wilsons(won: int, games: int, low: float, high: float) -> None:
    share = wilson(won, games)
    assert share.low == pytest.approx(low, abs=1e-4)
    assert share.high == pytest.approx(high, abs=1e-4)


@pytest.mark.parametrize("chips", ["stun", "hamstring", "bolster-health", "stun hamstring"])
def test_a_tactic_that_nobody_has_read_keeps_no_plan_from_being_looked_at(chips: str) -> None:
    tactics = " ".join(f"+{chip}" for chip in chips.split())
    line = f"atlanteans bloodshed 3 | r: def@B2 2, rep@C2 3 | p: krak@E3 6 *trident, def@G1 4 {tactics}"
    found = hoplo("advise", line, "--seconds", "0.5", "--json").json
    assert found["looked_at"] > 1
    assert len(found["plans"][0]["actions"]) > 1
    assert set(found["plans"][0]["without_effect"]) == set(chips.split())
    assert hoplo("advise", line, "-p", line).code == 2


def test_a_blessing_has_its_price() -> None:
    units = ["r rival C3 mv1 rg1 hp9 red red", "h player D3 mv3 rg1 hl6 hp2 blue hero elite"]
    away, stays = (
        advise(combat("movement", units, player={"blessings": blessings}), "goal", Looks(20)).plans
        for blessings in (1, 0)
    )
    assert away[0].behind is not None
    assert away[0].behind.units["h"].blessing == Range(Fraction(0), Fraction(0)), (
        "who is healed fully has lost a blessing all the same"
    )
    assert stays[0].behind is not None
    assert stays[0].behind.units["h"].blessing is None


@pytest.mark.parametrize("command", [("advise",), ("forecast",), ("odds", "turn", "end")])
def test_no_progress_is_shown_while_a_chip_may_be_asked_for(command: tuple[str, ...], monkeypatch: Any) -> None:
    shown: list[str] = []

    @contextmanager
    def progress(terminal: Terminal, text: str) -> Iterator[Any]:
        shown.append(text)
        yield lambda *_: None
        shown.remove(text)

    def looks(terminal: Terminal, start: Combat, find: Any) -> Any:
        assert shown == []  # what is missing is asked for from here
        found = look_up(terminal, start, find)
        looked.append(start)
        return found

    looked: list[Combat] = []
    monkeypatch.setattr(Terminal, "progress", progress)
    monkeypatch.setattr("hoplo_companion.cli.odds.turn.look_up", looks)
    board = json.dumps(position("deployment", UNITS))
    assert hoplo(*command, "--seconds", "0.1", "--position", "-", stdin=board).code == 0
    assert looked
