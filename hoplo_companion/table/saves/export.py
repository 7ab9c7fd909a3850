"""A campaign in one file, to keep elsewhere or to take to another machine."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from hoplo_companion.errors import HoploError, UsageError, system_reason
from hoplo_companion.files import LARGEST_CAMPAIGN, read_whole, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.table.saves.format import (
    NewerSaveError,
    UnreadableSaveError,
    encode_header,
    hash_of,
    parse_header,
    unknown_to_this_hoplo,
)
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save, built_aside


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
        raise UsageError(tr("{path} is there already and is not a file: choose another name", path=file))
    own = [library.home / each for each in ("campaigns", "copies", "trash", "locks", "data", "current")]
    if {each.resolve() for each in own} & {file.resolve(), *file.resolve().parents}:
        raise UsageError(tr("{path}: hoplo keeps its own files there: choose another place", path=file))
    save = library.open(name)
    save.check_log()
    list(save.lines())  # damage is mended here, and not found where it is taken in
    try:
        log = save.log.read_bytes()[: save.header.end].decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise UnreadableSaveError(tr("{name}: the log cannot be read: {reason}", name=name, reason=fault)) from None
    state = encode_header(save.header).decode()
    parcel = Parcel(WHAT, name, state, log, _hash(name, state, log))
    write_whole(file, msgspec.json.encode(parcel))


def unpack(library: Library, file: Path, name: str | None) -> str:
    """Take a campaign in; give the name it has here. HoploError where the file is not a campaign, or damaged."""
    try:
        parcel = msgspec.json.decode(read_whole(file, LARGEST_CAMPAIGN), type=Parcel)
    except OSError as fault:
        raise UsageError(f"{file}: {system_reason(fault)}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        if "unknown field" in str(fault):
            raise NewerSaveError(file.name, unknown_to_this_hoplo(fault)) from None
        text = tr("{file} is not a campaign that hoplo exported: {reason}", file=file.name, reason=fault)
        raise HoploError(text) from None
    if len(parcel.name) > LONGEST_NAME or len(name or "") > LONGEST_NAME:
        text = tr("{file}: the name of a campaign has {most} characters at most", file=file.name, most=LONGEST_NAME)
        raise HoploError(text)
    if parcel.what != WHAT or parcel.hash != _hash(parcel.name, parcel.state, parcel.log):
        raise HoploError(tr("{file} was damaged on the way: its check sum does not match", file=file.name))
    header = parse_header(parcel.state.encode(), file.name, parcel.name)
    id_ = library.free_name(name or parcel.name)
    with built_aside(library.folder(id_), library.copies(id_)) as aside:
        write_whole(aside / "log.jsonl", parcel.log.encode())
        save = Save(aside, aside / "copies", header)
        try:
            list(save.lines())
        except NewerSaveError:
            raise
        except UnreadableSaveError:
            text = later(
                "{file}: its log is damaged, and nothing is imported; `hoplo doctor --repair` mends the original"
            )
            raise HoploError(tr(text, file=file.name)) from None
        save.write_header(header)
    return id_
