"""Event cards, Opportunity cards and the preset lineups of primus combats, typed in one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

from hoplo_companion.components.card_checks import ACTS, NAMED
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.words import SHORT_EVENTS, EventKind, Sport
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.notation.icons import read_icons, write_icons
from hoplo_companion.notation.parts import (
    LONGEST_NAME,
    QUOTED,
    Card,
    Reader,
    gather,
    given_twice,
    head_of,
    must_be,
    one_of,
    parts_of,
    quoted,
    read_text,
    shared_parts,
    unquoted,
    word_of,
)

KINDS = ("bloodshed", "sport", "opportunity")
EVENTS: tuple[EventKind, ...] = get_args(EventKind)

PANDORA = "Pandora's Ruin"
"""The expansion whose primus events and reference sheet have lineups of no act."""

_SPORTS: dict[str, Sport] = {"c": "capture-the-flag", "k": "king-of-the-hill", "s": "spar"}
"""The letters of the Sports on an event card, typed as one word; a scion combat has no card, so that `s` is Spar."""

LINEUPS = ("lineup", "then", "yours")
_ICONS = re.compile(r"(lineup|then|yours)(?:[: ]\s*(.*))?", re.IGNORECASE)
_INSTRUCTIONS = re.compile(rf"instructions:? ?({QUOTED})", re.IGNORECASE)
NO_ACT = "no act modifiers"
"""What is typed of a card that ignores act modifiers."""

_IGNORES_ACT = re.compile(r"(?:no|ignores?)(?: the)? act[ -]modifiers?", re.IGNORECASE)
_PRESET = re.compile(r"primus(?:[ -]act)?(?:[ -](\S+))?", re.IGNORECASE)
_ACT_NAMED = {word: act for act, name in ACTS.items() for word in (str(act), slug(name).removeprefix("act-"))}


def read_goals(text: str) -> list[str]:
    """Read the goals of an event card: kinds of combats, or the letters of its Sports (`cks`, `c k s`)."""
    letters = re.sub(r"[\s,]+", "", text).casefold()
    if letters and set(letters) <= set(_SPORTS):
        text = " ".join(_SPORTS[letter] for letter in letters)
    return read_events(text)


def read_events(text: str) -> list[str]:
    """Read kinds of combats, separated by spaces; `sport` is any of the Sports, `ctf` and `koth` are short for two."""
    found: list[str] = []
    for word in text.casefold().replace(",", " ").split():
        found += (
            get_args(Sport)
            if word == "sport"
            else [SHORT_EVENTS.get(word) or must_be(word, EVENTS, tr("a goal"), tr("goals"))]
        )
    if twice := {each for each in found if found.count(each) > 1}:
        raise given_twice(text, *sorted(twice))
    return found


def _read_event(part: str) -> dict[str, Any] | None:
    """Read the icons, goals or instructions of an event card, or that it ignores act modifiers."""
    if found := _ICONS.fullmatch(part):
        key = found[1].casefold()
        return {key: read_icons(found[2] or "", "player" if key == "yours" else "rival")}
    if found := _INSTRUCTIONS.fullmatch(part):
        return {"instructions": unquoted(found[1])}
    if _IGNORES_ACT.fullmatch(part):
        return {"ignores_act": True}
    if found := re.fullmatch(r"goals?:? (.+)", part, re.IGNORECASE):
        return {"goals": read_goals(found[1])}
    if (found := re.fullmatch(r"sports? (.+)", part, re.IGNORECASE)) and ":" not in part:
        return {"kind": "sport", "goals": read_goals(found[1])}
    if ":" in part or '"' in part:
        return None
    goal = SHORT_EVENTS.get(part.casefold()) or word_of(part, EVENTS)
    return None if goal is None else {"goals": [goal]}


def _read_preset(part: str) -> dict[str, Any] | None:
    """Read `primus 1`, the preset lineup of an act, or `primus event`, a lineup of Pandora's Ruin."""
    found = _PRESET.fullmatch(part)
    if found is None:
        return None
    if (found[1] or "").casefold() == "event":
        return {"kind": "primus", "expansion": PANDORA}
    act = _ACT_NAMED.get((found[1] or "").casefold())
    if act is None:
        raise UsageError(tr("{part}: type its act, 1, 2 or 3, as in primus 1 (p.30)", part=clip(part)))
    return {"kind": "primus", "act": act}


def read_event(line: str, catalogue: Catalogue) -> Card:
    """Read an event card: its kind, its goals, the icons of both lineups, its instructions and its effects.

    A primus lineup has no card, so that its id and name are those of its act, whatever it is called in the line.
    """
    name, rest = head_of(line, "event")
    heads: list[Reader] = [one_of("kind", KINDS), _read_preset, _read_event, read_text]
    fields = gather(parts_of(rest), heads, [_read_event, read_text], (*KINDS, "primus"))
    if "kind" not in fields and fields.get("goals") and set(fields["goals"]) <= set(get_args(Sport)):
        fields = {"kind": "sport", **fields}
    if (found := _PRESET.fullmatch(name)) and (act := _ACT_NAMED.get((found[1] or "").casefold())):
        preset = {"kind": "primus", "act": act}
        if any(fields.get(key, value) != value for key, value in preset.items()):
            text = tr("{name} is the primus lineup of {act}: write primus {n}, or give it another name (p.30)")
            raise UsageError(text.format(name=name, act=ACTS[act], n=act))
        fields |= preset
    return named_by_act(Card("events", slug(name), name, fields))


def named_by_act(card: Card) -> Card:
    """Give the card of a primus lineup the id and the name of its act; any other one stays as it is."""
    act = card.fields.get("act") if card.kind == "events" else None
    return card if act is None else card._replace(id=f"primus-{act}", name=f"Primus {ACTS[act]}")


def event_parts(record: Mapping[str, Any]) -> list[str]:
    """Write the parts of an event card's line."""
    parts = []
    if record.get("kind"):
        of_primus = f"primus {record.get('act') or 'event'}"
        parts.append(of_primus if record["kind"] == "primus" else record["kind"])
    if record.get("goals"):
        parts.append("goals " + " ".join(record["goals"]))
    parts += [f"{key} {write_icons(record[key])}" for key in LINEUPS if key in record]
    if record.get("ignores_act"):
        parts.append(NO_ACT)
    if record.get("instructions"):
        parts.append(f"instructions {quoted(record['instructions'])}")
    return parts + shared_parts(record)


ANY = "any"
"""What is typed where a change may be made in combats of every kind."""

_MET = ("win", "by-hand")
_WORDS = ("in", "adds", "by hand", "met", "reward", "text")
_PART = re.compile(r"(in|adds?|met|rewards?)(?:[: ]\s*(.*))?", re.IGNORECASE)
_BY_HAND = re.compile(rf"by[ -]hand:? ?({QUOTED})", re.IGNORECASE)
_REWARDS = {
    "hero": ("hero-prowess", r"[ -]prowess"),
    "remove": ("remove-bane", r"[ -](a )?bane"),
    "recruit": ("recruit", ""),
    "tactic": ("tactic", ""),
    "special": ("special-prowess", r"[ -]prowess"),
}
"""Of each reward the word that it begins with, what it is called, and what else of it may be typed."""

_BARE = re.compile(r"\w+(?:[ '-]\w+)*")


def _read_reward(text: str) -> dict[str, str]:
    """Read a reward, and the name of what it brings where it brings something by name."""
    found = re.match(r"\w+", text)
    first = must_be(found[0] if found else text, _REWARDS, tr("a reward"), tr("rewards"), 3)
    kind, more = _REWARDS[first]
    rest = text[len(found[0]) if found else 0 :]
    if more:
        rest = re.sub(rf"^{more}(?=\s|$)", "", rest, flags=re.IGNORECASE)
    name = unquoted(rest.strip()) if re.fullmatch(QUOTED, rest.strip()) else " ".join(rest.split())
    if kind not in NAMED:
        if name:
            raise UsageError(tr("{reward} has no name: you choose when you gain it (p.17)", reward=kind))
        return {"kind": kind}
    if not slug(name) or not name.isprintable() or len(name) > LONGEST_NAME:
        wrong = tr("{text}: name what it brings, as in {reward} NAME, with letters or digits (p.17)")
        raise UsageError(wrong.format(text=clip(text, 60), reward=kind))
    return {"kind": kind, "name": name}


def _read_part(part: str) -> tuple[str, str, Any]:
    """Read one part into its table (none, or `change`), its key and its value."""
    if found := read_text(part):
        return "", "text", found["text"]
    if by_hand := _BY_HAND.fullmatch(part):
        return "change", "by_hand", unquoted(by_hand[1])
    found_part = _PART.fullmatch(part)
    if found_part is None:
        advice = advise(part.split()[0], _WORDS, tr("parts"))
        text = tr("{part} is not a part of an Opportunity card; {advice}", part=clip(part, 60), advice=advice)
        raise UsageError(text)
    key, text = found_part[1].casefold()[:3], (found_part[2] or "").strip()
    if not text:
        wrong = tr("{part}: something has to follow, as in: in bloodshed, adds bag, met win", part=clip(part))
        raise UsageError(wrong)
    match key:
        case "in":
            return "change", "events", [] if text.casefold() == ANY else read_events(text)
        case "add":
            return "change", "adds", read_icons(text, "rival")
        case "met":
            return "", "met", must_be(text, _MET, tr("a way to meet it"), tr("ways to meet it"))
    return "", "reward", _read_reward(text)


def read_opportunity(line: str, catalogue: Catalogue) -> Card:
    """Read an Opportunity card: the combats and the change, when it is met, its reward (Rulebook p.16-17)."""
    name, rest = head_of(line, "opportunity")
    fields: dict[str, Any] = {}
    for part in parts_of(rest):
        table, key, value = _read_part(part)
        inner = fields.setdefault(table, {}) if table else fields
        if key in inner:
            raise given_twice(part, key)
        inner[key] = value
    return Card("opportunities", slug(name), name, fields)


def opportunity_parts(record: Mapping[str, Any]) -> list[str]:
    """Write the parts of an Opportunity card's line."""
    change, reward = record.get("change") or {}, record.get("reward") or {}
    parts = []
    if "events" in change:
        parts.append("in " + (" ".join(change["events"]) or ANY))
    if "adds" in change:
        parts.append(f"adds {write_icons(change['adds'])}")
    if change.get("by_hand"):
        parts.append(f"by hand {quoted(change['by_hand'])}")
    if record.get("met"):
        parts.append(f"met {record['met']}")
    if reward:
        name = reward.get("name", "")
        shown = name if not name or _BARE.fullmatch(name) else quoted(name)
        parts.append(f"reward {reward['kind']} {shown}".rstrip())
    if record.get("text"):
        parts.append(f"text {quoted(record['text'])}")
    return parts
