"""Travel by Navigation: several spots a Travel Phase, none twice, a harbor only as the last (Mercury's Boots, A3 p.7).

With a Navigation of 1 this is the rulebook's own way to travel (Rulebook p.14-15; ruling boots.harbor).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.moves import Regions, closed, sailings
from hoplo_companion.campaign.world_map import neighbours, unknown_neighbours
from hoplo_companion.components.names import slug


class Leg(NamedTuple):
    """What a Travel Phase does: the locations moved onto, the last of which it ends on.

    Shapes: `over` are the harbors passed in the last move, or the one that was landed on and the one left.
    """

    spots: tuple[str, ...]
    by: Literal["path", "harbor"] = "path"
    over: tuple[str, ...] = ()

    @property
    def end(self) -> str:
        """Give the location where it ends."""
        return self.spots[-1]

    def came_from(self, start: str) -> str:
        """Give the location before the last one, back to which the next phase may not lead."""
        return self.spots[-2] if len(self.spots) > 1 else start


class Roads:
    """The map as moves of one act: what is adjacent, where harbors lead, and where a phase may end."""

    def __init__(self, campaign: Campaign, regions: Regions) -> None:
        self.navigation = campaign.pad.navigation
        self.may_loop = campaign.reads("boots.loop=once")
        self.harbors_count = campaign.reads("boots.harbor=counts")
        places = {name: place for name, place in campaign.places.items() if place.kind != "harbor"}
        self.paths = {name: neighbours(campaign, name) for name in places}
        self.sails = {name: sailings(campaign, name) for name in places}
        self.ends = {
            name
            for name, place in places.items()
            if place.kind != "capital" or not closed(campaign, place.region, regions)
        }
        unknown = set(unknown_neighbours(campaign))
        self.open_ended = {
            name for name, place in places.items() if place.more_paths or unknown & set(self.paths[name])
        }
        self._legs: dict[tuple[str, str], list[Leg]] = {}

    def legs(self, start: str, came_from: str) -> list[Leg]:
        """List every way to spend a Travel Phase, the shortest first; back only from a dead end (travel.dead-end)."""
        key = (start, came_from)
        if key not in self._legs:
            found = list(self._from(start, (), came_from, self.navigation))
            if not found and came_from and start not in self.open_ended:
                found = list(self._from(start, (), "", self.navigation))
            self._legs[key] = sorted(
                found, key=lambda leg: (len(leg.spots), [slug(each) for each in leg.spots], leg.by)
            )
        return self._legs[key]

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
            if to in self.ends:
                yield Leg((*spots, to), "path", over)
            if after:
                yield from self._from(start, (*spots, to), "", after)
        # Landing on the harbor is the last spot of the phase.
        for port, over in self.sails[at].items():
            if port not in visited and port in self.ends:
                yield Leg((*spots, port), "harbor", over)
