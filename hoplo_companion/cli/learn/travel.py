"""The rulebook's travel examples (p.14-15) as a lesson: where one may go, what a harbor costs, and the deadline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from hoplo_companion.campaign.map_entry import learn_place
from hoplo_companion.campaign.model import Bag, Camp, Campaign, Pad, Primus
from hoplo_companion.campaign.route import Route, routes
from hoplo_companion.campaign.travel import Destination, destinations, travel
from hoplo_companion.cli.learn.lesson import Choices, Lesson, Stop
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.campaign.journey import destination_lines, map_lines, route_lines
from hoplo_companion.render.sentences.campaign import campaign_sentence, kind_name
from hoplo_companion.render.style import Line

HOMES = {"krakenlance": "atlanteans", "decimus": "new-argonauts", "bingqing": "kunlun", "the-parthian": "parthians"}
"""Where the hero and the primuses of the lesson come from."""

ISLE = (
    ("Isle", "sport", "atlanteans", ("Cape", "Grove", "Tower", "Pharos")),
    ("Cape", "bloodshed", "atlanteans", ("Fen",)),
    ("Grove", "opportunity", "atlanteans", ("Fen",)),
    ("Tower", "sport", "atlanteans", ("Fen",)),
    ("Fen", "bloodshed", "lamosians", ()),
    ("South", "sport", "lamosians", ("Pharos", "Fen")),
    ("Pharos", "harbor", "", ()),
    ("Themis", "harbor", "", ("Shore",)),
    ("Shore", "sport", "amazons", ()),
)
"""The first example: each location with its kind, region and paths. The rulebook has no names: these are ours."""

STYX = (
    ("Back", "sport", "plutos-refugees", ("Styx",)),
    ("Styx", "bloodshed", "plutos-refugees", ("Ford",)),
    ("Ford", "bloodshed", "plutos-refugees", ("Mill",)),
    ("Mill", "sport", "new-argonauts", ("Gate",)),
    ("Gate", "bloodshed", "new-argonauts", ("Iolcus",)),
    ("Iolcus", "capital", "new-argonauts", ()),
)
"""The second example, in the same way."""


def _campaign(rows: Sequence[tuple[str, str, str, Sequence[str]]], place: str, came_from: str, week: int) -> Campaign:
    campaign = Campaign(
        difficulty="chosen",
        pad=Pad(hero="krakenlance", movement=2, range=1, health=5, hp=5, leadership=5, attack=("blue", "blue"),
                act=2, weeks=(12, week - 1, 0, 0)),
        camp=Camp(), bag=Bag(), scion="hydra",
        primuses=(Primus("decimus"), Primus("bingqing"), Primus("the-parthian")),
    )  # fmt: skip
    for name, kind, region, paths in rows:
        campaign, _ = learn_place(campaign, name, kind, region, list(paths))
    return replace(campaign, place=place, came_from=came_from)


def _show_map(terminal: Terminal, campaign: Campaign) -> None:
    terminal.show(map_lines(campaign))


def _found(campaign: Campaign) -> dict[str, Destination]:
    return {each.place: each for each in destinations(campaign, HOMES)}


def _closed(campaign: Campaign) -> Choices:
    """Offer the locations at the ends of paths; the rules say which one is closed."""
    found = _found(campaign)
    near = [name for name in found if campaign.places[name].kind != "harbor" and name != campaign.place]
    [right] = [name for name in near if found[name].refused]
    return Choices({name: _named(campaign, name) for name in near if found[name].by == "path"}, right, is_free=False)


def _named(campaign: Campaign, place: str) -> str:
    return tr("{place} ({kind})", place=place, kind=kind_name(campaign.places[place].kind))


def _weeks_to(place: str) -> Callable[[Campaign], Choices]:
    """Ask what the way to a location costs."""
    words = {"0": tr("no week"), "1": plural("{n} week", "{n} weeks", 1), "2": plural("{n} week", "{n} weeks", 2)}
    return lambda campaign: Choices(words, str(_found(campaign)[place].weeks), is_free=False)


def _where(campaign: Campaign) -> Choices:
    words = {name: _named(campaign, name) for name, each in _found(campaign).items() if not each.refused}
    return Choices(words, "Shore")


def _travel(campaign: Campaign, place: str) -> tuple[Campaign, list[Line]]:
    campaign, events = travel(campaign, place, HOMES, by=_found(campaign)[place].by)
    known = Catalogue(own=None)
    return campaign, [campaign_sentence(each, known) for each in events]


def _all_ways(campaign: Campaign) -> list[Line]:
    return list(destination_lines(destinations(campaign, HOMES)))


def _to_second(campaign: Campaign, _: str) -> tuple[Campaign, list[Line]]:
    campaign = _campaign(STYX, "Styx", "Back", 11)
    return campaign, map_lines(campaign)


def _cheapest(campaign: Campaign) -> Route:
    return routes(campaign, "Iolcus", HOMES)[0]


def _spectated(campaign: Campaign) -> Choices:
    words: Mapping[str, str] = {str(n): plural("{n} event", "{n} events", n) for n in range(4)}
    doing = [stop.doing for stop in _cheapest(campaign).stops]
    return Choices(words, str(doing.count("spectate")), is_free=False)


def _influence(campaign: Campaign) -> Choices:
    words: Mapping[str, str] = {str(n): tr("{n} influence", n=n) for n in (0, 2, 4, 6)}
    return Choices(words, str(_cheapest(campaign).influence), is_free=False)


def _ways(campaign: Campaign) -> list[Line]:
    return list(route_lines(routes(campaign, "Iolcus", HOMES)))


LESSON = Lesson(
    later("Travelling"),
    later("the rulebook's two travel examples: where you may go, what a harbor costs, and the deadline (5 minutes)"),
    lambda: _campaign(ISLE, "Isle", "Tower", 1),
    _show_map,
    (
        Stop(
            "14",
            later(
                "A round begins with the Travel Phase: the encampment moves along a path to a location next to it. "
                "Yours stands on the Isle, a Sport location of the Atlanteans; in the last round it was at the Tower. "
                "The names are ours."
            ),
            later("Which of these may you not go to?"),
            _closed,
            later("You never go straight back to where you came from. And you have to move: to stay is not possible."),
            why=_all_ways,
        ),
        Stop(
            "14",
            later("The South lies in the region of the Lamosians; on the path there is a harbor, the Pharos."),
            later("What does it take to walk there?"),
            _weeks_to("South"),
            later("A harbor on a path is ignored when you walk. You just may not end there."),
            why=_all_ways,
        ),
        Stop(
            "14-15",
            later(
                "A harbor next to you also leads to any other harbor of the map, and from there to a location beside "
                "it: from the Pharos to Themis, and to the Shore of the Amazons."
            ),
            later("What does it take to sail there?"),
            _weeks_to("Shore"),
            later("Sea travel takes time: a week is crossed off, besides the one that an event may take."),
            why=_all_ways,
        ),
        Stop(
            "15",
            later("So there are four places to go to. An event of the place's kind waits wherever you arrive."),
            later("Where do you go?"),
            _where,
            later(
                "The rulebook sails to the Amazons, to show that one can. What is best depends on where you have to be."
            ),
            _travel,
            _all_ways,
        ),
        Stop(
            "15",
            later(
                "The other example. It is week 11 of Act II, and the act ends with a primus in week 12 at the latest. "
                "You are at a Bloodshed location of Pluto's Refugees, and three more lie before the New Argonauts' "
                "capital."
            ),
            go=_to_second,
        ),
        Stop(
            "15-16",
            later(
                "At each stop an event waits. To accept it takes a week; to spectate it takes none. Week 12 must still "
                "be open for the primus."
            ),
            later("How many of the three events do you have to spectate?"),
            _spectated,
            later(
                "One event may be accepted: it takes week 11. The other two are spectated, in a row, as in the "
                "rulebook. W lists every way."
            ),
            why=_ways,
        ),
        Stop(
            "16",
            later("To spectate gives the scion influence: as much as the number of the act. Your hero heals fully."),
            later("How much influence does the cheaper way give?"),
            _influence,
            later("2 each time in Act II. Every fourth space of the track is a bane space: mark it, and draw a bane."),
            why=_ways,
        ),
    ),
)
