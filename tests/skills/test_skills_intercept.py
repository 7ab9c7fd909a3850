"""Intercept Blow: who may take a blow in another's place, and what follows (Unit Skills sheet; Rulebook p.21)."""

from __future__ import annotations

import pytest

from hoplo_companion.rules.events import Attacked, Defeated
from hoplo_companion.rules.model import Combat
from tests.helpers.acting import dealt, dice, fatigued, special, strike, turn_of, used, yours
from tests.helpers.boards import combat
from tests.helpers.play import engage, ids

pytestmark = pytest.mark.rule("skill.intercept-blow")

AFTER, NOBODY = "attack.intercept", "nobody"


def guarded(attacker: str = "blue blue", target: str = "hp3", guard: str = "hp4") -> list[str]:
    """Write a board on which a rival unit attacks `y` of yours, and `i` of yours may intercept."""
    return [f"x rival C3 {attacker}", f"y player C4 {target}", f"i player C5 {guard} Intercept_Blow"]


def rival_guarded(attacker: str = "blue blue", target: str = "hp2", guard: str = "hp4") -> Combat:
    """Make a combat in which `x` of yours attacks `y`, and the rival's `i` may intercept."""
    return yours([f"x player C3 {attacker}", f"y rival C4 {target}", f"i rival C5 {guard} Intercept_Blow"])


@pytest.mark.parametrize(("answer", "left", "taken"), [("i", (3, 2), [("i", "y", "x")]), (NOBODY, (1, 4), [])])
@pytest.mark.parametrize("by", ["rival", "arena"])
def test_your_unit_may_take_the_blow(
    by: str, answer: str, left: tuple[int, int], taken: list[tuple[str, str, str]]
) -> None:
    """When an ally next to it is attacked your unit may take the damage; you say so after the dice (Unit Skills)."""
    board = [line.replace(" rival ", f" {by} ") for line in guarded()]
    told = turn_of(by, board, [("attack.dice", 2), (AFTER, answer)])
    assert (told.hp("y"), told.hp("i")) == left
    assert set(told.asked[1].options) == {NOBODY, "i"}
    assert [(event.unit, event.target, event.attacker) for event in told.of("intercepted")] == taken
    assert [event.target for event in told.of(Attacked)] == ["y"]


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ([*guarded()[:2], "i player D6 hp4 Intercept_Blow"], "not adjacent"),
        ([*guarded()[:2], "i arena C5 hp4 Intercept_Blow"], "no ally"),
        ([*guarded()[:2], "i rival C5 hp4 dazed Intercept_Blow"], "the attacker's ally"),
        ([*guarded()[:2], "i player - Intercept_Blow"], "in camp"),
        ([*guarded()[:2], "i player C5 hp4"], "another skill"),
        ([guarded()[0], "y player C4 hp3 Intercept_Blow", "i player C5 hp4"], "the target itself"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_only_an_adjacent_ally_intercepts(board: list[str], why: str) -> None:
    """Nobody takes a blow but an ally in combat that stands next to the target and has the skill (Unit Skills)."""
    told = engage(board, [("attack.dice", 2)])
    assert (told.hp("y"), told.of("intercepted")) == (1, []), why


@pytest.mark.rule("special.roll")
def test_a_miss_and_a_special_are_not_intercepted() -> None:
    """An attack without a hit deals nothing that anyone could take, and a Special is no attack (p.21, 37)."""
    assert ids(engage(guarded(), [0])) == ["attack.dice"]
    assert ids(strike(rival_guarded(target="hp1"), "x", "y", [0])) == ["attack.dice"]
    assert engage(guarded("blue blue Agile"), [("special.dice", 2)]).hp("y") == 1
    own = special(rival_guarded("blue blue Agile"), "x", "agile", [("special.dice", 2)])
    assert [event.unit for event in own.of(Defeated)] == ["y"]
    ended = engage([*guarded("red hp1", "hp3 Quickstrike", "hp4 Dodge"), "far rival A1 dazed"], [])
    assert [event.unit for event in ended.of(Defeated)] == ["x"]


def test_being_dazed_does_not_keep_a_unit_from_intercepting() -> None:
    """Innate skills work while their unit is dazed, but not while it is fatigued (p.21, 36)."""
    assert engage(guarded(guard="hp4 dazed"), [2, (AFTER, "i")]).hp("i") == 2
    board = fatigued(rival_guarded(), "i")
    assert [event.unit for event in strike(board, "x", "y", [2]).of(Defeated)] == ["y"]


@pytest.mark.parametrize(
    ("target", "guard", "hits", "taken"),
    [
        ("hp2", "hp4", 2, True),
        ("hp2", "hp4", 1, False),
        ("hp3", "hp4", 2, False),
        ("hp2", "hp1", 2, True),
        ("hp2 Absorb", "hp4", 2, False),
        ("hp1 Absorb", "hp4", 2, True),
        ("hp1 Nimble", "hp4", 1, False),
        ("hp1 Nimble", "hp4", 2, True),
        ("hp1 hl2 Nimble", "hp4", 1, True),
        ("hp3 Blasphemous", "hp4", 2, False),
    ],
)
def test_a_rival_intercepts_to_save_an_ally(target: str, guard: str, hits: int, taken: bool) -> None:
    """A rival takes the blow, be it its last, if and only if an adjacent ally would be defeated by it (Unit Skills)."""
    told = strike(rival_guarded(target=target, guard=guard), "x", "y", [hits])
    assert bool(told.of("intercepted")) is taken
    assert "y" in told.combat.units
    assert ("i" in told.combat.units) is (guard != "hp1")
    assert (("i", "x", hits) in dealt(told)) is taken


@pytest.mark.parametrize(
    ("attacker", "target", "hits"),
    [
        ("blue blue elite", "hp3 Blasphemous", 2),
        ("blue blue Perfect_Strike", "hp4", 2),
        ("blue Perfect_Strike", "hp2", 1),
    ],
)
def test_a_rival_reckons_with_all_that_raises_the_damage(attacker: str, target: str, hits: int) -> None:
    """Whether an ally would be defeated is told with all effects on the damage counted (Unit Skills)."""
    told = strike(rival_guarded(attacker, target, "hp9"), "x", "y", [hits])
    assert [event.unit for event in told.of("intercepted")] == ["i"]
    assert told.hp("i") == 9 - hits * (2 if "Perfect" in attacker else 1)


@pytest.mark.rule("manual.skill")
@pytest.mark.parametrize(
    ("hits", "told_", "taken"), [(2, "damage 1", False), (1, "damage 5", True), (2, "nothing", True)]
)
def test_a_rival_reckons_with_damage_that_is_told_by_hand(hits: int, told_: str, taken: bool) -> None:
    """Whether an ally would be defeated is a matter of the damage that it is in for, told by hand or not (sheet)."""
    board = rival_guarded("blue blue Told_Roll", guard="hp9")
    told = strike(board, "x", "y", [hits, ("manual.skill", told_)])
    assert bool(told.of("intercepted")) is taken
    assert "y" in told.combat.units


def test_arena_units_intercept_for_one_another() -> None:
    """An arena unit saves an adjacent arena unit as a rival one would (p.28; Unit Skills)."""
    board = ["x rival C3 blue blue", "y arena C4 hp2", "i arena C5 hp4 Intercept_Blow", "p player G1"]
    assert engage(board, [2]).hp("i") == 2
    assert engage(board, [1]).hp("y") == 1


def test_several_may_intercept_and_one_does() -> None:
    """Of several units that may take a blow one does; a rival's has to, and you choose which (p.21; Unit Skills)."""
    told = engage([*guarded(), "j player B4 hp4 Intercept_Blow"], [2, (AFTER, "j")])
    assert set(told.asked[1].options) == {NOBODY, "i", "j"}
    assert (told.hp("y"), told.hp("i"), told.hp("j")) == (3, 4, 2)
    other = combat("engage", ["j rival B4 hp4 Intercept_Blow"]).units["j"]
    told = strike(rival_guarded().with_unit(other), "x", "y", [2, (AFTER, "j")])
    assert set(told.asked[1].options) == {"i", "j"}
    assert (told.hp("y"), told.hp("i"), told.hp("j")) == (2, 4, 2)


def test_a_blow_is_taken_over_once() -> None:
    """A blow that one unit takes for another is not handed on to a third (Unit Skills)."""
    board = [*guarded(guard="hp2"), "j player D6 hp4 Intercept_Blow"]
    told = engage(board, [2, (AFTER, "i")])
    assert [event.unit for event in told.of(Defeated)] == ["i"]
    assert told.hp("j") == 4


@pytest.mark.parametrize(
    ("attacker", "target", "guard", "hits", "lost"),
    [
        ("blue blue", "hp5 Absorb", "hp5", 2, 2),
        ("blue blue", "hp5", "hp5 Absorb", 2, 1),
        ("blue blue", "hp5", "hp5 Nimble", 1, 0),
        ("blue blue", "hp5", "hp5 Nimble", 2, 2),
        ("blue blue", "hp5 Nimble", "hp5", 1, 1),
        ("blue blue Perfect_Strike", "hp5", "hp5", 2, 4),
        ("blue blue elite", "hp5", "hp5 Blasphemous", 2, 3),
        ("blue blue elite", "hp5 Blasphemous", "hp5", 2, 2),
    ],
)
def test_the_interceptor_s_skills_are_what_counts(attacker: str, target: str, guard: str, hits: int, lost: int) -> None:
    """What a blow costs the unit that takes it goes by that unit's skills, not by the target's (p.21; sheet; FAQ)."""
    told = engage(guarded(attacker, target, guard), [hits, (AFTER, "i")])
    assert (told.hp("y"), told.hp("i")) == (5, 5 - lost)


@pytest.mark.rule("skill.dodge")
def test_dodge_of_the_interceptor_needs_the_word_before_the_dice() -> None:
    """Dodge of the unit that intercepts changes the dice only if it was declared before they were rolled (FAQ)."""
    board = guarded("red black yellow", guard="hp4 Dodge")
    before = engage(board, [(AFTER, "i"), ("attack.dice", 2)])
    assert dice(before) == ["blue blue yellow"]
    assert (before.hp("y"), before.hp("i")) == (3, 2)
    after = engage(board, [(AFTER, NOBODY), ("attack.dice", 2), (AFTER, "i")])
    assert dice(after) == ["red black yellow"]
    assert (after.hp("y"), after.hp("i")) == (3, 2)
    never = engage(board, [(AFTER, NOBODY), ("attack.dice", 2), (AFTER, NOBODY)])
    assert (never.hp("y"), never.hp("i")) == (1, 4)
    missed = engage(board, [(AFTER, "i"), ("attack.dice", 0)])
    assert (missed.hp("y"), missed.hp("i")) == (3, 4)


@pytest.mark.rule("skill.dodge")
def test_dodge_of_the_target_counts_whoever_takes_the_blow() -> None:
    """The target was attacked first, so its Dodge has changed the dice before anyone takes the blow (p.21; FAQ)."""
    told = engage(guarded("red black", "hp3 Dodge"), [("attack.dice", 2), (AFTER, "i")])
    assert (dice(told), told.hp("i")) == (["blue blue"], 2)
    rivals = strike(rival_guarded("red black", "hp2 Dodge"), "x", "y", [("attack.dice", 2)])
    assert (dice(rivals), rivals.hp("i")) == (["blue blue"], 2)


@pytest.mark.rule("skill.dodge")
@pytest.mark.parametrize("attacker", ["red elite", "blue", "yellow"])
def test_nothing_is_asked_before_dice_that_dodge_would_not_change(attacker: str) -> None:
    """Before the dice an interception matters only if Dodge would change them: no elite's, no blue ones (sheet)."""
    told = engage(guarded(attacker, guard="hp4 Dodge"), [("attack.dice", 1), (AFTER, "i")])
    assert (dice(told), told.hp("i")) == ([attacker.split()[0]], 3)


@pytest.mark.rule("skill.dodge")
def test_a_rival_never_intercepts_before_the_dice() -> None:
    """A rival that intercepts with Dodge does so after the dice, which stay as they were rolled (p.21)."""
    told = strike(rival_guarded("red black", guard="hp4 Dodge"), "x", "y", [("attack.dice", 2)])
    assert (dice(told), told.hp("i")) == (["red black"], 2)


@pytest.mark.rule("skill.retaliate")
def test_the_interceptor_retaliates_and_the_target_does_not() -> None:
    """A unit that takes a blow has been attacked and dealt the damage, so it is the one to retaliate (FAQ)."""
    for target, guard, struck in (("", "rg2 Retaliate", 1), ("Retaliate", "rg2", 0), ("", "rg1 Retaliate", 0)):
        told = engage(guarded("blue hp5", f"hp3 {target}", f"hp4 {guard}"), [1, (AFTER, "i")])
        assert told.hp("x") == 5 - struck
        assert used(told) == [("i", "Retaliate")] * struck
        own = rival_guarded("blue hp5", f"hp1 {target}", f"hp4 {guard}")
        assert strike(own, "x", "y", [1]).hp("x") == 5 - struck
    defeated = engage(guarded("blue hp5", "hp3", "hp1 rg2 Retaliate"), [1, (AFTER, "i")])
    assert defeated.hp("x") == 5


@pytest.mark.rule("skill.quickstrike")
def test_the_interceptor_was_not_targeted() -> None:
    """Quickstrike asks for the target, which the interceptor is not; the target's own still works (FAQ)."""
    told = engage(guarded("blue hp5", "hp3", "hp4 rg2 Quickstrike"), [1, (AFTER, "i")])
    assert told.hp("x") == 5
    told = engage(guarded("blue hp5", "hp3 Quickstrike", "hp4 rg2 Quickstrike"), [1, (AFTER, "i")])
    assert told.hp("x") == 4
    before = engage(guarded("red hp5", guard="hp4 rg2 Quickstrike Dodge"), [(AFTER, "i"), 1])
    assert before.hp("x") == 5


def test_deflect_goes_with_who_was_dealt_the_damage() -> None:
    """After an interception the interceptor's Deflect works, and the target's does not (Unit Skills; FAQ)."""
    second = ["s rival D5 rg1 blue", "far rival A1 dazed"]
    board = [*guarded("blue", "hp5 Deflect", "hp5"), *second]
    told = engage(board, [("engage.next", "x"), 1, (AFTER, "i"), ("engage.target", "y"), 1, (AFTER, NOBODY)])
    assert [event.target for event in told.of(Attacked)] == ["y", "y"]
    board = [*guarded("blue", "hp5", "hp5 Deflect"), *second]
    told = engage(board, [("engage.next", "x"), 1, (AFTER, "i"), 1, (AFTER, "i")])
    assert [event.target for event in told.of(Attacked)] == ["y", "y"]
    assert told.hp("i") == 3


def test_your_hero_may_intercept_and_need_a_blessing() -> None:
    """A hero that takes a blow it cannot bear needs a blessing like any other time (p.13, 27)."""
    board = guarded("blue blue", "hp2", "hero hp1 hl6 rg2 Retaliate")
    told = engage(board, [2, (AFTER, "i"), ("defeat.hero", "survive")])
    assert (told.hp("y"), told.hp("i")) == (2, 6)
    assert used(told) == [("i", "Retaliate")]
    assert engage(board, [2, (AFTER, "i"), ("defeat.hero", "lost")]).combat.over == "campaign-lost"
