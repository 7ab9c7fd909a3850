"""`hoplo dispute` and `hoplo disputes`: where you hold otherwise than hoplo, kept and decided anew by each version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.fight.rival_turn import JsonOption, PlainOption
from hoplo_companion.cli.saves.report import BoardOption, StepOption
from hoplo_companion.cli.shell.names import ruled_id
from hoplo_companion.cli.shell.table_words import dispute_number
from hoplo_companion.cli.terminal.output import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoplo_companion.render.style import Line
    from hoplo_companion.table.reports.disputes import Dispute, Judged, Said
NumberArgument = Annotated[
    int, typer.Argument(metavar="N", help="The number of a dispute.", autocompletion=dispute_number)
]


def dispute(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What hoplo got wrong.")],
    line: Annotated[
        str, typer.Argument(metavar="[BOARD]", help="The board in one line; of the fight that is on if left out.")
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
    """Keep a disagreement: the board, what hoplo decides there and by which rules, and what you hold instead.

    In a fight it is about the last move, and the board before it; --step goes back to an earlier one.
    """
    from hoplo_companion.cli.campaign.open_campaign import short
    from hoplo_companion.errors import UsageError
    from hoplo_companion.table.reports.disputes import Said, about_position, keep
    from hoplo_companion.table.saves.library import Library

    if not text.strip():
        raise UsageError("say what hoplo got wrong: hoplo dispute 'The reptilian should have gone to E2'")
    short(text, "what hoplo got wrong")
    short(ruling, "what you hold instead")
    if line and position:
        raise UsageError("which board? One line, or --position FILE")
    said = Said(" ".join(text.split()), " ".join(ruling.split()), _rule(rule))
    if line or position:
        from hoplo_companion.cli.fight.positions import load_position
        from hoplo_companion.components.catalogue import catalogue

        if step is not None:
            raise UsageError("a board alone has no --step: leave it out, or leave out the board")
        made = about_position(said, load_position(position or None, False, line), catalogue())
    else:
        made = _about_fight(said, step)
    kept = keep(Library(), made)
    if json:
        from hoplo_companion.cli.terminal.output import show_json

        show_json({"dispute": _table(kept)})
    else:
        of = f" about {kept.move}" if kept.move else ""
        by = f", against {kept.rule}" if kept.rule else ""
        say(f"dispute {kept.n} is kept{of}{by}; `hoplo disputes` says when a hoplo decides otherwise")


def _rule(name: str) -> str:
    """Find a rule or an open question by its id; UnknownNameError suggests the nearest."""
    from hoplo_companion.components.catalogue import UnknownNameError, catalogue
    from hoplo_companion.table.reports.disputes import text_of

    id_ = name.strip().casefold()
    if id_ and text_of(catalogue(), id_) is None:
        raise UnknownNameError("rule", name, [*catalogue().ids("ledger"), *catalogue().ids("rulings")])
    return id_


def _about_fight(said: Said, step: int | None) -> Dispute:
    from msgspec.structs import replace

    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.errors import UsageError
    from hoplo_companion.table.play.fight import open_combat
    from hoplo_companion.table.reports.disputes import about_move, about_position
    from hoplo_companion.table.reports.replayed import at_moment, before_last_move
    from hoplo_companion.table.saves.library import Library, NoCampaignError
    from hoplo_companion.table.saves.open_campaign import from_state

    which = "which board? Give it in one line or as --position FILE, or follow a fight: hoplo fight start"
    library = Library()
    try:
        name = library.current()
    except NoCampaignError:
        raise UsageError(which) from None
    save = at_moment(library.open(name), step)
    campaign = from_state(save.state)
    if campaign.fight is None:
        raise UsageError(which)
    before = before_last_move(save)
    if before is None:
        made = about_position(said, open_combat(campaign, catalogue()), catalogue())
        return replace(made, campaign=name)
    return about_move(said, before, name, catalogue())


# Listing --------------------------------------------------------------------------------------------------------

disputes = typer.Typer(
    add_completion=False, rich_markup_mode=None, help="Where you hold otherwise, and whether hoplo still does."
)


@disputes.callback(invoke_without_command=True)
def list_disputes(ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """List the disputes, and say for each whether this hoplo decides otherwise than when it was kept."""
    if ctx.invoked_subcommand is not None:
        return
    from hoplo_companion.cli.terminal.output import notice, show, show_json
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.reports.disputes import everything, judged
    from hoplo_companion.table.saves.library import Library

    library = Library()
    found, faults = everything(library)
    rows = [judged(library, each, catalogue()) for each in found]
    if json:
        show_json({"disputes": [_judged_table(each) for each in rows], "faults": faults})
        return
    for fault in faults:
        notice(fault)
    if not rows and not faults:
        say('no dispute is kept: hoplo dispute "…" keeps one')
        return
    show([line for each in rows for line in _judged_lines(each)], plain, wrap=True)


@disputes.command()
def show(n: NumberArgument, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show one dispute: the board, what hoplo decided there and why, what you hold, and what it decides now."""
    from hoplo_companion.cli.terminal.output import show as show_lines
    from hoplo_companion.cli.terminal.output import show_json
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.reports.disputes import judged, read
    from hoplo_companion.table.saves.library import Library

    library = Library()
    found = judged(library, read(library, n), catalogue())
    if json:
        show_json({"dispute": {**_table(found.dispute), **_judged_table(found)}})
        return
    show_lines([*_judged_lines(found), *_whole_lines(found.dispute)], plain)


@disputes.command()
def settle(
    n: NumberArgument,
    words: Annotated[list[str] | None, typer.Argument(metavar="[NOTE]", help="How it was settled.")] = None,
    note: Annotated[str, typer.Option("--note", help="The same, as an option.")] = "",
    json: JsonOption = False,
) -> None:
    """Close a dispute with a note; it stays in the list."""
    from hoplo_companion.cli.campaign.open_campaign import short
    from hoplo_companion.cli.terminal.output import show_json
    from hoplo_companion.table.reports.disputes import settle as close
    from hoplo_companion.table.saves.library import Library

    found = close(Library(), n, short(" ".join([*(words or []), note]).strip(), "a note"))
    if json:
        show_json({"dispute": _table(found)})
    else:
        say(f"dispute {n} is settled")


# Showing --------------------------------------------------------------------------------------------------------


def _table(found: Dispute) -> dict[str, Any]:
    import msgspec

    table: dict[str, Any] = msgspec.to_builtins(found)
    table.pop("state")  # the whole campaign: it is in the file
    return table


def _judged_table(found: Judged) -> dict[str, Any]:
    import msgspec

    kept = found.dispute
    return {
        "n": kept.n,
        "at": kept.at,
        "hoplo": kept.hoplo,
        "text": kept.text,
        "ruling": kept.ruling,
        "rule": kept.rule or None,
        "move": kept.move or None,
        "settled": msgspec.to_builtins(kept.settled),
        "differs": found.differs,
        "decided_otherwise": found.decisions,
        "rules_changed": found.rules,
        "readings_changed": found.readings,
    }


def _judged_lines(found: Judged) -> Iterator[Line]:
    from hoplo_companion import __version__
    from hoplo_companion.render.style import Span

    kept = found.dispute
    state = f"settled on {kept.settled.at}" if kept.settled is not None else "open"
    about = ", ".join(word for word in (kept.move, kept.rule) if word)
    yield [Span(f"{kept.n}  {kept.text}", "heading"), Span(f"  {state}, of {kept.at}{f' ({about})' if about else ''}")]
    if kept.ruling:
        yield [Span(f"   You hold: {kept.ruling}")]
    if kept.settled is not None and kept.settled.note:
        yield [Span(f"   Settled: {kept.settled.note}")]
    yield [Span(f"   hoplo {kept.hoplo} decided it; hoplo {__version__} decides "), *_verdict(found)]
    yield from ([Span(f"     {text}")] for text in found.decisions)
    for what, ids in (("rule", found.rules), ("reading in force", found.readings)):
        if ids:
            yield [Span(f"   Since then the {what} changed: {', '.join(ids)}")]


def _verdict(found: Judged) -> Line:
    from hoplo_companion.render.style import Span

    return [Span("otherwise now:", "damage")] if found.differs else [Span("the same.")]


def _whole_lines(kept: Dispute) -> Iterator[Line]:
    from hoplo_companion.cli.terminal.board_style import board_lines
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.errors import HoploError
    from hoplo_companion.render.sentences.decisions import decision_lines
    from hoplo_companion.render.style import Span
    from hoplo_companion.rules.position.reading import PositionReader
    from hoplo_companion.rules.unit_names import Names, names_of
    from hoplo_companion.table.reports.disputes import decisions_of

    names = Names(catalogue())
    yield []
    try:
        combat = PositionReader(catalogue()).read_plain(kept.position)
        names = names_of(combat)
        yield from board_lines(combat)
    except HoploError as fault:
        yield [Span(f"the board can no longer be read: {fault}", "damage")]
    for id_, text in kept.rules.items():
        if id_ == kept.rule:
            yield []
            yield [Span(f"{id_}, as of then: "), Span(" ".join(text.split()))]
    for decision in decisions_of(kept):
        yield []
        yield from decision_lines(decision, names)
