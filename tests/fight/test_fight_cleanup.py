"""What a tracked fight hands over at its end: the cleanup, rewards, punishment (Rulebook p.28-30, 33)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.cleanup import (
    Aftermath,
    Reward,
    drop_fight,
    end_stand_alone,
    is_won,
    put_away,
    recruitable,
)
from hoplo_companion.campaign.model import Bag, Bane, Camp, Campaign, Primus, Prowess, RefusedError, Stack
from hoplo_companion.campaign.rounds import lose_event, win_event
from hoplo_companion.table.play.campaign_changes import (
    aftermath_of,
    opportunities_met,
    sport_without_choice,
    what_follows,
)
from hoplo_companion.table.play.moves import CORRECT, RIVALS, SURRENDER
from tests.helpers.fights import Table, chips_of, play_on, ready, told
from tests.helpers.maps import values, what
from tests.helpers.setting_up import KNOWN, at_your_turn, bag_of, fought, hit, known, stand, targets


def left_by(table: Table) -> Aftermath:
    return aftermath_of(table.game.campaign, table.game.catalogue)


def cleaned(table: Table, reward: Reward | None = None, banes: tuple[Bane, ...] = ()) -> Campaign:
    """Clean up as `hoplo cleanup` does, once the fight is over."""
    campaign, left = table.game.campaign, left_by(table)
    won = is_won(table.game.fight)
    campaign = put_away(campaign)
    if won:
        return win_event(campaign, reward, left)[0]
    return lose_event(campaign, banes, left)[0]


def nearly_won(**place: Any) -> Table:
    """Fight a Bloodshed event that one hit of the hero's wins."""
    return stand(at_your_turn(kind="bloodshed", lineup=["bag"], place=place), "krakenlance", "E3")


# Units ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cleanup.lethal", "cleanup.bag-rivals", "reward.bloodshed")
def test_a_lethal_combat_sends_the_defeated_to_the_bag() -> None:
    """Yours that were defeated are sacrificed into the bag; the rivals go there too; the others come home (p.28-29)."""
    table = stand(nearly_won(bag=bag_of("target")), "archer", "F3")
    table.do(CORRECT, "remove", "archer")
    hit(table, "krakenlance", "target")
    left = left_by(table)
    assert (left.defeated, left.rivals, left.hp) == (("archer",), (), 6)
    after = cleaned(table, Reward(upgrade="leadership"))
    assert Counter(after.camp.units) == Counter(["attacker", "defender"])
    assert Counter(after.bag.units) == Counter(["archer", "target"])
    assert (after.drawn, after.fight, after.phase) == (Bag(), None, "travel")
    assert (after.pad.weeks[0], after.pad.leadership) == (table.game.campaign.pad.weeks[0] + 1, 7)


@pytest.mark.rule("cleanup.lethal")
def test_a_unit_of_no_camp_that_falls_is_left_to_the_player() -> None:
    """A unit put on the mat by hand is not the camp's to lose: where its chip goes is said, and the cleanup goes on."""
    table = nearly_won(bag=bag_of("target"))
    for unit in ("archer", "hoplite"):
        table.do(CORRECT, "place", unit, "F3", "player")
        table.do(CORRECT, "remove", unit)
    hit(table, "krakenlance", "target")
    assert left_by(table).defeated == ("archer",)
    followed = what_follows(table.game.campaign, table.game.catalogue)
    assert [(what(each), values(each)) for each in followed] == [("units.of-no-camp", {"units": ["hoplite"]})]
    after = cleaned(table, Reward(upgrade="leadership"))
    assert Counter(after.camp.units) == Counter(["attacker", "defender"])


@pytest.mark.rule("cleanup.non-lethal")
def test_a_sport_restores_the_defeated() -> None:
    table = stand(stand(at_your_turn(goals=["spar"]), "archer", "F3"), "defender", "E3")
    table.do(CORRECT, "remove", "archer")
    hit(table, "defender", "target")
    hit(table.do("end").do(RIVALS), "defender", "target-2")
    after = cleaned(table, Reward(tactics=("hamstring",)))
    assert Counter(after.camp.units) == Counter(["attacker", "archer", "defender"])
    assert after.camp.tactics == ("stun", "adrenaline", "hamstring")
    assert Counter(after.bag.units) == Counter(["target", "target"])


@pytest.mark.rule("skill.undying", "cleanup.lethal")
def test_undying_comes_back_from_a_lethal_combat() -> None:
    table = stand(nearly_won(bag=bag_of("target"), camp=Camp(units=("shade", "archer"))), "shade", "F3")
    stand(table, "archer", "F2")
    table.do(CORRECT, "remove", "shade")
    table.do(CORRECT, "remove", "archer")
    hit(table, "krakenlance", "target")
    after = cleaned(table, Reward(upgrade="health"))
    assert after.camp.units == ("shade",)
    assert Counter(after.bag.units) == Counter(["archer", "target"])


@pytest.mark.rule("cleanup.lethal")
def test_a_reinforcement_does_not_raise_the_fallen() -> None:
    """A recruit with the same chip as a unit that lies face down is another one: both are accounted for (p.13, 28)."""
    camp = Camp(units=("archer",))
    place = {"camp": camp, "bag": bag_of("target", "archer", "archer", "archer", "archer", "archer")}
    table = at_your_turn(("prepare.bag", "target"), kind="bloodshed", lineup=["bag"], place=place)
    before = chips_of(table.game.campaign)
    stand(stand(table, "krakenlance", "E3"), "archer", "F3")
    table.do(CORRECT, "remove", "archer")
    table.do("end").do(RIVALS)
    table.do("bless", "reinforce")
    assert [each.chip for each in table.game.fight.fallen] == ["archer"]
    ids = [unit.id for unit in table.game.combat.units.values() if unit.chip == "archer"]
    assert ids[0] == "archer-2"
    hit(table, "krakenlance", "target")
    after = cleaned(table, Reward(upgrade="health"))
    assert after.camp.units == ("archer",) * 5
    assert chips_of(after) == before


@pytest.mark.rule("cleanup.bag-rivals")
def test_rivals_that_never_came_in_are_bagged_too() -> None:
    """All non-elite rival units from the arena and the rival camp, those still in the lineup among them (p.28)."""
    place = {"bag": bag_of("hoplite"), "stacks": {"kunlun": Stack(("murmillo", "secutor"), 0)}}
    table = at_your_turn(kind="bloodshed", lineup=["local", "bag", "local"], place=place)
    before = chips_of(table.game.campaign)
    table.do(SURRENDER)
    assert left_by(table).waiting == ("hoplite", "secutor")
    after = cleaned(table)
    assert Counter(after.bag.units) == Counter(["murmillo", "secutor", "hoplite"])
    assert after.stacks["kunlun"] == Stack((), 0)
    assert chips_of(after) == before


@pytest.mark.rule("cleanup.bag-banes")
def test_banes_go_back_into_the_bag() -> None:
    bag = bag_of("hoplite", banes=(Bane("Ruin", "bag"), Bane("Shade", "unit")))
    table = fought("melee", "ruin", "shade", bag=bag)
    before = chips_of(table.game.campaign)
    assert Counter(table.game.campaign.drawn.banes) == Counter(bag.banes)
    table.do(SURRENDER)
    after = cleaned(table)
    assert (Counter(after.bag.banes), after.drawn) == (Counter(bag.banes), Bag())
    assert chips_of(after) == before


@pytest.mark.rule("cleanup.arena-chips")
def test_arena_units_go_back_to_the_supply() -> None:
    beast = {"health": 1, "movement": 0, "range": 1, "attack": ["red"], "skills": []}
    books = known(units={"beast": beast}, events={"one": {"kind": "bloodshed", "lineup": ["local"]}})
    table = fought("one", "D3", "D4", catalogue=books, region="plutos-refugees")
    before = chips_of(table.game.campaign)
    table.do(CORRECT, "remove", "beast-2")
    table.do(SURRENDER)
    assert left_by(table).rivals == ()
    assert chips_of(cleaned(table)) == before


@pytest.mark.rule("cleanup.bag-rivals")
def test_a_rival_that_came_from_elsewhere_goes_to_the_bag() -> None:
    table = at_your_turn(kind="bloodshed", lineup=["local"])
    table.do(CORRECT, "place", "hoplite", "D4", "rival")
    table.do("deploy", "archer", "G1")
    table.do("end")
    table.do(SURRENDER)
    assert left_by(table).rivals == ("hoplite",)
    assert "hoplite" in cleaned(table).bag.units


# Tactics and the hero -------------------------------------------------------------------------------------------


@pytest.mark.rule("cleanup.tactics")
def test_used_tactics_are_gone_and_the_others_stay() -> None:
    camp = Camp(units=("archer", "defender"), tactics=("adrenaline", "stun", "adrenaline", "secret-oil"))
    table = stand(nearly_won(bag=bag_of("target"), camp=camp), "archer", "F3")
    table.do("tactic", "adrenaline", "archer")
    hit(table, "krakenlance", "target")
    assert left_by(table).tactics == ("adrenaline",)
    after = cleaned(table, Reward(upgrade="health"))
    assert Counter(after.camp.tactics) == Counter(["stun", "adrenaline", "secret-oil"])


@pytest.mark.rule("cleanup.hero")
def test_the_hero_keeps_the_hp_it_has() -> None:
    table = nearly_won(bag=bag_of("target"))
    table.do(CORRECT, "set", "krakenlance", "hp", "2")
    hit(table, "krakenlance", "target")
    assert cleaned(table, Reward(upgrade="leadership")).pad.hp == 2
    assert cleaned(table, Reward(upgrade="health")).pad.hp == 3


# Rewards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("reward.sport")
def test_you_recruit_among_the_defeated_and_those_in_the_arena() -> None:
    """Neither a unit that waits in the lineup nor a bane (p.29, 33)."""
    place = {
        "bag": bag_of("target", banes=(Bane("Shade", "unit"),)),
        "stacks": {"kunlun": Stack(("murmillo", "secutor"), 0)},
    }
    table = at_your_turn("shade", goals=["king-of-the-hill"], lineup=["local", "bag", "bag", "local"], place=place,
                         first=False).answer("murmillo")  # fmt: skip
    before = chips_of(table.game.campaign)
    table.do(RIVALS)
    stand(table, "krakenlance", "D3")
    table.do(CORRECT, "set", "points", "5")
    table.do("end").do(RIVALS)
    assert table.game.fight.over == "goal-met"
    left = left_by(table)
    assert left.waiting == ("secutor", "target")
    assert recruitable(put_away(table.game.campaign), left) == ["murmillo"]
    for no in ("secutor", "target", "shade", "hoplite", "krakenlance"):
        with pytest.raises(RefusedError):
            cleaned(table, Reward(recruit=no))
    after = cleaned(table, Reward(recruit="murmillo"))
    assert "murmillo" in after.camp.units
    assert "murmillo" not in after.bag.units
    assert Counter(after.bag.units) == Counter(["target", "secutor"])
    assert chips_of(after) == before


@pytest.mark.rule("reward.sport")
@pytest.mark.parametrize(("tactics", "empty"), [(3, True), (2, False)])
def test_a_sport_without_a_choice_asks_for_none(tactics: int, empty: bool) -> None:
    """Nobody to recruit and no room for a tactic: there is nothing to choose (p.29)."""
    camp = Camp(units=("archer",), tactics=("stun", "hamstring", "adrenaline")[:tactics])
    bag = bag_of("hoplite", banes=(Bane("Shade", "unit"),))
    table = at_your_turn("shade", goals=["spar"], lineup=["bag"], place={"camp": camp, "bag": bag})
    assert sport_without_choice(table.game.campaign, left_by(table)) == empty


@pytest.mark.rule("punishment.influence")
@pytest.mark.parametrize("act", [1, 2, 3])
def test_a_failed_combat_brings_influence_equal_to_the_act(act: int) -> None:
    table = fought({"lineup": ["local"]}, act=act, bag=bag_of("hoplite"))
    table.do(SURRENDER)
    with pytest.raises(RefusedError):
        win_event(put_away(table.game.campaign), None, left_by(table))
    after = cleaned(table)
    assert after.pad.influence == table.game.campaign.pad.influence + act
    assert after.pad.weeks[act - 1] == table.game.campaign.pad.weeks[act - 1] + 1
    assert after.pad.hp == table.game.campaign.pad.hp


# The primus ------------------------------------------------------------------------------------------------------


def primus_beaten(act: int = 1) -> Table:
    place: dict[str, Any] = {
        "bag": bag_of("target", "hoplite", "hoplite", "hoplite"),
        "act": act,
        "stacks": {"new-argonauts": Stack(("murmillo",), 0)},
    }
    books = targets(kind="primus", act=act, lineup=["local", "primus"])
    campaign = ready("capital", **{key: value for key, value in place.items() if key != "act"}, act=act)
    table = Table.begun(campaign, "primus-1", books) if act == 1 else Table.begun(campaign, f"primus-{act}", books)
    table.do(RIVALS)
    stand(stand(table, "archer", "F2"), "krakenlance", "E3")
    table.do(CORRECT, "remove", "archer")
    table.do(CORRECT, "remove", "murmillo")
    table.do(CORRECT, "place", "primus-decimus", "E4")
    table.do(CORRECT, "set", "primus-decimus", "hp", "1")
    return table.do("attack", "krakenlance", "primus-decimus", answers=(1,))


@pytest.mark.rule("reward.primus", "act.end", "cleanup.bag-rivals", "cleanup.lethal")
def test_a_primus_beaten_ends_the_act() -> None:
    """Heal, a Hero Prowess, units up to five; the primus is out of the game, the next act begins (p.28-30)."""
    table = primus_beaten()
    assert table.game.fight.over == "goal-met"
    left = left_by(table)
    assert (left.rivals, left.defeated) == ((), ("archer",))
    before = chips_of(table.game.campaign)
    table.game.campaign = table.game.campaign.with_pad(hp=2)
    with pytest.raises(RefusedError, match="2 random bag units"):
        cleaned(table, Reward(prowess=Prowess("Level")))
    after = cleaned(table, Reward(prowess=Prowess("Level"), drawn=("hoplite", "target")))
    assert after.pad.hp == after.pad.health
    assert (after.pad.act, after.phase, after.outcome) == (2, "travel", "")
    assert after.primuses[0] == Primus("decimus", 1)
    assert Counter(after.camp.units) == Counter(["attacker", "defender", "hoplite", "target"])
    assert Counter(after.bag.units) == Counter(["archer", "murmillo", "hoplite", "hoplite"])
    assert Prowess("Level") in after.camp.prowess
    assert chips_of(after) == before
    assert "primus" not in str(after.bag)


# Opportunities ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.opportunity")
@pytest.mark.parametrize(("made", "wins"), [("yes", True), ("yes", False), ("no", True)])
def test_an_opportunity_is_met_by_winning_with_its_change_made(made: str, wins: bool) -> None:
    """Reckless: with the unit added and the event won; not without either of them (p.17)."""
    camp = replace(ready().camp, opportunities=("Reckless",))
    place = {"camp": camp, "bag": bag_of("target", "target")}
    table = at_your_turn(made, kind="bloodshed", lineup=["bag"], place=place)
    stand(table, "krakenlance", "E3")
    if not wins:
        table.do(CORRECT, "move", "krakenlance", "G2")
        table.do("end")
        table.do(SURRENDER)
    for target in ("target", "target-2")[: (2 if made == "yes" else 1) * wins]:
        if table.game.fight.over:
            break
        hit(table, "krakenlance", target)
        if not table.game.fight.over:
            table.do("end").do(RIVALS)
    assert table.game.fight.over == ("goal-met" if wins else "surrendered")
    met = opportunities_met(table.game.fight, KNOWN)
    assert met == (["Reckless"] if made == "yes" and wins else [])
    after = cleaned(table, Reward(upgrade="health"))
    assert after.camp.opportunities == ("Reckless",)


# When ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("round.phases")
def test_nothing_is_cleaned_up_while_the_fight_goes_on() -> None:
    table = fought({"lineup": ["local"]})
    with pytest.raises(RefusedError, match="is not over"):
        is_won(table.game.fight)


@pytest.mark.rule("fight.corrected")
def test_a_fight_that_is_dropped_leaves_what_was_drawn_on_the_table() -> None:
    """It goes on at the table alone, and the cleanup by hand finds every chip (p.28)."""
    table = fought("brawl", "hoplite")
    before = chips_of(table.game.campaign)
    campaign, happened = drop_fight(table.game.campaign)
    assert [what(each) for each in happened] == ["fight.dropped"]
    assert (campaign.fight, campaign.phase, campaign.drawn.units) == (None, "cleanup", ("murmillo", "hoplite"))
    after, _ = win_event(campaign, Reward(upgrade="health"), Aftermath(hp=4, defeated=("archer",)))
    assert {"murmillo", "hoplite", "archer"} <= set(after.bag.units)
    assert chips_of(after) == before
    with pytest.raises(RefusedError, match="no fight"):
        drop_fight(campaign)


def test_a_fight_apart_has_nothing_to_clean_up() -> None:
    table = fought({"lineup": ["local"]})
    fight = replace(table.game.fight, apart=True)
    with pytest.raises(RefusedError, match="not over"):
        end_stand_alone(replace(table.game.campaign, fight=fight))
    ended, happened = end_stand_alone(replace(table.game.campaign, fight=replace(fight, over="goal-met")))
    assert (ended.fight, [what(each) for each in happened]) == (None, ["fight.ended"])


# At random -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cleanup.bag-rivals", "cleanup.bag-banes", "cleanup.lethal", "cleanup.non-lethal")
@pytest.mark.parametrize("seed", range(8))
def test_no_chip_comes_or_goes_in_a_whole_fight(seed: int) -> None:
    """Whatever happens, every chip that was in camp, bag, stacks and banes is there again after the cleanup."""
    random = Random(f"cleanup {seed}")
    kind, card = [("bloodshed", "brawl"), ("bloodshed", "melee"), ("sport", "games"), ("capital", "primus-1")][seed % 4]
    table = Table.begun(ready(kind, act=1 if kind == "capital" else 1 + seed % 3), card, told())
    before = chips_of(table.game.campaign)

    def check(table: Table) -> None:
        if table.game.question() is None:
            assert chips_of(table.game.campaign) == before

    play_on(table, random, check)
    campaign = table.game.campaign
    left = left_by(table)
    if kind == "capital" and is_won(table.game.fight):
        campaign = put_away(campaign)
        due = max(0, 5 - 1 - len(campaign.camp.units) + len(left.lost()))
        drawn = tuple(campaign.bag.units[: min(due, len(campaign.bag.units))])
        after = win_event(campaign, Reward(prowess=Prowess("Level"), drawn=drawn), left)[0]
    elif is_won(table.game.fight):
        room = campaign.pad.tactic_capacity - len(put_away(campaign).camp.tactics) + len(left.tactics)
        reward = Reward(tactics=("hamstring",) * room) if kind == "sport" else Reward(upgrade="health")
        after = cleaned(table, reward)
    else:
        after = cleaned(table, banes=())
    if not after.outcome:
        assert chips_of(after) == before
        assert (after.drawn, after.fight) == (Bag(), None)
