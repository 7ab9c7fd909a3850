"""The Travel Phase: where the encampment may go now, what it costs, why not elsewhere, and the deadline (p.14-15)."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign import world_map
from hoplo_companion.campaign.bag import front_card
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.campaign.naming import home_of, region_name
from hoplo_companion.campaign.navigation import By, Leg, Roads, after_sailing, ends
from hoplo_companion.campaign.pad import banes_due, mark_week, stop_at
from hoplo_companion.campaign.rounds import cross_off_week, weeks_over
from hoplo_companion.campaign.route import Planner
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, tr


class Deadline(Struct, frozen=True):
    """How the act's last combat can still be had in week 12 at the latest (Rulebook p.15).

    Shapes: `capital` is the open one that costs the least scion influence on the way, empty where none can be reached
    in time; `spare` counts the weeks that may be used before; `spectate` the events that must be spectated at the
    least; `complete` tells whether every path of the map leads to a location that is on it.
    """

    spare: int
    capital: str = ""
    spectate: int = 0
    influence: int = 0
    banes: int = 0
    complete: bool = True


class Destination(Struct, frozen=True):
    """A location that the encampment may go to, or the reason why not.

    Shapes: `kind` and `region` are empty where the location is known by name only; `over` are the harbors passed, or
    the one boarded and the one left; `weeks` what the way itself costs; `refused` the rule that forbids it, `why` its
    sentence; `ruling` the question of RULINGS that decided it; `ahead` how the deadline can be kept from there. With
    Mercury's Boots `via` are the spots moved onto before; `too_late` says that the campaign's last week is used.
    `waits` are the primus or the scion who is fought there, `card` is the front card of the place's deck, if known.
    """

    place: str
    by: By
    kind: str = ""
    region: str = ""
    over: tuple[str, ...] = ()
    weeks: int = 0
    refused: str = ""
    why: str = ""
    ruling: str = ""
    ahead: Deadline | None = None
    via: tuple[str, ...] = ()
    too_late: bool = False
    waits: tuple[str, ...] = ()
    card: str = ""


def set_out(campaign: Campaign, place: str) -> Result:
    """Place the encampment for the beginning: on the capital of the hero's home region (p.10, 14)."""
    if campaign.place and campaign.place == world_map.find(campaign, place):
        return campaign, []
    if campaign.place:
        text = tr("the encampment is at {place} and travels from there (p.10)", place=campaign.place)
        raise RefusedError("setup.encampment", text)
    name = world_map.located(campaign, place)
    home = home_of(campaign.pad.hero)
    if (campaign.places[name].kind, campaign.places[name].region) != ("capital", home):
        text = later("the encampment starts on the capital of the {region}, the hero's region (p.10, 14)")
        raise RefusedError("setup.encampment", text, region=region_name(home))
    return replace(campaign, place=name, came_from=""), [event_of("travel.set-out", place=name, region=home)]


def destinations(campaign: Campaign) -> list[Destination]:
    """Every way to spend the Travel Phase, as `ways_from_here`, with how the deadline can be kept from its end."""
    ways, deadline_from, here = ways_from_here(campaign), _deadlines(campaign), _travelling(campaign)
    return [
        each if each.refused else replace(each, ahead=deadline_from(each.place, (here, *each.via)[-1], each.weeks))
        for each in ways
    ]


def ways_from_here(campaign: Campaign) -> list[Destination]:
    """Every way to spend the Travel Phase, by every last move, then what is next to the encampment and refused."""
    catalogue().ids("heroes")  # nothing is said of where primuses are while own records cannot be read
    here, came_from = _travelling(campaign), campaign.came_from
    best = [_led(campaign, leg, came_from) for leg in Roads(campaign, ends(campaign)).hops(here, came_from)]
    ways = sorted(best, key=lambda each: (len(each.via), each.by == "harbor"))
    near = [Destination(here, "path")]
    near += [Destination(name, "path", over=over) for name, over in world_map.neighbours(campaign, here).items()]
    near += [Destination(name, "path") for name in world_map.harbors_at(campaign, here)]
    near += [
        Destination(name, "harbor", over=over, weeks=1) for name, over in world_map.sailings(campaign, here).items()
    ]
    listed = {(each.place, each.by) for each in ways}
    for each in near:
        if (each.place, each.by) not in listed:
            place = campaign.places.get(each.place)
            each = replace(each, kind=place.kind, region=place.region) if place is not None else each
            why = _refusal(campaign, each, here, came_from)
            ways.append(replace(each, refused=why.rule, why=str(why), ruling=why.ruling))
    return ways


def _led(campaign: Campaign, leg: Leg, came_from: str) -> Destination:
    """Describe where a Travel Phase leads, who waits there, and whether its harbor takes the last week of all."""
    place = campaign.places[leg.end]
    sails = leg.by == "harbor"
    landing = (after_sailing(campaign) if sails else None) or campaign
    too_late = sails and world_map.is_last_week(campaign)
    is_next_act = landing.pad.act != campaign.pad.act
    ruling = "travel.dead-end" if leg.spots[0] == came_from else "boots.week-six" if too_late or is_next_act else ""
    return Destination(
        leg.end,
        leg.by,
        place.kind,
        place.region,
        leg.over,
        int(sails),
        ruling=ruling,
        via=leg.spots[:-1],
        too_late=too_late,
        waits=() if too_late else world_map.at_place(landing, leg.end).waits,
        card=front_card(campaign, place.kind),
    )


def travel(campaign: Campaign, to: str, by: By = "path", via: Sequence[str] | None = None) -> Result:
    """Move the encampment along a path, or by a harbor, which crosses a week off at once (p.14-15).

    Shapes: `via` are the spots moved onto before, in their order (Mercury's Boots); the shortest way where it is None.
    What happened ends with a warning where the deadline of week 12 can be kept only by spectating, or no more.
    """
    here = _travelling(campaign)
    listed, deadline_from = ways_from_here(campaign), _deadlines(campaign)
    choice = _chosen(campaign, here, to, by, via, listed)
    if choice is None:
        raise _not_next_to(campaign, here, to, by, listed)
    if choice.refused:
        raise RefusedError(choice.refused, choice.why)
    happened: list[CampaignEvent] = []
    if choice.weeks:
        campaign, happened = mark_week(campaign)
    # Arena cards stay turned while the way never leaves its region; a harbor landed on is moved onto (sands.passing).
    spots = [*choice.via, *(choice.over if choice.by == "harbor" else ())]
    moved_onto = [campaign.place, *(() if campaign.reads("sands.passing=ends") else spots), choice.place]
    turned = campaign.turned if len({campaign.places[spot].region for spot in moved_onto} - {""}) == 1 else ()
    came_from = (here, *choice.via)[-1]
    campaign = replace(campaign, place=choice.place, came_from=came_from, phase="event", turned=turned)
    campaign, over = weeks_over(campaign)
    if choice.kind and not campaign.outcome:
        campaign, struck = stop_at(campaign, campaign.places[choice.place].kind)
        over = [*over, *struck]
    moved = event_of(
        "travel.moved",
        start=here,
        end=choice.place,
        by=by,
        over=list(choice.over),
        kind=choice.kind,
        region=choice.region,
        ruling=choice.ruling or None,
        via=list(choice.via) or None,
        rule="harbor.sail" if by == "harbor" else "travel.move",
    )
    if choice.kind != "capital" or campaign.variant.enters_capitals_freely or campaign.outcome:
        arrived = warnings(campaign, deadline_from(choice.place, came_from, choice.weeks))
    else:  # its combat begins, unless two wait and one is chosen
        at = world_map.at_place(campaign, choice.place)
        combat, waits = "scion" if at.scion else "primus", at.waits if len(at.waits) == 1 else ()
        arrived = [event_of("travel.capital-entered", combat=combat, opponent=each) for each in waits]
    return campaign, [moved, *happened, *over, *arrived]


def _chosen(
    campaign: Campaign, here: str, to: str, by: By, via: Sequence[str] | None, listed: Collection[Destination]
) -> Destination | None:
    """The way that is meant; None where there is none. RefusedError where several are equally short."""
    ways = [each for each in listed if slug(each.place) == slug(to) and each.by == by]
    if via is None:
        shortest = [each for each in ways if len(each.via) == len(ways[0].via)]
        if len(shortest) > 1:
            over = "; ".join(", ".join(each.via) for each in shortest)
            text = later("several ways lead to {place}, by {ways}: name the spots with --via (A3 p.7)")
            raise RefusedError("boots.travel", text, place=to, ways=over)
        return ways[0] if ways else None
    spots = [slug(name) for name in (*via, to)]
    if not campaign.variant.boots:
        text = later("one move a Travel Phase leads to an adjacent location: --via is for Mercury's Boots (p.14)")
        raise RefusedError("travel.adjacent", text)
    for leg in Roads(campaign, ends(campaign)).legs(here, campaign.came_from):
        if leg.by == by and [slug(each) for each in leg.spots] == spots:
            return _led(campaign, leg, campaign.came_from)
    way = ", ".join([*via, to])
    text = later(
        "{way} is not a way of this Travel Phase: at most {n} spots, each adjacent to the one before, none twice and "
        "not back to {came_from}; a harbor only as the last (A3 p.7)"
    )
    came_from = campaign.came_from or tr("where it began")
    raise RefusedError("boots.travel", text, way=way, n=campaign.pad.navigation, came_from=came_from)


def deadline(campaign: Campaign) -> Deadline | None:
    """How the act's last combat can still be had in time, an open event included; None where none is owed (p.15)."""
    place, came_from, is_unresolved = campaign.place, campaign.came_from, campaign.phase == "event"
    if campaign.outcome or not place:
        return None
    if campaign.phase == "cleanup":
        if place in world_map.last_combats(campaign):
            return None
        campaign, _ = cross_off_week(campaign) if campaign.weeks_left else (campaign, [])
    return _deadlines(campaign)(place, came_from, 0, is_pending=is_unresolved)


def _deadlines(campaign: Campaign) -> Callable[..., Deadline | None]:
    """Work the deadline out from locations, each some weeks later, with an event pending there or not."""
    goals = world_map.last_combats(campaign)
    act, complete = campaign.pad.act, not world_map.unknown_neighbours(campaign)
    planners: dict[int, Planner] = {}

    def from_place(place: str, came_from: str, weeks: int, *, is_pending: bool = True) -> Deadline | None:
        if not goals or (is_pending and place in goals):
            return None
        spare = world_map.spare_weeks(campaign) - weeks
        if weeks not in planners:
            planners[weeks] = Planner((after_sailing(campaign) if weeks else None) or campaign, goals)
        planner = planners[weeks]
        found = planner.least(planner.starts(place, came_from, pending=is_pending)) if spare >= 0 else None
        if found is None:
            return Deadline(spare, complete=complete)
        influence, capital = found
        return Deadline(spare, capital, influence // act, influence, banes_due(campaign, influence), complete)

    return from_place


def _travelling(campaign: Campaign) -> str:
    """The location of the encampment; RefusedError unless it is about to travel from one that is on the map."""
    campaign.check_not_over()
    if campaign.phase != "travel":
        text = later("the Cleanup Phase comes next; the encampment moves in the Travel Phase (p.13-14)")
        if campaign.phase == "event":
            text = later("the Event Phase comes next; the encampment moves in the Travel Phase (p.13-14)")
        raise RefusedError("round.phases", text)
    return world_map.located(campaign, campaign.place)


def _refusal(campaign: Campaign, to: Destination, here: str, came_from: str) -> RefusedError:
    """Say what refuses a destination that no way of this Travel Phase leads to."""
    name = to.place
    if name == here:
        text = later("the encampment must move: it cannot stay at {place}, or come back to it (p.14)")
        return RefusedError("travel.must-move", text, place=name)
    if not to.kind:
        text = later("only the name of {place} is known: put it on the map first, with its kind (p.14)")
        return RefusedError("map.kinds", text, place=name)
    landing = (after_sailing(campaign) if to.by == "harbor" else None) or campaign
    if (refusal := world_map.at_place(landing, name).enter) is not None:
        return refusal
    if name == came_from:
        text = later("the encampment came from {place}, and may not go straight back (p.14-15)")
        if to.by == "harbor":
            text = later("the encampment came from {place}, and may not go straight back (p.14-15; ruling travel.back)")
        text = tr(text, place=name) + _open_paths(campaign, here)
        return RefusedError("travel.not-back", text, ruling="travel.back" if to.by == "harbor" else "")
    if to.by == "harbor" and after_sailing(campaign) is None:
        text = later(
            "a harbor takes a week, and none is left before the act's last combat, in week {week} at the latest "
            "(p.13, 15; ruling week.twelve)"
        )
        return RefusedError("harbor.week", text, ruling="week.twelve", week=campaign.variant.weeks_in_act)
    return _too_far(campaign, name, to.by)


def _open_paths(campaign: Campaign, here: str) -> str:
    """Say how to enter where else paths lead from here; empty where all of them are known."""
    if not campaign.places[here].more_paths:
        return ""
    command = f"`{as_command('map', 'edit', here, '--path', '…')}`"
    return "; " + tr("enter where else its paths lead with {command}", command=command)


def _not_next_to(campaign: Campaign, here: str, to: str, by: By, listed: Collection[Destination]) -> RefusedError:
    other = next((each for each in listed if slug(each.place) == slug(to)), None)
    known = world_map.located(campaign, to, beyond=True)
    if world_map.is_harbor(campaign, known) and by == "harbor":
        text = later("{place} is a harbor: name the location to land at instead (p.15)")
        return RefusedError("harbor.never-end", text, place=known)
    if campaign.variant.boots and known in campaign.places:
        return _too_far(campaign, known, by)
    near = ", ".join(world_map.neighbours(campaign, here)) or tr("nothing")
    rule, text = "travel.adjacent", later("{place} is not adjacent to {here}, only: {places} (p.14)")
    if by == "harbor" and not world_map.harbors_at(campaign, here):
        rule, text = "harbor.sail", later("no harbor is adjacent to {here}, so you cannot sail from there (p.14)")
    elif by == "harbor":
        rule = "harbor.land"
        text = later("{place} is not adjacent to a harbor that you can sail to from {here} (p.14-15)")
    elif other is not None:
        text = later("no path leads from {here} to {place}: sail there with --harbor (p.14-15)")
    more = _open_paths(campaign, here) if by == "path" and other is None else ""
    return RefusedError(rule, tr(text, place=known, here=here, places=near) + more)


def _too_far(campaign: Campaign, place: str, by: By) -> RefusedError:
    text = later(
        "no way of at most {n} spots leads to {place} in this Travel Phase, none twice and not back to {came_from} "
        "(A3 p.7); --harbor sails"
    )
    if by == "harbor":
        text = later("no harbor that is landed on within Navigation {n} leads to {place} (A3 p.7)")
    came_from = campaign.came_from or tr("where it began")
    return RefusedError("boots.travel", text, n=campaign.pad.navigation, place=place, came_from=came_from)


def warnings(campaign: Campaign, ahead: Deadline | None) -> list[CampaignEvent]:
    """Warn where the deadline can be kept only by spectating, or no more."""
    if ahead is None or campaign.outcome:
        return []
    known: dict[str, Any] = {"spare": ahead.spare, "week": campaign.variant.weeks_in_act, "complete": ahead.complete}
    if not ahead.capital:
        return [event_of("deadline.out-of-reach", **known)]
    known |= {name: getattr(ahead, name) for name in ("capital", "spectate", "influence", "banes")}
    return [event_of("deadline.must-spectate", **known)] if ahead.spectate else []
