"""Sentences with their parts, worded in whatever language is spoken when they are shown; and what a step has said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.language import LANGUAGES, in_language, in_sense, plural, speaking, spoken, tr


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
        names = [str(part) for part in self.parts.values() if isinstance(part, Sentence)]
        return capital(whole) if any(map(whole.startswith, names)) else whole

    def english(self) -> str:
        """Word it in English, as programs have it."""
        with speaking("en"):
            return self.words()


def said(text: str, /, **parts: Any) -> Sentence:
    """Mark a sentence that is worded when it is shown, with its parts filled in."""
    return Sentence(text, parts)


def counted(one: str, many: str, n: int, /) -> Sentence:
    """Mark what is said of a number, which fills in `{n}`."""
    return Sentence(one, {"n": n}, many)


# What was said at a step -------------------------------------------------------------------------------------------


class Worded(Struct, frozen=True):
    """What was said at a step, sentence by sentence, in every language that hoplo speaks.

    Shapes: `frames` are the places of the sentences that only say where a turn or one of its steps begins or ends.
    """

    sentences: dict[str, list[str]]
    frames: list[int] = []

    def __str__(self) -> str:
        return " ".join(self._spoken())

    def without_frames(self) -> str:
        """What was said beside the beginnings and ends of turns and steps, which headings say as well."""
        return " ".join(said for at, said in enumerate(self._spoken()) if at not in self.frames)

    def _spoken(self) -> list[str]:
        return self.sentences.get(spoken()) or self.sentences["en"]


def kept(write: Callable[[], str | list[str]], frames: Iterable[int] = ()) -> Kept:
    """What `write` words, in every language; a text that no language changes is kept as it is."""
    sentences: dict[str, list[str]] = {}
    for language in LANGUAGES:
        with speaking(language):
            words = write()
        sentences[language] = [words] if isinstance(words, str) else words
    one = sentences["en"]
    return one[0] if len(one) == 1 and all(each == one for each in sentences.values()) else Worded(sentences, [*frames])


def capital(text: str) -> str:
    """Begin a sentence with a capital."""
    return text[:1].upper() + text[1:]


def clause(text: str) -> str:
    """A sentence without its point, to stand in another."""
    return text.removesuffix(".")


BY_LANGUAGE = "by language"
FORMS: dict[str, Callable[[Sentence], str]] = {
    "A": lambda sentence: capital(str(sentence)),
    "a": lambda sentence: clause(str(sentence)),
    "1": Sentence.words,
}
"""Senses in which saves up to format 4 kept sentences: with a capital, without its point, on its own."""

Kept = Sentence | Worded | str
"""What a save keeps of what is said: a sentence with its parts, what was said at a step, or words as typed."""


def written(kept: Kept | float) -> str | float | list[Any] | dict[str, Any]:
    """Write what was kept as a file has it.

    Shapes: a sentence is the list of its text, its parts, its sense and its plural, without what is empty at the end;
    what was said at a step is a table of its sentences by language, with `frames` where there are any.
    """
    if isinstance(kept, Worded):
        return {**kept.sentences, **({"frames": kept.frames} if kept.frames else {})}
    if not isinstance(kept, Sentence):
        return kept
    parts = {name: written(part) for name, part in kept.parts.items()}
    row: list[Any] = [kept.text, parts, kept.sense, kept.many]
    while not row[-1] and len(row) > 1:
        row.pop()
    return row


def read(row: Any) -> Any:
    """Read what was written so."""
    if isinstance(row, dict):
        return Worded({name: said for name, said in row.items() if name != "frames"}, row.get("frames", []))
    if not isinstance(row, list):
        return row
    fields = dict(zip(("text", "parts", "sense", "many"), row, strict=False))
    parts = {name: read(part) for name, part in fields.get("parts", {}).items()}
    return Sentence(**{**fields, "parts": parts})


def in_english(kept: Kept) -> str:
    """Word what was kept in English, as programs have it."""
    with speaking("en"):
        return str(kept)
