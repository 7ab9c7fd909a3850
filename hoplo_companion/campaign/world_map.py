"""The map of the ancient world as the player has entered it: its locations, their paths, and who is adjacent (p.14)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from hoplo_companion.campaign.model import Campaign, PlaceKind, RefusedError
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import clip
from hoplo_companion.language import later, show_as, tr

KINDS: dict[str, PlaceKind] = {
    "sport": "sport",
    "bloodshed": "bloodshed",
    "opportunity": "opportunity",
    "harbor": "harbor",
    "capital": "capital",
}
"""The types of location (Rulebook p.14)."""

REGIONS = (
    "lamosians", "atlanteans", "plutos-refugees", "new-argonauts", "vesuvians", "amazons", "parthians", "kunlun",
)  # fmt: skip
"""The eight regions in the order of the map (Rulebook p.8)."""

CAPITAL = "capital"
CAPITALS = {
    "Lamosians": later("the capital of the Lamosians"),
    "Atlanteans": later("the capital of the Atlanteans"),
    "Pluto's Refugees": later("the capital of Pluto's Refugees"),
    "New Argonauts": later("the capital of the New Argonauts"),
    "Vesuvians": later("the capital of the Vesuvians"),
    "Amazons": later("the capital of the Amazons"),
    "Parthians": later("the capital of the Parthians"),
    "Kunlun": later("the capital of Kunlun"),
}
"""How sentences call the capital of each region as long as it has no name of its own."""


def name_of_capital(region: str) -> str:
    """Name a region's capital as long as the player has not: the map shows it by a picture alone (p.10, 14)."""
    return f"{region} {CAPITAL}"


show_as({name_of_capital(region): words for region, words in CAPITALS.items()})


def find(campaign: Campaign, name: str) -> str | None:
    """Give the name under which a location is on the map, matched without regard to case; None where it is not."""
    if name in campaign.places:
        return name
    wanted = slug(name)
    return next((known for known in campaign.places if slug(known) == wanted), None) if wanted else None


def located(campaign: Campaign, name: str) -> str:
    """Give the name of a location of the map; RefusedError with the near misses where it is not on it (p.14)."""
    known = find(campaign, name)
    if known is None:
        raise RefusedError("map.locations", not_on_the_map(name, campaign.places))
    return known


def not_on_the_map(name: str, names: Collection[str]) -> str:
    """Say that there is no location of a name, and which name would be right (p.14)."""
    advice = advise(name, names, tr("locations"))
    return tr("there is no location {name} on the map; {advice} (p.14)", name=clip(name), advice=advice)


def unknown_neighbours(campaign: Campaign) -> list[str]:
    """List the names that paths lead to and that are not on the map yet."""
    names = {path for place in campaign.places.values() for path in place.paths}
    return sorted(names - set(campaign.places), key=slug)


def is_harbor(campaign: Campaign, name: str) -> bool:
    """Say whether a name is that of a harbor; a name that is not on the map yet is not one."""
    place = campaign.places.get(name)
    return place is not None and place.kind == "harbor"


def neighbours(campaign: Campaign, place: str) -> dict[str, tuple[str, ...]]:
    """Give the locations adjacent to one, harbors not interrupting a path, with the harbors passed over (p.14).

    Shapes: names in order, no harbors among them; of several ways one over the fewest harbors. Names that are not on
    the map yet are included, since a path is known to lead there.
    """
    start = located(campaign, place)
    over: dict[str, tuple[str, ...]] = {}
    seen = {start}
    queue: deque[tuple[str, tuple[str, ...]]] = deque([(start, ())])
    while queue:
        at, passed = queue.popleft()
        for path in campaign.places[at].paths:
            if path in seen:
                continue
            seen.add(path)
            if is_harbor(campaign, path):
                queue.append((path, (*passed, path)))
            else:
                over[path] = passed
    return {name: over[name] for name in sorted(over, key=slug)}


def harbors_at(campaign: Campaign, place: str) -> list[str]:
    """List the harbors that a path of a location leads to (p.14)."""
    return [path for path in campaign.places[located(campaign, place)].paths if is_harbor(campaign, path)]


def ports(campaign: Campaign, harbor: str) -> list[str]:
    """List the locations adjacent to a harbor, where the encampment may land (p.15)."""
    return [path for path in campaign.places[located(campaign, harbor)].paths if not is_harbor(campaign, path)]


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
