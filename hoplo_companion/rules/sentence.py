"""A sentence that is kept with its parts, to be worded in whatever language is spoken when it is shown."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from hoplo_companion.language import speaking, tr


class Sentence(Struct, frozen=True):
    """A sentence in English with its parts by name, which may be sentences too, as the name of a unit is."""

    text: str
    parts: dict[str, Any] = {}

    def __str__(self) -> str:
        """Word it as a part of another."""
        return tr(self.text, **self.parts)

    def words(self) -> str:
        """Word it on its own: a name that it begins with has a capital then."""
        said = str(self)
        begins_with_name = any(
            isinstance(part, Sentence) and said.startswith(str(part)) for part in self.parts.values()
        )
        return said[:1].upper() + said[1:] if begins_with_name else said

    def english(self) -> str:
        """Word it in English, as saves and programs have it."""
        with speaking("en"):
            return self.words()


def said(text: str, /, **parts: Any) -> Sentence:
    """Mark a sentence that is worded when it is shown, with its parts filled in."""
    return Sentence(text, parts)
