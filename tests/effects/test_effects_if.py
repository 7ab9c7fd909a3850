"""On what a player's own card hangs: conditions, groups, amounts and roles (docs/effects.md; p.7, 13, 33-37)."""

import pytest

from hoplo_companion.components.conditions import Near
from hoplo_companion.rules.effects.in_force import Scene, hexes_meant
from hoplo_companion.rules.effects.judge import judge
from tests.helpers.boards import combat
from tests.helpers.own_catalogue import SIDES, own
from tests.helpers.proofs import proofs

PROOFS = """

# Conditions on the unit itself
term.isolated: A card's effect is in force as long as its conditions hold, one with `not` as long as it does not (p.7)
  sides: rival player, player rival
  own skills Own: add red if {condition}
  x {me} {x} blue Own, z {foe} E4 dazed, {others} | state.side={foe}: look, {known} -> dice-of x: blue+red
  x {me} {other} blue Own, z {foe} E4 dazed, {fewer} | state.side={foe}: look, {ground} -> dice-of x: blue
  own skills Own: add red if not {condition}
  x {me} {x} blue Own, z {foe} E4 dazed, {others} | state.side={foe}: look, {known} -> dice-of x: blue
  x {me} {other} blue Own, z {foe} E4 dazed, {fewer} | state.side={foe}: look, {ground} -> dice-of x: blue+red
    {condition} | {x} | {others} | {known} | {other} | {fewer} | {ground}
      elite | C3 elite | | | C3 | |
      hero | C3 hero | | | C3 | |
      dazed | C3 dazed | | | C3 | |
      local | C3 of:atlanteans | | arena.region=atlanteans | C3 of:lamosians | | arena.region=atlanteans
      class beast | C3 class:archer,beast | | | C3 class:archer | |
      faction lamosians | C3 of:lamosians | | | C3 of:atlanteans | |
      chip reptilian | C3 as:reptilian | | | C3 as:attacker | |
      outnumbered | C3 | u {foe} G1, v {foe} G2 | | C3 | u {foe} G1, v {me} G2 |
      isolated | C3 | u {foe} G1, v {me} - | | C3 | v {me} G2 |
      own turn | C3 | | state.side={me} | C3 | |
      struck | C3 | | state.struck=x/ | C3 | |
      stayed | C3 | | state.side={me}, state.stayed=x/ | C3 | | state.side={me}, state.moved=x/
      hp at least 4 | C3 hp4 | | | C3 hp3 | |
      hp at most 2 | C3 hp2 | | | C3 hp3 | |
      hp at least health | C3 hp4 hl4 | | | C3 hp3 hl4 | |
      hp at least 2 at most 3 | C3 hp3 | | | C3 hp4 | |
      movement at least 2 | C3 mv1 +adrenaline | | | C3 mv1 | |
      range at most 1 | C3 rg1 | | | C3 rg2 | |
      health at least 5 | C3 hl5 hp1 | | | C3 hl4 hp1 | |
      holds net | C3 | | chips.net=@x | C3 | |
      has skill Taunt | C3 Taunt | | | C3 Flight | |
      has tactic Adrenaline | C3 +adrenaline | | | C3 | |
      has skill Taunt tactic Adrenaline | C3 Taunt +adrenaline | | | C3 Taunt | |
      on key | C3 | | arena.key_hexes=C3/ | C4 | | arena.key_hexes=C3/
      on named (A1 c3) | C3 | | | C4 | |
      on chip | C3 | | chips.net=C3 | C4 | | chips.net=C3
      count opponents within 1 at least 2 | C3 | u {foe} C4, v {foe} D3 | | C3 | u {foe} C4, v {me} D3 |
      count allies at most 0 | C3 | | | C3 | u {me} G1 |
      event spar or primus | C3 | | event=spar | C3 | |
      act 2 or 3 | C3 | | act=3 | C3 | |
      turn 4 | C3 | | turn=4 | C3 | |
      act 3 turn 2 | C3 | | act=3, turn=2 | C3 | |
effect.used: Conditions that are joined hold together, and deployment hexes are those of the unit's own troop (p.7, 21)
  own skills Own: add red if elite and class beast
  x rival C3 elite class:beast blue Own, z player E4: look -> dice-of x: blue+red
  x rival C3 elite blue Own, z player E4: look -> dice-of x: blue
  own skills Own: add red if on deployment
  x rival A2 blue Own, y player G2 blue Own: look -> dice-of x: blue+red; dice-of y: blue+red
  x rival G2 blue Own, y player A2 blue Own: look -> dice-of x: blue; dice-of y: blue
effect.used: A card may ask for the troop of a unit, and whether it is the tribune (p.20)
  own skills Own: add red if {condition}
  r rival A1 Own, s rival A2 Own tribune, p player G1 Own, b arena D1 Own
    look -> dice-of r: {r}; dice-of s: {s}; dice-of p: {p}; dice-of b: {b}
    {condition} | {r} | {s} | {p} | {b}
      side rival | red | red | - | -
      side player | - | - | red | -
      side arena | - | - | - | red
      tribune | - | red | - | -
      not tribune | red | - | red | red
effect.used: Holding the flag is a condition of units of yours; rival and arena units never hold it (p.18)
  own skills Own: add red if holds flag
  x player C3 blue Own, z rival E4 dazed
    look, flag=@x -> dice-of x: blue+red
    look, flag=E1 -> dice-of x: blue
effect.used: The number of dice counts with those that other cards add (p.13)
  own skills Own: movement +1 if dice at least 2
  own skills Sharp: add red
  x rival C3 mv1 blue Own {more}, a player G2: look -> movement-of x: {found}
    {more} | {found}
       | 1
      blue | 2
      Sharp | 2
effect.used: Not having moved counts in the turn of the unit's own Movement Step (Unit Skills)
  own skills Own: add red if stayed
  x rival C3 Own, a player G2
    look, state.stayed=x/ -> dice-of x: red
    look, state.moved=x/ -> dice-of x: -
    look, state.side=player -> dice-of x: -

# Conditions of an attack
effect.used: Attacker and target are asked for by their parts, where they stand and what they are (p.7, 24)
  sides: rival player, player rival
  own skills Own: attacks: add red if {condition}
  x {me} C3 blue Own, y {foe} C4 {y} | arena.elevation=C3:2/C4:1: own attack (0) -> dice: {dice}
    {condition} | {y} | {dice}
      target elite | elite | blue red
      target elite | hp9 | blue
      not target elite | hp9 | blue red
      target within 1 | hp9 | blue red
      target exactly 2 | hp9 | blue
      not target within 1 | hp9 | blue
      attacker within 1 of target | hp9 | blue red
      target in range | hp9 | blue red
      self in range of target | rg1 | blue red
      self in range of target | rg0 | blue
      target opponent | hp9 | blue red
      not target opponent | hp9 | blue
      target opponent of attacker | hp9 | blue red
      attacker opponent | hp9 | blue
      higher than target | hp9 | blue red
      target higher than self | hp9 | blue
      not higher than target | hp9 | blue
      target hp at most 2 | hp2 | blue red
      target hp at most 2 | hp3 | blue
      dealer elite | hp9 | blue
      target has skill Taunt | Taunt | blue red
effect.used: What the dice show is a condition: so many hits, all of them, a miss (p.7, 12)
  sides: rival player, player rival
  own skills Own: attacks: damage +5 if {condition}
  x {me} C3 blue blue blue Own, y {foe} C4 hp9
    own attack (1) -> hp y: {1}
    own attack (2) -> hp y: {2}
    own attack (3) -> {3}
    {condition} | {1} | {2} | {3}
      all hit | 8 | 7 | hp y: 1
      not all hit | 3 | 2 | hp y: 6
      missed | 3 | 2 | hp y: 6
      not missed | 8 | 7 | hp y: 1
      hits at least 2 | 8 | 2 | hp y: 1
      hits at most 1 | 3 | 7 | hp y: 6
      not hits at least 2 | 3 | 7 | hp y: 6
      hits at least 2 at most 2 | 8 | 2 | hp y: 6
  own skills Own: suffers damage: gain 5 hp if {condition}
  x {me} C3 blue blue blue, y {foe} C4 hp9 Own
    own attack (1) -> hp y: {1}
    own attack (3) -> hp y: {3}
    {condition} | {1} | {3}
      all hit | 8 | 11
      not all hit | 13 | 6
      missed | 13 | 6
      not missed | 8 | 11
      hits at least 2 | 8 | 11
      hits at most 1 | 13 | 6
effect.used: A condition about a unit that has no part in what happened holds neither way (docs/effects.md)
  sides: rival player, player rival
  own skills Own: defeated: damage 1 to all opponents if {condition}; defeated: gain 1 hp
  x {me} C3 Own, y {foe} C4, z {me} G1: defeat x -> used: x Own; damage: none
    {condition}: attacker elite, not attacker elite, attacker within 3, not attacker within 3

# Groups
effect.used: One of several is chosen by the player, of equal ones too, and whom the verbs that follow mean (p.13, 21)
  sides: rival player, player rival
  own skills Own: ability: damage 1 to {group}, damage 2 to chosen rival: always
  x {me} C3 Own, y {foe} D3 hp5, z {foe} E2 hp5, w {foe} G1 hp4
    own ability (ability.target=z) -> offered: {offered}; hp z: 2; hp y: 5
    {group} | {offered}
      opponent | y+z+w
      strongest opponent | y+z
      opponent within 2 | y+z
effect.used: A rival's card tells whom it goes for; without that it is anybody whom the Ability may act on (p.24)
  own skills Own: {kind}: damage 1 to opponent rival: always picks {pick}
  x rival C3 Own, y player D3 hp5, z player E2 hp2, w player G1 hp9: own {kind} -> damage: {hit} x 1
    {kind} {pick} {hit}: ability strongest w, ability weakest z, ability closest y, special strongest w, special \
        weakest z, special closest y

# Amounts
effect.used: An amount is a number, a number of the card's own unit, or a sum with what is counted and added (p.7)
  sides: rival player, player rival
  own skills Own: ability: damage {amount} to opponent within 1
  x {me} C3 mv3 rg2 hp4 hl7 blue red Own, s {me} F1, y {foe} C4 hp20, z {foe} G1 hp5: own ability -> damage: y x {worth}
    {amount} | {worth}
      2 | 2
      movement | 3
      range | 2
      health | 7
      hp | 4
      dice | 2
      (count opponents) | 2
      (1, count opponents within 1) | 2
      (hp, count allies) | 5
      2 (+1 if elite) | 2
      2 (+1 if not elite) | 3
      (count units, +2 if outnumbered) | 3
      3 (+3 if hp at least 4) | 6
      (1, count opponents (hp at least 15)) | 2
effect.used: Hits, misses and the number beside the skill are amounts (p.12-13)
  sides: rival player, player rival
  own skills Own: suffers damage: gain hits hp
  x {me} C3 hp9 blue blue blue, y {foe} C4 hp9 Own: own attack (2) -> hp y: 9
  own skills Own: suffers damage: gain misses hp
  x {me} C3 hp9 blue blue blue, y {foe} C4 hp9 Own: own attack (2) -> hp y: 8
  own skills Own: suffers damage: damage number to attacker
  x {me} C3 hp9 blue blue blue, y {foe} C4 hp9 Own-4: own attack (1) -> hp x: 5

# Roles
effect.used: Whoever attacks, is attacked or holds the card is named by that part (docs/effects.md)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 blue hp9 {x}, y {foe} C4 hp9 {y}, s {foe} G1 hp9 {s}, t {me} A1 hp9 dazed
    own attack (1) -> hp x: {hx}; hp y: {hy}; hp s: {hs}; hp t: {ht}
    {line} | {x} | {y} | {s} | {hx} | {hy} | {hs} | {ht}
      deals damage: damage 1 to self | Own | | | 8 | 8 | 9 | 9
      deals damage: damage 1 to target | Own | | | 9 | 7 | 9 | 9
      suffers damage: damage 1 to attacker | | Own | | 8 | 8 | 9 | 9
      suffers damage: damage 1 to dealer | | Own | | 8 | 8 | 9 | 9
      ally attacked: damage 1 to target | | | Own | 9 | 7 | 9 | 9
      ally attacked: damage 1 to attacker | | | Own | 8 | 8 | 9 | 9
      targeted: damage 1 to all allies within 9 | | Own | | 9 | 8 | 8 | 9
      attacks: damage 1 to ally | Own | | | 9 | 8 | 9 | 8
effect.used: Who deals the damage that defeats a unit has that part, where it is no attack too (docs/effects.md)
  sides: rival player, player rival
  own skills Own: ability: damage 9 to opponent within 1
  own skills Curse: defeated: damage 1 to dealer
  x {me} C3 hp5 Own, y {foe} C4 Curse, z {foe} G1: own ability -> hp x: 4
"""

test_rules = proofs(PROOFS)

BOARD = {
    "x": "SIDE C3 rg2 hp3 Own", "a": "SIDE C4 hp1 blue", "b": "SIDE C5 hp6 mv3", "c": "SIDE F1 hp2 mv2 elite",
    "y": "OTHER D3 hp5 blue blue", "z": "OTHER E2 hp2 mv2 blue", "w": "OTHER G1 hp9 mv0 elite",
}  # fmt: skip
GROUPS: list[tuple[str, str]] = [
    ("all allies", "abc"), ("all troop", "xabc"), ("all opponents", "yzw"), ("all units", "abcyzw"),
    ("all allies within 1", "a"), ("all allies within 2", "ab"), ("all allies exactly 2", "b"),
    ("all opponents in range", "yz"), ("all units within 1", "ay"), ("all troop within 1", "xa"),
    ("all troop exactly 0", "x"), ("all opponents within hp", "yz"), ("all units (elite)", "cw"),
    ("all units (not elite)", "abyz"), ("all opponents (not elite and hp at most 2)", "z"),
    ("all units (hp at least 5)", "byw"), ("all opponents (self hp at most 3)", "yzw"),
    ("all opponents (self elite)", ""), ("all units within 2 (opponent)", "yz"),
    ("all units (not opponent)", "abc"), ("strongest opponent", "w"), ("weakest ally", "a"),
    ("deadliest opponent", "y"),
    ("least-deadly opponent", "w"), ("fastest ally", "b"), ("slowest opponent", "w"), ("closest opponent", "y"),
    ("farthest opponent", "w"), ("strongest ally within 1", "a"), ("weakest unit (elite)", "c"),
]  # fmt: skip


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("words", "meant"), GROUPS)
def test_a_group_is_what_its_words_say(side: str, other: str, words: str, meant: str) -> None:
    """A group is of the units that are so to the card's own, stand so, and are such; a superlative means one (p.13)."""
    units = [f"{id_} {line}".replace("SIDE", side).replace("OTHER", other) for id_, line in BOARD.items()]
    board = own(f"grant Taunt to {words}").combat("engage", units)
    assert "".join(unit.id for unit in board.in_arena() if "taunt" in judge(board).skills(unit)) == meant
    told = own(f"ability: gain 1 hp to {words}").ability(units)
    assert "".join(u.id for u in told.combat.in_arena() if u.hp == (board.units[u.id].hp or 0) + 1) == meant


@pytest.mark.rule("effect.used")
def test_nobody_is_near_a_part_that_nobody_has() -> None:
    board = own("ability: heal 1").combat("abilities", ["x rival C3 Own", "y player C4"])
    near = Near(to="attacker", within=2)
    assert not judge(board).all_hold([near], Scene("x"))
    assert judge(board).all_hold([near], Scene("x", attacker="y"))


def test_a_hex_that_no_mat_has_is_passed_over_among_those_named() -> None:
    board = combat("movement", ["x rival A1", "y player C2"])
    assert hexes_meant(board, "named", ["Z9", "b2"], board.units["x"]) == board.arena.mat.bit["B2"]
