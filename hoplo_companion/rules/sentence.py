"""Sentences that are kept with their parts, to be worded in whatever language is spoken when they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.language import BY_LANGUAGE, in_language, in_sense, not_worded, plural, speaking, tr


class Sentence(Struct, frozen=True):
    """A sentence in English with its parts by name, which may be sentences too, as the name of a unit is.

    Shapes: `many` is the sentence for other numbers than one, which the part `n` tells; `sense` is the one in which the
    words are meant, or the one of FORMS that they take once they are worded.
    """

    text: str
    parts: dict[str, Sentence | str | int | float] = {}
    many: str = ""
    sense: str = ""

    def __str__(self) -> str:
        """Word it as a part of another."""
        if self.sense in FORMS:
            return FORMS[self.sense](replace(self, sense=""))
        if self.many:
            return plural(self.text, self.many, self.parts["n"], **self.parts)  # type: ignore[arg-type]
        if self.sense == BY_LANGUAGE:
            return in_language(self.text, **self.parts)  # type: ignore[arg-type]
        return in_sense(self.sense, self.text, **self.parts) if self.sense else tr(self.text, **self.parts)

    def words(self) -> str:
        """Word it on its own: a name that it begins with has a capital then."""
        whole = str(self)
        if _MARK.search(whole):
            return _in_form(ALONE, whole)
        names = [str(part) for part in self.parts.values() if isinstance(part, Sentence)]
        return capital(whole) if any(map(whole.startswith, names)) else whole

    def english(self) -> str:
        """Word it in English, as programs have it."""
        with speaking("en"):
            return self.words()


Kept = Sentence | str
"""What a save keeps of what is said: a sentence with its parts; or words as they were typed, or kept long ago."""


def said(text: str, /, **parts: Any) -> Sentence:
    """Mark a sentence that is worded when it is shown, with its parts filled in."""
    return Sentence(text, parts)


def counted(one: str, many: str, n: int, /) -> Sentence:
    """Mark what is said of a number, which fills in `{n}`."""
    return Sentence(one, {"n": n}, many)


def written(kept: Kept | float) -> str | float | list[Any]:
    """Write what was kept as a file has it: a sentence as the list of its text, its parts, its sense and its plural.

    Shapes: what is empty at the end of the list is left out.
    """
    if not isinstance(kept, Sentence):
        return kept
    parts = {name: written(part) for name, part in kept.parts.items()}
    row: list[Any] = [kept.text, parts, kept.sense, kept.many]
    while not row[-1] and len(row) > 1:
        row.pop()
    return row


def read(row: Any) -> Any:
    """Read what was written so."""
    if not isinstance(row, list):
        return row
    fields = dict(zip(("text", "parts", "sense", "many"), row, strict=False))
    parts = {name: read(part) for name, part in fields.get("parts", {}).items()}
    return Sentence(**{**fields, "parts": parts})


def in_english(kept: Kept) -> str:
    """Word what was kept in English, as programs have it."""
    with speaking("en"):
        return str(kept)


# Keeping what others word -----------------------------------------------------------------------------------------

_MARK = re.compile("\ud800([0-9]+)\ud801")
"""What stands in a text for a sentence that is kept: nothing that is typed has such signs."""


def kept(write: Callable[[], str]) -> Kept:
    """Have what would be worded kept, with every sentence that it is made of, for whatever language shows it.

    Shapes: `write` words it as ever, by `tr` and its kin.
    """
    found: list[Sentence] = []

    def keep(text: str, parts: dict[str, object], many: str, sense: str) -> str:
        if sense != BY_LANGUAGE:  # a part that is not in the sentence is not shown
            parts = {name: part for name, part in parts.items() if f"{{{name}}}" in text + many}
        numbers = {name: part for name, part in parts.items() if type(part) in (int, float)}
        texts = {name: _drawn_from(str(part), found) for name, part in parts.items() if name not in numbers}
        sentence = Sentence(text, {**texts, **numbers}, many, sense)  # type: ignore[dict-item]
        if sense in FORMS and isinstance(whole := texts["text"], Sentence) and not whole.sense:
            sentence = replace(whole, sense=sense)
        if sentence not in found:
            found.append(sentence)
        return f"\ud800{found.index(sentence)}\ud801"

    with speaking("en"), not_worded(keep):
        return _drawn_from(write(), found)


def _drawn_from(text: str, found: list[Sentence]) -> Kept:
    """Put the sentences of a text in the place of their marks; several, or one among words, are parts of a new one."""
    pieces = _MARK.split(text)
    if len(pieces) == 1:
        return text
    if pieces[0] == pieces[2] == "" and len(pieces) == 3:
        return found[int(pieces[1])]
    parts = {f"_{n}": found[int(each)] for n, each in enumerate(pieces[1::2], 1)}
    words = [each.replace("{", "{{").replace("}", "}}") for each in pieces[::2]]
    return Sentence("".join(f"{each}{{_{n}}}" for n, each in enumerate(words[:-1], 1)) + words[-1], {**parts})


def capital(text: str) -> str:
    """Begin a sentence with a capital."""
    return _in_form(CAPITAL, text) if _MARK.match(text) else text[:1].upper() + text[1:]


def clause(text: str) -> str:
    """Give a sentence without its point, to stand in another."""
    return _in_form(CLAUSE, text) if _MARK.search(text) else text.removesuffix(".")


def _in_form(form: str, text: str) -> str:
    return in_sense(form, "{text}", text=text)


CAPITAL, CLAUSE, ALONE = "A", "a", "1"
FORMS: dict[str, Callable[[Sentence], str]] = {
    CAPITAL: lambda sentence: capital(str(sentence)),
    CLAUSE: lambda sentence: clause(str(sentence)),
    ALONE: Sentence.words,
}
"""What is still done with a sentence that was kept, once it is worded."""
