"""`hoplo stack`: the faction stacks beside the arena."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from hoplo_companion.campaign.events import CampaignEvent, Result
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name, region_name
from hoplo_companion.campaign.stacks import (
    draw_local,
    faction_named,
    may_be_local,
    note_local,
    see_top,
    stack_here,
    stack_of,
)
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.campaign.names import chip_named, chips_named, names_known
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.options import argument, name_of
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.pad import stack_lines

stack = App(help="The faction stacks: what lies on top, and what is left.")

FactionArgument = Annotated[str, argument("A faction, as in kunlun.", name_of("arenas"))]


def factions() -> dict[str, str]:
    """Give the faction of each unit that has one."""
    known = catalogue()
    return {id_: unit.faction for id_ in known.ids("units") if (unit := known.unit(id_)) is not None and unit.faction}


def is_from_stack(terminal: Terminal, campaign: Campaign, unit: str, *, otherwise: bool) -> bool:
    """Whether a drawn chip is one of the stack's here: asked at a terminal where it may be the bag's too."""
    if not may_be_local(campaign, unit):
        return False
    if not terminal.is_interactive():
        return otherwise
    text = tr("Where did {unit} come from?", unit=chip_name(unit))
    words = [tr("the stack of the {faction}", faction=region_name(stack_here(campaign))), tr("the bag")]
    return terminal.choose(text, ["stack", "bag"], words) == "stack"


OF_STACK = ":stack"
"""What follows the name of a rival unit that came off its faction's stack, where the bag has one of its name too."""


def off_the_stack(terminal: Terminal, campaign: Campaign, rivals: Sequence[str], typed: Sequence[str]) -> Result:
    """Draw down the stack here by the local units of a fight that was not followed; `typed` are the names as entered.

    Where a chip may have come out of the bag as well, it is asked.
    """
    happened: list[CampaignEvent] = []
    named = chips_named("units", [name.removesuffix(OF_STACK) for name in typed if name.endswith(OF_STACK)])
    in_bag = Counter(campaign.bag.units)
    for unit in (Counter(rivals) - Counter(campaign.drawn.units)).elements():
        is_local = may_be_local(campaign, unit)
        if is_local and in_bag[unit] > 0 and unit not in named:
            is_local = is_from_stack(terminal, campaign, unit, otherwise=False)
        campaign, more = note_local(campaign, unit) if is_local else (campaign, [])
        happened += more
        in_bag[unit] -= not is_local
    return campaign, happened


@stack.callback(invoke_without_command=True)
def show_stacks() -> Answer:
    """Show the faction stacks, in the order of the map."""
    campaign = look_campaign()
    found = {region: stack_of(campaign, region) for region in REGIONS}
    rows = {region: {"size": each.size(), "known": list(each.known)} for region, each in found.items()}
    return Answer(lambda: stack_lines(campaign), lambda: {"stacks": rows})


@stack.command()
def see(
    terminal: Terminal,
    faction: FactionArgument,
    unit: Annotated[list[str], argument("The chips from the top down, as far as you know them.", name_of("units"))],
) -> Answer:
    """Enter what lies on a stack: the chip on top, or the whole order where you know it."""
    units, id_ = chips_named("units", unit), faction_named(faction)
    return make_step(terminal, lambda campaign: see_top(campaign, id_, units, factions()), answers=list(units))


@stack.command()
def draw(
    terminal: Terminal,
    faction: FactionArgument,
    unit: Annotated[str, argument("The chip on top; may be left out where it is known.", name_of("units"))] = "",
) -> Answer:
    """Draw the top chip of a stack, for a lineup."""
    id_ = faction_named(faction)

    def change(campaign: Campaign) -> Result:
        at = stack_of(campaign, id_)
        named = chip_named("units", unit) if unit else ""
        if not named and at.size() and not at.known:
            text = tr("the chip on top is not known: name it, `hoplo stack draw {faction} UNIT` (p.7)", faction=id_)
            terminal.need_terminal(text)
            text, names = tr("Which chip lies on top?"), names_known("units")
            named = terminal.until_good(text, lambda typed: chip_named("units", typed), "", names)
        return draw_local(campaign, id_, named, factions())

    return make_step(terminal, change)
