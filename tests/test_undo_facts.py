"""Undo, and what was entered of components: it leaves the player's data with the step, and comes back with a redo."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import hoplo
from tests.followed import done
from tests.terminal import Terminal

CARD = "Duel: bloodshed, lineup local, yours hero camp*2"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Begin the first campaign at a home of its own, and go to a Bloodshed location."""
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    done("new", "--first-game")
    done("map", "add", "Atlantis", "--kind", "capital", "--region", "atlanteans", "--path", "Reef")
    done("map", "add", "Reef", "--kind", "bloodshed", "--region", "atlanteans", "--path", "Atlantis")
    done("travel", "Reef")
    return tmp_path


def test_undoing_a_step_takes_out_what_was_entered_with_it(home: Path) -> None:
    """The chip is asked for again, and a redo has it back; a record of before stays as it was."""
    chip = home / "data" / "units" / "murmillo.toml"
    assert hoplo("fight", "start", CARD).code == 2
    assert hoplo("answer", "murmillo").code == 2
    assert hoplo("answer", "defender, 1/1/3, blue").code == 2
    assert chip.is_file()
    assert "out of your data" in done("undo").out
    assert not chip.exists()
    assert "component.unit" in hoplo("answer").err
    done("redo")
    assert chip.is_file()
    done("undo", "--fight")
    assert not chip.exists()
    assert "duel" not in done("data", "list", "events").out


def test_what_was_changed_since_stays_and_is_said(home: Path) -> None:
    assert hoplo("fight", "start", CARD).code == 2
    assert hoplo("answer", "murmillo", "defender, 1/1/3, blue").code == 2
    done("data", "add", "unit", "Murmillo: defender, 2/1/3, blue blue")
    assert "stays in your data" in done("undo").out
    assert (home / "data" / "units" / "murmillo.toml").is_file()


def test_u_at_the_first_question_of_a_step_leaves_the_accepted_event() -> None:
    """In a conversation U goes back to the question before, and from its first one to the choice of what comes next."""
    done("event", "accept")
    terminal = Terminal("play")
    terminal.until("without hoplo: clean up")
    terminal.until("Q quit")
    terminal.press("2", "How did the combat end?")
    terminal.until("key or name:")
    terminal.press("1", "HP now")
    terminal.until("> ")
    terminal.press("U\r", "How did the combat end?")
    terminal.until("key or name:")
    terminal.press("U", "Nothing of this is to be undone yet")
    terminal.until("without hoplo: clean up")
    terminal.press("Q", "Everything is kept")
    assert done("event", "--json").json["event"]["phase"] == "cleanup"
