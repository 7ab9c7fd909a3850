"""Opportunity cards typed in one line: what may be changed as a combat is set up, when they are met, what they give."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hoplo_companion.components.card_checks import NAMED
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.notation.events import read_events
from hoplo_companion.notation.icons import read_icons, write_icons
from hoplo_companion.notation.parts import (
    LONGEST_NAME,
    QUOTED,
    Card,
    head_of,
    must_be,
    parts_of,
    quoted,
    read_text,
    unquoted,
)

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
    first = must_be(found[0] if found else text, _REWARDS, "reward", 3)
    kind, more = _REWARDS[first]
    rest = text[len(found[0]) if found else 0 :]
    if more:
        rest = re.sub(rf"^{more}(?=\s|$)", "", rest, flags=re.IGNORECASE)
    name = unquoted(rest.strip()) if re.fullmatch(QUOTED, rest.strip()) else " ".join(rest.split())
    if kind not in NAMED:
        if name:
            raise UsageError(f"{clip(text, 60)}: {kind} names nothing, you choose when it is gained (p.17)")
        return {"kind": kind}
    if not slug(name) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise UsageError(f"{clip(text, 60)}: name what it brings, as in {kind} NAME, with letters or digits (p.17)")
    return {"kind": kind, "name": name}


def _read_part(part: str) -> tuple[str, str, Any]:
    """Read one part into its table (none, or `change`), its key and its value."""
    if found := read_text(part):
        return "", "text", found["text"]
    if by_hand := _BY_HAND.fullmatch(part):
        return "change", "by_hand", unquoted(by_hand[1])
    told = _PART.fullmatch(part)
    if told is None:
        words = advise(part.split()[0], _WORDS, "parts")
        raise UsageError(f"{clip(part, 60)} is nothing of an Opportunity card; {words}")
    key, text = told[1].casefold()[:3], (told[2] or "").strip()
    if not text:
        raise UsageError(f"{clip(part)}: and what behind it? As in: in bloodshed, adds bag, met win")
    match key:
        case "in":
            return "change", "events", [] if text.casefold() == ANY else read_events(text)
        case "add":
            return "change", "adds", read_icons(text, "rival")
        case "met":
            return "", "met", must_be(text, _MET, "way to meet it")
    return "", "reward", _read_reward(text)


def read_opportunity(line: str, catalogue: Catalogue) -> Card:
    """Read an Opportunity card: the combats and the change, when it is met, its reward (Rulebook p.16-17)."""
    name, rest = head_of(line, "opportunity")
    fields: dict[str, Any] = {}
    for part in parts_of(rest):
        table, key, value = _read_part(part)
        told = fields.setdefault(table, {}) if table else fields
        if key in told:
            raise UsageError(f"{clip(part, 60)}: {key.replace('_', ' ')} was told before")
        told[key] = value
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
        parts.append(
            " ".join(["reward", reward["kind"], *([name if _BARE.fullmatch(name) else quoted(name)] if name else [])])
        )
    if record.get("text"):
        parts.append(f"text {quoted(record['text'])}")
    return parts
