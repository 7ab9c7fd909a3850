"""Skills that strike back at an attacker, and the order of what an attack sets off (Unit Skills; Rulebook p.21)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.components.effects import Damage, Effect
from hoplo_companion.rules.events import Attacked, Damaged
from tests.helpers.acting import FOES, PAIRS, blow, dealt, strike, told_of, used
from tests.helpers.boards import combat
from tests.helpers.play import engage, play
from tests.helpers.proofs import proofs

PROOFS = """
# Quickstrike
skill.quickstrike: An attacker that Quickstrike defeats rolls no dice, and the next unit acts (Unit Skills; p.21)
  x rival C3 blue hp1, s rival D5 blue hp5, y player C4 hp5 Quickstrike, b player G1
    engage (engage.next=x, 1) -> defeated: x; attacks: s y; hp y: 4; hp s: 4
  x player C3 blue hp1, y rival C4 hp5 Quickstrike, far-rival rival A1 dazed hp9, far-player player G3 dazed hp9
    strike x y -> defeated: x; attacks: none; hp y: 5
skill.quickstrike: A hero saved by a blessing from Quickstrike goes on with its attack; one that is not loses it all \
(p.13, 27)
  x player C3 hero blue hp1 hl6, y rival C4 hp5 Quickstrike, far-rival rival A1 dazed hp9, far-player player G3 dazed \
      hp9
    strike x y (defeat.hero=survive, attack.dice=1) -> combat over: -; HeroSaved hp: 6; hp y: 4
    strike x y (defeat.hero=lost) -> combat over: campaign-lost; HeroSaved: none; hp y: 5

# Retaliate
skill.retaliate: Retaliate that defeats the last rival unit wins the combat in the rival's own turn (p.18; Unit Skills)
  x rival C3 blue hp1, s rival D5 blue hp1, y player C4 hp5 Retaliate, b player D4 hp1
    engage (engage.next=s, engage.target=y, 1, engage.target=y, 1) -> defeated: s, x; CombatEnded why: goal-met; \
        combat over: goal-met
  x rival C3 blue hp1, y player C4 hp5 Retaliate | lineup=z/: engage (1) -> combat over: -; defeated: x
skill.retaliate, skill.quickstrike: The tribune's defeat reduces your hero to 1 HP even if it was the hero that \
struck back (p.20, 28)
  x rival C3 blue hp1 tribune, y player C4 hp5 hero Quickstrike, far-rival rival A1 dazed hp9, far-player player G3 \
      dazed hp9 | event=spar
    engage -> defeated: x; hp y: 1
  x rival C3 blue hp1 tribune, y player C4 hp5 hero Retaliate, far-rival rival A1 dazed hp9, far-player player G3 \
      dazed hp9 | event=spar
    engage (attack.dice=1) -> defeated: x; hp y: 1
skill.retaliate: Retaliate may cost your hero a blessing; a hero that a blessing saved has survived and retaliates \
(p.27)
  x player C3 hero blue hp1 hl6, y rival C4 hp5 Retaliate, far-rival rival A1 dazed hp9, far-player player G3 dazed hp9
    strike x y (1, defeat.hero=survive) -> hp x: 6; hp y: 4
    strike x y (1, defeat.hero=lost) -> combat over: campaign-lost; hp y: 4
  x rival C3 blue hp3, y player C4 hero hp1 hl6 Retaliate, far-rival rival A1 dazed hp9, far-player player G3 dazed hp9
    engage (1, defeat.hero=survive) -> hp x: 2; hp y: 6

# Which effect comes first
combat.trigger-order, skill.retaliate: A unit that its other effect puts out of reach first has no attacker in Range \
to retaliate against (p.21)
  x rival C3 blue hp5, y player C4 hp5 Retaliate Told_Wound
    engage (1, effect.next=retaliate, manual.skill=y hex E4) -> hp x: 4
    engage (1, effect.next=told-wound, manual.skill=y hex E4) -> hp x: 5

# Quickstrike
skill.quickstrike, skill.retaliate: The attacker has to be within the Range of the unit that strikes back, not the \
other way round (Unit Skills)
  sides: rival player, player rival
  x {me} C3 rg3 blue hp5, y {foe} C5 rg1 hp5 Quickstrike: attack (1) -> hp x: 5; used: none
  x {me} C3 rg3 blue hp5, y {foe} C5 rg1 hp5 Retaliate: attack (1) -> hp x: 5; used: none
  x {me} C3 rg3 blue hp5, y {foe} C5 rg2 hp5 Quickstrike: attack (1) -> hp x: 4; used: y Quickstrike
  x {me} C3 rg3 blue hp5, y {foe} C5 rg2 hp5 Retaliate: attack (1) -> hp x: 4; used: y Retaliate
  x {me} C3 rg3 blue hp5, y {foe} C5 rg3 hp5 Quickstrike: attack (1) -> hp x: 4; used: y Quickstrike
  x {me} C3 rg3 blue hp5, y {foe} C5 rg3 hp5 Retaliate: attack (1) -> hp x: 4; used: y Retaliate

# Retaliate
skill.retaliate: A unit that survives an attack's damage deals the attacker in its Range 1 damage, once (Unit Skills)
  sides: rival player, player rival, arena player, rival arena, player arena
  x {me} C3 blue blue hp5, y {foe} C4 hp3 Retaliate
    blow (0) -> hp x: 5; damage: none; combat units: x+y+far-rival+far-player
    blow (1) -> hp x: 4; damage: y x 1, x y 1; combat units: x+y+far-rival+far-player
    blow (2) -> hp x: 4; damage: y x 2, x y 1; combat units: x+y+far-rival+far-player
  x {me} C3 blue blue hp5, y {foe} C4 hp2 Retaliate
    blow (2) -> hp x: 5; damage: y x 2; combat units: x+far-rival+far-player
"""

test_rules = proofs(PROOFS)


# Quickstrike ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.quickstrike")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize("hits", [0, 2])
def test_quickstrike_comes_before_the_attack(by: str, on: str, hits: int) -> None:
    """The target deals an attacker in its Range 1 damage before the attack, whatever comes of that (Unit Skills)."""
    told = blow(by, on, "blue blue hp5", "hp5 Quickstrike", [hits])
    assert dealt(told) == [("x", "y", 1), *([("y", "x", 2)] if hits else [])]
    assert (told.hp("x"), told.hp("y")) == (4, 5 - hits)
    order = [type(event) for event in told.events if isinstance(event, Damaged | Attacked)]
    assert order[:2] == [Damaged, Attacked]


# Retaliate --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.retaliate")
@pytest.mark.parametrize("skills", ["Retaliate", "Quickstrike", "Deflect", "Absorb Nimble"])
def test_what_strikes_back_is_no_attack(skills: str) -> None:
    """Damage by Retaliate and Quickstrike is no attack damage, so nothing answers or limits it (p.21)."""
    told = blow("rival", "player", f"blue hp5 {skills}", "hp5 Retaliate Quickstrike", [1])
    assert dealt(told) == [("x", "y", 1), ("y", "x", 1), ("x", "y", 1)]
    assert told.hp("x") == 3
    assert not told.combat.struck


# Which effect comes first -------------------------------------------------------------------------------------------


@pytest.mark.rule("combat.trigger-order", "skill.retaliate")
@pytest.mark.parametrize(("hp", "order"), [(5, ["x", "y"]), (2, ["x"])])
@pytest.mark.parametrize("by", ["rival", "player"])
def test_what_the_attacker_s_damage_sets_off_comes_before_retaliate(by: str, hp: int, order: list[str]) -> None:
    """An attacker's effect of dealing damage precedes Retaliate, and may keep the unit from surviving (p.21)."""
    again = Effect(on="deals-damage", verbs=[Damage(amount=1, to="target")])
    board = combat("engage", [f"x {by} C3 blue hp5 Feint", f"y {FOES[by]} C4 hp{hp} Retaliate", f"z {FOES[by]} G2"])
    board = told_of(board, "feint", again)
    told = play(board, [1], only="engage") if by == "rival" else strike(replace(board, side="player"), "x", "y", [1])
    assert [unit for unit, _ in used(told)] == order


@pytest.mark.rule("combat.trigger-order", "skill.quickstrike", "skill.retaliate")
@pytest.mark.parametrize("first", ["quickstrike", "told-guard"])
def test_effects_of_one_unit_come_in_any_order(first: str) -> None:
    """Where one incident sets off several effects of one unit, you choose which comes first (p.21)."""
    script: list[Any] = [("effect.next", first), ("manual.skill", "nothing"), 0]
    told = engage(["x rival C3 blue hp5", "y player C4 hp5 Quickstrike Told_Guard"], script)
    assert [event.what for event in told.events if event.what in ("told-by-hand", "damaged")] == (
        ["damaged", "told-by-hand"] if first == "quickstrike" else ["told-by-hand", "damaged"]
    )
