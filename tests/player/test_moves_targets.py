"""`hoplo moves` and `hoplo targets`: what any one unit of a position may do, and why not (Rulebook p.21-28)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.options import options
from hoplo_companion.rules.player.turn import begin
from hoplo_companion.rules.player.unit_options import UnitMoves, UnitTargets, unit_moves, unit_targets
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from tests.helpers.boards import combat
from tests.helpers.cli import done, hoplo
from tests.helpers.your_turn import turn, yours
from tests.soak.random_positions import random_position

BOARD = ["h player C3 hero mv2 hp3 blue", "r rival C4 hp9 mv1 blue", "s rival A1 hp2 blue", "d player - hl3"]


def moves(board: Combat, unit: str) -> UnitMoves:
    return unit_moves(board, board.units[unit])


def targets(board: Combat, unit: str) -> UnitTargets:
    return unit_targets(board, board.units[unit])


def why(found: UnitMoves | UnitTargets) -> list[tuple[str, str]]:
    """List the rules and pages of what keeps a unit from anything."""
    return [(each.rule, each.page) for each in found.why]


@pytest.mark.rule("yours.move")
def test_your_unit_is_shown_every_hex_with_its_steps() -> None:
    found = moves(yours(BOARD), "h")
    assert (found.status, found.hex) == ("moves", "C3")
    assert {hex_ for hex_, steps in found.steps.items() if steps == 1} == {"B2", "B3", "C2", "D3", "D4"}
    assert {"A2", "B4", "E3"} <= {hex_ for hex_, steps in found.steps.items() if steps == 2}
    assert "C4" not in found.steps
    assert sorted(found.steps) == found.destinations


@pytest.mark.parametrize(("units", "line", "rule", "page"), [
    (["h player C3 dazed", *BOARD[1:]], "", "combat.dazed", "21, 35"),
    (["h player C3", "r rival C4 Combat_Lock"], "", "skill.combat-lock", "Unit Skills"),
    (BOARD, "move h B2", "yours.once", "26-27"),
    (BOARD, "attack h r 0", "turn.steps", "20"),
    (["h player C3 mv0", *BOARD[1:]], "", "yours.move", "26"),
    (["h player - hl3", "x player C3", *BOARD[1:]], "", "combat.only-in-combat", "21"),
])  # fmt: skip
def test_what_keeps_your_unit_from_moving_is_told(units: list[str], line: str, rule: str, page: str) -> None:
    found = moves(turn(yours(units), line).combat, "h")
    assert (found.status, found.destinations, why(found)) == ("cannot", [], [(rule, page)])


@pytest.mark.rule("skill.roaming")
def test_a_roaming_unit_is_shown_where_the_die_may_lead_it() -> None:
    yours_roams = moves(yours(["h player C3 mv1 Roaming", "s rival G1"]), "h")
    assert (yours_roams.status, why(yours_roams)) == ("roams", [("skill.roaming", "Unit Skills")])
    assert yours_roams.destinations == ["B2", "B3", "C2", "C4", "D3", "D4"]
    theirs = moves(combat("movement", ["r rival C3 mv1 Roaming", "h player G1"]), "r")
    assert (theirs.status, theirs.destinations) == ("roams", yours_roams.destinations)


def test_a_rival_is_shown_as_if_it_moved_first() -> None:
    board = combat("engage", ["r rival A1 mv1", "h player D3 hero", "e rival B1", "w rival D4 mv1", "z rival G1 dazed"])
    found = moves(board, "r")
    assert (found.status, [mark.target for mark in found.marks], found.marks[0].priority) == ("moves", ["h"], "any")
    assert set(found.steps) == set(found.destinations)
    assert set(found.steps.values()) == {1}
    assert (moves(board, "w").status, why(moves(board, "w"))) == ("stays", [("movement.in-range", "23")])
    assert (moves(board, "z").status, why(moves(board, "z"))[0][0]) == ("dazed", "movement.dazed")


def test_arena_units_move_as_in_their_own_turn() -> None:
    board = combat("movement", ["b arena A1 mv2", "r rival B1 hp3", "h player G1"])
    assert moves(board, "b").status == "stays", "the rival beside it is its opponent"


@pytest.mark.rule("yours.attack")
def test_your_targets_and_what_keeps_you_from_the_others() -> None:
    board = yours(["h player C3 hero hp3 blue rg2 Heave", "t rival C4 Taunt", "r rival C5", "s rival G1", "d player -"])
    found = targets(board, "h")
    assert (found.targets, found.specials, found.why) == (["t"], ["Heave"], [])
    assert {foe: each.rule for foe, each in found.others.items()} == {"r": "skill.taunt", "s": "yours.attack"}
    struck = turn(yours(["h player C3 blue", "a player B4 blue rg3", "r rival C4 hp3 Deflect"]), "attack a r 1").combat
    assert targets(struck, "h").others["r"].rule == "skill.deflect"
    assert why(targets(struck, "a")) == [("yours.once", "26-27")]


@pytest.mark.parametrize(("units", "unit", "rule"), [
    (["h player C3 dazed", *BOARD[1:]], "h", "combat.dazed"),
    (["h player C3", "r rival C4 dazed"], "r", "combat.dazed"),
    (BOARD, "d", "combat.only-in-combat"),
    (["h player C3"], "h", "term.opponent"),
])  # fmt: skip
def test_what_keeps_a_unit_from_any_target_is_told(units: list[str], unit: str, rule: str) -> None:
    found = targets(yours(units), unit)
    assert (found.targets, [each for each, _ in why(found)]) == ([], [rule])


def test_a_rivals_targets_are_those_of_its_list_and_skills() -> None:
    units = ["r rival C3 blue", "h player C4 hero hp1", "a player D3 hp5", "x player G1"]
    found = targets(combat("engage", units, "hero strongest"), "r")
    assert found.targets == ["h"]
    assert {foe: each.rule for foe, each in found.others.items()} == {"a": "engage.target", "x": "engage.target"}
    assert "priority list" in found.others["a"].text
    assert "4 hexes away" in found.others["x"].text
    whirls = targets(combat("engage", ["r rival C3 blue Whirlwind", "h player C4", "a player D3"]), "r")
    assert (whirls.targets, whirls.specials, whirls.others["h"].rule) == ([], ["Whirlwind"], "engage.special")


@pytest.mark.parametrize("part", range(4))
def test_what_is_shown_is_what_solve_and_options_say(part: int, reader: PositionReader) -> None:
    """On random boards: rivals as in the machine interface, yours as in the list of all options."""
    random = Random(70 + part)
    for _ in range(25):
        given = random_position(random, "movement")
        board = reader.read(json.dumps(given).encode())
        solved: dict[str, Any] = answer(board)["units"]
        moved = {"moved": [unit["id"] for unit in given["units"]]}
        later = reader.read(json.dumps({**given, "step": "engage", "state": moved}).encode())
        engaged = answer(later)["units"]
        found = options(begin(board)[0])
        for unit in board.in_arena():
            shown, aims = unit_moves(board, unit), unit_targets(later if unit.side == "rival" else board, unit)
            if unit.side == "rival":
                assert shown.status in (solved[unit.id]["status"], "roams")
                assert shown.destinations == solved[unit.id]["destinations"]
                assert [mark.target for mark in shown.marks] == [each["target"] for each in solved[unit.id]["marks"]]
                assert aims.targets == engaged[unit.id]["targets"]
            elif unit.side == "player":
                assert shown.destinations == found.move.get(unit.id, []) or shown.status == "roams"
                assert aims.targets == found.attack.get(unit.id, [])
            assert aims.targets or aims.why or aims.others
            assert shown.destinations or shown.why


@pytest.mark.parametrize("what", ["moves", "targets"])
def test_the_command_takes_short_names_and_says_json(what: str) -> None:
    told = hoplo("options", "krak", "--example", "--json")
    assert (told.code, told.json[what]["unit"], told.json[what]["hex"]) == (0, "krakenlance", "F3")
    assert "Reptilian (E2)" in done("options", "rept", "--example", "--plain").out
    assert hoplo("options", "krakk", "--example").code == 2
    assert "did you mean krakenlance" in hoplo("options", "krakenlans", "--example").err
    assert hoplo("options", "krak").code == 2


def test_the_lines_of_moves_and_targets() -> None:
    out = hoplo("options", "krak", "--example", "--plain").out.splitlines()
    at = out.index("Krakenlance (F3) may move")
    assert out[at + 1] == "  1 step   E3, E4, F2, F4, G3"
    rival = hoplo("options", "reptilian", "--example", "--plain").out
    assert "would move, if it moved first\n  marks Krakenlance  holds the trident\n  1 step             E3, F2" in rival
    aims = hoplo("options", "krak", "--example", "--plain").out
    assert "may use  Trident Throw" in aims
    assert "Krakenlance cannot attack Reptilian: it is 2 hexes away, and the Range is 1. p.27" in aims
