"""`hoplo board`: the board shown, drawn, or written down."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from hoplo_companion.cli.fight.positions import WrittenBoard, moves_to, write_final
from hoplo_companion.cli.fight.reports import show_board
from hoplo_companion.cli.options import option
from hoplo_companion.cli.terminal.output import Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.line import write_notation

if TYPE_CHECKING:
    pass


def board(
    terminal: Terminal,
    named: WrittenBoard,
    notation: Annotated[bool, option("In one line, to type or to paste.")] = False,
    words: Annotated[bool, option("In sentences, one per unit.")] = False,
    since: Annotated[str | None, option("Mark the moves made since this board.", metavar="FILE")] = None,
    write: Annotated[Path | None, option("Write the board to this file (JSON or TOML).")] = None,
    svg: Annotated[Path | None, option("Draw it into this file, as a picture to print.")] = None,
) -> Shown:
    """Show the board of the fight that is followed, or of a position."""
    if sum([notation, words, svg is not None, terminal.json]) > 1:
        raise UsageError(tr("only one of --notation, --words, --svg and --json"))
    combat = named.read(terminal)
    if write is not None:
        write_final(write, write_position(combat))
    if terminal.json:
        terminal.show_json(write_position(combat))
        return
    if notation:
        terminal.print(write_notation(write_position(combat), combat.catalogue))
        return
    moved = moves_to(terminal, combat, since, followed=named.is_followed())
    if svg is not None:
        from hoplo_companion.render.board.svg import board_svg  # a board is rarely printed

        write_whole(svg, board_svg(combat, moved).encode())
        terminal.say(tr("the board is drawn in {path}", path=svg))
    elif words:
        from hoplo_companion.render.board.words import board_sentences

        terminal.say("\n".join(board_sentences(combat, moved)))
    else:
        show_board(terminal, combat, moved)
