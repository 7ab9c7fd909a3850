"""The board as the player has set it: drawn, or in sentences for the ear (`hoplo config board words`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hoplo_companion.cli.terminal.terminal import Terminal

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line
    from hoplo_companion.rules.model import Combat


def board_lines(terminal: Terminal, combat: Combat, moved: Mapping[str, int] | None = None) -> Iterator[Line]:
    """Draw a board, or say it a sentence a line; `moved` gives for each unit that moved the hex it came from."""
    if terminal.setting("board") == "words":
        from hoplo_companion.render.board.words import board_sentences
        from hoplo_companion.render.style import Span

        yield from ([Span(sentence)] for sentence in board_sentences(combat, moved))
        return
    from hoplo_companion.render.board.text import draw_board

    yield from draw_board(combat, moved)


def show_board(terminal: Terminal, combat: Combat, moved: Mapping[str, int] | None = None) -> None:
    """Show a board; sentences keep to the terminal's width, a drawing knows it."""
    terminal.show(list(board_lines(terminal, combat, moved)), wrap=terminal.setting("board") == "words")
