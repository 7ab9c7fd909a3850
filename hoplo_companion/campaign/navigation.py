"""Travel by Navigation: several spots a Travel Phase, none twice, a harbor only as the last (Mercury's Boots, A3 p.7).

With a Navigation of 1 this is the rulebook's own way to travel (Rulebook p.14-15; ruling boots.harbor).
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.pad import mark_week
from hoplo_companion.campaign.rounds import cross_off_week
from hoplo_companion.campaign.world_map import at_place, neighbours, sailings, spare_weeks, unknown_neighbours
from hoplo_companion.components.names import slug

By = Literal["path", "harbor", ""]
"""How a Travel Phase ends, a ship landing; empty where the encampment is already."""


class Leg(NamedTuple):
    """A Travel Phase: the locations moved onto, the last to end on; harbors passed in its last move, or sailed by."""

    spots: tuple[str, ...]
    by: By = "path"
    over: tuple[str, ...] = ()

    @property
    def end(self) -> str:
        """The location where it ends."""
        return self.spots[-1]

    def order(self) -> tuple[int, list[str], By]:
        """The order in which ways are listed: the shortest first, then by their names."""
        return len(self.spots), [slug(each) for each in self.spots], self.by

    def came_from(self, start: str) -> str:
        """The location before the last one, back to which the next phase may not lead."""
        return self.spots[-2] if len(self.spots) > 1 else start


Ends = tuple[frozenset[str], frozenset[str]]
"""Where a Travel Phase may end by path, and by sea; a ship lands after its week is marked (ruling boots.week-six)."""


def ends(campaign: Campaign) -> Ends:
    """Find where a Travel Phase of the present week may end."""

    def open_in(week: Campaign) -> frozenset[str]:
        return frozenset(name for name in week.places if at_place(week, name).enter is None)

    landing = after_sailing(campaign)
    return open_in(campaign), open_in(landing) if landing is not None else frozenset()


def after_sailing(campaign: Campaign) -> Campaign | None:
    """The campaign in whose week a ship lands; None where no week is left for a harbor (p.15; ruling week.twelve)."""
    if campaign.variant.boots and campaign.weeks_left:
        landing, _ = cross_off_week(campaign)
        return campaign if landing.outcome else landing
    return mark_week(campaign)[0] if spare_weeks(campaign) > 0 else None


class Roads:
    """The map as moves of one week: what is adjacent, where harbors lead, and where a phase may end."""

    def __init__(self, campaign: Campaign, ends: Ends) -> None:
        self.navigation = campaign.pad.navigation
        self.may_loop = campaign.reads("boots.loop=once")
        self.harbors_count = campaign.reads("boots.harbor=counts")
        self.by_path, self.by_sea = ends
        places = {name: place for name, place in campaign.places.items() if place.kind != "harbor"}
        self.paths = {name: neighbours(campaign, name) for name in places}
        self.sails = {name: sailings(campaign, name) if self.by_sea else {} for name in places}
        unknown = set(unknown_neighbours(campaign))
        self.open_ended = {
            name
            for name, place in places.items()
            if place.more_paths or unknown & {*self.paths[name], *self.sails[name]}
        }
        self.hops = cache(self._hops)

    def legs(self, start: str, came_from: str) -> list[Leg]:
        """Every way to spend a Travel Phase, the shortest first; back only from a dead end (travel.dead-end)."""
        found = list(self._from(start, (), came_from, self.navigation))
        if not found and came_from and start not in self.open_ended:
            found = list(self._from(start, (), "", self.navigation))
        return sorted(found, key=Leg.order)

    def _hops(self, start: str, came_from: str) -> dict[Leg, list[Leg]]:
        """Group the ways that end alike, each group by one that stands for it."""
        groups: dict[tuple[str, str, str], list[Leg]] = {}
        for leg in self.legs(start, came_from):
            groups.setdefault((leg.end, leg.by, leg.came_from(start)), []).append(leg)
        return {legs[0]: legs for legs in groups.values()}

    def _from(self, start: str, spots: tuple[str, ...], barred: str, left: int) -> Iterator[Leg]:
        """Go on from where some spots have led, with some of the Navigation left; `barred` is the way back.

        The start counts as visited, or by another reading straight back from the first spot alone (boots.loop).
        """
        at = spots[-1] if spots else start
        visited = {*spots, barred} if self.may_loop and len(spots) > 1 else {start, *spots, barred}
        for to, over in self.paths[at].items():
            after = left - 1 - (len(over) if self.harbors_count else 0)
            if to in visited or to not in self.paths or after < 0:
                continue
            if to in self.by_path:
                yield Leg((*spots, to), "path", over)
            if after:
                yield from self._from(start, (*spots, to), "", after)
        # Landing on the harbor is the last spot of the phase.
        for port, over in self.sails[at].items():
            if port not in visited and port in self.by_sea:
                yield Leg((*spots, port), "harbor", over)
