"""`hoplo spartacus rules` and `rulings`: the rules of this table, and the readings of its open questions."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.saves import readings
from hoplo_companion.cli.spartacus.table import do, games
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import Catalogue, shipped_folder
from hoplo_companion.components.ledger import find_rules
from hoplo_companion.components.readings import other_readings
from hoplo_companion.language import later
from hoplo_companion.render.reference import rule_lines
from hoplo_companion.render.style import Line
from hoplo_companion.spartacus.game import Game


def _catalogue() -> Catalogue:
    return Catalogue(shipped_folder() / "spartacus")


def _ids(incomplete: str) -> list[str]:
    known = _catalogue()
    return [each for each in [*known.ids("ledger"), *known.ids("rulings")] if each.startswith(incomplete)]


def rules(
    terminal: Terminal,
    words: Annotated[
        list[str] | None, typer.Argument(help=later("Words, an id, or a page."), autocompletion=_ids)
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Look a rule of Spartacus up by its words, id or page; without words, list all of them."""
    found = find_rules(_catalogue(), " ".join(words or []), "hoplo spartacus rules")
    if json:
        terminal.show_json({"rules": [{"id": id_, **msgspec.to_builtins(rule)} for id_, rule in found]})
        return
    lines: list[Line] = []
    for id_, rule in found:
        lines += rule_lines(id_, rule)
    terminal.show(lines, plain)


def _chosen(game: Game) -> dict[str, str]:
    return {id_: game.reads(id_) for id_ in other_readings("spartacus") if game.reads(id_)}


def _choose(terminal: Terminal, words: list[str], json: bool, plain: bool) -> None:
    do(terminal, "reading", words, json=json, plain=plain)


def register(app: App) -> None:
    """Put the commands below `hoplo spartacus`."""
    app.command()(rules)
    readings.register(app, "spartacus", games, _chosen, _choose)
