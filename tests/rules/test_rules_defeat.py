"""What sets what off, what is told by hand, defeat, and the end of combat (Rulebook p.7, 13, 18, 20-21, 27-28)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Triggers, damage, skills by hand
combat.trigger-order: Of the effects that one attack sets off, the attacking unit's come first (p.21)
  a player C4 hp9 Told_Harm Told_Guard, b player D5 Told_Blow, r rival C3 blue Told_Roll Told_Strike
    engage strongest (nothing, nothing, nothing, 1, nothing, nothing) -> asked id kind unit about: manual.skill manual \
        r told-strike, manual.skill manual a told-guard, manual.skill manual b told-blow, attack.dice dice r a, \
        manual.skill manual r told-roll, manual.skill manual a told-harm
combat.trigger-order: Where one incident sets off several effects of one unit, you choose which comes first (p.21)
  x rival C3 blue hp5, y player C4 hp5 Quickstrike Told_Guard
    engage (effect.next=quickstrike, manual.skill=nothing, 0) -> order told-by-hand damaged: damaged, told-by-hand
    engage (effect.next=told-guard, manual.skill=nothing, 0) -> order told-by-hand damaged: told-by-hand, damaged
combat.damage-dealt: Damage is dealt as soon as an attack rolls a hit, even if an effect then spares all HP (p.21, 35)
  r rival C3 blue yellow, a player C4 hp4 Nimble Told_Wound
    engage (1, r hp 2) -> asked kind unit about: dice r a, manual a told-wound; hp a: 4; hp r: 2
manual.skill: A skill that is not applied by itself is asked at the moment that sets it off, and at no other (p.7)
  r rival C3 blue {r}, s rival C2, far rival A1 {far}, a player C4 hp9 {a}, b player D5 {b}
    engage strongest ({answers}) -> asked kind unit about: {asked}
    {r} | {far} | {a} | {b} | {answers} | {asked}
      Told_Special | | | | special.next=Told Special, manual.special=nothing | choice r -, manual r told-special
      Told_Strike | | | | manual.skill=nothing, 0 | manual r told-strike, dice r a
      Told_Roll | | | | 1, manual.skill=nothing | dice r a, manual r told-roll
       | | Told_Guard | | manual.skill=nothing, 0 | manual a told-guard, dice r a
       | | Told_Harm | | 1, manual.skill=nothing | dice r a, manual a told-harm
       | | Told_Wound | | 1, manual.skill=nothing | dice r a, manual a told-wound
       | | | Told_Blow | manual.skill=nothing, 0 | manual b told-blow, dice r a
       | Told_Blow | | | 0 | dice r a
       | | Told_Strike | | 0 | dice r a
       | | | Told_Guard | 0 | dice r a
      Told_Ability | | | | 0 | dice r a
       | | Told_Wound | | 0 | dice r a
       | | Told_Harm | | 0 | dice r a
manual.skill: What the player says a skill did is what changes: HP, hexes, dice, damage, target, tactics (p.7)
  r rival C3 blue red, a player C4 hp5 Told_Guard Told_Harm, b player D5 Told_Blow hp5 +adrenaline
    engage (dice blue blue; r hp 2, target b; a hex E1; b loses adrenaline; a gains hamstring, 2) -> asked dice: -, -, \
        blue+blue; hp a: 5; hp b: 3; hp r: 2; at a: E1; combat units.a.tactics: hamstring; combat units.b.tactics: -
    engage (nothing, nothing, 2, damage 1) -> hp a: 4
manual.skill, combat.damage-dealt: What damage sets off comes once it has fallen, from a survivor (p.21; sheet)
  r rival C3 hp1 blue blue, a player C4 hp5 Told_Wound: engage (2, r defeated) -> hp a: 3; defeated: r
  r rival C3 hp1 blue blue, a player C4 hp2 Told_Wound, b player E1: engage (2) -> asked kind: dice
manual.skill: A unit that intercepts is asked for its own skills; the dice stay as they are (intercept.when)
  r rival D3 blue, a player C3 hp9, i player D4 hp5 Told_Blow Told_Harm Told_Guard | arena=lamosians
    engage (target i, nothing, 2, damage 1) -> asked dice kind unit about: - manual i told-blow, - manual i \
        told-guard, blue+black dice r a, - manual i told-harm; hp a: 9; hp i: 4
manual.skill: A tactic that no source explains is put to the player when placed, before moves and before acting (p.7)
  r rival C3 blue +adrenaline, a player C4 hp5 | tactics=bolster-health
    from tactics (component.effect=by hand, manual.tactic=r hp 5, manual.tactic-move=nothing, \
        manual.tactic-engage=nothing, 0) -> asked kind unit about: effect r bolster-health, manual r bolster-health, \
        manual r bolster-health, manual r bolster-health, dice r a; hp r: 5
manual.skill: What cannot have come of a skill is refused, and nothing of the line is applied (p.7)
  r rival C3 blue Told_Strike, a player C4: engage (r hp 1; {fault}) -> refused: {why}
    {fault} | {why}
      a hex Z9 | 'Z9' is not on this mat: its columns are A to G.
      nobody hp 2 | There is no unit 'nobody' here; known units: a, r
      a hex C3 | The rival Attacker is on C3: move or remove it first.
      dice pink | 'dice pink' is not understood…
      a gains Wings | 'Wings' is not a tactic…
      a flies | 'a flies' is not understood…

# Defeat
defeat.hero: When your hero would be defeated, a blessing crossed off heals it to its full Health instead (p.13, 27)
  r rival C3 blue, h player C4 hp1 hl6 hero: engage (1, defeat.hero=survive) -> offered: -, survive+lost; hp h: 6; at \
      h: C4; HeroSaved hero: h; defeated: none; combat over: -; turn-ended: 1
defeat.hero: A blessing saves your hero alone: a unit of yours, or a primus, is defeated with its last HP (p.13, 27)
  r rival C3 blue, a player C4 hp1, b player E1: engage (1) -> defeated: a
  p rival B2 as:krakenlance, a player C4, teller rival A3 Told_Ability | event=primus
    abilities (manual.skill=p hp 0) -> defeated: p
blessing.not-against-scion: Against the scion no blessing is offered, and your hero's defeat ends all (p.13, 31)
  r rival C3 blue, h player C4 hp1 hl6 hero, b player E1 | event=scion
    engage hero any (1) -> asked id: attack.dice; combat over: campaign-lost
defeat.arena-unit: A defeated arena unit is gone for good, in nobody's camp, and the combat goes on (p.27)
  r rival C3 blue, beast arena C4 hp1, a player E1
    engage (1) -> defeated rule: beast defeat.arena-unit; combat units: r+a; combat lineup: -; combat over: -
defeat.hero: Your hero's defeat with no blessing left loses the campaign at once (p.27)
  r rival C3 blue, s rival E1 blue, h player C4 hp1 hl6 hero, b player E2
    engage hero any (1, defeat.hero=lost) -> combat over: campaign-lost; defeated: h; Attacked unit: r
defeat.rival-unit: A defeated rival unit lies face down, apart from those still to be deployed (p.27)
  r rival C3, a player C4, teller rival A3 Told_Ability | lineup=next/last
    abilities (manual.skill=r defeated) -> defeated rule: r defeat.rival-unit; combat lineup: next+last
    abilities (manual.skill=r defeated) > deployment -> Deployed unit: next; combat units: a+teller+next
defeat.your-unit: A defeated unit of yours leaves the arena, apart from the units that wait in your camp (p.27)
  r rival C3 blue, a player C4 hp1, b player E1, c player -
    engage (1) -> defeated side hex: a player C4; combat units: r+b+c
defeat.health-chips: Health chips that a defeated unit leaves return to the supply: nobody gains them (p.27)
  r rival C3 hp4, a player C4 hp2, b player C2 hp5, teller rival A3 Told_Ability
    abilities (manual.skill=b defeated; r hp 4) -> hp r: 4; hp a: 2; hp teller: 3; combat units: r+a+teller
defeat.tribune: The tribune's defeat, and no other, cuts your hero to 1 HP, in combat or in camp (p.20, 28, 37)
  trib rival B2 tribune, r rival C3, h player {at} hp5 hero, a player E1, teller rival A3 Told_Ability | event=spar
    abilities (manual.skill=trib defeated) -> hp h: 1; HeroReduced hp: 1
    abilities (manual.skill=r defeated) -> hp h: 5; HeroReduced: none; combat units.trib.tribune: yes
    {at}: C4, -
defeat.flag: The flag drops on the hex where its holder was defeated; nobody else's defeat moves it (p.18, 28)
  r rival C3 blue, a player C4 hp1, b player C2 hp1 | flag=@a, event=capture-the-flag
    engage (a, 1) -> place flag: C4; dropped hex: C4
    engage (b, 1) -> place flag: a; dropped: none
defeat.equipped: A chip that a defeated unit had equipped drops on the hex where it stood, and lies loose there (p.36)
  r rival C3 blue, a player C4 hp1, b player E1 | chips.trident=@a, chips.chariot=@b
    engage (1) -> place trident: C4; place chariot: b; dropped chip hex: trident C4

# The end of combat
end.goal-bloodshed: Defeating the last unit of the rival's lineup, deployed or not, wins a Bloodshed event (p.18)
  r rival C3, a player C4, beast arena E1, teller rival A3 Told_Ability
    abilities (manual.skill=r defeated; teller defeated) -> combat over: goal-met; CombatEnded why: goal-met
    abilities (manual.skill=r defeated) -> combat over: -; CombatEnded: none
    abilities, lineup=next/ (manual.skill=r defeated; teller defeated) -> combat over: -; CombatEnded: none
end.troop-gone: With one troop's units gone and none of them left to deploy, combat ends there and then (p.28)
  r rival C3 blue, s rival E2 blue, a player C4 hp1, beast arena E1 hp5
    engage (1, end.units-left=no) -> offered: -, yes+no; combat over: troop-gone; attacks: r a
    engage (1, end.units-left=yes, 0) -> offered: -, yes+no, -; combat over: -; attacks: r a, s beast
end.troop-gone: A board by hand says that a unit is left, not which: it is asked, and nothing is lost unasked (p.28)
  r rival C3 red red, a player C4 hp1 | player.camp_units=1, player.hero=false
    engage (attack.dice=2, end.units-left=yes) -> combat over: -
"""

test_rules = proofs(PROOFS)
