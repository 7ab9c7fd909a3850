"""JSON Schemas of every kind of file and of the machine interface, so that an editor can check what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from hoplo_companion.components.catalogue import FOLDERS, TABLES
from hoplo_companion.components.schemas import ArenaShape
from hoplo_companion.files import write_whole

DIALECT = "https://json-schema.org/draft/2020-12/schema"
RECORDS = "#/$defs/"


def _whole(type_: Any, title: str) -> dict[str, Any]:
    """Write the schema of a type with its definitions beside it."""
    (schema,), definitions = msgspec.json.schema_components([type_], ref_template=RECORDS + "{name}")
    return {"$schema": DIALECT, "title": title, **schema, "$defs": definitions}


def _table(type_: Any, title: str) -> dict[str, Any]:
    """Write the schema of a file with one record a table."""
    (schema,), definitions = msgspec.json.schema_components([type_], ref_template=RECORDS + "{name}")
    return {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "additionalProperties": schema,
        "$defs": definitions,
    }


def record_schemas() -> dict[str, dict[str, Any]]:
    """Write the schemas of the files of `rules_data/`, by the schema file's stem."""
    schemas = {kind: _table(type_, f"hoplo {kind}.toml") for kind, type_ in TABLES.items()}
    schemas |= {kind: _whole(type_, f"hoplo {kind}/ID.toml") for kind, type_ in FOLDERS.items()}
    return schemas


def position_schema(position: Any, state: Any) -> dict[str, Any]:
    """Write the schema of position@1, whose arena is an id or an object, and whose state is read apart."""
    schema = _whole(position, "hoplo/position@1")
    (arena, turn), definitions = msgspec.json.schema_components([ArenaShape, state], ref_template=RECORDS + "{name}")
    schema["$defs"] |= definitions
    properties = schema["$defs"]["PositionDoc"]["properties"]
    properties["arena"] = {"anyOf": [{"type": "string"}, arena]}
    properties["state"] = {"anyOf": [turn, {"type": "null"}]}
    return schema


def union_schema(types: Sequence[Any], title: str) -> dict[str, Any]:
    """Write the schema of something that is one of several types."""
    schemas, definitions = msgspec.json.schema_components(types, ref_template=RECORDS + "{name}")
    return {"$schema": DIALECT, "title": title, "oneOf": list(schemas), "$defs": definitions}


def write_schemas(folder: Path, schemas: dict[str, dict[str, Any]]) -> list[Path]:
    """Write schemas into a folder, one file each."""
    written = []
    for stem, schema in sorted(schemas.items()):
        path = folder / f"{stem}.schema.json"
        text = msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=2)
        write_whole(path, text + b"\n")
        written.append(path)
    return written
