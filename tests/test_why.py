"""Why names what ruled a candidate out, also where an effect did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hoplo_companion.components.effects import Forbid
from hoplo_companion.rules.model import Lasting
from hoplo_companion.rules.rival.tactics import targets_of
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions
from hoplo_companion.rules.why.why_not import verdicts
from tests.boards import combat, solved


def ruled_out(decision: Decision) -> dict[str, str]:
    """Tell for every candidate what ruled it out."""
    return {candidate.option: candidate.out for candidate in decision.candidates}


@pytest.mark.rule("engage.target")
def test_what_keeps_a_unit_from_attacking_is_why_it_attacks_nobody() -> None:
    """`why` and `solve` agree on a unit that an effect keeps from attacking, and `why` names the effect (p.36)."""
    net = {"do": {"do": "forbid", "what": "attack"}, "units": ["r"], "until": "end-of-turn", "source": "Net"}
    board = combat("engage", ["r rival C3 blue", "y player C4"], state={"lasting": [net]})
    [why] = decisions(board, "engage", "r")
    assert (why.chosen, why.reason(why.candidates[0])) == ([], "Net keeps the unit from attacking")


@pytest.mark.rule("skill.deflect", "effect.used")
def test_deflect_and_not_range_keeps_a_unit_from_being_attacked() -> None:
    """A unit with Deflect that was struck this turn stands within Range all the same (Unit Skills)."""
    units = ["r rival C3 blue", "y player C4 hp5 Deflect", "z player D4 hp5", "far player G2"]
    [why] = decisions(combat("engage", units, state={"struck": ["y"]}), "engage", "r")
    assert ruled_out(why) == {"y": "may be attacked", "z": "", "far": "within Range"}
    assert why.chosen == solved("engage", units, state={"struck": ["y"]})["units"]["r"]["targets"]
    assert why.reason(why.candidates[0]) == "Deflect keeps it from being attacked"
    [plain] = decisions(combat("engage", units), "engage", "r")
    assert "may be attacked" not in [criterion.name for criterion in plain.criteria]


@pytest.mark.rule("tactics.opponent", "effect.used")
def test_a_tactic_passes_over_whoever_may_not_be_targeted() -> None:
    """The strongest of your units is no target while an effect keeps it from being one (p.22)."""
    board = combat("tactics", ["r rival C3", "a player C4 hp5", "b player D4 hp4"], tactics="stun")
    lasting = Lasting(Forbid(what="be-targeted"), "By hand", "a", "player", ("a",), "end-of-combat")
    board = replace(board, lasting=(lasting,))
    [why] = decisions(board, "tactics")
    assert ruled_out(why) == {"a": "may be targeted", "b": ""}
    assert why.chosen == [unit.id for unit in targets_of(board, "stun")]


@pytest.mark.rule("movement.reach-opponent", "movement.backup")
def test_what_is_out_of_reach_or_has_no_path_shows_no_number() -> None:
    """A mark in reach shows the movement it takes, one out of reach "no"; of backup marks the same goes for a path."""
    [mark, *_] = decisions(combat("movement", ["r rival C3 mv2 rg1", "a player E4", "b player G3"]), "movement", "r")
    assert {each.option.split()[0]: each.values[0] for each in mark.candidates} == {"a": 1, "b": "no"}
    units = ["r rival C3 mv1 rg1", "a player F1", "b player G3"]
    board = combat("movement", units, "farthest", arena={"missing": ["F3", "F4", "G2"], "player_deployment": ["G1"]})
    [mark, *_] = decisions(board, "movement", "r")
    shown = {each.option.split()[0]: each.values[1:3] for each in mark.candidates}
    assert shown == {"a": [2, "2 to move, 3 away"], "b": ["no"]}


@pytest.mark.rule("effect.used")
def test_a_unit_that_may_not_move_could_have_gone_to_the_hexes_beside_it() -> None:
    """Its own hex and those beside it are shown, and no farther ones."""
    net = {"do": {"do": "forbid", "what": "move"}, "units": ["r"], "until": "end-of-turn", "source": "Net"}
    board = combat("movement", ["r rival C3 mv2 rg1", "y player G1"], "any", state={"lasting": [net]})
    why = decisions(board, "movement", "r")[-1]
    mat = board.arena.mat
    at = board.units["r"].hex
    assert {each.option for each in why.candidates} == {*mat.names(mat.within(at, 1) & ~board.arena.blocked)}
    assert why.chosen == ["C3"]


@pytest.mark.rule("skill.taunt")
def test_of_several_with_taunt_why_shows_what_makes_one_the_strongest() -> None:
    """The strongest of those with Taunt is attacked, and all their HP are shown (Unit Skills; p.37)."""
    units = ["r rival C3 blue", "y player C4 hp5 Taunt", "z player D3 hp4 Taunt"]
    [why] = decisions(combat("engage", units), "engage", "r")
    at = [criterion.name for criterion in why.criteria].index("strongest")
    assert {each.option: each.values[at] for each in why.candidates} == {"y": 5, "z": 4}
    assert why.chosen == ["y"]


@pytest.mark.rule("engage.target")
def test_why_not_a_hex_where_units_are_chosen_says_nothing_of_movement() -> None:
    """A hex is no target of an attack, whether its unit could move there or not (p.24)."""
    board = combat("engage", ["r rival C3 mv1 blue", "y player C4"])
    for step, unit in (("engage", "r"), ("deployment", "m")):
        [verdict] = verdicts(board, step, unit, "G1")
        assert (verdict.out, verdict.rule) == ("not among the hexes in question", "deployment.lowest-hex")
