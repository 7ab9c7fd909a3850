"""`hoplo rules` and `hoplo rulings`: the rules that the program honours, and the readings of the open ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import name_of, reading, rule_word
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line


def rules(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Words to look for, a rule's id, a page, or a step.", autocompletion=rule_word),
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Look a rule up by its words, its id, its page (p.23) or its step; without words, list all of them.

    Words are found in all their forms, in English and Italian; the open questions that they touch are named below.
    """
    from hoplo_companion.components.catalogue import UnknownNameError, catalogue
    from hoplo_companion.components.ledger import find_open

    typed = " ".join(words or [])

    questions = find_open(catalogue(), typed)

    try:
        from hoplo_companion.components.ledger import find_rules

        found = find_rules(catalogue(), typed)
    except UnknownNameError:
        if not questions:
            raise
        found = []
    if json:
        told = [{"id": id_, "question": each.note, "page": each.page} for id_, each in questions]
        terminal.show_json(
            {"rules": [{"id": id_, **msgspec.to_builtins(rule)} for id_, rule in found], "rulings": told}
        )
        return

    lines: list[Line] = []
    from hoplo_companion.render.reference import rule_lines

    for id_, rule in found:
        lines += rule_lines(id_, rule)
    from hoplo_companion.render.reference import open_lines

    for id_, record in questions:
        lines += open_lines(id_, record)
    terminal.show(lines, plain)


def rulings(
    terminal: Terminal,
    id_: Annotated[
        str,
        typer.Argument(metavar="ID", help="One question; all of them if left out.", autocompletion=name_of("rulings")),
    ] = "",
    position: Annotated[
        str | None, typer.Option("--position", "-p", help="Show the readings that this position puts in force.")
    ] = None,
    choose: Annotated[
        str,
        typer.Option(
            "--choose",
            help="Put this reading of ID in force, for the campaign and the fight that is on.",
            autocompletion=reading,
        ),
    ] = "",
    json: JsonOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write them as a page of the documents.")] = False,
    plain: PlainOption = False,
) -> None:
    """List the questions that the rulebook leaves open, with the reading in force and the others."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.rules.rulings import in_force

    if choose:
        _choose(terminal, id_.strip().casefold(), choose.strip().casefold())

    found = in_force(catalogue(), _chosen(terminal, position))
    if id_:
        known = [each.id for each in found]
        found = [each for each in found if each.id == id_.strip().casefold()]
        if not found:
            from hoplo_companion.components.catalogue import UnknownNameError

            raise UnknownNameError("ruling", id_, known)
    if json:
        terminal.show_json({"rulings": [each._asdict() for each in found]})
        return

    if markdown:
        from hoplo_companion.render.reference import rulings_page

        terminal.print(rulings_page(found))
        return
    lines: list[Line] = []
    from hoplo_companion.render.reference import ruling_lines

    for each in found:
        lines += ruling_lines(each)
    terminal.show(lines, plain)


def _choose(terminal: Terminal, id_: str, reading: str) -> None:
    """Put a reading in force in the campaign that is played, and in the fight that is followed."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.rules.rulings import read_rulings
    from hoplo_companion.table.saves.open_campaign import Seat

    if id_ not in catalogue().ids("rulings"):
        from hoplo_companion.components.catalogue import UnknownNameError

        raise UnknownNameError("ruling", id_, catalogue().ids("rulings"))

    if defects := read_rulings(catalogue(), {id_: reading})[1]:
        raise UsageError("; ".join(defect.message for defect in defects))

    with Seat() as seat:
        chosen = {**seat.campaign.rulings, id_: reading}
        from hoplo_companion.rules.rulings import in_force

        text = next(each.text for each in in_force(catalogue(), chosen) if each.id == id_)
        what = f"Where the rulebook leaves {id_} open, {reading} holds from now on: {text}"
        seat.keep(replace(seat.campaign, rulings=chosen), terminal.words, what)
        fight = seat.campaign.fight
    terminal.say(what)
    if fight is not None and not fight.over:
        from hoplo_companion.cli.fight.by_hand import put_right

        put_right(terminal, ["set", "ruling", f"{id_}={reading}"], "the reading was chosen", False, True)


def _chosen(terminal: Terminal, position: str | None) -> dict[str, str]:
    """Give the readings that a position puts in force, or else those that the campaign has chosen."""
    if position is None:
        try:
            from hoplo_companion.cli.campaign.open_campaign import look

            return look()[1].rulings
        except HoploError:
            return {}

    from hoplo_companion.cli.fight.positions import load_position

    chosen: dict[str, str] = load_position(terminal, position, example=False).rulings.given or {}
    return chosen
