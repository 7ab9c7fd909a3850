"""Specials that damage an opponent weaker, farther off, or all around (Unit Skills sheet; Rulebook p.24, 37)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.events import (
    Attacked,
    Damaged,
    Defeated,
)
from hoplo_companion.rules.rival.engage import specials
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.acting import arena_turn, in_arena_of, options, place_of, special, yours
from tests.helpers.boards import combat, solved, targets
from tests.helpers.own_catalogue import Own
from tests.helpers.play import engage, ids, question_of, rolled

DICE = "special.dice"


@pytest.mark.rule("special.roll")
@pytest.mark.parametrize(
    ("skill", "foes", "about"), [("Long_Shot-3", ["E3"], "y0"), ("Whirlwind", ["C4", "C2"], "Whirlwind")]
)
def test_the_dice_of_a_special_are_asked_for_by_whom_it_hits(skill: str, foes: list[str], about: str) -> None:
    """Against one unit its dice are named by that unit, against several by the Special (p.37)."""
    units = [f"y{at} player {hex_} hp2" for at, hex_ in enumerate(foes)]
    board, _ = begin(combat("engage", [f"r rival C3 blue {skill}", *units]), "engage")
    question = question_of(board)
    assert (question.id, question.about) == (DICE, about)


# Heave ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.heave", "term.strongest-die")
@pytest.mark.parametrize(
    ("dice", "best"),
    [("yellow green blue", "green"), ("black red", "red"), ("blue blue", "blue"), ("black green", "black")],
)
def test_heave_rolls_the_strongest_die_at_somebody_weaker(dice: str, best: str) -> None:
    """In place of its attack a rival rolls its strongest die at a weaker opponent up to 3 hexes off (Unit Skills)."""
    told = engage([f"r rival C3 {dice} Heave", "a player C4 hp5", "w player F2 hp2"], [(DICE, 1)])
    assert rolled(told) == [([best], ["w"])]
    assert (told.hp("a"), told.hp("w"), told.of(Attacked)) == (5, 1, [])


@pytest.mark.rule("skill.heave")
@pytest.mark.parametrize(
    ("others", "priorities"),
    [
        (["a player C4 hp5", "w player G2 hp2"], "any"),
        (["a player C4 hp5", "w player E3 hp5"], "any"),
        (["a player C4 hp5", "w player E3 hp6"], "any"),
        (["a player C4 hp5", "s rival E3 hp1"], "any"),
        (["a player C4 hp5 hero", "w player E3 hp1"], "hero"),
    ],
)
def test_without_anybody_weaker_in_reach_a_heaver_attacks(others: list[str], priorities: str) -> None:
    """Heave gives way to the attack where it reaches nobody weaker whom its list means (Unit Skills; p.24)."""
    board = ["r rival C3 blue green Heave", *others]
    told = engage(board, [("attack.dice", 2)], priorities)
    assert (told.hp("a"), told.of("special-used")) == (3, [])
    assert targets(board, priorities) == ["a"]


@pytest.mark.rule("skill.heave")
def test_heave_is_weighed_against_each_target_that_may_be_chosen() -> None:
    """Heave takes the place of that attack alone whose target is stronger than somebody in its reach (sheet)."""
    board = ["r rival C3 blue Heave", "a player C4 hp5", "b player C2 hp2", "w player E3 hp3"]
    told = engage(board, [("engage.target", "a"), ("special.target", "w"), (DICE, 1)])
    assert options(told) == {"a", "b"}
    assert options(told, 1) == {"b", "w"}
    assert told.hp("w") == 2
    assert engage(board, [("engage.target", "b"), ("attack.dice", 1)]).hp("b") == 1
    assert targets(board) == ["b"]
    assert engage(board, [(DICE, 1)], "strongest").hp("w") == 2
    assert engage(board, [("attack.dice", 1)], "weakest").hp("b") == 1


@pytest.mark.rule("skill.heave")
def test_heave_is_compared_with_the_attack_that_taunt_demands() -> None:
    """The attack to compare with is the one it would make, Taunt included; Heave itself is not bound (sheet)."""
    board = ["r rival C3 rg2 blue Heave", "t player C4 hp3 Taunt", "h player C5 hp2 hero"]
    assert engage(board, [(DICE, 1)], "hero").hp("h") == 1
    strong = ["r rival C3 rg2 blue Heave", "t player C4 hp2 Taunt", "h player C5 hp3 hero"]
    assert engage(strong, [("attack.dice", 1)], "hero").hp("t") == 1


@pytest.mark.rule("skill.heave")
def test_heave_with_nobody_to_attack_hangs_on_the_ruling() -> None:
    """With no attack to compare with Heave is used on anybody, or, read otherwise, on nobody (heave.alone)."""
    board = ["r rival C3 blue Heave", "a player F2 hp5", "b player G2 hp1"]
    assert engage(board, [(DICE, 1)]).hp("a") == 4
    assert engage(board, rulings={"heave.alone": "never"}).of("special-used") == []
    either: dict[str, Any] = {"rulings": {"heave.alone": "never"}}
    assert engage([board[0], "a player C4 hp5", "b player C5 hp2"], [(DICE, 1)], **either).hp("b") == 1


@pytest.mark.rule("skill.agile", "skill.heave", "skill.long-shot")
@pytest.mark.parametrize(
    ("words", "others", "open_", "dice"),
    [
        ("rg2 blue blue Agile", ["t rival C4 hp2 Taunt", "b rival C5 hp4", "c rival E1"], {"t", "b"}, ["blue", "blue"]),
        ("yellow blue Heave", ["a rival C4 hp1", "b rival F2", "c rival G2", "x arena C2"], {"a", "b", "x"}, ["blue"]),
        ("green blue Long_Shot-2", ["a rival C4", "b rival E3 hp4", "c rival F2"], {"a", "b"}, ["blue"]),
    ],
    ids=["Agile", "Heave", "Long Shot"],
)
def test_your_special_goes_for_any_opponent_in_its_reach(
    words: str, others: list[str], open_: set[str], dice: list[str]
) -> None:
    """Whom a Special of yours reaches it may go for: Taunt, weaker units and attacks at hand do not matter (p.27)."""
    board = yours([f"h player C3 {words}", *others, "y player C5" if "Heave" in words else "y player C2"])
    told = special(board, "h", specials(board, board.units["h"])[0].id, [("special.target", "b"), (DICE, 1)])
    assert (options(told), rolled(told), told.of(Attacked)) == (open_, [(dice, ["b"])], [])


# Long Shot ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.long-shot", "term.strongest-die")
@pytest.mark.parametrize(("number", "hit"), [(1, 0), (2, 0), (3, 1), (4, 1)])
def test_a_long_shot_is_taken_where_there_is_no_attack(number: int, hit: int) -> None:
    """Without an attack a rival rolls its weakest die at an opponent within the number (Unit Skills)."""
    told = engage([f"r rival C3 black yellow green Long_Shot-{number}", "a player F2 hp3"], [(DICE, 1)] * hit)
    assert told.hp("a") == 3 - hit
    assert rolled(told) == [(["yellow"], ["a"])] * hit


@pytest.mark.rule("skill.long-shot")
def test_no_long_shot_by_a_unit_that_has_an_attack() -> None:
    """A rival that can attack anybody does so, and leaves Long Shot alone (Unit Skills)."""
    board = ["r rival C3 black yellow Long_Shot-4", "a player C4 hp4", "h player C5 hp1 hero"]
    told = engage(board, [("attack.dice", 2)], "hero any")
    assert (told.hp("a"), told.of("special-used")) == (2, [])
    assert targets(board, "hero any") == ["a"]


@pytest.mark.rule("skill.agile", "skill.heave", "skill.long-shot", "engage.special-target")
@pytest.mark.parametrize(
    ("words", "others", "chosen", "open_"),
    [
        ("rg2 Agile", ["a player C4 hp3", "b player C5 hp3", "c player B2 hp1", "d player G2 hp3"], "b", {"a", "b"}),
        ("Heave", ["a player C4 hp5", "b player C5 hp3", "c player E3 hp3", "d player E2 hp1"], "c", {"b", "c"}),
        ("Long_Shot-3", ["a player C5 hp4", "b player E3 hp4", "d player G2 hp9"], "b", {"a", "b"}),
        ("Long_Shot-3", ["a player C5 hp4", "b player E3 hp4", "c player E2 hp5", "d player G2 hp9"], "c", set()),
    ],
)
def test_the_list_tells_whom_a_special_goes_for(words: str, others: list[str], chosen: str, open_: set[str]) -> None:
    """A Special targets the highest bold priority that is possible for it; equal ones are open (p.24)."""
    script = [("special.target", chosen)] if open_ else []
    told = engage([f"r rival C3 blue {words}", *others], [*script, (DICE, 1)], "strongest")
    assert [event.unit for event in told.of(Damaged)] == [chosen]
    assert not open_ or options(told) == open_


# Whirlwind ------------------------------------------------------------------------------------------------------

AROUND = ["a player C4 hp5", "b player C2 hp5", "c player D3 hp5"]


@pytest.mark.rule("skill.whirlwind", "term.strongest-die")
@pytest.mark.parametrize(("count", "hits"), [(2, 1), (2, 2), (3, 0), (3, 2), (3, 3)])
def test_whirlwind_rolls_once_for_each_and_all_take_the_hits(count: int, hits: int) -> None:
    """The weakest die is rolled once for every adjacent opponent, and each takes the total (Unit Skills)."""
    others = ["far player C5 hp5", "s rival B2 hp5"]
    told = engage(["r rival C3 black yellow Whirlwind", *AROUND[:count], *others], [(DICE, hits)], "hero")
    adjacent = [line[0] for line in AROUND[:count]]
    assert rolled(told) == [(["yellow"] * count, adjacent)]
    assert [told.hp(id_) for id_ in adjacent] == [5 - hits] * count
    assert (told.hp("far"), told.hp("s"), told.of(Attacked)) == (5, 5, [])


@pytest.mark.rule("skill.whirlwind")
@pytest.mark.parametrize(
    "others", [["a player C4 hp5"], ["a player C4 hp5", "b player C5"], ["a player C4 hp5", "s rival C2"]]
)
def test_a_rival_beside_a_single_opponent_attacks_it(others: list[str]) -> None:
    """Whirlwind is used beside two opponents or more, and an attack is made beside one (Unit Skills)."""
    told = engage(["r rival C3 black yellow Whirlwind", *others], [("attack.dice", 2)])
    assert (told.hp("a"), told.of("special-used")) == (3, [])


@pytest.mark.rule("skill.whirlwind")
@pytest.mark.parametrize(("reading", "used"), [("default", 1), ("no", 0)])
def test_arena_units_count_for_whirlwind_as_far_as_they_oppose(reading: str, used: int) -> None:
    """Adjacent opponents are counted, arena units among them as the ruling has it (p.28, 36; opponents.arena)."""
    board = ["r rival C3 blue Whirlwind", "a player C4 hp5", "x arena C2 hp5"]
    told = engage(board, [(DICE if used else "attack.dice", 1)], rulings={"opponents.arena": reading})
    assert len(told.of("special-used")) == used
    assert (told.hp("a"), told.hp("x")) == (4, 5 - used)


@pytest.mark.rule("skill.whirlwind")
def test_taunt_does_not_narrow_a_whirlwind() -> None:
    """Whirlwind is no attack: Taunt changes nothing, and whoever survives it does not retaliate (p.21, 37)."""
    board = ["r rival C3 blue hp5 Whirlwind", "t player C4 hp5 Taunt Retaliate", "b player C2 hp2 Retaliate"]
    told = engage(board, [(DICE, 2)])
    assert [event.unit for event in told.of(Defeated)] == ["b"]
    assert (told.hp("t"), told.hp("r")) == (3, 5)


@pytest.mark.rule("skill.whirlwind")
def test_a_whirlwind_can_take_the_hero_and_others_at_once() -> None:
    """Everyone adjacent takes the total, the hero by a blessing at the worst (Unit Skills; p.13, 27)."""
    board = ["r rival C3 blue Whirlwind", "h player C4 hp2 hl6 hero", "b player C2 hp2", "c player G1"]
    told = engage(board, [(DICE, 2), ("defeat.hero", "survive")])
    assert told.hp("h") == 6
    assert "b" not in told.combat.units


@pytest.mark.rule("skill.whirlwind")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_your_whirlwind_turns_beside_any_number(count: int) -> None:
    """Your unit may use Whirlwind beside one opponent as well (Unit Skills; p.27)."""
    around = [line.replace("player", "rival") for line in AROUND[:count]]
    told = special(yours(["h player C3 red blue Whirlwind", *around, "s rival G1"]), "h", "whirlwind", [(DICE, 1)])
    assert rolled(told) == [(["blue"] * count, [line[0] for line in around])]
    assert [told.hp(line[0]) for line in around] == [4] * count


@pytest.mark.rule("skill.whirlwind")
def test_an_arena_unit_whirls_beside_opponents_alone() -> None:
    """Locals that do not oppose a Beast are none of the two that Whirlwind asks for (p.28)."""
    board = ["x arena C3 mv0 blue Whirlwind", "a player C4 hp3 of:plutos-refugees", "r rival C2 hp3"]
    told = arena_turn(in_arena_of("plutos-refugees", "movement", board), [("attack.dice", 1)])
    assert (told.hp("a"), told.hp("r")) == (3, 2)


# Several Specials -----------------------------------------------------------------------------------------------


SEVERAL: list[tuple[str, list[str], dict[str, list[Any]]]] = [
    (
        "blue green Long_Shot-3 Heave",
        ["a player E3 hp5"],
        {"Long Shot": [["blue"], ["a"]], "Heave": [["green"], ["a"]]},
    ),
    (
        "blue green Whirlwind Heave",
        ["a player C4 hp6", "b player C2 hp5", "w player E3 hp1"],
        {"Whirlwind": [["blue", "blue"], ["a", "b"]], "Heave": [["green"], ["b"]]},
    ),
]


@pytest.mark.rule("engage.special-next")
@pytest.mark.parametrize(("words", "others", "rolls"), SEVERAL)
def test_of_several_specials_whose_conditions_are_met_one_is_chosen(
    words: str, others: list[str], rolls: dict[str, list[Any]]
) -> None:
    """Where the conditions of several Specials are right, the player chooses which one is used (p.24)."""
    for chosen, roll in rolls.items():
        told = engage([f"r rival C3 {words}", *others], [("special.next", chosen), (DICE, 0)], "strongest")
        assert options(told) == set(rolls)
        assert rolled(told) == [tuple(roll)]


@pytest.mark.rule("engage.special-next", "skill.reposition")
def test_reposition_is_one_special_among_several() -> None:
    """Long Shot and Reposition are both used without an attack, so that either may be chosen (p.24; sheet)."""
    board = ["r rival C3 mv1 blue Long_Shot-3 Reposition", "a player E3 hp5"]
    told = engage(board, [("special.next", "Reposition"), ("special.hex", "D4")])
    assert options(told) == {"Long Shot", "Reposition"}
    assert told.hex("r") == "D4"
    assert engage(board, [("special.next", "Long Shot"), (DICE, 1)]).hp("a") == 4


@pytest.mark.rule("engage.special-next", "skill.heave")
def test_one_special_of_two_applies_and_is_used_unasked() -> None:
    """A Special whose conditions are not met is none of the choices (p.24)."""
    told = engage(["r rival C3 blue Whirlwind Long_Shot-3", "a player C4 hp5", "b player C2 hp5"], [(DICE, 1)])
    assert ids(told) == [DICE]
    assert [event.special for event in told.of("special-used")] == ["Whirlwind"]
    told = engage(["r rival C3 blue Whirlwind Long_Shot-3", "a player E3 hp5"], [(DICE, 1)])
    assert [event.special for event in told.of("special-used")] == ["Long Shot"]


@pytest.mark.rule("arena.trident-throw")
def test_your_trident_may_be_thrown_at_anybody() -> None:
    """Your holder of the trident chooses any opponent in combat, who equips it if it survives (Atlanteans card)."""
    board = ["h player A1 of:atlanteans", "a rival G3 hp9", "b rival B1 hp3", "x arena C3 hp9", "y player C4"]
    throw = yours(board, arena="atlanteans", chips={"trident": "@h"})
    told = special(throw, "h", "atlanteans", [("special.target", "b")])
    assert options(told) == {"a", "b", "x"}
    assert place_of(told, "trident") == "B1"
    told = special(throw, "h", "atlanteans", [("special.target", "a")])
    assert (told.hp("a"), place_of(told, "trident")) == (6, "a")


@pytest.mark.rule("skill.agile", "skill.whirlwind", "skill.long-shot")
@pytest.mark.parametrize("skills", ["Agile", "Whirlwind", "Heave", "Long_Shot-2", "mv1 Reposition"])
def test_solve_knows_no_target_for_whoever_uses_a_special(skills: str) -> None:
    """A unit whose Special applies attacks nobody (p.24)."""
    board = [f"r rival C3 blue {skills}", "a player C4 hp5", "b player C2 hp5", "w player C5 hp1"]
    if skills in ("Long_Shot-2", "mv1 Reposition"):
        board = [board[0], "w player C5 hp1"]
    assert solved("engage", board, "strongest")["units"]["r"]["targets"] == []


@pytest.mark.rule("engage.special")
def test_a_rival_does_not_give_up_its_attack_for_a_special_that_reaches_nobody() -> None:
    """A rival's Special for everybody around it is used only with somebody around it (p.24)."""
    own = Own(skills={"Own": "special: daze all opponents within 1"})
    far = own.special(["x rival C3 rg3 hp3 blue Own", "y player E3 hp5"], [("attack.dice", 1)])
    assert far.hp("y") == 4
    near = own.special(["x rival C3 rg3 hp3 blue Own", "y player C4 hp5"], [])
    assert near.combat.units["y"].dazed
