"""Skills that change the dice of an attack, and who is the deadliest by them (Unit Skills sheet; Rulebook p.36-37)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Confidence
skill.confidence: Units of both troops oppose an arena unit, and it opposes them, so that all of them count (p.28, 36)
  x arena C3 blue Confidence, y player C4 hp9, r rival G3: arena engage (0) -> dice: blue green
  x arena C3 blue Confidence, y player C4 hp9: arena engage (0) -> dice: blue
  x rival C3 blue Confidence, y player C4 hp9, z arena G3
    engage (0) -> dice: blue green
    engage, rulings.opponents.arena=no (0) -> dice: blue
skill.confidence: Confidence goes by who is in combat when the dice are gathered, not when the step began (Unit Skills)
  x rival C3 blue, s rival D5 blue Confidence, y player C4 hp1, b player E5 hp9, c player G1
    engage weakest (engage.next=x, 1, 0) -> dice: blue, blue
    engage closest (engage.next=s, y, 0, 0) -> dice: blue green, blue
  x rival C3 blue hp1, s rival D5 blue Confidence, y player C4 hp9 Quickstrike, c player G1
    engage (engage.next=x, 0) -> dice: blue green
    engage (engage.next=s, 0) -> dice: blue
skill.confidence: With more opponents in combat than units in its troop it has a green die more (p.36)
  sides: rival player, player rival
  x {me} C3 blue Confidence, y {foe} C4 hp9, c0 {me} -, c1 {me} -, c2 {me} -, {others}: attack (0) -> dice: {dice}
    {others} | {dice}
      f {foe} G1 dazed | blue green
       | blue
      a {me} A1 dazed, f {foe} G1 dazed | blue
      a {me} A1 dazed, f {foe} G1 dazed, g {foe} G2 dazed | blue green
      a {me} A1 dazed, b {me} A2 dazed, f {foe} G1 dazed | blue
skill.confidence: Where arena units do not oppose locals, they neither outnumber one nor are locked by it
  x player C3 blue of:{faction} Confidence Combat_Lock, y rival C4 hp9, z arena C2 | arena_of=plutos-refugees
    strike x y (0) -> dice: {dice}
    begin arena -> is-moveless z: {locked}
    {faction} | {dice} | {locked}
      plutos-refugees | blue | no
      amazons | blue green | yes

# Dig In
skill.dig-in: A unit with Dig In that stayed put has a black die more; whether it did is asked if nobody knows (sheet)
  x rival C3 blue Dig_In, y player C4 hp9: engage (unit.stayed=yes, 0) -> dice: blue black
  x player C3 blue Dig_In, y rival C4 hp9: strike x y (unit.stayed=yes, 0) -> dice: blue black
  x rival C3 blue Dig_In, y player C4 hp9: engage (unit.stayed=no, 0) -> dice: blue
  x player C3 blue Dig_In, y rival C4 hp9: strike x y (unit.stayed=no, 0) -> dice: blue
skill.dig-in: Each unit with Dig In that attacks stayed put or not on its own; of others nothing is asked (sheet)
  x rival C3 blue Dig_In, s rival G1 blue Dig_In, y player C4 hp9, b player G2 hp9, o rival A1 Dig_In
    engage (engage.next=x, unit.stayed=yes, 0, unit.stayed=no, 0) -> asked id unit: engage.next -, unit.stayed x, \
        attack.dice x, unit.stayed s, attack.dice s; dice: blue black, blue
skill.dig-in: The deadliest opponent is found by the opponents' dice, whatever the attacker's Dig In gives it (p.35)
  r rival C3 blue Dig_In, a player C4 hp9 blue blue, b player C2 hp9 blue: targets deadliest -> a
skill.dig-in: A unit whose move in the Movement Step the player tells has moved in it like any other (p.36; Unit Skills)
  x rival C2 blue Dig_In +bolster-health, y player C4 hp9: from movement (component.effect=by hand, \
      manual.tactic-move=x hex C3; used, manual.tactic-engage=nothing, attack.dice=0) -> at x: C3; dice: blue
  x rival C3 blue Dig_In +bolster-health, y player C4 hp9: from movement (component.effect=by hand, \
      manual.tactic-move=nothing, manual.tactic-engage=nothing, attack.dice=0) -> at x: C3; dice: blue black
skill.dig-in: Dig In asks only that the unit stayed put, even where Combat Lock left it no choice (Unit Skills)
  x rival C3 blue Dig_In, k player C4 hp9 Combat_Lock
    from movement named:A3 any (attack.dice=0) -> Stayed unit: x; dice: blue black
skill.dig-in: A unit that an Ability relocates after the Movement Step has stayed put in that step (p.35; Unit Skills)
  x rival A1 rg1 blue Dig_In mv0, s rival A2 blue Hurl-2 mv0, y player C1 hp9
    from movement (ability.hex=B1, attack.dice=0) -> put: x B1; dice: blue black
skill.dig-in: A unit that leaves its hex in its Movement Step has moved, even if it returns to it (p.36; Unit Skills)
  x rival A2 rg3 mv2 blue Dig_In Roaming, y player D3 hp9 | arena.blocked=/
    from movement (roaming.direction=n, roaming.direction=s, attack.dice=0) -> at x: A2; dice: blue
    from movement (roaming.direction=nw, roaming.direction=nw, attack.dice=0) -> at x: A2; dice: blue black
skill.dig-in: A dazed unit does not move in its Movement Step, so with First Strike its attack has the black die (p.21)
  y player B1 hp9 | lineup=x blue Dig_In First_Strike/: from deployment (attack.dice=0) -> dice: blue black
skill.dig-in: A position within a turn tells who stayed put and who moved, so that nothing is asked (Unit Skills)
  sides: rival player, player rival
  x {me} C3 blue Dig_In, y {foe} C4 hp9
    blow, state.stayed=x/ (attack.dice=0) -> dice: blue black
    blow, state.moved=x/ (attack.dice=0) -> dice: blue
skill.dig-in: Who stays in its own Movement Step digs in for that turn's attack, and who moves does not (Unit Skills)
  x rival C3 blue Dig_In, y player C4 hp9: from movement (attack.dice=0) -> moved: none; dice: blue black
  x rival C2 blue Dig_In, y player C4 hp9: from movement (attack.dice=0) -> Moved: 1; dice: blue
  x arena C3 blue Dig_In, y player C4 hp9: arena movement (attack.dice=0) -> dice: blue black
skill.dig-in: In the rival's turn no unit of yours has the die of Dig In: its Movement Step is another's
  r rival C3, a player C4 hp9 blue Dig_In, b player C2 hp9 blue: targets deadliest -> a b
  r rival C3, x player C4 blue Dig_In | state.stayed=x/
    look, state.side=player -> dice-against x r: blue+black
    look, state.side=rival -> dice-against x r: blue
skill.dig-in: A new turn knows nothing yet of who stays put in it (Unit Skills)
  x rival C3 blue Dig_In, y player C4 hp9
    from movement (0) > engage (unit.stayed=no, 0) -> combat stayed: -; combat moved: -; dice: blue black, blue

# Dodge
skill.dodge: Dodge takes all dice of the attack, those of skills and of the arena as well (Unit Skills; p.24, 33)
  x rival C3 red Confidence, i rival C2 dazed Inspire, y player C4 hp9 Dodge, b player G1, c player G2
    engage (0) -> dice: blue blue blue
  x rival D3 yellow Dig_In, y player C3 hp9 Dodge | arena=lamosians
    engage (unit.stayed=yes, 0) -> dice: yellow blue blue
  x player D3 yellow Dig_In, y rival C3 hp9 Dodge | arena=lamosians, state.stayed=x/
    strike x y (0) -> dice: yellow blue blue
skill.dodge: Dodge counts for attacks on its own unit: its allies, and its own attacks, are rolled as ever (Unit Skills)
  x player C3 red Dodge, y rival C4 hp9, z rival C5 Dodge: strike x y (0) -> dice: red
  x player C3 red, y rival C4 hp9 Dodge | fatigued=y/: strike x y (0) -> dice: red
skill.dodge: A non-elite attacker rolls blue for red, black and green dice against Dodge, an elite one its own (sheet)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 yellow blue green black red, y {foe} C4 hp9 Dodge
    blow (5) -> dice: yellow blue blue blue blue; hp y: 4; Attacked dice: yellow+blue+blue+blue+blue
  x {me} C3 yellow blue green black red elite, y {foe} C4 hp9 Dodge
    blow (5) -> dice: yellow blue green black red; hp y: 4; Attacked dice: yellow+blue+green+black+red

# Inspire
skill.inspire: No die is left of Inspire once its unit is defeated, or while it is fatigued (p.21, 36; Unit Skills)
  x rival C3 red, i rival B3 hp1 blue Inspire, y player C4 hp9 Quickstrike
    engage (engage.next=i, 0) -> dice: red
    engage (engage.next=x, 0) -> dice: red blue
  x player C3 red, i player C2 Inspire, y rival C4 hp9
    strike x y (0) -> dice: red blue
    strike x y, fatigued=i/ (0) -> dice: red
    strike x y, fatigued=far/ (0) -> dice: red blue
skill.inspire: Each adjacent ally with Inspire gives a unit 1 blue die more, and none gives itself one (Unit Skills)
  sides: rival player, player rival, arena rival
  x {me} C3 red , y {foe} C4 hp9 Taunt, i {me} C2 dazed Inspire: attack (0) -> dice: red blue
  x {me} C3 red , y {foe} C4 hp9 Taunt, i {me} C2 dazed Inspire, j {me} B2 dazed Inspire
    attack (0) -> dice: red blue blue
  x {me} C3 red , y {foe} C4 hp9 Taunt, i {me} C1 dazed Inspire: attack (0) -> dice: red
  x {me} C3 red , y {foe} C4 hp9 Taunt, i {foe} C2 dazed Inspire: attack (0) -> dice: red
  x {me} C3 red , y {foe} C4 hp9 Taunt, i {me} - Inspire: attack (0) -> dice: red
  x {me} C3 red Inspire, y {foe} C4 hp9 Taunt: attack (0) -> dice: red

# The deadliest, with the dice of skills
skill.inspire, skill.confidence: The deadliest is marked by the most dice, those of skills included (p.23, 35)
  r rival C3 mv2, a player E3 blue blue , b player E2 blue blue, i player F3 Inspire, s1 rival A1 dazed, s2 rival A2 \
      dazed, s3 rival A3 dazed: move deadliest -> moves a: D3 D4
  r rival C3 mv2, a player E3 blue blue , b player E2 blue blue, i player F3 , s1 rival A1 dazed, s2 rival A2 dazed, \
      s3 rival A3 dazed: move deadliest -> moves a b: D3 D4
  r rival C3 mv2, a player E3 blue blue Confidence, b player E2 blue blue, i player F3 , s1 rival A1 dazed, s2 rival \
      A2 dazed, s3 rival A3 dazed: move deadliest -> moves a: D3 D4
skill.inspire, skill.confidence: The deadliest has the most dice, those of Inspire and Confidence counted (p.13, 35)
  r rival C3 mv2, a player C4 hp9 blue blue {more}, b player C2 hp9 blue blue, {others}
    targets deadliest -> {who}
    solve tactics, tactics=hamstring -> tactic.targets: {placed}
    {more} | {others} | {who} | {placed}
       | i player D5 hp9 Inspire | a | a
       | i player D5 hp9 | a b | a+b
      Confidence | s rival A1, t rival A2 | a | a
       | s rival A1, t rival A2 | a b | a+b
"""

test_rules = proofs(PROOFS)
