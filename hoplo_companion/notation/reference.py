"""The reference of the effect vocabulary, written from the schema: every word with its meaning, keys and an example."""

import json
import re
from collections.abc import Callable, Iterable
from inspect import getdoc
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from hoplo_companion.components import conditions, effects, words
from hoplo_companion.components.catalogue import read_shipped, shipped_folder
from hoplo_companion.components.conditions import Worded
from hoplo_companion.notation.effects import read_effect, write_effect

NAMED: tuple[tuple[str, Any], ...] = (
    ("[amount](#amounts)", conditions.Amount),
    ("[unit or group](#units)", conditions.Whom),
    ("[group](#units)", conditions.Group),
    ("[role](#units)", words.Role),
    ("[condition](#conditions)", conditions.AnyCondition),
    ("[verb](#verbs)", effects.AnyVerb),
    ("[rival's use](#rivals)", effects.RivalUse),
    ("[trigger](#triggers)", words.Trigger),
    ("[number word](#amounts)", words.Number),
    ("[allowed](#allowed)", words.Allowed),
    ("[forbidden](#forbidden)", words.Forbidden),
    ("text", str),
    ("whole number", int),
    ("true or false", bool),
)
"""What a type is called in the tables of keys."""


def reference() -> str:
    """Write the reference page as Markdown: `rules_data/effects_page.md`, with what it names in `<…>` made."""
    known = {**vars(conditions), **vars(effects), **vars(words)}
    made: dict[str, Callable[[str], str]] = {
        "about": lambda name: str(getdoc(known[name])),
        "keys": lambda name: _keys(known[name]),
        "each": lambda name: "\n\n".join(map(_section, get_args(known[name]))),
        "list": lambda name: _listed(known[name]),
        "words": _meanings,
        "example": example,
    }
    page = (shipped_folder() / "effects_page.md").read_text(encoding="utf-8")
    return re.sub("<([a-z]+) (.+?)>", lambda found: made[found[1]](found[2]), page)


def _section(kind: type[Worded]) -> str:
    tag = str(kind.__struct_config__.tag)
    keys = _keys(kind, leaving=conditions.Condition if issubclass(kind, conditions.Condition) else None)
    return "\n\n".join(filter(None, (f"### `{tag}`", getdoc(kind), keys, example(kind.example))))


def _keys(kind: type[msgspec.Struct], leaving: type[msgspec.Struct] | None = None) -> str:
    """Write the table of a record's keys; empty if it has none but those of the record that is left out."""
    hints = get_type_hints(kind)
    left = leaving.__struct_fields__ if leaving else ()
    rows = [field for field in msgspec.structs.fields(kind) if field.name not in left]
    if not rows:
        return ""
    table = [f"| `{field.encode_name}` | {_type(hints[field.name])} | {_default(field)} |" for field in rows]
    return "\n".join(["| key | value | if left out |", "| --- | --- | --- |", *table])


def _type(kind: Any) -> str:
    kept = [part for part in get_args(kind) if part is not type(None)]
    for name, named in NAMED:
        # An optional alias of several types has them flattened.
        if kind == named or (kept and set(kept) == set(get_args(named)) and get_origin(named) is not Literal):
            return name
    if get_origin(kind) is Literal:
        return _listed(kept)
    if get_origin(kind) is list:
        return f"list of {_type(kept[0])}"
    return " or ".join(map(_type, kept))


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "must be there"
    if field.default is msgspec.NODEFAULT or field.default in (None, ""):
        return "–"
    return f"`{_toml(field.default)}`"


def _listed(known: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in known)


def _meanings(of: str) -> str:
    means = read_shipped(shipped_folder() / "vocabulary.toml")[of]
    rows = [f"| `{word}` | {meaning} |" for word, meaning in means.items()]
    return "\n".join(["| word | meaning |", "| --- | --- |", *rows])


def example(line: str) -> str:
    """Write an example twice: as keys of a TOML table, and as the line that says the same."""
    effect = read_effect(line)
    keys = "\n".join(f"{key} = {_toml(value)}" for key, value in msgspec.to_builtins(effect).items())
    return f"```toml\n{keys}\n```\n\n```text\n{write_effect(effect)}\n```"


def _toml(value: Any) -> str:
    if value == {}:
        return "{}"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    # A text, a number and a truth value are written in TOML as in JSON.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
