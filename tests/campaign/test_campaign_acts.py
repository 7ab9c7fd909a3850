"""Primus and scion in a campaign: what ends an act and is its reward, and what wins or loses (p.13, 18, 28-30)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.cleanup import Aftermath, Reward
from hoplo_companion.campaign.model import Primus, Prowess
from hoplo_companion.campaign.rounds import (
    end_act,
    ends_campaign,
    lose_event,
    win_event,
)
from hoplo_companion.campaign.travel import destinations, travel
from tests.campaign.test_campaign_rounds import SHADE, at
from tests.helpers.maps import refused, values, what


@pytest.mark.rule("scion.preparation", "cleanup.hero", "scion.defeated")
def test_the_scions_defeat_leaves_the_heros_hp_and_no_blessing() -> None:
    before = at("Etna", act=4).with_pad(blessings=2)
    won, happened = win_event(before, None, Aftermath(hp=2))
    assert (won.outcome, won.pad.hp, won.pad.blessings) == ("won", 2, 0)
    assert [what(each) for each in happened].count("blessing.used") == 2
    lost, _ = lose_event(before, (), Aftermath(hp=0))
    assert (lost.outcome, lost.pad.hp) == ("lost", 0)
    refused("defeat.hero", "p.12, 28", win_event, before, None, Aftermath(hp=0))
    refused("scion.defeated", "p.18", win_event, before, Reward(upgrade="health"))


@pytest.mark.rule("reward.primus", "act.primus", "act.weeks", "cleanup.lethal")
def test_a_primus_that_is_defeated_ends_the_act() -> None:
    before = at("Jade", crossed=11)
    left = Aftermath(hp=1, defeated=("archer",), rivals=("ninja",))
    reward = Reward(prowess=Prowess("Endurance", 1), drawn=("defender", "tactician"))
    after, happened = win_event(before, reward, left)
    assert (after.pad.hp, after.pad.act, after.pad.weeks, after.week) == (6, 2, (12, 0, 0, 0), 1)
    assert after.camp.prowess == (Prowess("Endurance", 1),)
    assert after.camp.units == ("attacker", "defender", "tactician")
    assert sorted(after.bag.units) == ["archer", "ninja"], "your own defeated unit was not there to be drawn"
    assert after.primuses == (Primus("decimus"), Primus("bingqing", 1), Primus("the-parthian"))
    assert (after.place, after.came_from, after.phase, after.outcome) == ("Jade", "", "travel", "")
    assert (what(happened[-1]), values(happened[-1])) == ("act.ended", {"act": 1, "unused": 0, "next": 2})
    assert [each.place for each in destinations(after) if not each.refused] == ["Field", "Games", "Oracle"]
    refused("travel.capital", "p.14, 30", travel, replace(after, place="Games"), "Jade")


@pytest.mark.rule("act.weeks")
def test_unused_weeks_are_not_carried_over() -> None:
    reward = Reward(prowess=Prowess("Endurance", 1), drawn=("defender", "tactician"))
    after, happened = win_event(at("Jade", crossed=3), reward)
    assert (after.pad.weeks, after.week) == ((4, 0, 0, 0), 1)
    assert values(happened[-1])["unused"] == 8


@pytest.mark.rule("reward.primus")
def test_the_troop_is_filled_up_to_five_with_what_the_bag_has() -> None:
    prowess = Prowess("Endurance", 1)
    three = at("Jade")
    refused("reward.primus", "p.29", win_event, three, Reward(prowess=prowess, drawn=("defender",)), None)
    refused("reward.primus", "p.29", win_event, three, Reward(drawn=("defender", "tactician")), None)
    refused("camp.prowess-level", "p.9, 33", win_event, three, Reward(prowess=Prowess("Endurance", 2)), None)
    empty = three.with_bag(units=())
    assert win_event(empty, Reward(prowess=prowess), None)[0].camp.units == three.camp.units
    five = three.with_camp(units=("a", "b", "c", "d"))
    assert win_event(five, Reward(prowess=prowess), None)[0].camp.units == ("a", "b", "c", "d")
    # Defeated units do not count, and make room even where the troop is as large as Leadership allows.
    crowd = five.with_pad(leadership=5)
    left = Aftermath(defeated=("a", "b"))
    drawn = Reward(prowess=prowess, drawn=("defender", "tactician"))
    assert win_event(crowd, drawn, left)[0].camp.units == ("c", "d", "defender", "tactician")
    few = refused("reward.primus", "p.29", win_event, crowd, Reward(prowess=prowess), left)
    assert few.startswith("with 3 of your troop not defeated, 2 random bag units are recruited")
    baned = crowd.with_bag(banes=(SHADE,))
    wrong = Reward(prowess=prowess, drawn=("defender", "Shade"))
    refused("camp.recruit-never", "p.29, 33", win_event, baned, wrong, left)


@pytest.mark.rule("act.primus")
def test_a_primus_is_told_by_its_region() -> None:
    reward = Reward(prowess=Prowess("Endurance", 1), drawn=("defender", "tactician"))
    refused("travel.capital", "p.14, 30", win_event, at("Etna"), reward)
    beaten = replace(at("Jade", act=2), primuses=(Primus("decimus"), Primus("bingqing", 1), Primus("the-parthian")))
    refused("travel.capital", "p.14, 30", win_event, beaten, reward)


@pytest.mark.rule("primus.failed", "scion.failed", "scion.defeated")
def test_the_campaign_is_lost_or_won_at_a_capital() -> None:
    for place, act, rule in (("Jade", 2, "primus.failed"), ("Etna", 4, "scion.failed")):
        campaign, happened = lose_event(at(place, act=act))
        assert (campaign.outcome, what(happened[-1]), happened[-1].rule) == ("lost", "campaign.lost", rule)
    campaign, happened = win_event(at("Etna", act=4))
    assert (campaign.outcome, what(happened[-1]), happened[-1].rule) == ("won", "campaign.won", "scion.defeated")
    refused("campaign.over", "p.30", lose_event, campaign)
    refused("campaign.over", "p.30", end_act, campaign)
    ends = [ends_campaign(here, won) for here in (at("Jade"), at("Etna", act=4), at("Field")) for won in (True, False)]
    assert ends == [False, True, True, True, False, False]


@pytest.mark.rule("act.end")
def test_an_act_ends_at_a_capital_alone() -> None:
    refused("act.end", "p.13-14", end_act, at("Games"))
    refused("round.phases", "p.13-14", end_act, replace(at("Jade"), phase="travel"))
    assert end_act(replace(at("Jade"), phase="cleanup"))[0].pad.act == 2
