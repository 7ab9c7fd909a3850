"""The shape of what a save holds: `python -m tests.shape` writes that of the present format into the museum.

Every struct that is reached from the state file, the lines of the log, the campaign, a position and an
exported campaign has a line of its own, with the names, types and defaults of its fields.
"""

from typing import Any

import msgspec
from msgspec import inspect

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.rules.position.document import PositionDoc, StateDoc
from hoplo_companion.rules.setup.preparing import Plan
from hoplo_companion.table.saves.export import Parcel
from hoplo_companion.table.saves.format import FORMAT, Header, Step
from tests.exhibit import MUSEUM

ROOTS = (Header, Step, Campaign, PositionDoc, StateDoc, Plan, Parcel)
SHAPE = MUSEUM / f"shape-{FORMAT}.txt"


def all_structs() -> dict[str, inspect.StructType]:
    found: dict[str, inspect.StructType] = {}
    for shape in inspect.multi_type_info(ROOTS):
        _find(shape, found)
    return found


def _find(shape: Any, found: dict[str, inspect.StructType]) -> None:
    match shape:
        case inspect.StructType() if shape.cls.__name__ not in found:
            found[shape.cls.__name__] = shape
            for field in shape.fields:
                _find(field.type, found)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            for each in types:
                _find(each, found)
        case inspect.DictType():
            _find(shape.value_type, found)
        case inspect.CollectionType():
            _find(shape.item_type, found)


def words(shape: Any) -> str:
    """Write a type: a struct by its name."""
    match shape:
        case inspect.StructType():
            return shape.cls.__name__
        case inspect.UnionType(types=types):
            return " | ".join(map(words, types))
        case inspect.TupleType(item_types=types):
            return f"({', '.join(map(words, types))})"
        case inspect.DictType():
            return f"{{{words(shape.key_type)}: {words(shape.value_type)}}}"
        case inspect.CollectionType():
            return f"[{words(shape.item_type)}]{_limits(shape)}"
        case inspect.LiteralType(values=values):
            return " or ".join(repr(each) for each in values)
    return type(shape).__name__.removesuffix("Type").lower() + _limits(shape)


def _limits(shape: Any) -> str:
    names = ("gt", "ge", "lt", "le", "multiple_of", "pattern", "min_length", "max_length")
    told = [f"{name}={value}" for name in names if (value := getattr(shape, name, None)) is not None]
    return f" ({', '.join(told)})" if told else ""


def shape() -> str:
    """Write the shape of all that a save holds, a line a struct and a line a field."""
    lines = []
    for name, each in sorted(all_structs().items()):
        tag = f", {each.tag_field} = {each.tag!r}" if each.tag_field else ""
        lines.append(f"{name}{tag}{', as a list' if each.array_like else ''}")
        for field in each.fields:
            default = "" if field.required else f" = {_default(field)}"
            lines.append(f"    {field.encode_name}: {words(field.type)}{default}")
    return "\n".join(lines) + "\n"


def _default(field: inspect.Field) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return repr(field.default_factory())
    return repr(field.default) if field.default is not msgspec.NODEFAULT else "nothing"


if __name__ == "__main__":
    SHAPE.write_text(shape(), encoding="utf-8")
