"""JSON Schemas of every kind of file and of the machine interface, so that an editor can check what is typed.

What effects are made of stands once, in `effects.schema.json`, which the schemas of the files refer to. The schemas of
the machine interface hold all that they need, for a program takes each of them alone.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from hoplo_companion.components.catalogue import FOLDERS, SCHEMAS
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.schemas import ArenaShape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS = "#/$defs/"
EFFECTS = "effects.schema.json"
"""The file with the definitions that the others share. Its own references name it too: some editors resolve whatever
they meet in it from the file that they began with."""

_WIDTH = 120


def _components(types: Sequence[Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Give the schemas of some types, and the definitions that they refer to, by name."""
    schemas, definitions = msgspec.json.schema_components(types, ref_template=DEFINITIONS + "{name}")
    return list(schemas), definitions


def _schema(title: str, body: Mapping[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Put a schema together, its definitions (none is left out) beside it."""
    return {"$schema": DIALECT, "title": title, **body} | ({"$defs": definitions} if definitions else {})


def record_schemas() -> dict[str, dict[str, Any]]:
    shared = _components([Effect])[1]

    def referring(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: referring(each) for key, each in value.items()}
        if isinstance(value, list):
            return [referring(each) for each in value]
        is_shared = isinstance(value, str) and value.startswith(DEFINITIONS) and value[len(DEFINITIONS) :] in shared
        return EFFECTS + value if is_shared else value

    schemas = {"effects": _schema("hoplo effects", {}, shared)}
    for kind, type_ in SCHEMAS.items():
        (body,), definitions = _components([type_])
        own = {name: each for name, each in definitions.items() if name not in shared}
        if kind in FOLDERS:
            schemas[kind] = _schema(f"hoplo {kind}/ID.toml", body, own)
        else:
            schemas[kind] = _schema(f"hoplo {kind}.toml", {"type": "object", "additionalProperties": body}, own)
    return {stem: referring(schema) for stem, schema in schemas.items()}


def position_schema(position: Any, state: Any) -> dict[str, Any]:
    """Write the schema of position@1, whose arena is an id or an object, and whose state is read separately."""
    (body, arena, turn), definitions = _components([position, ArenaShape, state])
    properties = definitions["PositionDoc"]["properties"]
    properties["arena"] = {"anyOf": [{"type": "string"}, arena]}
    properties["state"] = {"anyOf": [turn, {"type": "null"}]}
    return _schema("hoplo/position@1", body, definitions)


def union_schema(types: Sequence[Any], title: str) -> dict[str, Any]:
    """Write the schema of something that is one of several types."""
    schemas, definitions = _components(types)
    return _schema(title, {"oneOf": schemas}, definitions)


def _written(value: Any, before: str = "") -> str:
    """Write JSON with its keys sorted, on one line what fits on one."""
    line = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if len(before) + len(line) < _WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (len(before) - len(before.lstrip()) + 2)
    if isinstance(value, list):
        parts = [inner + _written(each, inner) for each in value]
    else:
        heads = {key: f"{inner}{json.dumps(key)}: " for key in sorted(value)}
        parts = [head + _written(value[key], head) for key, head in heads.items()]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return "\n".join([opening, ",\n".join(parts), inner[2:] + closing])


def schema_texts(schemas: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The schemas as their files hold them, by the names of the files."""
    return {f"{stem}.schema.json": f"{_written(schema)}\n" for stem, schema in sorted(schemas.items())}
