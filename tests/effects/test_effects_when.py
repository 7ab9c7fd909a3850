"""When a player's own card sets in: each trigger, in which order, how often and until when (p.7, 20-21, 30)."""

import pytest

from hoplo_companion.components.record_checks import check_effects
from hoplo_companion.notation.effects import read_effects
from tests.helpers.own_catalogue import Own
from tests.helpers.proofs import proofs

PROOFS = """
# Triggers of a turn
effect.used: The rival's turn sets off its start before anything else, and its end after everything (p.20-24)
  own skills Dawn: turn start: gain 1 hp
  own skills Dusk: turn end: gain 1 hp
  x rival C3 mv0 Dawn Dusk, a player G2
    from deployment -> used: x Dawn, x Dusk
    from engage -> used: x Dusk
  x rival G1 mv0, a player G2 Dawn Dusk: from deployment -> used: none
effect.used: A unit's card may say what happens as it is deployed (p.7, 21)
  own skills Own: deployed: gain 2 hp
  a player G2 | lineup=x hl3 Own/y hl3: deployment -> hp x: 5; used: x Own
  own skills Own: deployed: damage 1 to self
  a player G2 | lineup=x hl3 Own/y hl3: deployment -> hp x: 2; used: x Own
  own skills Own: health +2
  a player G2 | lineup=x hl3 Own/y hl3: deployment -> hp x: 5; used: none
effect.used: Moving, by a move or an Ability of one's own, sets off what waits for that; staying does not (p.36)
  own skills Own: moved: gain 1 hp
  own skills Leap: ability: place self on named (G3)
  x rival A2 mv1 hp5 hl5 Own, y rival C3 mv0 hp5 hl5 Own, a player G2: movement named:B2 -> hp x: 6; hp y: 5
  x rival A2 hp5 hl5 Leap Own, a player G2: abilities named:G3 -> hp x: 6
effect.used: A unit moves when it comes to another hex: one that stays where it is has not moved (p.36)
  own skills Own: ability: move
  own skills Glad: moved: gain 1 hp
  x player C3 Own Glad, r rival G1
    own ability (ability.hex=D3) -> used: x Own, x Glad
    own ability (ability.hex=C3) -> used: x Own
effect.used: A displaced unit has not moved: it sets off what waits for being displaced alone (p.35)
  sides: rival player, player rival
  own skills Own: ability: displace opponent within 1 away
  own skills Thrown: displaced: gain 1 hp
  own skills Gone: moved: gain 9 hp
  x {me} C3 hp5 Own Thrown Gone, y {foe} C4 hp5 Thrown Gone: own ability -> used: x Own, y Thrown; hp y: 6; hp x: 5
effect.used: What a turn's start sets off is of the troop whose turn begins (p.7, 20)
  own skills Own: turn start: gain 1 hp
  r rival A1 hp5 hl5 Own, p player G1 hp5 hl5 Own, a arena D1 hp5 hl5 Own
    begin rival -> used: r Own; hp r: 6
    begin player -> used: p Own; hp p: 6
    begin arena -> used: a Own; hp a: 6
effect.used: The turn of arena units sets off its start and its end like any turn (p.20, 28)
  own skills Dawn: turn start: gain 1 hp
  own skills Dusk: turn end: gain 1 hp
  b arena C3 mv0 Dawn Dusk, a player G2, r rival A2: arena movement -> used: b Dawn, b Dusk
effect.used: As the opponents' turn starts, what a card does to them for that turn sets in (p.7, 21)
  sides: rival player, player rival
  own skills Own: opponents turn start: cannot move to all opponents within 1 until end of turn
  x {me} C3 Own, y {foe} C4, z {foe} G1
    turns {foe} {me} -> is-moveless y: yes, no, no, no; is-moveless z: no, no, no, no
  own skills Own: opponents turn start: damage 1 to all opponents within 1
  x {me} C3 Own, y {foe} C4, z {foe} G1: begin {foe} -> damage: y x 1
effect.used: A tactic does something as it is placed, and what it always does from then on (p.30)
  own tactics Cry kind=permanent rival_side=ally rival_target=strongest: {line}
  x rival C3 mv2 hp5, s rival C4 hp1, a player G2 | tactics=cry
    tactics -> hp x: {hp}; is-dazed s: {dazed}; movement-of x: {movement}; combat units.x.tactics: cry; used: x Cry
    {line} | {hp} | {dazed} | {movement}
      played: daze all allies within 1 | 5 | yes | 2
      played: gain 1 hp; movement +1 | 6 | no | 3
      played: movement +1 until end of combat | 5 | no | 3
      gain 1 hp | 6 | no | 2
effect.used: Each of two tactics of one name does what it does (p.30)
  own tactics Cry: turn start: gain 1 hp
  p player G1 hp5 hl5 +cry +cry, r rival A2: begin player -> hp p: 7
effect.used: What a card does in the arena's turn it does once, for the arena or for each that it is for (p.28)
  own arenas atlanteans arena_turn=true: arena turn: {line}
  a player G1, b player G2, r rival A1 | arena=atlanteans, chips.trident=D1
    arena movement {answer} -> Damaged unit: {hurt}
    {line} | {answer} | {hurt}
      damage 1 to self for player | | a, b
      damage 1 to self if on named (G1) for unit | | a
      manual "Roll." for arena | (nothing) | none

# Triggers of an attack
combat.trigger-order: What one incident sets off at one unit comes in the order the player likes (p.21)
  sides: rival player, player rival
  own skills One: suffers damage: heal fully
  own skills Two: suffers damage: gain 1 hp
  x {me} C3 blue, y {foe} C4 hp5 One Two: own attack (1, effect.next=one) -> hp y: 6
  x {me} C3 blue, y {foe} C4 hp5 One Two: own attack (1, effect.next=two) -> hp y: 5
effect.used: Each part of an attack sets off what its unit has for it, and nothing at any other unit (p.21, 24)
  sides: rival player, player rival
  own skills Own: {trigger}: gain 3 hp
  x {me} C3 blue hp5 Own, y {foe} C4 hp5 Own, s {foe} G1 hp5 Own, t {me} A1 hp5 Own dazed
    own attack (0) -> used: {missed}
    own attack (1) -> used: {hit}
    {trigger} | {missed} | {hit}
      attacks | x Own | x Own
      rolled | x Own | x Own
      deals damage | none | x Own
      targeted | y Own | y Own
      attacked | y Own | y Own
      ally attacked | s Own | s Own
      suffers damage | none | y Own
      harmed | none | y Own
combat.trigger-order: Of what one incident sets off the attacker's comes first, then that of the attacked and its allies
  sides: rival player, player rival
  own skills Wary: targeted: gain 1 hp
  own skills Bold: attacks: gain 1 hp
  own skills Guard: ally attacked: gain 1 hp
  own skills Mean: deals damage: gain 1 hp
  own skills Sore: suffers damage: gain 1 hp
  s {foe} G1 Guard, y {foe} C4 hp5 Wary Sore, x {me} C3 blue Bold Mean
    own attack (1) -> used: x Bold, y Wary, s Guard, x Mean, y Sore
effect.used: Damage that no attack deals sets off what waits for any damage, nothing of an attack's
  sides: rival player, player rival
  own skills Own: ability: damage 2 to opponent
  own skills Sore: {trigger}: gain 1 hp
  x {me} C3 hp5 Own Sore, y {foe} C4 hp5 Sore: own ability -> hp y: {hp}
    {trigger} | {hp}
      harmed | 4
      suffers damage | 3
      attacked | 3
      targeted | 3
      deals damage | 3
effect.used: A defeated unit does what its card says from where it stands, then the victor what its own says (p.21)
  sides: rival player, player rival
  own skills Last: defeated: damage 1 to all opponents within 1
  own skills Win: defeats: gain 2 hp
  x {me} C3 blue hp5 Win Last, y {foe} C4 hp1 Last Win, z {foe} G1 dazed, t {me} A1 Win dazed
    own attack (1) -> used: y Last, x Win; hp x: 6; defeated: y
    defeat y -> used: y Last

# Whether and how often
effect.used: Whether a card's effect is used is asked where the card leaves it open, of the rival's too (p.21)
  sides: rival player, player rival
  own skills Own: suffers damage: may damage 2 to attacker
  x {me} C3 blue hp5, y {foe} C4 hp5 Own: own attack (1, effect.use=yes) -> hp x: 3
  x {me} C3 blue hp5, y {foe} C4 hp5 Own: own attack (1, effect.use=no) -> hp x: 5
effect.used: Where a card does not leave it open, its unit takes the blow without being asked (p.7)
  own skills Own: ally attacked: intercept if target within 1
  x rival C3 blue, y player C4 hp9, s player C5 hp9 Own: own attack (1) -> hp s: 8; hp y: 9
effect.used: A change of an attack's damage that the card leaves open is not made where the player says no (p.21)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue blue hp5 {x}, y {foe} C4 hp5 {y}: own attack (2, effect.use=no) -> hp y: 3
    {line} | {x} | {y}
      attacked: may lose none | | Own
      attacks: may damage +1 | Own |
      harmed: may lose none | | Own
effect.once: What works once a turn works again in the next turn, what works once a combat does not (p.7)
  sides: rival player, player rival
  own skills Own: suffers damage: gain 2 hp {once}
  x {me} C3 blue, y {foe} C4 hp6 Own, z {foe} G1 | state.side={me}
    strike x y (1) > strike x y (1) > end {me} > begin {me} > strike x y (1) -> hp y: {hp}
    {once} | {hp}
       | 9
      once a turn | 7
      once a combat | 5
effect.once: A change of an attack's damage that works once is not made for a second attack (p.7)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue blue, y {foe} C4 hp6 Own | state.side={me}: strike x y (2) > strike x y (2) -> hp y: {hp}
    {line} | {hp}
      attacked: lose none once a turn | 4
      attacked: damage -2 once a turn | 4
      harmed: lose at most 1 once a combat | 3
effect.once: Dice that a card adds once a turn are in the first attack alone (p.7)
  sides: rival player, player rival
  own skills Own: attacks: add red once a turn
  x {me} C3 blue Own, y {foe} C4 hp6 | state.side={me}: strike x y (0) > strike x y (0) -> dice: blue red, blue
effect.once: Of two effects of one card that each work once a turn, the first does not use up the second (p.7)
  sides: rival player, player rival
  own skills Own: suffers damage: gain 1 hp once a turn; suffers damage: damage 1 to attacker once a turn
  x {me} C3 blue hp5, y {foe} C4 hp5 Own | state.side={me}: strike x y (1, effect.next=own-1) -> hp x: 4; hp y: 5
combat.trigger-order: Which of a card's two effects comes first is asked with a name for each (p.21)
  own skills Own: suffers damage: heal fully called "One"; suffers damage: gain 1 hp called "Two"
  x rival C3 blue, y player C4 hp5 Own: engage (1, effect.next=one) -> asked options: -, one+two
effect.used: A card with two Abilities has both (p.7, 24)
  own skills Own: ability: damage 1 to opponent; ability: heal 1 if hp at least 1
  x rival C3 hp4 hl5 Own, y player C4 hp5: abilities -> hp x: 5; hp y: 4
effect.once: What sets in once a combat as the opponents' turn starts does not set in at their next one (p.7)
  sides: rival player, player rival
  own skills Own: opponents turn start: movement +1 to all opponents until end of combat once a combat
  x {me} C3 Own, y {foe} C4 mv1: turns {foe} {me} {foe} -> movement-of y: 2, 2, 2, 2, 2, 2
effect.once: A unit whose card lets it take a blow once a turn takes no second one (p.7)
  own skills Own: ally attacked: may intercept if target within 1 once a turn
  x rival C3 blue, y player C4 hp9, s player C5 hp9 Own
    strike x y (1, attack.intercept=s) > strike x y (1) -> hp s: 8; hp y: 8
effect.used: The dice of an attack are those that its effects leave, those left open as it was answered (p.21, 24)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue blue hp5 {x}, y {foe} C4 hp5 {y}
    own attack (effect.use=yes, 1) -> dice: {dice}
    own attack (effect.use=no, 1) -> dice: blue blue
    {line} | {x} | {y} | {dice}
      attacks: may add red | Own | | blue blue red
      attacked: may remove strongest of attacker | | Own | blue

# Until when
effect.until: What lasts for some time is told as it begins and as it is over, with its words (p.30)
  own skills Own: turn start: range +1 until end of turn
  x rival C3 mv0 Own, a player G2
    from deployment -> effect-began units what until: x range +1 end-of-turn; effect-ended units what: x range +1
effect.until: What changes a stat for some time ends at the moment named, counted from the turn of its unit (p.30)
  sides: rival player, player rival
  own skills Own: turn start: movement +2 until {until} once a combat
  x {me} C3 mv2 Own, a player G2, b rival A2: turns {me} {foe} {me} -> movement-of x: {lasts}
    {until} | {lasts}
      end of turn | 4, 2, 2, 2, 2, 2
      end of its next turn | 4, 4, 4, 4, 4, 2
      start of your next turn | 4, 4, 4, 4, 2, 2
      end of combat | 4, 4, 4, 4, 4, 4
effect.until: The next turn of "its" is that of whom it is done to, that of "your" the card's own troop's (p.30)
  sides: rival player, player rival
  own skills Own: turn start: movement +1 to all opponents until {until} once a combat
  x {me} C3 Own, y {foe} C4 mv2: turns {me} {foe} {me} -> movement-of y: {lasts}
    {until} | {lasts}
      end of turn | 3, 2, 2, 2, 2, 2
      end of its next turn | 3, 3, 3, 2, 2, 2
      start of your next turn | 3, 3, 3, 3, 2, 2
      end of combat | 3, 3, 3, 3, 3, 3
effect.until: What begins in a unit's own turn, "until the end of its next turn", outlasts the turn under way (p.30)
  sides: rival player, player rival
  own skills Own: suffers damage: movement = 0 to attacker until end of its next turn
  x {me} C3 mv2 blue, y {foe} C4 hp9 Own | state.side={me}
    strike x y (1) > look > end {me} > turns {foe} {me} -> movement-of x: 0, 0, 0, 0, 0, 2
combat.damage-dealt: Damage that is ignored still counts as dealt, and sets off what that sets off (p.21, 35)
  sides: rival player, player rival
  own skills Own: attacked: lose none
  own skills Thorns: suffers damage: damage 1 to attacker
  x {me} C3 blue hp5, y {foe} C4 hp9 Own Thorns, z {foe} G3 dazed hp9: own attack (1) -> hp x: 4; hp y: 9
combat.damage-dealt: No damage at all harms nobody (p.35)
  own skills Own: harmed: damage +1
  x rival C3 hp5 Own, a player G2
    damage x 0 a -> hp x: 5
    damage x 2 a -> hp x: 2
"""

test_rules = proofs(PROOFS)


@pytest.mark.parametrize(
    "line", ["set up: place all troop on deployment", "cleanup: gain influence 2", "cleanup: recruit"]
)
def test_effects_of_the_campaign_s_moments_are_sound(line: str) -> None:
    """A card may say what happens as the combat is set up and in the Cleanup Phase (p.7, 29)."""
    assert check_effects(read_effects(line), Own().catalogue, "effects") == []
