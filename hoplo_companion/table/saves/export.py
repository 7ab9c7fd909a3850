"""A campaign in one file, to keep elsewhere or to take to another machine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from hoplo_companion.components.names import part_number, slug
from hoplo_companion.components.own import Records, own_records
from hoplo_companion.errors import HoploError, UsageError, system_reason
from hoplo_companion.files import LARGEST_CAMPAIGN, read_whole, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.table.saves.format import (
    Header,
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
    """What an exported file holds: the state file and the log, as text, what they are, and the records they use.

    Shapes: `records` are the player's own chips and cards; files of older versions have none.
    """

    what: str
    name: str
    state: str
    log: str
    hash: str
    records: Records = {}


WHAT = "hoplo campaign"
REPORT = "hoplo/report@2"
LONGEST_NAME = 200


def _hash(name: str, state: str, log: str, records: Records | None = None) -> str:
    return hash_of({"name": name, "state": state, "log": log, **({"records": records} if records else {})})


def _used(text: str) -> Records:
    """The player's own records that a text of JSON names, and those that these name in turn."""
    own = msgspec.to_builtins(own_records())
    left = {(kind, id_): record for kind, tables in own.items() for id_, record in tables.items()}
    found: Records = {}
    todo = {slug(part_number(each)[0]) for each in re.findall(r'"([^"]+)"', text)}
    todo |= set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", text.lower()))
    while named := {key: record for key, record in left.items() if key[1] in todo}:
        for (kind, id_), record in named.items():
            found.setdefault(kind, {})[id_] = left.pop((kind, id_))
            more = msgspec.json.encode(record).decode()
            todo |= {slug(part_number(each)[0]) for each in re.findall(r'"([^"]+)"', more)}
            todo |= set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", more.lower()))
    return found


def pack(library: Library, name: str, file: Path) -> None:
    """Write a campaign into one file; what cannot be read, or has lost some of its log, is not packed."""
    if file.exists() and not file.is_file():
        raise UsageError(tr("{path} exists already and is not a file: choose another name", path=file))
    own = [library.home / each for each in ("campaigns", "copies", "trash", "locks", "data", "current")]
    if {each.resolve() for each in own} & {file.resolve(), *file.resolve().parents}:
        raise UsageError(tr("{path}: hoplo keeps its own files there: choose another place", path=file))
    save = library.open(name)
    save.check_log()
    list(save.lines())  # damage is mended here, and not found where it is taken in
    write_whole(file, msgspec.json.encode(packed(name, save.header, save.log)))


def packed(name: str, header: Header, log: Path, records: Records | None = None) -> Parcel:
    """Put a campaign together as a file has it, as far as its state goes, with the player's own records it uses."""
    try:
        lines = log.read_bytes()[: header.end].decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise UnreadableSaveError(tr("{name}: the log cannot be read: {reason}", name=name, reason=fault)) from None
    state = encode_header(header).decode()
    records = _used(state + lines) if records is None else records
    return Parcel(WHAT, name, state, lines, _hash(name, state, lines, records), records)


def other_file(raw: object) -> str:
    """What a file of JSON is, and what reads it; empty for what hoplo does not know."""
    values = raw if isinstance(raw, dict) else {}
    schema = values.get("schema")
    if values.get("what") == WHAT:
        return tr("it is an exported campaign; `hoplo save import FILE` takes it in")
    if schema == "hoplo/position@1":
        return tr("it is a position; `hoplo rival-turn --position FILE` plays it")
    if is_report(raw):
        return tr("it is a report; `hoplo save import FILE` opens it")
    return ""


def is_report(raw: object) -> bool:
    """Say whether a file of JSON is a report."""
    schema = raw.get("schema") if isinstance(raw, dict) else None
    return isinstance(schema, str) and schema.startswith("hoplo/report@")


def read_export(file: Path) -> dict[str, Any]:
    """Read the JSON of an exported campaign or of a report; HoploError where a file is something else."""
    text = later("{file} is not a campaign that hoplo exported: {reason}")
    try:
        raw = msgspec.json.decode(read_whole(file, LARGEST_CAMPAIGN))
    except OSError as fault:
        raise UsageError(f"{file}: {system_reason(fault)}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise HoploError(tr(text, file=file.name, reason=fault)) from None
    if not isinstance(raw, dict) or not (raw.get("what") == WHAT or is_report(raw)):
        reason = other_file(raw) or tr("`hoplo save export NAME FILE` writes one")
        raise HoploError(tr(text, file=file.name, reason=reason))
    return raw


def read_parcel(raw: dict[str, Any], file: str) -> Parcel:
    """Read an exported campaign from its JSON; HoploError where it is damaged."""
    try:
        parcel = msgspec.convert(raw, Parcel)
    except msgspec.MsgspecError as fault:
        if "unknown field" in str(fault):
            raise NewerSaveError(file, unknown_to_this_hoplo(fault)) from None
        text = tr("{file} is not a campaign that hoplo exported: {reason}", file=file, reason=fault)
        raise HoploError(text) from None
    if parcel.hash != _hash(parcel.name, parcel.state, parcel.log, parcel.records):
        raise HoploError(tr("{file} was damaged on the way: its check sum does not match", file=file))
    return parcel


def unpack(library: Library, file: Path, name: str | None, parcel: Parcel | None = None) -> str:
    """Take a campaign in; give the name it has here. HoploError where its log is damaged."""
    parcel = parcel or read_parcel(read_export(file), file.name)
    if max(len(parcel.name), len(name or "")) > LONGEST_NAME:
        text = tr("{file}: the name of a campaign has {most} characters at most", file=file.name, most=LONGEST_NAME)
        raise HoploError(text)
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
