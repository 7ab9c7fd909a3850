"""Abilities and Specials of yours with nobody to act on: not offered, not used up, and refused with what they need."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.options import options
from tests.helpers.acting import in_arena_of
from tests.helpers.boards import combat
from tests.helpers.own_catalogue import Own
from tests.helpers.proofs import columns, proofs
from tests.helpers.your_turn import refused, turn

PROOFS = """
yours.somebody: Without anybody in reach no Ability and no Special is legal; with somebody each is (p.26-27, 37)
  a player E3 hp3 blue rg2 as:archer Whirlwind Heave Long_Shot-2 Agile Fury_Aura-1 Hook Hurl-2 Shove Swap, r rival A1 \
      hp3 | state.side=player, step=abilities
    offers -> specials *: none; abilities *: none
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
      state.side=player, step=abilities
    offers -> specials *: none; abilities *: a swap+hurl
yours.somebody: Shove needs a free hex straight behind the unit (sheet; p.35)
  a player E3 hp3 blue rg2 as:archer Shove, r rival A1 hp3, s rival E4 hp3, t rival E5 hp3 | state.side=player, \
      step=abilities
    offers -> abilities *: none
    refuses ability a shove -> why: Shove would do nothing: nobody adjacent to Archer can be put on another hex
yours.somebody: A unit without attack dice rolls at nobody; with every hex around it taken, or Movement 0, it does \
not move
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
"""

test_rules = proofs(PROOFS)


pytestmark = pytest.mark.rule("yours.somebody")

ALONE = ["a player E3 hp3 blue rg2 as:archer", "r rival A1 hp3"]


def alone(skills: str, *others: str) -> list[str]:
    """Give your unit these skills, far from the rival's one; `others` stand there too."""
    mine, foe = ALONE
    return [f"{mine} {skills.replace('Long-Shot', 'Long_Shot')}", foe, *others]


def board(skills: str, *others: str, **more: Any) -> Combat:
    """Make a board at your turn with that unit."""
    return combat("abilities", alone(skills, *others), state={"side": "player"}, **more)


@pytest.mark.parametrize(("skill", "line", "why"), columns("""
Whirlwind | special a whirlwind | Whirlwind would do nothing: it acts on nobody adjacent to Archer
Heave | special a heave | Heave would do nothing: it acts on nobody within 3 hexes of Archer
Long_Shot-2 | special a long shot | Long Shot would do nothing: it acts on nobody within 2 hexes of Archer
Agile | special a agile | Agile would do nothing: it acts on nobody within Range 2 of Archer
Fury_Aura-1 | ability a fury aura | Fury Aura would do nothing: it acts on nobody adjacent to Archer
Hook | ability a hook | Hook would do nothing: it acts on nobody exactly 2 hexes from Archer
Hurl-2 | ability a hurl | Hurl would do nothing: it acts on nobody adjacent to Archer
Shove | ability a shove | Shove would do nothing: it acts on nobody adjacent to Archer
Swap | ability a swap | Swap would do nothing: it acts on nobody adjacent to Archer
""", 3))  # fmt: skip
def test_the_refusal_says_what_it_needs(skill: str, line: str, why: str) -> None:
    """A refusal names the unit, the skill and what it would need, with the page; anyway it is done as a ruling."""
    told = refused(board(skill), line)
    assert (told.rule, told.why) == ("yours.somebody", why)
    assert "(p.26-27, 37)" in str(told)
    anyway = turn(board(skill), line.replace(" ", "! ", 1))
    assert [each.rule for each in anyway.of("house-ruling")] == ["yours.somebody"]


def test_a_chips_special_needs_somebody_too() -> None:
    """Trident Throw is for one opponent in combat: with none it is not legal (card)."""
    for others, found in (([], {}), (["r rival A1 hp3"], {"a": ["Trident Throw"]})):
        told = in_arena_of("atlanteans", "engage", ["a player E3 hp3 blue", *others], chips={"trident": "@a"})
        assert options(told).specials == found


@pytest.mark.parametrize(
    ("line", "others", "legal"),
    [
        ("special: daze all opponents within 1", [], False),
        ("special: daze all opponents within 1", ["s rival E4 hp3"], True),
        ("special: damage 1 to opponent within 2; special: move", [], True),
        ("special: damage 1 to opponent within 1, heal 1", [], True),
        ("special: damage 1 to opponent within 1, daze chosen", [], False),
        ("special: swap ally within 1", ["b player C3 hp3"], False),
        ("special: roll attack at opponent within 1 if outnumbered", ["s rival E4 hp3"], True),
        ("special: roll attack at opponent within 1 if not outnumbered", ["s rival E4 hp3"], False),
        ('special: manual "read the card"', [], True),
        ("special: damage 1 to opponent within 3 (elite)", ["s rival E4 hp3"], False),
    ],
)
def test_effects_of_your_own_records_are_weighed_by_their_verbs(line: str, others: list[str], legal: bool) -> None:
    """A Special of any record is legal if one verb at least has somebody, or does something for its unit."""
    own = Own(skills={"Own": line})
    told = own.combat("engage", alone("Own", *others), state={"side": "player"})
    assert ("a" in options(told).specials) is legal
    if not legal:
        assert refused(told, "special a own").rule == "yours.somebody"


def test_an_ability_whose_condition_does_not_hold_is_not_spent() -> None:
    """What an Ability asks for is told in its refusal, and it stays unused."""
    own = Own(skills={"Own": {"effects": "ability: gain 1 hp if outnumbered", "type": "ability"}})
    told = own.combat("abilities", alone("Own"), state={"side": "player"})
    assert options(told).abilities == {}
    assert refused(told, "ability a own").why == "Archer can use Own only if outnumbered"
