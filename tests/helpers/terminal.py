"""hoplo at a pseudo-terminal, as a player at the table has it: what it says is read, keys are pressed.

It is a process of its own, but not a new Python: it is forked from one that has imported hoplo and read the records.
One with a screen is a new Python, which has the terminal from its start.
"""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Self

import pytest

from hoplo_companion.cli.app import main
from hoplo_companion.cli.terminal.keys import PASTES, PASTES_NOT
from hoplo_companion.cli.terminal.output import set_value
from tests.helpers.cli import ROOT, as_a_new_process

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.warm"])


def _sit(screen: Connection, words: tuple[str, ...], environment: Mapping[str, str]) -> None:
    """Run hoplo at a terminal, in the process that is there for it."""
    for stream in range(3):
        os.dup2(screen.fileno(), stream)
    screen.close()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    sys.argv[1:] = words
    signal.signal(signal.SIGINT, signal.default_int_handler)
    as_a_new_process()
    main()


class Process(FORKS.Process):  # type: ignore[name-defined, misc]
    """A process that is asked about as one of `subprocess` is."""

    @property
    def returncode(self) -> int | None:
        code: int | None = self.exitcode
        return code

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, seconds: float | None = None) -> int | None:
        self.join(seconds)
        return self.returncode


RUNNING: list[Process | subprocess.Popen[bytes]] = []


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

        self.process: Process | subprocess.Popen[bytes]
        if args[:1] == ("play",) and not screen:
            set_value("screen", "no")
        self.main, side = pty.openpty()
        termios.tcsetwinsize(side, (lines, columns))
        environment = {**os.environ, "TERM": "xterm"}
        if screen:
            command = [sys.executable, "-m", "hoplo_companion", *args]
            self.process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, cwd=ROOT, env=environment)
            os.close(side)
        else:
            environment |= {"COLUMNS": str(columns), "LINES": str(lines)}
            with Connection(side) as connection:
                self.process = Process(target=_sit, args=(connection, args, environment))
                self.process.start()
        self.seen = self.all = ""
        RUNNING.append(self.process)

    def until(self, words: str, seconds: float = 20) -> Self:
        end = time.monotonic() + seconds
        while words not in self.seen and time.monotonic() < end:
            if not self._read():
                break
        assert words in self.seen, self.seen[-2000:]
        return self

    def _read(self) -> bool:
        """Read what has come by now; false where the terminal has gone."""
        if select.select([self.main], [], [], 0.1)[0]:
            try:
                read = os.read(self.main, 4096).decode(errors="replace").replace("\N{NO-BREAK SPACE}", " ")
            except OSError:
                return False
            self.seen += read
            self.all += read
            if "\x1b[6n" in read:
                os.write(self.main, b"\x1b[1;1R")
        return True

    def press(self, keys: str, then: str) -> Self:
        end = time.monotonic() + 20
        while keys == "\x03" and self.all.rfind(PASTES) <= self.all.rfind(PASTES_NOT) and time.monotonic() < end:
            self._read()
        self.seen = ""
        os.write(self.main, keys.encode())
        return self.until(then)

    def ends(self, code: int = 0) -> None:
        assert self.process.wait(20) == code
