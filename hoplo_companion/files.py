"""Files that are never half written: aside, synced, renamed, and read back."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hoplo_companion.errors import HoploError


class DiskError(HoploError):
    """The disk refuses: full, read-only, gone. What was there before is still there."""


FAILING = (errno.EIO, errno.ENOSPC, errno.EROFS)
"""What says that a disk fails; anything else that syncing a folder gives says that the system cannot do it."""


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder last through a power cut, where the system can; OSError where the disk fails."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError as fault:
        if fault.errno in FAILING:
            raise
    finally:
        os.close(handle)


def sync_tree(folder: Path) -> None:
    """Make all files of a folder and of those in it last through a power cut; OSError where the disk fails."""
    for path in folder.iterdir():
        if path.is_dir():
            sync_tree(path)
            continue
        with path.open("rb" if os.name == "posix" else "r+b") as file:
            os.fsync(file.fileno())
    sync_folder(folder)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each to last through a power cut; OSError where the disk refuses."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def move(path: Path, to: Path) -> None:
    """Move a file or folder to a place that is free, to last through a power cut; OSError where the disk refuses."""
    make_folder(to.parent)
    path.rename(to)
    sync_folder(to.parent)
    sync_folder(path.parent)


def write_whole(path: Path, data: bytes, *, check: bool = True, at_last: Callable[[], None] = lambda: None) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens on the way.

    DiskError where the disk refuses, or gives back something else than was written; `at_last` is called before the new
    file takes the old one's place, and may raise.
    """
    try:
        make_folder(path.parent)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            at_last()
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
        if check and path.read_bytes() != data:
            raise DiskError(f"{path}: the disk gave back something else than was written")
    except OSError as fault:
        raise DiskError(f"{path}: cannot be written: {fault.strerror}") from None


def write_toml(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as a TOML file, whole or not at all."""
    import tomlkit

    write_whole(path, tomlkit.dumps(table).encode())


def append(path: Path, end: int, data: bytes, *, unfinished: Callable[[], None] = lambda: None) -> int:
    """Append to a file whose good part ends at `end`, and sync; give the new end.

    What stands behind the good part was left by a write that never finished; it is kept beside the file. `unfinished`
    is called before that, and may raise where somebody else has written it.
    """
    try:
        make_folder(path.parent)
        with path.open("r+b" if path.exists() else "w+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size > end:
                unfinished()
                file.seek(end)
                _append_synced(path.with_suffix(".torn"), file.read() + b"\n")
                file.truncate(end)
            file.seek(end)
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except BaseException:
                with contextlib.suppress(OSError):
                    file.truncate(end)
                raise
        return end + len(data)
    except OSError as fault:
        raise DiskError(f"{path}: cannot be written: {fault.strerror}") from None


def _append_synced(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
