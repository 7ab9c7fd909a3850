"""Each verb that a player's own card may use, at work: attacks, stats, damage, healing (docs/effects.md; p.7, 20-37).

`Own(skills={"Own": line})` makes a skill that does what the line says; `x` has it, or `y`, whom `x` attacks.
"""

from tests.helpers.proofs import proofs

PROOFS = """
# Dice
effect.used: A red die shows nothing but hits, so that the die that missed is the other one, and is not asked for (p.12)
  own skills Own: rolled: re-roll missed at most 1
  x rival C3 red blue Own, y player C4 hp9, z player G3 dazed hp9
    own attack (1, attack.re-roll=1) -> re-rolled dice: blue
effect.used: Where the dice have several colours, it is asked which of them are rolled again (p.24)
  sides: rival player, player rival
  own skills Own: rolled: re-roll missed at most 1
  x {me} C3 green blue Own, y {foe} C4 hp9, z {foe} G3 dazed hp9: own attack (1, effect.dice=blue, 1) -> asked id \
      options: attack.dice -, effect.dice green+blue, attack.re-roll -; re-rolled dice: blue; hp y: 7
effect.used: Dice are put to an attack, taken out of it or replaced as the attacker's card says (p.7, 24)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue yellow green Own, y {foe} C4 hp9: own attack (0) -> dice: {dice}
    {line} | {dice}
      attacks: add red black | blue yellow green red black
      attacks: remove strongest | blue yellow
      attacks: remove 2 weakest | green
      attacks: remove blue | yellow green
      attacks: remove red | blue yellow green
      attacks: replace yellow blue by red | red red green
      attacks: add red, remove 1 yellow | blue green red
      attacks: add red if target elite | blue yellow green
      add black | blue yellow green black
      remove 2 strongest | yellow
      replace green by yellow | blue yellow yellow
  own skills Own: attacks: remove 9 strongest
  x {me} C3 blue yellow green Own, y {foe} C4 hp9: own attack -> dice: none; Attacked dice: -
effect.used: What the attacked unit's card says of the attacker's dice counts for that attack (p.7, 24)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue yellow green, y {foe} C4 hp9 Own: own attack (0) -> dice: {dice}
    {line} | {dice}
      attacked: add red to attacker | blue yellow green red
      attacked: remove strongest of attacker | blue yellow
      attacked: remove 1 weakest of attacker | blue green
      attacked: replace green blue by yellow of attacker | yellow yellow yellow
      remove strongest of all opponents within 1 | blue yellow
      replace blue by red of all opponents | red yellow green
      add red to all allies | blue yellow green
effect.used: What is always on changes the Attack itself, that of allies too, and no attack counts it twice (p.33)
  sides: rival player, player rival
  own skills Own: add green to all allies within 1
  x {me} C3 blue, s {me} D3 Own, y {foe} C4 hp9, t {me} G1 blue
    look -> dice-of x: blue+green; dice-of s: -; dice-of t: blue; dice-against x y: blue+green
effect.used: Dice that missed, hit or any are rolled again, as many as told, before the damage is counted (p.7, 24)
  sides: rival player, player rival
  own skills Own: rolled: {line}
  x {me} C3 blue blue blue Own, y {foe} C4 hp9: own attack ({answers}) -> hp y: {hp}; re-rolled hits: {hits}
    {line} | {answers} | {hp} | {hits}
      re-roll missed | 1, attack.re-roll=2 | 6 | 3
      re-roll missed | 0, attack.re-roll=1 | 8 | 1
      re-roll missed | 3 | 6 | none
      re-roll hit | 2, attack.re-roll=0 | 9 | 0
      re-roll hit | 0 | 9 | none
      re-roll missed at most 1 | 1, attack.re-roll=1 | 7 | 2
      re-roll hit at most 1 | 3, attack.re-roll=0 | 7 | 2
      re-roll missed at most 2 | 0, effect.dice=blue blue, attack.re-roll=2 | 7 | 2
      re-roll any at most 1 | 3, attack.re-roll=0 | 7 | 2
      re-roll any at most 1 | 1, effect.had-hit='0', attack.re-roll=1 | 7 | 2
      re-roll any at most 1 | 1, effect.had-hit='1', attack.re-roll=0 | 9 | 0
      re-roll any at most misses | 3 | 6 | none
      may re-roll missed | 1, effect.use=yes, attack.re-roll=1 | 7 | 2
      may re-roll missed | 1, effect.use=no | 8 | none
      may re-roll missed once a combat | 3 | 6 | none

# Damage
effect.used: A Special deals damage or rolls its dice at whom it says, and makes no attack (p.24, 37)
  sides: rival player, player rival
  own skills Own: special: {line} rival: always
  x {me} C3 hp9 red blue Own, y {foe} C4 hp9, z {foe} G3 dazed hp9
    own special {answers} -> damage: {damage}; attacks: none
    {line} | {answers} | {damage}
      damage 2 to opponent within 1 | | y x 2
      damage 2 to all opponents | | y x 2, z x 2
      roll attack at opponent within 1 | (2) | y x 2
      roll strongest at opponent within 1 | (1) | y x 1
      roll weakest x2 at all opponents | (2) | y x 2, z x 2
      roll weakest x(count opponents) at all opponents within 1 | (0) | none
      damage 1 to self | | x x 1
special.roll: A Special rolls all dice of its unit's Attack, or the strongest or weakest so many times
  sides: rival player, player rival
  own skills Own: special: roll {words} at opponent within 1
  x {me} C3 yellow red blue Own, y {foe} C4 hp9, z {foe} G3 dazed hp9
    own special (1) -> rolled-at dice: {dice}; damage: y x 1
    {words} | {dice}
      attack | yellow+red+blue
      attack x2 | yellow+red+blue+yellow+red+blue
      strongest | red
      strongest x(count opponents within 1) | red
      weakest x(1, count opponents) | yellow+yellow+yellow
effect.used: The attacker's card raises, lowers or multiplies what its hits deal, never below nothing (p.7, 24)
  sides: rival player, player rival
  own skills Own: attacks: {line}
  x {me} C3 blue blue blue Own, y {foe} C4 hp9
    own attack (2) -> hp y: {hp}
    own attack (0) -> hp y: 9
    {line} | {hp}
      damage +2 | 5
      damage -1 | 8
      damage -5 | 9
      damage x3 | 3
      damage x2, damage +1 | 4
      damage x2 if all hit | 7
      damage x2 if missed | 5
effect.used: What an attack deals is changed for the attacked, what anything deals for the harmed (p.21, 35)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue blue blue, y {foe} C4 hp9 Own, z {foe} G3 dazed hp9
    own attack (3) -> hp y: {attacked}
    damage y 3 x -> hp y: {harmed}
    {line} | {attacked} | {harmed}
      attacked: damage -1 | 7 | 6
      attacked: lose at most 2 | 7 | 6
      attacked: lose none | 9 | 6
      harmed: damage +1 | 5 | 5
      harmed: lose at most 1 | 8 | 8
      harmed: lose at most (count opponents) | 8 | 8
      harmed: damage x2, lose at most 5 | 4 | 4
      harmed: lose none if dealer elite | 6 | 6

# Healing, HP, defeat
term.heal: A unit kept from healing heals nothing, and gaining HP is no healing (p.36)
  sides: rival player, player rival
  own skills Own: ability: heal 2, gain 1 hp
  own skills Curse: all opponents cannot heal
  x {me} C3 hp2 hl5 Own, y {foe} G2 Curse: own ability -> hp x: 3; Healed amount: 0; hp-gained amount: 1
effect.used: A card that says so defeats a unit with all its HP (p.7, 21)
  sides: rival player, player rival
  own skills Own: special: defeat opponent within 1
  x {me} C3 Own, y {foe} C4 hp9, z {foe} G3 dazed hp9: own special -> defeated: y; damage: none
effect.used: A card may let a unit take an ally's damage as it says, here from 2 hexes off (p.7; `intercept.when`)
  own skills Own: ally attacked: may intercept if target within 2 rival: saves ally
  x rival C3 blue blue, y player C4 hp2, z player G3 dazed hp9, s player D5 hp9 Own
    own attack (2, attack.intercept=s) -> damage: s x 2
  x player C3 blue blue, y rival C4 hp2, z rival A1 dazed hp9, s rival D5 hp9 Own: own attack (2) -> damage: s x 2
  x rival C3 blue blue, y player C4 hp2, z player G3 dazed hp9, s player D5 hp9 Own
    own attack (2, attack.intercept=nobody) -> damage: y x 2
term.heal, term.gain-hp: Healing stops at the Health, HP gained do not (p.12, 36)
  sides: rival player, player rival
  own skills Own: ability: {line}
  x {me} C3 hp2 hl5 Own, s {me} C5 hp1 hl2, a {foe} G2: own ability -> hp x: {hp}
    {line} | {hp}
      heal 1 | 3
      heal 9 | 5
      heal fully | 5
      heal fully to all allies | 2
      gain 1 hp | 3
      gain 9 hp | 11
      gain (1, count troop) hp | 5
      gain hp hp | 4
      heal 2 (+1 if local) | 4
effect.used: Dice put to others than the attacker are none of its attack, and are refused (docs/effects.md: `to`, `of`)
  own skills Own: {line}
  x rival C3 blue blue Own, y player C4 hp9: own attack -> no board: skills.toml [own]: effects[0].do[0]: on attacks \
      the dice are those of that attack: leave out whose they are
    {line}: attacks: add red to all allies, attacks: remove 1 strongest of target

# Attacks that follow
effect.used: A card lets its unit, or another one, attack once more at once, at a target of its choice (p.7, 24)
  own skills Own: deals damage: attack again once a turn
  x rival C3 blue Own, y player C4 hp9, z player G3 dazed hp9, v player D4 hp9
    own attack (engage.target=y, 1, engage.target=v, 1) -> attacks: x y, x v
  own skills Own: deals damage: attack again by ally within 2 if hp at least 1
  x rival C3 blue Own, y player C4 hp9, s rival C5 red dazed: own attack (1) -> attacks: x y; used: x Own
  own skills Own: deals damage: attack again once a turn
  x player C3 blue Own, y rival C4 hp9, z rival A1 dazed hp9, v rival D4 hp9
    own attack (1, engage.target=v, 1) -> attacks: x y, x v
  own skills Own: deals damage: attack again by ally within 2 if hp at least 1
  x player C3 blue Own, y rival C4 hp9, s player C5 red dazed: own attack (1) -> attacks: x y; used: x Own
effect.used: A card lets an ally attack at once (p.7, 24)
  sides: rival player, player rival
  own skills Own: ability: attack again by ally within 2
  x {me} C3 Own, y {foe} C4 hp9, s {me} C5 red red: own ability (2) -> attacks: s y; hp y: 7; used: x Own

# Stats
effect.used: A card raises, lowers or sets Movement, Range and Health, none of them below what it can be (p.12, 33)
  sides: rival player, player rival, arena player
  own skills Own: {line}
  x {me} C3 mv2 rg3 hp4 Own, a {foe} G2, b {me} A2
    look, step=movement -> movement-of x: {movement}; range-of x: {range}; health-of x: {health}
    {line} | {movement} | {range} | {health}
      movement +2 | 4 | 3 | 4
      movement -5 | 0 | 3 | 4
      movement = 0 | 0 | 3 | 4
      range +1 | 2 | 4 | 4
      range -9 | 2 | 0 | 4
      range = 1 | 2 | 1 | 4
      health +3 | 2 | 3 | 7
      health -9 | 2 | 3 | 1
      health = 2 | 2 | 3 | 2
      movement = 5, movement -1 | 4 | 3 | 4
      movement -1, movement = 5 | 5 | 3 | 4
      movement +1 to all allies | 2 | 3 | 4
      movement +1 to all troop | 3 | 3 | 4
      movement +1 if hp at least 9 | 2 | 3 | 4
"""

test_rules = proofs(PROOFS)
