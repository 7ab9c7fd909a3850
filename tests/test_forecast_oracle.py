"""The exact forecast against brute force, on random small boards."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hoplo_companion.odds.forecast import answer_forecast
from hoplo_companion.rules.position.reading import PositionReader
from tests import forecast_oracle
from tests.random_positions import random_position

PARTS, BOARDS = 4, 30

KNOWN = {
    "Taunt", "First Strike", "Tactical", "Flight", "Confidence", "Inspire", "Dig In", "Deflect", "Absorb", "Dodge",
    "Nimble", "Perfect Strike", "Quickstrike", "Retaliate", "Undying",
}  # fmt: skip
"""The skills that the brute force knows of, beside Regen and Fury Aura."""

FROM = ["deployment", "tactics", "movement", "abilities", "engage"]


def small_board(random: Random) -> dict[str, Any]:
    """Make a small board that the brute force can count."""
    position = random_position(random, "engage")
    first = random.choice(FROM)
    position |= {"step": "forecast", "from": first, "event": "bloodshed", "act": random.randint(1, 4)}
    position.pop("chips", None)
    position.pop("flag", None)
    units = []
    for side, most in (("rival", 3), ("player", 3), ("arena", 1)):
        units += [unit for unit in position["units"] if unit["side"] == side][:most]
    for stats in [*units, *position["bench"].values()]:
        stats["skills"] = [skill for skill in stats["skills"] if skill in KNOWN or skill.startswith(("Regen", "Fury"))]
        if random.random() < 0.5:
            stats["skills"] += random.sample(sorted({*KNOWN} - {*stats["skills"]}), 1)
        while sum(stats["attack"]) > 3:
            at = random.choice([at for at, count in enumerate(stats["attack"]) if count])
            stats["attack"][at] -= 1
    position["units"] = units
    ids = {unit["id"] for unit in units}
    position["state"] = {key: [id_ for id_ in told if id_ in ids] for key, told in position.get("state", {}).items()}
    stayed = [unit["id"] for unit in units if unit["side"] == "rival" and random.random() < 0.5]
    known = first in ("abilities", "engage")
    position["state"]["stayed"] = stayed if known else []
    position["state"]["moved"] = [u["id"] for u in units if u["side"] == "rival" and u["id"] not in stayed] * known
    if first == "deployment":
        # The turn begins: nobody has been struck in it.
        position["state"]["struck"] = []
    position["player"] = {"blessings": random.choice([0, 0, 1, 2])}
    return position


@pytest.mark.parametrize("part", range(PARTS))
def test_a_forecast_agrees_with_brute_force(part: int, reader: PositionReader) -> None:
    random = Random(part)
    told = 0
    for _ in range(BOARDS):
        position = small_board(random)
        ours = answer_forecast(reader.read(json.dumps(position).encode()))
        theirs = {"units": forecast_oracle.forecast(position)}
        assert ours == theirs, json.dumps(position)
        told += sum(each["damage"]["worst"] != "0" for each in theirs["units"].values())
    assert told > BOARDS // 3
