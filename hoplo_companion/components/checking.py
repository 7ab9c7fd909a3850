"""Hold data against a schema and report everything that is wrong with it, not only the first thing.

msgspec decodes fast and stops at the first fault; where it stops, `check` walks the same schema part by part, names
every fault with its place and what would be right, and keeps whatever is sound, so that what can still be judged is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as schema

from hoplo_companion.components.names import advise
from hoplo_companion.errors import Defect, clip, part

T = TypeVar("T")

_LOST = object()


@lru_cache(maxsize=64)
def _shape(type_: Any) -> schema.Type:
    return schema.type_info(type_)


def _words(shape: schema.Type) -> str:
    """Say what a value of this shape looks like."""
    match shape:
        case schema.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case schema.IntType(ge=least):
            return "a whole number" + (f" of {least} or more" if least is not None else "")
        case schema.StrType():
            return "a text"
        case schema.BoolType():
            return "true or false"
        case schema.ListType():
            return "a list"
        case schema.DictType() | schema.StructType():
            return "a table of keys and values"
        case schema.UnionType(types=types):
            return " or ".join(_words(t) for t in types if not isinstance(t, schema.NoneType))
        case schema.RawType():
            return "an arena's id, or an arena"
    return "something else"


def _choose(shape: schema.UnionType, value: object) -> schema.Type:
    """Pick the member of a union that a value was meant as: by its Python type, else the first."""
    for member in shape.types:
        match member:
            case schema.StructType() | schema.DictType() if isinstance(value, dict):
                return member
            case schema.ListType() if isinstance(value, list):
                return member
            case schema.StrType() | schema.LiteralType() if isinstance(value, str):
                return member
            case schema.IntType() if isinstance(value, int):
                return member
            case schema.NoneType() if value is None:
                return member
    return next(t for t in shape.types if not isinstance(t, schema.NoneType))


def _check_table(value: dict[str, Any], shape: schema.StructType, where: str, defects: list[Defect]) -> Any:
    fields = {field.encode_name: field for field in shape.fields}
    kept: dict[str, Any] = {}
    dot = f"{where}." if where else ""
    for key, inner in value.items():
        if key not in fields:
            defects.append(Defect("unknown-key", f"{dot}{part(key)}", f"no such key; {advise(key, fields, 'keys')}"))
            continue
        sound = _check(inner, fields[key].type, f"{dot}{key}", defects)
        if sound is not _LOST:
            kept[key] = sound
    whole = True
    for key, field in fields.items():
        if field.required and key not in kept:
            whole = False
            if key not in value:
                defects.append(Defect("missing-key", f"{dot}{key}", f"this key is needed: {_words(field.type)}"))
    return kept if whole else _LOST


def _check(value: Any, shape: schema.Type, where: str, defects: list[Defect]) -> Any:
    if isinstance(shape, schema.UnionType):
        shape = _choose(shape, value)
    match shape:
        case schema.StructType() if isinstance(value, dict):
            return _check_table(value, shape, where, defects)
        case schema.ListType(item_type=item) if isinstance(value, list):
            # A lost item leaves a gap (None), so that the places of the items after it stay true.
            items = [_check(inner, item, f"{where}[{at}]", defects) for at, inner in enumerate(value)]
            return [None if inner is _LOST else inner for inner in items]
        case schema.DictType(value_type=item) if isinstance(value, dict):
            table = {}
            for key, inner in value.items():
                sound = _check(inner, item, f"{where}.{part(key)}", defects)
                if sound is not _LOST:
                    table[key] = sound
            return table
        case schema.IntType() if isinstance(value, int) and not isinstance(value, bool):
            if shape.ge is None or value >= shape.ge:
                return value
        case schema.StrType() if isinstance(value, str):
            return value
        case schema.BoolType() if isinstance(value, bool):
            return value
        case schema.LiteralType(values=values) if value in values:
            return value
        case schema.NoneType() if value is None:
            return None
        case schema.AnyType() | schema.RawType():
            return value
    defects.append(Defect("value", where, f"{clip(value)} is not {_words(shape)}"))
    return _LOST


def check(value: Any, type_: Any) -> tuple[Any, list[Defect]]:
    """Hold plain data against a type and list every defect; also give what of the data is sound.

    Shapes: sound data are plain too; a key that is wrong is left out of its table, an item that is wrong is None in its
    list. Where even a needed key is lost, the sound data are None.
    """
    defects: list[Defect] = []
    sound = _check(value, _shape(type_), "", defects)
    return (None if sound is _LOST else sound), defects


def convert(value: Any, type_: type[T]) -> T | list[Defect]:
    """Turn plain data into a value of a type, or list all its defects."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as fault:
        _, defects = check(value, type_)
        return defects or [Defect("value", "", str(fault))]
