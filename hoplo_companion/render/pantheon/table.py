"""Offence against defence: a table of numbers, warm where much is to be expected, in the terminal and as a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from io import StringIO

from hoplo_companion.language import tr
from hoplo_companion.pantheon.die import Die, row
from hoplo_companion.render.style import THEMES, Line, Span, line, paint, text_of

Table = Sequence[Sequence[Fraction]]
"""By offence, then by defence: the wounds to expect, or a chance."""

STEPS = 6
"""The degrees of warmth of what is more than nothing."""


def table_lines(table: Table, die: Die, least: int | None) -> list[Line]:
    """Show the table: a row per offence, a column per defence."""
    most = max(max(each) for each in table) or 1
    title = tr("Expected wounds with best play")
    if least is not None:
        title = tr("Chance of at least {least} wounds with best play, in %", least=least)
    lines = [line(title, "heading")]
    lines.append(line("  " + tr("Rows: offence. Columns: defence. Die: {faces}.", faces=row(die)), "quiet"))
    lines.append([Span("    "), *(Span(f"{defence:>6}", "heading") for defence in range(len(table[0])))])
    for offence, values in enumerate(table):
        cells: Line = [Span(f"{offence:>4}", "heading")]
        for value in values:
            said = f"{float(value):.2f}" if least is None else f"{float(value) * 100:.0f}"
            heat = f"heat-{min(STEPS, 1 + int(value / most * STEPS))}" if value else "quiet"
            cells += [Span(" "), Span(f"{said:>5}", heat)]
        lines.append(cells)
    return lines


PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>{styles} .{unique_id}-matrix {{ font: {char_height}px monospace; white-space: pre }}</style>
<defs>{lines}</defs>
<g transform="translate({terminal_x}, {terminal_y})">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""
"""A drawing of what a terminal would show, for Rich, without its window and its fonts from the network."""


def table_svg(lines: Sequence[Line]) -> str:
    """Draw the table, to print."""
    from rich.console import Console
    from rich.terminal_theme import DEFAULT_TERMINAL_THEME
    from rich.text import Text

    painted = StringIO()
    paint(lines, THEMES["light"], painted)
    console = Console(record=True, file=StringIO(), width=max(len(text_of(each)) for each in lines))
    console.print(Text.from_ansi(painted.getvalue()))
    return console.export_svg(theme=DEFAULT_TERMINAL_THEME, code_format=PAGE)
