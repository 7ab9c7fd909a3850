"""A report: one file that reproduces any moment of a campaign, or a position alone, elsewhere.

It holds the log with every state that it leads to, the player's own records, the readings in force and the versions;
of a save that cannot be read it holds the bytes of its files. Nothing in it tells who made it, or where.
"""

from __future__ import annotations

import base64
import platform
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion import __version__
from hoplo_companion.components.catalogue import OWN_KINDS, Catalogue, own_folder
from hoplo_companion.components.own import Records, own_paths, own_tables
from hoplo_companion.errors import HoploError
from hoplo_companion.files import FAILURE, LARGEST_CAMPAIGN, read_whole
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.writing import write_position
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.table.reports.file import FILE_NAME, Kept, Line, Moment, RawFile, Report, sum_of
from hoplo_companion.table.reports.privacy import Privacy, of_this_machine
from hoplo_companion.table.reports.replayed import in_a_line, moment_of, whole_log
from hoplo_companion.table.reports.unpacking import recovered
from hoplo_companion.table.saves.changes import ChangeError, State, apply_changes
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.format import (
    Header,
    Step,
    UnreadableSaveError,
    decode_step,
    encode_header,
    encode_step,
    hash_of,
    parse_header,
)
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save

# Making one -----------------------------------------------------------------------------------------------------


def report_of_position(combat: Combat, catalogue: Catalogue) -> Report:
    """Report a position alone."""
    moment = Moment(position=write_position(combat), line=in_a_line(write_position(combat), catalogue))
    privacy = of_this_machine()
    return _sealed(_begun(catalogue, combat.rulings.given, privacy, moment=moment), privacy)


def report_of_campaign(
    library: Library, name: str, catalogue: Catalogue, *, step: int | None = None, last: int | None = None
) -> Report:
    """Report a campaign at one of its steps; one that cannot be read with whatever bytes are left.

    Shapes: `last` is how many of the last steps its log is to have, all if None. UsageError for a step that is none.
    """
    privacy = of_this_machine()
    faults: list[str] = []
    kept: Kept | None = None
    files: list[RawFile] = []
    try:
        save = library.open(name)
        if (kept := _kept(save, last)) is None:
            raise UnreadableSaveError(f"{name}: its log does not lead to its state")
        if not _is_sound(library, save):
            faults = _told_by_doctor(library, name)
    except (HoploError, OSError):
        # The doctor makes every state again, which takes its time: only where something is wrong.
        faults = _told_by_doctor(library, name)
        files = list(_files_of(library, name, privacy))
        report = _begun(catalogue, {}, privacy, campaign=name, faults=faults, files=files)
        with recovered(report) as found:
            if found.save is None:
                return _sealed(report, privacy)
            moment = moment_of(found.save, step, catalogue)
    else:
        moment = moment_of(save, step, catalogue)
    given = (moment.position or {}).get("rulings") or moment.state.get("rulings") or {}
    report = _begun(catalogue, given, privacy, campaign=name, faults=faults, save=kept, files=files, moment=moment)
    return _sealed(report, privacy)


def _begun(catalogue: Catalogue, rulings: dict[str, str], privacy: Privacy, **more: Any) -> Report:
    records, broken = _own()
    readings = [
        {"id": each.id, "reading": each.reading, "text": each.text, "page": each.page}
        for each in in_force(catalogue, rulings)
    ]
    home = own_folder().parent
    return Report(
        hoplo=__version__,
        python=platform.python_version(),
        platform=platform.system(),
        made=datetime.now(UTC).date().isoformat(),
        rulings=readings,
        records=records,
        record_files=[_raw(path, path.name, privacy) for path in broken],
        settings=[_raw(path, path.name, privacy) for path in sorted([*home.glob("*.toml"), *home.glob(FAILURE)])],
        **more,
    )


def _own() -> tuple[Records, list[Path]]:
    """Give the player's own records, and the files of which none can be read."""
    found: Records = {}
    broken = []
    for kind in OWN_KINDS:
        for path in own_paths(kind):
            try:
                tables = own_tables(path, kind)
            except HoploError:
                broken.append(path)
                continue
            found.setdefault(kind, {}).update(msgspec.to_builtins(tables))
    return found, broken


def _is_sound(library: Library, save: Save) -> bool:
    """Tell whether a save whose log leads to its state is sound in all else that the doctor looks at."""
    places = {place for place, _ in save.lines()}
    named = [*save.header.redo, *save.header.marks.values()]
    return places.issuperset(named) and len(library.good_copies(save.folder.name)) > 1


def _told_by_doctor(library: Library, name: str) -> list[str]:
    try:
        return examine(library, name)
    except (HoploError, OSError) as fault:
        return [str(fault)]


def _kept(save: Save, last: int | None) -> Kept | None:
    """Take a save with its log, or the end of it; None where the log does not lead to the state."""
    end = deque(whole_log(save, quick=True), maxlen=1)
    now = save.header
    if [(each.n, each.end, each.head, each.hash) for each in end] != [(now.n, now.end, now.head, now.hash)]:
        return None
    if hash_of(end[0].state) != now.hash:
        return None
    header = replace(now, sum="")
    if last is None:
        return Kept(header, [Line(place, replace(step, sum="")) for place, step in save.lines()][::-1])
    past = list(islice(save.past(), last + 1))
    base = past[last][2] if len(past) > last else {}
    log = [Line(place, replace(step, sum="")) for place, step, _ in past[:last]][::-1]
    places = {line.place for line in log}
    marks = {name: place for name, place in now.marks.items() if place in places}
    return Kept(replace(header, redo=[], marks=marks), log, base)


# The bytes of a save that cannot be read ------------------------------------------------------------------------


def _files_of(library: Library, name: str, privacy: Privacy) -> Iterator[RawFile]:
    folder, copies = library.folder(name), library.copies(name)
    kept = ((folder, ""), (folder / "snapshots", "snapshots/"), (folder / "copies", "copies/"), (copies, "copies/"))
    for at, under in kept:
        try:
            paths = sorted(path for path in at.iterdir() if path.is_file())
        except OSError as fault:
            if not under:
                yield RawFile(name, fault=str(fault.strerror))
            continue
        for path in paths:
            if FILE_NAME.fullmatch(under + path.name):
                yield _raw(path, under + path.name, privacy)


def _raw(path: Path, name: str, privacy: Privacy) -> RawFile:
    try:
        data = _cleaned(read_whole(path, LARGEST_CAMPAIGN), path.suffix, privacy)
    except (HoploError, OSError) as fault:
        return RawFile(name, fault=privacy.text(str(fault)))
    try:
        return RawFile(name, text=data.decode("utf-8"))
    except UnicodeDecodeError:
        return RawFile(name, base64=base64.b64encode(data).decode())


def _cleaned(data: bytes, kind: str, privacy: Privacy) -> bytes:
    """Take out what must not leave this machine; what had a check sum that was right has one again."""
    clean = privacy.bytes(data)
    if clean == data:
        return data
    if kind == ".jsonl":
        pairs = zip(data.splitlines(keepends=True), clean.splitlines(keepends=True), strict=False)
        return b"".join(_summed_line(before, after) for before, after in pairs)
    if kind == ".json":
        try:
            parse_header(data, "", "")
            header = msgspec.json.decode(clean, type=Header)
            return encode_header(replace(header, hash=hash_of(header.state)))
        except (HoploError, msgspec.MsgspecError, UnicodeDecodeError):
            return clean
    return clean


def _summed_line(before: bytes, after: bytes) -> bytes:
    if before == after:
        return after
    try:
        if not decode_step(before).sum:
            return after
        line = encode_step(msgspec.json.decode(after, type=Step))
    except (ValueError, msgspec.MsgspecError):
        return after
    return line if len(line) == len(after) else after


# Nothing personal -----------------------------------------------------------------------------------------------


def _sealed(report: Report, privacy: Privacy) -> Report:
    """Take out what must not leave this machine, with check sums that hold for what is left, and give it its own."""
    plain = msgspec.to_builtins(report)
    raw = ("schema", "files", "record_files", "settings")
    clean = {key: value if key in raw else privacy.data(value) for key, value in plain.items()}
    found = msgspec.convert(clean, Report)
    if report.save is not None and found.save is not None:
        found = replace(found, save=_summed(report.save, found.save))
    return replace(found, sum=sum_of(found))


def _summed(before: Kept, after: Kept) -> Kept:
    """Give a log whose states were changed by that the check sums of its states as they are now."""
    states = [before.header.state, before.base, [line.step.changes for line in before.log]]
    if states == [after.header.state, after.base, [line.step.changes for line in after.log]]:
        return after
    known: dict[int, State] = {after.log[0].step.prev: after.base} if after.log else {}
    log = []
    try:
        for line in after.log:
            step = line.step
            if step.kind == "step":
                state = apply_changes(known[step.prev], step.changes)
                known[line.place] = state
            else:
                state = known[step.to]
            log.append(replace(line, step=replace(step, hash=hash_of(state))))
    except (ChangeError, KeyError):
        return after
    return replace(after, log=log, header=replace(after.header, hash=hash_of(after.header.state)))
