"""Amounts, units and conditions as words: `2 (+1 if local)`, `all opponents within 1`, `not attacker elite`.

An amount may have conditions, and a condition amounts: so all three are read here.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

from hoplo_companion.components import effects
from hoplo_companion.components.effects import Amount, AnyCondition, Group, Sum, Whom
from hoplo_companion.components.words import CLASSES, SUPERLATIVES, EventKind, HexWord, Number, Role, Side
from hoplo_companion.notation.grammar import Notation, Piece
from hoplo_companion.notation.phrases import PhraseCursor, signed
from hoplo_companion.notation.pieces import Either, Flag, Hexes, Name, Noise, Several, Word, write_number

ROLES: dict[str, str] = {role: role for role in get_args(Role)}
NUMBERS: dict[str, str] = {number: number for number in get_args(Number)}
PICKS: dict[str, str] = {"one": "one", "all": "all", "each": "all", "every": "all"}
PICKS.update((word, word) for word in SUPERLATIVES)
MANY = {"ally": "allies", "opponent": "opponents", "troop": "troop", "unit": "units"}
KINDS = {**{word: word for word in MANY}, **{many: word for word, many in MANY.items()}}
ARTICLES = ("a", "an", "the")
TO = ("to", "of", "from", "at", "on", "by")
AN_AMOUNT = "an amount: a number, " + ", ".join(NUMBERS) + ", or a sum in brackets"
A_UNIT = f"a unit: {', '.join(ROLES)}, or [all] {', '.join(MANY)}"


# Amounts --------------------------------------------------------------------------------------------------------


class Amt(Piece):
    """An amount; `short` gives words that stand for a value of its own (`fully`)."""

    what = AN_AMOUNT

    def __init__(self, key: str, *before: str, short: tuple[str, Any] | None = None, **how: Any) -> None:
        super().__init__(key, *before, **how)
        self.short = short

    def starts(self, cursor: PhraseCursor) -> int:
        """Count the tokens that show it to begin."""
        return super().starts(cursor) or (cursor.match(self.short[0]) if self.short else 0)

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens of an amount's first word; a number with a sign is no amount."""
        if cursor.token.kind == "number":
            return 1
        return cursor.match_any(("minus", "(", *NUMBERS))

    def read(self, cursor: PhraseCursor) -> Any:
        """Read the amount, or the words that stand for one."""
        if self.short and cursor.take(self.short[0]):
            return self.short[1]
        return super().read(cursor)

    def value(self, cursor: PhraseCursor) -> Amount:
        """Read the amount."""
        return read_amount(cursor)

    def write(self, value: Any, record: Any) -> str:
        """Write the amount, or the words that stand for it."""
        if self.short and value == self.short[1]:
            return self.short[0]
        return super().write(value, record)

    def shown(self, value: Amount, record: Any) -> str:
        """Write the amount."""
        return write_amount(value)


class Near(Noise):
    """`adjacent`, before or after what is adjacent: it is read as within 1, and the distance is written as such."""

    def __init__(self, key: str) -> None:
        super().__init__("adjacent")
        self.key = key

    def value(self, cursor: PhraseCursor) -> int:
        """Give the distance."""
        return 1


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
    return cursor.choose(NUMBERS, AN_AMOUNT)


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
        cursor.fail("a sum: a number, count and units, +N if …")
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


class Kind(Piece):
    """What the units of a group are to `self`, one or many of them."""

    what = A_UNIT

    def __init__(self, key: str, many: bool) -> None:
        super().__init__(key)
        self.many = many

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens of the word."""
        return cursor.match_any(KINDS)

    def value(self, cursor: PhraseCursor) -> str:
        """Read the word."""
        return cursor.choose(KINDS, self.what)

    def shown(self, value: str, record: Group) -> str:
        """Write it as one, or as many where all are meant."""
        return MANY[value] if self.many or record.pick == "all" else value


class Where(Piece):
    """What is asked of each unit of a group, in brackets."""

    def __init__(self, key: str) -> None:
        super().__init__(key, "", "(")

    def value(self, cursor: PhraseCursor) -> list[AnyCondition]:
        """Read the conditions between the brackets."""
        found = read_conditions(cursor)
        cursor.expect(")")
        return found

    def shown(self, value: list[AnyCondition], record: Any) -> str:
        """Write the conditions between brackets."""
        return f"({write_conditions(value)})"


class Pick(Word):
    """How many units of a group are meant, or which."""

    def __init__(self, key: str) -> None:
        super().__init__(key, SUPERLATIVES)
        self.meanings = PICKS


class Who(Piece):
    """A unit by its role, or a group; any of the words of TO may stand in front of it."""

    what = A_UNIT

    def starts(self, cursor: PhraseCursor) -> int:
        """Count the tokens that show it to begin."""
        ahead = cursor.match_any((*TO, *self.prefixes))
        starts = _opens_units(cursor, ahead)
        return ahead + starts if starts or (self.before and cursor.match(self.before)) else 0

    def read(self, cursor: PhraseCursor) -> Whom:
        """Read it with the word in front of it."""
        cursor.take(*TO, *self.prefixes)
        return self.value(cursor)

    def value(self, cursor: PhraseCursor) -> Whom:
        """Read the role or the group."""
        return read_whom(cursor)

    def shown(self, value: Whom, record: Any) -> str:
        """Write the role or the group."""
        return write_whom(value)


class Units(Piece):
    """A group that is counted."""

    what = f"units: [all] {', '.join(MANY)}"

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens that show a group to begin."""
        return _opens_units(cursor, 0)

    def value(self, cursor: PhraseCursor) -> Group:
        """Read the group."""
        return read_group(cursor)

    def shown(self, value: Group, record: Any) -> str:
        """Write the group."""
        return write_many(value)


def _opens_units(cursor: PhraseCursor, ahead: int) -> int:
    skipped = cursor.match_any(ARTICLES, ahead)
    found = cursor.match_any((*ROLES, *PICKS, *KINDS, "adjacent"), ahead + skipped)
    return skipped + found if found else 0


def opens_whom(cursor: PhraseCursor) -> bool:
    """Tell whether a role or a group stands here."""
    return _opens_units(cursor, 0) > 0


def read_whom(cursor: PhraseCursor) -> Whom:
    """Read a unit by its role, or a group."""
    if cursor.match_any(ROLES, cursor.match_any(ARTICLES)):
        cursor.take(*ARTICLES)
        role: Any = cursor.choose(ROLES, A_UNIT)
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
    return whom if isinstance(whom, str) else _group(many=False).write(whom)


@cache
def _group(many: bool) -> Notation[Group]:
    return Notation(
        Group,
        "",
        Pick("pick"),
        Near("within"),
        Kind("of", many),
        Near("within"),
        Amt("within", "within"),
        Amt("exactly", "exactly"),
        Flag("in_range", "in range"),
        Where("where"),
    )


# Conditions -----------------------------------------------------------------------------------------------------


class Conditions(Piece):
    """Conditions that all have to hold, apart by `and`."""

    def value(self, cursor: PhraseCursor) -> list[AnyCondition]:
        """Read the conditions."""
        return read_conditions(cursor)

    def shown(self, value: list[AnyCondition], record: Any) -> str:
        """Write the conditions."""
        return write_conditions(value)


def _bounds(before: str = "") -> tuple[Amt, Amt]:
    return Amt("at_least", f"{before}at least", "at least"), Amt("at_most", f"{before}at most", "at most")


CONDITIONS: tuple[Notation[Any], ...] = (
    Notation(
        effects.Near,
        "",
        Near("within"),
        Amt("within", "within", unless=("exactly",)),
        Amt("exactly", "exactly"),
        Word("to", ROLES, "of", "to"),
    ),
    Notation(effects.InRange, "in range", Word("of", ROLES, "of")),
    Notation(
        effects.Descriptor,
        "",
        *(Either(key) for key in ("local", "elite", "hero", "dazed", "tribune")),
        Word("of_class", CLASSES, mark="class", marked=("attacker",)),
        Name("faction", "the name of a faction", "faction"),
        Word("side", get_args(Side), "side"),
        Name("chip", "the name of a chip", "chip"),
        bare="unit",
    ),
    Notation(effects.Facing, "opponent", Word("of", ROLES, "of")),
    Notation(effects.Outnumbered, "outnumbered"),
    Notation(effects.Isolated, "isolated"),
    Notation(effects.Stayed, "stayed"),
    Notation(effects.Struck, "struck"),
    Notation(effects.OwnTurn, "own turn"),
    Notation(
        effects.Hits,
        "",
        *_bounds("hits "),
        Flag("all", "all hit"),
        Flag("missed", "missed"),
        Noise("hits"),
        bare="hits",
    ),
    Notation(effects.Compared, "", Word("stat", NUMBERS, mark="stat", marked=("hits",)), *_bounds()),
    Notation(effects.Holds, "holds", Name("chip", "the name of a chip")),
    Notation(
        effects.Has,
        "has",
        Name("skill", "the name of a skill", "skill"),
        Name("tactic", "the name of a tactic", "tactic"),
    ),
    Notation(effects.Higher, "higher than", Word("than", ROLES)),
    Notation(effects.Stands, "on", Word("on", get_args(HexWord)), Hexes("hexes")),
    Notation(effects.Counted, "count", Units("of"), *_bounds()),
    Notation(
        effects.Moment,
        "",
        Several("act", "act"),
        Several("turn", "turn"),
        Several("event", "event", get_args(EventKind)),
        bare="any combat",
    ),
)
"""How each condition is written, after `not` and the unit that it is asked of."""

A_CONDITION = "a condition, such as: elite, attacker in range, hp at least 2, outnumbered, missed, count …"


def read_conditions(cursor: PhraseCursor) -> list[AnyCondition]:
    """Read conditions apart by `and`."""
    found = [read_condition(cursor)]
    while cursor.take("and"):
        found.append(read_condition(cursor))
    return found


def read_condition(cursor: PhraseCursor) -> AnyCondition:
    """Read a condition: `[not] [ROLE] [not] …`."""
    unless = cursor.take("not")
    who = cursor.choose(ROLES, A_CONDITION) if cursor.match_any(ROLES) else None
    cursor.take("is")
    unless |= cursor.take("not")
    scores = [notation.score(cursor) for notation in CONDITIONS]
    if not max(scores):
        cursor.fail(A_CONDITION)
    found: AnyCondition = CONDITIONS[scores.index(max(scores))].read(cursor, who=who, unless=unless)
    return found


def write_condition(condition: AnyCondition) -> str:
    """Write a condition."""
    [notation] = [each for each in CONDITIONS if each.kind is type(condition)]
    turned = "not" if condition.unless else ""
    return " ".join(filter(None, (turned, condition.who or "", notation.write(condition))))


def write_conditions(conditions: list[AnyCondition]) -> str:
    """Write conditions apart by `and`."""
    return " and ".join(map(write_condition, conditions))
