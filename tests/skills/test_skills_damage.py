"""Skills that change what an attack's damage comes to (Unit Skills sheet; Rulebook p.21, 35)."""

from __future__ import annotations

import pytest

from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.events import Attacked
from hoplo_companion.rules.rival.engage import targets as targets_of
from hoplo_companion.rules.rival.mover import priority_list
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.acting import FOES, PAIRS, blow, dealt, special, yours
from tests.helpers.boards import combat
from tests.helpers.play import engage, question_of
from tests.helpers.proofs import Proof, proofs, prove

PROOFS = """
# Absorb
skill.absorb: Absorb limits what one attack costs: two attacks cost two HP, and the last HP can be lost (Unit Skills)
  x rival C3 red red, s rival D5 red red, y player C4 hp3 Absorb, b player G3: engage (2, 2) -> hp y: 1
  x rival C3 red red, s rival D5 red red, y player C4 hp1 Absorb, b player G3: engage (engage.next=x, 2) -> defeated: y

# Blasphemous
skill.blasphemous: Fury Aura of your hero costs a rival unit with Blasphemous 2 HP, that of another unit 1 (Unit \
Skills)
  x player C3 hero Fury_Aura-2, y rival C5 hp5 Blasphemous | step=abilities: ability x fury-aura -> hp y: 3
  x player C3  Fury_Aura-2, y rival C5 hp5 Blasphemous | step=abilities: ability x fury-aura -> hp y: 4

# Nimble
skill.nimble: An attack that gets through leaves a unit with Nimble below its Health, and open to the next (Unit \
Skills)
  x rival C3 blue, s rival D5 blue blue, y player C4 hp4 Nimble
    engage (engage.next=x, 1, 1) -> hp y: 2
    engage (engage.next=s, 1, 1) -> hp y: 3

# Perfect Strike
skill.perfect-strike, skill.inspire: A die that Inspire adds has to hit like the others for the damage to double \
(Unit Skills)
  x rival C3 red red Perfect_Strike, i rival C2 dazed Inspire, y player C4 hp9
    engage (2) -> hp y: 7
    engage (3) -> hp y: 3
skill.blasphemous: For a rival unit with Blasphemous your hero outranks everything on its list as it moves (Unit \
Skills)
  r rival C3 Blasphemous, h player E3 hero, a player A1: move named:C2 weakest -> moves h: D3 D4
  r rival C3 , h player E3 hero, a player A1: move named:C2 weakest -> moves C2: C2
"""


@proofs(PROOFS)
def test_rules(proof: Proof) -> None:
    """Each sentence holds on the boards below it."""
    prove(proof)


# Absorb -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.absorb")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize(("hits", "lost"), [(0, 0), (1, 1), (3, 1)])
def test_absorb_loses_one_hp_to_an_attack(by: str, on: str, hits: int, lost: int) -> None:
    """An attack costs a unit with Absorb 1 HP however much it deals, all of which counts as dealt (Unit Skills)."""
    told = blow(by, on, "red red red", "hp4 Absorb", [hits])
    assert told.hp("y") == 4 - lost
    assert dealt(told) == ([("y", "x", hits)] if hits else [])


@pytest.mark.rule("skill.absorb", "engage.order")
@pytest.mark.parametrize(("skill", "asked"), [("Absorb", "attack.dice"), ("Flight", "engage.next")])
def test_absorb_keeps_the_order_from_mattering(skill: str, asked: str) -> None:
    """Where no single attack can defeat the unit with Absorb, the order of two attackers changes nothing (p.24)."""
    board = ["x rival C3 red red red", "s rival D5 blue", f"y player C4 hp3 {skill}", "b player D4 hp9"]
    first = question_of(begin(combat("engage", board, "weakest"), "engage")[0])
    assert first.id == asked


# Blasphemous ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.blasphemous")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize(("elite", "hits", "lost"), [("elite", 2, 3), ("", 2, 2), ("elite", 1, 2), ("elite", 0, 0)])
def test_blasphemous_is_hurt_more_by_elite_attackers(by: str, on: str, elite: str, hits: int, lost: int) -> None:
    """An elite opponent's attack that hits deals a unit with Blasphemous 1 damage more (Unit Skills)."""
    told = blow(by, on, f"blue blue {elite}", "hp5 Blasphemous", [hits])
    assert told.hp("y") == 5 - lost
    assert dealt(told) == ([("y", "x", lost)] if lost else [])


@pytest.mark.rule("skill.blasphemous")
@pytest.mark.parametrize("side", ["rival", "player"])
def test_blasphemous_counts_each_time(side: str) -> None:
    """Every damage by an elite opponent is 1 higher, a skill's as an attack's, and a Special's too (Unit Skills)."""
    quick = blow(side, FOES[side], "blue hp5 Blasphemous", "hp5 elite Quickstrike Retaliate", [1])
    assert dealt(quick) == [("x", "y", 2), ("y", "x", 1), ("x", "y", 2)]
    assert quick.hp("x") == 1
    plain = blow(side, FOES[side], "blue hp5 Blasphemous", "hp5 Quickstrike Retaliate", [1])
    assert plain.hp("x") == 3
    agile = ["x {} C3 elite blue blue Agile", "y {} C4 hp5 Blasphemous"]
    lines = [line.format(of) for line, of in zip(agile, (side, FOES[side]), strict=True)]
    told = engage(lines, [1]) if side == "rival" else special(yours(lines), "x", "agile", [1])
    assert told.hp("y") == 3


@pytest.mark.rule("skill.blasphemous")
@pytest.mark.parametrize("side", ["rival", "arena"])
def test_a_blasphemous_unit_attacks_your_hero_first(side: str) -> None:
    """A rival or arena unit with Blasphemous targets your hero if it can, ahead of its whole list (Unit Skills)."""
    rest = ["h player C4 hero hp9", "y player C2 hp1"]
    for skill, found in (("Blasphemous", "h"), ("Flight", "y")):
        board = combat("engage", [f"x {side} C3 {skill}", *rest], "flagholder weakest", flag="@y")
        assert [unit.id for unit in targets_of(board, board.units["x"])] == [found]
        assert (priority_list(board, board.units["x"])[0].opponent == "hero") is (found == "h")


# Nimble -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.nimble")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize(
    ("hp", "hits", "lost"),
    [("hp4 hl4", 0, 0), ("hp4 hl4", 1, 0), ("hp4 hl4", 2, 0), ("hp4 hl4", 3, 3), ("hp6 hl4", 2, 0), ("hp4 hl5", 2, 2)],
)
def test_nimble_ignores_an_attack_with_a_miss(by: str, on: str, hp: str, hits: int, lost: int) -> None:
    """With HP no fewer than its Health, a unit with Nimble loses nothing to an attack of which a die missed (sheet)."""
    told = blow(by, on, "blue blue blue", f"{hp} Nimble", [hits])
    assert told.hp("y") == int(hp[2]) - lost
    assert dealt(told) == ([("y", "x", hits)] if hits else [])


@pytest.mark.rule("skill.nimble", "skill.retaliate")
def test_damage_that_nimble_ignores_was_dealt_all_the_same() -> None:
    """Damage ignored still counts as dealt, so the unit retaliates; without a hit none was dealt (p.21, 35)."""
    for hits, left in ((1, 4), (0, 5)):
        for side in ("rival", "player"):
            told = blow(side, FOES[side], "blue blue hp5", "hp4 Nimble Retaliate", [hits])
            assert (told.hp("y"), told.hp("x")) == (4, left)


# Perfect Strike -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.perfect-strike")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize(
    ("attack_", "hits", "lost"), [("blue blue", 2, 4), ("blue blue", 1, 1), ("red", 1, 2), ("red", 0, 0)]
)
def test_perfect_strike_doubles_when_every_die_hits(by: str, on: str, attack_: str, hits: int, lost: int) -> None:
    """If all dice of its attack hit, a unit with Perfect Strike deals twice the damage (Unit Skills)."""
    told = blow(by, on, f"{attack_} Perfect_Strike", "hp9", [hits])
    assert told.hp("y") == 9 - lost
    assert dealt(told) == ([("y", "x", lost)] if lost else [])
    assert told.of(Attacked)[0].hits == hits


@pytest.mark.rule("skill.perfect-strike")
@pytest.mark.parametrize(
    ("attacker", "target", "hits", "damage", "lost"),
    [
        ("blue blue", "Absorb", 2, 4, 1),
        ("blue blue", "Nimble", 2, 4, 4),
        ("blue blue", "Nimble", 1, 1, 0),
        ("blue blue", "Nimble Absorb", 2, 4, 1),
        ("blue blue elite", "Blasphemous", 2, 5, 5),
        ("red red", "Dodge", 2, 4, 4),
    ],
)
@pytest.mark.parametrize("by", ["rival", "player"])
def test_perfect_strike_meets_defences(by: str, attacker: str, target: str, hits: int, damage: int, lost: int) -> None:
    """The attacker's doubling comes first, then what the attacked unit's own skills make of it (p.21; sheet)."""
    told = blow(by, FOES[by], f"{attacker} Perfect_Strike", f"hp9 {target}", [hits])
    assert dealt(told) == [("y", "x", damage)]
    assert told.hp("y") == 9 - lost


@pytest.mark.rule("skill.perfect-strike", "engage.order")
@pytest.mark.parametrize(("skill", "asked"), [("Perfect_Strike", "engage.next"), ("Flight", "attack.dice")])
def test_perfect_strike_counts_in_what_an_order_comes_to(skill: str, asked: str) -> None:
    """Attackers are to be ordered if doubled damage may take away the other one's target (p.24)."""
    board = [f"x rival B4 blue blue {skill}", "s rival D5 blue", "y player C4 hp4", "b player E4 hp5"]
    first = question_of(begin(combat("engage", board, "weakest"), "engage")[0])
    assert first.id == asked


@pytest.mark.rule("skill.blasphemous")
@pytest.mark.parametrize(
    ("attacker", "damage"), [("h player C3 hero", 3), ("h player C3 elite", 3), ("h rival C3 elite", 2)]
)
def test_an_elite_ally_and_your_hero_as_such(attacker: str, damage: int) -> None:
    """Your hero is elite, and an elite unit of its own side hurts a Blasphemous one no more than others (sheet)."""
    board = combat("engage", [attacker, "a rival C4 hp9 Blasphemous"])
    assert deal_damage(board, board.units["a"], 2, board.units["h"])[0].units["a"].hp == 9 - damage
