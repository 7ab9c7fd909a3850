"""Abilities and Specials that put units on other hexes, for every side (Unit Skills sheet; Rulebook p.24, 35-36)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Hook
skill.hook: Of the hexes beside its user that open an attack any will do, and no other (Unit Skills)
  r rival C3 Hook, a player D5: abilities (ability.hex=C4) -> offered: C4+D4; at a: C4
  r rival C3 Hook, a player D5, b player C2, s rival B3: abilities -> put: a C4
skill.hook: Any unit 2 hexes off whose shift opens an attack may be hooked, those of its own side too (Unit Skills)
  r rival C3 Hook, a player C5, b player E2, s rival E3, c player G2
    abilities (ability.target=b) -> offered: a+b; put: b D3
skill.hook: A hook that opens an attack is used, even if it ends another rival's attack (Unit Skills)
  r rival C3 blue Hook, s rival D6 blue, a player C5 hp5: from abilities (attack.dice=0) -> attacks: r a
  r rival C3 rg2 blue Hook, s rival D6 blue, a player C5 hp5: abilities -> put: none
skill.hook: A Special that a rival gains opens one, and a Special that it has anyhow leaves nothing to open (sheet)
  r rival C3 blue Hook Agile, a player C5: abilities -> put: a C4
  r rival C3 Hook Agile, a player C5: abilities -> put: none
  r rival C3 blue Hook Long_Shot-2, a player C5: abilities -> put: none
  r rival C3 blue Hook Heave, a player C5: abilities -> put: none
  r rival C3 mv1 blue Hook Reposition, a player C5: abilities -> put: none
  r rival C3 mv0 blue Hook Reposition, a player C5: abilities -> put: a C4
skill.hook: A rival that a rival relocates comes only where its list would lead it (p.24; relocate.list)
  r rival C3 Hook, s rival C5, a player D4
    abilities -> put: s C4
    abilities named:C5 any -> put: none
    abilities named:C4 any -> put: s C4
    abilities named:G1 any -> put: s C4
skill.hook, skill.pull: Your units and the rival's, elite or not, are drawn from 2 hexes off to any free hex (p.26)
  h player C3 hero Hook, a rival C5 elite, b player D5, x arena A2, c rival C2, d rival F2: ability h hook \
      (ability.target=b, ability.hex=D4) -> offered: a+b+x, C4+D4; put start displaced: b D4 D5 yes; moved: none
  h player C3 hero Pull, a rival C5 elite, b player D5, x arena A2, c rival C2, d rival F2: ability h pull \
      (ability.target=b, ability.hex=D4) -> offered: a+b+x, C4+D4; put start displaced: b D4 D5 yes; moved: none
skill.pull: The unit comes 1 hex nearer, onto a hex that is free; where none is, it is no choice (p.26, 35)
  h player C3 Pull, a rival C5, b player C4, c rival D5, d rival E2 | arena.blocked=D3/: ability h pull -> put: c D4
skill.hook: An arena unit uses Hook where an arena unit gains by it (p.28)
  x arena C3 mv0 blue Hook, a player C5, r rival G1: arena abilities (attack.dice=0) -> at a: C4; attacks: x a
skill.hook, skill.pull: A rival draws a unit from exactly 2 hexes off if some rival gains an attack so (sheet)
  r rival C3 Hook, {others}: abilities -> put: {end}
  r rival C3 Pull, {others}: abilities -> put: {end}
    {others} | {end}
      a player C5 dazed | a C4
      a player E2 | a D3
      a player D5, s rival C4 | a D4
      a player D5, x arena D4 Deflect, s rival G3 | none
      a player C4 | none
      a player F2 | none
      a player C5, b player C2 | none
      a player C5, b player C2, s rival D4 | a C4
      a player C5, b player C2, s rival D4 dazed | none
      a player C5, b player C2, s rival D4 dazed First_Strike | a C4

# Hurl
skill.hurl: An adjacent unit goes to a free hex within the number of the user, where a rival gains an attack (sheet)
  r rival C3 Hurl-1, s rival E3, a player C4, b player G3: abilities (ability.hex=D3) -> offered: D3+D4; put: a D3
  r rival C3 Hurl-2, s rival E3, a player C4, b player G3: abilities (ability.hex=D3) -> offered: D3+D4+E2+E4; put: a D3
  r rival C3 Hurl-3, s rival E3, a player C4, b player G3
    abilities (ability.hex=D3) -> offered: D3+D4+E2+E4+F2+F3; put: a D3
skill.hurl: An ally is hurled to the hexes alone that suit its list among those offered (p.24; relocate.list)
  r rival C3 Hurl-2, s rival D3 rg1, a player F3, b player C5 hp9
    abilities weakest (ability.hex=E4) -> offered: E3+E4
    abilities strongest (ability.hex=B4) -> offered: B4+C4+D5
skill.hurl: Your unit hurls any adjacent unit to any free hex no farther from itself than the number (Unit Skills)
  h player A2 Hurl-2, a rival B2, b player A1, c rival C4, d rival B3 elite | arena.blocked=C2/
    ability h hurl (ability.target=a, ability.hex=C3) -> offered: a+b+d, A3+B1+B4+C3; at a: C3; Relocated displaced: yes
skill.hurl: Whoever comes to the trident's hex equips it; a rival takes no flag up (Atlanteans card; p.18)
  h player C3 Hurl-1, a rival C4 | arena=atlanteans, chips.trident=C2, flag=C2, event=capture-the-flag
    ability h hurl (ability.hex=C2) -> place trident: a; place flag: C2

# Shove
skill.shove: Shove puts a unit 1 hex straight away and its user on the hex left free, if an attack opens (Unit Skills)
  r rival C3 Shove, a player C4, h player D5 hero: abilities hero -> put displaced: a C5 yes, r C4 no
skill.shove: Without a free hex straight behind it a unit cannot be shoved (Unit Skills; p.35)
  r rival C4 Shove, a player C5, h player D6 hero: abilities hero -> put: none
  r rival C3 Shove, a player C4, h player D5 hero
    abilities hero, arena.blocked=C5/ -> put: none
    abilities hero, arena.missing=C5/ -> put: none
  r rival C3 Shove, a player C4, h player D5 hero, b player C5: abilities hero -> put: none
  r rival C3 Shove, a player C4, h player D5 hero, b rival C5 dazed: abilities hero -> put: none
  r rival C3 Shove, a player C4, h player D5 hero, b arena C5: abilities hero -> put: none
skill.shove: Where a rival shoves an ally, both come only to places that the list leads them to (p.24)
  r rival C3 Shove, s rival C4, a player D6
    abilities -> put: s C5, r C4
    abilities named:C4 any -> put: none
    abilities named:C3 any -> put: none
    abilities named:C5 any -> put: s C5, r C4
    abilities named:G1 any -> put: s C5, r C4
skill.shove: A rival shoved onto the trident equips it and gains Trident Throw (card; sheet)
  r rival C3 Shove, s rival C4, a player G2 | arena=atlanteans
    abilities, chips.trident=C5 -> put: s C5, r C4; place trident: s
    abilities, chips.trident=D6 -> put: none
    abilities, chips.trident=C5, rulings.equip.rival=no -> put: none
skill.shove, flag.taken: A unit of yours that moves onto the flag's hex by its own skill equips it at once (p.18, 35)
  h player C3 Shove, a rival C4, b player D3, c rival B2 | flag=C4, event=capture-the-flag
    ability h shove (ability.target=a) -> offered: a+b+c; put: a C5, h C4; equipped unit chip rule: h flag flag.taken
flag.taken: A unit that is displaced onto the flag has not moved there (p.18, 35; flag.displaced)
  h player C3 Shove, b player D3, c rival G1 | flag=E2, event=capture-the-flag
    ability h shove, rulings.flag.displaced=default -> at b: E2; place flag: E2
    ability h shove, rulings.flag.displaced=yes -> at b: E2; place flag: b
flag.taken: Rival units never take the flag up, however they come to it (p.18; rival.flag)
  r rival C3 mv1 Reposition, a player E2 | flag=D3, event=capture-the-flag: engage -> at r: D3; place flag: D3
skill.shove: Your unit may shove whoever stands beside it and has a free hex straight behind (Unit Skills)
  h player B2 Shove, a rival A1, b rival B3, c rival C3, d rival D4, e arena C2, f player B1
    ability h shove (ability.target=e) -> offered: b+e; put: e D2, h C2

# Swap
skill.swap: Swap exchanges the places of two adjacent units, if an attack opens so; its user has moved (Unit Skills)
  r rival C3 Swap, a player C4, h player D5 hero: abilities hero -> put displaced: a C3 yes, r C4 no
skill.swap: An ally that its list keeps beside its mark does not change places, another does (p.24)
  r rival C3 Swap, s rival C4 rg2, a player C5: abilities -> put: s C3, r C4
  r rival C3 Swap, s rival C4 rg1, a player C5: abilities -> put: none
  r rival C3 Swap, s rival C4 rg3, a player C5: abilities -> put: s C3, r C4
skill.hurl, skill.swap: Hurl and Swap are used only where a rival gains an attack or a Special (Unit Skills)
  r rival C3 Hurl-2, a player C4: abilities -> put: none
  r rival C3 Hurl-2, s rival E3 dazed, a player C4: abilities -> put: none
  r rival C3 Swap, a player C4: abilities -> put: none
  r rival C3 Swap, s rival C4, a player G2: abilities -> put: none
skill.swap: Whoever swaps onto the trident's hex equips it, and with it the Special Trident Throw (card; sheet)
  r rival A2 Swap, s rival A1 dazed, a player G2 | arena=atlanteans, chips.trident=A1, rulings.equip.deploy=no
    abilities -> put: s A2, r A1; place trident: r
skill.swap, flag.taken: Yours may change places with anybody adjacent, and takes up the flag there (sheet; p.18)
  h player C3 Swap, a rival C4 elite, b player D3, x arena B2, c rival C5 | flag=C4, event=capture-the-flag
    ability h swap (ability.target=a) -> offered: a+b+x; at h: C4; at a: C3; place flag: h
skill.swap, skill.shove: An arena unit uses such an Ability if an arena unit gains an attack, by the arena's list (p.28)
  x arena C3 mv0 blue Swap, r rival C4, h player D5 hero: arena abilities hero (attack.dice=0) -> at x: C4; attacks: x h
  x arena C3 mv0 blue Shove, r rival C4, h player D5 hero
    arena abilities hero (attack.dice=0) -> at x: C4; attacks: x h
skill.hook, skill.swap: Abilities are used in your order, each where it opens something on its board (p.24)
  r rival C3 Hook, s rival E3 Hook, a player D5 hp9, b player C1
    abilities (abilities.next=s hook, ability.target=a, ability.hex=D4) -> offered: r hook+s hook, r+a, D4+E4; put: a D4

# Flight
skill.flight: A unit with Flight moves across blocked hexes, though it may not end on one (Unit Skills)
  r rival A2 mv2 Flight, s rival A1, t rival A3, a player B2 | arena.blocked=B3/: move named:C3 -> moves C3: C3
  r rival A2 mv2, s rival A1, t rival A3, a player B2 | arena.blocked=B3/: move named:C3 -> blocked C3: A2
  r rival A2 mv1 Flight, s rival A1, t rival A3, a player B2 | arena.blocked=B3/
    move named:B2 -> blocked B2: A2
    move named:B3 -> blocked B3: A2
    move named:C3 -> blocked C3: A2

# Displaced onto a chip
movement.equip: Being displaced is not moving; the trident is equipped by whoever shares its hex (p.35, 36)
  h player C3 Shove, b player D3, c rival G1
    ability h shove, chips.orb=E2 -> place orb: E2; equipped: none; Relocated unit rulings: b equip.displaced, h -
    ability h shove, chips.orb=E2, rulings.equip.displaced=yes -> place orb: b; equipped rule rulings: movement.equip \
        equip.displaced; Relocated unit rulings: b -, h -
  h player C3 Shove, b player D3, c rival G1 | arena=atlanteans, chips.trident=E2
    ability h shove -> place trident: b; equipped rule rulings: arena.trident -; Relocated unit rulings: b -, h -
    ability h shove, rulings.equip.displaced=yes -> place trident: b; equipped rule rulings: arena.trident -; \
        Relocated unit rulings: b -, h -
"""

test_rules = proofs(PROOFS)
