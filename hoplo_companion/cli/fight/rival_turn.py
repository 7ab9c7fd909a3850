"""`hoplo rival-turn` and `hoplo arena-turn`: a turn that is not yours, resolved from the board as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from hoplo_companion.cli.fight.playing import PlayOptions, carry_out, showing_open, who_answers
from hoplo_companion.cli.fight.positions import load_position
from hoplo_companion.cli.fight.reports import report_of
from hoplo_companion.cli.options import (
    AnswersOption,
    AutoOption,
    ExampleOption,
    ExplainOption,
    LineArgument,
    PositionOption,
    SeedOption,
    Step,
    WriteOption,
)
from hoplo_companion.cli.terminal.output import Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.rules.rival.turn import has_arena_turn
from hoplo_companion.rules.scion.dice import read_counts
from hoplo_companion.table.play.answers import play_rival_turn

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat


def rival_turn(
    terminal: Terminal,
    line: LineArgument = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    step: Annotated[Step | None, typer.Option("--step", case_sensitive=False, help="Resolve this step only.")] = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    explain: ExplainOption = False,
    write: WriteOption = None,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar="COLOUR=N", help="Against a scion: dice added to its pool from now on."),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option("--remove", metavar="COLOUR=N", help="Against a scion: dice taken from its pool."),
    ] = None,
) -> Shown:
    """Resolve the rival's turn from the board as it stands: deployment, tactics, movement, abilities, engage.

    At a terminal it asks what the rules leave open, and nothing else. Against a scion, the Scion Activity Step takes
    the place of tactics.
    """
    options = PlayOptions(answers, auto, seed, write)
    only, pool = step.value if step else "", _pool_words(add, remove)
    if position is None and not example and not line:
        _turn_of_fight(terminal, options, only=only, explain=explain, pool=pool)
        return
    combat = load_position(terminal, position, example, line)
    if pool:
        from hoplo_companion.rules.corrections import correct  # few turns change the pool of a scion

        combat, _ = correct(combat, pool)
    _turn_on_board(terminal, combat, options, only=only, explain=explain, from_stdin="-" in (position, line))


def _pool_words(add: list[str] | None, remove: list[str] | None) -> tuple[str, ...]:
    """Write what changes a scion's pool as the words of a correction; none where nothing does."""
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
    write: WriteOption = None,
) -> Shown:
    """Resolve the arena's turn, where its card has one: what the card does, then the steps of its units.

    It comes after your turn and before the rival's; at a terminal it asks what the rules leave open, and nothing else.
    """
    options = PlayOptions(answers, auto, seed, write)
    if position is None:
        _turn_of_fight(terminal, options, arena=True, explain=explain)
        return
    combat = load_position(terminal, position, False)
    if not has_arena_turn(combat):
        raise UsageError(
            tr("this arena has no turn: none of its units is in combat, and its card does nothing in a turn")
        )
    _turn_on_board(terminal, combat, options, arena=True, explain=explain, from_stdin=position == "-")


def _turn_on_board(
    terminal: Terminal,
    combat: Combat,
    options: PlayOptions,
    *,
    only: str = "",
    arena: bool = False,
    explain: bool,
    from_stdin: bool,
) -> None:
    """Resolve a turn on a board that no fight belongs to."""
    dice = Dice(options.seed)
    by = who_answers(terminal, options, dice, from_stdin=from_stdin, is_followed=False)
    report = report_of(terminal, boards=True)
    if explain:
        from hoplo_companion.rules.why.steps import laid_open  # few turns explain themselves

        combat = replace(combat, explain=laid_open)
    report.before(combat)

    def play() -> Combat:
        return play_rival_turn(
            combat, by, dice, only=only, script=options.is_script, arena=arena, happened=report.happened
        )

    carry_out(play, by, report, options.write)


def _turn_of_fight(
    terminal: Terminal,
    options: PlayOptions,
    *,
    only: str = "",
    arena: bool = False,
    explain: bool,
    pool: tuple[str, ...] = (),
) -> None:
    """Resolve a turn of the fight that hoplo follows, from where it stands, in the middle of it too."""
    from hoplo_companion.campaign.fight import Move  # a board by itself needs no campaign
    from hoplo_companion.cli.fight.following import following
    from hoplo_companion.table.play.moves import ARENAS, RIVALS, check_turn

    dice = Dice(options.seed)
    by = who_answers(terminal, options, dice)
    report = report_of(terminal, boards=True)
    word = ARENAS if arena else RIVALS
    move = Move(word, (only,) if only else ())
    with following(terminal, report) as follow:
        begun = follow.is_under_way(word)
        if not begun:
            check_turn(follow.game.fight, follow.game.combat, move)
        if pool:
            report.happened(follow.game.correct(pool, ""), follow.game.combat)
        report.before(follow.game.combat)
        with showing_open(report):
            if begun:
                follow.resume(by, dice, script=options.is_script)
            else:
                follow.make(move, by, dice, script=options.is_script, explain=explain)
        follow.show_end(by, options.write)
