"""How a skill is had: once, not while fatigued, and Undying, which does nothing in combat (Rulebook p.34, 36)."""

import pytest

from hoplo_companion.rules.agenda import push
from hoplo_companion.rules.effects.use import set_off
from hoplo_companion.rules.modifiers import unit_now
from tests.helpers.boards import combat
from tests.helpers.own_catalogue import drive
from tests.helpers.proofs import proofs

PROOFS = """
# Undying
skill.undying: In combat a unit with Undying is attacked and defeated like any other (Unit Skills; p.21)
  sides: rival player, player rival
  x {me} C3 blue blue, y {foe} C4 hp2 Undying: blow (2) -> defeated: y

# A skill that a unit has twice
skill.confidence: A unit that is given a skill it has already has it once, and it works once (p.34)
  x rival C3 blue hp9, y player C4 hp9 Retaliate Quickstrike Retaliate Quickstrike: blow (1) -> hp x: 7
  own skills Own: grant Perfect Strike; grant Confidence; grant Inspire to all allies
  x rival C3 blue blue Perfect_Strike Confidence Own, i rival C2 dazed Inspire, y player C4 hp20, z player G1, w \
      player G2: engage (4) -> dice: blue blue green blue; hp y: 12
skill.regen: A unit that has a numbered skill twice uses it once, by the higher of the numbers (p.34)
  x rival C3 hp1 hl9 {skills}, y player G2: abilities -> Healed amount: 3
    {skills}: Regen-1 Regen-3, Regen-3 Regen-1
  own skills Own: grant Regen {other}
  x rival C3 hp1 hl9 Regen-{one} Own, y player G2: abilities -> Healed amount: 3
  x player C3 hp1 hl9 Regen-{one} Own, y rival G2: ability x regen, step=abilities -> hp x: 4
    {one} {other}: 1 3, 3 1

# Fatigued
term.fatigued: A fatigued unit that is attacked has none of its skills, Innate ones included (p.36)
  sides: rival player, player rival
  x {me} C3 red red red hp5 elite, y {foe} C4 hp9 Absorb Nimble Dodge Quickstrike Retaliate Deflect Blasphemous
    strike x y, fatigued=y/, state.side={me} (attack.dice=2) -> dice: red red red; hp y: 7; hp x: 5; used: none; \
        attackable x: y
term.fatigued: A fatigued unit cannot attack, so what its skills would add is moot (p.36)
  x rival C3 blue Perfect_Strike, y player C4 hp9
    engage, fatigued=x/ -> attacks: none; aimed-at x: -
    look -> aimed-at x: y
"""

test_rules = proofs(PROOFS)


@pytest.mark.rule("skill.undying")
def test_undying_brings_its_unit_back_to_camp_and_keeps_it_there() -> None:
    """A unit with Undying is never sacrificed, and comes back to your camp in the Cleanup Phase (Unit Skills)."""
    board = combat("engage", ["x player C3 Undying", "y player C5", "r rival A1"])
    assert [unit_now(board, board.units[id_]).cannot for id_ in "xy"] == [["be-sacrificed"], []]
    for unit, owed in (("x", ["return-to-camp"]), ("y", [])):
        told = drive(push(board, *set_off(board, "cleanup", unit)), [])
        assert [event.what for event in told.of("owed")] == owed
