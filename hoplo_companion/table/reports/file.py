"""What a report holds, and reading one from its file: nothing in it is trusted before it is held against its shape."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.own import Records
from hoplo_companion.errors import HoploError
from hoplo_companion.table.saves.changes import State
from hoplo_companion.table.saves.export import WHAT as EXPORTED
from hoplo_companion.table.saves.format import Header, Step

SCHEMA = "hoplo/report@1"

FILE_NAME = re.compile(r"(?:(?:copies|snapshots)/)?[\w-][\w.-]{0,99}")
_OTHERS = {"hoplo/position@1": "a position: `hoplo rival-turn --position FILE` plays it"}


class Line(Struct, frozen=True):
    """A line of the log, and its place there, by which others name it."""

    place: int
    step: Step


class Kept(Struct, frozen=True):
    """A save whose log leads to its state: both, and the state before the first line that is given."""

    header: Header
    log: list[Line]
    base: State = {}


class RawFile(Struct, frozen=True, omit_defaults=True):
    """A file as it is: its text, or its bytes where they are none; or what kept it from being read."""

    name: str
    text: str | None = None
    base64: str | None = None
    fault: str = ""

    @property
    def data(self) -> bytes:
        """Give its bytes."""
        if self.base64 is not None:
            return base64.b64decode(self.base64)
        return (self.text or "").encode("utf-8", "surrogateescape")


class Moment(Struct, frozen=True, omit_defaults=True):
    """One moment: after which step, the state then, and the fight in the middle of its move with what it asks.

    Shapes: `fight` is as `hoplo fight --json` has it; `position` is position@1, and `line` the same in one line;
    `fault` says why the fight cannot be opened.
    """

    n: int = 0
    what: str = ""
    state: State = {}
    fight: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    line: str = ""
    fault: str = ""


class Report(Struct, frozen=True, kw_only=True):
    """What a report holds.

    Shapes: of a save, `save` where it can be read and its log leads to its state, else `files`; `faults` are what
    `hoplo doctor` says of it. `rulings` are all open questions with the reading in force.
    """

    schema: str = SCHEMA
    hoplo: str
    python: str
    platform: str
    made: str
    campaign: str = ""
    faults: list[str] = []
    save: Kept | None = None
    files: list[RawFile] = []
    moment: Moment | None = None
    rulings: list[dict[str, str]] = []
    records: Records = {}
    record_files: list[RawFile] = []
    settings: list[RawFile] = []
    sum: str = ""


def encode(report: Report) -> bytes:
    """Write a report as a file holds it."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


def sum_of(report: Report) -> str:
    """Give the check sum of a report."""
    data = msgspec.json.Encoder(order="sorted").encode(replace(report, sum=""))
    return hashlib.sha256(data).hexdigest()[:32]


def read_report(data: bytes, name: str) -> Report:
    """Read a report; HoploError says what else a file is, or where it is damaged."""
    try:
        raw = msgspec.json.decode(data)
        if not isinstance(raw, dict):
            raise HoploError(f"{name}: no report of hoplo's: it holds no table")
        schema = raw.get("schema")
        if schema != SCHEMA:
            raise HoploError(f"{name}: no report that this hoplo can read: {_other(raw, schema)}")
        report = msgspec.convert(raw, Report)
        for each in report.files:
            _ = each.data
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise HoploError(f"{name}: no report of hoplo's, or a damaged one: {fault}") from None
    except ValueError as fault:
        raise HoploError(f"{name}: a damaged report: {fault}") from None
    if wrong := [each.name for each in report.files if not FILE_NAME.fullmatch(each.name)]:
        raise HoploError(f"{name}: a damaged report: {wrong[0][:60]!r} is no file of a save")
    return report


def _other(raw: dict[str, Any], schema: Any) -> str:
    if raw.get("what") == EXPORTED:
        return "it is an exported campaign: `hoplo save import FILE` takes it in"
    if isinstance(schema, str) and schema.startswith("hoplo/report@"):
        return f"it is {schema[:40]}, of another hoplo ({str(raw.get('hoplo'))[:40]}); this one reads {SCHEMA}"
    known = _OTHERS.get(schema) if isinstance(schema, str) else None
    return f"it is {known}" if known else f'it has no "schema": "{SCHEMA}"; `hoplo report` makes one'


def is_whole(report: Report) -> bool:
    """Tell whether a report is as hoplo wrote it."""
    return report.sum == sum_of(report)
