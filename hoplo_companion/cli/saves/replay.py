"""`hoplo replay`: a moment again from its report, and whether this hoplo makes the same of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.fight.positions import read_file
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.saves.report import StepOption
from hoplo_companion.cli.terminal.board_style import board_lines
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import LARGEST_CAMPAIGN
from hoplo_companion.render.pad import pad_lines
from hoplo_companion.render.sentences.decisions import decision_lines
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import names_of
from hoplo_companion.rules.why.decisions import decision_table
from hoplo_companion.table.reports.replayed import Seen, look_at
from hoplo_companion.table.reports.report import Recovered, Report, read_report, recovered


def replay(
    terminal: Terminal,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A report; - reads it from standard input.")],
    step: StepOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Run a report: check its log, play its fight again, and show the moment, its question and why.

    Nothing of your own is touched. What comes out differently is listed, and is not an error.
    """
    name = Path(file).name
    report = read_report(read_file(terminal, Path(file), LARGEST_CAMPAIGN), name)
    if step is not None and not report.files:
        raise UsageError(f"{name} holds a stand-alone board, which has no steps: leave out --step")
    with recovered(report) as found:
        seen = look_at(report, found, step)
    if json:
        terminal.show_json(_table(report, found, seen))
    else:
        terminal.show([*_lines(terminal, report, found, seen, name)], plain)
    if report.files and seen.moment is None:
        raise HoploError(f"{name}: nothing good is left of the save in it, so there is no moment to show")


def _table(report: Report, found: Recovered, seen: Seen) -> dict[str, Any]:

    moment, fight = seen.moment, seen.fight
    return {
        "campaign": report.campaign or None,
        "hoplo": report.hoplo,
        "python": report.python,
        "platform": report.platform,
        "made": report.made,
        "said_by_doctor": report.faults,
        "rulings": seen.campaign.rulings if seen.campaign is not None else {},
        "records": {kind: sorted(tables) for kind, tables in report.records.items()},
        "log": {"steps": seen.steps, "whole": not found.faults} if report.files else None,
        "fight": {"moves": fight.moves, "same": not fight.difference, "difference": fight.difference or None}
        if fight is not None
        else None,
        "moment": {**msgspec.structs.asdict(moment), "state": seen.state} if moment is not None else None,
        "decisions": [decision_table(each) for each in seen.decisions],
        "differences": seen.differences,
        "faults": found.faults,
    }


def _lines(terminal: Terminal, report: Report, found: Recovered, seen: Seen, file: str) -> Iterator[Line]:
    """Show in lines what the report holds, what was checked, the board, the question, and why."""
    yield from ([Span(_printable(text))] for text in _sentences(report, found, seen, file))
    yield from ([Span(_printable(f"! {text}"), "damage")] for text in [*found.faults, *seen.differences])
    if seen.combat is not None:
        yield from _board(terminal, seen, seen.combat, found.catalogue)
    elif seen.campaign is not None:
        yield []
        yield from pad_lines(seen.campaign, seen.campaign.pad.hero)


def _printable(text: str) -> str:
    """Give somebody else's text as it may go to a terminal: what steers it becomes a blank."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _sentences(report: Report, found: Recovered, seen: Seen, file: str) -> Iterator[str]:
    moment = seen.moment
    at = f", after step {moment.n}" if moment is not None and moment.n else ""
    what = f"{report.campaign or 'a board'}{at}"
    made = f"made on {report.made} with hoplo {report.hoplo}, Python {report.python} on {report.platform}"
    yield f"{file}: {what}; {made}."
    if moment is not None and moment.what:
        yield f"  {moment.what}"
    for fault in report.faults:
        yield f"hoplo doctor said: {fault}"
    if report.files and not found.faults:
        yield f"The log: {seen.steps} steps, and each leads to the state that was kept after it."
    if seen.fight is not None:
        came = seen.fight.difference
        yield f"The fight: {seen.fight.moves} moves played again; " + (
            f"then: {came}" if came else "the same board comes out."
        )
    if count := sum(map(len, report.records.values())):
        yield f"Records of its own: {count}; they are used for this look only."
    for ruling, reading in seen.campaign.rulings.items() if seen.campaign is not None else ():
        yield f"In force: {ruling}, read as {reading}."


def _board(terminal: Terminal, seen: Seen, combat: Combat, catalogue: Catalogue) -> Iterator[Line]:

    yield []
    yield from board_lines(terminal, combat)
    if seen.question is not None:
        yield []
        yield [Span(f"Open: {question_words(seen.question, combat)} ({seen.question.id})", "heading")]
        yield from ([Span(f"  {option_words(seen.question, each, combat)}")] for each in seen.question.options)
    for decision in seen.decisions:
        yield []
        yield from decision_lines(decision, names_of(combat))
