"""The rival's turn at a terminal: a key an answer, and stopping at any question."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest

from tests.cli import ROOT

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
