"""What is drawn: boards, their hexes and their legends."""

from __future__ import annotations

import json
import random
import re

import pytest

from hoplo_companion.render.board import draw_board
from hoplo_companion.render.labels import abbreviations, labels
from hoplo_companion.render.style import plain
from hoplo_companion.rules.model import Combat
from tests.drawn import LONG_IDS, READER, STATS, Raw, crowd, mat, read
from tests.random_positions import random_position


def drawing(combat: Combat, moved: dict[str, int] | None = None) -> list[str]:
    """Give the drawn lines alone, without the legend."""
    return plain(draw_board(combat, moved)).split("\n\n")[0].split("\n")


def legend(combat: Combat, moved: dict[str, int] | None = None) -> str:
    return plain(draw_board(combat, moved)).split("\n\n", 1)[1]


def check_borders(lines: list[str], combat: Combat, width: int = 9) -> None:
    """Check that every hex stands where it belongs, its border whole and its name within."""
    arena = combat.arena
    places = {hex_: arena.mat.place(hex_) for hex_ in arena.mat.bit.values() if hex_ & arena.existing}
    left = min(column for column, _ in places.values())
    top = min(height for _, height in places.values())
    for hex_, (column, height) in places.items():
        x, y = (column - left) * (width + 2), (height - top) * 2 + 1
        rows = [lines[y + down].ljust(x + width + 4)[x : x + width + 4] for down in range(4)]
        name = combat.arena.mat.name(hex_)
        assert (rows[0][1], rows[0][-2]) == ("/", "\\"), name
        assert (rows[1][0], rows[1][-1]) == ("/", "\\"), name
        assert (rows[2][0], rows[2][-1]) == ("\\", "/"), name
        assert (rows[3][1], rows[3][-2]) == ("\\", "/"), name
        assert re.match(rf"\s*{name}(\^-?\d+)?(\*|\s|r\d|p|$)", rows[0][2:-2]), (name, rows[0])


@pytest.mark.parametrize("columns", [[3, 4, 5, 6, 5, 4, 3], [2, 5, 4, 3], [1], [4, 3, 4, 3, 4, 3, 4, 3, 4]])
def test_every_hex_is_drawn_whole_and_named_once(columns: list[int]) -> None:
    combat = read(arena=mat(columns))
    lines = drawing(combat)
    check_borders(lines, combat)
    for name in combat.arena.mat.bit:
        assert len(re.findall(rf"\b{name}\b", "\n".join(lines))) == 1
    assert max(map(len, lines)) <= 11 * len(columns) + 2


def test_standard_mat_stays_within_eighty_columns_with_long_ids() -> None:
    combat = crowd()
    lines = drawing(combat)
    check_borders(lines, combat)
    assert max(map(len, lines)) <= 80
    assert max(map(len, legend(combat).split("\n"))) <= 80


def test_no_two_units_share_an_abbreviation() -> None:
    combat = crowd()
    shown = [label.text for label in labels(combat).values()]
    assert len({text.lstrip("><=").lower() for text in shown}) == len(LONG_IDS) + 1
    text = "\n".join(drawing(combat))
    for unit in combat.in_arena():
        label = labels(combat)[unit.id].text
        assert text.count(f"{label} ") == 1, label
        assert label in legend(combat)


def test_sides_are_told_without_colour() -> None:
    combat = crowd()
    for unit in combat.in_arena():
        sign, short = labels(combat)[unit.id].text[0], labels(combat)[unit.id].text[1:]
        match unit.side:
            case "rival":
                assert (sign, short) == (">", short.upper())
            case "player":
                assert (sign, short) == ("<", short.lower())
            case _:
                assert (sign, short) == ("=", short.capitalize())


@pytest.mark.parametrize(
    "ids",
    [
        ["rep1", "rep2", "def1"],
        ["reptilian-1", "reptilian-2", "reptilian-11"],
        ["rep", "REP", "Rep"],
        ["rept1", "reptilian1"],
        ["\u9f8d", "\u864e", "u1"],
        [f"a-very-long-name-{number}" for number in range(128)],
        ["12345678901", "12345678902"],
        ["x" * 200, "x" * 199],
    ],
)
def test_abbreviations_are_short_and_unique(ids: list[str]) -> None:
    found = abbreviations(ids, 5)
    assert list(found) == ids
    assert len(set(found.values())) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9]{1,5}", short) for short in found.values())


def test_short_ids_stay_as_they_are() -> None:
    assert abbreviations(["rep1", "krak", "reptilian1"], 5) == {"rep1": "rep1", "krak": "krak", "reptilian1": "rept1"}


def test_legend_gives_a_line_a_unit_and_what_is_to_come() -> None:
    text = legend(crowd())
    for id_, side, hex_ in LONG_IDS:
        side = "yours" if side == "player" else side
        line = next(line for line in text.split("\n") if f" {id_} " in line)
        assert re.search(rf" {side}  +{hex_}  +(3|12)/3  +[12]  +1", line), line
    flat = " ".join(text.split())
    assert "tribune; dazed; holds the orb of wonders" in flat
    assert "hero; holds the flag" in flat
    assert "under Adrenaline" in flat
    assert "Rival still to come: units arch2 (Archer); tactics Stun." in flat
    assert "Lying loose: the trident on C4." in flat


def test_unknown_numbers_are_question_marks() -> None:
    combat = read(units=[{"id": "tac", "chip": "tactician", "side": "player", "hex": "D3"}])
    assert "<tac ?hp" in "\n".join(drawing(combat))
    assert re.search(r"D3 +\?/\? +\? +\? +Tactical", legend(combat))
    assert "?hp: HP unknown" in legend(combat)


def test_signs_that_do_not_occur_are_not_explained() -> None:
    text = " ".join(legend(read(arena=mat([2, 3, 2], key_hexes=["B2"]))).split())
    assert text.endswith("Signs: *: key hex; r1: rival deployment hex #1.")


def test_marks_of_the_mat() -> None:
    shape = mat(
        [3, 4, 3],
        key_hexes=["B2"],
        blocked=["B3"],
        missing=["A2"],
        rival_deployment=["A3", "A1"],
        player_deployment=["C1"],
        elevation={"B2": 2, "C2": 1},
    )
    text = "\n".join(drawing(read(arena=shape)))
    for shown in ("B2^2 *", "A3 r1", "A1 r2", "C1 p", "C2^1", "blocked"):
        assert shown in text
    assert "A2" not in text
    assert "no name: not a hex of this arena" in " ".join(legend(read(arena=shape)).split())


def test_chips_and_flag_are_loose_or_held() -> None:
    units: list[Raw] = [
        {"id": "krak", "side": "player", "hex": "D3", **STATS},
        {"id": "rep1", "side": "rival", "hex": "B2", **STATS},
    ]
    held = read(units=units, flag={"hex": "B2"}, chips={"trident": {"holder": "krak"}}, event="capture-the-flag")
    text = "\n".join(drawing(held))
    assert "+trident" in text
    assert "(flag)" in text
    loose = "\n".join(drawing(read(units=units, chips={"trident": {"hex": "E4"}})))
    assert "(trident)" in loose
    # The hex of the trident is the Atlanteans' key hex, lying or held.
    assert "E4 *" in loose
    assert "D3 *" in text


def test_crowded_hex_keeps_everything() -> None:
    unit: Raw = {"id": "krak", "side": "rival", "hex": "D3", "hp": 12, "dazed": True, "tribune": True, **STATS}
    chips = {"trident": {"holder": "krak"}, "orb": {"holder": "krak"}, "rod": {"hex": "D3"}}
    combat = read(arena=mat([3, 4, 5, 6, 5, 4, 3], blocked=["D3"]), units=[unit], chips=chips)
    lines = drawing(combat, {"gone": combat.arena.mat.bit["D3"]})
    for shown in ("dz", "tb", "bk", "+2", "(ro)", ">KRAK 12hp"):
        assert shown in "\n".join(lines)
    assert "was" in "\n".join(lines)
    assert "dz: dazed; tb: the tribune" in " ".join(legend(combat).split())


def test_moves_mark_the_hex_left() -> None:
    combat = crowd()
    bit = combat.arena.mat.bit
    scout = LONG_IDS[2][0]
    label = labels(combat)[scout].text[1:]
    moved = {scout: bit["B4"], LONG_IDS[0][0]: bit["B2"]}
    text = "\n".join(drawing(combat, moved))
    assert text.count("was") == 1
    assert f"was {label}" in text
    assert "came from B4" in " ".join(legend(combat, moved).split())
    # A unit that took the place of one that moved on leaves both to be read.
    moved = {scout: bit["B2"]}
    text = "\n".join(drawing(combat, moved))
    assert f"was {label}" in text
    assert text.count(">") == 4


def test_full_hex_keeps_who_was_there_on_its_edge() -> None:
    units: list[Raw] = [
        {"id": "archer", "side": "rival", "hex": "C3", **STATS},
        {"id": "rep1", "side": "rival", "hex": "B2", "dazed": True, **STATS},
    ]
    combat = read(units=units)
    lines = drawing(combat, {"archer": combat.arena.mat.bit["B2"]})
    check_borders(lines, combat)
    assert "\\wasARCHER/" in "\n".join(lines)


def test_random_boards_are_whole() -> None:
    rng = random.Random(20240)
    for _ in range(150):
        combat = READER.read(json.dumps(random_position(rng)).encode())
        bit = combat.arena.mat.bit
        moved = {unit.id: bit[rng.choice(list(bit))] for unit in combat.in_arena("rival")}
        moved = {id_: hex_ for id_, hex_ in moved.items() if hex_ & combat.arena.existing}
        lines = drawing(combat, moved)
        check_borders(lines, combat)
        for unit in combat.in_arena():
            shown = re.escape(labels(combat)[unit.id].text)
            assert len(re.findall(rf"{shown} ({unit.hp}hp|\?hp)", "\n".join(lines))) == 1
