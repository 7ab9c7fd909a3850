"""`hoplo report`: any moment in one file, which tells nothing of who or where you are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.shell.table_words import campaign_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import write_whole

if TYPE_CHECKING:
    from hoplo_companion.table.reports.file import Report

BoardOption = Annotated[
    str,
    typer.Option("--position", "-p", help="A board: a position in JSON or TOML, - for standard input, or in one line."),
]
StepOption = Annotated[int | None, typer.Option("--step", help="The moment after this step of `hoplo history`.")]


def report(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE] [BOARD]", help="Where to write it, - for standard output; a board in one line."),
    ] = None,
    campaign: Annotated[
        str,
        typer.Option(
            "--campaign", help="Of which campaign; the one that is played if not.", autocompletion=campaign_name
        ),
    ] = "",
    step: StepOption = None,
    last: Annotated[
        int | None, typer.Option("--last", min=1, max=1_000_000, help="The last steps of the log only.")
    ] = None,
    position: BoardOption = "",
) -> None:
    """Write one file that reproduces any moment: the log, the board, the rulings, the versions, your own records.

    Nothing in it tells who or where you are. Of a save that cannot be opened it holds whatever is left.
    """
    file, line = _file_and_line(words or [], position)
    _refuse_what_is_there(file)
    if line:
        _refuse_with_board(campaign, step, last)
        from hoplo_companion.cli.fight.positions import load_position
        from hoplo_companion.components.catalogue import catalogue
        from hoplo_companion.table.reports.report import report_of_position

        made = report_of_position(load_position(terminal, line, False), catalogue())
    else:
        made = _of_campaign(campaign, step, last)
    _write(terminal, made, file)


def _file_and_line(words: list[str], position: str) -> tuple[str, str]:
    """Tell the file's name and the board, either of which may be missing, in any order."""
    from hoplo_companion.cli.fight.positions import is_board

    boards = [word for word in words if is_board(word)] + [position] * bool(position)
    files = [word for word in words if not is_board(word)]
    if len(boards) > 1 or len(files) > 1:
        raise UsageError("one file to write, and one board at the most")
    return (files or [""])[0], (boards or [""])[0]


def _refuse_with_board(campaign: str, step: int | None, last: int | None) -> None:

    given = {"--campaign": campaign or None, "--step": step, "--last": last}
    if extra := [name for name, value in given.items() if value is not None]:
        raise UsageError(f"a board alone has no {extra[0]}: leave it out, or leave out the board")


def _of_campaign(name: str, step: int | None, last: int | None) -> Report:

    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.reports.report import report_of_campaign
    from hoplo_companion.table.saves.library import Library, NoCampaignError

    library = Library()

    try:
        id_ = library.find(name) if name else library.current()
    except NoCampaignError:
        raise UsageError("there is no campaign to report: give a board, with --position FILE or in one line") from None

    return report_of_campaign(library, id_, catalogue(), step=step, last=last)


def _write(terminal: Terminal, made: Report, file: str) -> None:

    from hoplo_companion.table.reports.file import encode

    if file == "-":
        terminal.print(encode(made).decode(), end="")
        return
    _refuse_what_is_there(file)
    path = Path(file) if file else _free_name(made)
    write_whole(path, encode(made))
    terminal.say(f"written to {path}")
    for fault in made.faults:
        terminal.notice(fault)


def _refuse_what_is_there(file: str) -> None:
    """Refuse to write over anything: before a report is made, so that nobody waits in vain, and after."""
    path = Path(file)
    if file not in ("", "-") and (path.exists() or path.is_symlink()):
        raise HoploError(f"{path}: something is there already, and nothing is written over: choose another name")


def _free_name(made: Report) -> Path:
    stem = f"hoplo-report-{made.campaign or 'board'}"
    if made.moment is not None and made.campaign:
        stem = f"{stem}-{made.moment.n}"
    names = (Path(f"{stem}{f'-{n}' if n > 1 else ''}.json") for n in range(1, 100_000))
    return next(path for path in names if not path.exists() and not path.is_symlink())
