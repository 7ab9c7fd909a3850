"""On what a player's own card hangs: conditions, groups, amounts and roles (docs/effects.md; p.7, 13, 33-37)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.components.conditions import Near
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.scene import Scene, hexes_meant
from hoplo_companion.rules.events import Damaged
from hoplo_companion.rules.modifiers import dice as dice_of
from hoplo_companion.rules.modifiers import movement
from tests.helpers.acting import dice
from tests.helpers.boards import combat
from tests.helpers.own_catalogue import SIDES, Own, drive, own, used
from tests.helpers.play import Told


def hurt(told: Told) -> dict[str, int]:
    """Tell how much damage each unit was dealt."""
    return {event.unit: event.damage for event in told.of(Damaged)}


# Conditions on the unit itself --------------------------------------------------------------------------------------

Case = tuple[str, str, list[str], str, list[str], dict[str, Any]]
"""A condition; `x` and others so that it holds; `x` and others so that it does not; more of the position."""

TURN = {"state": {"side": "SIDE", "stayed": ["x"]}}
SELF: list[Case] = [
    ("elite", "elite", [], "", [], {}),
    ("hero", "hero", [], "", [], {}),
    ("dazed", "dazed", [], "", [], {}),
    ("local", "of:atlanteans", [], "of:lamosians", [], {"arena": {"region": "atlanteans"}}),
    ("class beast", "class:archer,beast", [], "class:archer", [], {}),
    ("faction lamosians", "of:lamosians", [], "of:atlanteans", [], {}),
    ("chip reptilian", "as:reptilian", [], "as:attacker", [], {}),
    ("elite and class beast", "elite class:beast", [], "elite", [], {}),
    ("outnumbered", "", ["u OTHER G1", "v OTHER G2"], "", ["u OTHER G1", "v SIDE G2"], {}),
    ("isolated", "", ["u OTHER G1", "v SIDE -"], "", ["v SIDE G2"], {}),
    ("stayed", "", [], "", [], TURN),
    ("struck", "", [], "", [], {"state": {"side": "SIDE", "struck": ["x"]}}),
    ("own turn", "", [], "", [], {"state": {"side": "SIDE"}}),
    ("hp at least 4", "hp4", [], "hp3", [], {}),
    ("hp at most 2", "hp2", [], "hp3", [], {}),
    ("hp at least health", "hp4 hl4", [], "hp3 hl4", [], {}),
    ("hp at least 2 at most 3", "hp3", [], "hp4", [], {}),
    ("movement at least 2", "mv1 +adrenaline", [], "mv1", [], {}),
    ("range at most 1", "rg1", [], "rg2", [], {}),
    ("health at least 5", "hl5 hp1", [], "hl4 hp1", [], {}),
    ("holds net", "", [], "", [], {"chips": {"net": "@x"}}),
    ("has skill Taunt", "Taunt", [], "Flight", [], {}),
    ("has tactic Adrenaline", "+adrenaline", [], "", [], {}),
    ("has skill Taunt tactic Adrenaline", "Taunt +adrenaline", [], "Taunt", [], {}),
    ("on key", "@C3", [], "@C4", [], {"arena": {"key_hexes": ["C3"]}}),
    ("on named (A1 c3)", "@C3", [], "@C4", [], {}),
    ("on chip", "@C3", [], "@C4", [], {"chips": {"net": "C3"}}),
    ("on deployment", "@HOME", [], "@AWAY", [], {}),
    ("count opponents within 1 at least 2", "", ["u OTHER C4", "v OTHER D3"], "", ["u OTHER C4", "v SIDE D3"], {}),
    ("count allies at most 0", "", [], "", ["u SIDE G1"], {}),
    ("event spar or primus", "", [], "", [], {"event": "spar"}),
    ("act 2 or 3", "", [], "", [], {"act": 3}),
    ("turn 4", "", [], "", [], {"turn": 4}),
    ("act 3 turn 2", "", [], "", [], {"act": 3, "turn": 2}),
]
GROUND = ("arena",)


@pytest.mark.rule("effect.used", "term.outnumbered", "term.isolated")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("condition", "x", "others", "plain", "fewer", "more"), SELF, ids=[case[0] for case in SELF])
def test_a_condition_of_its_own_unit(
    side: str, other: str, condition: str, x: str, others: list[str], plain: str, fewer: list[str], more: dict[str, Any]
) -> None:
    """A card's effect is in force as long as its conditions hold, one with `not` as long as it does not (p.7)."""
    home = {"HOME": {"rival": "A2", "player": "G2"}[side], "AWAY": {"rival": "G2", "player": "A2"}[side]}
    rest = {key: value for key, value in more.items() if key in GROUND} if (x, others) == (plain, fewer) else more
    turned = condition if " and " not in condition else ""
    for words, units, extra, holds in ((x, others, more, True), (plain, fewer, rest, False)):
        spot = next((word[1:] for word in words.split() if word.startswith("@")), "C3")
        kept = " ".join(word for word in words.split() if not word.startswith("@"))
        lines = [line.replace("SIDE", side).replace("OTHER", other) for line in units]
        filled = _fill(extra, side)
        state = filled.pop("state", {"side": other})
        if condition == "struck" and not holds:
            state = {"side": side}
        if condition == "stayed" and not holds:
            state = {"side": side, "moved": ["x"]}
        for line, found in ((f"add red if {condition}", holds), (f"add red if not {turned}", not holds)):
            if line.endswith("not "):
                continue
            board = own(line).combat(
                "engage", [f"x {side} {home.get(spot, spot)} blue {kept} Own", *lines, f"z {other} E4 dazed"],
                state=state, **filled,
            )  # fmt: skip
            assert dice_of(board, board.units["x"]) == (("blue", "red") if found else ("blue",)), line


def _fill(extra: dict[str, Any], side: str) -> dict[str, Any]:
    state = extra.get("state")
    return {**extra, **({"state": {**state, "side": side}} if state else {})}


def test_a_unit_s_side_and_its_being_the_tribune_are_conditions() -> None:
    """A card may ask for the troop of a unit, and whether it is the tribune (p.20)."""
    for condition, told in (
        ("side rival", "rs"),
        ("side player", "p"),
        ("side arena", "b"),
        ("tribune", "s"),
        ("not tribune", "rpb"),
    ):
        board = own(f"add red if {condition}").combat(
            "engage", ["r rival A1 Own", "s rival A2 Own tribune", "p player G1 Own", "b arena D1 Own"]
        )
        assert "".join(unit.id for unit in board.in_arena() if dice_of(board, unit)) == told


@pytest.mark.rule("flag.taken")
@pytest.mark.parametrize(("flag", "found"), [("@x", ("blue", "red")), ("E1", ("blue",))])
def test_holding_the_flag_is_a_condition_of_units_of_yours(flag: str, found: tuple[str, ...]) -> None:
    """Rival and arena units never hold it (p.18)."""
    board = own("add red if holds flag").combat("engage", ["x player C3 blue Own", "z rival E4 dazed"], flag=flag)
    assert dice_of(board, board.units["x"]) == found


def test_which_dice_a_unit_has_is_a_condition() -> None:
    """The number of dice counts with those that other cards add (p.13)."""
    skills = Own(skills={"Own": "movement +1 if dice at least 2", "Sharp": "add red"})
    for more, found in (("", 1), ("blue", 2), ("Sharp", 2)):
        board = skills.combat("engage", [f"x rival C3 mv1 blue Own {more}", "a player G2"])
        assert movement(board, board.units["x"]) == found


@pytest.mark.rule("skill.dig-in")
@pytest.mark.parametrize(
    ("state", "found"), [({"stayed": ["x"]}, True), ({"moved": ["x"]}, False), ({"side": "player"}, False)]
)
def test_who_stayed_counts_in_its_own_turn_alone(state: dict[str, Any], found: bool) -> None:
    """Not having moved counts in the turn of the unit's own Movement Step (Unit Skills)."""
    board = own("add red if stayed").combat("engage", ["x rival C3 Own", "a player G2"], state=state)
    assert dice_of(board, board.units["x"]) == (("red",) if found else ())


# Conditions of an attack ------------------------------------------------------------------------------------------

ATTACKS: list[tuple[str, str, str, bool]] = [
    ("attacks", "target elite", "elite", True),
    ("attacks", "target elite", "", False),
    ("attacks", "not target elite", "", True),
    ("attacks", "target within 1", "", True),
    ("attacks", "target exactly 2", "", False),
    ("attacks", "not target within 1", "", False),
    ("attacks", "attacker within 1 of target", "", True),
    ("attacks", "target in range", "", True),
    ("attacks", "self in range of target", "rg1", True),
    ("attacks", "self in range of target", "rg0", False),
    ("attacks", "target opponent", "", True),
    ("attacks", "not target opponent", "", False),
    ("attacks", "target opponent of attacker", "", True),
    ("attacks", "attacker opponent", "", False),
    ("attacks", "higher than target", "", True),
    ("attacks", "target higher than self", "", False),
    ("attacks", "not higher than target", "", False),
    ("attacks", "target hp at most 2", "hp2", True),
    ("attacks", "target hp at most 2", "hp3", False),
    ("attacks", "dealer elite", "", False),
    ("attacks", "target has skill Taunt", "Taunt", True),
]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(("trigger", "condition", "y", "holds"), ATTACKS)
def test_a_condition_of_an_attack(by: str, on: str, trigger: str, condition: str, y: str, holds: bool) -> None:
    """Attacker and target are asked for by their parts, where they stand and what they are (p.7, 24)."""
    arena = {"elevation": {"C3": 2, "C4": 1}}
    told = own(f"{trigger}: add red if {condition}").attack(
        [f"x {by} C3 blue Own", f"y {on} C4 {y or 'hp9'}"], [0], arena=arena
    )
    assert dice(told) == ["blue red" if holds else "blue"]


@pytest.mark.rule("effect.used", "term.hit")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("condition", "hits"),
    [
        ("all hit", [3]), ("not all hit", [1, 2]), ("missed", [1, 2]), ("not missed", [3]), ("hits at least 2", [2, 3]),
        ("hits at most 1", [1]), ("not hits at least 2", [1]), ("hits at least 2 at most 2", [2]),
    ],
)  # fmt: skip
def test_a_condition_of_the_dice(by: str, on: str, condition: str, hits: list[int]) -> None:
    """What the dice show is a condition: so many hits, all of them, a miss (p.7, 12)."""
    skill = own(f"attacks: damage +5 if {condition}")
    for shown in (1, 2, 3):
        told = skill.attack([f"x {by} C3 blue blue blue Own", f"y {on} C4 hp9"], [shown])
        assert told.hp("y") == 9 - shown - 5 * (shown in hits)
    skill = own(f"suffers damage: gain 5 hp if {condition}")
    for shown in (1, 3):
        told = skill.attack([f"x {by} C3 blue blue blue", f"y {on} C4 hp9 Own"], [shown])
        assert told.hp("y") == 9 - shown + 5 * (shown in hits)


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    "condition", ["attacker elite", "not attacker elite", "attacker within 3", "not attacker within 3"]
)
def test_a_condition_about_nobody_does_not_hold(by: str, on: str, condition: str) -> None:
    """A condition about a unit that has no part in what happened holds neither way (docs/effects.md)."""
    board = own(f"defeated: damage 1 to all opponents if {condition}; defeated: gain 1 hp").combat(
        "engage", [f"x {by} C3 Own", f"y {on} C4", f"z {by} G1"]
    )
    told = drive(*defeat(board, board.units["x"], None))
    assert used(told) == ["x Own"]
    assert hurt(told) == {}


# Groups -----------------------------------------------------------------------------------------------------------

BOARD = {
    "x": "SIDE C3 rg2 hp3 Own", "a": "SIDE C4 hp1 blue", "b": "SIDE C5 hp6 mv3", "c": "SIDE F1 hp2 mv2 elite",
    "y": "OTHER D3 hp5 blue blue", "z": "OTHER E2 hp2 mv2 blue", "w": "OTHER G1 hp9 mv0 elite",
}  # fmt: skip
GROUPS: list[tuple[str, str]] = [
    ("all allies", "abc"), ("all troop", "xabc"), ("all opponents", "yzw"), ("all units", "abcyzw"),
    ("all allies within 1", "a"), ("all allies within 2", "ab"), ("all allies exactly 2", "b"),
    ("all opponents in range", "yz"), ("all units within 1", "ay"), ("all troop within 1", "xa"),
    ("all troop exactly 0", "x"), ("all opponents within hp", "yz"), ("all units (elite)", "cw"),
    ("all units (not elite)", "abyz"), ("all opponents (not elite and hp at most 2)", "z"),
    ("all units (hp at least 5)", "byw"), ("all opponents (self hp at most 3)", "yzw"),
    ("all opponents (self elite)", ""), ("all units within 2 (opponent)", "yz"),
    ("all units (not opponent)", "abc"), ("strongest opponent", "w"), ("weakest ally", "a"),
    ("deadliest opponent", "y"),
    ("least-deadly opponent", "w"), ("fastest ally", "b"), ("slowest opponent", "w"), ("closest opponent", "y"),
    ("farthest opponent", "w"), ("strongest ally within 1", "a"), ("weakest unit (elite)", "c"),
]  # fmt: skip


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("words", "meant"), GROUPS)
def test_a_group_is_what_its_words_say(side: str, other: str, words: str, meant: str) -> None:
    """A group is of the units that are so to the card's own, stand so, and are such; a superlative means one (p.13)."""
    units = [f"{id_} {line}".replace("SIDE", side).replace("OTHER", other) for id_, line in BOARD.items()]
    board = own(f"grant Taunt to {words}").combat("engage", units)
    assert "".join(unit.id for unit in board.in_arena() if "taunt" in judge(board).skills(unit)) == meant
    told = own(f"ability: gain 1 hp to {words}").ability(units)
    assert "".join(u.id for u in told.combat.in_arena() if u.hp == (board.units[u.id].hp or 0) + 1) == meant


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_one_of_a_group_is_chosen(side: str, other: str) -> None:
    """One of several is chosen by the player, of equal ones too, and whom the verbs that follow mean (p.13, 21)."""
    units = [f"x {side} C3 Own", f"y {other} D3 hp5", f"z {other} E2 hp5", f"w {other} G1 hp4"]
    for group, options in (("opponent", "yzw"), ("strongest opponent", "yz"), ("opponent within 2", "yz")):
        line = f"ability: damage 1 to {group}, damage 2 to chosen rival: always"
        told = own(line).ability(units, [("ability.target", "z")])
        assert told.asked[0].options == tuple(options)
        assert (told.hp("z"), told.hp("y")) == (2, 5)


@pytest.mark.rule("effect.used")
def test_a_rival_picks_whom_its_card_names() -> None:
    """A rival's card tells whom it goes for; without that it is anybody whom the Ability may act on (p.24)."""
    units = ["x rival C3 Own", "y player D3 hp5", "z player E2 hp2", "w player G1 hp9"]
    for pick, hit in (("strongest", "w"), ("weakest", "z"), ("closest", "y")):
        assert hurt(own(f"ability: damage 1 to opponent rival: always picks {pick}").ability(units)) == {hit: 1}
        assert hurt(own(f"special: damage 1 to opponent rival: always picks {pick}").special(units)) == {hit: 1}


# Amounts ----------------------------------------------------------------------------------------------------------

AMOUNTS: list[tuple[str, int]] = [
    ("2", 2), ("movement", 3), ("range", 2), ("health", 7), ("hp", 4), ("dice", 2), ("(count opponents)", 2),
    ("(1, count opponents within 1)", 2), ("(hp, count allies)", 5), ("2 (+1 if elite)", 2), ("2 (+1 if not elite)", 3),
    ("(count units, +2 if outnumbered)", 3), ("3 (+3 if hp at least 4)", 6),
    ("(1, count opponents (hp at least 15))", 2),
]  # fmt: skip


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("amount", "worth"), AMOUNTS)
def test_an_amount_is_what_its_words_say(side: str, other: str, amount: str, worth: int) -> None:
    """An amount is a number, a number of the card's own unit, or a sum with what is counted and added (p.7)."""
    units = [f"x {side} C3 mv3 rg2 hp4 hl7 blue red Own", f"s {side} F1", f"y {other} C4 hp20", f"z {other} G1 hp5"]
    told = own(f"ability: damage {amount} to opponent within 1").ability(units)
    assert hurt(told) == {"y": worth}


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_an_amount_may_be_that_of_the_dice_or_beside_the_skill(by: str, on: str) -> None:
    """Hits, misses and the number beside the skill are amounts (p.12-13)."""
    units = [f"x {by} C3 hp9 blue blue blue", f"y {on} C4 hp9"]
    for amount, worth in (("hits", 2), ("misses", 1)):
        assert own(f"suffers damage: gain {amount} hp").attack([units[0], f"{units[1]} Own"], [2]).hp("y") == 7 + worth
    skill = own("suffers damage: damage number to attacker")
    assert skill.attack([units[0], f"{units[1]} Own-4"], [1]).hp("x") == 5


# Roles ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("by", "on"), SIDES)
@pytest.mark.parametrize(
    ("whose", "line", "hit"),
    [
        ("x", "deals damage: damage 1 to self", "x"), ("x", "deals damage: damage 1 to target", "y"),
        ("y", "suffers damage: damage 1 to attacker", "x"), ("y", "suffers damage: damage 1 to dealer", "x"),
        ("s", "ally attacked: damage 1 to target", "y"), ("s", "ally attacked: damage 1 to attacker", "x"),
        ("y", "targeted: damage 1 to all allies within 9", "s"), ("x", "attacks: damage 1 to ally", "t"),
    ],
)  # fmt: skip
def test_each_has_its_part_in_an_attack(by: str, on: str, whose: str, line: str, hit: str) -> None:
    """Whoever attacks, is attacked or holds the card is named by that part (docs/effects.md)."""
    units = {"x": f"x {by} C3 blue hp9", "y": f"y {on} C4 hp9", "s": f"s {on} G1 hp9", "t": f"t {by} A1 hp9 dazed"}
    units[whose] += " Own"
    told = own(line).attack(list(units.values()), [1])
    after = {unit.id: unit.hp for unit in told.combat.in_arena()}
    assert after == {id_: 9 - (id_ == "y") - (id_ == hit) for id_ in units}


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_whoever_defeats_a_unit_by_a_card_is_its_dealer(side: str, other: str) -> None:
    """Who deals the damage that defeats a unit has that part, where it is no attack too (docs/effects.md)."""
    skills = Own(skills={"Own": "ability: damage 9 to opponent within 1", "Curse": "defeated: damage 1 to dealer"})
    told = skills.ability([f"x {side} C3 hp5 Own", f"y {other} C4 Curse", f"z {other} G1"])
    assert told.hp("x") == 4


@pytest.mark.rule("effect.used")
def test_nobody_is_near_a_part_that_nobody_has() -> None:
    """A condition on how near a unit is to its attacker does not hold where it has none (p.7)."""
    board = own("ability: heal 1").combat("abilities", ["x rival C3 Own", "y player C4"])
    near = Near(to="attacker", within=2)
    assert not judge(board).holds(near, Scene("x"))
    assert judge(board).holds(near, Scene("x", attacker="y"))


def test_a_hex_that_no_mat_has_is_passed_over_among_those_named() -> None:
    board = combat("movement", ["x rival A1", "y player C2"])
    assert hexes_meant(board, "named", ["Z9", "b2"], board.units["x"]) == board.arena.mat.bit["B2"]
