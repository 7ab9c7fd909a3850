"""The Rival Abilities Step and the Rival Engage Step, rule by rule (Rulebook p.24)."""

import pytest
from msgspec.structs import replace

from tests.helpers.boards import combat
from tests.helpers.play import play
from tests.helpers.proofs import proofs

PROOFS = """
# Abilities
abilities.use: In the Abilities Step each rival unit uses the Abilities it has, and no other troop does (p.24)
  r rival A1 hp1 hl3 Regen-1, s rival A2 Told_Ability, d rival A3 hp1 hl3 Regen-1 dazed, a player C4 hp1 hl3 Regen-1
    abilities (manual.skill=a hex B2) -> Healed unit amount: r 1; asked unit about: s told-ability; at a: B2; hp d: 1; \
        hp a: 1
abilities.order: The Abilities of several rival units are resolved in whatever order the player likes (p.24)
  r rival C3 Told_Ability Told_Ability_Too, s rival D3 Told_Ability, a player C4
    asks abilities -> asks.id: abilities.next; asks.options: r told-ability+r told-ability-too+s told-ability
    abilities (s told-ability, nothing, r told-ability-too, nothing, nothing) -> asked kind unit about: choice - -, \
        manual s told-ability, choice - -, manual r told-ability-too, manual r told-ability

# The order of acting
engage.order: Who acts first is put to the player only where one attack can change what another unit may do (p.24)
  r rival A1 blue, s rival G1 blue, a player A2 hp1, b player G2 hp1
    engage strongest (0, 0) -> asked id: attack.dice, attack.dice
  r rival C3 blue, s rival D5 blue, a player C4 hp3, b player C2 hp1
    engage strongest (0, 0) -> asked id: attack.dice, attack.dice
  r rival C3 blue, s rival D5 blue dazed, a player C4 hp1, b player C2 hp5: engage weakest (0) -> asked id: attack.dice
  r rival C3 blue, s rival E1 blue, h player C4 hero hp1 hl6, a player E2 hp1
    engage (0, 0) -> asked id: attack.dice, attack.dice
engage.order: Attackers that cannot touch each other's targets act without a question, whatever else is about (p.24)
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Undying, b player E2 hp9: asks engage -> asks.id: attack.dice
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Combat_Lock, b player E2 hp9: asks engage -> asks.id: attack.dice
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Flight, b player E2 hp9: asks engage -> asks.id: attack.dice
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Tactical, b player E2 hp9: asks engage -> asks.id: attack.dice
engage.order: The player settles the order in which rival units act, and each order is followed (p.24)
  r rival C3 blue, s rival D5 blue, a player C4 hp1, b player C2 hp5
    asks engage weakest -> asks.id: engage.next; asks.options: r+s
    engage weakest (engage.next=s, 1, 1) -> attacks: s a, r b
    engage weakest (engage.next=r, 1) -> attacks: r a

# Attack or Special
engage.special: A rival unit whose Special is possible uses that in place of attacking (p.24, 37)
  r rival C3 blue blue, a player C4 hp5, b player G2 hp5 | arena=atlanteans, event=capture-the-flag
    targets, chips.trident=@r -> -
    engage, chips.trident=@r -> specials: r Trident Throw b; attacks: none
    targets, chips.trident=G1 -> a
engage.special: Only where its Special's conditions are not met does a rival unit attack instead (p.24, 37)
  r rival C3 blue Told_Special +stun, a player C4 hp5
    engage (component.effect=by hand, manual.tactic-engage=nothing, Told Special, a hp 4) -> attacks: none; hp a: 4
    engage (component.effect=by hand, manual.tactic-engage=nothing, attack, 0) -> attacks: r a; hp a: 5
engage.special-target: A rival unit's Special is aimed by the bold entries of its list, the highest first (p.24)
  r rival C3, a player C4 hp5, b player G2 hp5, c player G3 hp1 | chips.trident=@r, arena=atlanteans, \
      event=capture-the-flag
    engage, flag=@a -> specials: r Trident Throw a
    asks engage, flag=A1 -> asks.id: special.target; asks.options: b+c
engage.must: A rival unit with somebody to attack is never let off: no option is to do nothing (p.24)
  r rival C3 blue, a player C4, b player E1: engage (0) -> attacks: r a
  r rival C3 blue, a player C4, b player C2
    asks engage -> asks.options: a+b
    engage ({out}) -> refused: {shown} does not answer engage.target for r: one of a, b
    {out} {shown}: nothing 'nothing', '' '', r 'r'

# Whom to attack
engage.target: The target is the highest bold entry of the list that is within the attacker's Range (p.24, 37)
  r rival C3 rg2, a player C4 hp1, b player C5 hp2, giant player E1 hp9, h player A2 hp1 hero
    targets hero strongest -> h
  r rival C3 rg2, a player C4 hp1, b player C5 hp2, giant player E1 hp9, h player A1 hp1 hero
    targets strongest hero -> b
  r rival C3 rg2, a player C4 hp1, b player C5 hp2, giant player E1 hp9, h player F2 hp1 hero
    targets hero strongest -> b
    targets hero -> -
engage.non-bold: Hexes on a priority list count for nothing when a unit targets, whoever stands on them (p.24)
  r rival C3, a player C4 hp1, b player C2 hp5 | arena.key_hexes=C2/
    targets key named:C2 chip:trident weakest, chips.trident=C2 -> a
    targets key named:C2,C4 highest:adjacent -> -
engage.choice: Of several opponents that could be targeted at equal priority, the player picks any (p.24)
  r rival C3 blue, a player C4 hp3, b player C2 hp3, c player B2 hp2, d player E1 hp3
    targets strongest -> a b
    engage strongest (engage.target=a, 0) -> offered: a+b, -; attacks: r a
    engage strongest (engage.target=b, 0) -> offered: a+b, -; attacks: r b
    engage strongest (c) -> refused: 'c' does not answer engage.target for r: one of a, b
    engage strongest (d) -> refused: 'd' does not answer engage.target for r: one of a, b
engage.through-blocked: Units and blocked hexes in between do not keep an attacker from counting its Range (p.24)
  r rival A2 rg2, s rival B2, a player B3, b player C3, c player D3: targets -> a b
  r rival A2 rg2, b player C3
    targets, arena.blocked=B2/B3 -> b
    targets, arena.missing=B2/B3 -> b

# The attack
engage.dice: An attacker gathers the dice of its Attack, changed by whatever is in force (p.24, 27, 35)
  r rival C3 blue green, a player C4: engage (1) -> asked dice: blue+green
  r rival C3 blue green Told_Strike, a player C4 hp9
    engage (dice blue green blue, 3) -> asked dice: -, blue+green+blue; Attacked dice: blue+green+blue
engage.damage: Each damage dealt costs the target, and nobody else, 1 HP, unless an effect spares it (p.24, 27, 35)
  r rival C3 blue blue, a player C4 hp5, b player C5 hp5: engage (2) -> hp a: 3; hp b: 5; hp r: 3
  r rival C3 blue blue, a player C4 hp5 Told_Harm: engage (2, manual.skill=damage 1) -> hp a: 4
engage.defeat: An attack that takes its target's last HP defeats it (p.24, 27)
  r rival C3 blue blue blue, a player C4 hp2, b player E1
    engage (1) -> combat units: r+a+b; defeated: none; hp a: 1
    engage (2) -> combat units: r+b; defeated: a
    engage (3) -> combat units: r+b; defeated: a
engage.end: The rival's turn ends when each unit has acted once or can neither attack nor use a Special (p.24)
  r rival C3 blue, d rival C5 blue dazed, o rival A1 blue, s rival D5 blue, a player C4 hp9
    engage (0, 0) -> attacks: r a, s a; CannotAct unit why rule: d dazed combat.dazed, o no target engage.end; \
        turn-ended: 1; combat step: deployment; combat turn: 2
engage.roll: All the dice gathered are rolled, and every hit deals 1 damage (p.12, 24, 27)
  r rival C3 yellow blue red, a player C4 hp5: engage ({roll}) -> hp a: {hp}; damage: {damage}
    {roll} | {hp} | {damage}
      0 | 5 | none
      1 | 4 | a r 1
      3 | 2 | a r 3
      true/false/true | 3 | a r 2
      '2' | 3 | a r 2
engage.roll: An attack has between no hit and as many as it has dice (p.12, 24)
  r rival C3 yellow blue red, a player C4 hp5: engage ({roll}) -> refused: {shown} does not answer attack.dice for r…
    {roll} {shown}: -1 '-1', 4 4, true true, three 'three'

# Orders that matter
engage.special, engage.must: A unit whose Special does not apply attacks, before any other unit acts (p.24)
  r rival C3 blue Told_Special, s rival D5 blue, a player C4 hp1, b player C2 hp5
    engage weakest (engage.next=r, special.next=attack, 1) -> attacks: r a
engage.order: Rival units act in the order that the player chooses, wherever one's attack can change another's (p.24)
  r rival C3 blue, s rival D5 blue, h player C4 hero hp1 hl6, a player C2 hp3
    asks engage strongest -> asks.id: engage.next; asks.options: r+s
  r rival C3 blue, s rival D5 blue, h player C4 hero hp2 hl6: asks engage -> asks.id: engage.next; asks.options: r+s
  r rival C3 blue, s rival D5 elite blue, b player C4 hp2 Blasphemous, a player C2 hp3
    asks engage weakest -> asks.id: engage.next; asks.options: r+s
  r rival C3 blue, s rival D5 blue, a player C4 hp9 Deflect: asks engage -> asks.id: engage.next; asks.options: r+s
"""

test_rules = proofs(PROOFS)


@pytest.mark.rule("engage.must", "engage.end")
def test_a_unit_gets_its_attack_when_another_one_makes_it_possible() -> None:
    lists = {"class:archer": "holding:trident", "all": "any"}
    units = ["late rival C3 blue class:archer", "r rival A1", "a player C4 hp5"]
    board = combat("engage", units, lists, chips={"trident": "@r"})
    card = combat("engage", [], arena="atlanteans").arena
    told = play(replace(board, arena=replace(board.arena, effects=card.effects)), [1], only="engage")
    assert [(event.unit, event.target) for event in told.of("attacked")] == [("late", "a")]
    assert told.hp("a") == 5 - 2 - 1
