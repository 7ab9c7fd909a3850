"""From a cold shell to the first answered question at a terminal, against loading the command line and a console."""

from __future__ import annotations

import statistics
import sys
import time

from benchmarks.terminal import Terminal
from benchmarks.timing import ROUNDS, wall

BASE = "import typer, rich.console"


def first_answer(command: list[str]) -> float:
    """Time a command from its start to when its first question, answered by the key 1, has been taken."""
    with Terminal(command) as terminal:
        terminal.until("key(?: or name)?: ")
        terminal.press("1")
        terminal.until("(?s:.*\n.*)")
        return time.perf_counter() - terminal.started


def first_question(hoplo: str) -> None:
    """Print the first answered question of a rival's turn against the base."""
    command, base = [hoplo, "rival-turn", "--example"], [sys.executable, "-c", BASE]
    first_answer(command)
    wall(base)
    pairs = [(first_answer(command), wall(base)) for _ in range(ROUNDS)]
    times = statistics.median(one / other for one, other in pairs)
    one, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"first answered question: {times:.2f} x {BASE} ({one:.3f} s, {other:.3f} s; at most 3)")
