"""`hoplo pantheon`: a companion for Mythic Battles: Pantheon, after the public summary of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import Many
from hoplo_companion.cli.pantheon.army import army, army_asked, army_in, check_players, draft
from hoplo_companion.cli.pantheon.attack import Given, ReadingOption, attack, games, odds
from hoplo_companion.cli.pantheon.ground import ground, lines_of, moves, targets
from hoplo_companion.cli.tables import commands
from hoplo_companion.cli.tables.asking import Asking
from hoplo_companion.cli.tables.evening import lead
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.readings import read_readings
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.army import Unit, faults, left_over, points_of, refuse
from hoplo_companion.pantheon.book import BOOK
from hoplo_companion.pantheon.game import new_game
from hoplo_companion.pantheon.ground import read_ground
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.render.pantheon.game import event_words, game_json, game_lines, stand
from hoplo_companion.render.style import line

Units = tuple[Unit, ...]


def _dice(terminal: Terminal) -> None:
    with terminal.called(["pantheon", "attack"]), terminal.read_by(False, terminal.plain):
        terminal.answer(attack(terminal, Given()))


TABLE = commands.Table(
    BOOK, games, game_lines, game_json, event_words, stand, straight={"strike": "dice"}, led={"dice": _dice}
)

app = App(
    help=later("Mythic Battles: Pantheon: the attack and its odds, the army, the ground, the game."),
    cls=commands.group_of(lambda: TABLE),
)


@app.callback(invoke_without_command=True)
def _alone(terminal: Terminal, ctx: typer.Context) -> Answer:
    """Show how the game stands, where no command is called."""
    begin = [
        line(tr("No game of Mythic Battles: Pantheon yet; `hoplo pantheon new` begins one.")),
        line(tr("An attack needs no game: `hoplo pantheon attack --offence 7 --defence 6 --odds`.")),
    ]
    if not terminal.json and not games().names():
        return Answer(lambda: begin, lambda: None)
    game = games().game()
    return Answer(lambda: game_lines(game), lambda: game_json(game, None))


def new(
    terminal: Terminal,
    player: Annotated[
        Many,
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
) -> Answer:
    """Begin a game with an army for each player: files with one unit per line, or typed when asked."""
    chosen = read_readings("pantheon", reading or [])
    given = _named(player) if player else list(_asked(terminal, draft=draft))
    points = check_players([who for who, _ in given], team=team)
    for at, (who, units) in enumerate(given):
        partner = [unit.id for unit in given[at - 2][1]] if team and at > 1 else []
        refuse(faults(units, points, constructed=not draft, partner=partner), f"{who}: ")
    if len({unit.kind for _, units in given for unit in units if unit.is_divinity}) > 1:
        raise UsageError(by_rule("pan.army.divinity"))
    armies = [(who, units, left_over(units, points, constructed=not draft)) for who, units in given]
    board = _board(terminal, ground) if ground else ()
    id_, game = games().begin_game(
        name, terminal.words, lambda _: replace(new_game(armies, team=team), ground=board, rulings=chosen)
    )
    head = tr("The game is called {name}. `hoplo pantheon play` leads through it; first, troops are placed.", name=id_)
    return Answer(lambda: [line(head), *game_lines(game)], lambda: game_json(game, None))


def _named(players: Sequence[str]) -> list[tuple[str, Units]]:
    """The players that are named, each with the army of a file."""
    parted = [each.partition("=") for each in players]
    if not all(who.strip() and file for who, _, file in parted):
        raise UsageError(tr("Enter each player as in `--player Anna=anna.txt`."))
    return [(who.strip(), army_in(Path(file))) for who, _, file in parted]


def _asked(terminal: Terminal, *, draft: bool) -> Iterator[tuple[str, Units]]:
    """Ask for the players, then for the army of each, a unit a line; one that may not be played is asked for again."""
    terminal.need_terminal(tr("Enter each player as in `--player Anna=anna.txt`."))
    asking, names = Asking(terminal), list[str]()
    while len(names) < 4:
        who = asking.line(tr("Player {n}, clockwise:", n=len(names) + 1), "" if len(names) > 1 else None).strip()
        if not who:
            break
        names.append(who)
    for who in names:
        while True:
            terminal.say(tr("The army of {player}:", player=who))
            units = army_asked(terminal)
            try:
                refuse(faults(units, points_of(len(names)), constructed=not draft), f"{who}: ")
            except IllegalError as fault:
                terminal.say(f"  {fault}")
                continue
            break
        yield who, units


def _board(terminal: Terminal, file: str) -> tuple[str, ...]:
    """Read the areas of a board; units are those of the game."""
    lines = [line for line in lines_of(terminal, file) if line.strip() and not line.lstrip().startswith("#")]
    if read_ground(lines).pieces:
        raise UsageError(tr("The board of a game has areas only; its units come from the armies."))
    return tuple(lines)


def board(
    terminal: Terminal,
    file: Annotated[str, typer.Argument(metavar="FILE", help=later("The areas, one per line; - for standard input."))],
) -> Answer:
    """Enter the board of the current game; moves and attacks are checked on it from now on."""
    found = _board(terminal, file)
    with games().opened() as opened:
        game = replace(opened.game, ground=found, elements={})
        opened.keep(game, terminal.words, terminal.words)
    head = tr("The board of the game has {n} areas.", n=len(read_ground(found).areas))
    return Answer(lambda: [line(head), *game_lines(game)], lambda: game_json(game, None))


for _command in (attack, odds, army, draft, ground, moves, targets, new, board):
    app.command()(_command)
commands.register(app, TABLE, lead)
