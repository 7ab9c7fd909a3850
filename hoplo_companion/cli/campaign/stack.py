"""`hoplo stack`: the faction stacks beside the arena."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.stacks import draw_local, faction_named, see_top, stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.campaign.names import chip_named, chips_named, names_known
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import name_of
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import tr
from hoplo_companion.render.campaign import stack_lines

stack = App(help="The faction stacks: what lies on top, and what is left.")

FactionArgument = Annotated[str, typer.Argument(help="A faction, as in kunlun.", autocompletion=name_of("arenas"))]


def factions() -> dict[str, str]:
    """Give the faction of each unit that has one."""
    known = catalogue()
    return {id_: unit.faction for id_ in known.ids("units") if (unit := known.unit(id_)) is not None and unit.faction}


@stack.callback(invoke_without_command=True)
def show_stacks(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the faction stacks, in the order of the map."""
    if ctx.invoked_subcommand is not None:
        return
    campaign = look_campaign()
    if not json:
        terminal.show(stack_lines(campaign), plain, wrap=True)
        return
    found = {region: stack_of(campaign, region) for region in REGIONS}
    rows = {region: {"size": each.size(), "known": list(each.known)} for region, each in found.items()}
    terminal.show_json({"stacks": rows})


@stack.command()
def see(
    terminal: Terminal,
    faction: FactionArgument,
    unit: Annotated[
        list[str],
        typer.Argument(help="The chips from the top down, as far as you know them.", autocompletion=name_of("units")),
    ],
    json: JsonOption = False,
) -> None:
    """Enter what lies on a stack: the chip on top, or the whole order where you know it."""
    units, id_ = chips_named("units", unit), faction_named(faction)
    make_step(terminal, lambda campaign: see_top(campaign, id_, units, factions()), json=json, answers=list(units))


@stack.command()
def draw(
    terminal: Terminal,
    faction: FactionArgument,
    unit: Annotated[
        str, typer.Argument(help="The chip on top; may be left out where it is known.", autocompletion=name_of("units"))
    ] = "",
    json: JsonOption = False,
) -> None:
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

    make_step(terminal, change, json=json)
