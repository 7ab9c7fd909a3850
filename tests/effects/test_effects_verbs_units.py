"""Each verb that a player's own card may use, at work: places, states, skills, chips (docs/effects.md; p.7, 20-37)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Places
effect.used: A rival that a card moves identifies a mark, by as many hexes as the card says (p.7, 23)
  own skills Own: ability: move
  x rival C3 mv2 Own, a player G2: own ability named:C5 -> put displaced: x C5 no
  own skills Own: ability: move up to 1
  x rival C3 mv2 Own, a player G2: own ability named:C5 -> put displaced: x C4 no
  own skills Own: ability: move up to (count opponents)
  x rival C3 mv2 Own, a player G2: own ability named:C5 -> put displaced: x C4 no
  own skills Own: special: move up to 2 rival: no attack
  x rival C3 mv0 Own, a player G2: engage named:C5 -> put displaced: x C5 no
effect.used: Yours moves to any hex within what the card gives (p.7, 26)
  own skills Own: ability: move
  x player C3 mv2 Own, s player C5, r rival A2 | step=abilities: ability x own (ability.hex=D3) -> asked id options: \
      ability.hex A1+A3+B1+B2+B3+B4+C1+C2+C3+C4+D2+D3+D4+D5+E2+E3+E4; put displaced: x D3 no
  own skills Own: ability: move up to 1
  x player C3 mv2 Own, s player C5, r rival A2 | step=abilities
    ability x own (ability.hex=D3) -> asked id options: ability.hex B2+B3+C2+C3+C4+D3+D4; put displaced: x D3 no
  own skills Own: ability: move ally within 2 up to 1
  x player C3 mv2 Own, s player C5, r rival A2 | step=abilities
    ability x own (ability.hex=C4) -> put displaced: s C4 no; asked id options: ability.hex B4+C4+C5+D5+D6
effect.used: A unit may go where the arena die says in place of its move, so many steps (Unit Skills; p.7, 35)
  own skills Own: movement: roam 1
  x rival C3 mv3 Own, a player G2: movement (s) -> Roamed unit end: x C4; moved: none
term.displace: Straight away is the one hex behind a unit, and who follows takes the hex left free (p.35)
  sides: rival player, player rival
  own skills Own: ability: displace unit within 1 away
  x {me} C3 Own, y {foe} C4: own ability -> put displaced: y C5 yes
  own skills Own: ability: displace unit within 1 away and follow
  x {me} C3 Own, y {foe} C4: own ability -> put displaced: y C5 yes, x C4 no
  own skills Own: ability: displace unit within 1 away
  x {me} C3 Own, y {foe} C4, z {foe} C5 Own: own ability -> put: none
term.displace: A card puts a unit so far off or near, in another's place or on a hex (p.35)
  own skills Own: ability: {line}
  x player C3 mv1 Own, y rival D5 | arena.key_hexes=E1/F1, chips.net=F2
    own ability {answer} -> offered: {offered}; put displaced: {put}
    {line} | {answer} | {offered} | {put}
      displace opponent within 2 to within 1 | (ability.hex=D4) | B2+B3+C2+C4+D3+D4 | y D4 yes
      displace opponent by 1 to within 2 | (ability.hex=D4) | C4+C5+D4+E4 | y D4 yes
      displace opponent within 2 by 1 to within 1 | (ability.hex=C4) | C4+D4 | y C4 yes
      displace self by 1 | (ability.hex=B2) | B2+B3+C2+C4+D3+D4 | x B2 no
      swap with opponent within 2 | | none | y C3 yes, x D5 no
      place self on named (G3) | | none | x G3 no
      place opponent on key | (ability.hex=F1) | E1+F1 | y F1 yes
      place self on chip | | none | x F2 no
term.displace: A rival puts itself only where its list leads it, and others where its player likes (p.24, 35)
  own skills Own: ability: {line}
  x rival C3 mv1 Own, y player D5 | arena.key_hexes=E1/F1, chips.net=F2
    own ability named:{to} {answer} -> put displaced: {put}
    {line} | {to} | {answer} | {put}
      displace opponent within 2 to within 1 | A1 | (ability.hex=D4) | y D4 yes
      displace opponent by 1 to within 2 | A1 | (ability.hex=D4) | y D4 yes
      displace opponent within 2 by 1 to within 1 | A1 | (ability.hex=C4) | y C4 yes
      displace self by 1 | B2 | | x B2 no
      swap with opponent within 2 | D5 | | y C3 yes, x D5 no
      place self on named (G3) | G3 | | x G3 no
      place self on named (G3 D5) | G3 | | x G3 no
      place opponent on key | A1 | (ability.hex=F1) | y F1 yes
      place self on chip | F2 | | x F2 no
term.displace: Deployment hexes are those of the troop of the unit that is put there (p.21, 35)
  own skills Own: ability: place {whom} on deployment
  x rival C3 Own, y player D5 hp9, u rival A1, v rival A3, w player G1, z player G3
    own ability named:A2 -> put displaced: {by-rival}
  x player C3 Own, y rival D5 hp9, u rival A1, v rival A3, w player G1, z player G3
    own ability named:A2 -> put displaced: {by-player}
    {whom} | {by-rival} | {by-player}
      self | x A2 no | x G2 no
      opponent (hp at least 9) | y G2 yes | y A2 yes

# Chips, tactics, the campaign
term.equip: a chip that its next holder does not live to get stays on its units hex
  own skills Own: suffers damage: damage 9 to attacker, unequip trident onto attacker
  x player C3 hp5 Own, y rival C4 hp3 blue rg1, z rival A1 | chips.trident=@x
    from engage (attack.dice=1) -> combat chips.trident.holder: x
  own skills Own: suffers damage: damage 1 to attacker, unequip trident onto attacker
  x player C3 hp5 Own, y rival C4 hp3 blue rg1, z rival A1 | chips.trident=@x
    from engage (attack.dice=1) -> combat chips.trident.holder: y
effect.used: A card takes tactics off a unit, those of one name or all (p.7, 30)
  own skills Own: ability: discard all tactics from all opponents within 1
  x rival C3 Own, y player C4 +adrenaline +stun +adrenaline
    own ability (component.effect=nothing) -> combat units.y.tactics: -; tactic-gone: 3
  x player C3 Own, y rival C4 +adrenaline +stun +adrenaline: own ability -> combat units.y.tactics: -; tactic-gone: 3
  own skills Own: ability: discard Stun from opponent within 1
  x rival C3 Own, y player C4 +adrenaline +stun +adrenaline
    own ability (component.effect=nothing) -> combat units.y.tactics: adrenaline+adrenaline; tactic-gone: 1
  x player C3 Own, y rival C4 +adrenaline +stun +adrenaline
    own ability -> combat units.y.tactics: adrenaline+adrenaline; tactic-gone: 1
  own skills Own: ability: discard Hamstring from opponent within 1
  x rival C3 Own, y player C4 +adrenaline +stun +adrenaline
    own ability (component.effect=nothing) -> combat units.y.tactics: adrenaline+stun+adrenaline; tactic-gone: none
  x player C3 Own, y rival C4 +adrenaline +stun +adrenaline
    own ability -> combat units.y.tactics: adrenaline+stun+adrenaline; tactic-gone: none
manual.skill: A card that the words do not cover shows its text and takes what happened (p.7)
  sides: rival player, player rival
  own skills Own: ability: manual "Turn a card over."
  x {me} C3 Own, y {foe} C4 hp3
    own ability (manual.skill=y hp 1) -> asked text: Turn a card over.; hp y: 1; told-by-hand changes: y hp 1
term.equip: A card equips its unit with a chip wherever that is, or has it give the chip to another unit (p.7, 36)
  sides: rival player, player rival
  own skills Own: ability: equip trident
  x {me} C3 Own, y {foe} C4
    own ability, chips.trident=E1 -> place trident: x
    own ability, chips.trident=@y -> place trident: x
  own skills Own: ability: damage {number} to opponent, unequip trident onto chosen
  x {me} C3 Own, y {foe} C4, z {foe} G1: own ability, chips.trident=@x (y) -> place trident: {at}
    {number} {at}: 1 y, 9 C4
term.equip: A card that hands a chip on does the rest of what it says in an arena without that chip (p.7, 36)
  sides: rival player, player rival
  own skills Own: ability: damage 1 to opponent, unequip trident onto chosen
  x {me} C3 Own, y {foe} C4 hp3: own ability -> hp y: 2; combat chips: -
effect.used: What happens outside the arena is told, with its number and its text, for the player to carry out (p.7)
  sides: rival player, player rival
  own skills Own: ability: {what} (1, count opponents) "by hand, later"
  x {me} C3 Own, y {foe} C4: own ability -> owed what amount effect text: {owed} 2 Own by hand, later
    {what} | {owed}
      recruit | recruit
      draw bane | draw-bane
      remove bane | remove-bane
      gain tactic | gain-tactic
      gain prowess | gain-prowess
      gain influence | gain-influence
      return to camp | return-to-camp
effect.used: An arena's card drives a chip round a middle, whoever is in the way goes outside or is crushed (p.7, 28)
  own arenas atlanteans: arena turn: drive trident by 2 round (D3 D4) for arena
  y player C3, r rival A1 | arena=atlanteans, chips.trident=C2
    arena movement (B2) -> drove chip hexes: trident C3+C4; put displaced: y B2 yes
  y player C3, r rival B2, s rival B3, z player G1 | arena=atlanteans, chips.trident=C2: arena movement -> defeated: y

# Several verbs
effect.used: What a card does, it does in the order of its words, to the unit chosen first where it says so (p.7)
  sides: rival player, player rival
  own skills Own: ability: daze opponent within 1, damage 1 to chosen, displace chosen away, heal 1
  x {me} C3 hp1 hl3 Own, y {foe} C4 hp3
    own ability -> combat units.y.dazed: yes; hp y: 2; at y: C5; hp x: 2; used: x Own

# States
term.fatigued: A fatigued unit stays put and can be attacked, the Taunt of a fatigued one draws nobody (p.36)
  own tactics Heavy: fatigue
  x rival C3 mv2 +heavy, a player G2: movement named:C5 -> at x: C3
  r rival C3, y player C4 Taunt +heavy hp1, z player D3 hp9: look strongest -> aimed-at r: z
effect.used: A unit dazed by a card is awake after the end of its own next turn (p.35)
  sides: rival player, player rival
  own skills Own: ability: daze opponent within 1
  x {me} C3 Own, y {foe} C4: own ability > turns {me} {foe} -> dazed unit: y; combat units.y.dazed: yes, yes, yes, no
effect.used: A unit that something keeps dazed does not move, attack or use Abilities meanwhile (p.21, 35)
  sides: rival player, player rival
  own skills Own: daze all opponents within 1
  x {me} C3 blue Regen-1 hp1 hl3, y {foe} C4 Own | state.side={me}
    look -> is-dazed x: yes; attackable x: -; abilities-of x: -
  own skills Own: daze all opponents within 1 (elite)
  x {me} C3 blue Regen-1 hp1 hl3, y {foe} C4 Own | state.side={me}
    look -> is-dazed x: no; attackable x: y; abilities-of x: regen
term.fatigued: A fatigued unit neither moves nor attacks, and none of its skills counts (p.36)
  sides: rival player, player rival
  own skills Curse: all opponents within 1 cannot heal
  own tactics Heavy: {line}
  x {me} C3 mv1 blue Taunt Agile Regen-1 +heavy, y {foe} C4 blue hp9
    begin {me} -> is-moveless x: yes; attackable x: -; skills-of x: -; abilities-of x: -; usable x: -; attackable y: x
  x {me} C3 mv1 blue Taunt Agile Regen-1, y {foe} C4 blue hp9
    begin {me} -> attackable x: y; skills-of x: agile+regen+taunt
    {line}: fatigue, turn start: fatigue until end of turn

# Skills given and taken
effect.used: A card gives and takes skills as long as its unit stands right; what takes them has the last word (p.34)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 Own, s {me} C5, y {foe} C4 Flight Tactical: look -> skills-of x: {x}; skills-of s: {s}; skills-of y: {y}
    {line} | {x} | {s} | {y}
      grant Taunt | own+taunt | - | flight+tactical
      grant Regen 2 to all troop | own+regen | regen | flight+tactical
      grant Taunt to all allies within 2 | own | taunt | flight+tactical
      grant Taunt to all opponents (elite) | own | - | flight+tactical
      suppress all skills of all opponents within 1 | own | - | -
      suppress Flight of all opponents | own | - | tactical
      suppress Flight of all opponents within 1 (elite) | own | - | flight+tactical
      suppress Own | - | - | flight+tactical
modifiers.skill-once: Of a skill with several numbers its unit has the highest (p.34)
  own skills Own: grant Regen 2
  x rival C3 hp1 hl9 Own Regen-{printed}, a player G2: abilities -> Healed amount: {healed}
    {printed} {healed}: 1 2, 3 3
effect.until: A skill given or taken for some time is as it was after the moment named (p.30)
  sides: rival player, player rival
  own skills Own: ability: {verb} opponent within 1 until {until}
  x {me} C3 Own, y {foe} C4 Flight
    own ability > end {me} > begin {foe} > end {foe} > begin {me} -> skills-of y: {skills}
    {verb} | {until} | {skills}
      grant Taunt to | end of turn | flight, flight, flight, flight
      grant Taunt to | end of its next turn | flight+taunt, flight+taunt, flight, flight
      grant Taunt to | start of your next turn | flight+taunt, flight+taunt, flight+taunt, flight
      suppress Flight of | end of turn | flight, flight, flight, flight
      suppress Flight of | end of its next turn | -, -, flight, flight
      suppress Flight of | start of your next turn | -, -, -, flight
      suppress all skills of | end of turn | flight, flight, flight, flight
      suppress all skills of | end of its next turn | -, -, flight, flight
      suppress all skills of | start of your next turn | -, -, -, flight
effect.used: A look at a unit tells the skills of its chip from those given, and those that it has lost (p.34)
  own skills Own: grant Taunt; suppress Flight
  x rival C3 Own Flight, y player C4
    look -> skills-now x: own:False:False+taunt:True:False+flight:False:True; skills-now y: -
"""

test_rules = proofs(PROOFS)
