"""What is within a unit's reach hangs only on the hexes that the program takes it to hang on."""

import json
from random import Random

from hoplo_companion.hexes import bits
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.turns import as_turn_starts
from tests.soak.random_positions import random_position


def test_rivals_elsewhere_do_not_change_a_move_within_reach(reader: PositionReader) -> None:
    random = Random(300)
    changed = 0
    for _ in range(150):
        position = random_position(random, "movement")
        ground = Ground(as_turn_starts(reader.read(json.dumps(position).encode())))
        for mover in [ground.mover(unit) for unit in ground.rivals]:
            loose = ground.loose
            crowd = sum(hex_ for hex_ in bits(ground.open & ~mover.hex) if random.random() < 0.4) | mover.hex
            move = ground.within_reach(mover, crowd, loose)
            for _ in range(4):
                others = sum(hex_ for hex_ in bits(ground.open & ~mover.about) if random.random() < 0.5)
                then = (crowd & mover.about) | others | mover.hex
                changed += then != crowd
                mover.marking.clear()
                assert ground.within_reach(mover, then, loose) == move, json.dumps(position)
                for end in bits(move.destinations) if move is not None and move.status == "moves" else ():
                    ways = ground.pick_ups(mover, end, crowd, loose)
                    assert mover.roams or ground.pick_ups(mover, end, then, loose) == ways, json.dumps(position)
    assert changed > 200, "hardly anything was tried"
