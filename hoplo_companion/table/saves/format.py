"""What the files of a save hold: the lines of the log, the state file, their check sums, and their older formats."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.errors import HoploError, system_reason
from hoplo_companion.files import LARGEST_CAMPAIGN, read_whole
from hoplo_companion.language import tr
from hoplo_companion.rules.sentence import read, written
from hoplo_companion.table.saves.changes import Change, State, Tree, packed, unpacked

FORMAT = 7
"""The number of the shape of a save: of its files, and of the campaign in them.

Format 1 had a check sum of the state alone; since 2 the whole state file has one, and every line of the log; since 3 a
line gives what changed within a list; since 4 it keeps what happened as sentences with their parts, worded in the
language of whoever reads them, which 5 kept in every language; what older lines say is shown as it was written. Since
7 a fight keeps the advice that was asked for in it. A shape that changes gets a new number (docs/architecture.md says
how).
"""

NO_STEP = -1
"""The place of a step where there is none: before the first one."""


class UnreadableSaveError(HoploError):
    """A save that cannot be read as it stands; nothing of it was touched, and what could still be had is named."""

    exit_code = 4


class OvertakenError(HoploError):
    """Another hoplo has made a step since this one read the save: nothing is written over it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            tr("{name}: another terminal has made a step since; yours is not kept: enter it again", name=name)
        )


class NewerSaveError(UnreadableSaveError):
    """What a newer hoplo wrote: nothing is wrong with it, and nothing of it may be changed."""

    def __init__(self, name: str, what: str) -> None:
        text = tr("{name}: {what}. A newer hoplo wrote it: update yours; nothing is changed", name=name, what=what)
        super().__init__(text)


def unknown_to_this_hoplo(what: object) -> str:
    """Say that something has what only a newer hoplo knows."""
    return tr("it has what this hoplo does not know ({what})", what=what)


class Step(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of the log: one step, how it was made, and what it changed.

    Shapes: `prev` is the place in the log of the step before; `hash` is of the state after the step; `kind` is
    step, part (an answer typed on the same line as the step before, taken back with it), mark, undo or redo, the
    latter two only saying that the state went back or forth to the step at `to`; `what` and `note` are `Kept`, in
    the log as `written` writes that; `diff` is how the log writes the `changes` within the fight since format 3,
    empty in a step that was read; `facts` are the player's own records that were kept with it (kind, id, before,
    after); `sum` is the check sum of all the rest, empty in lines of format 1.
    """

    n: int
    at: str
    hoplo: str
    command: str
    what: Any
    prev: int = NO_STEP
    kind: str = "step"
    to: int = NO_STEP
    answers: list[Any] = []
    changes: list[Change] = []
    hash: str = ""
    note: Any = ""
    diff: Tree = {}
    facts: list[Any] = []
    sum: str = ""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
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
    changes, tree = packed(step.changes)
    step = replace(step, what=written(step.what), note=written(step.note), changes=changes, diff=tree, sum="")
    return msgspec.json.encode(replace(step, sum=_sum(step))) + b"\n"


def decode_step(line: bytes) -> Step:
    """Read a line of the log and hold it against its check sum; ValueError where it is damaged.

    NewerSaveError where it is whole, and has what this hoplo does not know.
    """
    try:
        step = _decode_step(line)
    except RecursionError:
        raise ValueError("the line is not a step") from None
    except msgspec.ValidationError as fault:
        raw = msgspec.json.decode(line)
        if isinstance(raw, dict) and raw.pop("sum", "") == _sum(raw):
            text = tr("step {n} has what this hoplo does not know ({what})", n=raw.get("n"), what=fault)
            raise NewerSaveError(tr("the log"), text) from None
        raise
    if step.sum and step.sum != _sum(replace(step, sum="")):
        raise ValueError("the line does not match its check sum")
    changes = [*step.changes, *unpacked(step.diff)]
    return replace(step, what=read(step.what), note=read(step.note), changes=changes, diff={})


def read_header(path: Path, name: str) -> Header:
    """Read a state file and hold it against its check sums; UnreadableSaveError says what is wrong with it."""
    return parse_header(read_state(path, name), path.name, name)


def read_state(path: Path, name: str) -> bytes:
    """Read the bytes of a state file; UnreadableSaveError where there are none to be read."""
    try:
        if not path.exists() or path.is_file() or path.is_dir():
            return read_whole(path, LARGEST_CAMPAIGN)
        # A pipe would be waited for, and a device has no end.
        what = tr("{file} is not a file", file=path.name)
    except FileNotFoundError:
        what = tr("{file} is missing", file=path.name)
    except OSError as fault:
        what = tr("{file} cannot be read: {reason}", file=path.name, reason=system_reason(fault))
    except HoploError as fault:
        what = str(fault)
    raise UnreadableSaveError(tr("{name}: {what}; `hoplo doctor {name}` looks for what is left", name=name, what=what))


def parse_header(data: bytes, file: str, name: str) -> Header:
    """Read what a state file holds; UnreadableSaveError says what is wrong with it."""
    try:
        raw = msgspec.json.decode(data)
        _refuse_newer(raw, file, name)
        header = msgspec.convert(migrate(raw), Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        text = tr("{name}: {file} is damaged ({reason}); it is left as it is", name=name, file=file, reason=fault)
        raise UnreadableSaveError(_with_help(text, name)) from None
    if hash_of(header.state) != header.hash or header.sum != _header_sum(header):
        text = tr("{name}: {file} does not match its check sum; it is left as it is", name=name, file=file)
        raise UnreadableSaveError(_with_help(text, name))
    return header


def _with_help(text: str, name: str) -> str:
    return tr("{text}, and `hoplo doctor {name}` finds the last good state", text=text, name=name)


def _refuse_newer(raw: Any, file: str, name: str) -> None:
    """Refuse a state file that is of a newer format, or has all that one of this format has and more."""
    if not isinstance(raw, dict):
        return
    known = Header.__struct_fields__
    if isinstance(raw.get("format"), int) and raw["format"] > FORMAT:
        version = str(raw.get("hoplo"))[:40]
        parts = {"file": file, "format": raw["format"], "version": version, "known": FORMAT}
        text = tr("{file} is of format {format}, from hoplo {version}; this one reads up to {known}", **parts)
        raise NewerSaveError(name, text)
    if raw.keys() > set(known):
        more = ", ".join(sorted(raw.keys() - set(known)))
        raise NewerSaveError(name, tr("{file} has what this hoplo does not know ({what})", file=file, what=more[:60]))


def migrate(raw: Any) -> Any:
    """Bring a state file of an older format to the present one, a format at a time.

    The state in it stays as it was written, so that the changes of the log fit it: `migrated` brings that up to date.
    """
    if isinstance(raw, dict) and raw.get("format") == 1:
        if "sum" in raw:
            raise msgspec.ValidationError("format 1 has no check sum of the whole")
        header = msgspec.convert(raw, Header)
        # It keeps its format until its next step, so that what is read is what stands there.
        return {**raw, "sum": _header_sum(header)}
    return raw


def _unchanged(state: State) -> State:
    return state


MIGRATIONS: dict[int, Callable[[State], State]] = {
    2: _unchanged,
    3: _unchanged,
    4: _unchanged,
    5: _unchanged,
    6: _unchanged,
    7: _unchanged,
}
"""How the campaign of each format is made of one of the format before: fields with defaults need nothing done."""


def migrated(state: State) -> State:
    """Bring a campaign of any format to the present one; it is given anew where it has to be changed.

    An undo may lead to a state of any older format, so that each migration finds by what is there whether it is needed.
    """
    for number in sorted(MIGRATIONS):
        state = MIGRATIONS[number](state)
    return state
