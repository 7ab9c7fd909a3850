"""What the files of a save hold: the lines of the log, the state file, their check sums, and their older formats."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.errors import HoploError
from hoplo_companion.table.changes import Change, State

FORMAT = 2
"""Format 1 had a check sum of the state alone; since 2 the whole state file has one, and every line of the log."""

NO_STEP = -1
"""The place of a step where there is none: before the first one."""


class UnreadableSaveError(HoploError):
    """A save that cannot be read as it stands; nothing of it was touched, and what could still be had is named."""

    exit_code = 4


class Step(Struct, frozen=True, omit_defaults=True):
    """A line of the log: one step, how it was made, and what it changed.

    Shapes: `prev` is the place in the log of the step before; `hash` is of the state after the step; `kind` is step,
    mark, undo or redo, the latter two only saying that the state went back or forth to the step at `to`; `facts` are
    the player's own records that were kept with it (kind, id, before, after); `sum` is the check sum of all the rest,
    empty in lines of format 1.
    """

    n: int
    at: str
    hoplo: str
    command: str
    what: str
    prev: int = NO_STEP
    kind: str = "step"
    to: int = NO_STEP
    answers: list[Any] = []
    changes: list[Change] = []
    hash: str = ""
    note: str = ""
    facts: list[Any] = []
    sum: str = ""


class Header(Struct, frozen=True):
    """What `state.json` holds: the state, the step that made it, and how far the log is good.

    Shapes: `hash` is of the state, `sum` of all the rest with it.
    """

    format: int
    hoplo: str
    n: int
    head: int
    end: int
    redo: list[int]
    marks: dict[str, int]
    hash: str
    state: State
    sum: str = ""


_encode = msgspec.json.Encoder(order="sorted").encode
_decode_step = msgspec.json.Decoder(Step).decode


def _sum(value: Any) -> str:
    return hashlib.sha256(_encode(value)).hexdigest()[:32]


def hash_of(state: State) -> str:
    """Give the check sum of a state: equal states have equal sums, whatever the order of their keys."""
    return _sum(state)


def encode_header(header: Header) -> bytes:
    """Write a state file, with its check sum."""
    return _encode(replace(header, sum=_header_sum(header)))


def _header_sum(header: Header) -> str:
    # The state has a sum of its own, and need not be gone through twice.
    return _sum([getattr(header, name) for name in header.__struct_fields__ if name not in ("state", "sum")])


def encode_step(step: Step) -> bytes:
    """Write a line of the log, with its check sum."""
    return msgspec.json.encode(replace(step, sum=_sum(replace(step, sum="")))) + b"\n"


def decode_step(line: bytes) -> Step:
    """Read a line of the log and hold it against its check sum; ValueError where it is damaged."""
    step = _decode_step(line)
    if step.sum and step.sum != _sum(replace(step, sum="")):
        raise ValueError("the line does not match its check sum")
    return step


def read_header(path: Path, name: str) -> Header:
    """Read a state file and hold it against its check sums; UnreadableSaveError says what is wrong with it."""
    try:
        return parse_header(path.read_bytes(), path.name, name)
    except FileNotFoundError:
        raise UnreadableSaveError(f"{name}: {path.name} is missing; `hoplo doctor` looks for what is left") from None
    except OSError as fault:
        raise UnreadableSaveError(f"{name}: {path.name} cannot be read: {fault.strerror}") from None


def parse_header(data: bytes, file: str, name: str) -> Header:
    """Read what a state file holds; UnreadableSaveError says what is wrong with it."""
    help_ = f"it is kept as it is; `hoplo doctor {name}` finds the last good state"
    try:
        raw = msgspec.json.decode(data)
        if isinstance(raw, dict) and isinstance(raw.get("format"), int) and raw["format"] > FORMAT:
            what = f"it is of format {raw['format']}, from hoplo {raw.get('hoplo')}; this one reads up to {FORMAT}"
            raise UnreadableSaveError(f"{name}: {what}: install a newer hoplo")
        header = msgspec.convert(migrate(raw), Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableSaveError(f"{name}: {file} is damaged ({fault}); {help_}") from None
    if hash_of(header.state) != header.hash or header.sum != _header_sum(header):
        raise UnreadableSaveError(f"{name}: {file} does not match its check sum; {help_}")
    return header


def migrate(raw: Any) -> Any:
    """Bring a state file of an older format to the present one, a format at a time."""
    if isinstance(raw, dict) and raw.get("format") == 1:
        if "sum" in raw:
            raise msgspec.ValidationError("format 1 has no check sum of the whole")
        header = msgspec.convert(raw, Header)
        # It keeps its format until its next step, so that what is read is what stands there.
        return {**raw, "sum": _header_sum(header)}
    return raw
