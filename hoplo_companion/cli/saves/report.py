"""`hoplo report`: any moment in one file, to show to somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hoplo_companion.cli.fight.positions import is_board, load_position
from hoplo_companion.cli.options import argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.table.saves.export import Report, damage, encode, report_of_campaign, report_of_position
from hoplo_companion.table.saves.library import Library, NoCampaignError

BoardOption = Annotated[
    str,
    option("A board: a file (JSON or TOML), - for standard input, or the board in one line.", names="--position -p"),
]
StepOption = Annotated[int | None, option("The moment after this step of `hoplo history`.", names="--step")]


def report(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        argument("The file to write, - for standard output; a board in one line.", metavar="[FILE] [BOARD]"),
    ] = None,
    campaign: Annotated[str, option("Which campaign; the one being played if left out.", "campaign_name")] = "",
    step: StepOption = None,
    position: BoardOption = "",
) -> None:
    """Write one file that reproduces any moment: the whole save, the board, your own records, the versions.

    `hoplo save import FILE` opens it. Your own folder is left out; what you typed yourself is in it. Of a damaged save
    it has what is left.
    """
    file, line = _file_and_line(words or [], position)
    _refuse_what_is_there(file)
    if line:
        _refuse_with_board(campaign, step)
        made = report_of_position(load_position(terminal, line, False), catalogue())
    else:
        made = _of_campaign(campaign, step)
    _write(terminal, made, file)


def _file_and_line(words: list[str], position: str) -> tuple[str, str]:
    """Give the file's name and the board, either of which may be missing, in any order."""
    boards = [word for word in words if is_board(word)] + [position] * bool(position)
    files = [word for word in words if not is_board(word)]
    if len(boards) > 1 or len(files) > 1:
        raise UsageError(tr("give one file to write, and one board at most"))
    return (files or [""])[0], (boards or [""])[0]


def _refuse_with_board(campaign: str, step: int | None) -> None:
    given = {"--campaign": campaign or None, "--step": step}
    if extra := [name for name, value in given.items() if value is not None]:
        raise UsageError(tr("a stand-alone board has no {option}: leave out one of them", option=extra[0]))


def _of_campaign(name: str, step: int | None) -> Report:
    library = Library()
    try:
        id_ = library.find(name) if name else library.current()
    except NoCampaignError:
        text = tr("there is no campaign to report: give a board, in one line or with --position FILE")
        raise UsageError(text) from None
    return report_of_campaign(library, id_, catalogue(), step=step)


def _write(terminal: Terminal, made: Report, file: str) -> None:
    if file == "-":
        print(encode(made).decode(), end="")
        return
    _refuse_what_is_there(file)
    path = Path(file) if file else _free_name(made)
    write_whole(path, encode(made))
    terminal.say(tr("written to {path}", path=path))
    # The report says what is wrong in English; the player reads it in the language that is spoken.
    for fault in damage(Library(), made.campaign) if made.faults else ():
        terminal.notice(fault)


def _refuse_what_is_there(file: str) -> None:
    """Refuse to write over anything: before a report is made, so that nobody waits in vain, and after."""
    path = Path(file)
    if file not in ("", "-") and (path.exists() or path.is_symlink()):
        raise HoploError(tr("{file} exists already, and is never overwritten: choose another name", file=path))


def _free_name(made: Report) -> Path:
    stem = f"hoplo-report-{made.campaign or 'board'}"
    if made.moment is not None and made.campaign:
        stem = f"{stem}-{made.moment.n}"
    names = (Path(f"{stem}{f'-{n}' if n > 1 else ''}.json") for n in range(1, 100_000))
    return next(path for path in names if not path.exists() and not path.is_symlink())
