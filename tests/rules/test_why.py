"""Why names what ruled a candidate out, also where an effect did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hoplo_companion.components.effects import Forbid
from hoplo_companion.rules.model import Combat, Lasting
from hoplo_companion.rules.rival.placement import targets_of
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions, verdicts
from tests.helpers.boards import combat, solved
from tests.helpers.own_catalogue import Own
from tests.helpers.proofs import columns


def ruled_out(decision: Decision) -> dict[str, str]:
    """Tell for every candidate what ruled it out."""
    return {candidate.option: candidate.out for candidate in decision.candidates}


@pytest.mark.rule("engage.target")
def test_what_keeps_a_unit_from_attacking_is_why_it_attacks_nobody() -> None:
    """`why` and `solve` agree on a unit that an effect keeps from attacking, and `why` names the effect (p.36)."""
    net = {"do": {"do": "forbid", "what": "attack"}, "units": ["r"], "until": "end-of-turn", "source": "Net"}
    board = combat("engage", ["r rival C3 blue", "y player C4"], state={"lasting": [net]})
    [why] = decisions(board, "engage", "r")
    assert (why.chosen, why.reason(why.candidates[0])) == ([], "held by Net")


@pytest.mark.rule("skill.deflect")
def test_deflect_and_not_range_keeps_a_unit_from_being_attacked() -> None:
    """A unit with Deflect that was struck this turn stands within Range all the same (Unit Skills)."""
    units = ["r rival C3 blue", "y player C4 hp5 Deflect", "z player D4 hp5", "far player G2"]
    [why] = decisions(combat("engage", units, state={"struck": ["y"]}), "engage", "r")
    assert ruled_out(why) == {"y": "may be attacked", "z": "", "far": "within Range"}
    assert why.chosen == solved("engage", units, state={"struck": ["y"]})["units"]["r"]["targets"]
    assert why.reason(why.candidates[0]) == "Deflect keeps it from being attacked"
    [plain] = decisions(combat("engage", units), "engage", "r")
    assert "may be attacked" not in [criterion.name for criterion in plain.criteria]


@pytest.mark.rule("tactics.opponent")
def test_a_tactic_passes_over_whoever_may_not_be_targeted() -> None:
    """The strongest of your units is no target while an effect keeps it from being one (p.22)."""
    board = combat("tactics", ["r rival C3", "a player C4 hp5", "b player D4 hp4"], tactics="stun")
    lasting = Lasting(Forbid(what="be-targeted"), ("a",), "end-of-combat", "By hand", "a", "player", fresh=True)
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


@pytest.mark.rule("skill.taunt")
def test_a_taunt_farther_off_is_out_by_those_beside_it_and_not_for_its_hp() -> None:
    """Read so that any Taunt in Range will do, it is still the strongest of several beside it (`taunt.which`)."""
    units = ["r rival C3 rg3 blue", "y player C4 hp5 Taunt", "z player D3 hp4 Taunt", "f player E4 hp9 Taunt"]
    [why] = decisions(combat("engage", units, rulings={"taunt.which": "any"}), "engage", "r")
    assert why.chosen == ["y"]
    assert {each.option: (each.out, each.values[-1]) for each in why.candidates if each.out} == {
        "z": ("strongest", 4),
        "f": ("Taunt", "no"),
    }


@pytest.mark.rule("engage.target")
def test_why_not_a_hex_where_units_are_chosen_says_nothing_of_movement() -> None:
    """A hex is no target of an attack, whether its unit could move there or not (p.24)."""
    board = combat("engage", ["r rival C3 mv1 blue", "y player C4"])
    for step, unit, out, rule in (
        ("engage", "r", "it attacks units, not hexes", "engage.target"),
        ("abilities", "r", "no Ability that it uses leads anybody there", "abilities.use"),
        ("tactics", "stun", "tactics go on units, not on hexes", "tactics.order"),
        ("deployment", "m", "not a hex that it may be deployed on", "deployment.lowest-hex"),
    ):
        [verdict] = verdicts(board, step, unit, "G1")
        assert (verdict.out, verdict.rule) == (out, rule)


# Specials -------------------------------------------------------------------------------------------------------


def shown(board: Combat, unit: str = "r") -> dict[tuple[str, str], tuple[list[str], dict[str, str]]]:
    """Give for each decision of an Engage Step, by what it is about and by what: who is chosen, why not the rest."""
    found = decisions(board, "engage", unit)
    return {
        (each.about, each.by): (each.chosen, {c.option: each.reason(c) for c in each.candidates if c.out})
        for each in found
    }


def worded(board: Combat, unit: str = "r") -> str:
    """Word what `shown` gives."""
    return "; ".join(
        f"{' '.join(about).strip()}: {'+'.join(chosen) or '-'}"
        + "".join(f", not {each} ({why})" for each, why in out.items())
        for about, (chosen, out) in shown(board, unit).items()
    )


SPECIALS = columns("""
r rival C3 blue Whirlwind, a player C4 hp5, b player D3 hp1 | special: Whirlwind; target Whirlwind: a+b; target: -, \
    not a (a Special takes the place of this attack), not b (a Special takes the place of this attack)
r rival C3 blue Whirlwind, a player C4 hp5 | special: -, not Whirlwind (the sheet: Used if two or more opponents are \
    adjacent.); target: a
r rival C3 blue Heave, a player C4 hp5 Taunt, b player C5 hp1 | special: Heave; target Heave: b, not a (not weaker \
    than your Attacker (a)); target: -, not a (a Special takes the place of this attack), not b (out of Range)
r rival C3 blue Heave Long_Shot-3, a player C4 hp5 | special: -, not Heave (nobody within its reach is weaker than \
    the target of its attack), not Long Shot (it has an attack); target: a
r rival C3 blue Long_Shot-2, a player C5 hp5 | special: Long Shot; target Long Shot: a; target: -, not a (out of Range)
r rival C3 blue Long_Shot-2 Heave, a player G3 hp5 | special: -, not Long Shot (nobody within its reach), not Heave \
    (nobody within its reach); target: -, not a (out of Range)
r rival C3 blue Agile, a player C4 hp5 | special: Agile; target Agile: a; target: -, not a (it uses Agile and never \
    attacks)
r rival C3 blue dazed Long_Shot-3, a player C4 hp5 | special: -, not Long Shot (dazed: deployed this turn); target: \
    -, not a (dazed: deployed this turn)
""", 2)  # fmt: skip


@pytest.mark.rule("engage.special", "engage.special-target", "skill.heave", "skill.whirlwind", "skill.agile")
@pytest.mark.parametrize(("units", "expected"), SPECIALS)
def test_why_shows_which_special_is_used_and_on_whom(units: str, expected: str) -> None:
    """Each Special of the chip, used or not, and the attack beside it, each with its own reason (p.24; sheet)."""
    assert worded(combat("engage", units.split(", "))) == expected


@pytest.mark.rule("engage.special", "skill.reposition")
def test_why_shows_the_move_of_a_reposition() -> None:
    """It identifies a mark and moves for it as in the Movement Step (Unit Skills)."""
    found = shown(combat("engage", ["r rival C3 mv1 blue Reposition", "a player C5 hp5"]))
    assert found["special", ""] == (["Reposition"], {})
    assert found["mark", "Reposition"][0] == ["a as 1. any"]
    assert found["destination", "Reposition"][0] == ["C4"]


@pytest.mark.rule("scion.others")
@pytest.mark.parametrize("step", ["movement", "engage"])
def test_a_scion_has_no_part_in_the_steps_of_the_others(step: str) -> None:
    """It is neither dazed nor held: it acts by its dice (p.32)."""
    units = ["hydra rival D3 hp5 as:hydra elite", "krak player E3 hp1 hero"]
    board = combat(step, units, event="scion", act=4)
    why = decisions(board, step, "hydra")[0]
    acts = "it acts by the scion's dice alone, not in this step"
    assert (why.chosen, why.reason(why.candidates[0]), why.candidates[0].rule) == ([], acts, "scion.others")
    assert {each.out for each in verdicts(board, step, "hydra", "krak")} == {acts}


# Abilities, Beasts, and whoever is not due yet ------------------------------------------------------------------------


@pytest.mark.rule("abilities.use", "abilities.priorities", "skill.hook", "skill.fury-aura")
def test_why_shows_abilities_with_whom_and_where_to() -> None:
    """Used or not, on whom, and onto which hex by whose list (p.24)."""
    units = ["r rival D3 hp3 Regen-1 Fury_Aura-2 Hook", "a player F3 hp6"]
    found = {(each.about, each.by, each.unit): each for each in decisions(combat("abilities", units), "abilities", "r")}
    assert found["ability", "", "r"].chosen == ["Regen", "Fury Aura", "Hook"]
    assert found["target", "Fury Aura", "r"].chosen == ["a"]
    assert (found["target", "Hook", "r"].chosen, found["destination", "Hook", "a"].chosen) == (["a"], ["E3"])
    beside = [units[0], "a player E3 hp6"]
    used, *_ = decisions(combat("abilities", beside), "abilities", "r")
    assert {each.option: each.out for each in used.candidates} == {"Regen": "", "Fury Aura": "", "Hook": "used"}
    dazed, *none = decisions(combat("abilities", [units[0] + " dazed", units[1]]), "abilities", "r")
    assert ([dazed.reason(each) for each in dazed.candidates], none) == (["dazed: deployed this turn"] * 3, [])
    plain = combat("abilities", ["r rival D3 hp3", "a player F3 hp6"])
    assert [each.candidates for each in decisions(plain, "abilities", "r")] == [[]]
    assert decisions(plain, "abilities") == []
    [verdict] = verdicts(plain, "abilities", "r", "a")
    assert (verdict.about, verdict.out, verdict.rule) == ("ability", "it has no Ability for that", "abilities.use")


@pytest.mark.rule("arena.steps", "engage.target", "movement.mark")
@pytest.mark.parametrize("step", ["movement", "engage"])
def test_beasts_have_their_reasons_too(step: str) -> None:
    """Arena units act by the rival's rules (p.28), and `why` shows it."""
    board = combat(step, ["b arena C3 hp2 blue", "r rival C4 hp3", "a player G1 hp3"])
    assert {each.unit for each in decisions(board, step, "b")} == {"b"}
    assert [each.out for each in verdicts(board, step, "b", "r")] == [""]


@pytest.mark.rule("tactics.order", "deployment.order", "scion.activity")
def test_why_a_tactic_or_a_unit_is_not_yet_due() -> None:
    """One that is not the first of its column or lineup has its reason, as has a column against a scion."""
    board = combat("tactics", ["r rival C3", "a player C4 hp5"], tactics="stun adrenaline", lineup=["m hp2", "n hp2"])
    for step, unit, why in (
        ("tactics", "adrenaline", "Stun above it in the column is placed"),
        ("deployment", "n", "The rival Attacker (m) comes first"),
    ):
        decision = next(each for each in decisions(board, step, unit) if each.unit == unit)
        assert (decision.chosen, {decision.reason(each) for each in decision.candidates}) == ([], {why})
    scion = combat("tactics", ["hydra rival D3 as:hydra elite", "a player D4"], tactics="stun", event="scion", act=4)
    [decision] = decisions(scion, "tactics", "stun")
    assert {decision.reason(each) for each in decision.candidates} == {"against a scion the rival places no tactics"}


@pytest.mark.rule("abilities.order", "abilities.use")
def test_why_shows_in_which_order_abilities_are_used() -> None:
    """What only heals its own unit comes first, all others are in the player's order (p.24)."""
    units = ["r rival C3 hp1 hl3 Regen-1 Fury_Aura-1", "s rival C4 Fury_Aura-2", "y player D3 hp5", "n player G1"]
    found = [each for each in decisions(combat("abilities", units), "abilities") if each.about == "ability"]
    order = {(each.unit, c.option): c.values[1] for each in found for c in each.candidates if len(c.values) > 1}
    assert order == {("r", "Regen"): 1, ("r", "Fury Aura"): "2-3", ("s", "Fury Aura"): "2-3"}
    alone = decisions(combat("abilities", ["r rival C3 Fury_Aura-1", "y player D3 hp5"]), "abilities", "r")[0]
    assert alone.candidates[0].values == ["yes", 1]


@pytest.mark.rule("abilities.priorities")
def test_why_names_the_list_that_an_ability_follows_with_a_unit() -> None:
    """A unit that changes places, and the ally that it does so with, each go by a list of their own (p.24)."""
    units = ["r rival D3 mv1 rg1 blue Swap", "s rival C3 mv1 rg1 blue", "y player E3 hp5", "z player G1"]
    found = decisions(combat("abilities", units, "closest"), "abilities", "r")
    places = {each.unit: each for each in found if each.about == "destination"}
    assert {unit: [each.name for each in made.criteria] for unit, made in places.items()} == {
        "s": ["suits the user's list", "suits its list", "opens an attack"],
        "y": ["suits the user's list", "opens an attack"],
    }
    [place] = places["s"].candidates
    assert places["s"].reason(place) == "not where the priority list of the rival Attacker (r) leads it"


@pytest.mark.rule("abilities.use")
def test_why_shows_where_an_ability_moves_an_ally() -> None:
    """An Ability that moves somebody shows the hexes that the ally may move to, as its list has it (p.24)."""
    own = Own(skills={"Own": "ability: move to ally within 1"})
    board = own.combat("abilities", ["r rival C3 Own", "s rival C4 mv1 rg1", "y player F4 hp5"], "closest")
    places = [each for each in decisions(board, "abilities", "r") if each.about == "destination"]
    assert [(each.unit, each.by, each.chosen) for each in places] == [("s", "Own", ["D4", "D5"])]
