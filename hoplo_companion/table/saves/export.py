"""A campaign in one file, to keep or to take to another machine, and a report: a save and one moment of it.

A report holds the save as it is on disk, what `hoplo doctor` says of it, the player's own records and the versions; of
a damaged save also the copies of its state. `hoplo save import` opens it as a campaign at its moment.
"""

from __future__ import annotations

import base64
import platform
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion import __version__
from hoplo_companion.components.catalogue import Catalogue, Records, own_folder
from hoplo_companion.components.names import part_number, slug
from hoplo_companion.components.own import own_records, readable_records
from hoplo_companion.errors import HoploError, UsageError, clip, system_reason
from hoplo_companion.files import FAILURE, LARGEST_CAMPAIGN, DiskError, read_whole, write_whole
from hoplo_companion.language import later, speaking, tr
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.line import write_notation
from hoplo_companion.table.play.fight import Game, fight_table
from hoplo_companion.table.saves import format as formats
from hoplo_companion.table.saves.doctor import examine, mend
from hoplo_companion.table.saves.format import Header, NewerSaveError, UnknownHereError, UnreadableSaveError
from hoplo_companion.table.saves.library import Library, Saves
from hoplo_companion.table.saves.save import EMPTY, Save, built_aside


class Parcel(Struct, frozen=True, forbid_unknown_fields=True):
    """An exported file: state file and log as text, what they are, and the player's own records that they use."""

    what: str
    name: str
    state: str
    log: str
    hash: str
    records: Records = {}


WHAT = "hoplo campaign"
REPORT = "hoplo/report@2"
LONGEST_NAME = 200


def _hash(name: str, state: str, log: str, records: Records | None = None) -> str:
    return formats.hash_of({"name": name, "state": state, "log": log, **({"records": records} if records else {})})


def names_in(text: str) -> set[str]:
    """The ids of whatever a text of JSON may name."""
    named = {slug(part_number(each)[0]) for each in re.findall(r'"([^"]+)"', text)}
    return named | set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", text.lower()))


def pack(library: Library, name: str, file: Path) -> None:
    """Write a campaign into one file; what cannot be read, or has lost some of its log, is not packed."""
    if file.exists() and not file.is_file():
        raise UsageError("{path} exists already and is not a file: choose another name", path=file)
    own = [library.home / each for each in ("campaigns", "copies", "trash", "locks", "data", "current")]
    if {each.resolve() for each in own} & {file.resolve(), *file.resolve().parents}:
        raise UsageError("{path}: hoplo keeps its own files there: choose another place", path=file)
    save = library.open(name)
    list(save.lines())  # damage is mended here, and not found where it is taken in
    write_whole(file, msgspec.json.encode(packed(name, save.header, save.log)))


def packed(name: str, header: Header, log: Path, records: Records | None = None) -> Parcel:
    """Put a campaign together as a file has it, as far as its state goes, with the player's own records it uses."""
    try:
        lines = log.read_bytes()[: header.end].decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        text = later("{name}: the log cannot be read: {reason}")
        raise UnreadableSaveError(text, name=name, reason=fault) from None
    state = header.encoded().decode()
    if records is None:  # the player's own that it names, and those that these name in turn
        own, records, todo = msgspec.to_builtins(own_records()), {}, names_in(state + lines)
        left = {(kind, id_): record for kind, tables in own.items() for id_, record in tables.items()}
        while named := [key for key in left if key[1] in todo]:
            for kind, id_ in named:
                records.setdefault(kind, {})[id_] = record = left.pop((kind, id_))
                todo |= names_in(msgspec.json.encode(record).decode())
    return Parcel(WHAT, name, state, lines, _hash(name, state, lines, records), records)


def read_export(file: Path) -> Parcel | Report:
    """Read an exported campaign, or a report; HoploError where a file is something else, or damaged."""
    text = later("{file} is not a campaign that hoplo exported: {reason}")
    try:
        raw = msgspec.json.decode(read_whole(file, LARGEST_CAMPAIGN))
    except OSError as fault:
        raise UsageError(f"{file}: {system_reason(fault)}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise HoploError(text, file=file.name, reason=fault) from None
    values = raw if isinstance(raw, dict) else {}
    if str(values.get("schema")).startswith("hoplo/report@"):
        return _report(values, file.name)
    if values.get("what") != WHAT:
        reason = tr("`hoplo save export NAME FILE` writes one")
        if values.get("schema") == "hoplo/position@1":
            reason = tr("it is a position; `hoplo rival-turn --position FILE` plays it")
        raise HoploError(text, file=file.name, reason=reason)
    try:
        parcel = msgspec.convert(values, Parcel)
    except msgspec.MsgspecError as fault:
        if "unknown field" in str(fault):
            raise UnknownHereError(file.name, fault) from None
        raise HoploError(text, file=file.name, reason=fault) from None
    if parcel.hash != _hash(parcel.name, parcel.state, parcel.log, parcel.records):
        raise HoploError("{file} was damaged on the way: its check sum does not match", file=file.name)
    return parcel


def unpack(library: Saves[Any], file: Path, name: str | None, read: Parcel | Report) -> str:
    """Take a campaign in; give the name it has here. HoploError where its log is damaged."""
    parcel = parcel_of(read)[0] if isinstance(read, Report) else read
    if max(len(parcel.name), len(name or "")) > LONGEST_NAME:
        text = later("{file}: the name of a campaign has {most} characters at most")
        raise HoploError(text, file=file.name, most=LONGEST_NAME)
    header = formats.parse_header(parcel.state.encode(), file.name, parcel.name)
    id_ = library.free_name(name or parcel.name)
    with built_aside(library.folder(id_), library.copies(id_)) as aside:
        write_whole(aside / "log.jsonl", parcel.log.encode())
        save = Save(aside, aside / "copies", header)
        try:
            list(save.lines())
        except NewerSaveError:
            raise
        except UnreadableSaveError:
            text = later(
                "{file}: its log is damaged, and nothing is imported; `hoplo doctor --repair` mends the original"
            )
            raise HoploError(text, file=file.name) from None
        save.write_header(header)
    return id_


# A report ------------------------------------------------------------------------------------------------------------

FILE_NAME = re.compile(r"(?:copies/)?[\w-][\w.-]{0,99}")


class RawFile(Struct, frozen=True, omit_defaults=True):
    """A file of a save as it is: its text, or its bytes where they are not text."""

    name: str
    text: str = ""
    base64: str = ""

    @property
    def data(self) -> bytes:
        """Its bytes."""
        return base64.b64decode(self.base64) if self.base64 else self.text.encode("utf-8", "surrogateescape")


class Moment(Struct, frozen=True, omit_defaults=True):
    """A moment of a save: its step, the fight as `hoplo fight --json` has it, its position, or why there is none."""

    n: int = 0
    what: str = ""
    fight: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    line: str = ""
    fault: str = ""


class Report(Struct, frozen=True, kw_only=True):
    """A report: a campaign's files and what is wrong with it, or a board alone; settings by the name of their file."""

    schema: str = REPORT
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


def report_of_position(combat: Combat, catalogue: Catalogue) -> Report:
    """Report a position alone."""
    return _made(moment=_moment(write_position(combat), catalogue))


def _moment(position: dict[str, Any], catalogue: Catalogue, **more: Any) -> Moment:
    """A moment with its position, also in one line, where that has nothing that no line can say."""
    line = ""
    with suppress(HoploError):
        line = write_notation(position, catalogue)
    return Moment(position=position, line=line, **more)


def report_of_campaign(library: Library, name: str, catalogue: Catalogue, *, step: int | None) -> Report:
    """Report a campaign as it was after a step, the last one if None; a damaged one with whatever is left."""
    with speaking("en"):  # whoever reads the report may speak another language
        faults = _examined(library, name)
    folder, copies = library.folder(name), library.copies(name)
    paths = {"state.json": folder / "state.json", "log.jsonl": folder / "log.jsonl"}
    if faults:
        paths |= {f"copies/{path.name}": path for path in sorted(copies.glob("*.json"))}
    files = list[RawFile]()
    for file, path in paths.items():
        with suppress(HoploError, OSError):
            data = read_whole(path, LARGEST_CAMPAIGN)
            try:
                files.append(RawFile(file, data.decode("utf-8")))
            except UnicodeDecodeError:
                files.append(RawFile(file, base64=base64.b64encode(data).decode()))
    report = _made(campaign=name, faults=faults, files=files)
    if not faults:
        return replace(report, moment=moment_of(library.open(name), step, catalogue))
    with suppress(UnreadableSaveError), laid_out(report) as (save, _):
        report = replace(report, moment=moment_of(save, step, catalogue))
    return report


def moment_of(save: Save, n: int | None, catalogue: Catalogue) -> Moment:
    """The moment after a step of a save, after the last one if None; UsageError where there is no such step."""
    then = at_step(save, n)
    what = next((str(step.what) for _, step in save.lines() if step.n == then.n), "")
    try:
        campaign = formats.from_state(then.state)
        if campaign.fight is None:
            return Moment(then.n, what)
        table = fight_table(Game(campaign, catalogue))
    except HoploError as fault:
        return Moment(then.n, what, fault=str(fault))
    return _moment(table["position"], catalogue, n=then.n, what=what, fight=table)


def at_step(save: Save, n: int | None) -> Header:
    """What `state.json` held after a step of the log, undone ones too; UsageError where the log has none."""
    if n is None or n == save.header.n:
        return save.header
    first, last = 0, 0
    for header in Save(save.folder, save.copies, EMPTY).followed(quick=True):
        if header.end > save.header.end:
            break
        if header.n == n and formats.hash_of(header.state) == header.hash:
            return header
        first, last = first or header.n, header.n
    raise UsageError("the log has no step {n}: it has steps {first} to {last}", n=n, first=first, last=last)


def damage(library: Library, name: str) -> list[str]:
    """Say what is wrong with a campaign, if one is named, and with the player's own records."""
    return [*(_examined(library, name) if name else ()), *map(str, readable_records()[1])]


def _examined(library: Library, name: str) -> list[str]:
    try:
        return examine(library, name)
    except (HoploError, OSError) as fault:
        return [str(fault)]


def _made(*, faults: Iterable[str] = (), **parts: Any) -> Report:
    """A report with the player's own records and settings; `~` stands for the player's folder."""
    with speaking("en"):
        records, wrong = readable_records()
    home = own_folder().parent

    def at_home(text: str) -> str:
        return text.replace(str(home), "~").replace(str(Path.home()), "~")

    files = [path for path in (home / "config.toml", home / FAILURE) if path.is_file()]
    texts = {path.name: read_whole(path, LARGEST_CAMPAIGN).decode("utf-8", "replace") for path in files}
    return Report(
        hoplo=__version__,
        python=platform.python_version(),
        platform=platform.system(),
        made=datetime.now(UTC).date().isoformat(),
        records=msgspec.to_builtins(records),
        settings={name: at_home(text) for name, text in texts.items()},
        faults=list(map(at_home, [*faults, *map(str, wrong)])),
        **parts,
    )


def encode(report: Report) -> bytes:
    """Write a report as a file holds it."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


def _report(raw: dict[str, Any], name: str) -> Report:
    """Read a report from a file's JSON; HoploError where it is another version's, or damaged."""
    if raw.get("schema") != REPORT:
        schema, version = (clip(str(raw.get(key)), 40) for key in ("schema", "hoplo"))
        text = later("it is {schema}, made with hoplo {version}; this one reads {known}")
        reason = tr(text, schema=schema, version=version, known=REPORT)
        raise HoploError("{file} is not a report that this hoplo can read: {reason}", file=name, reason=reason)
    try:
        report = msgspec.convert(raw, Report)
        for each in report.files:
            _ = each.data  # what is not base64 raises
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise HoploError("{file} is not a report, or is damaged: {reason}", file=name, reason=fault) from None
    if wrong := [each.name for each in report.files if not FILE_NAME.fullmatch(each.name)]:
        raise HoploError("{file} is damaged: {name} is not a file of a save", file=name, name=clip(wrong[0], 60))
    if not report.files:
        text = later("{file} is a report of a board, which no campaign belongs to: {line}")
        line = report.moment.line if report.moment is not None else ""
        raise HoploError(text, file=name, line=clip(line, 500))
    return report


def parcel_of(report: Report) -> tuple[Parcel, list[str]]:
    """The campaign of a report at its moment, and what is mended of it; UnreadableSaveError where nothing is left."""
    with laid_out(report) as (save, faults):
        then = save.header
        if report.moment is not None and report.moment.n != then.n:
            try:
                then = at_step(save, report.moment.n)
            except UsageError as gone:  # a save that was mended may no longer have it
                faults = [*faults, str(gone)]
        return packed(report.campaign or "report", then, save.log, report.records), faults


@contextmanager
def laid_out(report: Report) -> Iterator[tuple[Save, list[str]]]:
    """The save of a report in a folder of its own, and what is mended of it; UnreadableSaveError for nothing."""
    with tempfile.TemporaryDirectory(prefix="hoplo-") as folder:
        library = Library(Path(folder))
        name = library.free_name(report.campaign or "report")
        try:
            for file in report.files:
                path = Path(file.name)
                at = library.copies(name) if path.parts[0] == "copies" else library.folder(name)
                write_whole(at / path.name, file.data)
            if not library.copies(name).is_dir():
                with suppress(HoploError):
                    save = library.open(name)
                    save.write_header(save.header)  # the copies of a sound save are not in its report
            if faults := examine(library, name):
                faults += mend(library, name, newer_too=True)
            save = library.open(name)
        except DiskError:
            raise
        except (HoploError, OSError) as fault:
            text = later("nothing of the save in this report can be read: {reason}")
            raise UnreadableSaveError(text, reason=fault) from None
        yield save, faults
