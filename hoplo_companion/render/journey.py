"""The way through the ancient world in words: where things stand, the map, where to go, the event, the ways."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.campaign.model import BANE_EVERY, WEEKS_IN_ACT, Campaign
from hoplo_companion.campaign.rounds import EventHere, opponent
from hoplo_companion.campaign.route import Route
from hoplo_companion.campaign.travel import Deadline, Destination
from hoplo_companion.campaign.world_map import REGIONS, unknown_neighbours
from hoplo_companion.render.sentences.words import ACTS
from hoplo_companion.render.style import Line, Span

NEXT = {
    "travel": "the Travel Phase (p.14): `hoplo travel` lists where you may go",
    "event": "the Event Phase (p.16): `hoplo event` says what may be done",
    "cleanup": "the combat (p.17): `hoplo fight start` follows it; then its Cleanup Phase (p.28): `hoplo cleanup`",
}
"""What comes next in a round, by its phase."""


def stand_lines(
    campaign: Campaign, hero: str, save: str, ahead: Deadline | None, fight: Sequence[Line] = ()
) -> list[Line]:
    """Say where the campaign stands, what comes next, and what is at stake; `fight` says so of the fight that is on."""
    if campaign.is_stand_alone:
        return _apart_lines(campaign, hero, save, fight)
    pad, place = campaign.pad, campaign.places.get(campaign.place)
    left = WEEKS_IN_ACT - pad.weeks[pad.act - 1]
    to_bane = BANE_EVERY - pad.influence % BANE_EVERY
    open_ = [primus.hero for primus in campaign.primuses if not primus.defeated_in_act]
    foe = f"the scion {campaign.scion}" if opponent(campaign) == "scion" else "a primus: " + ", ".join(open_)
    at = f"{campaign.place} ({place.kind}, {place.region})" if place is not None else campaign.place or "no place yet"
    lines: list[Line] = [
        [Span(f"{hero}, act {ACTS[pad.act]}, week {pad.week}", "heading"), Span(f"  (campaign {save})", "quiet")],
        [Span(f"  at {at}")],
        [
            Span(f"  HP {pad.hp} of {pad.health}, {pad.blessings} blessings, "),
            Span(f"troop {len(campaign.camp.units) + 1} of {pad.leadership}, "),
            Span(f"tactics {len(campaign.camp.tactics)} of {pad.tactic_capacity}"),
        ],
    ]
    if campaign.outcome:
        return [*lines, [Span(f"  The campaign is {campaign.outcome}: `hoplo odyssey` is its record.", "heading")]]
    lines += _in_fight(fight) or [[Span("  next: ", "heading"), Span(NEXT[campaign.phase])]]
    lines += [
        [Span("  at stake: ", "heading"), Span(f"{left} weeks left in this act; it ends with {foe}")],
        [Span(f"            {to_bane} influence to the next bane ({pad.influence} so far)")],
    ]
    return lines + [[Span(f"            {words}")] for words in _deadline_words(ahead)]


def _in_fight(fight: Sequence[Line]) -> list[Line]:
    """Set the lines of a fight below the others: its title, then what comes next."""
    heads = ["  fight: ", *["  next: ", *["        "] * len(fight)]]
    return [[Span(head, "heading"), *line] for head, line in zip(heads, fight, strict=False)]


def _apart_lines(campaign: Campaign, hero: str, save: str, fight: Sequence[Line]) -> list[Line]:
    pad = campaign.pad
    head: Line = [Span(f"{hero}, a fight of its own", "heading"), Span(f"  (kept as {save})", "quiet")]
    over = "the fight is put away: `hoplo fight start` sets up another, `hoplo save list` tells what else is kept"
    ended: list[Line] = [[Span("  next: ", "heading"), Span(over)]]
    return [head, [Span(f"  HP {pad.hp} of {pad.health}, {pad.blessings} blessings")], *(_in_fight(fight) or ended)]


def _deadline_words(ahead: Deadline | None) -> list[str]:
    """Say what the deadline of the act asks for, where the map is known far enough to tell."""
    if ahead is None:
        return []
    partly = "" if ahead.complete else ", on the map as it is known"
    if not ahead.capital:
        return [f"no open capital can be reached by week {WEEKS_IN_ACT}{partly} (p.15)"]
    if not ahead.spectate:
        return [f"{ahead.capital} can be reached by week {WEEKS_IN_ACT} without spectating{partly} (p.15)"]
    return [
        f"to be at {ahead.capital} by week {WEEKS_IN_ACT}, {ahead.spectate} event(s) have to be spectated: "
        f"{ahead.influence} influence, {ahead.banes} bane(s){partly} (p.15)"
    ]


def map_lines(campaign: Campaign) -> list[Line]:
    """Draw the map as a text graph, region by region: each place, its kind, and the paths from it."""
    if not campaign.places:
        return [[Span("Nothing of the map is known yet: `hoplo map add NAME --kind K --region R --path P`.", "quiet")]]
    width = max(map(len, campaign.places))
    lines: list[Line] = []
    for region in (*REGIONS, ""):
        here = sorted(name for name, place in campaign.places.items() if place.region == region)
        if here:
            lines.append([Span(region or "at sea", "heading")])
        lines += [_place_line(campaign, name, width) for name in here]
    unknown = unknown_neighbours(campaign)
    lines.append([Span("* the encampment; < where it came from; ~harbor~; ? not told yet; ... more to tell", "quiet")])
    return lines + ([[Span(f"not told yet: {', '.join(unknown)}", "quiet")]] if unknown else [])


def _place_line(campaign: Campaign, name: str, width: int) -> Line:
    place = campaign.places[name]
    mark = "*" if name == campaign.place else "<" if name == campaign.came_from else " "
    ways = " -- ".join([*(_way(campaign, to) for to in place.paths), *(["..."] if place.more_paths else [])])
    return [Span(f" {mark} {name:{width}}", "choice" if mark == "*" else ""), Span(f"  {place.kind:11} -- {ways}")]


def _way(campaign: Campaign, to: str) -> str:
    place = campaign.places.get(to)
    return f"{to} ?" if place is None else f"~{to}~" if place.kind == "harbor" else to


def event_lines(campaign: Campaign, here: EventHere) -> list[Line]:
    """Say what the event of the round is, what may be done about it, and what each takes."""
    what = f"{opponent(campaign)} combat" if here.kind == "capital" else f"{here.kind.capitalize()} event"
    lines: list[Line] = [[Span(f"{what} at {here.place}", "heading"), Span(f"  ({here.region})", "quiet")]]
    accept = "hoplo event opportunity CARD" if here.kind == "opportunity" else "hoplo event accept"
    rows = {
        "accept": f"accept: takes week {here.week} of act {ACTS[campaign.pad.act]}: `{accept}`",
        "spectate": f"spectate: {here.influence} influence, {here.banes} bane(s), a full heal: `hoplo event spectate`",
        "cleanup": "when the combat is over: `hoplo cleanup --won` or `--lost`",
    }
    lines += [[Span("  "), Span(rows[each])] for each in here.may]
    return lines + ([[Span(f"  {here.why}", "quiet")]] if here.why else [])


def destination_lines(found: Sequence[Destination]) -> list[Line]:
    """List where the encampment may go, what it takes, and why it may not go elsewhere."""
    lines: list[Line] = []
    for each in found:
        way = f"by {each.by}" + (f" over {', '.join(each.over)}" if each.over else "")
        takes = f", {each.weeks} week" if each.weeks else ""
        kind = f"{each.kind or 'not known yet'}, {each.region}" if each.region else each.kind or "not known yet"
        if each.refused:
            lines.append([Span(f"  no   {each.place}  {way}: {each.why}", "quiet")])
        else:
            ruling = f" (ruling {each.ruling})" if each.ruling else ""
            lines.append([Span(f"  yes  {each.place}", "choice"), Span(f"  {kind}, {way}{takes}{ruling}")])
    return lines or [[Span("  there is nowhere to go on the map as it is known", "quiet")]]


def route_lines(found: Sequence[Route]) -> list[Line]:
    """List ways, the least influence first, each with its stops and what to do there."""
    lines: list[Line] = []
    for each in found:
        cost = f"{each.weeks} weeks, {each.influence} influence, {each.banes} banes"
        more = f" (one of {each.ways} ways)" if each.ways > 1 else ""
        lines.append([Span(cost, "heading"), Span(more, "quiet")])
        for stop in each.stops:
            by = " by harbor" if stop.by == "harbor" else ""
            lines.append([Span(f"  week {stop.week}  {stop.place}{by}  {stop.kind}: {stop.doing}")])
    return lines
