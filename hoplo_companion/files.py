"""Files that are never half written (written aside, synced, renamed, read back), and never read if too large.

The player's own files have their last good copies in `kept/` of the home folder, each named by its check sum. The
player edits these files by hand too: one that differs from its copy and reads well is such an edit, and becomes a new
copy; one that cannot be read is damaged or mistyped, and its last good copy is offered.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from hoplo_companion.errors import Defect, HoploError, InvalidError, system_reason
from hoplo_companion.language import tr

T = TypeVar("T")

MEGABYTE = 1 << 20
LARGEST_POSITION = MEGABYTE
LARGEST_RECORDS = 4 * MEGABYTE
LARGEST_CAMPAIGN = 256 * MEGABYTE
"""The most bytes that are read of a position or a script, of a file of records or settings, of a whole campaign."""

PATIENCE = 5.0  # seconds to wait for another terminal that writes

FAILURE = "failure.txt"  # the file of the player's folder that says where hoplo itself has failed last


class DiskError(HoploError):
    """The disk refuses: full, read-only, gone. What was there before is still there."""


class _BusyError(DiskError):
    """Another terminal changes the same files just now."""


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
    at_once = getattr(os, "O_NONBLOCK", 0)  # a pipe into which nobody writes is empty
    with open(path, "rb", buffering=0, opener=lambda path, flags: os.open(path, flags | at_once)) as file:
        if at_once:
            os.set_blocking(file.fileno(), True)
        return read_stream(file, str(path), most)


def read_stream(stream: BinaryIO, name: str, most: int) -> bytes:
    """Read a stream to its end, of `most` bytes at the most; TooLargeError names it."""
    read = bytearray()
    while chunk := stream.read(MEGABYTE):
        read += chunk
        if len(read) > most:
            raise TooLargeError("{name}: larger than {n} MB, the most that hoplo reads", name=name, n=most // MEGABYTE)
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
            with suppress(OSError):
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
def all_or_nothing(paths: Iterable[Path], last: Path | None = None) -> Iterator[None]:
    """Change several files below the home folder, all of them or none: what fails or is killed is put back.

    It is done once `last` has changed, the state of a save say; without one, at the end. DiskError.
    """
    home = home_folder()
    with _alone(PATIENCE):
        try:
            before = {os.path.relpath(path, home): _text_of(path) for path in paths}
            mark = [os.path.relpath(last, home), _sum_of(last)] if last is not None else None
        except OSError as fault:
            raise DiskError("{path}: cannot be read: {reason}", path=home, reason=system_reason(fault)) from None
        write_whole(home / UNFINISHED, msgspec.json.encode({"before": before, "last": mark}))
        try:
            yield
        except BaseException:
            # What cannot be put back now is put back by the next command.
            with suppress(DiskError, OSError):
                _put_back()
            raise
        (home / UNFINISHED).unlink()


def finish_killed() -> None:
    """Put back what a change of several files has left half done where it was killed; one under way is left alone."""
    if os.path.lexists(home_folder() / UNFINISHED):
        with suppress(_BusyError), _alone(0):
            _put_back()


@contextmanager
def _alone(patience: float) -> Iterator[None]:
    from filelock import FileLock, Timeout  # most commands change one file at the most

    home = home_folder()
    try:
        make_folder(home / "locks")
        held = FileLock(home / "locks" / ".files.lock").acquire(timeout=patience)
    except Timeout:
        raise _BusyError("another terminal is writing to your own data; try again") from None
    except OSError as fault:
        raise DiskError("{path}: cannot be written: {reason}", path=home, reason=system_reason(fault)) from None
    with held:
        yield


def _text_of(path: Path) -> str | None:
    return path.read_bytes().decode("latin-1") if path.is_file() else None


def _sum_of(path: Path) -> str:
    return _sum(path.read_bytes()) if path.is_file() else ""


def _sum(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def _put_back() -> None:
    home = home_folder()
    try:
        found = msgspec.json.decode((home / UNFINISHED).read_bytes())
    except (FileNotFoundError, ValueError, msgspec.DecodeError):
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


def append(path: Path, end: int, data: bytes, *, unfinished: Callable[[], None]) -> int:
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
                with suppress(OSError):
                    file.truncate(end)
                raise
        Changes.any = True
        return end + len(data)
    except OSError as fault:
        raise DiskError("{path}: cannot be written: {reason}", path=path, reason=system_reason(fault)) from None


# The last good copies of the player's own files -----------------------------------------------------------------------

COPIES = 3


def _folder(path: Path) -> Path:
    return home_folder() / "kept" / path.relative_to(home_folder())


def _listed(path: Path) -> list[Path]:
    try:
        found = [each for each in _folder(path).iterdir() if each.name.partition("-")[0].isdigit()]
    except OSError:
        return []
    return sorted(found, key=lambda each: int(each.name.partition("-")[0]), reverse=True)


def is_kept(path: Path) -> bool:
    """Say whether a file is as its last copy was taken, by its time and size alone."""
    try:
        now, then = path.stat(), _listed(path)[0].stat()
    except (IndexError, OSError):
        return False
    return (now.st_mtime_ns, now.st_size) == (then.st_mtime_ns, then.st_size)


def keep(path: Path) -> None:
    """Take a copy of a file that reads well; where the disk refuses, `doctor` says that there is none."""
    with suppress(DiskError, OSError):
        data, copies = path.read_bytes(), _listed(path)
        if not data.strip():
            return
        name = _sum(data)[:32]
        if not copies or copies[0].name.partition("-")[2] != name or last_good(path) != copies[0]:
            number = int(copies[0].name.partition("-")[0]) + 1 if copies else 1
            copies.insert(0, _folder(path) / f"{number}-{name}")
            write_whole(copies[0], data, check=False)
        now = path.stat()
        os.utime(copies[0], ns=(now.st_atime_ns, now.st_mtime_ns))
        for old in copies[COPIES:]:
            old.unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Drop the copies of a file that hoplo itself takes away."""
    for copy in _listed(path):
        copy.unlink(missing_ok=True)


def good_copies(path: Path, fits: Callable[[bytes], bool] = bool) -> list[Path]:
    """The copies of a file that match their check sums and fit, the latest first; an empty one never does."""
    found = []
    for copy in _listed(path):
        with suppress(OSError, ValueError):
            data = copy.read_bytes()
            if data.strip() and copy.name.partition("-")[2] == _sum(data)[:32] and fits(data):
                found.append(copy)
    return found


def last_good(path: Path) -> Path | None:
    """Find the last good copy of a file; None where there is none."""
    return next(iter(good_copies(path)), None)


def gone(folder: Path) -> list[Path]:
    """The files of a folder that are not there, though a good copy of each is kept."""
    try:
        names = sorted(each.name for each in _folder(folder).iterdir())
    except (OSError, ValueError):
        return []
    paths = [folder / name for name in names if not os.path.lexists(folder / name)]
    return [path for path in paths if last_good(path) is not None]


def read_own(path: Path, decode: Callable[[Path], T], is_sound: Callable[[T], bool] = bool) -> T | None:
    """Read one of the player's own files; None where there has never been one.

    What was edited by hand since and `is_sound` is kept anew. What cannot be read, is empty or gone though a copy of it
    is kept, is a HoploError that offers the last good one.
    """
    try:
        for folder in [each for each in path.parents if home_folder() in each.parents][::-1]:
            # Something else may stand in a folder's place, and a folder may not be read.
            is_folder = folder.is_dir()
            if os.path.lexists(folder) and not (is_folder and os.access(folder, os.R_OK | os.X_OK)):
                why = tr("permission denied") if is_folder else tr("this is not a folder; see `hoplo doctor`")
                raise HoploError("{folder}: your own data cannot be read: {reason}", folder=folder, reason=why)
        is_there = os.path.lexists(path)
        if is_there and not path.is_file():
            raise HoploError("{path} is {what}, which hoplo cannot use", path=path, what=_no_file(path))
        is_empty = is_there and not path.read_bytes().strip()
        if (is_empty or not is_there) and last_good(path):
            raise HoploError(tr("{path} is empty", path=path) if is_there else tr("{path} is gone", path=path))
        data = decode(path) if is_there else None
    except InvalidError as fault:
        *others, last = fault.defects
        worded = Defect(last.code, last.where, last.message + _offer(path))
        raise InvalidError([*others, worded], fault.what) from None
    except HoploError as fault:
        if fault.exit_code == HoploError.exit_code:  # what a newer hoplo wrote is not damaged
            raise type(fault)(str(fault) + _offer(path)) from None
        raise
    if data is not None and not is_kept(path) and is_sound(data):
        keep(path)
    return data


def _offer(path: Path) -> str:
    """Say that a file's last good copy can be brought back, or done without; empty where none is kept."""
    if last_good(path) is None:
        return ""
    text = "; " + tr("`hoplo doctor --repair` brings back its last good copy")
    if os.path.lexists(path):
        return text
    return text + " " + tr("(if you took it away yourself, delete {folder} too)", folder=_folder(path))


def _no_file(path: Path) -> str:
    """Say what there is at a path instead of a file."""
    if path.is_symlink() and not path.exists():
        return tr("a link that leads nowhere")
    return tr("a folder") if path.is_dir() else tr("neither a file nor a folder")
