"""The map as the player has entered it, who is adjacent, and what can be done at a location in a week (p.14-16, 30).

Whoever plans a way, lists one, travels it or resolves its event asks `at_place`, of the campaign as it stands in that
week, who waits there and what of entering, accepting, spectating is allowed (A3 p.4-7).
"""

from collections import deque
from collections.abc import Collection
from typing import Literal, NamedTuple, get_args

from hoplo_companion.campaign.model import LAST_ACT, Campaign, PlaceKind, RefusedError
from hoplo_companion.campaign.naming import chip_name, chip_names, home_of, region_name
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.words import ACTS
from hoplo_companion.errors import clip
from hoplo_companion.language import later, tr

KINDS: dict[str, PlaceKind] = {kind: kind for kind in get_args(PlaceKind)}
"""The types of location (Rulebook p.14)."""


def find(campaign: Campaign, name: str, *, beyond: bool = False) -> str | None:
    """The name of a location on the map, or one `beyond` that a path leads to, in any case; None where it is not."""
    if name in campaign.places:
        return name
    wanted, names = slug(name), [*campaign.places, *(unknown_neighbours(campaign) if beyond else ())]
    return next((known for known in names if slug(known) == wanted), None) if wanted else None


def located(campaign: Campaign, name: str, *, beyond: bool = False) -> str:
    """The name of a location as `find` gives it; RefusedError with the near misses where there is none (p.14)."""
    known = find(campaign, name, beyond=beyond)
    if known is None:
        names = [*campaign.places, *(unknown_neighbours(campaign) if beyond else ())]
        raise RefusedError("map.locations", not_on_the_map(name, names))
    return known


def not_on_the_map(name: str, names: Collection[str]) -> str:
    """Say that there is no location of a name, and which name would be right (p.14)."""
    advice = advise(name, names, tr("locations"))
    return tr("there is no location {name} on the map; {advice} (p.14)", name=clip(name), advice=advice)


def unknown_neighbours(campaign: Campaign) -> list[str]:
    """The names that paths lead to and that are not on the map yet."""
    names = {path for place in campaign.places.values() for path in place.paths}
    return sorted(names - set(campaign.places), key=slug)


def is_harbor(campaign: Campaign, name: str) -> bool:
    """Say whether a name is that of a harbor; a name that is not on the map yet is not one."""
    place = campaign.places.get(name)
    return place is not None and place.kind == "harbor"


def neighbours(campaign: Campaign, place: str) -> dict[str, tuple[str, ...]]:
    """The locations next to one, in order, on the map or not yet, each over as few harbors as can be (p.14)."""
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
    """The harbors that a path of a location leads to (p.14)."""
    return [path for path in campaign.places[located(campaign, place)].paths if is_harbor(campaign, path)]


def ports(campaign: Campaign, harbor: str) -> list[str]:
    """The locations adjacent to a harbor, where the encampment may land (p.15)."""
    return [path for path in campaign.places[located(campaign, harbor)].paths if not is_harbor(campaign, path)]


def sailings(campaign: Campaign, place: str) -> dict[str, tuple[str, str]]:
    """Where a location's harbors lead, in order, itself too: ports with the harbor boarded and the one left (p.15)."""
    found: dict[str, tuple[str, str]] = {}
    harbors = sorted((name for name, each in campaign.places.items() if each.kind == "harbor"), key=slug)
    for boarded in harbors_at(campaign, place):
        for left in harbors:
            if left != boarded:
                for port in ports(campaign, left):
                    found.setdefault(port, (boarded, left))
    return {name: found[name] for name in sorted(found, key=slug)}


SCION_REGION = "vesuvians"  # where the scion is faced (Rulebook p.14, 30)


class AtPlace(NamedTuple):
    """What can be done at a location in a week.

    Shapes: `primus` and `scion` are the chips that wait to be fought there, both where the player chooses; `enter`,
    `accept` and `spectate` are what forbids it, None where it is allowed; `decides` tells that the combat ends the act
    or the campaign.
    """

    primus: str = ""
    scion: str = ""
    enter: RefusedError | None = None
    accept: RefusedError | None = None
    spectate: RefusedError | None = None
    decides: bool = False

    @property
    def waits(self) -> tuple[str, ...]:
        """The chips that wait to be fought."""
        return tuple(filter(None, (self.primus, self.scion)))


def at_place(campaign: Campaign, name: str) -> AtPlace:
    """What can be done at a location in the campaign's present week."""
    place, variant = campaign.places[name], campaign.variant
    if place.kind == "capital":
        return at_capital(campaign, name, place.region)
    if place.kind == "harbor":
        text = later("{place} is a harbor: you may pass it or sail from it, but a move never ends there (p.14-15)")
        return AtPlace(enter=RefusedError("harbor.never-end", text, place=name))
    if variant.boots or spare_weeks(campaign) > 0:
        return AtPlace()
    text = later(
        "in week {week} an event can only be spectated: accepting it would take the week that the act's last "
        "combat needs (p.13, 15; ruling week.twelve)"
    )
    return AtPlace(accept=RefusedError("travel.deadline", text, ruling="week.twelve", week=variant.weeks_in_act))


def at_capital(campaign: Campaign, name: str, region: str) -> AtPlace:
    """What can be done at the capital of a region, whether or not it is on the map."""
    variant = campaign.variant
    scion = campaign.scion if region == SCION_REGION and campaign.pad.act >= LAST_ACT else ""
    primus, nobody = _primus_at(campaign, region)
    if scion and not (variant.boots and campaign.reads("boots.vesuvius=choose")):
        primus = ""
    enter = accept = spectate = None
    if variant.enters_capitals_freely:
        if not (primus or scion):
            text = later("nobody waits to be fought at {place}: the event can only be spectated (A3 p.4)")
            accept = RefusedError("rivals.capital", text, place=name)
    else:
        text = later("at a capital nothing can be spectated: its combat begins at once (p.16, 30)")
        spectate = RefusedError("spectate.capital", text)
        if not (primus or scion):
            enter = RefusedError("travel.capital", "{place} may not be entered: {reason}", place=name, reason=nobody)
    if enter is None and spare_weeks(campaign) < 0:
        text = later(
            "{place} may not be entered: all {weeks} weeks are crossed off, its combat would be too late (p.13, 15)"
        )
        enter = RefusedError("travel.deadline", text, place=name, weeks=variant.weeks_in_act)
    decides = not primus if scion else bool(primus) and not variant.boots
    return AtPlace(primus, scion, enter, accept, spectate, decides)


def _primus_at(campaign: Campaign, region: str) -> tuple[str, str]:
    """Find the undefeated primus at home in a region, or say why there is none to be fought (p.14, 30)."""
    home = {primus.hero: home_of(primus.hero) for primus in campaign.primuses}
    local = [primus for primus in campaign.primuses if home[primus.hero] == region]
    there = dict.fromkeys(home[hero] for hero in campaign.undefeated)
    if campaign.pad.act >= LAST_ACT and not campaign.variant.boots:
        text = tr(
            "in Act IV only the capital of the {region}, where the scion is faced, may be entered (p.14, 30)",
            region=region_name(SCION_REGION),
        )
    elif local and not local[0].defeated_in_act:
        return local[0].hero, ""
    elif local:
        primus, act = chip_name(local[0].hero), ACTS[local[0].defeated_in_act]
        text = tr("{primus}, the primus there, was defeated in Act {act} (p.14, 30)", primus=primus, act=act)
    elif unplaced := [hero for hero, at in home.items() if not at]:
        text = tr("the home region of {heroes} is not known (p.14, 38)", heroes=chip_names(unplaced))
    elif not there:
        text = tr("every primus of this campaign is defeated (p.14, 30)")
    else:
        text = tr(
            "no primus of this campaign is from there; the undefeated ones are from: {regions} (p.14, 30)",
            regions=", ".join(map(region_name, there)),
        )
    return "", text


def spare_weeks(campaign: Campaign) -> int:
    """Count the weeks that may still be crossed off before the act's last combat, in week 12 at the latest (p.15)."""
    return campaign.weeks_left - 1


def is_last_week(campaign: Campaign) -> bool:
    """Say whether the last week of the campaign is played."""
    return campaign.pad.act >= LAST_ACT and campaign.weeks_left == 1


def opponent(campaign: Campaign) -> Literal["primus", "scion"]:
    """Who is fought at the capital where the encampment is, or else at the act's end (p.16; ruling boots.vesuvius)."""
    if campaign.faced:
        return campaign.faced
    elsewhere = campaign.is_at_capital and campaign.region_here != SCION_REGION
    may_be_elsewhere = campaign.variant.boots or campaign.variant.enters_capitals_freely
    return "primus" if campaign.pad.act < LAST_ACT or (elsewhere and may_be_elsewhere) else "scion"


def may_choose_opponent(campaign: Campaign) -> bool:
    """Say whether Nox and the scion wait at the Vesuvian capital, and the player chooses (boots.vesuvius)."""
    is_open = campaign.place in campaign.places and campaign.phase == "event" and not campaign.outcome
    return is_open and len(at_place(campaign, campaign.place).waits) > 1


def last_combats(campaign: Campaign) -> list[str]:
    """The capitals on the map where the combat waits that is owed by the act's end (p.13-15; A3 p.5)."""
    capitals = [name for name, place in campaign.places.items() if place.kind == "capital"]
    found = {name: at_place(campaign, name) for name in capitals}
    return [name for name, here in found.items() if here.scion or (here.primus and not campaign.variant.boots)]
