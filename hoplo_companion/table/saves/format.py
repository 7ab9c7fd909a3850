"""What the files of a save hold: the lines of the log with their changes, the state file, check sums, older formats."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.checking import convert
from hoplo_companion.errors import HoploError, InvalidError, system_reason
from hoplo_companion.files import LARGEST_CAMPAIGN, read_whole
from hoplo_companion.language import later, tr
from hoplo_companion.rules.sentence import read, written

State = dict[str, Any]


class ChangeError(ValueError):
    """A change that does not fit the state it is applied to."""


class Change(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One place of a state that changed.

    Shapes: a number in a `path` is the place of an item in a list. With `at` the path is that of a list, from whose
    item at that place on the items of `old` stood where those of `new` stand now.
    """

    path: list[str]
    old: Any | UnsetType = UNSET
    new: Any | UnsetType = UNSET
    at: int | UnsetType = UNSET


Tree = dict[str, Any]
"""Changes within the fight as the log has them, each way written once: tables within tables, a list where
something changed.

Shapes: `["=", old, new]`, `["-", old]`, `["+", new]`, `["@", at, old, new]`.
"""

WITHIN = "fight"
"""Where lists are compared item by item: a board changes a little with every step, and is never shown as changes."""


def packed(changes: list[Change]) -> tuple[list[Change], Tree]:
    """Write changes as the log has them: those within the fight as a tree, all others as they are."""
    others: list[Change] = []
    tree: Tree = {}
    for change in changes:
        if change.path[:1] != [WITHIN]:
            others.append(change)
            continue
        at = tree
        for key in change.path[:-1]:
            at = at.setdefault(key, {})
        sign = "@" if change.at is not UNSET else "-" if change.new is UNSET else "+" if change.old is UNSET else "="
        at[change.path[-1]] = [sign, *(each for each in (change.at, change.old, change.new) if each is not UNSET)]
    return others, tree


def unpacked(tree: Tree, path: tuple[str, ...] = ()) -> list[Change]:
    """The changes of a tree; ValueError where it is not one."""
    found: list[Change] = []
    for key, value in tree.items():
        here = [*path, key]
        match value:
            case dict():
                found += unpacked(value, (*path, key))
            case ["=", old, new]:
                found.append(Change(here, old, new))
            case ["-", old]:
                found.append(Change(here, old))
            case ["+", new]:
                found.append(Change(here, new=new))
            case ["@", int() as at, list() as old, list() as new]:
                found.append(Change(here, old, new, at))
            case _:
                raise ValueError(f"{'.'.join(here)}: no change")
    return found


def changes_between(old: State, new: State) -> list[Change]:
    """What changed between two states: tables key by key, the fight's lists item by item, all else as a whole."""
    return list(_compared(old, new, []))


_encode = msgspec.json.Encoder(order="sorted").encode


def _is_same(old: Any, new: Any) -> bool:
    # To Python True is 1, and 1 is 1.0; on disk they are not. The order of keys is no difference.
    return bool(old == new) and _encode(old) == _encode(new)


def _compared(old: Any, new: Any, path: list[str]) -> Iterator[Change]:
    """What changed at a place, where UNSET stands for nothing."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _compared(old.get(key, UNSET), new.get(key, UNSET), [*path, key])
    elif _is_same(old, new):
        return
    elif not (path[0] == WITHIN and isinstance(old, list) and isinstance(new, list)):
        yield Change(path, old, new)
    elif len(old) == len(new):
        for at, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _compared(before, after, [*path, str(at)])
    else:
        # Of lists with more or fewer items those are named that stand between what both have in common.
        shorter = min(len(old), len(new))
        head = next((at for at in range(shorter) if not _is_same(old[at], new[at])), shorter)
        rest = range(shorter - head)
        tail = next((at for at in rest if not _is_same(old[-1 - at], new[-1 - at])), shorter - head)
        yield Change(path, old[head : len(old) - tail], new[head : len(new) - tail], head)


def apply_changes(state: State, changes: list[Change], *, back: bool = False) -> State:
    """The state with changes made, or (`back`) taken back; ChangeError where they do not fit, the state whole."""
    changed = dict(state)
    fresh = {id(changed)}
    for change in changes:
        before, after = (change.new, change.old) if back else (change.old, change.new)
        try:
            _apply(changed, change, before, after, fresh)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise ChangeError(f"{'.'.join(change.path)}: the change does not fit what stands there") from None
    return changed


def _apply(state: State, change: Change, before: Any, after: Any, fresh: set[int]) -> None:
    """Put one thing in the place of another; only what is on the way there is copied, all else is shared."""
    at: Any = state
    for step in change.path[:-1] if change.at is UNSET else change.path:
        key = _key(at, step)
        if id(at[key]) not in fresh:
            at[key] = at[key].copy()
            fresh.add(id(at[key]))
        at = at[key]
    # Some items of a list in the place of others, or what stands at one place.
    place = _key(at, change.path[-1]) if change.at is UNSET else slice(change.at, change.at + len(before))
    if (at.get(place, UNSET) if isinstance(at, dict) else at[place]) != before:
        raise LookupError
    if after is UNSET:
        del at[place]
    else:
        at[place] = after


def _key(at: Any, step: str) -> Any:
    return int(step) if isinstance(at, list) else step


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
        text = later("{name}: another terminal has made a step since; yours is not kept: enter it again")
        super().__init__(text, name=name)


class NewerSaveError(UnreadableSaveError):
    """What a newer hoplo wrote: nothing is wrong with it, and nothing of it may be changed."""

    def __init__(self, name: str, what: str) -> None:
        text = later("{name}: {what}. A newer hoplo wrote it: update yours; nothing is changed")
        super().__init__(text, name=name, what=what)


class UnknownHereError(NewerSaveError):
    """Something has what only a newer hoplo knows."""

    def __init__(self, name: str, what: object) -> None:
        super().__init__(name, tr("it has what this hoplo does not know ({what})", what=what))


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

    def encoded(self) -> bytes:
        """Write the line, with its check sum."""
        changes, tree = packed(self.changes)
        step = replace(self, what=written(self.what), note=written(self.note), changes=changes, diff=tree, sum="")
        return msgspec.json.encode(replace(step, sum=hash_of(step))) + b"\n"

    @classmethod
    def decoded(cls, line: bytes) -> Step:
        """Read a line of the log; ValueError where it is damaged, NewerSaveError where it holds what is unknown."""
        try:
            step = msgspec.json.decode(line, type=cls)
        except RecursionError:
            raise ValueError("the line is not a step") from None
        except msgspec.ValidationError as fault:
            raw = msgspec.json.decode(line)
            if isinstance(raw, dict) and raw.pop("sum", "") == hash_of(raw):
                text = tr("step {n} has what this hoplo does not know ({what})", n=raw.get("n"), what=fault)
                raise NewerSaveError(tr("the log"), text) from None
            raise
        if step.sum and step.sum != hash_of(replace(step, sum="")):
            raise ValueError("the line does not match its check sum")
        changes = [*step.changes, *unpacked(step.diff)]
        return replace(step, what=read(step.what), note=read(step.note), changes=changes, diff={})


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What `state.json` holds: the state with its `hash`, its step, how far the log is good, and the `sum` of these."""

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

    def encoded(self) -> bytes:
        """Write the state file, with its check sum."""
        return _encode(replace(self, sum=self.own_sum()))

    def own_sum(self) -> str:
        """The check sum of all but the state, which has one of its own, and need not be gone through twice."""
        return hash_of([getattr(self, name) for name in self.__struct_fields__ if name not in ("state", "sum")])


def hash_of(value: Any) -> str:
    """The check sum of a state, or of something else: equal ones have equal sums, whatever the order of their keys."""
    return hashlib.sha256(_encode(value)).hexdigest()[:32]


def read_header(path: Path, name: str) -> Header:
    """Read a state file and hold it against its check sums; UnreadableSaveError says what is wrong with it."""
    return parse_header(read_state(path, name), path.name, name)


def read_state(path: Path, name: str) -> bytes:
    """Read the bytes of a state file; UnreadableSaveError where there are none to be read."""
    try:
        return read_whole(path, LARGEST_CAMPAIGN)
    except FileNotFoundError:
        what = tr("{file} is missing", file=path.name)
    except OSError as fault:
        what = tr("{file} cannot be read: {reason}", file=path.name, reason=system_reason(fault))
    except HoploError as fault:
        what = str(fault)
    text = later("{name}: {what}; `hoplo doctor {name}` looks for what is left")
    raise UnreadableSaveError(text, name=name, what=what)


def parse_header(data: bytes, file: str, name: str) -> Header:
    """Read what a state file holds; UnreadableSaveError says what is wrong with it.

    One of an older format is brought to the present one. The state in it stays as it was written, so that the changes
    of the log fit it: `from_state` brings that up to date.
    """
    reason: object = tr("it does not match its check sum")
    try:
        raw = msgspec.json.decode(data)
        known, values = set(Header.__struct_fields__), raw if isinstance(raw, dict) else {}
        if isinstance(values.get("format"), int) and values["format"] > FORMAT:
            version = str(values.get("hoplo"))[:40]
            parts = {"file": file, "format": values["format"], "version": version, "known": FORMAT}
            newer = later("{file} is of format {format}, from hoplo {version}; this one reads up to {known}")
            raise NewerSaveError(name, tr(newer, **parts))
        if more := ", ".join(sorted(values.keys() - known)):
            what = tr("{file} has what this hoplo does not know ({what})", file=file, what=more[:60])
            raise NewerSaveError(name, what)
        header = msgspec.convert(raw, Header)
        if header.format == 1 and "sum" in raw:
            raise msgspec.ValidationError("format 1 has no check sum of the whole")
        # Format 1 keeps its format until its next step, so that what is read is what stands there.
        if hash_of(header.state) == header.hash and (header.format == 1 or header.sum == header.own_sum()):
            return replace(header, sum=header.own_sum())
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        reason = fault
    text = later("{name}: {file} is damaged ({reason}); it is left: `hoplo doctor {name}` finds the last good state")
    raise UnreadableSaveError(text, name=name, file=file, reason=reason)


MIGRATIONS: tuple[Callable[[State], State], ...] = ()
"""What makes a campaign of an older format one of the present, by what it needs; fields with defaults need nothing."""


def to_state(game: object) -> State:
    """Turn a campaign, a game or a part of one into plain data, as it comes back from disk: each tuple as a list."""
    state: State = msgspec.json.decode(msgspec.json.encode(game))
    return state


def from_state(state: State) -> Campaign:
    """Turn plain data into a campaign; InvalidError lists what does not fit, NewerSaveError names what is unknown."""
    for migrate in MIGRATIONS:  # an undo may lead to a state of any older format
        state = migrate(state)
    campaign = convert(state, Campaign)
    if isinstance(campaign, list):
        if unknown := [defect.where for defect in campaign if defect.code == "unknown-key"]:
            raise UnknownHereError(tr("the campaign"), ", ".join(unknown)[:60])
        raise InvalidError(campaign)
    return campaign
