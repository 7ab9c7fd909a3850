"""Chips and cards entered by a conversation at a terminal."""

from __future__ import annotations

import pytest

from hoplo_companion.components.own import own_record, own_records
from tests.helpers.seated import conversed


def test_a_unit_is_entered_by_a_conversation() -> None:
    conversed(
        "data add unit", ": |Murmillo|defe 1/1|defe 1/1/4 bb Tant|defe 1/1/4 bb Taunt, Regen 1",
        "is not a name", "e.g. defender", "three numbers", "did you mean taunt?",
        "Murmillo: defender, Movement 1, Range 1, Health 4, blue blue, Taunt, Regen 1", "kept in",
    )  # fmt: skip
    assert own_record("units", "murmillo") == {
        "name": "Murmillo", "class": ["defender"], "movement": 1, "range": 1, "health": 4, "attack": ["blue", "blue"],
        "skills": ["Taunt", "Regen 1"],
    }  # fmt: skip


def test_what_one_answer_says_is_not_asked_again() -> None:
    said = ("Kind", "Rival's lineup", "What it says", "is it right?", "kept in")
    conversed("data add event Brawl", "2|lbt, yours hc|enter|1", *said)


def test_a_tactic_is_entered_effect_by_effect() -> None:
    conversed(
        "data add tactic Stun", "4|dazzle it|9|daze self|enter|enter|enter|1",
        "Kind", "What it says", "stop for it when?", "What it says", "what else", "Rival places it", "Brought by",
        "is it right?", "Stun: temporary until end of its next turn, daze",
    )  # fmt: skip


@pytest.mark.parametrize("call", ["unit", "skill 'Iron Skin'", "arena Lagoon"])
def test_stopping_keeps_nothing(call: str) -> None:
    conversed(f"data add {call}", "", code=130)
    assert own_records() == {}
