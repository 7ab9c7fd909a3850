"""Each verb that a player's own card may use, at work: attacks, stats, damage, healing (docs/effects.md; p.7, 20-37).

`Own(skills={"Own": line})` makes a skill that does what the line says; `x` has it, or `y`, whom `x` attacks.
"""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.errors import InvalidError
from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.events import Attacked, Damaged
from hoplo_companion.rules.modifiers import attack_dice, health, movement, range_
from hoplo_companion.rules.modifiers import dice as dice_of
from tests.helpers.acting import dice
from tests.helpers.own_catalogue import SIDES, own, turns
from tests.helpers.play import Told
from tests.helpers.proofs import proofs

PROOFS = """
# Dice
effect.used: A red die shows nothing but hits, so that the die that missed is the other one, and is not asked for (p.12)
  own skills Own: rolled: re-roll missed at most 1
  x rival C3 red blue Own, y player C4 hp9, z player G3 dazed hp9
    own attack (1, attack.re-roll=1) -> re-rolled dice: blue
effect.used: Where the dice have several colours, it is asked which of them are rolled again (p.24)
  sides: rival player, player rival
  own skills Own: rolled: re-roll missed at most 1
  x {me} C3 green blue Own, y {foe} C4 hp9, z {foe} G3 dazed hp9
    own attack (1, effect.dice=blue, 1) -> asked id options: attack.dice -, effect.dice green+blue, attack.re-roll -; \
        re-rolled dice: blue; hp y: 7

# Damage
combat.damage-dealt: Damage that is ignored still counts as dealt, and sets off what that sets off (p.21, 35)
  sides: rival player, player rival
  own skills Own: attacked: lose none
  own skills Thorns: suffers damage: damage 1 to attacker
  x {me} C3 blue hp5, y {foe} C4 hp9 Own Thorns, z {foe} G3 dazed hp9: own attack (1) -> hp x: 4; hp y: 9

# Healing, HP, defeat
term.heal: A unit kept from healing heals nothing, and gaining HP is no healing (p.36)
  sides: rival player, player rival
  own skills Own: ability: heal 2, gain 1 hp
  own skills Curse: all opponents cannot heal
  x {me} C3 hp2 hl5 Own, y {foe} G2 Curse: own ability -> hp x: 3; Healed amount: 0; hp-gained amount: 1
effect.used: A card that says so defeats a unit with all its HP (p.7, 21)
  sides: rival player, player rival
  own skills Own: special: defeat opponent within 1
  x {me} C3 Own, y {foe} C4 hp9, z {foe} G3 dazed hp9: own special -> defeated: y; damage: none
effect.used: A card may let a unit take an ally's damage as it says, here from 2 hexes off (p.7; `intercept.when`)
  own skills Own: ally attacked: may intercept if target within 2 rival: saves ally
  x rival C3 blue blue, y player C4 hp2, z player G3 dazed hp9, s player D5 hp9 Own
    own attack (2, attack.intercept=s) -> damage: s x 2
  x player C3 blue blue, y rival C4 hp2, z rival A1 dazed hp9, s rival D5 hp9 Own: own attack (2) -> damage: s x 2
  x rival C3 blue blue, y player C4 hp2, z player G3 dazed hp9, s player D5 hp9 Own
    own attack (2, attack.intercept=nobody) -> damage: y x 2

# Attacks that follow
effect.used: A card lets its unit, or another one, attack once more at once, at a target of its choice (p.7, 24)
  own skills Own: deals damage: attack again once a turn
  x rival C3 blue Own, y player C4 hp9, z player G3 dazed hp9, v player D4 hp9
    own attack (engage.target=y, 1, engage.target=v, 1) -> attacks: x y, x v
  own skills Own: deals damage: attack again by ally within 2 if hp at least 1
  x rival C3 blue Own, y player C4 hp9, s rival C5 red dazed: own attack (1) -> attacks: x y; used: x Own
  own skills Own: deals damage: attack again once a turn
  x player C3 blue Own, y rival C4 hp9, z rival A1 dazed hp9, v rival D4 hp9
    own attack (1, engage.target=v, 1) -> attacks: x y, x v
  own skills Own: deals damage: attack again by ally within 2 if hp at least 1
  x player C3 blue Own, y rival C4 hp9, s player C5 red dazed: own attack (1) -> attacks: x y; used: x Own
effect.used: A card lets an ally attack at once (p.7, 24)
  sides: rival player, player rival
  own skills Own: ability: attack again by ally within 2
  x {me} C3 Own, y {foe} C4 hp9, s {me} C5 red red: own ability (2) -> attacks: s y; hp y: 7; used: x Own
"""

test_rules = proofs(PROOFS)


FAR = {
    "rival": "far rival A1 dazed hp9",
    "player": "far player G3 dazed hp9",
}
"""Another unit of a troop, far off, so that no defeat ends the combat."""


def both(by: str, on: str, attacker: str, target: str, *more: str) -> list[str]:
    """Put `x` on C3 and `y` beside it on C4."""
    return [f"x {by} C3 {attacker}", f"y {on} C4 {target}", *more, f"z {on} {FAR[on].split(None, 2)[2]}"]


def dealt(told: Told) -> list[tuple[str, int]]:
    """List all damage: to whom, and how much."""
    return [(event.unit, event.damage) for event in told.of(Damaged)]


# Dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("line", "rolled"),
    [
        ("attacks: add red black", "blue yellow green red black"),
        ("attacks: remove strongest", "blue yellow"),
        ("attacks: remove 2 weakest", "green"),
        ("attacks: remove blue", "yellow green"),
        ("attacks: remove red", "blue yellow green"),
        ("attacks: remove 9 strongest", ""),
        ("attacks: replace yellow blue by red", "red red green"),
        ("attacks: add red, remove 1 yellow", "blue green red"),
        ("attacks: add red if target elite", "blue yellow green"),
        ("add black", "blue yellow green black"),
        ("remove 2 strongest", "yellow"),
        ("replace green by yellow", "blue yellow yellow"),
    ],
)
def test_an_attacker_s_dice_are_changed(by: str, on: str, line: str, rolled: str) -> None:
    """Dice are put to an attack, taken out of it or replaced as the attacker's card says (p.7, 24)."""
    told = own(line).attack(both(by, on, "blue yellow green Own", "hp9"), [0] if rolled else [])
    assert dice(told) == ([rolled] if rolled else [])
    assert [event.dice for event in told.of(Attacked)] == [rolled.split()]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("line", "rolled"),
    [
        ("attacked: add red to attacker", "blue yellow green red"),
        ("attacked: remove strongest of attacker", "blue yellow"),
        ("attacked: remove 1 weakest of attacker", "blue green"),
        ("attacked: replace green blue by yellow of attacker", "yellow yellow yellow"),
        ("remove strongest of all opponents within 1", "blue yellow"),
        ("replace blue by red of all opponents", "red yellow green"),
        ("add red to all allies", "blue yellow green"),
    ],
)
def test_an_attacker_s_dice_are_changed_by_its_target(by: str, on: str, line: str, rolled: str) -> None:
    """What the attacked unit's card says of the attacker's dice counts for that attack (p.7, 24)."""
    told = own(line).attack(both(by, on, "blue yellow green", "hp9 Own"), [0])
    assert dice(told) == [rolled]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_dice_always_added_are_part_of_the_attack_stat(by: str, on: str) -> None:
    """What is always on changes the Attack itself, that of allies too, and no attack counts it twice (p.33)."""
    units = [f"x {by} C3 blue", f"s {by} D3 Own", f"y {on} C4 hp9", f"t {by} G1 blue"]
    board = own("add green to all allies within 1").combat("engage", units)
    assert {id_: dice_of(board, board.units[id_]) for id_ in "xst"} == {
        "x": ("blue", "green"), "s": (), "t": ("blue",),
    }  # fmt: skip
    assert attack_dice(board, board.units["x"], board.units["y"]) == ("blue", "green")


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize("line", ["attacks: add red to all allies", "attacks: remove 1 strongest of target"])
def test_dice_of_somebody_else_are_not_the_attack_s(line: str) -> None:
    """Dice put to others than the attacker are no dice of its attack, and are refused (docs/effects.md: `to`, `of`)."""
    with pytest.raises(InvalidError, match="those of that attack"):
        own(line).attack(both("rival", "player", "blue blue Own", "hp9"), [0])


RE_ROLLS: list[tuple[str, int, list[Any], int]] = [
    ("rolled: re-roll missed", 1, [("attack.re-roll", 2)], 3),
    ("rolled: re-roll missed", 0, [("attack.re-roll", 1)], 1),
    ("rolled: re-roll missed", 3, [], 3),
    ("rolled: re-roll hit", 2, [("attack.re-roll", 0)], 0),
    ("rolled: re-roll hit", 0, [], 0),
    ("rolled: re-roll missed at most 1", 1, [("attack.re-roll", 1)], 2),
    ("rolled: re-roll hit at most 1", 3, [("attack.re-roll", 0)], 2),
    ("rolled: re-roll missed at most 2", 0, [("effect.dice", "blue blue"), ("attack.re-roll", 2)], 2),
    ("rolled: re-roll any at most 1", 3, [("attack.re-roll", 0)], 2),
    ("rolled: re-roll any at most 1", 1, [("effect.had-hit", "0"), ("attack.re-roll", 1)], 2),
    ("rolled: re-roll any at most 1", 1, [("effect.had-hit", "1"), ("attack.re-roll", 0)], 0),
    ("rolled: re-roll any at most misses", 3, [], 3),
    ("rolled: may re-roll missed", 1, [("effect.use", "yes"), ("attack.re-roll", 1)], 2),
    ("rolled: may re-roll missed", 1, [("effect.use", "no")], 1),
    ("rolled: may re-roll missed once a combat", 3, [], 3),
]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(("line", "hits", "answers", "after"), RE_ROLLS)
def test_dice_are_rolled_again(by: str, on: str, line: str, hits: int, answers: list[Any], after: int) -> None:
    """Dice that missed, hit or any are rolled again, as many as told, before the damage is counted (p.7, 24)."""
    told = own(line).attack(both(by, on, "blue blue blue Own", "hp9"), [hits, *answers])
    assert told.hp("y") == 9 - after
    assert [event.hits for event in told.of("re-rolled")] == ([after] if "attack.re-roll" in str(answers) else [])


# Stats ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("movement +2", (4, 3, 4)),
        ("movement -5", (0, 3, 4)),
        ("movement = 0", (0, 3, 4)),
        ("range +1", (2, 4, 4)),
        ("range -9", (2, 0, 4)),
        ("range = 1", (2, 1, 4)),
        ("health +3", (2, 3, 7)),
        ("health -9", (2, 3, 1)),
        ("health = 2", (2, 3, 2)),
        ("movement = 5, movement -1", (4, 3, 4)),
        ("movement -1, movement = 5", (5, 3, 4)),
        ("movement +1 to all allies", (2, 3, 4)),
        ("movement +1 to all troop", (3, 3, 4)),
        ("movement +1 if hp at least 9", (2, 3, 4)),
    ],
)
def test_stats_are_raised_lowered_and_set(side: str, line: str, found: tuple[int, int, int]) -> None:
    """A card raises, lowers or sets Movement, Range and Health, none of them below what it can be (p.12, 33)."""
    board = own(line).combat("movement", [f"x {side} C3 mv2 rg3 hp4 Own", "a player G2", "b rival A2"])
    unit = board.units["x"]
    assert (movement(board, unit), range_(board, unit), health(board, unit)) == found


@pytest.mark.rule("effect.until")
@pytest.mark.parametrize("side", ["rival", "player"])
@pytest.mark.parametrize(
    ("until", "lasts"),
    [
        ("end of turn", [4, 2, 2, 2, 2, 2]),
        ("end of its next turn", [4, 4, 4, 4, 4, 2]),
        ("start of your next turn", [4, 4, 4, 4, 2, 2]),
        ("end of combat", [4, 4, 4, 4, 4, 4]),
    ],
)
def test_a_stat_changed_for_a_while_comes_back(side: str, until: str, lasts: list[int]) -> None:
    """What changes a stat for some time ends at the moment named, counted from the turn of its unit (p.30)."""
    other = {"rival": "player", "player": "rival"}[side]
    skill = own(f"turn start: movement +2 until {until} once a combat")
    board = skill.combat("deployment", [f"x {side} C3 mv2 Own", "a player G2", "b rival A2"])
    found = [movement(each, each.units["x"]) for each in turns(board, side, other, side)]
    assert found == lasts


# Damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("line", "hits", "damage"),
    [
        ("special: damage 2 to opponent within 1", [], [("y", 2)]),
        ("special: damage 2 to all opponents", [], [("y", 2), ("z", 2)]),
        ("special: roll attack at opponent within 1", [2], [("y", 2)]),
        ("special: roll strongest at opponent within 1", [1], [("y", 1)]),
        ("special: roll weakest x2 at all opponents", [2], [("y", 2), ("z", 2)]),
        ("special: roll weakest x(count opponents) at all opponents within 1", [0], []),
        ("special: damage 1 to self", [], [("x", 1)]),
    ],
)
def test_a_special_deals_damage(by: str, on: str, line: str, hits: list[int], damage: list[tuple[str, int]]) -> None:
    """A Special deals damage or rolls its dice at whom it says, and makes no attack (p.24, 37)."""
    told = own(f"{line} rival: always").special(both(by, on, "hp9 red blue Own", "hp9"), [*hits])
    assert dealt(told) == damage
    assert told.of(Attacked) == []


@pytest.mark.rule("special.roll", "term.strongest-die")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("words", "rolled"),
    [
        ("attack", "yellow red blue"),
        ("attack x2", "yellow red blue yellow red blue"),
        ("strongest", "red"),
        ("strongest x(count opponents within 1)", "red"),
        ("weakest x(1, count opponents)", "yellow yellow yellow"),
    ],
)
def test_a_special_rolls_dice_of_its_own_attack(by: str, on: str, words: str, rolled: str) -> None:
    """A Special rolls all dice of its unit's Attack, or the strongest or weakest so many times (p.37)."""
    told = own(f"special: roll {words} at opponent within 1").special(both(by, on, "yellow red blue Own", "hp9"), [1])
    assert [event.dice for event in told.of("rolled-at")] == [rolled.split()]
    assert dealt(told) == [("y", 1)]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ("attacks: damage +2", 4),
        ("attacks: damage -1", 1),
        ("attacks: damage -5", 0),
        ("attacks: damage x3", 6),
        ("attacks: damage x2, damage +1", 5),
        ("attacks: damage x2 if all hit", 2),
        ("attacks: damage x2 if missed", 4),
    ],
)
def test_an_attacker_changes_its_damage(by: str, on: str, line: str, lost: int) -> None:
    """The attacker's card raises, lowers or multiplies what its hits deal, never below nothing (p.7, 24)."""
    told = own(line).attack(both(by, on, "blue blue blue Own", "hp9"), [2])
    assert told.hp("y") == 9 - lost
    assert own(line).attack(both(by, on, "blue blue blue Own", "hp9"), [0]).hp("y") == 9


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("line", "lost", "on_attacks_alone"),
    [
        ("attacked: damage -1", 2, True),
        ("attacked: lose at most 2", 2, True),
        ("attacked: lose none", 0, True),
        ("harmed: damage +1", 4, False),
        ("harmed: lose at most 1", 1, False),
        ("harmed: lose at most (count opponents)", 1, False),
        ("harmed: damage x2, lose at most 5", 5, False),
        ("harmed: lose none if dealer elite", 3, False),
    ],
)
def test_a_victim_changes_its_damage(by: str, on: str, line: str, lost: int, on_attacks_alone: bool) -> None:
    """What an attack deals is changed for the attacked, what anything deals for the harmed (p.21, 35)."""
    told = own(line).attack(both(by, on, "blue blue blue", "hp9 Own"), [3])
    assert told.hp("y") == 9 - lost
    board = own(line).combat("engage", both(by, on, "", "hp9 Own"))
    hurt, _ = deal_damage(board, board.units["y"], 3, board.units["x"])
    assert hurt.units["y"].hp == 9 - (3 if on_attacks_alone else lost)


# Healing, HP, defeat ----------------------------------------------------------------------------------------------


@pytest.mark.rule("term.heal", "term.gain-hp")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    ("line", "hp"),
    [
        ("ability: heal 1", 3),
        ("ability: heal 9", 5),
        ("ability: heal fully", 5),
        ("ability: heal fully to all allies", 2),
        ("ability: gain 1 hp", 3),
        ("ability: gain 9 hp", 11),
        ("ability: gain (1, count troop) hp", 5),
        ("ability: gain hp hp", 4),
        ("ability: heal 2 (+1 if local)", 4),
    ],
)
def test_hp_are_healed_up_to_health_and_gained_beyond(side: str, other: str, line: str, hp: int) -> None:
    """Healing stops at the Health, HP gained do not (p.12, 36)."""
    told = own(line).ability([f"x {side} C3 hp2 hl5 Own", f"s {side} C5 hp1 hl2", f"a {other} G2"])
    assert told.hp("x") == hp
