"""Offence against defence: a table of numbers, warm where much is to be expected, in the terminal and as a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element, indent, tostring

from hoplo_companion.language import tr
from hoplo_companion.pantheon.die import Die, row
from hoplo_companion.render.picture import INK, PAPER, add, write
from hoplo_companion.render.style import Line, Span

Table = Sequence[Sequence[Fraction]]
"""By offence, then by defence: the wounds to expect, or a chance."""

STEPS = 6
COLOURS = ("#ffffff", "#dbe9f6", "#b7d4ea", "#d9e4a5", "#f7d774", "#f3a15c", "#e2604a")
CELL = 44


def _title(least: int | None) -> str:
    if least is None:
        return tr("Wounds expected under best play")
    return tr("Chance of at least {least} wounds under best play, in %", least=least)


def _said(value: Fraction, least: int | None) -> str:
    return f"{float(value):.2f}" if least is None else f"{float(value) * 100:.0f}"


def _heat(value: Fraction, most: Fraction) -> int:
    """Give how warm a value is, 0 to 6; 0 is nothing at all."""
    if not value or not most:
        return 0
    return min(STEPS, 1 + int(value / most * STEPS))


def table_lines(table: Table, die: Die, least: int | None) -> list[Line]:
    """Show the table: a row per offence, a column per defence."""
    most = max(max(each) for each in table)
    lines: list[Line] = [[Span(_title(least), "heading")]]
    lines.append([Span("  " + tr("Rows: offence. Columns: defence. Die: {faces}.", faces=row(die)), "quiet")])
    lines.append([Span("    "), *(Span(f"{defence:>6}", "heading") for defence in range(len(table[0])))])
    for offence, values in enumerate(table):
        line: Line = [Span(f"{offence:>4}", "heading")]
        for value in values:
            heat = _heat(value, most)
            line += [Span(" "), Span(f"{_said(value, least):>5}", f"heat-{heat}" if heat else "quiet")]
        lines.append(line)
    return lines


def table_svg(table: Table, die: Die, least: int | None) -> str:
    """Draw the table, to print."""
    side = len(table)
    wide, high = (len(table[0]) + 1) * CELL + 40, (side + 1) * CELL + 90
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "viewBox": f"0 0 {wide} {high}"})
    add(root, "title", _title(least))
    add(root, "rect", x=0, y=0, width=wide, height=high, fill=PAPER)
    write(root, wide / 2, 26, _title(least), 16, font_weight="bold")
    write(root, wide / 2, 46, tr("Rows: offence. Columns: defence. Die: {faces}.", faces=row(die)), 11)
    most = max(max(each) for each in table)
    for defence in range(len(table[0])):
        write(root, 20 + (defence + 1.5) * CELL, 60 + CELL * 0.6, str(defence), 13, font_weight="bold")
    for offence, values in enumerate(table):
        y = 60 + (offence + 1) * CELL
        write(root, 20 + CELL * 0.5, y + CELL * 0.6, str(offence), 13, font_weight="bold")
        for defence, value in enumerate(values):
            x = 20 + (defence + 1) * CELL
            add(
                root,
                "rect",
                x=x,
                y=y,
                width=CELL,
                height=CELL,
                fill=COLOURS[_heat(value, most)],
                stroke=INK,
                stroke_width=0.5,
            )
            write(root, x + CELL / 2, y + CELL * 0.6, _said(value, least), 12)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"
