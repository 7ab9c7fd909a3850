"""A campaign in words: what happened, the hero pad, the bag, and where things stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplo_companion.campaign.bag import contents, odds_of
from hoplo_companion.campaign.model import (
    BANE_EVERY,
    DICE_LADDER,
    INFLUENCE_TRACK,
    MOST_DICE,
    MOST_STAT,
    WEEKS_IN_ACT,
    Campaign,
    Happened,
    Pad,
)
from hoplo_companion.campaign.route import Route
from hoplo_companion.campaign.travel import Destination
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.render.style import Line, Span
from hoplo_companion.render.words import citation

ACTS = {1: "I", 2: "II", 3: "III", 4: "IV"}

WORDS = {
    "campaign.begun": "{hero} sets out, {difficulty}.",
    "pad.healed": "The hero heals {amount} HP: {hp} of {health}.",
    "pad.damaged": "The hero loses {amount} HP: {hp} of {health}.",
    "pad.health": "Health is {health} now, and the hero gains an HP: {hp}.",
    "pad.leadership": "Leadership is {leadership} now.",
    "pad.movement": "Movement is {movement} now.",
    "pad.die-added": "A yellow die is added: the Attack is {attack}.",
    "pad.die-upgraded": "A {from} die becomes {to}: the Attack is {attack}.",
    "influence.gained": "The scion gains {amount} influence: {influence}.",
    "week.marked": "Week {week} of act {act} is crossed off.",
    "blessing.used": "A blessing is crossed off: {left} left.",
    "bane.taken": "The bane {bane} is taken ({kind} bane).",
    "bane.removed": "The bane {bane} is removed from the {from}.",
    "bag.added": "{unit} goes into the bag.",
    "bag.removed": "{unit} is taken out of the bag.",
    "bag.drawn": "{chip} comes out of the bag.",
    "camp.recruited": "{unit} joins the camp.",
    "camp.sacrificed": "{unit} is sacrificed: its chip goes into the bag.",
    "camp.tactic-gained": "The tactic {tactic} is gained.",
    "camp.tactic-discarded": "The tactic {tactic} is discarded.",
    "camp.prowess-gained": "The Prowess {prowess} is gained.",
    "camp.prowess-sacrificed": "The Prowess {prowess} is sacrificed, out of the game.",
    "map.learned": "{place} is on the map: {kind}, {region}.",
    "map.edited": "{was} is put right on the map: {place}, {kind}, {region}.",
    "map.forgotten": "{place} is taken off the map.",
    "map.imported": "The map is read: {places} places.",
    "travel.set-out": "The encampment is on {place}, the home capital.",
    "travel.moved": "The encampment moves from {from} to {to}.",
    "travel.capital-entered": "The {combat} combat against {opponent} begins.",
    "deadline.must-spectate": (
        "To be at {capital} in week {week}, {spectate} event(s) have to be spectated: "
        "{influence} influence, {banes} bane(s)."
    ),
    "deadline.out-of-reach": "No capital that is open can be reached by week {week} on the map as it is known.",
    "event.discarded": "The event's card goes to the back of the {deck} deck.",
    "event.looked-ahead": "Look at the next {cards} cards of the {deck} deck, and put them back in any order.",
    "event.failed": "The {kind} combat has failed.",
    "event.won": "The {kind} combat is won.",
    "opportunity.drawn": "Of {cards} Opportunity cards {kept} is kept.",
    "round.ended": "The round is over: act {act}, week {week}.",
    "hero.camped": "The hero is back in the camp with {hp} HP of {health}.",
    "tactics.returned": "Used tactics go back to the supply: {tactics}.",
    "rivals.bagged": "Rival units go into the bag: {units}.",
    "banes.bagged": "Banes go back into the bag: {banes}.",
    "arena.cleared": "Arena chips and HP go back to the supply.",
    "units.restored": "Defeated units are restored: {units}.",
    "units.lost": "Defeated units are lost to the bag: {units}.",
    "primus.defeated": "The primus {primus} is defeated.",
    "act.ended": "Act {act} is over, with {unused} weeks unused; act {next} begins.",
    "campaign.won": "The campaign is won, in act {act}, week {week}.",
    "campaign.lost": "The campaign is lost, in act {act}, week {week}.",
    "camp.opportunity-gained": "The Opportunity card {card} lies in the camp.",
    "camp.opportunity-discarded": "The Opportunity card {card} is discarded.",
}
"""What happened to the sentence that says it; the values stand where their names do."""


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def happened_words(happened: Happened) -> str:
    """Word something that happened in a campaign, in one sentence."""
    return WORDS[happened.what].format_map({key: _shown(value) for key, value in happened.values.items()})


def happened_line(happened: Happened, catalogue: Catalogue) -> Line:
    """Word something that happened, and cite the page of its rule behind it."""
    return [Span(happened_words(happened)), Span(" "), citation(catalogue, happened.rule)]


def _row(marked: int, of: int, sign: str = "x", empty: str = ".") -> str:
    """Draw a row of icons, those that are crossed out first."""
    return sign * marked + empty * max(0, of - marked)


def _influence(pad: Pad) -> list[str]:
    """Draw the influence track in groups of four, the last of each a bane; beyond its end the count goes on."""
    groups = []
    for start in range(0, max(INFLUENCE_TRACK, pad.influence), BANE_EVERY):
        crossed = min(BANE_EVERY, max(0, pad.influence - start))
        group = "x" * crossed + "..."[: max(0, BANE_EVERY - 1 - crossed)]
        groups.append(group if crossed == BANE_EVERY else group + "B")
    return [" ".join(groups[at : at + 11]) for at in range(0, len(groups), 11)]


def _dice_rows(pad: Pad) -> list[str]:
    """Draw the four columns of dice, the strongest above: crossed up to what the Attack has."""
    attack = pad.attack or ()
    rows = []
    for colour in reversed(DICE_LADDER):
        cells = []
        for column in range(MOST_DICE):
            has = column < len(attack) and attack[column] in HIT_FACES
            crossed = has and HIT_FACES[attack[column]] >= HIT_FACES[colour]
            cells.append("x" if crossed else ".")
        rows.append(f"{colour:>6} {HIT_FACES[colour]}  " + "  ".join(cells))
    return rows


def pad_lines(campaign: Campaign, name: str) -> list[Line]:
    """Draw the hero pad as the printed one: stats, hearts, banners, dice, blessings, influence, weeks."""
    pad = campaign.pad
    classes = ", ".join(pad.classes) or "class not known"
    lines: list[Line] = [
        [Span(name, "heading"), Span(f"  {classes}  Movement {pad.movement}  Range {pad.range}")],
        [Span(f"  Health      {_row(pad.health, MOST_STAT)}  {pad.health}, with {pad.hp} HP")],
        [Span(f"  Leadership  {_row(pad.leadership, MOST_STAT)}  {pad.leadership}")],
    ]
    lines += [[Span(f"  {'Attack' if not at else '':10}  {row}")] for at, row in enumerate(_dice_rows(pad))]
    if pad.attack is None:
        lines.append(
            [Span("              the dice are not known yet: they stand in the Hero Details (p.38-39)", "quiet")]
        )
    lines.append([Span(f"  Blessings   {_row(pad.blessings, pad.blessings, 'o')}  {pad.blessings} left")])
    for at, row in enumerate(_influence(pad)):
        behind = f"  {pad.influence}" if not at else ""
        lines.append([Span(f"  {'Influence' if not at else '':10}  {row}{behind}")])
    for act, crossed in enumerate(pad.weeks, 1):
        here = f"  week {pad.week}" if act == pad.act else ""
        lines.append([Span(f"  {'Act ' + ACTS[act]:10}  {_row(crossed, WEEKS_IN_ACT)}{here}")])
    return lines


def camp_lines(campaign: Campaign) -> list[Line]:
    """List what lies in the camp."""
    camp = campaign.camp
    banes = [f"{bane.name} ({bane.kind})" for bane in camp.banes]
    rows = [
        ("units", camp.units),
        (f"tactics ({len(camp.tactics)} of {campaign.pad.tactic_capacity})", camp.tactics),
        ("prowess", [card.label() for card in camp.prowess]),
        ("camp banes", banes),
        ("opportunities", camp.opportunities),
    ]
    return [[Span(f"  {name}: "), Span(", ".join(what) or "none")] for name, what in rows]


def bag_lines(campaign: Campaign, draws: int) -> list[Line]:
    """List the bag with the chance of each chip to come out, as exact fractions."""
    size = campaign.bag.size()
    lines: list[Line] = [[Span(f"The bag holds {size} chip{'' if size == 1 else 's'}.", "heading")]]
    draws = min(draws, size)
    among = "next draw" if draws == 1 else f"among {draws} draws"
    banes = {bane.name for bane in campaign.bag.banes}
    for name, count in sorted(contents(campaign).items()):
        chance = 1 - odds_of(campaign, name, draws)[0]
        kind = " (bane)" if name in banes else ""
        lines.append([Span(f"  {count} {name}{kind}: {chance} {among}")])
    return lines


def stand_lines(campaign: Campaign, hero: str, save: str) -> list[Line]:
    """Say where the campaign stands, what comes next, and what is at stake."""
    pad = campaign.pad
    left = WEEKS_IN_ACT - pad.weeks[pad.act - 1]
    to_bane = BANE_EVERY - pad.influence % BANE_EVERY
    open_ = [primus.hero for primus in campaign.primuses if not primus.defeated_in_act]
    foe = f"the scion {campaign.scion}" if pad.act == len(ACTS) else "a primus: " + ", ".join(open_)
    lines: list[Line] = [
        [Span(f"{hero}, act {ACTS[pad.act]}, week {pad.week}", "heading"), Span(f"  (campaign {save})", "quiet")],
        [Span(f"  HP {pad.hp} of {pad.health}, {pad.blessings} blessings, {len(campaign.camp.units)} units, ")],
        [Span(f"  {left} weeks left in this act; it ends with {foe}")],
        [Span(f"  {to_bane} influence to the next bane ({pad.influence} so far)")],
    ]
    if campaign.outcome:
        lines.append([Span(f"  The campaign is {campaign.outcome}.", "heading")])
    return lines


def map_lines(campaign: Campaign) -> list[Line]:
    """Draw the map as a text graph: each place with its kind and region, and the paths from it."""
    lines: list[Line] = []
    for name, place in sorted(campaign.places.items(), key=lambda item: (item[1].region, item[0])):
        mark = "*" if name == campaign.place else "<" if name == campaign.came_from else " "
        paths = ", ".join(to if to in campaign.places else f"{to} (not known yet)" for to in place.paths) or "no paths"
        lines.append([Span(f"{mark} {name}", "heading"), Span(f"  {place.kind}, {place.region}  -- {paths}")])
    if not lines:
        return [[Span("Nothing of the map is known yet: `hoplo map add NAME --kind K --region R --path P`.", "quiet")]]
    return [*lines, [Span("* the encampment; < where it came from", "quiet")]]


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
            lines.append([Span(f"  yes  {each.place}", "choice"), Span(f"  {kind}, {way}{takes}")])
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


def history_lines(steps: Sequence[tuple[int, str, str, str]]) -> list[Line]:
    """List steps: number, when, what happened, the note."""
    return [
        [Span(f"{n:>5}  "), Span(at, "quiet"), Span(f"  {what}"), Span(f"  ({note})" if note else "", "quiet")]
        for n, at, what, note in steps
    ]
