"""`hoplo spartacus rules` and `rulings`: the rules of this table, and the readings of its open questions."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.spartacus.table import do, games
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, shipped_folder
from hoplo_companion.components.ledger import find_rules
from hoplo_companion.language import later
from hoplo_companion.render.reference import rule_lines, ruling_lines
from hoplo_companion.render.style import Line
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.spartacus.readings import READINGS


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


def rulings(
    terminal: Terminal,
    id_: Annotated[str, typer.Argument(metavar="[ID]", help=later("One question."), autocompletion=_ids)] = "",
    choose: Annotated[
        str, typer.Option("--choose", metavar="READING", help=later("Put this reading in force in the game played."))
    ] = "",
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """List the open questions of Spartacus with the reading in force in the game that is played, and the others."""
    known = _catalogue().ids("rulings")
    if id_ and id_.casefold() not in known:
        raise UnknownNameError("ruling", id_, known)
    if choose:
        do(terminal, "reading", [id_, choose], json=json, plain=plain)
        return
    every = games()
    game = every.game() if every.names() else None
    chosen = {each: game.reads(each) for each in READINGS if game.reads(each)} if game else {}
    found = [each for each in in_force(_catalogue(), chosen) if not id_ or each.id == id_.casefold()]
    if json:
        terminal.show_json({"rulings": [each._asdict() for each in found]})
        return
    lines: list[Line] = []
    for each in found:
        lines += ruling_lines(each)
    terminal.show(lines, plain)


def register(app: App) -> None:
    """Put the commands below `hoplo spartacus`."""
    app.command()(rules)
    app.command()(rulings)
