"""`hoplo turn`, `hoplo options`: your turn on a board, refereed (Rulebook p.25-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.rival_turn import (
    AnswersOption,
    AutoOption,
    ExampleOption,
    JsonOption,
    PlainOption,
    PositionOption,
    SeedOption,
    WriteOption,
)

if TYPE_CHECKING:
    from hoplo_companion.rules.player_options import Options


def turn(
    line: Annotated[
        str, typer.Argument(help="What you do, apart by semicolons: 'deploy archer G2; attack krak rep 2; end'.")
    ],
    position: PositionOption = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
    write: WriteOption = None,
    plain: PlainOption = False,
) -> None:
    """Play your turn on a board: what is legal is done, what is not is refused with its rule and what you may do.

    Actions: deploy UNIT HEX, tactic CHIP UNIT, move UNIT HEX, roam UNIT, ability UNIT SKILL, attack UNIT TARGET [HITS],
    special UNIT SKILL, end. Without end the turn stays open, and --write keeps it for the next call.
    """
    from hoplo_companion.cli.positions import load_position
    from hoplo_companion.cli.rival_turn import JsonReport, TextReport, carry_out, who_answers
    from hoplo_companion.dice import Dice
    from hoplo_companion.rules.player_actions import read_actions
    from hoplo_companion.table.session import play_your_turn

    actions = read_actions(line)
    combat = load_position(position, False)
    dice = Dice(seed)
    by = who_answers(answers, auto, dice, json, plain, from_stdin=str(position) == "-")
    report = JsonReport() if json else TextReport(plain)
    report.before(combat)
    script = answers is not None and auto is None
    carry_out(
        lambda: play_your_turn(combat, actions, by, dice, script=script, happened=report.happened), by, report, write
    )


def options(
    unit: Annotated[str, typer.Argument(help="One unit only.")] = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show everything that you may do now in your turn: deploy, play a tactic, move, use skills, attack."""
    from hoplo_companion.cli.positions import load_position
    from hoplo_companion.cli.show import show, show_json
    from hoplo_companion.render.options import option_lines
    from hoplo_companion.rules.player_options import options as find_options
    from hoplo_companion.rules.player_turn import begin

    combat, _ = begin(load_position(position, example))
    found = find_options(combat)
    if unit:
        found = _only(found, unit, [each.id for each in combat.units.values() if each.side == "player"])
    if json:
        import msgspec

        show_json(msgspec.to_builtins(found))
        return
    show(option_lines(found), plain, wrap=True)


def _only(found: Options, name: str, known: list[str]) -> Options:
    """Keep what concerns one unit of yours; a name that is none is an error that suggests the nearest ones."""
    from hoplo_companion.components.catalogue import UnknownNameError
    from hoplo_companion.components.names import slug
    from hoplo_companion.rules.player_options import Options

    id_ = next((each for each in known if slug(each) == slug(name)), None)
    if id_ is None:
        raise UnknownNameError("unit of yours", name, known)
    kept = {}
    for key in found.__struct_fields__:
        value = getattr(found, key)
        if key == "tactics":
            value = {chip: [id_] for chip, units in value.items() if id_ in units}
        elif isinstance(value, dict):
            value = {unit: each for unit, each in value.items() if unit == id_}
        elif isinstance(value, list):
            value = [each for each in value if each == id_]
        kept[key] = value
    return Options(**kept)
