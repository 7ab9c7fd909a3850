"""`hoplo travel`, `route`: the encampment's way, also to what the map does not show yet (p.14-15)."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, NamedTuple

from hoplo_companion.campaign import travel as rules
from hoplo_companion.campaign import world_map
from hoplo_companion.campaign.events import CampaignEvent, Result
from hoplo_companion.campaign.map_entry import edit_place, learn_place
from hoplo_companion.campaign.model import REGIONS, Campaign, RefusedError
from hoplo_companion.campaign.naming import kind_name, region_name
from hoplo_companion.campaign.navigation import By
from hoplo_companion.campaign.route import routes
from hoplo_companion.campaign.travel import destinations, ways_from_here
from hoplo_companion.cli.campaign.map import PathOption
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import did_you_mean, near_misses, slug
from hoplo_companion.errors import StoppedError, UsageError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.render.campaign.journey import destination_lines, route_lines


class _New(NamedTuple):
    """What was entered of a new location with the command."""

    kind: Annotated[
        str | None, option("Of a location that is new: sport, bloodshed, opportunity or capital.", "place_kind")
    ] = None
    region: Annotated[
        str | None, option("Of a location that is new: its region; the present one if left out.", "arenas")
    ] = None
    path: PathOption = None


def travel(
    terminal: Terminal,
    to: Annotated[str | None, argument("Where to; if left out, the locations that are open.", "place_to_go")] = None,
    harbor: Annotated[bool, option("Sail there by harbor, which takes a week.")] = False,
    via: Annotated[Many, option("By Navigation: a spot on the way; may be repeated.", "place_on_map")] = None,
    *,
    new: _New,
) -> Answer:
    """Move the encampment, or list where it may go and why not elsewhere.

    The first time at a location you are asked for its kind, region and paths, which are remembered.
    """
    if to is None:
        find = partial(destinations, look_campaign())
        return Answer(lambda: destination_lines(find()), lambda: {"destinations": find()})

    def change(campaign: Campaign) -> Result:
        start = campaign.place if not via else world_map.located(campaign, via[-1])
        trip = _Trip(terminal, campaign, to, "harbor" if harbor else None, start, new)
        trip.make_out()
        spots = trip.chosen_way(via)
        try:
            campaign, happened = rules.travel(trip.campaign, trip.to, trip.by or "path", spots)
        except RefusedError as refusal:
            if not (trip.learned and terminal.is_interactive()):
                raise
            refused.append(refusal)  # what was entered of the map stays, and is not asked for again
            return trip.campaign, trip.learned
        return campaign, [*trip.learned, *happened]

    refused: list[RefusedError] = []
    step = make_step(change)(terminal)
    if refused:
        terminal.answer(step)
        raise refused[0]
    return step


def route(
    terminal: Terminal,
    place: Annotated[str, argument("Where to be in time, such as a capital; scion for its combat.", "place_on_map")],
) -> Answer:
    """Find every best way to a location by weeks and scion influence, with what to do at each stop."""
    found = routes(look_campaign(), place)
    if not found and not terminal.json:
        terminal.notice("no way leads to {place} in time, as far as the map is known", place=place)
    return Answer(lambda: route_lines(found), lambda: {"routes": found})


class _Trip:
    """Where the encampment goes from `start`, and how (`by`, if said), with what is `learned` of the map."""

    def __init__(
        self, terminal: Terminal, campaign: Campaign, to: str, by: By | None, start: str, entered: _New
    ) -> None:
        self.terminal, self.campaign, self.to, self.by = terminal, campaign, to, by
        self.start, self.entered = start, entered
        self.learned: list[CampaignEvent] = []

    def _take(self, result: Result) -> None:
        self.campaign, happened = result
        self.learned += happened

    def make_out(self) -> None:
        """Put the location on the map where it is new, as entered or as asked at a terminal."""
        campaign, entered, to = self.campaign, self.entered, self.to
        on_map = world_map.find(campaign, to) is not None
        if on_map and any(entered):
            text = later("{place} is on the map already: `{command}` corrects it (p.14)")
            raise UsageError(text, place=to[:60], command=as_command("map", "edit", to[:60]))
        if entered.kind is None and self.terminal.is_interactive():
            ways = [each for each in ways_from_here(campaign) if slug(each.place) == slug(to)]
            if not on_map or not (ways or self.by or campaign.variant.boots):
                self._discover()
                return
            self.by = self.by or ("harbor" if {each.by for each in ways if not each.refused} == {"harbor"} else "path")
        if on_map:
            return
        named = world_map.find(campaign, to, beyond=True) or to
        if entered.kind is None:
            # The rules say what is missing, and suggest near misses.
            if named == to and slug(to) and not near_misses(to, campaign.places):
                raise UsageError(
                    "{place} is not on the map yet: add --kind sport, bloodshed, opportunity or capital, --region "
                    "where it differs from here, and --path for each path (p.14)",
                    place=to[:60],
                )
            return
        from_here = "" if self.by == "harbor" else self.start
        here = campaign.places.get(self.start or campaign.place)
        region = entered.region or (here.region if here is not None else "")
        self._take(self._learned(named, entered.kind, region, from_here, entered.path or ()))

    def chosen_way(self, via: Sequence[str] | None) -> Sequence[str] | None:
        """The spots on the way, one of several; a harbor's week (p.15) and a capital (p.30) are asked about once."""
        campaign, to, asks, by = self.campaign, self.to, self.terminal.is_interactive(), self.by or "path"
        ways = [each for each in ways_from_here(campaign) if (slug(each.place), each.by) == (slug(to), by)]
        if not ways or ways[0].refused:
            return via
        if via is None and campaign.variant.boots and asks and len(ways) > 1 and ways[0].via:
            words = {str(at): tr("by {spots}", spots=", ".join(each.via)) for at, each in enumerate(ways)}
            via = ways[int(self.terminal.choose(tr("By which way to {place}?", place=to), words))].via
        sails = by == "harbor"
        if ways[0].too_late:
            self.terminal.notice(
                "This harbor takes the last week of Act IV: the campaign is lost with it (ruling boots.week-six)."
            )
        warnings, pad = [], campaign.pad
        if sails:
            text = tr("Sailing to {place} crosses off week {week} at once (p.15).", place=to, week=campaign.week)
            warnings.append(text)
        if ways[0].kind == "capital" and not campaign.variant.enters_capitals_freely:
            text = later(
                "{place} is a capital: its combat begins at once, it cannot be surrendered, and losing it loses the "
                "campaign (p.30). It is week {week}, and your hero has {hp} of {health} HP."
            )
            warnings.append(tr(text, place=to, week=campaign.week, hp=pad.hp, health=pad.health))
        text = " ".join([*warnings, tr("Set sail?") if sails else tr("Enter?")])
        if warnings and asks and not self.terminal.agreed(text):
            raise StoppedError
        return via

    def _discover(self) -> None:
        """Ask for all that a way needs which nothing known leads along; from a harbor, no place to stop, it goes on."""
        before = self.start
        while True:
            found = world_map.find(self.campaign, self.to, beyond=True)
            if found is None and (near := near_misses(self.to, self.campaign.places)):
                text = tr("{place} is not on the map. Is it new?", place=self.to)
                if self.terminal.choose(text, {"yes": tr("yes, a new location"), "no": tr("no")}) == "no":
                    self.terminal.say(f"  {did_you_mean(near)}")
                    raise StoppedError
            to = self.to = found or " ".join(self.to.split())
            step = self.by or "path"
            if self.by is None and before and to not in self.campaign.places[before].paths:
                words = {
                    "path": tr("by land: a path leads there"),
                    "harbor": tr("by sea, from harbor to harbor: it takes a week"),
                }
                text = tr("How do you get from {here} to {place}?", here=before, place=to)
                step = "path" if self.terminal.choose(text, words) == "path" else "harbor"
            if step == "harbor":
                self._join_harbor(self.start, tr("Which harbor do you sail from? Its name:"))
            way = before if step == "path" else ""
            if (known := self.campaign.places.get(to)) is None:
                self._learn(to, way)
            elif way and way not in known.paths:
                self._take(edit_place(self.campaign, to, paths=(*known.paths, way)))
            if not world_map.is_harbor(self.campaign, to):
                break
            text = tr("The encampment never stops at a harbor (p.15). Where do you go from {harbor}?", harbor=to)
            self.to = self.terminal.write(
                text, "", [each for each in world_map.ports(self.campaign, to) if each != before]
            )
            before = to
            if not self.to:
                raise StoppedError
        if step == "harbor" and to not in world_map.sailings(self.campaign, self.start):
            self._join_harbor(to, tr("Which harbor do you land at? Its name:"))
        self.by = step

    def _learn(self, name: str, before: str) -> None:
        """Ask for a location's kind, region and paths, the one taken now too; RefusedError before, by its name."""

        def regions(kind: str) -> list[str]:
            found = []
            for region in REGIONS:
                with suppress(RefusedError):
                    learn_place(self.campaign, name, kind, region)
                    found.append(region)
            return found

        as_harbor = self._learned(name, "harbor", "", before)
        text = tr("{place}: what kind of location is it (p.14)?", place=name)
        kind = self.terminal.choose(
            text, {kind: kind_name(each) for kind, each in world_map.KINDS.items() if regions(kind)}
        )
        if kind == "harbor":
            self._take(as_harbor)
            return
        here = self.campaign.places.get(self.start)
        words = {each: region_name(each) for each in regions(kind)}
        if here is not None and here.region in words:
            words[here.region] = tr("{region} (as here)", region=words[here.region])
        region = self.entered.region or self.terminal.choose(tr("Its region?"), words)
        paths = self.entered.path or []
        if kind == "capital" and world_map.at_capital(self.campaign, name, region).enter is not None:
            paths = []  # it is not entered, and its paths are not seen
        elif not paths:
            text = tr("Its paths lead to (names separated by commas; Enter to enter them later):")
            if before:
                text = tr(
                    "Besides the one to {place}, its paths lead to (names separated by commas; Enter to enter them "
                    "later):",
                    place=before,
                )
            asked = partial(self._learned, name, kind, region, before)
            self._take(self.terminal.until_good(text, lambda line: asked(listed(line))))
            return
        self._take(self._learned(name, kind, region, before, paths))

    def _learned(self, name: str, kind: str, region: str, before: str, paths: Sequence[str] = ()) -> Result:
        """Put a location on the map with its paths, the one taken from `before` too; without others more are open."""
        ways = [*([before] if before and slug(before) not in map(slug, paths) else []), *paths]
        return learn_place(self.campaign, name, kind, region, ways, more_paths=not paths)

    def _join_harbor(self, place: str, text: str) -> None:
        """Ask for the harbor that is adjacent to a location, where none is known to be."""
        if place == self.start and world_map.harbors_at(self.campaign, place):
            return

        def read(name: str) -> Result:
            harbor = world_map.find(self.campaign, name)
            if harbor is None:
                return learn_place(self.campaign, name, "harbor", "", [place], more_paths=True)
            if not world_map.is_harbor(self.campaign, harbor):
                raise UsageError("{place} is on the map, and is not a harbor", place=harbor)
            return edit_place(self.campaign, harbor, paths=(*self.campaign.places[harbor].paths, place))

        known = [name for name, each in self.campaign.places.items() if each.kind == "harbor"]
        self._take(self.terminal.until_good(text, read, "", known))
