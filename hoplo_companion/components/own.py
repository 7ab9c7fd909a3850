"""The player's own records: what the player read off a chip or card is kept, and never asked again; and packs of them.

A pack is one TOML file, to be given to others, with examples of what its records must do: `[pack]` with its name and
version, one table per record under its kind (`[units.murmillo]`), and `[[examples]]`. Its records say only what its
author knows: they are laid over the shipped ones, as the player's own files are.
"""

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from hoplo_companion.components.catalogue import (
    FOLDERS,
    OWN_KINDS,
    Records,
    catalogue,
    home_folder,
    own_file,
    own_folder,
    own_tables,
    read_toml,
    refuse_deceiving,
)
from hoplo_companion.components.checking import convert
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import StepName
from hoplo_companion.errors import Defects, HoploError, InvalidError, part
from hoplo_companion.files import all_or_nothing, forget, gone, good_copies, keep, read_own, write_whole


def own_path(kind: str, id_: str) -> Path:
    """Name the file that keeps the player's own record of something; it need not be there."""
    return own_file(own_folder(), kind, id_)


def own_paths(kind: str) -> list[Path]:
    """The files that keep the player's own records of a kind, those too that are gone."""
    folder = own_folder()
    if kind in FOLDERS:
        return sorted([*(folder / kind).glob("*.toml"), *gone(folder / kind)])
    path = folder / f"{kind}.toml"
    return [path] if os.path.lexists(path) or path in gone(folder) else []


def own_record(kind: str, id_: str) -> dict[str, Any] | None:
    """What the player alone has entered of something, as it is written; None where there is nothing."""
    return own_tables(own_path(kind, id_), kind).get(id_)


def own_records() -> Records:
    """Everything that the player has entered, as it is written; HoploError where a file cannot be read."""
    found, faults = readable_records()
    if faults:
        raise faults[0]
    return found


def readable_records(but: Path | None = None) -> tuple[Records, list[HoploError]]:
    """What the player has entered in files that can be read, except one, and what is wrong with the others."""
    found: Records = {}
    faults: list[HoploError] = []
    for kind in OWN_KINDS:
        for path in own_paths(kind):
            try:
                if path != but:
                    found.setdefault(kind, {}).update(own_tables(path, kind))
            except HoploError as fault:
                faults.append(fault)
    return found, faults


Record = dict[str, Any]
Fact = tuple[str, str, Record | None, Record | None]
"""A record that was kept: its kind and id, what stood there before, and what stands there then."""

ENTERED = "entered.json"
"""The file of the player's folder that has what was entered since the last step, to be taken back with the next."""

_at_work: list[Fact] = []  # what this process has entered in no step yet


def remember(kind: str, id_: str, name: str, fields: Mapping[str, Any]) -> Path:
    """Keep what was read off a component in the player's own record of it, beside what was kept before.

    Shapes: `kind` is one of `catalogue.OWN_KINDS`; what the player wrote into the file, comments too, stays as it is.
    It is part of the step that is made next, unless `stand_alone` is called first.
    """
    fact = fact_of(kind, id_, name, fields)
    record = fact[3] or {}
    if fact[2] != record:
        # A kill between the two leaves a fact that the step lays in.
        _at_work.append(fact)
        write_whole(home_folder() / ENTERED, msgspec.json.encode([*entered(), fact]))
    path = replace(kind, id_, record)
    keep(path)
    catalogue.cache_clear()  # it is known from now on
    return path


def fact_of(kind: str, id_: str, name: str, fields: Mapping[str, Any]) -> Fact:
    """What the player's record of something becomes with some fields; InvalidError where it would deceive."""
    before = own_record(kind, id_)
    record = {"name": name, **(before or {}), **fields}
    refuse_deceiving(record, f"{kind}/{id_}")
    return kind, id_, before, record


def entered() -> list[Fact]:
    """What was entered since the last step, the first one first."""
    try:
        return msgspec.json.decode((home_folder() / ENTERED).read_bytes(), type=list[Fact])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return []


def stand_alone() -> None:
    """Let what this command has entered be part of no step."""
    if _at_work:
        _at_work.clear()
        (home_folder() / ENTERED).unlink(missing_ok=True)


def back(facts: Iterable[Fact]) -> list[Fact]:
    """The facts that take some others back, the last one first."""
    return [(kind, id_, after, before) for kind, id_, before, after in facts][::-1]


@contextmanager
def changed_with(facts: Iterable[Fact], last: Path | None, *more: Path) -> Iterator[None]:
    """Change own records and make what is done within, or neither: the file `last` decides.

    Shapes: a record that is not as the fact says it was has been changed since, and stays. `more` are other files
    that are changed within.
    """
    facts, pending = list(facts), home_folder() / ENTERED
    paths = {own_path(kind, id_) for kind, id_, _, _ in facts}
    if not paths and not more:
        yield
        return
    with all_or_nothing([*paths, pending, *more], last):
        for kind, id_, before, after in facts:
            if own_record(kind, id_) == before:
                replace(kind, id_, after)
        pending.unlink(missing_ok=True)
        _at_work.clear()
        yield
    for path in paths:
        if path.is_file():
            keep(path)


def replace(kind: str, id_: str, record: dict[str, Any] | None) -> Path:
    """Put a record, or none, in the place of the player's own one, changing no more of its file than what is new."""
    import tomlkit

    refuse_deceiving(record or {}, f"{kind}/{id_}")
    path = own_path(kind, id_)
    whole = read_toml(path) if path.is_file() else {}  # says what is wrong with it, in the way of all files of records
    document = tomlkit.parse(path.read_bytes().decode("utf-8") if path.is_file() else "")
    key = id_ if kind in FOLDERS else next((key for key in whole if slug(key) == id_), id_)
    if record is None:
        if kind in FOLDERS or [*whole] == [key]:
            forget(path)
            path.unlink(missing_ok=True)
        else:
            del document[key]
            _write(path, tomlkit.dumps(document).rstrip("\n") + "\n")
        return path
    whole = record if kind in FOLDERS else {**whole, key: record}
    try:
        table: Any = document if kind in FOLDERS else document.setdefault(key, tomlkit.table())
        for name in [each for each in table if each not in record]:
            del table[name]
        for name, value in record.items():
            before = table.get(name)
            if name in table and (before.unwrap() if hasattr(before, "unwrap") else before) == value:
                continue  # what it says already is left as the player wrote it
            if isinstance(value, dict) or isinstance(before, dict) or _has_tables(before):
                # A table stands at another place of a file than a value does.
                table.pop(name, None)
            table[name] = toml_item(value)
        if tomllib.loads(tomlkit.dumps(document)) != whole:
            document = _laid_out(tomlkit.document(), whole)
    except (tomlkit.exceptions.TOMLKitError, ValueError, TypeError):
        # What the file's layout has no room for is written anew, without its comments; no record is lost.
        document = _laid_out(tomlkit.document(), whole)
    _write(path, tomlkit.dumps(document))
    return path


def _write(path: Path, text: str) -> None:
    """Write a file of records: byte for byte as a copy of it has the same records, where one does."""
    same = good_copies(path, lambda data: tomllib.loads(data.decode()) == tomllib.loads(text))
    write_whole(path, same[0].read_bytes() if same else text.encode())


def _has_tables(item: Any) -> bool:
    return isinstance(item, list) and any(isinstance(each, dict) for each in item)


def _laid_out(table: Any, record: Mapping[str, Any]) -> Any:
    """Lay a record out in a new table, its own values before the tables within it."""
    for key, value in sorted(record.items(), key=lambda each: isinstance(each[1], dict)):
        table[key] = toml_item(value)
    return table


def toml_item(value: Any) -> Any:
    """Lay a value out for a TOML file: effects and the like on one line each, tables within them on that line."""
    import tomlkit

    if isinstance(value, dict):
        return _laid_out(tomlkit.table(), value)
    if _has_tables(value):
        array = tomlkit.array().multiline(True)
        array.extend(value)
        return array
    return tomlkit.item(value)


SCHEMA = "hoplo/pack@1"


class PackHead(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a pack says of itself."""

    name: str
    version: str = "1"
    author: str = ""
    text: str = ""


class UnitEnd(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How a unit must stand at the end of an example; `gone` is one that is no longer in combat."""

    hp: int | None = None
    hex: str | None = None
    dazed: bool | None = None
    tactics: list[str] | None = None
    gone: bool = False


class Expected(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What an example must lead to: `solve`, part of the answer of `hoplo solve`; `units`, how they end."""

    solve: dict[str, Any] | None = None
    units: dict[str, UnitEnd] = {}


class Example(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A rival's turn, or one `step` of it, from a position, with its answers and what must come of it."""

    name: str
    position: dict[str, Any]
    expect: Expected
    step: StepName | Literal[""] = ""
    answers: list[Any] = []


_PackDoc = msgspec.defstruct(
    "_PackDoc",
    [
        ("pack", PackHead),
        ("schema", Literal["hoplo/pack@1"], SCHEMA),
        ("examples", list[Example], []),
        *((kind, dict[str, dict[str, Any]], {}) for kind in OWN_KINDS),
    ],
    forbid_unknown_fields=True,
)
"""A pack as it is written."""


class Pack(Struct, frozen=True):
    """A pack that was read: what it says of itself, its records as written, by kind and id, and its examples."""

    head: PackHead
    records: Records
    examples: list[Example]

    def named(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Its records with their kinds and ids."""
        for kind, tables in self.records.items():
            for id_, table in tables.items():
                yield kind, id_, table


EXAMPLES = "examples.toml"  # the file of the player's own data that keeps the examples of packs


def own_examples() -> list[Example]:
    """Read the examples that came with the packs that were taken in; InvalidError offers their last good copy."""
    pack = read_own(own_folder() / EXAMPLES, read_pack)
    return pack.examples if pack is not None else []


def read_pack(path: Path) -> Pack:
    """Read a pack; InvalidError lists what of its shape is wrong. Its records are judged by `record_of`."""
    data = read_toml(path)
    doc: Any = convert(data, _PackDoc)
    if isinstance(doc, list):
        raise InvalidError(doc, path.name)
    names, defects = [each.name for each in doc.examples], Defects()
    for at, name in enumerate(names):
        if name in names[:at]:
            defects.wrong("value", f"examples[{at}].name", "another example has this name already")
    records = {kind: _by_id(kind, getattr(doc, kind), defects) for kind in OWN_KINDS if kind in data}
    if defects:
        raise InvalidError(defects, path.name)
    return Pack(doc.pack, records, doc.examples)


def _by_id(kind: str, given: dict[str, dict[str, Any]], defects: Defects) -> dict[str, dict[str, Any]]:
    """The tables of one kind by their ids; what is no id, or stands there twice, is a defect."""
    found: dict[str, dict[str, Any]] = {}
    for key, table in given.items():
        id_, where = slug(key), f"{kind}.{part(key)}"
        if not id_ or len(id_) > 80:
            defects.wrong("value", where, "is not an id: 1 to 80 letters and digits, with hyphens between them")
        elif id_ in found:
            defects.wrong("value", where, "has the id {id}, which is in the pack twice", id=id_)
        else:
            found[id_] = table
    return found


def pack_text(pack: Pack) -> str:
    """Write a pack as a TOML file."""
    import tomlkit

    head = {"schema": SCHEMA, "pack": msgspec.to_builtins(pack.head)}
    document = _laid_out(tomlkit.document(), {**head, **pack.records})
    if pack.examples:
        document["examples"] = tomlkit.items.AoT([*map(toml_item, msgspec.to_builtins(pack.examples))])
    return tomlkit.dumps(document)
