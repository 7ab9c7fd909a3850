"""`hoplo travel`, `route`: the encampment's way through the ancient world."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from hoplo_companion.campaign import travel as rules
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.map_entry import learn_place
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import region_name
from hoplo_companion.campaign.route import routes
from hoplo_companion.campaign.world_map import KINDS, REGIONS, find, located, unknown_neighbours
from hoplo_companion.cli.campaign.map import PathOption
from hoplo_companion.cli.campaign.names import Many, home_regions
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import name_of, place_kind
from hoplo_companion.cli.shell.table_words import place_on_map, place_to_go
from hoplo_companion.cli.terminal.ask import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import did_you_mean, near_misses, slug
from hoplo_companion.errors import StoppedError, UsageError
from hoplo_companion.language import speaking, tr
from hoplo_companion.render.campaign.journey import destination_lines, route_lines
from hoplo_companion.render.sentences.campaign import kind_name


def travel(
    terminal: Terminal,
    to: Annotated[
        str | None,
        typer.Argument(help="Where to; if left out, the locations that are open.", autocompletion=place_to_go),
    ] = None,
    harbor: Annotated[bool, typer.Option("--harbor", help="Sail there by harbor, which takes a week.")] = False,
    via: Annotated[
        Many,
        typer.Option(
            "--via",
            help="By Navigation: a spot moved onto before, once for each.",
            autocompletion=place_on_map,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            help="Of a location that is new: sport, bloodshed, opportunity or capital.",
            autocompletion=place_kind,
        ),
    ] = None,
    region: Annotated[
        str | None,
        typer.Option(
            "--region",
            help="Of a location that is new: its region; the present one if left out.",
            autocompletion=name_of("arenas"),
        ),
    ] = None,
    path: PathOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Move the encampment, or list where it may go and what forbids the rest.

    The first time at a location, its kind, region and paths are asked for, and remembered.
    """
    if to is None:
        _show_destinations(terminal, json, plain)
        return

    by: rules.By = "harbor" if harbor else "path"

    def change(campaign: Campaign) -> Result:
        before = campaign.place if not via else located(campaign, via[-1])
        campaign, learned = _learn(terminal, campaign, to, kind, region, path, "" if harbor else before)
        spots = via if via is not None else _ask_way(terminal, campaign, to, by)
        _warn_of_end(terminal, campaign, to, by)
        campaign, happened = rules.travel(campaign, to, home_regions(), by, spots)
        return campaign, [*learned, *happened]

    make_step(terminal, change, json=json)


def _ask_way(terminal: Terminal, campaign: Campaign, to: str, by: rules.By) -> tuple[str, ...] | None:
    """Ask by which spots the encampment goes where several ways lead there by Navigation, and none goes straight."""
    if not campaign.variant.boots or not terminal.is_interactive():
        return None
    ways = [each for each in _ways(campaign, to, by) if not each.refused]
    if len(ways) < 2 or not ways[0].via:
        return None  # straight there; `--via` names another way
    words = [tr("by {spots}", spots=", ".join(each.via)) for each in ways]
    chosen = terminal.choose(tr("By which way to {place}?", place=to), [str(at) for at in range(len(ways))], words)
    return ways[int(chosen)].via


def _ways(campaign: Campaign, to: str, by: rules.By) -> list[rules.Destination]:
    found = rules.destinations(campaign, home_regions())
    return [each for each in found if slug(each.place) == slug(to) and each.by == by]


def _warn_of_end(terminal: Terminal, campaign: Campaign, to: str, by: rules.By) -> None:
    """Have a harbor confirmed that takes the campaign's last week: after Act IV nothing follows (boots.week-six)."""
    if not campaign.variant.boots or not any(each.too_late for each in _ways(campaign, to, by)):
        return
    text = tr("This harbor takes the last week of Act IV: the campaign is lost with it (ruling boots.week-six).")
    if not terminal.is_interactive():
        terminal.notice(text)
    elif not terminal.agreed(text + " " + tr("Go on?")):
        raise StoppedError


def _show_destinations(terminal: Terminal, json: bool, plain: bool) -> None:
    campaign = look_campaign()
    if not json:
        terminal.show(destination_lines(rules.destinations(campaign, home_regions())), plain, wrap=True)
        return
    with speaking("en"):  # programs read one language
        found = rules.destinations(campaign, home_regions())
    terminal.show_json({"destinations": msgspec.to_builtins(found)})


def _learn(
    terminal: Terminal, campaign: Campaign, to: str, kind: str | None, region: str | None, path: Many, before: str
) -> Result:
    """Put a location on the map where the encampment comes for the first time: as entered, or as asked at a terminal.

    Where no path is entered, one leads there from `before`, the location from which the encampment comes; it is empty
    where that is a harbor.
    """
    if find(campaign, to) is not None:
        if kind or region or path:
            raise UsageError(tr("{place} is on the map already: `hoplo map edit` corrects it (p.14)", place=to[:60]))
        return campaign, []
    named = next((name for name in unknown_neighbours(campaign) if slug(name) == slug(to)), to)
    here = campaign.places.get(before or campaign.place)
    if kind is None:
        if not terminal.is_interactive():
            if named != to or not slug(to):
                return campaign, []  # The rules say what is missing.
            return _unknown(campaign, to)
        kind, region, path = _ask_place(terminal, campaign, named, region, path, from_here=before)
    elif path and before and not _leads_here(campaign, before, named, path):
        text = tr(
            "none of the paths that you entered joins {here} and {place}: if there is one, add --path '{here}' (p.14)",
            here=before,
            place=named[:60],
        )
        raise UsageError(text)
    paths = path or ([before] if before else [])
    region = region or (here.region if here is not None else "")
    return learn_place(campaign, named, kind, region, paths, more_paths=not path)


def _leads_here(campaign: Campaign, before: str, name: str, path: list[str]) -> bool:
    """Say whether a new location has a path to where the encampment comes from, from either end."""
    back = campaign.places[before].paths
    return slug(before) in map(slug, path) or slug(name) in map(slug, back)


def _unknown(campaign: Campaign, to: str) -> Result:
    """Leave a name that nothing leads to yet to the rules, which suggest near misses, or say how to enter it."""
    if near_misses(to, campaign.places):
        return campaign, []
    text = tr(
        "{place} is not on the map yet: add --kind sport, bloodshed, opportunity or capital, --region where it differs "
        "from here, and --path for each path (p.14)",
        place=to[:60],
    )
    raise UsageError(text)


def _ask_place(
    terminal: Terminal, campaign: Campaign, name: str, region: str | None, path: Many, *, from_here: str
) -> tuple[str, str, Many]:
    """Ask for a location's kind, region and paths, the likeliest offered first; the path that is taken now is one."""
    near = near_misses(name, campaign.places)
    if near:
        text = tr("{place} is not on the map. Is it new?", place=name)
        if terminal.choose(text, ["yes", "no"], [tr("yes, a new location"), tr("no")]) == "no":
            terminal.say(f"  {did_you_mean(near)}")
            raise StoppedError
    kinds = [each for each in KINDS if each != "harbor"]
    text = tr("{place}: what kind of location is it (p.14)?", place=name)
    kind = terminal.choose(text, kinds, [kind_name(each) for each in kinds])
    here = campaign.places.get(from_here or campaign.place)
    first = [here.region] if here is not None and here.region else []
    regions = [*first, *(each for each in REGIONS if each not in first)]
    region = region or terminal.choose(tr("Its region?"), regions, [region_name(each) for each in regions])
    if not path:
        path = _ask_paths(terminal, from_here)
    return kind, region, path or None


def _ask_paths(terminal: Terminal, from_here: str) -> list[str]:
    """Ask where the paths of a new location lead to, beside the one that is taken now."""
    text = tr("Its paths lead to (names separated by commas; Enter to enter them later):")
    if from_here:
        text = tr(
            "Beside the one to {place}, its paths lead to (names separated by commas; Enter to enter them later):",
            place=from_here,
        )
    paths = listed(terminal.write(text))
    return [from_here, *paths] if paths and from_here and slug(from_here) not in map(slug, paths) else paths


def route(
    terminal: Terminal,
    place: Annotated[str, typer.Argument(help="Where to be in time, such as a capital.", autocompletion=place_on_map)],
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Find every best way to a location by weeks and scion influence, with what to do at each stop."""
    campaign = look_campaign()
    found = routes(campaign, place, home_regions())
    if json:
        terminal.show_json({"routes": msgspec.to_builtins(found)})
        return
    if not found:
        terminal.notice(tr("no way leads to {place} in time, as far as the map is known", place=place))
    terminal.show(route_lines(found), plain, wrap=True)
