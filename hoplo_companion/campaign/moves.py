"""Moves of the encampment: where harbors lead, and how far it is to a goal (Rulebook p.14-15)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.campaign.world_map import harbors_at, ports
from hoplo_companion.components.names import slug
from hoplo_companion.errors import as_command
from hoplo_companion.language import tr

FAR = 1_000_000
"""Farther than any way is long."""


def check_not_over(campaign: Campaign) -> None:
    """Refuse to play on where the campaign is won or lost (p.30)."""
    if campaign.outcome == "won":
        raise RefusedError("campaign.over", tr("the campaign is won, and nothing more happens in it (p.30)"))
    if campaign.outcome == "lost":
        raise RefusedError("campaign.over", tr("the campaign is lost, and nothing more happens in it (p.30)"))


def never_at_a_harbor(place: str) -> RefusedError:
    """Refuse a harbor as the place of the encampment (p.15)."""
    text = tr(
        "{place} is a harbor, where the encampment never is: `{command}` corrects it (p.15)",
        place=place,
        command=as_command("map", "edit", place),
    )
    return RefusedError("harbor.never-end", text)


def sailings(campaign: Campaign, place: str) -> dict[str, tuple[str, str]]:
    """Give where a location's harbors lead: each location at another harbor, with the harbor boarded and the one left.

    Shapes: names in order, the location itself included where it could be landed at; of several ways the first (p.15).
    """
    found: dict[str, tuple[str, str]] = {}
    harbors = sorted((name for name, each in campaign.places.items() if each.kind == "harbor"), key=slug)
    for boarded in harbors_at(campaign, place):
        for left in harbors:
            if left != boarded:
                for port in ports(campaign, left):
                    found.setdefault(port, (boarded, left))
    return {name: found[name] for name in sorted(found, key=slug)}


class Chart(NamedTuple):
    """The map as moves.

    Shapes: `steps` gives of every location those that may be entered from it and what that costs: 1 along a path, 2
    by a harbor, a step and a week; `capitals` are those whose combat ends the act; `dead_ends` those with a single way
    out, where not going back would leave none.
    """

    steps: dict[str, dict[str, int]]
    capitals: frozenset[str]
    dead_ends: frozenset[str]

    def is_back(self, place: str, to: str, came_from: str) -> bool:
        """Say whether a move is refused as going back to where the encampment came from (p.14-15)."""
        return bool(came_from) and to == came_from and place not in self.dead_ends


# How far it is ----------------------------------------------------------------------------------------------------


class Ahead(NamedTuple):
    """How far the goal is from a location: at best, by a first step that is best, and without that step."""

    best: int = FAR
    first: str = ""
    other: int = FAR


class Search:
    """The shortest ways to some goals, never going straight back, by the most harbors that may be used.

    A way costs a step for each move and one more for each harbor used.
    """

    def __init__(self, moves: Chart, goals: Collection[str], most_harbors: int) -> None:
        self.moves = moves
        self.goals = frozenset(goals)
        self.layers: list[dict[str, Ahead]] = []
        for harbors in range(most_harbors + 1):
            layer = self._layer()
            if harbors > 0 and layer == self.layers[-1]:
                break
            self.layers.append(layer)
        self._counted: dict[tuple[str, str, int], int] = {}

    def _layer(self) -> dict[str, Ahead]:
        """Work out the distances with one harbor more than before, from above until nothing gets nearer."""
        now = dict(self.layers[-1]) if self.layers else dict.fromkeys(self.moves.steps, Ahead())
        fewer = self.layers[-1] if self.layers else None
        changed = True
        while changed:
            changed = False
            for place, steps in self.moves.steps.items():
                costs = {}
                for to, cost in steps.items():
                    layer = now if cost == 1 else fewer
                    if layer is not None:
                        costs[to] = cost + self._beyond(layer, to, place)
                ahead = _ahead(costs)
                if ahead != now[place]:
                    now[place] = ahead
                    changed = True
        return now

    def _beyond(self, layer: dict[str, Ahead], at: str, came_from: str) -> int:
        """Tell how far it still is after a step; no way leads on from a capital, whose combat ends the act."""
        if at in self.goals:
            return 0
        if at in self.moves.capitals:
            return FAR
        return self._from(layer, at, came_from)

    def _from(self, layer: dict[str, Ahead], at: str, came_from: str) -> int:
        ahead = layer[at]
        return ahead.other if ahead.first and self.moves.is_back(at, ahead.first, came_from) else ahead.best

    def length(self, start: str, came_from: str, harbors: int) -> int:
        """Tell what the shortest way from a location costs, with so many harbors at the most; FAR for none."""
        return self._from(self._of(harbors), start, came_from) if harbors >= 0 else FAR

    def _of(self, harbors: int) -> dict[str, Ahead]:
        return self.layers[min(harbors, len(self.layers) - 1)]

    def _best_steps(self, at: str, came_from: str, harbors: int) -> list[tuple[str, int]]:
        due = self.length(at, came_from, harbors)
        found = []
        for to, cost in sorted(self.moves.steps[at].items(), key=lambda step: slug(step[0])):
            left = harbors - (cost - 1)
            if left < 0 or self.moves.is_back(at, to, came_from):
                continue
            if due < FAR and cost + self._beyond(self._of(left), to, at) == due:
                found.append((to, cost))
        return found

    def ways(self, start: str, came_from: str, harbors: int) -> Iterator[tuple[tuple[str, int], ...]]:
        """Give every shortest way as its steps: the location entered, and what the step costs."""
        for to, cost in self._best_steps(start, came_from, harbors):
            if to in self.goals:
                yield ((to, cost),)
            else:
                for rest in self.ways(to, start, harbors - (cost - 1)):
                    yield ((to, cost), *rest)

    def count(self, start: str, came_from: str, harbors: int) -> int:
        """Count the shortest ways without going through them."""
        key = (start, came_from, harbors)
        if key not in self._counted:
            self._counted[key] = sum(
                1 if to in self.goals else self.count(to, start, harbors - (cost - 1))
                for to, cost in self._best_steps(start, came_from, harbors)
            )
        return self._counted[key]


def _ahead(costs: Mapping[str, int]) -> Ahead:
    """Sum up what the first steps cost; ways that do not exist all cost the same."""
    order = sorted((min(cost, FAR), to) for to, cost in costs.items())
    if not order or order[0][0] >= FAR:
        return Ahead()
    if len(order) == 1:
        return Ahead(order[0][0], order[0][1])
    (best, first), (second, _) = order[:2]
    return Ahead(best, first, second)
