"""How a tracked fight ends: each goal, a troop gone, surrender, the hero and the tribune (Rulebook p.18-20, 28)."""

from __future__ import annotations

import pytest

from hoplo_companion.campaign.model import Camp
from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.events import CombatEnded
from hoplo_companion.rules.player.options import RefusedPlayError
from hoplo_companion.table.play.moves import CORRECT, RIVALS, SURRENDER
from tests.helpers.fights import LISTS, Table, ready
from tests.helpers.play import of
from tests.helpers.setting_up import STATUE, at_your_turn, bag_of, hit, known, stand


def ended(table: Table) -> list[tuple[str, str]]:
    return [(event.rule, event.why) for event in table.events if isinstance(event, CombatEnded)]


def hp(table: Table) -> int:
    return table.game.campaign.pad.hp


# Bloodshed ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("end.goal-bloodshed")
def test_bloodshed_is_won_with_the_last_rival_unit() -> None:
    """Units that still wait in the lineup count as well (p.18)."""
    table = stand(at_your_turn(kind="bloodshed"), "krakenlance", "E3")
    hit(table, "krakenlance", "target")
    assert (table.game.fight.over, ended(table)) == ("", [])
    table.do("end")
    table.do(RIVALS)
    hit(table, "krakenlance", "target-2")
    assert (table.game.fight.over, table.game.fight.turn_of) == ("goal-met", "nobody")
    assert ended(table) == [("end.goal-bloodshed", "goal-met")]
    for move in ("end", RIVALS, SURRENDER, "deploy"):
        with pytest.raises(RefusedPlayError, match="combat is over"):
            table.do(move)


# Sports ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("flag.taken")
def test_rivals_leave_the_flag_where_it_lies() -> None:
    table = at_your_turn("target", goals=["capture-the-flag"])
    assert table.game.combat.units["target"].hex == table.game.combat.arena.mat.bit["A1"]
    assert table.game.fight.position["flag"] == {"hex": "A1"}


@pytest.mark.rule("king.points")
def test_a_key_hex_goes_with_its_chip() -> None:
    books = known(
        units={"statue": {"class": ["archer"], **STATUE}},
        events={"card": {"kind": "sport", "goals": ["king-of-the-hill"], "lineup": ["bag"]}},
    )
    table = Table.begun(ready("sport", bag=bag_of("statue")), "card", books)
    table.do(RIVALS)
    stand(table, "krakenlance", "E4")
    table.do(CORRECT, "set", "trident", "E4")
    table.do("end")
    table.do(RIVALS)
    assert [event.points for event in of(table.events, "scored")] == [1]
    table.do(CORRECT, "set", "trident", "C1")
    table.do("end")
    table.do(RIVALS)
    assert [event.points for event in of(table.events, "scored")] == [1]


@pytest.mark.rule("end.goal-bloodshed", "prepare.tribune-spar")
def test_spar_is_won_with_all_but_the_tribune() -> None:
    table = stand(at_your_turn(goals=["spar"]), "krakenlance", "E3")
    assert table.game.combat.units["target"].tribune
    table.do("end")
    table.do(RIVALS)
    hit(table, "krakenlance", "target-2")
    assert table.game.fight.over == "goal-met"
    assert hp(table) == 6


@pytest.mark.rule("end.goal-bloodshed")
@pytest.mark.parametrize("goal", ["capture-the-flag", "king-of-the-hill"])
def test_any_sport_is_won_by_defeating_everybody(goal: str) -> None:
    """All rival units, the tribune among them, with what that brings (p.18)."""
    table = stand(at_your_turn("target-2", goals=[goal]), "defender", "E3")
    hit(table, "defender", "target")
    assert table.game.fight.over == ""
    hit(table.do("end").do(RIVALS), "defender", "target-2")
    assert (table.game.fight.over, hp(table)) == ("goal-met", 1)


# Your troop ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("end.troop-gone")
def test_the_combat_fails_when_nobody_is_left_to_deploy() -> None:
    table = stand(at_your_turn(kind="bloodshed", yours=["camp", "camp"]), "archer", "E4")
    table.do(CORRECT, "set", "camp-units", "1")
    table.do(CORRECT, "set", "archer", "hp", "1")
    table.do("end")
    assert table.game.fight.over == ""
    table.do("correct", "set", "camp-units", "0")
    table.do(CORRECT, "remove", "archer")
    table.do(RIVALS)
    assert (table.game.fight.over, ended(table)) == ("troop-gone", [("end.troop-gone", "troop-gone")])


@pytest.mark.rule("end.troop-gone")
def test_a_lineup_that_nobody_of_the_camp_can_fill_fails_at_once() -> None:
    """Only the rival's units remain, and yours have none to deploy (p.28): there is no turn to play."""
    place = {"camp": Camp()}
    table = at_your_turn(kind="bloodshed", yours=["camp"], place=place, first=False)
    assert table.game.fight.over == "", "a blessing may bring somebody"
    table.do(CORRECT, "set", "blessings", "0")
    assert (table.game.fight.over, table.game.fight.turn_of) == ("troop-gone", "nobody")


# Surrender -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("surrender.start")
def test_you_surrender_as_a_turn_starts_and_only_then() -> None:
    """At the start of the rival's turn, or of yours (p.28)."""
    early = at_your_turn(goals=["spar"], first=False).do(SURRENDER)
    assert (early.game.fight.over, early.game.fight.turn_of) == ("surrendered", "nobody")
    begun = at_your_turn(goals=["spar"]).do(SURRENDER)
    assert ended(begun) == [("surrender.start", "surrendered")]
    late = at_your_turn(goals=["spar"], yours=["camp"])
    late.do("deploy", "archer", "G1")
    with pytest.raises(RefusedPlayError) as fault:
        late.do(SURRENDER)
    assert fault.value.rule == "surrender.start"
    halfway = at_your_turn(goals=["spar"], first=False).do(RIVALS, "deployment")
    with pytest.raises(IllegalError, match="start of a turn"):
        halfway.do(SURRENDER)


@pytest.mark.rule("surrender.start")
def test_the_arenas_turn_is_no_troops() -> None:
    books = known(
        arenas={"parthians": {"starts": {"chariot": "D2"}, "mat": {"priorities": LISTS}}},
        units={"statue": {"class": ["archer"], **STATUE}},
        events={"card": {"kind": "bloodshed", "lineup": ["bag"]}},
    )
    table = Table.begun(ready(region="parthians", bag=bag_of("statue")), "card", books).do(RIVALS)
    table.do("deploy", "archer", "G1")
    table.do("end")
    assert table.game.fight.turn_of == "arena"
    with pytest.raises(IllegalError, match="arena's turn"):
        table.do(SURRENDER)
    table.do("arena-turn")
    table.do(SURRENDER)
    assert table.game.fight.over == "surrendered"
