"""`hoplo pantheon`: a companion for Mythic Battles: Pantheon, after the public summary of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.pantheon.army import army, army_asked, army_in, check_players, draft
from hoplo_companion.cli.pantheon.attack import TABLE, attack, games, odds
from hoplo_companion.cli.tables import commands
from hoplo_companion.cli.tables.evening import lead
from hoplo_companion.cli.tables.questions import Asking
from hoplo_companion.cli.tables.rules import reading_option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.readings import read_readings
from hoplo_companion.errors import UsageError
from hoplo_companion.files import LARGEST_POSITION, read_stream, read_whole
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.army import Stats, Unit, faults, left_over, points_of, refuse
from hoplo_companion.pantheon.fighting import stats_of
from hoplo_companion.pantheon.game import Game, new_game
from hoplo_companion.pantheon.ground import (
    FLIGHT,
    RUN,
    WALK,
    Ground,
    aim,
    at_start,
    reach,
    read_ground,
    why_no_move,
    why_not_cross,
)
from hoplo_companion.pantheon.modifiers import Attack, Fighter
from hoplo_companion.pantheon.words import by_rule, rule_text
from hoplo_companion.render.pantheon import game as views
from hoplo_companion.render.style import Line, cited, line
from hoplo_companion.tables.slots import meant

Units = tuple[Unit, ...]


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
    return TABLE.shown(games().game())


def new(
    terminal: Terminal,
    player: Annotated[
        Many,
        option(
            "A player and the army's file, clockwise, the lead first; asked for at a terminal.", metavar="NAME=FILE"
        ),
    ] = None,
    name: Annotated[str, option("What to call the game.")] = "game",
    team: Annotated[bool, option("Two teams of two, who sit in turn.")] = False,
    draft: Annotated[bool, option("Drafted armies: points may be left over.")] = False,
    ground: Annotated[str, option("The areas of the board, one per line.", metavar="FILE")] = "",
    reading: Annotated[Many, reading_option("pantheon")] = None,
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
    board = _areas(terminal, ground) if ground else ()
    id_, game = games().begin_game(
        name, terminal.words, lambda _: replace(new_game(armies, team=team), ground=board, rulings=chosen)
    )
    head = tr("The game is called {name}. `hoplo pantheon play` leads through it; first, troops are placed.", name=id_)
    return TABLE.shown(game, line(head))


def _named(players: Sequence[str]) -> list[tuple[str, Units]]:
    """The players that are named, each with the army of a file."""
    parted = [each.partition("=") for each in players]
    if not all(who.strip() and file for who, _, file in parted):
        raise UsageError("Enter each player as in `--player Anna=anna.txt`.")
    return [(who.strip(), army_in(Path(file))) for who, _, file in parted]


def _asked(terminal: Terminal, *, draft: bool) -> Iterator[tuple[str, Units]]:
    """Ask for the players, then for the army of each, a unit a line."""
    terminal.need_terminal(tr("Enter each player as in `--player Anna=anna.txt`."))
    asking, names = Asking(terminal), list[str]()
    while len(names) < 4:
        who = asking.line(tr("Player {n}, clockwise:", n=len(names) + 1), "" if len(names) > 1 else None).strip()
        if not who:
            break
        names.append(who)
    for who in names:
        terminal.say(tr("The army of {player}:", player=who))
        yield who, army_asked(terminal, points_of(len(names)), constructed=not draft)


def _areas(terminal: Terminal, file: str) -> tuple[str, ...]:
    """Read the areas of a board from a file, or from standard input."""
    if file == "-":
        data = read_stream(terminal.piped, tr("standard input"), LARGEST_POSITION)
    else:
        data = read_whole(Path(file), LARGEST_POSITION)
    lines = tuple(data.decode(errors="replace").splitlines())
    read_ground(lines)
    return tuple(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def board(
    terminal: Terminal,
    file: Annotated[str, argument("The areas, one per line; - for standard input.", metavar="[FILE]")] = "",
) -> Answer:
    """Show the board of the game with its units; or enter it, for moves and attacks to be checked on.

    An area is a line, as in `3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down`.
    """
    if file:
        found = _areas(terminal, file)
        with games().opened() as opened:
            opened.keep(replace(opened.game, ground=found, elements={}), terminal.words, terminal.words)
    ground = games().game().board
    table = {
        area.id: {
            "terrain": area.ground,
            "capacity": area.capacity,
            "full": ground.is_full(area.id),
            "units": [piece.name for piece in ground.on(area.id)],
            "beside": {other: between.kind for other, between in ground.near(area.id).items()},
        }
        for area in ground.areas.values()
    }
    head = tr("The board of the game has {n} areas.", n=len(ground.areas))
    return Answer(lambda: [line(head), *views.ground_lines(ground)], lambda: table)


UnitArgument = Annotated[str, argument("A unit of the game; the active one if left out.")]


def _on_board(typed: str) -> tuple[Game, Ground, Fighter, Stats]:
    """The unit that is meant, as it stands on the board of the game."""
    game = games().game()
    id_ = meant(typed, game.names()) if typed else game.active()[0]
    if not game.knows(game.units[id_].area):
        raise UsageError(
            "{unit} is in no area of the board: enter the areas with `hoplo pantheon board FILE`.",
            unit=game.names()[id_],
        )
    ground = game.board
    return game, ground, ground.pieces[id_], stats_of(game, id_)


def moves(unit: UnitArgument = "") -> Answer:
    """Say where a unit may walk, run or fly, what ends its move, and what keeps it from the areas beside it."""
    _, ground, piece, stats = _on_board(unit)
    start = at_start(piece)
    lines = [cited(tr("First of all: {rule}", rule=rule_text(start)), start, "damage")] if start else []
    table: dict[str, Any] = {"start": start or None}
    for how in (WALK, RUN, *([FLIGHT] if "flying" in piece.traits else [])):
        found, never = reach(ground, piece, how, stats[3]), why_no_move(ground, piece, how)
        kept_from = {area: why_not_cross(ground, piece, piece.area, area, how) for area in ground.near(piece.area)}
        beside = {area: rule for area, rule in kept_from.items() if rule}
        lines += views.move_lines(piece, how, found, never, beside)
        ways = {each.area: {"path": each.path, "ends_by": each.ends_by} for each in found}
        table[how] = {"moves": ways, "never": never or None, "not": beside}
    return Answer(lambda: lines, lambda: table)


def targets(unit: UnitArgument = "") -> Answer:
    """Say whom a unit may attack: distance, range, visibility, and what ground and talents change."""
    _, ground, piece, _ = _on_board(unit)
    lines: list[Line] = []
    table: dict[str, Any] = {}
    for how in ("attack", *(["aerial"] if "flying" in piece.traits else [])):
        plain = Attack(offence=0, defence=0, aerial=how == "aerial")
        enemies = {id_: each for id_, each in ground.pieces.items() if each.area and each.is_enemy_of(piece)}
        found = {id_: aim(ground, piece, each, plain) for id_, each in enemies.items()}
        lines += views.target_lines(piece, how, found.values())
        table[how] = {
            id_: {"legal": each.is_legal, "distance": each.distance, "range": each.values.range,
                  "as_range_0": each.is_full_adjacent, "visible": each.sight.is_seen,
                  "offence": each.values.added[0], "defence": each.values.added[1]}
            for id_, each in found.items()
        }  # fmt: skip
    return Answer(lambda: lines, lambda: table)


for _command in (attack, odds, army, draft, moves, targets, new, board):
    app.command()(_command)
commands.register(app, TABLE, lead)
