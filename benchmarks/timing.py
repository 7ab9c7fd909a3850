"""Whole processes, timed in turns."""

from __future__ import annotations

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


def ratio(command: Sequence[str], base: Sequence[str]) -> tuple[float, float, float]:
    """Time two commands in turns; give the median ratio, and both medians in seconds."""
    wall(command)
    wall(base)
    pairs = [(wall(command), wall(base)) for _ in range(ROUNDS)]
    return (
        statistics.median(one / other for one, other in pairs),
        statistics.median(one for one, _ in pairs),
        statistics.median(other for _, other in pairs),
    )
