"""The guided evening at a terminal: one question after the other, and the same session as the single commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import Ran, hoplo
from tests.test_terminal import Terminal

pytest.importorskip("pty", reason="this system has no pseudo-terminals")

CARD = "Duel: bloodshed, lineup bag, yours hero camp"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play in a home of its own, where the chips that are met are told."""
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    ran("data", "add", "unit", "Attacker: attacker, 2/1/4, blue blue")
    return tmp_path


def ran(*words: str) -> Ran:
    """Run a command that has to succeed."""
    done = hoplo(*words)
    assert done.code == 0, done.err
    return done


def fight(home: Path) -> None:
    """Set a fight of its own up, with the rival's Attacker to come."""
    script = home / "draws.jsonl"
    script.write_text('"attacker"\n', encoding="utf-8")
    ran(
        "fight",
        "start",
        CARD,
        "--hero",
        "krakenlance",
        "--arena",
        "kunlun",
        "--attack",
        "blue",
        "--answers",
        str(script),
    )


def test_an_evening_goes_from_turn_to_turn_by_keys(home: Path) -> None:
    fight(home)
    evening = Terminal("play")
    evening.until("the rival's turn")
    evening.until("key:")
    evening.press("t", "deploy a unit")
    assert "attacker is deployed on A1" in evening.seen
    evening.press("d", "Where?")
    evening.press("1", "krakenlance is deployed on G1")
    evening.until("end your turn")
    evening.press("e", "the rival's turn")
    evening.press("Q", "Q")
    assert evening.process.wait(10) == 0
    assert hoplo("fight", "--json").json["fight"]["turn_of"] == "rival"


def test_asides_at_a_question_look_undo_and_leave_it_open(home: Path) -> None:
    fight(home)
    ran("rival-turn")
    ran("turn", "deploy krak G1; end")
    ran("place", "attacker", "F1", "--note", "the mat")
    ran("data", "add", "arena", "Kunlun: all: hero > any")
    evening = Terminal("play")
    evening.until("key:")
    evening.press("t", "how many hits?")
    evening.press("B", "Kunlun")
    evening.press("R", "About what?")
    evening.press("taunt\r", "Unit Skills")
    evening.press("U", "taken back")
    evening.until("the rival's turn")
    evening.press("t", "how many hits?")
    evening.press("2", "2 damage")
    evening.until("Q quit")
    evening.until("key:")
    evening.press("\x03", "goes on from here")
    assert evening.process.wait(10) == 0
    position = hoplo("board", "--json").json
    assert [unit["hp"] for unit in position["units"] if unit["id"] == "krakenlance"] == [3]


def test_the_evening_goes_on_where_a_command_left_it(home: Path) -> None:
    fight(home)
    evening = Terminal("play")
    evening.until("key:")
    ran("rival-turn")
    evening.press("t", "it is not the rival's turn")
    evening.until("deploy a unit")
    evening.press("z", "none of the keys")


def test_without_a_terminal_it_says_so() -> None:
    done = hoplo("play")
    assert done.code == 2
    assert "terminal" in done.err


def test_a_note_is_kept_in_the_history(home: Path) -> None:
    ran("new", "--first-game")
    ran("note", "we", "stopped", "for", "dinner")
    assert "Note: we stopped for dinner" in ran("history").out
