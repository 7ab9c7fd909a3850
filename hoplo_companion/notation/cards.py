"""Records typed in one line (`Murmillo: defender, 1/1/4, blue blue, Taunt`), and written back as they were read.

A line is the name, a colon, and parts separated by commas. Words may be cut short as long as only one thing begins like
that; what fits several things, or nothing, is an error that says what would be right, never a guess.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from hoplo_companion.components.catalogue import SCHEMAS, Catalogue
from hoplo_companion.components.names import did_you_mean, near_misses, slug, wrong_number
from hoplo_companion.components.record_checks import counts_by_number
from hoplo_companion.components.words import BANE_KINDS, CLASSES, COLOURS, STATS, SUPERLATIVES, UNTILS, read_dice
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation import parts
from hoplo_companion.notation.events import EVENT, OPPORTUNITY, named_by_act, read_event, read_opportunity
from hoplo_companion.notation.lexer import said
from hoplo_companion.notation.reference_cards import ARENA, read_arena, read_scion, scion_parts

SHOWN = later("class, Movement/Range/Health, dice, skills")
EXAMPLE = "defender, 1/1/4, bb, Taunt"
"""What a chip shows, in the order of its print, and one in a line."""

_NUMBER = re.compile(r"\d{1,3}")
_STATS = re.compile("/".join([r"(\d{1,3}|[-–—?])"] * 3))
MOST_DICE = 12


class _UnitLine:
    """Reads the parts of a unit's line, word by word."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.fields: dict[str, Any] = {}
        self.names = list(dict.fromkeys(("elite", *catalogue.ids("skills"), *COLOURS, *CLASSES)))

    def take(self, words: list[str]) -> int:
        """Read what a list of words begins with; give how many words that were."""
        first, then = words[0].casefold(), "".join(words[1:2])
        if "/" in first:
            found = _STATS.fullmatch(first)
            if found is None:
                text = later("{word}: Movement/Range/Health are three numbers, as in 1/1/4 (- for one you skip)")
                raise UsageError(text, word=clip(first))
            for key, number in zip(STATS, found.groups(), strict=True):
                if number.isdigit():
                    self._set(key, int(number), words[:1])
            return 1
        if first in STATS and _NUMBER.fullmatch(then):
            return self._set(first, int(then), words[:2])
        if first == "of" and then:
            return 1 + self._faction(words[1:])
        if first == "no" and then:
            nothing = parts.must_be(then, ("dice", "skills"), tr("something to have none of"), tr("words"), 3)
            return self._set("attack" if nothing == "dice" else "skills", [], words[:2])
        if first.isascii() and first.isdigit():
            if not then:
                raise UsageError("{n} of what? Stats are typed as 1/1/4, dice as 2 blue", n=clip(first))
            return self._dice(words[:2])
        return self._dice(words[:1]) if read_dice(first) or first[0].isdigit() else self._name(words)

    def _set(self, key: str, value: Any, words: list[str]) -> int:
        if key in self.fields:
            raise parts.given_twice(" ".join(words), key)
        self.fields[key] = value
        return len(words)

    def _faction(self, words: list[str]) -> int:
        factions = {slug(unit.faction) for unit in self.catalogue.every("units").values() if unit.faction}
        known = sorted({*self.catalogue.ids("arenas"), *factions})
        count = next((count for text, count in _runs(words) if parts.word_of(text, known) is not None), len(words))
        typed = words[:count]
        return self._set("faction", parts.must_be(" ".join(typed), known, tr("a faction"), tr("factions"), 3), typed)

    def _dice(self, words: list[str]) -> int:
        text = " ".join(words)
        found = read_dice(text)
        if found is None:
            parts.must_be(text.lstrip("0123456789 "), COLOURS, tr("a colour of dice"), tr("colours of dice"))
        dice = self.fields.setdefault("attack", [])
        if not found or len(dice) + len(found) > MOST_DICE:
            raise UsageError("{dice}: a chip shows between 1 and {most} dice", dice=clip(text), most=MOST_DICE)
        dice += found
        return len(words)

    def _name(self, words: list[str]) -> int:
        """Read a class, a colour, a skill with its number, or `elite`, by its name or a beginning of it."""
        name, count = self._named(words)
        if name in CLASSES:
            self.fields["class"] = list(dict.fromkeys([*self.fields.get("class", ()), name]))
        elif name in COLOURS:
            self._dice([name])
        elif name == "elite":
            self.fields["elite"] = True
        else:
            skill = self.catalogue.skill(name)
            assert skill is not None
            shown = skill.name
            if skill.numbered:
                number = "".join(words[count : count + 1])
                if not (number.isascii() and number.isdigit() and len(number) < 4):
                    raise UsageError(wrong_number(shown, has=False))
                shown, count = f"{shown} {int(number)}", count + 1
            self.fields.setdefault("skills", []).append(shown)
        return count

    def _named(self, words: list[str]) -> tuple[str, int]:
        """Find which known word some words are or begin, and how many of them; the most first."""
        runs = _runs(words)
        if found := next(((slug(text), count) for text, count in runs if slug(text) in self.names), None):
            return found
        # A line begins with the class, as the chip does: there a beginning that fits one class is that class.
        if not self.fields and (name := parts.word_of(words[0], CLASSES)) is not None:
            return name, 1
        for text, count in runs:
            if (name := parts.word_of(text, self.names, 2)) is not None:
                return name, count
        near = {text: close for text, _ in runs if (close := near_misses(text, self.names))}
        text = next(iter(near), words[0])
        advice = tr(
            "classes: {classes}; dice: {dice}; a new skill is entered first: {command}",
            classes=", ".join(CLASSES),
            dice=", ".join(COLOURS),
            command=as_command("data", "add", "skill", parts.forms()["skill"]["example"]),
        )
        advice = did_you_mean(near[text]) if near else advice
        raise UsageError("{text} is not a known class, die or skill; {advice}", text=clip(text), advice=advice)


def _runs(words: list[str]) -> list[tuple[str, int]]:
    """The first words, four at most, then one fewer each, with how many they are."""
    return [(" ".join(words[:count]), count) for count in range(min(len(words), 4), 0, -1)]


def _read_unit(name: str, rest: str, catalogue: Catalogue) -> parts.Named:
    """Read a unit chip: classes, Movement/Range/Health, dice, skills, `elite` and `of FACTION`, in any order."""
    reader = _UnitLine(catalogue)
    for part in parts.parts_of(rest):
        words = re.sub(r"\s*/\s*", "/", part).split()
        while words:
            words = words[reader.take(words) :]
    return name, reader.fields


def unit_parts(record: Mapping[str, Any]) -> list[str]:
    """Write what is known of a unit as the parts of its line."""
    found = [" ".join(record["class"])] if record.get("class") else []
    found += [f"{key.capitalize()} {record[key]}" for key in STATS if key in record]
    if "attack" in record:
        found.append(" ".join(record["attack"]) or "no dice")
    if record.get("elite"):
        found.append("elite")
    if record.get("faction"):
        found.append(f"of {record['faction']}")
    if "skills" in record:
        found += record["skills"] or ["no skills"]
    return found


def _read_skill(name: str, rest: str, catalogue: Catalogue) -> parts.Named:
    """Read a skill, with `#` after its name if it is numbered; its effects say what type it has (p.12-13)."""
    fields: dict[str, Any] = {}
    if found := re.fullmatch(r"(.+?)\s*\(?#\)?", name):
        name, fields["numbered"] = found[1], True
    given = parts.gather(rest, _SKILL, _TYPES)
    if "effects" in given:
        active = sorted({effect.get("on", "always") for effect in given["effects"]} & {"ability", "special"})
        if len(active) > 1:
            raise UsageError("{name} is an Ability or a Special, not both (p.12-13)", name=name)
        type_ = active[0] if active else "innate"
        if given.setdefault("type", type_) != type_:
            text = later("{name} is typed as {typed}, and its effects make it {type} (p.12-13)")
            raise UsageError(text, name=name, typed=given["type"], type=type_)
    known = catalogue.raw("skills", slug(name)) or {}
    if counts_by_number(given.get("effects")) and not (fields or known.get("numbered")):
        raise UsageError("{name} uses its number: type a # after its name, as in '{name} #: …'", name=name)
    return name, {**fields, **given}


_TYPES = ("innate", "ability", "special")
_TYPE = parts.choice("type", _TYPES)
_SKILL = (_TYPE._replace(write=lambda record: () if record.get("effects") else _TYPE.write(record)), parts.TEXT)
"""The parts of a skill; its effects say what its type is."""

_KINDS_OF_TACTIC = ("permanent", "instant", "temporary")
_RIVAL = re.compile(
    r"rival(?: (?:places|plays|puts))?(?: it)?(?: on)?(?: the)? (?P<target>[a-z -]+?) (?P<side>ally|opponent)"
    r"(?P<without> without (?:it|itself|one))?",
    re.IGNORECASE,
)


def _read_placing(part: str) -> parts.Fields | None:
    """Read on whom the rival places a tactic."""
    found = _RIVAL.fullmatch(part)
    if found is None:
        if re.match(r"rival (?!:)", part, re.IGNORECASE):
            text = later("{part}: write it as in 'rival places it on strongest opponent' (p.20, 22)")
            raise UsageError(text, part=clip(part, 60))
        return None
    target = parts.must_be(slug(found["target"]), SUPERLATIVES, tr("a superlative"), tr("superlatives"))
    without = {"rival_without_itself": True} if found["without"] else {}
    return {"rival_target": target, "rival_side": slug(found["side"]), **without}


def _read_tactic_kind(part: str) -> parts.Fields | None:
    """Read `permanent`, `instant`, `temporary`, `temporary until …` or `until …`."""
    word, _, until = part.partition(" until ")
    if part.casefold().startswith("until "):
        word, until = "", part[6:]
    kind = parts.word_of(word, ("temporary",) if until else _KINDS_OF_TACTIC) if word else None
    if ":" in part or '"' in part or (word and kind is None):
        return None
    fields: dict[str, Any] = {"kind": kind} if kind else {}
    if until:
        text = re.sub(r"\b(the|of)\b", " ", until, flags=re.IGNORECASE)
        ways = {slug(each.replace("-of-", "-")): each for each in UNTILS}
        fields["until"] = ways[parts.must_be(text, ways, tr("the end of a tactic"), tr("ends of a tactic"), 5)]
    return fields


def _write_placing(record: Mapping[str, Any]) -> Iterable[str]:
    target, side = record.get("rival_target"), record.get("rival_side")
    without = " without it" if record.get("rival_without_itself") else ""
    return (f"rival places it on {target} {side}{without}",) if target and side else ()


_TACTIC = (
    parts.Part(
        _read_tactic_kind,
        lambda record: filter(
            None, [(record.get("until") and f"temporary until {said(record['until'])}") or record.get("kind")]
        ),
        first=True,
    ),
    parts.Part(_read_placing, _write_placing),
    parts.worded("rival_class", r"class:? ([a-z]+)", "class {}", parts.class_of),
    parts.TEXT,
)


def _read_tactic(name: str, rest: str, catalogue: Catalogue) -> parts.Named:
    """Read a tactic chip: its kind, on whom the rival places it, and its effects, held by the unit under it."""
    fields = parts.gather(rest, _TACTIC, _KINDS_OF_TACTIC)
    if "until" in fields and fields.setdefault("kind", "temporary") != "temporary":
        text = later("{name} is {kind}: only a temporary tactic has an until (p.30)")
        raise UsageError(text, name=name, kind=fields["kind"])
    return name, fields


def _prowess(heroes: Sequence[str]) -> tuple[parts.Part, ...]:
    return (
        parts.choice("hero", heroes),
        parts.flagged("special", "special(?: prowess)?", "special", first=True),
        parts.worded("tactic_capacity", r"(?:tactic )?capacity \+?(\d)", "capacity +{}", int, empty=True),
        parts.TEXT,
    )


def _read_prowess(name: str, rest: str, catalogue: Catalogue) -> parts.Named:
    """Read a Prowess card: its level after its name, whose it is, what it adds to the Tactic Capacity, its effects."""
    fields, heroes = dict[str, Any](), catalogue.ids("heroes")
    if found := re.fullmatch(r"(.*?\S)(?: level)? ([1-9])", name, re.IGNORECASE):
        name, fields["level"] = found[1], int(found[2])
    return name, {**fields, **parts.gather(rest, _prowess(heroes), heroes)}


_BANE = (parts.choice("kind", BANE_KINDS), parts.TEXT)


class Kind(NamedTuple):
    """A kind of component: of which records it is, how its line is read, and how its parts are written."""

    records: str
    read: Callable[[str, str, Catalogue], parts.Named]
    write: Callable[[Mapping[str, Any]], Iterable[str]]


CARDS = {
    "unit": Kind("units", _read_unit, unit_parts),
    "skill": Kind("skills", _read_skill, partial(parts.write_parts, rows=_SKILL)),
    "tactic": Kind("tactics", _read_tactic, partial(parts.write_parts, rows=_TACTIC)),
    "prowess": Kind("prowess", _read_prowess, partial(parts.write_parts, rows=_prowess(()))),
    "bane": Kind(
        "banes",
        lambda name, rest, _: (name, parts.gather(rest, _BANE, BANE_KINDS)),
        partial(parts.write_parts, rows=_BANE),
    ),
    "event": Kind("events", read_event, partial(parts.write_parts, rows=EVENT)),
    "opportunity": Kind("opportunities", read_opportunity, partial(parts.write_parts, rows=OPPORTUNITY)),
    "arena": Kind("arenas", read_arena, partial(parts.write_parts, rows=ARENA, before="effect ")),
    "scion": Kind("scions", read_scion, scion_parts),
}


def read_card(kind: str, line: str, catalogue: Catalogue) -> parts.Card:
    """Read the line of a kind of component, one of `CARDS`; UsageError says what of it is not understood."""
    records, read, _ = CARDS[kind]
    name, fields = read(*parts.head_of(line, kind), catalogue)
    order = [each.encode_name for each in msgspec.structs.fields(SCHEMAS[records])]
    fields = {key: fields[key] for key in sorted(fields, key=order.index)}
    return named_by_act(parts.Card(records, slug(f"{name} {fields.get('level', '')}"), name, fields))


def write_card(kind: str, name: str, record: Mapping[str, Any]) -> str:
    """Write what is known of a component in the one line that reads the same."""
    name += " #" if kind == "skill" and record.get("numbered") else ""
    name += f" {record['level']}" if kind == "prowess" and record.get("level") else ""
    return f"{name}: {('; ' if kind == 'scion' else ', ').join(CARDS[kind].write(record))}".rstrip()
