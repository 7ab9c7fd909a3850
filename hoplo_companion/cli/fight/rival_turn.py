"""`hoplo rival-turn`: the rival's turn, resolved from the board as it stands."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from hoplo_companion.cli.fight.playing import carry_out, who_answers
from hoplo_companion.cli.fight.reports import JsonReport, Report, TextReport
from hoplo_companion.cli.options import (
    AnswersOption,
    Auto,
    AutoOption,
    ExampleOption,
    ExplainOption,
    JsonOption,
    LineArgument,
    PlainOption,
    PositionOption,
    SeedOption,
    WriteOption,
)
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from hoplo_companion.dice import Dice
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.table.play.answers import Answers


class Step(StrEnum):
    """The steps of the rival's turn."""

    deployment = "deployment"
    tactics = "tactics"
    movement = "movement"
    abilities = "abilities"
    engage = "engage"


def rival_turn(
    terminal: Terminal,
    line: LineArgument = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    step: Annotated[
        Step | None, typer.Option("--step", case_sensitive=False, help="Resolve this one step only.")
    ] = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
    write: WriteOption = None,
    plain: PlainOption = False,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar="COLOUR=N", help="Scion: dice that its pool has more from now on."),
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="COLOUR=N", help="Scion: dice that its pool has fewer.")
    ] = None,
) -> None:
    """Resolve the rival's turn from the board as it stands: deployment, tactics, movement, abilities, engage.

    At a terminal it asks what the rules leave open, and nothing else. Against a scion the Scion Activity Step stands in
    the place of tactics.
    """
    only = step.value if step else ""
    pool = scion_dice(add, remove)
    _turn(
        terminal, position, example, answers, auto, seed, explain, json, write, plain, only=only, line=line, pool=pool
    )


def scion_dice(add: list[str] | None, remove: list[str] | None) -> tuple[str, ...]:
    """Write what changes a scion's pool as the words of a correction; none where nothing does."""
    from hoplo_companion.rules.scion.dice import read_counts

    more = [f"{colour}+{count}" for colour, count in read_counts(add or ()).items()]
    fewer = [f"{colour}-{count}" for colour, count in read_counts(remove or ()).items()]
    return ("set", "scion-dice", ",".join([*more, *fewer])) if more or fewer else ()


def arena_turn(
    terminal: Terminal,
    position: PositionOption = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
    write: WriteOption = None,
    plain: PlainOption = False,
) -> None:
    """Resolve the arena's turn, where its card has one: what the card does, then the steps of its units.

    It comes after your turn and before the rival's; at a terminal it asks what the rules leave open, and nothing else.
    """
    _turn(terminal, position, False, answers, auto, seed, explain, json, write, plain, arena=True)


def _turn(
    terminal: Terminal,
    position: str | None,
    example: bool,
    answers: Path | None,
    auto: Auto | None,
    seed: int | None,
    explain: bool,
    json: bool,
    write: Path | None,
    plain: bool,
    *,
    only: str = "",
    arena: bool = False,
    line: str = "",
    pool: tuple[str, ...] = (),
) -> None:

    from hoplo_companion.dice import Dice

    dice = Dice(seed)
    by = who_answers(terminal, answers, auto, dice, json, plain, from_stdin="-" in (position, line))
    report = JsonReport(terminal) if json else TextReport(terminal, plain)
    script = answers is not None and auto is None
    if position is None and not example and not line:
        _followed(terminal, by, dice, report, write, script=script, only=only, arena=arena, explain=explain, pool=pool)
        return
    from hoplo_companion.cli.fight.positions import load_position

    combat = load_position(terminal, position, example, line)
    if pool:
        from hoplo_companion.rules.corrections import correct

        combat, _ = correct(combat, pool)
    from hoplo_companion.rules.arena.turn import has_arena_turn

    if arena and not has_arena_turn(combat):
        raise UsageError(NO_ARENA_TURN)
    if explain:
        combat = replace(combat, explain=True)
    report.before(combat)

    from hoplo_companion.table.play.answers import play_rival_turn

    def play() -> Combat:
        return play_rival_turn(combat, by, dice, only=only, script=script, arena=arena, happened=report.happened)

    carry_out(play, by, report, write)


NO_ARENA_TURN = "this arena has no turn of its own: no unit of the arena's is there, and its card has none"


def _followed(
    terminal: Terminal,
    by: Answers,
    dice: Dice,
    report: Report,
    write: Path | None,
    *,
    script: bool,
    only: str,
    arena: bool,
    explain: bool,
    pool: tuple[str, ...] = (),
) -> None:
    """Resolve the turn in the fight that hoplo follows, from where it stands, in the middle of it too."""
    from hoplo_companion.campaign.fight import Move
    from hoplo_companion.cli.fight.following import following
    from hoplo_companion.table.play.moves import ARENAS, RIVALS

    word = ARENAS if arena else RIVALS

    move = Move(word, (only,) if only else ())

    with following(terminal, report) as follow:
        begun = follow.is_under_way(word)
        if not begun:
            from hoplo_companion.table.play.moves import check_turn

            check_turn(follow.game.fight, follow.game.combat, move)
        if pool:
            report.happened(follow.game.correct(pool, ""), follow.game.combat)
        report.before(follow.game.combat)
        from hoplo_companion.table.play.answers import OpenQuestionError

        try:
            if begun:
                follow.go_on(by, dice, script=script)
            else:
                follow.make(move, by, dice, script=script, explain=explain)
        except OpenQuestionError as open_:
            report.stopped(open_)
            raise
        from hoplo_companion.cli.fight.following import finish

        finish(follow, by, write)
