"""`hoplo save`, `doctor` and `report`: several campaigns, kept, moved, mended; any moment in one file."""

from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from hoplo_companion.campaign.model import Pad
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.cli.fight.positions import is_board, load_position
from hoplo_companion.cli.options import Answer, App, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.own import Pack, PackHead
from hoplo_companion.components.words import ACTS
from hoplo_companion.errors import HoploError, StoppedError, UsageError, system_reason
from hoplo_companion.files import home_folder, write_whole
from hoplo_companion.language import later, speaking, spoken, tr
from hoplo_companion.table.saves import export
from hoplo_companion.table.saves.doctor import TABLES, examine, examine_home, mend, mend_home
from hoplo_companion.table.saves.format import NewerSaveError
from hoplo_companion.table.saves.library import LIBRARY, Library, NoCampaignError, Saves, Trash
from hoplo_companion.table.saves.open_campaign import Games

app = App(help="The campaigns on this machine; without a command, list them.")

Whose = Literal["mine", "theirs"]
"""Whose records are kept where they differ."""

NameArgument = Annotated[str, argument("A campaign.", "campaign_name")]


@app.alone
@app.command("list")
def list_() -> Answer:
    """List the campaigns, and what is in the trash.

    A star marks the campaign being played.
    """
    library = Library()
    current = _played(library)

    def rows(stands: Callable[[Pad], str]) -> list[dict[str, Any]]:
        """Every campaign with who plays it and how far it has come, or with what is wrong with it."""
        found = []
        for name in library.names():
            try:
                said = stands(library.held_by(library.open(name)).pad)
            except HoploError as fault:
                said = str(fault)
            found.append({"name": name, "current": name == current, "stands": said})
        return found

    def plain(pad: Pad) -> str:
        return f"{pad.hero}, act {pad.act}"

    def stands(pad: Pad) -> str:
        return tr("{hero}, Act {act}", hero=chip_name(pad.hero), act=ACTS[pad.act])

    def lines() -> str:
        said = [f"{'*' if row['current'] else ' '} {row['name']}  {row['stands']}" for row in rows(stands)]
        trash = ["  " + tr("(trash) {name}", name=name) for name in library.trashed()]
        return "\n".join([*(said or [str(NoCampaignError())]), *trash])

    return Answer(lines, lambda: {"campaigns": rows(plain), "trash": library.trashed()})


@app.command()
def switch(terminal: Terminal, name: NameArgument) -> None:
    """Play another campaign."""
    terminal.say(tr("now playing {campaign}", campaign=Library().switch(name)))


@app.command()
def copy(terminal: Terminal, name: NameArgument, to: Annotated[str, argument("The copy's name.")]) -> None:
    """Copy a campaign with its whole past."""
    library = Library()
    id_ = library.find(name)
    with library.alone(LIBRARY, id_):
        terminal.say(tr("copied to {campaign}", campaign=library.copy(id_, to)))


@app.command()
def delete(terminal: Terminal, name: NameArgument) -> None:
    """Move a campaign to the trash.

    `hoplo save restore NAME` brings it back.
    """
    library = Library()
    id_ = library.find(name)
    terminal.confirm(tr("Move {campaign} to the trash?", campaign=id_))
    with library.alone(LIBRARY, id_):
        trashed = library.delete(library.find(id_))
    terminal.say(tr("in the trash as {name}", name=trashed))


@app.command()
def restore(terminal: Terminal, name: Annotated[str, argument("A campaign in the trash.", "trashed_name")]) -> None:
    """Bring a campaign back from the trash."""
    library = Library()
    with library.alone(LIBRARY):
        restored = library.restore(name)
    terminal.say(tr("restored as {campaign}", campaign=restored))


@app.command("export")
def export_(terminal: Terminal, name: NameArgument, file: Annotated[Path, argument("The file to write.")]) -> None:
    """Write a campaign with its whole past into one file."""
    library = Library()
    id_ = library.find(name)
    with library.alone(id_):
        export.pack(library, id_, file)
    terminal.say(tr("written to {path}", path=file))


@app.command("import")
def import_(
    terminal: Terminal,
    file: Annotated[Path, argument("A file that hoplo exported.")],
    name: Annotated[str | None, option("A name for it here.")] = None,
    records: Annotated[Whose | None, option("Where its own chips and cards differ from yours: mine or theirs.")] = None,
) -> None:
    """Import a campaign from a file, with the chips and cards of the player's own that it uses.

    A report is opened as a campaign at the moment that it is about.
    """
    from hoplo_companion.cli.data.packs import check_pack, take_in  # most files of before bring none

    library = Library()
    parcel = export.read_export(file)
    if isinstance(parcel, export.Report):
        report, n = parcel, parcel.moment.n if parcel.moment is not None else "?"
        parcel, faults = export.parcel_of(report)
        text = tr(
            "{file}: a report of {campaign}, after step {n}; made on {date} with hoplo {hoplo}, Python {python} on "
            "{os}.",
            file=file.name, campaign=report.campaign, n=n, date=report.made, hoplo=report.hoplo, python=report.python,
            os=report.platform,
        )  # fmt: skip
        terminal.say(text)
        for fault in [*report.faults, *faults]:
            terminal.notice(fault)
    own = _own_of(terminal, parcel, records)
    check_pack(file, own)
    with library.alone(LIBRARY):
        imported = export.unpack(library, file, name, parcel)
        try:
            if own.records:
                take_in(terminal, own)
        except HoploError:
            library.delete(imported)
            raise
    terminal.say(tr("imported as {campaign}", campaign=imported))


def _own_of(terminal: Terminal, parcel: export.Parcel, whose: str | None) -> Pack:
    """The records that a campaign brings along, without those of which the player keeps other ones."""
    from hoplo_companion.cli.data.packs import differing_from_own, titles

    own = Pack(PackHead(name=parcel.name), parcel.records, [])
    if differing := differing_from_own(own):
        names = titles(differing)
        if not whose:
            text = tr("yours differ: {names}; --records mine keeps them, --records theirs replaces them", names=names)
            terminal.need_terminal(text)
            text = tr("Yours differ from those of the campaign: {names}. Which ones hold?", names=names)
            whose = terminal.choose(text, {"mine": tr("mine"), "theirs": tr("those of the campaign")})
        if whose == "mine":
            tables = {
                kind: {id_: table for id_, table in each.items() if id_ not in differing.get(kind, {})}
                for kind, each in parcel.records.items()
            }
            return Pack(own.head, {kind: each for kind, each in tables.items() if each}, [])
    return own


Checked = tuple[Saves[Any], str]
"""A save that is looked through: where it is, and its name there."""


def doctor(
    terminal: Terminal,
    name: Annotated[str, argument("A campaign; all of them if left out.", "campaign_name")] = "",
    repair: Annotated[bool, option("Bring back the last good state of what is damaged.")] = False,
) -> Answer:
    """Check every save from its first step to its last, and your own data; bring back the last good state.

    The games of the other tables are saves too: `hoplo doctor spartacus/capua`.
    """
    library = Library()
    saves = _saves(library, name)
    with speaking("en" if terminal.json else spoken()):
        did = _repaired(library, saves) if repair else []
        found = {label: _found(label, each) for label, each in saves.items()}
        at_home = examine_home(library)
    faults = [fault for each in found.values() for fault in each] + at_home

    def lines() -> str:
        sound = later("{campaign}: sound from its first step to its last")
        every = [line for each, wrong in found.items() for line in wrong or [tr(sound, campaign=each)]]
        return "\n".join([*did, *every, *(at_home or [tr("Your own data and settings are sound.")])])

    def table() -> dict[str, Any]:
        played = (name and next(iter(saves))) or _played(library)
        return {"campaign": played, "campaigns": list(found), "sound": not faults, "faults": faults, "did": did}

    def then() -> None:
        if faults:
            raise typer.Exit(4)

    return Answer(lines, table, then)


def _saves(library: Library, name: str) -> dict[str, Checked]:
    """The saves that are meant, by what the doctor calls them: the one of a name, of any table, or all."""
    played = [table for table in TABLES if Library(home_folder() / table).names()]
    tables = [Games(table, import_module(f"hoplo_companion.{table}.game").Game) for table in played]
    games: dict[str, Checked] = {f"{each.table}/{known}": (each, known) for each in tables for known in each.names()}
    if not name:
        campaigns: dict[str, Checked] = {each: (library, each) for each in (*library.names(), *library.lost())}
        trash = Trash(library.home)
        return {**campaigns, **{f"trash/{each}": (trash, each) for each in library.trashed()}, **games}
    meant = {label: each for label, each in games.items() if name.strip().casefold() in (label, each[1])}
    if meant and ("/" in name or slug(name) not in library.names()):
        return meant
    found = library.find(name)
    return {found: (library, found)}


def _played(library: Library) -> str:
    try:
        return library.current()
    except HoploError:
        return ""


def _found(label: str, save: Checked) -> list[str]:
    """What is wrong with a save, with its table where that is another one."""
    table = f"{save[0].table}: " if isinstance(save[0], Games) else ""
    try:
        return [f"{table}{fault}" for fault in examine(*save)]
    except (HoploError, OSError) as fault:
        return [tr("{name}: it cannot be looked through: {reason}", name=label, reason=system_reason(fault))]


def _repaired(library: Library, saves: Mapping[str, Checked]) -> list[str]:
    """Mend what is in the home folder, then every save; what cannot be mended is said, and stops nothing else."""
    did = mend_home(library)
    for label, (place, name) in saves.items():
        try:
            with place.alone(LIBRARY, name):
                did += mend(place, name)
        except StoppedError:
            raise
        except NewerSaveError:
            continue  # what is found wrong with it says so
        except (HoploError, OSError) as fault:
            did.append(tr("{name}: it cannot be mended: {reason}", name=label, reason=system_reason(fault)))
    return did


def report(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        argument("The file to write, - for standard output; a board in one line.", metavar="[FILE] [BOARD]"),
    ] = None,
    campaign: Annotated[str, option("Which campaign; the one being played if left out.", "campaign_name")] = "",
    step: Annotated[int | None, option("The moment after this step of `hoplo history`.", names="--step")] = None,
    position: Annotated[
        str,
        option(
            "A board: a file (JSON or TOML), - for standard input, or the board in one line.", names="--position -p"
        ),
    ] = "",
) -> None:
    """Write one file that reproduces any moment: the whole save, the board, your own records, the versions.

    `hoplo save import FILE` opens it. Your own folder is left out; what you typed yourself is in it. Of a damaged save
    it has what is left.
    """
    boards = [word for word in words or () if is_board(word)] + [position] * bool(position)
    files = [word for word in words or () if not is_board(word)]
    if len(boards) > 1 or len(files) > 1:
        raise UsageError("give one file to write, and one board at most")
    file = (files or [""])[0]
    path = Path(file)
    if file not in ("", "-") and (path.exists() or path.is_symlink()):  # before it is made: nobody waits in vain
        raise HoploError("{file} exists already, and is never overwritten: choose another name", file=path)
    if boards:
        given = {"--campaign": campaign or None, "--step": step}
        if extra := [name for name, value in given.items() if value is not None]:
            raise UsageError("a stand-alone board has no {option}: leave out one of them", option=extra[0])
        made = export.report_of_position(load_position(terminal, boards[0]), catalogue())
    else:
        library = Library()
        try:
            id_ = library.find(campaign) if campaign else library.current()
        except NoCampaignError:
            raise UsageError(
                "there is no campaign to report: give a board, in one line or with --position FILE"
            ) from None
        made = export.report_of_campaign(library, id_, catalogue(), step=step)
    if file == "-":
        terminal.print(export.encode(made).decode(), end="")
        return
    if not file:
        at = f"-{made.moment.n}" if made.moment is not None and made.campaign else ""
        stem = f"hoplo-report-{made.campaign or 'board'}{at}"
        names = (Path(f"{stem}{f'-{n}' if n > 1 else ''}.json") for n in count(1))
        path = next(name for name in names if not name.exists() and not name.is_symlink())
    write_whole(path, export.encode(made))
    terminal.say(tr("written to {path}", path=path))
    # The report says what is wrong in English; the player reads it in the language that is spoken.
    for fault in export.damage(Library(), made.campaign) if made.faults else ():
        terminal.notice(fault)
