"""A command at a pseudo-terminal, timed from a key to the next prompt."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence

PATIENCE = 15.0
"""Seconds after which a prompt that does not come ends the measuring."""

_SIGNS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")


class Terminal:
    """A process at a terminal of 80 columns and 24 lines."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self.main, side = pty.openpty()
        termios.tcsetwinsize(side, (24, 80))
        self.started = time.perf_counter()
        told = {**os.environ, "TERM": "xterm", **(env or {})}
        self.process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env=told)
        os.close(side)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.main)

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.main, keys.encode())

    def until(self, words: str) -> str:
        """Read until a pattern stands at the end of the screen; give what was said, without colours."""
        said, end = "", time.perf_counter() + PATIENCE
        while not re.search(f"(?:{words})$", said):
            if not select.select([self.main], [], [], max(0.0, end - time.perf_counter()))[0]:
                sys.exit(f"no {words!r} at the terminal: {said[-300:]!r}")
            try:
                read = os.read(self.main, 65536).decode(errors="replace")
            except OSError:
                return said
            if "\x1b[6n" in read:
                os.write(self.main, b"\x1b[24;1R")
            said += _SIGNS.sub("", read)
        return said
