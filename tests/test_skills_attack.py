"""The Innate skills that have to do with attacks, whoever holds them (Unit Skills sheet; Rulebook p.20-24, 33-37)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Damage, Effect, Fatigue, Forbid, Grant, Owe
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.abilities import abilities
from hoplo_companion.rules.agenda import pending, push
from hoplo_companion.rules.arena_turn import begin_arena_turn
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.engage import attackable
from hoplo_companion.rules.engage import targets as targets_of
from hoplo_companion.rules.events import (
    Attacked,
    CannotAct,
    CombatEnded,
    Damaged,
    Defeated,
    EffectUsed,
    Healed,
    HeroSaved,
    Intercepted,
    Moved,
    Relocated,
    SpecialUsed,
    Stayed,
    ToldByHand,
)
from hoplo_companion.rules.model import Combat, Lasting
from hoplo_companion.rules.modifiers import attack_dice, is_moveless
from hoplo_companion.rules.priorities import priority_list
from hoplo_companion.rules.rival_turn import begin
from hoplo_companion.rules.specials import specials
from hoplo_companion.rules.turns import begin_turn, end_turn
from tests.boards import combat, move, solved, targets
from tests.play import Told, engage, ids, play
from tests.yours import ability, drive, special, strike, yours

PAIRS = [("rival", "player"), ("player", "rival"), ("arena", "player"), ("rival", "arena"), ("player", "arena")]
"""Who attacks whom: every skill is the same whoever holds it."""

FOES = {"rival": "player", "player": "rival", "arena": "rival"}
"""For each troop another one that opposes it."""


def turn_of(side: str, units: list[str], answers: list[Any] | None = None, **more: Any) -> Told:
    """Have `x` attack `y`: as the Engage Step of its troop goes, or for yours as an attack that you choose."""
    if side == "rival":
        return engage(units, answers, **more)
    if side == "player":
        return strike(yours(units, **more), "x", "y", answers)
    board, events = begin_arena_turn(combat("engage", units, **more))
    return drive(board, answers, events)


def blow(by: str, on: str, attacker: str, target: str, answers: list[Any] | None = None, **more: Any) -> Told:
    """Have `x` on C3 attack `y` on C4; every troop has another unit far off, so that no combat ends."""
    far = [f"far-{side} {side} {at} dazed hp9" for side, at in (("rival", "A1"), ("player", "G3"))]
    return turn_of(by, [f"x {by} C3 {attacker}", f"y {on} C4 {target}", *far], answers, **more)


def dice(told: Told) -> list[str]:
    """List the dice of every attack that was rolled, one line for each."""
    return [" ".join(question.dice) for question in told.asked if question.id == "attack.dice"]


def dealt(told: Told) -> list[tuple[str, str, int]]:
    """List all damage: to whom, by whom, how much."""
    return [(event.unit, event.by, event.damage) for event in told.of(Damaged)]


def used(told: Told) -> list[tuple[str, str]]:
    """List the effects that were set off, with their units."""
    return [(event.unit, event.effect) for event in told.of(EffectUsed)]


def fatigued(board: Combat, *units: str) -> Combat:
    """Give the combat with units fatigued, whose skills are all ignored (p.36)."""
    lasting = Lasting(Fatigue(), "By hand", "", "arena", units, "end-of-combat")
    return replace(board, lasting=(*board.lasting, lasting))


def told_of(board: Combat, skill: str, *effects: Effect) -> Combat:
    """Give the combat with what the player has read of a skill that no source states."""
    return replace(board, told={**board.told, f"skills.{skill}": effects})


# Absorb -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.absorb")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize(("hits", "lost"), [(0, 0), (1, 1), (3, 1)])
def test_absorb_loses_one_hp_to_an_attack(by: str, on: str, hits: int, lost: int) -> None:
    """An attack costs a unit with Absorb 1 HP however much it deals, all of which counts as dealt (Unit Skills)."""
    told = blow(by, on, "red red red", "hp4 Absorb", [hits])
    assert told.hp("y") == 4 - lost
    assert dealt(told) == ([("y", "x", hits)] if hits else [])


@pytest.mark.rule("skill.absorb")
def test_absorb_counts_for_each_attack_anew() -> None:
    """Absorb limits what one attack costs: two attacks cost two HP, and the last HP can be lost (Unit Skills)."""
    board = ["x rival C3 red red", "s rival D5 red red", "y player C4 hp3 Absorb", "b player G3"]
    assert engage(board, [2, 2]).hp("y") == 1
    board[2] = "y player C4 hp1 Absorb"
    assert [event.unit for event in engage(board, [("engage.next", "x"), 2]).of(Defeated)] == ["y"]


@pytest.mark.rule("skill.absorb", "special.roll")
def test_absorb_spares_nothing_but_attacks() -> None:
    """Damage by a Special, an Ability or a skill is none of an attack's, and Absorb does not limit it (p.21, 37)."""
    assert engage(["x rival C3 red red red Agile", "y player C4 hp5 Absorb"], [3]).hp("y") == 2
    board = yours(["x player C3 red red red Agile", "y rival C4 hp5 Absorb"])
    assert special(board, "x", "agile", [3]).hp("y") == 2
    thrown = engage(["x rival A1", "y player G3 hp5 Absorb"], arena="atlanteans", chips={"trident": "@x"})
    assert thrown.hp("y") == 3


@pytest.mark.rule("skill.absorb", "engage.order")
@pytest.mark.parametrize(("skill", "asked"), [("Absorb", "attack.dice"), ("Flight", "engage.next")])
def test_absorb_keeps_the_order_from_mattering(skill: str, asked: str) -> None:
    """Where no single attack can defeat the unit with Absorb, the order of two attackers changes nothing (p.24)."""
    board = ["x rival C3 red red red", "s rival D5 blue", f"y player C4 hp3 {skill}", "b player D4 hp9"]
    first = pending(begin(combat("engage", board, "weakest"), "engage")[0])
    assert first is not None
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
def test_an_ability_of_an_elite_opponent_hurts_blasphemous_more() -> None:
    """Fury Aura of your hero costs a rival unit with Blasphemous 2 HP, that of another unit 1 (Unit Skills)."""
    for words, left in (("hero", 3), ("", 4)):
        board = yours([f"x player C3 {words} Fury_Aura-2", "y rival C5 hp5 Blasphemous"], step="abilities")
        assert ability(board, "x", "fury-aura").hp("y") == left


@pytest.mark.rule("skill.blasphemous")
@pytest.mark.parametrize("side", ["rival", "arena"])
def test_a_blasphemous_unit_attacks_your_hero_first(side: str) -> None:
    """A rival or arena unit with Blasphemous targets your hero if it can, ahead of its whole list (Unit Skills)."""
    rest = ["h player C4 hero hp9", "y player C2 hp1"]
    for skill, found in (("Blasphemous", "h"), ("Flight", "y")):
        board = combat("engage", [f"x {side} C3 {skill}", *rest], "flagholder weakest", flag="@y")
        assert [unit.id for unit in targets_of(board, board.units["x"])] == [found]
        assert (priority_list(board, board.units["x"])[0].opponent == "hero") is (found == "h")


# Confidence -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.confidence")
@pytest.mark.parametrize("side", ["rival", "player"])
@pytest.mark.parametrize(
    ("allies", "foes", "found"),
    [(0, 1, "blue green"), (0, 0, "blue"), (1, 1, "blue"), (1, 2, "blue green"), (2, 1, "blue")],
)
def test_confidence_adds_a_green_die_while_outnumbered(side: str, allies: int, foes: int, found: str) -> None:
    """With more opponents in combat than units in its troop, a unit with Confidence has a green die more (p.36)."""
    more = [f"a{at} {side} A{at + 1} dazed" for at in range(allies)]
    more += [f"f{at} {FOES[side]} G{at + 1} dazed" for at in range(foes)]
    more += [f"c{at} {side} -" for at in range(3)]
    told = turn_of(side, [f"x {side} C3 blue Confidence", f"y {FOES[side]} C4 hp9", *more], [0])
    assert dice(told) == [found]


@pytest.mark.rule("skill.confidence", "term.outnumbered", "term.opponent")
def test_confidence_of_and_against_arena_units() -> None:
    """Units of both troops oppose an arena unit, and it opposes them, so that all of them count (p.28, 36)."""
    told = turn_of("arena", ["x arena C3 blue Confidence", "y player C4 hp9", "r rival G3"], [0])
    assert dice(told) == ["blue green"]
    assert dice(turn_of("arena", ["x arena C3 blue Confidence", "y player C4 hp9"], [0])) == ["blue"]
    rivals = ["x rival C3 blue Confidence", "y player C4 hp9", "z arena G3"]
    assert dice(engage(rivals, [0])) == ["blue green"]
    assert dice(engage(rivals, [0], rulings={"opponents.arena": "no"})) == ["blue"]


@pytest.mark.rule("skill.confidence")
def test_confidence_changes_with_the_numbers() -> None:
    """Confidence goes by who is in combat when the dice are gathered, not when the step began (Unit Skills)."""
    board = ["x rival C3 blue", "s rival D5 blue Confidence", "y player C4 hp1", "b player E5 hp9", "c player G1"]
    assert dice(engage(board, [("engage.next", "x"), 1, 0], "weakest")) == ["blue", "blue"]
    assert dice(engage(board, [("engage.next", "s"), "y", 0, 0], "closest"))[0] == "blue green"
    lost = ["x rival C3 blue hp1", "s rival D5 blue Confidence", "y player C4 hp9 Quickstrike", "c player G1"]
    assert dice(engage(lost, [("engage.next", "x"), 0])) == ["blue green"]
    assert dice(engage(lost, [("engage.next", "s"), 0])) == ["blue"]


@pytest.mark.rule("skill.confidence", "skill.combat-lock", "term.opponent")
@pytest.mark.parametrize(
    ("faction", "found", "locked"), [("atlanteans", "blue", False), ("amazons", "blue green", True)]
)
def test_beasts_that_do_not_oppose_locals(faction: str, found: str, locked: bool) -> None:
    """Where arena units do not oppose locals, they neither outnumber a local unit nor are locked by it (FAQ)."""
    board = yours([f"x player C3 blue of:{faction} Confidence Combat_Lock", "y rival C4 hp9", "z arena C2"])
    board = replace(board, arena=replace(board.arena, region="atlanteans", locals_oppose_arena_units=False))
    assert dice(strike(board, "x", "y", [0])) == [found]
    begun = begin_turn(board, "arena")[0]
    assert is_moveless(begun, begun.units["z"]) is locked


# Deflect ----------------------------------------------------------------------------------------------------------

GANG = ["x rival C3 blue", "s rival D5 blue", "y player C4 hp5 Deflect", "b player G3"]


@pytest.mark.rule("skill.deflect")
@pytest.mark.parametrize(("first", "second"), [("x", "s"), ("s", "x")])
def test_after_attack_damage_deflect_ends_the_attacks(first: str, second: str) -> None:
    """Once an attack has dealt damage to a unit with Deflect, no other may target it this turn (Unit Skills)."""
    told = engage(GANG, [("engage.next", first), 1])
    assert [event.unit for event in told.of(Attacked)] == [first]
    assert [(event.unit, event.why) for event in told.of(CannotAct)] == [(second, "no target")]
    missed = engage(GANG, [("engage.next", first), 0, 1])
    assert [event.unit for event in missed.of(Attacked)] == [first, second]


@pytest.mark.rule("skill.deflect")
@pytest.mark.parametrize("skill", ["Absorb", "Nimble"])
def test_damage_that_costs_no_hp_sets_deflect_off(skill: str) -> None:
    """Damage counts as dealt though HP are spared, and Deflect works from then on (p.21, 35)."""
    board = [*GANG, "c player D4 hp9"]
    board[0], board[2] = "x rival C3 blue blue", f"y player C4 hp5 Deflect {skill}"
    told = engage(board, [("engage.next", "x"), 1, 0], "weakest")
    assert [event.target for event in told.of(Attacked)] == ["y", "c"]


@pytest.mark.rule("skill.deflect")
def test_deflect_sends_the_next_attacker_on_by_its_list() -> None:
    """An attacker to whom the unit with Deflect is closed attacks the next on its list (p.24; Unit Skills)."""
    told = engage([*GANG, "c player D4 hp9"], [("engage.next", "x"), 1, 1], "weakest")
    assert [(event.unit, event.target) for event in told.of(Attacked)] == [("x", "y"), ("s", "c")]


@pytest.mark.rule("skill.deflect")
def test_deflect_of_a_rival_closes_it_to_your_other_units() -> None:
    """A rival unit with Deflect that your attack has damaged is no target for your other units (Unit Skills)."""
    board = yours(["x player C3 blue", "b player D5 blue", "y rival C4 hp5 Deflect", "z rival D4"])
    for hits, found in ((1, ["z"]), (0, ["y", "z"])):
        told = strike(board, "x", "y", [hits])
        assert [unit.id for unit in attackable(told.combat, told.combat.units["b"])] == found


@pytest.mark.rule("skill.deflect", "special.roll")
def test_specials_neither_set_deflect_off_nor_heed_it() -> None:
    """A Special is no attack: it leaves Deflect quiet, and it may still go for the unit (p.21, 37)."""
    for first, attacks in (("x", ["s"]), ("s", ["s"])):
        board = ["x rival C3 blue Agile", "s rival D5 blue", "y player C4 hp5 Deflect"]
        told = engage(board, [("engage.next", first), 1, 1])
        assert [event.unit for event in told.of(Attacked)] == attacks
        assert told.hp("y") == 3
    own = yours(["x player C3 blue Agile", "y rival C4 hp5 Deflect"], state={"struck": ["y"]})
    assert attackable(own, own.units["x"]) == []
    assert special(own, "x", "agile", [1]).hp("y") == 4


@pytest.mark.rule("skill.deflect")
def test_deflect_lasts_for_the_turn() -> None:
    """In the next turn, whosever it is, a unit with Deflect may be attacked as before (Unit Skills)."""
    board = engage(GANG, [("engage.next", "x"), 1]).combat
    assert not board.struck
    assert [unit.id for unit in attackable(board, board.units["s"])] == ["y"]
    struck = yours(["x player C3", "y rival C4 hp5 Deflect"], state={"struck": ["y"]})
    assert attackable(struck, struck.units["x"]) == []
    for after in (end_turn(struck, "player")[0], begin_turn(struck, "arena")[0]):
        assert [unit.id for unit in attackable(after, after.units["x"])] == ["y"]


@pytest.mark.rule("skill.deflect")
def test_a_position_within_a_turn_remembers_who_was_struck() -> None:
    """A position given in the middle of a turn tells whom attacks have damaged in it, and Deflect heeds it (sheet)."""
    state = {"struck": ["y"]}
    assert solved("engage", GANG, state=state)["units"]["x"]["targets"] == []
    assert engage(GANG, state=state).of(Attacked) == []


@pytest.mark.rule("skill.deflect", "skill.taunt")
def test_taunt_behind_deflect_binds_nobody() -> None:
    """A unit with Taunt that Deflect closes to attacks binds no attacker, who chooses as if it had no Taunt (p.24)."""
    board = ["x rival C3 blue", "s rival D5 blue", "y player C4 hp5 Deflect Taunt", "c player D4 hp9"]
    told = engage(board, [("engage.next", "x"), 1, 1], "strongest")
    assert [(event.unit, event.target) for event in told.of(Attacked)] == [("x", "y"), ("s", "c")]
    missed = engage(board, [("engage.next", "x"), 0, 1], "strongest")
    assert [event.target for event in missed.of(Attacked)] == ["y", "y"]
    own = yours(["x player C3 blue", "b player D5 blue", "y rival C4 hp5 Deflect Taunt", "c rival D4 hp9"])
    assert [unit.id for unit in attackable(own, own.units["b"])] == ["y"]
    after = strike(own, "x", "y", [1]).combat
    assert [unit.id for unit in attackable(after, after.units["b"])] == ["c"]


@pytest.mark.rule("skill.deflect", "skill.taunt")
def test_another_taunt_binds_where_deflect_closes_one() -> None:
    """Where Deflect closes one of two adjacent units with Taunt, the attacker is bound to the other (Unit Skills)."""
    board = ["x rival C3", "y player C4 hp9 Deflect Taunt", "u player D3 hp1 Taunt", "c player C2 hp5"]
    found = solved("engage", board, "strongest", state={"struck": ["y"]})["units"]["x"]["targets"]
    assert found == ["u"]
    assert solved("engage", board, "strongest")["units"]["x"]["targets"] == ["y"]


# Dig In -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.dig-in")
@pytest.mark.parametrize(("answer", "found"), [("yes", "blue black"), ("no", "blue")])
def test_dig_in_asks_about_a_movement_step_that_it_has_not_seen(answer: str, found: str) -> None:
    """A unit with Dig In that stayed put has a black die more; whether it did is asked if nobody knows (sheet)."""
    script = [("unit.stayed", answer), 0]
    assert dice(engage(["x rival C3 blue Dig_In", "y player C4 hp9"], script)) == [found]
    own = yours(["x player C3 blue Dig_In", "y rival C4 hp9"])
    assert dice(strike(own, "x", "y", script)) == [found]


@pytest.mark.rule("skill.dig-in")
@pytest.mark.parametrize("side", ["rival", "player"])
@pytest.mark.parametrize(("known", "found"), [("stayed", "blue black"), ("moved", "blue")])
def test_dig_in_asks_nothing_that_the_position_tells(side: str, known: str, found: str) -> None:
    """A position within a turn tells who stayed put and who moved, so that nothing is asked (Unit Skills)."""
    told = blow(side, FOES[side], "blue Dig_In", "hp9", [("attack.dice", 0)], state={known: ["x"]})
    assert dice(told) == [found]


@pytest.mark.rule("skill.dig-in")
def test_each_unit_with_dig_in_is_asked_about_for_itself() -> None:
    """Of two units with Dig In that attack, each stayed put or not on its own account (Unit Skills)."""
    board = ["x rival C3 blue Dig_In", "s rival G1 blue Dig_In", "y player C4 hp9", "b player G2 hp9"]
    told = engage(board, [("engage.next", "x"), ("unit.stayed", "yes"), 0, ("unit.stayed", "no"), 0])
    assert [question.unit for question in told.asked if question.id == "unit.stayed"] == ["x", "s"]
    assert dice(told) == ["blue black", "blue"]


@pytest.mark.rule("skill.dig-in")
def test_dig_in_of_a_unit_that_rolls_nothing_is_not_asked_about() -> None:
    """Whether a unit stayed put matters to its own Attack alone, so no one asks while others attack (Unit Skills)."""
    board = ["x rival C3 blue", "s rival A1 red Dig_In", "y player C4 hp9"]
    assert ids(engage(board, [("attack.dice", 0)])) == ["attack.dice"]


@pytest.mark.rule("skill.dig-in", "term.deadliest")
def test_dig_in_of_the_attacker_has_no_say_in_who_is_deadliest() -> None:
    """The deadliest opponent is found by the opponents' dice, whatever the attacker's Dig In gives it (p.35)."""
    board = ["r rival C3 blue Dig_In", "a player C4 hp9 blue blue", "b player C2 hp9 blue"]
    assert targets(board, "deadliest") == ["a"]


@pytest.mark.rule("skill.dig-in")
def test_dig_in_through_a_whole_turn() -> None:
    """Who stays in its own Movement Step digs in for that turn's attack, and who moves does not (Unit Skills)."""
    for at, found in (("C3", "blue black"), ("C2", "blue")):
        told = play(combat("movement", [f"x rival {at} blue Dig_In", "y player C4 hp9"]), [("attack.dice", 0)])
        assert len(told.of(Moved)) == (at == "C2")
        assert dice(told) == [found]
    arena = begin_arena_turn(combat("movement", ["x arena C3 blue Dig_In", "y player C4 hp9"]))
    assert dice(drive(arena[0], [("attack.dice", 0)], arena[1])) == ["blue black"]


@pytest.mark.rule("skill.dig-in")
@pytest.mark.parametrize(("told_", "found"), [("x hex C3; used", "blue"), ("nothing", "blue black")])
def test_a_move_that_is_told_by_hand_is_a_move(told_: str, found: str) -> None:
    """A unit whose move in the Movement Step the player tells has moved in it like any other (p.36; Unit Skills)."""
    at = "C2" if "hex" in told_ else "C3"
    board = combat("movement", [f"x rival {at} blue Dig_In +bolster-health", "y player C4 hp9"])
    script = [("component.effect", "by hand"), ("manual.tactic-move", told_), ("manual.tactic-engage", "nothing")]
    told = play(board, [*script, ("attack.dice", 0)])
    assert (told.hex("x"), dice(told)) == ("C3", [found])


@pytest.mark.rule("skill.dig-in", "skill.combat-lock")
def test_a_unit_kept_from_moving_has_dug_in() -> None:
    """Dig In asks only that the unit stayed put, even where Combat Lock left it no choice (Unit Skills)."""
    board = ["x rival C3 blue Dig_In", "k player C4 hp9 Combat_Lock"]
    told = play(combat("movement", board, "named:A3 any"), [("attack.dice", 0)])
    assert [event.unit for event in told.of(Stayed)] == ["x"]
    assert dice(told) == ["blue black"]


@pytest.mark.rule("skill.dig-in")
def test_being_displaced_later_is_no_movement_in_the_movement_step() -> None:
    """A unit that an Ability relocates after the Movement Step has stayed put in that step (p.35; Unit Skills)."""
    board = ["x rival A1 rg1 blue Dig_In mv0", "s rival A2 blue Hurl-2 mv0", "y player C1 hp9"]
    told = play(combat("movement", board), [("ability.hex", "B1"), ("attack.dice", 0)])
    assert [(event.unit, event.end) for event in told.of(Relocated)] == [("x", "B1")]
    assert dice(told) == ["blue black"]


@pytest.mark.rule("skill.dig-in", "skill.roaming")
@pytest.mark.parametrize(("ways", "found"), [(["n", "s"], "blue"), (["nw", "nw"], "blue black")])
def test_a_roaming_unit_that_comes_back_has_moved(ways: list[str], found: str) -> None:
    """A unit that leaves its hex in its Movement Step has moved, even if it returns to it (p.36; Unit Skills)."""
    board = combat("movement", ["x rival A2 rg3 mv2 blue Dig_In Roaming", "y player D3 hp9"], arena={"blocked": []})
    told = play(board, [*(("roaming.direction", way) for way in ways), ("attack.dice", 0)])
    assert told.hex("x") == "A2"
    assert dice(told) == [found]


@pytest.mark.rule("skill.dig-in", "skill.first-strike")
def test_a_unit_deployed_this_turn_stays_put() -> None:
    """A dazed unit does not move in its Movement Step, so with First Strike its attack has the black die (p.21)."""
    board = combat("deployment", ["y player B1 hp9"], lineup=["x blue Dig_In First_Strike"])
    assert dice(play(board, [("attack.dice", 0)])) == ["blue black"]


@pytest.mark.rule("skill.dig-in", "term.deadliest")
def test_dig_in_counts_in_its_own_turn_alone() -> None:
    """In the rival's turn no unit of yours has the die of Dig In: its Movement Step is another turn's (Unit Skills)."""
    board = ["r rival C3", "a player C4 hp9 blue Dig_In", "b player C2 hp9 blue"]
    assert targets(board, "deadliest") == ["a", "b"]
    own = yours(["r rival C3", "x player C4 blue Dig_In"], state={"stayed": ["x"]})
    for turn, found in (("player", ("blue", "black")), ("rival", ("blue",))):
        assert attack_dice(replace(own, side=turn), own.units["x"], own.units["r"]) == found


@pytest.mark.rule("skill.dig-in")
def test_what_a_turn_saw_of_dig_in_does_not_outlast_it() -> None:
    """A new turn knows nothing yet of who stays put in it (Unit Skills)."""
    told = play(combat("movement", ["x rival C3 blue Dig_In", "y player C4 hp9"]), [0])
    assert not told.combat.stayed | told.combat.moved
    late = replace(told.combat, step="engage")
    with pytest.raises(UnknownStatError):
        attack_dice(late, late.units["x"], late.units["y"])


# Dodge ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.dodge")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize(
    ("elite", "found"), [("", "yellow blue blue blue blue"), ("elite", "yellow blue green black red")]
)
def test_dodge_turns_dice_blue(by: str, on: str, elite: str, found: str) -> None:
    """A non-elite attacker rolls blue for its red, black and green dice against Dodge, an elite one its own (sheet)."""
    told = blow(by, on, f"yellow blue green black red {elite}", "hp9 Dodge", [5])
    assert dice(told) == [found]
    assert told.hp("y") == 4
    assert told.of(Attacked)[0].dice == found.split()


@pytest.mark.rule("skill.dodge")
def test_dodge_turns_added_dice_blue_too() -> None:
    """Dodge takes all dice of the attack, those of skills and of the arena as well (Unit Skills; p.24, 33)."""
    board = [
        "x rival C3 red Confidence",
        "i rival C2 dazed Inspire",
        "y player C4 hp9 Dodge",
        "b player G1",
        "c player G2",
    ]
    assert dice(engage(board, [0])) == ["blue blue blue"]
    high = ["x rival D3 yellow Dig_In", "y player C3 hp9 Dodge"]
    assert dice(engage(high, [("unit.stayed", "yes"), 0], arena="lamosians")) == ["yellow blue blue"]
    own = yours(["x player D3 yellow Dig_In", "y rival C3 hp9 Dodge"], arena="lamosians", state={"stayed": ["x"]})
    assert dice(strike(own, "x", "y", [0])) == ["yellow blue blue"]


@pytest.mark.rule("skill.dodge", "special.roll")
def test_dodge_helps_against_attacks_alone() -> None:
    """The dice of a Special are no attack's, and Dodge leaves them as they are (p.37)."""
    told = engage(["x rival C3 red black Agile", "y player C4 hp9 Dodge"], [2])
    assert told.asked[0].dice == ("red", "black")
    own = yours(["x player C3 red black Agile", "y rival C4 hp9 Dodge"])
    assert special(own, "x", "agile", [2]).asked[0].dice == ("red", "black")


@pytest.mark.rule("skill.dodge")
def test_dodge_is_nobody_else_s() -> None:
    """Dodge counts for attacks on its own unit: its allies, and its own attacks, are rolled as ever (Unit Skills)."""
    board = yours(["x player C3 red Dodge", "y rival C4 hp9", "z rival C5 Dodge"])
    assert dice(strike(board, "x", "y", [0])) == ["red"]
    assert dice(strike(fatigued(yours(["x player C3 red", "y rival C4 hp9 Dodge"]), "y"), "x", "y", [0])) == ["red"]


# Inspire ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.inspire")
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
@pytest.mark.parametrize(
    ("others", "found"),
    [
        (["i {me} C2 dazed Inspire"], "red blue"),
        (["i {me} C2 dazed Inspire", "j {me} B2 dazed Inspire"], "red blue blue"),
        (["i {me} C1 dazed Inspire"], "red"),
        (["i {foe} C2 dazed Inspire"], "red"),
        (["i {me} - Inspire"], "red"),
        ([], "red"),
    ],
    ids=["adjacent", "two of them", "too far", "an opponent", "in camp", "its own"],
)
def test_inspire_adds_a_blue_die_to_adjacent_allies(side: str, others: list[str], found: str) -> None:
    """Each adjacent ally with Inspire gives a unit 1 blue die more, and none gives itself one (Unit Skills)."""
    rest = [line.format(me=side, foe=FOES[side]) for line in others]
    own = "" if rest else "Inspire"
    told = turn_of(side, [f"x {side} C3 red {own}", f"y {FOES[side]} C4 hp9 Taunt", *rest], [0])
    assert dice(told) == [found]


@pytest.mark.rule("skill.inspire")
def test_inspire_goes_with_its_unit() -> None:
    """No die is left of Inspire once its unit is defeated, or while it is fatigued (p.21, 36; Unit Skills)."""
    board = ["x rival C3 red", "i rival B3 hp1 blue Inspire", "y player C4 hp9 Quickstrike"]
    assert dice(engage(board, [("engage.next", "i"), 0])) == ["red"]
    assert dice(engage(board, [("engage.next", "x"), 0])) == ["red blue"]
    own = yours(["x player C3 red", "i player C2 Inspire", "y rival C4 hp9"])
    assert dice(strike(own, "x", "y", [0])) == ["red blue"]
    assert dice(strike(fatigued(own, "i"), "x", "y", [0])) == ["red"]
    assert dice(strike(fatigued(own, "far"), "x", "y", [0])) == ["red blue"]


# The deadliest, with the dice of skills -----------------------------------------------------------------------------

INSPIRED = ["a player C4 hp9 blue blue", "b player C2 hp9 blue blue", "i player D5 hp9 Inspire"]
CONFIDENT = ["a player C4 hp9 blue blue Confidence", "b player C2 hp9 blue blue", "s rival A1", "t rival A2"]


@pytest.mark.rule("term.deadliest", "skill.inspire", "skill.confidence")
@pytest.mark.parametrize("yours_", [INSPIRED, CONFIDENT], ids=["Inspire", "Confidence"])
def test_dice_of_skills_make_a_unit_the_deadliest(yours_: list[str]) -> None:
    """The deadliest unit has the most dice once those of Inspire and Confidence are counted (p.13, 35)."""
    bare = [line.replace("Inspire", "").replace("Confidence", "") for line in yours_]
    rival = "r rival C3 mv2"
    assert targets([rival, *yours_], "deadliest") == ["a"]
    assert targets([rival, *bare], "deadliest") == ["a", "b"]
    hamstring = {"tactics": "hamstring"}
    assert solved("tactics", [rival, *yours_], **hamstring)["tactic"]["targets"] == ["a"]
    assert solved("tactics", [rival, *bare], **hamstring)["tactic"]["targets"] == ["a", "b"]


@pytest.mark.rule("term.deadliest", "skill.inspire", "skill.confidence")
@pytest.mark.parametrize("skill", ["Inspire", "Confidence"])
def test_dice_of_skills_make_a_unit_the_mark(skill: str) -> None:
    """A unit that moves for the deadliest marks the one with the most dice, those of skills included (p.23, 35)."""
    confident = "Confidence" if skill == "Confidence" else ""
    inspire = "Inspire" if skill == "Inspire" else ""
    board = [
        "r rival C3 mv2",
        f"a player E3 blue blue {confident}",
        "b player E2 blue blue",
        f"i player F3 {inspire}",
        *(f"s{at} rival A{at} dazed" for at in (1, 2, 3)),
    ]
    assert move(board, "deadliest")[1] == ["a"]
    bare = [line.replace("Inspire", "").replace("Confidence", "") for line in board]
    assert sorted(move(bare, "deadliest")[1]) == ["a", "b"]


# Intercept Blow ---------------------------------------------------------------------------------------------------

AFTER, NOBODY = "attack.intercept", "nobody"


def guarded(attacker: str = "blue blue", target: str = "hp3", guard: str = "hp4") -> list[str]:
    """Write a board on which a rival unit attacks `y` of yours, and `i` of yours may intercept."""
    return [f"x rival C3 {attacker}", f"y player C4 {target}", f"i player C5 {guard} Intercept_Blow"]


def rival_guarded(attacker: str = "blue blue", target: str = "hp2", guard: str = "hp4") -> Combat:
    """Make a combat in which `x` of yours attacks `y`, and the rival's `i` may intercept."""
    return yours([f"x player C3 {attacker}", f"y rival C4 {target}", f"i rival C5 {guard} Intercept_Blow"])


@pytest.mark.rule("skill.intercept-blow")
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
    assert [(event.unit, event.target, event.attacker) for event in told.of(Intercepted)] == taken
    assert [event.target for event in told.of(Attacked)] == ["y"]


@pytest.mark.rule("skill.intercept-blow")
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
    assert (told.hp("y"), told.of(Intercepted)) == (1, []), why


@pytest.mark.rule("skill.intercept-blow")
def test_a_miss_is_not_intercepted() -> None:
    """An attack without a hit deals nothing that anyone could take (p.21; Unit Skills)."""
    assert ids(engage(guarded(), [0])) == ["attack.dice"]
    assert ids(strike(rival_guarded(target="hp1"), "x", "y", [0])) == ["attack.dice"]


@pytest.mark.rule("skill.intercept-blow")
def test_being_dazed_does_not_keep_a_unit_from_intercepting() -> None:
    """Innate skills work while their unit is dazed, but not while it is fatigued (p.21, 36)."""
    assert engage(guarded(guard="hp4 dazed"), [2, (AFTER, "i")]).hp("i") == 2
    board = fatigued(rival_guarded(), "i")
    assert [event.unit for event in strike(board, "x", "y", [2]).of(Defeated)] == ["y"]


@pytest.mark.rule("skill.intercept-blow", "special.roll")
def test_a_special_is_not_intercepted() -> None:
    """What a Special deals is no attack's, and stays with those that it is dealt to (p.37; Unit Skills)."""
    assert engage(guarded("blue blue Agile"), [("special.dice", 2)]).hp("y") == 1
    own = special(rival_guarded("blue blue Agile"), "x", "agile", [("special.dice", 2)])
    assert [event.unit for event in own.of(Defeated)] == ["y"]


@pytest.mark.rule("skill.intercept-blow")
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
    """A rival unit takes the blow if, and only if, an adjacent ally would be defeated by it (Unit Skills)."""
    told = strike(rival_guarded(target=target, guard=guard), "x", "y", [hits])
    assert bool(told.of(Intercepted)) is taken
    assert "y" in told.combat.units
    assert (("i", "x", hits) in dealt(told)) is taken


@pytest.mark.rule("skill.intercept-blow")
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
    assert [event.unit for event in told.of(Intercepted)] == ["i"]
    assert told.hp("i") == 9 - hits * (2 if "Perfect" in attacker else 1)


@pytest.mark.rule("skill.intercept-blow", "manual.skill")
@pytest.mark.parametrize(
    ("hits", "told_", "taken"), [(2, "damage 1", False), (1, "damage 5", True), (2, "nothing", True)]
)
def test_a_rival_reckons_with_damage_that_is_told_by_hand(hits: int, told_: str, taken: bool) -> None:
    """Whether an ally would be defeated is a matter of the damage that it is in for, told by hand or not (sheet)."""
    board = rival_guarded("blue blue Told_Roll", guard="hp9")
    told = strike(board, "x", "y", [hits, ("manual.skill", told_)])
    assert bool(told.of(Intercepted)) is taken
    assert "y" in told.combat.units


@pytest.mark.rule("skill.intercept-blow")
def test_a_rival_s_interception_may_cost_its_life() -> None:
    """A rival unit saves its ally even if the blow defeats it in turn (Unit Skills)."""
    told = strike(rival_guarded(guard="hp1"), "x", "y", [2])
    assert [event.unit for event in told.of(Defeated)] == ["i"]
    assert told.hp("y") == 2


@pytest.mark.rule("skill.intercept-blow")
def test_arena_units_intercept_for_one_another() -> None:
    """An arena unit saves an adjacent arena unit as a rival one would (p.28; Unit Skills)."""
    board = ["x rival C3 blue blue", "y arena C4 hp2", "i arena C5 hp4 Intercept_Blow", "p player G1"]
    assert engage(board, [2]).hp("i") == 2
    assert engage(board, [1]).hp("y") == 1


@pytest.mark.rule("skill.intercept-blow")
def test_several_may_intercept_and_one_does() -> None:
    """Of several units that may take a blow one does; a rival's has to, and you choose which (p.21; Unit Skills)."""
    told = engage([*guarded(), "j player B4 hp4 Intercept_Blow"], [2, (AFTER, "j")])
    assert set(told.asked[1].options) == {NOBODY, "i", "j"}
    assert (told.hp("y"), told.hp("i"), told.hp("j")) == (3, 4, 2)
    other = combat("engage", ["j rival B4 hp4 Intercept_Blow"]).units["j"]
    told = strike(rival_guarded().with_unit(other), "x", "y", [2, (AFTER, "j")])
    assert set(told.asked[1].options) == {"i", "j"}
    assert (told.hp("y"), told.hp("i"), told.hp("j")) == (2, 4, 2)


@pytest.mark.rule("skill.intercept-blow")
def test_a_blow_is_taken_over_once() -> None:
    """A blow that one unit takes for another is not handed on to a third (Unit Skills)."""
    board = [*guarded(guard="hp2"), "j player D6 hp4 Intercept_Blow"]
    told = engage(board, [2, (AFTER, "i")])
    assert [event.unit for event in told.of(Defeated)] == ["i"]
    assert told.hp("j") == 4


@pytest.mark.rule("skill.intercept-blow")
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


@pytest.mark.rule("skill.intercept-blow", "skill.dodge")
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


@pytest.mark.rule("skill.intercept-blow", "skill.dodge")
def test_dodge_of_the_target_counts_whoever_takes_the_blow() -> None:
    """The target was attacked first, so its Dodge has changed the dice before anyone takes the blow (p.21; FAQ)."""
    told = engage(guarded("red black", "hp3 Dodge"), [("attack.dice", 2), (AFTER, "i")])
    assert (dice(told), told.hp("i")) == (["blue blue"], 2)
    rivals = strike(rival_guarded("red black", "hp2 Dodge"), "x", "y", [("attack.dice", 2)])
    assert (dice(rivals), rivals.hp("i")) == (["blue blue"], 2)


@pytest.mark.rule("skill.intercept-blow", "skill.dodge")
@pytest.mark.parametrize("attacker", ["red elite", "blue", "yellow"])
def test_nothing_is_asked_before_dice_that_dodge_would_not_change(attacker: str) -> None:
    """Before the dice an interception matters only if Dodge would change them: no elite's, no blue ones (sheet)."""
    told = engage(guarded(attacker, guard="hp4 Dodge"), [("attack.dice", 1), (AFTER, "i")])
    assert (dice(told), told.hp("i")) == ([attacker.split()[0]], 3)


@pytest.mark.rule("skill.intercept-blow", "skill.dodge")
def test_a_rival_never_intercepts_before_the_dice() -> None:
    """A rival that intercepts with Dodge does so after the dice, which stay as they were rolled (p.21)."""
    told = strike(rival_guarded("red black", guard="hp4 Dodge"), "x", "y", [("attack.dice", 2)])
    assert (dice(told), told.hp("i")) == (["red black"], 2)


@pytest.mark.rule("skill.intercept-blow", "skill.retaliate")
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


@pytest.mark.rule("skill.intercept-blow", "skill.quickstrike")
def test_the_interceptor_was_not_targeted() -> None:
    """Quickstrike asks for the target, which the interceptor is not; the target's own still works (FAQ)."""
    told = engage(guarded("blue hp5", "hp3", "hp4 rg2 Quickstrike"), [1, (AFTER, "i")])
    assert told.hp("x") == 5
    told = engage(guarded("blue hp5", "hp3 Quickstrike", "hp4 rg2 Quickstrike"), [1, (AFTER, "i")])
    assert told.hp("x") == 4
    before = engage(guarded("red hp5", guard="hp4 rg2 Quickstrike Dodge"), [(AFTER, "i"), 1])
    assert before.hp("x") == 5


@pytest.mark.rule("skill.intercept-blow", "skill.deflect")
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


@pytest.mark.rule("skill.intercept-blow", "blessing.survive")
def test_your_hero_may_intercept_and_need_a_blessing() -> None:
    """A hero that takes a blow it cannot bear needs a blessing like any other time (p.13, 27)."""
    board = guarded("blue blue", "hp2", "hero hp1 hl6 rg2 Retaliate")
    told = engage(board, [2, (AFTER, "i"), ("defeat.hero", "survive")])
    assert (told.hp("y"), told.hp("i")) == (2, 6)
    assert used(told) == [("i", "Retaliate")]
    assert engage(board, [2, (AFTER, "i"), ("defeat.hero", "lost")]).combat.over == "campaign-lost"


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


@pytest.mark.rule("skill.nimble")
def test_nimble_helps_until_the_first_loss() -> None:
    """An attack that gets through leaves a unit with Nimble below its Health, and open to the next (Unit Skills)."""
    board = ["x rival C3 blue", "s rival D5 blue blue", "y player C4 hp4 Nimble"]
    assert engage(board, [("engage.next", "x"), 1, 1]).hp("y") == 2
    assert engage(board, [("engage.next", "s"), 1, 1]).hp("y") == 3


@pytest.mark.rule("skill.nimble", "special.roll")
def test_nimble_helps_against_attacks_alone() -> None:
    """Dice of a Special that miss are no attack's, and Quickstrike is none either (p.21, 37)."""
    assert engage(["x rival C3 blue blue Agile", "y player C4 hp4 Nimble"], [1]).hp("y") == 3
    board = yours(["x player C3 blue blue Agile", "y rival C4 hp4 Nimble"])
    assert special(board, "x", "agile", [1]).hp("y") == 3
    assert blow("rival", "player", "blue hp3 Nimble", "hp3 Quickstrike", [0]).hp("x") == 2


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


@pytest.mark.rule("skill.perfect-strike", "skill.inspire")
def test_every_die_means_those_of_other_skills_too() -> None:
    """A die that Inspire adds has to hit like the others for the damage to double (Unit Skills)."""
    board = ["x rival C3 red red Perfect_Strike", "i rival C2 dazed Inspire", "y player C4 hp9"]
    for hits, lost in ((2, 2), (3, 6)):
        assert engage(board, [hits]).hp("y") == 9 - lost


@pytest.mark.rule("skill.perfect-strike", "special.roll")
def test_a_special_is_no_perfect_strike() -> None:
    """Dice of a Special that all hit are not doubled, since it is no attack (p.37)."""
    assert engage(["x rival C3 blue blue Agile Perfect_Strike", "y player C4 hp9"], [2]).hp("y") == 7
    board = yours(["x player C3 blue blue Agile Perfect_Strike", "y rival C4 hp9"])
    assert special(board, "x", "agile", [2]).hp("y") == 7


@pytest.mark.rule("skill.perfect-strike", "engage.order")
@pytest.mark.parametrize(("skill", "asked"), [("Perfect_Strike", "engage.next"), ("Flight", "attack.dice")])
def test_perfect_strike_counts_in_what_an_order_comes_to(skill: str, asked: str) -> None:
    """Attackers are to be ordered if doubled damage may take away the other one's target (p.24)."""
    board = [f"x rival B4 blue blue {skill}", "s rival D5 blue", "y player C4 hp4", "b player E4 hp5"]
    first = pending(begin(combat("engage", board, "weakest"), "engage")[0])
    assert first is not None
    assert first.id == asked


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


@pytest.mark.rule("skill.quickstrike", "skill.retaliate")
@pytest.mark.parametrize("side", ["rival", "player"])
@pytest.mark.parametrize("skill", ["Quickstrike", "Retaliate"])
@pytest.mark.parametrize(("reach", "struck"), [(1, 0), (2, 1), (3, 1)])
def test_its_own_range_counts(side: str, skill: str, reach: int, struck: int) -> None:
    """The attacker has to be within the Range of the unit that strikes back, not the other way round (Unit Skills)."""
    board = [f"x {side} C3 rg3 blue hp5", f"y {FOES[side]} C5 rg{reach} hp5 {skill}"]
    told = turn_of(side, board, [1])
    assert told.hp("x") == 5 - struck
    assert used(told) == [("y", skill)] * struck


@pytest.mark.rule("skill.quickstrike")
def test_quickstrike_that_defeats_the_attacker_ends_the_attack() -> None:
    """An attacker that Quickstrike defeats rolls no dice, and the next unit acts (Unit Skills; p.21)."""
    board = ["x rival C3 blue hp1", "s rival D5 blue hp5", "y player C4 hp5 Quickstrike", "b player G1"]
    told = engage(board, [("engage.next", "x"), 1])
    assert [event.unit for event in told.of(Defeated)] == ["x"]
    assert [event.unit for event in told.of(Attacked)] == ["s"]
    assert (told.hp("y"), told.hp("s")) == (4, 4)
    own = blow("player", "rival", "blue hp1", "hp5 Quickstrike", [])
    assert [event.unit for event in own.of(Defeated)] == ["x"]
    assert (own.of(Attacked), own.hp("y")) == ([], 5)


@pytest.mark.rule("skill.quickstrike", "skill.intercept-blow")
def test_nobody_intercepts_an_attack_that_quickstrike_ended() -> None:
    """Where the attacker is gone nothing is asked of the units that could take its blow (Unit Skills)."""
    told = engage([*guarded("red hp1", "hp3 Quickstrike", "hp4 Dodge"), "far rival A1 dazed"], [])
    assert [event.unit for event in told.of(Defeated)] == ["x"]


@pytest.mark.rule("skill.quickstrike", "special.roll")
def test_a_special_is_not_struck_at() -> None:
    """A Special makes no attack, so neither Quickstrike nor Retaliate answers it (p.21, 37)."""
    told = engage(["x rival C3 blue Agile hp3", "y player C4 hp5 Quickstrike Retaliate"], [1])
    assert (told.hp("x"), told.hp("y"), used(told)) == (3, 4, [])
    board = yours(["x player C3 blue Agile hp3", "y rival C4 hp5 Quickstrike Retaliate"])
    assert special(board, "x", "agile", [1]).hp("x") == 3


@pytest.mark.rule("skill.quickstrike", "blessing.survive")
@pytest.mark.parametrize(("answer", "rolled"), [("survive", [("attack.dice", 1)]), ("lost", [])])
def test_quickstrike_against_a_hero_on_its_last_hp(answer: str, rolled: list[Any]) -> None:
    """A hero saved by a blessing from Quickstrike goes on with its attack; one that is not loses it all (p.13, 27)."""
    told = blow("player", "rival", "hero blue hp1 hl6", "hp5 Quickstrike", [("defeat.hero", answer), *rolled])
    assert (told.combat.over == "campaign-lost") is (answer == "lost")
    assert [event.hp for event in told.of(HeroSaved)] == ([6] if rolled else [])
    assert told.hp("y") == (4 if rolled else 5)


# Retaliate --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.retaliate")
@pytest.mark.parametrize(("by", "on"), PAIRS)
@pytest.mark.parametrize(("hp", "hits", "struck"), [(3, 0, 0), (3, 1, 1), (3, 2, 1), (2, 2, 0)])
def test_retaliate_answers_damage_that_was_survived(by: str, on: str, hp: int, hits: int, struck: int) -> None:
    """A unit that survives an attack's damage deals the attacker in its Range 1 damage, once (Unit Skills)."""
    told = blow(by, on, "blue blue hp5", f"hp{hp} Retaliate", [hits])
    assert told.hp("x") == 5 - struck
    assert dealt(told)[1:] == [("x", "y", 1)] * struck
    assert ("y" in told.combat.units) is (hp > hits)


@pytest.mark.rule("skill.retaliate")
@pytest.mark.parametrize("skills", ["Retaliate", "Quickstrike", "Deflect", "Absorb Nimble"])
def test_what_strikes_back_is_no_attack(skills: str) -> None:
    """Damage by Retaliate and Quickstrike is no attack damage, so nothing answers or limits it (p.21)."""
    told = blow("rival", "player", f"blue hp5 {skills}", "hp5 Retaliate Quickstrike", [1])
    assert dealt(told) == [("x", "y", 1), ("y", "x", 1), ("x", "y", 1)]
    assert told.hp("x") == 3
    assert not told.combat.struck


@pytest.mark.rule("skill.retaliate", "end.goal-bloodshed")
def test_retaliate_may_end_the_combat() -> None:
    """Retaliate that defeats the last rival unit wins the combat in the rival's own turn (p.18; Unit Skills)."""
    board = ["x rival C3 blue hp1", "s rival D5 blue hp1", "y player C4 hp5 Retaliate", "b player D4 hp1"]
    told = engage(board, [("engage.next", "s"), ("engage.target", "y"), 1, ("engage.target", "y"), 1])
    assert [event.unit for event in told.of(Defeated)] == ["s", "x"]
    assert [event.why for event in told.of(CombatEnded)] == ["goal-met"]
    assert told.combat.over == "goal-met"
    left = engage(["x rival C3 blue hp1", "y player C4 hp5 Retaliate"], [1], lineup=["z"])
    assert (left.combat.over, [event.unit for event in left.of(Defeated)]) == ("", ["x"])


@pytest.mark.rule("skill.quickstrike", "end.goal-bloodshed")
def test_quickstrike_may_end_the_combat() -> None:
    """Quickstrike that defeats the last rival unit wins the combat before the attack is rolled (p.18; Unit Skills)."""
    told = engage(["x rival C3 blue hp1", "y player C4 hp5 Quickstrike"], [])
    assert (told.combat.over, told.of(Attacked)) == ("goal-met", [])


@pytest.mark.rule("skill.retaliate", "skill.quickstrike", "defeat.tribune")
@pytest.mark.parametrize(("skill", "rolled"), [("Quickstrike", []), ("Retaliate", [("attack.dice", 1)])])
def test_the_tribune_may_fall_to_what_strikes_back(skill: str, rolled: list[Any]) -> None:
    """The tribune's defeat reduces your hero to 1 HP even if it was the hero that struck back (p.20, 28)."""
    told = blow("rival", "player", "blue hp1 tribune", f"hp5 hero {skill}", rolled, event="spar")
    assert [event.unit for event in told.of(Defeated)] == ["x"]
    assert told.hp("y") == 1


@pytest.mark.rule("skill.retaliate", "skill.quickstrike", "end.troop-gone")
@pytest.mark.parametrize(("skill", "rolled"), [("Quickstrike", []), ("Retaliate", [("attack.dice", 1)])])
def test_your_last_unit_may_fall_to_what_strikes_back(skill: str, rolled: list[Any]) -> None:
    """If a rival unit that strikes back defeats your last unit in combat, yours may be over too (p.28)."""
    board = yours(["x player C3 blue hp1", f"y rival C4 hp5 {skill}"])
    told = strike(board, "x", "y", [*rolled, ("end.units-left", "no")])
    assert told.combat.over == "troop-gone"


@pytest.mark.rule("skill.retaliate", "blessing.survive")
def test_retaliate_against_your_hero_and_by_it() -> None:
    """Retaliate may cost your hero a blessing; a hero that a blessing saved has survived and retaliates (p.27)."""
    told = blow("player", "rival", "hero blue hp1 hl6", "hp5 Retaliate", [1, ("defeat.hero", "survive")])
    assert (told.hp("x"), told.hp("y")) == (6, 4)
    lost = blow("player", "rival", "hero blue hp1 hl6", "hp5 Retaliate", [1, ("defeat.hero", "lost")])
    assert (lost.combat.over, lost.hp("y")) == ("campaign-lost", 4)
    saved = blow("rival", "player", "blue hp3", "hero hp1 hl6 Retaliate", [1, ("defeat.hero", "survive")])
    assert (saved.hp("x"), saved.hp("y")) == (2, 6)


# Which effect comes first -------------------------------------------------------------------------------------------


@pytest.mark.rule("combat.trigger-order")
def test_the_attacker_s_effects_come_first() -> None:
    """Of several effects that one attack sets off, the attacker's are resolved before the others' (p.21)."""
    board = ["x rival C3 blue hp5 Told_Strike", "y player C4 hp5 Quickstrike", "b player C5 Told_Blow"]
    told = engage(board, [("manual.skill", "nothing"), ("manual.skill", "nothing"), 0])
    kinds = [event.unit for event in told.events if isinstance(event, EffectUsed)]
    assert kinds == ["x", "y", "b"]


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
    assert [type(event) for event in told.events if isinstance(event, ToldByHand | Damaged)] == (
        [Damaged, ToldByHand] if first == "quickstrike" else [ToldByHand, Damaged]
    )


@pytest.mark.rule("combat.trigger-order", "skill.retaliate")
@pytest.mark.parametrize(("first", "struck"), [("retaliate", 1), ("told-wound", 0)])
def test_the_order_of_one_unit_s_effects_can_matter(first: str, struck: int) -> None:
    """A unit that its other effect puts out of reach first has no attacker in Range to retaliate against (p.21)."""
    script: list[Any] = [1, ("effect.next", first), ("manual.skill", "y hex E4")]
    told = engage(["x rival C3 blue hp5", "y player C4 hp5 Retaliate Told_Wound"], script)
    assert told.hp("x") == 5 - struck


# What has no part in attacks --------------------------------------------------------------------------------------


@pytest.mark.rule("engage.order")
@pytest.mark.parametrize("skill", ["Undying", "Combat_Lock", "Flight", "Tactical"])
def test_skills_without_a_part_in_attacks_leave_the_order_alone(skill: str) -> None:
    """Attackers that cannot touch each other's targets act without a question, whatever else is about (p.24)."""
    board = ["r rival C3 blue", "s rival E1 blue", f"a player C4 hp9 {skill}", "b player E2 hp9"]
    first = pending(begin(combat("engage", board), "engage")[0])
    assert first is not None
    assert first.id == "attack.dice"


# First Strike -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.first-strike")
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
@pytest.mark.parametrize(("words", "may"), [("dazed First_Strike", True), ("dazed", False), ("dazed Tactical", False)])
def test_first_strike_acts_while_dazed(side: str, words: str, may: bool) -> None:
    """On the turn of its deployment a unit with First Strike may attack or use a Special, and no Ability (sheet)."""
    board = combat(
        "engage", [f"x {side} C3 blue {words} Agile Regen-1", f"y {FOES[side]} C4 hp9"], state={"side": side}
    )
    unit = board.units["x"]
    assert [each.id for each in attackable(board, unit)] == (["y"] if may else [])
    assert [held.id for held in specials(board, unit)] == (["agile"] if may else [])
    assert abilities(board, unit) == []


@pytest.mark.rule("skill.first-strike")
def test_first_strike_in_the_turn_of_the_deployment() -> None:
    """A rival unit with First Strike is deployed, stays where it is and attacks, all in one turn (p.21, 24)."""
    board = combat("deployment", ["y player B1 hp9"], "any named:D3", lineup=["x blue First_Strike"])
    told = play(board, [("attack.dice", 1)])
    assert [event.unit for event in told.of(Attacked)] == ["x"]
    assert (told.hex("x"), told.of(Moved)) == ("A1", [])
    plain = play(combat("deployment", ["y player B1 hp9"], "any", lineup=["x blue"]))
    assert plain.of(Attacked) == []
    own = strike(yours(["x player C3 dazed First_Strike blue", "y rival C4 hp9"]), "x", "y", [1])
    assert own.hp("y") == 8


# Combat Lock ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.combat-lock")
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
@pytest.mark.parametrize(
    ("lock", "held"),
    [
        ("k {foe} C4 Combat_Lock", True),
        ("k {foe} C4 dazed Combat_Lock", True),
        ("k {foe} C5 Combat_Lock", False),
        ("k {me} C4 Combat_Lock", False),
        ("k {foe} C4", False),
        ("k {foe} - Combat_Lock", False),
    ],
)
def test_combat_lock_takes_the_move_of_whoever_starts_beside_it(side: str, lock: str, held: bool) -> None:
    """A unit next to an opponent with Combat Lock as its turn starts has no move in its Movement Step (sheet)."""
    lines = ["x {me} C3 Flight", lock, "z {foe} G1 Combat_Lock"]
    board = combat("movement", [line.format(me=side, foe=FOES[side]) for line in lines], "any")
    begun = begin_turn(board, side)[0]
    assert is_moveless(begun, begun.units["x"]) is held
    ended = end_turn(begun, side)[0]
    assert not is_moveless(ended, ended.units["x"])


@pytest.mark.rule("skill.combat-lock")
def test_a_fatigued_unit_locks_nobody() -> None:
    """The skills of a fatigued unit are ignored, Combat Lock among them (p.36)."""
    board = fatigued(combat("movement", ["x player C3", "k rival C4 Combat_Lock", "l rival D3 Combat_Lock"]), "k")
    begun = begin_turn(board, "player")[0]
    assert is_moveless(begun, begun.units["x"])
    begun = begin_turn(fatigued(board, "l"), "player")[0]
    assert not is_moveless(begun, begun.units["x"])


@pytest.mark.rule("skill.combat-lock")
def test_combat_lock_through_the_turn_of_rival_and_arena() -> None:
    """A unit held by Combat Lock stays in the Movement Step and still attacks; others move (Unit Skills)."""
    units = ["x {} C3 blue", "s {} A1", "k player C4 hp9 Combat_Lock"]
    rivals = play(combat("movement", [line.format("rival") for line in units], "named:A3 any"), [1])
    assert [event.unit for event in rivals.of(Moved)] == ["s"]
    assert rivals.hp("k") == 8
    board = [line.format("arena") for line in units]
    begun, events = begin_arena_turn(combat("movement", [*board, "r rival G1"], "named:A3 any"))
    told = drive(begun, [1], events)
    assert [event.unit for event in told.of(Moved)] == ["s"]
    assert told.hp("k") == 8


@pytest.mark.rule("skill.combat-lock", "skill.tactical")
def test_a_unit_deployed_beside_combat_lock_did_not_start_there() -> None:
    """A unit that is deployed next to Combat Lock was not there when its turn started, and Tactical lets it move."""
    board = combat("deployment", ["k player B1 hp9 Combat_Lock"], "named:A2", lineup=["x Tactical"])
    told = play(board, [])
    assert [(event.unit, event.start, event.end) for event in told.of(Moved)] == [("x", "A1", "A2")]


@pytest.mark.rule("skill.combat-lock", "skill.reposition")
def test_combat_lock_leaves_other_moves_alone() -> None:
    """Combat Lock takes the move of the Movement Step; a Special that moves its unit still does (Unit Skills)."""
    lock = Lasting(Forbid(what="move"), "Combat Lock", "k", "player", ("x",), "end-of-turn")
    board = replace(combat("engage", ["x rival C3 Reposition", "y player G2"]), lasting=(lock,))
    told = play(board, ["D3"], only="engage")
    assert [event.end for event in told.of(Relocated)] + [event.end for event in told.of(Moved)] == ["D3"]
    assert [event.special for event in told.of(SpecialUsed)] == ["Reposition"]


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
        lasting = Lasting(Grant(skill=skill), "By hand", "", "rival", (unit,), "end-of-combat")
        given = replace(given, lasting=(*given.lasting, lasting))
    told = play(given, [4], only="engage")
    assert [sorted(each.split()) for each in dice(told)] == [["blue", "blue", "blue", "green"]]
    assert told.hp("y") == 12


@pytest.mark.rule("skill.regen")
@pytest.mark.parametrize("order", list(permutations(["Regen-1", "Regen-3"])))
def test_of_two_numbers_the_higher_counts(order: tuple[str, str]) -> None:
    """A unit that has a numbered skill twice uses it once, by the higher of the numbers (p.34)."""
    told = play(combat("abilities", [f"x rival C3 hp1 hl9 {' '.join(order)}", "y player G2"]), only="abilities")
    assert [event.amount for event in told.of(Healed)] == [3]
    granted = order[1].replace("-", " ")
    lasting = Lasting(Grant(skill=granted), "By hand", "", "rival", ("x",), "end-of-combat")
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
