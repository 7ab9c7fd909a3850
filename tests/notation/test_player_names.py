"""Names as they are typed in your turn: an id, or any unambiguous beginning of an id, a chip, a tactic or a skill."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.components.catalogue import UnknownNameError
from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.rules.defeat import apply_changes
from hoplo_companion.rules.events import Attacked, Moved, Relocated, TacticPlaced
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import AmbiguousNameError, any_named, candidates, named, picked
from hoplo_companion.rules.position.document import write_position
from tests.helpers.boards import combat
from tests.helpers.cli import done, hoplo
from tests.helpers.your_turn import refused, turn, yours

BOARD = [
    "krakenlance player C3 hero mv1 hp3 blue",
    "archer player B2 mv1 rg3 blue as:archer",
    "Rep_2 player - mv1 as:reptilian",
    "rep-1 rival C4 hp5 as:reptilian",
    "shade rival D3 hp5 as:archer",
    "beast arena E5 hp3",
]


def meant(name: str, side: str = "", units: list[str] | None = None) -> list[str]:
    """List whom a name may mean on the board, among the units of one side or all."""
    board = combat("engage", units or BOARD)
    return [unit.id for unit in candidates(board, name, [u for u in board.units.values() if side in ("", u.side)])]


@pytest.mark.parametrize(("name", "side", "found"), [
    ("krakenlance", "", ["krakenlance"]), ("KRAK", "", ["krakenlance"]), ("k", "", ["krakenlance"]),
    ("Krak en lance", "", []), ("rep 1", "", ["rep-1"]), ("rep", "", ["Rep_2", "rep-1"]),
    ("reptilian", "rival", ["rep-1"]), ("my-rep", "", ["Rep_2"]), ("rival-rep", "", ["rep-1"]),
    ("rival-arch", "", ["shade"]), ("arena-b", "", ["beast"]), ("rival-krak", "", []), ("my-", "", []),
    ("archer", "", ["archer"]), ("arc", "", ["archer", "shade"]), ("", "", []), ("!!", "", []), ("lance", "", []),
])  # fmt: skip
def test_a_name_means_an_id_or_begins_one(name: str, side: str, found: list[str]) -> None:
    """An exact id wins; else every id or chip that begins like it; a side's word narrows it."""
    assert meant(name, side) == found


def test_a_sides_word_is_part_of_an_id_that_has_it() -> None:
    units = ["my-krak rival C3", "krak player C4", "rival-rep-1 rival D3", "rival-rep-2 rival E3", "zed player A1"]
    assert meant("my-krak", units=units) == ["my-krak"]
    assert meant("my-kr", units=units) == ["krak"]
    assert meant("rival-rep-2", units=units) == ["rival-rep-2"]
    assert meant("rival-rep", units=units) == ["rival-rep-1", "rival-rep-2"]


def test_ids_that_differ_in_their_letters_case_are_told_apart() -> None:
    units = ["rep rival C3", "REP rival C4"]
    assert meant("REP", units=units) == ["REP"]
    assert meant("Rep", units=units) == ["rep", "REP"]


def test_several_meanings_are_refused_with_their_candidates() -> None:
    board = combat("engage", BOARD)
    with pytest.raises(AmbiguousNameError, match=r"Rep_2 \(yours, reptilian\), rep-1 \(the rival's, .*my-rep") as told:
        named(board, "rep", board.units.values())
    assert isinstance(told.value, UsageError)
    with pytest.raises(UnknownNameError, match="did you mean krakenlance"):
        any_named(board, "krakenlanse", board.units.values())


def test_a_turn_is_played_with_names_cut_short() -> None:
    board = yours(BOARD)
    told = turn(board, "deploy rep G2; move KRAK d4; attack arch sha 1; attack krak rep 1")
    assert told.hex("Rep_2") == "G2"
    assert [(event.unit, event.end) for event in told.of(Moved)] == [("krakenlance", "D4")]
    assert [(e.unit, e.target) for e in told.of(Attacked)] == [("archer", "shade"), ("krakenlance", "rep-1")]


def test_targets_are_looked_for_among_opponents_first() -> None:
    """A beginning that would be ambiguous on the whole board is not among opponents, nor is your own unit's id."""
    units = ["h player C3 hero hp3 blue", "rep player B1 as:reptilian", "reptilian rival C4 hp5 as:reptilian"]
    assert [e.target for e in turn(yours(units), "attack h rep 1").of(Attacked)] == ["reptilian"]
    refusal = refused(yours(units), "attack h my-rep")
    assert (refusal.rule, "not an opponent" in str(refusal)) == ("yours.attack", True)
    two = [*units, "rep2 rival D3 hp5"]
    with pytest.raises(AmbiguousNameError):
        turn(yours(two), "attack h rep 1")


def test_an_answer_behind_an_action_is_cut_short_too() -> None:
    board = yours(["h player C3 hero hp2 hl6 Hook", "krak player E3", "rival-reptilian rival D5", "s rival G3"])
    told = turn(board, "ability h ho rival-rep D4")
    assert [(event.unit, event.end) for event in told.of(Relocated)] == [("rival-reptilian", "D4")]
    with pytest.raises(HoploError, match=r"ability\.target"):
        turn(board, "ability h hook zeus D4")
    with pytest.raises(AmbiguousNameError):
        turn(yours([*BOARD[:1], "h player D4 Hook", "rep-1 rival B4", "rep-2 rival F4"]), "ability h hook rep")


@pytest.mark.parametrize("chip", ["archer", "arch"])
def test_a_tactic_on_an_id_that_is_the_other_sides_chip_is_ambiguous(chip: str) -> None:
    """Both sides' units may be meant, so that an exact id does not settle it; the side's word does (p.25)."""
    units = [f"{chip} player C3 as:attacker", "x rival C4 as:archer", "s rival A1"]
    board = yours(units, player={"tactics": ["adrenaline"]})
    with pytest.raises(AmbiguousNameError) as told:
        turn(board, f"tactic adrenaline {chip}")
    assert len(told.value.candidates) == 2
    for name, unit in ((f"my-{chip}", chip), (f"rival-{chip}", "x"), ("x", "x")):
        assert [e.unit for e in turn(board, f"tactic adr {name}").of(TacticPlaced)] == [unit]
    far = yours([units[0], "x rival A2 as:archer", "s rival A1"])
    assert [e.unit for e in turn(far, f"tactic adrenaline {chip}").of(TacticPlaced)] == [chip], "one is no target"


def test_tactics_and_skills_are_named_by_their_beginnings_among_those_held() -> None:
    board = yours(["h player C3", "r rival C4"], player={"tactics": ["stun", "adrenaline"]})
    assert [event.chip for event in turn(board, "tactic AD h").of(TacticPlaced)] == ["adrenaline"]
    held = yours(["h player C3 hp1 hl5 Regen-1 Heave blue", "r rival C4 hp2"])
    assert turn(held, "ability h r").hp("h") == 2
    assert turn(held, "special h hea r 0").hp("r") == 2
    both: dict[str, Any] = {"regen": 1, "regroup": 2}
    assert picked("regen", both) == 1
    assert picked("regr", both) == 2
    assert picked("x", both) is None
    with pytest.raises(AmbiguousNameError, match="regen, regroup"):
        picked("reg", both)


def test_unknown_names_suggest_the_nearest() -> None:
    board: Combat = yours(BOARD)
    for line, near in (
        ("move krakenlanse D4", "krakenlance"),
        ("attack krak shede", "shade"),
        ("deploy repp2 G2", "Rep_2"),
    ):
        assert f"did you mean {near}" in str(refused(board, line))
    assert "did you mean adrenaline" in str(refused(board, "tactic adrenalin2 krak"))


def test_what_is_told_by_hand_names_units_the_same_way() -> None:
    board = combat("engage", BOARD)
    changed, _, _ = apply_changes(board, "krak hp 2; rival-rep hp 1")
    assert (changed.units["krakenlance"].hp, changed.units["rep-1"].hp) == (2, 1)
    with pytest.raises(IllegalError, match=r"may mean Rep_2 \(yours, reptilian\), rep-1"):
        apply_changes(board, "rep hp 2")


def test_what_is_resolved_by_hand_may_be_written_as_for_set() -> None:
    """One language: a setting is understood with `set` before it and without, and so is where a unit goes."""
    board = combat("engage", BOARD, event="capture-the-flag")
    for short, long in (
        ("krak hp 2", "set krak hp 2"),
        ("krak hex D4", "move krak D4"),
        ("krak dazed", "set krak dazed yes"),
        ("archer gains stun", "set archer tactics stun"),
        ("rival-rep defeated", "defeat rival-rep"),
        ("rival-rep hp 0", "remove rival-rep"),
        ("chip flag with krak", "flag krak"),
    ):
        changed = [write_position(apply_changes(board, line)[0]) for line in (short, long)]
        assert changed[0] == changed[1] != write_position(board), long


def test_options_are_asked_for_by_a_short_name() -> None:
    assert "move krakenlance" in done("options", "krak", "--example").out
    assert "if it moved first" in hoplo("options", "rept", "--example").out, "no unit of yours"
