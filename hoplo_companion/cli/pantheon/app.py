"""`hoplo pantheon`: a companion for Mythic Battles: Pantheon, after the public summary of its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.pantheon.army import allowed_points, army, army_of, refuse_army
from hoplo_companion.cli.pantheon.attack import attack
from hoplo_companion.cli.pantheon.draft import draft
from hoplo_companion.cli.pantheon.ground import ground, lines_of, moves, targets
from hoplo_companion.cli.pantheon.odds import odds
from hoplo_companion.cli.pantheon.options import ReadingOption
from hoplo_companion.cli.tables import commands
from hoplo_companion.cli.tables.asking import Asking
from hoplo_companion.cli.tables.evening import lead
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.readings import read_readings
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.army import left_over
from hoplo_companion.pantheon.book import BOOK
from hoplo_companion.pantheon.game import Game, new_game
from hoplo_companion.pantheon.ground import read_ground
from hoplo_companion.pantheon.units import Unit
from hoplo_companion.render.pantheon.game import event_words, game_json, game_lines, stand
from hoplo_companion.table.saves.games import Games

Army = tuple[str, tuple[Unit, ...], int]


def games() -> Games[Game]:
    """The games of this table."""
    return Games("pantheon", Game)


def _dice(terminal: Terminal, plain: bool) -> None:
    with terminal.called(["pantheon", "attack"]):
        attack(terminal, plain=plain)


TABLE = commands.Table(
    BOOK, games, game_lines, game_json, event_words, stand, straight={"strike": "dice"}, led={"dice": _dice}
)

app = App(
    help=later("Mythic Battles: Pantheon: the attack and its odds, the army, the ground, the game."),
    cls=commands.group_of(lambda: TABLE),
)


@app.callback(invoke_without_command=True)
def _alone(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show how the game stands, where no command is called."""
    if ctx.invoked_subcommand is not None:
        return
    if not json and not games().names():
        terminal.say(
            tr("No game of Mythic Battles: Pantheon is followed; `hoplo pantheon new --player NAME=FILE` begins one.")
        )
        terminal.say(tr("An attack needs none: `hoplo pantheon attack --offence 7 --defence 6 --odds`."))
        return
    commands.show_game(terminal, TABLE, json=json, plain=plain)


def new(
    terminal: Terminal,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME=FILE",
            help=later("A player and the army's file, clockwise, the lead first; asked for at a terminal."),
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", help=later("What to call the game."))] = "game",
    team: Annotated[bool, typer.Option("--team", help=later("Two teams of two, who sit in turn."))] = False,
    draft: Annotated[bool, typer.Option("--draft", help=later("Drafted armies: points may be left over."))] = False,
    ground: Annotated[
        str, typer.Option("--ground", metavar="FILE", help=later("The areas of the board, one per line."))
    ] = "",
    reading: ReadingOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Begin a game with an army for each player: a unit per line of a file, or asked for."""
    chosen = read_readings("pantheon", reading or [])
    given = _named(player) if player else _asked(terminal, draft=draft)
    armies = _armies(given, team=team, draft=draft)
    board = _board(terminal, ground) if ground else ()
    id_, game = games().begin_game(
        name, terminal.words, lambda _: replace(new_game(armies, team=team), ground=board, rulings=chosen)
    )
    if json:
        terminal.show_json(game_json(game, None))
        return
    terminal.say(tr("The game is kept as {name}. `hoplo pantheon play` leads on: troops are placed first.", name=id_))
    terminal.show(game_lines(game), plain)


def _named(players: list[str]) -> list[tuple[str, tuple[Unit, ...]]]:
    found = []
    for each in players:
        who, _, file = each.partition("=")
        if not who.strip() or not file:
            raise UsageError(tr("A player is entered as `--player Anna=anna.txt`."))
        found.append((who.strip(), army_of(None, None, Path(file))))
    return found


def _asked(terminal: Terminal, *, draft: bool) -> list[tuple[str, tuple[Unit, ...]]]:
    """Ask for the players, then for the army of each, a unit a line; one that may not be played is asked for again."""
    terminal.need_terminal(tr("A player is entered as `--player Anna=anna.txt`."))
    asking, names = Asking(terminal), list[str]()
    while len(names) < 4:
        who = asking.line(tr("Player {n}, clockwise:", n=len(names) + 1), "" if len(names) > 1 else None).strip()
        if not who:
            break
        names.append(who)
    found: list[tuple[str, tuple[Unit, ...]]] = []
    while len(found) < len(names):
        who = names[len(found)]
        terminal.say(tr("The army of {player}:", player=who))
        units = army_of(terminal, None, None)
        try:
            refuse_army(units, allowed_points(len(names)), constructed=not draft, partner=[], whose=who)
        except IllegalError as fault:
            terminal.say(f"  {fault}")
            continue
        found.append((who, units))
    return found


def _armies(given: list[tuple[str, tuple[Unit, ...]]], *, team: bool, draft: bool) -> list[Army]:
    """The armies as they may be played; UsageError or IllegalError where the rules do not allow them."""
    points = allowed_points(len(given))
    if team and len(given) != 4:
        raise UsageError(tr("A team game has 4 players, two on each side."))
    armies: list[Army] = []
    for who, units in given:
        partner = [unit.name for unit in armies[-2][1]] if team and len(armies) > 1 else []
        refuse_army(units, points, constructed=not draft, partner=partner, whose=who)
        armies.append((who, units, left_over(units, points, constructed=not draft)))
    names = [who.casefold() for who, _, _ in armies]
    if len(set(names)) < len(names):
        raise UsageError(
            tr("Two players have the same name: {players}.", players=", ".join(who for who, _, _ in armies))
        )
    if len({unit.kind for _, units, _ in armies for unit in units if unit.is_divinity}) > 1:
        raise UsageError(tr("The players agree on gods or on titans: these armies have both. pan.army.divinity"))
    return armies


def _board(terminal: Terminal, file: str) -> tuple[str, ...]:
    """Read the areas of a board; units are those of the game."""
    lines = [line for line in lines_of(terminal, file) if line.strip() and not line.lstrip().startswith("#")]
    if read_ground(lines).pieces:
        raise UsageError(tr("The board of a game has areas alone: its units are those of the armies."))
    return tuple(lines)


def board(
    terminal: Terminal,
    file: Annotated[str, typer.Argument(metavar="FILE", help=later("The areas, one per line; - for standard input."))],
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Enter the ground of the game that is played: moves and attacks are checked on it from now on."""
    found = _board(terminal, file)
    with games().opened() as opened:
        game = replace(opened.game, ground=found, elements={})
        opened.keep(game, terminal.words, terminal.words)
    if json:
        terminal.show_json(game_json(game, None))
        return
    terminal.say(tr("The board of the game has {n} areas.", n=len(read_ground(found).areas)))
    terminal.show(game_lines(game), plain)


for _command in (attack, odds, army, draft, ground, moves, targets, new, board):
    app.command()(_command)
commands.register(app, TABLE, lead)
