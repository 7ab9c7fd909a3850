"""`hoplo spartacus play`: the turn step by step; what comes next is said, and every line typed is a step on disk."""

from __future__ import annotations

import shlex

from hoplo_companion.cli.options import PlainOption
from hoplo_companion.cli.spartacus.table import do, fight, redo, undo
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import HoploError, StoppedError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.spartacus.game import table_lines
from hoplo_companion.spartacus.actions import ACTIONS
from hoplo_companion.spartacus.game import Game, Stage
from hoplo_companion.table.saves.spartacus import Games, game_of

NEXT: dict[Stage, str] = {
    "upkeep": later("Enter refreshes all cards; before the first turn, add what the House cards give."),
    "ledgers": later("heal HOUSE CARD ROLL for each injured card; then Enter balances the ledgers."),
    "intrigue": later("cash, use, house-rule, scheme, deploy; Enter ends the Intrigue Turn."),
    "open-market": later("trade and sell; Enter ends Open Market."),
    "auction": later("reveal CARD, then bid HOUSE=COINS...; Enter is a round in which nobody bids."),
    "hosting": later("bid HOUSE=COINS... for hosting; Enter is a round without bids, after which roll HOUSE=DIE..."),
    "invitations": later("invite HOUSE CARD with GEAR, or decline HOUSE."),
    "wagers": later("wager HOUSE COINS ON; Enter closes the betting, and the match begins."),
    "combat": later("Enter resumes the match; result WINNER DEFEAT enters how it ended."),
    "thumb": later("thumb up, or thumb down."),
    "tournament": later("seed ranks three or four; match-won HOUSE after each match."),
    "over": later("The game is won; undo takes the last step back."),
}
"""What comes next at each stage."""

ENTER: dict[Stage, str] = {
    "upkeep": "refresh",
    "ledgers": "ledgers",
    "intrigue": "end-turn",
    "open-market": "close-market",
    "auction": "bid",
    "hosting": "bid",
    "wagers": "fight",
    "combat": "fight",
}
"""What Enter alone does at a stage."""

SCHEMING = later("A Scheme is on the table: guard, foil, or succeed EFFECTS; Enter is a success without effect.")
BESIDES = ("undo", "redo", "table", "quit", "help")


def play(terminal: Terminal, plain: PlainOption = False) -> None:
    """Play on, guided: where the game stands, what comes next, and every action as a line."""
    terminal.need_terminal(
        tr("play asks one question after the other: it needs a terminal; every step is a command of its own too")
    )
    games = Games()
    terminal.show(table_lines(_game(games)), plain)
    while True:
        game = _game(games)
        terminal.show_stand()
        terminal.show(table_lines(game)[:1], plain)
        terminal.say(tr(SCHEMING) if game.scheme else tr(NEXT[game.stage]))
        try:
            line = terminal.ask_line("  > ", [*ACTIONS, *BESIDES])
            if line == "quit":
                break
            _carry_out(terminal, game, line, plain)
        except StoppedError:
            break
        except HoploError as fault:
            terminal.say(f"  {fault}")
    terminal.say(tr("Everything is kept: `hoplo spartacus play` resumes."))


def _game(games: Games) -> Game:
    return game_of(games.open(games.current()))


def _carry_out(terminal: Terminal, game: Game, line: str, plain: bool) -> None:
    """Do what a line says, as the command of that name does it."""
    try:
        words = shlex.split(line)
    except ValueError:
        raise UsageError(tr("a quotation mark is not closed")) from None
    words = words or [("succeed" if game.scheme else ENTER.get(game.stage, "help"))]
    with terminal.called(["spartacus", *words]):
        match words[0]:
            case "undo":
                undo(terminal, plain=plain)
            case "redo":
                redo(terminal, plain=plain)
            case "table":
                terminal.show(table_lines(game), plain)
            case "fight":
                fight(terminal, plain=plain)
            case "help":
                for name, action in ACTIONS.items():
                    terminal.say(f"  {name} {action.usage}  {tr(action.help)}")
            case name:
                do(terminal, name, words[1:], plain=plain)


def register(app: App) -> None:
    """Put the command below `hoplo spartacus`."""
    app.command()(play)
