"""An effect as one line of words, typed in seconds and read like the sheet.

    [TRIGGER:] [may] VERB[, VERB]… [if COND [and COND]…] [once a turn|combat]
    [rival: WORD [if COND [and COND]…] [picks SUPERLATIVE] [never attacks]] [for HOLDER] [called "NAME"]

`attacked: lose none if hp at least health and missed` is Nimble, `ability: heal number rival: always` Regen. What is
left out has its default: the trigger is `always`, the unit `self`. Several effects are separated by `;`, or stand on
lines of their own. docs/effects.md lists every word.

An amount may have conditions (`2 (+1 if local)`), and a condition amounts (`count opponents within 1 at least 2`).
"""

import re
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hoplo_companion.components import effects
from hoplo_companion.components.conditions import Amount, AnyCondition, Condition, Group, Sum, Whom, Worded
from hoplo_companion.components.effects import AnyVerb, Effect, RivalUse
from hoplo_companion.components.words import HOLDERS, SUPERLATIVES, TRIGGERS, Colour, Number, Role, Trigger
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.notation.grammar import (
    DICE,
    FLAG,
    HEXES,
    SIGNED,
    TEXT,
    WHOLE,
    Notation,
    Piece,
    Value,
    either_way,
    name,
    one_of,
    several,
    word,
    write_number,
)
from hoplo_companion.notation.lexer import PhraseCursor, said, signed, tokens, write_name, write_text

ROLES, NUMBERS = get_args(Role), get_args(Number)
PICKS: dict[str, str] = {**{pick: pick for pick in ("one", "all", *SUPERLATIVES)}, "each": "all", "every": "all"}
MANY = {"ally": "allies", "opponent": "opponents", "troop": "troop", "unit": "units"}
KINDS = {**{word: word for word in MANY}, **{many: word for word, many in MANY.items()}}
A_SKILL, A_CHIP, A_TACTIC = later("the name of a skill"), later("the name of a chip"), later("the name of a tactic")
A_TRIGGER, A_HOLDER = later("a trigger with a colon, or a verb"), later("whose effect it is")
ARTICLES = ("a", "an", "the")
TO = ("to", "of", "from", "at", "on", "by")
AN_AMOUNT = partial(tr, later("an amount: a number, {words}, or a sum in brackets"), words=", ".join(NUMBERS))
A_UNIT = partial(tr, later("a unit: {roles}, or [all] {groups}"), roles=", ".join(ROLES), groups=", ".join(MANY))
A_CONDITION = partial(
    tr,
    later("a condition, such as: {conditions}"),
    conditions="elite, attacker in range, hp at least 2, outnumbered, missed, count …",
)
A_VERB = partial(
    tr,
    later("what it does, as in {examples}, or its text by {manual} (all of it: {command})"),
    examples="movement -1, cannot attack, gain 2 hp",
    manual='manual "…"',
    command="`hoplo look effects`",
)


def read_amount(cursor: PhraseCursor) -> Amount:
    """Read an amount: `2`, `number`, `2 (+1 if local)`, `(count opponents within 1)`."""

    def atom() -> Any:
        is_number = cursor.token.kind == "number" or cursor.match("minus")
        return cursor.number() if is_number else cursor.choose(NUMBERS, AN_AMOUNT)

    parts: dict[str, Any] = {}
    is_sum = cursor.match("(") > 0
    if not is_sum:
        parts["base"] = atom()
        if not (cursor.match("(") and cursor.peek(1).kind == "signed"):
            base: Amount = parts["base"]
            return base
    cursor.expect("(")
    if is_sum:
        if cursor.token.kind == "number" or cursor.match_any(("minus", *NUMBERS)):
            parts["base"] = atom()
            cursor.take(",")
        if cursor.take("count"):
            parts["count"] = read_group(cursor)
            cursor.take(",")
    if cursor.token.kind == "signed":
        parts["plus"] = signed(cursor.next().value)
        parts["conditions"] = read_conditions(cursor) if cursor.take("if") else []
    if not parts:
        cursor.fail(tr("a sum: a number, count and units, +N if …"))
    cursor.expect(")")
    return Sum(**parts)


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
    parts.append("count " + _group(many=True).write(amount.count))
    return f"({', '.join([*parts, plus] if added else parts)})"


AMOUNT = Value(
    read_amount,
    write_amount,
    lambda cursor: int(cursor.token.kind == "number") or cursor.match_any(("minus", "(", *NUMBERS)),
    AN_AMOUNT,
)
"""An amount; a number with a sign is not one."""


def adjacent(key: str) -> Piece:
    """`adjacent`, before or after what is adjacent: it is read as within 1, and the distance is written as such."""
    return Piece(key, Value(lambda cursor: 1), ("adjacent",), written=False)


def _opens_units(cursor: PhraseCursor, ahead: int = 0) -> int:
    skipped = cursor.match_any(ARTICLES, ahead)
    found = cursor.match_any((*ROLES, *PICKS, *KINDS, "adjacent"), ahead + skipped)
    return skipped + found if found else 0


def read_whom(cursor: PhraseCursor) -> Whom:
    """Read a unit by its role, or a group."""
    if cursor.match_any(ROLES, cursor.match_any(ARTICLES)):
        cursor.take(*ARTICLES)
        role: Whom = cursor.choose(ROLES, A_UNIT)
        return role
    return read_group(cursor)


def read_group(cursor: PhraseCursor) -> Group:
    """Read a group: `all opponents within 1 (not elite)`."""
    cursor.take(*ARTICLES)
    return _group(many=False).read(cursor)


class Who(Piece):
    """A unit by its role, or a group; any of the words of TO may stand in front of it."""

    def starts(self, cursor: PhraseCursor) -> int:
        """Count the tokens that show it to begin."""
        ahead = cursor.match_any((*TO, *self.before))
        starts = _opens_units(cursor, ahead)
        return ahead + starts if starts or (self.before and cursor.match(self.before[0])) else 0

    def read(self, cursor: PhraseCursor) -> Whom:
        """Read it with the word in front of it."""
        cursor.take(*TO, *self.before)
        return read_whom(cursor)


@cache
def _group(many: bool) -> Notation[Group]:
    def in_brackets(cursor: PhraseCursor) -> list[AnyCondition]:
        found = read_conditions(cursor)
        cursor.expect(")")
        return found

    pieces = (
        Piece("pick", one_of(PICKS, what=one_of(SUPERLATIVES).what)), adjacent("within"),
        Piece("of", one_of(KINDS, MANY.__getitem__ if many else str, A_UNIT)), adjacent("within"),
        Piece("within", AMOUNT, ("within",)), Piece("exactly", AMOUNT, ("exactly",)),
        Piece("in_range", before=("in range",)),
        Piece("where", Value(in_brackets, lambda value: f"({write_conditions(value)})"), ("", "(")),
    )  # fmt: skip
    return Notation(Group, (), pieces)


WHOM = Value(
    read_whom,
    lambda whom: whom if isinstance(whom, str) else _group(many=whom.pick == "all").write(whom),
    _opens_units,
    A_UNIT,
)


def read_conditions(cursor: PhraseCursor) -> list[AnyCondition]:
    """Read conditions joined by `and`, each as `[not] [ROLE] [not] …`."""
    found: list[AnyCondition] = []
    while not found or cursor.take("and"):
        unless = cursor.take("not")
        who = cursor.choose(ROLES, A_CONDITION) if cursor.match_any(ROLES) else None
        cursor.take("is")
        unless |= cursor.take("not")
        best, score = _likeliest(notations(AnyCondition), cursor)
        if not score:
            cursor.fail(A_CONDITION)
        found.append(best.read(cursor, who=who, unless=unless))
    return found


def _likeliest(among: Sequence[Notation[Any]], cursor: PhraseCursor) -> tuple[Notation[Any], int]:
    """The notation, the first of equals, of which most stands here, and how many tokens of it."""
    scores = [notation.score(cursor) for notation in among]
    return among[scores.index(max(scores))], max(scores)


def write_conditions(conditions: list[AnyCondition]) -> str:
    """Write conditions, joined by `and`."""
    asked = (("not" if it.unless else "", it.who or "", write_effect(it)) for it in conditions)
    return " and ".join(" ".join(filter(None, each)) for each in asked)


@cache
def _read_as_verbs() -> tuple[Notation[Any], ...]:
    """How verbs are read; `1 damage to attacker` is read as well, and never written."""
    also = (Piece("amount", AMOUNT), Piece("", before=("damage",), needed=True), Who("to", WHOM, ("to",)))
    return (*notations(AnyVerb), *(Notation(effects.Damage, heads, also) for heads in ((), ("deal", "deals"))))


def _read_trigger(cursor: PhraseCursor) -> str:
    found: str = cursor.choose(TRIGGERS, A_TRIGGER)
    cursor.expect(":")
    return found


def _opens_trigger(cursor: PhraseCursor) -> int:
    lengths = [found for trigger in TRIGGERS if (found := cursor.match(trigger)) and cursor.match(":", found)]
    return max(lengths, default=-1) + 1


def _read_verbs(cursor: PhraseCursor) -> list[AnyVerb]:
    """Read verbs separated by commas, or `nothing`; some have units in front (`all opponents cannot heal`)."""
    found: list[AnyVerb] = []
    while cursor.take(",") if found else not cursor.take("nothing"):
        given = {"to": read_whom(cursor)} if _opens_units(cursor) else {}
        best, score = _likeliest([each for each in _read_as_verbs() if each.subject or not given], cursor)
        if not score:
            cursor.fail(tr("cannot or may, and what") if given else A_VERB)
        found.append(best.read(cursor, **given))
    return found


def _opens_verbs(cursor: PhraseCursor) -> int:
    score = max(int(_opens_units(cursor) > 0), _likeliest(_read_as_verbs(), cursor)[1])
    return score or cursor.match("nothing")


def _read_holder(cursor: PhraseCursor) -> str:
    """Read whose an effect is: a name, or two with a colon between them (`holder:trident`)."""
    # Alone these are holders, though within a line they mean something else.
    if cursor.token.value in HOLDERS and cursor.peek(1).value != ":":
        return str(cursor.choose(HOLDERS, A_HOLDER))
    found = cursor.name(A_HOLDER)
    return f"{found}:{cursor.name(A_CHIP)}" if cursor.take(":") else found


_WORDS = re.compile(r"(?:([^{(:]+):)?(.*)")
_ITEM = re.compile(r"\{(\+?)(\w+)([/?#*]?)([\w!]*)\}|\(([^)!=]+)(!?)(?:=(\w+))?\)|(\S+)")


@cache
def notation_of(kind: type[Any]) -> Notation[Any]:
    """How an effect, a verb or a condition is written, as its declaration says (`conditions.Worded`)."""
    own = [f"{{{key}}}" for key in kind.__struct_fields__ if key not in Condition.__struct_fields__]
    found = _WORDS.fullmatch(kind.words or " ".join([f"{said(kind.__struct_config__.tag)}:", *own]))
    assert found is not None
    hints = get_type_hints(kind)
    pieces: list[Piece] = []
    before: list[str] = []
    for ahead, key, sign, more, words, kept, near, alone in _ITEM.findall(found[2]):
        if alone:
            before.append(alone)
        elif words:
            pieces.append(adjacent(near) if near else Piece("", before=words.split("|"), written=bool(kept)))
        else:
            prefixes = " ".join(before).split("|") if before else []
            pieces.append(Piece(key, SIGNED, written=False) if ahead else _piece(hints[key], key, prefixes, sign, more))
            before = []
    return Notation(kind, found[1].split("|") if found[1] else (), pieces, bare=kind.bare, subject=kind.subject)


VALUES: dict[Any, Value] = {
    "skill": name(A_SKILL), "skill*": name(A_SKILL, "skills"), "tactic": name(A_TACTIC), "chip": name(A_CHIP),
    "tactic*": name(A_TACTIC, "tactics"), "faction": name(later("the name of a faction")), "text": TEXT,
    "name": name(later("the name of the effect"))._replace(write=write_text),
    "holder": Value(
        _read_holder, lambda of: of if of in HOLDERS else ":".join(map(write_name, of.split(":", 1))), what=A_HOLDER
    ),
    Trigger: Value(_read_trigger, lambda on: f"{said(on)}:", _opens_trigger, A_TRIGGER),
    RivalUse | None: Value(lambda line: notation_of(RivalUse).read(line), lambda use: f"rival: {write_effect(use)}"),
    Group: Value(read_group, lambda group: _group(many=True).write(group), _opens_units, A_UNIT),
    list[AnyVerb]: Value(
        _read_verbs, lambda verbs: ", ".join(map(write_effect, verbs)) or "nothing", _opens_verbs, A_VERB
    ),
    list[AnyCondition]: Value(read_conditions, write_conditions),
    list[Colour]: DICE, list[str]: HEXES, list[int]: several(WHOLE), bool: FLAG, int: WHOLE,
    int | None: WHOLE._replace(what="= N"),
}  # fmt: skip
"""How a value is written, by its key where that says what it names, else by its type."""


def _piece(type_: Any, key: str, before: list[str], sign: str, more: str) -> Piece:
    """How a key of a type is written, after some words; `sign` and `more` are what follows it in a declaration."""
    unless = (more,) if sign == "/" else () if sign == "?" else None
    kinds = set(get_args(type_))
    literals = [word for each in (type_, *kinds) if get_origin(each) is Literal for word in get_args(each)]
    if Sum in kinds:
        short = (more.rstrip("!"), {"fully": None, "none!": 0}[more]) if sign == "?" else None
        return Piece(key, AMOUNT, before, short, more.endswith("!"), unless=unless)
    if Group in kinds:
        return Who(key, WHOM, before)
    if int in (type_, *kinds) and unless:
        return Piece(key, SIGNED, before, unless=unless, either=True)
    if known := VALUES.get(type_) or VALUES.get(key + sign):
        return Piece(key, known, before)
    if get_origin(type_) is list:
        return Piece(key, several(word(get_args(get_args(type_)[0]))), before)
    # Alone these two are a role, and the hits of an attack.
    value = word(literals, more, ("attacker", "hits") if more else ()) if literals else either_way(key)
    return Piece(key, value, before, unless=unless)


@cache
def notations(union: Any) -> tuple[Notation[Any], ...]:
    """How each verb, or each condition after `not` and the unit that it is asked of, is written."""
    return tuple(map(notation_of, get_args(union)))


AFTER = later("the end, or one of: if …, once a …, rival: …, for …, called … (verbs go before these, with commas)")


def read_effect(text: str) -> Effect:
    """Read one effect as typed; UsageError names what is not understood, its place, and what would be right."""
    found = read_effects(text)
    if not found:
        raise UsageError("expected {what}", what=A_VERB())
    if len(found) > 1:
        raise UsageError("one effect is expected here, not {n}", n=len(found))
    return found[0]


def read_effects(text: str) -> list[Effect]:
    """Read several effects, separated by `;` or on lines of their own; none from an empty text."""
    effects, line = [], []
    for token in [*tokens(text), None]:
        if token is not None and token.kind != "break":
            line.append(token)
        elif line:
            cursor = PhraseCursor(text, line, line[-1].end)
            _check_trigger(cursor)
            effects.append(notation_of(Effect).read(cursor))
            if cursor.token.kind != "end":
                cursor.fail(AFTER)
            line = []
    return effects


def _check_trigger(cursor: PhraseCursor) -> None:
    """Raise UsageError where a line begins with words and a colon that are not a trigger."""
    words = []
    for token in cursor.tokens:
        if token.kind != "word" or token.value in ("rival", "for"):
            break
        words.append(token.value)
    if words and cursor.peek(len(words)).value == ":" and not cursor.match_any(f"{trigger} :" for trigger in TRIGGERS):
        cursor.hoped = {0: set(TRIGGERS)}
        cursor.fail(tr("a trigger: {triggers}", triggers=", ".join(map(said, TRIGGERS))))


def write_effect(effect: Worded) -> str:
    """Write an effect on one line, which reads back as the same effect; or what of one has words of its own."""
    return notation_of(type(effect)).write(effect)


def write_effects(effects: list[Effect]) -> str:
    """Write effects, each on a line of its own."""
    return "\n".join(map(write_effect, effects))
