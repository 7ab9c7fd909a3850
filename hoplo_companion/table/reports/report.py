"""A report: one file that shows any moment of a campaign, or a position, to somebody else.

It holds the save as it is on disk, what `hoplo doctor` says of it, the player's own records and the versions; of a
damaged save also the copies of its state. The folders of this machine are left out.
"""

from __future__ import annotations

import base64
import json
import platform
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion import __version__
from hoplo_companion.components.catalogue import OWN_KINDS, Catalogue, own_folder
from hoplo_companion.components.own import Records, own_paths, own_tables
from hoplo_companion.components.packs import Overlaid
from hoplo_companion.errors import HoploError, clip
from hoplo_companion.files import FAILURE, LARGEST_CAMPAIGN, read_whole, write_whole
from hoplo_companion.language import speaking, tr
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.writing import write_position
from hoplo_companion.table.reports.past_steps import Moment, in_a_line, moment_of
from hoplo_companion.table.saves.doctor import examine, mend
from hoplo_companion.table.saves.export import other_file
from hoplo_companion.table.saves.format import decode_step, encode_step
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save

SCHEMA = "hoplo/report@2"

FILE_NAME = re.compile(r"(?:copies/)?[\w-][\w.-]{0,99}")


class RawFile(Struct, frozen=True, omit_defaults=True):
    """A file of a save as it is: its text, or its bytes where they are not text."""

    name: str
    text: str = ""
    base64: str = ""

    @property
    def data(self) -> bytes:
        """Give its bytes."""
        return base64.b64decode(self.base64) if self.base64 else self.text.encode("utf-8", "surrogateescape")


class Report(Struct, frozen=True, kw_only=True):
    """What a report holds: of a campaign its files and what the doctor finds wrong, of a position the moment alone.

    Shapes: `settings` maps the name of a file in the home folder to its text.
    """

    schema: str = SCHEMA
    hoplo: str
    python: str
    platform: str
    made: str
    campaign: str = ""
    faults: list[str] = []
    files: list[RawFile] = []
    moment: Moment | None = None
    records: Records = {}
    settings: dict[str, str] = {}


# Making one -----------------------------------------------------------------------------------------------------


def report_of_position(combat: Combat, catalogue: Catalogue) -> Report:
    """Report a position alone."""
    position = write_position(combat)
    return _made(moment=Moment(position=position, line=in_a_line(position, catalogue)))


def report_of_campaign(library: Library, name: str, catalogue: Catalogue, *, step: int | None = None) -> Report:
    """Report a campaign as it was after one of its steps, the last one if None; UsageError where there is no such step.

    One that is damaged is reported with whatever bytes are left.
    """
    with speaking("en"):  # whoever reads the report may speak another language
        faults = _examined(library, name)
    report = _made(campaign=name, faults=faults, files=list(_files_of(library, name, copies=bool(faults))))
    if not faults:
        moment: Moment | None = moment_of(library.open(name), step, catalogue)
    else:
        with recovered(report) as found:
            moment = moment_of(found.save, step, catalogue) if found.save is not None else None
    return _without_folders(replace(report, moment=moment))


def damage(library: Library, name: str) -> list[str]:
    """Say what is wrong with a campaign, if one is named, and with the player's own records."""
    return [*(_examined(library, name) if name else ()), *_own_records()[1]]


def _examined(library: Library, name: str) -> list[str]:
    try:
        return examine(library, name)
    except (HoploError, OSError) as fault:
        return [str(fault)]


def _made(**parts: Any) -> Report:
    with speaking("en"):
        records, faults = _own_records()
    home = own_folder().parent
    files = [path for path in (home / "config.toml", home / FAILURE) if path.is_file()]
    report = Report(
        hoplo=__version__,
        python=platform.python_version(),
        platform=platform.system(),
        made=datetime.now(UTC).date().isoformat(),
        records=records,
        settings={path.name: read_whole(path, LARGEST_CAMPAIGN).decode("utf-8", "replace") for path in files},
        **parts,
    )
    return _without_folders(replace(report, faults=[*report.faults, *faults]))


def _own_records() -> tuple[Records, list[str]]:
    """Give the player's own records, and what is wrong with the files that cannot be read."""
    found: Records = {}
    faults = []
    for kind in OWN_KINDS:
        for path in own_paths(kind):
            try:
                found.setdefault(kind, {}).update(msgspec.to_builtins(own_tables(path, kind)))
            except HoploError as fault:
                faults.append(str(fault))
    return found, faults


def _files_of(library: Library, name: str, *, copies: bool) -> Iterator[RawFile]:
    """Iterate over the files of a save that can be read."""
    folder = library.folder(name)
    paths = {"state.json": folder / "state.json", "log.jsonl": folder / "log.jsonl"}
    if copies:
        paths |= {f"copies/{path.name}": path for path in sorted(library.copies(name).glob("*.json"))}
    for file, path in paths.items():
        if not path.is_file():
            continue
        with suppress(HoploError, OSError):
            data = read_whole(path, LARGEST_CAMPAIGN)
            if file == "log.jsonl":
                data = b"".join(map(_line_without_folders, data.splitlines(keepends=True)))
            try:
                yield RawFile(file, data.decode("utf-8"))
            except UnicodeDecodeError:
                yield RawFile(file, base64=base64.b64encode(data).decode())


# Nothing of this machine ----------------------------------------------------------------------------------------


def _folders() -> list[str]:
    """List the folders of this machine that a path may begin with, as JSON writes them, the longest first."""
    folders = {own_folder().parent, Path.home(), Path.cwd(), Path(__file__).parents[3]}
    ways = {json.dumps(str(each), ensure_ascii=False)[1:-1] for each in folders if each != Path(each.anchor)}
    return sorted(ways, key=len, reverse=True)


def _without_folders(report: Report) -> Report:
    """Give a report in which `~` stands for the folders of this machine."""
    text = msgspec.json.encode(replace(report, files=[])).decode()
    for folder in _folders():
        text = text.replace(folder, "~")
    return replace(msgspec.json.decode(text, type=Report), files=report.files)


def _line_without_folders(line: bytes) -> bytes:
    """Give a line of the log whose command names no folder; as long as before, as lines are found by their place."""
    clean = line
    for folder in map(str.encode, _folders()):
        clean = clean.replace(folder, b"~".ljust(len(folder), b"_"))
    if clean == line:
        return line
    try:
        step, command = decode_step(line), msgspec.json.decode(clean)["command"]
    except (HoploError, ValueError, msgspec.MsgspecError):
        return clean
    # The states stay as they are, and so do their check sums: a path in one was typed by the player.
    summed = encode_step(replace(step, command=command))
    return summed if len(summed) == len(line) else clean


# Reading one ----------------------------------------------------------------------------------------------------


def encode(report: Report) -> bytes:
    """Write a report as a file holds it."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


def read_report(data: bytes, name: str) -> Report:
    """Read a report; HoploError says what else a file is, or where it is damaged."""
    try:
        raw = msgspec.json.decode(data)
        if not isinstance(raw, dict) or raw.get("schema") != SCHEMA:
            text = tr("{file} is not a report that this hoplo can read: {reason}", file=name, reason=_other(raw))
            raise HoploError(text)
        report = msgspec.convert(raw, Report)
        for each in report.files:
            _ = each.data  # what is not base64 raises
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise HoploError(tr("{file} is not a report, or is damaged: {reason}", file=name, reason=fault)) from None
    if wrong := [each.name for each in report.files if not FILE_NAME.fullmatch(each.name)]:
        raise HoploError(tr("{file} is damaged: {name} is not a file of a save", file=name, name=clip(wrong[0], 60)))
    return report


def _other(raw: Any) -> str:
    schema = raw.get("schema") if isinstance(raw, dict) else None
    if isinstance(schema, str) and schema.startswith("hoplo/report@"):
        parts = {"schema": schema[:40], "version": str(raw.get("hoplo"))[:40], "known": SCHEMA}
        return tr("it is {schema}, made with hoplo {version}; this one reads {known}", **parts)
    return other_file(raw) or tr('it has no "schema": "{schema}"; `hoplo report` makes one', schema=SCHEMA)


class Recovered(NamedTuple):
    """The save of a report, laid out and repaired where it was damaged, what was wrong with it, and its records.

    Shapes: `save` is None where a report holds none, or nothing good is left of it; `catalogue` has the report's own
    records over the shipped ones, and none of the player's.
    """

    save: Save | None
    faults: list[str]
    catalogue: Catalogue


@contextmanager
def recovered(report: Report) -> Iterator[Recovered]:
    """Lay the save of a report out in a folder of its own for as long as it is looked at."""
    with tempfile.TemporaryDirectory(prefix="hoplo-") as folder:
        library = Library(Path(folder))
        catalogue = Overlaid(Catalogue(own=library.home / "data"), report.records)
        faults: list[str] = []
        save: Save | None = None
        if report.files:
            name = library.free_name(report.campaign or "report")
            try:
                for file in report.files:
                    path = Path(file.name)
                    at = library.copies(name) if path.parts[0] == "copies" else library.folder(name)
                    write_whole(at / path.name, file.data)
                faults += _mended(library, name)
                save = library.open(name)
            except (HoploError, OSError) as fault:
                faults.append(str(fault))
        yield Recovered(save, faults, catalogue)


def _mended(library: Library, name: str) -> list[str]:
    """Repair a save that was laid out; say what was wrong with it and what was done."""
    if not library.copies(name).is_dir():
        with suppress(HoploError):
            save = library.open(name)
            save.write_header(save.header)  # the copies of a sound save are not in its report
    found = examine(library, name)
    return [*found, *mend(library, name, newer_too=True)] if found else []
