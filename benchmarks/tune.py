"""Say what the numbers of `odds/weights.py` are worth: fights played at first sight with each larger and smaller."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.advice import GOALS, paired, played_by
from hoplo_companion.odds import weights
from hoplo_companion.odds.fight import quick
from hoplo_companion.odds.weights import Values, Weights

FIGHTS = 200
FACTORS = (0.5, 2.0)


def won(seed: int, fights: int) -> list[bool]:
    """Play fights of every goal at first sight, and say which are won."""
    return [each for event in GOALS for each in played_by({"quick": quick}, seed, fights, event)["quick"]]


def tune(words: Sequence[str]) -> None:
    """Print how much more is won where a number is another one, in points, with its standard error."""
    reading = argparse.ArgumentParser("python -m benchmarks tune")
    reading.add_argument("--fights", type=int, default=FIGHTS, help="so many of each goal")
    reading.add_argument("--seed", type=int, default=50_000, help="of the first fight; each has its own")
    reading.add_argument("names", nargs="*", help="of the numbers to look at; all, if left out")
    wanted = reading.parse_args(words)
    values, aims = weights.VALUES, weights.WEIGHTS["goal"]
    before = won(wanted.seed, wanted.fights)
    for name in wanted.names or (*Weights._fields, *Values._fields):
        for factor in FACTORS:
            if name in Weights._fields:
                weights.WEIGHTS["goal"] = aims._replace(**{name: factor * getattr(aims, name)})
            else:
                weights.VALUES = values._replace(**{name: factor * getattr(values, name)})
            more, error = paired(won(wanted.seed, wanted.fights), before)
            print(f"{name} x {factor}: {more:+.1f} ± {error:.1f} points", flush=True)
            weights.WEIGHTS["goal"], weights.VALUES = aims, values
