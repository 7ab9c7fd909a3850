"""The verbs as words, one row each: `add green to all allies within 1`, `displace unit by 1 away and follow`."""

from __future__ import annotations

from typing import Any, get_args

from hoplo_companion.components import effects
from hoplo_companion.components.effects import AnyVerb
from hoplo_companion.components.words import COLOURS, UNTILS, Allowed, Dice, Forbidden, HexWord, Opponent, Owed, Stat
from hoplo_companion.notation.grammar import Notation
from hoplo_companion.notation.phrases import PhraseCursor, said
from hoplo_companion.notation.pieces import Ahead, Colours, Flag, Hexes, Name, Noise, Signed, Text, Whole, Word
from hoplo_companion.notation.whom import ROLES, Amt, Who, opens_whom, read_whom

A_SKILL, A_CHIP, A_TACTIC = "the name of a skill", "the name of a chip", "the name of a tactic"


def _until() -> Word:
    return Word("until", UNTILS, "until")


def _by(key: str, *unless: str) -> Signed:
    return Signed(key, unless=unless)


VERBS: tuple[Notation[Any], ...] = (
    Notation(effects.AddDice, "add", Colours("dice"), Who("to", "to")),
    Notation(
        effects.RemoveDice,
        "remove",
        Amt("amount"),
        Word("which", ("strongest", "weakest", *COLOURS)),
        Noise("dice", "die"),
        Who("of", "of"),
    ),
    Notation(effects.ReplaceDice, "replace", Colours("each"), Word("by", COLOURS, "by"), Who("of", "of")),
    Notation(
        effects.ReRoll,
        "re-roll|reroll",
        Noise("dice", "die"),
        Word("which", ("missed", "hit", "any")),
        Noise("dice", "die"),
        Amt("most", "at most", "up to"),
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
    ),
    Notation(effects.Damage, "damage", Amt("amount"), Who("to", "to")),
    Notation(
        effects.RollAt,
        "roll",
        Noise("the"),
        Word("dice", get_args(Dice)),
        Noise("die"),
        Amt("times", "x", "×"),
        Who("at", "at"),
    ),
    Notation(effects.Heal, "heal", Amt("amount", short=("fully", None), unless=()), Who("whom", "to")),
    Notation(effects.GainHp, "gain", Amt("amount"), Noise("hp", written=True), Who("whom", "to")),
    Notation(effects.ChangeDamage, "damage", _by("by", "times"), Whole("times", "x", "×")),
    Notation(effects.CapLoss, "lose", Amt("at", "at most", short=("none", 0), needed=True)),
    Notation(effects.Intercept, "intercept"),
    Notation(
        effects.Displace,
        "displace",
        Who("whom"),
        Amt("steps", "by"),
        Amt("within", "to within"),
        Flag("away", "away"),
        Flag("follow", "and follow", "follow"),
    ),
    Notation(effects.Swap, "swap with|swap", Who("whom")),
    Notation(effects.Move, "move", Who("whom"), Amt("most", "up to")),
    Notation(effects.Advance, "advance", Amt("most")),
    Notation(effects.Place, "place", Who("whom"), Word("on", get_args(HexWord), "on"), Hexes("hexes")),
    Notation(effects.Roam, "roam", Amt("steps")),
    Notation(effects.Daze, "daze|dazed", Who("whom")),
    Notation(effects.Fatigue, "fatigue|fatigued", Who("whom"), _until()),
    Notation(effects.Grant, "grant", Name("skill", A_SKILL), Who("to", "to"), _until()),
    Notation(effects.Suppress, "suppress", Name("skill", A_SKILL, every="skills"), Who("of", "of"), _until()),
    Notation(effects.Allow, "may|allow", Word("what", get_args(Allowed)), Who("to", "to"), _until(), subject="to"),
    Notation(
        effects.Forbid,
        "cannot|can not|may not|forbid",
        Word("what", get_args(Forbidden)),
        Who("to", "to"),
        _until(),
        subject="to",
    ),
    Notation(effects.DrawAttacks, "draw attacks"),
    Notation(effects.MarkFirst, "mark", Word("opponent", get_args(Opponent)), Noise("first", written=True)),
    Notation(effects.AttackAgain, "attack again|attack", Who("whom", "by")),
    Notation(effects.EquipChip, "equip", Name("chip", A_CHIP), Who("whom", "to")),
    Notation(effects.Unequip, "unequip", Name("chip", A_CHIP), Word("onto", ROLES, "onto")),
    Notation(effects.Defeat, "defeat", Who("whom")),
    Notation(effects.Discard, "discard", Name("tactic", A_TACTIC, every="tactics"), Who("whom", "from")),
    Notation(effects.Owe, "", Word("what", get_args(Owed)), Amt("amount"), Text("text")),
    Notation(effects.Drive, "drive", Name("chip", A_CHIP), Whole("steps", "by"), Hexes("round", "round")),
    Notation(effects.Manual, "manual", Text("text")),
)
"""How each verb is written."""

A_VERB = "a verb: " + ", ".join(
    dict.fromkeys(
        said(word)
        for verb in VERBS
        for word in (
            verb.heads[:1] or [word for piece in verb.pieces[:2] if isinstance(piece, Word) for word in piece.meanings]
        )
    )
)


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
        cursor.fail("cannot or may, and what" if given else A_VERB)
    found: AnyVerb = known[scores.index(max(scores))].read(cursor, **given)
    return found


def write_verb(verb: AnyVerb) -> str:
    """Write a verb as a line has it."""
    [notation] = [each for each in VERBS if each.kind is type(verb)]
    return notation.write(verb)
