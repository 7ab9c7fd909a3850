"""Random boards for the benchmarks: so many rival units against so many of yours, on the standard mat."""

from __future__ import annotations

import json
from random import Random
from typing import Any

COLUMNS = [3, 4, 5, 6, 5, 4, 3]
HEXES = [f"{'ABCDEFG'[column]}{row + 1}" for column, rows in enumerate(COLUMNS) for row in range(rows)]
ARENA = {
    "region": "atlanteans",
    "columns": COLUMNS,
    "rival_deployment": ["A1", "A2", "A3"],
    "player_deployment": ["G1", "G2", "G3"],
    "key_hexes": ["D3", "D4"],
    "priorities": [
        {
            "for": "all",
            "list": [
                {"opponent": "flagholder"},
                {"hex": "chip", "chip": "trident"},
                {"opponent": "holding", "chip": "trident"},
                {"opponent": "farthest"},
            ],
        }
    ],
}
STEPS = ("movement", "engage", "movement", "tactics", "movement", "deployment")
"""Half of the positions are of the movement step, outcomes included."""


def _unit(random: Random, side: str, number: int, hex_: str) -> dict[str, Any]:
    hero = side == "player" and number == 0
    return {
        "id": f"{side}{number}",
        "chip": "reptilian",
        "side": side,
        "hex": hex_,
        "hp": random.randint(1, 5),
        "health": 5,
        "movement": random.randint(1, 2),
        "range": random.randint(1, 2),
        "attack": ["blue"] * random.randint(1, 3),
        "skills": random.choice([[], ["Taunt"], ["Regen 1"]]),
        "class": ["defender"],
        "hero": hero,
        "tactics": [] if hero else random.choice([[], ["adrenaline"]]),
    }


def board(random: Random, step: str, rivals: int, players: int) -> dict[str, Any]:
    """Make one position."""
    hexes = random.sample(HEXES, rivals + players + 1)
    units = [_unit(random, "rival", number, hexes.pop()) for number in range(rivals)]
    units += [_unit(random, "player", number, hexes.pop()) for number in range(players)]
    trident = {"hex": hexes.pop()} if random.random() < 0.5 or not players else {"holder": "player0"}
    return {
        "schema": "hoplo/position@1",
        "step": step,
        "turn": 3,
        "event": "king-of-the-hill",
        "arena": ARENA,
        "chips": {"trident": trident},
        "units": units,
        "rival": {"lineup": ["next"], "tactics": ["stun", "adrenaline"]},
        "bench": {"next": {"chip": "archer"}},
    }


def lines(count: int, seed: int = 1, most: int = 4, steps: tuple[str, ...] = STEPS) -> list[bytes]:
    """Make lines of positions with 1 to `most` units a side, the steps taking turns."""
    random = Random(seed)
    made = []
    for number in range(count):
        position = board(random, steps[number % len(steps)], random.randint(1, most), random.randint(1, most))
        made.append(json.dumps(position).encode())
    return made
