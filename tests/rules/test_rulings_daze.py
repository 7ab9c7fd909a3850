"""Readings of open questions about being dazed: by a later daze, and on the turn of deployment (p.21, 35)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.components.conditions import Group
from hoplo_companion.components.effects import Daze, Effect
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.events import (
    Attacked,
    CannotAct,
    Moved,
    Relocated,
    Stayed,
)
from hoplo_companion.rules.player.unit_options import unit_moves
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.turns import end_turn
from hoplo_companion.rules.why.steps import decisions, verdicts
from tests.helpers.acting import ability, told_of, yours
from tests.helpers.boards import READER, combat, solved, targets
from tests.helpers.play import engage, play
from tests.helpers.your_turn import offered, refused
from tests.helpers.your_turn import yours as your_turn
from tests.rules.test_rulings_engage import named


@pytest.mark.rule("skill.daze-later", "skill.first-strike", "skill.tactical")
@pytest.mark.parametrize(("reading", "acts"), [("default", False), ("any", True)])
def test_a_later_daze_is_not_lifted(reading: str, acts: bool) -> None:
    """First Strike and Tactical lift the daze of deployment, and read otherwise every daze (sheet; p.21)."""
    more: dict[str, Any] = {"rulings": {"dazed.later": reading}}
    board = ["r rival C3 mv1 blue dazed First_Strike Tactical", "a player C4 hp9"]
    later: dict[str, Any] = {"state": {"dazed_later": ["r"]}}
    assert targets(board, **more) == ["a"]
    assert targets(board, **more, **later) == (["a"] if acts else [])
    far = [board[0], "a player F3 hp9"]
    assert solved("movement", far, **more)["units"]["r"]["status"] == "moves"
    status = solved("movement", far, **more, **later)["units"]["r"]["status"]
    assert status == ("moves" if acts else "dazed")
    for words in ("", "dazed "):
        chip = [board[0].replace("dazed ", words) + " +stun", board[1]]
        held = replace(combat("engage", chip, **more), entered={"tactics.stun": (Effect(verbs=[Daze()]),)})
        assert [unit.id for unit in attackable(held, held.units["r"])] == (["a"] if acts else [])


@pytest.mark.rule("skill.daze-later")
@pytest.mark.parametrize(("reading", "acts"), [("default", False), ("any", True)])
def test_what_a_later_daze_decides_is_named(reading: str, acts: bool) -> None:
    """Events, decisions and refusals name the ruling where it decides whether the unit acts."""
    later: dict[str, Any] = {"state": {"dazed_later": ["r"]}, "rulings": {"dazed.later": reading}}
    board = ["r rival C3 mv1 blue dazed First_Strike Tactical", "a player C4 hp9"]
    told = engage(board, [1] if acts else [], **later)
    assert named(told.events, Attacked if acts else CannotAct) == [["dazed.later"]]
    far = combat("movement", [board[0], "a player F3 hp9"], "named:C4 any", **later)
    moved = play(far, [], only="movement")
    assert named(moved.events, Moved if acts else Stayed) == [["dazed.later"]]
    [decision] = decisions(combat("engage", board, **later), "engage", "r")
    assert decision.rulings == ["dazed.later"]
    if not acts:
        assert decisions(far, "movement", "r")[0].rulings == ["dazed.later"]
        assert verdicts(far, "movement", "r", "C4")[0].rulings == ["dazed.later"]
        assert unit_moves(far, far.units["r"]).why[0].rule == "skill.daze-later"


@pytest.mark.rule("skill.daze-later")
def test_your_units_too_stay_dazed_by_a_later_daze() -> None:
    """Your unit with First Strike or Tactical that an effect has dazed neither attacks nor moves, and is told why."""
    state = {"dazed_later": ["h"]}
    board = your_turn(["h player C3 mv1 blue dazed First_Strike Tactical", "r rival C4 hp3"], state=state)
    assert (offered(board).attack, offered(board).move) == ({}, {})
    for line, skill in (("attack h r 0", "First Strike"), ("move h C2", "Tactical")):
        why = refused(board, line)
        assert why.rule == "skill.daze-later"
        assert f"{skill} lifts only the daze of deployment (ruling dazed.later)" in str(why)
    fresh = your_turn(["h player C3 mv1 blue dazed First_Strike Tactical", "r rival C4 hp3"])
    assert (offered(fresh).attack, bool(offered(fresh).move)) == ({"h": ["r"]}, True)


@pytest.mark.rule("skill.daze-later")
def test_an_effect_or_a_word_dazes_later_and_the_turn_s_end_lifts_it() -> None:
    """A daze by an effect or told by hand is a later one, on the turn of deployment too; it ends as any other."""
    stun = Effect(on="ability", verbs=[Daze(whom=Group(of="opponent", within=1))])
    board = told_of(yours(["h player C3 Feint", "r rival C4 blue dazed First_Strike"], step="abilities"), "feint", stun)
    told = ability(board, "h", "feint", [])
    assert told.of("dazed")
    assert told.combat.dazed_later == {"r"}
    assert write_position(told.combat)["state"]["dazed_later"] == ["r"]
    again = READER.read(json.dumps(write_position(told.combat)).encode())
    assert attackable(again, again.units["r"]) == []
    ended = end_turn(told.combat, "rival")[0]
    assert (ended.dazed_later, ended.units["r"].dazed) == (frozenset(), False)
    by_hand = engage(["x rival C3 blue Told_Strike", "y player C4 hp5"], [("manual.skill", "y dazed"), 0])
    assert by_hand.combat.dazed_later == {"y"}
    awake = engage(["x rival C3 blue Told_Strike", "y player C4 hp5"], [("manual.skill", "y dazed; y awake"), 0])
    assert awake.combat.dazed_later == frozenset()


@pytest.mark.rule("skill.daze-later")
def test_a_correction_says_which_daze_it_is() -> None:
    """`set UNIT dazed yes` is the daze of deployment, `later` one by an effect, `no` neither."""
    board = combat("engage", ["r rival C3 First_Strike", "a player C4"])
    for word, dazed, later in (
        ("later", True, {"r"}),
        ("yes", True, set()),
        ("later", True, {"r"}),
        ("no", False, set()),
    ):
        board, _ = correct(board, ["set", "r", "dazed", word])
        assert (board.units["r"].dazed, set(board.dazed_later)) == (dazed, later)
    board, _ = correct(board, ["set", "r", "dazed", "later"])
    board, _ = correct(board, ["remove", "r", "lineup"])
    assert board.dazed_later == frozenset()


@pytest.mark.rule("skill.first-strike-reposition", "skill.reposition", "skill.first-strike")
@pytest.mark.parametrize(
    ("reading", "words", "used"),
    [
        ("default", "dazed First_Strike", True),
        ("no", "dazed First_Strike", False),
        ("no", "First_Strike", True),
        ("no", "dazed First_Strike Tactical", True),
        ("default", "dazed Tactical", False),
    ],
)
def test_reposition_on_the_turn_of_deployment(reading: str, words: str, used: bool) -> None:
    """First Strike lets its unit use Reposition, which read otherwise a dazed unit may not (sheet; p.35)."""
    more: dict[str, Any] = {"rulings": {"first-strike.reposition": reading}}
    told = engage([f"x rival C3 mv1 blue {words} Reposition", "y player F3"], [], "named:C4 any", **more)
    assert [event.special for event in told.of("special-used")] == ["Reposition"] * used
    moves = told.of(Relocated) + told.of(Moved)
    assert bool(moves) is used
    if used:
        decides = words == "dazed First_Strike"
        assert named(told.events, "special-used") == [["first-strike.reposition"] if decides else []]
    own = your_turn([f"h player C3 mv1 blue {words} Reposition", "r rival F3"], **more)
    assert (offered(own).specials == {"h": ["Reposition"]}) is used
    if not used and reading == "no":
        assert named(told.events, CannotAct) == [["first-strike.reposition"]]
        assert refused(own, "special h reposition C4").rule == "skill.first-strike-reposition"
