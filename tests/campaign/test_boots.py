"""A campaign with Mercury's Boots, held against its sheet: set-up, acts, travel, rewards, scion (A3 p.5-8; A4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import camp, rounds, setup
from hoplo_companion.campaign.cleanup import Aftermath, Reward
from hoplo_companion.campaign.model import Bane, Campaign, Pad, Primus, Prowess, RefusedError
from hoplo_companion.campaign.navigation import Leg
from hoplo_companion.campaign.pad import upgrade
from hoplo_companion.campaign.setup import Choices, ascend, begin_boots
from hoplo_companion.campaign.stacks import see_top
from hoplo_companion.campaign.travel import destinations, travel
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.variant import Edition, Variant
from hoplo_companion.render.sentences.campaign import event_words
from tests.helpers.maps import Row, by_place, campaign_on

REGIONS = ("lamosians", "atlanteans", "plutos-refugees", "new-argonauts", "vesuvians", "amazons", "parthians", "kunlun")
FIRST = {region: f"{region}-first" for region in REGIONS}


def choices(edition: Edition = "2024", level: str = "chosen", **more: Any) -> Choices:
    given: dict[str, Any] = {
        "hero": "krakenlance", "difficulty": level if edition == "2024" else "", "scion": "taotie",
        "variant": Variant(boots=edition), "opportunities": ("Shrine", "Caravan", "Reckless"), "first_units": FIRST,
        "bag_banes": (Bane("Gigantic", "unit"),),
    }  # fmt: skip
    return Choices(**{**given, **more})


def begun(edition: Edition = "2024", **more: Any) -> Campaign:
    return begin_boots(Catalogue(), choices(edition, **more))[0]


def on(rows: list[Row], place: str, *, navigation: int = 1, edition: Edition = "2024", **more: Any) -> Campaign:
    """Give a campaign with Mercury's Boots on a map, all heroes but Krakenlance being primuses."""
    campaign = campaign_on(rows, place, **more)
    heroes = [hero for hero in Catalogue().ids("heroes") if hero != "krakenlance"]
    campaign = replace(campaign, variant=Variant(boots=edition), primuses=tuple(map(Primus, heroes)))
    return campaign.with_pad(navigation=navigation)


def refused(rule: str, call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        call(*args, **more)
    assert caught.value.rule == rule
    return str(caught.value)


# Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("boots.difficulty", "boots.prowess", "boots.pad", "boots.edition")
@pytest.mark.parametrize(("edition", "level", "blessings"), [
    ("2024", "chosen", 10), ("2024", "valiant", 8), ("2024", "fearless", 6), ("promo", "", 10),
])  # fmt: skip
def test_a_level_gives_blessings_and_nothing_else(edition: Edition, level: str, blessings: int) -> None:
    """Neither Health nor Leadership, dice, Prowess or influence; three tactics on every level; the pad starts low."""
    campaign = begun(edition, difficulty=level)
    pad = campaign.pad
    assert (pad.blessings, pad.influence, pad.navigation, pad.opportunity_capacity) == (blessings, 0, 1, 3)
    assert (pad.health, pad.leadership, pad.attack, pad.movement) == (5, 5, ("blue", "blue"), 2)
    assert (len(campaign.camp.tactics), campaign.camp.prowess) == (3, ())
    assert campaign.variant.boots == edition


@pytest.mark.rule("boots.difficulty", "boots.prowess", "boots.primuses", "boots.first-opportunities", "boots.ascension")
def test_what_set_up_refuses() -> None:
    """No level by the older sheet, no primus chosen, three cards, and nothing that a blessing does not buy."""
    known = Catalogue()
    refused("boots.difficulty", begin_boots, known, choices("promo", difficulty="chosen"))
    refused("boots.difficulty", begin_boots, known, choices(upgrades=("add-die",)))
    refused("boots.primuses", begin_boots, known, choices(primuses=("nox",)))
    refused("boots.first-opportunities", begin_boots, known, choices(opportunities=("Shrine",)))
    refused("boots.prowess", begin_boots, known, choices("promo", prowess=(Prowess("Endurance", 1),)))
    refused("boots.ascension", begin_boots, known, choices(spent=("movement",)))
    refused("boots.ascension", begin_boots, known, choices(level="fearless", spent=("health",) * 7))
    printed = begun(prowess=(Prowess("Endurance", 1),))
    assert [card.label() for card in printed.camp.prowess] == ["Endurance 1"]


@pytest.mark.rule("boots.bag", "boots.scion-bane", "boots.primuses", "boots.first-opportunities")
def test_the_bag_the_banes_and_the_primuses() -> None:
    """Five neutral units, each stack's first and the scion's bane are in the bag; all other heroes are primuses."""
    campaign = begun()
    neutral = [unit for unit in campaign.bag.units if not unit.endswith("-first")]
    assert (len(neutral), len(campaign.bag.units)) == (5, 13)
    assert [stack.size() for stack in campaign.stacks.values()] == [5] * 8
    assert (campaign.bag.banes, campaign.bane_stack, campaign.drawn.units) == ((Bane("Gigantic", "unit"),), (), ())
    assert sorted(primus.hero for primus in campaign.primuses) == sorted(
        set(Catalogue().ids("heroes")) - {"krakenlance"}
    )
    assert campaign.camp.opportunities == ("Shrine", "Caravan", "Reckless")


@pytest.mark.rule("boots.ascension")
def test_six_blessings_of_fearless_four_of_them_spent() -> None:
    """Four rewards, and two blessings left; the limits are those of the pad."""
    spent = ("health", "navigation", "upgrade-die:1", "prowess:Endurance 1")
    campaign = begun(level="fearless", spent=spent)
    pad = campaign.pad
    assert (pad.blessings, pad.health, pad.hp, pad.navigation, pad.attack) == (2, 6, 6, 2, ("green", "blue"))
    assert [card.label() for card in campaign.camp.prowess] == ["Endurance 1"]
    refused("boots.pad", begin_boots, Catalogue(), choices(spent=("navigation",) * 4))
    refused("boots.pad", begin_boots, Catalogue(), choices(spent=("opportunity-capacity",) * 3))
    refused("camp.prowess-level", begin_boots, Catalogue(), choices(spent=("prowess:Endurance 2",)))


@pytest.mark.rule("boots.bag", "boots.ascension", "boots.edition")
def test_which_unit_of_a_stack_is_recruited_hangs_on_the_sheet() -> None:
    """By A3 the first one is recruited and the next goes into the bag, by A4 the other way round."""
    first, second = "unit:kunlun:monk", "unit:kunlun:jade-guard"
    newer = begun(spent=(first,), first_units={"kunlun": "jade-guard"})
    older = begun("promo", spent=(second,), first_units={"kunlun": "monk"})
    assert ("monk" in newer.camp.units, "jade-guard" in newer.bag.units) == (True, True)
    assert ("jade-guard" in older.camp.units, "monk" in older.bag.units) == (True, True)
    full = begun(spent=(first,), first_units={})
    full, _ = see_top(full, "amazons", ["huntress"])
    assert "5" in refused("camp.leadership", ascend, full, "unit:amazons")
    swapped, _ = ascend(full, "unit:amazons::archer")
    assert ("huntress" in swapped.camp.units, "archer" in swapped.camp.units) == (True, False)
    assert swapped.bag.units.count("archer") == full.bag.units.count("archer") + 1


# Acts -------------------------------------------------------------------------------------------------------------

LINE: list[Row] = [
    ("One", "sport", "kunlun", ["Two"]),
    ("Two", "bloodshed", "kunlun", ["Three"]),
    ("Three", "opportunity", "amazons", ["One"]),
]


@pytest.mark.rule("boots.acts", "boots.back", "boots.edition")
@pytest.mark.parametrize("edition", ["2024", "promo"])
def test_an_act_ends_with_its_sixth_week_wherever_the_encampment_is(edition: Edition) -> None:
    """Acts I to III last six weeks; by the older sheet alone the way back is open then."""
    campaign = replace(on(LINE, "Two", crossed=5, edition=edition), came_from="One", phase="event")
    campaign, _ = rounds.lose_event(campaign, (), Aftermath(hp=2))
    assert (campaign.pad.act, campaign.pad.weeks, campaign.week, campaign.phase) == (2, (6, 0, 0, 0), 1, "travel")
    assert campaign.pad.influence == 1, "the act in which it was lost counts"
    may_return = not by_place(destinations(campaign))["One"].refused
    assert may_return is (edition == "promo")


@pytest.mark.rule("boots.scion-in-time", "boots.acts")
def test_the_last_week_without_the_scion_loses() -> None:
    """After Act IV nothing follows: a week crossed off by an event or by hand loses the campaign."""
    campaign = replace(on(LINE, "Three", act=4, crossed=5), phase="event")
    lost, _ = rounds.accept_opportunity(campaign, "Shrine")
    assert lost.outcome == "lost"
    assert rounds.cross_off_week(campaign)[0].outcome == "lost"
    going_on, _ = rounds.spectate(campaign, [Bane("Low", "bag")])
    assert (going_on.outcome, going_on.pad.influence, going_on.week) == ("", 4, 6)


@pytest.mark.rule("boots.acts", "spectate.influence")
def test_spectating_in_act_iii() -> None:
    """Influence is still by the act, and no week passes."""
    campaign = replace(on(LINE, "One", act=3, crossed=2), phase="event")
    after, _ = rounds.spectate(campaign)
    assert (after.pad.influence, after.pad.weeks[2], after.pad.hp) == (3, 2, 6)


@pytest.mark.rule("boots.opportunity-event", "boots.full-camp")
@pytest.mark.parametrize(("held", "capacity", "most"), [(2, 3, 1), (0, 3, 3), (1, 5, 3), (3, 3, 0), (4, 5, 1)])
def test_opportunity_events_fill_the_capacity(held: int, capacity: int, most: int) -> None:
    """Up to three are drawn, never beyond the capacity; fewer, and none with a full camp, still take the week."""
    campaign = replace(on(LINE, "Three"), phase="event").with_pad(opportunity_capacity=capacity)
    campaign = campaign.with_camp(opportunities=tuple(f"Card {at}" for at in range(held)))
    assert rounds.opportunities_due(campaign) == most
    refused("boots.opportunity-event", rounds.accept_opportunity, campaign, *["New"] * (most + 1))
    for count in range(most + 1):
        after, _ = rounds.accept_opportunity(campaign, *["New"] * count)
        assert (len(after.camp.opportunities), after.pad.weeks[0]) == (held + count, 1)


# Rewards ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("boots.sport")
def test_a_won_sport_gives_both_rewards() -> None:
    """A rival unit and the tactics, each with its own limits."""
    campaign = replace(on(LINE, "One"), phase="event")
    left = Aftermath(hp=3, rivals=("murmillo", "archer"))
    tactics = ("adrenaline", "hamstring")
    after, _ = rounds.win_event(campaign, Reward(recruit="murmillo", tactics=tactics), left)
    assert ("murmillo" in after.camp.units, sorted(after.camp.tactics)) == (True, ["adrenaline", "hamstring", "stun"])
    assert ("archer" in after.bag.units, "murmillo" in after.bag.units) == (True, False)
    refused("boots.sport", rounds.win_event, campaign, Reward(tactics=tactics), left)
    refused("reward.sport", rounds.win_event, campaign, Reward(recruit="murmillo"), left)


@pytest.mark.rule("boots.bloodshed", "boots.pad")
@pytest.mark.parametrize("what", ["navigation", "opportunity-capacity", "health"])
def test_bloodshed_has_two_more_choices_of_one_reward(what: str) -> None:
    """Navigation +1 and Opportunity Capacity +1; only with Mercury's Boots."""
    campaign = replace(on(LINE, "Two"), phase="event")
    after, _ = rounds.win_event(campaign, Reward(upgrade=what), Aftermath(hp=3))
    was, now = (each.pad for each in (campaign, after))
    grown = {key for key in ("navigation", "opportunity_capacity", "health") if getattr(now, key) != getattr(was, key)}
    assert grown == {what.replace("-", "_")}
    if what != "health":
        plain = replace(campaign, variant=Variant())
        refused("reward.bloodshed", rounds.win_event, plain, Reward(upgrade=what), Aftermath(hp=3))
        refused("pad.upgrade", upgrade, plain, what)


ROWS = ("health", "opportunity:Shrine", "recruit:murmillo", "other:look at the top card")


@pytest.mark.rule("boots.primus-reward", "boots.primus-week", "boots.primuses")
def test_a_primus_gives_four_rewards_takes_a_week_and_leaves_the_act() -> None:
    """In place of healing, Prowess and recruits; defeats are counted in their order; losing loses the campaign."""
    rows: list[Row] = [("Jade", "capital", "kunlun", ["One"]), ("One", "sport", "kunlun", [])]
    campaign = replace(on(rows, "Jade", act=2, crossed=1), phase="event").with_camp(opportunities=("Shrine",))
    left = Aftermath(hp=3, rivals=("murmillo", "archer"), defeated=("attacker",))
    after, _ = rounds.win_event(campaign, Reward(rows=ROWS), left)
    assert (after.pad.act, after.pad.weeks, after.phase) == (2, (0, 2, 0, 0), "travel")
    assert (after.pad.health, after.pad.hp, after.camp.prowess, after.camp.opportunities) == (7, 4, (), ())
    assert (sorted(after.camp.units), after.defeated) == (["archer", "murmillo"], ("bingqing",))
    assert "attacker" in after.bag.units
    assert len(refused("boots.primus-reward", rounds.win_event, campaign, Reward(rows=ROWS[:3]), left))
    refused("boots.primus-reward", rounds.win_event, campaign, Reward(rows=("wings", *ROWS[:3])), left)
    refused("camp.prowess-level", rounds.win_event, campaign, Reward(rows=("prowess:Endurance", *ROWS[:3])), left)
    refused("camp.recruit-never", rounds.win_event, campaign, Reward(rows=("recruit:bingqing", *ROWS[:3])), left)
    full, chosen = campaign.with_pad(leadership=2), Reward(rows=ROWS, sacrifice="archer")
    refused("camp.leadership", rounds.win_event, full, Reward(rows=ROWS), left)
    assert rounds.win_event(full, chosen, left)[0].camp.units == ("murmillo",)
    refused("camp.leadership", rounds.win_event, campaign, chosen, left)
    assert rounds.lose_event(campaign, (), Aftermath(hp=3))[0].outcome == "lost"


@pytest.mark.rule("boots.random-primus")
def test_a_random_unused_primus_is_a_defeated_one() -> None:
    """If there is none unused: a defeated one; if none is defeated: an undefeated one, which returns."""
    campaign = on(LINE, "One")
    heroes = Catalogue().ids("heroes")
    assert rounds.random_primuses(campaign, heroes) == ([p.hero for p in campaign.primuses], True)
    first, *rest = campaign.primuses
    beaten = replace(campaign, primuses=(replace(first, defeated_in_act=1, order=1), *rest))
    assert rounds.random_primuses(beaten, heroes) == ([first.hero], False)
    base = replace(campaign, variant=Variant(), primuses=tuple(rest[:3]))
    drawn, returns = rounds.random_primuses(base, heroes)
    assert (len(drawn), returns) == (4, False)


# Modules ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("modules.combine", "faces.scions", "days.events", "days.supply", "days.first-cards", "sands.cards")
def test_modules_say_what_they_want_at_set_up() -> None:
    """Each is on or off, all combine, and a scion of Faces of Evil brings its module."""
    variant = setup.with_its_scion(Variant(boots="2024", modules=("dark-days", "rivals")), "set", Catalogue())
    assert variant.modules == ("faces-of-evil", "dark-days", "rivals")
    assert setup.with_its_scion(Variant(), "taotie", Catalogue()) == Variant()
    said = [(each.values.get("module", ""), each.rule) for each in setup.set_up(variant, "set")]
    assert said == [
        ("", "modules.combine"), ("faces-of-evil", "faces.scions"), ("dark-days", "days.events"),
        ("rivals", "rivals.deck"),
    ]  # fmt: skip
    assert setup.set_up(Variant(), "taotie") == []
    for edition in ("", "2024"):
        (_, dark) = setup.set_up(Variant(boots=edition, modules=("dark-days",)), "set")
        assert ("first Opportunity cards" in event_words(dark)) == bool(edition)


@pytest.mark.rule("sands.turn", "sands.cards", "sands.passing")
def test_an_arena_card_turns_after_each_combat_and_stays_until_the_region_is_left() -> None:
    """Side A is up as a region is entered; passing through another one is leaving it."""
    rows: list[Row] = [
        ("One", "sport", "kunlun", ["Two", "Away"]), ("Two", "bloodshed", "kunlun", ["Away"]),
        ("Away", "sport", "amazons", []),
    ]  # fmt: skip
    campaign = replace(on(rows, "One", navigation=2), variant=Variant("2024", ("strange-sands",)), phase="event")
    campaign, _ = rounds.lose_event(campaign, (), Aftermath(hp=2))
    assert campaign.turned == ("kunlun",)
    assert travel(campaign, "Two", "path", [])[0].turned == ("kunlun",)
    assert travel(campaign, "Two", "path", ["Away"])[0].turned == ()
    assert travel(campaign, "Away", "path", [])[0].turned == ()
    again = replace(campaign, phase="event")
    assert rounds.lose_event(again, (), Aftermath(hp=2))[0].turned == ()
    assert rounds.spectate(again)[0].turned == ("kunlun",)


@pytest.mark.rule("rivals.capital", "rivals.decline", "rivals.used-card", "boots.rivals")
@pytest.mark.parametrize("boots", ["", "2024"])
def test_with_the_rivals_any_capital_may_be_entered(boots: Edition) -> None:
    """There one spectates, whether a primus waits or not; its card goes to the back of the deck after its combat."""
    rows: list[Row] = [
        ("One", "sport", "kunlun", ["Home", "Jade"]), ("Home", "capital", "atlanteans", []),
        ("Jade", "capital", "kunlun", []),
    ]  # fmt: skip
    campaign = replace(on(rows, "One"), variant=Variant(boots, ("rivals",)))
    empty, _ = travel(campaign, "Home")
    assert rounds.event_here(empty).may == ("spectate",)
    refused("rivals.capital", rounds.accept_combat, empty)
    after, happened = rounds.spectate(empty)
    assert (after.pad.influence, after.pad.weeks[0], after.phase, after.pad.hp) == (1, 0, "travel", 6)
    assert [each.values["deck"] for each in happened if "deck" in each.values] == ["capital", "capital"]
    waiting, _ = travel(campaign, "Jade")
    assert rounds.event_here(waiting).may == ("accept", "spectate")
    assert rounds.spectate(waiting)[0].pad.act == 1
    reward = Reward(rows=("other:a", "other:b", "other:c", "other:d")) if boots else Reward(
        prowess=Prowess("Endurance", 1), drawn=("defender", "tactician")
    )  # fmt: skip
    won, happened = rounds.win_event(rounds.accept_combat(waiting)[0], reward, Aftermath(hp=3))
    assert [each.values["deck"] for each in happened if "deck" in each.values] == ["capital"]
    assert won.pad.act == (1 if boots else 2)


@pytest.mark.rule("camp.opportunity", "boots.spent-card")
def test_spending_a_card_outside_a_fight_that_is_followed() -> None:
    """It leaves the camp like one that is completed."""
    campaign = begun()
    assert camp.discard_opportunity(campaign, "shrine")[0].camp.opportunities == ("Caravan", "Reckless")


def test_legs_know_where_they_came_from() -> None:
    """The location before the last one, or the start."""
    assert (Leg(("B", "C")).came_from("A"), Leg(("C",)).came_from("A")) == ("B", "A")
    assert Pad(hero="x", movement=1, range=1, health=1, hp=1, leadership=1).navigation == 1
