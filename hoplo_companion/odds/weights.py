"""The numbers that a quick look at a board goes by, set by hand, then by fights (`python -m benchmarks tune`, `fit`).

`tune` plays the same fights with one number larger or smaller and prints how many more are won. Only what they are
against one another matters; `tests/odds/test_weights.py` holds the order of boards that they must give.
"""

from typing import Literal, NamedTuple

Aim = Literal["goal", "safety", "damage"]


class Weights(NamedTuple):
    """What an aim weighs: the goal, what is done to the rival, what the rival may do to you."""

    goal: float
    harm: float
    danger: float


class Values(NamedTuple):
    """What things are worth, in HP.

    Shapes: `off` is each hex that a unit is short of having somebody within its Range; `threat` and `strength` what an
    average hit of the rival's units and of yours weighs. `key` is a unit on a key hex, `pull` a hex between a unit and
    a free one, `hill` having the points needed; `flag` is holding it, `home` a hex between it and your deployment
    hexes, `fetch` a hex between you and a flag that is not yours, `take` and `bring` a move that takes it up or home.
    `near` is how much less each opponent is feared the more of you are within its reach, `fall` how surely a unit falls
    that is dealt its HP on average; `enough` is by how much an action has to be better than nothing.
    """

    won: float = 200.0
    hero: float = 30.0
    blessing: float = 15.0
    unit: float = 8.0
    off: float = 0.25
    threat: float = 0.5
    strength: float = 0.3
    key: float = 7.0
    pull: float = 0.8
    hill: float = 40.0
    flag: float = 30.0
    home: float = 4.0
    fetch: float = 2.5
    take: float = 20.0
    bring: float = 150.0
    near: float = 0.7
    fall: float = 0.8
    enough: float = 0.5


WEIGHTS: dict[Aim, Weights] = {
    "goal": Weights(1.0, 1.0, 0.2),
    "safety": Weights(0.4, 0.7, 1.2),
    "damage": Weights(0.4, 2.0, 0.1),
}
VALUES = Values()


class Signs(NamedTuple):
    """What the chance to win hangs on as your turn begins, with its weight in log-odds (logistic regression).

    Shapes: `every` board, one of the `hill`, one of the `flag`; of your hero its `hp`, and the hits to be expected on
    it for each of these (`threat`); `blessings`, your other `units` and their HP (`units_hp`), the hits of all of them,
    who waits in `camp`; `attacks` is the worth of their best attacks now. Then the rival's HP, hits and lineup; points
    and your units on key hexes; that you hold the flag, hexes to bring it `home`, hexes to `fetch` it.
    """

    every: float = -0.27
    hill: float = 0.57
    flag: float = -0.12
    hp: float = 0.41
    threat: float = -0.39
    blessings: float = 2.49
    units: float = 0.22
    units_hp: float = 0.09
    hits: float = 0.45
    camp: float = 0.41
    attacks: float = 0.04
    their_hp: float = -0.19
    their_hits: float = -0.80
    lineup: float = -0.77
    points: float = 0.27
    keys: float = 0.44
    held: float = 3.46
    home: float = -0.31
    fetch: float = -0.07


SIGNS = Signs()
"""Fitted to 8,169 boards of 1,653 fights played at first sight, as `python -m benchmarks fit` does."""
