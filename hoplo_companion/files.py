"""Files that are never half written (written aside, synced, renamed, read back), and never read if too large."""

import contextlib
import errno
import os
import select
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from hoplo_companion.errors import HoploError, system_reason
from hoplo_companion.language import tr

MEGABYTE = 1 << 20
LARGEST_POSITION = MEGABYTE
LARGEST_RECORDS = 4 * MEGABYTE
LARGEST_CAMPAIGN = 256 * MEGABYTE
"""The most bytes that are read of a position or a script, of a file of records or settings, of a whole campaign."""

PATIENCE = 5.0  # seconds to wait for somebody to write into a named pipe

CHUNK = 1 << 16

FAILURE = "failure.txt"  # the file of the player's folder that says where hoplo itself has failed last


class DiskError(HoploError):
    """The disk refuses: full, read-only, gone. What was there before is still there."""


class TooLargeError(HoploError):
    """What was to be read has no end, or is larger than anything that hoplo could use."""

    code = "too-large"


def home_folder() -> Path:
    """Find the folder where hoplo keeps what is the player's own: `HOPLO_HOME`, or the platform's data folder."""
    if home := os.environ.get("HOPLO_HOME"):
        try:
            return Path(home).expanduser()
        except RuntimeError:
            raise HoploError("HOPLO_HOME is {folder}: there is no such user", folder=repr(home)) from None
    from platformdirs import user_data_path

    return user_data_path("hoplo", appauthor=False)


def read_whole(path: Path, most: int) -> bytes:
    """Read a file from outside, of so many bytes at most, even a device or a pipe that nobody fills; TooLargeError."""
    at_once = getattr(os, "O_NONBLOCK", 0)  # whoever writes into it is not waited for
    with open(path, "rb", buffering=0, opener=lambda path, flags: os.open(path, flags | at_once)) as file:
        if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            # What the shell has opened for us (`<(…)`) is being written to; at any other pipe there may be nobody.
            is_ours = path.parts[:2] in (("/", "dev"), ("/", "proc"))
            if not is_ours and not select.select([file], [], [], PATIENCE)[0]:
                raise HoploError("{path}: nobody writes into this pipe", path=path)
            os.set_blocking(file.fileno(), True)
        return read_stream(file, str(path), most)


def read_stream(stream: BinaryIO, name: str, most: int) -> bytes:
    """Read a stream to its end, of `most` bytes at the most; TooLargeError names it."""
    read = bytearray()
    while chunk := stream.read(CHUNK):
        read += chunk
        if len(read) > most:
            raise TooLargeError(
                tr("{name}: larger than {n} MB, the most that hoplo reads", name=name, n=most // MEGABYTE)
            )
    return bytes(read)


class Changes:
    """What this process has done on disk: whether anything was changed, and whether it may be lost in a power cut."""

    any = False
    unsure = False


FAILING = (errno.EIO, errno.ENOSPC, errno.EROFS)
"""What says that a disk fails; anything else that syncing a folder gives says that the system cannot do it."""


def sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can; a disk that fails is noted as unsure."""
    Changes.any = True
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError as fault:
        Changes.unsure |= fault.errno in FAILING
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
    """Make a folder and those above it; OSError where the disk refuses."""
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
    """Write a file so that it is either the old one or the new one, whatever happens on the way; a link stays one.

    DiskError where the disk refuses, or gives back something different; `at_last` is called before the new
    file takes the old one's place, and may raise.
    """
    import tempfile

    path = path.resolve() if path.is_symlink() and path.is_file() else path
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
            raise DiskError("{path}: the disk gave back something different from what was written", path=path)
    except OSError as fault:
        raise DiskError("{path}: cannot be written: {reason}", path=path, reason=system_reason(fault)) from None


UNFINISHED = "unfinished.json"
"""The file of the player's folder that says how other files stood before a change of several that is under way."""


@contextmanager
def all_or_nothing(home: Path, paths: Iterable[Path], last: Path | None = None) -> Iterator[None]:
    """Change several files below the home folder, all of them or none: what fails or is killed is put back.

    It is done once `last` has changed, the state of a save say; without one, at the end. DiskError.
    """
    with _alone(home, PATIENCE) as is_alone:
        if not is_alone:
            raise DiskError("another terminal is writing to your own data; try again")
        import json

        try:
            before = {os.path.relpath(path, home): _text_of(path) for path in paths}
            mark = [os.path.relpath(last, home), _sum_of(last)] if last is not None else None
        except OSError as fault:
            raise DiskError("{path}: cannot be read: {reason}", path=home, reason=system_reason(fault)) from None
        write_whole(home / UNFINISHED, json.dumps({"before": before, "last": mark}).encode())
        try:
            yield
        except BaseException:
            # What cannot be put back now is put back by the next command.
            with contextlib.suppress(DiskError, OSError):
                _put_back(home)
            raise
        (home / UNFINISHED).unlink()


def finish_killed(home: Path) -> None:
    """Put back what a change of several files has left half done where it was killed; one under way is left alone."""
    if os.path.lexists(home / UNFINISHED):
        with _alone(home, 0) as is_alone:
            if is_alone:
                _put_back(home)


@contextmanager
def _alone(home: Path, patience: float) -> Iterator[bool]:
    from filelock import FileLock, Timeout  # most commands change one file at the most

    lock = FileLock(home / "locks" / ".files.lock")
    try:
        make_folder(home / "locks")
        lock.acquire(timeout=patience)
    except Timeout:
        yield False
        return
    except OSError as fault:
        raise DiskError("{path}: cannot be written: {reason}", path=home, reason=system_reason(fault)) from None
    try:
        yield True
    finally:
        lock.release()


def _text_of(path: Path) -> str | None:
    return path.read_bytes().decode("latin-1") if path.is_file() else None


def _sum_of(path: Path) -> str:
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _put_back(home: Path) -> None:
    import json

    try:
        found = json.loads((home / UNFINISHED).read_bytes())
    except (FileNotFoundError, ValueError):
        return
    if found["last"] is None or _sum_of(home / found["last"][0]) == found["last"][1]:
        for name, text in found["before"].items():
            path = home / name
            if text is None:
                path.unlink(missing_ok=True)
            elif _text_of(path) != text:
                write_whole(path, text.encode("latin-1"))
    (home / UNFINISHED).unlink()


def write_toml(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as a TOML file, whole or not at all."""
    import tomlkit

    write_whole(path, tomlkit.dumps(table).encode())


def append(path: Path, end: int, data: bytes, *, unfinished: Callable[[], None] = lambda: None) -> int:
    """Append to a file whose good part ends at `end`, and sync; give the new end.

    What follows the good part was left by a write that never finished; it is kept beside the file. `unfinished`
    is called before that, and may raise where somebody else has written it.
    """
    try:
        make_folder(path.parent)
        with path.open("r+b" if path.exists() else "w+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size > end:
                unfinished()
                file.seek(end)
                with path.with_suffix(".torn").open("ab") as torn:
                    torn.write(file.read() + b"\n")
                    torn.flush()
                    os.fsync(torn.fileno())
                sync_folder(path.parent)
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
        Changes.any = True
        return end + len(data)
    except OSError as fault:
        raise DiskError("{path}: cannot be written: {reason}", path=path, reason=system_reason(fault)) from None
