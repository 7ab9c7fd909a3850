"""The way through the ancient world in words: where things stand, the map, where to go, the event and its costs."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hoplo_companion.campaign.bag import DECKS
from hoplo_companion.campaign.events import event_of
from hoplo_companion.campaign.model import REGIONS, Campaign, Fight, Pad
from hoplo_companion.campaign.naming import chip_name, kind_name, region_name
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.campaign.rounds import EventHere
from hoplo_companion.campaign.route import Route
from hoplo_companion.campaign.travel import Deadline, Destination, warnings
from hoplo_companion.campaign.world_map import is_last_week, opponent, unknown_neighbours
from hoplo_companion.components.words import ACTS, BANE_EVERY
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.campaign import event_words
from hoplo_companion.render.sentences.words import listing
from hoplo_companion.render.style import Line, Span, bar, chance, line, table
from hoplo_companion.rules.sentence import clause

NEXT = {
    "travel": later("the Travel Phase (p.14): `hoplo travel` lists where you may go"),
    "event": later("the Event Phase (p.16): `hoplo event` says what you may do"),
    "cleanup": later(
        "the combat (p.17): `hoplo fight start` follows it; then its Cleanup Phase (p.28): `hoplo cleanup`"
    ),
}
"""What comes next in a round, by its phase."""

_OVER = {
    "won": later("The campaign is won: `hoplo odyssey` shows its record."),
    "lost": later("The campaign is lost: `hoplo odyssey` shows its record."),
}


def stand_lines(campaign: Campaign, hero: str, save: str, ahead: Deadline | None, fight: Sequence[Line]) -> list[Line]:
    """Say where the campaign stands, what comes next, and what is at stake; `fight` says so of the fight that is on."""
    if campaign.is_stand_alone:
        title = Span(tr("{hero}, a stand-alone fight", hero=hero), "heading")
        over = tr(
            "the fight is put away: `hoplo fight start` sets up another, `hoplo save list` shows what else is kept"
        )
        kept = Span("  " + tr("(kept as {name})", name=save), "quiet")
        return [[title, kept], line(f"  {_hp_words(campaign.pad)}"), *_ahead(fight, over)]
    pad, place = campaign.pad, campaign.places.get(campaign.place)
    at = tr("at {place}", place=campaign.place or tr("no place yet"))
    if place is not None:
        kind, region = kind_name(place.kind), region_name(place.region)
        at = tr("at {place} ({kind}, {region})", place=campaign.place, kind=kind, region=region)
    camp = {"units": campaign.troop_size, "tactics": len(campaign.camp.tactics)}
    most = {"leadership": pad.leadership, "capacity": pad.tactic_capacity}
    troop = tr("troop {units} of {leadership}, tactics {tactics} of {capacity}", **camp, **most)
    head = tr("{hero}, act {act}, week {week}", hero=hero, act=ACTS[pad.act], week=campaign.week)
    lines: list[Line] = [
        [Span(head, "heading"), Span("  " + tr("(campaign {name})", name=save), "quiet")],
        line(f"  {at}"),
        line(f"  {_hp_words(pad)}, {troop}"),
    ]
    if campaign.outcome:
        return [*lines, line("  " + tr(_OVER[campaign.outcome]), "heading")]
    lines += _ahead(fight, tr(NEXT[campaign.phase]))
    left, text = pad.influence % BANE_EVERY, later("{left} influence to the next bane ({influence} so far)")
    to_come = tr(text, left=BANE_EVERY - left, influence=pad.influence)
    stakes = [_weeks_left(campaign), to_come, *deadline_words(campaign, ahead)]
    return lines + _headed([tr("at stake:")], [line(each) for each in stakes])


def _weeks_left(campaign: Campaign) -> str:
    left, scion = campaign.weeks_left, chip_name(campaign.scion)
    if campaign.variant.boots:
        return plural("{n} week left in this act; the scion {scion} has to be defeated in Act IV",
                      "{n} weeks left in this act; the scion {scion} has to be defeated in Act IV",
                      left, scion=scion)  # fmt: skip
    if opponent(campaign) == "scion":
        return plural("{n} week left in this act, which ends with the scion {scion}",
                      "{n} weeks left in this act, which ends with the scion {scion}", left, scion=scion)  # fmt: skip
    primuses = ", ".join(map(chip_name, campaign.undefeated))
    return plural("{n} week left in this act, which ends with a primus: {primuses}",
                  "{n} weeks left in this act, which ends with a primus: {primuses}",
                  left, primuses=primuses)  # fmt: skip


def _hp_words(pad: Pad) -> str:
    hp = tr("HP {hp} of {health}", hp=pad.hp, health=pad.health)
    return f"{hp}, {plural('{n} blessing', '{n} blessings', pad.blessings)}"


def _headed(heads: Sequence[str], lines: Sequence[Line]) -> list[Line]:
    """Set lines below each other, to the right of their headings, the last of which is theirs who have none."""
    starts = [*heads, *[" " * len(heads[-1])] * len(lines)]
    return [[Span(f"  {start} ", "heading"), *line] for start, line in zip(starts, lines, strict=False)]


def _ahead(fight: Sequence[Line], words: str) -> list[Line]:
    """What comes next: of the fight that is on below its title, else in these words."""
    return _headed([tr("fight:"), tr("next:")], fight) if fight else _headed([tr("next:")], [line(words)])


def deadline_words(campaign: Campaign, ahead: Deadline | None) -> list[str]:
    """Say what the deadline of the act asks for, where the map is known far enough to tell."""
    if ahead is None:
        return []
    text = later("{capital} can be reached by week {week} without spectating (p.15)")
    warned = [f"{clause(event_words(each))} (p.15)" for each in warnings(campaign, ahead)]
    is_sure = ahead.complete or not ahead.capital  # that none is in reach says itself how far the map is known
    said = warned or [tr(text, capital=ahead.capital, week=campaign.variant.weeks_in_act)]
    return [*said, *([] if is_sure else [tr("(as far as the map is known)")])]


class Journey(NamedTuple):
    """What is known beside the map: stops, each with its week (`I 3`), where one may go, what the deadline needs."""

    steps: Sequence[tuple[str, str]] = ()
    open: Sequence[str] = ()
    deadline: Sequence[str] = ()

    def weeks(self) -> Mapping[str, list[str]]:
        """For each place the weeks in which it was come to."""
        found: dict[str, list[str]] = {}
        for place, week in self.steps:
            found.setdefault(place, []).append(week)
        return found


def map_lines(campaign: Campaign, journey: Journey | None = None) -> list[Line]:
    """Draw the map as a text graph, region by region: each place, its kind, the paths from it, and the weeks there."""
    journey = journey or Journey()
    weeks, rows = dict[str, str](), list[list[Span]]()
    for name, place in sorted(campaign.places.items()):
        marks = {"*": campaign.place, "<": campaign.came_from, "+": name if name in journey.open else None}
        mark = next((mark for mark, where in marks.items() if where == name), " ")
        ends = [(to, campaign.places.get(to)) for to in place.paths]
        ways = [f"{to} ?" if end is None else f"~{to}~" if end.kind == "harbor" else to for to, end in ends]
        paths = Span(f"-- {' -- '.join([*ways, *(['...'] if place.more_paths else [])])}")
        rows.append([Span(f" {mark} {name} ", "choice" if mark == "*" else ""), Span(kind_name(place.kind)), paths])
        there = ", ".join(journey.weeks().get(name, ()))
        weeks[name] = f"  ({there})" if there else ""
    drawn = dict(zip(weeks, table(rows, indent="", gap=1), strict=True))
    lines: list[Line] = []
    for region in (*REGIONS, ""):
        here = [name for name in weeks if campaign.places[name].region == region]
        lines += [line(region_name(region), "heading")] if here else []
        lines += [[*drawn[name], Span(weeks[name], "quiet")] for name in here]
    below = [tr("* the encampment; < where it came from; ~harbor~; ? not on the map yet; ... more paths")]
    below += [tr("(I 3) there in week 3 of Act I; + open to you now")] if journey.steps else []
    unknown = ", ".join(unknown_neighbours(campaign))
    missing = [line(tr("not on the map yet: {places}", places=unknown), "quiet")] if unknown else []
    return [*lines, *(line(words, "quiet") for words in below), *map(line, journey.deadline), *missing]


def event_lines(campaign: Campaign, here: EventHere, lineup: Sequence[Line]) -> list[Line]:
    """Say what the event of the round is, what may be done about it, and what each takes; accepting, a `lineup`."""
    is_scion = here.kind == "capital" and opponent(campaign) == "scion"
    text = later("Scion combat at {place}") if is_scion else later("Primus combat at {place}")
    if here.kind == "capital" and here.may == ("spectate",):
        text = later("{place}, a capital where nobody waits")
    elif here.kind != "capital":
        text = later("{kind} event at {place}")
    title = tr(text, place=here.place, kind=kind_name(here.kind)) + (f": {here.card}" if here.card else "")
    lines: list[Line] = [[Span(title, "heading"), Span(f"  ({region_name(here.region)})", "quiet")]]
    cards = "'CARD, CARD'" if campaign.variant.boots else "CARD"
    command = f"hoplo event opportunity {cards}" if here.kind == "opportunity" else "hoplo event accept"
    last = later("accept: its combat decides the campaign (p.30): `{command}`")
    accept = last if is_scion else later("accept: takes week {week} of act {act}: `{command}`")
    rows = {
        "accept": tr(accept, command=command, week=here.week, act=ACTS[campaign.pad.act]),
        "spectate": tr("spectate (p.16): `{command}`", command="hoplo event spectate"),
        "cleanup": tr("when the combat is over: `hoplo cleanup --won` or `--lost`"),
    }
    for each in here.may:
        lines.append(line("  " + rows[each]))
        lines += lineup if each == "accept" else spectating_lines(campaign) if each == "spectate" else ()
    if campaign.variant.boots and "accept" in here.may and is_last_week(campaign):
        last = tr("this is the last week of Act IV: the campaign is lost with it unless the scion is defeated (A3 p.5)")
        lines.append(line(f"  {last}", "quiet"))
    return lines + ([line(f"  {here.why}", "quiet")] if here.why else [])


def deck_lines(campaign: Campaign) -> list[Line]:
    """The cards known to lie at the front of each deck of event cards."""
    fronts = {kind: list(campaign.decks.get(kind, ())) for kind in DECKS.values()}.items()
    known = [line(event_words(event_of("event.deck", deck=kind, front=cards))) for kind, cards in fronts if cards]
    how = tr("No front card of a deck is known yet: `{command}` enters it.", command="hoplo event deck sport CARD")
    return known or [line(how, "quiet")]


def destination_lines(found: Sequence[Destination]) -> list[Line]:
    """Where the encampment may go, what it takes, and why it may not go elsewhere."""
    marks = {False: tr("yes"), True: tr("no")}
    width = max(map(len, marks.values()))
    lines: list[Line] = []
    for each in found:
        mark, over = f"  {marks[bool(each.refused)]:{width}}  {each.place}", ", ".join(each.over)
        by = tr("by harbor") if each.by == "harbor" else tr("by path")
        if over:
            text = later("by harbor over {places}") if each.by == "harbor" else later("by path over {places}")
            by = tr(text, places=over)
        if each.refused:
            lines.append(line(f"{mark}  {by}: {each.why}", "quiet"))
            continue
        one, two = later("{opponent} waits"), later("{opponent} or {scion} waits: you choose which")
        names = [chip_name(id_) for id_ in (*each.waits, "", "")[:2]]
        words = [
            kind_name(each.kind) if each.kind else tr("kind not known yet"),
            region_name(each.region) if each.region else "",
            by,
            tr("via {places}", places=", ".join(each.via)) if each.via else "",
            plural("{n} week", "{n} weeks", each.weeks) if each.weeks else "",
            tr("the campaign's last: the campaign is lost with it") if each.too_late else "",
            tr(two if each.waits[1:] else one, opponent=names[0], scion=names[1]) if each.waits else "",
            tr("front card {card}", card=each.card) if each.card else "",
        ]
        ruling = " " + tr("(by ruling: {rulings})", rulings=each.ruling) if each.ruling else ""
        lines.append([Span(mark, "choice"), Span(f"  {', '.join(filter(None, words))}{ruling}")])
    return lines or [line("  " + tr("there is nowhere to go, as far as the map is known"), "quiet")]


def route_lines(found: Sequence[Route]) -> list[Line]:
    """Ways, the least influence first, each with its stops and what to do there."""
    acts, lines = {"accept": tr("accept"), "spectate": tr("spectate"), "arrive": tr("arrive")}, list[Line]()
    for each in found:
        banes = plural("{n} bane", "{n} banes", each.banes)
        weeks = plural("{n} week", "{n} weeks", each.weeks)
        cost = tr("{weeks}, {influence} influence, {banes}", weeks=weeks, influence=each.influence, banes=banes)
        more = "  " + tr("(one of {n} ways)", n=each.ways) if each.ways > 1 else ""
        lines.append([Span(cost, "heading"), Span(more, "quiet")])
        for stop in each.stops:
            fights = (stop.kind, stop.doing) == ("capital", "accept")
            doing = tr("fight its primus (counted as won)") if fights else acts[stop.doing]
            words = [
                tr("Act {act}", act=ACTS[stop.act]) if stop.act else "",
                tr("week {week}", week=stop.week),
                f" {stop.place}",
                tr("by harbor") if stop.by == "harbor" else "",
                tr("via {places}", places=", ".join(stop.via)) if stop.via else "",
                f" {kind_name(stop.kind)}{f' ({stop.card})' if stop.card else ''}: {doing}",
            ]
            lines.append(line("  " + " ".join(filter(None, words))))
    return lines


def spectating_lines(campaign: Campaign) -> list[Line]:
    """Say exactly what spectating takes, and what it gives (p.16)."""
    pad = campaign.pad
    takes = tr("takes: {influence}; no reward, and the card goes under its deck", influence=_influence_words(campaign))
    full, heals = later("your hero is at full HP already ({health})"), later("your hero heals from {hp} to {health} HP")
    gives = [
        tr("no week passes"),
        tr(heals if pad.hp < pad.health else full, hp=pad.hp, health=pad.health),
        tr("you look at the next 3 cards of the deck, and put them back in your order"),
    ]
    return [line(f"    {takes}", "quiet"), line("    " + tr("gives: {gives}", gives="; ".join(gives)), "quiet")]


def _influence_words(campaign: Campaign) -> str:
    pad = campaign.pad
    banes = plural("{n} bane", "{n} banes", banes_due(campaign, pad.act))
    return tr("{n} influence (from {was} to {now}), {banes}",
              n=pad.act, was=pad.influence, now=pad.influence + pad.act, banes=banes)  # fmt: skip


def lineup_lines(rows: Sequence[Mapping[str, Any]], region: str) -> list[Line]:
    """How likely banes and local units are among the chips that a lineup draws from the bag."""
    if not any(row["bane"] or row["local"] for row in rows):
        return [line("    " + tr("The bag holds no bane and no unit of the region."), "quiet")]
    heads = [tr("drawn from the bag"), tr("a bane"), tr("a unit of {region}", region=region)]
    cells = [
        [
            plural("{n} unit", "{n} units", row["slots"]),
            *(f"{bar(row[of])} {chance(row[of])}" for of in ("bane", "local")),
        ]
        for row in rows
    ]
    return table([heads, *cells], indent="    ")


def failing_words(campaign: Campaign, fight: Fight, *, by_surrender: bool) -> str:
    """Say what a failed combat costs, and what not: where nobody of yours is left, or by surrendering (p.27-29)."""
    head, end = tr("You surrender: the combat is failed at once (p.28)."), ""
    if not by_surrender:
        head = tr("Losing: the combat is failed when nobody of yours is left (p.28).")
        end = tr("Your hero's defeat without a blessing ends the campaign (p.27).")
    if campaign.is_stand_alone:
        return head
    heroes = [unit["hp"] for unit in fight.position.get("units", ()) if unit.get("hero") and "hp" in unit]
    keeps = tr("Your hero keeps its {hp} HP.", hp=[*heroes, campaign.pad.hp][0])
    lost = [tr("There is no reward; week {week} is crossed off; the scion gains {influence} (p.29).",
               week=campaign.week, influence=_influence_words(campaign))]  # fmt: skip
    gone = [each.chip for each in fight.fallen if each.side == "player" and not each.elite]
    if gone and fight.kind == "bloodshed":
        lost.append(tr("Out of your camp for good: {units}.", units=listing(map(chip_name, gone))))
    return " ".join([head, *lost, end or keeps])
