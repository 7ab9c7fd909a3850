"""Who answers the questions of a turn, and what is shown and kept at its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.cli.fight.reports import Report
from hoplo_companion.cli.options import (
    Auto,
)
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.files import write_toml, write_whole

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.table.play.answers import Answers


def who_answers(
    terminal: Terminal, file: Path | None, auto: Auto | None, dice: Any, json: bool, plain: bool, *, from_stdin: bool
) -> Answers:
    """Find out who answers: a script first, then the app if it may, else the person at the terminal.

    What the player has set of dice and draws (`hoplo config`) holds where neither a script nor --auto is given.
    """
    from hoplo_companion.table.play.answers import NoAnswers

    then: Answers = NoAnswers()
    if auto is not None:
        from hoplo_companion.table.play.answers import AutoAnswers

        then = AutoAnswers(dice, first=auto is Auto.first)
    elif file is None and not json and not from_stdin and terminal.is_interactive():
        from hoplo_companion.cli.terminal.prompts import Prompts

        then = Prompts(terminal)
    if file is not None:
        from hoplo_companion.cli.fight.positions import read_file
        from hoplo_companion.table.play.answers import FileAnswers, read_answers

        return FileAnswers(read_answers(read_file(terminal, file)), then)
    from hoplo_companion.cli.terminal.rolling import by_settings

    return then if auto is not None else by_settings(terminal, then, dice, json=json)


def carry_out(play: Callable[[], Combat], by: Answers, report: Report, write: Path | None) -> None:
    """Play to the end or to a question that nobody answers, and show and keep what has come of it."""
    from hoplo_companion.rules.position.writing import write_position
    from hoplo_companion.table.play.answers import FileAnswers, OpenQuestionError

    try:
        combat = play()
    except OpenQuestionError as open_:
        report.stopped(open_)
        raise

    if isinstance(by, FileAnswers):
        by.check_all_used()

    final = write_position(replace(combat, explain=False))
    if write is not None:
        write_final(write, final)
    report.after(combat, final)


def write_final(path: Path, final: dict[str, Any]) -> None:
    """Keep a final position in a file, in TOML or JSON by its ending."""
    if path.suffix.lower() == ".toml":
        write_toml(path, final)
    else:
        write_whole(path, msgspec.json.format(msgspec.json.encode(final), indent=2) + b"\n")
