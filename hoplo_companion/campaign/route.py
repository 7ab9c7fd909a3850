"""Ways to be at a location in time: every one that is best by weeks and by the scion's influence (Rulebook p.14-16)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign, Place, RefusedError
from hoplo_companion.campaign.moves import (
    FAR,
    Regions,
    Search,
    chart,
    check_not_over,
    closed,
    never_at_a_harbor,
    sailings,
    spare_weeks,
)
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.campaign.planner import Plan, Way, plans
from hoplo_companion.campaign.travel import By
from hoplo_companion.campaign.world_map import find, located, neighbours
from hoplo_companion.language import tr

Doing = Literal["accept", "spectate", "arrive"]

MOST_WAYS = 24
"""How many equally good ways are written out; `Route.ways` counts all of them."""


class Stop(Struct, frozen=True):
    """A location on the way, how it is entered, and the week in which its event takes place.

    Shapes: `by` is empty for an event that waits where the encampment is now; `over` are the harbors passed over, or
    the one boarded and the one left; the goal is the last stop, with `arrive`. With Mercury's Boots `via` are the
    spots moved onto before, and `act` is that of its week; it is 0 for the present one.
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


class Route(Struct, frozen=True):
    """A way to a location: its stops, and what it costs in weeks and influence.

    Shapes: `weeks` are those used on arrival, for events and harbors; `accepts` is how many events are accepted, the
    first ones in `stops`, though any others do as well (`accepting`); `ways` counts the ways that cost the same.
    """

    stops: tuple[Stop, ...]
    weeks: int
    influence: int
    banes: int
    accepts: int
    ways: int = 1

    @property
    def events(self) -> tuple[int, ...]:
        """Give the places in `stops` of those with an event to accept or to spectate."""
        return tuple(at for at, stop in enumerate(self.stops) if stop.doing != "arrive")


def routes(campaign: Campaign, goal: str, regions: Regions, most: int = MOST_WAYS) -> list[Route]:
    """Find every way to be at a location in week 12 at the latest that is best by weeks used and influence gained.

    Accepting an event takes a week, spectating it gains influence equal to the act, a harbor takes a week (p.14-16).
    Shapes: the least influence first; of those that cost the same as many as `most`, in the order of their names;
    empty where no way leads there in time on the map as it is known. RefusedError where nobody can go there at all.
    """
    place = _goal(campaign, goal, regions)
    here = located(campaign, campaign.place)
    start = _start(campaign)
    moves = chart(campaign, regions)
    if here not in moves.steps:
        raise never_at_a_harbor(here)
    spare = spare_weeks(campaign)
    came_from = find(campaign, campaign.came_from) or ""
    if campaign.variant.boots:
        planned = plans(campaign, here, place, came_from, regions)
        return [_planned(campaign, here, plan, way) for plan in planned for way in plan.ways[:most]]
    search = Search(moves, [place], max(0, spare))
    found: list[Route] = []
    for weeks in range(spare + 1):
        length = search.length(here, came_from, weeks)
        total = length - 1 + len(start)
        if length >= FAR or total < weeks:
            continue
        ways = search.count(here, came_from, weeks)
        best = [
            _route(campaign, here, start, way, weeks, total - weeks, ways)
            for way in islice(search.ways(here, came_from, weeks), most)
        ]
        found = best + found
    return found


def _planned(campaign: Campaign, here: str, plan: Plan, way: Way) -> Route:
    """Write a way by Navigation out (Mercury's Boots)."""
    first, steps = way
    act, week = campaign.pad.act, campaign.pad.weeks[campaign.pad.act - 1] + 1
    stops: list[Stop] = []

    def stop(place: str, by: By | Literal[""], over: tuple[str, ...], via: tuple[str, ...], doing: Doing) -> None:
        nonlocal act, week
        act, week = _after(campaign, act, week + (by == "harbor"))
        at = campaign.places[place]
        stops.append(Stop(place, at.kind, at.region, by, over, doing, week, via, act))
        act, week = _after(campaign, act, week + (doing == "accept"))

    if first:
        stop(here, "", (), (), first)
    for step in steps:
        stop(step.leg.end, step.leg.by, step.leg.over, step.leg.spots[:-1], step.done or "arrive")
    accepts = sum(each.doing == "accept" for each in stops)
    banes = banes_due(campaign, plan.influence)
    return Route(tuple(stops), plan.weeks, plan.influence, banes, accepts, len(plan.ways))


def _after(campaign: Campaign, act: int, week: int) -> tuple[int, int]:
    """Give the act and the week, where the act's last one may be over."""
    weeks = campaign.variant.weeks_in_act
    return (act + 1, week - weeks) if week > weeks else (act, week)


def accepting(route: Route, which: Collection[int]) -> Route:
    """Give a route with other events accepted, by their places in `stops`; as many as before, at the same cost (p.16).

    RefusedError where they are not as many, or not events.
    """
    chosen = set(which)
    if len(chosen) != route.accepts or not chosen <= set(route.events):
        text = tr(
            "{count} of the {events} events of this way are accepted (p.14, 16)",
            count=route.accepts,
            events=len(route.events),
        )
        raise RefusedError("week.use", text)
    stops: list[Stop] = []
    week = 0
    for at, stop in enumerate(route.stops):
        was_accepted = bool(stops) and stops[-1].doing == "accept"
        week = week + was_accepted + (stop.by == "harbor") if stops else stop.week
        doing: Doing = "arrive" if stop.doing == "arrive" else "accept" if at in chosen else "spectate"
        stops.append(replace(stop, doing=doing, week=week))
    return replace(route, stops=tuple(stops))


def _goal(campaign: Campaign, goal: str, regions: Regions) -> str:
    """Give the name of a goal; RefusedError where the encampment cannot go there at all (p.14-15)."""
    check_not_over(campaign)
    name = located(campaign, goal)
    place = campaign.places[name]
    if place.kind == "harbor":
        raise RefusedError("harbor.never-end", tr("{place} is a harbor: a move never ends there (p.15)", place=name))
    if place.kind == "capital" and (why := closed(campaign, place.region, regions)):
        raise RefusedError("travel.capital", tr("{place} may not be entered: {reason}", place=name, reason=why))
    return name


def _start(campaign: Campaign) -> list[Place]:
    """Give the event that waits where the encampment is: none in the Travel Phase, nor while its week is not marked."""
    place = campaign.places[located(campaign, campaign.place)]
    if campaign.phase == "cleanup":
        text = tr("the Cleanup Phase comes first: then the ways from here are known (p.14, 28)")
        raise RefusedError("round.phases", text)
    if campaign.phase == "event" and place.kind == "capital" and not campaign.variant.enters_capitals_freely:
        text = tr("at a capital the act ends: the combat comes first (p.14, 16)")
        raise RefusedError("travel.capital", text)
    return [place] if campaign.phase == "event" else []


def _route(
    campaign: Campaign,
    here: str,
    start: list[Place],
    way: tuple[tuple[str, int], ...],
    weeks: int,
    spectated: int,
    ways: int,
) -> Route:
    """Write a way out, its first events accepted, as many as there are weeks for."""
    week = campaign.pad.weeks[campaign.pad.act - 1] + 1
    stops = [Stop(here, place.kind, place.region, "", (), "spectate", week) for place in start]
    at = here
    for to, cost in way:
        by: By = "path" if cost == 1 else "harbor"
        over = neighbours(campaign, at)[to] if by == "path" else sailings(campaign, at)[to]
        week += cost - 1
        place = campaign.places[to]
        stops.append(Stop(to, place.kind, place.region, by, over, "spectate", week))
        at = to
    stops[-1] = replace(stops[-1], doing="arrive")
    influence = spectated * campaign.pad.act
    accepts = len(stops) - 1 - spectated
    route = Route(tuple(stops), weeks, influence, banes_due(campaign, influence), accepts, ways)
    return accepting(route, range(accepts))
