"""`hoplo pantheon ground`, `moves` and `targets`: the board as entered, where a unit may go, whom it may attack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hoplo_companion.cli.options import Many
from hoplo_companion.cli.pantheon.attack import ReadingOption
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.readings import read_readings
from hoplo_companion.errors import UsageError
from hoplo_companion.files import LARGEST_POSITION, read_stream, read_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon.ground import Ground, read_ground
from hoplo_companion.pantheon.modifiers import Attack
from hoplo_companion.pantheon.reach import FLIGHT, RUN, WALK, aim, at_start, reach, why_no_move, why_not_cross
from hoplo_companion.render.pantheon.ground import ground_lines, move_lines, target_lines

FileOption = Annotated[
    str, typer.Option("--ground", "-g", metavar="FILE", help="The areas and units, one per line; - for standard input.")
]
UnitArgument = Annotated[str, typer.Argument(help="A unit on the ground.")]


def ground_of(terminal: Terminal, file: str, readings: Many = None) -> Ground:
    """Read the ground from a file or from standard input, with other readings of open questions."""
    found = read_ground(lines_of(terminal, file))
    found.rulings |= read_readings("pantheon", readings or [])
    return found


def lines_of(terminal: Terminal, file: str) -> list[str]:
    """Read the lines of a file or of standard input."""
    if file == "-":
        data = read_stream(terminal.piped, tr("standard input"), LARGEST_POSITION)
    else:
        data = read_whole(Path(file), LARGEST_POSITION)
    return data.decode(errors="replace").splitlines()


def ground(
    terminal: Terminal,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The areas and units; - for standard input.")],
) -> Answer:
    """Read a ground and show it: areas, what lies between them, units, full areas.

    An area per line, as in `3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down`; a unit per line, as in
    `unit Athena: 3 mine god movement 2 range 1 flying`.
    """
    found = ground_of(terminal, file)
    table = {
        area.id: {
            "terrain": area.ground,
            "capacity": area.capacity,
            "full": found.is_full(area.id),
            "units": [piece.name for piece in found.on(area.id)],
            "beside": {other: between.kind for other, between in found.near(area.id).items()},
        }
        for area in found.areas.values()
    }
    return Answer(lambda: ground_lines(found), lambda: table)


def moves(
    terminal: Terminal,
    unit: UnitArgument,
    file: FileOption,
    run: Annotated[bool, typer.Option("--run", help="A run: movement +1, a complex action.")] = False,
    flight: Annotated[bool, typer.Option("--flight", help="A fast flight of a flying unit.")] = False,
    movement: Annotated[int | None, typer.Option("--movement", min=0, max=20, help="Its movement now.")] = None,
    reading: ReadingOption = None,
) -> Answer:
    """Say where a unit may walk, run or fly, what ends its move, and what keeps it from the areas beside it."""
    if run and flight:
        raise UsageError(tr("Use one of --run and --flight."))
    board = ground_of(terminal, file, reading)
    piece = board.piece(unit)
    steps = movement if movement is not None else piece.movement
    if steps is None:
        raise UsageError(
            tr("The movement of {unit} is not known: read it off the dashboard and enter --movement.", unit=piece.name)
        )
    how = FLIGHT if flight else RUN if run else WALK
    found = reach(board, piece, how, steps)
    never, start = why_no_move(board, piece, how), at_start(board, piece)
    kept_from = {area: why_not_cross(board, piece, piece.area, area, how) for area in board.near(piece.area)}
    beside = {area: rule for area, rule in kept_from.items() if rule}
    table = {
        "moves": {each.area: {"path": each.path, "ends_by": each.ends_by} for each in found},
        "never": never or None,
        "not": beside,
        "start": start or None,
    }
    return Answer(lambda: move_lines(piece, how, found, never, start, beside), lambda: table)


def targets(
    terminal: Terminal,
    unit: UnitArgument,
    file: FileOption,
    range_: Annotated[int | None, typer.Option("--range", min=0, max=20, help="Its range now.")] = None,
    aerial: Annotated[bool, typer.Option("--aerial", help="An aerial attack.")] = False,
    reading: ReadingOption = None,
) -> Answer:
    """Say whom a unit may attack: distance, range, visibility, and what ground and talents change."""
    board = ground_of(terminal, file, reading)
    piece = board.piece(unit)
    if range_ is not None:
        piece = replace(piece, range=range_)
    if piece.range is None:
        raise UsageError(
            tr("The range of {unit} is not known: read it off the dashboard and enter --range.", unit=piece.name)
        )
    if aerial and "flying" not in piece.traits:
        raise UsageError(tr("{unit} is not a flying unit.", unit=piece.name))
    plain = Attack(offence=0, defence=0, aerial=aerial)
    found = [aim(board, piece, each, plain) for each in board.pieces.values() if each.is_enemy_of(piece)]
    table = {
        each.name: {
            "legal": each.is_legal,
            "distance": each.distance,
            "range": each.values.range,
            "as_range_0": each.is_full_adjacent,
            "visible": each.sight.is_seen,
            "offence": each.added[0],
            "defence": each.added[1],
        }
        for each in found
    }
    return Answer(lambda: target_lines(piece, found), lambda: table)
