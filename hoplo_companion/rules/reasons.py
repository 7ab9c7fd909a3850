"""Reasons that the rules give, before any language words them."""

from __future__ import annotations

from msgspec import Struct


class Reason(Struct, frozen=True):
    """Why something is not so, as an English sentence part that no language has touched yet, and what fills its holes.

    Shapes: `parts` maps the names of holes to names of components, numbers, or the ids of units (`unit`, `holder`).
    """

    text: str = ""
    parts: dict[str, str | int] = {}

    def __str__(self) -> str:
        return self.text.format(**self.parts)
