"""The parts of a line that describes a component: name, words of its parts, texts in quotes, effects typed or printed.

What cards print is data, in the words of both editions (`printed.toml`). A text is understood as a whole or not at all;
whoever asks reads the effects back to the player, since a card may mean something else by the same words.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from hoplo_companion.components.catalogue import Catalogue, read_shipped, shipped_folder
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import advise, either, meant_by, near_misses, part_number, slug
from hoplo_companion.components.words import CLASSES, COLOUR_NAMED
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


def forms(what: str = "forms") -> Any:
    """The forms by which chips and cards are entered, by kind, or their `stops`; the file explains each key."""
    return read_shipped(shipped_folder() / "forms.toml")[what]


def head_of(line: str, kind: str) -> tuple[str, str]:
    """Split a line into the name and the rest; UsageError where there is no name."""
    name, colon, rest = line.partition(":")
    name = " ".join(name.split())
    if not colon and ("," in name or "/" in name):
        raise UsageError(
            "{name}: a colon follows the name, as in {line}",
            name=clip(name),
            line=repr(forms()[kind]["example"]),
        )
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


def effects_of(text: str, what: Iterable[str]) -> list[dict[str, Any]]:
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


# What is printed ------------------------------------------------------------------------------------------------------

READ = ("stat", "colour", "what")  # what a pattern reads by a table of words, as `<stat>`


class Edition:
    """The words of one edition's cards, and what its sentences mean."""

    def __init__(self, words: dict[str, Any]) -> None:
        self.words = {**words, "colour": COLOUR_NAMED}
        of_class = [
            (pattern.replace("CLASS", f"(?:{names})"), f" if class {class_} for {holder}")
            for pattern, holder in words["whom_of_class"].items()
            for names, class_ in words["classes"].items()
        ]
        self.whom = [*of_class, *((pattern, f" for {holder}") for pattern, holder in words["whom"].items())]

    def matched(self, pattern: str, text: str, whole: bool = True) -> re.Match[str] | None:
        """Hold a text, or its beginning, against a pattern of the data."""
        lists = {name: f"(?P<{name}>{'|'.join(self.words[name])})" for name in READ}
        lists["n"] = rf"(?P<n>\d+|{'|'.join(self.words['numbers'])})"
        lists |= {name: f"(?:{self.words[name]})" for name in ("have", "are", "attacks", "each")}
        # What stands for words of its own begins no group of a regular expression.
        pattern = re.sub(r"(?<!\?P)<(\w+)>", lambda found: lists.get(found[1], found[0]), pattern)
        return (re.fullmatch if whole else re.match)(pattern, text, re.IGNORECASE)

    def meant(self, table: str, text: str, **given: str) -> str | None:
        """The effect that a phrase of a table means."""
        for pattern, effect in self.words[table].items():
            if found := self.matched(pattern, text):
                said = {key: self._read(key, word) for key, word in found.groupdict().items() if word}
                dice = " ".join([str(said["colour"])] * int(said["n"])) if "colour" in said else ""
                return str(effect.format(**said, **given, dice=dice))
        return None

    def _read(self, key: str, word: str) -> str | int:
        word = word.casefold()
        if key == "n":
            return int(word) if word.isdigit() else int(self.words["numbers"][word])
        return str(self.words[key][word]) if key in READ else word

    def sentence(self, text: str, known: Catalogue, of_hero: bool) -> str | None:
        """The effects that a sentence means; with `of_hero` one that names nobody is about the hero."""
        when, text = self._moment(text)
        for first, holder in self.words["first"].items():
            if found := self.matched(rf"(?:{first})\s+", text, whole=False):
                what = None if when else self.meant("gains", text[found.end() :])
                return what and f"deployed: {what} if turn 1 and count troop at most 1 for {holder}"
        for whom, holder in self.whom:
            if found := self.matched(rf"(?:{whom})(?: (?:all|each|tutte|tutti))?\s+", text, whole=False):
                return self._all_said(text[found.end() :], when, holder, known)
            # "The Movement of all units is 1" says it the other way round.
            if found := self.matched(self.words["stat_of"].replace("<whom>", whom), text):
                stat = str(self._read("stat", found["stat"]))
                what = None if when else self.meant("of_a_stat", found["rest"], stat=stat)
                return what and what + holder
        return self._all_said(text, when, "", known) if of_hero else None

    def _moment(self, text: str) -> tuple[str, str]:
        """Take the moment off the front or the end of a sentence; nothing where it has none."""
        for phrase, moment in self.words["moments"].items():
            for pattern in (rf"^(?:{phrase}),?\s+", rf",?\s+(?:{phrase})$"):
                if found := re.search(pattern, text, re.IGNORECASE):
                    return moment, (text[: found.start()] + text[found.end() :]).strip()
        return "", text

    def _all_said(self, text: str, when: str, holder: str, known: Catalogue) -> str | None:
        """The effects of all that is said of some units in a sentence: `have Movement 1 and cannot heal`."""
        have = self.words["have"].partition("|")[0]

        def said(part: str) -> str | None:
            return self._said(part, when, holder, known) or self._said(f"{have} {part}", when, holder, known)

        each = list(map(said, re.split(self.words["and"], text, flags=re.IGNORECASE)))
        return said(text) or (" ; ".join(filter(None, each)) if all(each) else None)

    def _said(self, text: str, when: str, holder: str, known: Catalogue) -> str | None:
        """The effect of what is said of some units: what lasts, or what happens at its moment."""
        if when:
            happens = self.meant("gains", text) or self.meant("at_once", text)
            return happens and f"{when}: {happens}{holder}"
        if lasting := self.meant("lasting", text) or self._granted(text, known):
            return lasting + holder
        gained = self.meant("gains", text)
        return gained and f"deployed: {gained}{holder}"

    def _granted(self, text: str, known: Catalogue) -> str | None:
        """The effect of skills that are known, with their numbers where they have one: `gain Regen 1`."""
        if not (found := self.matched(self.words["skills"], text)):
            return None
        skills = []
        for name in map(str.strip, re.split(self.words["and"], found["skills"], flags=re.IGNORECASE)):
            named = self.matched(self.words["skill"], name)  # without the letter of its type
            bare, number = part_number(named["skill"] if named else name)
            record = known.skill(slug(bare))
            if record is None or record.numbered != (number is not None):
                return None
            skills.append(f"grant {record.name}" if number is None else f"grant {record.name} {number}")
        return ", ".join(skills)

    def added(self, text: str) -> str:
        """The icons that a sentence adds to the end of the rival's lineup (p.19)."""
        if not (found := self.matched(self.words["added"], text)):
            return ""
        icon = "local" if found["icon"].casefold().startswith("local") else "bag"
        return " ".join([icon + ("+tactic" if found["tactic"] else "")] * int(self._read("n", found["n"])))


@cache
def editions() -> list[Edition]:
    """The words of the English and the Italian edition."""
    data: Mapping[str, Any] = read_shipped(shipped_folder() / "printed.toml")
    return [Edition(words) for words in data.values()]


def understood(text: str, known: Catalogue, *, of_hero: bool) -> str | None:
    """The effects that a printed text means, as a line; None where any of its sentences is not understood.

    With `of_hero` a sentence that names nobody is about the hero, as on a Prowess card; else about nobody, and not
    understood.
    """
    sentences = [part for part in re.split(r"(?<=[.;!])\s+|[.;\n]+\s*$|\n", text.strip()) if part and part.strip(" .;")]
    bare = [part.strip().rstrip(".;!").strip() for part in sentences]
    effects = [next(filter(None, (each.sentence(part, known, of_hero) for each in editions())), None) for part in bare]
    return " ; ".join(filter(None, effects)) if effects and all(effects) else None


def added_to_lineup(text: str) -> str:
    """The icons that a card adds to the end of the rival's lineup; nothing where it says something else (p.19)."""
    return next(filter(None, (each.added(text.strip().rstrip(".")) for each in editions())), "")
