"""The parts of a line that describes a component: name, words of its parts, texts in quotes, and effects."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import advise, either, meant_by, near_misses, slug
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr

FORMS = {
    "unit": "Murmillo: defender, 1/1/4, blue blue, Taunt, Regen 1",
    "skill": "Second Wind: ability: heal 2 rival: always",
    "tactic": "Hamstring: permanent, movement -1",
    "prowess": "Endurance 2: krakenlance, health +1",
    "bane": 'Bad Moon: camp, manual "hero takes 1 damage"',
    "event": "The Long Dusk: bloodshed, movement = 1 for player",
    "opportunity": "Reckless: in bloodshed, adds bag, met win, reward hero-prowess",
    "arena": "Kunlun: columns 3 4 5 6 5 4 3, rival A1 A2 A3, player G1 G2 G3, all: flagholder > any",
    "scion": "Echidna: health 12; dice 2 green 1 blue; blue total: {hits} damage [damage hits]",
}
"""A line of each kind of component, to begin like."""

LONGEST_NAME = 60


class Card(NamedTuple):
    """What one line says of a component: `kind` and `id` of its record, its name, and the fields that were typed."""

    kind: str
    id: str
    name: str
    fields: dict[str, Any]


def head_of(line: str, kind: str) -> tuple[str, str]:
    """Split a line into the name and the rest; UsageError where there is no name."""
    name, colon, rest = line.partition(":")
    name = " ".join(name.split())
    if not colon and ("," in name or "/" in name):
        raise UsageError(tr("{name}: a colon follows the name, as in {line}", name=clip(name), line=repr(FORMS[kind])))
    bare = name.replace("#", "")
    if not slug(bare) or not bare.isprintable() or len(name) > LONGEST_NAME:
        text = tr("{name} is not a name: a name has a letter or a digit, and at most {most} characters")
        raise UsageError(text.format(name=clip(name), most=LONGEST_NAME))
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
            raise UsageError(tr("{text}: a quotation mark has no partner", text=clip(text, 60)))
        else:
            parts[-1] += found[0]
    return [part for each in parts if (part := each.strip(" ;"))]


def unquoted(text: str) -> str:
    """Read a text between quotation marks."""
    try:
        inner = json.loads(text) if text.startswith('"') else text[1:-1]
        inner.encode()
    except ValueError:
        wrong = tr("{text}: type two backslashes for one, as in JSON", text=clip(text, 60))
        raise UsageError(wrong) from None
    return " ".join(inner.split())


def quoted(text: str) -> str:
    """Write a text between quotation marks."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def word_of(text: str, known: Iterable[str], least: int = 3) -> str | None:
    """Find the one known word that a text is, or begins like; UsageError where several begin like it."""
    found = meant_by(text, known, least)
    if len(found) > 1:
        raise UsageError(tr("{text} may be {names}: type more of it", text=clip(text), names=either(sorted(found))))
    return found[0] if found else None


def must_be(text: str, known: Iterable[str], one: str, several: str, least: int = 1) -> str:
    """Find the one known word that a text is, or begins like; UsageError says what would be right.

    `one` and `several` are what the words are called, in the language that is spoken (`a class`, `classes`).
    """
    words = list(known)
    found = word_of(text, words, least)
    if found is None:
        advice = advise(text, words, several)
        raise UsageError(tr("{text} is not {one}; {advice}", text=clip(text), one=one, advice=advice))
    return found


def class_of(text: str) -> str:
    """Find the class that a text means."""
    return must_be(text, CLASSES, tr("a class"), tr("classes"))


def given_twice(part: str, *keys: str) -> UsageError:
    """Make the error for a part of a line that says what another one has said."""
    names = ", ".join(key.replace("_", " ") for key in keys)
    return UsageError(tr("{part}: {keys} is given twice", part=clip(part, 60), keys=names))


Reader = Callable[[str], dict[str, Any] | None]
"""Reads one part of a line into fields; None where the part is something else."""


def one_of(key: str, known: Sequence[str]) -> Reader:
    """Make a reader of one word out of a few."""

    def read(part: str) -> dict[str, Any] | None:
        word = None if ":" in part or '"' in part else word_of(part, known)
        return None if word is None else {key: word}

    return read


_TEXT = re.compile(rf"text:? ?({QUOTED})", re.IGNORECASE)


def read_text(part: str) -> dict[str, Any] | None:
    """Read `text "…"`, what a component prints, in the player's words."""
    found = _TEXT.fullmatch(part)
    return {"text": unquoted(found[1])} if found else None


class NotUnderstoodError(UsageError):
    """What a component says is not in the words of effects: its `text`, and the `fields` that the rest of it fills."""

    def __init__(self, message: str, text: str) -> None:
        self.text = text
        self.fields: dict[str, Any] = {}
        super().__init__(message)


def gather(
    parts: Sequence[str], heads: Sequence[Reader], tails: Sequence[Reader], what: Iterable[str]
) -> dict[str, Any]:
    """Read the parts before a line's effects, its effects, and the parts after them.

    `what` are the words that the first parts may be, to be suggested where one of them is misspelled.
    """
    fields: dict[str, Any] = {}
    left = list(parts)
    while left and (found := _first(left[0], heads)) is not None:
        _add(fields, found, left.pop(0))
    after: list[tuple[str, dict[str, Any]]] = []
    while left and (found := _first(left[-1], tails)) is not None:
        after.append((left.pop(), found))
    for part, found in reversed(after):
        _add(fields, found, part)
    if left:
        try:
            effects = effects_of(", ".join(left), what)
        except NotUnderstoodError as fault:
            fault.fields = fields
            raise
        _add(fields, {"effects": effects}, left[0])
    return fields


def _first(part: str, readers: Sequence[Reader]) -> dict[str, Any] | None:
    return next((found for reader in readers if (found := reader(part)) is not None), None)


def _add(fields: dict[str, Any], found: dict[str, Any], part: str) -> None:
    if twice := set(fields) & set(found):
        raise given_twice(part, *sorted(twice))
    fields.update(found)


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
    plain: list[dict[str, Any]] = msgspec.to_builtins(effects)
    return plain


def effects_line(plain: Any) -> str:
    """Write effects, given as plain data, as they are typed."""
    from hoplo_companion.notation.effects import write_effect

    return " ; ".join(write_effect(effect) for effect in msgspec.convert(plain, list[Effect]))


def by_hand(effects: list[dict[str, Any]]) -> str:
    """Give the text of effects that are all left to the player's hand; nothing where the program does any of them."""
    verbs = [verb for effect in effects for verb in effect.get("do", [])]
    if not verbs or any(verb.get("do") != "manual" for verb in verbs):
        return ""
    return " ".join(verb["text"] for verb in verbs if verb.get("text"))


def shared_parts(record: Mapping[str, Any]) -> list[str]:
    """Write the parts that all kinds share: the text, unless the effects say it already, and the effects."""
    effects = record.get("effects")
    parts = []
    if record.get("text") and not (effects and by_hand(effects) == record["text"]):
        parts.append(f"text {quoted(record['text'])}")
    if effects:
        parts.append(effects_line(effects))
    return parts
