"""The last good copies of the player's own files: `kept/` in the home folder, each named by its check sum.

The player edits these files by hand too. One that differs from its copy and reads well is such an edit, and becomes a
new copy; one that cannot be read is damaged or mistyped, and its last good copy is offered.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from hoplo_companion.errors import Defect, HoploError, InvalidError
from hoplo_companion.files import DiskError, write_whole
from hoplo_companion.language import tr

T = TypeVar("T")

COPIES = 3

BLANK = 64  # a file of fewer bytes than these is looked at whether there is anything but blanks in it


def _folder(home: Path, path: Path) -> Path:
    return home / "kept" / path.relative_to(home)


def _listed(home: Path, path: Path) -> list[Path]:
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
        if not data.strip():
            return
        name = _sum(data)
        if not copies or copies[0].name.partition("-")[2] != name or last_good(home, path) != copies[0]:
            number = int(copies[0].name.partition("-")[0]) + 1 if copies else 1
            copies.insert(0, _folder(home, path) / f"{number}-{name}")
            write_whole(copies[0], data, check=False)
        now = path.stat()
        os.utime(copies[0], ns=(now.st_atime_ns, now.st_mtime_ns))
        for old in copies[COPIES:]:
            old.unlink(missing_ok=True)


def forget(home: Path, path: Path) -> None:
    """Drop the copies of a file that hoplo itself takes away."""
    for copy in _listed(home, path):
        copy.unlink(missing_ok=True)


def good_copies(home: Path, path: Path, fits: Callable[[bytes], bool] = bool) -> list[Path]:
    """The copies of a file that match their check sums and fit, the latest first; an empty one never does."""
    found = []
    for copy in _listed(home, path):
        with suppress(OSError, ValueError):
            data = copy.read_bytes()
            if data.strip() and _sum(data) == copy.name.partition("-")[2] and fits(data):
                found.append(copy)
    return found


def last_good(home: Path, path: Path) -> Path | None:
    """Find the last good copy of a file; None where there is none."""
    return next(iter(good_copies(home, path)), None)


def gone(home: Path, folder: Path) -> list[Path]:
    """The files of a folder that are not there, though a good copy of each is kept."""
    try:
        names = sorted(each.name for each in (home / "kept" / folder.relative_to(home)).iterdir())
    except OSError:
        return []
    paths = [folder / name for name in names if not os.path.lexists(folder / name)]
    return [path for path in paths if last_good(home, path) is not None]


def read(home: Path, path: Path, decode: Callable[[Path], T], is_sound: Callable[[T], bool] = bool) -> T | None:
    """Read one of the player's own files; None where there has never been one.

    What was edited by hand since and `is_sound` is kept anew. What cannot be read, is empty or gone though a copy of it
    is kept, is a HoploError that offers the last good one.
    """
    try:
        for folder in [each for each in path.parents if home in each.parents][::-1]:
            # Something else may stand in a folder's place, and a folder may not be read.
            is_folder = folder.is_dir()
            if os.path.lexists(folder) and not (is_folder and os.access(folder, os.R_OK | os.X_OK)):
                why = tr("permission denied") if is_folder else tr("this is not a folder; see `hoplo doctor`")
                raise HoploError("{folder}: your own data cannot be read: {reason}", folder=folder, reason=why)
        is_there = os.path.lexists(path)
        if is_there and not path.is_file():
            raise HoploError("{path} is {what}, which hoplo cannot use", path=path, what=what_is(path))
        is_empty = is_there and path.stat().st_size < BLANK and not path.read_bytes().strip()
        if (is_empty or not is_there) and last_good(home, path):
            raise HoploError(tr("{path} is empty", path=path) if is_there else tr("{path} is gone", path=path))
        data = decode(path) if is_there else None
    except InvalidError as fault:
        *others, last = fault.defects
        worded = Defect(last.code, last.where, last.message + _offer(home, path))
        raise InvalidError([*others, worded], fault.what) from None
    except HoploError as fault:
        if fault.exit_code == HoploError.exit_code:  # what a newer hoplo wrote is not damaged
            raise type(fault)(str(fault) + _offer(home, path)) from None
        raise
    if data is not None and not is_kept(home, path) and is_sound(data):
        keep(home, path)
    return data


def _offer(home: Path, path: Path) -> str:
    """Say that a file's last good copy can be brought back, or done without; empty where none is kept."""
    if last_good(home, path) is None:
        return ""
    text = "; " + tr("`hoplo doctor --repair` brings back its last good copy")
    if os.path.lexists(path):
        return text
    return text + " " + tr("(if you took it away yourself, delete {folder} too)", folder=_folder(home, path))


def what_is(path: Path) -> str:
    """Say what there is at a path: a folder, a file, or a link that leads nowhere."""
    if path.is_symlink() and not path.exists():
        return tr("a link that leads nowhere")
    if path.is_dir():
        return tr("a folder")
    return tr("a file") if path.is_file() else tr("neither a file nor a folder")
