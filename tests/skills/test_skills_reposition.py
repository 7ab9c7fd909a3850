"""Reposition, a Special that is a move, on every side (Unit Skills sheet; Rulebook p.23-24, 28, 36)."""

from __future__ import annotations

import pytest

from tests.helpers.proofs import proofs

PROOFS = """
# Reposition
skill.reposition: Reposition is a move at once for a mark, in place of an attack, and no attack follows (Unit Skills; \
p.23-24)
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
skill.reposition: Your unit moves at once to any hex that its Movement leads to, and takes up the flag there (sheet; \
p.18, 26)
  h player A1 mv2 Reposition, a rival B1, b rival A2 | flag=C2, event=capture-the-flag
    special h reposition (C2) -> offered: A1+B2+B3+C2+C3; at h: C2; place flag: h
skill.reposition: Stepping onto the flag's hex on the way is enough, unless the ruling says otherwise (p.18; \
equip.passing)
  h player C3 mv2 Reposition, a rival G1 | arena.blocked=B2/B3/C2/C4/D3, flag=D4, event=capture-the-flag
    special h reposition, rulings.equip.passing=default (E3) -> at h: E3; place flag: h
    special h reposition, rulings.equip.passing=end (E3) -> at h: E3; place flag: D4
skill.flight, skill.reposition: A unit with Flight passes over blocked hexes when it repositions, and ends on none \
(Unit Skills)
  h player A1 mv2 Reposition Flight, a rival B2 | arena.blocked=A2/B1
    special h reposition (C1) -> offered: A1+A3+B3+C1+C2+C3
  h player A1 mv2 Reposition, a rival B2 | arena.blocked=A2/B1: special h reposition -> at h: A1
  r rival A1 mv2 Reposition Flight, s rival B2 dazed, a player C4 | arena.blocked=A2/B1
    engage (special.hex=C3) -> at r: C3
skill.reposition: An arena unit without an attack identifies a mark and moves for it, in its own Engage Step (p.28; \
sheet)
  x arena C1 mv1 blue Reposition, r rival C5, a player G2
    arena movement named:C3 any -> moved: x C2; put: x C3; attacks: none
"""

test_rules = proofs(PROOFS)


pytestmark = pytest.mark.rule("skill.reposition")

UNIT, HEX = "ability.target", "ability.hex"
