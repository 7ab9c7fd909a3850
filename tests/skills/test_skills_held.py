"""How a skill is had: once, not while fatigued, and Undying, which does nothing in combat (Rulebook p.34, 36)."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Forbid, Grant, Owe
from hoplo_companion.rules.agenda import push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.events import Attacked, Defeated, Healed
from hoplo_companion.rules.model import Lasting
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.engage import targets as targets_of
from tests.helpers.acting import FOES, ability, blow, dice, drive, fatigued, used, yours
from tests.helpers.boards import combat
from tests.helpers.play import play

# Undying ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.undying")
def test_the_data_tell_what_undying_does(catalogue: Catalogue) -> None:
    """A unit with Undying cannot be sacrificed and comes back to camp in every Cleanup Phase (Unit Skills)."""
    record = catalogue.skill("undying")
    assert record is not None
    assert [(effect.on, effect.verbs) for effect in record.effects or []] == [
        ("always", [Forbid(what="be-sacrificed")]),
        ("cleanup", [Owe(what="return-to-camp")]),
    ]


@pytest.mark.rule("skill.undying")
@pytest.mark.parametrize("side", ["rival", "player"])
def test_undying_does_not_help_in_combat(side: str) -> None:
    """In combat a unit with Undying is attacked and defeated like any other (Unit Skills; p.21)."""
    told = blow(side, FOES[side], "blue blue", "hp2 Undying", [2])
    assert [event.unit for event in told.of(Defeated)] == ["y"]


# A skill that a unit has twice ----------------------------------------------------------------------------------------


@pytest.mark.rule("skill.confidence", "skill.inspire", "skill.retaliate", "skill.quickstrike", "skill.perfect-strike")
def test_a_skill_is_had_once() -> None:
    """A unit that is given a skill it has already has it once, and it works once (p.34)."""
    skills = "Retaliate Quickstrike"
    told = blow("rival", "player", "blue hp9", f"hp9 {skills} {skills}", [1])
    assert told.hp("x") == 7
    board = ["x rival C3 blue blue Perfect_Strike Confidence", "i rival C2 dazed Inspire", "y player C4 hp20"]
    board += [f"z{at} player G{at}" for at in (1, 2)]
    given = combat("engage", board)
    for skill, unit in (("Perfect Strike", "x"), ("Confidence", "x"), ("Inspire", "i")):
        lasting = Lasting(Grant(skill=skill), (unit,), "end-of-combat", "By hand", fresh=True)
        given = replace(given, lasting=(*given.lasting, lasting))
    told = play(given, [4], only="engage")
    assert [sorted(each.split()) for each in dice(told)] == [["blue", "blue", "blue", "green"]]
    assert told.hp("y") == 12


@pytest.mark.rule("skill.regen", "modifiers.skill-once")
@pytest.mark.parametrize("order", list(permutations(["Regen-1", "Regen-3"])))
def test_of_two_numbers_the_higher_counts(order: tuple[str, str]) -> None:
    """A unit that has a numbered skill twice uses it once, by the higher of the numbers (p.34)."""
    told = play(combat("abilities", [f"x rival C3 hp1 hl9 {' '.join(order)}", "y player G2"]), only="abilities")
    assert [event.amount for event in told.of(Healed)] == [3]
    granted = order[1].replace("-", " ")
    lasting = Lasting(Grant(skill=granted), ("x",), "end-of-combat", "By hand", fresh=True)
    board = combat("abilities", [f"x rival C3 hp1 hl9 {order[0]}", "y player G2"])
    told = play(replace(board, lasting=(lasting,)), only="abilities")
    assert [event.amount for event in told.of(Healed)] == [3], f"{granted} over {order[0]}"
    own = ability(
        replace(yours([f"x player C3 hp1 hl9 {order[0]}", "y rival G2"], step="abilities"), lasting=(lasting,)),
        "x",
        "regen",
    )
    assert own.hp("x") == 4


# Nothing at all is set off ----------------------------------------------------------------------------------


@pytest.mark.rule("term.fatigued")
@pytest.mark.parametrize("by", ["rival", "player"])
def test_the_skills_of_a_fatigued_unit_are_ignored(by: str) -> None:
    """A fatigued unit that is attacked has none of its skills, Innate ones included (p.36)."""
    words = "Absorb Nimble Dodge Quickstrike Retaliate Deflect Blasphemous"
    board = combat("engage", [f"x {by} C3 red red red hp5 elite", f"y {FOES[by]} C4 hp9 {words}"], state={"side": by})
    told = drive(push(fatigued(board, "y"), *attack(board.units["x"], board.units["y"])), [("attack.dice", 2)])
    assert (dice(told), told.hp("y"), told.hp("x"), used(told)) == (["red red red"], 7, 5, [])
    assert [unit.id for unit in attackable(told.combat, told.combat.units["x"])] == ["y"]


@pytest.mark.rule("term.fatigued", "skill.perfect-strike", "skill.confidence")
def test_a_fatigued_unit_does_not_attack_at_all() -> None:
    """A fatigued unit cannot attack, so whatever its skills would add to its attack is moot (p.36)."""
    board = fatigued(combat("engage", ["x rival C3 blue Perfect_Strike", "y player C4 hp9"]), "x")
    assert play(board, [], only="engage").of(Attacked) == []
    assert targets_of(board, board.units["x"]) == []
    assert [unit.id for unit in targets_of(replace(board, lasting=()), board.units["x"])] == ["y"]
