"""How results reach the player: in colour at a terminal that has it, as the same text everywhere else."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line


def has_colour(plain: bool) -> bool:
    """Tell whether the output goes to a terminal that is to show colour."""
    if plain or not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    from hoplo_companion.cli.settings import setting

    return setting("theme") != "plain"


def theme() -> str:
    """Give the theme to draw in, dark or light: as it is settled, else as the terminal tells of its background."""
    from hoplo_companion.cli.settings import setting

    settled = setting("theme")
    if settled != "auto":
        return settled
    # Terminals that tell it give their colours as text;background, 7 and 15 being the white ones.
    return "light" if os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15") else "dark"


def show(lines: list[Line], plain: bool = False, *, wrap: bool = True) -> None:
    """Print lines, with colour where it is wanted; at a terminal they are broken between words to its width."""
    from hoplo_companion.render import style

    if wrap and sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        lines = [part for line in lines for part in style.wrapped(line, width)]
    if has_colour(plain):
        style.paint(lines, styles=style.THEMES[theme()])
    else:
        print(style.plain(lines))


def show_json(data: Any) -> None:
    """Print data as JSON, indented for the eye at a terminal and on one line elsewhere."""
    import msgspec

    text = msgspec.json.encode(data)
    if sys.stdout.isatty():
        text = msgspec.json.format(text, indent=2)
    print(text.decode())


def say(text: str) -> None:
    """Print sentences as a result; at a terminal they are broken between words to its width."""
    print(_fitted(text, sys.stdout))


def notice(text: object) -> None:
    """Say something beside the result, on stderr, broken as results are."""
    print(_fitted(f"hoplo: {text}", sys.stderr), file=sys.stderr)


def _fitted(text: str, stream: TextIO) -> str:
    if not stream.isatty():
        return text
    from hoplo_companion.render.style import Span, plain, wrapped

    width = shutil.get_terminal_size().columns
    return plain(part for line in text.splitlines() for part in wrapped([Span(line)], width))


def at_terminal() -> bool:
    """Tell whether there is somebody to ask."""
    return bool(sys.stdin and sys.stdout) and sys.stdin.isatty() and sys.stdout.isatty()
