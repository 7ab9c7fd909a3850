"""`hoplo glossary`: the Key Terms of the rulebook, in English and Italian (Rulebook p.35-37)."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import term_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.glossary import find_terms
from hoplo_companion.render.finding import glossary_page, term_lines


def glossary(
    terminal: Terminal,
    term: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TERM]...",
            help="A Key Term or part of it, in English or Italian, or a page.",
            autocompletion=term_name,
        ),
    ] = None,
    json: JsonOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print them as a page of the docs.")] = False,
    plain: PlainOption = False,
) -> None:
    """Look up a Key Term by its English or Italian name; without one, list all of them."""
    known, words = catalogue(), " ".join(term or [])
    found = find_terms(known, words)
    if json:
        terminal.show_json({"terms": [{"id": id_, **msgspec.to_builtins(record)} for id_, record in found]})
    elif markdown:
        terminal.print(glossary_page([record for _, record in found], known))
    else:
        wanted = bool(words.strip())
        terminal.show([line for _, record in found for line in term_lines(record, known, rules=wanted)], plain)
