"""The hero pad and the camp, drawn as they lie on the table, the faction stacks and the bag (Rulebook p.8, 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hoplo_companion.campaign.bag import bane_record, contents, most_banes_left
from hoplo_companion.campaign.model import (
    BANE_EVERY,
    DICE_LADDER,
    INFLUENCE_TRACK,
    MOST_DICE,
    MOST_STAT,
    Bane,
    Campaign,
    Pad,
)
from hoplo_companion.campaign.naming import chip_name, region_name, unknown_prowess
from hoplo_companion.campaign.stacks import stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.components.variant import MOST_NAVIGATION, MOST_OPPORTUNITIES, Variant
from hoplo_companion.components.words import ACTS
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.language import plural, tr
from hoplo_companion.render.sentences.campaign import bane_names, prowess_names, variant_words
from hoplo_companion.render.sentences.words import bane_kind, colour_words
from hoplo_companion.render.style import Line, Span, chance_lines, counted, line, named, row, table

if TYPE_CHECKING:
    from fractions import Fraction


def _icons(marked: int, of: int, sign: str = "x") -> str:
    """Draw a row of icons, those that are crossed out first."""
    return sign * marked + "." * max(0, of - marked)


def _influence(pad: Pad) -> list[str]:
    """Draw the influence track in groups of four, the last of each a bane; beyond its end the count continues."""
    groups = []
    for start in range(0, max(INFLUENCE_TRACK, pad.influence), BANE_EVERY):
        crossed = min(BANE_EVERY, max(0, pad.influence - start))
        groups.append(_icons(crossed, BANE_EVERY - 1) + ("B" if crossed < BANE_EVERY else ""))
    return [" ".join(groups[at : at + 11]) for at in range(0, len(groups), 11)]


def _dice_rows(pad: Pad) -> list[str]:
    """Draw the four columns of dice, the strongest above: crossed up to what the Attack has."""
    names = {colour: colour_words(colour) for colour in DICE_LADDER}
    width = max(map(len, names.values()))
    has = [HIT_FACES.get(colour, 0) for colour in pad.attack or ()][:MOST_DICE]
    rows = []
    for colour in reversed(DICE_LADDER):
        cells = ["x" if faces >= HIT_FACES[colour] else "." for faces in has] + ["."] * (MOST_DICE - len(has))
        rows.append(f"{names[colour]:>{width}} {HIT_FACES[colour]}  " + "  ".join(cells))
    return rows


def _named(name: str, rows: list[str]) -> list[tuple[str, str]]:
    return [(name if not at else "", row) for at, row in enumerate(rows)]


def pad_lines(campaign: Campaign, name: str) -> list[Line]:
    """Draw the hero pad as the printed one: stats, hearts, banners, dice, blessings, influence, weeks."""
    pad = campaign.pad
    classes = ", ".join(map(chip_name, pad.classes)) or tr("class not known")
    stats = tr("{classes}  Movement {movement}  Range {range}", classes=classes, movement=pad.movement, range=pad.range)
    health = tr("{n}, with {hp} HP", n=pad.health, hp=pad.hp)
    rows = [
        (tr("Health"), f"{_icons(pad.health, MOST_STAT)}  {health}"),
        (tr("Leadership"), f"{_icons(pad.leadership, MOST_STAT)}  {pad.leadership}"),
        *_named(tr("Attack"), _dice_rows(pad)),
    ]
    if pad.attack is None:
        rows.append(("", tr("the dice are not known yet: they are in the Hero Details (p.38-39)")))
    if campaign.variant.boots:
        cards = tr("{capacity}, with {n} cards", capacity=pad.opportunity_capacity, n=len(campaign.camp.opportunities))
        rows += [
            (tr("Navigation"), f"{_icons(pad.navigation, MOST_NAVIGATION)}  {pad.navigation}"),
            (tr("Opportunities"), f"{_icons(pad.opportunity_capacity, MOST_OPPORTUNITIES)}  {cards}"),
        ]
    blessings = tr("{n} left", n=pad.blessings)
    rows.append((tr("Blessings"), f"{_icons(pad.blessings, pad.blessings, 'o')}  {blessings}"))
    influence = _influence(pad)
    rows += _named(tr("Influence"), [f"{influence[0]}  {pad.influence}", *influence[1:]])
    for act, crossed in enumerate(pad.weeks, 1):
        here = "  " + tr("week {week}", week=campaign.week) if act == pad.act else ""
        rows.append((tr("Act {act}", act=ACTS[act]), _icons(crossed, campaign.variant.weeks_in_act) + here))
    if campaign.variant != Variant():
        rows.append((tr("Played with"), variant_words(campaign.variant)))
    if campaign.turned:
        rows.append((tr("Arena"), tr("side B up: {regions}", regions=row(map(region_name, campaign.turned)))))
    return [[Span(name, "heading"), Span(f"  {stats}")], *table(rows)]


def camp_lines(campaign: Campaign) -> list[Line]:
    """What lies in the camp."""
    camp, unknown = campaign.camp, unknown_prowess(campaign.camp.prowess)
    held = tr("tactics ({n} of {capacity})", n=len(camp.tactics), capacity=campaign.pad.tactic_capacity)
    rows = [
        (tr("units"), counted(map(chip_name, camp.units))),
        (held, counted(map(chip_name, camp.tactics))),
        (tr("Prowess"), prowess_names(camp.prowess)),
        *([(tr("not known, carried out by hand"), unknown)] if unknown else []),
        (tr("camp banes"), [bane_text(bane) for bane in camp.banes]),
        (tr("Opportunities"), camp.opportunities),
        *([(tr("out of the game"), prowess_names(campaign.out_of_game))] if campaign.out_of_game else []),
    ]
    return named((name, row(what)) for name, what in rows)


def bane_lines(campaign: Campaign) -> list[Line]:
    """The banes by where they are: bag banes and unit banes in the bag, camp banes in the camp (p.29-30)."""
    places = {
        tr("in the bag"): bane_names(campaign.bag.banes),
        tr("in the camp"): bane_names(campaign.camp.banes),
        tr("on the table"): bane_names(campaign.drawn.banes),
        tr("on top of the stack"): list(campaign.bane_stack),
        tr("left on the stack"): [tr("{n} at most", n=most_banes_left(campaign))],
    }
    lines = named((where, row(banes)) for where, banes in places.items())
    met = {bane.name: bane for bane in (*campaign.bag.banes, *campaign.camp.banes, *campaign.drawn.banes)}
    return lines + [line(f"  {bane_text(bane)}", "quiet") for bane in met.values() if bane_record(bane.name)]


def bane_text(bane: Bane) -> str:
    """Name a bane with its kind, and what it does as far as that is recorded."""
    record = bane_record(bane.name)
    [name] = bane_names([bane])
    return f"{name}: {tr(record.text)}" if record is not None and record.text else name


def track_lines(campaign: Campaign, what: str) -> list[Line]:
    """Draw one track of the pad alone, `influence` or the `week` of each act, and say what is left on it."""
    pad = campaign.pad
    if what == "influence":
        left = tr("{n}; {left} to the next bane", n=pad.influence, left=BANE_EVERY - pad.influence % BANE_EVERY)
        return [line(f"  {each}") for each in [*_influence(pad), left]]
    weeks = campaign.variant.weeks_in_act
    rows = [(tr("Act {act}", act=ACTS[act]), _icons(crossed, weeks)) for act, crossed in enumerate(pad.weeks, 1)]
    now = tr("act {act}, week {week} of {weeks}", act=ACTS[pad.act], week=campaign.week, weeks=weeks)
    return [*table(rows), line(f"  {now}")]


def stack_lines(campaign: Campaign) -> list[Line]:
    """The faction stacks in the order of the map: how many chips, and those known from the top."""
    rows = []
    for region in REGIONS:
        stack = stack_of(campaign, region)
        known = ", ".join(map(chip_name, stack.known))
        if known and stack.below:
            known = tr("{chips}, then {n} more", chips=known, n=stack.below)
        elif not known:
            known = tr("the top chip is not known yet") if stack.size() else tr("empty: draw from the bag")
        rows.append((region_name(region), str(stack.size()), known))
    return table(rows)


def bag_lines(campaign: Campaign, odds: Mapping[str, Fraction], draws: int, slots: int | None = None) -> list[Line]:
    """The bag with the chance of each chip to come out: at the next draws, or for the slots of a lineup."""
    head = plural("The bag holds {n} chip.", "The bag holds {n} chips.", campaign.bag.size())
    lines: list[Line] = [line(head, "heading")]
    among = plural("at the next draw", "among {n} draws", draws)
    if slots is not None:
        among = plural("for {n} slot", "for {n} slots", slots)
        lines.append(line("  " + tr("Bag banes fill no slot: another chip is drawn for each (p.29)."), "quiet"))
    lines.append(line("  " + tr("The chance to come out {among}:", among=among), "quiet"))
    banes = {bane.name: bane_kind(bane.kind) for bane in campaign.bag.banes}
    lines += chance_lines(
        (f"{n} {name} ({banes[name]})" if name in banes else f"{n} {chip_name(name)}", odds[name])
        for name, n in sorted(contents(campaign).items())
    )
    if drawn := [*map(chip_name, campaign.drawn.units), *bane_names(campaign.drawn.banes)]:
        lines.append(line("  " + tr("Drawn, on the table: {chips}", chips=row(drawn)), "quiet"))
    return lines
