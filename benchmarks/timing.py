"""Whole processes, timed in turns."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Sequence

ROUNDS = 15


def wall(command: Sequence[str], text: bytes = b"") -> float:
    """Time a whole process."""
    start = time.perf_counter()
    subprocess.run(command, input=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def processor(command: Sequence[str]) -> float:
    """The processor time of a whole process, which what else the machine does hardly changes."""
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def ratio(command: Sequence[str], base: Sequence[str]) -> tuple[float, float, float]:
    """Compare the processor time of two commands, in turns; give the median ratio, and both medians in seconds."""
    processor(command)
    processor(base)
    pairs = [(processor(command), processor(base)) for _ in range(ROUNDS)]
    return (
        statistics.median(one / other for one, other in pairs),
        statistics.median(one for one, _ in pairs),
        statistics.median(other for _, other in pairs),
    )
