"""The conditions as words, one row each: `hp at least 2 at most 5`, `in range of target`, `count allies at most 1`."""

from __future__ import annotations

from typing import get_args

from hoplo_companion.components import effects
from hoplo_companion.components.words import CLASSES, EventKind, HexWord, Side
from hoplo_companion.notation.grammar import Notation
from hoplo_companion.notation.pieces import Either, Flag, Hexes, Name, Noise, Several, Word
from hoplo_companion.notation.whom import (
    CONDITIONS,
    NUMBERS,
    ROLES,
    Amt,
    Near,
    Units,
    read_condition,
    write_condition,
)

__all__ = ["CONDITIONS", "read_condition", "write_condition"]


def _bounds(before: str = "") -> tuple[Amt, Amt]:
    return Amt("at_least", f"{before}at least", "at least"), Amt("at_most", f"{before}at most", "at most")


CONDITIONS[:] = [
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
]
