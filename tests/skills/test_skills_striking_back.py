"""Skills that strike back at an attacker, and the order of what an attack sets off (Unit Skills; Rulebook p.21)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Quickstrike
skill.quickstrike: An attacker that Quickstrike defeats rolls no dice, and the next unit acts (Unit Skills; p.21)
  x rival C3 blue hp1, s rival D5 blue hp5, y player C4 hp5 Quickstrike, b player G1
    engage (engage.next=x, 1) -> defeated: x; attacks: s y; hp y: 4; hp s: 4
  x player C3 blue hp1, y rival C4 hp5 Quickstrike, far-rival rival A1 dazed hp9, far-player player G3 dazed hp9
    strike x y -> defeated: x; attacks: none; hp y: 5
skill.quickstrike: A hero saved by a blessing goes on with its attack; one that is not loses it all (p.13, 27)
  x player C3 hero blue hp1 hl6, y rival C4 hp5 Quickstrike, far-rival rival A1 dazed hp9, far-player player G3 dazed \
      hp9
    strike x y (defeat.hero=survive, attack.dice=1) -> combat over: -; HeroSaved hp: 6; hp y: 4
    strike x y (defeat.hero=lost) -> combat over: campaign-lost; HeroSaved: none; hp y: 5
skill.quickstrike, skill.retaliate: The attacker has to be within the Range of who strikes back (sheet)
  sides: rival player, player rival
  x {me} C3 rg3 blue hp5, y {foe} C5 rg1 hp5 Quickstrike: attack (1) -> hp x: 5; used: none
  x {me} C3 rg3 blue hp5, y {foe} C5 rg1 hp5 Retaliate: attack (1) -> hp x: 5; used: none
  x {me} C3 rg3 blue hp5, y {foe} C5 rg2 hp5 Quickstrike: attack (1) -> hp x: 4; used: y Quickstrike
  x {me} C3 rg3 blue hp5, y {foe} C5 rg2 hp5 Retaliate: attack (1) -> hp x: 4; used: y Retaliate
  x {me} C3 rg3 blue hp5, y {foe} C5 rg3 hp5 Quickstrike: attack (1) -> hp x: 4; used: y Quickstrike
  x {me} C3 rg3 blue hp5, y {foe} C5 rg3 hp5 Retaliate: attack (1) -> hp x: 4; used: y Retaliate
skill.quickstrike: The target deals an attacker in its Range 1 damage before the attack, whatever comes of that (sheet)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 blue blue hp5, y {foe} C4 hp5 Quickstrike
    blow (0) -> damage: x y 1; hp x: 4; hp y: 5; order damaged attacked: damaged, attacked
    blow (2) -> damage: x y 1, y x 2; hp x: 4; hp y: 3; order damaged attacked: damaged, attacked, damaged

# Retaliate
skill.retaliate: Retaliate that defeats the last rival unit wins the combat in the rival's own turn (p.18; Unit Skills)
  x rival C3 blue hp1, s rival D5 blue hp1, y player C4 hp5 Retaliate, b player D4 hp1: engage (engage.next=s, \
      engage.target=y, 1, engage.target=y, 1) -> defeated: s, x; CombatEnded why: goal-met; combat over: goal-met
  x rival C3 blue hp1, y player C4 hp5 Retaliate | lineup=z/: engage (1) -> combat over: -; defeated: x
skill.retaliate, skill.quickstrike: The tribune's defeat cuts your hero to 1 HP even if it struck back itself (p.20, 28)
  x rival C3 blue hp1 tribune, y player C4 hp5 hero Quickstrike, far-rival rival A1 dazed hp9, far-player player G3 \
      dazed hp9 | event=spar: engage -> defeated: x; hp y: 1
  x rival C3 blue hp1 tribune, y player C4 hp5 hero Retaliate, far-rival rival A1 dazed hp9, far-player player G3 \
      dazed hp9 | event=spar: engage (attack.dice=1) -> defeated: x; hp y: 1
skill.retaliate: Retaliate may cost your hero a blessing; one that it saved has survived and retaliates (p.27)
  x player C3 hero blue hp1 hl6, y rival C4 hp5 Retaliate, far-rival rival A1 dazed hp9, far-player player G3 dazed hp9
    strike x y (1, defeat.hero=survive) -> hp x: 6; hp y: 4
    strike x y (1, defeat.hero=lost) -> combat over: campaign-lost; hp y: 4
  x rival C3 blue hp3, y player C4 hero hp1 hl6 Retaliate, far-rival rival A1 dazed hp9, far-player player G3 dazed hp9
    engage (1, defeat.hero=survive) -> hp x: 2; hp y: 6
skill.retaliate: A unit that survives an attack's damage deals the attacker in its Range 1 damage, once (Unit Skills)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 blue blue hp5, y {foe} C4 hp3 Retaliate
    blow (0) -> hp x: 5; damage: none; combat units: x+y+far-rival+far-player
    blow (1) -> hp x: 4; damage: y x 1, x y 1; combat units: x+y+far-rival+far-player
    blow (2) -> hp x: 4; damage: y x 2, x y 1; combat units: x+y+far-rival+far-player
  x {me} C3 blue blue hp5, y {foe} C4 hp2 Retaliate
    blow (2) -> hp x: 5; damage: y x 2; combat units: x+far-rival+far-player
skill.retaliate: Damage by Retaliate and Quickstrike is no attack damage, so nothing answers or limits it (p.21)
  x rival C3 blue hp5 {skills}, y player C4 hp5 Retaliate Quickstrike
    blow (1) -> damage: x y 1, y x 1, x y 1; hp x: 3; combat struck: -
    {skills}: Retaliate, Quickstrike, Deflect, Absorb Nimble

# Which effect comes first
skill.retaliate: Put out of reach first by its other effect, it has no attacker to retaliate against (p.21)
  x rival C3 blue hp5, y player C4 hp5 Retaliate Told_Wound
    engage (1, effect.next=retaliate, manual.skill=y hex E4) -> hp x: 4
    engage (1, effect.next=told-wound, manual.skill=y hex E4) -> hp x: 5
skill.retaliate: An attacker's effect of dealing damage precedes Retaliate, and may forestall it (p.21)
  own skills Own: deals damage: damage 1 to target
  x rival C3 blue hp5 Own, y player C4 hp{hp} Retaliate, z player G2: engage (1) -> used: {used}
  x player C3 blue hp5 Own, y rival C4 hp{hp} Retaliate, z rival G2: strike x y (1) -> used: {used}
    {hp} | {used}
      5 | x Own, y Retaliate
      2 | x Own
"""

test_rules = proofs(PROOFS)
