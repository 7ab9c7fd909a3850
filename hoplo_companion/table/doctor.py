"""Looking a save through, and mending it from what is still good; nothing damaged is thrown away."""

from __future__ import annotations

from hoplo_companion.errors import HoploError
from hoplo_companion.files import write_whole
from hoplo_companion.table.changes import ChangeError, State, apply_changes
from hoplo_companion.table.library import Library
from hoplo_companion.table.saves import Save, UnreadableSaveError, hash_of


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
    state: State = {}
    for step in reversed(steps):
        try:
            state = apply_changes(state, step.changes)
        except ChangeError as fault:
            return [f"{name}: step {step.n} ({step.what}) does not follow from the one before: {fault}"]
        if hash_of(state) != step.hash:
            return [f"{name}: after step {step.n} ({step.what}) the log gives another state than was kept"]
    return [] if hash_of(state) == save.header.hash else [f"{name}: the state is not the one that the log leads to"]


def mend(library: Library, name: str) -> str:
    """Bring back the last good state where the present one cannot be read; say what was done.

    The damaged file is kept beside the new one. HoploError where nothing good is left.
    """
    try:
        library.open(name)
        return f"{name}: its state can be read; nothing was changed"
    except UnreadableSaveError:
        pass
    good = library.good_copies(name)
    if not good:
        raise HoploError(f"{name}: no good copy is left to bring back; the damaged files are kept as they are")
    path = library.folder(name) / "state.json"
    kept = ""
    if path.exists():
        number = next(n for n in range(1, 10_000) if not path.with_suffix(f".damaged-{n}").exists())
        path.rename(path.with_suffix(f".damaged-{number}"))
        kept = f"; the damaged one is kept as {path.with_suffix(f'.damaged-{number}').name}"
    write_whole(path, good[0].read_bytes())
    save = Save.open(library.folder(name), library.copies(name))
    return f"{name}: brought back the state after step {save.header.n} from {good[0].name}{kept}"
