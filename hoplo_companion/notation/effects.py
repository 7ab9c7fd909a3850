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
from hoplo_companion.components.words import HOLDERS, SUPERLATIVES, TRIGGERS, Trigger
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.notation.grammar import Flag, Name, Noise, Notation, Piece, Word
from hoplo_companion.notation.lexer import PhraseCursor, said, tokens, write_name, write_text
from hoplo_companion.notation.whom import A_CHIP, Amt, Conditions, Who, notation_of, opens_whom, read_whom


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
    also = (Amt("amount"), Noise("damage", needed=True), Who("to", "to"))
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


class Starter(Piece):
    """The trigger, with a colon behind it."""

    what = later("a trigger with a colon, or a verb")

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens of the trigger and its colon."""
        return max(found + 1 if found and cursor.match(":", found) else 0 for found in map(cursor.match, TRIGGERS))

    def value(self, cursor: PhraseCursor) -> str:
        """Read the trigger and its colon."""
        found = cursor.choose({trigger: trigger for trigger in TRIGGERS}, self.hint)
        cursor.expect(":")
        return found

    def shown(self, value: Trigger, record: Any) -> str:
        """Write the trigger and its colon."""
        return f"{said(value)}:"


class Verbs(Piece):
    """What is done: verbs separated by commas, or `nothing`."""

    def hint(self) -> str:
        """The verbs."""
        return a_verb()

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens that show a verb to begin."""
        scores = (notation.score(cursor) for notation in _read_as_verbs())
        return max(int(opens_whom(cursor)), *scores) or cursor.match("nothing")

    def value(self, cursor: PhraseCursor) -> list[AnyVerb]:
        """Read the verbs."""
        if cursor.take("nothing"):
            return []
        found = [read_verb(cursor)]
        while cursor.take(","):
            found.append(read_verb(cursor))
        return found

    def shown(self, value: list[AnyVerb], record: Any) -> str:
        """Write the verbs."""
        return ", ".join(map(write_verb, value)) or "nothing"


class Rival(Piece):
    """How a rival unit uses it."""

    def value(self, cursor: PhraseCursor) -> RivalUse:
        """Read the words behind `rival:`."""
        return RIVAL.read(cursor)

    def shown(self, value: RivalUse, record: Any) -> str:
        """Write it with its colon."""
        return f"rival: {RIVAL.write(value)}"


class Holder(Piece):
    """Whose effect it is: a name, or two with a colon between them (`holder:trident`)."""

    what = later("whose effect it is")

    def value(self, cursor: PhraseCursor) -> str:
        """Read the holder."""
        # Alone these are holders, though within a line they mean something else.
        if cursor.token.value in HOLDERS and cursor.peek(1).value != ":":
            return cursor.choose({holder: holder for holder in HOLDERS}, self.hint)
        found = cursor.name(self.hint)
        return f"{found}:{cursor.name(lambda: tr(A_CHIP))}" if cursor.take(":") else found

    def shown(self, value: str, record: Any) -> str:
        """Write the holder."""
        if value in HOLDERS:
            return value
        first, colon, second = value.partition(":")
        return f"{write_name(first)}:{write_name(second)}" if colon else write_name(first)


class Called(Name):
    """What the effect is called, always in quotes."""

    def shown(self, value: str, record: Any) -> str:
        """Write the name in quotes."""
        return write_text(value)


RIVAL = Notation(
    RivalUse,
    (),
    (
        Word("when", get_args(get_type_hints(RivalUse)["when"]), unless=()),
        Conditions("conditions", "if"),
        Word("pick", SUPERLATIVES, "picks"),
        Flag("never_attacks", "never attacks"),
    ),
)

EFFECT = Notation(
    Effect,
    (),
    (
        Starter("on"),
        Flag("may", "may"),
        Verbs("verbs"),
        Conditions("conditions", "if"),
        Word("once", ("turn", "combat"), "once a", "once per", "once each"),
        Rival("rival", "", "rival :"),
        Holder("holder", "for"),
        Called("name", later("the name of the effect"), "called"),
    ),
)

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
