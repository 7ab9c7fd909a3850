"""A report read again: its save laid out in a library, mended there where it was damaged, and held against itself."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.packs import Overlaid
from hoplo_companion.errors import HoploError
from hoplo_companion.files import write_whole
from hoplo_companion.table.reports.file import Kept, Report
from hoplo_companion.table.reports.replayed import at_step
from hoplo_companion.table.saves.changes import ChangeError, changes_between
from hoplo_companion.table.saves.doctor import examine, mend
from hoplo_companion.table.saves.format import NO_STEP, Step, UnreadableSaveError, encode_header, encode_step, hash_of
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save, built_aside


class Recovered(NamedTuple):
    """What a report holds, laid out: its save, what is wrong with that and was done about it, and its records.

    Shapes: `save` is None where a report holds none or nothing good is left of it; `catalogue` has the report's own
    records, none of the player's, over the shipped ones.
    """

    save: Save | None
    told: list[str]
    catalogue: Catalogue


# Laying it out --------------------------------------------------------------------------------------------------


def lay_out(report: Report, library: Library, wanted: str) -> str:
    """Write the save that a report holds into a library, as it is; give the name it has there."""
    name = library.free_name(wanted)
    with built_aside(library.folder(name)) as aside:
        if report.save is not None:
            state, log = _files(report.save)
            write_whole(aside / "log.jsonl", log)
            write_whole(aside / "state.json", state)
        for file in report.files:
            if not file.fault:
                path = Path(file.name)
                write_whole((library.copies(name) if path.parts[0] == "copies" else aside / path.parent) / path.name,
                            file.data)  # fmt: skip
    with contextlib.suppress(UnreadableSaveError):
        save = library.open(name)
        if not report.files:
            save.write_header(save.header)
    return name


def _files(kept: Kept) -> tuple[bytes, bytes]:
    """Write the state and the log of a save anew: every line is at another place than it was."""
    lines: list[bytes] = []
    moved = {NO_STEP: NO_STEP}
    end = 0
    if kept.base and kept.log:
        first = kept.log[0].step
        what = "the steps before this were left out of the report"
        begun = Step(first.n - 1, first.at, first.hoplo, "report", what, changes=changes_between({}, kept.base),
                     hash=hash_of(kept.base))  # fmt: skip
        lines, moved, end = [encode_step(begun)], {NO_STEP: NO_STEP, first.prev: 0}, len(encode_step(begun))
    try:
        for line in kept.log:
            step = line.step
            lines.append(encode_step(replace(step, prev=moved[step.prev], to=moved[step.to])))
            moved[line.place] = end
            end += len(lines[-1])
        header = kept.header
        header = replace(
            header,
            end=end,
            head=moved[header.head],
            redo=[moved[place] for place in header.redo],
            marks={name: moved[place] for name, place in header.marks.items()},
        )
    except KeyError as fault:
        raise HoploError(f"a damaged report: its log has no line at {fault}, which another one names") from None
    return encode_header(header), b"".join(lines)


@contextmanager
def recovered(report: Report) -> Iterator[Recovered]:
    """Lay the save of a report out in a folder of its own, for as long as it is looked at, mended where it must be.

    The player's own campaigns and records are not touched.
    """
    with tempfile.TemporaryDirectory(prefix="hoplo-") as folder:
        library = Library(Path(folder))
        told: list[str] = []
        save: Save | None = None
        if report.save is not None or report.files:
            try:
                name = lay_out(report, library, report.campaign or "report")
                if told := examine(library, name):
                    told += mend(library, name, newer_too=True)
                save = library.open(name)
            except (HoploError, OSError) as fault:
                told.append(str(fault))
        yield Recovered(save, told, Overlaid(Catalogue(own=library.home / "data"), report.records))


def unpack(report: Report, library: Library, wanted: str, step: int | None) -> str:
    """Make a campaign of its own of a report, to play on after one of its steps; give its name."""
    name = lay_out(report, library, wanted)
    if examine(library, name):
        mend(library, name, newer_too=True)
    save = library.open(name)
    if step is not None and step != save.header.n:
        then = at_step(save, step)
        write_whole(save.log, save.log.read_bytes()[: then.end])
        save.write_header(then)
    return name


# Looking at it --------------------------------------------------------------------------------------------------

T = TypeVar("T")


def looked_at(call: Callable[[], T], told: Callable[[str], None]) -> T | None:
    """Do something with what a report holds; what cannot be done with it is told, and gives None.

    What another version wrote, or a hand has changed, may be anything: it is a difference, never a failure.
    """
    try:
        return call()
    except HoploError as fault:
        told(str(fault))
    except (ArithmeticError, AssertionError, AttributeError, ChangeError, LookupError, RecursionError, TypeError,
            ValueError) as fault:  # fmt: skip
        told(f"it is not as this hoplo writes it ({type(fault).__name__}: {str(fault)[:80]})")
    return None
