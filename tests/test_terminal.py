"""The rival's turn at a terminal: a key an answer, and stopping at any question."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest

from tests.cli import ROOT, hoplo

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


class Terminal:
    """hoplo at a terminal of its own."""

    def __init__(self, *args: str) -> None:
        self.main, side = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoplo_companion", *args],
            stdin=side,
            stdout=side,
            stderr=side,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "60"},
        )
        os.close(side)
        self.seen = ""

    def until(self, words: str, seconds: float = 20) -> None:
        """Read until some words are on the screen."""
        end = time.monotonic() + seconds
        while words not in self.seen and time.monotonic() < end:
            if select.select([self.main], [], [], 0.1)[0]:
                try:
                    read = os.read(self.main, 4096).decode(errors="replace")
                except OSError:
                    break
                self.seen += read
                if "\x1b[6n" in read:
                    os.write(self.main, b"\x1b[1;1R")
        assert words in self.seen, self.seen[-2000:]

    def press(self, keys: str, then: str) -> None:
        """Press keys, and wait for words that appear only then."""
        self.seen = ""
        os.write(self.main, keys.encode())
        self.until(then)


def test_at_a_terminal_each_answer_is_a_key() -> None:
    terminal = Terminal("rival-turn", "--example")
    terminal.until("Adrenaline?")
    terminal.until("key:")
    terminal.press("2", "moves next?")
    terminal.press("x1", "end its move?")
    terminal.press("2", "how many hits?")
    terminal.press("h", "next, blue")
    terminal.press("m", "it is your turn")
    assert "1 hit" in terminal.seen
    assert terminal.process.wait(10) == 0


def test_stopping_at_a_question_is_no_failure_of_the_program() -> None:
    terminal = Terminal("rival-turn", "--example")
    terminal.until("key:")
    terminal.press("\x03", "stopped")
    assert terminal.process.wait(10) == 130
    assert "Traceback" not in terminal.seen


def test_a_campaign_is_begun_by_a_conversation() -> None:
    terminal = Terminal("new")
    terminal.until("Your hero?")
    terminal.press("\r", "How hard?")
    terminal.press("\r", "Which class")
    terminal.press("\r", "Which dice")
    terminal.press("purple\r", "dice are yellow")
    terminal.press("blue blue\r", "Which upgrade")
    terminal.press("\r", "Prowess card 1 of 3")
    terminal.press("Endurance 1\r", "card 2 of 3")
    terminal.press("Endurance 2\r", "card 3 of 3")
    terminal.press("Grand Entrance\r", "The scion?")
    terminal.press("\r", "The primuses?")
    terminal.press("\x1b[B\r", "the campaign is called bingqing")
    assert terminal.process.wait(10) == 0


def test_a_bane_that_is_due_is_asked_for() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("influence", "gain", "4")
    terminal.until("Its name?")
    terminal.press("Gigantic\r", "Its kind?")
    terminal.press("\r", "The bane Gigantic is taken (bag bane).")
    assert terminal.process.wait(10) == 0
    assert hoplo("bag", "--json").json["contents"]["Gigantic"] == 1


def test_stopping_a_question_of_a_step_makes_no_step() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("influence", "gain", "4")
    terminal.until("Its name?")
    terminal.press("\x03", "stopped")
    assert terminal.process.wait(10) == 130
    assert hoplo("pad", "--json").json["influence"] == 0
