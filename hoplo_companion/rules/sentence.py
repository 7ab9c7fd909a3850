"""Sentences with their parts, worded in whatever language is spoken when they are shown; and what a step has said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import Formatter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.language import BY_LANGUAGE, LANGUAGES, in_language, in_sense, plural, speaking, tr


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
    return Sentence(text, {name: _part(part) for name, part in parts.items()})


def counted(one: str, many: str, n: int, /) -> Sentence:
    """Mark what is said of a number, which fills in `{n}`."""
    return Sentence(one, {"n": n}, many)


class Worded(Struct, frozen=True):
    """What was said at a step, sentence by sentence.

    Shapes: `frames` are the places of the sentences that only say where a turn or one of its steps begins or ends.
    """

    sentences: list[Sentence | str]
    frames: list[int] = []

    def __str__(self) -> str:
        return " ".join(map(str, self.sentences))

    def without_frames(self) -> str:
        """What was said beside the beginnings and ends of turns and steps, which headings say as well."""
        return " ".join(str(said) for at, said in enumerate(self.sentences) if at not in self.frames)


class Remembered(str):
    """Words that know of what sentence and parts they are made; whatever is done to them, they are words alone."""

    __slots__ = ("made_of",)
    made_of: Sentence


def _remember(words: str, text: str, parts: dict[str, Any], many: str, sense: str) -> Remembered:
    remembered = Remembered(words)
    used = [name for name in parts if name == "n" or f"{{{name}}}" in text or sense == BY_LANGUAGE]
    remembered.made_of = Sentence(text, {name: _part(parts[name]) for name in used}, many, sense)
    return remembered


def _part(part: Any) -> Sentence | str | int | float:
    if isinstance(part, Worded):
        parts: dict[str, Any] = {f"_{at}": said for at, said in enumerate(part.sentences)}
        return Sentence(" ".join(f"{{{name}}}" for name in parts), parts)
    if isinstance(part, Remembered):
        return part.made_of
    return part if isinstance(part, Sentence | int | float) else str(part)


def to_keep(write: Callable[[], list[str]], frames: Iterable[int] = ()) -> Kept:
    """What `write` words, sentence by sentence with their parts, to be worded in whatever language it is shown.

    A sentence that its parts do not word so in every language is kept in each; one that no language changes as it is.
    """
    with speaking("en", _remember):
        made_of = [_part(words) for words in write()]
    said, shown = [], []
    for language in LANGUAGES:
        with speaking(language):
            said.append(write())
            shown.append(list(map(str, made_of)))
    sentences: list[Sentence | str] = []
    for made, words, as_shown in zip(made_of, zip(*said, strict=True), zip(*shown, strict=True), strict=True):
        english, *others = words
        if len(set(words)) == 1:
            sentences.append(english)
        elif isinstance(made, Sentence) and words == as_shown:
            sentences.append(made)
        else:
            sentences.append(Sentence(english, dict(zip(LANGUAGES[1:], others, strict=True)), sense=BY_LANGUAGE))
    return sentences[0] if len(sentences) == 1 else Worded(sentences, [*frames])


def capital(text: str) -> str:
    """Begin a sentence with a capital."""
    return _formed("A", text, text[:1].upper() + text[1:])


def clause(text: str) -> str:
    """A sentence without its point, to stand in another."""
    return _formed("a", text, text.removesuffix("."))


def _formed(form: str, text: str, words: str) -> str:
    """Words in another form, which know of what they are made if those before did."""
    if words == text or not isinstance(text, Remembered):
        return text if words == text else words
    made = text.made_of
    whole, parts = (made.text, made.parts) if not (made.many or made.sense) else ("{_}", {"_": made})
    return _remember(words, whole, parts, "", form)


FORMS: dict[str, Callable[[Sentence], str]] = {
    "A": lambda sentence: capital(str(sentence)),
    "a": lambda sentence: clause(str(sentence)),
    "1": Sentence.words,
}
"""Forms that a sentence takes as its sense: with a capital, without its point; up to format 4 on its own."""

Kept = Sentence | Worded | str
"""What a save keeps of what is said: a sentence with its parts, what was said at a step, or words as typed."""


def written(kept: Kept | float) -> str | float | list[Any] | dict[str, Any]:
    """Write what was kept as a file has it.

    Shapes: a sentence is a list of its text and of its parts in the order in which that names them; with a sense or a
    plural the text is a list with those. What was said at a step is a table of its sentences, `said`, with `frames`
    where there are any.
    """
    if isinstance(kept, Worded):
        return {"said": list(map(written, kept.sentences)), **({"frames": kept.frames} if kept.frames else {})}
    if not isinstance(kept, Sentence):
        return kept
    text = [kept.text, kept.sense, *([kept.many] if kept.many else [])] if kept.sense or kept.many else kept.text
    names = _named(kept.text + kept.many, kept.sense) if kept.parts else []
    return [text, *(written(kept.parts.get(name, "")) for name in names)]


def _named(text: str, sense: str) -> list[str]:
    """The parts that a sentence names, in their order; of one that stands there in every language, the languages."""
    if sense == BY_LANGUAGE:
        return list(LANGUAGES[1:])
    names = list(dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name))
    if not all(map(str.isidentifier, names)):
        raise ValueError(f"{text}: not a sentence")
    return names


def read(row: Any) -> Any:
    """Read what was written so, or by older formats; ValueError where it is nothing of the kind."""
    match row:
        case {"said": list() as said}:
            return Worded(list(map(read, said)), row.get("frames", []))
        case {"en": list() as english}:  # format 5 kept all that was said in each language
            others = [row.get(language, english) for language in LANGUAGES[1:]]
            every = [read([[words[0], BY_LANGUAGE], *words[1:]]) for words in zip(english, *others, strict=True)]
            return Worded(every, row.get("frames", []))
        case [str() as text, dict() as parts, *more]:  # format 4 kept parts by their names
            sense, many = [*more, "", ""][:2]
            return Sentence(text, {name: read(part) for name, part in parts.items()}, many, sense)
        case [[str() as text, str() as sense, *many], *parts]:
            return _sentence(text, parts, sense, "".join(map(str, many)))
        case [str() as text, *parts]:
            return _sentence(text, parts)
        case list() | dict():
            raise ValueError("not a sentence")
    return row


def _sentence(text: str, parts: list[Any], sense: str = "", many: str = "") -> Sentence:
    names = _named(text + many, sense) if parts else []
    return Sentence(text, dict(zip(names, map(read, parts), strict=True)), many, sense)


def in_english(kept: Kept) -> str:
    """Word what was kept in English, as programs have it."""
    with speaking("en"):
        return str(kept)
