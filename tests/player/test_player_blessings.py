"""Blessings, surrender, and a turn that begins once whatever is kept in between (Rulebook p.13, 18, 25, 27-28, 30)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.rules.model import Supply
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.player.options import RefusedPlayError
from hoplo_companion.rules.player.turn import begin, has_begun, may_begin, surrender
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.setup.lineup import DrawRecruit, Muster
from tests.helpers.boards import READER, combat
from tests.helpers.cli import done
from tests.helpers.proofs import proofs
from tests.helpers.your_turn import CAMP, FOES, offered, turn, yours

HERO = ["h player C3 hero hp2 hl6 mv1 blue", *FOES]
MINE = "h player C3 hero hp2 hl6 mv1 blue, r rival D3 mv1 hp3 blue, s rival A1 hp2"
TROOP = (
    "h player G1 hero hp4 hl6 mv2 blue blue, a player - mv1 hl3 blue, d player - mv1 hl5 black, r rival D3 mv1 hp3, "
    "s rival A1 hp2"
)
IN_CAMP = "a player - mv1 hl3 blue, d player - mv1 hl5 black, r rival D3 mv1 hp3, s rival A1 hp2"

test_rules = proofs(f"""
blessing.survive: A blessing that is left must heal your hero instead of its defeat, and one less is left (p.13, 27)
  {MINE}
    defeat h, player.blessings=3 -> hp h: 6; combat yours.blessings: 2; combat over: -; HeroSaved hp left: 6 2; words \
        HeroSaved: A blessing is crossed off (2 left). Your Attacker is healed fully, to 6 HP. p.13
blessing.none-left: Without a blessing the campaign is lost at once
  {MINE}
    defeat h, player.blessings=0 -> combat over: campaign-lost; asked: none; CombatEnded rule: defeat.hero
blessing.survive: A number that nobody has entered is asked for by the choice
  {MINE}
    defeat h (survive) -> hp h: 6; combat yours.blessings: -; HeroSaved left: -1; words HeroSaved: A blessing is \
        crossed off. Your Attacker is healed fully, to 6 HP. p.13
blessing.reinforce: At the start of your turn a blessing reinforces your troop, once; the turn goes on as it would \
        (p.13)
  {TROOP}
    offers , player.blessings=4 -> start: bless reinforce+surrender
    turn bless Reinforce; deploy d G2, player.blessings=4 -> blessed left: 3; combat yours.blessings: 3
    turn bless Reinforce; deploy d G2, player.blessings=1 -> blessed left: 0; combat yours.blessings: 0
    turn bless Reinforce; deploy d G2 -> blessed: 1; combat yours.blessings: -
    offers bless reinforce, player.blessings=4 -> start: surrender
    offers deploy d G2, player.blessings=4 -> start: -
blessing.none-left: A blessing that is not there is not offered; anyway none is crossed off
  {TROOP}
    offers , player.blessings=0 -> start: surrender
    offers , event=scion, player.blessings=2 -> start: -
    turn bless! reinforce, player.blessings=0 -> house-ruling rule: blessing.none-left; combat yours.blessings: 0
blessing.survive: Surviving anyway heals the hero, where there is one
  {MINE}
    turn bless! survive, player.blessings=2 -> hp h: 6; combat yours.blessings: 1
  a player C3, r rival D3, s rival A1: turn bless! survive -> refused: You have no hero here to be healed (p.13)
  {MINE}: turn bless rain -> refused: A blessing is not used for 'rain': write bless reinforce.

# Surrender
surrender.start: At the start of your turn you may surrender: the combat is failed and ends at once (p.28)
  {IN_CAMP}
    turn surrender -> combat over: surrendered; CombatEnded rule why: surrender.start surrendered; words CombatEnded: \
        You surrender: the combat is failed. p.28
    turn bless reinforce; surrender -> combat over: surrendered; CombatEnded rule why: surrender.start surrendered
  {TROOP}: turn surrender; move hero D3 -> refused: the combat is over before move hero
surrender.never: Nobody surrenders to a primus or the scion, and nothing offers it (p.28, 30)
  {IN_CAMP}
    offers , event=primus -> start: bless reinforce
    refuses end, event=primus -> rule: yours.deploy-must; instead: deploy a+deploy d
    refuses surrender, event=primus -> rule: surrender.never
    turn surrender!, event=primus -> combat over: surrendered
    offers , event=scion -> start: -
    refuses end, event=scion -> instead: deploy a+deploy d
    refuses surrender, event=scion -> rule: surrender.never
    turn surrender!, event=scion -> combat over: surrendered
skill.combat-lock: Who stands beside Combat Lock as the turn starts is held; whoever comes there later is not, kept \
        or not
  h player C3 mv1 hp3, a player E3 mv1, r rival C5 Combat_Lock hp3
    turn move h C4 > written > turn move a D3 -> at a: D3
  h player C3 mv1 hp3, r rival A2 Combat_Lock hp3
    turn move! h B2, step=movement > written -> combat lasting: -
""")


@pytest.mark.rule("blessing.reinforce")
def test_a_blessing_that_has_nobody_to_recruit_is_not_offered() -> None:
    board = replace(yours([*CAMP, *FOES], player={"blessings": 2}), supply=Supply(recruits=0))
    assert offered(board).start == ["surrender"]
    with pytest.raises(RefusedPlayError, match="Nobody can be recruited"):
        turn(board, "bless reinforce")


@pytest.mark.parametrize("line", ["bless", "bless reinforce twice"])
def test_words_that_are_no_blessing_are_refused(line: str) -> None:
    with pytest.raises(UsageError):
        read_actions(line)


@pytest.mark.parametrize("number", [-1, 1000, "many", 1.5, None])
def test_blessings_of_a_position_are_a_whole_number(number: Any) -> None:
    given = write_position(yours(HERO))
    given["player"] = {"blessings": number}
    with pytest.raises(HoploError, match=r"player\.blessings"):
        READER.read_plain(given)


@pytest.mark.rule("surrender.start")
def test_you_surrender_at_the_start_of_the_rivals_turn_too() -> None:
    assert surrender(combat("deployment", HERO))[0].over == "surrendered"
    with pytest.raises(HoploError, match="start of a turn"):
        surrender(combat("movement", HERO))


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
    assert may_begin(READER.read_plain(write_position(turn(kept, "end").combat)))


def test_a_position_that_shows_a_deployment_of_this_turn_is_under_way() -> None:
    state = {"side": "player", "used": ["deploy/turn"]}
    board = combat("deployment", HERO, "any", state=state, **HILL)
    assert (has_begun(board), begin(board)[0].points) == (True, 0)


def test_the_command_line_scores_once(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(write_position(yours(HERO, **HILL))))
    for _ in range(2):
        ran = done("turn", "", "--position", str(path), "--write", str(path), "--json")
    assert json.loads(path.read_text())["player"]["points"] == 1
    assert ran.json["events"] == []


@pytest.mark.rule("blessing.reinforce")
@pytest.mark.parametrize(("banes", "faction", "joins"), [
    ([], "atlanteans", True), (["the-great-egg"], "lamosians", True), (["the-great-egg"], "atlanteans", False),
])  # fmt: skip
def test_the_great_egg_keeps_the_units_of_this_region_alone_from_being_recruited(
    banes: list[str], faction: str, joins: bool
) -> None:
    """A unit of the region goes back into the bag, and another is drawn; any other joins (bane; p.13, 30)."""
    board = yours([*CAMP, *FOES], arena="atlanteans", cards={"banes": banes})
    board = replace(board, supply=Supply(bag={"archer": 1}, factions={"archer": faction}))
    after, _ = DrawRecruit().resolve(board, "archer")
    assert any(isinstance(step, Muster) for step in after.agenda) == joins
