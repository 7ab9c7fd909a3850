"""The skills and tactics that effects name: whether there are such."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from hoplo_companion.components.effects import Effect, Grant
from hoplo_companion.components.names import advise, part_number, slug
from hoplo_companion.errors import Defect, clip

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue

ALL = "all"
"""What stands in the place of a name for whatever there is."""


def unknown_names(effects: list[Effect], known: Catalogue, where: str = "effects") -> list[Defect]:
    """List the skills and tactics that effects name and that are in no record."""
    defects = []
    for place, kind, name in _named(msgspec.to_builtins(effects), where):
        bare = part_number(name)[0] if kind == "skills" else name
        ids = known.ids(kind)
        if slug(bare) not in (*ids, ALL) and slug(name) not in ids:
            what = kind.removesuffix("s")
            defects.append(
                Defect(f"unknown-{what}", place, f"no {what} is called {clip(name)}; {advise(bare, ids, kind)}")
            )
        elif place.endswith(".skill") and _is_granted(effects, name):
            defects += _check_number(known, name, bare, place)
    return defects


def _is_granted(effects: list[Effect], name: str) -> bool:
    return any(isinstance(verb, Grant) and verb.skill == name for effect in effects for verb in effect.verbs)


def _check_number(known: Catalogue, name: str, bare: str, place: str) -> list[Defect]:
    """A skill that is given has its number if it is a numbered one, and none otherwise, as on a chip."""
    raw = known.raw("skills", slug(name)) or known.raw("skills", slug(bare)) or {}
    has = slug(name) != slug(bare)
    if bool(raw.get("numbered")) == has:
        return []
    title = raw.get("name", bare)
    text = f"{title} has no number: write {title!r}" if has else f"{title} needs its number, as in '{title} 1'"
    return [Defect("skill-number", place, text)]


def _named(value: Any, place: str) -> Iterator[tuple[str, str, str]]:
    """Find the names of skills and tactics in plain data: their place, their kind and the name."""
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from _named(each, f"{place}[{at}]")
    elif isinstance(value, dict):
        for key, each in value.items():
            if key in ("skill", "tactic") and isinstance(each, str) and ("do" in value or "is" in value):
                yield f"{place}.{key}", f"{key}s", each
            else:
                yield from _named(each, f"{place}.{key}")
