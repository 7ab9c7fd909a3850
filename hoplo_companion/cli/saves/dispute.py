"""`hoplo dispute` and `hoplo disputes`: decisions of hoplo that you disagree with, kept with their board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.campaign.open_campaign import short
from hoplo_companion.cli.fight.positions import load_position
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.saves.report import BoardOption, StepOption
from hoplo_companion.cli.shell.names import ruled_id
from hoplo_companion.cli.shell.table_words import dispute_number
from hoplo_companion.cli.terminal.board_style import board_lines
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import UnknownNameError, catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.render.sentences.decisions import decision_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.writing import write_position
from hoplo_companion.rules.unit_names import Names, names_of
from hoplo_companion.rules.why.verdicts import reasons
from hoplo_companion.table.play.fight import NoFightError
from hoplo_companion.table.reports.moments import at_moment, dispute_of, in_a_line
from hoplo_companion.table.saves.disputes import Dispute, decisions_of, everything, keep, new_dispute, read
from hoplo_companion.table.saves.disputes import settle as close
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
        str, typer.Argument(metavar="[BOARD]", help="The board in one line; of the followed fight if left out.")
    ] = "",
    rule: Annotated[
        str,
        typer.Option(
            "--rule", help="The rule it is about: an id of `hoplo rules` or rulings.", autocompletion=ruled_id
        ),
    ] = "",
    ruling: Annotated[str, typer.Option("--ruling", help="What you hold instead.")] = "",
    position: BoardOption = "",
    step: StepOption = None,
    json: JsonOption = False,
) -> None:
    """Keep a disagreement: the board, what hoplo decides there and why, and what you hold instead.

    In a fight it is about the last move, and the board before it; --step goes back to an earlier one.
    """
    if not text.strip():
        raise UsageError("say what hoplo got wrong: hoplo dispute 'The Reptilian should have moved to E2'")
    short(text, "what hoplo got wrong")
    short(ruling, "what you hold instead")
    if line and position:
        raise UsageError("which board? One line, or --position FILE")
    if (line or position) and step is not None:
        raise UsageError("a stand-alone board has no --step: leave it out, or leave out the board")
    text, ruling = " ".join(text.split()), " ".join(ruling.split())
    board = _about_board if line or position else _about_fight
    kept = keep(Library(), board(terminal, text, ruling, _rule(rule), line, position, step))
    if json:
        terminal.show_json({"dispute": _table(kept)})
    else:
        of = f" about {kept.move}" if kept.move else ""
        by = f", against {kept.rule}" if kept.rule else ""
        terminal.say(f"dispute {kept.n} is kept{of}{by}; `hoplo disputes` lists it")


def _rule(name: str) -> str:
    """Find a rule or an open question by its id; UnknownNameError suggests the nearest."""
    id_, known = name.strip().casefold(), catalogue()
    if id_ and known.rule(id_) is None and known.ruling(id_) is None:
        raise UnknownNameError("rule", name, [*known.ids("ledger"), *known.ids("rulings")])
    return id_


def _about_board(
    terminal: Terminal, text: str, ruling: str, rule: str, line: str, position: str, step: int | None
) -> Dispute:

    combat = load_position(terminal, position or None, False, line)
    return new_dispute(text, write_position(combat), reasons(combat), ruling=ruling, rule=rule)


def _about_fight(
    terminal: Terminal, text: str, ruling: str, rule: str, line: str, position: str, step: int | None
) -> Dispute:

    library = Library()
    try:
        name = library.current()
        save = at_moment(library.open(name), step)
        return dispute_of(save, name, catalogue(), text, ruling=ruling, rule=rule)
    except (NoCampaignError, NoFightError):
        which = "which board? Give it in one line or as --position FILE, or follow a fight: hoplo fight start"
        raise UsageError(which) from None


# Listing --------------------------------------------------------------------------------------------------------

disputes = App(help="Decisions of hoplo that you disagree with.")


@disputes.callback(invoke_without_command=True)
def list_disputes(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """List the disputes, each with its board."""
    if ctx.invoked_subcommand is not None:
        return

    found, faults = everything(Library())
    if json:
        terminal.show_json({"disputes": [_table(each) for each in found], "faults": faults})
        return
    for fault in faults:
        terminal.notice(fault)
    if not found and not faults:
        terminal.say('no dispute is kept: hoplo dispute "…" keeps one')
        return
    terminal.show([line for each in found for line in _lines(each)], plain, wrap=True)


@disputes.command()
def show(terminal: Terminal, n: NumberArgument, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show one dispute: the board, what hoplo decided there and why, and what you hold."""
    found = read(Library(), n)
    if json:
        terminal.show_json({"dispute": _table(found)})
        return
    terminal.show([*_lines(found), *_board_and_why(terminal, found)], plain)


@disputes.command()
def settle(
    terminal: Terminal,
    n: NumberArgument,
    words: Annotated[list[str] | None, typer.Argument(metavar="[NOTE]", help="How it was settled.")] = None,
    note: Annotated[str, typer.Option("--note", help="The same, as an option.")] = "",
    json: JsonOption = False,
) -> None:
    """Close a dispute with a note; it stays in the list."""
    found = close(Library(), n, short(" ".join([*(words or []), note]).strip(), "a note"))
    if json:
        terminal.show_json({"dispute": _table(found)})
    else:
        terminal.say(f"dispute {n} is settled")


# Showing --------------------------------------------------------------------------------------------------------


def _table(found: Dispute) -> dict[str, Any]:
    """Give a dispute for programs, without what only older versions kept."""
    table: dict[str, Any] = msgspec.to_builtins(found)
    return {key: value for key, value in table.items() if key not in ("decided", "rules", "readings", "state", "made")}


def _lines(kept: Dispute) -> Iterator[Line]:

    state = f"settled on {kept.settled.at}" if kept.settled is not None else "open"
    about = ", ".join(word for word in (kept.move, kept.rule) if word)
    yield [Span(f"{kept.n}  {kept.text}", "heading"), Span(f"  {state}, of {kept.at}{f' ({about})' if about else ''}")]
    if kept.ruling:
        yield [Span(f"   You hold: {kept.ruling}")]
    if kept.settled is not None and kept.settled.note:
        yield [Span(f"   Settled: {kept.settled.note}")]
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
        yield [Span(f"the board can no longer be read: {fault}", "damage")]
    for decision in decisions_of(kept):
        yield []
        yield from decision_lines(decision, names)
