"""`hoplo unit`: what a unit is worth as it stands, every number with what it comes from (Rulebook p.33)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from hoplo_companion.cli.fight.positions import load_position
from hoplo_companion.cli.options import ExampleOption, JsonOption, PlainOption, PositionOption
from hoplo_companion.cli.shell.table_words import unit_or_chip
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.elsewhere import not_found, the_one
from hoplo_companion.errors import HoploError
from hoplo_companion.render.unit import unit_report
from hoplo_companion.rules.modifiers import unit_now
from hoplo_companion.rules.naming import any_named, named
from hoplo_companion.rules.position.document import SCHEMA
from hoplo_companion.rules.position.reading import PositionReader

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat, Unit


def unit(
    terminal: Terminal,
    name: Annotated[
        str,
        typer.Argument(
            help="A unit on the board by its name, or any chip; all chips if left out.", autocompletion=unit_or_chip
        ),
    ] = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show a unit: every stat as a sum of what it comes from, its skills, what it may and may not do.

    On a board, or in the fight that is followed, it is shown as it stands there; elsewhere its chip as printed.
    Without a name, every chip that can stand in an arena is shown so, or every unit on the board.
    """
    if position is None and not example:
        found = _in_fight(terminal, name) or [_alone(each) for each in ([name] if name else catalogue().chips)]
    else:
        combat = load_position(terminal, position, example)
        everyone = combat.units.values()
        found = [(combat, each) for each in ([any_named(combat, name, everyone)] if name else everyone)]

    worth = [unit_now(combat, each) for combat, each in found]
    if json:
        data = msgspec.to_builtins(worth)
        terminal.show_json(data[0] if name else {"units": data})
        return
    reports = [unit_report(each, combat.catalogue) for each, (combat, _) in zip(worth, found, strict=True)]
    terminal.show([line for report in reports for line in report], plain)


def _in_fight(terminal: Terminal, name: str) -> list[tuple[Combat, Unit]]:
    """Find a unit in the fight that is followed, by its name or the beginning of it; nobody where none is meant."""
    if not name:
        return []
    try:
        combat = load_position(terminal, None, False)
        unit = named(combat, name, combat.units.values())
    except HoploError:
        return []  # A save that cannot be read keeps nobody from looking at a chip.
    return [(combat, unit)] if unit is not None else []


def _alone(name: str) -> tuple[Combat, Unit]:
    """Put a chip on a mat by itself, to show what is printed on it."""
    known = catalogue()
    chip = the_one(name, known.chips) if name.isprintable() else None
    if chip is None:
        raise not_found("unit", name, known.chips, known)
    side = "player" if chip in known.ids("heroes") else "rival"
    arena = {"columns": [1], "rival_deployment": ["A1"], "priorities": [{"for": "all", "list": [{"opponent": "any"}]}]}
    units = [{"id": chip, "chip": chip, "side": side, "hex": "A1"}]
    combat = PositionReader(known).read_plain({"schema": SCHEMA, "arena": arena, "units": units})
    return combat, combat.units[chip]
