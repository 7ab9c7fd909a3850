"""A save: one folder that loses nothing.

`state.json` is the truth for play: the whole state after the last step, with its own check sum. `log.jsonl` is the
truth for audit: a line a step, appended and synced before the state is replaced, each with the change it made and the
place of the step before it, so that undo reaches the first step without keeping every state whole. `snapshots/` keeps
the state whole now and then (the last few times), and `copies/`, in another folder, the last few
states, against the day when a disk errs.

A step counts once `state.json` names it; a line behind the end that the state names was never finished, and set aside.
"""

from __future__ import annotations

import contextlib
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion import __version__
from hoplo_companion.components.own import Fact, back, changed_with
from hoplo_companion.errors import UsageError, system_reason
from hoplo_companion.files import LARGEST_CAMPAIGN, DiskError, append, make_folder, move, sync_tree, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.rules.sentence import Kept, said
from hoplo_companion.table.saves import format as formats
from hoplo_companion.table.saves.format import NO_STEP, ChangeError, Header, State, Step, UnreadableSaveError

SNAPSHOT_EVERY = 250
SNAPSHOTS = 4
COPIES = 5

PART = "part"
"""The kind of a step that is taken back and done again with the one before it."""


EMPTY = Header(formats.FORMAT, __version__, 0, NO_STEP, 0, [], {}, formats.hash_of({}), {})
"""What a save holds before its first step."""


@contextlib.contextmanager
def built_aside(folder: Path, copies: Path) -> Iterator[Path]:
    """A folder to build in, which takes its place, and its copies theirs, when all is there; else nothing is left."""
    aside = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(aside, ignore_errors=True)
    try:
        make_folder(aside)
        yield aside
        sync_tree(aside)
        move(aside, folder)
        with contextlib.suppress(OSError):
            move(folder / "copies", copies)
    except OSError as fault:
        raise DiskError("{path}: cannot be written: {reason}", path=folder, reason=system_reason(fault)) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


class Save:
    """One campaign's save, open for reading and (under the table's lock) for writing."""

    def __init__(self, folder: Path, copies: Path, header: Header, text: bytes | None = None) -> None:
        self.folder, self.copies, self.header = folder, copies, header
        self.log, self._state_file = folder / "log.jsonl", folder / "state.json"
        self._text = text  # of the state file, as it was read or written last; None where it was neither

    # Opening ----------------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, folder: Path, copies: Path, state: State, command: str, what: Kept) -> Save:
        """Make a new save whose first step makes the state from nothing; it is there as a whole, or not at all."""
        with built_aside(folder, copies) as aside:
            cls(aside, aside / "copies", EMPTY).commit(state, command, what)
        return cls.open(folder, copies)

    @classmethod
    def open(cls, folder: Path, copies: Path) -> Save:
        """Open a save; UnreadableSaveError where its state is missing, damaged, or of a newer format."""
        text = formats.read_state(folder / "state.json", folder.name)
        return cls(folder, copies, formats.parse_header(text, "state.json", folder.name), text)

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.header.state

    # Writing ----------------------------------------------------------------------------------------------------

    def commit(
        self,
        state: State,
        command: str,
        what: Kept,
        *,
        answers: Iterable[Any] = (),
        note: Kept = "",
        part: bool = False,
        entered: Sequence[Fact] = (),
    ) -> None:
        """Make a step, or a `part` of the one before, at once on disk; what was `entered` is taken back with it."""
        kind, facts = PART if part else "step", list(map(list, entered))
        changes = formats.changes_between(self.state, state)
        self._write(entered, command, what, kind=kind, answers=[*answers], changes=changes, note=note, facts=facts)

    def _step(self, command: str, what: Kept, **more: Any) -> Step:
        """A line of the log that follows on this state."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return Step(self.header.n + 1, now, __version__, command, what, prev=self.header.head, **more)

    def _write(self, entered: Iterable[Fact], command: str, what: Kept, **more: Any) -> None:
        """Append a line, then replace the state by what follows; the step counts when that is done, the facts with it.

        UnreadableSaveError where the log has lost some of its end: nothing is written over it.
        """
        self.check_log()
        self._check_not_overtaken()
        place, step = self.header.end, self._step(command, what, **more)
        header = self._following(self.header, step)
        header = replace(header, hash=formats.hash_of(header.state))
        line = replace(step, hash=header.hash).encoded()
        end = append(self.log, place, line, unfinished=self._check_not_overtaken)

        def check() -> None:
            self._check_not_overtaken()
            with self.log.open("rb") as file:
                file.seek(place)
                if file.read() != line:
                    raise formats.OvertakenError(self.folder.name)

        with changed_with(entered, self._state_file):
            self.write_header(replace(header, end=end), check)

    def write_header(self, header: Header, check: Callable[[], None] = lambda: None) -> None:
        """Write the state file alone, where the log leads to it already, and keep a copy of it."""
        header = replace(header, format=formats.FORMAT, hoplo=__version__)
        text = header.encoded()
        write_whole(self._state_file, text, at_last=check)
        self.header, self._text = header, text
        # The state is kept a second time; where that fails the step is done all the same, and `doctor` reports it.
        with contextlib.suppress(DiskError):
            write_whole(self.copies / f"state-{header.n % COPIES}.json", text, check=False)
        if header.n % SNAPSHOT_EVERY == 0:
            with contextlib.suppress(DiskError, OSError):
                snapshots = self.folder / "snapshots"
                write_whole(snapshots / f"{header.n:06d}.json", text)
                (snapshots / f"{header.n - SNAPSHOTS * SNAPSHOT_EVERY:06d}.json").unlink(missing_ok=True)

    def _check_not_overtaken(self) -> None:
        """Refuse to write over a step that somebody else has made: locks may not work, on a network folder say."""
        if self._text is not None and formats.read_state(self._state_file, self.folder.name) != self._text:
            raise formats.OvertakenError(self.folder.name)

    def check_log(self) -> None:
        """Refuse a log that has lost its end: UnreadableSaveError."""
        if self.header.end > self._log_size():
            raise self._unreadable(tr("the log has lost its end"))

    def _log_size(self) -> int:
        return self.log.stat().st_size if self.log.is_file() else 0

    def begin_log_anew(self, base: State, steps: Sequence[Step], why: Kept) -> None:
        """Write the log anew: a step that makes `base`, then those from there on."""
        if base or not steps:
            number = steps[0].n - 1 if steps else self.header.n
            first = self._step("doctor", why, hash=formats.hash_of(base), changes=formats.changes_between({}, base))
            steps = [replace(first, n=number), *steps]
        log, head = bytearray(), NO_STEP
        for step in steps:
            line, head = replace(step, prev=head).encoded(), len(log)
            log += line
        write_whole(self.log, bytes(log))
        self.write_header(replace(self.header, head=head, end=len(log), redo=[], marks={}))

    # Looking the log through --------------------------------------------------------------------------------------

    def log_faults(self) -> list[str]:
        """What is wrong with the log, by which the state is made again from nothing; empty where it is sound."""
        try:
            deque(self.lines(), maxlen=0)
        except UnreadableSaveError as fault:
            return [str(fault)]
        ends = map(_end_of, Save(self.folder, self.copies, EMPTY).followed())
        if _end_of(self.header) in ends:
            return []
        return [tr("{name}: the state is not the one that the log leads to", name=self.folder.name)]

    def good_steps(self) -> tuple[State, list[Step]]:
        """The steps that led here, as far as they can still be gone back, and the state before the first of them."""
        good, base = list[Step](), self.state
        try:
            for _, step, state in self.past():
                if formats.hash_of(state) != step.hash:
                    break
                base = _back(state, step, self.folder.name)
                good.insert(0, step)
        except formats.NewerSaveError:
            raise
        except UnreadableSaveError:
            pass
        return base, good

    # Going back and forth ---------------------------------------------------------------------------------------

    def step_at(self, place: int) -> Step:
        """Read the step at a place of the log; UnreadableSaveError where it cannot be read."""
        if not self.log.is_file():  # a pipe would be waited for
            raise self._unreadable(tr("{file} is missing", file=self.log.name))
        try:
            with self.log.open("rb") as file:
                file.seek(place)
                return _in_order(Step.decoded(file.readline(LARGEST_CAMPAIGN)), place)
        except (OSError, ValueError, msgspec.MsgspecError) as fault:
            why = tr("the log cannot be read at {place}: {reason}", place=place, reason=system_reason(fault))
            raise self._unreadable(why) from None

    def steps(self) -> Iterator[tuple[int, Step]]:
        """Iterate over the steps that led here, the last one first, each with its place."""
        place = self.header.head
        while place != NO_STEP:
            step = self.step_at(place)
            yield place, step
            place = step.prev

    def past(self) -> Iterator[tuple[int, Step, State]]:
        """Iterate over the steps that led here, the last one first, each with its place and the state after it."""
        state = self.state
        for place, step in self.steps():
            yield place, step, state
            state = _back(state, step, self.folder.name)

    def lines(self) -> Iterator[tuple[int, Step]]:
        """Iterate over every line of the log, undos, redos and marks too, the last one first."""
        self.check_log()
        try:
            with self.log.open("rb") as file:
                lines = file.read(self.header.end).splitlines(keepends=True)
        except OSError as fault:
            raise self._unreadable(tr("the log cannot be read: {reason}", reason=system_reason(fault))) from None
        place = sum(map(len, lines))
        for line in reversed(lines):
            place -= len(line)
            try:
                yield place, _in_order(Step.decoded(line), place)
            except (ValueError, msgspec.MsgspecError) as fault:
                why = tr("the log is damaged at {place}: {reason}", place=place, reason=fault)
                raise self._unreadable(why) from None

    def undo(self, to: int | None = None) -> list[Step]:
        """Go back one step with its parts, or to right after the one `to` which to go, by its place in the log.

        Shapes: gives the steps that went, the last one first. UsageError where nothing can be undone, or no such step
        led here.
        """
        gone: list[Step] = []
        for _, step in self.steps():
            gone.append(step)
            if step.kind != PART if to is None else step.prev == to:
                break
        if not gone or (place := gone[-1].prev) == NO_STEP:
            no_point = later("there is no such point to undo to")
            raise UsageError(later("nothing to undo: this is the beginning") if to is None else no_point)
        what = said("takes back: {step}", step=gone[-1].what)
        if len(gone) > 1:
            what = said("takes back {n} steps, to before: {step}", n=len(gone), step=gone[-1].what)
        facts = back(fact for each in reversed(gone) for fact in facts_of(each))
        self._write(facts, "undo", what, kind="undo", to=place)
        return gone

    def _unreadable(self, what: str) -> UnreadableSaveError:
        text = later("{name}: {what}; `hoplo doctor {name}` says what is left")
        return UnreadableSaveError(text, name=self.folder.name, what=what)

    def replayed(self) -> Header:
        """Follow the log on from this state, or from nothing, as far as it leads; give the header then."""
        return next(iter(deque(self.followed(), maxlen=1)), self.header)

    def followed(self, *, quick: bool = False) -> Iterator[Header]:
        """Iterate over the headers after each line that follows; a `quick` look trusts a line's own check sum."""
        header, size = self.header, self._log_size()
        while header.end < size:
            try:
                with self.log.open("rb") as file:
                    file.seek(header.end)
                    line = file.readline(LARGEST_CAMPAIGN)
                step = Step.decoded(line)
                following = self._following(header, step)
            except formats.NewerSaveError:
                raise
            except (OSError, ValueError, msgspec.MsgspecError, ChangeError, UnreadableSaveError):
                break
            if not (quick and step.sum) and formats.hash_of(following.state) != step.hash:
                break
            header = replace(following, end=header.end + len(line))
            yield header

    def _following(self, header: Header, step: Step) -> Header:
        """The header after one line of the log that begins where it ends, but for the new end."""
        if step.prev != header.head:
            raise ChangeError("the line does not follow")
        state, at, redo = header.state, header.head, list(header.redo)
        match step.kind:
            case "mark":  # of a hoplo before: nothing changes with it
                pass
            case "redo":
                state, at, redo = formats.apply_changes(state, self.step_at(step.to).changes), step.to, redo[:-1]
            case "undo":
                while at != step.to:
                    gone = self.step_at(at)
                    state, redo, at = _back(state, gone, self.folder.name), [*redo, at], gone.prev
            case _:
                state, at, redo = formats.apply_changes(state, step.changes), header.end, []
        return replace(header, n=step.n, head=at, redo=redo, state=state, hash=step.hash)

    def redo(self) -> list[Step]:
        """Do again one step that was undone, with its parts; UsageError where there is none."""
        steps = list[Step]()
        while self.header.redo:
            place = self.header.redo[-1]
            step = self.step_at(place)
            if steps and step.kind != PART:
                break
            what = said("does again: {step}", step=step.what)
            try:
                self._write(facts_of(step), "redo", what, kind="redo", to=place)
            except ChangeError as fault:
                raise self._unreadable(tr("step {n} cannot be redone: {reason}", n=step.n, reason=fault)) from None
            steps.append(step)
        if not steps:
            raise UsageError("nothing to redo")
        return steps


def _end_of(header: Header) -> tuple[object, ...]:
    return header.head, header.end, header.redo, header.hash


def facts_of(step: Step) -> list[Fact]:
    """What was entered with a step."""
    return msgspec.convert(step.facts, list[Fact])


def _in_order(step: Step, place: int) -> Step:
    """A step back; ValueError where it follows itself or a later one, and the way back would have no end."""
    if step.prev >= place:
        raise ValueError(tr("step {n} does not follow an earlier one", n=step.n))
    return step


def _back(state: State, step: Step, name: str) -> State:
    try:
        return formats.apply_changes(state, step.changes, back=True)
    except ChangeError as fault:
        text = later("{name}: step {n} cannot be taken back: {reason}")
        raise UnreadableSaveError(text, name=name, n=step.n, reason=fault) from None
