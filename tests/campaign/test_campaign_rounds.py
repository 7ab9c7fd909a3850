"""Rounds of a campaign: spectating, opportunities, what combats leave and are rewarded with, and the acts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.bag import draw_chips
from hoplo_companion.campaign.camp import sacrifice
from hoplo_companion.campaign.cleanup import Aftermath, Reward
from hoplo_companion.campaign.map_entry import learn_place
from hoplo_companion.campaign.model import Bag, Bane, Campaign, Prowess
from hoplo_companion.campaign.rounds import (
    accept_combat,
    accept_opportunity,
    event_here,
    lose_event,
    may_accept,
    spectate,
    win_event,
)
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.campaign.stacks import draw_local, lay_in_order
from hoplo_companion.components.catalogue import Catalogue, undying
from hoplo_companion.components.variant import Variant
from tests.helpers.maps import Row, campaign_on, refused, values, what

ROWS: list[Row] = [
    ("Games", "sport", "kunlun", ["Field", "Oracle", "Jade", "Etna", "Port"]),
    ("Field", "bloodshed", "kunlun", ["Oracle", "Jade"]),
    ("Oracle", "opportunity", "kunlun", ["Jade"]),
    ("Jade", "capital", "kunlun", []),
    ("Etna", "capital", "vesuvians", []),
    ("Port", "harbor", "", []),
]

GIGANTIC = Bane("Gigantic", "bag")
RUIN = Bane("Ruin", "camp")
SHADE = Bane("Shade", "unit")


def at(place: str, *, act: int = 1, crossed: int = 0, influence: int = 0) -> Campaign:
    """Give a campaign whose event at a place comes next; the hero has 3 of 6 HP."""
    campaign = campaign_on(ROWS, place, act=act, crossed=crossed, influence=influence, came_from="Games")
    return replace(campaign, phase="event")


def chips(campaign: Campaign) -> Counter[str]:
    """Count all unit chips of the camp, the bag, and those drawn from it."""
    return Counter([*campaign.camp.units, *campaign.bag.units, *campaign.drawn.units])


def drawn(campaign: Campaign, *banes: Bane) -> Campaign:
    """Lay banes on the table that came out of the bag for the lineup."""
    return replace(campaign, drawn=Bag(banes=banes))


# Spectating -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spectate.discard", "spectate.look", "spectate.influence", "spectate.heal", "spectate.move-on")
def test_the_example_of_page_16() -> None:
    """Act II: two spaces are marked, one of them a bane space, so a bane is drawn at once."""
    before = at("Games", act=2, crossed=5, influence=7)
    after, happened = spectate(before, [GIGANTIC])
    assert after.pad.influence == 9
    assert after.bag.banes == (GIGANTIC,)
    assert after.pad.hp == after.pad.health == 6
    assert (after.pad.weeks, after.phase, after.place) == (before.pad.weeks, "travel", "Games")
    assert [(what(each), values(each)) for each in happened] == [
        ("event.discarded", {"deck": "sport"}),
        ("event.looked-ahead", {"deck": "sport", "cards": 3}),
        ("influence.gained", {"amount": 2, "influence": 9}),
        ("bane.taken", {"bane": "Gigantic", "kind": "bag"}),
        ("pad.healed", {"amount": 3, "hp": 6, "health": 6}),
        ("round.ended", {"act": 2, "week": 6}),
    ]


@pytest.mark.rule("decks.open", "spectate.look", "spectate.discard")
@pytest.mark.parametrize(
    ("ahead", "known"),
    [((), ("Race", "Wall", "Duel", "Last")), (("Duel", "race", "Wall"), ("Duel", "race", "Wall", "Last")),
     (("Duel", "Feast", "Wall"), ("Duel", "Feast", "Wall"))],
)  # fmt: skip
def test_who_spectates_knows_what_comes_next(ahead: tuple[str, ...], known: tuple[str, ...]) -> None:
    """The front card goes to the bottom; what lies behind stays known while only the order is another (p.7-8, 16)."""
    campaign, _ = lay_in_order(at("Games"), "sport", ["Brawl", "Race", "Wall", "Duel", "Last"])
    assert (event_here(campaign).card, event_here(at("Games")).card) == ("Brawl", "")
    after, _ = spectate(campaign, ahead=ahead)
    assert after.decks == {"sport": known}
    assert lay_in_order(after, "sport", ())[0].decks == {}, "shuffled"


@pytest.mark.rule("decks.open", "opportunity.draw", "cleanup.discard")
def test_cards_that_are_drawn_or_discarded_move_their_deck_on() -> None:
    """One by a combat, two by an Opportunity, all kept with Mercury's Boots; what was not there forgets the rest."""
    decks = {"opportunity": ("Shrine", "Caravan", "Feast"), "sport": ("Brawl", "Race")}
    campaign = replace(at("Oracle"), decks=decks)
    assert accept_opportunity(campaign, "caravan")[0].decks["opportunity"] == ("Feast",)
    assert accept_opportunity(campaign, "Reckless")[0].decks == {"sport": ("Brawl", "Race")}
    boots = replace(campaign, variant=Variant(boots="2024"))
    assert accept_opportunity(boots, "Caravan")[0].decks == {"sport": ("Brawl", "Race")}
    assert accept_opportunity(boots, "Shrine", "Caravan", "Feast")[0].decks == {"sport": ("Brawl", "Race")}
    assert accept_opportunity(boots, "Shrine")[0].decks["opportunity"] == ("Caravan", "Feast")
    lost, _ = lose_event(replace(at("Games"), phase="cleanup", decks=decks))
    assert lost.decks == {**decks, "sport": ("Race",)}


@pytest.mark.rule("spectate.influence")
@pytest.mark.parametrize("act", [1, 2, 3, 4])
def test_spectating_costs_influence_equal_to_the_act(act: int) -> None:
    campaign = at("Oracle", act=act)
    campaign, _ = spectate(campaign, [RUIN] if act == 4 else [])
    assert campaign.pad.influence == act
    refused("influence.bane", "p.29", spectate, at("Oracle", act=act, influence=3))


@pytest.mark.rule("spectate.capital", "round.phases", "campaign.over")
def test_where_nothing_is_spectated() -> None:
    assert "primus" in refused("spectate.capital", "p.16, 30", spectate, at("Jade"))
    assert "scion" in refused("spectate.capital", "p.16, 30", spectate, at("Etna", act=4))
    refused("round.phases", "p.13-14", spectate, replace(at("Games"), phase="travel"))
    refused("round.phases", "p.14", spectate, replace(at("Games"), phase="cleanup"))
    refused("campaign.over", "p.30", spectate, replace(at("Games"), outcome="lost"))
    refused("harbor.never-end", "p.15", spectate, at("Port"))


# Accepting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("opportunity.draw", "opportunity.accept", "week.use")
def test_an_accepted_opportunity_is_kept_and_takes_a_week() -> None:
    campaign, happened = accept_opportunity(at("Oracle", crossed=4), " Reckless ")
    campaign, _ = accept_opportunity(replace(campaign, phase="event"), "Another")
    assert campaign.camp.opportunities == ("Reckless", "Another")
    assert (campaign.pad.weeks[0], campaign.phase, campaign.pad.hp) == (6, "travel", 3)
    assert [what(each) for each in happened] == [
        "opportunity.drawn", "camp.opportunity-gained", "week.marked", "round.ended",
    ]  # fmt: skip
    refused("opportunity.accept", "p.14, 16", accept_opportunity, at("Games"), "Reckless")
    refused("opportunity.accept", "p.14, 16", accept_opportunity, at("Jade"), "Reckless")
    refused("opportunity.draw", "p.16", accept_opportunity, at("Oracle"), " ")
    refused("opportunity.accept", "p.16", win_event, at("Oracle"))


@pytest.mark.rule("travel.deadline")
def test_in_week_twelve_events_are_spectated_only() -> None:
    assert may_accept(at("Games", crossed=10)) == "sport"
    late = at("Oracle", crossed=11)
    assert "week.twelve" in refused("travel.deadline", "p.13, 15", may_accept, late)
    refused("travel.deadline", "p.13, 15", accept_opportunity, late, "Reckless")
    refused("travel.deadline", "p.13, 15", lose_event, at("Field", crossed=11))
    spectate(late)
    assert may_accept(at("Jade", crossed=11)) == "capital"


# Combats ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "punishment.influence",
    "cleanup.bag-rivals",
    "cleanup.bag-banes",
    "cleanup.lethal",
    "cleanup.hero",
    "cleanup.tactics",
)
@pytest.mark.rule("cleanup.arena-chips", "cleanup.discard")
def test_a_lethal_combat_that_failed() -> None:
    before = drawn(at("Field", act=3, crossed=2, influence=1), GIGANTIC, SHADE)
    left = Aftermath(
        hp=1, defeated=("archer",), rivals=("ninja", "ninja", "tactician"), banes=(GIGANTIC, SHADE), tactics=("stun",)
    )
    after, happened = lose_event(before, [RUIN], left)
    assert (after.pad.hp, after.pad.influence, after.pad.weeks[2], after.phase) == (1, 4, 3, "travel")
    assert after.camp.units == ("attacker",)
    assert after.camp.tactics == ()
    assert after.camp.banes == (RUIN,)
    assert after.bag.banes == (GIGANTIC, SHADE)
    assert after.drawn == Bag()
    assert chips(after) == chips(before) + Counter(["ninja", "ninja"]), "the tactician came out of the bag"
    assert [what(each) for each in happened] == [
        "week.marked", "event.failed", "influence.gained", "bane.taken", "rivals.bagged", "banes.bagged",
        "arena.cleared", "tactics.returned", "units.lost", "hero.camped", "event.discarded", "round.ended",
    ]  # fmt: skip


@pytest.mark.rule("cleanup.tribune", "cleanup.tactics")
def test_a_sport_event_says_where_its_tribunes_chip_and_all_tactics_go() -> None:
    """Said whether a tactic of yours was used or not; of a tribune that fell the chip has gone before."""
    after, happened = win_event(at("Games"), Reward(recruit="ninja"), Aftermath(rivals=("ninja",)))
    assert "ninja" in after.camp.units
    said = [what(each) for each in happened]
    assert said[said.index("arena.cleared") :][:3] == ["arena.cleared", "tribune.returned", "tactics.returned"]
    _, happened = lose_event(at("Games"), (), Aftermath(tribune=False))
    assert "tribune.returned" not in [what(each) for each in happened]


@pytest.mark.rule("cleanup.non-lethal")
def test_units_defeated_in_a_sport_event_are_restored() -> None:
    before = at("Games")
    after, happened = lose_event(before, (), Aftermath(defeated=("archer", "attacker")))
    assert after.camp == before.camp
    assert "units.restored" in [what(each) for each in happened]


@pytest.mark.rule("cleanup.lethal", "cleanup.bag-rivals", "cleanup.bag-banes", "cleanup.hero", "cleanup.tactics")
def test_what_a_combat_cannot_leave_is_refused() -> None:
    campaign = at("Field")
    refused("cleanup.lethal", "p.28", lose_event, campaign, (), Aftermath(defeated=("archer", "archer")))
    for elite in ("krakenlance", "Decimus", "taotie"):
        refused("cleanup.bag-rivals", "p.28", lose_event, campaign, (), Aftermath(rivals=("ninja", elite)))
    refused("cleanup.bag-banes", "p.28", lose_event, campaign, (), Aftermath(banes=(RUIN,)))
    refused("cleanup.bag-banes", "p.28-29", lose_event, campaign, (), Aftermath(banes=(SHADE,)))
    refused("cleanup.arena-chips", "p.28", lose_event, campaign, (), Aftermath(rivals=("Beast",)))
    refused("cleanup.hero", "p.28", lose_event, campaign, (), Aftermath(hp=-1))
    refused("cleanup.tactics", "p.28", lose_event, campaign, (), Aftermath(tactics=("stun", "stun")))


@pytest.mark.rule("defeat.hero")
def test_a_hero_that_is_defeated_loses_the_campaign_in_any_event() -> None:
    for place in ("Games", "Field", "Jade"):
        campaign, happened = lose_event(at(place), (), Aftermath(hp=0))
        assert (campaign.outcome, [each.rule for each in happened]) == ("lost", ["defeat.hero"])
    refused("defeat.hero", "p.12, 28", win_event, at("Games"), Reward(tactics=()), Aftermath(hp=0))


@pytest.mark.rule("reward.sport", "camp.recruit-never")
def test_a_sport_event_is_rewarded_with_a_rival_unit() -> None:
    left = Aftermath(rivals=("ninja", "samurai", "ninja", "Shade"))
    games = drawn(at("Games"), SHADE)
    campaign, happened = win_event(games, Reward(recruit="ninja"), left)
    assert campaign.bag.banes == (SHADE,), "a unit bane goes back as the bane it is"
    assert campaign.camp.units == ("attacker", "archer", "ninja")
    assert sorted(campaign.bag.units) == ["defender", "ninja", "samurai", "tactician"]
    assert (campaign.pad.weeks[0], campaign.pad.influence, campaign.phase) == (1, 0, "travel")
    assert [what(each) for each in happened][:3] == ["week.marked", "event.won", "camp.recruited"]
    assert happened[1].rule == "reward.sport"
    full = games.with_pad(leadership=3)
    refused("camp.leadership", "p.33", win_event, full, Reward(recruit="ninja"), left)
    campaign, _ = win_event(full, Reward(recruit="ninja", sacrifice="archer"), left)
    assert campaign.camp.units == ("attacker", "ninja")
    assert "archer" in campaign.bag.units
    refused("reward.sport", "p.29", win_event, at("Games"), Reward(recruit="monk"), left)
    for never in ("Shade", "shade", "krakenlance", "beast"):
        refused("camp.recruit-never", "p.33", win_event, games, Reward(recruit=never), left)


@pytest.mark.rule("reward.sport", "camp.recruit-never")
def test_a_sport_event_is_rewarded_with_tactics_up_to_the_capacity() -> None:
    used = Aftermath(tactics=("stun",))
    campaign, _ = win_event(at("Games"), Reward(tactics=("stun", "stun", "hamstring")), used)
    assert campaign.camp.tactics == ("stun", "stun", "hamstring")
    assert win_event(campaign_again(campaign), Reward(tactics=()))[0].camp.tactics == campaign.camp.tactics
    for tactics in ((), ("stun",), ("stun", "stun", "stun")):
        refused("reward.sport", "p.29", win_event, at("Games"), Reward(tactics=tactics))
    refused("reward.sport", "p.29", win_event, at("Games"), Reward())
    refused("reward.sport", "p.29", win_event, at("Games"), Reward(recruit="ninja", tactics=("stun", "stun")))


def campaign_again(campaign: Campaign) -> Campaign:
    return replace(campaign, phase="event")


@pytest.mark.rule("reward.bloodshed")
def test_a_bloodshed_event_is_rewarded_with_one_hero_upgrade() -> None:
    left = Aftermath(hp=2)
    upgraded = [
        win_event(at("Field"), Reward(upgrade=what, die=die), left)[0].pad
        for what, die in (("add-die", None), ("upgrade-die", 2), ("leadership", None), ("health", None))
    ]
    assert [pad.attack for pad in upgraded[:2]] == [("blue", "blue", "yellow"), ("blue", "green")]
    assert (upgraded[2].leadership, upgraded[3].health, upgraded[3].hp) == (7, 7, 3)
    for wrong in (Reward(), Reward(upgrade="movement"), Reward(upgrade="luck")):
        refused("reward.bloodshed", "p.29", win_event, at("Field"), wrong)
    full = at("Field").with_pad(attack=("black",) * 4, leadership=12, health=12)
    assert win_event(full)[0].pad == full.with_pad(weeks=(1, 0, 0, 0)).pad, "nothing is left to upgrade"
    refused("pad.leadership-cap", "p.33", win_event, full, Reward(upgrade="leadership"))


@pytest.mark.rule("reward.sport", "reward.bloodshed", "reward.primus")
def test_a_reward_of_another_kind_is_refused() -> None:
    rewards = {
        "Games": Reward(recruit="ninja"),
        "Field": Reward(upgrade="health"),
        "Jade": Reward(prowess=Prowess("Endurance", 1)),
    }
    rule = {"Games": "reward.sport", "Field": "reward.bloodshed", "Jade": "reward.primus"}
    for place in rewards:
        for other, reward in rewards.items():
            if other != place:
                refused(rule[place], "p.29", win_event, at(place), reward, Aftermath(rivals=("ninja",)))


# Primus and scion -------------------------------------------------------------------------------------------------


@pytest.mark.rule("cleanup.bag-rivals", "bag.draw", "stack.local")
def test_every_chip_of_the_lineup_is_bagged_once(catalogue: Catalogue) -> None:
    """What came out of the bag and the stacks for the rival's lineup goes into the bag, told or not (p.19, 28)."""
    first, _ = begin(catalogue, FIRST_GAME)
    campaign, _ = learn_place(first, "Games", "sport", "atlanteans", [first.place])
    campaign = replace(campaign, place="Games", phase="cleanup")
    campaign, _ = draw_chips(campaign, ["archer", "tactician"])
    campaign, _ = draw_local(campaign, "atlanteans", "reptilian")
    assert (campaign.bag.size(), campaign.drawn.units) == (3, ("archer", "tactician", "reptilian"))
    rivals = Counter(["archer", "tactician", "reptilian"])
    for told in ((), ("archer",), ("reptilian", "tactician", "archer")):
        lost, _ = lose_event(campaign, (), Aftermath(rivals=told))
        assert Counter(lost.bag.units) == Counter(first.bag.units) + Counter(["reptilian"])
        assert lost.drawn == Bag()
        won, _ = win_event(campaign, Reward(recruit="reptilian"), Aftermath(rivals=told))
        assert (Counter(won.bag.units), won.camp.units[-1]) == (Counter(first.bag.units), "reptilian")
    assert chips(campaign) == chips(first) + Counter(["reptilian"])
    untold = replace(campaign, bag=first.bag, drawn=Bag(), stacks=first.stacks)
    lost, _ = lose_event(untold, (), Aftermath(rivals=tuple(rivals)))
    assert Counter(lost.bag.units) == Counter(first.bag.units) + Counter(["reptilian"]), "drawn without telling"


@pytest.mark.rule("reward.sport", "reward.primus", "cleanup.bag-banes")
def test_chips_of_one_name_are_told_apart(catalogue: Catalogue) -> None:
    """Of two chips of one name on the table one is recruited; a bane named twice was drawn once (p.28-29)."""
    first, _ = begin(catalogue, FIRST_GAME)
    campaign, _ = learn_place(first, "Games", "sport", "atlanteans", [first.place])
    campaign, _ = draw_chips(replace(campaign, place="Games", phase="cleanup"), ["tactician", "tactician"])
    won, _ = win_event(campaign, Reward(recruit="tactician"))
    assert (chips(won), won.drawn) == (chips(first), Bag())
    crowd = at("Jade").with_bag(units=("defender", "tactician", "tactician"))
    on_table, _ = draw_chips(crowd, ["tactician"])
    reward = Reward(prowess=Prowess("Endurance", 1), drawn=("tactician", "defender"))
    assert chips(win_event(on_table, reward, None)[0]) == chips(crowd)
    twice = Aftermath(banes=(SHADE, SHADE))
    refused("cleanup.bag-banes", "p.28-29", lose_event, drawn(at("Games"), SHADE), (), twice)
    refused(
        "cleanup.bag-banes", "p.28-29", lose_event, drawn(at("Games"), SHADE), (), replace(twice, rivals=("Shade",))
    )


@pytest.mark.rule("event.accept", "cleanup.hero")
def test_a_combat_that_is_on_is_cleaned_up_whatever_the_weeks() -> None:
    accepted, _ = accept_combat(at("Field", crossed=10))
    late = accepted.with_pad(weeks=(11, 0, 0, 0))
    assert lose_event(late)[0].pad.weeks[0] == 12


@pytest.mark.rule("round.phases", "week.use")
@pytest.mark.rule("event.accept", "round.phases")
def test_a_combat_that_was_accepted_before_is_cleaned_up_the_same() -> None:
    """Accepting leads to the combat, and after it to the cleanup; it can be spectated no more (p.14, 16)."""
    accepted, happened = accept_combat(at("Field"))
    assert (accepted.phase, [values(each) for each in happened]) == ("cleanup", [{"kind": "bloodshed"}])
    assert accepted == replace(at("Field"), phase="cleanup")
    assert lose_event(accepted) == lose_event(at("Field"))
    refused("round.phases", "p.14", spectate, accepted)
    refused("round.phases", "p.14", accept_combat, accepted)
    refused("opportunity.draw", "p.16", accept_combat, at("Oracle"))
    refused("travel.deadline", "p.13, 15", accept_combat, at("Field", crossed=11))
    assert values(accept_combat(at("Jade"))[1][0]) == {"kind": "primus"}


@pytest.mark.rule("event.accept", "spectate.capital", "travel.deadline")
def test_what_may_be_done_about_the_event_here() -> None:
    """An event is accepted or spectated; at a capital never spectated, in week 12 only spectated (p.15-16)."""
    here = event_here(at("Field", act=2, crossed=3, influence=3))
    assert (here.may, here.week, here.influence, here.banes) == (("accept", "spectate"), 4, 2, 1)
    assert (event_here(at("Field", crossed=11)).may, event_here(at("Jade")).may) == (("spectate",), ("accept",))
    assert "p.13, 15" in event_here(at("Field", crossed=11)).why
    assert (event_here(at("Jade")).influence, event_here(at("Jade")).banes) == (0, 0)
    assert event_here(accept_combat(at("Field"))[0]).may == ("cleanup",)
    refused("round.phases", "p.13-14", event_here, replace(at("Field"), phase="travel"))
    refused("round.phases", "p.13-14", lose_event, replace(at("Field"), phase="travel"))


@pytest.mark.rule("skill.undying")
def test_a_unit_with_undying_is_never_sacrificed_and_comes_back() -> None:
    """A unit with Undying outlasts a lethal combat, and nobody can sacrifice it (Unit Skills)."""
    before = at("Field", act=3, crossed=2, influence=1)
    after, happened = lose_event(before, [RUIN], Aftermath(defeated=("archer", "attacker"), undying=("archer",)))
    assert after.camp.units == ("archer",)
    told = {what(each): values(each) for each in happened}
    assert told["units.undying"] == {"units": ["archer"]}
    assert told["units.lost"] == {"units": ["attacker"]}
    assert chips(after) == chips(before)
    refused("skill.undying", "Undying", sacrifice, after, "archer", ("archer",))
    assert sacrifice(after, "archer")[0].camp.units == ()


@pytest.mark.rule("skill.undying")
def test_who_is_undying_is_told_by_the_chip(tmp_path: Path) -> None:
    """It is the skill on the chip that keeps a unit from being sacrificed (Unit Skills)."""
    (tmp_path / "units").mkdir()
    (tmp_path / "units" / "phoenix.toml").write_text('name = "Phoenix"\nskills = ["Undying", "Regen 1"]\n')
    known = Catalogue(own=tmp_path)
    assert undying(known, ["archer", "phoenix", "nobody"]) == ("phoenix",)
