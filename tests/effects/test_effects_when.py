"""When a player's own card sets in: each trigger, in which order, how often and until when (p.7, 20-21, 30)."""

from __future__ import annotations

import pytest

from hoplo_companion.components.record_checks import check_effects
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.rules.agenda import advance, apply, pending, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.events import Damaged, Defeated
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import is_moveless, movement
from hoplo_companion.rules.rival.turn import AbilitiesStep, begin
from hoplo_companion.rules.turns import begin_turn, end_turn
from tests.helpers.acting import dice, strike
from tests.helpers.own_catalogue import SIDES, Own, drive, own, turns, used
from tests.helpers.play import Told, ids, play, question_of
from tests.helpers.proofs import proofs

PROOFS = """
# Triggers of a turn
effect.used: The rival's turn sets off its start before anything else, and its end after everything (p.20-24)
  own skills Dawn: turn start: gain 1 hp
  own skills Dusk: turn end: gain 1 hp
  x rival C3 mv0 Dawn Dusk, a player G2
    from deployment -> used: x Dawn, x Dusk
    from engage -> used: x Dusk
  x rival G1 mv0, a player G2 Dawn Dusk: from deployment -> used: none
effect.used: A unit's card may say what happens as it is deployed (p.7, 21)
  own skills Own: deployed: gain 2 hp
  a player G2 | lineup=x hl3 Own/y hl3: deployment -> hp x: 5; used: x Own
  own skills Own: deployed: damage 1 to self
  a player G2 | lineup=x hl3 Own/y hl3: deployment -> hp x: 2; used: x Own
  own skills Own: health +2
  a player G2 | lineup=x hl3 Own/y hl3: deployment -> hp x: 5; used: none
effect.used: Moving, by a move or an Ability of one's own, sets off what waits for that; staying does not (p.36)
  own skills Own: moved: gain 1 hp
  own skills Leap: ability: place self on named (G3)
  x rival A2 mv1 hp5 hl5 Own, y rival C3 mv0 hp5 hl5 Own, a player G2: movement named:B2 -> hp x: 6; hp y: 5
  x rival A2 hp5 hl5 Leap Own, a player G2: abilities named:G3 -> hp x: 6
effect.used: A unit moves when it comes to another hex: one that stays where it is has not moved (p.36)
  own skills Own: ability: move
  own skills Glad: moved: gain 1 hp
  x player C3 Own Glad, r rival G1
    own ability (ability.hex=D3) -> used: x Own, x Glad
    own ability (ability.hex=C3) -> used: x Own
effect.used: A displaced unit has not moved: it sets off what waits for being displaced alone (p.35)
  sides: rival player, player rival
  own skills Own: ability: displace opponent within 1 away
  own skills Thrown: displaced: gain 1 hp
  own skills Gone: moved: gain 9 hp
  x {me} C3 hp5 Own Thrown Gone, y {foe} C4 hp5 Thrown Gone: own ability -> used: x Own, y Thrown; hp y: 6; hp x: 5

# Triggers of an attack
combat.trigger-order: What one incident sets off at one unit comes in the order the player likes (p.21)
  sides: rival player, player rival
  own skills One: suffers damage: heal fully
  own skills Two: suffers damage: gain 1 hp
  x {me} C3 blue, y {foe} C4 hp5 One Two: own attack (1, effect.next=one) -> hp y: 6
  x {me} C3 blue, y {foe} C4 hp5 One Two: own attack (1, effect.next=two) -> hp y: 5

# Whether and how often
effect.used: Whether a card's effect is used is asked where the card leaves it open, of the rival's too (p.21)
  sides: rival player, player rival
  own skills Own: suffers damage: may damage 2 to attacker
  x {me} C3 blue hp5, y {foe} C4 hp5 Own: own attack (1, effect.use=yes) -> hp x: 3
  x {me} C3 blue hp5, y {foe} C4 hp5 Own: own attack (1, effect.use=no) -> hp x: 5
effect.used: Where a card does not leave it open, its unit takes the blow without being asked (p.7)
  own skills Own: ally attacked: intercept if target within 1
  x rival C3 blue, y player C4 hp9, s player C5 hp9 Own: own attack (1) -> hp s: 8; hp y: 9

# Until when
effect.until: What lasts for some time is told as it begins and as it is over, with its words (p.30)
  own skills Own: turn start: range +1 until end of turn
  x rival C3 mv0 Own, a player G2
    from deployment -> effect-began units what until: x range +1 end-of-turn; effect-ended units what: x range +1
"""

test_rules = proofs(PROOFS)


def gained(told: Told, *units: str) -> str:
    """Name the units that have more HP than the 5 they began with."""
    return "".join(unit for unit in units if (told.hp(unit) or 0) > 5)


# Triggers of a turn -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["set up: place all troop on deployment", "cleanup: gain influence 2", "cleanup: recruit"]
)
def test_effects_of_the_campaign_s_moments_are_sound(line: str) -> None:
    """A card may say what happens as the combat is set up and in the Cleanup Phase (p.7, 29)."""
    assert check_effects(read_effects(line), Own().catalogue, "effects") == []


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
def test_a_turn_s_start_sets_off_what_its_troop_has(side: str) -> None:
    """What a turn's start sets off is of the troop whose turn begins (p.7, 20)."""
    units = [f"{each[0]} {each} {at} hp5 hl5 Own" for each, at in (("rival", "A1"), ("player", "G1"), ("arena", "D1"))]
    board = own("turn start: gain 1 hp").combat("deployment", units)
    told = drive(*begin_turn(board, side))
    assert gained(told, "r", "p", "a") == side[0]


@pytest.mark.rule("effect.used", "arena.turn")
def test_an_arena_s_turn_starts_and_ends() -> None:
    """The turn of arena units sets off its start and its end like any turn (p.20, 28)."""
    skills = Own(skills={"Dawn": "turn start: gain 1 hp", "Dusk": "turn end: gain 1 hp"})
    told = skills.arena_turn(["b arena C3 mv0 Dawn Dusk", "a player G2", "r rival A2"])
    assert used(told) == ["b Dawn", "b Dusk"]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_the_opponents_turn_start_lays_hold_on_them(side: str, other: str) -> None:
    """As the opponents' turn starts, what a card does to them for that turn sets in (p.7, 21)."""
    skill = own("opponents turn start: cannot move to all opponents within 1 until end of turn")
    board = skill.combat("deployment", [f"x {side} C3 Own", f"y {other} C4", f"z {other} G1"])
    held = [[is_moveless(each, each.units[id_]) for id_ in "yz"] for each in turns(board, other, side)]
    assert held == [[True, False], [False, False], [False, False], [False, False]]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_the_opponents_turn_start_sets_off_what_happens_at_once(side: str, other: str) -> None:
    """As the opponents' turn starts, damage that a card deals then is dealt (p.7, 21)."""
    board = own("opponents turn start: damage 1 to all opponents within 1").combat(
        "deployment", [f"x {side} C3 Own", f"y {other} C4", f"z {other} G1"]
    )
    told = drive(*begin_turn(board, other))
    assert [(event.unit, event.damage) for event in told.of(Damaged)] == [("y", 1)]


@pytest.mark.rule("effect.used", "tactics.permanent")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("played: daze all allies within 1", (5, True, 2)),
        ("played: gain 1 hp; movement +1", (6, False, 3)),
        ("played: movement +1 until end of combat", (5, False, 3)),
        ("gain 1 hp", (6, False, 2)),
    ],
)
def test_being_played_sets_off_what_a_tactic_does(line: str, found: tuple[int, bool, int]) -> None:
    """A tactic that says so does something as it is placed, and what it always does from then on (p.30)."""
    cry = {"kind": "permanent", "rival_side": "ally", "rival_target": "strongest", "effects": line}
    board = Own(tactics={"Cry": cry}).combat(
        "tactics", ["x rival C3 mv2 hp5", "s rival C4 hp1", "a player G2"], tactics="cry"
    )
    told = play(board, only="tactics")
    now = told.combat
    assert (told.hp("x"), now.units["s"].dazed, movement(now, now.units["x"])) == found
    assert now.units["x"].tactics == ("cry",)
    assert used(told) == ["x Cry"] * (line != "movement +1")


@pytest.mark.rule("effect.used", "arena.turn")
def test_an_arena_s_turn_sets_off_what_its_card_does() -> None:
    """What a card does in the arena's turn it does once, for the arena or for each unit that it is for (p.28)."""
    for line, hurt in (
        ("arena turn: damage 1 to self for player", ["a", "b"]),
        ("arena turn: damage 1 to self if on named (G1) for unit", ["a"]),
        ('arena turn: manual "Roll." for arena', []),
    ):
        card = Own(arenas={"atlanteans": {"effects": line, "arena_turn": True}})
        asked = ["nothing"] if "manual" in line else []
        told = card.arena_turn(
            ["a player G1", "b player G2", "r rival A1"], asked, arena="atlanteans", chips={"trident": "D1"}
        )
        assert [event.unit for event in told.of(Damaged)] == hurt
        assert len(told.asked) == len(asked)


# Triggers of an attack --------------------------------------------------------------------------------------------

ATTACK = [
    ("attacks", "x", (0, 1)), ("rolled", "x", (0, 1)), ("deals damage", "x", (1,)), ("targeted", "y", (0, 1)),
    ("attacked", "y", (0, 1)), ("ally attacked", "s", (0, 1)), ("suffers damage", "y", (1,)), ("harmed", "y", (1,)),
]  # fmt: skip


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(("trigger", "whose", "hits"), ATTACK)
def test_an_attack_sets_off_what_waits_for_it(
    by: str, on: str, trigger: str, whose: str, hits: tuple[int, ...]
) -> None:
    """Each part of an attack sets off what its unit has for it, and nothing at any other unit (p.21, 24)."""
    units = [f"x {by} C3 blue hp5 Own", f"y {on} C4 hp5 Own", f"s {on} G1 hp5 Own", f"t {by} A1 hp5 Own dazed"]
    for hit in (0, 1):
        told = own(f"{trigger}: gain 3 hp").attack(units, [hit])
        assert gained(told, "x", "y", "s", "t") == (whose if hit in hits else "")


@pytest.mark.rule("combat.trigger-order")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_the_attacker_s_card_comes_before_the_others(by: str, on: str) -> None:
    """Of what one incident sets off the attacker's comes first, then that of the attacked and its allies (p.21)."""
    skills = Own(skills={
        "Wary": "targeted: gain 1 hp", "Bold": "attacks: gain 1 hp", "Guard": "ally attacked: gain 1 hp",
        "Mean": "deals damage: gain 1 hp", "Sore": "suffers damage: gain 1 hp",
    })  # fmt: skip
    units = [f"s {on} G1 Guard", f"y {on} C4 hp5 Wary Sore", f"x {by} C3 blue Bold Mean"]
    assert used(skills.attack(units, [1])) == ["x Bold", "y Wary", "s Guard", "x Mean", "y Sore"]


@pytest.mark.rule("effect.used", "combat.damage-dealt")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    ("trigger", "hp"), [("harmed", 4), ("suffers damage", 3), ("attacked", 3), ("targeted", 3), ("deals damage", 3)]
)
def test_a_card_s_damage_is_no_attack_damage(side: str, other: str, trigger: str, hp: int) -> None:
    """Damage that no attack deals sets off what waits for any damage, and nothing of an attack's (p.21)."""
    skills = Own(skills={"Own": "ability: damage 2 to opponent", "Sore": f"{trigger}: gain 1 hp"})
    assert skills.ability([f"x {side} C3 hp5 Own Sore", f"y {other} C4 hp5 Sore"]).hp("y") == hp


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_a_defeat_sets_off_what_both_have(by: str, on: str) -> None:
    """A defeated unit does what its card says from where it stands, then the victor what its own says (p.21)."""
    skills = Own(skills={"Last": "defeated: damage 1 to all opponents within 1", "Win": "defeats: gain 2 hp"})
    units = [f"x {by} C3 blue hp5 Win Last", f"y {on} C4 hp1 Last Win", f"z {on} G1 dazed", f"t {by} A1 Win dazed"]
    told = skills.attack(units, [1])
    assert (used(told), told.hp("x")) == (["y Last", "x Win"], 6)
    assert [event.unit for event in told.of(Defeated)] == ["y"]
    board = skills.combat("engage", units)
    told = drive(*defeat(board, board.units["y"], None))
    assert used(told) == ["y Last"]


# Whether and how often --------------------------------------------------------------------------------------------


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(("line", "holder", "dice"), [
    ("attacks: may add red", "x", "blue blue red"), ("attacked: may remove strongest of attacker", "y", "blue"),
])  # fmt: skip
@pytest.mark.parametrize("use", ["yes", "no"])
def test_a_change_of_dice_that_is_left_open_is_made_where_it_is_wanted(
    by: str, on: str, line: str, holder: str, dice: str, use: str
) -> None:
    """The dice of an attack are those that its effects leave, those left open as it was answered (p.21, 24)."""
    units = [f"x {by} C3 blue blue hp5{' Own' * (holder == 'x')}", f"y {on} C4 hp5{' Own' * (holder == 'y')}"]
    board = own(line).combat("engage", units, **({"state": {"side": "player"}} if by == "player" else {}))
    played = _answered(board, use, 1)
    rolled = next(question.dice for question in played.asked if question.id == "attack.dice")
    assert " ".join(rolled) == (dice if use == "yes" else "blue blue")


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(("line", "asked", "hp"), [
    ("attacked: may lose none", "y", 3), ("attacks: may damage +1", "x", 3), ("harmed: may lose none", "y", 3),
])  # fmt: skip
def test_what_a_card_leaves_open_of_an_attack_is_asked(by: str, on: str, line: str, asked: str, hp: int) -> None:
    """A change of an attack's damage that the card leaves open is not made where the player says no (p.21)."""
    x, y = f"x {by} C3 blue blue hp5", f"y {on} C4 hp5"
    units = [f"{x} Own", y] if asked == "x" else [x, f"{y} Own"]
    told = own(line).combat("engage", units, **({"state": {"side": "player"}} if by == "player" else {}))
    played = _answered(told, "no", 2)
    assert (played.hp("y"), "effect.use" in ids(played)) == (hp, True)


def _answered(board: Combat, use: str, hits: int) -> Told:
    """Have `x` attack `y`, saying the same (or else the first option) to any choice, and these hits to any dice."""
    board, events = advance(push(board, *attack(board.units["x"], board.units["y"])))
    asked = []
    while (question := pending(board)) is not None:
        asked.append(question)
        choice = use if use in question.options else question.options[0] if question.options else hits
        board, more = apply(board, choice)
        events += more
    return Told(board, events, asked)


@pytest.mark.rule("effect.once")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(("once", "hp"), [("", 9), (" once a turn", 7), (" once a combat", 5)])
def test_an_effect_that_works_once_does_so(by: str, on: str, once: str, hp: int) -> None:
    """What works once a turn works again in the next turn, what works once a combat does not (p.7)."""
    board = own(f"suffers damage: gain 2 hp{once}").combat(
        "engage", [f"x {by} C3 blue", f"y {on} C4 hp6 Own", f"z {on} G1"], state={"side": by}
    )
    for turn in (1, 2):
        for _ in range(3 - turn):
            board = strike(board, "x", "y", [1]).combat
        board = drive(*begin_turn(drive(*end_turn(board, by)).combat, by)).combat
    # Three blows cost 3 HP; the skill gave 2 each time that it worked.
    assert board.units["y"].hp == hp


@pytest.mark.rule("effect.once")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("line", "hp"),
    [
        ("attacked: lose none once a turn", 4),
        ("attacked: damage -2 once a turn", 4),
        ("harmed: lose at most 1 once a combat", 3),
    ],
)
def test_an_effect_within_an_attack_works_once_too(by: str, on: str, line: str, hp: int) -> None:
    """A change of an attack's damage that works once a turn is not made for a second attack (p.7)."""
    board = own(line).combat("engage", [f"x {by} C3 blue blue", f"y {on} C4 hp6 Own"], state={"side": by})
    for _ in range(2):
        board = strike(board, "x", "y", [2]).combat
    assert board.units["y"].hp == hp


@pytest.mark.rule("effect.once")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_dice_that_are_added_once_are_not_added_twice(by: str, on: str) -> None:
    """Dice that a card adds once a turn are in the first attack alone (p.7)."""
    board = own("attacks: add red once a turn").combat(
        "engage", [f"x {by} C3 blue Own", f"y {on} C4 hp6"], state={"side": by}
    )
    first = strike(board, "x", "y", [0])
    second = strike(first.combat, "x", "y", [0])
    assert dice(first) + dice(second) == ["blue red", "blue"]


@pytest.mark.rule("effect.once")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_two_effects_of_a_card_work_once_each(by: str, on: str) -> None:
    """Of two effects of one card that each work once a turn, the first does not use up the second (p.7)."""
    skill = own("suffers damage: gain 1 hp once a turn; suffers damage: damage 1 to attacker once a turn")
    board = skill.combat("engage", [f"x {by} C3 blue hp5", f"y {on} C4 hp5 Own"], state={"side": by})
    told = _answered(board, "", 1)
    assert (told.hp("x"), told.hp("y")) == (4, 5)


@pytest.mark.rule("combat.trigger-order")
def test_two_effects_of_a_card_are_told_apart() -> None:
    """Which of a card's two effects comes first is asked with a name for each (p.21)."""
    skill = own('suffers damage: heal fully called "One"; suffers damage: gain 1 hp called "Two"')
    board = skill.combat("engage", ["x rival C3 blue", "y player C4 hp5 Own"])
    board, _ = begin(board, "engage")
    board, _ = apply(board, 1)
    asked = question_of(board)
    assert (asked.id, len(set(asked.options))) == ("effect.next", 2)


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_both_abilities_of_a_card_are_used(side: str, other: str) -> None:
    """A card with two Abilities has both (p.7, 24)."""
    board = own("ability: damage 1 to opponent; ability: heal 1 if hp at least 1").combat(
        "abilities", [f"x {side} C3 hp4 hl5 Own", f"y {other} C4 hp5"], state={"side": side}
    )
    board, _ = AbilitiesStep().resolve(board, None)
    board, _ = advance(board)
    while (question := pending(board)) is not None:
        board, _ = apply(board, question.options[0])
    assert (board.units["x"].hp, board.units["y"].hp) == (5, 4)


@pytest.mark.rule("effect.once")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_what_lasts_from_the_opponents_start_works_once_too(side: str, other: str) -> None:
    """What sets in once a combat as the opponents' turn starts does not set in at their next one (p.7)."""
    skill = own("opponents turn start: movement +1 to all opponents until end of combat once a combat")
    board = skill.combat("deployment", [f"x {side} C3 Own", f"y {other} C4 mv1"])
    assert [movement(each, each.units["y"]) for each in turns(board, other, side, other)] == [2] * 6


@pytest.mark.rule("effect.once")
def test_who_steps_in_once_a_turn_does_so_once() -> None:
    """A unit whose card lets it take a blow once a turn takes no second one (p.7)."""
    skill = own("ally attacked: may intercept if target within 1 once a turn")
    board = skill.combat("engage", ["x rival C3 blue", "y player C4 hp9", "s player C5 hp9 Own"])
    first = strike(board, "x", "y", [1, ("attack.intercept", "s")])
    second = strike(first.combat, "x", "y", [1])
    assert (second.hp("s"), second.hp("y")) == (8, 8)


# Until when -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("effect.until")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    ("until", "lasts"),
    [
        ("end of turn", "10000"),
        ("end of its next turn", "11100"),
        ("start of your next turn", "11110"),
        ("end of combat", "11111"),
    ],
)
def test_what_a_card_does_to_an_opponent_ends_when_it_says(side: str, other: str, until: str, lasts: str) -> None:
    """The next turn of "its" is that of whom it is done to, that of "your" the card's own troop's (p.30)."""
    skill = own(f"turn start: movement +1 to all opponents until {until} once a combat")
    board = skill.combat("deployment", [f"x {side} C3 Own", f"y {other} C4 mv2"])
    found = [movement(each, each.units["y"]) - 2 for each in turns(board, side, other, side)]
    assert "".join(map(str, found))[:5] == lasts


@pytest.mark.rule("effect.until")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_its_next_turn_is_not_the_turn_under_way(by: str, on: str) -> None:
    """What begins in a unit's own turn, "until the end of its next turn", outlasts the turn under way (p.30)."""
    skill = own("suffers damage: movement = 0 to attacker until end of its next turn")
    units = [f"x {by} C3 mv2 blue", f"y {on} C4 hp9 Own"]
    board = strike(skill.combat("engage", units, state={"side": by}), "x", "y", [1]).combat
    assert movement(board, board.units["x"]) == 0
    over = drive(*end_turn(board, by)).combat
    found = [movement(each, each.units["x"]) for each in (over, *turns(over, on, by))]
    assert found == [0, 0, 0, 0, 2]


@pytest.mark.rule("combat.damage-dealt")
@pytest.mark.parametrize("loss", [0, 2])
def test_damage_of_nothing_sets_nothing_off(loss: int) -> None:
    """No damage at all harms nobody (p.35)."""
    board = own("harmed: damage +1").combat("engage", ["x rival C3 hp5 Own", "a player G2"])
    hurt, _ = deal_damage(board, board.units["x"], loss, None)
    assert hurt.units["x"].hp == (5 - loss - 1 if loss else 5)
