"""Abilities and Specials that deal damage or heal, for every side (Unit Skills sheet; Rulebook p.21, 24, 37)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Fury Aura
skill.fury-aura: A rival deals 1 damage to the weakest opponent no more hexes off than the number, if any (Unit Skills)
  r rival C3 rg1 Fury_Aura-1, a player C4 hp3, b player C5 hp1
    abilities hero strongest -> damage: a r 1; asked: none; used: r Fury Aura
  r rival C3 rg1 Fury_Aura-2, a player C4 hp3, b player C5 hp2
    abilities hero strongest -> damage: b r 1; asked: none; used: r Fury Aura
  r rival C3 rg1 Fury_Aura-2, a player C4 hp3, h player C2 hero hp2, s rival B2 hp1
    abilities hero strongest -> damage: h r 1; asked: none; used: r Fury Aura
  r rival C3 rg1 Fury_Aura-3, a player E1 hp3, b player G2 hp2
    abilities hero strongest -> damage: a r 1; asked: none; used: r Fury Aura
  r rival C3 rg1 Fury_Aura-2, a player C4 hp3, x arena E3 hp2
    abilities hero strongest -> damage: x r 1; asked: none; used: r Fury Aura
  r rival C3 rg1 Fury_Aura-1, s rival C4, a player C5: abilities hero strongest -> damage: none; asked: none; used: none
skill.fury-aura: Several opponents that are equally weak and near enough are all open, whatever the list says (sheet)
  r rival C3 Fury_Aura-2, a player C4 hp2, b player C5 hp2, c player B2 hp3, d player G2 hp2
    abilities strongest (ability.target=b) -> offered: a+b; hp a: 2; hp b: 1
skill.fury-aura: What is set off by attacks stays quiet at Fury Aura, while a step later an attack wakes it (p.21)
  r rival C3 blue Fury_Aura-1 hp9, a player C4 hp6 Retaliate Quickstrike Deflect
    from abilities (attack.dice=1) -> damage: a r 1, r a 1, a r 1, r a 1; hp a: 4; hp r: 7
skill.fury-aura: Abilities are used one after the other, in any order, each on the board that it finds (p.24)
  r rival C3 Fury_Aura-1, s rival D4 Fury_Aura-1, a player C4 hp1, b player D3 hp2
    abilities (abilities.next=s fury-aura) -> offered: r fury-aura+s fury-aura; defeated: a; damage: a s 1, b r 1
skill.fury-aura: Your unit may choose any opponent near enough, the strongest as well (p.26; Unit Skills)
  h player C3 Fury_Aura-2, a rival C4 hp1, b rival C5 hp5, c rival E1 hp3, x arena B2, y player C2
    ability h fury-aura (ability.target=b) -> offered: a+b+x; hp b: 4
skill.fury-aura: An arena unit's Fury Aura takes the weakest of both troops; the Refugees' own are no opponents (p.28, \
FAQ)
  x arena C3 mv0 Fury_Aura-1, a player C4 hp3, r rival C2 hp2, l player D4 hp1 of:plutos-refugees
    arena movement strongest, arena_of=plutos-refugees -> damage: r x 1
    arena movement strongest, arena_of=kunlun -> defeated: l

# Agile
skill.agile: Agile rolls the unit's own Attack, and each hit is 1 damage, without being an attack (Unit Skills; p.37)
  r rival C3 blue green Agile, a player C4 hp9
    engage (special.dice=2) -> asked dice: blue+green; specials because: r Agile a any; hp a: 7; attacks: none
    targets -> -
skill.agile: Out of Range, off the list, without dice or dazed a rival with Agile does nothing at all (p.24; sheet)
  r rival C3 blue Agile, a player C5: engage -> specials: none; attacks: none; CannotAct unit: r
  r rival C3 blue Agile, a player C4: engage hero -> specials: none; attacks: none; CannotAct unit: r
  r rival C3 Agile, a player C4: engage -> specials: none; attacks: none; CannotAct unit: r
  r rival C3 blue Agile dazed, a player C4: engage -> specials: none; attacks: none; CannotAct unit: r
skill.agile: Taunt binds attacks, and Agile is none: the list alone tells its target (Unit Skills; p.24, 37)
  r rival C3 rg2 blue Agile, t player C4 hp1 Taunt, h player C5 hp3 hero
    engage hero weakest (special.dice=1) -> hp h: 2; hp t: 1
  r rival C3 rg2 blue , t player C4 hp1 Taunt, h player C5 hp3 hero: engage hero weakest (attack.dice=1) -> hp h: 3
skill.agile: Arena units use Specials by the rival's rules, on units of both troops (p.28)
  x arena C3 mv0 blue Agile, a player C4 hp3, r rival C2 hp5
    arena movement strongest (special.dice=1) -> hp a: 3; hp r: 4
  x arena C3 mv0 blue Heave, a player C4 hp5, r rival E3 hp2
    arena movement strongest (special.dice=1) -> hp a: 5; hp r: 1
  x arena C3 mv0 blue Long_Shot-2, a player C5 hp2, r rival C1 hp3
    arena movement strongest (special.dice=1) -> hp a: 2; hp r: 2
  x arena C3 mv0 blue Whirlwind, a player C4 hp3, r rival C2 hp3
    arena movement strongest (special.dice=1) -> hp a: 2; hp r: 2
skill.agile: Whatever changes the Attack itself changes what Agile rolls: Inspire beside it, Confidence (p.33)
  r rival C3 yellow Agile Confidence, s rival C2 Inspire, a player C4 hp9, b player G1, c player G2
    engage (special.dice=3) -> asked dice: yellow+green+blue
  r rival C3 yellow Agile Confidence, a player C4 hp9, b player G1: engage (special.dice=1) -> asked dice: yellow+green
skill.whirlwind: The combat is won at the moment the last rival unit is defeated, by a Special too (p.18, 28)
  h player C3 blue Whirlwind, r rival C4 hp1, s rival C2 hp2: special h whirlwind (2) -> combat over: goal-met

# Regen
skill.regen: Regen heals its number in each Abilities Step, up to Health; more HP than Health stay (p.12, 24)
  r rival C3 mv0 hp{hp} hl5 Regen-{number}, a player G2
    abilities -> Healed unit amount: r {healed}
    engage -> hp r: {hp}
  h player C3 mv0 hp{hp} hl5 Regen-{number}, r rival G1: ability h regen -> hp h: {left}
  x arena C3 mv0 hp{hp} hl5 Regen-{number}, a player G2: arena movement -> hp x: {left}
    {number} {hp} {healed} {left}: 1 1 1 2, 3 1 3 4, 3 3 2 5, 1 5 0 5, 2 7 0 7

# Specials are no attacks, and dazed units use none
skill.agile: No skill that is set off by attacks or attack damage is set off by a Special, nor Perfect Strike (p.21, 37)
  r rival C3 black black black Agile Perfect_Strike hp5, a player C4 hp9 hl9 {skill}
    engage (special.dice=3) -> asked dice: black+black+black; hp a: 6; hp r: 5
    engage (special.dice=2) -> hp a: 7
  r player C3 black black black Agile Perfect_Strike hp5, a rival C4 hp9 hl9 {skill}
    special r agile (special.dice=3) -> asked dice: black+black+black; hp a: 6; hp r: 5
    special r agile (special.dice=2) -> hp a: 7
    {skill}: Retaliate, Quickstrike, Absorb, Nimble, Dodge, Deflect
combat.dazed: A dazed unit uses no Ability and no Special, on any side (p.21, 35)
  u rival C3 mv1 hp1 hl3 blue {skill} dazed, a player C5 hp5, b player C2 hp5, c player D4 hp2
    from abilities -> order special-used effect-used rolled-at damaged: none; hp u: 1; at u: C3
  u arena C3 mv1 hp1 hl3 blue {skill} dazed, a rival C5 hp5, b rival C2 hp5, c rival D4 hp2
    arena movement -> order special-used effect-used rolled-at damaged: none; hp u: 1; at u: C3
  u player C3 mv1 hp1 hl3 blue {skill} dazed, a rival C5 hp5, b rival C2 hp5, c rival D4 hp2, e player E3 mv0
    ability u {id} -> order special-used effect-used rolled-at damaged: none; hp u: 1; at u: C3
    special u {id} -> order special-used effect-used rolled-at damaged: none; hp u: 1; at u: C3
    {skill} {id}: Agile agile, Heave heave, Long_Shot-2 long-shot, Reposition reposition, Whirlwind whirlwind, \
        Fury_Aura-1 fury-aura, Hook hook, Hurl-2 hurl, Pull pull, Shove shove, Swap swap, Regen-1 regen
skill.heave: Whatever number or die a rule needs and nobody has told is asked for, once, when it is needed (p.7, 24)
  r rival C3 Heave attack?, a player C4 hp5, b player C2 hp2, w player E3 hp3
    engage (engage.target=a, component.stat=blue green, special.target=w, special.dice=1) -> rolled: green w
skill.heave: The Attack as it stands has the die of Dig In, which hangs on the Movement Step before (p.33)
  r rival C3 blue Heave Dig_In, a player C4 hp5, b player C2 hp2, w player E3 hp3
    engage (engage.target=a, special.target=w, unit.stayed=yes, special.dice=1) -> rolled: black w
    engage (engage.target=a, special.target=w, unit.stayed=no, special.dice=1) -> rolled: blue w
"""

test_rules = proofs(PROOFS)
