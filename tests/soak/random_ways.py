"""Ways on random maps with any modules: what is planned against all that the commands allow, played out."""

from collections.abc import Iterator
from random import Random
from typing import get_args

from msgspec.structs import replace

from hoplo_companion.campaign.model import OTHER_READINGS, Bane, Campaign, Primus, RefusedError
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.campaign.rounds import accept_combat, cross_off_week, event_here, spectate
from hoplo_companion.campaign.route import Route, routes
from hoplo_companion.campaign.travel import deadline, destinations, travel
from hoplo_companion.components.words import MODULES, Edition, Variant
from tests.helpers.maps import HOME, random_campaign

Way = tuple[tuple[str, ...], ...]
Best = dict[int, tuple[int, set[Way]]]
"""By the weeks used the least influence, and the ways that take no more."""

EDITIONS: tuple[Edition, ...] = get_args(Edition)


def random_way(seed: int) -> Campaign:
    """A campaign that is about to travel on a map of seven places, somewhere in any act, with any modules."""
    random = Random(seed)
    edition = EDITIONS[seed % len(EDITIONS)]
    variant = Variant(edition, tuple(each for each in MODULES if random.random() < 0.5))
    campaign = replace(random_campaign(random, size=7), phase="travel", variant=variant)
    act, most = random.choice([1, 2, 3, 3, 4, 4]), campaign.variant.weeks_in_act
    weeks = [0, 0, 0, 0]
    weeks[act - 1] = random.choice([0, most // 2, most - 2, most - 1])
    campaign = campaign.with_pad(act=act, weeks=tuple(weeks), influence=0)
    if edition:
        heroes = [hero for hero in HOME if hero != campaign.pad.hero and (hero != "nox" or random.random() < 0.7)]
        campaign = replace(campaign, primuses=tuple(map(Primus, heroes))).with_pad(navigation=random.choice([1, 2, 2]))
        other = random.choice(["", *OTHER_READINGS]).partition("=")
        return replace(campaign, rulings={other[0]: other[2]} if other[0] else {})
    defeated = [replace(each, defeated_in_act=at) if at < act else each for at, each in enumerate(campaign.primuses, 1)]
    return replace(campaign, primuses=tuple(defeated))


def longest(campaign: Campaign) -> int:
    """As many Travel Phases are played on."""
    return 5 - campaign.pad.navigation


def done_at(campaign: Campaign) -> Iterator[Campaign]:
    """Do in each way what the commands allow at the end of a Travel Phase, as long as the act or campaign goes on."""
    here = event_here(campaign)
    if "accept" in here.may:
        waiting = [p.hero for p in campaign.primuses if HOME[p.hero] == here.region and not p.defeated_in_act]
        if here.kind == "capital":
            faces_scion = here.region == "vesuvians" and campaign.pad.act == 4
            may_choose = campaign.reads("boots.vesuvius=choose") and bool(waiting)
            ends = faces_scion and not may_choose if campaign.variant.boots else True
            assert waiting or faces_scion
            beaten = [replace(p, defeated_in_act=1) if p.hero in waiting else p for p in campaign.primuses]
            accepted = None if ends else replace(accept_combat(campaign)[0], primuses=tuple(beaten))
        else:
            accepted = campaign
        if accepted is not None:
            after, _ = cross_off_week(replace(accepted, phase="travel"))
            if not after.outcome:
                yield after
    if "spectate" in here.may:
        yield spectate(campaign, [Bane("Doom", "camp")] * banes_due(campaign, campaign.pad.act), ())[0]


def played(campaign: Campaign, goal: str, act: int) -> Best:
    """Go through all that the commands allow, some Travel Phases far, on the way to a goal."""
    best: Best = {}

    def walk(at: Campaign, way: Way) -> None:
        if len(way) >= longest(campaign):
            return
        for to in destinations(at):
            if to.refused or to.too_late:
                continue
            there, _ = travel(at, to.place, to.by, to.via if at.variant.boots else None)
            gone = (*way, (*to.via, to.place, to.by))
            if to.place == goal and there.pad.act >= act:
                most = campaign.variant.weeks_in_act
                used = (there.pad.act - campaign.pad.act) * most
                used += there.pad.weeks[there.pad.act - 1] - campaign.pad.weeks[campaign.pad.act - 1]
                least, ways = best.get(used, (there.pad.influence, set()))
                if there.pad.influence <= least:
                    best[used] = (there.pad.influence, {gone} | (ways if there.pad.influence == least else set()))
                continue
            for then in done_at(there):
                walk(then, gone)

    walk(campaign, ())
    return best_of(best)


def best_of(best: Best) -> Best:
    """Leave out what takes more weeks than another, and no less influence."""
    found: Best = {}
    for weeks in sorted(best):
        if all(best[weeks][0] < other for other, _ in found.values()):
            found[weeks] = best[weeks]
    return found


def as_ways(found: list[Route]) -> Best:
    ways: Best = {}
    for route in found:
        stops = tuple((*stop.via, stop.place, stop.by) for stop in route.stops)
        ways.setdefault(route.weeks, (route.influence, set()))[1].add(stops)
    return ways


def replay(campaign: Campaign, route: Route) -> None:
    """Play a route by the commands, as it is written out, and hold its weeks and influence against what comes of it."""
    start = campaign
    for stop in route.stops:
        assert stop.by
        campaign, _ = travel(campaign, stop.place, stop.by, stop.via if start.variant.boots else None)
        assert (stop.act or campaign.pad.act, stop.week) == (campaign.pad.act, campaign.week)
        if stop.doing != "arrive":
            assert stop.doing in event_here(campaign).may
            was, spectated = campaign.pad.influence, stop.doing == "spectate"
            campaign = next(each for each in done_at(campaign) if (each.pad.influence > was) == spectated)
    assert campaign.pad.influence - start.pad.influence == route.influence


def agree(seed: int) -> int:
    """Hold the planner against the commands on one random map; the number of goals for which that could be done."""
    campaign = random_way(seed)
    compared = 0
    for goal, place in campaign.places.items():
        if goal == campaign.place:
            continue
        for act in {1, 4} if campaign.variant.boots and (place.kind, place.region) == ("capital", "vesuvians") else {1}:
            try:
                found = routes(campaign, goal if act == 1 else "scion", most=2000)
            except RefusedError:
                assert not played(campaign, goal, act), (seed, goal)
                continue
            for route in found:
                replay(campaign, route)
            planned, expected = as_ways(found), played(campaign, goal, act)
            if all(len(way) < longest(campaign) for _, ways in expected.values() for way in ways):
                most = longest(campaign)
                too_long = {weeks: each for weeks, each in planned.items() if min(map(len, each[1])) > most}
                assert planned == best_of(expected | too_long), (seed, goal, act)
                compared += bool(expected)
    if (ahead := deadline(campaign)) is not None and ahead.capital:
        least = routes(campaign, ahead.capital, most=1)[0]
        assert ahead.influence == least.influence, seed
    return compared
