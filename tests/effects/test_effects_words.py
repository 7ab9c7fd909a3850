"""What a player's own card allows and forbids, word by word, and what it draws rivals to (docs/effects.md; p.7, 21)."""

from tests.helpers.proofs import proofs

PROOFS = """
# What is allowed
effect.used: What a card allows counts for a move that another card gives (p.7)
  own skills Own: may pass blocked
  own skills Dash: ability: move up to 2
  x player A2 Own Dash, s player A1, t player A3, r rival B2 | arena.blocked=B3/, step=abilities
    ability x dash (ability.hex=C3) -> put: x C3
  own skills Own: range +1
  own skills Dash: ability: move up to 2
  x player A2 Own Dash, s player A1, t player A3, r rival B2 | arena.blocked=B3/, step=abilities
    ability x dash -> at x: A2
effect.used: A unit with Roaming moves by its list where a card lets it (Unit Skills; p.7)
  own skills Own: may not roam
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 -> Roamed: none; at x: B2
  own skills Own: may not roam to all allies
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 (se) -> Roamed: 1; at x: B3
  own skills Own: range +1
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 (se) -> Roamed: 1; at x: B3
  own skills Own: may not roam if isolated
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 (se) -> Roamed: 1; at x: B3
effect.used: A unit may move over blocked hexes where a card lets it (p.7, 35)
  own skills Own: {line}
  x rival A2 mv2 {x}, s rival A1 dazed {s}, t rival A3 dazed, a player B2 | arena.blocked=B3/
    begin rival, list=named:C3 > movement -> at x: {end}
    {line} | {x} | {s} | {end}
      may pass blocked | Own | | C3
      may pass blocked to all allies within 1 | | Own | C3
      may pass blocked if elite | Own | | A2
      may pass blocked to all opponents | Own | | A2
      turn start: may pass blocked to all troop until end of turn | Own | | C3
effect.used: A unit moves on the turn of its deployment where a card lets it (p.21)
  own skills Own: {line}
  x rival A2 mv1 dazed Own, a player G2: move named:B2 -> {does}
    {line} | {does}
      may move when dazed | moves B2: B2
      may move when dazed to all troop (class archer) | dazed -: A2
      may act when dazed | dazed -: A2
effect.used: A unit attacks and uses Specials on the turn of its deployment where a card lets it (p.21)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue dazed Own Agile Regen-1, y {foe} C4 | state.side={me}
    look -> attackable x: {whom}; usable x: {what}; abilities-of x: -
    {line} | {whom} | {what}
      may act when dazed | y | agile
      may act when dazed to all troop | y | agile
      may move when dazed | - | -
effect.used: The rival's tactics reach any opponent while a card lets one of its units (p.22)
  own skills Own: may tactics anywhere {more}
  {who} A1 hp1 Own, s rival A3, b player G2 hp5, c player G1 hp3 | tactics=stun: solve tactics -> {found}
    {more} | {who} | {found}
       | r rival | tactic.targets: b
       | p player | tactic: -
      to all opponents | p player | tactic.targets: b
      if elite | r rival | tactic: -

# What is forbidden
effect.used: No opponent's Ability is used on a unit that nothing of its opponents' may target, an ally's is (p.7)
  own skills Own: cannot be targeted
  own skills Push: ability: displace unit within 1 away
  x rival C3 Push, y player C4 Own, z player G1 | state.side=rival, step=abilities: ability x push named:C5 -> put: none
  x player C3 Push, y rival C4 Own, z rival G1 | step=abilities: ability x push named:C5 -> put: none
  x rival C3 Push, y rival C4 Own, z player G1 | state.side=rival, step=abilities: ability x push named:C5 -> put: y C5
  x player C3 Push, y player C4 Own, z rival G1 | step=abilities: ability x push named:C5 -> put: y C5
effect.used: A card keeps a unit from moving, attacking, its Abilities or its Specials, and from nothing else (p.7, 21)
  sides: rival player, player rival
  own skills Own: cannot {what} to all opponents within 1
  x {me} C3 mv1 blue Agile Regen-1 hp1 hl3, y {foe} C4 Own, z {me} G1 blue Agile Regen-1
    begin {me} -> cannot x: {what}; cannot z: -; attackable x: {whom}; abilities-of x: {able}; usable x: {special}
  own skills Own: opponents turn start: cannot {what} to all opponents until end of turn
  x {me} C3 mv1 blue Agile Regen-1 hp1 hl3, y {foe} C4 Own, z {me} G1 blue Agile Regen-1
    begin {me} -> cannot x: {what}; attackable x: {whom}; abilities-of x: {able}; usable x: {special}
    {what} {whom} {able} {special}: move y regen agile, attack - regen agile, abilities y - agile, specials y regen -
effect.used: A rival kept from moving stays where it is in its Movement Step, whatever its list (p.7, 23)
  own skills Own: all opponents within 1 cannot move
  x rival C3 mv1, y player C4 Own
    movement named:C2 -> at x: C3
    ends named:C2 -> x C3
effect.used: No attack targets a unit that a card keeps from that (p.7, 24)
  own skills Own: cannot be {what}
  x rival C3 blue, y player C4 Own, z player D3: look -> attackable x: z; aimed-at x: z
  x player C3 blue, y rival C4 Own, z rival D3: look -> attackable x: z
    {what}: attacked, targeted
effect.used: A Special goes for nobody whom nothing may target, and is no attack for whom attacks may not (p.7, 37)
  own skills Own: cannot be {what}
  own skills Lob: special: damage 1 to opponent
  x rival C3 Lob, y player C4 hp9 Own, z player G1 hp5: engage strongest -> specials: x Lob {hurt}; damage: {hurt} x 1
  x player C3 Lob, y rival C4 hp9 Own, z rival G1 hp5
    special x lob strongest {answer} -> specials: x Lob {hurt}; damage: {hurt} x 1
    {what} | {hurt} | {answer}
      attacked | y | (special.target=y)
      targeted | z |
effect.used: A Special for an ally goes for one whom nothing of its opponents' may target (p.7, 24)
  own skills Own: cannot be targeted
  own skills Mend: special: heal 1 to ally within 2 rival: always
  x rival C3 Mend, y rival C4 hp1 hl3 Own, z player G1
    engage strongest -> specials: x Mend y; Healed unit amount: y 1
    why-not engage x y -> verdicts by out: Mend -
effect.used: The rival's tactics pass over a unit that nothing of its opponents' may target (p.7, 22)
  own skills Own: cannot be targeted
  r rival C3, y player C4 hp9 Own, z player D3 | tactics=stun: solve tactics -> tactic.targets: z
effect.used: A unit that cannot be displaced stays where it is whatever a card says (p.7, 35)
  sides: rival player, player rival
  own skills Own: ability: {verb}
  own skills Rock: cannot be displaced
  x {me} C3 Own, y {foe} C4 Rock: own ability -> put: none
    {verb}: displace unit within 1 away, swap with unit within 1, place unit within 1 on named (G3)
effect.used: A unit as it stands tells all that it may and may not (p.7)
  sides: rival player, player rival
  own skills Own: cannot be sacrificed, may pass blocked, all troop cannot heal, may not roam
  x {me} C3 Own, a player G2, r rival A2: look -> cannot x: be-sacrificed+heal; may x: not-roam+pass-blocked

# What draws a unit
effect.used: Who stands next to a unit that draws attacks has to attack such a unit (Unit Skills: Taunt; p.7)
  own skills Own: draw attacks {more}
  x rival C3 blue, y player C4 hp2 Own, z player D3 hp9: look strongest -> attackable x: {may}; aimed-at x: {aimed}
  x player C3 blue, y rival C4 hp2 Own, z rival D3 hp9: look strongest -> attackable x: {may}
    {more} | {may} | {aimed}
       | y | y
      if hp at least 5 | y+z | z
      if isolated | y+z | z
effect.used: A rival wants first whom its card says, then what its list says (p.7, 23)
  own skills Own: {line}
  r rival C3 rg9 Own, h player C4 hp5 hero blue, s player D3 hp9 blue, w player B2 hp1 red red, f player G3 hp5
    look farthest -> aimed-at r: {whom}; list-of r: {list}
    {line} | {whom} | {list}
      mark hero first | h | hero+farthest
      mark strongest first | s | strongest+farthest
      mark weakest first | w | weakest+farthest
      mark farthest first | f | farthest+farthest
      mark deadliest first | w | deadliest+farthest
      mark hero first if elite | f | farthest
      mark any first | h+s+w+f | any+farthest
"""

test_rules = proofs(PROOFS)
