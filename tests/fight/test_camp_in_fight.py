"""What the camp and the pad gain or lose during a combat reaches the fight at once, and is taken back (p.16, 33)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from hoplo_companion.cli.app import run
from tests.helpers.cli import Sitting, done, done_each, hoplo
from tests.helpers.fights_on_disk import agree, begun, camp, current, fight, planned, played_again, unit
from tests.helpers.seated import conversed


def chips() -> Counter[str]:
    """Count every unit chip of the campaign, wherever it lies."""
    state = current().state
    return Counter([*state["camp"]["units"], *state["bag"]["units"], *state["drawn"]["units"]])


@pytest.mark.rule("opportunity.in-combat", "camp.recruit", "yours.lineup")
def test_a_unit_recruited_during_a_combat_may_be_deployed_as_the_lineup_allows() -> None:
    begun()
    before = chips()
    done("camp", "recruit", "tactician")
    agree()
    assert chips() == before, "it came out of the bag"
    assert done("options", "--json").json["deploy"].keys() == {
        "krakenlance",
        "attacker",
        "archer",
        "defender",
        "tactician",
    }
    done("turn", "deploy", "tactician", "G1")
    assert fight()["position"]["player"]["camp_units"] == 1
    done_each("undo", "undo")
    agree()
    assert "tactician" not in fight()["camp"]
    done("redo")
    assert "tactician" in fight()["camp"]
    agree()
    assert not played_again().difference


def test_a_chip_that_nobody_knows_is_asked_for_by_the_fight() -> None:
    begun()
    ran = done("camp", "recruit", "murmillo")
    assert "`hoplo answer`" in ran.err
    assert fight()["question"]["id"] == "component.unit"
    done("answer", "defender, 1/1/4, green")
    assert "murmillo" in fight()["camp"]
    agree()


@pytest.mark.rule("camp.tactic", "cleanup.tactics")
def test_a_tactic_gained_is_at_hand_and_one_that_was_used_is_in_the_camp_no_more() -> None:
    begun()
    done("turn", "deploy", "archer", "G1")
    assert hoplo("camp", "tactic", "bolster-health").code == 3, "three are held already"
    done("turn", "tactic", "adrenaline", "archer")
    assert sorted(camp()["tactics"]) == ["hamstring", "stun"]
    agree()
    done("camp", "tactic", "bolster-health")
    agree()
    done("camp", "tactic", "adrenaline", "--discard", "stun")
    agree()
    assert sorted(fight()["position"]["player"]["tactics"]) == ["adrenaline", "bolster-health", "hamstring"]
    done_each("fix over lost", "camp tactic stun --discard hamstring")
    ran = done("cleanup", "--json").json
    returned = [each["values"]["tactics"] for each in ran["happened"] if each["what"] == "tactics.returned"]
    assert returned == [["adrenaline"]], "the one that was used, and no other"
    assert sorted(camp()["tactics"]) == ["adrenaline", "bolster-health", "stun"]


def test_a_fight_that_is_dropped_gives_its_used_tactics_back_to_be_told() -> None:
    begun()
    done_each(
        "turn deploy archer G1", "turn tactic adrenaline archer", "fight drop", "cleanup --lost --used adrenaline"
    )
    assert sorted(camp()["tactics"]) == ["hamstring", "stun"]


@pytest.mark.rule("camp.prowess", "modifiers.order")
def test_a_prowess_card_changes_the_heros_numbers_and_skills_at_once() -> None:
    begun()
    done_each("fix krakenlance F3", "fix rival-defender D4")
    reach = len(done("options", "krakenlance", "--json").json["moves"]["steps"])
    done("camp", "prowess", "Swift")
    assert len(done("options", "krakenlance", "--json").json["moves"]["steps"]) > reach
    done("camp", "prowess", "Wardance")
    assert "pull" in str(done("options", "--json").json["abilities"]).lower()
    agree()
    done("undo")
    assert "pull" not in str(done("options", "--json").json["abilities"]).lower()
    done("camp", "prowess", "Swift", "--sacrifice")
    assert len(done("options", "krakenlance", "--json").json["moves"]["steps"]) == reach
    agree()


@pytest.mark.rule("pad.health", "pad.movement", "pad.add-die", "pad.upgrade-die")
def test_the_heros_upgrades_reach_the_board_and_a_fix_does_too() -> None:
    begun()
    done("turn", "deploy", "krakenlance", "G1")
    for line in ("health", "movement", "add-die", "upgrade-die 1"):
        done("pad", "upgrade", *line.split())
        agree()
    hero = unit("krakenlance")
    assert (hero["health"], hero["hp"], hero["movement"]) == (7, 7, 3)
    assert hero["attack"] == done("pad", "--json").json["attack"]
    for key, value in (("pad.movement", "1"), ("pad.health", "9"), ("pad.range", "2"), ("pad.hp", "4")):
        done("fix", key, value, "--why", "as on the pad")
        agree()
    assert not played_again().difference


@pytest.mark.rule("camp.sacrifice")
def test_a_sacrifice_takes_the_unit_that_lies_face_down_before_any_other() -> None:
    begun()
    done_each("camp recruit archer", "turn deploy archer G1", "fix archer-2 defeated")
    before = chips()
    done("camp", "sacrifice", "archer")
    assert (unit("archer")["hex"], fight()["fallen"]) == ("G1", [])
    agree()
    done("fix", "trident", "archer")
    assert "`hoplo undo`" not in hoplo("camp", "sacrifice", "archer").err
    board = fight()["position"]
    assert board["chips"]["trident"] == {"hex": "G1"}
    assert [each["id"] for each in board["units"] if each["id"].startswith("archer")] == []
    agree()
    assert chips() == before
    assert fight()["fallen"] == [], "nobody was defeated"
    assert not played_again().difference


@pytest.mark.rule("camp.sacrifice", "camp.leadership", "skill.undying")
def test_which_name_is_sacrificed_is_chosen_and_of_equal_units_the_ruling_says_which(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Any name may go, the new one too, but none with Undying; of one in camp and one in the arena the camp's goes."""
    begun()
    done_each("data add unit 'Wight: defender, 1/1/4, green, Undying'", "fix pad.leadership 9")
    for chip in ("archer", "wight"):
        done("camp", "recruit", chip)
    done_each("fix pad.leadership 6", "turn deploy archer G1")
    player = Sitting("camp", "recruit", "tactician")
    player.pressed = ["Archer"]
    assert run(player) == 0
    offered = re.findall(r"^  \d  (.*)$", player.said(), re.MULTILINE)
    assert sorted(offered) == ["Archer", "Attacker", "Defender", "Tactician"]
    assert (unit("archer")["hex"], fight()["fallen"]) == ("G1", [])
    assert camp()["units"].count("archer") == 1
    agree()


def test_the_last_unit_sacrificed_ends_a_fight_with_nobody_left_to_deploy() -> None:
    """While another unit of yours stands in the arena it goes on."""
    begun()
    done_each("turn deploy archer G1", "fix camp-units 0", "fix hero no")
    done_each("fix attacker hex G2", "camp sacrifice attacker")
    assert not fight()["over"]
    assert "nobody left to deploy: the combat is failed" in done("camp", "sacrifice", "archer").out
    assert fight()["over"] == "troop-gone"


def test_recruiting_never_takes_a_chip_of_the_rivals_troop() -> None:
    """Every chip is counted once at the cleanup, whether it came from the bag or from the box (p.28, 33)."""
    begun()
    before = chips()
    done("camp", "recruit", "defender")
    assert chips() - before == Counter(["defender"]), "the bag has none: the rival's stays the rival's"
    done_each("turn surrender", "cleanup")
    assert chips() == before + Counter(["defender"])


@pytest.mark.rule("cleanup.lethal")
def test_the_cleanup_counts_every_chip_once() -> None:
    begun()
    before = chips()
    done_each(
        "camp recruit tactician",
        "turn deploy tactician G1",
        "fix archer G2",
        "fix archer gone",
        "camp sacrifice attacker",
        "fix over lost",
        "cleanup",
    )
    assert chips() == before
    assert sorted(camp()["units"]) == ["defender", "tactician"]


def test_in_the_set_up_what_is_gained_counts_from_there_on() -> None:
    planned()
    hoplo("answer", "defender")
    done_each("camp recruit tactician", "camp tactic hamstring --discard stun", "camp prowess Swift")
    assert fight()["question"]["options"] == ["archer", "attacker", "tactician"], "the bag had two tacticians"
    agree()
    done("camp", "sacrifice", "attacker")
    assert fight()["question"]["options"].count("attacker") == 2
    hoplo("camp", "recruit", "defender").fails(3, "drawn for the rival's lineup")
    hoplo("answer", "attacker")
    done("answer", "D3")
    agree()
    assert "tactician" in fight()["camp"]
    assert not played_again().difference


def test_in_the_middle_of_a_move_a_question_stays_open() -> None:
    begun()
    for line in ("fix krakenlance E3", "fix krakenlance dazed no", "fix rival-defender D3"):
        done(*line.split())
    assert hoplo("turn", "attack", "krakenlance", "rival-defender").code == 2
    done_each("pad upgrade health", "camp recruit tactician", "camp prowess Swift")
    assert fight()["question"]["kind"] == "dice"
    agree()
    done("undo")
    agree()
    done_each("redo", "answer 1")
    agree()
    assert unit("rival-defender")["hp"] == 4
    assert unit("krakenlance")["health"] == 7


@pytest.mark.rule("bane.placed")
def test_a_camp_bane_of_influence_is_in_force_at_once() -> None:
    begun()
    done_each("data add bane 'Gloom: camp, movement -1 for player'", "pad influence 4 --bane Gloom:camp")
    assert fight()["position"]["cards"]["banes"] == ["gloom"]
    done("bane", "remove", "Gloom")
    assert "banes" not in fight()["position"].get("cards", {})


def test_an_opportunity_that_is_completed_during_the_combat_is_not_offered_again() -> None:
    begun()
    done_each("camp opportunity Patient", "camp opportunity Patient --discard", "turn surrender")
    assert "Patient" not in done("cleanup").out


def test_words_of_the_camp_are_not_typed_by_themselves() -> None:
    begun()
    conversed("check", "camp recruit=archer|enter", "Does the mat agree?", "`hoplo camp` and `hoplo pad` change")


@pytest.mark.rule("prepare.act")
@pytest.mark.parametrize("at", [planned, begun], ids=["set-up", "turn"])
def test_the_act_of_a_fight_is_not_corrected_under_it(at: Callable[[], None]) -> None:
    """Its lineup was made for the act on the pad: the correction would leave the two different."""
    at()
    hoplo("fix", "pad.act", "2", "--why", "the pad").fails(3, "was made for Act I")
    assert hoplo("pad", "--json").json["act"] == 1


@pytest.mark.rule("pad.defeat-in-combat")
def test_damage_that_defeats_the_hero_in_a_fight_is_dealt_there() -> None:
    begun()
    hoplo("pad", "damage", "9").fails(3, "`hoplo fix krakenlance.hp 0`")
