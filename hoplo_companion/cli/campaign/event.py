"""`hoplo event`: the event of this round, and what comes of it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
import typer

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.cli.campaign.banes import BaneOption, banes_drawn, remember_banes
from hoplo_companion.cli.campaign.cleanup import cleanup
from hoplo_companion.cli.campaign.names import names_known
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.language import speaking, tr
from hoplo_companion.render.journey import event_lines

event = App(help="The event of this round, and what comes of it.")


@event.callback(invoke_without_command=True)
def show_event(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show what the event here is, and what accepting or spectating it takes."""
    if ctx.invoked_subcommand is not None:
        return
    campaign = look_campaign()
    if not json:
        terminal.show(event_lines(campaign, rounds.event_here(campaign)), plain, wrap=True)
        return
    with speaking("en"):  # programs read one language
        here = rounds.event_here(campaign)
    terminal.show_json({"event": msgspec.to_builtins(here)})


@event.command()
def accept(terminal: Terminal, json: JsonOption = False) -> None:
    """Accept a Sport or Bloodshed event: its combat is fought, and `hoplo cleanup` follows."""
    make_step(terminal, rounds.accept_combat, json=json)


@event.command()
def spectate(terminal: Terminal, bane: BaneOption = None, json: JsonOption = False) -> None:
    """Spectate the event: influence equal to the act, the hero heals, no week passes."""
    words = list(bane or [])

    def change(campaign: Campaign) -> Result:
        due = banes_due(campaign, campaign.pad.act) if rounds.may_spectate(campaign) else 0
        return rounds.spectate(campaign, banes_drawn(terminal, words, due, campaign))

    make_step(terminal, change, json=json, answers=words, then=partial(remember_banes, terminal))


@event.command()
def opportunity(
    terminal: Terminal,
    card: Annotated[list[str] | None, typer.Argument(help="The card that you keep of the two drawn.")] = None,
    json: JsonOption = False,
) -> None:
    """Accept an Opportunity event: keep one of two cards in the camp, which takes a week."""

    def change(campaign: Campaign) -> Result:
        name = " ".join(card or [])
        if not name and rounds.may_accept(campaign) == "opportunity":
            terminal.need_terminal(
                tr("name which of the two Opportunity cards you keep: `hoplo event opportunity CARD` (p.16)")
            )
            text = tr("Draw two Opportunity cards (p.16). Which do you keep?")
            name = terminal.write(text, "", names_known("opportunities"))
        return rounds.accept_opportunity(campaign, name)

    make_step(terminal, change, json=json)


event.command("won", help="Record a combat that was won: its reward, and the cleanup.")(cleanup)
event.command("lost", help="Record a combat that failed: its punishment, and the cleanup.")(cleanup)
