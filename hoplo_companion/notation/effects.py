"""An effect as one line of words, typed in seconds and read like the sheet.

    [TRIGGER:] [may] VERB[, VERB]… [if COND [and COND]…] [once a turn|combat]
    [rival: WORD [if COND [and COND]…] [picks SUPERLATIVE] [never attacks]] [for HOLDER] [called "NAME"]

`attacked: lose none if hp at least health and missed` is Nimble, `ability: heal number rival: always` Regen. What is
left out has its default: the trigger is `always`, the unit `self`. Several effects are separated by `;`, or stand on
lines of their own. docs/effects.md lists every word.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from hoplo_companion.components import effects
from hoplo_companion.components.effects import AnyVerb, Effect, RivalUse
from hoplo_companion.components.words import (
    COLOURS,
    HOLDERS,
    SUPERLATIVES,
    TRIGGERS,
    UNTILS,
    Allowed,
    Dice,
    Forbidden,
    HexWord,
    Opponent,
    Owed,
    Stat,
    Trigger,
)
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.notation.grammar import (
    Ahead,
    Colours,
    Flag,
    Hexes,
    Name,
    Noise,
    Notation,
    Piece,
    Signed,
    Text,
    Whole,
    Word,
)
from hoplo_companion.notation.phrases import PhraseCursor, quoted, said, tokens, write_name
from hoplo_companion.notation.whom import A_CHIP, A_SKILL, A_TACTIC, ROLES, Amt, Conditions, Who, opens_whom, read_whom


def _until() -> Word:
    return Word("until", UNTILS, "until")


def _by(key: str, *unless: str) -> Signed:
    return Signed(key, unless=unless)


VERBS: tuple[Notation[Any], ...] = (
    Notation(effects.AddDice, "add", Colours("dice"), Who("to", "to"), example="add blue to all allies within 1"),
    Notation(
        effects.RemoveDice,
        "remove",
        Amt("amount"),
        Word("which", ("strongest", "weakest", *COLOURS)),
        Noise("dice", "die"),
        Who("of", "of"),
        example="attacked: remove strongest of attacker",
    ),
    Notation(
        effects.ReplaceDice,
        "replace",
        Colours("each"),
        Word("by", COLOURS, "by"),
        Who("of", "of"),
        example="attacked: replace red black green by blue if not attacker elite",
    ),
    Notation(
        effects.ReRoll,
        "re-roll|reroll",
        Noise("dice", "die"),
        Word("which", ("missed", "hit", "any")),
        Noise("dice", "die"),
        Amt("most", "at most", "up to"),
        example="rolled: may re-roll missed at most 1 once a turn",
    ),
    Notation(
        effects.ChangeStat,
        "",
        Ahead("by"),
        Word("stat", get_args(Stat)),
        _by("by", "to"),
        Whole("to", "=", what="= N"),
        Who("whom", "to"),
        _until(),
        some=("by", "to"),
        example="movement +1 to all allies (beast) until end of turn",
    ),
    Notation(
        effects.Damage,
        "damage",
        Amt("amount"),
        Who("to", "to"),
        example="targeted: damage 1 to attacker if attacker in range",
    ),
    Notation(
        effects.RollAt,
        "roll",
        Noise("the"),
        Word("dice", get_args(Dice)),
        Noise("die"),
        Amt("times", "x", "×"),
        Who("at", "at"),
        example="special: roll strongest at opponent within 3 rival: weaker",
    ),
    Notation(
        effects.Heal,
        "heal",
        Amt("amount", short=("fully", None), unless=()),
        Who("whom", "to"),
        example="ability: heal number rival: always",
    ),
    Notation(
        effects.GainHp,
        "gain",
        Amt("amount"),
        Noise("hp", written=True),
        Who("whom", "to"),
        example="deployed: gain 2 hp",
    ),
    Notation(
        effects.ChangeDamage,
        "damage",
        _by("by", "times"),
        Whole("times", "x", "×"),
        example="attacks: damage x2 if all hit",
    ),
    Notation(
        effects.CapLoss,
        "lose",
        Amt("at", "at most", short=("none", 0), needed=True),
        example="attacked: lose at most 1",
    ),
    Notation(
        effects.Intercept, "intercept", example="ally attacked: may intercept if target within 1 rival: saves ally"
    ),
    Notation(
        effects.Displace,
        "displace",
        Who("whom"),
        Amt("steps", "by"),
        Amt("within", "to within"),
        Flag("away", "away"),
        Flag("follow", "and follow", "follow"),
        example="ability: displace unit within 1 away and follow rival: opens attack",
    ),
    Notation(
        effects.Swap, "swap with|swap", Who("whom"), example="ability: may swap with unit within 1 rival: opens attack"
    ),
    Notation(effects.Move, "move", Who("whom"), Amt("most", "up to"), example="special: move rival: no attack"),
    Notation(effects.Advance, "advance", Amt("most"), example="activity: advance hits"),
    Notation(
        effects.Place,
        "place",
        Who("whom"),
        Word("on", get_args(HexWord), "on"),
        Hexes("hexes"),
        example="set up: place all troop on deployment",
    ),
    Notation(effects.Roam, "roam", Amt("steps"), example="movement: roam"),
    Notation(effects.Daze, "daze|dazed", Who("whom"), example="played: daze all opponents within 1"),
    Notation(
        effects.Fatigue, "fatigue|fatigued", Who("whom"), _until(), example="played: fatigue until end of its next turn"
    ),
    Notation(
        effects.Grant,
        "grant",
        Name("skill", A_SKILL),
        Who("to", "to"),
        _until(),
        example="grant Regen 1 to all troop (local)",
    ),
    Notation(
        effects.Suppress,
        "suppress",
        Name("skill", A_SKILL, every="skills"),
        Who("of", "of"),
        _until(),
        example="suppress all skills of all opponents within 1",
    ),
    Notation(
        effects.Allow,
        "may|allow",
        Word("what", get_args(Allowed)),
        Who("to", "to"),
        _until(),
        subject="to",
        example="may pass blocked",
    ),
    Notation(
        effects.Forbid,
        "cannot|can not|may not|forbid",
        Word("what", get_args(Forbidden)),
        Who("to", "to"),
        _until(),
        subject="to",
        example="all opponents within 1 cannot be displaced",
    ),
    Notation(effects.DrawAttacks, "draw attacks", example="draw attacks"),
    Notation(
        effects.MarkFirst,
        "mark",
        Word("opponent", get_args(Opponent)),
        Noise("first", written=True),
        example="mark hero first",
    ),
    Notation(
        effects.AttackAgain, "attack again|attack", Who("whom", "by"), example="defeats: may attack again once a turn"
    ),
    Notation(
        effects.EquipChip,
        "equip",
        Name("chip", A_CHIP),
        Who("whom", "to"),
        example="moved: may equip trident if on chip",
    ),
    Notation(
        effects.Unequip,
        "unequip",
        Name("chip", A_CHIP),
        Word("onto", ROLES, "onto"),
        example='special: damage 2 to opponent within 3, unequip trident onto chosen for holder:trident called "Throw"',
    ),
    Notation(effects.Defeat, "defeat", Who("whom"), example="arena turn: defeat all units (on key)"),
    Notation(
        effects.Discard,
        "discard",
        Name("tactic", A_TACTIC, every="tactics"),
        Who("whom", "from"),
        example="deployed: discard all tactics from all opponents within 1",
    ),
    Notation(
        effects.Owe,
        "",
        Word("what", get_args(Owed)),
        Amt("amount"),
        Text("text"),
        example='cleanup: gain influence 2 "if it is still on your pad"',
    ),
    Notation(
        effects.Drive,
        "drive",
        Name("chip", A_CHIP),
        Whole("steps", "by"),
        Hexes("round", "round"),
        example="arena turn: drive chariot by 3 round (D3 D4)",
    ),
    Notation(
        effects.Manual, "manual", Text("text"), example='turn start: manual "Turn the top card over, and carry it out."'
    ),
)
"""How each verb is written."""


def a_verb() -> str:
    """Say how a verb is written, by examples: there are too many to list."""
    examples, manual = "movement -1, cannot attack, gain 2 hp", 'manual "…"'
    text = later("what it does, as in {examples}, or its text by {manual} (all of it: {command})")
    return tr(text, examples=examples, manual=manual, command="`hoplo look effects`")


ALSO: tuple[Notation[Any], ...] = tuple(
    Notation(effects.Damage, heads, Amt("amount"), Noise("damage", needed=True), Who("to", "to"))
    for heads in ("", "deal|deals")
)
"""What is read as well, and never written: `1 damage to attacker`."""


def score_verb(cursor: PhraseCursor) -> int:
    """Count the tokens from here that show a verb to begin; 0 if none does."""
    return max(int(opens_whom(cursor)), *(notation.score(cursor) for notation in (*VERBS, *ALSO)))


def read_verb(cursor: PhraseCursor) -> AnyVerb:
    """Read a verb; what is allowed or forbidden may have its units in front (`all opponents cannot heal`)."""
    given = {"to": read_whom(cursor)} if opens_whom(cursor) else {}
    known = [notation for notation in (*VERBS, *ALSO) if notation.subject or not given]
    scores = [notation.score(cursor) for notation in known]
    if not max(scores):
        cursor.fail(tr("cannot or may, and what") if given else a_verb())
    found: AnyVerb = known[scores.index(max(scores))].read(cursor, **given)
    return found


def write_verb(verb: AnyVerb) -> str:
    """Write a verb as a line has it."""
    [notation] = [each for each in VERBS if each.kind is type(verb)]
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
        """List the verbs."""
        return a_verb()

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens that show a verb to begin."""
        return score_verb(cursor) or cursor.match("nothing")

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
        return quoted(value)


RIVAL = Notation(
    RivalUse,
    "",
    Word("when", get_args(get_type_hints(RivalUse)["when"]), unless=()),
    Conditions("conditions", "if"),
    Word("pick", SUPERLATIVES, "picks"),
    Flag("never_attacks", "never attacks"),
)

EFFECT = Notation(
    Effect,
    "",
    Starter("on"),
    Flag("may", "may"),
    Verbs("verbs"),
    Conditions("conditions", "if"),
    Word("once", ("turn", "combat"), "once a", "once per", "once each"),
    Rival("rival", "", "rival :"),
    Holder("holder", "for"),
    Called("name", later("the name of the effect"), "called"),
)

AFTER = later("the end, or one of: if …, once a …, rival: …, for …, called … (verbs go before these, with commas)")


def read_effect(text: str) -> Effect:
    """Read one effect as typed; UsageError names what is not understood, its place, and what would be right."""
    found = read_effects(text)
    if len(found) != 1:
        if not found:
            raise UsageError(tr("expected {what}", what=a_verb()))
        raise UsageError(tr("one effect is expected here, not {n}", n=len(found)))
    return found[0]


def read_effects(text: str) -> list[Effect]:
    """Read several effects, separated by `;` or on lines of their own; none from an empty text."""
    effects, line = [], []
    for token in [*tokens(text), None]:
        if token is not None and token.kind != "break":
            line.append(token)
        elif line:
            effects.append(_read_line(PhraseCursor(text, line, line[-1].end)))
            line = []
    return effects


def _read_line(cursor: PhraseCursor) -> Effect:
    _check_trigger(cursor)
    effect = EFFECT.read(cursor)
    if cursor.token.kind != "end":
        cursor.fail(tr(AFTER))
    return effect


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
