"""Find what the marks of a board weigh for the chance to win: a logistic regression over fights played out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from benchmarks.advice import EVENTS, board
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.odds.fight import MOST_TURNS, WON, played_on
from hoplo_companion.odds.likely import Marks, marks
from hoplo_companion.rules.position.reading import PositionReader

FIGHTS = 600
STEPS = 400
CALM = 0.5
"""How strongly weights are held back that little speaks for."""


class Seen(NamedTuple):
    """A board as your turn begins, and whether the fight was won."""

    marks: Marks
    won: bool


def boards_of(seed: int, event: str, reader: PositionReader) -> list[Seen]:
    """Play the fight of a seed, and list the boards with which turns of yours began."""
    combat, found = reader.read(json.dumps(board(seed, event)).encode()), []
    for _ in range(MOST_TURNS):
        combat = played_on(combat, seed, rounds=1)
        if combat.over:
            break
        found.append(marks(combat))
    return [Seen(each, combat.over == WON) for each in found]


def regression(seen: list[Seen]) -> Marks:
    """Find the weights that make what was seen likeliest, by steps uphill over marks of like size."""
    count = len(seen)
    means = [sum(column) / count for column in zip(*(each.marks for each in seen), strict=True)]
    spreads = [
        (sum((mark - mean) ** 2 for mark in column) / count) ** 0.5
        for column, mean in zip(zip(*(each.marks for each in seen), strict=True), means, strict=True)
    ]
    means[0], spreads[0] = 0.0, 1.0
    rows = [
        [
            (mark - mean) / spread if spread else 0.0
            for mark, mean, spread in zip(each.marks, means, spreads, strict=True)
        ]
        for each in seen
    ]
    weights = [0.0] * len(means)
    for _ in range(STEPS):
        uphill = [-CALM * weight / count for weight in weights]
        for row, each in zip(rows, seen, strict=True):
            off = each.won - 1 / (1 + exp(-sum(weight * mark for weight, mark in zip(weights, row, strict=True))))
            uphill = [so_far + off * mark / count for so_far, mark in zip(uphill, row, strict=True)]
        weights = [weight + 2 * step for weight, step in zip(weights, uphill, strict=True)]
    raw = [weight / spread if spread else 0.0 for weight, spread in zip(weights, spreads, strict=True)]
    raw[0] -= sum(weight * mean for weight, mean in zip(raw[1:], means[1:], strict=True))
    return Marks(*(round(weight, 2) for weight in raw))


def tune(words: Sequence[str]) -> None:
    """Print the table of `odds/likely.py`, from fights of each goal."""
    reading = argparse.ArgumentParser("python -m benchmarks tune")
    reading.add_argument("--fights", type=int, default=FIGHTS, help="so many of each goal")
    reading.add_argument("--seed", type=int, default=50_000, help="of the first fight; each has its own")
    wanted, reader = reading.parse_args(words), PositionReader(Catalogue())
    for event in EVENTS:
        seeds = range(wanted.seed, wanted.seed + wanted.fights)
        seen = [each for at in seeds for each in boards_of(at, event, reader)]
        print(f'    "{event}": Marks({", ".join(map(str, regression(seen)))}),')
