"""Rulings that decide something are named: in events, in `because`, and by `why` and `why-not`."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.render.sentences.decisions import because
from hoplo_companion.rules.events import Attacked, Moved, Stayed, TacticPlaced
from hoplo_companion.rules.why.steps import decisions, verdicts
from tests.helpers.acting import in_arena_of
from tests.helpers.boards import combat, does, solved
from tests.helpers.play import abilities, engage, play


def named(step: str, units: list[str], priorities: str = "any", **more: Any) -> set[tuple[str, str]]:
    """List the rulings that a position's answer is explained by, with their units."""
    board = combat(step, units, priorities, **more)
    found = because(board)
    assert all(each["page"] and each["text"] for each in found)
    return {(each["unit"], each["rule"]) for each in found if board.catalogue.ruling(each["rule"]) is not None}


# opponents.arena ------------------------------------------------------------------------------------------------

BESIDE = ["x rival C3 blue", "y player C4 hp9", "z arena D3 hp9"]


@pytest.mark.rule("term.opponent", "engage.target")
@pytest.mark.parametrize("reading", ["default", "no"])
def test_arena_units_as_opponents_are_named_where_that_decides_the_target(reading: str) -> None:
    """With one reading the target is a choice of two, with the other it is not (p.28, 36; opponents.arena)."""
    rulings = {"opponents.arena": reading}
    assert named("engage", BESIDE, rulings=rulings) == {("x", "opponents.arena")}
    answers = [("engage.target", "y")] if reading == "default" else []
    told = engage(BESIDE, [*answers, ("attack.dice", 0)], rulings=rulings)
    assert [event.rulings for event in told.of(Attacked)] == [["opponents.arena"]]
    far = [*BESIDE[:2], "z arena G1 hp9"]
    assert named("engage", far, rulings=rulings) == set()


@pytest.mark.rule("skill.confidence", "term.outnumbered")
@pytest.mark.parametrize("reading", ["default", "no"])
def test_arena_units_as_opponents_are_named_where_they_add_a_die(reading: str) -> None:
    """A die by Confidence hangs on whether arena units are opponents (Unit Skills; opponents.arena)."""
    board = ["x rival C3 blue Confidence", "y player C4 hp9", "z arena G3"]
    rulings = {"opponents.arena": reading}
    assert named("engage", board, rulings=rulings) == {("x", "opponents.arena")}
    told = engage(board, [("attack.dice", 0)], rulings=rulings)
    assert [event.rulings for event in told.of(Attacked)] == [["opponents.arena"]]
    heave = ["x rival C3 Confidence Heave", "y player C5 hp9", "z arena G3"]
    if reading == "default":
        told = engage(heave, [("special.dice", 0)], rulings=rulings)
        assert [event.rulings for event in told.of("special-used")] == [
            ["opponents.arena", "heave.alone", "weakest.die"]
        ]


@pytest.mark.rule("term.opponent", "skill.fury-aura", "skill.whirlwind")
def test_arena_units_as_opponents_are_named_at_abilities_and_specials() -> None:
    """Whom Fury Aura picks and whether Whirlwind is used can hang on it (p.28, 36; opponents.arena)."""
    told = abilities(["x rival C3 Fury_Aura-1", "y player C4 hp9", "z arena D3 hp2"])
    assert [event.rulings for event in told.of("effect-used")] == [["opponents.arena"]]
    told = engage(["x rival C3 blue Whirlwind", "y player C4 hp9", "z arena D3 hp9"], [("special.dice", 0)])
    assert [event.rulings for event in told.of("special-used")] == [["opponents.arena"]]


@pytest.mark.rule("term.opponent", "movement.mark")
@pytest.mark.parametrize("reading", ["default", "no"])
def test_arena_units_as_opponents_are_named_where_they_hold_or_draw_a_unit(reading: str) -> None:
    """An arena unit's Combat Lock holds a rival only if they are opponents; so it is marked (opponents.arena)."""
    rulings = {"opponents.arena": reading}
    lock = ["x rival C3 mv2", "z arena C2 Combat_Lock", "y player F2"]
    assert named("movement", lock, "flagholder strongest", flag="@y", rulings=rulings) == {("x", "opponents.arena")}
    told = play(
        combat("movement", lock, "flagholder strongest", flag="@y", rulings=rulings),
        [] if reading == "default" else [("movement.destination", "E2")],
        only="movement",
    )
    assert [event.rulings for event in (*told.of(Moved), *told.of(Stayed))] == [["opponents.arena"]]


@pytest.mark.rule("term.opponent")
def test_why_not_says_that_an_arena_unit_is_no_opponent() -> None:
    [verdict] = verdicts(combat("engage", BESIDE, rulings={"opponents.arena": "no"}), "engage", "x", "z")
    assert (verdict.out, verdict.rule, verdict.rulings) == ("not its opponent", "term.opponent", ["opponents.arena"])
    far = [*BESIDE[:2], "z arena G1 hp9"]
    [verdict] = verdicts(combat("engage", far, rulings={"opponents.arena": "no"}), "engage", "x", "z")
    assert (verdict.out, verdict.rulings) == ("not its opponent", [])
    [verdict] = verdicts(combat("engage", far), "engage", "x", "z")
    assert (verdict.out, verdict.rulings) == ("out of Range", [])
    local = in_arena_of("plutos-refugees", "engage", ["x rival C3 blue of:plutos-refugees", *BESIDE[1:]])
    [verdict] = verdicts(local, "engage", "x", "z")
    assert (verdict.out, verdict.rule) == ("not its opponent", "refugees.locals")
    [verdict] = verdicts(combat("engage", BESIDE), "engage", "x", "z")
    assert (verdict.out, verdict.rulings) == ("", ["opponents.arena"])


# refugees.tactics -----------------------------------------------------------------------------------------------

BEASTS = ["b arena C3 as:beast", "r rival G1", "a player C4 hp5 of:plutos-refugees", "far player A1 hp9"]


@pytest.mark.rule("tactics.beside-beast", "tactics.opponent")
@pytest.mark.parametrize(("reading", "targets"), [("default", None), ("yes", ["a"])])
def test_a_local_beside_a_beast_alone_is_no_target_of_a_rival_tactic(reading: str, targets: list[str] | None) -> None:
    """Beasts and locals are no opponents, and a Beast is no rival unit (publisher's FAQ; p.22; refugees.tactics)."""
    more: dict[str, Any] = {"arena": "plutos-refugees", "tactics": "stun", "rulings": {"refugees.tactics": reading}}
    found = solved("tactics", BEASTS, **more)["tactic"]
    assert (found["targets"] if found else None) == targets
    assert named("tactics", BEASTS, **more) == {("stun", "refugees.tactics")}
    told = play(combat("tactics", BEASTS, **more), only="tactics") if targets is None else None
    if told is not None:
        assert [event.rulings for event in told.of("no-tactic-placed")] == [["refugees.tactics"]]
    [verdict] = verdicts(combat("tactics", BEASTS, **more), "tactics", "stun", "a")
    assert (bool(verdict.out), verdict.rulings) == (targets is None, ["refugees.tactics"])


@pytest.mark.rule("tactics.beside-beast")
def test_the_reading_of_beasts_leaves_other_units_alone() -> None:
    """By the other reading a unit of another faction, which has no rival unit beside it, is no target either (p.22)."""
    board = [BEASTS[0], BEASTS[1], "a player C4 hp5 of:kunlun"]
    more: dict[str, Any] = {"arena": "plutos-refugees", "tactics": "stun", "rulings": {"refugees.tactics": "yes"}}
    assert solved("tactics", board, **more)["tactic"] is None
    beside = ["b arena C3 as:beast", "r rival C5", "a player C4 hp5 of:plutos-refugees"]
    told = play(combat("tactics", beside, **more), [("component.effect", "nothing")], only="tactics")
    assert [event.rulings for event in told.of(TacticPlaced)] == [[]]


# backup.tie -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.backup-tie", "movement.backup")
def test_of_equal_marks_in_back_up_movement_the_closest_is_taken() -> None:
    """Equal strength: the closest by the movement needed; without any path by hexes; then you choose (backup.tie)."""
    units = ["x rival A2 mv1", "near player E2 hp5", "far player G2 hp5", "weak player D2 hp1"]
    assert does(units, "strongest")[1] == ["0 near"]
    assert ("x", "backup.tie") in named("movement", units, "strongest")
    walled = {"blocked": ["D1", "D2", "D3", "D4", "D5", "D6"]}
    board = ["x rival A2 mv1", "near player E3 hp5", "far player G2 hp5"]
    assert does(board, "strongest", arena=walled)[1] == ["0 near"]
    told = play(combat("movement", board, "strongest", arena=walled), [("movement.destination", "B2")], only="movement")
    assert [event.rulings for event in told.of(Moved)] == [["backup.tie"]]
    even = ["x rival A2 mv1", "up player G1 hp5", "down player G3 hp5"]
    assert does(even, "strongest")[1] == ["0 down", "0 up"]
    assert ("x", "backup.tie") not in named("movement", even, "strongest")


@pytest.mark.rule("movement.backup-tie")
def test_why_names_the_tie_of_back_up_movement() -> None:
    board = combat("movement", ["x rival A2 mv1", "near player E2 hp5", "far player G2 hp5"], "strongest")
    mark = decisions(board, "movement", "x")[0]
    assert [(each.option, each.out) for each in mark.candidates if each.out] == [("far as 1. strongest", "closest")]
    assert mark.rulings == ["backup.tie"]


# hex.highest ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.hex-mark", "movement.mark")
@pytest.mark.parametrize(
    ("heights", "end", "rulings"), [({"C3": 1, "G1": 3}, "C3", True), ({"C3": 3, "G1": 1}, "C3", False)]
)
def test_the_highest_hex_is_the_highest_within_reach(heights: dict[str, int], end: str, rulings: bool) -> None:
    """A higher one out of reach does not count, and the ruling is named where there is one (p.23; hex.highest)."""
    more: dict[str, Any] = {"arena": {"elevation": heights}}
    units = ["x rival B3 mv1", "y player F3"]
    assert does(units, "highest", **more)[2] == [end]
    assert (("x", "hex.highest") in named("movement", units, "highest", **more)) is rulings
    told = play(combat("movement", units, "highest", **more), only="movement")
    assert [event.rulings for event in told.of(Moved)] == [["hex.highest"] if rulings else []]


# A camp that nobody lists ---------------------------------------------------------------------------------------


@pytest.mark.rule("end.troop-gone")
def test_a_camp_unit_that_is_not_listed_may_still_come() -> None:
    """A board by hand says that a unit is left, not which: it is asked, and nothing is lost unasked (p.28)."""
    board = combat("engage", ["r rival C3 red red", "a player C4 hp1"], player={"camp_units": 1, "hero": False})
    told = play(board, [("attack.dice", 2), ("end.units-left", "yes")], only="engage")
    assert not told.combat.over
