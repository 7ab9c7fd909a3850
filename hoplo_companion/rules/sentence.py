"""A sentence that is kept with its parts, to be worded in whatever language is spoken when it is shown."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from hoplo_companion.language import plural, speaking, tr


class Sentence(Struct, frozen=True):
    """A sentence in English with its parts by name, which may be sentences too, as the name of a unit is.

    Shapes: `many` is the sentence for other numbers than one, which the part `n` tells.
    """

    text: str
    parts: dict[str, Any] = {}
    many: str = ""

    def __str__(self) -> str:
        """Word it as a part of another."""
        return plural(self.text, self.many, self.parts["n"]) if self.many else tr(self.text, **self.parts)

    def words(self) -> str:
        """Word it on its own: a name that it begins with has a capital then."""
        whole = str(self)
        names = [str(part) for part in self.parts.values() if isinstance(part, Sentence)]
        return whole[:1].upper() + whole[1:] if any(map(whole.startswith, names)) else whole

    def english(self) -> str:
        """Word it in English, as saves and programs have it."""
        with speaking("en"):
            return self.words()


def said(text: str, /, **parts: Any) -> Sentence:
    """Mark a sentence that is worded when it is shown, with its parts filled in."""
    return Sentence(text, parts)


def counted(one: str, many: str, n: int, /) -> Sentence:
    """Mark what is said of a number, which fills in `{n}`."""
    return Sentence(one, {"n": n}, many)
