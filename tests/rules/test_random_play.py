"""Random rival's turns from random boards: never stuck, every question sound, every end a position again."""

import json
from random import Random

import pytest

from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import Moved, Roamed, Stayed
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin
from tests.soak.random_positions import random_position
from tests.soak.random_turns import choose, every_end, listed_ends, placed, play_out


@pytest.mark.parametrize("part", range(8))
def test_a_random_turn_ends_in_a_position_again(part: int, reader: PositionReader) -> None:
    random = Random(part)
    for _ in range(35):
        start = reader.read(json.dumps({**random_position(random), "step": "deployment"}).encode())
        end, _ = play_out(begin(start), random, by_hand=True)
        written = write_position(end)
        again = reader.read(json.dumps(written).encode())
        assert write_position(again) == written
        assert end.over or (end.turn, end.step) == (start.turn + 1, "deployment")


@pytest.mark.parametrize("part", range(8))
def test_the_step_as_played_ends_in_one_of_the_outcomes(part: int, reader: PositionReader) -> None:
    """Every way to play the Movement Step ends in a placement that `solve` lists."""
    random = Random(50 + part)
    for _ in range(15):
        position = random_position(random, "movement")
        start = reader.read(json.dumps(position).encode())
        played = {placed(play_out(begin(start, "movement"), random)[0]) for _ in range(6)}
        assert played <= listed_ends(start), json.dumps(position)


def test_the_questions_of_the_movement_step_leave_nothing_out(reader: PositionReader) -> None:
    """The order is asked only where it matters, and still every outcome of the step can be reached by answers."""
    random = Random(9)
    several = 0
    for _ in range(90):
        position = random_position(random, "movement")
        start = reader.read(json.dumps(position).encode())
        listed = listed_ends(start)
        if len(listed) <= 12:
            several += len(listed) > 1
            assert every_end(start) == listed, json.dumps(position)
    assert several > 10


def test_every_unit_is_told_of_once_in_the_movement_step(reader: PositionReader) -> None:
    random = Random(21)
    for _ in range(100):
        start = reader.read(json.dumps(random_position(random, "movement")).encode())
        combat, events = begin(start, "movement")
        while (question := pending(combat)) is not None:
            combat, more = apply(combat, choose(question, combat, random))
            events += more
        told = [event.unit for event in events if isinstance(event, Moved | Roamed | Stayed)]
        assert sorted(told) == sorted(unit.id for unit in start.in_arena("rival"))


def test_the_same_answers_give_the_same_turn(reader: PositionReader) -> None:
    for seed in range(30):
        start = reader.read(json.dumps({**random_position(Random(seed)), "step": "deployment"}).encode())
        one, other = (write_position(play_out(begin(start), Random(seed))[0]) for _ in range(2))
        assert one == other
