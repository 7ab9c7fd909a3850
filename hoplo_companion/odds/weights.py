"""The numbers that a quick look at a board goes by: set by hand, then by fights (`python -m benchmarks tune`).

`tune` plays the same fights with one number larger or smaller and prints how many more are won. Only what they are
against one another matters; `tests/odds/test_weights.py` holds the order of boards that they must give.
"""

from __future__ import annotations

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
