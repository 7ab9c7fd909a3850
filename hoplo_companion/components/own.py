"""The player's own records: what the player read off a chip or card is kept, and never asked again."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoplo_companion.components.catalogue import (
    FOLDERS,
    OWN_KINDS,
    home_folder,
    not_a_table,
    own_file,
    own_folder,
    read_toml,
    refuse_deceiving,
)
from hoplo_companion.components.kept import keep, offered
from hoplo_companion.components.names import slug
from hoplo_companion.errors import HoploError, InvalidError
from hoplo_companion.files import write_toml

if TYPE_CHECKING:
    import tomlkit
    from tomlkit.items import Item

Records = dict[str, dict[str, dict[str, Any]]]
"""Records as they are written in files, by kind and id."""


def own_path(kind: str, id_: str) -> Path:
    """Name the file that keeps the player's own record of something; it need not be there."""
    return own_file(own_folder(), kind, id_)


def own_paths(kind: str) -> list[Path]:
    """List the files that keep the player's own records of a kind."""
    folder = own_folder()
    paths = sorted((folder / kind).glob("*.toml")) if kind in FOLDERS else [folder / f"{kind}.toml"]
    return [path for path in paths if os.path.lexists(path)]


def own_tables(path: Path, kind: str) -> dict[str, dict[str, Any]]:
    """Read one file of the player's own: its records by id; InvalidError where it is not a file of records."""
    try:
        data = read_toml(path)
    except HoploError as fault:
        if own_folder() not in path.parents:
            raise
        raise offered(fault, home_folder(), path) from None
    if kind in FOLDERS:
        return {path.stem: data}
    for id_, table in data.items():
        if not isinstance(table, dict):
            raise InvalidError([not_a_table(f"{path.name}: {id_}", "id")])
    return {slug(id_): table for id_, table in data.items()}


def own_record(kind: str, id_: str) -> dict[str, Any] | None:
    """Give what the player alone has entered of something, as it is written; None where there is nothing."""
    path = own_path(kind, id_)
    return own_tables(path, kind).get(id_) if path.is_file() else None


def own_records() -> Records:
    """Give everything that the player has entered, as it is written."""
    found: Records = {}
    for kind in OWN_KINDS:
        tables = [own_tables(path, kind) for path in own_paths(kind)]
        if tables:
            found[kind] = {id_: table for each in tables for id_, table in each.items()}
    return found


Fact = tuple[str, str, dict[str, Any] | None, dict[str, Any]]
"""A record that was kept: its kind and id, what stood there before, and what stands there then."""


def remember(kind: str, id_: str, name: str, fields: Mapping[str, Any], entered: list[Fact] | None = None) -> Path:
    """Keep what was read off a component in the player's own record of it, beside what was kept before.

    Shapes: `kind` is one of `catalogue.OWN_KINDS`; what the player wrote into the file, comments too, stays as it is;
    `entered` takes what is new, so that the step that it belongs to can take it back.
    """
    before = own_record(kind, id_)
    record = {"name": name, **(before or {}), **fields}
    path = _keep(kind, id_, record)
    if entered is not None and before != record:
        entered.append((kind, id_, before, record))
    keep(home_folder(), path)
    return path


def replace(kind: str, id_: str, record: Mapping[str, Any]) -> Path:
    """Put a record in the place of the player's own one; the other records of the file stay as they are."""
    return _keep(kind, id_, dict(record))


def take_out(fact: Fact) -> bool:
    """Put what stood there before a record was kept in its place again; False where it was changed since, and stays."""
    kind, id_, before, after = fact
    if own_record(kind, id_) != after:
        return False
    if before is not None:
        replace(kind, id_, before)
    else:
        _remove(kind, id_)
    return True


def put_in(fact: Fact) -> bool:
    """Keep a record again that was taken out; False where something else stands there by now."""
    kind, id_, before, after = fact
    if own_record(kind, id_) != before:
        return False
    replace(kind, id_, after)
    return True


def _remove(kind: str, id_: str) -> None:
    """Remove the player's record of something, and its file where nothing else is in it."""
    import tomlkit

    path = own_path(kind, id_)
    document = tomlkit.parse(path.read_bytes().decode("utf-8"))
    for key in [key for key in document if slug(key) == id_]:
        del document[key]
    if kind in FOLDERS or not document:
        path.unlink(missing_ok=True)
    else:
        write_toml(path, document)


def _keep(kind: str, id_: str, record: dict[str, Any]) -> Path:
    """Write the player's record, changing no more of its file than what is new; InvalidError where it would deceive."""
    import tomlkit

    refuse_deceiving(record, f"{kind}/{id_}")
    path = own_path(kind, id_)
    text, whole = "", {}
    if path.is_file():
        whole = read_toml(path)  # says what is wrong with it, in the way of all files of records
        text = path.read_bytes().decode("utf-8")
    key = id_ if kind in FOLDERS else next((key for key in whole if slug(key) == id_), id_)
    whole = record if kind in FOLDERS else {**whole, key: record}
    document = tomlkit.parse(text)
    try:
        table: Any = document if kind in FOLDERS else document.setdefault(key, tomlkit.table())
        _lay_in(table, record)
        if tomllib.loads(tomlkit.dumps(document)) != whole:
            document = _document(whole)
    except (tomlkit.exceptions.TOMLKitError, ValueError, TypeError):
        # What the file's layout has no room for is written anew, without its comments; no record is lost.
        document = _document(whole)
    write_toml(path, document)
    return path


def _lay_in(table: Any, record: dict[str, Any]) -> None:
    """Make a table of a file say what a record says; what it says already is left as the player wrote it."""
    for key in [key for key in table if key not in record]:
        del table[key]
    for key, value in record.items():
        if key in table:
            if _plain(table[key]) == value:
                continue
            if isinstance(value, dict) or isinstance(table[key], dict) or _is_list_of_tables(table[key]):
                # A table stands at another place of a file than a value does.
                del table[key]
        table[key] = toml_item(value)


def _plain(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item


def _is_list_of_tables(item: Any) -> bool:
    return isinstance(item, list) and any(isinstance(each, dict) for each in item)


def _document(whole: dict[str, Any]) -> tomlkit.TOMLDocument:
    import tomlkit

    document = tomlkit.document()
    plain = {key: value for key, value in whole.items() if not isinstance(value, dict)}
    for key, value in {**plain, **whole}.items():
        document[key] = toml_item(value)
    return document


def toml_item(value: Any) -> Item:
    """Lay a value out for a TOML file: effects and the like on one line each, tables within them on that line."""
    import tomlkit

    if isinstance(value, dict):
        table = tomlkit.table()
        simple = {key: each for key, each in value.items() if not isinstance(each, dict)}
        for key, each in {**simple, **value}.items():
            table[key] = toml_item(each)
        return table
    if _is_list_of_tables(value):
        array = tomlkit.array().multiline(True)
        for each in value:
            array.append(_inline(each))
        return array
    item: Item = tomlkit.item(value)
    return item


def _inline(value: Any) -> Any:
    import tomlkit

    if isinstance(value, dict):
        table = tomlkit.inline_table()
        for key, each in value.items():
            table[key] = _inline(each)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for each in value:
            array.append(_inline(each))
        return array
    return value
