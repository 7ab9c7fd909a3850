"""Records typed in one line (`Murmillo: defender, 1/1/4, blue blue, Taunt`), and written back as they were read.

A line is the name, a colon, and parts separated by commas. Words may be cut short as long as only one thing begins like
that; what fits several things, or nothing, is an error that says what would be right, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from hoplo_companion.components.catalogue import FOLDERS, TABLES, Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import SUPERLATIVES, UNTILS
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.notation.arenas import arena_parts, read_arena
from hoplo_companion.notation.events import event_parts, opportunity_parts, read_event, read_opportunity
from hoplo_companion.notation.parts import (
    Card,
    class_of,
    gather,
    head_of,
    must_be,
    one_of,
    parts_of,
    read_text,
    shared_parts,
    word_of,
)
from hoplo_companion.notation.scions import read_scion, scion_parts
from hoplo_companion.notation.units import read_unit, unit_parts

# Skills ---------------------------------------------------------------------------------------------------------


def read_skill(line: str, catalogue: Catalogue) -> Card:
    """Read a skill: its name, followed by `#` where chips give it a number, and its effects.

    An effect that sets in as an Ability or a Special makes the skill one; every other skill is innate (p.12-13).
    """
    name, rest = head_of(line, "skill")
    fields: dict[str, Any] = {}
    if found := re.fullmatch(r"(.+?)\s*\(?#\)?", name):
        name, fields["numbered"] = found[1], True
    kinds = ("innate", "ability", "special")
    given = gather(parts_of(rest), [one_of("type", kinds), read_text], [read_text], kinds)
    if "effects" in given:
        _skill_type(name, given)
    known = catalogue.raw("skills", slug(name)) or {}
    if _mentions(given.get("effects"), "number") and not (fields or known.get("numbered")):
        raise UsageError(tr("{name} uses its number: type a # after its name, as in '{name} #: …'", name=name))
    return Card("skills", slug(name), name, {**fields, **given})


def _skill_type(name: str, given: dict[str, Any]) -> None:
    """Work out the type of a skill from what its effects are triggered by."""
    triggers = {effect.get("on", "always") for effect in given["effects"]}
    active = sorted(triggers & {"ability", "special"})
    if len(active) > 1:
        raise UsageError(tr("{name} is an Ability or a Special, not both (p.12-13)", name=name))
    type_ = active[0] if active else "innate"
    if given.setdefault("type", type_) != type_:
        text = tr("{name} is typed as {typed}, and its effects make it {type} (p.12-13)")
        raise UsageError(text.format(name=name, typed=given["type"], type=type_))


def _mentions(value: Any, word: str) -> bool:
    if isinstance(value, dict):
        return any(_mentions(each, word) for key, each in value.items() if key != "text")
    if isinstance(value, list):
        return any(_mentions(each, word) for each in value)
    return bool(value == word)


def _skill_line(record: Mapping[str, Any]) -> list[str]:
    return ([] if record.get("effects") or "type" not in record else [record["type"]]) + shared_parts(record)


# Tactics, banes, Prowess cards ----------------------------------------------------------------------------------


_RIVAL = re.compile(
    r"rival(?: (?P<class>[a-z]+))?(?: (?:places|plays|puts))?(?: it)?(?: on)?(?: the)? (?P<target>[a-z -]+?) "
    r"(?P<side>ally|opponent)(?P<without> without (?:it|itself|one))?",
    re.IGNORECASE,
)


def _read_placing(part: str) -> dict[str, Any] | None:
    """Read on whom the rival places a tactic, or the class of units that bring it."""
    if found := re.fullmatch(r"class:? ([a-z]+)", part, re.IGNORECASE):
        return {"rival_class": class_of(found[1])}
    found = _RIVAL.fullmatch(part)
    if found is None:
        if re.match(r"rival (?!:)", part, re.IGNORECASE):
            text = tr("{part}: write it as in 'rival places it on strongest opponent' (p.20, 22)")
            raise UsageError(text.format(part=clip(part, 60)))
        return None
    words = slug(found["target"])
    class_, target = found["class"], words
    if class_ is not None and slug(class_) in ("places", "plays", "puts"):
        class_ = None
    if class_ is not None and slug(f"{class_} {words}") in SUPERLATIVES:
        class_, target = None, slug(f"{class_} {words}")
    fields: dict[str, Any] = {"rival_target": must_be(target, SUPERLATIVES, tr("a superlative"), tr("superlatives"))}
    fields["rival_side"] = slug(found["side"])
    if class_ is not None:
        fields["rival_class"] = class_of(class_)
    if found["without"]:
        fields["rival_without_itself"] = True
    return fields


def _read_tactic_kind(part: str) -> dict[str, Any] | None:
    """Read `permanent`, `instant`, `temporary`, `temporary until …` or `until …`."""
    word, _, until = part.partition(" until ")
    if part.casefold().startswith("until "):
        word, until = "", part[6:]
    if ":" in part or '"' in part or (until and word and word_of(word, ("temporary",)) is None):
        return None
    fields: dict[str, Any] = {}
    if word:
        kind = word_of(word, ("permanent", "instant", "temporary"))
        if kind is None:
            return None
        fields["kind"] = kind
    if until:
        text = re.sub(r"\b(the|of)\b", " ", until, flags=re.IGNORECASE)
        ways = {slug(each.replace("-of-", "-")): each for each in UNTILS}
        fields["until"] = ways[must_be(text, ways, tr("the end of a tactic"), tr("ends of a tactic"), 5)]
    return fields


def read_tactic(line: str, catalogue: Catalogue) -> Card:
    """Read a tactic chip: its kind, on whom the rival places it, and its effects, held by the unit under it."""
    name, rest = head_of(line, "tactic")
    kinds = ("permanent", "instant", "temporary")
    fields = gather(parts_of(rest), [_read_tactic_kind, _read_placing, read_text], [_read_placing, read_text], kinds)
    if "until" in fields and fields.setdefault("kind", "temporary") != "temporary":
        text = tr("{name} is {kind}: only a temporary tactic has an until (p.30)", name=name, kind=fields["kind"])
        raise UsageError(text)
    return Card("tactics", slug(name), name, fields)


def _tactic_line(record: Mapping[str, Any]) -> list[str]:
    parts = []
    if record.get("until"):
        parts.append(f"temporary until {record['until'].replace('-', ' ')}")
    elif record.get("kind"):
        parts.append(record["kind"])
    if record.get("rival_target") and record.get("rival_side"):
        without = " without it" if record.get("rival_without_itself") else ""
        parts.append(f"rival places it on {record['rival_target']} {record['rival_side']}{without}")
    if record.get("rival_class"):
        parts.append(f"class {record['rival_class']}")
    return parts + shared_parts(record)


def read_prowess(line: str, catalogue: Catalogue) -> Card:
    """Read a Prowess card: its level after its name, whose it is, what it adds to the Tactic Capacity, its effects."""
    name, rest = head_of(line, "prowess")
    fields: dict[str, Any] = {}
    id_ = slug(name)
    if found := re.fullmatch(r"(.*\S)(?: level)? ([1-9])", name, re.IGNORECASE):
        name, level = re.sub(r" level$", "", found[1], flags=re.IGNORECASE), int(found[2])
        fields["level"], id_ = level, slug(f"{name} {level}")
    heroes = catalogue.ids("heroes")

    def capacity(part: str) -> dict[str, Any] | None:
        found = re.fullmatch(r"(?:tactic )?capacity \+?(\d)", part, re.IGNORECASE)
        return {"tactic_capacity": int(found[1])} if found else None

    def special(part: str) -> dict[str, Any] | None:
        return {"special": True} if part.casefold() in ("special", "special prowess") else None

    heads = [one_of("hero", heroes), special, capacity, read_text]
    return Card("prowess", id_, name, {**fields, **gather(parts_of(rest), heads, [capacity, read_text], heroes)})


def _prowess_line(record: Mapping[str, Any]) -> list[str]:
    parts = [record["hero"]] if record.get("hero") else []
    if record.get("special"):
        parts.append("special")
    if record.get("tactic_capacity") is not None:
        parts.append(f"capacity +{record['tactic_capacity']}")
    return parts + shared_parts(record)


def read_bane(line: str, catalogue: Catalogue) -> Card:
    """Read a bane chip: its kind and its effects."""
    name, rest = head_of(line, "bane")
    kinds = ("bag", "unit", "camp")
    return Card(
        "banes", slug(name), name, gather(parts_of(rest), [one_of("kind", kinds), read_text], [read_text], kinds)
    )


def _bane_line(record: Mapping[str, Any]) -> list[str]:
    return ([record["kind"]] if record.get("kind") else []) + shared_parts(record)


# All kinds ------------------------------------------------------------------------------------------------------


def read_card(kind: str, line: str, catalogue: Catalogue) -> Card:
    """Read the line of a kind of component, one of `FORMS`; UsageError says what of it is not understood."""
    readers = {
        "unit": read_unit, "skill": read_skill, "tactic": read_tactic, "prowess": read_prowess, "bane": read_bane,
        "event": read_event, "opportunity": read_opportunity, "arena": read_arena,
        "scion": read_scion,
    }  # fmt: skip
    card = readers[kind](line, catalogue)
    type_ = FOLDERS[card.kind] if card.kind in FOLDERS else TABLES[card.kind]
    order = [each.encode_name for each in msgspec.structs.fields(type_)]
    return card._replace(fields={key: card.fields[key] for key in sorted(card.fields, key=order.index)})


def write_card(kind: str, name: str, record: Mapping[str, Any]) -> str:
    """Write what is known of a component in the one line that reads the same."""
    writers = {
        "unit": unit_parts, "skill": _skill_line, "tactic": _tactic_line, "prowess": _prowess_line,
        "bane": _bane_line, "event": event_parts, "opportunity": opportunity_parts, "arena": arena_parts,
        "scion": scion_parts,
    }  # fmt: skip
    parts = writers[kind](record)
    if kind == "skill" and record.get("numbered"):
        name += " #"
    if kind == "prowess" and record.get("level"):
        name += f" {record['level']}"
    between = "; " if kind == "scion" else ", "
    return f"{name}: {between.join(parts)}".rstrip()
