"""`hoplo pantheon odds`: offence 0 to 10 against defence 0 to 10, as a table, a heat map and a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.pantheon.options import DieOption, LeastOption, checked_least, die_of
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr


def odds(
    terminal: Terminal,
    at_least: LeastOption = None,
    die: DieOption = "",
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw it into this file, as a picture to print.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show what to expect of every offence against every defence, under best play.

    Each cell has the expected wounds, or with --at-least the chance of at least so many.
    """
    from hoplo_companion.pantheon.assaults import at_least as chance_of
    from hoplo_companion.pantheon.assaults import expected, table

    if svg is not None and json:
        raise UsageError(tr("Use one of --svg and --json."))
    faces, least = die_of(die), checked_least(at_least)
    found = [
        [expected(each) if least is None else chance_of(each, least) for each in row] for row in table(faces, least)
    ]
    if json:
        terminal.show_json({"offence": [[str(value) for value in row] for row in found]})
        return
    if svg is not None:
        from hoplo_companion.files import write_whole
        from hoplo_companion.render.pantheon.table import table_svg

        write_whole(svg, table_svg(found, faces, least).encode())
        terminal.say(tr("The table is drawn in {path}.", path=svg))
        return
    from hoplo_companion.render.pantheon.table import table_lines

    terminal.show(table_lines(found, faces, least), plain, wrap=False)
