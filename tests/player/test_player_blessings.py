"""Blessings, surrender, and a turn that begins once whatever is kept in between (Rulebook p.13, 18, 25, 27-28, 30)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.events import CombatEnded, HeroSaved
from hoplo_companion.rules.model import Combat, Supply
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player import turn as player_turn
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.player.options import RefusedPlayError
from hoplo_companion.rules.player.turn import begin, has_begun, may_begin
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.setup.drawing import DrawRecruit
from hoplo_companion.rules.setup.lineup import Muster
from tests.helpers.acting import drive
from tests.helpers.boards import READER, combat
from tests.helpers.cli import done
from tests.helpers.play import Told
from tests.helpers.your_turn import CAMP, FOES, offered, refused, turn, yours

HERO = ["h player C3 hero hp2 hl6 mv1 blue", *FOES]


def falls(blessings: int | None, answers: list[Any], **more: Any) -> Told:
    """Have the hero of a board with so many blessings be defeated."""
    player = {} if blessings is None else {"blessings": blessings}
    board = combat("engage", HERO, "any", player=player, **more)
    return drive(*_swapped(defeat(board, board.units["h"]), answers))


def _swapped(result: tuple[Combat, list[Any]], answers: list[Any]) -> tuple[Combat, list[Any], list[Any]]:
    return result[0], answers, result[1]


# Survive --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blessing.survive")
def test_surviving_crosses_off_a_blessing() -> None:
    """A blessing that is left must heal your hero instead of its defeat, and one less is left (p.13, 27)."""
    told = falls(3, [])
    assert (told.hp("h"), told.combat.yours.blessings, told.combat.over) == (6, 2, "")
    assert [(event.hp, event.left) for event in told.of(HeroSaved)] == [(6, 2)]
    assert "2 left" in text_of(sentence(told.of(HeroSaved)[0], names_of(told.combat)))


@pytest.mark.rule("blessing.none-left")
def test_without_a_blessing_the_campaign_is_lost_at_once() -> None:
    told = falls(0, [])
    assert (told.combat.over, told.asked) == ("campaign-lost", [])
    assert [event.rule for event in told.of(CombatEnded)] == ["defeat.hero"]


@pytest.mark.rule("blessing.survive")
def test_a_number_that_nobody_has_told_is_asked_for_by_the_choice() -> None:
    told = falls(None, ["survive"])
    assert (told.hp("h"), told.combat.yours.blessings) == (6, None)
    assert [event.left for event in told.of(HeroSaved)] == [-1]
    assert "left" not in text_of(sentence(told.of(HeroSaved)[0], names_of(told.combat)))


# Reinforce ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blessing.reinforce")
@pytest.mark.parametrize(("blessings", "left"), [(4, 3), (1, 0), (None, None)])
def test_reinforcing_crosses_off_a_blessing_at_the_start(blessings: int | None, left: int | None) -> None:
    """At the start of your turn a blessing reinforces your troop, once; the turn goes on as it would (p.13)."""
    player = {} if blessings is None else {"blessings": blessings}
    board = yours([*CAMP, *FOES], player=player)
    assert "bless reinforce" in offered(board).start
    told = turn(board, "bless Reinforce; deploy d G2")
    assert [vars(event).get("left") for event in told.of("blessed")] == [left]
    assert told.combat.yours.blessings == left
    assert write_position(told.combat).get("player", {}).get("blessings") == left
    assert "bless reinforce" not in offered(board, "bless reinforce").start
    assert "bless reinforce" not in offered(board, "deploy d G2").start


@pytest.mark.rule("blessing.reinforce")
def test_a_blessing_that_has_nobody_to_recruit_is_not_offered() -> None:
    board = replace(yours([*CAMP, *FOES], player={"blessings": 2}), supply=Supply(recruits=0))
    assert offered(board).start == ["surrender"]
    with pytest.raises(RefusedPlayError, match="Nobody can be recruited"):
        turn(board, "bless reinforce")


@pytest.mark.rule("blessing.none-left")
def test_a_blessing_that_is_not_there_is_not_offered() -> None:
    assert offered(yours([*CAMP, *FOES], player={"blessings": 0})).start == ["surrender"]
    assert offered(yours([*CAMP, *FOES], event="scion", player={"blessings": 2})).start == []
    told = turn(yours([*CAMP, *FOES], player={"blessings": 0}), "bless! reinforce")
    assert ([event.rule for event in told.of("house-ruling")], told.combat.yours.blessings) == (
        ["blessing.none-left"],
        0,
    )


@pytest.mark.rule("blessing.survive")
def test_surviving_anyway_heals_the_hero() -> None:
    told = turn(yours(HERO, player={"blessings": 2}), "bless! survive")
    assert (told.hp("h"), told.combat.yours.blessings) == (6, 1)
    with pytest.raises(IllegalError, match="no hero"):
        turn(yours(["a player C3", *FOES]), "bless! survive")
    for line in ("bless", "bless reinforce twice"):
        with pytest.raises(UsageError):
            read_actions(line)
    with pytest.raises(UsageError, match="bless reinforce"):
        turn(yours(HERO), "bless rain")


@pytest.mark.parametrize("number", [-1, 1000, "many", 1.5, None])
def test_blessings_of_a_position_are_a_whole_number(number: Any) -> None:
    given = write_position(yours(HERO))
    given["player"] = {"blessings": number}
    with pytest.raises(HoploError, match=r"player\.blessings"):
        READER.read_plain(given)


# Surrender ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("surrender.start")
@pytest.mark.parametrize("line", ["surrender", "bless reinforce; surrender"])
def test_surrendering_ends_the_combat_at_once(line: str) -> None:
    """At the start of your turn you may surrender: the combat is failed and ends at once (p.28)."""
    told = turn(yours([*CAMP[1:], *FOES]), line)
    assert told.combat.over == "surrendered"
    ended = told.of(CombatEnded)
    assert [(event.rule, event.why) for event in ended] == [("surrender.start", "surrendered")]
    assert text_of(sentence(ended[0], names_of(told.combat))) == "You surrender: the combat is failed. p.28"
    with pytest.raises(HoploError, match="over before move hero"):
        turn(yours([*CAMP, *FOES]), "surrender; move hero D3")


@pytest.mark.rule("surrender.start")
def test_you_surrender_at_the_start_of_the_rivals_turn_too() -> None:
    start = combat("deployment", HERO)
    assert player_turn.surrender(start)[0].over == "surrendered"
    with pytest.raises(IllegalError, match="start of a turn"):
        player_turn.surrender(combat("movement", HERO))


@pytest.mark.rule("surrender.never")
@pytest.mark.parametrize("event", ["primus", "scion"])
def test_primus_and_scion_are_fought_out(event: str) -> None:
    """Nobody surrenders to a primus or the scion, and nothing offers it (p.28, 30)."""
    alone = yours([*CAMP[1:], *FOES], event=event)
    assert "surrender" not in offered(alone).start
    assert "surrender" not in str(refused(alone, "end"))
    assert refused(alone, "surrender").rule == "surrender.never"
    assert turn(alone, "surrender!").combat.over == "surrendered"


# Begun once -----------------------------------------------------------------------------------------------------

HILL = {"event": "king-of-the-hill", "arena": {"key_hexes": ["C3"]}}


@pytest.mark.rule("king.points", "turn.yours")
@pytest.mark.parametrize("line", ["", "bless reinforce", "deploy d G2", "move h C2"])
def test_a_turn_that_is_kept_begins_and_scores_once(line: str) -> None:
    """The position tells that the turn is under way: nothing is scored or begun a second time (p.20, 25)."""
    board = yours([*HERO, *CAMP[2:]], **HILL)
    assert (may_begin(board), has_begun(board)) == (True, False)
    first = turn(board, line)
    assert ([event.total for event in first.of("scored")], len(first.of("turn-began"))) == ([1], 1)
    kept = READER.read_plain(write_position(first.combat))
    assert (may_begin(kept), has_begun(kept)) == (False, True)
    second = turn(kept, "")
    assert (second.events, second.combat.points) == ([], 1)
    assert write_position(second.combat) == write_position(first.combat)
    ended = READER.read_plain(write_position(turn(kept, "end").combat))
    assert may_begin(ended)


def test_a_position_that_shows_a_deployment_of_this_turn_is_under_way() -> None:
    state = {"side": "player", "used": ["deploy/turn"]}
    board = combat("deployment", HERO, "any", state=state, **HILL)
    assert (has_begun(board), begin(board)[0].points) == (True, 0)


@pytest.mark.rule("skill.combat-lock")
def test_combat_lock_is_found_once_a_turn() -> None:
    """Who stands beside Combat Lock as the turn starts is held; whoever comes there later is not, kept or not."""
    board = yours(["h player C3 mv1 hp3", "a player E3 mv1", "r rival C5 Combat_Lock hp3"])
    kept = READER.read_plain(write_position(turn(board, "move h C4").combat))
    assert "a" in offered(kept).move
    late = combat("movement", ["h player C3 mv1 hp3", "r rival A2 Combat_Lock hp3"])
    moved = READER.read_plain(write_position(turn(late, "move! h B2").combat))
    assert moved.lasting == ()
    assert turn(moved, "").combat.lasting == ()


def test_the_command_line_scores_once(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(write_position(yours(HERO, **HILL))))
    for _ in range(2):
        ran = done("turn", "", "--position", str(path), "--write", str(path), "--json")
    assert json.loads(path.read_text())["player"]["points"] == 1
    assert ran.json["events"] == []


@pytest.mark.rule("blessing.reinforce")
@pytest.mark.parametrize(
    ("banes", "faction", "joins"),
    [([], "atlanteans", True), (["the-great-egg"], "lamosians", True), (["the-great-egg"], "atlanteans", False)],
)
def test_the_great_egg_keeps_the_units_of_this_region_alone_from_being_recruited(
    banes: list[str], faction: str, joins: bool
) -> None:
    """A unit of the region goes back into the bag, and another is drawn; any other joins (bane; p.13, 30)."""
    board = yours([*CAMP, *FOES], arena="atlanteans", cards={"banes": banes})
    board = replace(board, supply=Supply(bag={"archer": 1}, factions={"archer": faction}))
    after, _ = DrawRecruit().resolve(board, "archer")
    assert any(isinstance(step, Muster) for step in after.agenda) == joins
