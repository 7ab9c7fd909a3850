"""Hold data against a schema and report everything that is wrong with it, not only the first thing.

msgspec decodes fast and stops at the first fault; where it stops, `check` walks the same schema part by part, names
every fault with its place and what would be right, and keeps whatever is sound, so that what can still be judged is.
"""

from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as schema

from hoplo_companion.components.names import advise, did_you_mean, either, near_misses
from hoplo_companion.errors import Defect, clip, defect, part
from hoplo_companion.language import later, tr

T = TypeVar("T")

_LOST = object()
_NEEDED = later("this key is needed: {value}")


@lru_cache(maxsize=64)
def _shape(type_: Any) -> schema.Type:
    return schema.type_info(type_)


def _words(shape: schema.Type) -> str:
    match shape:
        case schema.LiteralType(values=values):
            return tr("one of {words}", words=", ".join(filter(None, map(str, values))))
        case schema.IntType(ge=int() as least, le=int() as most):
            return tr("a whole number from {least} to {most}", least=least, most=most)
        case schema.IntType(ge=None):
            return tr("a whole number")
        case schema.IntType(ge=least):
            return tr("a whole number, {least} or more", least=least)
        case schema.TupleType(item_types=items):
            return tr("a list of {n}", n=len(items))
        case schema.VarTupleType(max_length=int() as most):
            return tr("a list of at most {n}", n=most)
        case schema.UnionType(types=types):
            return either(_words(t) for t in types if not isinstance(t, schema.NoneType))
    return tr(_WORDS.get(type(shape), later("something different")))


_WORDS: dict[type[schema.Type], str] = {
    schema.StrType: later("a text"),
    schema.BoolType: later("true or false"),
    schema.ListType: later("a list"),
    schema.VarTupleType: later("a list"),
    schema.DictType: later("a table of keys and values"),
    schema.StructType: later("a table of keys and values"),
    schema.RawType: later("an arena or its id"),
}

_MEANT: dict[type, tuple[type[schema.Type], ...]] = {
    dict: (schema.StructType, schema.DictType),
    list: (schema.ListType, schema.VarTupleType, schema.TupleType),
    str: (schema.StrType, schema.LiteralType),
    int: (schema.IntType,),
    bool: (schema.IntType,),
    type(None): (schema.NoneType,),
}
"""The members of a union that a value of a Python type may be meant as; any other is meant as the first."""


def _check_table(value: dict[str, Any], shape: schema.StructType, where: str, defects: list[Defect]) -> Any:
    fields = {field.encode_name: field for field in shape.fields}
    kept: dict[str, Any] = {}
    dot = f"{where}." if where else ""
    for key, inner in value.items():
        if key not in fields:
            advice = advise(key, fields, tr("keys"))
            defects.append(defect("unknown-key", f"{dot}{part(key)}", "no such key; {advice}", advice=advice))
            continue
        sound = _check(inner, fields[key].type, f"{dot}{key}", defects)
        if sound is not _LOST:
            kept[key] = sound
    lost = [key for key, field in fields.items() if field.required and key not in kept]
    for key in lost:
        if key not in value:
            defects.append(defect("missing-key", f"{dot}{key}", _NEEDED, value=_words(fields[key].type)))
    return _LOST if lost else kept


def _check_tagged(
    value: dict[str, Any], key: str, members: dict[str, schema.StructType], where: str, defects: list[Defect]
) -> Any:
    """Check a table of one of several kinds; one of its keys says which."""
    spot = f"{where}.{key}" if where else key
    if key not in value:
        defects.append(defect("missing-key", spot, _NEEDED, value=tr("one of {words}", words=", ".join(members))))
        return _LOST
    word = value[key]
    if not isinstance(word, str) or word not in members:
        text, advice = later("{word} is not a known word; {advice}"), advise(str(word)[:60], members, tr("words"))
        defects.append(defect("unknown-word", spot, text, word=clip(word), advice=advice))
        return _LOST
    rest = _check_table({k: v for k, v in value.items() if k != key}, members[word], where, defects)
    return rest if rest is _LOST else {key: word, **rest}


def _check_list(value: list[Any], shape: schema.Type, where: str, defects: list[Defect]) -> Any:
    """Check a list item by item; one that is lost leaves a gap (None), so that the places after it stay true."""
    match shape:
        case schema.TupleType(item_types=types) if len(value) == len(types):
            items = list(types)
        case schema.ListType() | schema.VarTupleType() if shape.max_length is None or len(value) <= shape.max_length:
            items = [shape.item_type] * len(value)
        case _:
            return _LOST
    pairs = enumerate(zip(value, items, strict=True))
    checked = [_check(inner, item, f"{where}[{at}]", defects) for at, (inner, item) in pairs]
    return [None if inner is _LOST else inner for inner in checked]


def _check(value: Any, shape: schema.Type, where: str, defects: list[Defect]) -> Any:
    if isinstance(shape, schema.UnionType):
        members = {str(t.tag): t for t in shape.types if isinstance(t, schema.StructType) and t.tag is not None}
        if members and isinstance(value, dict):
            # One key says which of several kinds of tables it is.
            return _check_tagged(value, str(next(iter(members.values())).tag_field), members, where, defects)
        meant = [member for member in shape.types if isinstance(member, _MEANT.get(type(value), ()))]
        shape = (meant or [member for member in shape.types if not isinstance(member, schema.NoneType)])[0]
    sound: Any = _LOST
    match shape:
        case schema.StructType() if isinstance(value, dict):
            return _check_table(value, shape, where, defects)
        case schema.DictType(value_type=item) if isinstance(value, dict):
            found = {key: _check(inner, item, f"{where}.{part(key)}", defects) for key, inner in value.items()}
            return {key: inner for key, inner in found.items() if inner is not _LOST}
        case _ if isinstance(value, list) and not isinstance(shape, schema.AnyType | schema.RawType):
            sound = _check_list(value, shape, where, defects)
        case schema.IntType(ge=least, le=most) if isinstance(value, int) and not isinstance(value, bool):
            sound = value if (least is None or value >= least) and (most is None or value <= most) else _LOST
        case schema.StrType() if isinstance(value, str):
            sound = value
        case schema.BoolType() if isinstance(value, bool):
            sound = value
        case schema.LiteralType(values=values) if value in values:
            sound = value
        case schema.AnyType() | schema.RawType():
            return value
        case schema.NoneType() if value is None:
            return None
    if sound is _LOST:
        near: list[str] = []
        if isinstance(shape, schema.LiteralType) and isinstance(value, str) and len(value) < 60:
            near = near_misses(value, map(str, shape.values))
        text = tr("{value} is not {right}", value=clip(value), right=_words(shape))
        defects.append(Defect("value", where, f"{text}; {did_you_mean(near)}" if near else text))
    return sound


def check(value: Any, type_: Any, where: str = "") -> tuple[Any, list[Defect]]:
    """Hold plain data that stand somewhere against a type and list every defect; also give what of them is sound.

    Shapes: sound data are plain too; a key that is wrong is left out of its table, an item that is wrong is None in its
    list. Where even a needed key is lost, the sound data are None.
    """
    defects: list[Defect] = []
    sound = _check(value, _shape(type_), where, defects)
    return (None if sound is _LOST else sound), defects


def convert(value: Any, type_: type[T], where: str = "") -> T | list[Defect]:
    """Turn plain data that stand somewhere into a value of a type, or list all their defects."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as fault:
        _, defects = check(value, type_, where)
        return defects or [Defect("value", where, str(fault))]
