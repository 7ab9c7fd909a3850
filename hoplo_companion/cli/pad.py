"""`hoplo pad`, `influence`, `week`, `bless`: the hero tracking pad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.banes import BaneOption, banes_drawn
from hoplo_companion.cli.rival_turn import JsonOption, PlainOption

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign

pad = typer.Typer(add_completion=False, rich_markup_mode=None, help="Show the hero pad, or change it by the rules.")
influence = typer.Typer(add_completion=False, rich_markup_mode=None, help="The scion's influence.")
week = typer.Typer(add_completion=False, rich_markup_mode=None, help="The weeks of the acts.")


@influence.callback()
def _influence() -> None:
    """The scion's influence."""


@week.callback()
def _week() -> None:
    """The weeks of the acts."""


@pad.callback(invoke_without_command=True)
def show_pad(ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the hero pad and the camp."""
    if ctx.invoked_subcommand is not None:
        return
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import show, show_json

    _, campaign = look()
    if json:
        from hoplo_companion.campaign.report import pad_table

        show_json(pad_table(campaign))
        return
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.render.pad import camp_lines, pad_lines

    hero = catalogue().hero(campaign.pad.hero)
    lines = pad_lines(campaign, hero.name if hero is not None else campaign.pad.hero)
    show([*lines, *camp_lines(campaign)], plain)


@pad.command()
def heal(
    amount: Annotated[int | None, typer.Argument(min=0, help="HP; fully if left out.")] = None, json: JsonOption = False
) -> None:
    """Heal the hero, never above Health."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.seat import make_step

    make_step(lambda campaign: rules.heal(campaign, amount), json=json)


@pad.command()
def damage(amount: Annotated[int, typer.Argument(min=0, help="HP.")], json: JsonOption = False) -> None:
    """Take HP from the hero outside combat."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.seat import make_step

    make_step(lambda campaign: rules.damage(campaign, amount), json=json)


@pad.command()
def upgrade(
    what: Annotated[str, typer.Argument(help="health, leadership, movement, add-die or upgrade-die.")],
    die: Annotated[int | None, typer.Argument(help="For upgrade-die: the column on the pad, from 1.")] = None,
    json: JsonOption = False,
) -> None:
    """Upgrade a stat or a die of the hero's Attack."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.seat import make_step

    make_step(lambda campaign: rules.upgrade(campaign, what, die), json=json)


@influence.command()
def gain(
    amount: Annotated[int, typer.Argument(min=0, help="Spaces to cross off.")],
    bane: BaneOption = None,
    json: JsonOption = False,
) -> None:
    """Mark scion influence; every fourth space brings a bane, which you draw and name."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.seat import make_step

    words = list(bane or [])

    def change(campaign: Campaign) -> Any:
        return rules.gain_influence(campaign, amount, banes_drawn(words, rules.banes_due(campaign, amount), campaign))

    make_step(change, json=json, answers=words)


@week.command("mark")
def mark_week(json: JsonOption = False) -> None:
    """Cross off a week of the present act."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.seat import make_step

    make_step(rules.mark_week, json=json)


def bless(json: JsonOption = False) -> None:
    """Cross off a blessing: the hero is fully healed instead of defeated."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.seat import make_step

    make_step(rules.use_blessing, json=json)
