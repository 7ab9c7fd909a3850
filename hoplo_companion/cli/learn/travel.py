"""The lesson of a journey (p.14-15), on maps of its own: where one may go, what a harbor costs, and the deadline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign.map_entry import learn_place
from hoplo_companion.campaign.model import Bag, Camp, Campaign, Pad, Primus
from hoplo_companion.campaign.route import Route, routes
from hoplo_companion.campaign.travel import Destination, destinations, travel
from hoplo_companion.cli.learn.lesson import Acts, Choices
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import plural, tr
from hoplo_companion.render.campaign.journey import destination_lines, map_lines, route_lines
from hoplo_companion.render.sentences.campaign import campaign_sentence, kind_name
from hoplo_companion.render.style import Line

"""Where the hero and the primuses of the lesson come from."""


class Journey(NamedTuple):
    """Where the encampment stands, and the maps of the lesson."""

    campaign: Campaign
    maps: Mapping[str, Any]


Went = tuple[Journey, list[Line]]


def _on(maps: Mapping[str, Any], name: str) -> Journey:
    """Set out on one of the maps."""
    given = maps[name]
    campaign = Campaign(
        difficulty="chosen",
        pad=Pad(hero="krakenlance", movement=2, range=1, health=5, hp=5, leadership=5, attack=("blue", "blue"),
                act=2, weeks=(12, given["week"] - 1, 0, 0)),
        camp=Camp(), bag=Bag(), scion="hydra",
        primuses=(Primus("decimus"), Primus("bingqing"), Primus("the-parthian")),
    )  # fmt: skip
    for place in given["places"]:
        campaign, _ = learn_place(campaign, place["name"], place["kind"], place["region"], place["paths"])
    return Journey(replace(campaign, place=given["place"], came_from=given["came_from"]), maps)


def _found(journey: Journey) -> dict[str, Destination]:
    return {each.place: each for each in destinations(journey.campaign)}


def _named(journey: Journey, place: str) -> str:
    return tr("{place} ({kind})", place=place, kind=kind_name(journey.campaign.places[place].kind))


def _closed(journey: Journey, _: str) -> Choices:
    """Offer the locations at the ends of paths; the rules say which one is closed."""
    found, here = _found(journey), journey.campaign
    near = [name for name in found if here.places[name].kind != "harbor" and name != here.place]
    [right] = [name for name in near if found[name].refused]
    return Choices({name: _named(journey, name) for name in near if found[name].by == "path"}, right)


def _weeks_to(journey: Journey, place: str) -> Choices:
    """Ask what the way to a location costs."""
    words = {"0": tr("no week"), "1": plural("{n} week", "{n} weeks", 1), "2": plural("{n} week", "{n} weeks", 2)}
    return Choices(words, str(_found(journey)[place].weeks))


def _where(journey: Journey, right: str) -> Choices:
    words = {name: _named(journey, name) for name, each in _found(journey).items() if not each.refused}
    return Choices(words, right, is_free=True)


def _travel(journey: Journey, place: str, _: str) -> Went:
    campaign, events = travel(journey.campaign, place, by=_found(journey)[place].by)
    known = Catalogue(own=None)
    return journey._replace(campaign=campaign), [campaign_sentence(each, known) for each in events]


def _cheapest(journey: Journey, to: str) -> Route:
    return routes(journey.campaign, to)[0]


def _spectated(journey: Journey, to: str) -> Choices:
    words = {str(n): plural("{n} event", "{n} events", n) for n in range(4)}
    doing = [stop.doing for stop in _cheapest(journey, to).stops]
    return Choices(words, str(doing.count("spectate")))


def _influence(journey: Journey, to: str) -> Choices:
    words = {str(n): tr("{n} influence", n=n) for n in (0, 2, 4, 6)}
    return Choices(words, str(_cheapest(journey, to).influence))


ACTS: Acts[Journey] = Acts(
    lambda script: _on(script.maps, script.starts),
    lambda terminal, journey: terminal.show(map_lines(journey.campaign)),
    {
        "closed": _closed, "weeks-to": _weeks_to, "where": _where, "spectated": _spectated, "influence": _influence,
    },
    {"travel": _travel, "map": lambda journey, _, name: (_on(journey.maps, name), [])},
    {
        "destinations": lambda journey, _: list(destination_lines(destinations(journey.campaign))),
        "ways": lambda journey, to: list(route_lines(routes(journey.campaign, to))),
    },
)  # fmt: skip
