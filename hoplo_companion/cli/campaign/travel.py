"""`hoplo travel`, `route`: the encampment's way through the ancient world."""

from __future__ import annotations

from typing import Annotated

import msgspec

from hoplo_companion.campaign import travel as rules
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.campaign.navigation import By
from hoplo_companion.campaign.route import routes
from hoplo_companion.campaign.world_map import located
from hoplo_companion.cli.campaign.map import PathOption
from hoplo_companion.cli.campaign.names import home_regions
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.campaign.way_there import Entered, way_to
from hoplo_companion.cli.options import Many, argument, name_of, option
from hoplo_companion.cli.shell.names import place_kind
from hoplo_companion.cli.shell.table_words import place_on_map, place_to_go
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import slug
from hoplo_companion.errors import StoppedError
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.journey import destination_lines, route_lines


def travel(
    terminal: Terminal,
    to: Annotated[str | None, argument("Where to; if left out, the locations that are open.", place_to_go)] = None,
    harbor: Annotated[bool, option("Sail there by harbor, which takes a week.")] = False,
    via: Annotated[Many, option("By Navigation: a spot on the way; may be repeated.", place_on_map)] = None,
    kind: Annotated[
        str | None, option("Of a location that is new: sport, bloodshed, opportunity or capital.", place_kind)
    ] = None,
    region: Annotated[
        str | None, option("Of a location that is new: its region; the present one if left out.", name_of("arenas"))
    ] = None,
    path: PathOption = None,
) -> Answer:
    """Move the encampment, or list where it may go and why not elsewhere.

    The first time at a location you are asked for its kind, region and paths, which are remembered.
    """
    if to is None:
        return _destinations()

    def change(campaign: Campaign) -> Result:
        before = campaign.place if not via else located(campaign, via[-1])
        trip = way_to(terminal, campaign, to, "harbor" if harbor else None, before, Entered(kind, region, path))
        spots = via if via is not None else _ask_way(terminal, trip.campaign, trip.to, trip.by)
        _warn(terminal, trip.campaign, trip.to, trip.by)
        try:
            campaign, happened = rules.travel(trip.campaign, trip.to, home_regions(), trip.by, spots)
        except RefusedError as refusal:
            if not (trip.learned and terminal.is_interactive()):
                raise
            refused.append(refusal)  # what was entered of the map stays, and is not asked for again
            return trip.campaign, trip.learned
        return campaign, [*trip.learned, *happened]

    refused: list[RefusedError] = []
    step = make_step(terminal, change)
    if refused:
        terminal.answer(step)
        raise refused[0]
    return step


def _ask_way(terminal: Terminal, campaign: Campaign, to: str, by: By) -> tuple[str, ...] | None:
    """Ask by which spots the encampment goes where several ways lead there by Navigation, and none goes straight."""
    if not campaign.variant.boots or not terminal.is_interactive():
        return None
    ways = [each for each in _ways(campaign, to, by) if not each.refused]
    if len(ways) < 2 or not ways[0].via:
        return None  # straight there; `--via` names another way
    words = [tr("by {spots}", spots=", ".join(each.via)) for each in ways]
    chosen = terminal.choose(tr("By which way to {place}?", place=to), [str(at) for at in range(len(ways))], words)
    return ways[int(chosen)].via


def _ways(campaign: Campaign, to: str, by: By) -> list[rules.Destination]:
    found = rules.destinations(campaign, home_regions())
    return [each for each in found if slug(each.place) == slug(to) and each.by == by]


def _warn(terminal: Terminal, campaign: Campaign, to: str, by: By) -> None:
    """Have it confirmed, once, that a harbor takes a week (p.15), and that there is no way back from a capital (p.30).

    The last week of Act IV loses the campaign (boots.week-six).
    """
    ways = [each for each in _ways(campaign, to, by) if not each.refused]
    sails = any(each.weeks for each in ways)
    if any(each.too_late for each in ways if each.weeks):
        text = tr("This harbor takes the last week of Act IV: the campaign is lost with it (ruling boots.week-six).")
        terminal.notice(text)
    warnings = []
    if sails:
        warnings.append(tr("Sailing to {place} crosses off week {week} at once (p.15).", place=to, week=campaign.week))
    if any(each.kind == "capital" for each in ways) and not campaign.variant.enters_capitals_freely:
        pad = campaign.pad
        warnings.append(
            tr(
                "{place} is a capital: its combat begins at once, it cannot be surrendered, and losing it loses the "
                "campaign (p.30). It is week {week}, and your hero has {hp} of {health} HP.",
                place=to, week=campaign.week, hp=pad.hp, health=pad.health,
            )
        )  # fmt: skip
    text = " ".join([*warnings, tr("Set sail?") if sails else tr("Enter?")])
    if warnings and terminal.is_interactive() and not terminal.agreed(text):
        raise StoppedError


def _destinations() -> Answer:
    campaign = look_campaign()

    def found() -> list[rules.Destination]:
        return rules.destinations(campaign, home_regions())

    return Answer(lambda: destination_lines(found()), lambda: {"destinations": msgspec.to_builtins(found())})


def route(
    terminal: Terminal,
    place: Annotated[str, argument("Where to be in time, such as a capital; scion for its combat.", place_on_map)],
) -> Answer:
    """Find every best way to a location by weeks and scion influence, with what to do at each stop."""
    campaign = look_campaign()
    found = routes(campaign, place, home_regions())
    if not found and not terminal.json:
        terminal.notice(tr("no way leads to {place} in time, as far as the map is known", place=place))
    return Answer(lambda: route_lines(found), lambda: {"routes": msgspec.to_builtins(found)})
