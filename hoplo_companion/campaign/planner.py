"""Every best way to a location by Navigation, over the ends of acts too (Mercury's Boots, A3 p.5-7)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Literal, NamedTuple

from hoplo_companion.campaign.model import LAST_ACT, Campaign
from hoplo_companion.campaign.moves import Regions
from hoplo_companion.campaign.navigation import Leg, Roads

MOST_COUNTED = 5000
"""As many ways are gone through; equally good ones beyond them are not counted."""

Done = Literal["accept", "spectate"]


class Node(NamedTuple):
    """The beginning of a Travel Phase: where, where from, and when."""

    place: str
    came_from: str
    act: int
    crossed: int


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


class Planner:
    """Looks for the ways from where a campaign stands: as few weeks as possible, then as little influence."""

    def __init__(self, campaign: Campaign, goal: str, regions: Regions) -> None:
        self.campaign = campaign
        self.goal = goal
        self.variant = campaign.variant
        self.roads = {act: Roads(campaign.with_pad(act=act), regions) for act in range(campaign.pad.act, LAST_ACT + 1)}
        self.began = campaign.pad.weeks[campaign.pad.act - 1]

    def weeks(self, act: int, crossed: int) -> int:
        """Count the weeks used since now."""
        return (act - self.campaign.pad.act) * self.variant.weeks_in_act + crossed - self.began

    def later(self, place: str, came_from: str, act: int, crossed: int, weeks: int) -> Node | None:
        """Let weeks pass, over the end of an act too; None where the last act is over."""
        for _ in range(weeks):
            crossed += 1
            if crossed >= self.variant.weeks_in_act:
                act, crossed = act + 1, 0
                came_from = "" if self.variant.any_way_at_act_start else came_from
        return Node(place, came_from, act, crossed) if act <= LAST_ACT else None

    def resolved(self, at: Node) -> Iterator[tuple[Done, Node, int]]:
        """Give what may be done about the event where a node is, what comes then, and the influence of it."""
        if self.campaign.places[at.place].kind != "capital" and (accepted := self.later(*at, 1)) is not None:
            yield "accept", accepted, 0
        yield "spectate", at, at.act

    def onward(self, at: Node) -> Iterator[tuple[Step, Node, int]]:
        """Give every Travel Phase from a node, with what is done at its end; at the goal nothing is."""
        for leg in self.roads[at.act].legs(at.place, at.came_from):
            there = self.later(leg.end, leg.came_from(at.place), at.act, at.crossed, int(leg.by == "harbor"))
            if there is None:
                continue
            if leg.end == self.goal:
                yield Step(leg, ""), there, 0
                continue
            for done, then, influence in self.resolved(there):
                yield Step(leg, done), then, influence

    def plans(self, starts: list[Start]) -> list[Plan]:
        """Find the best ways from some beginnings, the least influence first."""
        costs = self._costs(starts)
        found: list[Plan] = []
        least = None
        goals = sorted((self.weeks(at.act, at.crossed), cost, at) for (at, is_goal), cost in costs.items() if is_goal)
        for weeks in dict.fromkeys(each[0] for each in goals):
            influence = min(cost for used, cost, _ in goals if used == weeks)
            if least is not None and influence >= least:
                continue
            least = influence
            ends = {at for used, cost, at in goals if (used, cost) == (weeks, influence)}
            found.insert(0, Plan(weeks, influence, self._ways(starts, costs, ends)))
        return found

    def _costs(self, starts: list[Start]) -> dict[tuple[Node, bool], int]:
        """Work out the least influence of every node that can be come to, as far as more weeks still spare some."""
        costs: dict[tuple[Node, bool], int] = {}
        queue = [(self.weeks(at.act, at.crossed), influence, at, False) for _, at, influence in starts]
        heapq.heapify(queue)
        least: dict[int, int] = {}
        while queue:
            weeks, cost, at, is_goal = heapq.heappop(queue)
            bettered = any(cost >= influence for used, influence in least.items() if used < weeks)
            if bettered or costs.get((at, is_goal), cost + 1) <= cost:
                continue
            costs[at, is_goal] = cost
            if is_goal:
                least.setdefault(weeks, cost)
                continue
            for step, then, influence in self.onward(at):
                key = (then, not step.done)
                if costs.get(key, cost + influence + 1) > cost + influence:
                    heapq.heappush(queue, (self.weeks(then.act, then.crossed), cost + influence, then, not step.done))
        return costs

    def _ways(
        self,
        starts: list[Start],
        costs: dict[tuple[Node, bool], int],
        ends: set[Node],
    ) -> list[Way]:
        """Write out the ways to some ends at their least cost: each way once, its first events accepted."""
        useful = self._useful(costs, ends)
        found: dict[tuple[Leg, ...], Way] = {}
        counted = 0
        for first, start, influence in starts:
            if (start, False) not in useful or costs[start, False] != influence:
                continue
            for steps in self._paths(start, costs, useful):
                found.setdefault(tuple(step.leg for step in steps), (first, steps))
                counted += 1
                if counted >= MOST_COUNTED:
                    return list(found.values())
        return list(found.values())

    def _useful(self, costs: dict[tuple[Node, bool], int], ends: set[Node]) -> set[tuple[Node, bool]]:
        """List the nodes from which an end is come to at its least cost."""
        before: dict[tuple[Node, bool], list[tuple[Node, bool]]] = {}
        for (at, is_goal), cost in costs.items():
            if not is_goal:
                for step, then, influence in self.onward(at):
                    key = (then, not step.done)
                    if costs.get(key) == cost + influence:
                        before.setdefault(key, []).append((at, False))
        useful: set[tuple[Node, bool]] = set()
        todo = [(end, True) for end in ends]
        while todo:
            key = todo.pop()
            if key not in useful:
                useful.add(key)
                todo += before.get(key, [])
        return useful

    def _paths(
        self, at: Node, costs: dict[tuple[Node, bool], int], useful: set[tuple[Node, bool]]
    ) -> Iterator[tuple[Step, ...]]:
        cost = costs[at, False]
        for step, then, influence in self.onward(at):
            key = (then, not step.done)
            if key in useful and costs[key] == cost + influence:
                if step.done:
                    for rest in self._paths(then, costs, useful):
                        yield (step, *rest)
                else:
                    yield (step,)


def plans(campaign: Campaign, place: str, goal: str, came_from: str, regions: Regions) -> list[Plan]:
    """Find every best way from a location to a goal, resolving the event that waits there first."""
    planner = Planner(campaign, goal, regions)
    pad = campaign.pad
    now = Node(place, came_from, pad.act, pad.weeks[pad.act - 1])
    if campaign.phase == "travel":
        return planner.plans([("", now, 0)])
    return planner.plans([(done, then, influence) for done, then, influence in planner.resolved(now)])
