"""Roaming, and what frees a unit of it (Unit Skills sheet; Rulebook p.35)."""

from typing import Any

import pytest

from tests.helpers.boards import combat
from tests.helpers.proofs import proofs
from tests.soak.random_turns import every_end, listed_ends

PROOFS = """
# Roaming
skill.roaming: A direction off the mat or into a blocked hex costs its step, and the next die is rolled \
(roaming.blocked)
  r rival A1 mv3 Roaming, a player G2
    movement (roaming.direction=n, roaming.direction=sw, roaming.direction=s) -> at r: A2; Roamed directions: n+sw+s
  r rival C3 mv3 Roaming, a player G2
    movement, arena.blocked=C4/ (roaming.direction=s, roaming.direction=s, roaming.direction=n) -> at r: C2; Roamed \
        directions: s+s+n
    movement, arena.missing=C4/ (roaming.direction=s, roaming.direction=n, roaming.direction=n) -> at r: C1; Roamed \
        directions: s+n+n
  r rival B2 mv3 Roaming, a player G2
    movement (roaming.direction=n, roaming.direction=n, roaming.direction=n) -> at r: B1; Roamed directions: n+n+n
skill.roaming: Whoever starts its turn next to Combat Lock has no move in that step, be it a random one (Unit Skills)
  r rival C3 mv3 Roaming, k player C4 Combat_Lock, a player G2: movement -> at r: C3
skill.roaming: Roaming units move in the player's order like all others, who find the board as it is then (p.22)
  r rival C3 mv1 Roaming, s rival C5 mv1, a player G2
    movement named:C4 (movement.next=s, roaming.direction=s) -> offered: r+s, n+ne+se+s+sw+nw; at r: C3; at s: C4
    movement named:C4 (movement.next=r, roaming.direction=n) -> at r: C2; at s: C4
skill.roaming: A unit that cannot get closer is returned to once a roaming unit has made way (p.23)
  r rival C3 mv1 Roaming, s rival C4 mv1, a player G2: movement named:C3 (roaming.direction=n) -> at r: C2; at s: C3
skill.roaming: Stepping onto a chip's hex is enough to equip it, or read otherwise, ending there (p.36; equip.passing)
  r rival C3 mv2 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=default
    movement (roaming.direction=n, roaming.direction=n) -> at r: C1; place trident: r
  r rival C3 mv1 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=default
    movement (n) -> place trident: r
  r rival C3 mv2 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=end
    movement (roaming.direction=n, roaming.direction=n) -> at r: C1; place trident: C2
  r rival C3 mv1 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=end: movement (n) -> place trident: r
skill.roaming: A unit of yours that moves onto the flag's hex equips it, by whatever move (p.18; equip.passing)
  h player C3 mv2 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=default
    roam h (n, n) -> at h: C1; place flag: h
  h player C3 mv1 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=default
    roam h (n) -> equipped chip rule: flag flag.taken
  h player C3 mv2 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=end
    roam h (n, n) -> at h: C1; place flag: C2
  h player C3 mv1 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=end
    roam h (n) -> equipped chip rule: flag flag.taken
skill.roaming-flight: a flight that lands next to an opponent is over
  r rival C3 mv3 Roaming Flight, x player F4, a player G1 | rulings.roaming.flight=yes, arena.blocked=D4/, step=movement
    roam r (se, se) -> at r: E4
  r rival C3 mv3 Roaming, x player F4, a player G1 | rulings.roaming.flight=yes, arena.blocked=D4/, step=movement
    roam r (se, se, n) -> at r: C2
skill.roaming-flight: What lies on a blocked hex is come over by a flight that lands, and by no other (equip.passing)
  r rival C3 mv2 Roaming Flight, s rival D4 mv0, t rival E3, a player G1 | chips.trident=D4, \
      rulings.roaming.flight=yes, step=movement
    roam r (se, se) -> at r: E4; place trident: r
    roam r (se, ne) -> at r: D3; place trident: D4
skill.roaming: The die is nobody's choice, so the answer is the set of all places where it may lead (p.35; Unit Skills)
  r rival C3 mv1 Roaming, a player G2: move named:C4 -> moves -: B2 B3 C2 C4 D3 D4
  r rival C3 mv1 Roaming, a player G2, s rival C4 dazed: move named:C4 -> moves -: B2 B3 C2 C3 D3 D4
  r rival C3 mv1 Roaming, a player C4: move named:C4 -> stays -: C3
  r rival C3 mv0 Roaming, a player G2: move named:C4 -> stays -: C3
  r rival C3 mv2 Roaming, a player E3: move named:C4 -> moves -: A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D2 D3 D4 D5
# Where the die leads
skill.roaming: The arena die gives one of six directions for each point of Movement (p.35; sheet)
  r rival C3 mv1 Roaming, a player G2: movement named:C4 (roaming.direction={way}) -> asked kind options: direction \
      n+ne+se+s+sw+nw; Roamed unit directions start end: r {way} C3 {end}; at r: {end}; moved: none
    {way} {end}: n C2, ne D3, se D4, s C4, sw B3, nw B2
skill.roaming: A roaming unit does not set out next to an opponent and stops as soon as it comes next to one (sheet)
  r rival C3 {words} Roaming, {others}: movement {dice} -> at r: {end}
    {words} | {others} | {dice} | {end}
      mv3 | a player G2 | (n, se, se) | E3
      mv2 +adrenaline | a player G2 | (n, n, s) | C2
      mv0 | a player G2 | | C3
      mv3 | a player E3 | (se) | D4
      mv3 | a player C5 | (n, s, s) | C4
      mv3 | a player C4 | | C3
      mv3 | x arena C4 | | C3
      mv3 dazed | a player G2 | | C3
      mv1 dazed Tactical | a player G2 | (n) | C2
  r rival C3 {words} Roaming, {others}: roam r, step=movement {dice} -> at r: {end}
    {words} | {others} | {dice} | {end}
      mv3 | a player G2 | (n, se, se) | E3
      mv3 | a player E3 | (se) | D4
      mv3 | x arena C4 | | C3
      mv2 | s rival C4 mv0, a player G2 | (s, n) | C2
skill.roaming: The result of an arena die is one of the compass's directions and nothing else (p.35)
  r rival C3 mv1 Roaming, a player G2
    movement ({wrong}) -> refused: {shown} does not answer roaming.direction for r: one of n, ne, se, s, sw, nw
    {wrong} {shown}: up 'up', 7 7, west 'west', n/ ['n']

# Flight and Beastmaster
skill.roaming-flight: Each die is a step that ends on its hex, or read otherwise may lead over a blocked one
  r rival C3 {words} Roaming Flight, a player G1, {other} | arena.blocked=D4/, step=movement
    roam r, rulings.roaming.flight=default ({dice}) -> at r: {end}; Roamed rulings: {named}
    roam r, rulings.roaming.flight=yes ({dice}) -> at r: {flown}; Roamed rulings: {named}
    {words} | {other} | {dice} | {end} | {flown} | {named}
      mv2 | | se, se | C3 | E4 | roaming.flight
      mv2 | | se, n | C2 | D3 | roaming.flight
      mv2 | s rival E4 | se, se | C3 | C3 | -
      mv1 | | se | C3 | C3 | -
# Over two blocked hexes in a row, and one that is left by the edge of the mat.
      mv3 | s rival E4 | se, se, ne | D3 | F3 | roaming.flight
# A flight that cannot land is lost from its first step; the other dice count from where it stood.
      mv2 | s rival D5 | se, s | C4 | C4 | -
      mv3 | s rival E4 | se, se, n | C2 | E3 | roaming.flight
# It does not stop over a blocked hex next to an opponent, but where it lands next to one.
      mv2 | x player E5 | se, n | C2 | D3 | roaming.flight
      mv2 | s rival C2 | n, nw | B2 | B1 | roaming.flight
skill.roaming-flight: `why-not` names the ruling that keeps a flier from a hex
  r rival C3 mv2 Roaming Flight, s rival C4, a player G1
    why-not movement r C5 -> verdicts rule rulings: skill.roaming roaming.flight
  r rival C3 mv2 Roaming, s rival C4, a player G1: why-not movement r C5 -> verdicts rule rulings: skill.roaming -
skill.beastmaster, skill.roaming: Roaming does not bind a Beast with a Beastmaster on its side, itself or another
  r rival C3 mv1 Roaming class:{beast}, {master}, a player G2
    roam r, step=movement {dice} -> at r: {end}
    move named:C4 -> moves {ends}
    {beast} | {master} | {dice} | {end} | {ends}
      beast | s rival A3 dazed Beastmaster | | C3 | C4: C4
      beast Beastmaster | s rival A3 dazed | | C3 | C4: C4
      attacker,beast | s rival A3 dazed Beastmaster | | C3 | C4: C4
      attacker | s rival A3 dazed Beastmaster | (n) | C2 | -: B2 B3 C2 C4 D3 D4
      beast | s player A3 Beastmaster | (n) | C2 | -: B2 B3 C2 C4 D3 D4
      beast | s arena A3 Beastmaster | (n) | C2 | -: B2 B3 C2 C4 D3 D4
      beast | s rival - Beastmaster | (n) | C2 | -: B2 B3 C2 C4 D3 D4
"""

test_rules = proofs(PROOFS)

FLIES: dict[str, Any] = {"rulings": {"roaming.flight": "yes"}, "arena": {"blocked": ["B3", "C2", "D4"]}}


@pytest.mark.rule("skill.roaming")
@pytest.mark.parametrize(("units", "more"), [
    (["r rival C3 mv2 Roaming", "a player F3"], {}),
    (["r rival A1 mv2 Roaming", "a player C3"], {"arena": {"blocked": ["B2"]}}),
    (["r rival B2 mv2 Roaming", "s rival A2 mv1", "a player D4"], {}),
    (["r rival B2 mv1 Roaming", "s rival C3 mv1 Roaming", "a player E3"], {}),
    (["r rival B2 mv3 Roaming Flight", "s rival A2 mv0", "a player E3"], FLIES),
    (["r rival C3 mv2 Roaming Flight", "s rival C4 mv1 Roaming", "a player F3"], FLIES),
])  # fmt: skip
def test_solve_lists_the_placements_that_the_dice_can_lead_to(units: list[str], more: dict[str, Any]) -> None:
    """Whatever the dice and the player's choices lead to is listed, and nothing else (p.22, 35)."""
    board = combat("movement", units, **more)
    assert listed_ends(board) == every_end(board)
