"""The Rival Movement Step, for one unit: what it marks, and the hexes it may end on (Rulebook p.23)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.events import Moved, Stayed
from tests.helpers.boards import Does, combat, does
from tests.helpers.play import play


def marks(units: list[str], priorities: str | dict[str, str] = "any", **more: Any) -> list[str]:
    """Tell what the first unit may mark."""
    return does(units, priorities, **more)[1]


# The list -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.list")
def test_an_entry_outranks_those_to_the_right_of_it() -> None:
    """With the opponents of both entries in reach a unit goes for the one whose entry stands farther left (p.23)."""
    units = ["rep rival C3 mv2", "lord player E2 hp2 hero", "wall player C5 hp9"]
    assert does(units, "hero strongest") == ("moves", ["0 lord"], ["D3"])
    assert does(units, "strongest hero") == ("moves", ["0 wall"], ["C4"])


@pytest.mark.rule("movement.list")
@pytest.mark.parametrize(
    ("kind", "mark"),
    [
        ("as:reptilian class:archer of:atlanteans", "weak"),
        ("as:defender class:archer of:atlanteans", "strong"),
        ("class:defender,archer", "strong"),
        ("class:defender of:atlanteans", "lord"),
        ("class:defender of:parthians", "far"),
    ],
)
def test_a_unit_goes_by_the_list_of_its_kind(kind: str, mark: str) -> None:
    """Where an arena has several lists, a unit goes by the first that is for its chip, class or faction (p.23)."""
    lists = {"unit:reptilian": "weakest", "class:archer": "strongest", "local": "hero", "other": "farthest"}
    foes = ["weak player A1 hp1", "strong player E1 hp9", "lord player C1 hp5 hero", "far player G2 hp5"]
    assert marks([f"rep rival C3 mv9 {kind}", *foes], lists, arena={"region": "atlanteans"}) == [f"0 {mark}"]


@pytest.mark.rule("movement.list", "movement.mark")
def test_a_unit_with_nothing_on_its_list_in_combat_stays_idle() -> None:
    """A unit moves for the entries of its own list alone, and for nothing if no such thing is in combat (p.23)."""
    foe = "foe player C2"
    assert does(["rep rival C5 mv9", foe], "flagholder chip:trident holding:trident hero") == ("idle", [], ["C5"])
    assert does(["rep rival C5 mv9 class:defender", foe], {"class:archer": "any"}) == ("idle", [], ["C5"])


@pytest.mark.rule("movement.bold")
@pytest.mark.parametrize(
    ("list_", "trident", "answer"),
    [
        ("chip:trident", "C3", ("moves", ["0 C3"], ["C3"])),
        ("holding:trident", "@foe", ("stays", ["0 foe"], ["A2"])),
        ("chip:trident", "@foe", ("idle", [], ["A2"])),
        ("holding:trident", "C3", ("idle", [], ["A2"])),
    ],
)
def test_a_bold_entry_is_an_opponent_to_attack_and_any_other_a_place_to_be(
    list_: str, trident: str, answer: Does
) -> None:
    """The trident's holder is to be had in Range, the loose trident to be stood upon, and not the reverse (p.23)."""
    foe = "foe player C3" if trident == "@foe" else "foe player G2"
    assert does(["rep rival A2 mv2 rg2", foe], list_, chips={"trident": trident}) == answer


# The mark -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.mark", "movement.superlative")
def test_the_mark_is_the_highest_entry_within_reach() -> None:
    """Entries that cannot be reached are passed over, and so is whatever stands below the first that can (p.23)."""
    units = ["rep rival C3 mv1", "lord player G2 hero", "foe player D2"]
    arena = {"key_hexes": ["C4"]}
    assert does(units, "hero flagholder key any", arena=arena) == ("moves", ["2 C4"], ["C4"])
    assert does(units, "hero any key", arena=arena) == ("moves", ["1 foe"], ["C2", "D3"])


@pytest.mark.rule("movement.reach-opponent")
@pytest.mark.parametrize(
    ("stats", "hex_", "answer"),
    [
        ("mv1 rg1", "C3", ("moves", ["0 lord"], ["B2", "B3"])),
        ("mv1 rg1", "D3", ("moves", ["1 A1"], ["A1"])),
        ("mv1 rg2", "D3", ("moves", ["0 lord"], ["B2", "B3"])),
        ("mv1 rg2", "E3", ("moves", ["1 A1"], ["A1"])),
        ("mv2 rg1", "D3", ("moves", ["0 lord"], ["C2", "C3"])),
        ("mv0 rg3", "D3", ("stays", ["0 lord"], ["A2"])),
        ("mv0 rg2", "D3", ("blocked", ["0 lord"], ["A2"])),
    ],
)
def test_an_opponent_is_reached_from_a_hex_within_the_movers_range(stats: str, hex_: str, answer: Does) -> None:
    """Reached is whom a unit, its Movement spent, can have within its own Range, not within the opponent's (p.23)."""
    units = [f"rep rival A2 {stats}", f"lord player {hex_} hero rg9"]
    assert does(units, "hero key", arena={"key_hexes": ["A1"]}) == answer


@pytest.mark.rule("movement.reach-opponent", "movement.blocked-hexes")
def test_reaching_an_opponent_takes_a_free_hex_but_no_free_line() -> None:
    """The unit needs an unblocked way to its own hex, while Range counts across blocked hexes (p.23-24, 37)."""
    units = ["rep rival A2 mv1 rg2", "lord player D3 hero"]
    key = {"key_hexes": ["A1"]}
    assert does(units, "hero key", arena=key | {"blocked": ["C2", "C3"]}) == ("moves", ["0 lord"], ["B2", "B3"])
    assert does(units, "hero key", arena=key | {"blocked": ["B2"]}) == ("moves", ["0 lord"], ["B3"])
    assert does(units, "hero key", arena=key | {"blocked": ["B2", "B3"]}) == ("moves", ["1 A1"], ["A1"])


@pytest.mark.rule("movement.reach-hex")
@pytest.mark.parametrize(
    ("others", "blocked", "key", "answer"),
    [
        ([], [], "C3", ("moves", ["0 C3"], ["C3"])),
        ([], [], "D3", ("stays", ["1 foe"], ["A2"])),
        ([], ["B2"], "C3", ("moves", ["0 C3"], ["C3"])),
        ([], ["B2", "B3"], "C3", ("stays", ["1 foe"], ["A2"])),
        (["ally rival C3 dazed"], [], "C3", ("stays", ["1 foe"], ["A2"])),
        (["mine player C3"], [], "C3", ("stays", ["1 foe"], ["A2"])),
    ],
)
def test_a_hex_is_reached_by_moving_onto_it(others: list[str], blocked: list[str], key: str, answer: Does) -> None:
    """A marked hex has to be entered within the unit's Movement, so Range is no help and an occupant bars it (p.23)."""
    units = ["rep rival A2 mv2 rg3", "foe player A3 hp1", *others]
    assert does(units, "key weakest", arena={"key_hexes": [key], "blocked": blocked}) == answer


@pytest.mark.rule("movement.superlative")
@pytest.mark.parametrize(
    ("word", "near", "other", "far"),
    [
        ("strongest", "hp5", "hp4", "hp9"),
        ("weakest", "hp3", "hp4", "hp1"),
        ("deadliest", "yellow yellow", "red", "red red red"),
        ("least-deadly", "red", "yellow yellow", ""),
        ("fastest", "mv3", "mv2", "mv5"),
        ("slowest", "mv2", "mv3", "mv1"),
    ],
)
def test_a_superlative_compares_only_the_opponents_within_reach(word: str, near: str, other: str, far: str) -> None:
    """The strongest and so on is sought among those this unit can reach, not among all in combat (p.23)."""
    units = ["rep rival C3 mv1", f"other player D5 {other}", f"near player D2 {near}", f"far player G2 {far}"]
    assert does(units, word) == ("moves", ["0 near"], ["C2", "D3"])
    assert marks(["rep rival C3 mv9", *units[1:]], word) == ["0 far"]


@pytest.mark.rule("movement.superlative")
def test_the_farthest_opponent_is_the_farthest_within_reach() -> None:
    """The farthest, too, is sought among those within reach, so with more Movement it may be another one (p.23)."""
    foes = ["near player D2", "middle player F2", "far player G2"]
    for movement, mark in ((1, "near"), (2, "middle"), (3, "far"), (9, "far")):
        assert marks([f"rep rival C3 mv{movement}", *foes], "farthest") == [f"0 {mark}"]


# Several marks ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.closest-mark")
def test_of_several_marks_of_one_priority_the_closest_is_taken() -> None:
    """Marks of one entry, and equals of one superlative, yield to the one that takes the least movement (p.23)."""
    units = ["rep rival C3 mv3", "near player D2 hp4", "far player F3 hp4", "weak player C4 hp3"]
    assert marks(units[:3], "any") == ["0 near"]
    assert does(units, "strongest") == ("moves", ["0 near"], ["C2", "D3"])
    assert does(["rep rival C3 mv3", "foe player G2"], "key", arena={"key_hexes": ["E3", "C2", "C1"]})[1:] == (
        ["0 C2"],
        ["C2"],
    )


@pytest.mark.rule("movement.closest-mark")
def test_the_readings_of_closest_and_farthest_differ_where_a_detour_is_needed() -> None:
    """A near opponent behind a detour is the closest by hexes and the farthest by movement (p.13; distance.words)."""
    units = ["rep rival A1 mv3", "near player C2", "far player C4"]
    ground: dict[str, Any] = {"arena": {"blocked": ["B1", "B2"]}}
    hexes: dict[str, Any] = ground | {"rulings": {"distance.words": "hexes"}}
    for word in ("any", "closest"):
        assert does(units, word, **ground) == ("moves", ["0 far"], ["B3"])
        assert does(units, word, **hexes) == ("moves", ["0 near"], ["C3"])
    assert does(units, "farthest", **ground) == ("moves", ["0 near"], ["C3"])
    assert does(units, "farthest", **hexes) == ("moves", ["0 far"], ["B3"])


@pytest.mark.rule("movement.closest-mark", "movement.in-range")
@pytest.mark.parametrize("reading", ["default", "hexes"])
def test_opponents_in_range_are_told_apart_by_hexes(reading: str) -> None:
    """Of opponents that need no movement at all the closest is the one fewest hexes away (p.13; distance.words)."""
    units, rulings = ["rep rival C3 mv2 rg3", "far player E2", "near player D3"], {"distance.words": reading}
    assert does(units, "any", rulings=rulings) == ("stays", ["0 near"], ["C3"])
    assert does(units, "farthest", rulings=rulings) == ("stays", ["0 far"], ["C3"])


@pytest.mark.rule("movement.mark-choice")
def test_among_marks_of_the_same_priority_and_distance_the_player_chooses() -> None:
    """Equally close marks of one entry are all open to the player, and a farther one is not (p.23; mark.tie)."""
    units = ["rep rival C3 mv2", "one player D2", "two player D5", "far player F2"]
    assert does(units) == ("moves", ["0 one", "0 two"], ["C2", "C4", "D3", "D4"])
    keys = {"key_hexes": ["D4", "C2", "E3"]}
    assert does(["rep rival C3 mv2", "foe player G2"], "key", arena=keys) == ("moves", ["0 C2", "0 D4"], ["C2", "D4"])


@pytest.mark.rule("movement.mark-choice")
def test_the_player_is_asked_for_the_hex_and_held_to_the_options() -> None:
    """In play the choice among equal marks is put to the player, every legal hex and no other (p.23)."""
    now = combat("movement", ["rep rival C3 mv2", "one player D2", "two player D5", "far player F2"])
    for hex_, mark in (("C2", "one"), ("D4", "two")):
        told = play(now, [("movement.destination", hex_)], only="movement")
        assert [set(question.options) for question in told.asked] == [{"C2", "C4", "D3", "D4"}]
        assert [(event.end, event.mark) for event in told.of(Moved)] == [(hex_, mark)]
    with pytest.raises(IllegalError, match="C2, C4, D3, D4"):
        play(now, ["D1"], only="movement")


# Where it ends ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.limit")
@pytest.mark.parametrize(
    ("stats", "answer"),
    [
        ("mv0", ("blocked", ["0 G2"], ["A2"])),
        ("mv1", ("moves", ["0 G2"], ["B2", "B3"])),
        ("mv2", ("moves", ["0 G2"], ["C2", "C3", "C4"])),
        ("mv1 +adrenaline", ("moves", ["0 G2"], ["C2", "C3", "C4"])),
        ("mv5", ("moves", ["0 G2"], ["F2", "F3"])),
        ("mv6", ("moves", ["0 G2"], ["G2"])),
        ("mv9", ("moves", ["0 G2"], ["G2"])),
    ],
)
def test_a_unit_moves_no_farther_than_its_movement(stats: str, answer: Does) -> None:
    """A key hex 6 hexes away takes all of a lesser Movement and no more than 6 of a greater one (p.23)."""
    assert does([f"rep rival A2 {stats}", "foe player G1"], "key", arena={"key_hexes": ["G2"]}) == answer


@pytest.mark.rule("movement.in-range")
@pytest.mark.parametrize("hex_", ["D3", "E3"])
def test_a_unit_with_its_mark_in_range_does_not_move(hex_: str) -> None:
    """A unit that has its bold mark within Range keeps its place, even where another would be farther off (p.23)."""
    units = ["rep rival C3 mv3 rg2", f"foe player {hex_}"]
    assert does(units) == ("stays", ["0 foe"], ["C3"])
    told = play(combat("movement", units), only="movement")
    assert [(event.unit, event.status, event.mark) for event in told.of(Stayed)] == [("rep", "stays", "foe")]
    assert told.hex("rep") == "C3"


@pytest.mark.rule("movement.in-range", "movement.mark")
def test_an_opponent_in_range_does_not_hold_a_unit_back_from_a_higher_mark() -> None:
    """Only the mark itself being in Range ends the move, not some lesser opponent (p.23)."""
    units = ["rep rival C3 mv2", "foe player C4", "lord player E2 hero"]
    assert does(units, "hero any") == ("moves", ["0 lord"], ["D3"])


@pytest.mark.rule("movement.farthest-in-range")
def test_a_unit_ends_as_far_from_its_bold_mark_as_range_allows() -> None:
    """A unit that has to move for an opponent keeps its full Range away, or less only for want of a free hex (p.23)."""
    units = ["rep rival A2 mv3 rg2 Flight", "foe player D3"]
    assert does(units) == ("moves", ["0 foe"], ["B2", "B3"])
    assert does(units, "any", arena={"blocked": ["B1", "B2", "B3", "C4"]}) == ("moves", ["0 foe"], ["C1", "D5"])
    near = {"blocked": ["B1", "B2", "B3", "C1", "C4", "D5"]}
    assert does(units, "any", arena=near) == ("moves", ["0 foe"], ["C2", "C3"])


@pytest.mark.rule("movement.farthest-in-range", "movement.efficient")
def test_the_readings_of_where_to_end_differ_in_the_movement_spent() -> None:
    """Of the farthest hexes those of least movement count, or, in the other reading, all (p.23; dest.bold)."""
    units = ["rep rival A2 mv3 rg2", "foe player D3"]
    assert does(units) == ("moves", ["0 foe"], ["B2", "B3"])
    everywhere = ["B1", "B2", "B3", "C1", "C4", "D5"]
    assert does(units, "any", rulings={"dest.bold": "any-far"}) == ("moves", ["0 foe"], everywhere)


@pytest.mark.rule("movement.hex-mark")
@pytest.mark.parametrize("entry", ["key", "named:C3", "chip:trident", "highest", "highest:adjacent", "highest:range"])
def test_a_unit_moves_onto_the_hex_that_it_marks(entry: str) -> None:
    """For a non-bold mark a unit goes onto the very hex, however long its Range (p.23)."""
    arena = {"key_hexes": ["C3"], "elevation": {"C3": 2, "B3": 1}}
    units = ["rep rival A2 mv2 rg2", "foe player D3"]
    assert does(units, f"{entry} any", arena=arena, chips={"trident": "C3"}) == ("moves", ["0 C3"], ["C3"])


@pytest.mark.rule("movement.on-hex")
def test_a_unit_on_its_marked_hex_does_not_move() -> None:
    """A unit that stands on the hex it marks stays there, whatever else of the kind or on its list is near (p.23)."""
    units, keys = ["rep rival C3 mv2", "lord player E2 hero"], {"key_hexes": ["B3", "C3"]}
    assert does(units, "key hero", arena=keys) == ("stays", ["0 C3"], ["C3"])
    assert does(units, "hero key", arena=keys) == ("moves", ["0 lord"], ["D3"])
    told = play(combat("movement", units, "key hero", arena=keys), only="movement")
    assert [(event.rule, event.mark) for event in told.of(Stayed)] == [("movement.on-hex", "C3")]
