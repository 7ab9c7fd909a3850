"""From a cold shell to the first answered question at a terminal, against loading a prompt library and a console."""

from __future__ import annotations

import os
import pty
import select
import statistics
import subprocess
import sys
import time

from benchmarks.timing import ROUNDS, wall

BASE = "import questionary, rich.console"
PROMPT = b"key: "


def first_answer(command: list[str]) -> float:
    """Time a command from its start to when its first question, answered by the key 1, has been taken."""
    main, side = pty.openpty()
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env={**os.environ, "TERM": "xterm"})
    os.close(side)
    try:
        _read_until(main, PROMPT)
        os.write(main, b"1")
        _read_until(main, b"\n")
        return time.perf_counter() - start
    finally:
        process.kill()
        process.wait()
        os.close(main)


def _read_until(terminal: int, words: bytes, seconds: float = 10) -> None:
    seen, end = b"", time.perf_counter() + seconds
    while words not in seen:
        if not select.select([terminal], [], [], max(0.0, end - time.perf_counter()))[0]:
            sys.exit(f"no {words!r} at the terminal: {seen[-200:]!r}")
        seen += os.read(terminal, 65536)


def first_question(hoplo: str) -> None:
    """Print the first answered question of a rival's turn against the base."""
    command, base = [hoplo, "rival-turn", "--example"], [sys.executable, "-c", BASE]
    first_answer(command)
    wall(base)
    pairs = [(first_answer(command), wall(base)) for _ in range(ROUNDS)]
    times = statistics.median(one / other for one, other in pairs)
    one, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"first answered question: {times:.2f} x {BASE} ({one:.3f} s, {other:.3f} s; at most 1.3)")
