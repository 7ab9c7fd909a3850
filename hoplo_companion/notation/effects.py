"""An effect as one line of words, typed in seconds and read like the sheet.

    [TRIGGER:] [may] VERB[, VERB]… [if COND [and COND]…] [once a turn|combat]
    [rival: WORD [if COND [and COND]…] [picks SUPERLATIVE] [never attacks]] [for HOLDER] [called "NAME"]

`attacked: lose none if hp at least health and missed` is Nimble, `ability: heal number rival: always` Regen. What is
left out has its default: the trigger is `always`, the unit `self`. Several effects are separated by `;`, or stand on
lines of their own. docs/effects.md lists every word.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_type_hints

from hoplo_companion.components import effects
from hoplo_companion.components.effects import AnyVerb, Effect, RivalUse
from hoplo_companion.components.words import HOLDERS, SUPERLATIVES, TRIGGERS
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.notation.grammar import Notation, Piece, flag, name, noise, word
from hoplo_companion.notation.lexer import PhraseCursor, said, tokens, write_name, write_text
from hoplo_companion.notation.whom import A_CHIP, amount, asked, notation_of, opens_whom, read_whom, who


@cache
def verbs() -> tuple[Notation[Any], ...]:
    """How each verb is written."""
    return tuple(map(notation_of, get_args(AnyVerb)))


def a_verb() -> str:
    """Say how a verb is written, by examples: there are too many to list."""
    examples, manual = "movement -1, cannot attack, gain 2 hp", 'manual "…"'
    text = later("what it does, as in {examples}, or its text by {manual} (all of it: {command})")
    return tr(text, examples=examples, manual=manual, command="`hoplo look effects`")


@cache
def _read_as_verbs() -> tuple[Notation[Any], ...]:
    """How verbs are read; `1 damage to attacker` is read as well, and never written."""
    also = (amount("amount"), noise("damage", needed=True), who("to", "to"))
    return (*verbs(), *(Notation(effects.Damage, heads, also) for heads in ((), ("deal", "deals"))))


def read_verb(cursor: PhraseCursor) -> AnyVerb:
    """Read a verb; what is allowed or forbidden may have its units in front (`all opponents cannot heal`)."""
    given = {"to": read_whom(cursor)} if opens_whom(cursor) else {}
    known = [notation for notation in _read_as_verbs() if notation.subject or not given]
    scores = [notation.score(cursor) for notation in known]
    if not max(scores):
        cursor.fail(tr("cannot or may, and what") if given else a_verb())
    found: AnyVerb = known[scores.index(max(scores))].read(cursor, **given)
    return found


def write_verb(verb: AnyVerb) -> str:
    """Write a verb as a line has it."""
    [notation] = [each for each in verbs() if each.kind is type(verb)]
    return notation.write(verb)


def _read_trigger(cursor: PhraseCursor) -> str:
    found = cursor.choose({trigger: trigger for trigger in TRIGGERS}, lambda: tr(A_TRIGGER))
    cursor.expect(":")
    return found


def _opens_trigger(cursor: PhraseCursor) -> int:
    """Count the tokens of a trigger and its colon."""
    return max(found + 1 if found and cursor.match(":", found) else 0 for found in map(cursor.match, TRIGGERS))


def _opens_verbs(cursor: PhraseCursor) -> int:
    scores = (notation.score(cursor) for notation in _read_as_verbs())
    return max(int(opens_whom(cursor)), *scores) or cursor.match("nothing")


def _read_verbs(cursor: PhraseCursor) -> list[AnyVerb]:
    """Read verbs separated by commas, or `nothing`."""
    if cursor.take("nothing"):
        return []
    found = [read_verb(cursor)]
    while cursor.take(","):
        found.append(read_verb(cursor))
    return found


def _read_holder(cursor: PhraseCursor) -> str:
    """Read whose an effect is: a name, or two with a colon between them (`holder:trident`)."""
    # Alone these are holders, though within a line they mean something else.
    if cursor.token.value in HOLDERS and cursor.peek(1).value != ":":
        return cursor.choose({holder: holder for holder in HOLDERS}, lambda: tr(A_HOLDER))
    found = cursor.name(lambda: tr(A_HOLDER))
    return f"{found}:{cursor.name(lambda: tr(A_CHIP))}" if cursor.take(":") else found


def _write_holder(holder: str) -> str:
    return holder if holder in HOLDERS else ":".join(map(write_name, holder.split(":", 1)))


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
        Piece("on", value=_read_trigger, shown=lambda on: f"{said(on)}:", opens=_opens_trigger, what=A_TRIGGER),
        flag("may", "may"),
        Piece(
            "verbs", value=_read_verbs, shown=lambda verbs: ", ".join(map(write_verb, verbs)) or "nothing",
            opens=_opens_verbs, what=a_verb,
        ),
        asked("conditions", "if"),
        word("once", ("turn", "combat"), "once a", "once per", "once each"),
        Piece("rival", "", "rival :", value=RIVAL.read, shown=lambda use: f"rival: {RIVAL.write(use)}"),
        Piece("holder", "for", value=_read_holder, shown=_write_holder, what=A_HOLDER),
        name("name", later("the name of the effect"), "called", shown=write_text),
    ),
)  # fmt: skip

AFTER = later("the end, or one of: if …, once a …, rival: …, for …, called … (verbs go before these, with commas)")


def read_effect(text: str) -> Effect:
    """Read one effect as typed; UsageError names what is not understood, its place, and what would be right."""
    found = read_effects(text)
    if len(found) != 1:
        if not found:
            raise UsageError("expected {what}", what=a_verb())
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
