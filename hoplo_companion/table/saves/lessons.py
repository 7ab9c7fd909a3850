"""How far the reader has come in each lesson; no campaign knows of it."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from hoplo_companion.errors import HoploError
from hoplo_companion.files import MEGABYTE, home_folder, read_whole, write_whole

FILE = "lessons.json"


def stops_done(lesson: str) -> int:
    """Count the stops of a lesson that are behind the reader; none where the file cannot be read."""
    return _read().get(lesson, 0)


def keep_done(lesson: str, stops: int) -> None:
    """Keep how far the reader has come, on disk; DiskError where the disk refuses."""
    write_whole(home_folder() / FILE, msgspec.json.encode({**_read(), lesson: stops}) + b"\n")


def _read() -> dict[str, int]:
    with suppress(HoploError, OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(read_whole(home_folder() / FILE, MEGABYTE), type=dict[str, int])
    return {}
