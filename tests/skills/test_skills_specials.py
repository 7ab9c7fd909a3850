"""Specials: at an opponent weaker, farther off, or all around, and one that is a move (Unit Skills; p.23-24, 37)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Heave
skill.heave: In place of its attack a rival rolls its strongest die at a weaker opponent up to 3 hexes off (Unit Skills)
  r rival C3 yellow green blue Heave, a player C4 hp5, w player F2 hp2
    engage (special.dice=1) -> rolled: green w; hp a: 5; hp w: 1; attacks: none
  r rival C3 black red Heave, a player C4 hp5, w player F2 hp2
    engage (special.dice=1) -> rolled: red w; hp a: 5; hp w: 1; attacks: none
  r rival C3 blue blue Heave, a player C4 hp5, w player F2 hp2
    engage (special.dice=1) -> rolled: blue w; hp a: 5; hp w: 1; attacks: none
  r rival C3 black green Heave, a player C4 hp5, w player F2 hp2
    engage (special.dice=1) -> rolled: black w; hp a: 5; hp w: 1; attacks: none
skill.heave: Heave gives way to the attack where it reaches nobody weaker whom its list means (Unit Skills; p.24)
  r rival C3 blue green Heave, a player C4 hp5, w player G2 hp2
    engage (attack.dice=2) -> hp a: 3; specials: none
    targets -> a
  r rival C3 blue green Heave, a player C4 hp5, w player E3 hp5
    engage (attack.dice=2) -> hp a: 3; specials: none
    targets -> a
  r rival C3 blue green Heave, a player C4 hp5, w player E3 hp6
    engage (attack.dice=2) -> hp a: 3; specials: none
    targets -> a
  r rival C3 blue green Heave, a player C4 hp5, s rival E3 hp1
    engage (attack.dice=2) -> hp a: 3; specials: none
    targets -> a
  r rival C3 blue green Heave, a player C4 hp5 hero, w player E3 hp1
    engage hero (attack.dice=2) -> hp a: 3; specials: none
    targets hero -> a
skill.heave: Heave takes the place of that attack alone whose target is stronger than somebody in its reach (sheet)
  r rival C3 blue Heave, a player C4 hp5, b player C2 hp2, w player E3 hp3
    engage (engage.target=a, special.target=w, special.dice=1) -> offered: a+b, b+w, -; hp w: 2
    engage (engage.target=b, attack.dice=1) -> hp b: 1
    targets -> b
    engage strongest (special.dice=1) -> hp w: 2
    engage weakest (attack.dice=1) -> hp b: 1
skill.heave: The attack to compare with is the one it would make, Taunt included; Heave itself is not bound (sheet)
  r rival C3 rg2 blue Heave, t player C4 hp3 Taunt, h player C5 hp2 hero: engage hero (special.dice=1) -> hp h: 1
  r rival C3 rg2 blue Heave, t player C4 hp2 Taunt, h player C5 hp3 hero: engage hero (attack.dice=1) -> hp t: 1
skill.heave: With no attack to compare with Heave is used on anybody, or, read otherwise, on nobody (heave.alone)
  r rival C3 blue Heave, a player F2 hp5, b player G2 hp1
    engage (special.dice=1) -> hp a: 4
    engage, rulings.heave.alone=never -> specials: none
  r rival C3 blue Heave, a player C4 hp5, b player C5 hp2 | rulings.heave.alone=never
    engage (special.dice=1) -> hp b: 1
skill.heave, skill.long-shot: Yours may go for whomever it reaches: Taunt, weaker units and attacks do not matter (p.27)
  h player C3 rg2 blue blue Agile, t rival C4 hp2 Taunt, b rival C5 hp4, c rival E1, y player C2
    look, state.side=player -> usable h: agile
    special h agile (special.target=b, special.dice=1) -> offered: t+b, -; rolled: blue+blue b; attacks: none
  h player C3 yellow blue Heave, a rival C4 hp1, b rival F2, c rival G2, x arena C2, y player C5
    look, state.side=player -> usable h: heave
    special h heave (special.target=b, special.dice=1) -> offered: a+b+x, -; rolled: blue b; attacks: none
  h player C3 green blue Long_Shot-2, a rival C4, b rival E3 hp4, c rival F2, y player C2
    look, state.side=player -> usable h: long-shot
    special h long-shot (special.target=b, special.dice=1) -> offered: a+b, -; rolled: blue b; attacks: none

# Long Shot
skill.long-shot: Without an attack a rival rolls its weakest die at an opponent within the number (Unit Skills)
  r rival C3 black yellow green Long_Shot-1, a player F2 hp3: engage -> hp a: 3; rolled: none
  r rival C3 black yellow green Long_Shot-2, a player F2 hp3: engage -> hp a: 3; rolled: none
  r rival C3 black yellow green Long_Shot-3, a player F2 hp3: engage (special.dice=1) -> hp a: 2; rolled: yellow a
  r rival C3 black yellow green Long_Shot-4, a player F2 hp3: engage (special.dice=1) -> hp a: 2; rolled: yellow a
skill.long-shot: A rival that can attack anybody does so, and leaves Long Shot alone (Unit Skills)
  r rival C3 black yellow Long_Shot-4, a player C4 hp4, h player C5 hp1 hero
    engage hero any (attack.dice=2) -> hp a: 2; specials: none
    targets hero any -> a
skill.heave, skill.long-shot: A Special targets the highest bold priority possible; equal ones are open (p.24)
  r rival C3 blue rg2 Agile, a player C4 hp3, b player C5 hp3, c player B2 hp1, d player G2 hp3
    engage strongest (special.target=b, special.dice=1) -> damage: b r 1; offered: a+b, -
  r rival C3 blue Heave, a player C4 hp5, b player C5 hp3, c player E3 hp3, d player E2 hp1
    engage strongest (special.target=c, special.dice=1) -> damage: c r 1; offered: b+c, -
  r rival C3 blue Long_Shot-3, a player C5 hp4, b player E3 hp4, d player G2 hp9
    engage strongest (special.target=b, special.dice=1) -> damage: b r 1; offered: a+b, -
  r rival C3 blue Long_Shot-3, a player C5 hp4, b player E3 hp4, c player E2 hp5, d player G2 hp9
    engage strongest (special.dice=1) -> damage: c r 1

# Whirlwind
skill.whirlwind: Whirlwind is used beside two opponents or more, and an attack is made beside one (Unit Skills)
  r rival C3 black yellow Whirlwind, a player C4 hp5: engage (attack.dice=2) -> hp a: 3; specials: none
  r rival C3 black yellow Whirlwind, a player C4 hp5, b player C5: engage (attack.dice=2) -> hp a: 3; specials: none
  r rival C3 black yellow Whirlwind, a player C4 hp5, s rival C2: engage (attack.dice=2) -> hp a: 3; specials: none
skill.whirlwind: Adjacent opponents are counted, arena units among them as the ruling has it (p.28, 36; opponents.arena)
  r rival C3 blue Whirlwind, a player C4 hp5, x arena C2 hp5
    engage, rulings.opponents.arena=default (special.dice=1) -> specials: r Whirlwind -; hp a: 4; hp x: 4
    engage, rulings.opponents.arena=no (attack.dice=1) -> specials: none; hp a: 4; hp x: 5
skill.whirlwind: Whirlwind is no attack: Taunt changes nothing, and whoever survives it does not retaliate (p.21, 37)
  r rival C3 blue hp5 Whirlwind, t player C4 hp5 Taunt Retaliate, b player C2 hp2 Retaliate
    engage (special.dice=2) -> defeated: b; hp t: 3; hp r: 5
skill.whirlwind: Everyone adjacent takes the total, the hero by a blessing at the worst (Unit Skills; p.13, 27)
  r rival C3 blue Whirlwind, h player C4 hp2 hl6 hero, b player C2 hp2, c player G1
    engage (special.dice=2, defeat.hero=survive) -> hp h: 6; combat units: r+h+c
skill.whirlwind: Your unit may use Whirlwind beside one opponent as well (Unit Skills; p.27)
  h player C3 red blue Whirlwind, a rival C4 hp5, s rival G1
    special h whirlwind (special.dice=1) -> rolled: blue a; hp a: 4
  h player C3 red blue Whirlwind, a rival C4 hp5, b rival C2 hp5, s rival G1
    special h whirlwind (special.dice=1) -> rolled: blue+blue a+b; hp a: 4; hp b: 4
  h player C3 red blue Whirlwind, a rival C4 hp5, b rival C2 hp5, c rival D3 hp5, s rival G1
    special h whirlwind (special.dice=1) -> rolled: blue+blue+blue a+b+c; hp a: 4; hp b: 4; hp c: 4
skill.whirlwind: Locals that do not oppose a Beast are none of the two that Whirlwind asks for (p.28)
  x arena C3 mv0 blue Whirlwind, a player C4 hp3 of:plutos-refugees, r rival C2 hp3 | arena_of=plutos-refugees
    arena movement (attack.dice=1) -> hp a: 3; hp r: 2
skill.whirlwind: The weakest die is rolled once for every adjacent opponent, and each takes the total
  r rival C3 black yellow Whirlwind, a player C4 hp5, b player C2 hp5, far player C5 hp5, s rival B2 hp5, {c}
    engage hero (special.dice={hits}) -> rolled: {dice} {at}; hp a: {hp}; hp b: {hp}; hp far: 5; hp s: 5; attacks: none
    {c} | {dice} | {at} | {hits} | {hp}
       | yellow+yellow | a+b | 1 | 4
       | yellow+yellow | a+b | 2 | 3
      c player D3 hp5 | yellow+yellow+yellow | a+b+c | 0 | 5
      c player D3 hp5 | yellow+yellow+yellow | a+b+c | 2 | 3
      c player D3 hp5 | yellow+yellow+yellow | a+b+c | 3 | 2

# Several Specials
engage.special-next: Where the conditions of several Specials are right, the player chooses which one is used (p.24)
  r rival C3 blue green Long_Shot-3 Heave, a player E3 hp5
    engage strongest (special.next=Long Shot, special.dice=0) -> offered: Long Shot+Heave, -; rolled: blue a
    engage strongest (special.next=Heave, special.dice=0) -> offered: Long Shot+Heave, -; rolled: green a
  r rival C3 blue green Whirlwind Heave, a player C4 hp6, b player C2 hp5, w player E3 hp1
    engage strongest (special.next=Whirlwind, special.dice=0) -> offered: Whirlwind+Heave, -; rolled: blue+blue a+b
    engage strongest (special.next=Heave, special.dice=0) -> offered: Whirlwind+Heave, -; rolled: green b
engage.special-next, skill.reposition: Both are used without an attack, so that either may be chosen (p.24; sheet)
  r rival C3 mv1 blue Long_Shot-3 Reposition, a player E3 hp5
    engage (special.next=Reposition, special.hex=D4) -> offered: Long Shot+Reposition, D3+D4; at r: D4
    engage (special.next=Long Shot, special.dice=1) -> hp a: 4
engage.special-next, skill.heave: A Special whose conditions are not met is none of the choices (p.24)
  r rival C3 blue Whirlwind Long_Shot-3, a player C4 hp5, b player C2 hp5
    engage (special.dice=1) -> asked id: special.dice; specials: r Whirlwind -
  r rival C3 blue Whirlwind Long_Shot-3, a player E3 hp5: engage (special.dice=1) -> specials: r Long Shot a
arena.trident-throw: Your holder of the trident chooses any opponent in combat, who equips it if it survives (card)
  h player A1 of:atlanteans, a rival G3 hp9, b rival B1 hp3, x arena C3 hp9, y player C4 | arena=atlanteans, \
      chips.trident=@h
    special h atlanteans (special.target=b) -> offered: a+b+x; place trident: B1
    special h atlanteans (special.target=a) -> hp a: 6; place trident: a
skill.whirlwind, skill.long-shot: A unit whose Special applies attacks nobody (p.24)
  r rival C3 blue Agile, a player C4 hp5, b player C2 hp5, w player C5 hp1: solve engage strongest -> units.r.targets: -
  r rival C3 blue Whirlwind, a player C4 hp5, b player C2 hp5, w player C5 hp1
    solve engage strongest -> units.r.targets: -
  r rival C3 blue Heave, a player C4 hp5, b player C2 hp5, w player C5 hp1: solve engage strongest -> units.r.targets: -
  r rival C3 blue Long_Shot-2, w player C5 hp1: solve engage strongest -> units.r.targets: -
  r rival C3 blue mv1 Reposition, w player C5 hp1: solve engage strongest -> units.r.targets: -
engage.special: A rival's Special for everybody around it is used only with somebody around it (p.24)
  own skills Own: special: daze all opponents within 1
  x rival C3 rg3 hp3 blue Own, y player E3 hp5: own special (attack.dice=1) -> hp y: 4
  x rival C3 rg3 hp3 blue Own, y player C4 hp5: own special -> combat units.y.dazed: yes
special.roll: Against one unit its dice are named by that unit, against several by the Special (p.37)
  r rival C3 blue Long_Shot-3, y0 player E3 hp2: asks engage -> asks.id: special.dice; asks.about: y0
  r rival C3 blue Whirlwind, y0 player C4 hp2, y1 player C2 hp2
    asks engage -> asks.id: special.dice; asks.about: Whirlwind

# Reposition
skill.reposition: Reposition is a move at once for a mark, in place of an attack, and no attack follows (sheet; p.23-24)
  r rival C3 mv2 blue Reposition, a player E3 hp5
    engage (special.hex=D4) -> offered: D3+D4; at r: D4; hp a: 5; attacks: none; put displaced: r D4 no
skill.reposition: With an attack, without Movement, dazed or shut in, nobody repositions (Unit Skills; p.21)
  r rival C3 mv2 blue Reposition, a player C4: engage (attack.dice=0) -> at r: C3; put: none
  r rival C3 mv0 blue Reposition, a player C5: engage -> at r: C3; put: none
  r rival C3 mv2 blue Reposition dazed, a player C5: engage -> at r: C3; put: none
  r rival A1 mv1 blue Reposition, s rival A2, t rival B1, u rival B2, a player G2: engage -> at r: A1; put: none
skill.reposition: It identifies a mark as in the Movement Step, with the Movement that it has (p.23; Unit Skills)
  r rival C3 mv1 blue Reposition, a player F2
    engage named:C4 any -> at r: C4
    engage (special.hex=D3) -> at r: D3; offered: D3+D4
  r rival C3 mv1 rg2 blue Reposition, a player F2: engage strongest (special.hex=D3) -> at r: D3; offered: D3+D4
  r rival C3 mv1 rg3 blue Reposition, a player F2: engage (attack.dice=0) -> at r: C3
  r rival C3 mv1 +adrenaline blue Reposition, a player F2: engage named:C5 any -> at r: C5
skill.reposition: Combat Lock is about the Movement Step alone, and Reposition belongs to the Engage Step (Unit Skills)
  r rival C3 mv1 rg1 blue Reposition, k player C4 Combat_Lock, h player E3 hero
    from movement hero (special.hex=D3) -> moved: none; at r: D3
skill.reposition: A unit that moves over a chip's hex equips it on the way, or only at the end, by the ruling (p.36)
  r rival C3 mv2 Reposition, a player G2 | arena.blocked=B2/B3/C2/C4/D3
    engage named:E3 any, rulings.equip.passing=default, chips.trident=D4 -> at r: E3; place trident: r
    engage named:E3 any, rulings.equip.passing=default, chips.trident=E3 -> at r: E3; place trident: r
    engage named:E3 any, rulings.equip.passing=end, chips.trident=D4 -> at r: E3; place trident: D4
    engage named:E3 any, rulings.equip.passing=end, chips.trident=E3 -> at r: E3; place trident: r
skill.reposition: Yours moves at once wherever its Movement leads, and takes up the flag there (sheet; p.18, 26)
  h player A1 mv2 Reposition, a rival B1, b rival A2 | flag=C2, event=capture-the-flag
    special h reposition (C2) -> offered: A1+B2+B3+C2+C3; at h: C2; place flag: h
skill.reposition: Stepping onto the flag's hex on the way is enough, or read otherwise is not (p.18; equip.passing)
  h player C3 mv2 Reposition, a rival G1 | arena.blocked=B2/B3/C2/C4/D3, flag=D4, event=capture-the-flag
    special h reposition, rulings.equip.passing=default (E3) -> at h: E3; place flag: h
    special h reposition, rulings.equip.passing=end (E3) -> at h: E3; place flag: D4
skill.reposition: A unit with Flight passes over blocked hexes when it repositions, and ends on none (Unit Skills)
  h player A1 mv2 Reposition Flight, a rival B2 | arena.blocked=A2/B1
    special h reposition (C1) -> offered: A1+A3+B3+C1+C2+C3
  h player A1 mv2 Reposition, a rival B2 | arena.blocked=A2/B1: special h reposition -> at h: A1
  r rival A1 mv2 Reposition Flight, s rival B2 dazed, a player C4 | arena.blocked=A2/B1
    engage (special.hex=C3) -> at r: C3
skill.reposition: An arena unit without an attack identifies a mark and moves for it in its Engage Step (p.28; sheet)
  x arena C1 mv1 blue Reposition, r rival C5, a player G2
    arena movement named:C3 any -> moved: x C2; put: x C3; attacks: none
"""

test_rules = proofs(PROOFS)
