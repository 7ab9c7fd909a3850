"""How results reach the player: in colour at a terminal that has it, as the same text everywhere else."""

from __future__ import annotations

import os
import shutil
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hoplo_companion.render.style import Line


def has_colour(plain: bool) -> bool:
    """Tell whether the output goes to a terminal that is to show colour."""
    if plain or not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    from hoplo_companion.cli.terminal.settings import setting

    return setting("theme") != "plain"


def theme() -> str:
    """Give the theme to draw in, dark or light: as it is settled, else as the terminal tells of its background."""
    from hoplo_companion.cli.terminal.settings import setting

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


def say(text: str = "", *, aside: bool = False) -> None:
    """Print sentences, broken between words where they go to a terminal; `aside` prints them on stderr.

    Lines that point at a character of the one above are left as they are.
    """
    stream = sys.stderr if aside else sys.stdout
    width = shutil.get_terminal_size().columns if stream.isatty() else 0
    for line, pointer in pairwise([*text.split("\n"), ""]):
        if not width or len(line) <= width or pointer.strip() == "^":
            print(line, file=stream)
            continue
        from hoplo_companion.render.style import Span, text_of, wrapped

        inset = len(line) - len(line.lstrip()) + 2
        print("\n".join(text_of(part) for part in wrapped([Span(line)], width, inset)), file=stream)


def notice(text: object) -> None:
    """Say something beside the result, on stderr."""
    say(f"hoplo: {text}", aside=True)


def notice_dice(pool: Iterable[str]) -> None:
    """Say where a pool has more dice of a colour than the box."""
    from hoplo_companion.dice import more_than_in_the_box

    if said := more_than_in_the_box(pool):
        notice(said)


def at_terminal() -> bool:
    """Tell whether there is somebody to ask."""
    return bool(sys.stdin and sys.stdout) and sys.stdin.isatty() and sys.stdout.isatty()
