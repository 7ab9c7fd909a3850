"""Skills that change what an attack's damage comes to (Unit Skills sheet; Rulebook p.21, 35)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Absorb
skill.absorb: Absorb limits what one attack costs: two attacks cost two HP, and the last HP can be lost (Unit Skills)
  x rival C3 red red, s rival D5 red red, y player C4 hp3 Absorb, b player G3: engage (2, 2) -> hp y: 1
  x rival C3 red red, s rival D5 red red, y player C4 hp1 Absorb, b player G3: engage (engage.next=x, 2) -> defeated: y
skill.absorb: An attack costs a unit with Absorb 1 HP however much it deals, all of which counts as dealt (Unit Skills)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 red red red, y {foe} C4 hp4 Absorb
    blow (0) -> hp y: 4; damage: none
    blow (1) -> hp y: 3; damage: y x 1
    blow (3) -> hp y: 3; damage: y x 3
skill.absorb: Where no single attack can defeat the unit with Absorb, the order of two attackers changes nothing (p.24)
  x rival C3 red red red, s rival D5 blue, y player C4 hp3 Absorb, b player D4 hp9
    asks engage weakest -> asks.id: attack.dice
  x rival C3 red red red, s rival D5 blue, y player C4 hp3 Flight, b player D4 hp9
    asks engage weakest -> asks.id: engage.next

# Blasphemous
skill.blasphemous: Fury Aura of your hero costs a rival unit with Blasphemous 2 HP, that of another unit 1 (Unit Skills)
  x player C3 hero Fury_Aura-2, y rival C5 hp5 Blasphemous | step=abilities: ability x fury-aura -> hp y: 3
  x player C3 Fury_Aura-2, y rival C5 hp5 Blasphemous | step=abilities: ability x fury-aura -> hp y: 4
skill.blasphemous: An elite opponent's attack that hits deals a unit with Blasphemous 1 damage more (Unit Skills)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 blue blue elite, y {foe} C4 hp5 Blasphemous: blow (2) -> hp y: 2; damage: y x 3
  x {me} C3 blue blue, y {foe} C4 hp5 Blasphemous: blow (2) -> hp y: 3; damage: y x 2
  x {me} C3 blue blue elite, y {foe} C4 hp5 Blasphemous
    blow (1) -> hp y: 3; damage: y x 2
    blow (0) -> hp y: 5; damage: none
skill.blasphemous: Every damage by an elite opponent is 1 higher, a skill's as an attack's, and a Special's too (sheet)
  x rival C3 blue hp5 Blasphemous, y player C4 hp5 elite Quickstrike Retaliate
    blow (1) -> damage: x y 2, y x 1, x y 2; hp x: 1
  x rival C3 blue hp5 Blasphemous, y player C4 hp5 Quickstrike Retaliate: blow (1) -> hp x: 3
  x rival C3 elite blue blue Agile, y player C4 hp5 Blasphemous: engage (1) -> hp y: 3
  x player C3 blue hp5 Blasphemous, y rival C4 hp5 elite Quickstrike Retaliate
    blow (1) -> damage: x y 2, y x 1, x y 2; hp x: 1
  x player C3 blue hp5 Blasphemous, y rival C4 hp5 Quickstrike Retaliate: blow (1) -> hp x: 3
  x player C3 elite blue blue Agile, y rival C4 hp5 Blasphemous: special x agile (1) -> hp y: 3
skill.blasphemous: A rival or arena unit with Blasphemous targets your hero if it can, ahead of its whole list
  sides: rival player, arena player
  x {me} C3 Blasphemous, h player C4 hero hp9, y player C2 hp1
    look flagholder weakest, flag=@y -> aimed-at x: h; list-of x: hero+flagholder+weakest
  x {me} C3 Flight, h player C4 hero hp9, y player C2 hp1
    look flagholder weakest, flag=@y -> aimed-at x: y; list-of x: flagholder+weakest
skill.blasphemous: Your hero is elite, and an elite unit of its own side hurts a Blasphemous one no more than others
  h player C3 hero, a rival C4 hp9 Blasphemous: damage a 2 h -> hp a: 6
  h player C3 elite, a rival C4 hp9 Blasphemous: damage a 2 h -> hp a: 6
  h rival C3 elite, a rival C4 hp9 Blasphemous: damage a 2 h -> hp a: 7

# Nimble
skill.nimble: An attack that gets through leaves a unit with Nimble below its Health, and open to the next (Unit Skills)
  x rival C3 blue, s rival D5 blue blue, y player C4 hp4 Nimble
    engage (engage.next=x, 1, 1) -> hp y: 2
    engage (engage.next=s, 1, 1) -> hp y: 3
skill.nimble: With full HP a unit with Nimble loses nothing to an attack of which a die missed (sheet)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 blue blue blue, y {foe} C4 hp4 hl4 Nimble
    blow (0) -> hp y: 4; damage: none
    blow (1) -> hp y: 4; damage: y x 1
    blow (2) -> hp y: 4; damage: y x 2
    blow (3) -> hp y: 1; damage: y x 3
  x {me} C3 blue blue blue, y {foe} C4 hp6 hl4 Nimble: blow (2) -> hp y: 6; damage: y x 2
  x {me} C3 blue blue blue, y {foe} C4 hp4 hl5 Nimble: blow (2) -> hp y: 2; damage: y x 2
skill.nimble: Damage ignored still counts as dealt, so the unit retaliates; without a hit none was dealt (p.21, 35)
  sides: rival player, player rival
  x {me} C3 blue blue hp5, y {foe} C4 hp4 Nimble Retaliate: blow (1) -> hp y: 4; hp x: 4
  x {me} C3 blue blue hp5, y {foe} C4 hp4 Nimble Retaliate: blow (0) -> hp y: 4; hp x: 5

# Perfect Strike
skill.perfect-strike: A die that Inspire adds has to hit like the others for the damage to double (Unit Skills)
  x rival C3 red red Perfect_Strike, i rival C2 dazed Inspire, y player C4 hp9
    engage (2) -> hp y: 7
    engage (3) -> hp y: 3
skill.blasphemous: For a rival unit with Blasphemous your hero outranks everything on its list as it moves (Unit Skills)
  r rival C3 Blasphemous, h player E3 hero, a player A1: move named:C2 weakest -> moves h: D3 D4
  r rival C3 , h player E3 hero, a player A1: move named:C2 weakest -> moves C2: C2
skill.perfect-strike: If all dice of its attack hit, a unit with Perfect Strike deals twice the damage (Unit Skills)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 blue blue Perfect_Strike, y {foe} C4 hp9
    blow (2) -> hp y: 5; damage: y x 4; Attacked hits: 2
    blow (1) -> hp y: 8; damage: y x 1; Attacked hits: 1
  x {me} C3 red Perfect_Strike, y {foe} C4 hp9
    blow (1) -> hp y: 7; damage: y x 2; Attacked hits: 1
    blow (0) -> hp y: 9; damage: none; Attacked hits: 0
skill.perfect-strike: The attacker's doubling comes first, then what the attacked unit's skills make of it (p.21; sheet)
  sides: rival player, player rival
  x {me} C3 blue blue Perfect_Strike, y {foe} C4 hp9 Absorb: blow (2) -> damage: y x 4; hp y: 8
  x {me} C3 blue blue Perfect_Strike, y {foe} C4 hp9 Nimble
    blow (2) -> damage: y x 4; hp y: 5
    blow (1) -> damage: y x 1; hp y: 9
  x {me} C3 blue blue Perfect_Strike, y {foe} C4 hp9 Nimble Absorb: blow (2) -> damage: y x 4; hp y: 8
  x {me} C3 blue blue elite Perfect_Strike, y {foe} C4 hp9 Blasphemous: blow (2) -> damage: y x 5; hp y: 4
  x {me} C3 red red Perfect_Strike, y {foe} C4 hp9 Dodge: blow (2) -> damage: y x 4; hp y: 5
skill.perfect-strike: Attackers are to be ordered if doubled damage may take away the other one's target (p.24)
  x rival B4 blue blue Perfect_Strike, s rival D5 blue, y player C4 hp4, b player E4 hp5
    asks engage weakest -> asks.id: engage.next
  x rival B4 blue blue Flight, s rival D5 blue, y player C4 hp4, b player E4 hp5
    asks engage weakest -> asks.id: attack.dice
"""

test_rules = proofs(PROOFS)
