"""`hoplo travel`, `route`: the encampment's way through the ancient world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from hoplo_companion.cli.campaign.map import Many, PathOption, regions
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import name_of, place_kind
from hoplo_companion.cli.shell.table_words import place_on_map, place_to_go
from hoplo_companion.cli.terminal.ask import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import StoppedError, UsageError
from hoplo_companion.language import speaking

if TYPE_CHECKING:
    from hoplo_companion.campaign.events import Result
    from hoplo_companion.campaign.model import Campaign


def travel(
    terminal: Terminal,
    to: Annotated[
        str | None, typer.Argument(help="Where to; the places that are open if left out.", autocompletion=place_to_go)
    ] = None,
    harbor: Annotated[bool, typer.Option("--harbor", help="Sail there by harbor, which takes a week.")] = False,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            help="Of a place that is new: sport, bloodshed, opportunity or capital.",
            autocompletion=place_kind,
        ),
    ] = None,
    region: Annotated[
        str | None,
        typer.Option(
            "--region",
            help="Of a place that is new: its region; the same if left out.",
            autocompletion=name_of("arenas"),
        ),
    ] = None,
    path: PathOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Move the encampment, or list where it may go and what forbids the rest.

    The first time at a place, its kind, region and paths are asked for, and remembered.
    """
    from hoplo_companion.campaign import travel as rules

    if to is not None:

        def change(campaign: Campaign) -> Result:
            campaign, learned = _learn(terminal, campaign, to, kind, region, path, harbor)
            campaign, happened = rules.travel(campaign, to, regions(), "harbor" if harbor else "path")
            return campaign, [*learned, *happened]

        from hoplo_companion.cli.campaign.open_campaign import make_step

        make_step(terminal, change, json=json)
        return
    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign()
    if json:
        with speaking("en"):  # programs read one language
            found = rules.destinations(campaign, regions())
        terminal.show_json({"destinations": msgspec.to_builtins(found)})
        return

    from hoplo_companion.render.journey import destination_lines

    terminal.show(destination_lines(rules.destinations(campaign, regions())), plain, wrap=True)


def _learn(
    terminal: Terminal, campaign: Campaign, to: str, kind: str | None, region: str | None, path: Many, by_harbor: bool
) -> Result:
    """Put a place on the map where the encampment comes for the first time: as told, or as asked for at a terminal.

    Where no path is told, one leads there from where the encampment is, unless it comes by harbor.
    """
    from hoplo_companion.campaign.world_map import find

    if find(campaign, to) is not None:
        if kind or region or path:
            raise UsageError(f"{to[:60]} is on the map already: `hoplo map edit` puts it right")
        return campaign, []
    from hoplo_companion.campaign.world_map import unknown_neighbours
    from hoplo_companion.components.names import slug

    named = next((name for name in unknown_neighbours(campaign) if slug(name) == slug(to)), to)
    here = campaign.places.get(campaign.place)
    if kind is None:
        if not terminal.is_interactive():
            if named != to or not slug(to):
                return campaign, []  # The rules say what is missing.
            return _unknown(campaign, to)
        kind, region, path = _ask_place(
            terminal, campaign, named, region, path, from_here="" if by_harbor else campaign.place
        )
    elif path and not by_harbor and here is not None and not _leads_here(campaign, named, path):
        raise UsageError(
            f"no path leads from {campaign.place} to {named[:60]} as you tell it: if one does, it is among its paths: "
            f"--path '{campaign.place}' (p.14)"
        )
    paths = path or ([] if by_harbor or here is None else [campaign.place])
    region = region or (here.region if here is not None else "")
    from hoplo_companion.campaign.map_entry import learn_place

    return learn_place(campaign, named, kind, region, paths, more_paths=not path)


def _leads_here(campaign: Campaign, name: str, path: list[str]) -> bool:
    """Tell whether a place that is told has a path to where the encampment is, from either end."""
    from hoplo_companion.components.names import slug

    back = campaign.places[campaign.place].paths

    return slug(campaign.place) in map(slug, path) or slug(name) in map(slug, back)


def _unknown(campaign: Campaign, to: str) -> Result:
    """Leave a name that nothing leads to yet to the rules, which suggest near misses, or say how to tell it."""
    from hoplo_companion.components.names import near_misses

    if near_misses(to, campaign.places):
        return campaign, []
    raise UsageError(
        f"{to[:60]} is not on the map yet: say --kind sport, bloodshed, opportunity, harbor or capital, with --region "
        "and each --path where they are others than from here (p.14)"
    )


def _ask_place(
    terminal: Terminal, campaign: Campaign, name: str, region: str | None, path: Many, *, from_here: str
) -> tuple[str, str, Many]:
    """Ask for a place's kind, region and paths, the likeliest offered first; the path that is taken now is one."""
    from hoplo_companion.campaign.world_map import KINDS, REGIONS
    from hoplo_companion.components.names import near_misses, slug

    near = near_misses(name, campaign.places)
    if near and terminal.choose(f"{name} is not on the map. Is it new?", ["yes, a new place", "no"]) == "no":
        terminal.say(f"  did you mean {' or '.join(near)}?")
        raise StoppedError

    kind = terminal.choose(f"{name}: what kind of place is it (p.14)?", [each for each in KINDS if each != "harbor"])
    here = campaign.places.get(campaign.place)
    first = [here.region] if here is not None and here.region else []

    regions_ = [*first, *(each for each in REGIONS if each not in first)]
    region = region or terminal.choose("Its region?", regions_, [_region_name(each) for each in regions_])
    beside = f"Beside the one to {from_here}, its" if from_here else "Its"
    told = path or listed(terminal.write(f"{beside} paths lead to (names apart by commas; Enter to tell them later):"))

    if told and from_here and not path and slug(from_here) not in map(slug, told):
        told = [from_here, *told]
    return kind, region, told or None


def _region_name(region: str) -> str:
    """Name a region as its arena's card does."""
    from hoplo_companion.components.catalogue import catalogue

    arena = catalogue().arena(region)
    return arena.name if arena is not None and arena.name else region


def route(
    terminal: Terminal,
    place: Annotated[str, typer.Argument(help="Where to be in time, a capital for one.", autocompletion=place_on_map)],
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Find every best way to a place by weeks and scion influence, with what to do at each stop."""
    from hoplo_companion.campaign.route import routes
    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign()

    found = routes(campaign, place, regions())
    if json:
        terminal.show_json({"routes": msgspec.to_builtins(found)})
        return

    if not found:
        terminal.notice(f"no way leads to {place} in time on the map as it is known")
    from hoplo_companion.render.journey import route_lines

    terminal.show(route_lines(found), plain, wrap=True)
