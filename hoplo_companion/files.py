"""Files that are never half written: aside, synced, renamed, and read back."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hoplo_companion.errors import HoploError


class DiskError(HoploError):
    """The disk refuses: full, read-only, gone. What was there before is still there."""


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder last through a power cut, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_whole(path: Path, data: bytes, *, check: bool = True) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens on the way.

    DiskError where the disk refuses, or gives back something else than was written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
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


def append(path: Path, end: int, data: bytes) -> int:
    """Append to a file whose good part ends at `end`, and sync; give the new end.

    What stands behind the good part was left by a write that never finished; it is kept beside the file.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("r+b" if path.exists() else "w+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size > end:
                file.seek(end)
                with path.with_suffix(".torn").open("ab") as torn:
                    torn.write(file.read() + b"\n")
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
