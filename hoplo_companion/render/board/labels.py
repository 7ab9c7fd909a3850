"""Short names for units: abbreviations that no two units share, marked with the side that a unit is on."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from hoplo_companion.rules.model import Combat

MOST_LETTERS = 10
"""The most letters of a unit's abbreviation on the narrowest board."""

SMALL_WORDS = {"a", "an", "and", "for", "in", "my", "of", "the", "to", "with", "your"}
"""Words that say little of a unit, and give way to others where an id is too long."""

SIDES = {"rival": ">", "player": "<", "arena": "="}
"""Each side's sign: the way its units face, the rival's side of the mat being the left; arena units face nobody."""


OWNERS = {"rival": "rival-", "player": "your-", "arena": "arena-"}
"""How the ids begin that say whose a unit is where several sides have its chip; on a board its sign does."""

LEAST_LETTERS = 4
"""The fewest letters with which the first word of a name stands for all of it."""


class Label(NamedTuple):
    """What stands for a unit on the board, and the style of its side."""

    text: str
    style: str


def _tokens(id_: str) -> list[str]:
    """Split an id into its words and numbers, in plain letters."""
    letters = unicodedata.normalize("NFKD", id_).encode("ascii", "ignore").decode().lower()
    return re.findall(r"[a-z]+|[0-9]+", letters)


def _number(tokens: list[str], most: int) -> str:
    """Give the number at the end of an id, or nothing where none is there or it leaves no room for a letter."""
    last = tokens[-1] if len(tokens) > 1 else ""
    return last if last.isdigit() and len(last) < most else ""


def _weighty(tokens: list[str]) -> list[str]:
    """Leave out small words, unless nothing else is there."""
    return [token for token in tokens if token not in SMALL_WORDS] or tokens


def _whole(tokens: list[str], most: int) -> str:
    joined = "".join(tokens)
    return joined if len(joined) <= most else ""


def _first(tokens: list[str], most: int) -> str:
    """Keep the first word and the number at the end: `goblin-of-the-deep-2` → `goblin2`, or nothing."""
    words = _weighty(tokens)
    number = _number(tokens, most)
    if len(words) - bool(number) < 2 or len(words[0]) < LEAST_LETTERS or len(words[0] + number) > most:
        return ""
    return words[0] + number


def _head(tokens: list[str], most: int) -> str:
    """Keep the beginning of an id and the number at its end: `reptilian1` → `rept1`."""
    tokens = _weighty(tokens)
    number = _number(tokens, most)
    words = "".join(tokens[:-1] if number else tokens)
    return words[: most - len(number)] + number


def _pair(tokens: list[str], most: int) -> str:
    """Keep the beginnings of the first two words and the number at the end: `reptilian-guard-1` → `reptguard1`."""
    tokens = _weighty(tokens)
    number = _number(tokens, most)
    words = tokens[:-1] if number else tokens
    room = most - len(number)
    if len(words) < 2 or room < 2:
        return ""
    second = words[1][: room // 2 + 1]
    return words[0][: room - len(second)] + second + number


_SCHEMES: tuple[Callable[[list[str], int], str], ...] = (_whole, _first, _head, _pair)

_PLAIN = re.compile(r"[a-z][a-z0-9-]*")
"""A name that may stand on a board as it is."""


def abbreviations(ids: Iterable[str], most: int = MOST_LETTERS) -> dict[str, str]:
    """Give every id its own abbreviation of at most `most` small letters, digits and dashes.

    An id that is short enough stays as it is. Of the others, each scheme goes to those that it makes different from
    all others; what is left is numbered.
    """
    order = list(ids)
    found = {id_: id_ for id_ in order if len(id_) <= most and _PLAIN.fullmatch(id_)}
    taken = set(found)
    left = {id_: _tokens(id_) for id_ in order if id_ not in found}
    for scheme in _SCHEMES:
        made = {id_: scheme(tokens, most) for id_, tokens in left.items()}
        times = Counter(made.values())
        for id_, short in made.items():
            if short and times[short] == 1 and short not in taken:
                found[id_] = short
                taken.add(short)
                del left[id_]
    for id_, tokens in left.items():
        base = re.sub(r"[0-9]+$", "", _head(tokens, most)) or "u"
        number = 1
        while (short := base[: most - len(str(number))] + str(number)) in taken:
            number += 1
        found[id_] = short
        taken.add(short)
    return {id_: found[id_] for id_ in order}


def cased(short: str, side: str) -> str:
    """Write an abbreviation the way its side does: rivals in capitals, yours small, the arena's with one capital."""
    return short.upper() if side == "rival" else short.capitalize() if side == "arena" else short


def label_of(side: str, short: str, most: int) -> Label:
    """Give the label of a unit: its side's sign and its abbreviation, whose case shows the side where no sign fits."""
    return Label((SIDES.get(side, "") if len(short) <= most else "") + cased(short, side), side)


def labels(combat: Combat, others: Iterable[str] = (), most: int = MOST_LETTERS) -> dict[str, Label]:
    """Give the labels of all units of a combat, those still to come included so that nobody's changes when they do.

    Shapes: `others` are ids of units that are gone, whose labels bear no sign; `most` counts letters, sign excluded.
    """
    known = {**{id_: combat.bench[id_] for id_ in combat.lineup if id_ in combat.bench}, **combat.units}
    sides = {id_: known[id_].side if id_ in known else "" for id_ in [*known, *others]}
    names = _without_owners(sides, {id_: unit.chip for id_, unit in known.items()})
    whole = {name for name in names.values() if len(name) == most + 1 and _PLAIN.fullmatch(name)}
    shorts = abbreviations(dict.fromkeys(name for name in names.values() if name not in whole), most)
    return {id_: label_of(side, shorts.get(names[id_], names[id_]), most) for id_, side in sides.items()}


def _without_owners(sides: Mapping[str, str], chips: Mapping[str, str]) -> dict[str, str]:
    """Leave out of ids what their side says already: `your-defender` → `defender`, where no other of yours is that.

    A unit whose name has no plain letter goes by its chip.
    """
    bare = {id_: id_.removeprefix(OWNERS.get(side, " ")) or id_ for id_, side in sides.items()}
    bare = {id_: name if _tokens(name) else chips.get(id_, name) for id_, name in bare.items()}
    times = Counter((side, bare[id_]) for id_, side in sides.items())
    return {id_: bare[id_] if times[side, bare[id_]] == 1 else id_ for id_, side in sides.items()}
