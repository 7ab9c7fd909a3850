"""The rival's turn as a whole, and the general rules for combat (Rulebook p.20-21)."""

from __future__ import annotations

import json

import pytest

from hoplo_companion.errors import InvalidError
from hoplo_companion.rules.agenda import pending
from hoplo_companion.rules.events import Attacked, CannotAct, Defeated, Deployed, Event, Healed, Moved, TacticPlaced
from hoplo_companion.rules.rival.engage import attackable
from tests.helpers.boards import READER, combat, position, solved
from tests.helpers.play import play
from tests.helpers.proofs import proofs

PROOFS = """
# The turn
turn.steps: Deployment, Tactic Placement, Movement, Abilities and Engage make up a turn; the rival scores nothing \
(p.20)
  old rival D3 Regen-1, foe player G1 | arena.key_hexes=D3/
    from deployment key, event=bloodshed -> step-began step: deployment, tactics, movement, abilities, engage
    from deployment key, event=king-of-the-hill -> step-began step: deployment, tactics, movement, abilities, engage
turn.steps: The steps that come before the one at which a turn is taken up are not gone back to (p.20)
  old rival D3, foe player G1
    from deployment key -> step-began step: deployment, tactics, movement, abilities, engage
    from tactics key -> step-began step: tactics, movement, abilities, engage
    from movement key -> step-began step: movement, abilities, engage
    from abilities key -> step-began step: abilities, engage
    from engage key -> step-began step: engage
turn.steps, deployment.dazed: The Deployment Step comes before the tactics, so a newcomer can be the slowest ally \
(p.20, 22)
  old rival D3 mv3, foe player G1 | lineup=late mv1/, tactics=adrenaline
    from deployment hero -> TacticPlaced chip unit: adrenaline late

# Innate skills
combat.innate-active, tactics.tactical: A Tactical unit that comes this turn opens the whole arena to this turn's \
tactic (p.21-22)
  old rival A3, foe player G1 | tactics=stun
    from deployment hero, lineup=late Tactical/ (nothing) -> TacticPlaced unit: foe
    from deployment hero, lineup=late Taunt/ -> TacticPlaced: none

# Dazed units
combat.dazed: The holder of the trident cannot throw it while dazed (p.21, 35)
  rep rival C3 of:lamosians , foe player G2 hp5 | arena=atlanteans, chips.trident=@rep
    engage -> specials: rep Trident Throw foe; hp foe: 3
  rep rival C3 of:lamosians dazed, foe player G2 hp5 | arena=atlanteans, chips.trident=@rep
    engage -> specials: none; hp foe: 5
  rep rival C3 of:lamosians dazed Tactical, foe player G2 hp5 | arena=atlanteans, chips.trident=@rep
    engage -> specials: none; hp foe: 5

# Defeat
combat.no-hp: A unit is defeated where an effect takes its last HP, or says that it is defeated, whatever its HP \
(p.21, 35)
  rep rival C3 Told_Ability, foe player C2 hp2, mine player E1 hp2, other player G2
    abilities (foe defeated) -> combat units: rep+mine+other
    abilities (foe hp 0) -> combat units: rep+mine+other
    abilities (foe hp 1) -> combat units: rep+foe+mine+other
    abilities (mine defeated) -> combat units: rep+foe+other
    abilities (nothing) -> combat units: rep+foe+mine+other

# Units not in combat
combat.only-in-combat: The tribune's defeat reduces your hero to 1 HP in camp as well as in combat (p.20-21)
  rep rival C3 tribune Told_Ability, two rival A1 dazed, lord player - hp7 hero, foe player C2 | event=king-of-the-hill
    abilities (rep defeated) -> HeroReduced hero hp: lord 1; hp lord: 1
  rep rival C3 tribune Told_Ability, two rival A1 dazed, lord player G2 hp7 hero, foe player C2 | \
      event=king-of-the-hill
    abilities (rep defeated) -> HeroReduced hero hp: lord 1; hp lord: 1
"""

test_rules = proofs(PROOFS)


DOES: tuple[type[Event], ...] = (Deployed, TacticPlaced, Moved, Healed, Attacked)
"""What is done in each of the steps."""


# The turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("turn.steps")
def test_each_step_builds_on_those_before_it() -> None:
    """A tactic placed this turn carries its unit to an opponent whom it attacks in the same turn (p.20)."""
    units = ["old rival A3 mv1 hp1 hl3 blue Regen-1", "foe player D4 hp5"]
    now = combat("deployment", units, lineup=["late mv5"], tactics="adrenaline")
    told = play(now, [("movement.destination", "C4"), ("attack.dice", 1)])
    done = [event for event in told.events if isinstance(event, DOES)]
    assert [type(event) for event in done] == list(DOES)
    assert (told.hp("old"), told.hp("foe")) == (2, 4)


@pytest.mark.rule("turn.rival-first")
def test_the_rival_takes_the_first_turn_of_a_combat() -> None:
    """A combat of which nothing is said but who is in it begins with turn 1 of the rival, at its first step (p.20)."""
    written = position("deployment", ["foe player G1 hp5 mv3 red"], lineup=["first", "second"])
    del written["step"]
    told = play(READER.read(json.dumps(written).encode()))
    assert [event.turn for event in told.of("turn-began")] == [1]
    assert told.of("step-began")[0].step == "deployment"
    assert [event.unit for event in told.of(Deployed)] == ["first"]


@pytest.mark.rule("turn.rival-first")
def test_the_rival_finishes_its_turn_and_then_waits_for_yours() -> None:
    """All that happens in a turn of the rival is done by its own troop, and its next turn is another one (p.20)."""
    now = combat("deployment", ["old rival C3 blue", "foe player C2 hp5 mv3 red"], lineup=["first mv0", "second"])
    for turn, unit in ((1, "first"), (2, "second")):
        told = play(now, [("attack.dice", 0)])
        now = told.combat
        assert told.events[0].what == "turn-began"
        assert told.events[-1].what == "turn-ended"
        assert [event.turn for event in (*told.of("turn-began"), *told.of("turn-ended"))] == [turn, turn]
        assert [event.unit for event in told.of(Deployed)] == [unit]
        assert [event.unit for event in told.of(Attacked)] == ["old"]
        assert told.hex("foe") == "C2"
        assert pending(now) is None
        assert (now.turn, now.step) == (turn + 1, "deployment")


# Innate skills ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("combat.innate-active")
@pytest.mark.parametrize("state", ["", "dazed"])
@pytest.mark.parametrize(
    ("skill", "target", "status"), [("Taunt", "wall", "moves"), ("Combat_Lock", "weak", "blocked")]
)
def test_your_innate_skills_are_in_effect_in_the_rivals_turn(skill: str, target: str, status: str, state: str) -> None:
    """Your unit's Taunt binds a rival attacker, and its Combat Lock a rival mover, dazed or not (p.13, 21)."""
    units = ["rep rival C3 mv1", "weak player C2 hp1", f"wall player D3 hp5 {skill} {state}", "lord player D5 hero"]
    assert solved("engage", units, "weakest")["units"]["rep"]["targets"] == [target]
    assert solved("movement", units, "hero")["units"]["rep"]["status"] == status


@pytest.mark.rule("combat.innate-active")
@pytest.mark.parametrize("state", ["", "dazed"])
def test_the_rivals_innate_skills_are_in_effect_in_your_turn(state: str) -> None:
    """A rival unit's Taunt binds your attacker, even if that unit came this turn (p.13, 21)."""
    units = ["mine player C3", "weak rival C2 hp1", f"wall rival D3 hp5 Taunt {state}"]
    now = combat("engage", units)
    assert [unit.id for unit in attackable(now, now.units["mine"])] == ["wall"]


# Dazed units --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("combat.dazed", "combat.innate-active")
@pytest.mark.parametrize(
    ("words", "moves", "heals", "attacks"),
    [
        ("", True, True, True),
        ("dazed", False, False, False),
        ("dazed First_Strike", False, False, True),
        ("dazed Tactical", True, False, False),
        ("dazed First_Strike Tactical", True, False, True),
    ],
)
def test_what_a_dazed_unit_can_do(words: str, moves: bool, heals: bool, attacks: bool) -> None:
    """A dazed unit neither moves nor uses Abilities nor attacks, save for what an Innate skill grants it (p.21, 35)."""
    rival = f"rep rival C3 mv1 hp1 hl3 blue Regen-1 {words}"
    assert (solved("movement", [rival, "foe player D2"])["outcomes"] != [{"rep": "C3"}]) == moves
    assert play(combat("abilities", [rival, "foe player D2"]), only="abilities").hp("rep") == (2 if heals else 1)
    assert solved("engage", [rival, "foe player C2"])["units"]["rep"]["targets"] == (["foe"] if attacks else [])
    told = play(combat("engage", [rival, "foe player C2 hp5"]), ["1"] if attacks else [], only="engage")
    assert (told.hp("foe") == 4) == attacks
    assert [event.why for event in told.of(CannotAct)] == ([] if attacks else ["dazed"])


# Defeat -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("combat.no-hp")
@pytest.mark.parametrize(("hits", "left"), [(0, 2), (1, 1), (2, None), (3, None)])
def test_a_unit_that_loses_its_last_hp_is_defeated(hits: int, left: int | None) -> None:
    """Damage defeats a unit once no HP remain to it, and not while one does (p.12, 21)."""
    units = ["rep rival C3 blue blue blue", "foe player C2 hp2 hl5", "other player G2"]
    told = play(combat("engage", units), [("attack.dice", hits)], only="engage")
    assert [event.unit for event in told.of(Defeated)] == ([] if left else ["foe"])
    assert {unit.id: unit.hp for unit in told.combat.units.values()}.get("foe") == left


@pytest.mark.rule("combat.no-hp")
def test_no_position_has_a_unit_without_hp() -> None:
    """A unit without HP is defeated and so cannot be in combat (p.21)."""
    with pytest.raises(InvalidError) as refused:
        combat("movement", ["rep rival C3", "foe player C2 hp0 hl3"])
    assert [(fault.code, fault.where) for fault in refused.value.defects] == [("hp", "units[1].hp")]


# Units not in combat ------------------------------------------------------------------------------------------------


@pytest.mark.rule("combat.only-in-combat")
@pytest.mark.parametrize("list_", ["hero", "any", "strongest", "farthest"])
def test_units_in_camp_are_nobodys_marks_or_targets(list_: str) -> None:
    """A rival unit neither marks nor attacks a unit of yours that is not in combat (p.21)."""
    camp = ["rep rival C3 mv9 rg9", "lord player - hp9 hero", "wall player - hp9"]
    assert solved("movement", camp, list_)["units"]["rep"]["status"] == "idle"
    assert solved("engage", camp, list_)["units"]["rep"]["targets"] == []
    marks = solved("movement", [*camp, "foe player D2 hp1"], f"{list_} any")["units"]["rep"]["marks"]
    assert [mark["target"] for mark in marks] == ["foe"]


@pytest.mark.rule("combat.only-in-combat")
def test_units_in_camp_do_nothing_and_nothing_is_done_to_them() -> None:
    """A rival unit in camp is not moved, healed or given a tactic, and does not attack (p.21)."""
    units = ["rep rival C3 mv2", "camp rival - mv0 hp1 hl3 Regen-1 red", "foe player D3 hp9"]
    told = play(combat("tactics", units, lineup=["late mv0 red"], tactics="adrenaline"))
    assert [event.unit for event in told.of(TacticPlaced)] == ["rep"]
    assert [event.unit for event in told.of(Healed)] == []
    assert [event.unit for event in told.of(Attacked)] == ["rep"]
    assert (told.hp("camp"), told.combat.units["camp"].tactics) == (1, ())
    assert set(solved("movement", units)["units"]) == {"rep"}
