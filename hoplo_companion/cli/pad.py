"""`hoplo pad`, `influence`, `week`, `bless`: the hero tracking pad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.rival_turn import JsonOption, PlainOption

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Bane, Campaign

pad = typer.Typer(add_completion=False, rich_markup_mode=None, help="Show the hero pad, or change it by the rules.")
influence = typer.Typer(add_completion=False, rich_markup_mode=None, help="The scion's influence.")
week = typer.Typer(add_completion=False, rich_markup_mode=None, help="The weeks of the acts.")


@influence.callback()
def _influence() -> None:
    """The scion's influence."""


@week.callback()
def _week() -> None:
    """The weeks of the acts."""


BaneOption = Annotated[
    list[str] | None,
    typer.Option("--bane", help="A bane chip that was drawn, as NAME:KIND (bag, unit or camp); as often as drawn."),
]


def pad_table(campaign: Campaign) -> dict[str, Any]:
    """Write the pad and the camp as programs read them."""
    pad, camp = campaign.pad, campaign.camp
    return {
        "hero": pad.hero,
        "class": pad.classes[0] if pad.classes else None,
        "movement": pad.movement,
        "range": pad.range,
        "health": pad.health,
        "hp": pad.hp,
        "leadership": pad.leadership,
        "attack": list(pad.attack) if pad.attack is not None else None,
        "blessings": pad.blessings,
        "tactic_capacity": pad.tactic_capacity,
        "influence": pad.influence,
        "act": pad.act,
        "week": pad.week,
        "weeks": list(pad.weeks),
        "camp": {
            "units": list(camp.units),
            "tactics": list(camp.tactics),
            "prowess": [card.label() for card in camp.prowess],
            "banes": [bane.name for bane in camp.banes],
            "opportunities": list(camp.opportunities),
        },
    }


@pad.callback(invoke_without_command=True)
def show_pad(ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the hero pad and the camp."""
    if ctx.invoked_subcommand is not None:
        return
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import show, show_json

    _, campaign = look()
    if json:
        show_json(pad_table(campaign))
        return
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.render.campaign import camp_lines, pad_lines

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


def read_banes(words: list[str] | None) -> list[Bane]:
    """Read banes as typed, NAME:KIND; UsageError where the kind is missing or none."""
    from hoplo_companion.campaign.model import Bane
    from hoplo_companion.errors import UsageError

    banes = []
    for word in words or []:
        name, _, kind = word.rpartition(":")
        if kind not in ("bag", "unit", "camp") or not name.strip():
            raise UsageError(f"--bane {word[:60]!r}: write NAME:KIND, the kind being bag, unit or camp (p.29-30)")
        banes.append(Bane(name.strip(), kind))  # type: ignore[arg-type]
    return banes


def ask_banes(words: list[str], due: int) -> None:
    """Ask at a terminal for the banes that are due and not named yet; UsageError where there is nobody to ask."""
    from hoplo_companion.cli.show import at_terminal
    from hoplo_companion.errors import StoppedError, UsageError

    if due <= len(words):
        return
    if not at_terminal():
        text = f"this brings {due} bane{'' if due == 1 else 's'}: draw from the stack and say --bane NAME:KIND (p.29)"
        raise UsageError(text)
    import questionary

    try:
        while len(words) < due:
            name = questionary.text(f"Bane {len(words) + 1} of {due}: draw from the stack. Its name?").unsafe_ask()
            kind = questionary.select("Its kind?", choices=["bag", "unit", "camp"]).unsafe_ask()
            words.append(f"{name.strip()}:{kind}")
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


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
        ask_banes(words, rules.banes_due(campaign, amount))
        return rules.gain_influence(campaign, amount, read_banes(words))

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
