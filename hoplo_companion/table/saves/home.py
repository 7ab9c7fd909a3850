"""Looking the whole home folder through: the player's own files, what is in the way of others, and strays."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hoplo_companion.components import kept
from hoplo_companion.components.catalogue import FOLDERS, OWN_KINDS, own_defects, read_toml, shipped_folder
from hoplo_companion.components.packs import EXAMPLES, read_pack
from hoplo_companion.errors import HoploError, InvalidError, system_reason
from hoplo_companion.files import DiskError, move, write_whole
from hoplo_companion.language import tr
from hoplo_companion.table.saves.doctor import what_is
from hoplo_companion.table.saves.drafts import FILE as DRAFT
from hoplo_companion.table.saves.drafts import Draft
from hoplo_companion.table.saves.lessons import FILE as LESSONS
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save

FILES = ("current", "config.toml", DRAFT, LESSONS)
FOLDERS_AT_HOME = ("campaigns", "copies", "trash", "locks", "data", "kept")
STRAY = re.compile(r"\..+\.(json|jsonl|toml)\.(?!sw[a-z]$)\w+|\.[\w-]+\.new|\.current\.\w{8}|\.\d+-\w{32}\.\w{8}")
"""What a killed write leaves; an editor's own files are not meant."""


def examine_home(library: Library) -> list[str]:
    """List what is wrong in the home folder beside the campaigns that are played; empty where all is well."""
    found = [
        tr("{path} is {what}, which hoplo cannot use", path=path, what=what_is(path))
        for path in _in_the_way(library.home)
    ]
    found += [f"{path}: {fault}{kept.offer(library.home, path)}" for path, fault in _own_faults(library)]
    found += [tr("{path}: left by a write that was never finished", path=path) for path in strays(library.home)]
    for name in library.trashed() if (library.home / "trash").is_dir() else []:
        folder = library.home / "trash" / name
        try:
            save = Save.open(folder, folder / "copies")
            save.check_log()
        except HoploError as fault:
            found.append(tr("in the trash: {reason}", reason=fault))
    return found


def mend_home(library: Library) -> list[str]:
    """Bring back the last good copies of own files that cannot be read, and clear away strays; say what was done."""
    home, did = library.home, []
    for path in _in_the_way(home):
        was = what_is(path)
        did.append(tr("{path} was {what}; it is kept as {aside}", path=path, what=was, aside=set_aside(path)))
        if path.name == "data":
            did += _all_back(home, path)
        elif path.name == "config.toml":
            did += _back(home, path)
    for path, _ in list(_own_faults(library)):
        if kept.last_good(home, path) is not None:
            aside = set_aside(path)
            did += [*_back(home, path), tr("{path}: what was there is kept as {aside}", path=path, aside=aside)]
        elif path.name == DRAFT:
            aside = set_aside(path)
            did.append(
                tr("{path}: the conversation is dropped; what was there is kept as {aside}", path=path, aside=aside)
            )
    for path in strays(home):
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            did.append(tr("{path}: cleared away", path=path))
    return did


def _back(home: Path, path: Path) -> list[str]:
    copy = kept.last_good(home, path)
    if copy is None:
        return []
    write_whole(path, copy.read_bytes())
    kept.keep(home, path)
    return [tr("{path}: its last good copy is back", path=path)]


def _all_back(home: Path, folder: Path) -> list[str]:
    """Bring back everything of a folder that copies are kept of."""
    below = home / "kept"
    files = {copy.parent for copy in (below / folder.name).rglob("*") if copy.is_file()}
    return [line for each in sorted(files) for line in _back(home, home / each.relative_to(below))]


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
    home = library.home
    paths = [home / "config.toml", home / DRAFT]
    for kind in OWN_KINDS:
        folder = home / "data"
        paths += sorted((folder / kind).glob("*.toml")) if kind in FOLDERS else [folder / f"{kind}.toml"]
    paths.append(home / "data" / EXAMPLES)
    for path in paths:
        if not os.path.lexists(path) or (path.parent == home and not path.is_file()):
            continue
        try:
            _read(path, home)
        except InvalidError as fault:
            yield path, "; ".join(defect.sentence() for defect in fault.defects)
        except (HoploError, OSError, ValueError) as fault:
            yield path, str(fault)
        else:
            if path.name != DRAFT and not kept.is_kept(home, path):
                kept.keep(home, path)


def _read(path: Path, home: Path) -> None:
    if path.name == DRAFT:
        import msgspec

        msgspec.json.decode(path.read_bytes(), type=Draft)
        return
    if path.name == EXAMPLES:
        read_pack(path)
        return
    data = read_toml(path)
    if path.parent == home:
        return
    kind = path.parent.name if path.parent.name in FOLDERS else path.stem
    if defects := own_defects(shipped_folder(), kind, path.stem, data):
        raise InvalidError(defects)


def strays(home: Path) -> list[Path]:
    """List what writes have left that were never finished."""
    return sorted(path for path in home.rglob(".*") if STRAY.fullmatch(path.name))
