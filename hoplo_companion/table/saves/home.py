"""Looking the whole home folder through: the player's own files, what is in the way of others, and strays."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from hoplo_companion.components import backups
from hoplo_companion.components.backups import what_is
from hoplo_companion.components.catalogue import FOLDERS, OWN_KINDS, own_defects, read_toml, shipped_folder
from hoplo_companion.components.own import own_paths
from hoplo_companion.components.packs import EXAMPLES, read_pack
from hoplo_companion.errors import HoploError, InvalidError, system_reason
from hoplo_companion.files import DiskError, move, write_whole
from hoplo_companion.language import tr
from hoplo_companion.table.saves.drafts import FILE as DRAFT
from hoplo_companion.table.saves.drafts import Draft
from hoplo_companion.table.saves.lessons import FILE as LESSONS
from hoplo_companion.table.saves.library import Library, pointed

FILES = ("current", "config.toml", DRAFT, LESSONS)
TABLES = ("spartacus", "pantheon")
"""The folders of the other tables' games."""

FOLDERS_AT_HOME = ("campaigns", "copies", "trash", "locks", "data", "kept")
STRAY = re.compile(r"\..+\.(json|jsonl|toml)\.(?!sw[a-z]$)\w+|\.[\w-]+\.new|\.current\.\w{8}|\.\d+-\w{32}\.\w{8}")
"""What a killed write leaves; an editor's own files are not meant."""


def examine_home(library: Library) -> list[str]:
    """List what is wrong in the home folder beside the saves; empty where all is well."""
    found = [
        tr("{path} is {what}, which hoplo cannot use", path=path, what=what_is(path))
        for path in _in_the_way(library.home)
    ]
    found += [f"{path}: {fault}" for path, fault in _own_faults(library)]
    found += [tr("{path}: left by a write that was never finished", path=path) for path in strays(library.home)]
    return found


def mend_home(library: Library) -> list[str]:
    """Bring back the last good copies of own files that cannot be read, and clear away strays; say what was done."""
    home, did = library.home, []
    for path in _in_the_way(home):
        was = what_is(path)
        did.append(tr("{path} was {what}; it is kept as {aside}", path=path, what=was, aside=set_aside(path)))
    for path, _ in list(_own_faults(library)):
        copy = backups.last_good(home, path)
        aside = set_aside(path) if os.path.lexists(path) and (copy is not None or path.name == DRAFT) else ""
        if copy is not None:
            write_whole(path, copy.read_bytes())
            backups.keep(home, path)
            did.append(tr("{path}: its last good copy is back", path=path))
        elif aside:
            did.append(tr("{path}: the conversation is dropped", path=path))
        if aside:
            did.append(tr("{path}: what was there is kept as {aside}", path=path, aside=aside))
    for path in strays(home):
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            did.append(tr("{path}: cleared away", path=path))
    return did


def set_aside(path: Path) -> str:
    """Move what cannot be used to a name that nothing reads; give that name."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in range(1, 10_000))
    aside = next(each for each in names if not os.path.lexists(each))
    try:
        move(path, aside)
    except OSError as fault:
        raise DiskError(tr("{path}: cannot be moved aside: {reason}", path=path, reason=system_reason(fault))) from None
    return aside.name


def _in_the_way(home: Path) -> list[Path]:
    """List what is not a file where a file belongs, and not a folder where a folder belongs."""
    files = [home / name for name in FILES]
    folders = [home / name for name in FOLDERS_AT_HOME] + [home / "data" / kind for kind in FOLDERS]
    for parent in ("campaigns", "copies"):
        if (home / parent).is_dir():
            folders += [each for each in (home / parent).iterdir() if not re.search(r"^\.|\.damaged-", each.name)]
    if (home / "locks").is_dir():
        files += (home / "locks").glob("*.lock")
    wrong = [path for path in files if os.path.lexists(path) and not path.is_file()]
    return wrong + [path for path in folders if os.path.lexists(path) and not path.is_dir()]


def _own_faults(library: Library) -> Iterator[tuple[Path, str]]:
    """Iterate over the player's own files that cannot be used, each with what is wrong; a good one is kept."""
    home, data = library.home, library.home / "data"
    readers: dict[Path, Callable[[], object]] = {home / DRAFT: lambda: _read_draft(home / DRAFT)}
    for path in (home / "config.toml", data / EXAMPLES, *(home / each / "current" for each in ("", *TABLES))):
        read = pointed if path.name == "current" else read_pack if path.name == EXAMPLES else read_toml
        readers[path] = partial(backups.read, home, path, read)
    for kind in OWN_KINDS:
        for path in own_paths(kind):
            readers[path] = partial(backups.read, home, path, partial(_sound, kind))
    for path, look in readers.items():
        if path.parent == home and os.path.lexists(path) and not path.is_file():
            continue  # it is in the way
        try:
            look()
        except InvalidError as fault:
            yield path, "; ".join(defect.sentence() for defect in fault.defects)
        except (HoploError, OSError, ValueError) as fault:
            yield path, str(fault)


def _read_draft(path: Path) -> None:
    import msgspec

    if os.path.lexists(path):
        msgspec.json.decode(path.read_bytes(), type=Draft)


def _sound(kind: str, path: Path) -> dict[str, Any]:
    """Read one of the player's own files of records; InvalidError where they do not fit their schema."""
    data = read_toml(path)
    if defects := own_defects(shipped_folder(), kind, path.stem, data):
        raise InvalidError(defects)
    return data


def strays(home: Path) -> list[Path]:
    """List what writes have left that were never finished."""
    return sorted(path for path in home.rglob(".*") if STRAY.fullmatch(path.name))
