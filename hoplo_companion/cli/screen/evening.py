"""Whether an evening keeps one screen, or goes line by line."""

from __future__ import annotations

from collections.abc import Callable
from shutil import get_terminal_size

from hoplo_companion.cli.terminal.terminal import Terminal

LEAST_COLUMNS, LEAST_LINES = 70, 22
"""The smallest terminal that a screen has room on."""


def has_screen(terminal: Terminal) -> bool:
    """Say whether there is to be one screen: not for the ear, without colour, or where it is set so."""
    size = get_terminal_size()
    return (
        terminal.has_colour()
        and terminal.stderr.isatty()
        and terminal.setting("screen") == "yes"
        and terminal.setting("board") != "words"
        and size.columns >= LEAST_COLUMNS
        and size.lines >= LEAST_LINES
    )


def lead_through(terminal: Terminal, evening: Callable[[Terminal], None]) -> None:
    """Have an evening on one screen where there is room for one and none yet, else line by line."""
    if terminal.has_board or not (terminal.is_served or has_screen(terminal)):
        evening(terminal)
        return
    # Only who plays on it loads it.
    from hoplo_companion.cli.screen.terminal import on_screen

    on_screen(terminal, evening)
