"""The faction stacks and the bag in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.stacks import stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.render.style import Line, Span

if TYPE_CHECKING:
    from fractions import Fraction


def stack_lines(campaign: Campaign) -> list[Line]:
    """List the faction stacks in the order of the map: how many chips, and those known from the top."""
    width = max(map(len, REGIONS))
    lines: list[Line] = []
    for region in REGIONS:
        stack = stack_of(campaign, region)
        known = ", ".join(stack.known) or ("the top one not told yet" if stack.size() else "empty: draw from the bag")
        more = f", then {stack.below} more" if stack.known and stack.below else ""
        lines.append([Span(f"  {region:{width}}  {stack.size()}  "), Span(known + more)])
    return lines


def bag_lines(campaign: Campaign, odds: Mapping[str, Fraction], draws: int, slots: int | None = None) -> list[Line]:
    """List the bag with the chance of each chip to come out, as exact fractions: among draws, or a lineup's slots."""
    size = campaign.bag.size()
    lines: list[Line] = [[Span(f"The bag holds {size} chip{'' if size == 1 else 's'}.", "heading")]]
    among = "next draw" if draws == 1 else f"among {draws} draws"
    if slots is not None:
        among = f"for {slots} slot{'' if slots == 1 else 's'}"
        lines.append([Span("  Bag banes fill no slot: another chip is drawn for each (p.29).", "quiet")])
    banes = {bane.name for bane in campaign.bag.banes}
    for name, count in sorted(contents(campaign).items()):
        kind = " (bane)" if name in banes else ""
        lines.append([Span(f"  {count} {name}{kind}: {odds[name]} {among}")])
    table = [*campaign.drawn.units, *(f"{bane.name} (bane)" for bane in campaign.drawn.banes)]
    if table:
        lines.append([Span(f"  drawn, on the table: {', '.join(table)}", "quiet")])
    return lines
