"""Looking saves and the home folder through, and mending them from what is still good; nothing is thrown away."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.components.catalogue import OWN_KINDS, own_defects, read_toml
from hoplo_companion.components.own import EXAMPLES, own_paths, read_pack
from hoplo_companion.errors import HoploError, InvalidError, system_reason
from hoplo_companion.files import LARGEST_POSITION, DiskError, keep, last_good, move, read_own, read_whole, write_whole
from hoplo_companion.language import later, plural, tr
from hoplo_companion.rules.sentence import said
from hoplo_companion.table.saves.format import NewerSaveError, UnreadableSaveError, read_header
from hoplo_companion.table.saves.library import DRAFT, Draft, Library, Saves, pointed
from hoplo_companion.table.saves.save import EMPTY, Save


def examine(library: Saves[Any], name: str) -> list[str]:
    """What is wrong with a save, made again step by step from nothing, and read at its end; empty where it is sound."""
    try:
        refuse_newer(library, name)
        save = library.open(name)
        library.read(save.state, name)
    except NewerSaveError as fault:
        return [str(fault)]
    except InvalidError as fault:
        return [tr("{name}: what it holds is not a campaign: {reason}", name=name, reason=fault)]
    except UnreadableSaveError as fault:
        good = library.good_copies(name)
        last = tr("{name}: the last good state is {file}", name=name, file=good[0].name) if good else ""
        return [str(fault), last or tr("{name}: no good copy is left", name=name)]
    found = save.log_faults()
    if not library.good_copies(name)[1:]:
        found.append(tr("{name}: there is no copy of its state; `hoplo doctor {name} --repair` makes one", name=name))
    return found


def refuse_newer(library: Saves[Any], name: str) -> None:
    """Raise NewerSaveError where anything that the state could be brought back from is of a newer hoplo."""
    for path in library.states(name):
        try:
            read_header(path, name)
        except NewerSaveError:
            raise
        except UnreadableSaveError:
            continue


def mend(library: Saves[Any], name: str, *, newer_too: bool = False) -> list[str]:
    """Bring back what can no longer be read: the last good state, and the part of the log that still leads to it.

    Shapes: a sentence for each thing that was done. What is damaged is kept beside what took its place. HoploError
    where nothing good is left. What a newer hoplo wrote is refused, unless this is but a copy of it (`newer_too`).
    """
    if not newer_too:
        refuse_newer(library, name)
    did = []
    folder, copies = library.folder(name), library.copies(name)
    try:
        save = library.open(name)
    except UnreadableSaveError:  # from the best copy, and on from there as far as the log leads
        starts = [(path.name, read_header(path, name)) for path in library.good_copies(name)[:1]]
        ends = [(of, Save(folder, copies, start).replayed()) for of, start in [*starts, (tr("the log"), EMPTY)]]
        source, best = max(ends, key=lambda end: end[1].n)
        if best.n == 0:
            text = later("{name}: no good copy is left to bring back; the damaged files are left as they are")
            raise HoploError(text, name=name) from None
        path = folder / "state.json"
        aside = _aside(path, SAVED, copied=True) if path.is_file() else ""
        Save(folder, copies, best).write_header(best)
        text = later("{name}: the state after step {n} is brought back from {source}")
        did.append(tr(text, name=name, n=best.n, source=source))
        did += [tr(_DAMAGED_KEPT, name=name, file=aside)] if aside else []
        save = library.open(name)
    if save.log_faults():
        did += _mend_log(save)
    if not library.good_copies(name)[1:]:
        save.write_header(save.header)
        text = later("{name}: a copy of its state is kept again")
        did.append(tr(text if library.good_copies(name)[1:] else later("{name}: no copy of it can be kept"), name=name))
    return did or [tr("{name}: it can be read; nothing is changed", name=name)]


SAVED, UNREAD = "{path.stem}.damaged-{}{path.suffix}", "{path.name}.damaged-{}"
"""What a damaged file is called: one of a save, and one that must have a name that nothing reads."""


def _aside(path: Path, form: str = UNREAD, *, copied: bool = False) -> str:
    """Move what cannot be used, or copy it, to a name beside it; give that name. DiskError where the disk refuses."""
    names = (path.with_name(form.format(n, path=path)) for n in range(1, 10_000))
    aside = next(each for each in names if not os.path.lexists(each))
    try:
        write_whole(aside, path.read_bytes()) if copied else move(path, aside)
    except OSError as fault:
        raise DiskError("{path}: cannot be moved aside: {reason}", path=path, reason=system_reason(fault)) from None
    return aside.name


_DAMAGED_KEPT = later("{name}: what was damaged is kept as {file}")


def _mend_log(save: Save) -> list[str]:
    """Where the log does not go back to the first step, begin it anew with those that lead to the present state."""
    name = save.folder.name
    whole = Save(save.folder, save.copies, EMPTY).replayed()
    if whole.hash == save.header.hash and save.log.is_file() and whole.end == save.log.stat().st_size:
        # The log is good: only what the state says about it is not.
        save.write_header(replace(whole, n=max(whole.n, save.header.n)))
        return [tr("{name}: the state points to its steps in the log again", name=name)]
    base, good = save.good_steps()
    kept = _aside(save.log, SAVED, copied=True) if save.log.is_file() else ""
    was = kept or said("the log was missing")
    save.begin_log_anew(base, good, said("the steps before this can no longer be read ({was})", was=was))
    text = _DAMAGED_KEPT if kept else later("{name}: the log was missing, and starts over")
    left = plural("{name}: undo goes back {n} step now", "{name}: undo goes back {n} steps now", len(good), name=name)
    return [tr(text, name=name, file=kept), left]


TABLES = ("spartacus", "pantheon")
"""The folders of the other tables' games."""

STRAY = re.compile(r"\..+\.(json|jsonl|toml)\.(?!sw[a-z]$)\w+|\.[\w-]+\.new|\.current\.\w{8}|\.\d+-\w{32}\.\w{8}")
"""What a killed write leaves; an editor's own files are not meant."""


def examine_home(library: Library) -> list[str]:
    """What is wrong in the home folder beside the saves; empty where all is well."""
    faults = [f"{path}: {fault}" for path, fault in _own_faults(library)]
    left = later("{path}: left by a write that was never finished")
    return [*faults, *(tr(left, path=path) for path in _strays(library.home))]


def mend_home(library: Library) -> list[str]:
    """Bring back the last good copies of own files that cannot be read, and clear away strays; say what was done."""
    home, did = library.home, list[str]()
    for path, _ in list(_own_faults(library)):
        copy = last_good(path)
        aside = _aside(path) if os.path.lexists(path) and (copy is not None or path.name == DRAFT) else ""
        if copy is not None:
            write_whole(path, copy.read_bytes())
            keep(path)
            did.append(tr("{path}: its last good copy is back", path=path))
        elif aside:
            did.append(tr("{path}: the conversation is dropped", path=path))
        if aside:
            did.append(tr("{path}: what was there is kept as {aside}", path=path, aside=aside))
    for path in _strays(home):
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            did.append(tr("{path}: cleared away", path=path))
    return did


def _own_faults(library: Library) -> Iterator[tuple[Path, str]]:
    """Iterate over the player's own files that cannot be used, each with what is wrong; a good one is kept."""
    home, draft = library.home, library.home / DRAFT
    readers: dict[Path, Callable[[], object]] = {}
    if os.path.lexists(draft):
        readers[draft] = lambda: msgspec.json.decode(read_whole(draft, LARGEST_POSITION), type=Draft)
    own: dict[Path, Callable[[Path], object]] = {home / "config.toml": read_toml, home / "data" / EXAMPLES: read_pack}
    own |= {home / each / "current": pointed for each in ("", *TABLES)}
    own |= {path: partial(_sound, kind) for kind in OWN_KINDS for path in own_paths(kind)}
    readers |= {path: partial(read_own, path, read) for path, read in own.items()}
    for path, look in readers.items():
        try:
            look()
        except InvalidError as fault:
            yield path, "; ".join(defect.sentence() for defect in fault.defects)
        except (HoploError, OSError, ValueError) as fault:
            yield path, str(fault)


def _sound(kind: str, path: Path) -> dict[str, Any]:
    data = read_toml(path)
    if defects := own_defects(kind, path, data):
        raise InvalidError(defects)
    return data


def _strays(home: Path) -> list[Path]:
    return sorted(path for path in home.rglob(".*") if STRAY.fullmatch(path.name))
