"""`hoplo board`: the board shown, drawn, written down, or edited by the arrow keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.fight.positions import followed_game, load_position, moves_to, write_final
from hoplo_companion.cli.options import ExampleOption, JsonOption, LineArgument, PlainOption, PositionOption
from hoplo_companion.cli.terminal.board_style import show_board
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import IllegalError, StoppedError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.rules.position.line_writing import write_notation
from hoplo_companion.rules.position.writing import write_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.rules.model import Combat


def board(
    terminal: Terminal,
    line: LineArgument = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    notation: Annotated[bool, typer.Option("--notation", help="In one line, to type or to paste.")] = False,
    words: Annotated[bool, typer.Option("--words", help="In sentences, one per unit.")] = False,
    since: Annotated[
        str | None, typer.Option("--since", metavar="FILE", help="Mark the moves made since this board.")
    ] = None,
    write: Annotated[Path | None, typer.Option("--write", help="Keep the board in this file (JSON or TOML).")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw it into this file, as a picture to print.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show the board of the fight that is followed, or of a position. `board edit` changes it by the arrow keys."""
    if line == "edit":
        edit_board(terminal, position, write, example=example)
        return

    if sum([notation, words, svg is not None, json]) > 1:
        raise UsageError(tr("only one of --notation, --words, --svg and --json"))
    combat = load_position(terminal, position, example, line)
    if write is not None:
        write_final(write, write_position(combat))
    if json:
        terminal.show_json(write_position(combat))
    elif notation:
        terminal.print(_line_of(combat))
    else:
        moved = moves_to(terminal, combat, since, followed=position is None and not example and not line)
        _draw(terminal, combat, moved, words, svg, plain)


def _line_of(combat: Combat) -> str:
    """Write a combat in one line."""
    return write_notation(write_position(combat), combat.catalogue)


def _draw(
    terminal: Terminal, combat: Combat, moved: dict[str, int], words: bool, svg: Path | None, plain: bool
) -> None:
    """Draw a board into a file or on the terminal, or put it in sentences, with the last moves marked."""
    if svg is not None:
        from hoplo_companion.render.board.svg import board_svg  # a board is rarely printed

        write_whole(svg, board_svg(combat, moved, _line_of(combat)).encode())
        terminal.say(tr("the board is drawn in {path}", path=svg))
    elif words:
        from hoplo_companion.render.board.words import board_sentences

        terminal.say("\n".join(board_sentences(combat, moved)))
    else:
        show_board(terminal, combat, moved, plain=plain)


# By the arrow keys ------------------------------------------------------------------------------------------------


def edit_board(terminal: Terminal, position: str | None, write: Path | None, *, example: bool = False) -> None:
    """Put the fight's board right by the arrow keys, or that of a position or of the rulebook's example."""
    terminal.need_terminal(
        tr("board edit needs a terminal; `hoplo place`, `move --note`, `remove` and `set` do the same by words")
    )
    if position is not None or example:
        _edit_position(terminal, load_position(terminal, position, example), write)
    else:
        _edit_fight(terminal, write)


def _edit_position(terminal: Terminal, combat: Combat, write: Path | None) -> None:
    """Edit a position; it is kept in the file of --write, or else written in one line. Broken off, it is not."""
    from hoplo_companion.cli.fight.board_edit import Editor, edit  # it loads the library of keys
    from hoplo_companion.rules.agenda import pending
    from hoplo_companion.table.play.moves import corrected

    past = [combat]

    def change(words: Sequence[str]) -> Combat:
        changed, _ = corrected(past[-1], words, "")
        if (question := pending(changed)) is not None:
            raise IllegalError(
                tr("{question} would be asked, which only a fight that is followed can: type remove UNIT camp, or "
                   "lineup", question=question.id)
            )  # fmt: skip
        past.append(changed)
        return changed

    def back() -> Combat:
        if len(past) > 1:
            past.pop()
        return past[-1]

    if not edit(terminal, Editor(combat, change, back)):
        raise StoppedError
    if write is not None:
        write_final(write, write_position(past[-1]))
    else:
        terminal.print(_line_of(past[-1]))


def _edit_fight(terminal: Terminal, write: Path | None) -> None:
    """Edit the board of the fight; each change is kept as it is made."""
    from hoplo_companion.cli.fight.board_edit import Editor, edit  # it loads the library of keys
    from hoplo_companion.cli.fight.following import following
    from hoplo_companion.cli.fight.reports import report_of
    from hoplo_companion.table.saves.open_campaign import OpenCampaign

    def change(words: Sequence[str]) -> Combat:
        with following(terminal, report_of(terminal, True, True, boards=False)) as follow:
            follow.game.correct(tuple(words), "the board was edited")
            return follow.game.combat

    def back() -> Combat:
        with OpenCampaign() as opened:
            opened.save.undo()
        return followed_game().combat

    edit(terminal, Editor(followed_game().combat, change, back))
    game = followed_game()
    if (question := game.question()) is not None:
        terminal.notice(tr("the fight asks {question}: `hoplo answer` continues it", question=question.id))
    if write is not None:
        write_final(write, write_position(game.combat))
