"""Forecasts of random boards, four against four and eight against eight, and odds of matches, from Python."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from benchmarks.boards import board
from benchmarks.turns import SKILLS
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.odds.forecast import foresee
from hoplo_companion.rules.position.reading import PositionReader

BOARDS = {4: 30, 8: 12}
MEMORY = 100
"""MiB that a forecast may take."""

NEXT = {"chip": "reptilian", "movement": 1, "range": 1, "health": 3, "attack": ["blue", "blue"]}


def drawn(seed: int, units: int, skills: Sequence[str]) -> dict[str, Any]:
    """A board of a seed, with so many units a side."""
    random = Random(seed)
    position = board(random, "deployment", units, units) | {"step": "forecast", "bench": {"next": NEXT}}
    for unit in position["units"] if skills else []:
        unit["skills"] = [random.choice(skills)]
    return position


def memory() -> None:
    """Print the most memory that a process takes for forecasts of the largest boards."""
    text = "".join(json.dumps(drawn(seed, 8, ())) + "\n" for seed in range(2))
    command = [sys.executable, "-m", "hoplo_companion", "solve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stdin is not None
        process.stdin.write(text)
        process.stdin.close()
        _, process.returncode, used = os.wait4(process.pid, 0)
    print(f"forecast, 8 against 8: {used.ru_maxrss / 1024:.0f} MiB of memory (at most {MEMORY})")


def forecasts() -> None:
    """Print the processor time until a forecast has its first figures, and how many boards were counted exactly."""
    reader = PositionReader(Catalogue())
    for units, skills, target in ((4, (), 1), (4, SKILLS, 0.5), (8, (), 1)):
        times, exact = [], 0
        for seed in range(BOARDS[units]):
            combat = reader.read(json.dumps(drawn(seed, units, skills)).encode())
            start = time.process_time()
            exact += not foresee(combat, is_enough=lambda _found, _needed: True, explained=False).forecast.rough
            times.append(time.process_time() - start)
        what = ", a skill a unit" if skills else ""
        print(
            f"forecast, {units} against {units}{what}: {statistics.median(times):.2f} s of the processor, worst "
            f"{max(times):.2f} s (at most {target}), {exact} of {BOARDS[units]} exact"
        )


def matches() -> None:
    """Print the processor time of the odds of matches of Spartacus, a fresh process's each."""
    from hoplo_companion.spartacus import odds
    from hoplo_companion.spartacus.fighter import read_fighter

    cases: tuple[tuple[str, odds.Surrender, float], ...]
    cases = (("5/5/5", "best", 0.25), ("6/6/6", "best", 0.9), ("9/9/9", "even", 0.3))
    for text, way, target in cases:
        odds.blows.cache_clear()
        fighter = read_fighter(text)
        start = time.process_time()
        assert odds.Odds(fighter, fighter, way=way, exact=False).row
        taken = time.process_time() - start
        print(f"match of {text} against {text}, {way}: {taken:.2f} s of the processor (at most {target})")
