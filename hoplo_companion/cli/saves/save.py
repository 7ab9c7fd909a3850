"""`hoplo save` and `hoplo doctor`: several campaigns, kept, moved, mended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.options import JsonOption
from hoplo_companion.cli.shell.table_words import campaign_name, trashed_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import HoploError, StoppedError
from hoplo_companion.files import sync_folder

if TYPE_CHECKING:
    from hoplo_companion.table.saves.library import Library

app = App(help="The campaigns on this machine; alone, list them.")

NameArgument = Annotated[str, typer.Argument(help="A campaign.", autocompletion=campaign_name)]


@app.callback(invoke_without_command=True)
def saves(terminal: Terminal, ctx: typer.Context, json: JsonOption = False) -> None:
    """List the campaigns, or do something with one."""
    if ctx.invoked_subcommand is None:
        list_(terminal, json)


@app.command("list")
def list_(terminal: Terminal, json: JsonOption = False) -> None:
    """List the campaigns, the one that is played marked, and what is in the trash."""
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import from_state

    library = Library()
    try:
        current = library.current()
    except HoploError:
        current = ""
    rows = []

    for name in library.names():
        try:
            pad = from_state(library.open(name).state).pad
            stands = f"{pad.hero}, act {pad.act}"
        except HoploError as fault:
            stands = str(fault)
        rows.append({"name": name, "current": name == current, "stands": stands})
    if json:
        terminal.show_json({"campaigns": rows, "trash": library.trashed()})
        return
    if not rows:
        from hoplo_companion.table.saves.library import NoCampaignError

        terminal.say(str(NoCampaignError()))
    for row in rows:
        terminal.say(f"{'*' if row['current'] else ' '} {row['name']}  {row['stands']}")
    for name in library.trashed():
        terminal.say(f"  (trash) {name}")


@app.command()
def switch(terminal: Terminal, name: NameArgument) -> None:
    """Play another campaign."""
    from hoplo_companion.table.saves.library import Library

    terminal.say(f"playing {Library().switch(name)}")


@app.command()
def copy(terminal: Terminal, name: NameArgument, to: Annotated[str, typer.Argument(help="The copy's name.")]) -> None:
    """Copy a campaign with its whole past."""
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import LIBRARY, alone

    library = Library()
    id_ = library.find(name)

    with alone(library, LIBRARY, id_):
        terminal.say(f"copied to {library.copy(id_, to)}")


@app.command()
def delete(terminal: Terminal, name: NameArgument) -> None:
    """Move a campaign to the trash, from where it can be restored."""
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import LIBRARY, alone

    library = Library()
    id_ = library.find(name)
    terminal.confirm(f"Move {id_} to the trash?")

    with alone(library, LIBRARY, id_):
        trashed = library.delete(library.find(id_))
        sync_folder(library.home / "trash")
    terminal.say(f"in the trash as {trashed}")


@app.command()
def restore(
    terminal: Terminal, name: Annotated[str, typer.Argument(help="What is in the trash.", autocompletion=trashed_name)]
) -> None:
    """Bring a campaign back from the trash."""
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import LIBRARY, alone

    library = Library()

    with alone(library, LIBRARY):
        restored = library.restore(name)
        sync_folder(library.home / "campaigns")
    terminal.say(f"restored as {restored}")


@app.command("export")
def export_(
    terminal: Terminal, name: NameArgument, file: Annotated[Path, typer.Argument(help="The file to write.")]
) -> None:
    """Write a campaign with its whole past into one file."""
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import alone

    library = Library()
    id_ = library.find(name)

    with alone(library, id_):
        from hoplo_companion.table.saves.export import pack

        pack(library, id_, file)
    terminal.say(f"written to {file}")


@app.command("import")
def import_(
    terminal: Terminal,
    file: Annotated[Path, typer.Argument(help="A file that export wrote.")],
    name: Annotated[str | None, typer.Option("--name", help="A name for it here.")] = None,
) -> None:
    """Take in a campaign from a file."""
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import LIBRARY, alone

    library = Library()

    with alone(library, LIBRARY):
        from hoplo_companion.table.saves.export import unpack

        terminal.say(f"imported as {unpack(library, file, name)}")


def doctor(
    terminal: Terminal,
    name: Annotated[
        str, typer.Argument(help="A campaign; all of them if left out.", autocompletion=campaign_name)
    ] = "",
    repair: Annotated[bool, typer.Option("--repair", help="Bring back what is good of what is damaged.")] = False,
    json: JsonOption = False,
) -> None:
    """Check every save from its first step to its last, and all else that is yours; bring back the last good state."""
    from hoplo_companion.table.saves.home import examine_home
    from hoplo_companion.table.saves.library import Library

    library = Library()
    names = [library.find(name)] if name else library.names()
    did = _repaired(library, names) if repair else []
    found = {each: _found(library, each) for each in names}

    at_home = examine_home(library)
    faults = [fault for each in found.values() for fault in each] + at_home
    if json:
        played = (name and names[0]) or _played(library)
        sound = {"campaign": played, "campaigns": names, "sound": not faults, "faults": faults, "did": did}
        terminal.show_json(sound)
    else:
        for line in did:
            terminal.say(line)
        for each, wrong in found.items():
            terminal.say("\n".join(wrong) if wrong else f"{each}: sound from its first step to its last")
        terminal.say("\n".join(at_home) if at_home else "Your own data, disputes and settings are sound.")
    if faults:
        raise typer.Exit(4)


def _played(library: Library) -> str:

    try:
        return library.current()
    except HoploError:
        return ""


def _found(library: Library, name: str) -> list[str]:

    try:
        from hoplo_companion.table.saves.doctor import examine

        return examine(library, name)
    except HoploError as fault:
        return [str(fault)]


def _repaired(library: Library, names: list[str]) -> list[str]:
    """Mend what is in the home folder, then every campaign; what cannot be mended is said, and stops nothing else."""
    from hoplo_companion.table.saves.doctor import mend
    from hoplo_companion.table.saves.format import NewerSaveError
    from hoplo_companion.table.saves.home import mend_home
    from hoplo_companion.table.saves.open_campaign import LIBRARY, alone

    did = mend_home(library)

    for name in names:
        try:
            with alone(library, LIBRARY, name):
                did += mend(library, name)
        except StoppedError:
            raise
        except NewerSaveError:
            continue  # what is found wrong with it says so
        except HoploError as fault:
            did.append(str(fault))
    return did
