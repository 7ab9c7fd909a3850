"""`hoplo event`: the event of this round, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.campaign.banes import BaneOption, banes_drawn, remember_banes
from hoplo_companion.cli.campaign.cleanup import cleanup
from hoplo_companion.cli.fight.rival_turn import JsonOption, PlainOption

if TYPE_CHECKING:
    from hoplo_companion.campaign.events import Result
    from hoplo_companion.campaign.model import Campaign

event = typer.Typer(add_completion=False, rich_markup_mode=None, help="The event of this round, and what comes of it.")


@event.callback(invoke_without_command=True)
def show_event(ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show what the event here is, and what accepting or spectating it takes."""
    if ctx.invoked_subcommand is not None:
        return
    import msgspec

    from hoplo_companion.campaign.rounds import event_here
    from hoplo_companion.cli.campaign.open_campaign import look_campaign
    from hoplo_companion.cli.terminal.output import show, show_json

    campaign = look_campaign()
    if json:
        from hoplo_companion.language import speaking

        with speaking("en"):  # programs read one language
            here = event_here(campaign)
        show_json({"event": msgspec.to_builtins(here)})
        return
    from hoplo_companion.render.journey import event_lines

    show(event_lines(campaign, event_here(campaign)), plain, wrap=True)


@event.command()
def accept(json: JsonOption = False) -> None:
    """Accept a Sport or Bloodshed event: its combat is fought, and `hoplo cleanup` follows."""
    from hoplo_companion.campaign.rounds import accept_combat
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(accept_combat, json=json)


@event.command()
def spectate(bane: BaneOption = None, json: JsonOption = False) -> None:
    """Spectate the event: influence equal to the act, the hero heals, no week passes."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.campaign.pad import banes_due
    from hoplo_companion.cli.campaign.open_campaign import make_step

    words = list(bane or [])

    def change(campaign: Campaign) -> Result:
        due = banes_due(campaign, campaign.pad.act) if rounds.may_spectate(campaign) else 0
        return rounds.spectate(campaign, banes_drawn(words, due, campaign))

    make_step(change, json=json, answers=words, then=remember_banes)


@event.command()
def opportunity(
    card: Annotated[list[str] | None, typer.Argument(help="The card that you keep of the two drawn.")] = None,
    json: JsonOption = False,
) -> None:
    """Accept an Opportunity event: one of two cards into the camp, and a week."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.cli.campaign.open_campaign import make_step
    from hoplo_companion.cli.terminal.ask import need_terminal, write

    def change(campaign: Campaign) -> Result:
        name = " ".join(card or [])
        if not name and rounds.may_accept(campaign) == "opportunity":
            need_terminal("say which of the two Opportunity cards you keep: `hoplo event opportunity CARD` (p.16)")
            name = write("Draw two Opportunity cards (p.16). Which do you keep?")
        return rounds.accept_opportunity(campaign, name)

    make_step(change, json=json)


event.command("won", help="Record a combat that was won: its reward, and the cleanup.")(cleanup)
event.command("lost", help="Record a combat that failed: its punishment, and the cleanup.")(cleanup)
