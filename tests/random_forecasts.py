"""Forecasts of larger boards: turns played at random have to lie between the bounds that were counted."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from msgspec.structs import replace

from benchmarks.boards import board
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.dice import HIT_FACES, SIDES
from hoplo_companion.odds.costs import costs
from hoplo_companion.odds.forecast import Outlook, before_turn, forecast
from hoplo_companion.rules.agenda import advance, apply, pending
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader

SKILLS = ["Taunt", "Regen 1", "Retaliate", "Confidence", "Fury Aura 1", "Absorb", "Dodge", "Quickstrike", "Inspire"]
SIGMAS = 5


def random_forecast(seed: int, units: int) -> dict[str, Any]:
    """Make a position of so many units a side to forecast, mostly from its Engage Step."""
    random = Random(seed)
    position = board(random, "movement", units, units) | {"step": "forecast", "player": {"blessings": seed % 2}}
    position["from"] = random.choice(["movement", "abilities", "engage", "engage"])
    for unit in position["units"]:
        unit["skills"] = random.sample(SKILLS, random.choice([0, 0, 1]))
    return position


def played(combat: Combat, random: Random) -> dict[str, tuple[int, int]]:
    """Play a turn, every die face by face and every choice at random; give what it cost each unit."""
    found: dict[str, tuple[int, int]] = {}
    before = combat
    combat, events = advance(combat)
    while True:
        for id_, lost, fell in costs(before, events):
            has = found.get(id_, (0, 0))
            found[id_] = (has[0] + fell, has[1] + lost)
        question = pending(combat)
        if question is None:
            return found
        before = combat
        if question.kind == "dice":
            answer: Any = sum(random.randrange(SIDES) < HIT_FACES[die] for die in question.dice)
        else:
            answer = random.choice(question.options)
        combat, events = apply(combat, answer)


def lies_between(seed: int, turns: int, units: int = 4) -> None:
    """Hold the means of many turns against what was counted."""
    position = random_forecast(seed, units)
    start = PositionReader(catalogue()).read(json.dumps(position).encode())
    exact = forecast(start).units
    combat = replace(before_turn(start), foresight=True)
    random = Random(seed)
    ends = [played(combat, random) for _ in range(turns)]
    for id_, outlook in exact.items():
        for what in (0, 1):
            _holds(position, id_, outlook, what, [end.get(id_, (0, 0))[what] for end in ends])


def _holds(position: dict[str, Any], id_: str, outlook: Outlook, what: int, seen: list[int]) -> None:
    bounds = outlook[what]
    mean = sum(seen) / len(seen)
    error = (sum((each - mean) ** 2 for each in seen) / len(seen) / (len(seen) - 1)) ** 0.5
    # Of what hardly ever happens a sample may show nothing at all.
    slack = SIGMAS * error + 10 / len(seen)
    told = f"{id_} {bounds} {mean} {json.dumps(position)}"
    assert float(bounds.best) - slack <= mean <= float(bounds.worst) + slack, told
