"""The icons of an event card's two lineups, as they are typed and as records keep them (Rulebook p.17, 19-20, 30).

Typed is `local+t bag*2 bag+t`, kept is `local+tactic`, `bag`, `bag`, `bag+tactic`: the icons of a card from the top.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple, get_args

from hoplo_companion.components.names import advise
from hoplo_companion.components.words import RivalIcon, YourIcon
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.notation.parts import word_of

RIVAL_ICONS: tuple[RivalIcon, ...] = get_args(RivalIcon)
YOUR_ICONS: tuple[YourIcon, ...] = get_args(YourIcon)
MOST = 12
"""How often one icon may be told at once."""

NONE = "none"
"""What is typed for a lineup that has no icons."""

LineupSide = Literal["rival", "player"]
_UNITS = {side: [each for each in icons if "+" not in each] for side, icons in (
    ("rival", RIVAL_ICONS), ("player", YOUR_ICONS),
)}  # fmt: skip
_COUNTED = {"rival": "bag*2 or bag+tactic*2", "player": "camp*2"}
_WHOSE = {"rival": "the rival's lineup", "player": "your lineup"}


class Icon(NamedTuple):
    """One icon of a lineup: which unit it stands for, and whether a tactic is on it."""

    what: str
    tactic: bool = False


def icon_of(word: str) -> Icon:
    """Take the word of an icon, as records have it, apart; UsageError where it is none."""
    if word not in (*RIVAL_ICONS, *YOUR_ICONS):
        raise UsageError(f"{clip(word)} is no icon; {advise(word, (*RIVAL_ICONS, *YOUR_ICONS), 'icons')}")
    what, plus, _ = word.partition("+")
    return Icon(what, bool(plus))


def read_icons(text: str, side: LineupSide) -> list[str]:
    """Read the icons of a lineup as they are typed; UsageError says which word is none, and what would be right.

    Shapes: words apart by spaces or commas, cut short if need be, each with a count or without (`bag*2`, `2*bag+t`);
    `none` is no icon at all. The words of a record are given, an icon each, in their order.
    """
    words = re.sub(r"\s*([+*×])\s*", r"\1", text.replace(",", " ").strip().casefold()).replace("×", "*").split()
    if words == [NONE]:
        return []
    if not words:
        raise UsageError(f"here should be the icons of {_WHOSE[side]}: {', '.join(_UNITS[side])}; or {NONE}")
    icons = [icon for word in words for icon in _read_word(word, side)]
    if icons.count("hero") > 1:
        raise UsageError(f"{clip(text)}: there is one hero in your lineup, or none (p.20)")
    return icons


def _read_word(word: str, side: LineupSide) -> list[str]:
    """Read one icon and how often it stands there."""
    parts = word.split("*")
    counts = [each for each in parts if each.isascii() and each.isdigit()]
    rest = [each for each in parts if each not in counts]
    if counts == parts:
        raise UsageError(f"{clip(word)} of what? A count goes with its icon, as in {_COUNTED[side]}")
    if len(parts) > 2 or len(rest) != 1:
        raise UsageError(f"{clip(word)}: a count goes once before or behind its icon, as in {_COUNTED[side]}")
    count = int(counts[0][:9]) if counts else 1
    if not 1 <= count <= MOST:
        raise UsageError(f"{clip(word)}: an icon is told 1 to {MOST} times")
    return [_read_icon(rest[0], side)] * count


def _read_icon(word: str, side: LineupSide) -> str:
    name, plus, tactic = word.partition("+")
    what = word_of(name, _UNITS[side], 1) if name.isalpha() else None
    if what is None:
        raise UsageError(f"{clip(name)} is no icon of {_WHOSE[side]}; {_advice(name, side)}")
    if not plus:
        return what
    if not tactic or not "tactic".startswith(tactic):
        raise UsageError(f"{clip(word)}: behind the + stands tactic or t, as in bag+tactic")
    icon = f"{what}+tactic"
    if icon not in RIVAL_ICONS:
        whose = "your tactics are no part of your lineup (p.20)"
        raise UsageError(f"{clip(word)}: {'no tactic is on a primus (p.30)' if what == 'primus' else whose}")
    return icon


def _advice(name: str, side: LineupSide) -> str:
    """Say what would be right in place of a word that is no icon of a side."""
    other: LineupSide = "player" if side == "rival" else "rival"
    if name and "tribune".startswith(name) and len(name) > 2:
        return "the tribune is identified when the lineup stands (p.19-20)"
    if name and "tactic".startswith(name) and side == "rival":
        return "a tactic is on a unit, as in bag+tactic (p.19)"
    if name == "bag":
        return "there the same icon is a camp unit: camp (p.17)"
    if name in _UNITS[other]:
        return f"it is one of {_WHOSE[other]}; here are {', '.join(_UNITS[side])}"
    return advise(name, _UNITS[side], "icons")


def write_icons(icons: Sequence[str]) -> str:
    """Write the icons of a lineup in words that `read_icons` reads the same, a count for those that repeat."""
    words = []
    for icon, run in groupby(icons):
        left = len(list(run))
        while left:
            count = min(left, MOST)
            words.append(icon if count == 1 else f"{icon}*{count}")
            left -= count
    return " ".join(words) or NONE
