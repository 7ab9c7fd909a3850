"""`hoplo travel`, `route`: the encampment's way, also to what the map does not show yet (p.14-15)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec

from hoplo_companion.campaign import travel as rules
from hoplo_companion.campaign.events import CampaignEvent, Result
from hoplo_companion.campaign.map_entry import edit_place, learn_place
from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.campaign.naming import region_name
from hoplo_companion.campaign.navigation import By
from hoplo_companion.campaign.route import routes
from hoplo_companion.campaign.travel import destinations
from hoplo_companion.campaign.world_map import (
    CAPITAL,
    KINDS,
    REGIONS,
    at_capital,
    find,
    harbors_at,
    is_harbor,
    located,
    ports,
    sailings,
    unknown_neighbours,
)
from hoplo_companion.cli.campaign.map import PathOption
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import did_you_mean, near_misses, slug
from hoplo_companion.errors import StoppedError, UsageError, as_command
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.journey import destination_lines, route_lines
from hoplo_companion.render.sentences.campaign import kind_name


def travel(
    terminal: Terminal,
    to: Annotated[str | None, argument("Where to; if left out, the locations that are open.", "place_to_go")] = None,
    harbor: Annotated[bool, option("Sail there by harbor, which takes a week.")] = False,
    via: Annotated[Many, option("By Navigation: a spot on the way; may be repeated.", "place_on_map")] = None,
    kind: Annotated[
        str | None, option("Of a location that is new: sport, bloodshed, opportunity or capital.", "place_kind")
    ] = None,
    region: Annotated[
        str | None, option("Of a location that is new: its region; the present one if left out.", "arenas")
    ] = None,
    path: PathOption = None,
) -> Answer:
    """Move the encampment, or list where it may go and why not elsewhere.

    The first time at a location you are asked for its kind, region and paths, which are remembered.
    """
    if to is None:
        campaign = look_campaign()

        def found() -> list[rules.Destination]:
            return rules.destinations(campaign)

        return Answer(lambda: destination_lines(found()), lambda: {"destinations": msgspec.to_builtins(found())})

    def change(campaign: Campaign) -> Result:
        before = campaign.place if not via else located(campaign, via[-1])
        trip = way_to(terminal, campaign, to, "harbor" if harbor else None, before, Entered(kind, region, path))
        spots = via if via is not None else _ask_way(terminal, trip.campaign, trip.to, trip.by)
        _warn(terminal, trip.campaign, trip.to, trip.by)
        try:
            campaign, happened = rules.travel(trip.campaign, trip.to, trip.by, spots)
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
    words = {str(at): tr("by {spots}", spots=", ".join(each.via)) for at, each in enumerate(ways)}
    return ways[int(terminal.choose(tr("By which way to {place}?", place=to), words))].via


def _ways(campaign: Campaign, to: str, by: By) -> list[rules.Destination]:
    found = rules.destinations(campaign)
    return [each for each in found if slug(each.place) == slug(to) and each.by == by]


def _warn(terminal: Terminal, campaign: Campaign, to: str, by: By) -> None:
    """Ask once whether a harbor is worth its week (p.15), and a capital is meant, from which no way leads back (p.30).

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


def route(
    terminal: Terminal,
    place: Annotated[str, argument("Where to be in time, such as a capital; scion for its combat.", "place_on_map")],
) -> Answer:
    """Find every best way to a location by weeks and scion influence, with what to do at each stop."""
    campaign = look_campaign()
    found = routes(campaign, place)
    if not found and not terminal.json:
        terminal.notice(tr("no way leads to {place} in time, as far as the map is known", place=place))
    return Answer(lambda: route_lines(found), lambda: {"routes": msgspec.to_builtins(found)})


# A location that the map does not show yet ---------------------------------------------------------------------------


class Entered(NamedTuple):
    """What was entered of a new location with the command."""

    kind: str | None
    region: str | None
    paths: Many


class Trip(NamedTuple):
    """Where the encampment goes and how, and what was learned of the map for it."""

    campaign: Campaign
    learned: list[CampaignEvent]
    to: str
    by: By


def way_to(terminal: Terminal, campaign: Campaign, to: str, by: By | None, before: str, entered: Entered) -> Trip:
    """Put a location on the map where the encampment comes for the first time, as entered or as asked at a terminal.

    Shapes: `before` is the location from which the last step leads there, `by` None where no harbor was asked for.
    """
    on_map = find(campaign, to) is not None
    if on_map and any(entered):
        raise UsageError(
            "{place} is on the map already: `{command}` corrects it (p.14)",
            place=to[:60],
            command=as_command("map", "edit", to[:60]),
        )
    if entered.kind is None and terminal.is_interactive():
        ways = [each for each in destinations(campaign) if slug(each.place) == slug(to)]
        if not on_map or not (ways or by or campaign.variant.boots):
            return _Discovery(terminal, campaign, entered, before).trip(to, by)
        by = by or ("harbor" if {each.by for each in ways if not each.refused} == {"harbor"} else "path")
    if on_map:
        return Trip(campaign, [], to, by or "path")
    named = next((name for name in unknown_neighbours(campaign) if slug(name) == slug(to)), to)
    if entered.kind is None:
        if named == to and slug(to):
            _refuse_unknown(campaign, to)
        return Trip(campaign, [], to, by or "path")  # the rules say what is missing
    from_here = "" if by == "harbor" else before
    back = campaign.places[from_here].paths if from_here else ()
    if (
        entered.paths
        and from_here
        and slug(from_here) not in map(slug, entered.paths)
        and slug(named) not in map(slug, back)
    ):
        raise UsageError(
            "none of the paths that you entered joins {here} and {place}: if there is one, add --path '{here}' (p.14)",
            here=from_here,
            place=named[:60],
        )
    here = campaign.places.get(before or campaign.place)
    paths = entered.paths or ([from_here] if from_here else [])
    region = entered.region or (here.region if here is not None else "")
    campaign, learned = learn_place(campaign, named, entered.kind, region, paths, more_paths=not entered.paths)
    return Trip(campaign, learned, to, by or "path")


def _refuse_unknown(campaign: Campaign, to: str) -> None:
    """Say how to enter a location that nothing leads to yet; near misses are for the rules to suggest."""
    if near_misses(to, campaign.places):
        return
    raise UsageError(
        "{place} is not on the map yet: add --kind sport, bloodshed, opportunity or capital, --region where it differs "
        "from here, and --path for each path (p.14)",
        place=to[:60],
    )


class _Discovery:
    """A location that no known way leads to: the way there is asked for, and what the map has not shown until now."""

    def __init__(self, terminal: Terminal, campaign: Campaign, entered: Entered, start: str) -> None:
        self.terminal = terminal
        self.campaign = campaign
        self.entered = entered
        self.start = start
        self.learned: list[CampaignEvent] = []

    def trip(self, to: str, by: By | None) -> Trip:
        """Ask for all that the way needs; where it comes to a harbor, which is no place to stop, it is asked on."""
        before = self.start
        while True:
            to = self._known_as(to)
            step = by or self._land_or_sea(to, before)
            if step == "harbor":
                self._join_harbor(self.start, tr("Which harbor do you sail from? Its name:"))
            if self._reach(to, before if step == "path" else "") != "harbor":
                break
            text = tr("The encampment never stops at a harbor (p.15). Where do you go from {harbor}?", harbor=to)
            to, before = (
                self.terminal.write(text, "", [each for each in ports(self.campaign, to) if each != before]),
                to,
            )
            if not to:
                raise StoppedError
        if step == "harbor" and to not in sailings(self.campaign, self.start):
            self._join_harbor(to, tr("Which harbor do you land at? Its name:"))
        return Trip(self.campaign, self.learned, to, step)

    def _known_as(self, name: str) -> str:
        """Find the name as the map has it; a name nearly like one of the map's is asked back."""
        beyond = unknown_neighbours(self.campaign)
        known = find(self.campaign, name) or next((each for each in beyond if slug(each) == slug(name)), None)
        near = near_misses(name, self.campaign.places) if known is None else []
        if near:
            text = tr("{place} is not on the map. Is it new?", place=name)
            if self.terminal.choose(text, {"yes": tr("yes, a new location"), "no": tr("no")}) == "no":
                self.terminal.say(f"  {did_you_mean(near)}")
                raise StoppedError
        return known or name

    def _land_or_sea(self, to: str, before: str) -> By:
        """Ask how the encampment gets there, unless a path is known to lead there."""
        if not before or to in self.campaign.places[before].paths:
            return "path"
        words = {
            "path": tr("by land: a path leads there"),
            "harbor": tr("by sea, from harbor to harbor: it takes a week"),
        }
        text = tr("How do you get from {here} to {place}?", here=before, place=to)
        return "path" if self.terminal.choose(text, words) == "path" else "harbor"

    def _reach(self, to: str, before: str) -> str:
        """Put a location on the map, or the path to it that was not known; its kind."""
        known = self.campaign.places.get(to)
        if known is None:
            return self._learn(to, before)
        if before and before not in known.paths:
            self._take(edit_place(self.campaign, to, paths=(*known.paths, before)))
        return known.kind

    def _learn(self, name: str, before: str) -> str:
        """Ask for a location's kind, region and paths; the one that is taken now is one of them.

        RefusedError before anything is asked where it cannot be called so.
        """
        ways = [before] if before else []
        as_harbor = learn_place(self.campaign, name, "harbor", "", ways, more_paths=True)
        text = tr("{place}: what kind of location is it (p.14)?", place=name)
        kinds = {kind: kind_name(each) for kind, each in KINDS.items() if self._regions(name, kind)}
        kind = self.terminal.choose(text, kinds)
        if kind == "harbor":
            self._take(as_harbor)
            return kind
        here = self.campaign.places.get(self.start)
        words = {each: region_name(each) for each in self._regions(name, kind)}
        if here is not None and here.region in words:
            words[here.region] = tr("{region} (as here)", region=words[here.region])
        region = self.entered.region or self.terminal.choose(tr("Its region?"), words)
        is_closed = kind == CAPITAL and at_capital(self.campaign, name, region).enter is not None
        paths = [] if is_closed else self.entered.paths or _ask_paths(self.terminal, before)
        self._take(learn_place(self.campaign, name, kind, region, paths or ways, more_paths=not paths))
        return kind

    def _regions(self, name: str, kind: str) -> list[str]:
        """The regions in which a new location of a kind can lie."""

        def can_lie(region: str) -> bool:
            try:
                learn_place(self.campaign, name, kind, region)
            except RefusedError:
                return False
            return True

        return [*filter(can_lie, REGIONS)]

    def _join_harbor(self, place: str, text: str) -> None:
        """Ask for the harbor that is adjacent to a location, where none is known to be."""
        if place == self.start and harbors_at(self.campaign, place):
            return
        known = [name for name, each in self.campaign.places.items() if each.kind == "harbor"]
        name = self.terminal.until_good(text, self._harbor, "", known)
        if (harbor := find(self.campaign, name)) is None:
            self._take(learn_place(self.campaign, name, "harbor", "", [place], more_paths=True))
        else:
            self._take(edit_place(self.campaign, harbor, paths=(*self.campaign.places[harbor].paths, place)))

    def _harbor(self, name: str) -> str:
        """Read the name of a harbor, on the map or not."""
        known = find(self.campaign, name)
        if known is not None and not is_harbor(self.campaign, known):
            raise UsageError("{place} is on the map, and is not a harbor", place=known)
        return name

    def _take(self, result: Result) -> None:
        self.campaign, happened = result
        self.learned += happened


def _ask_paths(terminal: Terminal, from_here: str) -> list[str]:
    """Ask where the paths of a new location lead to, beside the one that is taken now."""
    text = tr("Its paths lead to (names separated by commas; Enter to enter them later):")
    if from_here:
        text = tr(
            "Besides the one to {place}, its paths lead to (names separated by commas; Enter to enter them later):",
            place=from_here,
        )
    paths = listed(terminal.write(text))
    return [from_here, *paths] if paths and from_here and slug(from_here) not in map(slug, paths) else paths
