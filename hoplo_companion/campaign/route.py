"""Ways to be at a location in time: every one that is best by weeks and by the scion's influence (Rulebook p.14-16)."""

from __future__ import annotations

from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign.at_place import Regions, at_place, is_scions, spare_weeks
from hoplo_companion.campaign.decks import draw_cards, front_card
from hoplo_companion.campaign.model import LAST_ACT, Campaign, RefusedError
from hoplo_companion.campaign.moves import FAR, Search, check_not_over, never_at_a_harbor, sailings
from hoplo_companion.campaign.navigation import Leg, chart
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.campaign.planner import Done, Planner, Step, Way, by_planner
from hoplo_companion.campaign.rounds import cards_drawn
from hoplo_companion.campaign.travel import By
from hoplo_companion.campaign.world_map import find, located, neighbours
from hoplo_companion.components.names import slug
from hoplo_companion.language import tr

Doing = Literal["accept", "spectate", "arrive"]

MOST_WAYS = 24
"""How many equally good ways are written out; `Route.ways` counts all of them."""


class Stop(Struct, frozen=True):
    """A location on the way, how it is entered, and the week in which its event takes place.

    Shapes: `by` is empty for an event that waits where the encampment is now; `over` are the harbors passed over, or
    the one boarded and the one left; the goal is the last stop, with `arrive`. With Mercury's Boots `via` are the
    spots moved onto before, and `act` is that of its week; it is 0 for the present one. `card` is its event's, as far
    as the front of the deck is known and stays in order.
    """

    place: str
    kind: str
    region: str
    by: By | Literal[""]
    over: tuple[str, ...]
    doing: Doing
    week: int
    via: tuple[str, ...] = ()
    act: int = 0
    card: str = ""


class Route(Struct, frozen=True):
    """A way to a location: its stops, and what it costs in weeks and influence.

    Shapes: `weeks` are those used on arrival, for events and harbors; `accepts` is how many events are accepted, the
    first ones in `stops`, though any others do as well; `ways` counts the ways that cost the same.
    """

    stops: tuple[Stop, ...]
    weeks: int
    influence: int
    banes: int
    accepts: int
    ways: int = 1


def routes(campaign: Campaign, goal: str, regions: Regions, most: int = MOST_WAYS) -> list[Route]:
    """Find every way to be at a location in week 12 at the latest that is best by weeks used and influence gained.

    Accepting an event takes a week, spectating it gains influence equal to the act, a harbor takes a week (p.14-16).
    Shapes: the least influence first; of those that cost the same as many as `most`, in the order of their names;
    empty where no way leads there in time on the map as it is known. RefusedError where nobody can go there at all.
    """
    place, is_scion = _goal(campaign, goal, regions)
    here = located(campaign, campaign.place)
    starts = _event_waits(campaign, regions)
    if campaign.places[here].kind == "harbor":
        raise never_at_a_harbor(here)
    spare = spare_weeks(campaign)
    came_from = find(campaign, campaign.came_from) or ""
    if by_planner(campaign):
        planner = Planner(campaign, [place], regions, in_act_four=is_scion)
        planned = planner.plans(planner.starts(here, came_from, pending=starts)) if campaign.weeks_left else []
        found = [
            _written(campaign, here, way, plan.weeks, plan.influence, len(plan.ways))
            for plan in planned
            for way in plan.ways[:most]
        ]
        return [_with_cards(campaign, each) for each in found]
    search, act = Search(chart(campaign, regions), [place], max(0, spare)), campaign.pad.act
    found = []
    for weeks in range(spare + 1):
        length = search.length(here, came_from, weeks)
        total = length - 1 + starts
        if length >= FAR or total < weeks:
            continue
        ways = search.count(here, came_from, weeks)
        best = [
            _written(campaign, here, _counted(campaign, here, starts, way, weeks), weeks, (total - weeks) * act, ways)
            for way in islice(search.ways(here, came_from, weeks), most)
        ]
        found = best + found
    return [_with_cards(campaign, each) for each in found]


def _with_cards(campaign: Campaign, route: Route) -> Route:
    """Write to each stop the card that is met there, its deck moving on from stop to stop (p.16, 29)."""
    stops = []
    for stop in route.stops:
        stops.append(replace(stop, card=front_card(campaign, stop.kind)))
        draws = stop.doing == "accept" and stop.kind == "opportunity"
        campaign = draw_cards(campaign, stop.kind, cards_drawn(campaign) if draws else 1)
    return replace(route, stops=tuple(stops))


def _written(campaign: Campaign, here: str, way: Way, weeks: int, influence: int, ways: int) -> Route:
    """Write a way out stop by stop, each with its week."""
    first, steps = way
    act, week = campaign.pad.act, campaign.pad.weeks[campaign.pad.act - 1] + 1
    stops: list[Stop] = []

    def stop(place: str, by: By | Literal[""], over: tuple[str, ...], via: tuple[str, ...], doing: Doing) -> None:
        nonlocal act, week
        act, week = _after(campaign, act, week + (by == "harbor"))
        at = campaign.places[place]
        shown = act if campaign.variant.acts_end_by_weeks else 0
        stops.append(Stop(place, at.kind, at.region, by, over, doing, week, via, shown))
        act, week = _after(campaign, act, week + (doing == "accept"))

    if first:
        stop(here, "", (), (), first)
    for step in steps:
        stop(step.leg.end, step.leg.by, step.leg.over, step.leg.spots[:-1], step.done or "arrive")
    accepts = sum(each.doing == "accept" for each in stops)
    return Route(tuple(stops), weeks, influence, banes_due(campaign, influence), accepts, ways)


def _after(campaign: Campaign, act: int, week: int) -> tuple[int, int]:
    """Give the act and the week, where the act's last one may be over."""
    weeks = campaign.variant.weeks_in_act
    return (act + 1, week - weeks) if week > weeks else (act, week)


def _goal(campaign: Campaign, goal: str, regions: Regions) -> tuple[str, bool]:
    """Find a goal by its name, or the scion's, who waits in Act IV; RefusedError where nobody can go there at all."""
    check_not_over(campaign)
    capital = next((name for name, place in campaign.places.items() if is_scions(place)), "")
    is_scion = bool(capital) and find(campaign, goal) is None and slug(goal) in ("scion", slug(campaign.scion))
    name = capital if is_scion else located(campaign, goal)
    refusal = at_place(campaign, name, regions).enter
    opens_later = name == capital and campaign.variant.acts_end_by_weeks
    if refusal is not None and refusal.rule != "travel.deadline" and not opens_later:
        raise refusal.error()
    if is_scion and campaign.pad.act < LAST_ACT and not campaign.variant.acts_end_by_weeks:
        text = tr("the scion is faced in Act IV: first this act has to end with a primus (p.13, 30)")
        raise RefusedError("travel.capital-scion", text)
    return name, is_scion


def _event_waits(campaign: Campaign, regions: Regions) -> bool:
    """Whether an event waits where the encampment is; RefusedError while its week is not marked, or at a combat."""
    name = located(campaign, campaign.place)
    if campaign.phase == "cleanup":
        text = tr("the Cleanup Phase comes first: then the ways from here are known (p.14, 28)")
        raise RefusedError("round.phases", text)
    here = at_place(campaign, name, regions)
    if campaign.phase == "event" and here.spectate is not None and here.decides:
        text = tr("at a capital the act ends: the combat comes first (p.14, 16)")
        raise RefusedError("travel.capital", text)
    return campaign.phase == "event"


def _counted(campaign: Campaign, here: str, starts: bool, way: tuple[tuple[str, int], ...], weeks: int) -> Way:
    """A way that was found by counting moves, its first events accepted, as many as there are weeks for."""
    left = weeks - sum(cost - 1 for _, cost in way)

    def done() -> Done:
        nonlocal left
        left -= 1
        return "accept" if left >= 0 else "spectate"

    first: Done | Literal[""] = done() if starts else ""
    steps: list[Step] = []
    at = here
    for to, cost in way:
        by: By = "path" if cost == 1 else "harbor"
        over = neighbours(campaign, at)[to] if by == "path" else sailings(campaign, at)[to]
        steps.append(Step(Leg((to,), by, over), "" if len(steps) == len(way) - 1 else done()))
        at = to
    return first, tuple(steps)
