"""Event cards typed in one line, and the preset lineups of primus combats, which are told in the same way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

from hoplo_companion.components.card_checks import ACTS
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import SHORT_EVENTS, EventKind, Sport
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.notation.icons import read_icons, write_icons
from hoplo_companion.notation.parts import (
    QUOTED,
    Card,
    Reader,
    gather,
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

LINEUPS = ("lineup", "then", "yours")
_ICONS = re.compile(r"(lineup|then|yours)(?:[: ]\s*(.*))?", re.IGNORECASE)
_INSTRUCTIONS = re.compile(rf"instructions:? ?({QUOTED})", re.IGNORECASE)
_PRESET = re.compile(r"primus(?:[ -]act)?(?:[ -](\S+))?", re.IGNORECASE)
_ACT_NAMED = {word: act for act, name in ACTS.items() for word in (str(act), slug(name).removeprefix("act-"))}


def read_events(text: str) -> list[str]:
    """Read kinds of combats, apart by spaces; `sport` is any of the Sports, `ctf` and `koth` are short for two."""
    found: list[str] = []
    for word in text.replace(",", " ").split():
        typed = word.casefold()
        found += get_args(Sport) if typed == "sport" else [SHORT_EVENTS.get(typed) or must_be(word, EVENTS, "goal")]
    if twice := {each for each in found if found.count(each) > 1}:
        raise UsageError(f"{clip(text, 60)}: {', '.join(sorted(twice))} is told twice")
    return found


def _read_event(part: str) -> dict[str, Any] | None:
    """Read the icons, goals or instructions of an event card."""
    if found := _ICONS.fullmatch(part):
        key = found[1].casefold()
        return {key: read_icons(found[2] or "", "player" if key == "yours" else "rival")}
    if found := _INSTRUCTIONS.fullmatch(part):
        return {"instructions": unquoted(found[1])}
    if found := re.fullmatch(r"goals?:? (.+)", part, re.IGNORECASE):
        return {"goals": read_events(found[1])}
    if (found := re.fullmatch(r"sports? (.+)", part, re.IGNORECASE)) and ":" not in part:
        return {"kind": "sport", "goals": read_events(found[1])}
    if ":" in part or '"' in part:
        return None
    goal = SHORT_EVENTS.get(part.casefold()) or word_of(part, EVENTS)
    return None if goal is None else {"goals": [goal]}


def _read_preset(part: str) -> dict[str, Any] | None:
    """Read `primus 1`, the preset lineup of an act."""
    found = _PRESET.fullmatch(part)
    if found is None:
        return None
    act = _ACT_NAMED.get((found[1] or "").casefold())
    if act is None:
        raise UsageError(f"{clip(part)}: say of which act, as in primus 1; it is 1, 2 or 3 (p.30)")
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
            raise UsageError(
                f"{name} is the primus lineup of {ACTS[act]}: it is primus {act}, or its name another (p.30)"
            )
        fields |= preset
    return settled(Card("events", slug(name), name, fields))


def settled(card: Card) -> Card:
    """Give the card of a primus lineup the id and the name of its act; any other one stays as it is."""
    act = card.fields.get("act") if card.kind == "events" else None
    return card if act is None else card._replace(id=f"primus-{act}", name=f"Primus {ACTS[act]}")


def event_parts(record: Mapping[str, Any]) -> list[str]:
    """Write the parts of an event card's line."""
    parts = []
    if record.get("kind"):
        parts.append(f"primus {record['act']}" if record["kind"] == "primus" else record["kind"])
    if record.get("goals"):
        parts.append("goals " + " ".join(record["goals"]))
    parts += [f"{key} {write_icons(record[key])}" for key in LINEUPS if key in record]
    if record.get("instructions"):
        parts.append(f"instructions {quoted(record['instructions'])}")
    return parts + shared_parts(record)
