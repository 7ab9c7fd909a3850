"""Intercept Blow: who may take a blow in another's place, and what follows (Unit Skills sheet; Rulebook p.21)."""

from tests.helpers.proofs import proofs

PROOFS = """
skill.intercept-blow: Your unit may take the damage of an ally next to it; you say so after the dice (sheet)
  x rival C3 blue blue, y player C4 hp3, i player C5 hp4 Intercept_Blow
    engage (attack.dice=2, attack.intercept=i) -> hp y: 3; hp i: 2; offered: -, nobody+i; intercepted unit target \
        attacker: i y x; attacks: x y
    engage (attack.dice=2, attack.intercept=nobody) -> hp y: 1; hp i: 4; offered: -, nobody+i; intercepted: none; \
        attacks: x y
  x arena C3 blue blue, y player C4 hp3, i player C5 hp4 Intercept_Blow
    arena engage (attack.dice=2, attack.intercept=i) -> hp y: 3; hp i: 2; offered: -, nobody+i; intercepted unit \
        target attacker: i y x; attacks: x y
    arena engage (attack.dice=2, attack.intercept=nobody) -> hp y: 1; hp i: 4; offered: -, nobody+i; intercepted: \
        none; attacks: x y
skill.intercept-blow: Nobody takes a blow but an ally in combat that stands next to the target and has the skill (sheet)
  x rival C3 blue blue, y player C4 hp3, i player D6 hp4 Intercept_Blow
    engage (attack.dice=2) -> hp y: 1; intercepted: none
  x rival C3 blue blue, y player C4 hp3, i arena C5 hp4 Intercept_Blow
    engage (attack.dice=2) -> hp y: 1; intercepted: none
  x rival C3 blue blue, y player C4 hp3, i rival C5 hp4 dazed Intercept_Blow
    engage (attack.dice=2) -> hp y: 1; intercepted: none
  x rival C3 blue blue, y player C4 hp3, i player - Intercept_Blow: engage (attack.dice=2) -> hp y: 1; intercepted: none
  x rival C3 blue blue, y player C4 hp3, i player C5 hp4: engage (attack.dice=2) -> hp y: 1; intercepted: none
  x rival C3 blue blue, y player C4 hp3 Intercept_Blow, i player C5 hp4
    engage (attack.dice=2) -> hp y: 1; intercepted: none
skill.intercept-blow: An attack without a hit deals nothing to be taken, and a Special is no attack (p.21, 37)
  x rival C3 blue blue, y player C4 hp3, i player C5 hp4 Intercept_Blow: engage (0) -> asked id: attack.dice
  x player C3 blue blue, y rival C4 hp1, i rival C5 hp4 Intercept_Blow: strike x y (0) -> asked id: attack.dice
  x rival C3 blue blue Agile, y player C4 hp3, i player C5 hp4 Intercept_Blow: engage (special.dice=2) -> hp y: 1
  x player C3 blue blue Agile, y rival C4 hp2, i rival C5 hp4 Intercept_Blow
    special x agile (special.dice=2) -> defeated: y
  x rival C3 red hp1, y player C4 hp3 Quickstrike, i player C5 hp4 Dodge Intercept_Blow, far rival A1 dazed
    engage -> defeated: x
skill.intercept-blow: Innate skills work while their unit is dazed, but not while it is fatigued (p.21, 36)
  x rival C3 blue blue, y player C4 hp3, i player C5 hp4 dazed Intercept_Blow: engage (2, attack.intercept=i) -> hp i: 2
  x player C3 blue blue, y rival C4 hp2, i rival C5 hp4 Intercept_Blow | fatigued=i/: strike x y (2) -> defeated: y
skill.intercept-blow: A rival takes the blow, be it its last, only where an adjacent ally would be defeated (sheet)
  x player C3 blue blue, y rival C4 {y}, i rival C5 {i} Intercept_Blow
    strike x y ({hits}) -> intercepted: {who}; combat units: {left}; damage: {hurt}
    {y} | {i} | {hits} | {who} | {left} | {hurt}
      hp2 | hp4 | 2 | 1 | x+y+i | i x 2
      hp2 | hp4 | 1 | none | x+y+i | y x 1
      hp3 | hp4 | 2 | none | x+y+i | y x 2
      hp2 | hp1 | 2 | 1 | x+y | i x 2
      hp2 Absorb | hp4 | 2 | none | x+y+i | y x 2
      hp1 Absorb | hp4 | 2 | 1 | x+y+i | i x 2
      hp1 Nimble | hp4 | 1 | none | x+y+i | y x 1
      hp1 Nimble | hp4 | 2 | 1 | x+y+i | i x 2
      hp1 hl2 Nimble | hp4 | 1 | 1 | x+y+i | i x 1
      hp3 Blasphemous | hp4 | 2 | none | x+y+i | y x 2
skill.intercept-blow: Whether an ally would be defeated is told with all effects on the damage counted (Unit Skills)
  x player C3 blue blue elite, y rival C4 hp3 Blasphemous, i rival C5 hp9 Intercept_Blow
    strike x y (2) -> intercepted unit: i; hp i: 7
  x player C3 blue blue Perfect_Strike, y rival C4 hp4, i rival C5 hp9 Intercept_Blow
    strike x y (2) -> intercepted unit: i; hp i: 5
  x player C3 blue Perfect_Strike, y rival C4 hp2, i rival C5 hp9 Intercept_Blow
    strike x y (1) -> intercepted unit: i; hp i: 7
skill.intercept-blow: Whether an ally would be defeated hangs on the damage it is in for, told by hand or not (sheet)
  x player C3 blue blue Told_Roll, y rival C4 hp2, i rival C5 hp9 Intercept_Blow
    strike x y (2, manual.skill=damage 1) -> intercepted: none; combat units: x+y+i
    strike x y (1, manual.skill=damage 5) -> intercepted: 1; combat units: x+y+i
    strike x y (2, manual.skill=nothing) -> intercepted: 1; combat units: x+y+i
skill.intercept-blow: An arena unit saves an adjacent arena unit as a rival one would (p.28; Unit Skills)
  x rival C3 blue blue, y arena C4 hp2, i arena C5 hp4 Intercept_Blow, p player G1
    engage (2) -> hp i: 2
    engage (1) -> hp y: 1
skill.intercept-blow: A blow that one unit takes for another is not handed on to a third (Unit Skills)
  x rival C3 blue blue, y player C4 hp3, i player C5 hp2 Intercept_Blow, j player D6 hp4 Intercept_Blow
    engage (2, attack.intercept=i) -> defeated: i; hp j: 4
skill.intercept-blow: What a blow costs who takes it goes by that unit's skills, not by the target's (p.21; sheet; FAQ)
  x rival C3 blue blue {x}, y player C4 hp5 {y}, i player C5 hp5 {i} Intercept_Blow
    engage ({hits}, attack.intercept=i) -> hp y: 5; hp i: {left}
    {x} | {y} | {i} | {hits} | {left}
       | Absorb | | 2 | 3
       | | Absorb | 2 | 4
       | | Nimble | 1 | 5
       | | Nimble | 2 | 3
       | Nimble | | 1 | 4
      Perfect_Strike | | | 2 | 1
      elite | | Blasphemous | 2 | 2
      elite | Blasphemous | | 2 | 3
skill.intercept-blow: The interceptor's Dodge changes the dice only if it was declared before the roll (FAQ)
  x rival C3 red black yellow, y player C4 hp3, i player C5 hp4 Dodge Intercept_Blow
    engage (attack.intercept=i, attack.dice=2) -> dice: blue blue yellow; hp y: 3; hp i: 2
    engage (attack.intercept=nobody, attack.dice=2, attack.intercept=i) -> dice: red black yellow; hp y: 3; hp i: 2
    engage (attack.intercept=nobody, attack.dice=2, attack.intercept=nobody) -> hp y: 1; hp i: 4
    engage (attack.intercept=i, attack.dice=0) -> hp y: 3; hp i: 4
skill.intercept-blow: The target was attacked first, so its Dodge has changed the dice by then (p.21; FAQ)
  x rival C3 red black, y player C4 hp3 Dodge, i player C5 hp4 Intercept_Blow
    engage (attack.dice=2, attack.intercept=i) -> dice: blue blue; hp i: 2
  x player C3 red black, y rival C4 hp2 Dodge, i rival C5 hp4 Intercept_Blow
    strike x y (attack.dice=2) -> dice: blue blue; hp i: 2
skill.intercept-blow: A rival that intercepts with Dodge does so after the dice, which stay as they were rolled (p.21)
  x player C3 red black, y rival C4 hp2, i rival C5 hp4 Dodge Intercept_Blow
    strike x y (attack.dice=2) -> dice: red black; hp i: 2
skill.intercept-blow: Quickstrike asks for the target, which the interceptor is not; the target's own still works (FAQ)
  x rival C3 blue hp5, y player C4 hp3, i player C5 hp4 rg2 Quickstrike Intercept_Blow
    engage (1, attack.intercept=i) -> hp x: 5
  x rival C3 blue hp5, y player C4 hp3 Quickstrike, i player C5 hp4 rg2 Quickstrike Intercept_Blow
    engage (1, attack.intercept=i) -> hp x: 4
  x rival C3 red hp5, y player C4 hp3, i player C5 hp4 rg2 Quickstrike Dodge Intercept_Blow
    engage (attack.intercept=i, 1) -> hp x: 5
skill.intercept-blow: After an interception the interceptor's Deflect works, and the target's does not (sheet; FAQ)
  x rival C3 blue, y player C4 hp5 Deflect, i player C5 hp5 Intercept_Blow, s rival D5 rg1 blue, far rival A1 dazed
    engage (engage.next=x, 1, attack.intercept=i, engage.target=y, 1, attack.intercept=nobody) -> attacks: x y, s y
  x rival C3 blue, y player C4 hp5, i player C5 hp5 Deflect Intercept_Blow, s rival D5 rg1 blue, far rival A1 dazed
    engage (engage.next=x, 1, attack.intercept=i, 1, attack.intercept=i) -> attacks: x y, s y; hp i: 3
skill.intercept-blow: A hero that takes a blow it cannot bear needs a blessing like any other time (p.13, 27)
  x rival C3 blue blue, y player C4 hp2, i player C5 hero hp1 hl6 rg2 Retaliate Intercept_Blow
    engage (2, attack.intercept=i, defeat.hero=survive) -> hp y: 2; hp i: 6; used: i Retaliate
    engage (2, attack.intercept=i, defeat.hero=lost) -> combat over: campaign-lost
skill.intercept-blow: Of several units that may take a blow one does; a rival's has to, and you choose which (p.21)
  x rival C3 blue blue, y player C4 hp3, i player C5 hp4 Intercept_Blow, j player B4 hp4 Intercept_Blow
    engage (2, attack.intercept=j) -> offered: -, nobody+i+j; hp y: 3; hp i: 4; hp j: 2
  x player C3 blue blue, y rival C4 hp2, i rival C5 hp4 Intercept_Blow, j rival B4 hp4 Intercept_Blow
    strike x y (2, attack.intercept=j) -> offered: -, i+j; hp y: 2; hp i: 4; hp j: 2
skill.intercept-blow: Before the dice it matters only if Dodge would change them: no elite's, no blue ones (sheet)
  x rival C3 {attacker}, y player C4 hp3, i player C5 hp4 Dodge Intercept_Blow
    engage (attack.dice=1, attack.intercept=i) -> dice: {die}; hp i: 3
    {attacker} | {die}
      red elite | red
      blue | blue
      yellow | yellow
skill.intercept-blow: A unit that takes a blow has been attacked and dealt the damage, so it retaliates (FAQ)
  x rival C3 blue hp5, y player C4 hp3 {target}, i player C5 hp4 {guard} Intercept_Blow
    engage (1, attack.intercept=i) -> hp x: {hp}; used: {used}
  x player C3 blue hp5, y rival C4 hp1 {target}, i rival C5 hp4 {guard} Intercept_Blow: strike x y (1) -> hp x: {hp}
    {target} | {guard} | {hp} | {used}
       | rg2 Retaliate | 4 | i Retaliate
      Retaliate | rg2 | 5 | none
       | rg1 Retaliate | 5 | none
  x rival C3 blue hp5, y player C4 hp3, i player C5 hp1 rg2 Retaliate Intercept_Blow
    engage (1, attack.intercept=i) -> hp x: 5
skill.intercept-blow: What else an effect does beside taking the blow does not keep it from that (p.37)
  own skills Own: ally attacked: may intercept, heal self 1 if target within 1
  x rival C3 blue blue, y player C4 hp3, i player C5 hp4 Own
    engage (attack.dice=2, attack.intercept=i) -> intercepted unit: i
"""

test_rules = proofs(PROOFS)
