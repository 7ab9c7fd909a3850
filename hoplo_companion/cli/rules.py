"""`hoplo rules` and `hoplo rulings`: the rules that the program honours, and the readings of the open ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.rival_turn import JsonOption, PlainOption

if TYPE_CHECKING:
    from pathlib import Path

    from hoplo_companion.render.style import Line


def rules(
    words: Annotated[list[str] | None, typer.Argument(help="Words to look for, or a rule's id.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Look a rule up by its words or its id; without words, list all of them."""
    import msgspec

    from hoplo_companion.cli.show import show, show_json
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.ledger import find_rules

    found = find_rules(catalogue(), " ".join(words or []))
    if json:
        show_json({"rules": [{"id": id_, **msgspec.to_builtins(rule)} for id_, rule in found]})
        return
    from hoplo_companion.render.reference import rule_lines

    lines: list[Line] = []
    for id_, rule in found:
        lines += rule_lines(id_, rule)
    show(lines, plain)


def rulings(
    id_: Annotated[str, typer.Argument(metavar="ID", help="One question; all of them if left out.")] = "",
    position: Annotated[
        str | None, typer.Option("--position", "-p", help="Show the readings that this position puts in force.")
    ] = None,
    json: JsonOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write them as a page of the documents.")] = False,
    plain: PlainOption = False,
) -> None:
    """List the questions that the rulebook leaves open, with the reading in force and the others."""
    from hoplo_companion.cli.show import show, show_json
    from hoplo_companion.components.catalogue import UnknownNameError, catalogue
    from hoplo_companion.rules.rulings import in_force

    found = in_force(catalogue(), _chosen(position))
    if id_:
        known = [each.id for each in found]
        found = [each for each in found if each.id == id_.strip().casefold()]
        if not found:
            raise UnknownNameError("ruling", id_, known)
    if json:
        show_json({"rulings": [each._asdict() for each in found]})
        return
    from hoplo_companion.render.reference import ruling_lines, rulings_page

    if markdown:
        print(rulings_page(found))
        return
    lines: list[Line] = []
    for each in found:
        lines += ruling_lines(each)
    show(lines, plain)


def _chosen(position: str | None) -> dict[str, str]:
    if position is None:
        return {}
    from pathlib import Path

    from hoplo_companion.cli.positions import load_position

    path: Path = Path(position)
    chosen: dict[str, str] = load_position(path, example=False).rulings.given or {}
    return chosen
