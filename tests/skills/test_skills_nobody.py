"""Abilities and Specials of yours with nobody to act on: not offered, not used up, and refused with what they need."""

from tests.helpers.proofs import proofs

PROOFS = """
yours.somebody: Without anybody in reach no Ability and no Special is legal; with somebody each is (p.26-27, 37)
  a player E3 hp3 blue rg2 as:archer Whirlwind Heave Long_Shot-2 Agile Fury_Aura-1 Hook Hurl-2 Shove Swap, r rival A1 \
      hp3 | state.side=player, step=abilities: offers -> specials *: none; abilities *: none
  a player E3 hp3 blue rg2 as:archer Whirlwind Heave Long_Shot-2 Agile Fury_Aura-1 Hook Hurl-2 Shove Swap, r rival A1 \
      hp3, s rival E4 hp3, t rival C2 hp3 | state.side=player, step=abilities
    offers -> specials *: a Whirlwind+Heave+Long Shot+Agile; abilities *: a fury-aura+hook+hurl+shove+swap
yours.somebody: A unit whose id is its chip's name is called by that name, with its number or its side
  archer player E3 hp3 blue as:archer Whirlwind, r rival A1 hp3 | state.side=player, step=engage
    refuses special archer whirlwind -> why: Whirlwind would do nothing: it acts on nobody adjacent to Archer
  archer-2 player E3 hp3 blue as:archer Whirlwind, r rival A1 hp3 | state.side=player, step=engage
    refuses special archer-2 whirlwind -> why: Whirlwind would do nothing: it acts on nobody adjacent to Archer 2
  your-archer player E3 hp3 blue as:archer Whirlwind, r rival A1 hp3 | state.side=player, step=engage
    refuses special your-archer whirlwind -> why: Whirlwind would do nothing: it acts on nobody adjacent to your Archer
  x1 player E3 hp3 blue as:archer Whirlwind, r rival A1 hp3 | state.side=player, step=engage
    refuses special x1 whirlwind -> why: Whirlwind would do nothing: it acts on nobody adjacent to Archer
yours.somebody: Whirlwind and Fury Aura need opponents; Swap and Hurl do with an ally (sheet)
  a player E3 hp3 blue rg2 as:archer Whirlwind Fury_Aura-1 Swap Hurl-2, r rival A1 hp3, b player E4 hp3 | \
      state.side=player, step=abilities: offers -> specials *: none; abilities *: a swap+hurl
yours.somebody: Shove needs a free hex straight behind the unit (sheet; p.35)
  a player E3 hp3 blue rg2 as:archer Shove, r rival A1 hp3, s rival E4 hp3, t rival E5 hp3 | state.side=player, \
      step=abilities
    offers -> abilities *: none
    refuses ability a shove -> why: Shove would do nothing: nobody adjacent to Archer can be put on another hex
yours.somebody: A unit without attack dice rolls at nobody; shut in, or with Movement 0, it does not move
  a player E3 hp3 Agile Whirlwind, r rival E4 hp3 | state.side=player, step=engage
    offers -> specials *: none
    refuses special a agile -> why: Agile would do nothing: your Attacker has no attack dice
  a player E3 mv0 hp3 Reposition, r rival A1 hp3 | state.side=player, step=engage
    offers -> specials *: none
    refuses special a reposition -> why: Reposition would do nothing: your Attacker has Movement 0
  a player E3 mv1 hp3 Reposition, r rival A1 hp3 | state.side=player, step=engage: offers -> specials *: a Reposition
  a player G1 mv1 hp3 Reposition, r rival A1 hp3 | state.side=player, arena.blocked=F1/F2/G2, step=engage
    refuses special a reposition -> why: Reposition would do nothing: your Attacker has no free hex to move to
yours.somebody: Regen acts on its own unit, which is there: at full HP it heals nothing (p.12, 24)
  a player E3 hp3 blue rg2 as:archer Regen-1, r rival A1 hp3 | state.side=player, step=abilities
    offers -> abilities *: a regen
    turn ability a regen -> hp a: 3
yours.somebody: A refusal names the unit, the skill and what it would need, with the page; anyway it is done as a ruling
  a player E3 hp3 blue rg2 as:archer {skill}, r rival A1 hp3 | state.side=player, step=abilities
    refuses {act} a {id} -> rule: yours.somebody; why: {name} would do nothing: it acts on nobody {where} Archer
    turn {act}! a {id} -> house-ruling rule: yours.somebody
    {skill} | {act} | {id} | {name} | {where}
      Whirlwind | special | whirlwind | Whirlwind | adjacent to
      Heave | special | heave | Heave | within 3 hexes of
      Long_Shot-2 | special | long shot | Long Shot | within 2 hexes of
      Agile | special | agile | Agile | within Range 2 of
      Fury_Aura-1 | ability | fury aura | Fury Aura | adjacent to
      Hook | ability | hook | Hook | exactly 2 hexes from
      Hurl-2 | ability | hurl | Hurl | adjacent to
      Shove | ability | shove | Shove | adjacent to
      Swap | ability | swap | Swap | adjacent to
  a player E3 hp3 blue as:archer Agile, r rival A1 hp3 | state.side=player, step=abilities
    refuses special a agile -> text: Agile would do nothing: it acts on nobody within Range 1 of Archer (p.26-27, 37)
yours.somebody: Trident Throw is for one opponent in combat: with none it is not legal (card)
  a player E3 hp3 blue | arena_of=atlanteans, chips.trident=@a, step=engage: offers -> specials *: none
  a player E3 hp3 blue, r rival A1 hp3 | arena_of=atlanteans, chips.trident=@a, step=engage
    offers -> specials *: a Trident Throw
yours.somebody: A Special of any record is legal if one verb at least has somebody, or does something for its unit
  own skills Own: special: {line}
  a player E3 hp3 blue rg2 as:archer Own, r rival A1 hp3, {other} | state.side=player, step=engage
    offers -> specials *: a Own
    {line} | {other}
      daze all opponents within 1 | s rival E4 hp3
      damage 1 to opponent within 2; special: move |
      damage 1 to opponent within 1, heal 1 |
      roll attack at opponent within 1 if outnumbered | s rival E4 hp3
      manual "read the card" |
yours.somebody: A Special of a record that has nobody for any of its verbs is refused
  own skills Own: special: {line}
  a player E3 hp3 blue rg2 as:archer Own, r rival A1 hp3, {other} | state.side=player, step=engage
    offers -> specials *: none
    refuses special a own -> rule: yours.somebody
    {line} | {other}
      daze all opponents within 1 |
      damage 1 to opponent within 1, daze chosen |
      swap ally within 1 | b player C3 hp3
      roll attack at opponent within 1 if not outnumbered | s rival E4 hp3
      damage 1 to opponent within 3 (elite) | s rival E4 hp3
yours.somebody: What an Ability asks for is told in its refusal, and it stays unused
  own skills Own type=ability: ability: gain 1 hp if outnumbered
  a player E3 hp3 blue rg2 as:archer Own, r rival A1 hp3 | state.side=player, step=abilities
    offers -> abilities *: none
    refuses ability a own -> why: Archer can use Own only if outnumbered
"""

test_rules = proofs(PROOFS)
