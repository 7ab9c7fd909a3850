"""`hoplo spartacus new`, `table` and every action of the turn: each is a step on disk, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import islice
from typing import Annotated, Any

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption, SeedOption
from hoplo_companion.cli.shell.names import beginning, quiet
from hoplo_companion.cli.spartacus.duel import AnswerOption, FileOption, fight_on, read_answers
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import HELP, App
from hoplo_companion.language import later, tr
from hoplo_companion.render.spartacus.game import event_lines, event_words, game_json, table_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.spartacus.actions import ACTIONS, act, new_game
from hoplo_companion.spartacus.arena import match_of
from hoplo_companion.spartacus.duel import Match
from hoplo_companion.spartacus.game import Happened, Options, Play
from hoplo_companion.table.saves.open_campaign import LIBRARY, alone
from hoplo_companion.table.saves.save import Save
from hoplo_companion.table.saves.spartacus import Games, OpenGame, events_of, game_of, to_state

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
    influence_zero: Annotated[
        bool, typer.Option("--influence-zero", help=later("The other reading of sp.influence-limits."))
    ] = False,
    hosting_pays: Annotated[
        bool, typer.Option("--hosting-pays", help=later("The other reading of sp.hosting-failed."))
    ] = False,
    deeper_loses: Annotated[
        bool, typer.Option("--deeper-loses", help=later("The other reading of sp.both-down."))
    ] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Begin a game; then add what the House cards give by `add` and `set`."""
    options = Options(string_initiative, house_rules_once, influence_zero, hosting_pays, deeper_loses)
    games = Games()
    with alone(games, LIBRARY):
        id_ = games.free_name(name)
        game = new_game(id_, houses, length.value, options, host)
        events = [Happened("began", "sp.types", {"name": id_, "house": game.houses[game.host].name})]
        Save.create(games.folder(id_), games.copies(id_), to_state(game), terminal.words, terminal.words)
        games.switch(id_)
    if json:
        terminal.show_json(game_json(game, events))
        return
    terminal.show(event_lines(events), plain)
    terminal.show(table_lines(game), plain)


def table(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the game: where the turn stands, and every House with its assets."""
    games = Games()
    game = game_of(games.open(games.current()))
    if json:
        terminal.show_json(game_json(game))
    else:
        terminal.show(table_lines(game), plain)


def games_(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """List the games on this machine."""
    games = Games()
    names = games.names()
    played = games.current() if names else ""
    if json:
        terminal.show_json({"games": names, "played": played})
        return
    lines: list[Line] = [[Span(f"{'*' if name == played else ' '} {name}")] for name in names]
    terminal.show(lines or [[Span(tr("There is no game yet: begin one with `hoplo spartacus new`."))]], plain)


def switch(terminal: Terminal, name: Annotated[str, typer.Argument(help=later("The game to play."))]) -> None:
    """Play another game."""
    terminal.say(tr("You play {name}.", name=Games().switch(name)))


def undo(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Take the last step back."""
    with OpenGame() as opened:
        gone = opened.save.undo()
        _show_back(terminal, opened, tr("Taken back: {command}", command=gone[0].command), json, plain)


def redo(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Do the step again that was taken back last."""
    with OpenGame() as opened:
        again = opened.save.redo()
        _show_back(terminal, opened, tr("Done again: {command}", command=again[0].command), json, plain)


def _show_back(terminal: Terminal, opened: OpenGame, text: str, json: bool, plain: bool) -> None:
    if json:
        terminal.show_json(game_json(opened.game))
        return
    terminal.say(text)
    terminal.show(table_lines(opened.game), plain)


def history(
    terminal: Terminal,
    most: Annotated[int, typer.Option("--last", min=1, help=later("As many steps."))] = 20,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """List the steps that led here, and what happened in each."""
    games = Games()
    steps = [step for _, step in islice(games.open(games.current()).steps(), most)][::-1]
    if json:
        terminal.show_json({"steps": [{"n": each.n, "at": each.at, "command": each.command} for each in steps]})
        return
    lines: list[Line] = []
    for step in steps:
        lines.append([Span(f"{step.n}  "), Span(step.command, "heading")])
        lines += [[Span(f"     {event_words(each)}", "quiet")] for each in events_of(step)]
    terminal.show(lines, plain)


def do(terminal: Terminal, action: str, words: list[str], *, json: bool = False, plain: bool = False) -> None:
    """Carry an action out on the game that is played, keep it, and say what happened."""
    with OpenGame() as opened:
        game, events = act(opened.game, action, words)
        opened.keep(game, terminal.words, events)
    if json:
        terminal.show_json(game_json(game, events))
    else:
        terminal.show(event_lines(events), plain)


@quiet
def _names(incomplete: str) -> list[str]:
    """Offer the names of the Houses and of their cards."""
    games = Games()
    game = game_of(games.open(games.current()))
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
    with OpenGame() as opened:
        if opened.game.stage == "wagers":
            game, events = act(opened.game, "fight", [])
            opened.keep(game, terminal.words, events)
        match = match_of(Play(opened.game))
        after: list[Happened] = []

        def keep(now: Match) -> None:
            if len(now.answers) < len(opened.game.answers):
                opened.save.undo()
                return
            game, events = act(opened.game, "answer", [now.answers[-1]])
            opened.keep(game, f"spartacus answer {now.answers[-1]}", events)
            after.extend(events)

        given = [*(read_answers(terminal, answers) if answers else []), *(answer or [])]
        fight_on(terminal, match, keep, given=given, seed=seed, json=json, plain=plain)
    if not json:
        terminal.show(event_lines(after), plain)


def register(app: App) -> None:
    """Put the commands below `hoplo spartacus`."""
    app.command()(new)
    app.command()(table)
    app.command("games")(games_)
    app.command()(switch)
    app.command()(undo)
    app.command()(redo)
    app.command()(history)
    app.command()(fight)
    commands: dict[str, Any] = {name: _action(name) for name in ACTIONS if name not in INSIDE}
    for name, command in commands.items():
        # `-1` of an effect is a word, and no option.
        app.command(name, context_settings={**HELP, "ignore_unknown_options": True})(command)


INSIDE = ("fight", "answer")
"""Actions that `fight` does by itself."""
