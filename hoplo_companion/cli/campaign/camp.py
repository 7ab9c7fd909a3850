"""`hoplo bag`, `bane`, `camp`: chips and cards on your side of the table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import name_of
from hoplo_companion.cli.shell.table_words import bag_chip, camp_tactic, camp_unit
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.campaign.events import Result
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.dice import Dice

bag = App(help="The draw bag: contents, odds, draws.")
bane = App(help="Banes: drawn from the stack, and removed.")
camp = App(help="The camp: units, tactics, prowess, opportunities.")


@bag.callback(invoke_without_command=True)
def show_bag(
    terminal: Terminal,
    ctx: typer.Context,
    draws: Annotated[
        int | None, typer.Option("--draws", min=1, help="The chance to come out within so many draws.")
    ] = None,
    slots: Annotated[
        int | None,
        typer.Option(
            "--slots", min=1, help="The chance while so many slots of a lineup are filled; bag banes fill none."
        ),
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show what is in the bag, with the exact odds of the next draws, or of a lineup's slots."""
    if ctx.invoked_subcommand is not None:
        return

    if draws is not None and slots is not None:
        raise UsageError("one of --draws and --slots: chips one after the other, or a lineup without its bag banes")
    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign()
    within = min(draws or 1, campaign.bag.size())
    from hoplo_companion.campaign.bag import draw_odds, slot_odds

    odds = slot_odds(campaign, slots) if slots is not None else draw_odds(campaign, within)
    if json:
        drawn = [*campaign.drawn.units, *(bane.name for bane in campaign.drawn.banes)]
        from hoplo_companion.campaign.bag import contents

        counts = dict(sorted(contents(campaign).items()))
        of = {"slots": slots} if slots is not None else {"draws": within}
        chances = {name: str(chance) for name, chance in odds.items()}
        terminal.show_json({"size": campaign.bag.size(), "contents": counts, "drawn": drawn, **of, "odds": chances})
        return

    from hoplo_companion.render.campaign import bag_lines

    terminal.show(bag_lines(campaign, odds, within, slots), plain, wrap=True)


@bag.command()
def draw(
    terminal: Terminal,
    count: Annotated[int | None, typer.Argument(min=1, help="Chips; one if left out, or as many as are named.")] = None,
    chip: Annotated[
        list[str] | None,
        typer.Option("--chip", help="What came out of the real bag, as often.", autocompletion=bag_chip),
    ] = None,
    app: Annotated[bool, typer.Option("--app", help="Let the app draw.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Make the app's draw repeatable.")] = None,
    json: JsonOption = False,
) -> None:
    """Take chips out of the bag: those that came out of the real one, or some that the app draws."""
    from hoplo_companion.campaign.bag import draw_chips, drawn_by
    from hoplo_companion.dice import Dice

    named = list(chip or [])
    count = count or len(named) or 1
    if (app and named) or (named and len(named) != count):
        raise UsageError(f"name the {count} chips that came out, --chip NAME each, or let the app draw with --app")

    dice = Dice(seed)

    def change(campaign: Campaign) -> Result:
        if app:
            named[:] = drawn_by(campaign, count, dice.choose)
        elif not named:
            named[:] = ask_chips(terminal, campaign, count, dice)
        return draw_chips(campaign, named)

    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, change, json=json, answers=named)


def ask_chips(terminal: Terminal, campaign: Campaign, count: int, dice: Dice | None = None) -> list[str]:
    """Ask at a terminal what came out of the real bag, a chip at a time; where the app is to draw, it does."""
    from hoplo_companion.campaign.bag import check_draw

    check_draw(campaign, count)
    if terminal.setting("draws") == "app":
        from hoplo_companion.campaign.bag import drawn_by
        from hoplo_companion.dice import Dice

        drawn = drawn_by(campaign, count, (dice or Dice()).choose)
        terminal.notice("the app draws: " + ", ".join(drawn))
        return drawn
    terminal.need_terminal("say what came out of the bag, --chip NAME for each, or let the app draw with --app (p.19)")
    from hoplo_companion.campaign.bag import contents

    left = contents(campaign)
    drawn = []
    for at in range(1, count + 1):
        chip = terminal.choose(f"Chip {at} of {count}: which came out?", sorted(name for name, n in left.items() if n))
        left[chip] -= 1
        drawn.append(chip)
    return drawn


@bag.command()
def add(
    terminal: Terminal,
    chip: Annotated[str, typer.Argument(help="A unit chip, or a bane as NAME:KIND.", autocompletion=name_of("units"))],
    json: JsonOption = False,
) -> None:
    """Put a unit chip, or a bane that belongs there, into the bag."""
    from hoplo_companion.campaign.bag import put_back, put_bane_in
    from hoplo_companion.cli.campaign.banes import is_bane, read_bane
    from hoplo_companion.cli.campaign.names import chip_named

    def change(campaign: Campaign) -> Result:
        if is_bane(chip, campaign):
            return put_bane_in(campaign, read_bane(chip, campaign))
        return put_back(campaign, chip_named("units", chip))

    from hoplo_companion.cli.campaign.banes import remember_banes
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, change, json=json, then=partial(remember_banes, terminal))


@bag.command()
def remove(
    terminal: Terminal,
    chip: Annotated[str, typer.Argument(help="A unit chip or a bane.", autocompletion=bag_chip)],
    json: JsonOption = False,
) -> None:
    """Take a chip out of the bag for good."""
    from hoplo_companion.campaign.bag import remove_chip
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, lambda campaign: remove_chip(campaign, chip), json=json)


@bane.callback(invoke_without_command=True)
def show_banes(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the banes that were drawn, by where they are."""
    if ctx.invoked_subcommand is not None:
        return

    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign()
    if json:
        where = {"bag": campaign.bag.banes, "camp": campaign.camp.banes, "table": campaign.drawn.banes}
        terminal.show_json({**msgspec.to_builtins(where), "stack": list(campaign.bane_stack)})
        return

    from hoplo_companion.render.pad import bane_lines

    terminal.show(bane_lines(campaign), plain, wrap=True)


@bane.command("draw")
def draw_bane(
    terminal: Terminal,
    name: Annotated[
        str, typer.Argument(metavar="[NAME:KIND]", help="The chip that was drawn; its kind is bag, unit or camp.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Take a bane that was drawn from the stack, and put it where its kind says."""
    from hoplo_companion.campaign.banes import take_bane
    from hoplo_companion.cli.campaign.banes import banes_drawn

    words = [name] if name else []

    def change(campaign: Campaign) -> Result:
        (drawn,) = banes_drawn(terminal, words, 1, campaign)
        return take_bane(campaign, drawn)

    from hoplo_companion.cli.campaign.banes import remember_banes
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, change, json=json, answers=words, then=partial(remember_banes, terminal))


@bane.command("remove")
def remove_bane(
    terminal: Terminal,
    name: Annotated[str, typer.Argument(help="A bane in the bag or the camp.")],
    json: JsonOption = False,
) -> None:
    """Remove a bane from the bag or the camp, where an effect says so."""
    from hoplo_companion.campaign import banes
    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, lambda campaign: banes.remove_bane(campaign, name), json=json)


@camp.callback(invoke_without_command=True)
def show_camp(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show what lies in the camp."""
    if ctx.invoked_subcommand is not None:
        return

    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign(even_apart=True)
    if json:
        from hoplo_companion.campaign.report import pad_table

        terminal.show_json(pad_table(campaign)["camp"])
        return

    from hoplo_companion.render.pad import camp_lines

    terminal.show(camp_lines(campaign), plain, wrap=True)


@camp.command()
def recruit(
    terminal: Terminal,
    unit: Annotated[str, typer.Argument(help="A unit chip.", autocompletion=name_of("units"))],
    instead: Annotated[
        str | None, typer.Option("--sacrifice", help="Whom to sacrifice above Leadership.", autocompletion=camp_unit)
    ] = None,
    json: JsonOption = False,
) -> None:
    """Recruit a unit into the camp."""
    from hoplo_companion.campaign import camp as rules
    from hoplo_companion.cli.campaign.names import chip_named
    from hoplo_companion.cli.campaign.open_campaign import make_step
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.undying import undying

    id_, out = chip_named("units", unit), chip_named("units", instead) if instead else None

    if catalogue().bane(id_) is not None:
        from hoplo_companion.campaign.model import RefusedError

        raise RefusedError("camp.recruit-never", f"{id_} is a bane, and can never be recruited (p.33)")

    never = undying(catalogue(), [out]) if out else ()

    make_step(terminal, lambda campaign: rules.recruit_chip(campaign, id_, out, never), json=json)


@camp.command()
def sacrifice(
    terminal: Terminal,
    unit: Annotated[str, typer.Argument(help="A unit of the camp.", autocompletion=camp_unit)],
    json: JsonOption = False,
) -> None:
    """Sacrifice a unit of the camp: its chip goes into the bag."""
    from hoplo_companion.campaign import camp as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug
    from hoplo_companion.components.undying import undying

    never = undying(catalogue(), [slug(unit)])

    make_step(terminal, lambda campaign: rules.sacrifice(campaign, slug(unit), never), json=json)


@camp.command()
def tactic(
    terminal: Terminal,
    name: Annotated[str, typer.Argument(help="A tactic chip.", autocompletion=name_of("tactics"))],
    discard: Annotated[
        str | None,
        typer.Option("--discard", help="Which to discard above Tactic Capacity.", autocompletion=camp_tactic),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Gain a tactic."""
    from hoplo_companion.campaign import camp as rules
    from hoplo_companion.cli.campaign.names import chip_named
    from hoplo_companion.cli.campaign.open_campaign import make_step

    id_, out = chip_named("tactics", name), chip_named("tactics", discard) if discard else None

    make_step(terminal, lambda campaign: rules.gain_tactic(campaign, id_, out), json=json)


@camp.command()
def prowess(
    terminal: Terminal,
    name: Annotated[list[str], typer.Argument(help="A Prowess card, its level behind its name: Endurance 2.")],
    lose: Annotated[bool, typer.Option("--sacrifice", help="Sacrifice it instead.")] = False,
    capacity: Annotated[
        int | None, typer.Option("--tactic-capacity", min=0, help="By how much it raises the Tactic Capacity.")
    ] = None,
    discard: Annotated[
        list[str] | None, typer.Option("--discard", help="A tactic that is one too many with a lower capacity.")
    ] = None,
    special: Annotated[bool, typer.Option("--special", help="It is a Special one, from an Opportunity.")] = False,
    json: JsonOption = False,
) -> None:
    """Gain a Prowess card, levels of one name in order, or tell that it raises the Tactic Capacity."""
    from hoplo_companion.campaign import camp as rules
    from hoplo_companion.cli.campaign.names import chips_named, read_prowess
    from hoplo_companion.cli.campaign.open_campaign import make_step

    card = read_prowess(" ".join(name), any_level=lose)
    if special:
        card = replace(card, special=True)

    out = chips_named("tactics", discard)

    if lose:
        make_step(terminal, lambda campaign: rules.sacrifice_prowess(campaign, card.name, out), json=json)
        return
    if capacity is None:
        _refuse_surplus(out)
        make_step(
            terminal,
            lambda campaign: (rules.mark_special if special else rules.gain_prowess)(campaign, card),
            json=json,
        )
        return

    from hoplo_companion.components.names import slug

    def change(campaign: Campaign) -> Result:
        """Gain the card, or take down what one in the camp does."""
        if any(slug(each.label()) == slug(card.label()) for each in campaign.camp.prowess):
            return rules.raise_capacity(campaign, card, capacity, out)
        _refuse_surplus(out)
        return rules.gain_prowess(campaign, replace(card, tactic_capacity=capacity))

    from hoplo_companion.components.own import remember

    def then(_: Campaign) -> None:
        remember("prowess", slug(card.label()), card.name, {"level": card.level, "tactic_capacity": capacity})

    make_step(terminal, change, json=json, then=then)


def _refuse_surplus(discard: Sequence[str]) -> None:
    """Refuse tactics that are discarded where the Tactic Capacity does not go down."""
    if discard:
        text = f"a Prowess card that is gained takes no tactic away: leave out --discard {', '.join(discard)} (p.11)"
        from hoplo_companion.campaign.model import RefusedError

        raise RefusedError("camp.tactic-capacity", text)


@camp.command()
def opportunity(
    terminal: Terminal,
    name: Annotated[list[str], typer.Argument(help="An Opportunity card.")],
    discard: Annotated[bool, typer.Option("--discard", help="Discard it, completed.")] = False,
    json: JsonOption = False,
) -> None:
    """Keep an Opportunity card in the camp, or discard one that is completed."""
    from hoplo_companion.campaign import camp as rules
    from hoplo_companion.cli.campaign.open_campaign import make_step

    card = " ".join(name)

    make_step(
        terminal,
        lambda campaign: (rules.discard_opportunity if discard else rules.keep_opportunity)(campaign, card),
        json=json,
    )
