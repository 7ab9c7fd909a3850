"""Ways to a location in time: the second example of p.15, and all of them against brute force."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.rounds import spectate
from hoplo_companion.campaign.route import Route, routes
from hoplo_companion.campaign.travel import deadline, destinations, travel
from tests.helpers.effort import calls
from tests.helpers.maps import CAPITALS, EXAMPLE, HOME, Row, campaign_on, chain, random_campaign, refused


def told(route: Route) -> list[tuple[str, str, int]]:
    return [(stop.place, stop.doing, stop.week) for stop in route.stops]


@pytest.mark.rule("travel.deadline", "week.use")
def test_the_second_example_of_page_15() -> None:
    """In week 11, to be at the capital in week 12, two events in a row must be spectated."""
    found = routes(chain(3, crossed=10, act=2, influence=3), "Iolcus")
    assert [(each.weeks, each.influence, each.banes, each.accepts) for each in found] == [(1, 4, 1, 1), (0, 6, 2, 0)]
    assert told(found[0]) == [
        ("Stop 1", "accept", 11), ("Stop 2", "spectate", 12), ("Stop 3", "spectate", 12), ("Iolcus", "arrive", 12),
    ]  # fmt: skip
    # With two stops alone, twice in a row is needed to be there in week 11 still, and once to be there in week 12.
    found = routes(chain(2, crossed=10), "iolcus")
    assert [told(each) for each in found] == [
        [("Stop 1", "accept", 11), ("Stop 2", "spectate", 12), ("Iolcus", "arrive", 12)],
        [("Stop 1", "spectate", 11), ("Stop 2", "spectate", 11), ("Iolcus", "arrive", 11)],
    ]
    # In week 12 there is nothing else than to spectate both.
    found = routes(chain(2, crossed=11), "Iolcus")
    assert [[stop.doing for stop in each.stops] for each in found] == [["spectate", "spectate", "arrive"]]


@pytest.mark.rule("decks.open")
def test_a_route_names_the_cards_that_are_met_on_it() -> None:
    """Each deck moves on from stop to stop, and no further than it is known (p.7-8)."""
    campaign = replace(chain(3, crossed=10, act=2), decks={"sport": ("Wall",), "bloodshed": ("Brawl", "Race")})
    assert [stop.card for stop in routes(campaign, "Iolcus")[0].stops] == ["Brawl", "Race", "", ""]


@pytest.mark.rule("harbor.week", "travel.not-back")
def test_harbors_and_the_way_back_count_on_a_route() -> None:
    campaign = campaign_on([*EXAMPLE, ("Iolcus", "capital", "new-argonauts", ["Shore"])], "Isle", came_from="Tower")
    fastest = routes(campaign, "Iolcus")[-1]
    assert told(fastest) == [("Shore", "spectate", 2), ("Iolcus", "arrive", 2)]
    assert (fastest.weeks, fastest.influence, fastest.stops[0].over) == (1, 1, ("Pharos", "Themis"))
    # The way straight back leads around: there is no shorter one.
    back = routes(campaign, "Tower")[0]
    assert {len(each.stops) for each in routes(campaign, "Tower")} == {3}
    assert told(back)[-2:] == [("Fen", "accept", 2), ("Tower", "arrive", 3)]


@pytest.mark.rule("travel.capital", "harbor.never-end", "campaign.over")
def test_goals_that_nobody_goes_to_are_refused() -> None:
    campaign = campaign_on([*CAPITALS, ("Port", "harbor", "", ["Here"])], "Here")
    refused("travel.capital", "p.14, 30", routes, campaign, "Atlas")
    refused("harbor.never-end", "p.14-15", routes, campaign, "Port")
    refused("map.locations", "p.14", routes, campaign, "Nowhere")
    refused("campaign.over", "p.30", routes, replace(campaign, outcome="won"), "Next")
    refused("round.phases", "p.14, 28", routes, replace(campaign, phase="cleanup"), "Next")
    refused("travel.capital", "p.14, 16", routes, replace(campaign, phase="event", place="Iolcus"), "Next")
    refused("harbor.never-end", "p.15", routes, replace(campaign, place="Port"), "Next")
    assert routes(campaign_on(CAPITALS, "Here", crossed=12), "Iolcus") == []


def replayed(campaign: Campaign, route: Route) -> Campaign:
    """Play a route by the rules themselves: travel, then accept or spectate."""
    for stop in route.stops:
        if stop.by:
            campaign, _ = travel(campaign, stop.place, stop.by)
        assert campaign.pad.weeks[campaign.pad.act - 1] + 1 == stop.week
        if stop.doing == "spectate":
            campaign = replace(campaign.with_pad(influence=campaign.pad.influence + campaign.pad.act), phase="travel")
        elif stop.doing == "accept":
            weeks = list(campaign.pad.weeks)
            weeks[campaign.pad.act - 1] += 1
            campaign = replace(campaign.with_pad(weeks=tuple(weeks)), phase="travel")
    return campaign


@pytest.mark.rule("travel.deadline")
def test_the_warning_is_the_least_influence_of_any_route() -> None:
    for seed in range(150):
        campaign = random_campaign(Random(seed))
        goals = [
            name
            for name, place in campaign.places.items()
            if place.kind == "capital" and any(HOME[each.hero] == place.region for each in campaign.primuses)
        ]
        least = [found[0].influence for goal in goals if (found := routes(campaign, goal, most=1))]
        ahead = deadline(campaign)
        assert (ahead is None) == (not goals)
        if ahead is not None:
            assert bool(ahead.capital) == bool(least)
            assert ahead.influence == min(least, default=0)


def test_routes_on_a_map_of_sixty_locations_are_found_at_once() -> None:
    random = Random(1)
    names = [f"p{at}" for at in range(60)]
    rows: list[Row] = []
    for at, name in enumerate(names):
        kind = "capital" if at in (0, 59) else "harbor" if at % 6 == 5 else "sport"
        region = "new-argonauts" if at == 59 else "atlanteans"
        near = [names[each] for each in range(max(0, at - 4), at)]
        rows.append((name, kind, region, random.sample(near, min(2, len(near)))))
    campaign = campaign_on(rows, "p0")
    found = routes(campaign, "p59")
    assert calls(lambda: (routes(campaign, "p59"), destinations(campaign))) < 300_000
    assert found
    assert found[0].influence == 0


@pytest.mark.rule("spectate.move-on")
def test_a_route_of_spectating_is_one_that_can_be_played() -> None:
    campaign = chain(2, crossed=11)
    for stop in routes(campaign, "Iolcus")[0].stops:
        campaign, _ = travel(campaign, stop.place)
        if stop.doing == "spectate":
            campaign, _ = spectate(campaign)
    assert (campaign.place, campaign.week, campaign.pad.influence) == ("Iolcus", 12, 2)


@pytest.mark.rule("travel.not-back", "harbor.week")
def test_a_way_leads_back_out_of_a_dead_end_once_no_week_is_left_for_its_harbor() -> None:
    """With a week to spare it is used at the dead end, whose harbor then takes one too many (travel.dead-end)."""
    rows: list[Row] = [
        ("Home", "sport", "kunlun", ["Iolcus", "Cove"]), ("Iolcus", "capital", "new-argonauts", []),
        ("Cove", "sport", "kunlun", ["Port"]), ("Port", "harbor", "", []), ("Haven", "harbor", "", ["Shore"]),
        ("Shore", "sport", "amazons", []),
    ]  # fmt: skip
    campaign = campaign_on(rows, "Home", crossed=10, came_from="Iolcus")
    found = routes(campaign, "Iolcus")
    assert [told(each) for each in found] == [
        [("Cove", "accept", 11), ("Home", "spectate", 12), ("Iolcus", "arrive", 12)],
    ]
    assert replayed(campaign, found[0]).place == "Iolcus"
    ahead = deadline(campaign)
    assert ahead is not None
    assert (ahead.capital, ahead.spectate) == ("Iolcus", 1)
