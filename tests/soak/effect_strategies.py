"""Effects of every kind that the schema knows, drawn by hypothesis: a new key or verb is drawn without being told."""

from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from hoplo_companion.components.conditions import Amount, AnyCondition, Group, Sum, Whom
from hoplo_companion.components.effects import AnyVerb, Effect

NAMES = (
    "trident", "Regen 1", "Fury Aura", "Pluto's Refugees", "First-Strike", "rival", "unit", "holder:trident", "all",
    "all skills", "on the run", "x2", "7", "-1", "A1", "", " led by a space", "two  spaces", 'says "no" \\ yes',
    "one; two\nthree", "Ⅳ: “vier”",
)  # fmt: skip
TEXTS = st.sampled_from(NAMES) | st.text(st.characters(codec="utf-8"), max_size=8)
DEEP = 3
"""How deep groups, sums and conditions are drawn within each other."""


@cache
def values(kind: Any, deep: int) -> st.SearchStrategy[Any]:
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(-3, 12) | st.integers(-(10**6), 10**6)
    if kind is str:
        return TEXTS
    if kind is type(None):
        return st.none()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return records(kind, deep)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is list:
        # At the bottom no list holds what could hold another list.
        return st.lists(values(parts[0], deep), max_size=3) if deep or parts[0] is str else st.just([])
    assert origin in (Union, UnionType), kind
    kept = [part for part in parts if deep or part not in (Sum, Group)]
    return st.one_of([values(part, deep) for part in kept])


@cache
def records(kind: Any, deep: int) -> st.SearchStrategy[Any]:
    """Draw records of a kind; keys that have a default have it in half of the draws."""
    hints, keys = get_type_hints(kind), {}
    for field in msgspec.structs.fields(kind):
        drawn = values(hints[field.name], max(deep - 1, 0))
        if field.default is not msgspec.NODEFAULT:
            drawn = st.just(field.default) | drawn
        elif field.default_factory is not msgspec.NODEFAULT:
            drawn = st.builds(field.default_factory) | drawn
        keys[field.name] = drawn
    return st.builds(kind, **keys)


AMOUNTS: st.SearchStrategy[Amount] = values(Amount, DEEP)
WHOM: st.SearchStrategy[Whom] = values(Whom, DEEP)
CONDITIONS: st.SearchStrategy[AnyCondition] = values(AnyCondition, DEEP)
VERBS: st.SearchStrategy[AnyVerb] = values(AnyVerb, DEEP)
EFFECTS: st.SearchStrategy[Effect] = records(Effect, DEEP + 1)
