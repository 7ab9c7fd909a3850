"""What happens in the arena's turn: the chariot, the Beasts (Unit Skills sheet; cards; p.20, 28, 35)."""

from tests.helpers.proofs import proofs

PROOFS = """
# The chariot
arena.the-races: Only the arena turn moves the chariot: no text lets a unit equip it, so it stays behind (p.36)
  r rival C1 mv1, a player C3 | chips.chariot=C2, arena_of=parthians
    movement named:C2 any -> at r: C2; place chariot: C2; equipped: none
  r rival C2 mv1, a player G2 | chips.chariot=C2, arena_of=parthians
    movement named:D2 any -> at r: D2; place chariot: C2; equipped: none
arena.the-races: Whoever stands in the way is put on a free adjacent hex outside the ring, of your choice (card)
  a player C3, r rival G1 | chips.chariot=C2, arena_of=parthians
    arena movement (B3) -> offered: B2+B3; put start displaced: a B3 C3 yes; place chariot: D5
  a player C3, s rival B2, r rival G1 | chips.chariot=C2, arena_of=parthians
    arena movement -> at a: B3; place chariot: D5
arena.the-races: Each hex of the way is cleared when the chariot comes to it, whoever stands there (Parthians card)
  a player C3, r rival C4, s rival D4, b player G1 | chips.chariot=C2, arena_of=parthians
    arena movement (B2, B3) -> offered: B2+B3, B3+B4+C5; at a: B2; at r: B3; at s: D4; place chariot: D5
arena.the-races: Without a free adjacent hex outside the ring a unit in the way is defeated at once (Parthians card)
  a player C3 hp9, s rival B2, t rival B3, b player G1 | chips.chariot=C2, arena_of=parthians
    arena movement -> defeated hex: a C3; place chariot: D5; damage: none
  e rival C3 hp9 elite, s rival B2, t rival B3, b player G1 | chips.chariot=C2, arena_of=parthians
    arena movement -> defeated: e
arena.the-races: Wherever the chariot comes to stand, it went there on the ring, and that is told (Parthians card)
  h player C3 hero hp2 hl6, s rival B2, t rival B3 | chips.chariot=D2, arena_of=parthians
    arena movement (defeat.hero=survive) -> drove hexes: C2; place chariot: C2
arena.the-races: A unit on the chariot's hex stays on it while others make way (Parthians card)
  u player D2, a player C2, b player G2, r rival G1 | chips.chariot=D2, arena_of=parthians
    arena movement (B1) -> offered: B1+B2+C1; at u: C4; at a: B1; place chariot: C4; drove riders: u
  u rival D2, a player C2, b player G2, r rival G1 | chips.chariot=D2, arena_of=parthians
    arena movement (B1) -> offered: B1+B2+C1; at u: C4; at a: B1; place chariot: C4; drove riders: u
arena.the-races, arena.turn: In the arena turn it goes 3 hexes along the inner ring, counter-clockwise (card; p.20)
  a player G2, r rival A2 | chips.chariot={at}, arena_of=parthians
    arena movement -> drove chip hexes riders: chariot {way} -; place chariot: {end}
    {at} {way} {end}: D2 C2+C3+C4 C4, C2 C3+C4+D5 D5, C3 C4+D5+E4 E4, C4 D5+E4+E3 E3, D5 E4+E3+E2 E2, E4 E3+E2+D2 D2, \
        E3 E2+D2+C2 C2, E2 D2+C2+C3 C3
arena.the-races: The hero is crushed like anybody, and a blessing may save it (Parthians card; p.13, 27)
  h player C3 hero hp2 hl6, s rival B2, t rival B3 | chips.chariot=C2, arena_of=parthians
    arena movement (defeat.hero=survive) -> asked unit: h; hp h: 6; at h: C3
    arena movement (defeat.hero=lost) -> combat over: campaign-lost

# The arena's turn
arena.steps: Arena units consider all units that are none as opponents (p.28)
  x arena C3 mv0 blue, y arena C4 mv0 blue Taunt hp1, a player C2 hp5, r rival D3 hp5, s rival D5 hp9
    arena movement weakest (engage.target=r, attack.dice=1, attack.dice=1) -> offered: a+r, -, -; attacks: x r, y s
arena.steps: Arena units move by the list as rivals do, and never take the flag up (p.28; rival.flag)
  x arena A2 mv2, a player C2 hp1, r rival C3 hp9 | flag=B3, event=capture-the-flag
    arena movement strongest (B3) -> at x: B3; place flag: B3; Moved mark: r
arena.steps: Beasts and locals are no opponents: a local's Taunt leaves a Beast free (publisher's FAQ; refugees.locals)
  x arena C3 mv0 blue, t player C4 hp5 Taunt of:plutos-refugees, a player C2 hp5 of:kunlun | arena_of=plutos-refugees
    arena movement (attack.dice=1) -> attacks: x a
  x arena C3 mv0 blue, t player C4 hp5 Taunt of:kunlun, a player C2 hp5 of:kunlun | arena_of=plutos-refugees
    arena movement (attack.dice=1) -> attacks: x t
arena.steps: A roaming Beast is not stopped by standing next to locals, as it is by others (publisher's FAQ)
  x arena C2 mv3 Roaming class:beast, l player D4 of:plutos-refugees, a player G1 | arena_of=plutos-refugees
    arena movement (roaming.direction=s, roaming.direction=s, roaming.direction=nw) -> at x: B3
  x arena C2 mv3 Roaming class:beast, l player D4 of:kunlun, a player G1 | arena_of=plutos-refugees
    arena movement (roaming.direction=s) -> at x: C3
arena.steps: Skills that need no opponent may be used on the Beasts by locals, those that do may not (publisher's FAQ)
  l player C3 of:plutos-refugees Hook Fury_Aura-2, x arena C5 class:beast, r rival G1 | state.side=player, \
      arena_of=plutos-refugees
    ability l hook -> at x: C4
    ability l fury-aura -> damage: none
arena.steps: Arena units beside Combat Lock as their turn starts stay; dazed ones do nothing and wake at its end (p.21)
  x arena C3 mv2, k rival C4 Combat_Lock, a player G2: arena movement farthest -> at x: C3
  x arena A1 mv2 blue dazed, a player B1: arena movement -> at x: A1; attacks: none; combat units.x.dazed: no
arena.turn: There is an arena turn where its card has one or arena chips act (p.20, 28)
  a player G2, x arena {at} | arena={arena}: look, step=movement -> has-arena-turn: {has}
    {arena} {at} {has}: parthians - yes, plutos-refugees - yes, atlanteans - no, lamosians - no, kunlun C3 yes, kunlun \
        - no
arena.turn, arena.steps: Arena units move, use Abilities and engage, and then it is the rival's turn (p.28)
  x arena A1 mv2 blue hp1 hl3 Regen-1, a player C1 hp5, r rival G1 blue | explain=true: arena deployment \
      (attack.dice=1) -> step-began step: movement, abilities, engage; order turn-began moved healed attacked \
      turn-ended: turn-began, moved, healed, attacked, turn-ended; combat side: rival; combat step: deployment; \
      hp a: 4; hp x: 2; explained rule: movement.mark, movement.farthest-in-range, abilities.use, engage.target

# New Argonauts
effect.used: Against the scion Pluto's Domain adds banes before the first turn, and never later (Vesuvians card; p.30)
  r rival D3 mv0, y player G2 | act=4, arena_of=vesuvians
    deployment, event=scion, turn=1 -> owed what amount: draw-bane 0
    deployment, event=scion, turn=2 -> owed: none
    deployment, event=bloodshed, turn=1 -> owed: none
arena.steps: an arena turn without arena units has no steps
  a player G2 | chips.chariot=D2, arena_of=parthians: arena movement -> drove: 1; step-began: none
arena.most-units: Each side has two units in combat at most, so the rival deploys as many as that leaves (card)
  {here}, a player G2, b player G3, c player F1 | arena=new-argonauts, act={act}, turn=1, lineup=m mv1/n mv1/o mv1
    deployment -> Deployed unit: {deployed}; not-deployed unit rule: {not}
    solve deployment -> deploy unit hex bonus_hp: {solved}
    {here} | {act} | {deployed} | {not} | {solved}
       | 1 | m | none | m A1 0
       | 3 | m, n | none | m A1 0, n A2 0
      s rival C3 | 3 | m | n arena.most-units | m A1 0
      s rival C3 | 1 | m | none | m A1 0
      s rival C3, t rival C5 | 1 | none | m arena.most-units | none
      s rival C3, t rival C5 | 3 | none | m arena.most-units, n arena.most-units | none
"""

test_rules = proofs(PROOFS)
