"""Reposition, a Special that is a move, on every side (Unit Skills sheet; Rulebook p.23-24, 28, 36)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.events import Attacked, Moved, Relocated
from tests.helpers.acting import arena_turn, options, place_of, special, yours
from tests.helpers.boards import combat
from tests.helpers.play import engage, play, shifted

pytestmark = pytest.mark.rule("skill.reposition")

UNIT, HEX = "ability.target", "ability.hex"


# Reposition -----------------------------------------------------------------------------------------------------


def test_a_rival_without_an_attack_repositions_for_a_mark_and_does_no_more() -> None:
    """Reposition is a move at once for a mark, in place of an attack, and no attack follows (Unit Skills; p.23-24)."""
    told = engage(["r rival C3 mv2 blue Reposition", "a player E3 hp5"], [("special.hex", "D4")])
    assert options(told) == {"D3", "D4"}
    assert (told.hex("r"), told.hp("a"), told.of(Attacked)) == ("D4", 5, [])
    assert [(event.unit, event.displaced) for event in told.of(Relocated)] == [("r", False)]


@pytest.mark.parametrize(
    ("unit", "others", "end"),
    [
        ("r rival C3 mv2 blue Reposition", ["a player C4"], "C3"),
        ("r rival C3 mv0 blue Reposition", ["a player C5"], "C3"),
        ("r rival C3 mv2 blue Reposition dazed", ["a player C5"], "C3"),
        ("r rival A1 mv1 blue Reposition", ["s rival A2", "t rival B1", "u rival B2", "a player G2"], "A1"),
    ],
)
def test_no_reposition_with_an_attack_or_without_a_way(unit: str, others: list[str], end: str) -> None:
    """With an attack, without Movement, dazed or shut in, nobody repositions (Unit Skills; p.21)."""
    told = engage([unit, *others], [("attack.dice", 0)] if others == ["a player C4"] else [])
    assert (told.hex("r"), told.of(Relocated)) == (end, [])


@pytest.mark.parametrize(
    ("words", "priorities", "ends"),
    [
        ("mv1", "named:C4 any", {"C4"}),
        ("mv1", "any", {"D3", "D4"}),
        ("mv1 rg2", "strongest", {"D3", "D4"}),
        ("mv1 rg3", "any", set()),
        ("mv1 +adrenaline", "named:C5 any", {"C5"}),
    ],
)
def test_reposition_follows_the_movement_step_s_rules(words: str, priorities: str, ends: set[str]) -> None:
    """It identifies a mark as in the Movement Step, with the Movement that it has (p.23; Unit Skills)."""
    script = [("special.hex", min(ends))] if len(ends) > 1 else [("attack.dice", 0)] * (not ends)
    told = engage([f"r rival C3 {words} blue Reposition", "a player F2"], script, priorities)
    assert told.hex("r") == (min(ends) if ends else "C3")
    if len(ends) > 1:
        assert options(told) == ends


def test_combat_lock_does_not_hinder_a_reposition() -> None:
    """Combat Lock is about the Movement Step alone, and Reposition belongs to the Engage Step (Unit Skills)."""
    board = ["r rival C3 mv1 rg1 blue Reposition", "k player C4 Combat_Lock", "h player E3 hero"]
    told = play(combat("movement", board, "hero"), [("special.hex", "D3")])
    assert told.of(Moved) == []
    assert told.hex("r") == "D3"


@pytest.mark.parametrize("reading", ["default", "end"])
def test_a_reposition_picks_up_what_lies_on_its_way(reading: str) -> None:
    """A unit that moves over a chip's hex equips it on the way, or only at the end, by the ruling (p.36)."""
    shut = ["B2", "B3", "C2", "C4", "D4", "D3"]
    board = ["r rival C3 mv2 Reposition", "a player G2"]
    for trident, got in (("D4", reading == "default"), ("E3", True)):
        more = {"arena": {"blocked": [hex_ for hex_ in shut if hex_ != "D4"]}, "chips": {"trident": trident}}
        told = engage(board, [], "named:E3 any", rulings={"equip.passing": reading}, **more)
        assert told.hex("r") == "E3"
        assert place_of(told, "trident") == ("r" if got else trident)


def test_your_reposition_goes_as_far_as_its_movement() -> None:
    """Your unit moves at once to any hex that its Movement leads to, and takes up the flag there (sheet; p.18, 26)."""
    board = ["h player A1 mv2 Reposition", "a rival B1", "b rival A2"]
    told = special(yours(board, flag="C2", event="capture-the-flag"), "h", "reposition", ["C2"])
    assert options(told) - {"A1"} == {"B2", "B3", "C2", "C3"}
    assert (told.hex("h"), place_of(told, "flag")) == ("C2", "h")


@pytest.mark.parametrize(("reading", "where"), [("default", "h"), ("end", "D4")])
def test_your_reposition_over_the_flag_takes_it_up(reading: str, where: str) -> None:
    """Stepping onto the flag's hex on the way is enough, unless the ruling says otherwise (p.18; equip.passing)."""
    ground = {"blocked": ["B2", "B3", "C2", "C4", "D3"]}
    board = ["h player C3 mv2 Reposition", "a rival G1"]
    more: dict[str, Any] = {"flag": "D4", "event": "capture-the-flag", "rulings": {"equip.passing": reading}}
    told = special(yours(board, arena=ground, **more), "h", "reposition", ["E3"])
    assert (told.hex("h"), place_of(told, "flag")) == ("E3", where)


@pytest.mark.rule("skill.flight")
def test_flight_carries_a_reposition_over_blocked_hexes() -> None:
    """A unit with Flight passes over blocked hexes when it repositions, and ends on none (Unit Skills)."""
    shut = {"blocked": ["A2", "B1"]}
    board = ["h player A1 mv2 Reposition Flight", "a rival B2"]
    told = special(yours(board, arena=shut), "h", "reposition", ["C1"])
    assert options(told) - {"A1"} == {"A3", "B3", "C1", "C2", "C3"}
    assert special(yours([board[0].replace(" Flight", ""), board[1]], arena=shut), "h", "reposition").hex("h") == "A1"
    rival = ["r rival A1 mv2 Reposition Flight", "s rival B2 dazed", "a player C4"]
    assert engage(rival, [("special.hex", "C3")], "any", arena=shut).hex("r") == "C3"


def test_an_arena_unit_repositions_for_a_mark() -> None:
    """An arena unit without an attack identifies a mark and moves for it, in its own Engage Step (p.28; sheet)."""
    board = ["x arena C1 mv1 blue Reposition", "r rival C5", "a player G2"]
    told = arena_turn(combat("movement", board, "named:C3 any"))
    assert [(event.unit, event.end) for event in told.of(Moved)] == [("x", "C2")]
    assert (shifted(told), told.of(Attacked)) == ({"x": "C3"}, [])
