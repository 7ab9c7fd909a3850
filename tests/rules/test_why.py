"""Why names what ruled a candidate out, also where an effect did."""

import pytest

from hoplo_companion.rules.why.steps import decisions, verdicts
from tests.helpers.boards import combat
from tests.helpers.proofs import proofs

PROOFS = """
# Targets
skill.deflect: A unit with Deflect that was struck this turn stands within Range all the same (Unit Skills)
  r rival C3 blue, y player C4 hp5 Deflect, z player D4 hp5, far player G2
    why engage r, state.struck=y/ -> why: target: z, not y (Deflect keeps it from being attacked), not far (out of \
        Range)
    solve engage, state.struck=y/ -> units.r.targets: z
    why engage r -> why: target: y+z, not far (out of Range)
engage.target: A hex is no target of an attack, whether its unit could move there or not (p.24)
  r rival C3 mv1 blue, y player C4: why-not {step} {unit} G1 -> verdicts out rule: {out} {rule}
    {step} | {unit} | {out} | {rule}
      engage | r | it attacks units, not hexes | engage.target
      abilities | r | no Ability that it uses leads anybody there | abilities.use
      tactics | stun | tactics go on units, not on hexes | tactics.order
      deployment | m | not a hex that it may be deployed on | deployment.lowest-hex
  r rival C3, y player C4 | lineup=m
    why-not deployment m y -> verdicts out: not a hex that it may be deployed on
    why-not engage r m -> verdicts out: not in combat

# Specials
Each Special of the chip, used or not, and the attack beside it, each with its own reason (p.24; sheet)
  r rival C3 blue Whirlwind, a player C4 hp5, b player D3 hp1
    why engage r -> why: special: Whirlwind / target Whirlwind: a+b / target: -, not a (a Special takes the place of \
        this attack), not b (a Special takes the place of this attack)
  r rival C3 blue Whirlwind, a player C4 hp5
    why engage r -> why: special: -, not Whirlwind (the sheet: Used if two or more opponents are adjacent.) / target: a
  r rival C3 blue Heave, a player C4 hp5 Taunt, b player C5 hp1
    why engage r -> why: special: Heave / target Heave: b, not a (not weaker than your Attacker (a)) / target: -, not \
        a (a Special takes the place of this attack), not b (out of Range)
  r rival C3 blue Heave Long_Shot-3, a player C4 hp5: why engage r -> why: special: -, not Heave (nobody within its \
      reach is weaker than the target of its attack), not Long Shot (it has an attack) / target: a
  r rival C3 blue Long_Shot-2, a player C5 hp5
    why engage r -> why: special: Long Shot / target Long Shot: a / target: -, not a (out of Range)
  r rival C3 blue Long_Shot-2 Heave, a player G3 hp5: why engage r -> why: special: -, not Long Shot (nobody within \
      its reach), not Heave (nobody within its reach) / target: -, not a (out of Range)
  r rival C3 blue Agile, a player C4 hp5
    why engage r -> why: special: Agile / target Agile: a / target: -, not a (it uses Agile and never attacks)
  r rival C3 blue dazed Long_Shot-3, a player C4 hp5: why engage r -> why: special: -, not Long Shot (dazed: deployed \
      this turn) / target: -, not a (dazed: deployed this turn)
It identifies a mark and moves for it as in the Movement Step (Unit Skills)
  r rival C3 mv1 blue Reposition, a player C5 hp5: why engage r -> decisions about by chosen: special - Reposition, \
      mark Reposition a as 1. any, destination Reposition C4, target - -
scion.others: A scion has no part in the steps of the others: it is neither dazed nor held, and acts by its dice (p.32)
  hydra rival D3 hp5 as:hydra elite, krak player E3 hp1 hero | event=scion, act=4
    why {step} hydra -> why: {about}: -, not krak (it acts by the scion's dice alone, not in this step)…
    why-not {step} hydra krak -> verdicts out rule: {out}
    {step} | {about} | {out}
      movement | mark | it acts by the scion's dice alone, not in this step scion.others
      engage | target | it acts by the scion's dice alone, not in this step scion.others

# Abilities, Beasts, and whoever is not due yet
arena.steps: Arena units act by the rival's rules (p.28), and `why` shows it
  b arena C3 hp2 blue, r rival C4 hp3, a player G1 hp3
    why {step} b -> decisions unit: {units}
    why-not {step} b r -> verdicts out: -
    {step} | {units}
      movement | b, b
      engage | b
scion.activity: One that is not the first of its column or lineup has its reason
  r rival C3, a player C4 hp5 | tactics=stun adrenaline, lineup=m hp2/n hp2
    why tactics adrenaline -> why: tactic: -, not r (Stun above it in the column is placed)
    why deployment n -> why: deploy: -, not A1 (The rival Attacker (m) comes first)…
  hydra rival D3 as:hydra elite, a player D4 | tactics=stun, event=scion, act=4: why tactics stun -> why: tactic: -, \
      not a (against a scion the rival places no tactics)
abilities.order: What only heals its own unit comes first, all others are in the player's order (p.24)
  r rival C3 hp1 hl3 Regen-1 Fury_Aura-1, s rival C4 Fury_Aura-2, y player D3 hp5, n player G1
    why abilities r -> values: Regen yes 1, Fury Aura yes 2-3, y 1 5, n 4
    why abilities s -> values: Fury Aura yes 2-3, y 2 5, n 4
  r rival C3 Fury_Aura-1, y player D3 hp5: why abilities r -> values: Fury Aura yes 1, y 1 5
abilities.use: An Ability that moves somebody shows the hexes that the ally may move to, as its list has it (p.24)
  own skills Own: ability: move to ally within 1
  r rival C3 Own, s rival C4 mv1 rg1, y player F4 hp5
    why abilities r closest -> decisions about unit by chosen: ability r - Own, target r Own s, destination s Own D4+D5
deployment.lowest-hex: The deployment hexes are shown with their numbers, the occupied one as such (p.21)
  s rival A1 | lineup=m hp2/, turn=2: why deployment m -> why: deploy: A2, not A1 (blocked or occupied), not A3 (by \
      lowest number); values: A1 no, A2 yes 2, A3 yes 3
engage.target: `why` names the effect that keeps a unit from attacking (p.36)
  own tactics Stun: cannot attack
  r rival C3 blue +stun, y player C4: why engage r -> why: target: -, not y (held by Stun)
tactics.opponent: A tactic passes over whoever may not be targeted, be it the strongest (p.22)
  own skills Own: cannot be targeted
  r rival C3, a player C4 hp5 Own, b player D4 hp4 | tactics=stun
    why tactics stun -> why: tactic: b, not a (an effect keeps it from being targeted)
    solve tactics -> tactic.targets: b
movement.reach-opponent: A mark in reach shows the movement it takes, one out of reach or without a path "no"
  r rival C3 mv2 rg1, a player E4, b player G3: why movement r -> values: a as 1. any 1 1 - 1 to move, 2 away, b \
      as 1. any no…
  r rival C3 mv1 rg1, a player F1, b player G3 | arena.missing=F3/F4/G2, arena.player_deployment=G1/
    why movement r farthest -> values: a as 1. farthest 1 2 2 to move, 3 away 2 to move, 3 away yes, b as 1. farthest \
        1 no…
movement.limit: A unit that may not move could have gone to the hexes beside it, and no farther
  own tactics Stun: cannot move
  r rival C3 mv2 rg1 +stun, y player G1: why movement r -> why: mark: y as 1. any / destination: C3, not B2 (held by \
      Stun), not B3 (held by Stun), not C2 (held by Stun), not C4 (held by Stun), not D3 (held by Stun), not D4 (held \
      by Stun)
"""

test_rules = proofs(PROOFS)


@pytest.mark.rule("abilities.priorities")
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
    assert ([dazed.why(each).english() for each in dazed.candidates], none) == (["dazed: deployed this turn"] * 3, [])
    plain = combat("abilities", ["r rival D3 hp3", "a player F3 hp6"])
    assert [each.candidates for each in decisions(plain, "abilities", "r")] == [[]]
    assert decisions(plain, "abilities") == []
    [(made, out)] = verdicts(plain, "abilities", "r", "a")
    assert (made.about, str(out.why), out.rule) == ("ability", "it has no Ability for that", "abilities.use")


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
    assert places["s"].why(place).english() == "not where the priority list of the rival Attacker (r) leads it"
