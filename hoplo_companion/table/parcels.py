"""A campaign in one file, to keep elsewhere or to take to another machine."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.table.format import hash_of, read_header
from hoplo_companion.table.library import Library


class Parcel(Struct, frozen=True):
    """What an exported file holds: the state file and the log, as text, and what they are."""

    what: str
    name: str
    state: str
    log: str
    hash: str


WHAT = "hoplo campaign"


def _hash(name: str, state: str, log: str) -> str:
    return hash_of({"name": name, "state": state, "log": log})


def pack(library: Library, name: str, file: Path) -> None:
    """Write a campaign into one file; what cannot be read is not packed."""
    save = library.open(name)
    state = (save.folder / "state.json").read_text(encoding="utf-8")
    log = save.log.read_bytes()[: save.header.end].decode("utf-8")
    parcel = Parcel(WHAT, name, state, log, _hash(name, state, log))
    write_whole(file, msgspec.json.encode(parcel))


def unpack(library: Library, file: Path, name: str | None) -> str:
    """Take a campaign in; give the name it has here. HoploError where the file is none, or damaged."""
    try:
        parcel = msgspec.json.decode(file.read_bytes(), type=Parcel)
    except OSError as fault:
        raise UsageError(f"{file}: {fault.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise HoploError(f"{file.name}: no campaign that hoplo exported: {fault}") from None
    if parcel.what != WHAT or parcel.hash != _hash(parcel.name, parcel.state, parcel.log):
        raise HoploError(f"{file.name}: damaged on the way: its check sum does not match")
    id_ = library.free_name(name or parcel.name)
    folder = library.folder(id_)
    write_whole(folder / "log.jsonl", parcel.log.encode())
    write_whole(folder / "state.json", parcel.state.encode())
    read_header(folder / "state.json", id_)
    return id_
