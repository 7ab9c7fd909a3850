"""Where the numbers of `odds/quick_look.py` come from: fights played at first sight.

`tune` plays them with each number larger and smaller; `fit` finds what the chance to win hangs on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import exp

from benchmarks.advice import GOALS, board, greedy, paired, played_by
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.dice import Dice
from hoplo_companion.odds import quick_look
from hoplo_companion.odds.fight import WON, played_on, quick
from hoplo_companion.odds.policy import next_action
from hoplo_companion.odds.quick_look import WEIGHTS, Signs, Values, Weights, signs
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import Action
from hoplo_companion.rules.position.reading import PositionReader

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
    values, aims = quick_look.VALUES, quick_look.WEIGHTS["goal"]
    before = won(wanted.seed, wanted.fights)
    for name in wanted.names or (*Weights._fields, *Values._fields):
        for factor in FACTORS:
            if name in Weights._fields:
                quick_look.WEIGHTS["goal"] = aims._replace(**{name: factor * getattr(aims, name)})
            else:
                quick_look.VALUES = values._replace(**{name: factor * getattr(values, name)})
            more, error = paired(won(wanted.seed, wanted.fights), before)
            print(f"{name} x {factor}: {more:+.1f} ± {error:.1f} points", flush=True)
            quick_look.WEIGHTS["goal"], quick_look.VALUES = aims, values


# What the chance to win hangs on -------------------------------------------------------------------------------------

Row = tuple[Signs, bool, float]
"""The signs of a board, whether its fight was won, and how much it counts."""

STEPS, HELD_BACK = 12, 0.1
"""So many steps of Newton's are taken, and so strongly is every weight drawn to 0."""


def boards_of(seed: int) -> list[Row]:
    """The boards of a fight as your turns begin; its first few turns are played by others, so that boards differ."""
    found: list[Signs] = []
    turn, begun = 0, None

    def act(combat: Combat, dice: Dice) -> Action:
        nonlocal turn, begun
        if begun is not dice:  # every turn has its own
            begun, turn = dice, turn + 1
            if turn > seed % 5:
                found.append(signs(combat))
        if turn > seed % 5:
            return quick(combat, dice)
        way = (seed // 5 + turn) % 4
        return greedy(combat, dice) if way == 0 else next_action(combat, list(WEIGHTS)[way - 1])

    combat = PositionReader(Catalogue()).read(json.dumps(board(seed, GOALS[seed % 3])).encode())
    is_won = played_on(combat, seed, act).over == WON
    return [(each, is_won, 1 / len(found)) for each in found]


def fitted(rows: Sequence[Row]) -> Signs:
    """The weights by which the signs of boards say best how likely they are won (logistic regression)."""
    size = len(Signs._fields)
    weight = [0.0] * size
    for _ in range(STEPS):
        slope = [HELD_BACK * each for each in weight]
        curve = [[HELD_BACK * (at == other) for other in range(size)] for at in range(size)]
        for found, is_won, counts in rows:
            chance = 1 / (1 + exp(-sum(one * other for one, other in zip(weight, found, strict=True))))
            seen = [(at, sign) for at, sign in enumerate(found) if sign]
            for at, sign in seen:
                slope[at] += counts * (chance - is_won) * sign
                for other, beside in seen:
                    curve[at][other] += counts * chance * (1 - chance) * sign * beside
        weight = [before - by for before, by in zip(weight, _solved(curve, slope), strict=True)]
    return Signs(*(round(each, 2) for each in weight))


def _solved(rows: list[list[float]], ends: list[float]) -> list[float]:
    """Solve equations by elimination."""
    size = len(ends)
    whole = [[*row, end] for row, end in zip(rows, ends, strict=True)]
    for at in range(size):
        whole[at] = [each / whole[at][at] for each in whole[at]]
        for other in range(size):
            if other != at:
                by = whole[other][at]
                whole[other] = [each - by * mine for each, mine in zip(whole[other], whole[at], strict=True)]
    return [row[-1] for row in whole]


def fit(words: Sequence[str]) -> None:
    """Print the weights that fights played at first sight say."""
    reading = argparse.ArgumentParser("python -m benchmarks fit")
    reading.add_argument("--fights", type=int, default=1_650)
    reading.add_argument("--seed", type=int, default=200_000, help="of the first fight; each has its own")
    wanted = reading.parse_args(words)
    rows = [row for seed in range(wanted.seed, wanted.seed + wanted.fights) for row in boards_of(seed)]
    print(f"{len(rows)} boards: {fitted(rows)}")
