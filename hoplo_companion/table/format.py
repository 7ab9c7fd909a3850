"""What the files of a save hold: the lines of the log, the state file, its check sum, and its older formats."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from hoplo_companion.errors import HoploError
from hoplo_companion.table.changes import Change, State

FORMAT = 1
NO_STEP = -1
"""The place of a step where there is none: before the first one."""


class UnreadableSaveError(HoploError):
    """A save that cannot be read as it stands; nothing of it was touched, and what could still be had is named."""

    exit_code = 4


class Step(Struct, frozen=True, omit_defaults=True):
    """A line of the log: one step, how it was made, and what it changed.

    Shapes: `prev` is the place in the log of the step before; `hash` is of the state after the step; `kind` is step,
    undo or redo, the latter two only saying that the state went back or forth to the step at `to`.
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


class Header(Struct, frozen=True):
    """What `state.json` holds: the state, the step that made it, and how far the log is good."""

    format: int
    hoplo: str
    n: int
    head: int
    end: int
    redo: list[int]
    marks: dict[str, int]
    hash: str
    state: State


encode = msgspec.json.Encoder(order="sorted").encode


decode_step = msgspec.json.Decoder(Step).decode


def hash_of(state: State) -> str:
    """Give the check sum of a state: equal states have equal sums, whatever the order of their keys."""
    return hashlib.sha256(encode(state)).hexdigest()[:32]


def read_header(path: Path, name: str) -> Header:
    """Read a state file and hold it against its check sum; UnreadableSaveError says what is wrong with it."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableSaveError(f"{name}: {path.name} is missing; `hoplo doctor` looks for what is left") from None
    except OSError as fault:
        raise UnreadableSaveError(f"{name}: {path.name} cannot be read: {fault.strerror}") from None
    help_ = f"it is kept as it is; `hoplo doctor {name}` finds the last good state"
    try:
        raw = msgspec.json.decode(data)
        if isinstance(raw, dict) and isinstance(raw.get("format"), int) and raw["format"] > FORMAT:
            what = f"it is of format {raw['format']}, from hoplo {raw.get('hoplo')}; this one reads up to {FORMAT}"
            raise UnreadableSaveError(f"{name}: {what}: install a newer hoplo")
        header = msgspec.convert(migrate(raw), Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableSaveError(f"{name}: {path.name} is damaged ({fault}); {help_}") from None
    if hash_of(header.state) != header.hash:
        raise UnreadableSaveError(f"{name}: {path.name} does not match its check sum; {help_}")
    return header


def migrate(raw: Any) -> Any:
    """Bring a state file of an older format to the present one, a format at a time."""
    return raw
