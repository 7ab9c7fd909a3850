"""The exact forecast against brute force, on random small boards."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from hoplo_companion.notation.effects import read_effects
from hoplo_companion.odds.forecast import answer_forecast, before_turn, yours_in_arena
from hoplo_companion.odds.melees import Melees
from hoplo_companion.odds.search import Search
from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.own_catalogue import Own
from tests.soak import forecast_oracle
from tests.soak.random_forecasts import lies_between, random_forecast, savings_lose_nothing
from tests.soak.random_positions import random_position

PARTS, BOARDS, SAVING = 4, 12, 40

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


def agree(boards: int, seed: int, reader: PositionReader) -> int:
    """Hold forecasts of random boards against the brute force; give how many units had something to fear."""
    random = Random(seed)
    feared = 0
    for _ in range(boards):
        position = small_board(random)
        ours = answer_forecast(reader.read(json.dumps(position).encode()))
        theirs = {"units": forecast_oracle.forecast(position)}
        assert ours == theirs, json.dumps(position)
        feared += sum(each["damage"]["worst"] != "0" for each in theirs["units"].values())
    return feared


def with_more(random: Random) -> tuple[dict[str, Any], Own]:
    """Make a small board on heights and key hexes, with cards in force and effects that last."""
    position = small_board(random)
    hexes = [unit["hex"] for unit in position["units"] if unit.get("hex")]
    arena = position["arena"]
    arena["key_hexes"] = sorted({*arena["key_hexes"], *random.sample(hexes, len(hexes) // 2)})
    arena["elevation"] = arena.get("elevation", {}) | {hex_: random.randint(0, 2) for hex_ in hexes}
    made = [
        {"do": random.choice(forecast_oracle.CARDS_DO), "if": random.choice(forecast_oracle.IF),
         "for": random.choice(forecast_oracle.FOR)}
        for _ in range(random.choice([1, 2]))
    ]  # fmt: skip
    lines = [f"{each['do']}{' if ' if each['if'] else ''}{each['if']} for {each['for']}" for each in made]
    ids = [unit["id"] for unit in position["units"]]
    lasting: list[dict[str, Any]] = [
        {"do": random.choice(forecast_oracle.LASTS), "units": random.sample(ids, random.randint(1, len(ids)))}
        for _ in range(random.choice([0, 1, 1, 2]))
    ]
    position["more"] = {"cards": made, "lasting": lasting}
    position["cards"] = {"banes": [f"card{at}" for at in range(len(lines))]}
    position["state"]["lasting"] = [
        {
            "do": msgspec.to_builtins(read_effects(each["do"])[0].verbs[0]),
            "units": each["units"],
            "until": "end-of-turn",
        }
        for each in lasting
    ]
    return position, Own(banes={f"Card{at}": {"kind": "bag", "effects": line} for at, line in enumerate(lines)})


def agree_with_more(boards: int, seed: int) -> int:
    """Hold forecasts of boards with cards, heights and lasting effects against the brute force."""
    random, differing = Random(seed), 0
    for _ in range(boards):
        position, own = with_more(random)
        shown = {key: value for key, value in position.items() if key != "more"}
        ours = answer_forecast(own.reader.read(json.dumps(shown).encode()))
        theirs = {"units": forecast_oracle.forecast(position)}
        assert ours == theirs, json.dumps(position)
        differing += theirs["units"] != forecast_oracle.forecast(shown)
    return differing


@pytest.mark.rule("arena.elevation", "effect.until", "blessing.survive")
@pytest.mark.parametrize("part", range(PARTS))
def test_heights_key_hexes_cards_and_what_lasts_agree_with_brute_force(part: int) -> None:
    assert agree_with_more(BOARDS, part), "they make a difference on some of these boards"


@pytest.mark.rule("blessing.survive")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_forecast_agrees_with_brute_force(part: int, reader: PositionReader) -> None:
    assert agree(BOARDS, part, reader) > BOARDS // 3


@pytest.mark.parametrize("seed", range(3))
def test_turns_played_at_random_lie_between_the_bounds(seed: int) -> None:
    lies_between(seed, 150)


@pytest.mark.parametrize("seed", range(12))
def test_a_melee_in_hit_points_comes_to_what_playing_it_does(seed: int, reader: PositionReader) -> None:
    position = random_forecast(seed, 3) | {"from": "engage"}
    start = before_turn(reader.read(json.dumps(position).encode()))
    search, plain = (Search(start, yours_in_arena(start)) for _ in range(2))
    with patch.object(Melees, "begun", return_value=None):
        assert plain.outlooks(start) == search.outlooks(start), json.dumps(position)


@pytest.mark.parametrize("part", range(4))
def test_what_the_search_saves_changes_nothing(part: int) -> None:
    held = [savings_lose_nothing(seed) for seed in range(part * SAVING, part * SAVING + SAVING)]
    assert sum(held) > SAVING * 0.9
