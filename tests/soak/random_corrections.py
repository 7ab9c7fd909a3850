"""Random corrections by hand: what `fix` makes of a board is a position that can be read, and it says the same."""

import json
from random import Random

from hoplo_companion.errors import HoploError
from hoplo_companion.rules.by_hand import NONE, OF_COMBAT, OF_UNIT, OVER, chips_to_lay
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from tests.soak.random_reasons import random_board

VALUES = ("", "0", "1", "3", "99", "100", "999", "1000", "yes", "no", "later", NONE, "stun", "stun,stun", "green+1",
          "green+99,blue-99", "bnew0,anew1", "D3", "A1", "Z9", "nothing")  # fmt: skip
"""What is written behind a word, whether it fits there or not."""


def random_words(combat: Combat, random: Random) -> list[str]:
    """Make the words of a correction, which need not make sense."""
    unit = random.choice([*combat.units, *combat.lineup, "archer", "hydra"])
    value = random.choice([*VALUES, *combat.units, *combat.arena.mat.names(combat.arena.existing)])
    match random.choice(["unit", "unit", "combat", "chip", "place", "remove"]):
        case "unit":
            return ["set", unit, random.choice(list(OF_UNIT)), *value.split()]
        case "combat":
            return ["set", random.choice(sorted({*OF_COMBAT} - {"over", "ruling"})), value]
        case "chip":
            return ["set", random.choice(chips_to_lay(combat)), value]
        case "place":
            return ["place", unit, value, *random.choice([[], ["3"], ["rival"], ["player", "2"], ["arena"]])]
    return ["remove", unit, random.choice(["defeated", "camp", "lineup", *OVER])]


def hold_corrections(boards: int, seed: int, reader: PositionReader) -> int:
    """Correct random boards again and again; give how many corrections were taken."""
    random = Random(seed)
    taken = 0
    for _ in range(boards):
        try:
            combat = reader.read(json.dumps(random_board(random)).encode())
        except HoploError:
            continue  # more units than the printed arena has room for
        for _ in range(12):
            words = random_words(combat, random)
            try:
                after, _ = correct(combat, words)
            except HoploError:
                continue
            if after.over:
                break
            taken += 1
            written = write_position(after)
            try:
                again = reader.read_plain(written)
            except HoploError as fault:
                raise AssertionError(json.dumps([words, write_position(combat)])) from fault
            assert write_position(again) == written, (words, written)
            combat = after
    return taken
