"""The last good copies of the player's own files: `kept/` in the home folder, each named by its check sum.

The player edits these files by hand too. One that differs from its copy and reads well is such an edit, and becomes a
new copy; one that cannot be read is damaged or mistyped, and its last good copy is offered.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from hoplo_companion.errors import Defect, HoploError, InvalidError
from hoplo_companion.files import DiskError, write_whole
from hoplo_companion.language import tr

COPIES = 3


def _folder(home: Path, path: Path) -> Path:
    return home / "kept" / path.relative_to(home)


def _listed(home: Path, path: Path) -> list[Path]:
    """List the copies of a file, the latest first."""
    try:
        found = [each for each in _folder(home, path).iterdir() if each.name.partition("-")[0].isdigit()]
    except OSError:
        return []
    return sorted(found, key=lambda each: int(each.name.partition("-")[0]), reverse=True)


def _sum(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()[:32]


def is_kept(home: Path, path: Path) -> bool:
    """Say whether a file is as its last copy was taken, by its time and size alone."""
    try:
        now, then = path.stat(), _listed(home, path)[0].stat()
    except (IndexError, OSError):
        return False
    return (now.st_mtime_ns, now.st_size) == (then.st_mtime_ns, then.st_size)


def keep(home: Path, path: Path) -> None:
    """Take a copy of a file that reads well; where the disk refuses, `doctor` says that there is none."""
    with suppress(DiskError, OSError):
        data, copies = path.read_bytes(), _listed(home, path)
        name = _sum(data)
        if not copies or copies[0].name.partition("-")[2] != name or last_good(home, path) != copies[0]:
            number = int(copies[0].name.partition("-")[0]) + 1 if copies else 1
            copies.insert(0, _folder(home, path) / f"{number}-{name}")
            write_whole(copies[0], data, check=False)
        now = path.stat()
        os.utime(copies[0], ns=(now.st_atime_ns, now.st_mtime_ns))
        for old in copies[COPIES:]:
            old.unlink(missing_ok=True)


def last_good(home: Path, path: Path) -> Path | None:
    """Find the last copy of a file that matches its check sum; None where there is none."""
    for copy in _listed(home, path):
        with suppress(OSError):
            if _sum(copy.read_bytes()) == copy.name.partition("-")[2]:
                return copy
    return None


def offer(home: Path, path: Path) -> str:
    """Say that a file's last good copy can be brought back; empty where none is kept."""
    if last_good(home, path) is None:
        return ""
    return "; " + tr("`hoplo doctor --repair` brings back its last good copy")


def offered(fault: HoploError, home: Path, path: Path) -> HoploError:
    """Give what is wrong with a file together with the offer of its last good copy."""
    more = offer(home, path)
    if isinstance(fault, InvalidError):
        *others, last = fault.defects
        return InvalidError([*others, Defect(last.code, last.where, last.message + more)], fault.what)
    return type(fault)(str(fault) + more)


def is_there(path: Path, *folders: Path) -> bool:
    """Say whether there is a file, or something in its place; HoploError where that cannot be found out.

    Shapes: `folders` are those that it is looked for in, the outer one first; one that is not there has no files, one
    that is not a folder may have any.
    """
    for folder in folders:
        if not os.path.lexists(folder):
            return False
        if not folder.is_dir():
            raise HoploError(
                tr("{folder}: your own data cannot be read: this is not a folder; see `hoplo doctor`", folder=folder)
            )
        if not os.access(folder, os.R_OK | os.X_OK):
            raise HoploError(tr("{folder}: your own data cannot be read: permission denied", folder=folder))
    return os.path.lexists(path)
