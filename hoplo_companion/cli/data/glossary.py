"""`hoplo glossary`: the Key Terms of the rulebook, in English and Italian (Rulebook p.35-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import term_name
from hoplo_companion.cli.terminal.terminal import Terminal

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line


def glossary(
    terminal: Terminal,
    term: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TERM]...",
            help="A Key Term or part of it, English or Italian, or a page.",
            autocompletion=term_name,
        ),
    ] = None,
    json: JsonOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write them as a page of the documents.")] = False,
    plain: PlainOption = False,
) -> None:
    """Look a Key Term up by its English or Italian name; without one, list all of them."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.glossary import find_terms

    known, words = catalogue(), " ".join(term or [])

    found = find_terms(known, words)
    if json:
        terminal.show_json({"terms": [{"id": id_, **msgspec.to_builtins(record)} for id_, record in found]})
        return

    if markdown:
        from hoplo_companion.render.finding import glossary_page

        terminal.print(glossary_page([record for _, record in found], known))
        return
    lines: list[Line] = []
    from hoplo_companion.render.finding import term_lines

    for _, record in found:
        lines += term_lines(record, known, rules=bool(words.strip()))
    terminal.show(lines, plain)
