"""`hoplo pantheon odds`: offence 0 to 10 against defence 0 to 10, as a table, a heat map and a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplo_companion.cli.pantheon.options import DieOption, LeastOption, die_of
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import at_least as chance_of
from hoplo_companion.pantheon.assaults import expected, table
from hoplo_companion.render.pantheon.table import table_lines, table_svg
from hoplo_companion.render.style import line


def odds(
    at_least: LeastOption = None,
    die: DieOption = "",
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw it into this file, as a picture to print.")] = None,
) -> Answer:
    """Show what to expect from every offence against every defence, with best play.

    Each cell has the expected wounds, or with --at-least the chance of at least that many.
    """
    faces = die_of(die)
    found = [
        [expected(each) if at_least is None else chance_of(each, at_least) for each in row]
        for row in table(faces, at_least)
    ]
    lines = table_lines(found, faces, at_least)
    if svg is not None:
        write_whole(svg, table_svg(lines).encode())
        lines = [line(tr("The table is drawn in {path}.", path=svg))]
    return Answer(lambda: lines, lambda: {"offence": [[str(value) for value in row] for row in found]})
