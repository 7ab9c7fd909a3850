"""What sets what off, what is told by hand, defeat, and the end of combat (Rulebook p.7, 13, 18, 20-21, 27-28)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import Attacked, Defeated, Deployed, HeroReduced
from hoplo_companion.rules.model import Place
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.boards import combat
from tests.helpers.play import Told, engage, play, question_of
from tests.helpers.proofs import proofs

PROOFS = """
# Triggers, damage, skills by hand
combat.trigger-order: Of the effects that one attack sets off, the attacking unit's come before those of other units \
(p.21)
  a player C4 hp9 Told_Harm Told_Guard, b player D5 Told_Blow, r rival C3 blue Told_Roll Told_Strike
    engage strongest (nothing, nothing, nothing, 1, nothing, nothing) -> asked id kind unit about: manual.skill \
        manual r told-strike, manual.skill manual a told-guard, manual.skill manual b told-blow, attack.dice dice r \
        a, manual.skill manual r told-roll, manual.skill manual a told-harm
combat.damage-dealt: Damage is dealt as soon as an attack rolls a hit, even where an effect then spares every HP \
(p.21, 35)
  r rival C3 blue yellow, a player C4 hp4 Nimble Told_Wound
    engage (1, r hp 2) -> asked kind unit about: dice r a, manual a told-wound; hp a: 4; hp r: 2
manual.skill: A skill that is not applied by itself is asked at the moment that sets it off, and at no other (p.7)
  r rival C3 blue Told_Special, s rival C2, far rival A1, a player C4 hp9, b player D5
    engage strongest (special.next=Told Special, manual.special=nothing) -> asked kind unit about: choice r -, manual \
        r told-special
  r rival C3 blue Told_Strike, s rival C2, far rival A1, a player C4 hp9, b player D5
    engage strongest (manual.skill=nothing, 0) -> asked kind unit about: manual r told-strike, dice r a
  r rival C3 blue Told_Roll, s rival C2, far rival A1, a player C4 hp9, b player D5
    engage strongest (1, manual.skill=nothing) -> asked kind unit about: dice r a, manual r told-roll
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9 Told_Guard, b player D5
    engage strongest (manual.skill=nothing, 0) -> asked kind unit about: manual a told-guard, dice r a
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9 Told_Harm, b player D5
    engage strongest (1, manual.skill=nothing) -> asked kind unit about: dice r a, manual a told-harm
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9 Told_Wound, b player D5
    engage strongest (1, manual.skill=nothing) -> asked kind unit about: dice r a, manual a told-wound
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9, b player D5 Told_Blow
    engage strongest (manual.skill=nothing, 0) -> asked kind unit about: manual b told-blow, dice r a
  r rival C3 blue, s rival C2, far rival A1 Told_Blow, a player C4 hp9, b player D5
    engage strongest (0) -> asked kind: dice
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9 Told_Strike, b player D5
    engage strongest (0) -> asked kind: dice
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9, b player D5 Told_Guard
    engage strongest (0) -> asked kind: dice
  r rival C3 blue Told_Ability, s rival C2, far rival A1, a player C4 hp9, b player D5
    engage strongest (0) -> asked kind: dice
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9 Told_Wound, b player D5
    engage strongest (0) -> asked kind: dice
  r rival C3 blue, s rival C2, far rival A1, a player C4 hp9 Told_Harm, b player D5
    engage strongest (0) -> asked kind: dice
manual.skill: What the player says a skill did is what changes: HP, hexes, dice, damage, target, tactics (p.7)
  r rival C3 blue red, a player C4 hp5 Told_Guard Told_Harm, b player D5 Told_Blow hp5 +adrenaline
    engage (dice blue blue; r hp 2, target b; a hex E1; b loses adrenaline; a gains hamstring, 2) -> asked dice: -, \
        -, blue+blue; hp a: 5; hp b: 3; hp r: 2; at a: E1; combat units.a.tactics: hamstring; combat units.b.tactics: -
    engage (nothing, nothing, 2, damage 1) -> hp a: 4
manual.skill, combat.damage-dealt: What damage sets off comes once it has fallen, from a unit that has survived it \
(p.21; skill sheet)
  r rival C3 hp1 blue blue, a player C4 hp5 Told_Wound: engage (2, r defeated) -> hp a: 3; defeated: r
  r rival C3 hp1 blue blue, a player C4 hp2 Told_Wound, b player E1: engage (2) -> asked kind: dice
manual.skill, term.special-no-attack: A unit that intercepts is asked for its own skills; the dice stay those against \
the target (intercept.when)
  r rival D3 blue, a player C3 hp9, i player D4 hp5 Told_Blow Told_Harm Told_Guard | arena=lamosians
    engage (target i, nothing, 2, damage 1) -> asked dice kind unit about: - manual i told-blow, - manual i \
        told-guard, blue+black dice r a, - manual i told-harm; hp a: 9; hp i: 4
manual.skill: A tactic that no source explains is put before the player when placed, before moves and before acting \
(p.7)
  r rival C3 blue +adrenaline, a player C4 hp5 | tactics=bolster-health
    from tactics (component.effect=by hand, manual.tactic=r hp 5, manual.tactic-move=nothing, \
        manual.tactic-engage=nothing, 0) -> asked kind unit about: effect r bolster-health, manual r bolster-health, \
        manual r bolster-health, manual r bolster-health, dice r a; hp r: 5

# Defeat
defeat.hero: When your hero would be defeated, a blessing crossed off heals it to its full Health instead (p.13, 27)
  r rival C3 blue, h player C4 hp1 hl6 hero
    engage (1, defeat.hero=survive) -> offered: -, survive+lost; hp h: 6; at h: C4; HeroSaved hero: h; defeated: \
        none; combat over: -; turn-ended: 1
defeat.hero: Only your hero is saved by a blessing: a unit of yours, or a primus, is defeated with its last HP (p.13, \
27)
  r rival C3 blue, a player C4 hp1, b player E1: engage (1) -> defeated: a
  p rival B2 as:krakenlance, a player C4, teller rival A3 Told_Ability | event=primus
    abilities (manual.skill=p hp 0) -> defeated: p
blessing.not-against-scion: In the combat against the scion no blessing is offered, and your hero's defeat ends all \
(p.13, 31)
  r rival C3 blue, h player C4 hp1 hl6 hero, b player E1 | event=scion
    engage hero any (1) -> asked id: attack.dice; combat over: campaign-lost
defeat.arena-unit: A defeated arena unit is gone for good, in nobody's camp, and the combat goes on (p.27)
  r rival C3 blue, beast arena C4 hp1, a player E1
    engage (1) -> defeated rule: beast defeat.arena-unit; combat units: r+a; combat lineup: -; combat over: -

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
"""

test_rules = proofs(PROOFS)


def told_by_hand(units: list[str], changes: str, answers: list[Any] | None = None, **more: Any) -> Told:
    """Play the Abilities Step of a board in which the rival unit `teller` has an Ability that does all this."""
    board = [*units, "teller rival A3 Told_Ability"]
    return play(combat("abilities", board, **more), [("manual.skill", changes), *(answers or [])], only="abilities")


# Triggers, damage, skills by hand -------------------------------------------------------------------------------


@pytest.mark.rule("manual.skill")
@pytest.mark.parametrize("fault", ["a hex Z9", "nobody hp 2", "a hex C3", "dice pink", "a gains Wings", "a flies"])
def test_a_line_that_cannot_be_is_refused_whole(fault: str) -> None:
    """What cannot have come of a skill is refused, and nothing of the line is applied (p.7)."""
    board, _ = begin(combat("engage", ["r rival C3 blue Told_Strike", "a player C4"]), "engage")
    with pytest.raises(IllegalError):
        apply(board, f"r hp 1; {fault}")
    assert board.units["r"].hp == 3
    asked = question_of(board)
    assert asked.about == "told-strike"


# Defeat -----------------------------------------------------------------------------------------------------------

HERO = "h player C4 hp1 hl6 hero"
YES, NO = "yes", "no"


@pytest.mark.rule("defeat.hero")
def test_without_a_blessing_the_hero_s_defeat_loses_the_campaign() -> None:
    """Your hero's defeat with no blessing left loses the campaign at once (p.27)."""
    board = ["r rival C3 blue", "s rival E1 blue", HERO, "b player E2"]
    told = engage(board, [1, ("defeat.hero", "lost")], "hero any")
    assert told.combat.over == "campaign-lost"
    assert [event.unit for event in told.of(Defeated)] == ["h"]
    assert [event.unit for event in told.of(Attacked)] == ["r"]
    assert pending(told.combat) is None


@pytest.mark.rule("defeat.rival-unit")
def test_a_defeated_rival_unit_never_comes_back() -> None:
    """A defeated rival unit lies face down, apart from the lineup: only what is still to come is deployed (p.27)."""
    told = told_by_hand(["r rival C3", "a player C4"], "r defeated", lineup=["next", "last"])
    assert [(event.unit, event.rule) for event in told.of(Defeated)] == [("r", "defeat.rival-unit")]
    assert told.combat.lineup == ("next", "last")
    then = play(told.combat, only="deployment")
    assert [event.unit for event in then.of(Deployed)] == ["next"]
    assert "r" not in then.combat.units


@pytest.mark.rule("defeat.your-unit")
def test_a_defeated_unit_of_yours_leaves_the_arena() -> None:
    """A defeated unit of yours leaves the arena, apart from the units that wait in your camp (p.27)."""
    told = engage(["r rival C3 blue", "a player C4 hp1", "b player E1", "c player -"], [1])
    assert [(event.unit, event.side, event.hex) for event in told.of(Defeated)] == [("a", "player", "C4")]
    assert set(told.combat.units) == {"r", "b", "c"}
    assert told.combat.at(told.combat.arena.mat.bit["C4"]) is None


@pytest.mark.rule("defeat.health-chips")
def test_the_hp_of_a_defeated_unit_are_nobody_s() -> None:
    """Health chips that a defeated unit leaves return to the supply: nobody gains them (p.27)."""
    told = told_by_hand(["r rival C3 hp4", "a player C4 hp2", "b player C2 hp5"], "b defeated; r hp 4")
    left = {unit["id"]: unit["hp"] for unit in write_position(told.combat)["units"]}
    assert left == {"r": 4, "a": 2, "teller": 3}


@pytest.mark.rule("defeat.tribune")
@pytest.mark.parametrize("hero", ["h player C4 hp5 hero", "h player - hp5 hero"])
@pytest.mark.parametrize(("gone", "hp"), [("trib", 1), ("r", 5)])
def test_the_tribune_s_defeat_reduces_the_hero(hero: str, gone: str, hp: int) -> None:
    """The tribune's defeat, and no other, cuts your hero to 1 HP, in combat or in camp (p.20, 28, 37)."""
    told = told_by_hand(["trib rival B2 tribune", "r rival C3", hero, "a player E1"], f"{gone} defeated", event="spar")
    assert told.combat.units["h"].hp == hp
    assert [event.hp for event in told.of(HeroReduced)] == ([1] if gone == "trib" else [])
    assert any(unit.tribune for unit in told.combat.units.values()) is (gone != "trib")


@pytest.mark.rule("defeat.flag")
def test_a_defeated_flagholder_drops_the_flag() -> None:
    """The flag drops on the hex where its holder was defeated; nobody else's defeat moves it (p.18, 28)."""
    board = ["r rival C3 blue", "a player C4 hp1", "b player C2 hp1"]
    for target, place in (("a", Place(hex=combat("engage", board).units["a"].hex)), ("b", Place(holder="a"))):
        told = engage(board, [target, 1], flag="@a", event="capture-the-flag")
        assert told.combat.flag == place
        assert [event.hex for event in told.of("dropped")] == (["C4"] if target == "a" else [])


@pytest.mark.rule("defeat.equipped")
def test_what_a_defeated_unit_had_equipped_drops() -> None:
    """A chip that a defeated unit had equipped drops on the hex where it stood, and lies loose there (p.36)."""
    told = engage(["r rival C3 blue", "a player C4 hp1", "b player E1"], [1], chips={"trident": "@a", "chariot": "@b"})
    c4 = told.combat.arena.mat.bit["C4"]
    assert told.combat.chips == {"trident": Place(hex=c4), "chariot": Place(holder="b")}
    assert [(event.chip, event.hex) for event in told.of("dropped")] == [("trident", "C4")]
