"""`hoplo unit`: what a unit is worth as it stands, every number with what it comes from (Rulebook p.33)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from hoplo_companion.cli.options import ExampleOption, JsonOption, PlainOption, PositionOption
from hoplo_companion.cli.shell.table_words import unit_or_chip
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat, Unit


def unit(
    terminal: Terminal,
    name: Annotated[
        str,
        typer.Argument(
            help="A unit of the position by its id or chip, or any chip; all chips if left out.",
            autocompletion=unit_or_chip,
        ),
    ] = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show a unit: every stat as a sum of what it comes from, its skills, what it may and may not do.

    In a position, or in the fight that is followed, it is shown as it stands there; elsewhere its chip as printed.
    Without a name, every chip that can stand in an arena is shown so, or every unit of the position.
    """
    from hoplo_companion.rules.modifiers import unit_now

    if position is None and not example:
        from hoplo_companion.components.catalogue import catalogue

        found = _in_fight(terminal, name) or [_alone(each) for each in ([name] if name else catalogue().chips)]
    else:
        from hoplo_companion.cli.fight.positions import load_position

        combat = load_position(terminal, position, example)
        everyone = combat.units.values()
        from hoplo_companion.rules.naming import any_named

        found = [(combat, each) for each in ([any_named(combat, name, everyone)] if name else everyone)]

    told = [unit_now(combat, each) for combat, each in found]
    if json:
        shown = msgspec.to_builtins(told)
        terminal.show_json(shown[0] if name else {"units": shown})
        return
    from hoplo_companion.render.unit import unit_report

    reports = [unit_report(each, combat.catalogue) for each, (combat, _) in zip(told, found, strict=True)]
    terminal.show([line for report in reports for line in report], plain, wrap=True)


def _in_fight(terminal: Terminal, name: str) -> list[tuple[Combat, Unit]]:
    """Find a unit in the fight that is followed, by its name or a beginning of it; nobody where none is meant."""
    if not name:
        return []
    try:
        from hoplo_companion.cli.fight.positions import load_position

        combat = load_position(terminal, None, False)
        from hoplo_companion.rules.naming import named

        unit = named(combat, name, combat.units.values())
    except HoploError:
        return []  # A save that cannot be read keeps nobody from looking at a chip.
    return [(combat, unit)] if unit is not None else []


def _alone(name: str) -> tuple[Combat, Unit]:
    """Put a chip on a mat by itself, to show what is printed on it."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.elsewhere import the_one
    from hoplo_companion.rules.position.document import SCHEMA
    from hoplo_companion.rules.position.reading import PositionReader

    known = catalogue()

    chip = the_one(name, known.chips) if name.isprintable() else None
    if chip is None:
        from hoplo_companion.components.elsewhere import not_found

        raise not_found("unit", name, known.chips, known)
    side = "player" if chip in known.ids("heroes") else "rival"
    arena = {"columns": [1], "rival_deployment": ["A1"], "priorities": [{"for": "all", "list": [{"opponent": "any"}]}]}
    units = [{"id": chip, "chip": chip, "side": side, "hex": "A1"}]

    combat = PositionReader(known).read_plain({"schema": SCHEMA, "arena": arena, "units": units})
    return combat, combat.units[chip]
