"""Styled text without a terminal: spans, lines, wrapping, columns; and chances, the same everywhere.

A style is one of a few words that say what a text is, never how it looks. Whatever a style says is in the text
too, so that nothing is lost without colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.dice import percent
from hoplo_companion.errors import cells
from hoplo_companion.language import in_sense
from hoplo_companion.signs import visible

if TYPE_CHECKING:
    from fractions import Fraction

    Chance = Fraction | float
    """An exact chance, or one that was counted in decimals."""


class Look(NamedTuple):
    """How a style looks: a colour by its name, or by its number among the 256 that terminals have."""

    fg: str | int | None = None
    bold: bool = False
    reverse: bool = False


STYLES = {
    **dict.fromkeys(("rival", "damage"), Look("red", bold=True)),
    "player": Look("cyan", bold=True),
    "arena": Look("yellow", bold=True),
    "key": Look("magenta", bold=True),
    "deployment": Look("blue"),
    **dict.fromkeys(("blocked", "rule", "page", "quiet"), Look("bright_black")),
    "heading": Look(bold=True),
    "choice": Look("green", bold=True),
    "cursor": Look(bold=True, reverse=True),
    **{f"heat-{at}": Look(fg, reverse=True) for at, fg in enumerate((153, 117, 149, 220, 208, 196), 1)},
}
"""Every style to how it looks on a dark background; text without a style is drawn as it is."""

BROWN, DARK_GREEN = 94, 22

THEMES = {
    "dark": STYLES,
    "light": {**STYLES, "player": Look("blue", bold=True), "arena": Look(BROWN, bold=True), "deployment": Look("cyan"),
              "choice": Look(DARK_GREEN, bold=True)},
}  # fmt: skip
"""The styles for a dark and for a light background, on which bright colours are lost."""


class Span(NamedTuple):
    """A piece of text in one style, or in none."""

    text: str
    style: str = ""


Line = list[Span]


def line(text: str, style: str = "") -> Line:
    """A line in one style."""
    return [Span(text, style)]


def named(rows: Iterable[tuple[str, str]], indent: str = "  ", head: str = "", style: str = "") -> list[Line]:
    """Rows of a view as sentences: what each is about, then what there is to say of it; empty ones are left out."""
    return [[Span(f"{indent}{name}: ", head), Span(what, style)] for name, what in rows if what]


def table(
    rows: Iterable[Sequence[str | Span]], heads: Sequence[str] = (), indent: str = "  ", gap: int = 2, most: int = 100
) -> list[Line]:
    """Rows in columns, below their heads where there are any; a cell of more than `most` does not widen its column."""
    spans = [[cell if isinstance(cell, Span) else Span(cell) for cell in row] for row in rows]
    spans = [[Span(indent + first.text, first.style), *rest] for first, *rest in spans]
    if heads and spans:
        spans.insert(0, [Span(head, "quiet" if at else "heading") for at, head in enumerate(heads)])
    columns = range(len(spans[0]) if spans else 0)
    lengths = [[n for row in spans if (n := cells(row[at].text)) <= most] for at in columns]
    widths = [max(column, default=0) for column in lengths]
    lines = []
    for row in spans:
        gaps = [Span(" " * (max(0, width - cells(span.text)) + gap)) for span, width in zip(row, widths, strict=False)]
        lines.append([*(part for pair in zip(row[:-1], gaps, strict=False) for part in pair), *row[-1:]])
    return lines


def text_of(line: Line) -> str:
    """A line as bare text, without the spaces at its end."""
    return "".join(span.text for span in line).rstrip()


def without_page(line: Line) -> Line:
    """A line without the page that it cites, and without the space before that."""
    kept = list[Span]()
    for span in line:
        if span.style != "page":
            kept.append(span)
        elif kept and not kept[-1].text.strip():
            kept.pop()
    return kept


def plain(lines: Iterable[Line]) -> str:
    """Lines as bare text, one below the other."""
    return "\n".join(text_of(line) for line in lines)


def painted(lines: Iterable[Line], styles: Mapping[str, Look] = STYLES) -> str:
    """Lines as a terminal shows them in colour; longer ones than it is wide are not broken.

    Shapes: `styles` are those of `THEMES`.
    """
    import typer  # it is there already, and Rich takes longer to load than a turn to resolve

    rows = []
    for line in lines:
        row = ""
        for text, style in spans_of([(letter, span.style) for span in line for letter in visible(span.text)]):
            look = styles.get(style)
            row += typer.style(text, fg=look.fg, bold=look.bold or None, reverse=look.reverse or None) if look else text
        rows.append(f"{row}\n")
    return "".join(rows)


def room_to_draw() -> tuple[int, int | None]:
    """How many columns and lines the terminal has; what goes elsewhere is 80 columns wide, and as long as it gets."""
    import os
    import shutil
    import sys

    columns, lines = shutil.get_terminal_size(fallback=(80, 24))
    is_known = os.environ.get("LINES", "").isdecimal() or (sys.stdout is not None and sys.stdout.isatty())
    return max(columns, 40), lines if is_known else None


def wrapped(line: Line, width: int, indent: int | None = None) -> list[Line]:
    """Break a line between words to a width; more lines are set in by `indent`, or two spaces more than the first."""
    text = "".join(span.text for span in line)
    if len(text) <= width:
        return [line]
    letters = [(letter, span.style) for span in line for letter in span.text]
    # Spaces at the beginning are not a place to break: nothing would stand before them.
    at, first = 0, len(text) - len(text.lstrip(" "))
    lines: list[Line] = []
    while at < len(text):
        margin = (first + 2 if indent is None else indent) if at else 0
        room, start = max(1, width - margin), max(at, first) + 1
        end = len(text)
        if end - at > room:
            end = text.rfind(" ", start, at + room + 1)
            # A list of words separated by strokes, which is one long word, breaks after a stroke.
            end = end if end > 0 else text.rfind("|", start, at + room) + 1 or text.find(" ", at + room + 1)
            end = end if end > 0 else len(text)
        lines.append(([Span(" " * margin)] if margin else []) + spans_of(letters[at:end]))
        at = end + len(text[end:]) - len(text[end:].lstrip(" "))
    return lines


def spans_of(letters: Sequence[tuple[str, str]]) -> Line:
    """Join (letter, style) pairs into a line, without the spaces at its end."""
    end = len(letters)
    while end and letters[end - 1][0] == " ":
        end -= 1
    parts = groupby(letters[:end], key=lambda letter: letter[1])
    return [Span("".join(letter for letter, _ in part), style) for style, part in parts]


def counted(names: Iterable[str]) -> list[str]:
    """Count names: `2 Tactician`, `Archer`."""
    return [f"{n} {name}" if n > 1 else name for name, n in sorted(Counter(names).items())]


def row(names: Iterable[str]) -> str:
    """List names separated by commas, or say that there are none."""
    return ", ".join(names) or in_sense("of chips and cards", "none")


LONGEST = 100_000
"""The largest denominator that still tells a person something."""


def chance(odds: Chance) -> str:
    """Write a chance as a percentage with the exact fraction behind: `20 % (1/5)`."""
    exact = f" ({odds})" if not isinstance(odds, float) and odds.denominator < LONGEST else ""
    return f"{percent(odds)}{exact}"


def decimal(number: Fraction) -> str:
    """Write an average with two decimals at most, and exactly behind it where that is short."""
    if number.denominator == 1:
        return str(number)
    exact = f" ({number})" if len(str(number)) <= 7 else ""
    return f"{float(number):.2f}{exact}"


def bar(odds: Chance) -> str:
    """Draw a chance as a bar of ten cells; whatever is possible has one."""
    full = max(round(float(odds) * 10), int(odds > 0))
    return "█" * full + "·" * (10 - full)


def chance_lines(rows: Iterable[tuple[str, Chance]], indent: str = "  ") -> list[Line]:
    """Chances below each other, each with what it is of and its bar."""
    return table(((name, Span(bar(odds), "player"), chance(odds)) for name, odds in rows), indent=indent, gap=1)
