"""Your turn, refereed: what each step lets you do, what it refuses and with which rule (Rulebook p.18, 20, 25-27)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.rules.events import (
    Attacked,
    CombatEnded,
    Deployed,
    Moved,
    TacticPlaced,
)
from hoplo_companion.rules.player.actions import named_whole, read_actions
from hoplo_companion.rules.player.turn import begin
from hoplo_companion.rules.player.unit_options import unit_targets
from hoplo_companion.rules.position.document import SCHEMA, write_position
from hoplo_companion.table.play.answers import rehearse
from tests.helpers.boards import READER, combat, position
from tests.helpers.your_turn import CAMP, FOES, offered, refused, turn, yours

# Deployment -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("yours.deploy", "turn.yours")
def test_one_unit_of_the_camp_is_deployed_a_turn() -> None:
    """A unit of your camp enters on one of your deployment hexes with HP for its Health, dazed (p.21, 25)."""
    assert offered(yours()).deploy == {"a": ["G2", "G3"], "d": ["G2", "G3"]}
    told = turn(yours(), "deploy d G2")
    assert (told.hp("d"), told.hex("d"), told.combat.units["d"].dazed) == (5, "G2", True)
    assert [(event.unit, event.hex, event.number) for event in told.of(Deployed)] == [("d", "G2", 2)]
    assert refused(yours(), "deploy d G2; deploy a G3").rule == "yours.deploy"
    assert offered(yours(), "deploy d G2").deploy == {}
    assert not turn(yours(), "deploy d G2; end").combat.units["d"].dazed


@pytest.mark.rule("yours.deploy")
def test_the_hero_keeps_its_hp() -> None:
    """Your hero is deployed with the HP that it has, whatever its Health (p.25)."""
    told = turn(yours(["h player - hero hp2 hl6 mv2", *FOES]), "deploy h G1")
    assert told.hp("h") == 2


@pytest.mark.rule("yours.deploy-hex")
def test_a_deployment_hex_is_free() -> None:
    """You deploy on a deployment hex of yours on which nobody stands (p.25)."""
    assert sorted(refused(yours(), "deploy a F1").instead) == ["G2", "G3"]
    assert offered(yours([*CAMP, "x player G2", "y player G3", *FOES])).deploy == {}


@pytest.mark.rule("yours.deploy-must")
def test_with_nobody_in_combat_you_deploy_or_surrender() -> None:
    """Deploying is free unless you have nobody in combat and somebody to deploy (p.25)."""
    alone = yours([*CAMP[1:], *FOES])
    assert offered(alone).must_deploy
    assert offered(alone).move == {}
    for line in ("end", "tactic adrenaline r"):
        assert refused(alone, line).rule == "yours.deploy-must"
    assert not offered(alone, "deploy a G1").must_deploy
    assert turn(yours(), "end").combat.side == "rival"


@pytest.mark.rule("yours.lineup")
@pytest.mark.parametrize(
    ("player", "ready"),
    [
        ({"camp_units": 1, "hero": True}, {"a", "d", "h"}),
        ({"camp_units": 0, "hero": True}, {"h"}),
        ({"camp_units": 2, "hero": False}, {"a", "d"}),
        ({"camp_units": 0, "hero": False}, set()),
        ({}, {"a", "d", "h"}),
    ],
)
def test_the_lineup_limits_whom_you_deploy(player: dict[str, Any], ready: set[str]) -> None:
    """You deploy as many camp units as your lineup shows, and the hero only if it shows him (p.20, 25)."""
    board = yours(["x player G1", "h player - hero hp3", *CAMP[1:], *FOES], player=player)
    assert set(offered(board).deploy) == ready
    for unit in {"a", "d", "h"} - ready:
        assert refused(board, f"deploy {unit} G2").rule == "yours.lineup"
    if player.get("camp_units") == 1:
        after = turn(board, "deploy a G2").combat
        assert write_position(after)["player"] == {"camp_units": 0, "hero": True}


# Tactics --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("yours.tactic", "tactics.one-a-turn")
def test_one_tactic_is_played_a_turn() -> None:
    """A tactic goes on a non-elite unit of yours or on an opponent beside one of yours, one a turn (p.25, 30)."""
    board = yours(["h player C3 hero hp3", "a player G1 mv1", *FOES], player={"tactics": ["adrenaline", "adrenaline"]})
    assert offered(board).tactics == {"adrenaline": ["a", "r"]}
    told = turn(board, "tactic adrenaline a")
    assert [(event.chip, event.unit, event.rule) for event in told.of(TacticPlaced)] == [
        ("adrenaline", "a", "yours.tactic")
    ]
    assert told.combat.yours.tactics == ("adrenaline",)
    one = yours(["a player G1 mv1", *FOES])
    assert len(offered(one, "tactic adrenaline a").move["a"]) > len(offered(one).move["a"])
    assert refused(board, "tactic adrenaline a; tactic adrenaline r").rule == "tactics.one-a-turn"
    assert refused(board, "tactic adrenaline s").instead == ["a", "r"]
    assert refused(board, "tactic stun a").rule == "yours.tactic"
    far = yours(["h player C3 hero hp3", "t player G1 Tactical", *FOES])
    assert "s" in offered(far).tactics["adrenaline"]


# Movement -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("yours.move", "yours.once")
def test_each_unit_moves_once_within_its_movement() -> None:
    """A unit of yours moves up to its Movement through unblocked hexes, once a turn (p.26)."""
    board = yours(["h player C3 hero mv1 hp3", "a player B2", "r rival C4", "s rival A1"])
    assert offered(board).move["h"] == ["B3", "C2", "D3", "D4"]
    told = turn(board, "move h D4")
    assert [(event.start, event.end, event.mark, event.backup) for event in told.of(Moved)] == [("C3", "D4", "", False)]
    assert refused(board, "move h D4; move h D3").rule == "yours.once"
    assert refused(board, "move h C5").rule == "yours.move"
    assert refused(board, "move h C4").instead == ["h B3", "h C2", "h D3", "h D4"]
    dazed = yours(["h player C3 hero mv1 hp3 dazed", *FOES])
    assert refused(dazed, "move h C2").rule == "combat.dazed"
    locked = yours(["h player C3 hero mv1 hp3", "r rival C4 Combat_Lock", "s rival A1"])
    assert refused(locked, "move h C2").rule == "skill.combat-lock"


@pytest.mark.rule("flag.taken")
def test_the_flag_is_taken_up_and_brought_home() -> None:
    """Your unit that moves onto the flag's hex holds it, and wins by moving onto your deployment hex (p.18)."""
    board = yours(["h player F1 hero mv2 hp3", *FOES], event="capture-the-flag", flag="F2")
    told = turn(board, "move h F2")
    assert [(event.unit, event.chip) for event in told.of("equipped")] == [("h", "flag")]
    assert told.combat.over == ""
    home = yours(["h player F1 hero mv2 hp3", *FOES], event="capture-the-flag", flag="@h")
    assert [event.rule for event in turn(home, "move h G1").of(CombatEnded)] == ["flag.home"]
    assert turn(home, "move h E1").combat.over == ""
    left = yours(["h player F1 hero mv2 hp3", *FOES], event="capture-the-flag", flag="E1")
    assert turn(left, "move h G1").combat.over == "", "without the flag"
    assert turn(yours(["h player F1 hero mv2 hp3", *FOES], flag="@h"), "move h G1").combat.over == ""


@pytest.mark.rule("king.points")
@pytest.mark.parametrize(("before", "total", "over"), [(0, 2, ""), (3, 5, ""), (4, 6, "goal-met"), (5, 7, "goal-met")])
def test_units_on_key_hexes_earn_points_as_your_turn_starts(before: int, total: int, over: str) -> None:
    """Each unit of yours on a key hex earns a point at the start of your turn; six points win (p.18, 25)."""
    units = ["h player D3 hero hp3", "a player D4", "b player G1", "r rival C3", "s rival A1"]
    hill = {"key_hexes": ["D3", "D4", "C3"]}
    board = yours(units, event="king-of-the-hill", arena=hill, player={"points": before})
    told = turn(board, "")
    assert [(event.points, event.total) for event in told.of("scored")] == [(2, total)]
    assert told.combat.over == over
    assert turn(yours(units, arena=hill), "").of("scored") == []
    later = combat("movement", units, "any", event="king-of-the-hill", arena=hill)
    assert turn(later, "").of("scored") == [], "only as the turn starts"


# Abilities and engaging -----------------------------------------------------------------------------------------


@pytest.mark.rule("yours.ability")
def test_each_ability_is_used_once_and_as_you_like() -> None:
    """You use any Abilities of your units, each once a turn, and choose whom and where (p.26)."""
    board = yours(["h player C3 hero hp2 hl6 Hook Regen-1", "a player G1", "r rival D5", "s rival G3"])
    assert offered(board).abilities == {"h": ["hook", "regen"]}
    told = turn(board, "ability h hook r D4; ability h regen")
    assert (told.hex("r"), told.hp("h")) == ("D4", 3)
    with pytest.raises(IllegalError, match="not one of the choices"):
        turn(board, "ability h hook a D4")
    with pytest.raises(HoploError, match=r"ability\.hex"):
        turn(board, "ability h hook r")
    assert refused(board, "ability h regen; ability h regen").rule == "yours.ability"
    assert refused(board, "ability a regen").instead == []


@pytest.mark.rule("yours.ability", "yours.special")
@pytest.mark.parametrize(
    "line", ["ability h swap s", "ability h fury aura s", "special h long shot s", "special h long shot s 1"]
)
def test_with_one_choice_left_whoever_else_is_typed_is_refused(line: str) -> None:
    """What is taken by itself is held against what was typed before it is done, not after (p.26-27)."""
    board = yours(["h player C3 hero hp2 hl6 blue Swap Fury_Aura-1 Long_Shot-1", "r rival C4 hp3", "s rival G3 hp3"])
    with pytest.raises(IllegalError, match="'s' is not one of the choices"):
        rehearse(named_whole(board, read_actions(line)[0]), board)
    meant = re.sub(r" s(?= 1$|$)", " r", line)
    rehearse(named_whole(board, read_actions(meant)[0]), board)


@pytest.mark.rule("yours.special")
def test_the_only_target_may_be_typed_and_the_dice_are_still_asked_for() -> None:
    """A unit's name is no number of hits."""
    board = yours(["h player C3 hero hp2 hl6 blue Long_Shot-1", "r rival C4 hp3", "s rival G3 hp3"])
    assert turn(board, "special h long shot r", [1]).hp("r") == 2


@pytest.mark.rule("yours.attack", "yours.once")
def test_each_unit_attacks_once_within_its_range() -> None:
    """A unit of yours attacks an opponent within its Range, once a turn (p.27)."""
    board = yours(["h player C3 hero hp3 blue blue", "a player B2 rg3 blue", "r rival C4 hp3", "s rival A1 hp2"])
    assert offered(board).attack == {"h": ["r"], "a": ["r", "s"]}
    told = turn(board, "attack h r 2; attack a s 1; end")
    assert [(event.unit, event.target, event.hits) for event in told.of(Attacked)] == [("h", "r", 2), ("a", "s", 1)]
    assert (told.hp("r"), told.hp("s")) == (1, 1)
    assert refused(board, "attack h r 0; attack h r 1").rule == "yours.once"
    assert refused(board, "attack h s").instead == ["h r"]
    for hits in ("3", "many"):
        with pytest.raises(IllegalError):
            turn(board, f"attack h r {hits}")


@pytest.mark.rule("yours.attack")
def test_your_attacks_ask_for_no_priorities() -> None:
    """Whom you attack is up to you, also in an arena whose priority lists nobody knows (p.27)."""
    board = READER.read_plain(position("deployment", ["h player C3 hp3 blue", "r rival C4 hp3"], arena="kunlun"))
    assert board.arena.priorities is None
    assert turn(board, "attack h r 1").hp("r") == 2


@pytest.mark.rule("yours.special")
def test_a_special_takes_the_place_of_an_attack() -> None:
    """A unit of yours uses a Special instead of attacking (p.27)."""
    board = yours(["h player C3 hero hp3 blue green Heave", "r rival C4 hp3", "s rival A1 hp2"])
    told = turn(board, "special h heave r 1")
    assert [event.dice for event in told.of("rolled-at")] == [["green"]]
    assert told.hp("r") == 2
    assert refused(board, "special h heave r 1; attack h r").rule == "yours.once"
    assert refused(board, "attack h r 0; special h heave").rule == "yours.once"
    assert refused(board, "special h agile").rule == "yours.special"
    assert offered(board, "attack h r 0").specials == {}


@pytest.mark.rule("skill.dig-in")
def test_a_special_that_needs_the_die_of_dig_in_is_offered_before_the_units_have_moved() -> None:
    """Who has not moved when you engage has stayed put: its Dig In gives the die that Whirlwind rolls (sheet)."""
    board = yours(["h player C3 hp3 Dig_In Whirlwind", "r rival C4 hp3", "s rival A1 hp2"])
    assert offered(board).specials == {"h": ["Whirlwind"]}
    assert unit_targets(board, board.units["h"]).specials == ["Whirlwind"]
    assert turn(board, "special h whirlwind 0").of("special-used")


# The turn as a whole ----------------------------------------------------------------------------------------------


@pytest.mark.rule("turn.yours")
def test_a_turn_that_stays_open_goes_on_where_it_stopped() -> None:
    """A turn under way is kept in the position: who moved, who acted, and what is still open (p.25-27)."""
    board = yours(["h player C3 hero mv1 hp3 blue", "a player B2 mv1 blue", "r rival C4 hp9", "s rival A1"])
    kept = READER.read_plain(write_position(turn(board, "move h D4; attack h r 1").combat))
    assert offered(kept).attack == {"a": ["s"]}
    assert refused(kept, "attack h r").rule == "yours.once"
    assert refused(kept, "move a B3").rule == "turn.steps"
    ended = turn(kept, "end").combat
    assert (ended.side, ended.step, ended.moved, ended.used) == ("rival", "deployment", frozenset(), frozenset())


@pytest.mark.parametrize(
    "line", ["dance h", "move h", "move h D4 D5", "attack h", "attack h r 1 2", "end now", "deploy 'a G2", "ability h"]
)
def test_words_that_are_no_action_are_refused(line: str) -> None:
    with pytest.raises(UsageError):
        read_actions(line)


@pytest.mark.parametrize("line", ["move h Z9", "deploy nobody G2", "attack nobody r", "attack h nobody", "move r D4"])
def test_names_that_are_nobody_are_refused(line: str) -> None:
    with pytest.raises(IllegalError):
        turn(yours(), line)


@pytest.mark.rule("yours.move")
def test_a_unit_of_yours_needs_no_priority_list() -> None:
    """Yours move as you like (p.26): in an arena whose lists nobody has told yet, nothing is asked for them."""
    units = [{"id": "krak", "chip": "krakenlance", "side": "player", "hex": "D3", "hp": 5, "movement": 1}]
    board = READER.read_plain({"schema": SCHEMA, "step": "movement", "arena": "parthians", "units": units})
    assert board.arena.priorities is None
    assert set(offered(begin(board)[0]).move["krak"]) == {"C2", "C3", "D2", "D4", "E2", "E3"}
