"""Every best way to a location with expansions: by Navigation, over the ends of acts, through capitals (A3 p.4-7)."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign.at_place import AtPlace, Regions, at_place
from hoplo_companion.campaign.model import LAST_ACT, Campaign
from hoplo_companion.campaign.navigation import Ends, Leg, Roads, ends
from hoplo_companion.campaign.rounds import cross_off_week

MOST_COUNTED = 5000
"""As many ways are gone through; equally good ones beyond them are not counted."""

Done = Literal["accept", "spectate"]


class Node(NamedTuple):
    """The beginning of a Travel Phase: where, where from, when, and which primuses were defeated on the way."""

    place: str
    came_from: str
    act: int
    crossed: int
    fought: frozenset[str] = frozenset()


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


def by_planner(campaign: Campaign) -> bool:
    """Whether ways are planned stop by stop; in the box alone counting moves is enough."""
    return campaign.variant.acts_end_by_weeks or campaign.variant.enters_capitals_freely


Before = dict[tuple[Node, bool], list[tuple[Node, Step]]]
Onward = dict[Node, list[tuple[Step, Node]]]


def _towards(ends: list[Node], before: Before) -> Onward:
    """Give of each node from which some ends are come to at their least cost the steps that lead there."""
    onward: Onward = {}
    todo = [(end, True) for end in ends]
    seen = set(todo)
    while todo:
        key = todo.pop()
        for at, step in before.get(key, ()):
            onward.setdefault(at, []).append((step, key[0]))
            if (at, False) not in seen:
                seen.add((at, False))
                todo.append((at, False))
    return onward


class Planner:
    """Looks for the ways from where a campaign stands: as few weeks as possible, then as little influence.

    Shapes: `goals` are locations; one that is left alone until Act IV is the scion's (`in_act_four`).
    """

    def __init__(
        self, campaign: Campaign, goals: Collection[str], regions: Regions, *, in_act_four: bool = False
    ) -> None:
        self.campaign = campaign
        self.goals = frozenset(goals)
        self.regions = regions
        self.first_act = LAST_ACT if in_act_four else campaign.pad.act
        self.began = campaign.pad.weeks[campaign.pad.act - 1]
        self._weeks: dict[tuple[int, int, frozenset[str]], Campaign] = {}
        self._resolved: dict[tuple[str, int, int, frozenset[str]], AtPlace] = {}
        self._roads: dict[tuple[int, int, frozenset[str]], Roads] = {}
        self._of_ends: dict[Ends, Roads] = {}
        self._onward: dict[Node, list[tuple[Step, Node, int]]] = {}
        self._after: dict[tuple[int, int], tuple[int, int, bool] | None] = {}

    def weeks(self, act: int, crossed: int) -> int:
        """Count the weeks used since now."""
        return (act - self.campaign.pad.act) * self.campaign.variant.weeks_in_act + crossed - self.began

    def in_week(self, act: int, crossed: int, fought: frozenset[str]) -> Campaign:
        """The campaign as it stands in a week, with some more primuses defeated."""
        key = (act, crossed, fought)
        if key not in self._weeks:
            weeks = [*self.campaign.pad.weeks]
            weeks[act - 1] = crossed
            primuses = tuple(
                replace(each, defeated_in_act=act) if each.hero in fought else each for each in self.campaign.primuses
            )
            campaign = replace(self.campaign, primuses=primuses, phase="travel", faced="")
            self._weeks[key] = campaign.with_pad(act=act, weeks=tuple(weeks))
        return self._weeks[key]

    def at(self, node: Node) -> AtPlace:
        """What can be done where a node is, in its week."""
        key = (node.place, node.act, node.crossed, node.fought)
        if key not in self._resolved:
            week = self.in_week(node.act, node.crossed, node.fought)
            self._resolved[key] = at_place(week, node.place, self.regions)
        return self._resolved[key]

    def roads(self, node: Node) -> Roads:
        """The map as moves in the week of a node."""
        key = (node.act, node.crossed, node.fought)
        if key not in self._roads:
            week = self.in_week(*key)
            where = ends(week, self.regions)
            if where not in self._of_ends:
                self._of_ends[where] = Roads(week, where)
            self._roads[key] = self._of_ends[where]
        return self._roads[key]

    def a_week_later(self, at: Node) -> Node | None:
        """A week is crossed off, which may end the act; None where it ends the campaign."""
        key = (at.act, at.crossed)
        if key not in self._after:
            week, _ = cross_off_week(replace(self.in_week(*key, frozenset()), came_from=at.place))
            pad = week.pad
            self._after[key] = None if week.outcome else (pad.act, pad.weeks[pad.act - 1], not week.came_from)
        found = self._after[key]
        if found is None:
            return None
        return at._replace(act=found[0], crossed=found[1], came_from="" if found[2] else at.came_from)

    def resolved(self, at: Node) -> Iterator[tuple[Done, Node, int]]:
        """Give what may be done about the event where a node is, what comes then, and the influence of it."""
        here = self.at(at)
        if here.accept is None and not here.decides:
            fought = at.fought | {here.primus} if here.primus else at.fought
            if (accepted := self.a_week_later(at._replace(fought=fought))) is not None:
                yield "accept", accepted, 0
        if here.spectate is None:
            yield "spectate", at, at.act

    def onward(self, at: Node) -> list[tuple[Step, Node, int]]:
        """Every Travel Phase from a node, those that end alike once, and what is done there; nothing at a goal."""
        if at not in self._onward:
            self._onward[at] = list(self._look_onward(at))
        return self._onward[at]

    def _look_onward(self, at: Node) -> Iterator[tuple[Step, Node, int]]:
        for leg, _ in self.roads(at).hops(at.place, at.came_from):
            there: Node | None = at._replace(place=leg.end, came_from=leg.came_from(at.place))
            if leg.by == "harbor" and there is not None:
                there = self.a_week_later(there)
            if there is None:
                continue
            if leg.end in self.goals and there.act >= self.first_act:
                yield Step(leg, ""), there, 0
                continue
            for done, then, influence in self.resolved(there):
                yield Step(leg, done), then, influence

    def least(self, starts: list[Start]) -> tuple[int, str] | None:
        """Find the least influence by which a goal can be come to, and the goal that is come to first by it."""
        goals = [(cost, *at[2:4], at.place) for (at, is_goal), cost in self._costs(starts).items() if is_goal]
        best = min(goals, default=None)
        return (best[0], best[3]) if best is not None else None

    def plans(self, starts: list[Start]) -> list[Plan]:
        """Find the best ways from some beginnings, the least influence first."""
        costs = self._costs(starts)
        before = self._before(costs)
        found: list[Plan] = []
        goals = sorted((self.weeks(at.act, at.crossed), cost, at) for (at, is_goal), cost in costs.items() if is_goal)
        for weeks in dict.fromkeys(each[0] for each in goals):
            influence = min(cost for used, cost, _ in goals if used == weeks)
            if found and influence >= found[0].influence:
                continue
            onward = _towards([at for used, cost, at in goals if (used, cost) == (weeks, influence)], before)
            began: dict[Node, Way] = {}
            for first, start, cost in starts:
                if start in onward and costs[start, False] == cost:
                    began.setdefault(start, (first, ()))
            found.insert(0, Plan(weeks, influence, list(islice(self._paths(began, onward), MOST_COUNTED))))
        return found

    def _costs(self, starts: list[Start]) -> dict[tuple[Node, bool], int]:
        """Work out the least influence of every node that can be come to, as far as more weeks still spare some."""
        costs: dict[tuple[Node, bool], int] = {}
        queue = [(self.weeks(at.act, at.crossed), influence, at, False) for _, at, influence in starts]
        heapq.heapify(queue)
        least: dict[int, int] = {}
        while queue:
            weeks, cost, at, is_goal = heapq.heappop(queue)
            if costs.get((at, is_goal), cost + 1) <= cost:
                continue
            if any(cost >= influence + (used == weeks) for used, influence in least.items()):
                continue
            costs[at, is_goal] = cost
            if is_goal:
                least.setdefault(weeks, cost)
                continue
            for step, then, influence in self.onward(at):
                if costs.get((then, not step.done), cost + influence + 1) > cost + influence:
                    heapq.heappush(queue, (self.weeks(then.act, then.crossed), cost + influence, then, not step.done))
        return costs

    def _before(self, costs: dict[tuple[Node, bool], int]) -> Before:
        """Give of each node, and each goal, the steps by which it is come to at its least cost."""
        before: Before = {}
        for (at, is_goal), cost in costs.items():
            for step, then, influence in () if is_goal else self.onward(at):
                key = (then, not step.done)
                if costs.get(key) == cost + influence:
                    before.setdefault(key, []).append((at, step))
        return before

    def _paths(self, nodes: dict[Node, Way], onward: Onward) -> Iterator[Way]:
        """Go on with the nodes that one way leads to, by what was accepted on it; each way is given once."""
        arrived: dict[Leg, Way] = {}
        further: dict[Leg, dict[Node, Way]] = {}
        for at, (first, steps) in nodes.items():
            alike = dict(self.roads(at).hops(at.place, at.came_from))
            for step, then in sorted(onward[at], key=lambda each: each[0].done):
                for leg in alike[step.leg]:
                    way = (first, (*steps, Step(leg, step.done)))
                    if step.done:
                        further.setdefault(leg, {}).setdefault(then, way)
                    else:
                        arrived.setdefault(leg, way)
        yield from arrived.values()
        for _, then_at in sorted(further.items()):
            yield from self._paths(then_at, onward)

    def starts(self, place: str, came_from: str, *, pending: bool) -> list[Start]:
        """Begin at a location in the present week, first resolving the event that is pending there."""
        pad = self.campaign.pad
        now = Node(place, came_from, pad.act, pad.weeks[pad.act - 1])
        return list(self.resolved(now)) if pending else [("", now, 0)]
