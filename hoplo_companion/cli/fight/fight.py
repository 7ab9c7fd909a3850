"""`hoplo fight`: a fight from its set-up to its end, followed move by move (Rulebook p.17-30)."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplo_companion.cli.options import AnswersOption, AutoOption, JsonOption, PlainOption, SeedOption
from hoplo_companion.cli.shell.names import name_of
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App

fight = App(help="A fight from its set-up to its end.")


@fight.callback(invoke_without_command=True)
def show_fight(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show how the fight stands: whose turn, which step, points, lineups, camp, and what is still open."""
    if ctx.invoked_subcommand is not None:
        return

    from hoplo_companion.cli.campaign.open_campaign import look
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.play.fight import Game

    game = Game(look()[1], catalogue())
    if json:
        from hoplo_companion.table.play.fight import fight_table

        terminal.show_json({"fight": fight_table(game)})
        return

    from hoplo_companion.render.fight import fight_lines

    terminal.show(fight_lines(game.fight, game.combat, game.question()), plain, wrap=True)


@fight.command()
def start(
    terminal: Terminal,
    card: Annotated[
        str,
        typer.Argument(
            help="The event's card: its name, or the card in one line: 'Brawl: bloodshed, lineup bag*2, …'.",
            autocompletion=name_of("events"),
        ),
    ] = "",
    sport: Annotated[str, typer.Option("--sport", help="Which of the card's sports you pick.")] = "",
    scion: Annotated[str, typer.Option("--scion", help="Against this scion; a campaign's own needs no name.")] = "",
    apart: Annotated[bool, typer.Option("--apart", help="A fight of its own, outside of the campaign.")] = False,
    arena: Annotated[
        str, typer.Option("--arena", help="Apart: in which arena.", autocompletion=name_of("arenas"))
    ] = "",
    act: Annotated[int | None, typer.Option("--act", min=1, max=4, help="Apart: in which act.")] = None,
    hero: Annotated[str, typer.Option("--hero", help="Apart: your hero.", autocompletion=name_of("heroes"))] = "",
    camp: Annotated[str, typer.Option("--camp", help="Apart: the units in your camp, with commas.")] = "",
    tactics: Annotated[str, typer.Option("--tactics", help="Apart: your tactics, with commas.")] = "",
    prowess: Annotated[str, typer.Option("--prowess", help="Apart: your Prowess cards, with commas.")] = "",
    hp: Annotated[int | None, typer.Option("--hp", min=1, help="Apart: your hero's HP.")] = None,
    health: Annotated[int | None, typer.Option("--health", min=1, max=12, help="Apart: your hero's Health.")] = None,
    attack: Annotated[str, typer.Option("--attack", help="Apart: your hero's dice, as in 'blue blue'.")] = "",
    blessings: Annotated[int | None, typer.Option("--blessings", min=0, help="Apart: the blessings you have.")] = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Set a fight up by its card, from the campaign's place and act, or apart from any campaign by options alone.

    What comes out of the real bag and off the stacks is asked for; --auto lets the app draw.
    """
    from hoplo_companion.cli.fight.start import Apart, Told, begin_fight

    who = Apart(apart, arena, act, hero, camp, tactics, prowess, hp, health, attack, blessings)

    begin_fight(terminal, card, sport, scion, who, Told(answers, auto, seed, json, plain))


@fight.command()
def drop(
    terminal: Terminal,
    why: Annotated[str, typer.Option("--why", "--note", help="Why, for the history.")] = "",
    json: JsonOption = False,
) -> None:
    """No longer follow the fight: it goes on at the table alone, and `hoplo cleanup --won|--lost` ends it."""
    from hoplo_companion.campaign.fights import drop_fight
    from hoplo_companion.cli.campaign.open_campaign import make_step

    terminal.confirm("No longer follow the fight?")

    make_step(terminal, drop_fight, json=json, even_stand_alone=True, answers=[why] if why else None)


@fight.command()
def log(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Tell the fight as a story, move by move, from its set-up on."""
    from hoplo_companion.table.play.history import story_of_fight
    from hoplo_companion.table.saves.library import Library

    library = Library()

    steps = story_of_fight(library.open(library.current())).steps
    if json:
        table = [
            {
                "n": step.n,
                "at": step.at,
                "command": step.command,
                "what": step.what,
                "note": step.note,
                "answers": step.answers,
                "turn": turn,
                "turn_of": turn_of,
            }
            for step, turn, turn_of in steps
        ]
        terminal.show_json({"steps": table})
        return

    told = ((turn, turn_of, step.n, step.what, step.note) for step, turn, turn_of in steps)
    from hoplo_companion.render.fight import story_lines

    terminal.show(story_lines(told), plain, wrap=True)


@fight.command()
def replay(terminal: Terminal, json: JsonOption = False) -> None:
    """Play the fight once more from its set-up, with the answers that were kept, and say whether it comes out the same.

    The board that is kept holds, whatever comes out: a difference is told, and nothing is changed.
    """
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.play.history import story_of_fight
    from hoplo_companion.table.play.replay import replayed
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import from_state

    library = Library()
    save = library.open(library.current())

    kept = from_state(save.state).fight
    if kept is None:
        from hoplo_companion.table.play.fight import NoFightError

        raise NoFightError

    found = replayed(from_state(story_of_fight(save).start), kept, catalogue())
    if json:
        terminal.show_json({"moves": found.moves, "same": not found.difference, "difference": found.difference or None})
    elif found.difference:
        terminal.say(f"{found.moves} moves played again; then: {found.difference}")
    else:
        terminal.say(f"{found.moves} moves played again: the same board comes out.")
