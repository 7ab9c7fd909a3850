"""What a unit does hangs only on the hexes that the program takes it to hang on."""

from __future__ import annotations

import json
from random import Random

import pytest

from hoplo_companion.hexes import bits
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.outcomes import hexes_it_hangs_on
from hoplo_companion.rules.turns import as_turn_starts
from tests.soak.random_positions import random_position


@pytest.mark.parametrize("part", range(4))
def test_rivals_elsewhere_do_not_change_a_move(part: int, reader: PositionReader) -> None:
    random = Random(300 + part)
    changed = 0
    for _ in range(150):
        position = random_position(random, "movement")
        ground = Ground(as_turn_starts(reader.read(json.dumps(position).encode())))
        for mover in [ground.mover(unit) for unit in ground.rivals]:
            loose = ground.loose
            crowd = sum(hex_ for hex_ in bits(ground.open & ~mover.hex) if random.random() < 0.4) | mover.hex
            move = ground.consider(mover, crowd, loose)
            near = ground.within_reach(mover, crowd, loose) is not None
            view = mover.about if near else hexes_it_hangs_on(ground, mover, move, crowd, loose)
            for _ in range(4):
                others = sum(hex_ for hex_ in bits(ground.open & ~view & ~mover.hex) if random.random() < 0.5)
                then = (crowd & view) | others | mover.hex
                changed += then != crowd
                assert ground.consider(mover, then, loose) == move, json.dumps(position)
                if move.status == "moves" and not mover.roams:
                    for end in bits(move.destinations):
                        ways = ground.pick_ups(mover, end, crowd, loose)
                        assert ground.pick_ups(mover, end, then, loose) == ways, json.dumps(position)
    assert changed > 200, "hardly anything was tried"
