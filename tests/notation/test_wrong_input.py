"""Wrong positions: each defect says what, where and what would be right, all of them together, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoplo_companion.errors import HoploError, InvalidError
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from tests.helpers.boards import COLUMNS
from tests.helpers.cli import hoplo
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


def _set(*path: Any) -> Callable[[Json], None]:
    """Make a change that puts the last of its arguments at the place that the others name."""
    *places, key, value = path

    def change(position: Json) -> None:
        at: Any = position
        for place in places:
            at = at[place]
        at[key] = value

    return change


def _drop(*path: Any) -> Callable[[Json], None]:
    *places, key = path

    def change(position: Json) -> None:
        at: Any = position
        for place in places:
            at = at[place]
        del at[key]

    return change


WRONG = [
    ("unknown unit", _set("units", 0, "chip", "reptillian"), "unknown-unit", "units[0].chip", "reptilian"),
    ("unknown skill", _set("units", 0, "skills", ["Tant"]), "unknown-skill", "units[0].skills[0]", "taunt"),
    ("skill lacks number", _set("units", 0, "skills", ["Regen"]), "unknown-skill", "units[0].skills[0]", "Regen 1"),
    ("skill has number", _set("units", 0, "skills", ["Taunt 2"]), "unknown-skill", "units[0].skills[0]", "'Taunt'"),
    ("unknown arena", _set("arena", "atlantis"), "unknown-arena", "arena", "atlanteans"),
    ("hex off the mat", _set("units", 0, "hex", "Z9"), "off-mat", "units[0].hex", "its columns are A to G"),
    ("two on a hex", _set("units", 0, "hex", "D3"), "occupied", "units[1].hex", "rep1"),
    ("no HP", _set("units", 0, "hp", 0), "hp", "units[0].hp", "between 1 and"),
    ("tactic on elite", _set("units", 1, "tactics", ["stun"]), "tactic-on-elite", "units[1].tactics", "p.30"),
    ("not on the bench", _set("rival", "lineup", ["x"]), "not-on-bench", "rival.lineup[0]", "bench.x"),
    ("no deployment", _set("arena", "rival_deployment", []), "no-deployment", "arena.rival_deployment", "hex #1"),
    ("none given", _drop("arena", "rival_deployment"), "no-deployment", "arena.rival_deployment", "hex #1"),
    ("equal parity", _set("arena", "columns", [3, 5, 4]), "columns", "arena.columns[1]", "odd"),
    ("no columns", _set("arena", "columns", []), "columns", "arena.columns", "between 1 and 128"),
    ("too large", _set("arena", "columns", [100, 101]), "columns", "arena.columns", "201"),
    ("no lists", _set("arena", "priorities", []), "no-priorities", "arena.priorities", "at least one"),
    ("nothing named", _set("arena", "priorities", 0, "list", [{}]), "empty-priority", "arena.priorities[0].list[0]", "opponent"),  # noqa: E501
    ("empty list", _set("arena", "priorities", 0, "list", []), "empty-priority", "arena.priorities[0].list", "at least"),  # noqa: E501
    ("whose list", _set("arena", "priorities", 0, "for", "foe"), "priority-for", "arena.priorities[0].for", "class:CLASS"),  # noqa: E501
    ("missing hex", _set("arena", "missing", ["B2"]), "missing-hex", "units[0].hex", "missing"),
    ("unknown tactic", _set("rival", "tactics", ["stunn"]), "unknown-tactic", "rival.tactics[0]", "stun"),
    ("unknown key", _set("units", 0, "hpp", 1), "unknown-key", "units[0].hpp", "hp"),
    ("wrong schema", _set("schema", "hoplo/position@2"), "schema", "schema", "hoplo/position@1"),
    ("no schema", _drop("schema"), "schema", "schema", "hoplo/position@1"),
    ("wrong step", _set("step", "dance"), "value", "step", "movement"),
    ("no step", _drop("step"), "step", "step", "movement"),
    ("wrong side", _set("units", 0, "side", "enemy"), "value", "units[0].side", "rival"),
    ("wrong die", _set("units", 0, "attack", ["purple"]), "unknown-die", "units[0].attack[0]", "yellow"),
    ("four counts", _set("units", 0, "attack", [1, 0, 0, 0]), "unknown-die", "units[0].attack", "five numbers"),
    ("many dice", _set("units", 0, "attack", [100, 0, 0, 0, 1]), "unknown-die", "units[0].attack", "five numbers"),
    ("wrong class", _set("units", 0, "class", ["wizard"]), "unknown-class", "units[0].class[0]", "archer"),
    ("act 5", _set("act", 5), "act", "act", "1, 2, 3 or 4"),
    ("turn 0", _set("turn", 0), "turn", "turn", "from 1"),
    ("flag twice", _set("flag", {"hex": "A1", "holder": "krak"}), "place", "flag", "one of the two"),
    ("ghost", _set("chips", "trident", {"holder": "ghost"}), "unknown-unit", "chips.trident.holder", "krak"),
    ("no such ruling", _set("rulings", {"dest.bald": "x"}), "unknown-ruling", "rulings.dest.bald", "dest.bold"),
    ("no such reading", _set("rulings", {"dest.bold": "x"}), "unknown-reading", "rulings.dest.bold", "any-far"),
    ("twice", _set("units", 1, "id", "rep1"), "duplicate-id", "units[1].id", "rep1"),
    ("text for number", _set("units", 0, "hp", "3"), "value", "units[0].hp", "whole number"),
    ("control sign", _set("units", 0, "id", "a\0b"), "id", "units[0].id", "printable"),
    ("tribune of yours", _set("units", 1, "tribune", True), "tribune", "units[1].tribune", "rival"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "code", "where", "right"), [each[1:] for each in WRONG], ids=[e[0] for e in WRONG])
def test_a_defect_says_what_where_and_what_would_be_right(
    change: Callable[[Json], None], code: str, where: str, right: str, reader: PositionReader
) -> None:
    position = deepcopy(BASE)
    change(position)
    with pytest.raises(InvalidError) as caught:
        answer(reader.read(json.dumps(position).encode()))
    first = caught.value.defects[0]
    assert (first.code, first.where) == (code, where)
    assert right in first.message
    assert "\n" not in str(caught.value)


def test_the_base_is_sound(reader: PositionReader) -> None:
    """What the wrong positions are made from has no defect, so that each has the one put into it."""
    assert answer(reader.read(json.dumps(BASE).encode()))["units"]["rep1"]["status"] == "moves"


@pytest.mark.parametrize("lost", [_drop("units", 0, "id"), _set("units", 0, "rep1"), _set("units", "none")])
def test_a_holder_that_could_not_be_read_is_no_defect_of_its_own(
    lost: Callable[[Json], None], reader: PositionReader
) -> None:
    """What is wrong with a unit is told once, not again by the chip that it holds."""
    position = deepcopy(BASE) | {"flag": {"holder": "rep1"}}
    lost(position)
    with pytest.raises(InvalidError) as caught:
        reader.read(json.dumps(position).encode())
    assert "flag.holder" not in [defect.where for defect in caught.value.defects]


def test_all_defects_of_a_position_are_told_together(reader: PositionReader) -> None:
    position = deepcopy(BASE)
    for change in (
        _set("bogus", 1),
        _set("act", 9),
        _set("units", 0, "hex", "Z9"),
        _set("units", 0, "hp", 0),
        _set("units", 0, "skills", ["Taunt", "Foo"]),
        _set("units", 1, "attack", ["purple"]),
        _set("units", 1, "side", "enemy"),
        _set("rival", "lineup", ["nobody"]),
    ):
        change(position)
    position["units"].append({"id": "third", "chip": "nosuch", "side": "player", "hex": "B9"})
    with pytest.raises(InvalidError) as caught:
        reader.read(json.dumps(position).encode())
    assert {defect.where for defect in caught.value.defects} == {
        "bogus", "act", "units[0].hex", "units[0].hp", "units[0].skills[1]", "units[1].side", "units[2].chip",
        "units[2].hex", "rival.lineup[0]",
    }  # fmt: skip


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


def test_too_many_ways_is_an_error_and_not_a_wait(reader: PositionReader) -> None:
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
    found = answer(reader.read(json.dumps(crowd).encode()))
    assert (found["error"]["code"], len(found["units"]), "outcomes" in found) == ("too-many-ways", 24, False)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_stands_in_a_place_it_is_answered_or_refused(reader: PositionReader, data: st.DataObject) -> None:
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
        answer(reader.read(json.dumps(position).encode()))
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


def test_a_chip_of_the_players_own_needs_its_numbers(reader: PositionReader) -> None:
    """A chip that the data do not know is taken as it is told, once it is told what any answer may need."""
    position = deepcopy(BASE)
    position["units"][0] |= {"chip": "retiarius", "movement": 2, "range": 1, "attack": ["blue"]}
    assert answer(reader.read(json.dumps(position).encode()))["units"]["rep1"]["status"] == "moves"
    del position["units"][0]["range"]
    with pytest.raises(InvalidError, match="movement, range and attack"):
        reader.read(json.dumps(position).encode())


def test_an_arena_of_null_is_none_and_hides_nothing_else(reader: PositionReader) -> None:
    with pytest.raises(InvalidError) as caught:
        reader.read(json.dumps({**BASE, "arena": None, "act": 9}).encode())
    assert [defect.where for defect in caught.value.defects] == ["arena", "act"]


def test_defects_of_an_arenas_shape_hide_none_of_its_sense(reader: PositionReader) -> None:
    """What is wrong with the shape of one priority is told with what the others, sound in shape, name wrongly."""
    position = deepcopy(BASE)
    position["arena"]["priorities"] = [
        {"for": "elves", "list": [{"opponent": "biggest"}, {"hex": "named"}, {"opponent": "holding"}]}
    ]
    with pytest.raises(InvalidError) as caught:
        reader.read(json.dumps(position).encode())
    assert {defect.where for defect in caught.value.defects} == {
        "arena.priorities[0].for",
        "arena.priorities[0].list[0].opponent",
        "arena.priorities[0].list[1]",
        "arena.priorities[0].list[2]",
    }


@pytest.mark.parametrize(("broken", "where"), [
    (_drop("arena"), "arena"),
    (_drop("schema"), "schema"),
    (_set("rival", "tactics", [3, "stun"]), "rival.tactics[0]"),
    (_set("rival", "lineup", [{}]), "rival.lineup[0]"),
])  # fmt: skip
def test_what_has_not_the_shape_it_should_have_hides_no_other_defect(
    broken: Callable[[Json], None], where: str, reader: PositionReader
) -> None:
    position = deepcopy(BASE)
    broken(position)
    _set("units", 0, "hp", 0)(position)
    with pytest.raises(InvalidError) as caught:
        reader.read(json.dumps(position).encode())
    assert {defect.where for defect in caught.value.defects} >= {where, "units[0].hp"}


def test_a_primus_is_known_by_its_hero_and_elite(reader: PositionReader) -> None:
    """Its chip's other side is no chip of the player's own that would have to be told of whole (p.30)."""
    position = deepcopy(BASE)
    position["units"][0] |= {"chip": "nox", "movement": 1, "range": 1, "attack": ["blue"]}
    primus = reader.read(json.dumps(position).encode()).units["rep1"]
    assert (primus.elite, primus.hero, primus.faction != "") == (True, False, True)


@pytest.mark.parametrize(
    "words", [("--position", ""), ("--example", "--position", "-"), ("atl | p: krak@E3", "--example")]
)
def test_which_board_is_meant_is_asked_where_none_or_several_are_named(words: tuple[str, ...]) -> None:
    asked = hoplo("forecast", *words)
    assert asked.code == 2
    assert "which position? Only one of --position FILE, --example and the board in one line" in asked.err
