"""The rival's turn as a whole, and the general rules for combat (Rulebook p.20-21)."""

import json

import pytest

from tests.helpers.boards import READER, position
from tests.helpers.play import play
from tests.helpers.proofs import proofs

PROOFS = """
# The turn
turn.steps: Deployment, Tactic Placement, Movement, Abilities and Engage make up a turn; the rival scores nothing (p.20)
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
turn.steps: The Deployment Step comes before the tactics, so a newcomer can be the slowest ally (p.20, 22)
  old rival D3 mv3, foe player G1 | lineup=late mv1/, tactics=adrenaline
    from deployment hero -> TacticPlaced chip unit: adrenaline late
turn.steps: A tactic placed this turn carries its unit to an opponent whom it attacks in the same turn (p.20)
  old rival A3 mv1 hp1 hl3 blue Regen-1, foe player D4 hp5 | lineup=late mv5/, tactics=adrenaline
    from deployment (movement.destination=C4, attack.dice=1) -> order deployed tactic-placed moved healed attacked: \
        deployed, tactic-placed, moved, healed, attacked; hp old: 2; hp foe: 4
turn.rival-first: All that happens in a turn of the rival is done by its troop; its next turn is another (p.20)
  old rival C3 blue, foe player C2 hp5 mv3 red | lineup=first mv0/second
    from deployment (attack.dice=0) > look > from (attack.dice=0) -> turn-began turn: 1, 2; turn-ended turn: 1, 2; \
        Deployed unit: first, second; attacks: old foe, old foe; at foe: C2; combat turn: 2; combat step: deployment

# Innate skills
combat.innate-active: A Tactical unit that comes this turn opens the whole arena to this turn's tactic (p.21-22)
  old rival A3, foe player G1 | tactics=stun
    from deployment hero, lineup=late Tactical/ (nothing) -> TacticPlaced unit: foe
    from deployment hero, lineup=late Taunt/ -> TacticPlaced: none
combat.innate-active: Your unit's Taunt binds a rival attacker, and its Combat Lock a mover, dazed or not (p.13, 21)
  rep rival C3 mv1, weak player C2 hp1, wall player D3 hp5 {skill} {state}, lord player D5 hero
    solve engage weakest -> units.rep.targets: {target}
    solve movement hero -> units.rep.status: {status}
    {skill} | {state} | {target} | {status}
      Taunt | | wall | moves
      Taunt | dazed | wall | moves
      Combat_Lock | | weak | blocked
      Combat_Lock | dazed | weak | blocked
combat.innate-active: A rival unit's Taunt binds your attacker, even if that unit came this turn (p.13, 21)
  mine player C3, weak rival C2 hp1, wall rival D3 hp5 Taunt: look -> attackable mine: wall
  mine player C3, weak rival C2 hp1, wall rival D3 hp5 Taunt dazed: look -> attackable mine: wall

# Dazed units
combat.dazed: The holder of the trident cannot throw it while dazed (p.21, 35)
  rep rival C3 of:lamosians , foe player G2 hp5 | arena=atlanteans, chips.trident=@rep
    engage -> specials: rep Trident Throw foe; hp foe: 3
  rep rival C3 of:lamosians dazed, foe player G2 hp5 | arena=atlanteans, chips.trident=@rep
    engage -> specials: none; hp foe: 5
  rep rival C3 of:lamosians dazed Tactical, foe player G2 hp5 | arena=atlanteans, chips.trident=@rep
    engage -> specials: none; hp foe: 5
combat.dazed, combat.innate-active: A dazed unit neither moves nor acts but by an Innate skill (p.21, 35)
  rep rival C3 mv1 hp1 hl3 blue Regen-1 {words}, foe player D2
    move -> {does}
    abilities -> hp rep: {hp}
  rep rival C3 mv1 hp1 hl3 blue Regen-1 {words}, foe player C2 hp5
    solve engage -> units.rep.targets: {target}
    engage {hits} -> hp foe: {left}; CannotAct why: {why}
    {words} | {does} | {hp} | {target} | {hits} | {left} | {why}
       | moves foe: C2 D3 | 2 | foe | (1) | 4 | none
      dazed | dazed -: C3 | 1 | - | | 5 | dazed
      dazed First_Strike | dazed -: C3 | 1 | foe | (1) | 4 | none
      dazed Tactical | moves foe: C2 D3 | 1 | - | | 5 | dazed
      dazed First_Strike Tactical | moves foe: C2 D3 | 1 | foe | (1) | 4 | none

# Defeat
combat.no-hp: A unit is defeated where an effect takes its last HP, or says so, whatever its HP (p.21, 35)
  rep rival C3 Told_Ability, foe player C2 hp2, mine player E1 hp2, other player G2
    abilities (foe defeated) -> combat units: rep+mine+other
    abilities (foe hp 0) -> combat units: rep+mine+other
    abilities (foe hp 1) -> combat units: rep+foe+mine+other
    abilities (mine defeated) -> combat units: rep+foe+other
    abilities (nothing) -> combat units: rep+foe+mine+other
combat.no-hp: Damage defeats a unit once no HP remain to it, and not while one does (p.12, 21)
  rep rival C3 blue blue blue, foe player C2 hp2 hl5, other player G2
    engage (attack.dice={hits}) -> defeated: {who}; combat units: {left}
    {hits} {who} {left}: 0 none rep+foe+other, 1 none rep+foe+other, 2 foe rep+other, 3 foe rep+other
combat.no-hp: A unit without HP is defeated and so cannot be in combat (p.21)
  rep rival C3, foe player C2 hp0 hl3: look, step=movement -> no board: units[1].hp: …

# Units not in combat
combat.only-in-combat: The tribune's defeat reduces your hero to 1 HP in camp as well as in combat (p.20-21)
  rep rival C3 tribune Told_Ability, two rival A1 dazed, lord player - hp7 hero, foe player C2 | event=king-of-the-hill
    abilities (rep defeated) -> HeroReduced hero hp: lord 1; hp lord: 1
  rep rival C3 tribune Told_Ability, two rival A1 dazed, lord player G2 hp7 hero, foe player C2 | event=king-of-the-hill
    abilities (rep defeated) -> HeroReduced hero hp: lord 1; hp lord: 1
combat.only-in-combat: A rival unit neither marks nor attacks a unit of yours that is not in combat (p.21)
  rep rival C3 mv9 rg9, lord player - hp9 hero, wall player - hp9
    move {list} -> idle -: C3
    solve engage {list} -> units.rep.targets: -
  rep rival C3 mv9 rg9, lord player - hp9 hero, wall player - hp9, foe player D2 hp1
    solve movement {list} any -> units.rep.marks target: foe
    {list}: hero, any, strongest, farthest
combat.only-in-combat: A rival unit in camp is not moved, healed or given a tactic, and does not attack (p.21)
  rep rival C3 mv2, camp rival - mv0 hp1 hl3 Regen-1 red, foe player D3 hp9
    from tactics, lineup=late mv0 red/, tactics=adrenaline -> TacticPlaced unit: rep; Healed: none; Attacked unit: \
        rep; hp camp: 1; combat units.camp.tactics: -
    solve movement -> units: rep
"""

test_rules = proofs(PROOFS)


@pytest.mark.rule("turn.rival-first")
def test_the_rival_takes_the_first_turn_of_a_combat() -> None:
    written = position("deployment", ["foe player G1 hp5 mv3 red"], lineup=["first", "second"])
    del written["step"]
    told = play(READER.read(json.dumps(written).encode()))
    assert [event.turn for event in told.of("turn-began")] == [1]
    assert told.of("step-began")[0].step == "deployment"
    assert [event.unit for event in told.of("deployed")] == ["first"]
