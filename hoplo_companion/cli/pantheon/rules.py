"""`hoplo pantheon rules`: the rules that hoplo honours at this table, with their headings, and the rulings."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import spoken, tr


def rules(
    terminal: Terminal,
    words: Annotated[
        list[str] | None, typer.Argument(help="Words to look for, or an id; all rules if left out.")
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Look up a rule of Pantheon by its words or its id; rulings say what holds where the rules are silent."""
    from hoplo_companion.components.catalogue import read_toml, shipped_folder

    folder = shipped_folder() / "pantheon"
    every = read_toml(folder / "ledger.toml")
    for id_, each in read_toml(folder / "rulings.toml").items():
        every[id_] = {"text": each["default"], "text_it": tr(each["default"])}
    sought = [word.casefold() for word in words or []]
    found = {
        id_: each
        for id_, each in every.items()
        if all(word in f"{id_} {' '.join(each.values())}".casefold() for word in sought)
    }
    if not found:
        raise UsageError(
            tr("No rule has {words}: `hoplo pantheon rules` lists all of them.", words=clip(" ".join(sought)))
        )
    if json:
        terminal.show_json([{"id": id_, **each} for id_, each in found.items()])
        return
    from hoplo_companion.render.style import Line, Span

    lines: list[Line] = []
    for id_, each in found.items():
        text = each["text_it"] if spoken() == "it" else each["text"]
        lines.append([Span(id_, "heading"), Span(f"  {each.get('section') or tr('ruling')}", "page")])
        lines.append([Span(f"  {text.strip()}")])
    terminal.show(lines, plain)
