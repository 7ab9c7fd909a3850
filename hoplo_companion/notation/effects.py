"""An effect as one line of words, typed in seconds and read like the sheet.

    [TRIGGER:] [may] VERB[, VERB]… [if COND [and COND]…] [once a turn|combat]
    [rival: WORD [if COND [and COND]…] [picks SUPERLATIVE] [never attacks]] [for HOLDER] [called "NAME"]

`attacked: lose none if hp at least health and missed` is Nimble, `ability: heal number rival: always` Regen. What is
left out has its default: the trigger is `always`, the unit `self`. Several effects are separated by `;`, or stand on
lines of their own. docs/effects.md lists every word.

An amount may have conditions (`2 (+1 if local)`), and a condition amounts (`count opponents within 1 at least 2`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hoplo_companion.components import effects
from hoplo_companion.components.conditions import Amount, AnyCondition, Group, Sum, Whom
from hoplo_companion.components.effects import AnyVerb, Effect, RivalUse
from hoplo_companion.components.words import HOLDERS, SUPERLATIVES, TRIGGERS, Colour, Number, Role
from hoplo_companion.errors import UsageError
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
from hoplo_companion.notation.lexer import PhraseCursor, said, signed, tokens, write_name, write_text

ROLES: dict[str, str] = {role: role for role in get_args(Role)}
NUMBERS: dict[str, str] = {number: number for number in get_args(Number)}
PICKS: dict[str, str] = {**{pick: pick for pick in ("one", "all", *SUPERLATIVES)}, "each": "all", "every": "all"}
MANY = {"ally": "allies", "opponent": "opponents", "troop": "troop", "unit": "units"}
KINDS = {**{word: word for word in MANY}, **{many: word for word, many in MANY.items()}}
A_SKILL, A_CHIP, A_TACTIC = later("the name of a skill"), later("the name of a chip"), later("the name of a tactic")
ARTICLES = ("a", "an", "the")
TO = ("to", "of", "from", "at", "on", "by")
AN_AMOUNT = partial(tr, later("an amount: a number, {words}, or a sum in brackets"), words=", ".join(NUMBERS))
A_UNIT = partial(tr, later("a unit: {roles}, or [all] {groups}"), roles=", ".join(ROLES), groups=", ".join(MANY))
UNITS = partial(tr, later("units: [all] {groups}"), groups=", ".join(MANY))
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


def amount(key: str, *before: str, **how: Any) -> Piece:
    """An amount; a number with a sign is not one."""

    def opens(cursor: PhraseCursor) -> int:
        return int(cursor.token.kind == "number") or cursor.match_any(("minus", "(", *NUMBERS))

    return Piece(key, *before, value=read_amount, shown=write_amount, opens=opens, what=AN_AMOUNT, **how)


def adjacent(key: str) -> Piece:
    """`adjacent`, before or after what is adjacent: it is read as within 1, and the distance is written as such."""
    return Piece(key, "adjacent", value=lambda cursor: 1, what=lambda: "adjacent", written=False)


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
        cursor.enter()
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
    if is_sum:
        cursor.leave()
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
    return Who(
        key,
        *before,
        what=A_UNIT,
        shown=lambda whom: whom if isinstance(whom, str) else _group(many=whom.pick == "all").write(whom),
    )


def _opens_units(cursor: PhraseCursor, ahead: int = 0) -> int:
    skipped = cursor.match_any(ARTICLES, ahead)
    found = cursor.match_any((*ROLES, *PICKS, *KINDS, "adjacent"), ahead + skipped)
    return skipped + found if found else 0


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


@cache
def _group(many: bool) -> Notation[Group]:
    def in_brackets(cursor: PhraseCursor) -> list[AnyCondition]:
        found = read_conditions(cursor)
        cursor.expect(")")
        return found

    pieces = (
        meaning("pick", PICKS, what=one_of(SUPERLATIVES)), adjacent("within"),
        meaning("of", KINDS, what=A_UNIT, shown=MANY.__getitem__ if many else str), adjacent("within"),
        amount("within", "within"), amount("exactly", "exactly"), flag("in_range", "in range"),
        Piece("where", "", "(", value=in_brackets, shown=lambda value: f"({write_conditions(value)})"),
    )  # fmt: skip
    return Notation(Group, (), pieces)


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
        if literals:
            return who(key, *before)
        units: dict[str, Any] = {"value": read_group, "shown": _group(many=True).write, "opens": _opens_units}
        return Piece(key, **units, what=UNITS)
    if bool in kinds:
        return flag(key, *before) if type_ is bool else either_way(key)
    if int in kinds:
        return signed_number(key, *before, unless=unless, either=True) if unless else whole(key, *before)
    if literals:
        # Alone these two are a role, and the hits of an attack.
        return word(key, literals, *before, mark=more, marked=("attacker", "hits") if more else ())
    return text(key) if key == "text" else name(key, _NAMES[key], *before, every=f"{key}s" if sign == "*" else "")


@cache
def notations(union: Any) -> tuple[Notation[Any], ...]:
    """How each verb, or each condition after `not` and the unit that it is asked of, is written."""
    return tuple(map(notation_of, get_args(union)))


def _write(record: AnyVerb | AnyCondition, union: Any) -> str:
    return next(each for each in notations(union) if each.kind is type(record)).write(record)


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
            cursor.fail(A_CONDITION())
        found.append(best.read(cursor, who=who, unless=unless))
    return found


def _likeliest(among: Sequence[Notation[Any]], cursor: PhraseCursor) -> tuple[Notation[Any], int]:
    """The notation, the first of equals, of which most stands here, and how many tokens of it."""
    scores = [notation.score(cursor) for notation in among]
    return among[scores.index(max(scores))], max(scores)


def write_conditions(conditions: list[AnyCondition]) -> str:
    """Write conditions, joined by `and`."""
    asked = (("not" if it.unless else "", it.who or "", _write(it, AnyCondition)) for it in conditions)
    return " and ".join(" ".join(filter(None, each)) for each in asked)


@cache
def _read_as_verbs() -> tuple[Notation[Any], ...]:
    """How verbs are read; `1 damage to attacker` is read as well, and never written."""
    also = (amount("amount"), noise("damage", needed=True), who("to", "to"))
    return (*notations(AnyVerb), *(Notation(effects.Damage, heads, also) for heads in ((), ("deal", "deals"))))


def _read_trigger(cursor: PhraseCursor) -> str:
    found = cursor.choose({trigger: trigger for trigger in TRIGGERS}, lambda: tr(A_TRIGGER))
    cursor.expect(":")
    return found


def _read_verbs(cursor: PhraseCursor) -> list[AnyVerb]:
    """Read verbs separated by commas, or `nothing`; some have units in front (`all opponents cannot heal`)."""
    found: list[AnyVerb] = []
    while cursor.take(",") if found else not cursor.take("nothing"):
        given = {"to": read_whom(cursor)} if _opens_units(cursor) else {}
        best, score = _likeliest([each for each in _read_as_verbs() if each.subject or not given], cursor)
        if not score:
            cursor.fail(tr("cannot or may, and what") if given else A_VERB())
        found.append(best.read(cursor, **given))
    return found


def _read_holder(cursor: PhraseCursor) -> str:
    """Read whose an effect is: a name, or two with a colon between them (`holder:trident`)."""
    # Alone these are holders, though within a line they mean something else.
    if cursor.token.value in HOLDERS and cursor.peek(1).value != ":":
        return cursor.choose({holder: holder for holder in HOLDERS}, lambda: tr(A_HOLDER))
    found = cursor.name(lambda: tr(A_HOLDER))
    return f"{found}:{cursor.name(lambda: tr(A_CHIP))}" if cursor.take(":") else found


A_TRIGGER, A_HOLDER = later("a trigger with a colon, or a verb"), later("whose effect it is")

RIVAL = Notation(
    RivalUse,
    (),
    (
        word("when", get_args(get_type_hints(RivalUse)["when"]), unless=()),
        asked("conditions", "if"),
        word("pick", SUPERLATIVES, "picks"),
        flag("never_attacks", "never attacks"),
    ),
)

EFFECT = Notation(
    Effect,
    (),
    (
        Piece(
            "on", value=_read_trigger, shown=lambda on: f"{said(on)}:", what=A_TRIGGER,
            opens=lambda cursor: max(
                found + 1 if found and cursor.match(":", found) else 0 for found in map(cursor.match, TRIGGERS)
            ),
        ),
        flag("may", "may"),
        Piece(
            "verbs", value=_read_verbs, what=A_VERB,
            shown=lambda verbs: ", ".join(_write(verb, AnyVerb) for verb in verbs) or "nothing",
            opens=lambda cursor: (
                max(int(_opens_units(cursor) > 0), _likeliest(_read_as_verbs(), cursor)[1]) or cursor.match("nothing")
            ),
        ),
        asked("conditions", "if"),
        word("once", ("turn", "combat"), "once a", "once per", "once each"),
        Piece("rival", "", "rival :", value=RIVAL.read, shown=lambda use: f"rival: {RIVAL.write(use)}"),
        Piece(
            "holder", "for", value=_read_holder, what=A_HOLDER,
            shown=lambda of: of if of in HOLDERS else ":".join(map(write_name, of.split(":", 1))),
        ),
        name("name", later("the name of the effect"), "called", shown=write_text),
    ),
)  # fmt: skip

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
            effects.append(EFFECT.read(cursor))
            if cursor.token.kind != "end":
                cursor.fail(tr(AFTER))
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


def write_effect(effect: Effect) -> str:
    """Write an effect on one line, which reads back as the same effect."""
    return EFFECT.write(effect)


def write_effects(effects: list[Effect]) -> str:
    """Write effects, each on a line of its own."""
    return "\n".join(map(write_effect, effects))
