"""`hoplo spartacus new`, `table` and every action of the turn: each is a step on disk, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer
from msgspec.structs import replace

from hoplo_companion.cli.learn import table_rules
from hoplo_companion.cli.options import JsonOption, PlainOption, SeedOption
from hoplo_companion.cli.saves import game_commands
from hoplo_companion.cli.saves.game_commands import Table
from hoplo_companion.cli.shell.names import beginning, quiet
from hoplo_companion.cli.spartacus.duel import AnswerOption, FileOption, fight_on, read_answers
from hoplo_companion.cli.spartacus.options import ReadingOption
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import HELP, App
from hoplo_companion.components.readings import other_readings, read_readings
from hoplo_companion.language import later
from hoplo_companion.render.spartacus.game import event_lines, event_words, game_json, table_lines
from hoplo_companion.spartacus.actions import ACTIONS, act, new_game
from hoplo_companion.spartacus.arena import match_of
from hoplo_companion.spartacus.duel import Match
from hoplo_companion.spartacus.game import Game, Happened, Options, Play
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.games import Games


def games() -> Games[Game]:
    """Give the games of this table."""
    return Games("spartacus", Game)


WORDS_HELP = later("Names of several words in quotes; effects as in: Pete coins +5, Sally influence -1.")


class Length(StrEnum):
    """The types of game."""

    quick = "quick"
    standard = "standard"
    advanced = "advanced"


def new(
    terminal: Terminal,
    houses: Annotated[list[str], typer.Argument(metavar="HOUSE...", help=later("The Houses, clockwise: two to four."))],
    name: Annotated[str, typer.Option("--name", help=later("What the game is called."))] = "capua",
    length: Annotated[
        Length, typer.Option("--type", case_sensitive=False, help=later("Influence 7, 4 or 1 at the beginning."))
    ] = Length.standard,
    host: Annotated[str, typer.Option("--host", help=later("Who is the Host; the first House if left out."))] = "",
    string_initiative: Annotated[
        bool, typer.Option("--string-initiative", help=later("The optional rule: Speed dice are compared as strings."))
    ] = False,
    house_rules_once: Annotated[
        bool, typer.Option("--house-rules-once", help=later("The optional rule: House rules once per Intrigue Phase."))
    ] = False,
    reading: ReadingOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Begin a game; then add what the House cards give by `add` and `set`."""
    chosen = read_readings("spartacus", reading or [])
    options = Options(string_initiative, house_rules_once)
    every = games()
    id_, game = every.begin_game(
        name, terminal.words, lambda id_: replace(new_game(id_, houses, length.value, options, host), rulings=chosen)
    )
    events = [Happened("began", "sp.types", {"name": id_, "house": game.houses[game.host].name})]
    if json:
        terminal.show_json(game_json(game, events))
        return
    terminal.show(event_lines(events), plain)
    terminal.show(table_lines(game), plain)


def table(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the game: where the turn stands, and every House with its assets."""
    game_commands.show_game(terminal, TABLE, json=json, plain=plain)


def _happened(game: Game, step: Step) -> list[str]:
    return [event_words(Happened(*each)) for each in step.answers if isinstance(each, list) and len(each) == 3]


def do(terminal: Terminal, action: str, words: list[str], *, json: bool = False, plain: bool = False) -> None:
    """Carry an action out on the game that is played, keep it, and say what happened."""
    with games().opened() as opened:
        game, events = act(opened.game, action, words)
        opened.keep(game, terminal.words, terminal.words, events)
    if json:
        terminal.show_json(game_json(game, events))
    else:
        terminal.show(event_lines(events), plain)


TABLE = Table(games, table_lines, game_json, _happened)


@quiet
def _names(incomplete: str) -> list[str]:
    """Offer the names of the Houses and of their cards."""
    game = games().game()
    names = [each.name for each in game.houses] + [card.name for house in game.houses for card in house.cards]
    return beginning(dict.fromkeys(names), incomplete)


def _action(name: str) -> Callable[..., None]:
    """Make the command of an action: its words go to the action as they are."""

    def command(
        terminal: Terminal, words: list[str] | None = None, json: JsonOption = False, plain: PlainOption = False
    ) -> None:
        do(terminal, name, words or [], json=json, plain=plain)

    usage = typer.Argument(metavar=ACTIONS[name].usage or "[WORD]...", help=WORDS_HELP, autocompletion=_names)
    command.__annotations__["words"] = Annotated[list[str] | None, usage]
    command.__doc__ = ACTIONS[name].help
    return command


def fight(
    terminal: Terminal,
    answer: AnswerOption = None,
    answers: FileOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Close the betting and fight the match of the Games; `hoplo spartacus undo` takes an answer back."""
    with games().opened() as opened:
        if opened.game.stage == "wagers":
            game, events = act(opened.game, "fight", [])
            opened.keep(game, terminal.words, terminal.words, events)
        match = match_of(Play(opened.game))
        after: list[Happened] = []

        def keep(now: Match) -> None:
            if len(now.answers) < len(opened.game.answers):
                opened.save.undo()
                return
            game, events = act(opened.game, "answer", [now.answers[-1]])
            command = f"spartacus answer {now.answers[-1]}"
            opened.keep(game, command, command, events)
            after.extend(events)

        given = [*(read_answers(terminal, answers) if answers else []), *(answer or [])]
        fight_on(terminal, match, keep, given=given, seed=seed, json=json, plain=plain)
    if not json:
        terminal.show(event_lines(after), plain)


def _chosen(game: Game) -> dict[str, str]:
    return {id_: game.reads(id_) for id_ in other_readings("spartacus") if game.reads(id_)}


def _choose(terminal: Terminal, words: list[str], json: bool, plain: bool) -> None:
    do(terminal, "reading", words, json=json, plain=plain)


def register(app: App) -> None:
    """Put the commands below `hoplo spartacus`."""
    app.command()(new)
    app.command()(table)
    game_commands.register(app, TABLE)
    app.command()(fight)
    commands: dict[str, Any] = {name: _action(name) for name in ACTIONS if name not in INSIDE}
    for name, command in commands.items():
        # `-1` of an effect is a word, and no option.
        app.command(name, context_settings={**HELP, "ignore_unknown_options": True})(command)
    table_rules.register(app, "spartacus", games, _chosen, _choose)


INSIDE = ("fight", "answer")
"""Actions that `fight` does by itself."""
