"""`hoplo dispute` and `hoplo disputes`: decisions of hoplo that you disagree with, kept with their board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.campaign.open_campaign import short
from hoplo_companion.cli.fight.positions import load_position
from hoplo_companion.cli.options import JsonOption, PlainOption, english_for_programs
from hoplo_companion.cli.saves.report import BoardOption, StepOption
from hoplo_companion.cli.shell.names import ruled_id
from hoplo_companion.cli.shell.table_words import dispute_number
from hoplo_companion.cli.terminal.board_style import board_lines
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import UnknownNameError, catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.render.sentences.decisions import decision_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.writing import write_position
from hoplo_companion.rules.unit_names import Names, names_of
from hoplo_companion.rules.why.verdicts import reasons
from hoplo_companion.table.play.fight import NoFightError
from hoplo_companion.table.reports.past_steps import at_moment, dispute_of, in_a_line
from hoplo_companion.table.saves.disputes import Dispute, close, decisions_of, everything, keep, new_dispute, read
from hoplo_companion.table.saves.library import Library, NoCampaignError

if TYPE_CHECKING:
    from collections.abc import Iterator

NumberArgument = Annotated[
    int, typer.Argument(metavar="N", help="The number of a dispute.", autocompletion=dispute_number)
]


def dispute(
    terminal: Terminal,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What hoplo got wrong.")],
    line: Annotated[
        str, typer.Argument(metavar="[BOARD]", help="The board in one line; that of the fight under way if left out.")
    ] = "",
    rule: Annotated[
        str,
        typer.Option(
            "--rule",
            help="The rule that it is about: an id of `hoplo rules` or `hoplo rulings`.",
            autocompletion=ruled_id,
        ),
    ] = "",
    ruling: Annotated[str, typer.Option("--ruling", help="What is right in your view.")] = "",
    position: BoardOption = "",
    step: StepOption = None,
    json: JsonOption = False,
) -> None:
    """Record a disagreement: the board, what hoplo decides there and why, and what is right in your view.

    In a fight it is about the last move, with the board before it; --step goes back to an earlier one.
    """
    if not text.strip():
        command = "hoplo dispute 'The Reptilian should have moved to E2'"
        raise UsageError(tr("say what hoplo got wrong: {command}", command=command))
    short(text, tr("what hoplo got wrong"))
    short(ruling, tr("what is right"))
    if line and position:
        raise UsageError(tr("which board? Give it in one line or with --position FILE, not both"))
    if (line or position) and step is not None:
        raise UsageError(tr("a stand-alone board has no {option}: leave out one of them", option="--step"))
    text, ruling = " ".join(text.split()), " ".join(ruling.split())
    if line or position:
        combat = load_position(terminal, position or None, False, line)
        made = new_dispute(text, write_position(combat), reasons(combat), ruling=ruling, rule=_rule(rule))
    else:
        made = _about_fight(text, ruling, _rule(rule), step)
    kept = keep(Library(), made)
    if json:
        terminal.show_json({"dispute": _table(kept)})
    else:
        terminal.say(_kept_words(kept))


def _kept_words(kept: Dispute) -> str:
    """Say that a dispute is kept, and what it is about."""
    parts = {"n": kept.n, "move": kept.move, "rule": kept.rule}
    if kept.move and kept.rule:
        return tr("dispute {n} is kept, about {move} and the rule {rule}; `hoplo disputes` lists it", **parts)
    if kept.move:
        return tr("dispute {n} is kept, about {move}; `hoplo disputes` lists it", **parts)
    if kept.rule:
        return tr("dispute {n} is kept, about the rule {rule}; `hoplo disputes` lists it", **parts)
    return tr("dispute {n} is kept; `hoplo disputes` lists it", **parts)


def _rule(name: str) -> str:
    """Find a rule or an open question by its id; UnknownNameError suggests the nearest."""
    id_, known = name.strip().casefold(), catalogue()
    if id_ and known.rule(id_) is None and known.ruling(id_) is None:
        raise UnknownNameError("rule", name, [*known.ids("ledger"), *known.ids("rulings")])
    return id_


def _about_fight(text: str, ruling: str, rule: str, step: int | None) -> Dispute:
    library = Library()
    try:
        name = library.current()
        save = at_moment(library.open(name), step)
        return dispute_of(save, name, catalogue(), text, ruling=ruling, rule=rule)
    except (NoCampaignError, NoFightError):
        which = tr("which board? Give it in one line or with --position FILE, or follow a fight: hoplo fight start")
        raise UsageError(which) from None


# Listing --------------------------------------------------------------------------------------------------------

disputes = App(help="The decisions of hoplo that you disagree with.")


@disputes.callback(invoke_without_command=True)
def list_disputes(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """List the disputes, each with its board."""
    if ctx.invoked_subcommand is not None:
        return
    with english_for_programs(json):
        found, faults = everything(Library())
    if json:
        terminal.show_json({"disputes": [_table(each) for each in found], "faults": faults})
        return
    for fault in faults:
        terminal.notice(fault)
    if not found and not faults:
        terminal.say(tr("there are no disputes: {command} keeps one", command='hoplo dispute "…"'))
        return
    terminal.show([line for each in found for line in _lines(each)], plain, wrap=True)


@disputes.command()
def show(terminal: Terminal, n: NumberArgument, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show one dispute, with its board.

    Below the board is what hoplo decided there, and why.
    """
    found = read(Library(), n)
    if json:
        terminal.show_json({"dispute": _table(found)})
        return
    terminal.show([*_lines(found), *_board_and_why(terminal, found)], plain)


@disputes.command("close")
@disputes.command("settle", hidden=True)
def close_one(
    terminal: Terminal,
    n: NumberArgument,
    words: Annotated[list[str] | None, typer.Argument(metavar="[NOTE]", help="How it ended.")] = None,
    note: Annotated[str, typer.Option("--note", help="The note, as an option.")] = "",
    json: JsonOption = False,
) -> None:
    """Close a dispute with a note; it stays in the list."""
    found = close(Library(), n, short(" ".join([*(words or []), note]).strip(), tr("a note")))
    if json:
        terminal.show_json({"dispute": _table(found)})
    else:
        terminal.say(tr("dispute {n} is closed", n=n))


# Showing --------------------------------------------------------------------------------------------------------


def _table(found: Dispute) -> dict[str, Any]:
    """Give a dispute for programs, without what only older versions kept."""
    table: dict[str, Any] = msgspec.to_builtins(found)
    return {key: value for key, value in table.items() if key not in ("decided", "rules", "readings", "state", "made")}


def _lines(kept: Dispute) -> Iterator[Line]:
    """Show a dispute in short: what is wrong, when it was kept, whether it is open, and the board in one line."""
    about = ", ".join(word for word in (kept.move, kept.rule) if word)
    if kept.settled is not None:
        state = tr("of {date}, closed on {end}", date=kept.at, end=kept.settled.at)
    else:
        state = tr("of {date}, open", date=kept.at)
    yield [Span(f"{kept.n}  {kept.text}", "heading"), Span(f"  {state} ({about})" if about else f"  {state}")]
    if kept.ruling:
        yield [Span("   " + tr("Right in your view: {ruling}", ruling=kept.ruling))]
    if kept.settled is not None and kept.settled.note:
        yield [Span("   " + tr("Closed: {note}", note=kept.settled.note))]
    if board := in_a_line(kept.position, catalogue()):
        yield [Span(f"   {board}")]


def _board_and_why(terminal: Terminal, kept: Dispute) -> Iterator[Line]:
    names = Names(catalogue())
    yield []
    try:
        combat = PositionReader(catalogue()).read_plain(kept.position)
        names = names_of(combat)
        yield from board_lines(terminal, combat)
    except HoploError as fault:
        yield [Span(tr("the board can no longer be read: {fault}", fault=fault), "damage")]
    for decision in decisions_of(kept):
        yield []
        yield from decision_lines(decision, names)
