"""Ways to be at a location in time: every one that is best by weeks and by the scion's influence (Rulebook p.14-16).

Ways are planned Travel Phase by Travel Phase, each in its week, by the roads that the encampment travels: with the
expansions over the ends of acts and through capitals too (A3 p.4-7).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cache, cached_property
from itertools import islice
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign import world_map
from hoplo_companion.campaign.bag import draw_cards, front_card
from hoplo_companion.campaign.model import LAST_ACT, Campaign, RefusedError
from hoplo_companion.campaign.navigation import By, Leg, Roads, ends
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.campaign.rounds import cards_drawn, cross_off_week
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.language import tr

VerbStep = Literal["accept", "spectate", "arrive"]

MOST_WAYS = 24  # how many equally good ways are written out; `Route.ways` counts all of them


class Stop(Struct, frozen=True):
    """A location on the way, how it is entered, and the week in which its event takes place.

    Shapes: `over` are the harbors passed over, or the one boarded and the one left; the goal is the last stop, with
    `arrive`. With Mercury's Boots `via` are the spots moved onto before, and `act` is that of its week; it is 0 for
    the present one. `card` is its event's, as far as the front of the deck is known and stays in order.
    """

    place: str
    kind: str
    region: str
    by: By
    over: tuple[str, ...]
    doing: VerbStep
    week: int
    via: tuple[str, ...]
    act: int
    card: str


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
    ways: int


def routes(campaign: Campaign, goal: str, most: int = MOST_WAYS) -> list[Route]:
    """Find every way to be at a location in week 12 at the latest that is best by weeks used and influence gained.

    Accepting an event takes a week, spectating it gains influence equal to the act, a harbor takes a week (p.14-16).
    Shapes: the least influence first; of those that cost the same as many as `most`, in the order of their names;
    empty where no way leads there in time on the map as it is known. RefusedError where nobody can go there at all.
    """
    catalogue().ids("heroes")  # nothing is said of where primuses are while own records cannot be read
    (place, is_scion), here = _goal(campaign, goal), world_map.located(campaign, campaign.place)
    if campaign.phase == "cleanup":
        text = tr("the Cleanup Phase comes first: then the ways from here are known (p.14, 28)")
        raise RefusedError("round.phases", text)
    waits, at = campaign.phase == "event", world_map.at_place(campaign, here)
    if waits and at.spectate is not None and at.decides:
        raise RefusedError("travel.capital", "at a capital the act ends: the combat comes first (p.14, 16)")
    if not campaign.weeks_left:
        return []
    planner = Planner(campaign, [place], in_act_four=is_scion)
    plans = planner.plans(planner.starts(here, campaign.came_from, pending=waits))
    return [_written(campaign, here, way, plan) for plan in plans for way in plan.ways[:most]]


def _written(campaign: Campaign, here: str, way: Way, plan: Plan) -> Route:
    """Write a way out stop by stop, each with its week, and its card, the decks moving on from stop to stop."""
    first, steps = way
    decks, weeks, act = campaign, campaign.variant.weeks_in_act, campaign.pad.act
    week = campaign.pad.weeks[act - 1] + 1
    stops: list[Stop] = []
    waits = [Step(Leg((here,), ""), first)] if first else []
    for leg, done in (*waits, *steps):
        at, week, doing = campaign.places[leg.end], week + (leg.by == "harbor"), done or "arrive"
        act, week = (act + 1, week - weeks) if week > weeks else (act, week)
        shown, card = act if campaign.variant.boots else 0, front_card(decks, at.kind)
        stops.append(Stop(leg.end, at.kind, at.region, leg.by, leg.over, doing, week, leg.spots[:-1], shown, card))
        draws = doing == "accept" and at.kind == "opportunity"
        decks = draw_cards(decks, at.kind, cards_drawn(decks) if draws else 1)
        week += doing == "accept"
        act, week = (act + 1, week - weeks) if week > weeks else (act, week)
    accepts = sum(each.doing == "accept" for each in stops)
    banes = banes_due(campaign, plan.influence)
    return Route(tuple(stops), plan.weeks, plan.influence, banes, accepts, len(plan.ways))


def _goal(campaign: Campaign, goal: str) -> tuple[str, bool]:
    """Find a goal by its name, or the scion's, who waits in Act IV; RefusedError where nobody can go there at all."""
    campaign.check_not_over()
    known, scions = campaign.places.items(), ("capital", world_map.SCION_REGION)
    capital = next((name for name, place in known if (place.kind, place.region) == scions), "")
    is_scion = (
        bool(capital) and world_map.find(campaign, goal) is None and slug(goal) in ("scion", slug(campaign.scion))
    )
    name = capital if is_scion else world_map.located(campaign, goal)
    refusal = world_map.at_place(campaign, name).enter
    opens_later = name == capital and campaign.variant.boots
    if refusal is not None and refusal.rule != "travel.deadline" and not opens_later:
        raise refusal
    if is_scion and campaign.pad.act < LAST_ACT and not campaign.variant.boots:
        text = tr("the scion is faced in Act IV: first this act has to end with a primus (p.13, 30)")
        raise RefusedError("travel.capital-scion", text)
    return name, is_scion


MOST_COUNTED = 5000  # as many ways are gone through; equally good ones beyond them are not counted
_NEVER = 1_000_000  # more than any way takes

Done = Literal["accept", "spectate"]


class Node(NamedTuple):
    """The beginning of a Travel Phase, or a goal: where, where from, when, and the primuses defeated on the way."""

    place: str
    came_from: str
    act: int
    crossed: int
    fought: frozenset[str] = frozenset()
    is_goal: bool = False


class Step(NamedTuple):
    """A Travel Phase and what is done about the event that it ends at; nothing at the goal."""

    leg: Leg
    done: Done | Literal[""]


Start = tuple[Done | Literal[""], Node, int]
"""What is done about an event that waits now, what comes then, and the influence of it."""

Way = tuple[Done | Literal[""], tuple[Step, ...]]
"""What is done about an event that waits now, if any, and the Travel Phases from there."""


class Plan(NamedTuple):
    """Ways to the goal that cost the same weeks and influence."""

    weeks: int
    influence: int
    ways: list[Way]


Steps = dict[Node, list[tuple[Step, Node]]]
"""The steps by which nodes are come to, or by which they lead on, each with the node at its other end."""


def _towards(ends: Iterable[Node], before: Steps) -> Steps:
    onward, todo = Steps(), [*ends]
    for then in todo:
        for step, at in before.get(then, ()):
            if at not in onward:
                todo.append(at)
            onward.setdefault(at, []).append((step, then))
    return onward


class Planner:
    """Looks for the ways to goals by weeks, then influence; to the scion's not before Act IV (`in_act_four`)."""

    def __init__(self, campaign: Campaign, goals: Collection[str], *, in_act_four: bool = False) -> None:
        self.campaign = campaign
        self.goals = frozenset(goals)
        self.first_act = LAST_ACT if in_act_four else campaign.pad.act
        self.began = campaign.pad.weeks[campaign.pad.act - 1]
        variant, act = campaign.variant, campaign.pad.act
        self.weeks_left = self.weeks(LAST_ACT if variant.boots else act, variant.weeks_in_act - 1)
        self.in_week, self.onward = cache(self._in_week), cache(lambda at: list(self._onward(at)))
        self.at_place = cache(lambda place, *week: world_map.at_place(self.in_week(*week), place))
        self.ends = cache(lambda *week: ends(self.in_week(*week)))
        self.roads_between, self.week_after = cache(lambda between: Roads(campaign, between)), cache(self._week_after)

    def weeks(self, act: int, crossed: int) -> int:
        """Count the weeks used since now."""
        return (act - self.campaign.pad.act) * self.campaign.variant.weeks_in_act + crossed - self.began

    def _in_week(self, act: int, crossed: int, fought: frozenset[str]) -> Campaign:
        weeks = [*self.campaign.pad.weeks]
        weeks[act - 1] = crossed
        primuses = tuple(
            replace(each, defeated_in_act=act) if each.hero in fought else each for each in self.campaign.primuses
        )
        campaign = replace(self.campaign, primuses=primuses, phase="travel", faced="")
        return campaign.with_pad(act=act, weeks=tuple(weeks))

    def roads(self, at: Node) -> Roads:
        """The map as moves in the week of a node."""
        return self.roads_between(self.ends(at.act, at.crossed, at.fought))

    def _week_after(self, act: int, crossed: int, came_from: str) -> Campaign:
        return cross_off_week(replace(self.in_week(act, crossed, frozenset()), came_from=came_from))[0]

    def a_week_later(self, at: Node) -> Node | None:
        """A week is crossed off, which may end the act; None where it ends the campaign."""
        week = self.week_after(at.act, at.crossed, at.came_from)
        crossed = week.pad.weeks[week.pad.act - 1]
        return None if week.outcome else Node(at.place, week.came_from, week.pad.act, crossed, at.fought)

    def resolved(self, at: Node) -> Iterator[tuple[Done, Node, int]]:
        """What may be done about the event where a node is, what comes then, and the influence of it."""
        here = self.at_place(at.place, at.act, at.crossed, at.fought)
        if here.accept is None and not here.decides:
            fought = at._replace(fought=at.fought | {here.primus}) if here.primus else at
            if (accepted := self.a_week_later(fought)) is not None:
                yield "accept", accepted, 0
        if here.spectate is None:
            yield "spectate", at, at.act

    def _onward(self, at: Node) -> Iterator[tuple[Step, Node, int]]:
        """Every Travel Phase from a node, those that end alike once, and what is done there; nothing at a goal."""
        for leg in () if at.is_goal else self.roads(at).hops(at.place, at.came_from):
            walked = Node(leg.end, leg.came_from(at.place), at.act, at.crossed, at.fought)
            there = self.a_week_later(walked) if leg.by == "harbor" else walked
            if there is None:
                continue
            if leg.end in self.goals and there.act >= self.first_act:
                yield Step(leg, ""), there._replace(is_goal=True), 0
                continue
            for done, then, influence in self.resolved(there):
                yield Step(leg, done), then, influence

    def least(self, starts: list[Start]) -> tuple[int, str] | None:
        """Find the least influence by which a goal can be come to, and the goal that is come to first by it."""
        costs = self._costs(starts, least_alone=True)
        goals = ((cost, at.act, at.crossed, at.place) for at, cost in costs.items() if at.is_goal)
        return next(((cost, place) for cost, _, _, place in sorted(goals)), None)

    def plans(self, starts: list[Start]) -> list[Plan]:
        """Find the best ways from some beginnings, the least influence first."""
        costs = self._costs(starts)
        before: Steps = {}  # at the least cost
        for at, cost in costs.items():
            for step, then, influence in self.onward(at):
                if costs.get(then) == cost + influence:
                    before.setdefault(then, []).append((step, at))
        found: list[Plan] = []
        goals = sorted((self.weeks(at.act, at.crossed), cost, at) for at, cost in costs.items() if at.is_goal)
        # More weeks are come to for less influence alone (`_is_worth_it`).
        for weeks, influence in dict.fromkeys((used, cost) for used, cost, _ in goals):
            onward = _towards((at for used, cost, at in goals if (used, cost) == (weeks, influence)), before)
            began: dict[Node, Way] = {}
            for first, start, cost in starts:
                if start in onward and costs[start] == cost:
                    began.setdefault(start, (first, ()))
            found.insert(0, Plan(weeks, influence, list(islice(self._paths(began, onward), MOST_COUNTED))))
        return found

    def _costs(self, starts: list[Start], *, least_alone: bool = False) -> dict[Node, int]:
        """Work out the least influence of every node that can be come to, as far as more weeks still spare some.

        Ways that take more influence than the least need not be found where it is wanted alone.

        What is nearest to a goal is looked at first, a week counted as the influence that it spares at the least.
        """
        costs: dict[Node, int] = {}
        least = [_NEVER] * (self.weeks_left + 2)  # at a goal by so many weeks; the last is for no week at all
        queue: list[tuple[int, int, Node]] = []

        def come_to(at: Node, cost: int) -> None:
            if at.place in self.events_ahead and cost < costs.get(at, _NEVER) and self._is_worth_it(least, at, cost):
                weeks = self.weeks(at.act, at.crossed) + self.events_ahead[at.place]
                heapq.heappush(queue, (cost + weeks * self.campaign.pad.act, cost, at))

        for _, start, influence in starts:
            come_to(start, influence)
        while queue:
            _, cost, at = heapq.heappop(queue)
            if costs.get(at, _NEVER) <= cost or not self._is_worth_it(least, at, cost):
                continue
            costs[at] = cost
            if at.is_goal:
                weeks = self.weeks(at.act, at.crossed)
                least[weeks:-1] = [min(cost, each) for each in least[weeks:-1]]
                least[:weeks] = [min(cost + 1, each) if least_alone else each for each in least[:weeks]]
            for _, then, influence in self.onward(at):
                come_to(then, cost + influence)
        return costs

    def _is_worth_it(self, least: list[int], at: Node, cost: int) -> bool:
        """Whether a goal can still be come to as cheaply as by the ways known, with the events on the way there."""
        act, weeks, events = self.campaign.pad.act, self.weeks(at.act, at.crossed), self.events_ahead[at.place]
        for used in range(min(events, self.weeks_left - weeks), -1, -1):
            total = cost + (events - used) * act
            if total <= least[weeks + used] and total < least[weeks + used - 1]:
                return True
        return False

    @cached_property
    def events_ahead(self) -> dict[str, int]:
        """Count the events that are resolved at the least on the way from each place to a goal, whatever forbids it."""
        campaign, leads_here = self.campaign, defaultdict[str, list[str]](list)
        for name in (name for name, place in campaign.places.items() if place.kind != "harbor"):
            for to in (*world_map.neighbours(campaign, name), *world_map.sailings(campaign, name)):
                leads_here[to].append(name)
        nearest = list(self.goals)
        moves = dict.fromkeys(nearest, 0)
        for at in nearest:
            for name in leads_here[at]:
                if name not in moves:
                    moves[name] = moves[at] + 1
                    nearest.append(name)
        return {name: max(0, (away - 1) // campaign.pad.navigation) for name, away in moves.items()}

    def _paths(self, nodes: dict[Node, Way], onward: Steps) -> Iterator[Way]:
        """Go on with the nodes that one way leads to, by what was accepted on it; each way is given once."""
        arrived: dict[Leg, Way] = {}
        further: dict[Leg, dict[Node, Way]] = {}
        for at, (first, steps) in nodes.items():
            alike = self.roads(at).hops(at.place, at.came_from)
            for step, then in sorted(onward[at], key=lambda each: each[0].done):
                for leg in alike[step.leg]:
                    way = (first, (*steps, Step(leg, step.done)))
                    if step.done:
                        further.setdefault(leg, {}).setdefault(then, way)
                    else:
                        arrived.setdefault(leg, way)
        for leg in sorted({*arrived, *further}, key=lambda each: each.order()[1:]):
            if leg in arrived:
                yield arrived[leg]
            yield from self._paths(further.get(leg, {}), onward)

    def starts(self, place: str, came_from: str, *, pending: bool) -> list[Start]:
        """Begin at a location in the present week, first resolving the event that is pending there."""
        pad = self.campaign.pad
        now = Node(place, came_from, pad.act, pad.weeks[pad.act - 1])
        return list(self.resolved(now)) if pending else [("", now, 0)]
