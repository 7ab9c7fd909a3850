"""`hoplo replay`: the moment of a report, and whether this hoplo comes to the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.fight.positions import read_file
from hoplo_companion.cli.options import JsonOption, PlainOption, english_for_programs
from hoplo_companion.cli.saves.report import StepOption
from hoplo_companion.cli.terminal.board_style import board_lines
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import LARGEST_CAMPAIGN
from hoplo_companion.language import plural, tr
from hoplo_companion.render.campaign.pad import pad_lines
from hoplo_companion.render.sentences.decisions import decision_lines
from hoplo_companion.render.sentences.options import option_words
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import names_of
from hoplo_companion.rules.why.decisions import decision_table
from hoplo_companion.table.play.replay import Replayed
from hoplo_companion.table.reports.replayed import Seen, look_at
from hoplo_companion.table.reports.report import Recovered, Report, read_report, recovered


def replay(
    terminal: Terminal,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A report; - for standard input.")],
    step: StepOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Run a report: check its log, play its fight again, and show the moment, its question and why.

    Nothing of yours is changed. What comes out differently is listed; it is not an error.
    """
    name = Path(file).name
    report = read_report(read_file(terminal, Path(file), LARGEST_CAMPAIGN), name)
    if step is not None and not report.files:
        raise UsageError(tr("{file} has a stand-alone board, which has no steps: leave out --step", file=name))
    with english_for_programs(json), recovered(report) as found:
        seen = look_at(report, found, step)
    if json:
        terminal.show_json(_table(report, found, seen))
    else:
        terminal.show([*_lines(terminal, report, found, seen, name)], plain)
    if report.files and seen.moment is None:
        raise HoploError(tr("{file}: nothing of its save can be read, so there is no moment to show", file=name))


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
    """Say what the report is of, what was checked, and what is used for this look."""
    yield _head(report, seen, file)
    if seen.moment is not None and seen.moment.what:
        yield f"  {seen.moment.what}"
    for fault in report.faults:
        yield tr("hoplo doctor says: {fault}", fault=fault)
    if report.files and not found.faults:
        yield plural("The log: {n} step, sound.", "The log: {n} steps, all sound.", seen.steps)
    if seen.fight is not None:
        yield _fight_words(seen.fight)
    if count := sum(map(len, report.records.values())):
        yield plural(
            "{n} record of its own, used for this look only.", "{n} records of its own, used for this look only.", count
        )
    for ruling, reading in seen.campaign.rulings.items() if seen.campaign is not None else ():
        yield tr("In force: {question} is read as {reading}.", question=ruling, reading=reading)


def _head(report: Report, seen: Seen, file: str) -> str:
    """Say what the report is of, and where it was made."""
    made = {"file": file, "date": report.made, "hoplo": report.hoplo, "python": report.python, "os": report.platform}
    if not report.campaign:
        return tr("{file}: a board; made on {date} with hoplo {hoplo}, Python {python} on {os}.", **made)
    made["campaign"] = report.campaign
    if seen.moment is None or not seen.moment.n:
        return tr("{file}: {campaign}; made on {date} with hoplo {hoplo}, Python {python} on {os}.", **made)
    return tr(
        "{file}: {campaign}, after step {n}; made on {date} with hoplo {hoplo}, Python {python} on {os}.",
        n=seen.moment.n,
        **made,
    )


def _fight_words(fight: Replayed) -> str:
    """Say what playing the fight again came to."""
    if fight.difference:
        return plural(
            "The fight: {n} move played again, then: {difference}",
            "The fight: {n} moves played again, then: {difference}",
            fight.moves,
            difference=fight.difference,
        )
    return plural(
        "The fight: {n} move played again; the board is the same.",
        "The fight: {n} moves played again; the board is the same.",
        fight.moves,
    )


def _board(terminal: Terminal, seen: Seen, combat: Combat, catalogue: Catalogue) -> Iterator[Line]:
    yield []
    yield from board_lines(terminal, combat)
    if seen.question is not None:
        yield []
        words = question_words(seen.question, combat)
        yield [Span(tr("Open: {question} ({id})", question=words, id=seen.question.id), "heading")]
        yield from ([Span(f"  {option_words(seen.question, each, combat)}")] for each in seen.question.options)
    for decision in seen.decisions:
        yield []
        yield from decision_lines(decision, names_of(combat))
