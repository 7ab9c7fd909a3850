"""Event cards, Opportunity cards and the preset lineups of primus combats, typed in one line."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Literal, get_args

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.record_checks import ACTS, NAMED
from hoplo_companion.components.words import EVENTS, SHORT_EVENTS, SPORTS, RivalIcon, Sport, YourIcon
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation import parts

RIVAL_ICONS: tuple[RivalIcon, ...] = get_args(RivalIcon)
YOUR_ICONS: tuple[YourIcon, ...] = get_args(YourIcon)
NONE = "none"  # what is typed for a lineup that has no icons

LineupSide = Literal["rival", "player"]

_UNITS = {"rival": [each for each in RIVAL_ICONS if "+" not in each], "player": YOUR_ICONS}
"""The units of each lineup's icons."""


def read_icons(text: str, side: LineupSide) -> list[str]:
    """Read the icons of a lineup as they are typed; UsageError says which word is not one, and what would be right.

    Shapes: words separated by spaces or commas, cut short if need be, with a count or without (`bag*2`, `2*bag+t`), or
    a letter for each icon from the top, `t` for a tactic on the one before (`lbbt`, `hcc`); `none` is not an icon.
    The words of a record are given, one per icon, in their order.
    """
    words = re.sub(r"\s*([+*×])\s*", r"\1", text.replace(",", " ").strip().casefold()).replace("×", "*").split()
    if words == [NONE]:
        return []
    if words and all(len(word) == 1 and word.isalpha() for word in words):
        words = ["".join(words)]
    units = _UNITS[side]
    if not words:
        empty = later("type the icons of your lineup: {icons}; or {none}")
        if side == "rival":
            empty = later("type the icons of the rival's lineup: {icons}; or {none}")
        raise UsageError(empty, icons=", ".join(units), none=NONE)
    letters = "".join(each[0] for each in units)
    icons: list[str] = []
    for word in words:
        if word not in units and re.fullmatch(rf"(?:[{letters}]t?)+", word):  # letters that stand for an icon each
            typed = re.findall(rf"[{letters}]t?", word)
            icons += [_read_icon(each.replace("t", "+t"), side) for each in typed]
            continue
        first, times, last = word.partition("*")
        count, icon = (first, last) if first.isdigit() else (last if times else "1", first)
        if not re.fullmatch(r"[1-9]\d?", count, re.ASCII):
            raise UsageError("{word}: the count of an icon is 1 to {most}", word=clip(word), most=99)
        icons += [_read_icon(icon or word, side)] * int(count)
    if icons.count("hero") > 1:
        raise UsageError("{text}: your lineup has one hero at most (p.20)", text=clip(text))
    return icons


def _read_icon(word: str, side: LineupSide) -> str:
    """Read one icon, with a tactic on it or without."""
    name, plus, tactic = word.partition("+")
    units, others = _UNITS[side], _UNITS["player" if side == "rival" else "rival"]
    what = parts.word_of(name, units, 1) if name.isalpha() else None
    if what is None:
        advice = advise(name, units, tr("icons"))
        if name in others:
            advice = tr("it belongs to the other lineup; known icons: {icons}", icons=", ".join(units))
        text = later("{icon} is not an icon of your lineup; {advice}")
        if side == "rival":
            text = later("{icon} is not an icon of the rival's lineup; {advice}")
        raise UsageError(text, icon=clip(name), advice=advice)
    if not plus:
        return what
    if not tactic or not "tactic".startswith(tactic):
        raise UsageError("{word}: tactic or t follows the +, as in bag+tactic", word=clip(word))
    icon = f"{what}+tactic"
    if icon not in RIVAL_ICONS:
        text = later("{word}: your tactics are not part of your lineup (p.20)")
        if what == "primus":
            text = later("{word}: a primus has no tactic on it (p.30)")
        raise UsageError(text, word=clip(word))
    return icon


def write_icons(icons: Sequence[str]) -> str:
    """Write the icons of a lineup in words that `read_icons` reads the same, a count for those that repeat."""
    runs = ((icon, len(list(run))) for icon, run in groupby(icons))
    return " ".join(icon if count == 1 else f"{icon}*{count}" for icon, count in runs) or NONE


KINDS = ("bloodshed", "sport", "opportunity")

PANDORA = "Pandora's Ruin"
"""The expansion whose primus events and reference sheet have lineups of no act."""

_SPORTS: dict[str, Sport] = {"c": "capture-the-flag", "k": "king-of-the-hill", "s": "spar"}
"""The letters of the Sports on an event card, typed as one word; a scion combat has no card, so that `s` is Spar."""

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
    for word in text.casefold().replace(",", " ").split() or [""]:
        short = SPORTS if word == "sport" else [SHORT_EVENTS[word]] if word in SHORT_EVENTS else []
        found += short or [parts.must_be(word, EVENTS, tr("a goal"), tr("goals"))]
    if twice := {each for each in found if found.count(each) > 1}:
        raise parts.given_twice(text, *sorted(twice))
    return found


def _read_goal(part: str) -> parts.Fields | None:
    """Read the one goal of a card by its name, or a Sport card's goals after `sport`."""
    if (found := re.fullmatch(r"sports? (.+)", part, re.IGNORECASE)) and ":" not in part:
        return {"kind": "sport", "goals": read_goals(found[1])}
    goal = None if ":" in part or '"' in part else SHORT_EVENTS.get(part.casefold()) or parts.word_of(part, EVENTS)
    return None if goal is None else {"goals": [goal]}


def _read_preset(part: str) -> dict[str, Any] | None:
    """Read `primus 1`, the preset lineup of an act, or `primus event`, a lineup of Pandora's Ruin."""
    found = _PRESET.fullmatch(part)
    of = (found[1] or "").casefold() if found else ""
    if found and of != "event" and of not in _ACT_NAMED:
        raise UsageError("{part}: type its act, 1, 2 or 3, as in primus 1 (p.30)", part=clip(part))
    of_kind: dict[str, Any] = {"expansion": PANDORA} if of == "event" else {"act": _ACT_NAMED.get(of)}
    return {"kind": "primus", **of_kind} if found else None


def _behind(key: str, word: str, read: Callable[[str], Any], write: Callable[[Any], str] = str) -> parts.Part:
    """What is typed behind a word, though it be nothing."""
    return parts.worded(key, rf"{word}(?:[: ]\s*(.*))?", f"{word.removesuffix('?')} {{}}", read, write, empty=True)


_rivals_icons = partial(read_icons, side="rival")


def _write_kind(record: Mapping[str, Any]) -> Iterable[str]:
    kind = record.get("kind")
    return filter(None, [f"primus {record.get('act') or 'event'}" if kind == "primus" else kind])


EVENT = (
    parts.choice("kind", KINDS)._replace(write=_write_kind),
    parts.Part(_read_preset, lambda record: (), first=True),
    parts.worded("goals", r"goals?:? (.+)", "goals {}", read_goals, " ".join),
    _behind("lineup", "lineup", _rivals_icons, write_icons),
    _behind("then", "then", _rivals_icons, write_icons),
    _behind("yours", "yours", partial(read_icons, side="player"), write_icons),
    parts.flagged("ignores_act", "(?:no|ignores?)(?: the)? act[ -]modifiers?", "no act modifiers"),
    parts.worded("instructions", rf"instructions:? ?({parts.QUOTED})", "instructions {}", parts.unquoted, parts.quoted),
    parts.Part(_read_goal, lambda record: ()),
    parts.TEXT,
)


def read_event(name: str, rest: str, _: Catalogue) -> parts.Named:
    """Read an event card: its kind, its goals, the icons of both lineups, its instructions and its effects."""
    fields = parts.gather(rest, EVENT, (*KINDS, "primus"))
    if "kind" not in fields and fields.get("goals") and set(fields["goals"]) <= set(SPORTS):
        fields = {"kind": "sport", **fields}
    if (found := _PRESET.fullmatch(name)) and (act := _ACT_NAMED.get((found[1] or "").casefold())):
        preset = {"kind": "primus", "act": act}
        if any(fields.get(key, value) != value for key, value in preset.items()):
            text = later("{name} is the primus lineup of {act}: write primus {n}, or give it another name (p.30)")
            raise UsageError(text, name=name, act=ACTS[act], n=act)
        fields |= preset
    return name, fields


def named_by_act(card: parts.Card) -> parts.Card:
    """A primus lineup has no card: its id and name are those of its act, whatever it is called; others stay."""
    act = card.fields.get("act") if card.kind == "events" else None
    return card if act is None else card._replace(id=f"primus-{act}", name=f"Primus {ACTS[act]}")


ANY = "any"  # what is typed where a change may be made in combats of every kind

_MET = ("win", "by-hand")
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
    first = parts.must_be(found[0] if found else text, _REWARDS, tr("a reward"), tr("rewards"), 3)
    kind, more = _REWARDS[first]
    rest = text[len(found[0]) if found else 0 :]
    rest = re.sub(rf"^{more}(?=\s|$)", "", rest, flags=re.IGNORECASE)
    name = parts.unquoted(rest.strip()) if re.fullmatch(parts.QUOTED, rest.strip()) else " ".join(rest.split())
    if kind not in NAMED:
        if name:
            raise UsageError("{reward} has no name: you choose when you gain it (p.17)", reward=kind)
        return {"kind": kind}
    if not slug(name) or not name.isprintable() or len(name) > parts.LONGEST_NAME:
        wrong = later("{text}: name what it brings, as in {reward} NAME, with letters or digits (p.17)")
        raise UsageError(wrong, text=clip(text, 60), reward=kind)
    return {"kind": kind, "name": name}


def _write_reward(record: Mapping[str, Any]) -> Iterable[str]:
    reward = record.get("reward") or {}
    name = reward.get("name", "")
    shown = name if not name or _BARE.fullmatch(name) else parts.quoted(name)
    return [f"reward {reward['kind']} {shown}".rstrip()] if reward else ()


OPPORTUNITY = (
    _behind(
        "change.events", "in", lambda text: [] if text.casefold() == ANY else read_events(text),
        lambda events: " ".join(events) or ANY,
    ),
    _behind("change.adds", "adds?", _rivals_icons, write_icons),
    parts.worded("change.by_hand", rf"by[ -]hand:? ?({parts.QUOTED})", "by hand {}", parts.unquoted, parts.quoted),
    _behind("met", "met", lambda text: parts.must_be(text, _MET, tr("a way to meet it"), tr("ways to meet it"))),
    _behind("reward", "rewards?", _read_reward)._replace(write=_write_reward),
    parts.TEXT,
)  # fmt: skip


def read_opportunity(name: str, rest: str, _: Catalogue) -> parts.Named:
    """Read an Opportunity card: the combats and the change, when it is met, its reward (Rulebook p.16-17)."""
    return name, parts.gather(rest, OPPORTUNITY, ("in", "adds", "by hand", "met", "reward", "text"), None)
