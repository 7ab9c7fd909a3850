"""The parts of a line that describes a component: name, words of its parts, texts in quotes, and effects."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from hoplo_companion.components.catalogue import read_shipped, shipped_folder
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import advise, either, meant_by, near_misses, slug
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation import lexer

LONGEST_NAME = 60


class Card(NamedTuple):
    """What one line says of a component: `kind` and `id` of its record, its name, and the fields that were typed."""

    kind: str
    id: str
    name: str
    fields: dict[str, Any]


Named = tuple[str, dict[str, Any]]  # the name that a line gives, and its fields


def example_of(kind: str) -> str:
    """A line of a kind of component, to begin like."""
    return str(read_shipped(shipped_folder() / "forms.toml")["forms"][kind]["example"])


def head_of(line: str, kind: str) -> tuple[str, str]:
    """Split a line into the name and the rest; UsageError where there is no name."""
    name, colon, rest = line.partition(":")
    name = " ".join(name.split())
    if not colon and ("," in name or "/" in name):
        raise UsageError("{name}: a colon follows the name, as in {line}", name=clip(name), line=repr(example_of(kind)))
    bare = name.replace("#", "")
    if not slug(bare) or not bare.isprintable() or len(name) > LONGEST_NAME:
        text = later("{name} is not a name: a name has a letter or a digit, and at most {most} characters")
        raise UsageError(text, name=clip(name), most=LONGEST_NAME)
    return name, rest.strip()


QUOTED = r'"(?:[^"\\]|\\.)*"|“[^”]*”'
"""A text between quotation marks, as effects have them: a backslash escapes as in JSON."""

_PIECE = re.compile(rf"(?P<quoted>{QUOTED})|(?P<end>,)|(?P<gap>\s+)|.", re.DOTALL)


def parts_of(text: str) -> list[str]:
    """Split a text at its commas, but for those between quotation marks; a new line begins another effect."""
    parts = [""]
    for found in _PIECE.finditer(text):
        if found["end"]:
            parts.append("")
        elif found["gap"]:
            parts[-1] += " ; " if "\n" in found[0] else " "
        elif found[0] in ('"', "“"):
            raise UsageError("{text}: a quotation mark has no partner", text=clip(text, 60))
        else:
            parts[-1] += found[0]
    return [part for each in parts if (part := each.strip(" ;"))]


def unquoted(text: str) -> str:
    """Read a text between quotation marks."""
    try:
        return " ".join(lexer.unquoted(text).split())
    except ValueError:
        raise UsageError("{text}: type two backslashes for one, as in JSON", text=clip(text, 60)) from None


def quoted(text: str) -> str:
    """Write a text between quotation marks."""
    return lexer.write_text(" ".join(text.split()))


def word_of(text: str, known: Iterable[str], least: int = 3) -> str | None:
    """Find the one known word that a text is, or begins like; UsageError where several begin like it."""
    found = meant_by(text, known, least)
    if len(found) > 1:
        raise UsageError("{text} may be {names}: type more of it", text=clip(text), names=either(sorted(found)))
    return found[0] if found else None


def must_be(text: str, known: Iterable[str], one: str, several: str, least: int = 1) -> str:
    """The one known word that a text is, or begins like; UsageError names them (`one`, `several`: a class, classes)."""
    words = list(known)
    found = word_of(text, words, least)
    if found is None:
        advice = advise(text, words, several)
        raise UsageError("{text} is not {one}; {advice}", text=clip(text), one=one, advice=advice)
    return found


def class_of(text: str) -> str:
    """Find the class that a text means."""
    return must_be(text, CLASSES, tr("a class"), tr("classes"))


def given_twice(part: str, *keys: str) -> UsageError:
    """Make the error for a part of a line that says what another one has said."""
    names = ", ".join(key.replace("_", " ") for key in keys)
    return UsageError("{part}: {keys} is given twice", part=clip(part, 60), keys=names)


Fields = dict[str, Any]
"""What parts say, by the keys of a record; `mat.columns` is a key of its table `mat`."""


class Part(NamedTuple):
    """A part of a card's line, in both directions.

    Shapes: `read` gives the fields that a part fills, None where the part is something else; `write` gives the parts of
    a record. One that comes `first` never follows effects; those that may be there `many` times fill lists.
    """

    read: Callable[[str], Fields | None]
    write: Callable[[Mapping[str, Any]], Iterable[str]]
    first: bool = False
    many: bool = False


def value_at(record: Mapping[str, Any], key: str) -> Any:
    """The value of a key of a record, or of one of its tables; None where it has none."""
    table, dot, inner = key.partition(".")
    return (record.get(table) or {}).get(inner) if dot else record.get(key)


def choice(key: str, known: Sequence[str]) -> Part:
    """One word out of a few."""

    def read(part: str) -> Fields | None:
        word = None if ":" in part or '"' in part else word_of(part, known)
        return None if word is None else {key: word}

    return Part(read, lambda record: filter(None, [record.get(key)]), first=True)


def worded(
    key: str,
    typed: str,
    written: str,
    read: Callable[[str], Any] = str,
    write: Callable[[Any], str] = str,
    *,
    first: bool = False,
    empty: bool = False,
) -> Part:
    """A value behind words: a pattern that reads it as its group, and a text with `{}`, written if `empty` too."""

    def read_part(part: str) -> Fields | None:
        found = re.fullmatch(typed, part, re.IGNORECASE | re.DOTALL)
        return {key: read(found[1] or "")} if found else None

    def write_part(record: Mapping[str, Any]) -> Iterable[str]:
        value = value_at(record, key)
        return [written.format(write(value))] if value or (empty and value is not None) else ()

    return Part(read_part, write_part, first)


def listed(
    key: str, typed: str, written: str, read: Callable[[str], Any] = str, write: Callable[[Any], str] = str
) -> Part:  # fmt: skip
    """Values of a list, each behind the same words."""
    one = worded(key, typed, written, lambda text: [read(text)])
    return Part(
        one.read, lambda record: (written.format(write(each)) for each in value_at(record, key) or ()), many=True
    )


def flagged(key: str, typed: str, written: str, *, first: bool = False) -> Part:
    """What is so where its words stand."""
    return worded(key, f"({typed})", written, bool, first=first)


TEXT = worded("text", rf"text:? ?({QUOTED})", "text {}", unquoted, quoted)
"""`text "…"`, what a component prints, in the player's words."""


class NotUnderstoodError(UsageError):
    """What a component says is not in the words of effects: its `text`, and the `fields` that the rest of it fills."""

    def __init__(self, message: str, text: str) -> None:
        self.text = text
        self.fields: dict[str, Any] = {}
        super().__init__(message)


def gather(
    text: str,
    rows: Sequence[Part],
    what: Iterable[str],
    begins: str | None = "",
    cut: Callable[[str], list[str]] = parts_of,
) -> Fields:
    """Read the parts of a line and its effects; `what` are words to be suggested.

    Effects begin with the word `begins`, or where no row knows a part; if it is None a card has none. What follows an
    effect belongs to it where no row knows it.
    """
    fields: Fields = {}
    effects: list[str] = []
    for part in cut(text):
        if begins and (found := re.fullmatch(rf"{begins}s?[: ]\s*(.+)", part, re.IGNORECASE)):
            effects.append(found[1])
        elif not _takes(fields, part, (row for row in rows if not (row.first and effects))):
            if not effects and begins != "":
                advice = advise(part.split()[0], what, tr("parts"))
                raise UsageError("{part} is not a part of this card; {advice}", part=clip(part, 60), advice=advice)
            effects = [*effects[:-1], ", ".join([*effects[-1:], part])]
    if effects:
        try:
            fields["effects"] = effects_of(" ; ".join(effects), () if begins else what)
        except NotUnderstoodError as fault:
            fault.fields = fields
            raise
    return fields


def _takes(fields: Fields, part: str, rows: Iterable[Part]) -> bool:
    """Read a part into the fields; UsageError where it says what another one has said."""
    row, found = next(((row, found) for row in rows if (found := row.read(part)) is not None), (None, {}))
    for key, value in found.items():
        table, dot, inner = key.partition(".")
        place, key = (fields.setdefault(table, {}), inner) if dot else (fields, key)
        if row is not None and row.many:
            place[key] = [*place.get(key, ()), *value]
        elif key in place:
            raise given_twice(part, key)
        else:
            place[key] = value
    return row is not None


def write_parts(record: Mapping[str, Any], rows: Iterable[Part], before: str = "") -> list[str]:
    """Write the parts of a record, its effects last; a text that the effects say already is left out."""
    effects = record.get("effects")
    if effects and by_hand(effects) == record.get("text"):
        record = {**record, "text": ""}
    parts = [part for row in rows for part in row.write(record)]
    if effects:
        from hoplo_companion.notation.effects import write_effects

        parts.append(before + write_effects(msgspec.convert(effects, list[Effect])).replace("\n", " ; "))
    return parts


def effects_of(text: str, what: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Read effects as typed into the plain data of their records."""
    from hoplo_companion.notation.effects import read_effects

    try:
        effects: list[Effect] = read_effects(text)
    except UsageError as fault:
        first = re.split(r"[ ,:]", text, maxsplit=1)[0]
        near = near_misses(first, what, 1) if len(first) > 3 else []
        if near:
            raise UsageError(f"{fault}; " + tr("or did you mean {name}?", name=near[0])) from None
        raise NotUnderstoodError(str(fault), text) from None
    return list(msgspec.to_builtins(effects))


def by_hand(effects: list[dict[str, Any]]) -> str:
    """The text of effects that are all left to the player's hand; nothing where the program does any of them."""
    verbs = [verb for effect in effects for verb in effect.get("do", [])]
    if not verbs or any(verb.get("do") != "manual" for verb in verbs):
        return ""
    return " ".join(verb["text"] for verb in verbs if verb.get("text"))
