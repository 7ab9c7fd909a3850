"""Looking a save through, and mending it from what is still good; nothing damaged is thrown away."""

from __future__ import annotations

from pathlib import Path

from hoplo_companion.errors import HoploError
from hoplo_companion.files import write_whole
from hoplo_companion.table.changes import ChangeError, State, apply_changes
from hoplo_companion.table.format import NO_STEP, Step, UnreadableSaveError, hash_of
from hoplo_companion.table.library import Library
from hoplo_companion.table.saves import Save


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
    try:
        steps = [step for _, step in save.steps()]
    except UnreadableSaveError as fault:
        return [str(fault)]
    if not save.log_is_whole():
        return [f"{name}: the log has lost its end"]
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
    did += _mend_log(library.open(name))
    return did or [f"{name}: it can be read; nothing was changed"]


def _kept_aside(path: Path) -> str:
    """Move a damaged file aside; give the name it is kept under."""
    numbers = (path.with_name(f"{path.stem}.damaged-{n}{path.suffix}") for n in range(1, 10_000))
    aside = next(each for each in numbers if not each.exists())
    path.rename(aside)
    return aside.name


def _mend_state(library: Library, name: str) -> list[str]:
    try:
        library.open(name)
        return []
    except UnreadableSaveError:
        pass
    good = library.good_copies(name)
    if not good:
        raise HoploError(f"{name}: no good copy is left to bring back; the damaged files are kept as they are")
    data, path = good[0].read_bytes(), library.folder(name) / "state.json"
    kept = f"; the damaged one is kept as {_kept_aside(path)}" if path.exists() else ""
    write_whole(path, data)
    return [f"{name}: brought back the state after step {library.open(name).header.n} from {good[0].name}{kept}"]


def _mend_log(save: Save) -> list[str]:
    """Where the log does not go back to the first step, begin it anew with those that lead to the present state."""
    good: list[tuple[int, Step]] = []
    state, place = save.state, save.header.head
    while place != NO_STEP:
        try:
            step = save.step_at(place)
            before = apply_changes(state, step.changes, back=True)
            known = save.step_at(step.prev).hash if step.prev != NO_STEP else hash_of({})
        except (UnreadableSaveError, ChangeError):
            break
        if (hash_of(state), hash_of(before)) != (step.hash, known):
            break
        good.append((place, step))
        state, place = before, step.prev
    if place == NO_STEP and save.log_is_whole():
        return []
    kept = _kept_aside(save.log) if save.log.exists() else "no file"
    save.begin_log_anew(state, list(reversed(good)), f"the steps before this can no longer be read ({kept})")
    return [f"{save.folder.name}: undo goes back {len(good)} steps now; the damaged log is kept as {kept}"]
