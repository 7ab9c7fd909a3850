"""`hoplo pad`, `influence`, `week`, `bless`: the hero tracking pad."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.campaign.banes import BaneOption, banes_drawn, remember_banes
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.table_words import bane_in_play
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from hoplo_companion.campaign.events import Result
    from hoplo_companion.campaign.model import Campaign

pad = App(help="Show the hero pad, or change it by the rules.")
influence = App(help="The scion's influence.")
week = App(help="The weeks of the acts.")


@influence.callback()
def _influence(terminal: Terminal) -> None:
    """The scion's influence."""


@week.callback()
def _week(terminal: Terminal) -> None:
    """The weeks of the acts."""


@pad.callback(invoke_without_command=True)
def show_pad(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the hero pad and the camp."""
    if ctx.invoked_subcommand is not None:
        return

    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign(even_apart=True)
    if json:
        from hoplo_companion.campaign.report import pad_table

        terminal.show_json(pad_table(campaign))
        return

    from hoplo_companion.cli.campaign.names import hero_to_show
    from hoplo_companion.render.pad import pad_lines

    lines = pad_lines(campaign, hero_to_show(terminal, campaign.pad.hero))
    from hoplo_companion.render.pad import camp_lines

    terminal.show([*lines, *camp_lines(campaign)], plain, wrap=True)


@pad.command()
def heal(
    terminal: Terminal,
    amount: Annotated[int | None, typer.Argument(min=0, help="HP; fully if left out.")] = None,
    json: JsonOption = False,
) -> None:
    """Heal the hero, never above Health."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, lambda campaign: rules.heal(campaign, amount), json=json)


@pad.command("gain")
def gain_hp(
    terminal: Terminal, amount: Annotated[int, typer.Argument(min=1, max=1000, help="HP.")], json: JsonOption = False
) -> None:
    """Have the hero gain HP outside combat by an effect that does not heal: above Health too."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, lambda campaign: rules.gain_hp(campaign, amount), json=json)


@pad.command()
def damage(
    terminal: Terminal, amount: Annotated[int, typer.Argument(min=0, help="HP.")], json: JsonOption = False
) -> None:
    """Take HP from the hero outside combat."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, lambda campaign: rules.damage(campaign, amount), json=json)


@pad.command()
def upgrade(
    terminal: Terminal,
    what: Annotated[str, typer.Argument(help="health, leadership, movement, add-die or upgrade-die:COLUMN.")],
    die: Annotated[int | None, typer.Argument(help="The column, if it does not stand behind upgrade-die.")] = None,
    json: JsonOption = False,
) -> None:
    """Upgrade a stat or a die of the hero's Attack."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step

    word, column = rules.read_upgrade(what)
    if None not in (die, column) and die != column:
        raise UsageError(f"which die: {column} or {die}? Name one column (p.33)")

    make_step(terminal, lambda campaign: rules.upgrade(campaign, word, column if die is None else die), json=json)


def _show_track(terminal: Terminal, ctx: typer.Context, what: str, json: bool, plain: bool) -> None:
    if ctx.invoked_subcommand is not None:
        return

    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign()
    if json:
        from hoplo_companion.campaign.report import pad_table

        pad_ = pad_table(campaign)
        terminal.show_json({key: pad_[key] for key in (("influence",) if what == "influence" else ("act", "week"))})
        return

    from hoplo_companion.render.pad import track_lines

    terminal.show(track_lines(campaign, what), plain)


@influence.callback(invoke_without_command=True)
def show_influence(
    terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False
) -> None:
    """Show the influence track, and how far the next bane is."""
    _show_track(terminal, ctx, "influence", json, plain)


@week.callback(invoke_without_command=True)
def show_weeks(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the weeks of the acts."""
    _show_track(terminal, ctx, "week", json, plain)


@influence.command()
def gain(
    terminal: Terminal,
    amount: Annotated[int, typer.Argument(min=0, help="Spaces to cross off.")],
    bane: BaneOption = None,
    json: JsonOption = False,
) -> None:
    """Mark scion influence; every fourth space brings a bane, which you draw and name."""
    from hoplo_companion.campaign import pad as rules

    words = list(bane or [])

    def change(campaign: Campaign) -> Any:
        return rules.gain_influence(
            campaign, amount, banes_drawn(terminal, words, rules.banes_due(campaign, amount), campaign)
        )

    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, change, json=json, answers=words, then=partial(remember_banes, terminal))


@week.command("mark")
def mark_week(terminal: Terminal, json: JsonOption = False) -> None:
    """Cross off a week of the present act."""
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, rules.mark_week, json=json)


def _is_fought() -> bool:
    """Tell whether the blessing is used in a fight that hoplo follows; RefusedError where that one is over (p.13)."""
    from hoplo_companion.cli.campaign.open_campaign import look

    campaign = look()[1]
    if campaign.fight is None:
        return False
    from hoplo_companion.campaign.pad import check_combat

    check_combat(campaign)
    return True


def bless(
    terminal: Terminal,
    how: Annotated[
        str, typer.Argument(help="survive, instead of the hero's defeat; reinforce; or scion, all of them for banes.")
    ] = "survive",
    drawn: Annotated[
        list[str] | None, typer.Option("--drawn", help="reinforce: a unit that came out of the bag, as often.")
    ] = None,
    defeated: Annotated[
        int, typer.Option("--defeated", min=0, help="reinforce: your defeated units in a lethal combat, not counted.")
    ] = 0,
    bane: Annotated[
        list[str] | None,
        typer.Option("--bane", help="scion: a bane that is removed, as often; or none.", autocompletion=bane_in_play),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Cross off a blessing: the hero is fully healed instead of defeated, or bag units fill up the troop.

    Before the scion's combat all that are left are crossed off, and each may remove a bane.
    """
    if how not in ("survive", "reinforce", "scion"):
        raise UsageError(f"{how[:40]!r} is not a use of a blessing: survive, reinforce or scion (p.13, 31)")
    if bane and how != "scion":
        raise UsageError("--bane belongs to `bless scion` (p.31)")
    if how == "scion":
        _bless_scion(terminal, list(bane or []), json)
        return
    if _is_fought():
        from hoplo_companion.cli.fight.yours import bless_in_fight

        bless_in_fight(terminal, how, list(drawn or []), json)
        return
    from hoplo_companion.campaign import pad as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step

    if how == "survive":
        if drawn or defeated:
            raise UsageError("--drawn and --defeated belong to `bless reinforce` (p.13)")
        make_step(terminal, rules.use_blessing, json=json)
        return
    from hoplo_companion.cli.campaign.names import chips_named

    named = list(chips_named("units", drawn))

    from hoplo_companion.cli.campaign.camp import ask_chips

    def change(campaign: Campaign) -> Result:

        rules.check_combat(campaign)
        due = rules.reinforcements_due(campaign, defeated)
        if due and not named:
            named[:] = ask_chips(terminal, campaign.with_bag(banes=()), due)
        return rules.reinforce(campaign, named, defeated)

    make_step(terminal, change, json=json, answers=named)


def _bless_scion(terminal: Terminal, banes: list[str], json: bool) -> None:
    """Cross off the blessings before a scion's combat that hoplo does not follow, and ask which banes go for them."""
    from hoplo_companion.campaign import pad as rules

    def change(campaign: Campaign) -> Result:
        """Ask for a bane for each blessing, as long as there are both."""
        rules.banes_for_blessings(campaign, ())
        there = _banes_there(campaign)
        if there and campaign.pad.blessings and not banes:
            terminal.need_terminal(
                "say which banes are removed, `hoplo bless scion --bane NAME` for each, or --bane none: there are "
                f"{', '.join(there)} (p.31)"
            )
            for at in range(1, campaign.pad.blessings + 1):
                named = terminal.choose(
                    f"Blessing {at} of {campaign.pad.blessings}: which bane is removed?", [*there, NO_BANE]
                )
                if named == NO_BANE:
                    break
                banes.append(named)
                there.remove(named)
                if not there:
                    break
        return rules.banes_for_blessings(campaign, [] if banes == [NO_BANE] else banes)

    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, change, json=json, answers=banes)


NO_BANE = "none"


def _banes_there(campaign: Campaign) -> list[str]:
    """Name the banes of the bag and of the camp, each with the place where it lies."""
    bag, camp = campaign.bag.banes, campaign.camp.banes
    return [*(f"bag:{bane.name}" for bane in bag), *(f"camp:{bane.name}" for bane in camp)]
