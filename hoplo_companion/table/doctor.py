"""Looking a save through, and mending it from what is still good; nothing damaged is thrown away."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from hoplo_companion.errors import HoploError
from hoplo_companion.files import write_whole
from hoplo_companion.table.changes import ChangeError, State, apply_changes
from hoplo_companion.table.format import NO_STEP, Header, Step, UnreadableSaveError, hash_of, read_header
from hoplo_companion.table.library import Library
from hoplo_companion.table.saves import EMPTY, Save


def examine(library: Library, name: str) -> list[str]:
    """List what is wrong with a save; empty where it is sound from its first step to its last.

    Every step is made again from nothing, and its state held against the check sum that the log has for it.
    """
    try:
        save = library.open(name)
    except UnreadableSaveError as fault:
        good = library.good_copies(name)
        found = [str(fault)]
        found.append(f"{name}: the last good state is {good[0].name}" if good else f"{name}: no good copy is left")
        return found
    found = _examine_log(save, name)
    if not library.good_copies(name)[1:]:
        found.append(f"{name}: no copy of its state is kept; `hoplo doctor {name} --repair` makes one")
    return found


def _examine_log(save: Save, name: str) -> list[str]:
    try:
        steps = [step for _, step in save.steps()]
        places = {place for place, _ in save.lines()}
    except UnreadableSaveError as fault:
        return [str(fault)]
    if not places.issuperset([*save.header.redo, *save.header.marks.values()]):
        return [f"{name}: a step to redo, or a mark, is none of the log's"]
    state: State = {}
    for step in reversed(steps):
        try:
            state = apply_changes(state, step.changes)
        except ChangeError as fault:
            return [f"{name}: step {step.n} ({step.what}) does not follow from the one before: {fault}"]
        if hash_of(state) != step.hash:
            return [f"{name}: after step {step.n} ({step.what}) the log gives another state than was kept"]
    return [] if hash_of(state) == save.header.hash else [f"{name}: the state is not the one that the log leads to"]


def mend(library: Library, name: str) -> list[str]:
    """Bring back what can no longer be read: the last good state, and the part of the log that still leads to it.

    Shapes: a sentence for each thing that was done. What is damaged is kept beside what took its place. HoploError
    where nothing good is left.
    """
    did = _mend_state(library, name)
    save = library.open(name)
    if _examine_log(save, name):
        did += _mend_log(save)
    if not library.good_copies(name)[1:]:
        save.write_header(save.header)
        did.append(f"{name}: a copy of its state is kept again")
    return did or [f"{name}: it can be read; nothing was changed"]


def _copied_aside(path: Path) -> str:
    """Keep a copy of a damaged file beside it; give the name it is kept under."""
    numbers = (path.with_name(f"{path.stem}.damaged-{n}{path.suffix}") for n in range(1, 10_000))
    aside = next(each for each in numbers if not each.exists())
    write_whole(aside, path.read_bytes())
    return aside.name


def _mend_state(library: Library, name: str) -> list[str]:
    """Bring the state back where it cannot be read: from the best copy, and on from there as far as the log leads."""
    try:
        library.open(name)
        return []
    except UnreadableSaveError:
        pass
    folder, copies = library.folder(name), library.copies(name)
    good = library.good_copies(name)
    starts = [(path.name, read_header(path, name)) for path in good[:1]] + [("the log", EMPTY)]
    ends = [(source, Save(folder, copies, header).replayed()) for source, header in starts]
    source, best = max(ends, key=lambda end: end[1].n)
    if best.n == 0:
        raise HoploError(f"{name}: no good copy is left to bring back; the damaged files are kept as they are")
    path = folder / "state.json"
    kept = f"; the damaged one is kept as {_copied_aside(path)}" if path.is_file() else ""
    Save(folder, copies, best).write_header(best)
    return [f"{name}: brought back the state after step {best.n} from {source}{kept}"]


def _mend_log(save: Save) -> list[str]:
    """Where the log does not go back to the first step, begin it anew with those that lead to the present state."""
    whole = Save(save.folder, save.copies, EMPTY).replayed()
    if whole.hash == save.header.hash and save.log.is_file() and whole.end == save.log.stat().st_size:
        # The log is good: only what the state says about it is not.
        save.write_header(replace(whole, n=max(whole.n, save.header.n)))
        return [f"{save.folder.name}: the state points to its steps in the log again"]
    good, state = _readable(save, save.header)
    kept = _copied_aside(save.log) if save.log.exists() else ""
    was = kept or "the log was missing"
    save.begin_log_anew(state, list(reversed(good)), f"the steps before this can no longer be read ({was})")
    what = f"the damaged log is kept as {kept}" if kept else "the log was missing, and is begun anew"
    return [f"{save.folder.name}: undo goes back {len(good)} steps now, redo none; {what}"]


def _hash_before(save: Save, step: Step) -> str:
    return save.step_at(step.prev).hash if step.prev != NO_STEP else hash_of({})


def _readable(save: Save, header: Header) -> tuple[list[tuple[int, Step]], State]:
    """List the steps that can still be gone back over, the last one first, and give the state before all of them."""
    good: list[tuple[int, Step]] = []
    state, place = header.state, header.head
    while place != NO_STEP:
        try:
            step = save.step_at(place)
            before = apply_changes(state, step.changes, back=True)
            known = hash_of(before) if step.sum else _hash_before(save, step)
        except (UnreadableSaveError, ChangeError):
            break
        if (hash_of(state), hash_of(before)) != (step.hash, known):
            break
        good.append((place, step))
        state, place = before, step.prev
    return good, state
