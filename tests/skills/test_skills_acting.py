"""Abilities and Specials that deal damage or heal, for every side (Unit Skills sheet; Rulebook p.21, 24, 37)."""

from __future__ import annotations

import json

import pytest

from hoplo_companion.rules.events import (
    Attacked,
    CannotAct,
    Damaged,
    Defeated,
    Healed,
)
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.acting import FOES, ability, arena_turn, finish_by, in_arena_of, options, special, yours
from tests.helpers.boards import READER, combat, position, targets
from tests.helpers.play import abilities, engage, ids, play, rolled

DICE = "special.dice"


# Fury Aura ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.fury-aura")
@pytest.mark.parametrize(
    ("number", "others", "hit"),
    [
        (1, ["a player C4 hp3", "b player C5 hp1"], "a"),
        (2, ["a player C4 hp3", "b player C5 hp2"], "b"),
        (2, ["a player C4 hp3", "h player C2 hero hp2", "s rival B2 hp1"], "h"),
        (3, ["a player E1 hp3", "b player G2 hp2"], "a"),
        (2, ["a player C4 hp3", "x arena E3 hp2"], "x"),
        (1, ["s rival C4", "a player C5"], ""),
    ],
)
def test_a_rival_s_fury_aura_hits_the_weakest_within_its_number(number: int, others: list[str], hit: str) -> None:
    """A rival deals 1 damage to the weakest opponent no more hexes off than the number, if any (Unit Skills)."""
    told = abilities([f"r rival C3 rg1 Fury_Aura-{number}", *others], priorities="hero strongest")
    assert [(event.unit, event.by, event.damage) for event in told.of(Damaged)] == ([(hit, "r", 1)] if hit else [])
    assert (told.asked, len(told.of("effect-used"))) == ([], bool(hit))


@pytest.mark.rule("skill.fury-aura")
def test_equally_weak_opponents_are_yours_to_choose_among() -> None:
    """Several opponents that are equally weak and near enough are all open, whatever the list says (Unit Skills)."""
    board = ["r rival C3 Fury_Aura-2", "a player C4 hp2", "b player C5 hp2", "c player B2 hp3", "d player G2 hp2"]
    told = abilities(board, [("ability.target", "b")], "strongest")
    assert options(told) == {"a", "b"}
    assert (told.hp("a"), told.hp("b")) == (2, 1)


@pytest.mark.rule("skill.fury-aura")
def test_fury_aura_is_no_attack() -> None:
    """What is set off by attacks stays quiet at Fury Aura, while a step later an attack wakes it (p.21)."""
    board = ["r rival C3 blue Fury_Aura-1 hp9", "a player C4 hp6 Retaliate Quickstrike Deflect"]
    told = play(combat("abilities", board), [("attack.dice", 1)])
    assert [(event.unit, event.by) for event in told.of(Damaged)] == [("a", "r"), ("r", "a"), ("a", "r"), ("r", "a")]
    assert (told.hp("a"), told.hp("r")) == (4, 7)


@pytest.mark.rule("skill.fury-aura")
def test_each_fury_aura_sees_what_the_one_before_has_done() -> None:
    """Abilities are used one after the other, in any order, each on the board that it finds (p.24)."""
    board = ["r rival C3 Fury_Aura-1", "s rival D4 Fury_Aura-1", "a player C4 hp1", "b player D3 hp2"]
    told = abilities(board, [("abilities.next", "s fury-aura")])
    assert options(told) == {"r fury-aura", "s fury-aura"}
    assert [event.unit for event in told.of(Defeated)] == ["a"]
    assert [(event.unit, event.by) for event in told.of(Damaged)] == [("a", "s"), ("b", "r")]


@pytest.mark.rule("skill.fury-aura")
def test_your_fury_aura_goes_where_you_like() -> None:
    """Your unit may choose any opponent near enough, the strongest as well (p.26; Unit Skills)."""
    board = [
        "h player C3 Fury_Aura-2",
        "a rival C4 hp1",
        "b rival C5 hp5",
        "c rival E1 hp3",
        "x arena B2",
        "y player C2",
    ]
    told = ability(yours(board), "h", "fury-aura", [("ability.target", "b")])
    assert options(told) == {"a", "b", "x"}
    assert told.hp("b") == 4


@pytest.mark.rule("skill.fury-aura")
def test_a_beast_s_fury_aura_spares_locals() -> None:
    """An arena unit's Fury Aura takes the weakest of both troops; the Refugees' own are no opponents (p.28, FAQ)."""
    board = ["x arena C3 mv0 Fury_Aura-1", "a player C4 hp3", "r rival C2 hp2", "l player D4 hp1 of:plutos-refugees"]
    told = arena_turn(in_arena_of("plutos-refugees", "movement", board, "strongest"))
    assert [(event.unit, event.damage) for event in told.of(Damaged)] == [("r", 1)]
    elsewhere = arena_turn(in_arena_of("kunlun", "movement", board, "strongest"))
    assert [event.unit for event in elsewhere.of(Defeated)] == ["l"]


# Regen ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.regen", "term.heal")
@pytest.mark.parametrize(("number", "hp", "left"), [(1, 1, 2), (3, 1, 4), (3, 3, 5), (1, 5, 5), (2, 7, 7)])
def test_regen_heals_its_number_on_every_side(number: int, hp: int, left: int) -> None:
    """Regen heals its number in each Abilities Step, up to Health; more HP than Health stay (p.12, 24, 36)."""
    unit = f"C3 mv0 hp{hp} hl5 Regen-{number}"
    board = combat("abilities", [f"r rival {unit}", "a player G2"])
    assert [(event.unit, event.amount) for event in play(board, only="abilities").of(Healed)] == [("r", left - hp)]
    assert play(board, only="engage").hp("r") == hp
    assert ability(yours([f"h player {unit}", "r rival G1"]), "h", "regen").hp("h") == left
    assert arena_turn(combat("movement", [f"x arena {unit}", "a player G2"])).hp("x") == left


# Agile ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.agile", "special.roll")
def test_a_rival_with_agile_rolls_its_attack_and_makes_none() -> None:
    """Agile rolls the unit's own Attack, and each hit is 1 damage, without being an attack (Unit Skills; p.37)."""
    told = engage(["r rival C3 blue green Agile", "a player C4 hp9"], [(DICE, 2)])
    assert told.asked[0].dice == ("blue", "green")
    assert [(event.special, event.target, event.because) for event in told.of("special-used")] == [
        ("Agile", "a", "any")
    ]
    assert (told.hp("a"), told.of(Attacked)) == (7, [])
    assert targets(["r rival C3 blue green Agile", "a player C4 hp9"]) == []


@pytest.mark.rule("skill.agile")
@pytest.mark.parametrize(
    ("units", "priorities"),
    [
        (["r rival C3 blue Agile", "a player C5"], "any"),
        (["r rival C3 blue Agile", "a player C4"], "hero"),
        (["r rival C3 Agile", "a player C4"], "any"),
        (["r rival C3 blue Agile dazed", "a player C4"], "any"),
    ],
)
def test_agile_without_a_target_leaves_the_unit_idle(units: list[str], priorities: str) -> None:
    """Out of Range, off the list, without dice or dazed a rival with Agile does nothing at all (p.24; sheet)."""
    told = engage(units, [], priorities)
    assert (told.of("special-used"), told.of(Attacked)) == ([], [])
    assert [event.unit for event in told.of(CannotAct)] == ["r"]


@pytest.mark.rule("skill.agile")
def test_taunt_does_not_draw_agile() -> None:
    """Taunt binds attacks, and Agile is none: the list alone tells its target (Unit Skills; p.24, 37)."""
    board = ["r rival C3 rg2 blue Agile", "t player C4 hp1 Taunt", "h player C5 hp3 hero"]
    told = engage(board, [(DICE, 1)], "hero weakest")
    assert (told.hp("h"), told.hp("t")) == (2, 1)
    assert engage([board[0].replace("Agile", ""), *board[1:]], [("attack.dice", 1)], "hero weakest").hp("h") == 3


@pytest.mark.rule("skill.agile", "special.roll", "skill.absorb", "skill.nimble", "skill.dodge", "skill.perfect-strike")
@pytest.mark.parametrize("skill", ["Retaliate", "Quickstrike", "Absorb", "Nimble", "Dodge", "Deflect"])
@pytest.mark.parametrize("side", ["rival", "player"])
def test_nothing_that_answers_attacks_answers_a_special(side: str, skill: str) -> None:
    """No skill that is set off by attacks or attack damage is set off by a Special, nor Perfect Strike (p.21, 37)."""
    board = [f"r {side} C3 black black black Agile Perfect_Strike hp5", f"a {FOES[side]} C4 hp9 hl9 {skill}"]
    told = engage(board, [(DICE, 3)]) if side == "rival" else special(yours(board), "r", "agile", [(DICE, 3)])
    assert told.asked[0].dice == ("black", "black", "black")
    assert (told.hp("a"), told.hp("r")) == (6, 5)
    told = engage(board, [(DICE, 2)]) if side == "rival" else special(yours(board), "r", "agile", [(DICE, 2)])
    assert told.hp("a") == 7


@pytest.mark.rule("arena.steps", "skill.agile", "skill.heave", "skill.long-shot", "skill.whirlwind")
@pytest.mark.parametrize(
    ("skill", "others", "hp"),
    [
        ("Agile", ["a player C4 hp3", "r rival C2 hp5"], (3, 4)),
        ("Heave", ["a player C4 hp5", "r rival E3 hp2"], (5, 1)),
        ("Long_Shot-2", ["a player C5 hp2", "r rival C1 hp3"], (2, 2)),
        ("Whirlwind", ["a player C4 hp3", "r rival C2 hp3"], (2, 2)),
    ],
)
def test_an_arena_unit_uses_specials_by_the_arena_s_list(skill: str, others: list[str], hp: tuple[int, int]) -> None:
    """Arena units use Specials by the rival's rules, on units of both troops (p.28)."""
    told = arena_turn(combat("movement", [f"x arena C3 mv0 blue {skill}", *others], "strongest"), [(DICE, 1)])
    assert (told.hp("a"), told.hp("r")) == hp


@pytest.mark.rule("skill.agile", "skill.confidence", "skill.inspire")
def test_agile_rolls_the_attack_as_it_stands() -> None:
    """Whatever changes the Attack itself changes what Agile rolls: Inspire beside it, Confidence (p.33)."""
    board = [
        "r rival C3 yellow Agile Confidence",
        "s rival C2 Inspire",
        "a player C4 hp9",
        "b player G1",
        "c player G2",
    ]
    told = engage(board, [(DICE, 3)])
    assert sorted(told.asked[0].dice) == ["blue", "green", "yellow"]
    assert engage([*board[:1], *board[2:4]], [(DICE, 1)]).asked[0].dice == ("yellow", "green")


ALL_ACTING = [
    "Agile", "Heave", "Long_Shot-2", "Reposition", "Whirlwind",
    "Fury_Aura-1", "Hook", "Hurl-2", "Pull", "Shove", "Swap", "Regen-1",
]  # fmt: skip


@pytest.mark.rule("combat.dazed")
@pytest.mark.parametrize("skill", ALL_ACTING)
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
def test_whoever_is_dazed_uses_neither_abilities_nor_specials(skill: str, side: str) -> None:
    """A dazed unit uses no Ability and no Special, on any side (p.21, 35)."""
    other = "player" if side == "rival" else "rival"
    unit = f"u {side} C3 mv1 hp1 hl3 blue {skill} dazed"
    units = [unit, f"a {other} C5 hp5", f"b {other} C2 hp5", f"c {other} D4 hp2", f"e {side} E3 mv0"]
    if side == "player":
        read = yours(units)
        name = skill.split("-")[0].lower().replace("_", "-")
        told = [ability(read, "u", name), special(read, "u", name)]
    elif side == "rival":
        told = [play(combat("abilities", [unit, *units[1:4]]))]
    else:
        told = [arena_turn(combat("movement", [unit, *units[1:4]]))]
    for each in told:
        assert each.combat.units["u"].hp == 1
        acted = {event.what for event in each.events}
        assert acted.isdisjoint(("special-used", "effect-used", "rolled-at", "damaged"))
        assert each.hex("u") == "C3"


@pytest.mark.rule("skill.whirlwind")
def test_a_whirlwind_that_defeats_the_last_rivals_ends_the_combat() -> None:
    """The combat is won at the moment the last rival unit is defeated, by a Special too (p.18, 28)."""
    told = special(yours(["h player C3 blue Whirlwind", "r rival C4 hp1", "s rival C2 hp2"]), "h", "whirlwind", [2])
    assert told.combat.over == "goal-met"


@pytest.mark.rule("skill.heave")
def test_the_dice_of_a_heaver_are_asked_for_where_nobody_knows_them() -> None:
    """Whatever number or die a rule needs and nobody has told is asked for, once, when it is needed (p.7, 24)."""
    written = position("engage", ["r rival C3 Heave", "a player C4 hp5", "b player C2 hp2", "w player E3 hp3"])
    rival = next(unit for unit in written["units"] if unit["id"] == "r")
    del rival["attack"]
    board = READER.read(json.dumps(written).encode())
    said = {"component.stat": "blue green", "engage.target": "a", "special.target": "w", DICE: 1}
    told = finish_by(*begin(board, "engage"), said)
    assert rolled(told) == [(["green"], ["w"])]
    assert sorted(ids(told)) == sorted(said)


@pytest.mark.rule("skill.heave", "skill.dig-in")
@pytest.mark.parametrize(("stayed", "dice"), [("yes", "black"), ("no", "blue")])
def test_whether_a_heaver_stayed_put_is_asked_for(stayed: str, dice: str) -> None:
    """The Attack as it stands has the die of Dig In, which hangs on the Movement Step before (Unit Skills; p.33)."""
    board = ["r rival C3 blue Heave Dig_In", "a player C4 hp5", "b player C2 hp2", "w player E3 hp3"]
    said = {"unit.stayed": stayed, "engage.target": "a", "special.target": "w", DICE: 1}
    told = finish_by(*begin(combat("engage", board), "engage"), said)
    assert rolled(told) == [([dice], ["w"])]
    assert sorted(ids(told)) == sorted(said)
