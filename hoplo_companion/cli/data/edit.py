"""`hoplo data edit`: the player's own records in an editor."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.data.add import check
from hoplo_companion.cli.shell.names import KIND_OF, own_ids, own_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, InvalidError, UsageError
from hoplo_companion.files import LARGEST_RECORDS, read_whole, write_whole

if TYPE_CHECKING:
    from hoplo_companion.components.own import Records


def edit(
    terminal: Terminal,
    name: Annotated[
        list[str],
        typer.Argument(
            help="One of your own records, by name or id; its kind may come first.", autocompletion=own_name
        ),
    ],
    kind: Annotated[
        str, typer.Option("--kind", help="Which kind, where several have the name: " + ", ".join(KIND_OF))
    ] = "",
) -> None:
    """Open one of your own records in your editor ($VISUAL or $EDITOR), on a copy that is checked before it is kept."""
    from hoplo_companion.components.catalogue import own_folder

    if len(name) > 1 and not kind and KIND_OF.get(name[0].lower()):
        kind, *name = name
    kind, id_, path = _own_file(" ".join(name), kind)
    editor = _editor(terminal)
    before = read_whole(path, LARGEST_RECORDS)

    copy = own_folder() / "edits" / path.name
    base = copy.with_suffix(".base")
    if copy.is_file():
        if base.is_file() and base.read_bytes() == before:
            terminal.notice(f"your copy that did not fit is opened again: {copy}")
        else:
            terminal.notice(f"your older copy that did not fit is kept in {_aside(copy)}")
    if not copy.is_file():
        write_whole(copy, before)
    write_whole(base, before)
    _run(editor, copy)
    text = read_whole(copy, LARGEST_RECORDS)
    if text != before:
        _check_copy(kind, id_, path, copy)
        if path.read_bytes() != before:
            raise HoploError(
                f"{path} was changed by somebody else meanwhile, and stays so; your copy is kept in {copy}"
            )
        write_whole(path, text)
    copy.unlink(missing_ok=True)
    base.unlink(missing_ok=True)
    terminal.say(f"{path} is as you left it" if text != before else f"{path} is unchanged")


def _own_file(name: str, kind: str) -> tuple[str, str, Path]:
    """Find the file of the player's own record of a name: its kind, its id and the file."""
    from hoplo_companion.components.catalogue import OWN_KINDS, UnknownNameError, singular
    from hoplo_companion.components.names import slug
    from hoplo_companion.components.own import own_path

    kinds = [each for each in OWN_KINDS if not kind or slug(kind) in (each, singular(each))]

    if not kinds:
        raise UnknownNameError("kind", kind, list(KIND_OF))
    id_ = slug(name)

    found = [(each, own_path(each, id_)) for each in kinds]
    found = [(each, path) for each, path in found if path.is_file() and _holds(each, path, id_)]
    if len(found) > 1:
        raise UsageError(f"{id_} is several things: say which with --kind {' or '.join(singular(k) for k, _ in found)}")
    if found:
        return found[0][0], id_, found[0][1]
    from hoplo_companion.components.catalogue import catalogue

    for each in kinds:
        try:
            shipped = id_ in catalogue().ids(each)
        except HoploError:
            continue
        if shipped:
            text = f"hoplo data add {singular(each)} '{name}: …' lays yours over it"
            raise UsageError(f"{id_} comes with hoplo, and you have told nothing of it: {text}")
    called = f"own {singular(kinds[0])}" if kind else "own record"
    raise UnknownNameError(called, name, sorted(own_ids(kinds)))


def _holds(kind: str, path: Path, id_: str) -> bool:
    """Tell whether a file has a record; one that cannot be read may, and editing is the way to mend it."""
    try:
        from hoplo_companion.components.own import own_tables

        return id_ in own_tables(path, kind)
    except InvalidError:
        return f"[{id_}" in path.read_text(encoding="utf-8", errors="replace")


def _editor(terminal: Terminal) -> list[str]:
    """Find the player's editor; a default one only where there is somebody to use it."""
    import shutil

    told = terminal.environment.get("VISUAL") or terminal.environment.get("EDITOR")
    if told:
        try:
            words = shlex.split(told, posix=os.name != "nt")
        except ValueError:
            words = []
        if words:
            return words
        raise UsageError(f"EDITOR is {told[:60]!r}, which is no command")
    terminal.need_terminal("with which editor? Set EDITOR (or VISUAL)")
    default = next((each for each in ("nano", "vi", "notepad") if shutil.which(each)), None)
    if default is None:
        raise UsageError("with which editor? Set EDITOR (or VISUAL)")
    return [default]


def _run(editor: list[str], copy: Path) -> None:
    import subprocess

    try:
        code = subprocess.run([*editor, str(copy)], check=False).returncode
    except OSError as fault:
        raise HoploError(f"{editor[0]}: {fault.strerror}; nothing is changed") from None
    if code:
        raise HoploError(f"{editor[0]} ended with {code}: nothing is changed, and your copy is kept in {copy}")


def _aside(copy: Path) -> Path:
    """Put a copy aside under a free name."""
    number = 1
    while (aside := copy.with_suffix(f".{number}{copy.suffix}")).exists():
        number += 1
    return copy.replace(aside)


def _check_copy(kind: str, id_: str, path: Path, copy: Path) -> None:
    """Refuse a copy that does not fit, with every defect; it is kept as it was typed."""
    try:
        from hoplo_companion.components.catalogue import FOLDERS, read_toml
        from hoplo_companion.components.own import own_tables

        tables = {id_: read_toml(copy)} if kind in FOLDERS else own_tables(copy, kind)
        from hoplo_companion.components.catalogue import Catalogue

        check(Catalogue(), {kind: tables}, _sound_records(path))
    except InvalidError as fault:
        lines = [f"{path.name} stays as it was; what you wrote does not fit:"]
        lines += [f"  {defect.sentence()}" for defect in fault.defects]
        lines.append(f"  your copy is kept: `hoplo data edit {id_}` opens it again ({copy})")
        raise HoploError("\n".join(lines)) from None


def _sound_records(but: Path) -> Records:
    """Read all own records but those of one file, and but those of files that cannot be read."""
    from hoplo_companion.components.catalogue import OWN_KINDS
    from hoplo_companion.components.own import own_paths, own_tables

    found: Records = {}

    for kind in OWN_KINDS:
        for path in own_paths(kind):
            if path == but:
                continue
            try:
                found.setdefault(kind, {}).update(own_tables(path, kind))
            except HoploError:
                continue
    return found
