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
from hoplo_companion.language import later, tr
from hoplo_companion.notation.parts import word_of

RIVAL_ICONS: tuple[RivalIcon, ...] = get_args(RivalIcon)
YOUR_ICONS: tuple[YourIcon, ...] = get_args(YourIcon)
MOST = 12
"""How often one icon may be repeated at once."""

NONE = "none"
"""What is typed for a lineup that has no icons."""

LineupSide = Literal["rival", "player"]
_UNITS = {side: [each for each in icons if "+" not in each] for side, icons in (
    ("rival", RIVAL_ICONS), ("player", YOUR_ICONS),
)}  # fmt: skip
_COUNTED = {"rival": "bag*2 or bag+tactic*2", "player": "camp*2"}
_HERE = {
    "rival": later("{icon} is not an icon of the rival's lineup; {advice}"),
    "player": later("{icon} is not an icon of your lineup; {advice}"),
}
_EXPECTED = {
    "rival": later("type the icons of the rival's lineup: {icons}; or {none}"),
    "player": later("type the icons of your lineup: {icons}; or {none}"),
}


class Icon(NamedTuple):
    """One icon of a lineup: which unit it stands for, and whether a tactic is on it."""

    what: str
    tactic: bool = False


def icon_of(word: str) -> Icon:
    """Read the word of an icon as records have it; UsageError where it is not one."""
    if word not in (*RIVAL_ICONS, *YOUR_ICONS):
        advice = advise(word, (*RIVAL_ICONS, *YOUR_ICONS), tr("icons"))
        raise UsageError(tr("{icon} is not an icon; {advice}", icon=clip(word), advice=advice))
    what, plus, _ = word.partition("+")
    return Icon(what, bool(plus))


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
    if not words:
        raise UsageError(tr(_EXPECTED[side], icons=", ".join(_UNITS[side]), none=NONE))
    icons = [icon for word in words for part in _letters(word, side) for icon in _read_word(part, side)]
    if icons.count("hero") > 1:
        raise UsageError(tr("{text}: your lineup has one hero at most (p.20)", text=clip(text)))
    return icons


def _letters(word: str, side: LineupSide) -> list[str]:
    """Part letters that stand for an icon each; a word that is anything else stays whole."""
    letters = "".join(each[0] for each in _UNITS[side])
    if word in _UNITS[side] or not re.fullmatch(rf"(?:[{letters}]t?)+", word):
        return [word]
    return [part.replace("t", "+t") for part in re.findall(rf"[{letters}]t?", word)]


def _read_word(word: str, side: LineupSide) -> list[str]:
    """Read one icon and how often it is there."""
    parts = word.split("*")
    counts = [each for each in parts if each.isascii() and each.isdigit()]
    rest = [each for each in parts if each not in counts]
    if counts == parts:
        text = tr("{count} of what? Type the count with its icon, as in {example}")
        raise UsageError(text.format(count=clip(word), example=_COUNTED[side]))
    if len(parts) > 2 or len(rest) != 1:
        text = tr("{word}: an icon has one count, before or after it, as in {example}")
        raise UsageError(text.format(word=clip(word), example=_COUNTED[side]))
    count = int(counts[0][:9]) if counts else 1
    if not 1 <= count <= MOST:
        raise UsageError(tr("{word}: the count of an icon is 1 to {most}", word=clip(word), most=MOST))
    return [_read_icon(rest[0], side)] * count


def _read_icon(word: str, side: LineupSide) -> str:
    name, plus, tactic = word.partition("+")
    what = word_of(name, _UNITS[side], 1) if name.isalpha() else None
    if what is None:
        raise UsageError(tr(_HERE[side], icon=clip(name), advice=_advice(name, side)))
    if not plus:
        return what
    if not tactic or not "tactic".startswith(tactic):
        raise UsageError(tr("{word}: tactic or t follows the +, as in bag+tactic", word=clip(word)))
    icon = f"{what}+tactic"
    if icon not in RIVAL_ICONS:
        if what == "primus":
            raise UsageError(tr("{word}: a primus has no tactic on it (p.30)", word=clip(word)))
        raise UsageError(tr("{word}: your tactics are not part of your lineup (p.20)", word=clip(word)))
    return icon


def _advice(name: str, side: LineupSide) -> str:
    """Say what would be right in place of a word that is not an icon of a side."""
    other: LineupSide = "player" if side == "rival" else "rival"
    if name and "tribune".startswith(name) and len(name) > 2:
        return tr("the tribune is identified once the lineup is complete (p.19-20)")
    if name and "tactic".startswith(name) and side == "rival":
        return tr("a tactic goes with a unit, as in bag+tactic (p.19)")
    if name == "bag":
        return tr("in your lineup that icon is a camp unit: camp (p.17)")
    if name in _UNITS[other]:
        return tr("it belongs to the other lineup; known icons: {icons}", icons=", ".join(_UNITS[side]))
    return advise(name, _UNITS[side], tr("icons"))


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
