"""The Rival Tactic Placement Step and what tactics do once placed (Rulebook p.22, 30)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Which tactic
tactics.order: Tactics are tried from the top of the column, and one without a valid target gives way to the next (p.22)
  rep rival C3, foe player G2 hp3 | tactics=stun adrenaline
    solve tactics -> tactic.index: 1; tactic.chip: adrenaline; tactic.targets: rep
  rep rival C3, foe player G2 hp3, near player C2
    solve tactics, tactics=stun adrenaline -> tactic.index: 0; tactic.chip: stun; tactic.targets: near
    solve tactics, tactics=adrenaline stun -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: rep
  rep rival C3, foe player G2 hp3 | tactics=hamstring stun bolster-health adrenaline
    solve tactics -> tactic.index: 2; tactic.chip: bolster-health; tactic.targets: rep
  rep rival C3, near player C2 +hamstring | tactics=hamstring stun
    solve tactics -> tactic.index: 1; tactic.chip: stun; tactic.targets: near
tactics.order: What is passed over stays on top of the column and comes first again in the next turn (p.22)
  rep rival C3, foe player G2 hp3 | tactics=stun adrenaline hamstring
    tactics -> tactic-passed-over chip: stun; combat rival_tactics: stun+hamstring
tactics.one-a-turn: The rival places one tactic in a turn, however many have a valid target (p.22)
  one rival C3, two rival D5 | tactics=adrenaline adrenaline adrenaline: tactics (one) -> TacticPlaced chip unit: \
      adrenaline one; combat rival_tactics: adrenaline+adrenaline; combat units.two.tactics: -
tactics.none: If none of its tactics has a valid target, the rival places nothing and keeps them all (p.22)
  rep rival C3, foe player G2 hp3 | tactics=stun hamstring
    solve tactics -> tactic: -
    tactics -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: stun+hamstring
  boss rival C3 elite, foe player G2 hp3 | tactics=adrenaline bolster-health
    solve tactics -> tactic: -
    tactics -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: adrenaline+bolster-health
  rep rival C3, near player C2 +hamstring | tactics=hamstring
    solve tactics -> tactic: -
    tactics (by hand) -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: hamstring
  rep rival C3, near player C2
    solve tactics -> tactic: -
    tactics -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: -

# On whom: the table
tactics.adrenaline: Adrenaline is for the rival unit of lowest Movement, all counted, even if it bears one (p.13, 22)
  quick rival C1 mv3, slow rival C2 mv1, brisk rival C3 mv2, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: slow
  quick rival C1 mv3, keen rival C2 mv1 +adrenaline, brisk rival C3 mv2, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: brisk+keen
  weak rival C1 mv2 hp1, slow rival C2 mv1 hp9 red red, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: slow
  keen rival C2 mv1 +adrenaline, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: keen
tactics.bolster-health: Bolster Health is for the rival unit with the fewest HP, whatever its Health (p.13, 22)
  hurt rival C1 hp2 hl6, small rival C2 hp3 hl3, big rival C3 hp4, mine player D3 hp1 | tactics=bolster-health
    solve tactics -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: hurt
  grown rival C1 hp5 hl1, small rival C2 hp3 hl9, mine player D3 hp1 | tactics=bolster-health
    solve tactics -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: small
  hurt rival C1 hp2 hl6 mv9, small rival C2 hp2 hl2 mv1, mine player D3 hp1 | tactics=bolster-health
    solve tactics -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: hurt+small
tactics.stun: Stun is for the valid target with the most HP; a stronger unit that is none does not count (p.13, 22)
  rep rival C3 hp7, whole player D3 hp3 hl9, wall player C2 hp4 hl5, dog player C4 hp2 red red, lord player B3 hp9 \
      hero, far player G2 hp8, beast arena B2 hp8 | tactics=stun
    solve tactics -> tactic.index: 0; tactic.chip: stun; tactic.targets: wall
tactics.hamstring: Hamstring is for the valid target with the most dice that bears no Hamstring yet (p.13, 22)
  few player C2 hp9 red red, many player C4 yellow yellow yellow {more}, rep rival C3 red red red red, far player G2 \
      red red red red red, lone player D3 red | tactics=hamstring
    solve tactics -> tactic.index: 0; tactic.targets: {who}
    {more} | {who}
       | many
      +hamstring | few
      +stun | many
tactics.choice: Where several units fit a tactic equally well the player chooses, among these and no others (p.22)
  one rival C1 mv1, two rival C3 mv1, quick rival C5 mv2 | tactics=adrenaline
    tactics (tactic.target=one) -> asked about options: adrenaline one+two; TacticPlaced unit: one
    tactics (tactic.target=two) -> asked about options: adrenaline one+two; TacticPlaced unit: two
    tactics (quick) -> refused: 'quick' does not answer tactic.target: one of one, two
  two rival C3 mv1, quick rival C5 mv2 | tactics=adrenaline: tactics -> asked: none; TacticPlaced unit: two

# On whom: valid targets
tactics.ally: Valid for such a tactic are all non-elite rival units, dazed ones too, and nobody of another troop (p.22)
  one rival A1 mv2 hp2 dazed, two rival F3 mv2 hp2 +stun, mine player F2 mv0 hp1, beast arena F1 mv0 hp1, boss rival \
      C3 mv0 hp1 elite, camp rival - mv0 hp1 | lineup=later mv0 hl1/
    solve tactics, tactics=adrenaline -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: one+two
    solve tactics, tactics=bolster-health -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: one+two
tactics.opponent: Valid are your non-elite units adjacent to a rival unit, whatever its Range (p.22)
  rep rival C3 {words}, away player E3 hp9 red red, beast arena C4 hp9 red red, ally rival B4 hp9 red red, one player \
      D4 hp2 blue, two player B2 hp2 blue: solve tactics, tactics={tactic} -> tactic.targets: one+two
  rep rival C3 {words}, away player E3 hp9 red red, beast arena C4 hp9 red red, ally rival B4 hp9 red red
    solve tactics, tactics={tactic} -> tactic: -
    {words} {tactic}: rg5 stun, dazed stun, elite stun, rg5 hamstring, dazed hamstring, elite hamstring
tactics.tactical: With a Tactical rival unit in combat your units are valid wherever they stand, together (p.22)
  tac rival A1 {skill} {state}, rep rival C3, near player C2 hp2 blue, far player G2 hp4 blue blue, lord player G1 hp9 \
      red red red hero, beast arena F1 hp9 red red red, camp player - hp9 red red red
    solve tactics, tactics=stun -> tactic.targets: {who}
    solve tactics, tactics=hamstring -> tactic.targets: {who}
    {skill} | {state} | {who}
      Tactical | | far
      Tactical | dazed | far
      Tactical | elite | far
      Taunt | | near
      Taunt | dazed | near
      Taunt | elite | near
tactics.tactical: Tactical in the rival camp, in your troop or on an arena unit opens nothing (p.21-22)
  rep rival C3, foe player G2 hp3, tac {who} Tactical | lineup=late Tactical/, tactics=stun: solve tactics -> tactic: -
    {who}: rival -, player G1, arena E1
tactics.elite: Neither your hero nor a primus or scion receives a tactic, be it the only one in question (p.30, 35, 37)
  rep rival C3, lord player C2 hp9 red hero: solve tactics, tactics={foes} -> tactic: -
  rep rival C3 Tactical, chief player C2 hp9 red elite: solve tactics, tactics={foes} -> tactic: -
  primus rival C3 mv0 hp1 elite: solve tactics, event=primus, tactics={own} -> tactic: -
  primus rival C3 mv0 hp1 elite, rep rival C4 mv2: solve tactics, tactics={own} -> tactic.targets: rep
    {foes} {own}: stun adrenaline, hamstring bolster-health
tactics.elite: No elite unit can have a tactic on it (p.30)
  {unit}: look -> no board: units[0].tactics: …
    {unit}: lord player C3 hero +adrenaline, primus rival C3 elite +stun
tactics.opponent: `why` names Tactical as the reason only while a rival unit has it (p.22)
  rep rival C3 {skill}, y player C4 hp2 | tactics=stun: why tactics stun -> values: {shown}
    {skill} | {shown}
       | y yes yes 2
      Tactical | y yes Tactical 2

# How long
tactics.temporary, tactics.supply: Stun leaves a rival unit when its next turn ends, Adrenaline stays (p.26, 30)
  rep rival A2 mv0 +stun +adrenaline, foe player G2 | tactics=stun: from engage (nothing) -> tactic-gone chip unit: \
      stun rep; combat units.rep.tactics: adrenaline; combat rival_tactics: stun
tactics.temporary: Stun on a unit of yours outlasts the rival's turn, since your unit's next turn is still to come \
(p.26, 30)
  rep rival C3 mv0, foe player C2 hp5 | tactics=stun
    from tactics (component.effect=by hand, manual.tactic=nothing) -> combat units.foe.tactics: stun; tactic-gone: none
  rep rival A2 mv0 +stun: movement (nothing) -> tactic-gone: none
tactics.supply: A tactic that was placed is no longer the rival's to place, of two alike just the one (p.30)
  rep rival C3, foe player G2 hp3 | tactics=stun adrenaline adrenaline: tactics -> combat rival_tactics: stun+adrenaline
tactics.permanent: Adrenaline is in force from its placement, in this turn's Movement Step and in later turns (p.30)
  rep rival A2 mv1, goal player G2 | tactics=adrenaline: from tactics named:G3 (C3) > movement (E3) -> at rep: E3; \
      combat units.rep.tactics: adrenaline; moved: rep C3, rep E3
tactics.permanent, tactics.supply, defeat.tactics: Its defeat ends its permanent tactic, which goes to the supply (p.30)
  rep rival C3 +adrenaline Told_Ability, other rival A1 dazed, foe player G2 | tactics=stun: abilities (rep defeated) \
      -> tactic-gone chip unit: adrenaline rep; combat rival_tactics: stun; combat units.other.tactics: -
tactics.instant, tactics.supply: An instant tactic takes effect first and is gone, for unit and camp (p.30)
  own tactics Battle_Cry kind=instant rival_side=ally rival_target=weakest: manual "Its unit heals 1 HP."
  rep rival C3 hp1 hl3, two rival C5 hp3, foe player G2 | tactics=battle-cry adrenaline: tactics (rep hp 2) -> \
      TacticPlaced chip unit: battle-cry rep; hp rep: 2; combat units.rep.tactics: -; combat rival_tactics: adrenaline
"""

test_rules = proofs(PROOFS)
