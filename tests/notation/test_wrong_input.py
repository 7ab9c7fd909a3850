"""Wrong positions: each defect says what, where and what would be right, all of them together, never a traceback."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.errors import Defect, HoploError, InvalidError
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import answer
from tests.helpers.boards import COLUMNS
from tests.helpers.cli import hoplo
from tests.helpers.positions import READER
from tests.helpers.proofs import columns
from tests.soak.raw_lines import very_many_units

Json = dict[str, Any]

BASE: Json = {
    "schema": "hoplo/position@1",
    "step": "movement",
    "act": 1,
    "turn": 3,
    "event": "king-of-the-hill",
    "arena": {
        "region": "atlanteans",
        "columns": COLUMNS,
        "rival_deployment": ["A1", "A2", "A3"],
        "player_deployment": ["G1", "G2", "G3"],
        "priorities": [{"for": "all", "list": [{"opponent": "any"}]}],
    },
    "flag": {"hex": "A1"},
    "chips": {"trident": {"hex": "C3"}},
    "units": [
        {"id": "rep1", "chip": "reptilian", "side": "rival", "hex": "B2", "hp": 3},
        {"id": "krak", "chip": "krakenlance", "side": "player", "hex": "D3", "hp": 3},
    ],
    "rival": {"lineup": ["arch2"], "tactics": ["stun", "adrenaline"]},
    "bench": {"arch2": {"chip": "archer"}},
    "rulings": {},
}


def board(*changes: str) -> Json:
    """The base with changes: `units.0.hp = 0` puts a value in a place, `step gone` takes a key away."""
    position = deepcopy(BASE)
    for change in changes:
        path, is_put, value = change.partition(" = ")
        *places, key = [int(each) if each.isdecimal() else each for each in path.removesuffix(" gone").split(".")]
        at: Any = position
        for place in places:
            at = at[place]
        if is_put:
            at[key] = json.loads(value)
        else:
            del at[key]
    return position


def read(position: Json) -> Combat:
    return READER.read(json.dumps(position).encode())


def defects(position: Json) -> list[Defect]:
    with pytest.raises(InvalidError) as caught:
        answer(read(position))
    assert "\n" not in str(caught.value)
    return list(caught.value.defects)


WRONG = """
units.0.chip = "reptillian" | unknown-unit | units[0].chip | reptilian
units.0.skills = ["Tant"] | unknown-skill | units[0].skills[0] | taunt
units.0.skills = ["Regen"] | unknown-skill | units[0].skills[0] | Regen 1
units.0.skills = ["Taunt 2"] | unknown-skill | units[0].skills[0] | 'Taunt'
arena = "atlantis" | unknown-arena | arena | atlanteans
units.0.hex = "Z9" | off-mat | units[0].hex | its columns are A to G
units.0.hex = "D3" | occupied | units[1].hex | rep1
units.0.hp = 0 | hp | units[0].hp | between 1 and
units.1.tactics = ["stun"] | tactic-on-elite | units[1].tactics | p.30
rival.lineup = ["x"] | not-on-bench | rival.lineup[0] | bench.x
arena.rival_deployment = [] | no-deployment | arena.rival_deployment | hex #1
arena.rival_deployment gone | no-deployment | arena.rival_deployment | hex #1
arena.columns = [3, 5, 4] | columns | arena.columns[1] | odd
arena.columns = [] | columns | arena.columns | between 1 and 128
arena.columns = [100, 101] | columns | arena.columns | 201
arena.priorities = [] | no-priorities | arena.priorities | at least one
arena.priorities.0.list = [{}] | empty-priority | arena.priorities[0].list[0] | opponent
arena.priorities.0.list = [] | empty-priority | arena.priorities[0].list | at least
arena.priorities.0.for = "foe" | priority-for | arena.priorities[0].for | class:CLASS
arena.missing = ["B2"] | missing-hex | units[0].hex | missing
rival.tactics = ["stunn"] | unknown-tactic | rival.tactics[0] | stun
units.0.hpp = 1 | unknown-key | units[0].hpp | hp
schema = "hoplo/position@2" | schema | schema | hoplo/position@1
schema gone | schema | schema | hoplo/position@1
step = "dance" | value | step | movement
step gone | step | step | movement
units.0.side = "enemy" | value | units[0].side | rival
units.0.attack = ["purple"] | unknown-die | units[0].attack[0] | yellow
units.0.attack = [1, 0, 0, 0] | unknown-die | units[0].attack | five numbers
units.0.attack = [100, 0, 0, 0, 1] | unknown-die | units[0].attack | five numbers
units.0.class = ["wizard"] | unknown-class | units[0].class[0] | archer
act = 5 | act | act | 1, 2, 3 or 4
turn = 0 | turn | turn | from 1
flag = {"hex": "A1", "holder": "krak"} | place | flag | one of the two
chips.trident = {"holder": "ghost"} | unknown-unit | chips.trident.holder | krak
rulings = {"dest.bald": "x"} | unknown-ruling | rulings.dest.bald | dest.bold
rulings = {"dest.bold": "x"} | unknown-reading | rulings.dest.bold | any-far
units.1.id = "rep1" | duplicate-id | units[1].id | rep1
units.0.hp = "3" | value | units[0].hp | whole number
units.0.id = "a\\u0000b" | id | units[0].id | printable
units.1.tribune = true | tribune | units[1].tribune | rival
"""


@pytest.mark.parametrize(("change", "code", "where", "right"), columns(WRONG, 4))
def test_a_defect_says_what_where_and_what_would_be_right(change: str, code: str, where: str, right: str) -> None:
    first = defects(board(change))[0]
    assert (first.code, first.where) == (code, where)
    assert right in first.message


def test_the_base_is_sound() -> None:
    """What the wrong positions are made from has no defect, so that each has the one put into it."""
    assert answer(read(BASE))["units"]["rep1"]["status"] == "moves"


@pytest.mark.parametrize("lost", ["units.0.id gone", 'units.0 = "rep1"', 'units = "none"'])
def test_a_holder_that_could_not_be_read_is_no_defect_of_its_own(lost: str) -> None:
    """What is wrong with a unit is told once, not again by the chip that it holds, nor by what it has done."""
    named = ('flag = {"holder": "rep1"}', 'state = {"moved": ["rep1"]}')
    assert not {"flag.holder", "state.moved[0]"} & {defect.where for defect in defects(board(*named, lost))}


@pytest.mark.parametrize(("changes", "where"), columns("""
bogus = 1; act = 9; units.0.hex = "Z9"; units.0.hp = 0; units.0.skills = ["Taunt", "Foo"]; units.1.side = "enemy"; \
    units.1.attack = ["purple"]; rival.lineup = ["nobody"]; third = 0 | bogus act units[0].hex units[0].hp \
    units[0].skills[1] units[1].side units[2].chip units[2].hex rival.lineup[0]
arena = null; act = 9 | arena act
arena.priorities = [{"for": "elves", "list": [{"opponent": "biggest"}]}]; arena.blocked = ["Z9"] \
    | arena.priorities[0].list[0].opponent arena.blocked[0]
arena.priorities = [{"for": "elves", "list": [{"hex": "named"}, {"opponent": "holding"}]}] \
    | arena.priorities[0].for arena.priorities[0].list[0] arena.priorities[0].list[1]
arena gone; units.0.hp = 0 | arena units[0].hp
schema gone; units.0.hp = 0 | schema units[0].hp
rival.tactics = [3, "stun"]; units.0.hp = 0 | rival.tactics[0] units[0].hp
rival.lineup = [{}]; units.0.hp = 0 | rival.lineup[0] units[0].hp
rival.lineup = ["x"]; bench = {"x": {"chip": 3}} | bench.x.chip
""", 2))  # fmt: skip
def test_all_defects_are_told_together_and_none_hides_another(changes: str, where: str) -> None:
    """What is wrong with a shape is told with what the rest, sound in shape, means wrongly."""
    position = board(*[each for each in changes.split("; ") if each != "third = 0"])
    if "third" in changes:
        position["units"].append({"id": "third", "chip": "nosuch", "side": "player", "hex": "B9"})
    assert {defect.where for defect in defects(position)} == set(where.split())


RAW = {
    "truncated": json.dumps(BASE)[:-20].encode(),
    "empty": b"",
    "blank": b"   ",
    "null": b"null",
    "list": b"[]",
    "NUL bytes": b"\0\0\0",
    "NUL inside": json.dumps(BASE).encode()[:-1] + b"\0}",
    "not UTF-8": b'{"schema": "\xff\xfe"}',
    "deep": b"[" * 200_000,
    "deep units": b'{"units":' + b"[" * 200_000,
    "ten megabytes": json.dumps({**BASE, "bogus": "x" * 10_000_000}).encode(),
    "ten megabytes cut": json.dumps({**BASE, "bogus": "x" * 10_000_000}).encode()[:-1],
    "very many units": very_many_units(10_000),
    "huge number": json.dumps(BASE).replace('"hp": 3', '"hp": 1' + "0" * 400).encode(),
}  # fmt: skip


@pytest.mark.parametrize("text", RAW.values(), ids=RAW.keys())
def test_what_is_no_position_is_one_short_line(text: bytes) -> None:
    ran = hoplo("solve", stdin=text if text.strip() else text + b"\n")
    assert ran.code == 1
    (found,) = ran.lines
    assert set(found["error"]) == {"code", "where", "message"}
    assert len(ran.out) < 2_000 or "units[" in ran.out


def test_the_byte_that_is_no_text_is_counted_from_one() -> None:
    assert "at byte 13" in hoplo("solve", stdin=RAW["not UTF-8"]).lines[0]["error"]["message"]


def test_too_many_ways_is_an_error_and_not_a_wait() -> None:
    """A crowd that could go in countless ways is refused, and the next line is answered."""
    hexes = [
        f"{column}{row}" for column, rows in zip("ABCDEFGHIJK", [9, 10] * 6, strict=False) for row in range(1, rows + 1)
    ]
    crowd = {
        **deepcopy(BASE),
        "chips": {},
        "arena": {**BASE["arena"], "columns": [9, 10, 9, 10, 9, 10, 9, 10, 9, 10, 9]},
        "units": [
            {"id": f"r{n}", "chip": "reptilian", "side": "rival", "hex": hexes[n * 3], "hp": 3, "movement": 3}
            for n in range(24)
        ]
        + [{"id": "krak", "chip": "krakenlance", "side": "player", "hex": "K9", "hp": 3}],
    }  # fmt: skip
    found = answer(read(crowd))
    assert (found["error"]["code"], len(found["units"]), "outcomes" in found) == ("too-many-ways", 24, False)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
def test_whatever_stands_in_a_place_it_is_answered_or_refused(data: st.DataObject) -> None:
    """Any JSON value at any place of a position gives an answer or defects, never another failure."""
    position = deepcopy(BASE)
    at: Any = position
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        inner = at[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            at[key] = data.draw(json_values)
            break
        at = inner
    try:
        answer(read(position))
    except HoploError as fault:
        told = str(fault)
    else:
        told = "answered"
    assert told
    assert "\n" not in told


def test_a_file_that_is_no_position_is_told_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps({**BASE, "bogus": 1, "act": 9}))
    hoplo("rival-turn", "--position", path, "--auto", "first").fails(1, "bogus: no such key", "act: there is no act 9")
    toml = tmp_path / "board.toml"
    toml.write_text("schema = \n")
    hoplo("rival-turn", "--position", toml, "--auto", "first").fails(1, "line 1")
    assert hoplo("rival-turn", "--position", tmp_path / "none.json").code == 2


def test_a_chip_of_the_players_own_needs_its_numbers() -> None:
    """A chip that the data do not know is taken as it is told, once it is told what any answer may need."""
    told = 'units.0 = {"id": "rep1", "chip": "retiarius", "side": "rival", "hex": "B2", "hp": 3, "movement": 2, \
"range": 1, "attack": ["blue"]}'
    assert answer(read(board(told)))["units"]["rep1"]["status"] == "moves"
    assert "movement, range and attack" in defects(board(told, "units.0.range gone"))[0].message


def test_a_primus_is_known_by_its_hero_and_elite() -> None:
    """Its chip's other side is no chip of the player's own that would have to be told of whole (p.30)."""
    shown = ('units.0.chip = "nox"', "units.0.movement = 1", "units.0.range = 1", 'units.0.attack = ["blue"]')
    primus = read(board(*shown)).units["rep1"]
    assert (primus.elite, primus.hero, primus.faction != "") == (True, False, True)


@pytest.mark.parametrize(
    "words", [("--position", ""), ("--example", "--position", "-"), ("atl | p: krak@E3", "--example")]
)
def test_which_board_is_meant_is_asked_where_none_or_several_are_named(words: tuple[str, ...]) -> None:
    asked = hoplo("forecast", *words)
    assert asked.code == 2
    assert "which position? Only one of --position FILE, --example and the board in one line" in asked.err
