"""hoplo at a pseudo-terminal, as a player at the table has it: what it says is read, keys are pressed."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest

from hoplo_companion.cli.terminal.settings import set_value
from tests.cli import ROOT

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

RUNNING: list[subprocess.Popen[bytes]] = []


def end_all() -> None:
    """End what a test has left at its terminals."""
    while RUNNING:
        process = RUNNING.pop()
        process.kill()
        process.wait()


class Terminal:
    """hoplo at a terminal of so many columns and lines; an evening is a stream, unless it has a `screen`."""

    def __init__(self, *args: str, columns: int = 100, lines: int = 60, screen: bool = False) -> None:
        import termios

        if args[:1] == ("play",) and not screen:
            set_value("screen", "no")

        self.main, side = pty.openpty()
        termios.tcsetwinsize(side, (lines, columns))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoplo_companion", *args],
            stdin=side,
            stdout=side,
            stderr=side,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm", **({} if screen else {"COLUMNS": str(columns), "LINES": str(lines)})},
        )
        os.close(side)
        self.seen = ""
        RUNNING.append(self.process)

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
