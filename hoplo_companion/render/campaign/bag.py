"""The faction stacks and the bag in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.campaign.stacks import stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.language import plural, tr
from hoplo_companion.render.chances import chance_lines
from hoplo_companion.render.names import bane_kind, bane_names, chip_names, region_name, row
from hoplo_companion.render.style import Line, Span

if TYPE_CHECKING:
    from fractions import Fraction


def stack_lines(campaign: Campaign) -> list[Line]:
    """List the faction stacks in the order of the map: how many chips, and those known from the top."""
    names = {region: region_name(region) for region in REGIONS}
    width = max(map(len, names.values()))
    lines: list[Line] = []
    for region, name in names.items():
        stack = stack_of(campaign, region)
        known = ", ".join(chip_names(stack.known))
        if known and stack.below:
            known = tr("{chips}, then {n} more", chips=known, n=stack.below)
        elif not known:
            known = tr("the top chip is not known yet") if stack.size() else tr("empty: draw from the bag")
        lines.append([Span(f"  {name:{width}}  {stack.size()}  "), Span(known)])
    return lines


def bag_lines(campaign: Campaign, odds: Mapping[str, Fraction], draws: int, slots: int | None = None) -> list[Line]:
    """List the bag with the chance of each chip to come out: at the next draws, or for the slots of a lineup."""
    head = plural("The bag holds {n} chip.", "The bag holds {n} chips.", campaign.bag.size())
    lines: list[Line] = [[Span(head, "heading")]]
    if slots is not None:
        among = plural("for {n} slot", "for {n} slots", slots)
        lines.append([Span("  " + tr("Bag banes fill no slot: another chip is drawn for each (p.29)."), "quiet")])
    else:
        among = plural("at the next draw", "among {n} draws", draws)
    banes = {bane.name: bane_kind(bane.kind) for bane in campaign.bag.banes}
    lines.append([Span("  " + tr("The chance to come out {among}:", among=among), "quiet")])
    rows = []
    for name, n in sorted(contents(campaign).items()):
        chip = f"{name} ({banes[name]})" if name in banes else chip_name(name)
        rows.append((f"{n} {chip}", odds[name]))
    lines += chance_lines(rows)
    table = [*chip_names(campaign.drawn.units), *bane_names(campaign.drawn.banes)]
    if table:
        lines.append([Span("  " + tr("Drawn, on the table: {chips}", chips=row(table)), "quiet")])
    return lines
