"""Lines that nobody meant: sound positions with bytes, values and keys put wrong, for whatever reads from outside."""

import json
import random
from copy import deepcopy
from typing import Any

import msgspec

from hoplo_companion.cli.fight import positions
from hoplo_companion.errors import HoploError
from hoplo_companion.rules.position.reading import PositionReader
from tests.soak.random_positions import random_position

VALUES: list[Any] = [
    None, True, False, 0, -1, 1.5, 1e308, 2**31, 2**63, 2**64, -(2**200), float("nan"), float("inf"), "", " ", "\0",
    "\x1b[2J", "\u202e", "\u200b", "\ud800", "\u2028", "x" * 5000, "A1", "rep", [], {}, [[]], [None], {"": {}},
    {"hex": "A1", "holder": "x"}, ["x", 1, None, {}], "hydra", "archer", "reptilian", "Regen 99999", "r\u00e9p",
]  # fmt: skip
"""What may be put in any place."""

BYTES = [
    b"1e999", b"-1e999", b"1e-999", b"1" + b"0" * 400, b"NaN", b"Infinity", b"\xff", b"\xc3", b"\xed\xa0\x80",
    b"\xef\xbb\xbf", b"\\ud800", b'"\\ud800"', b"\\u0000", b"\0", b"\r", b"\x1b", b"\xe2\x80\xae", b"[" * 3000,
    b'{"a":' * 3000, b'{"":1,"":2}', b'"', b"\\", b",", b"}", b"]", b"{", b"//", b"null", b"9" * 5000, b" " * 5000,
]  # fmt: skip
"""What may be put between any two bytes."""

EXTRA: dict[str, list[Any]] = {
    "event": ["scion", "primus", "spar"],
    "state": [{}, {"moved": ["x"]}, {"more_dice": {"blue": 5}}, {"lasting": [{}]}, {"used": ["\x1b"]}, []],
    "player": [{}, {"points": -1}, {"tactics": ["stun", "x"]}, {"cap": 2**70}],
    "cards": [{}, {"banes": ["x"]}, {"events": ["the-long-dusk"]}, {"prowess": ["endurance-2"]}],
    "explain": [True],
    "rival": [{"lineup": ["arch"]}, {"tactics": ["nothing"]}, {"lineup": ["a", "a"]}],
    "bench": [{"arch": {"chip": "archer"}}, {"hyd": {"chip": "hydra"}}],
    "arena": ["atlanteans", "parthians", {"columns": [128]}, {"columns": [1] * 300}, {"columns": [-1, 2]}],
    "flag": [None, {"hex": "Z99"}, {"holder": "nobody"}],
    "step": ["abilities", "movement", "engage", "deployment", "tactics"],
    "rulings": [{"x": "y"}, {"dest.bold": "any-far"}],
}
"""What may be put at the top of a position."""


def very_many_units(count: int) -> bytes:
    """Give a position with so many units of which nothing is told, and one more."""
    return b'{"schema":"hoplo/position@1","arena":"atlanteans","units":[' + b"{}," * count + b"{}]}"


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    keys: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found += _places(value[key], (*path, key))
    return found


def _change(rng: random.Random, position: dict[str, Any]) -> None:
    """Change one thing of a position: a value, a key, a place twice or no more, or something at its top."""
    places = _places(position)
    *way, last = rng.choice(places)
    at: Any = position
    for key in way:
        at = at[key]
    match rng.randrange(6):
        case 0 | 1:
            at[last] = deepcopy(rng.choice(VALUES))
        case 2:
            del at[last]
        case 3 if isinstance(at, dict):
            at[rng.choice(["", "id", "hex", "chip", "\x1b", "\ud800", "x" * 300, "holder", "state"])] = at.pop(last)
        case 3:
            at.append(deepcopy(at[last]))
        case 4:
            *_, other = rng.choice(places)
            at[last] = deepcopy(position.get(other)) if isinstance(other, str) else other
        case 5:
            key = rng.choice(list(EXTRA))
            position[key] = deepcopy(rng.choice(EXTRA[key]))


def raw_line(rng: random.Random) -> bytes:
    """Make a line: a random position, mostly with some values and then some bytes put wrong."""
    position = random_position(rng)
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        if position:
            _change(rng, position)
    text = json.dumps(position, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    for _ in range(rng.choice([0, 0, 1, 1, 3])):
        start = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0 | 1:
                text = text[:start] + rng.choice(BYTES) + text[start:]
            case 2:
                text = text[:start] + text[start + rng.choice([1, 1, 2, 30]) :]
            case 3:
                text = text[:start] + bytes([rng.randrange(256)]) + text[start + 1 :]
            case 4:
                text = text[:start] + text[start : start + rng.randrange(60)] + text[start:]
    return text.replace(b"\n", b" ")


BOARDS = (
    "atl 3 engage | r: rep@D3 3 | p: krak@E3 6",
    "atl koth 3 movement | r: def@C2 5, rep@B3 3 +adr | p: krak@E3 6 *trident, def@D4 4 | next: archer | tac: stun adr",
    "atl ctf 2 tactics | r: rep#left@B3! 2/1/- attack=bbk skills=taunt/regen-1 elite | p: krak@E3^ | on: flag@A1",
    "par 1 act2 deployment | r: | p: nox@G1 4! | next: archer -/-/2, def#big^ | bench: reptilian | yours: camp=1",
    '"columns 3 4 3, rival A1" 1 engage | r: rep@B2 | p: krak@C1 | state: moved=reptilian',
    "atl 3 movement explain | r: rep@B3 | p: krak@E3 | rulings: dest.bold=any-far | cards: banes=gigantic",
)
WORDS = (
    "|", ":", "@", ",", "*9", "@Z9", "(", ")", "[", "]", '"', "=", "9" * 400, "stun", "next:", "\u202e", "\u00e9", "\t",
    "(" * 2000, "[" * 5000, '{"a":' * 5000, "| r: rep@D4 " * 200, "attack=", "1/1/1", "#", "+", "-1", "{", "}", "!",
    "\x1b", "^", "bench:", "rulings:", "state: lasting=", "state=[1e999]", "player:", "#a\u200bb",
)  # fmt: skip
"""Boards in one line, and what may be put into them."""


def raw_board(rng: random.Random) -> bytes:
    """Make a board in one line, with words and bytes put wrong."""
    text = rng.choice(BOARDS)
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        start = rng.randrange(len(text) + 1)
        end = start + rng.choice([0, 0, 1, 3, 8])
        text = text[:start] + rng.choice([rng.choice(WORDS), "", text[end : end + 12]]) + text[end:]
    data = text.encode()
    if rng.random() < 0.2:
        start = rng.randrange(len(data) + 1)
        data = data[:start] + rng.choice(BYTES) + data[start:]
    return data.replace(b"\n", b" ")


def agree_raw(seed: int, reader: PositionReader) -> None:
    """Read a line that nobody meant: it is answered, or refused in a line that can be written, and nothing else."""
    rng = random.Random(seed)
    line = rng.choice((raw_line, raw_line, raw_board))(rng)
    try:
        told = msgspec.json.encode(positions.answer_line(reader, line))
    except HoploError as fault:
        told = msgspec.json.encode({"error": fault.defect()._asdict()})
    assert b"\n" not in told
