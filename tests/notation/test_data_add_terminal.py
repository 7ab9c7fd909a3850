"""Chips and cards entered by a conversation at a terminal."""

from __future__ import annotations

import pytest

from hoplo_companion.components.own import own_record, own_records
from tests.helpers.terminal import Terminal


def test_a_unit_is_entered_by_a_conversation() -> None:
    terminal = Terminal("data", "add", "unit").until(">")
    terminal.press(": \r", "is not a name")
    terminal.press("Murmillo\r", "e.g. defender")
    terminal.press("defe 1/1\r", "three numbers")
    terminal.press("defe 1/1/4 bb Tant\r", "did you mean taunt?")
    terminal.press("defe 1/1/4 bb Taunt, Regen 1\r", "kept in")
    assert "Murmillo: defender, Movement 1, Range 1, Health 4, blue blue, Taunt, Regen 1" in terminal.seen
    assert terminal.process.wait(10) == 0
    assert own_record("units", "murmillo") == {
        "name": "Murmillo", "class": ["defender"], "movement": 1, "range": 1, "health": 4, "attack": ["blue", "blue"],
        "skills": ["Taunt", "Regen 1"],
    }  # fmt: skip


def test_what_one_answer_says_is_not_asked_again() -> None:
    terminal = Terminal("data", "add", "event", "Brawl").until("Kind")
    terminal.press("2", "Rival's lineup")
    terminal.press("lbt, yours hc\r", "What it says")
    assert "Your lineup" not in terminal.seen
    terminal.press("\r", "is it right?")
    terminal.press("1", "kept in")


def test_a_tactic_is_entered_effect_by_effect() -> None:
    terminal = Terminal("data", "add", "tactic", "Stun").until("Kind")
    terminal.press("4", "What it says")
    terminal.press("dazzle it\r", "stop for it when?")
    terminal.press("9", "What it says")
    terminal.press("daze self\r", "what else")
    terminal.press("\r", "Rival places it")
    terminal.press("\r", "Brought by")
    terminal.press("\r", "is it right?")
    terminal.press("1", "Stun: temporary until end of its next turn, daze").ends()


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("unit",), ">"),
        (("skill", "Iron Skin"), "key or name:"),
        (("arena", "Lagoon"), ">"),
    ],
)
def test_stopping_keeps_nothing(words: tuple[str, ...], asked: str) -> None:
    terminal = Terminal("data", "add", *words).until(asked)
    terminal.press("\x03", "stopped").ends(130)
    assert own_records() == {}
