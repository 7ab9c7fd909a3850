"""`hoplo turn`, `options`, `moves`, `targets`: your turn on a board, refereed (Rulebook p.25-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from msgspec.structs import replace

from hoplo_companion.cli.fight.playing import carry_out, who_answers
from hoplo_companion.cli.fight.reports import JsonReport, TextReport
from hoplo_companion.cli.options import (
    AnswersOption,
    AutoOption,
    ExampleOption,
    JsonOption,
    PlainOption,
    PositionOption,
    SeedOption,
    WriteOption,
)
from hoplo_companion.cli.shell.table_words import any_unit, my_unit
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UnknownStatError

AnywayOption = Annotated[
    bool, typer.Option("--anyway", help="Do it even if the rules do not allow it; every rule set aside is told.")
]

if TYPE_CHECKING:
    from collections.abc import Callable

    from hoplo_companion.render.style import Line
    from hoplo_companion.rules.model import Combat, Unit
    from hoplo_companion.rules.player.options import Options
    from hoplo_companion.rules.unit_names import Names
    from hoplo_companion.table.play.fight import Game


def turn(
    terminal: Terminal,
    line: Annotated[
        str, typer.Argument(help="What you do, apart by semicolons: 'deploy archer G2; attack krak rep 2; end'.")
    ],
    position: PositionOption = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
    write: WriteOption = None,
    anyway: AnywayOption = False,
    plain: PlainOption = False,
) -> None:
    """Play your turn on a board: what is legal is done, what is not is refused with its rule and what you may do.

    Actions: deploy UNIT HEX, tactic CHIP UNIT, move UNIT HEX, roam UNIT, ability UNIT SKILL, attack UNIT TARGET [HITS],
    special UNIT SKILL, end; at its start bless reinforce, surrender. A name may be cut short: krak for krakenlance.
    With ! behind its word (move! krak E3) one action is done even if it is not legal, as far as it can be done at all.
    Without end the turn stays open, and --write keeps it for the next call. Without --position it is your turn in the
    fight that is followed; each action is kept as it is done.
    """
    from hoplo_companion.rules.player.actions import read_actions

    actions = read_actions(line, anyway=anyway)
    if position is None:
        from hoplo_companion.cli.fight.yours import play_actions

        play_actions(terminal, actions, answers, auto, seed, json, plain, write=write)
        return
    from hoplo_companion.cli.fight.positions import load_position

    combat = load_position(terminal, position, False)
    from hoplo_companion.dice import Dice

    dice = Dice(seed)
    by = who_answers(terminal, answers, auto, dice, json, plain, from_stdin=position == "-")
    report = JsonReport(terminal) if json else TextReport(terminal, plain)
    report.before(combat)
    script = answers is not None and auto is None
    from hoplo_companion.table.play.answers import play_your_turn

    carry_out(
        lambda: play_your_turn(combat, actions, by, dice, script=script, happened=report.happened), by, report, write
    )


def options(
    terminal: Terminal,
    unit: Annotated[str, typer.Argument(help="One unit only.", autocompletion=my_unit)] = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show everything that you may do now in your turn: deploy, play a tactic, move, use skills, attack."""
    if position is None and not example:
        from hoplo_companion.cli.fight.positions import followed_game

        game = followed_game()
        if game.question() is not None or game.fight.turn_of != "player":
            _show_what_comes(terminal, game, json, plain)
            return
    from hoplo_companion.cli.fight.positions import load_position
    from hoplo_companion.rules.player.turn import begin

    combat, _ = begin(load_position(terminal, position, example))
    from hoplo_companion.cli.fight.missing import look_up
    from hoplo_companion.rules.player.options import options as find_options

    found = look_up(
        terminal, combat, _all_known if not json and terminal.is_interactive() else find_options, plain=plain
    )
    if unit:
        yours = (each for each in combat.units.values() if each.side == "player")
        from hoplo_companion.rules.naming import any_named

        found = _only(found, any_named(combat, unit, yours, "unit of yours").id)
    if json:
        terminal.show_json(msgspec.to_builtins(found))
        return
    from hoplo_companion.render.options import option_lines
    from hoplo_companion.rules.unit_names import names_of

    terminal.show(option_lines(found, names_of(combat)), plain, wrap=True)


def _all_known(combat: Combat) -> Options:
    """Find everything that you may do; UnknownStatError where it hangs on a number that nobody has entered."""
    from hoplo_companion.rules.player.options import options as find_options

    found = find_options(combat)
    for id_, stats in found.unknown.items():
        raise UnknownStatError(id_, combat.units[id_].chip, stats[0])
    return found


def _show_what_comes(terminal: Terminal, game: Game, json: bool, plain: bool) -> None:
    """Show what may be done in a fight in which no action of yours is next: what is asked, or whose turn it is."""
    from hoplo_companion.rules.player.options import why_no_surrender

    fight, question = game.fight, game.question()

    starts = question is None and fight.turn_of in ("rival", "arena") and not why_no_surrender(game.combat).rule
    start = ["surrender"] if starts else []
    if json:
        asked = msgspec.to_builtins(question) if question is not None else None
        from hoplo_companion.rules.player.options import none_open

        terminal.show_json({**msgspec.to_builtins(none_open(start)), "turn_of": fight.turn_of, "question": asked})
        return

    from hoplo_companion.render.fight import next_lines

    lines = next_lines(fight, game.combat, question)
    from hoplo_companion.render.style import Span

    terminal.show([*lines, *([Span(f"You may {each} now: `hoplo {each}`.")] for each in start)], plain, wrap=True)


def _only(found: Options, id_: str) -> Options:
    """Keep what concerns one unit of yours."""
    from hoplo_companion.rules.player.options import Options

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


UnitArgument = Annotated[
    str, typer.Argument(help="A unit of the position, its name as short as you like.", autocompletion=any_unit)
]


def moves(
    terminal: Terminal,
    unit: UnitArgument,
    position: PositionOption = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show where a unit may move: yours now, with the steps to each hex; any other what it does if it moves first."""
    from hoplo_companion.render.options import move_lines
    from hoplo_companion.rules.player.unit_options import unit_moves

    _look(terminal, unit, position, example, json, plain, unit_moves, move_lines)


def targets(
    terminal: Terminal,
    unit: UnitArgument,
    position: PositionOption = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show whom a unit may attack as things stand, its Specials, and what keeps it from its other opponents."""
    from hoplo_companion.render.options import target_lines
    from hoplo_companion.rules.player.unit_options import unit_targets

    _look(terminal, unit, position, example, json, plain, unit_targets, target_lines)


def _look(
    terminal: Terminal,
    name: str,
    position: str | None,
    example: bool,
    json: bool,
    plain: bool,
    find: Callable[[Combat, Unit], Any],
    word: Callable[[Any, Names], list[Line]],
) -> None:
    """Find something out about a unit of a position, and show it."""
    from hoplo_companion.cli.fight.missing import look_up
    from hoplo_companion.cli.fight.positions import load_position
    from hoplo_companion.rules.naming import any_named
    from hoplo_companion.rules.unit_names import names_of

    combat = load_position(terminal, position, example)
    if position is None and not example:
        combat = _as_if_it_were_your_turn(terminal, combat, name)

    id_ = any_named(combat, name, combat.units.values()).id

    found = look_up(terminal, combat, lambda now: find(now, now.units[id_]), json=json, plain=plain)
    if json:
        terminal.show_json(msgspec.to_builtins(found))
        return
    terminal.show(word(found, names_of(combat)), plain, wrap=True)


def _as_if_it_were_your_turn(terminal: Terminal, combat: Combat, name: str) -> Combat:
    """Set the fight that is followed to the start of your turn where a unit of yours is looked at in another one."""
    from hoplo_companion.rules.naming import any_named
    from hoplo_companion.rules.player.turn import has_begun

    unit = any_named(combat, name, combat.units.values())

    if unit.side != "player" or has_begun(combat):
        return combat
    terminal.notice("it is not your turn: this is as if it began now")
    return replace(combat, step="", agenda=())
