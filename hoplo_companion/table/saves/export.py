"""A campaign in one file, to keep elsewhere or to take to another machine."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import LARGEST_CAMPAIGN, read_whole, write_whole
from hoplo_companion.table.saves.format import NewerSaveError, UnreadableSaveError, encode_header, hash_of, parse_header
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import built_aside


class Parcel(Struct, frozen=True, forbid_unknown_fields=True):
    """What an exported file holds: the state file and the log, as text, and what they are."""

    what: str
    name: str
    state: str
    log: str
    hash: str


WHAT = "hoplo campaign"
LONGEST_NAME = 200


def _hash(name: str, state: str, log: str) -> str:
    return hash_of({"name": name, "state": state, "log": log})


def pack(library: Library, name: str, file: Path) -> None:
    """Write a campaign into one file; what cannot be read, or has lost some of its log, is not packed."""
    if file.exists() and not file.is_file():
        raise UsageError(f"{file}: something else than a file is there: choose another name")
    own = [library.home / each for each in ("campaigns", "copies", "trash", "locks", "data", "current")]
    if {each.resolve() for each in own} & {file.resolve(), *file.resolve().parents}:
        raise UsageError(f"{file}: hoplo keeps its own files there: choose another place")
    save = library.open(name)
    save.check_log()
    try:
        log = save.log.read_bytes()[: save.header.end].decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise UnreadableSaveError(f"{name}: the log cannot be read: {fault}") from None
    state = encode_header(save.header).decode()
    parcel = Parcel(WHAT, name, state, log, _hash(name, state, log))
    write_whole(file, msgspec.json.encode(parcel))


def unpack(library: Library, file: Path, name: str | None) -> str:
    """Take a campaign in; give the name it has here. HoploError where the file is none, or damaged."""
    try:
        parcel = msgspec.json.decode(read_whole(file, LARGEST_CAMPAIGN), type=Parcel)
    except OSError as fault:
        raise UsageError(f"{file}: {fault.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        if "unknown field" in str(fault):
            raise NewerSaveError(file.name, f"it has what this hoplo does not know ({fault})") from None
        raise HoploError(f"{file.name}: no campaign that hoplo exported: {fault}") from None
    if len(parcel.name) > LONGEST_NAME or len(name or "") > LONGEST_NAME:
        raise HoploError(f"{file.name}: the name of a campaign has {LONGEST_NAME} characters at the most")
    if parcel.what != WHAT or parcel.hash != _hash(parcel.name, parcel.state, parcel.log):
        raise HoploError(f"{file.name}: damaged on the way: its check sum does not match")
    parse_header(parcel.state.encode(), file.name, parcel.name)
    id_ = library.free_name(name or parcel.name)
    with built_aside(library.folder(id_)) as aside:
        write_whole(aside / "log.jsonl", parcel.log.encode())
        write_whole(aside / "state.json", parcel.state.encode())
    save = library.open(id_)
    save.write_header(save.header)
    return id_
