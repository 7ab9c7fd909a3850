"""Amounts, units and conditions as words: `2 (+1 if local)`, `all opponents within 1`, `not attacker elite`.

An amount may have conditions, and a condition amounts: so all three are read here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hoplo_companion.components.conditions import Amount, AnyCondition, Group, Sum, Whom
from hoplo_companion.components.words import SUPERLATIVES, Colour, Number, Role
from hoplo_companion.language import later, tr
from hoplo_companion.notation.grammar import (
    Notation,
    Piece,
    colours,
    either_way,
    flag,
    hexes,
    meaning,
    name,
    noise,
    one_of,
    several,
    signed_number,
    text,
    whole,
    word,
    write_number,
)
from hoplo_companion.notation.lexer import PhraseCursor, signed

ROLES: dict[str, str] = {role: role for role in get_args(Role)}
NUMBERS: dict[str, str] = {number: number for number in get_args(Number)}
PICKS: dict[str, str] = {"one": "one", "all": "all", "each": "all", "every": "all"}
PICKS.update((word, word) for word in SUPERLATIVES)
MANY = {"ally": "allies", "opponent": "opponents", "troop": "troop", "unit": "units"}
KINDS = {**{word: word for word in MANY}, **{many: word for word, many in MANY.items()}}
A_SKILL, A_CHIP, A_TACTIC = later("the name of a skill"), later("the name of a chip"), later("the name of a tactic")
ARTICLES = ("a", "an", "the")
TO = ("to", "of", "from", "at", "on", "by")


def an_amount() -> str:
    """Say what an amount looks like."""
    return tr("an amount: a number, {words}, or a sum in brackets", words=", ".join(NUMBERS))


def a_unit() -> str:
    """Say what a unit looks like."""
    return tr("a unit: {roles}, or [all] {groups}", roles=", ".join(ROLES), groups=", ".join(MANY))


# Amounts --------------------------------------------------------------------------------------------------------


def amount(key: str, *before: str, **how: Any) -> Piece:
    """An amount; a number with a sign is not one."""

    def opens(cursor: PhraseCursor) -> int:
        return int(cursor.token.kind == "number") or cursor.match_any(("minus", "(", *NUMBERS))

    return Piece(key, *before, value=read_amount, shown=write_amount, opens=opens, what=an_amount, **how)


def adjacent(key: str) -> Piece:
    """`adjacent`, before or after what is adjacent: it is read as within 1, and the distance is written as such."""
    return Piece(key, "adjacent", value=lambda cursor: 1, what=lambda: "adjacent", written=False)


def read_amount(cursor: PhraseCursor) -> Amount:
    """Read an amount: `2`, `number`, `2 (+1 if local)`, `(count opponents within 1)`."""
    if cursor.match("("):
        return _read_sum(cursor)
    base: int | Number = _read_atom(cursor)
    if not (cursor.match("(") and cursor.peek(1).kind == "signed"):
        return base
    cursor.expect("(")
    plus, conditions = _read_plus(cursor)
    cursor.expect(")")
    return Sum(base=base, plus=plus, conditions=conditions)


def _read_atom(cursor: PhraseCursor) -> Any:
    if cursor.token.kind == "number" or cursor.match("minus"):
        return cursor.number()
    return cursor.choose(NUMBERS, an_amount)


def _read_sum(cursor: PhraseCursor) -> Sum:
    cursor.expect("(")
    cursor.enter()
    parts: dict[str, Any] = {}
    if cursor.token.kind == "number" or cursor.match_any(("minus", *NUMBERS)):
        parts["base"] = _read_atom(cursor)
        cursor.take(",")
    if cursor.take("count"):
        parts["count"] = read_group(cursor)
        cursor.take(",")
    if cursor.token.kind == "signed":
        parts["plus"], parts["conditions"] = _read_plus(cursor)
    if not parts:
        cursor.fail(tr("a sum: a number, count and units, +N if …"))
    cursor.leave()
    cursor.expect(")")
    return Sum(**parts)


def _read_plus(cursor: PhraseCursor) -> tuple[int, list[AnyCondition]]:
    plus = signed(cursor.token.value)
    cursor.at += 1
    return plus, read_conditions(cursor) if cursor.take("if") else []


def write_amount(amount: Amount) -> str:
    """Write an amount."""
    if isinstance(amount, int):
        return write_number(amount)
    if isinstance(amount, str):
        return amount
    base = write_amount(amount.base)
    plus = f"{amount.plus:+d}" + (f" if {write_conditions(amount.conditions)}" if amount.conditions else "")
    added = bool(amount.plus or amount.conditions)
    if amount.count is None:
        return f"{base} ({plus})" if added else f"({base})"
    parts = [base] if amount.base else []
    parts.append("count " + write_many(amount.count))
    return f"({', '.join([*parts, plus] if added else parts)})"


# Units ----------------------------------------------------------------------------------------------------------


class Who(Piece):
    """A unit by its role, or a group; any of the words of TO may stand in front of it."""

    def starts(self, cursor: PhraseCursor) -> int:
        """Count the tokens that show it to begin."""
        ahead = cursor.match_any((*TO, *self.prefixes))
        starts = _opens_units(cursor, ahead)
        return ahead + starts if starts or (self.before and cursor.match(self.before)) else 0

    def read(self, cursor: PhraseCursor) -> Whom:
        """Read it with the word in front of it."""
        cursor.take(*TO, *self.prefixes)
        return read_whom(cursor)


def who(key: str, *before: str) -> Who:
    """A unit by its role, or a group."""
    return Who(key, *before, shown=write_whom, what=a_unit)


def _opens_units(cursor: PhraseCursor, ahead: int = 0) -> int:
    skipped = cursor.match_any(ARTICLES, ahead)
    found = cursor.match_any((*ROLES, *PICKS, *KINDS, "adjacent"), ahead + skipped)
    return skipped + found if found else 0


def opens_whom(cursor: PhraseCursor) -> bool:
    """Say whether a role or a group stands here."""
    return _opens_units(cursor) > 0


def read_whom(cursor: PhraseCursor) -> Whom:
    """Read a unit by its role, or a group."""
    if cursor.match_any(ROLES, cursor.match_any(ARTICLES)):
        cursor.take(*ARTICLES)
        role: Any = cursor.choose(ROLES, a_unit)
        whom: Whom = role
        return whom
    return read_group(cursor)


def read_group(cursor: PhraseCursor) -> Group:
    """Read a group: `all opponents within 1 (not elite)`."""
    cursor.enter()
    cursor.take(*ARTICLES)
    found = _group(many=False).read(cursor)
    cursor.leave()
    return found


def write_many(group: Group) -> str:
    """Write a group whose units are counted."""
    return _group(many=True).write(group)


def write_whom(whom: Whom) -> str:
    """Write a unit by its role, or a group."""
    return whom if isinstance(whom, str) else _group(many=whom.pick == "all").write(whom)


def _in_brackets(cursor: PhraseCursor) -> list[AnyCondition]:
    found = read_conditions(cursor)
    cursor.expect(")")
    return found


@cache
def _group(many: bool) -> Notation[Group]:
    pieces = (
        meaning("pick", PICKS, what=one_of(SUPERLATIVES)), adjacent("within"),
        meaning("of", KINDS, what=a_unit, shown=MANY.__getitem__ if many else str), adjacent("within"),
        amount("within", "within"), amount("exactly", "exactly"), flag("in_range", "in range"),
        Piece("where", "", "(", value=_in_brackets, shown=lambda value: f"({write_conditions(value)})"),
    )  # fmt: skip
    return Notation(Group, (), pieces)


# Conditions -----------------------------------------------------------------------------------------------------


def asked(key: str, *before: str) -> Piece:
    """Conditions that all have to hold, joined by `and`."""
    return Piece(key, *before, value=read_conditions, shown=write_conditions)


_NAMES = {"skill": A_SKILL, "chip": A_CHIP, "tactic": A_TACTIC, "faction": later("the name of a faction")}
_ITEM = re.compile(r"\{(\+?)(\w+)([/?#*]?)([\w!]*)\}|\(([^)!=]+)(!?)(?:=(\w+))?\)|(\S+)")


def notation_of(kind: type[Any]) -> Notation[Any]:
    """How a verb or a condition is written, as its declaration says (`conditions.Worded`)."""
    heads, colon, body = kind.words.rpartition(":")
    hints = get_type_hints(kind)
    pieces: list[Piece] = []
    before: list[str] = []
    for ahead, key, sign, more, words, kept, near, alone in _ITEM.findall(body):
        if alone:
            before.append(alone)
        elif words:
            pieces.append(adjacent(near) if near else noise(*words.split("|"), written=bool(kept)))
        else:
            prefixes = " ".join(before).split("|") if before else []
            pieces.append(signed_number(key, written=False) if ahead else _piece(hints[key], key, prefixes, sign, more))
            before = []
    return Notation(kind, heads.split("|") if colon else (), pieces, bare=kind.bare, subject=kind.subject)


def _piece(type_: Any, key: str, before: list[str], sign: str, more: str) -> Piece:
    """How a key of a type is written, after some words; `sign` and `more` are what follows it in a declaration."""
    unless = (more,) if sign == "/" else None
    kinds = set(get_args(type_)) or {type_}
    literals = [word for each in (type_, *get_args(type_)) if get_origin(each) is Literal for word in get_args(each)]
    item = get_args(type_)[0] if get_origin(type_) is list else None
    if item == Colour:
        return colours(key, *before)
    if item is str:
        return hexes(key, *before)
    if item is not None:
        return several(key, before[0], get_args(item))
    if Sum in kinds:
        short = {"fully": None, "none!": 0}.get(more, more)
        how: dict[str, Any] = {"short": (more.rstrip("!"), short), "unless": ()} if sign == "?" else {"unless": unless}
        return amount(key, *before, needed=more.endswith("!"), **how)
    if Group in kinds:
        what = later("units: [all] {groups}")
        units: dict[str, Any] = {"value": read_group, "shown": write_many, "opens": _opens_units}
        return who(key, *before) if literals else Piece(key, **units, what=lambda: tr(what, groups=", ".join(MANY)))
    if bool in kinds:
        return flag(key, *before) if type_ is bool else either_way(key)
    if int in kinds:
        return signed_number(key, *before, unless=unless, either=True) if unless else whole(key, *before)
    if literals:
        # Alone these two are a role, and the hits of an attack.
        return word(key, literals, *before, mark=more, marked=("attacker", "hits") if more else ())
    return text(key) if key == "text" else name(key, _NAMES[key], *before, every=f"{key}s" if sign == "*" else "")


@cache
def conditions() -> tuple[Notation[Any], ...]:
    """How each condition is written, after `not` and the unit that it is asked of."""
    return tuple(map(notation_of, get_args(AnyCondition)))


def a_condition() -> str:
    """Say what a condition looks like."""
    some = "elite, attacker in range, hp at least 2, outnumbered, missed, count …"
    return tr("a condition, such as: {conditions}", conditions=some)


def read_conditions(cursor: PhraseCursor) -> list[AnyCondition]:
    """Read conditions joined by `and`."""
    found = [read_condition(cursor)]
    while cursor.take("and"):
        found.append(read_condition(cursor))
    return found


def read_condition(cursor: PhraseCursor) -> AnyCondition:
    """Read a condition: `[not] [ROLE] [not] …`."""
    unless = cursor.take("not")
    who = cursor.choose(ROLES, a_condition) if cursor.match_any(ROLES) else None
    cursor.take("is")
    unless |= cursor.take("not")
    scores = [notation.score(cursor) for notation in conditions()]
    if not max(scores):
        cursor.fail(a_condition())
    found: AnyCondition = conditions()[scores.index(max(scores))].read(cursor, who=who, unless=unless)
    return found


def write_condition(condition: AnyCondition) -> str:
    """Write a condition."""
    [notation] = [each for each in conditions() if each.kind is type(condition)]
    turned = "not" if condition.unless else ""
    return " ".join(filter(None, (turned, condition.who or "", notation.write(condition))))


def write_conditions(conditions: list[AnyCondition]) -> str:
    """Write conditions, joined by `and`."""
    return " and ".join(map(write_condition, conditions))
