"""The Rival Movement Step as a whole: back-up movement, order, waiting, ways, what lies there (Rulebook p.22-23)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.events import Moved, Stayed
from tests.helpers.boards import Does, combat, does, solved
from tests.helpers.play import play

LINE = {"columns": [6], "rival_deployment": ["A1"], "player_deployment": ["A6"]}
"""A mat of one column, where nobody gets past anybody."""

RIVALS = ["arch rival A1 rg2 dazed", "def rival E1", "rep rival E2 +adrenaline"]
EXAMPLE = [*RIVALS, "krak player F3 hero", "mine player G2"]
ATLANTEANS: dict[str, Any] = {
    "priorities": "flagholder chip:trident holding:trident farthest",
    "chips": {"trident": "@krak"},
}
"""The rulebook's example of movement (p.23), on hexes where every sentence of it holds."""


def ends(units: list[str], priorities: str | dict[str, str] = "any", **more: Any) -> list[str]:
    """Tell every way in which the step can end: `unit HEX` for each rival unit, by id, sorted."""
    outcomes = solved("movement", units, priorities, **more)["outcomes"]
    return sorted(" ".join(f"{unit} {outcome[unit]}" for unit in sorted(outcome)) for outcome in outcomes)


# Back-up movement ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.backup")
@pytest.mark.parametrize(
    ("list_", "answer"),
    [
        ("flagholder chip:trident hero closest", ("moves", ["2 lord"], ["E2", "E3"])),
        ("chip:trident weakest hero", ("moves", ["1 foe"], ["C2", "C3"])),
        ("holding:trident key hero", ("moves", ["1 D6"], ["D4"])),
    ],
)
def test_back_up_movement_heads_for_the_highest_entry_in_combat(list_: str, answer: Does) -> None:
    """A unit that reaches nothing approaches the leftmost entry that is in combat, passing over what is not (p.23)."""
    units = ["rep rival D3 mv1", "ally rival A3 dazed", "lord player G1 hp9 hero", "foe player A2 hp1"]
    assert does(units, list_, chips={"trident": "@ally"}, arena={"key_hexes": ["D6"]}) == answer


@pytest.mark.rule("movement.backup", "movement.superlative")
def test_in_back_up_movement_a_superlative_compares_all_opponents() -> None:
    """Where nobody can be reached, the strongest is the strongest in combat, be it the farther (p.23; backup.which)."""
    units = ["rep rival B2 mv1", "near player E2 hp2", "wall player E5 hp9"]
    assert does(units, "strongest") == ("moves", ["0 wall"], ["B3", "C3"])
    assert does(units, "weakest") == ("moves", ["0 near"], ["C2", "C3"])


@pytest.mark.rule("movement.backup", "movement.closest-mark")
@pytest.mark.parametrize("word", ["any", "closest", "farthest"])
def test_in_back_up_movement_opponents_with_a_path_come_first(word: str) -> None:
    """Beside an opponent with a path to it one without is neither the closest nor the farthest (p.23; backup.which)."""
    walls = {"blocked": ["A2", "B1", "B2", "F1", "F2", "G2"]}
    units = ["rep rival C2 mv1", "near player A1", "far player G1", "open player E4"]
    assert does(units, word, arena=walls)[:2] == ("moves", ["0 open"])


@pytest.mark.rule("movement.backup")
def test_the_readings_of_as_close_as_possible_differ_before_a_wall() -> None:
    """Close is what leaves the least movement to go, or by the other reading the fewest hexes (p.23; backup.close)."""
    units, wall = ["rep rival C3 mv1", "foe player F3"], {"blocked": ["D3", "D4"]}
    assert does(units, arena=wall) == ("moves", ["0 foe"], ["C4"])
    assert does(units, arena=wall, rulings={"backup.close": "hexes"}) == ("blocked", ["0 foe"], ["C3"])


@pytest.mark.rule("movement.backup", "movement.blocked-hexes")
def test_without_any_path_a_unit_approaches_by_hexes_with_the_least_movement() -> None:
    """Where no path leads to the mark, hexes tell what is close, and of equals the nearest are taken (p.23)."""
    shut_in = {"blocked": ["F1", "F2", "G2"]}
    assert does(["rep rival D3 mv2", "foe player G1"], arena=shut_in) == ("moves", ["0 foe"], ["E2", "E3"])
    assert does(["rep rival E2 mv2", "foe player G1"], arena=shut_in) == ("blocked", ["0 foe"], ["E2"])


@pytest.mark.rule("movement.backup", "movement.mark-choice")
def test_a_unit_approaches_any_of_its_equal_marks() -> None:
    """Marks of back-up movement that need the same movement are all open to the player, a farther one is not (p.23)."""
    units = ["rep rival D3 mv1", "lord player G1", "foe player A2"]
    assert does(units) == ("moves", ["0 foe", "0 lord"], ["C2", "C3", "E2", "E3"])
    assert does([*units, "far player D6"], arena={"blocked": ["D4"]})[1] == ["0 foe", "0 lord"]


@pytest.mark.rule("movement.backup", "movement.mark-choice")
def test_of_equal_marks_a_unit_takes_one_that_it_can_get_closer_to() -> None:
    """Of equal marks behind walls the one takes effect that some hex is closer to (p.23; mark.motionless)."""
    units, walls = ["rep rival D3 mv1", "west player A1", "east player G3"], ["A2", "B1", "B2", "F3", "F4", "G2"]
    assert does(units, arena={"blocked": [*walls, "C2", "C3"]}) == ("moves", ["0 east"], ["E3"])
    assert does(units, arena={"blocked": walls})[2] == ["C2", "C3", "E3"]
    both = {"blocked": [*walls, "C2", "C3", "E3"]}
    assert does(units, arena=both) == ("blocked", ["0 east", "0 west"], ["D3"])


@pytest.mark.rule("movement.backup", "movement.mark-choice")
@pytest.mark.parametrize(("end", "mark"), [("C2", "foe"), ("E2", "lord")])
def test_a_move_is_told_with_the_mark_that_it_is_for(end: str, mark: str) -> None:
    """Where the player chooses among equal marks by choosing a hex, the move names the one it leads to (p.23)."""
    told = play(
        combat("movement", ["rep rival D3 mv1", "lord player G1", "foe player A2"]),
        [("movement.destination", end)],
        only="movement",
    )
    (moved,) = told.of(Moved)
    assert (moved.end, moved.mark, moved.backup) == (end, mark, True)


# Order --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.order", "movement.backup")
def test_the_rulebooks_example_ends_in_every_way_that_its_orders_allow() -> None:
    """The Defender moves before the Reptilian, or after it onto the hex that it vacates, with other ends (p.23)."""
    units = solved("movement", EXAMPLE, **ATLANTEANS)["units"]
    assert [each["marks"] for each in units.values()] == [[], *[[{"priority": 2, "target": "krak"}]] * 2]
    assert [each["destinations"] for each in units.values()] == [["A1"], ["F1"], ["E3", "F2"]]
    assert ends(EXAMPLE, **ATLANTEANS) == [
        "arch A1 def E2 rep E3",
        "arch A1 def E2 rep F2",
        "arch A1 def F1 rep E3",
        "arch A1 def F1 rep F2",
    ]


@pytest.mark.rule("movement.order")
@pytest.mark.parametrize(
    ("answers", "defender"),
    [
        ([("movement.next", "def"), ("movement.destination", "F2")], "F1"),
        ([("movement.next", "rep"), ("movement.destination", "F2")], "E2"),
    ],
)
def test_the_player_settles_the_order_in_which_rival_units_move(answers: list[Any], defender: str) -> None:
    """In play the player is asked who moves next, where that makes a difference (p.22-23)."""
    told = play(combat("movement", EXAMPLE, **ATLANTEANS), answers, only="movement")
    assert (told.hex("def"), told.hex("rep")) == (defender, "F2")
    assert set(told.asked[0].options) == {"def", "rep"}
    assert [event.unit for event in told.of(Moved)] == [answers[0][1], "rep" if answers[0][1] == "def" else "def"]


@pytest.mark.rule("movement.order")
def test_an_order_without_consequence_is_not_asked_for() -> None:
    """Where every order leads to the same ends there is nothing for the player to settle (p.22)."""
    units = ["one rival C1", "two rival C5", "foe player E1", "mine player E5"]
    told = play(combat("movement", units), ["D2", "D5"], only="movement")
    assert [question.id for question in told.asked] == ["movement.destination"] * 2


# Dazed units --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.dazed")
@pytest.mark.parametrize("words", ["dazed", "dazed First_Strike", "dazed Flight"])
def test_a_dazed_unit_does_not_move(words: str) -> None:
    """A unit deployed this turn makes no move, nor does one whose Innate skills grant it something else (p.21-22)."""
    assert does([f"rep rival B2 {words}", "foe player D3"]) == ("dazed", [], ["B2"])
    assert ends([f"rep rival B2 {words}", "foe player D3"]) == ["rep B2"]


@pytest.mark.rule("movement.dazed")
@pytest.mark.parametrize("words", ["", "dazed Tactical"])
def test_an_innate_skill_may_let_a_dazed_unit_move(words: str) -> None:
    """A dazed unit with Tactical moves as one that is not dazed (p.21; Unit Skills)."""
    assert does([f"rep rival B2 {words}", "foe player D3"]) == ("moves", ["0 foe"], ["C2", "C3"])


# Units to return to -------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.return", "movement.order")
def test_units_in_a_queue_all_move_whatever_the_order() -> None:
    """A unit that cannot move at first is returned to once another has made room, however far back it stands (p.23)."""
    units = ["back rival A1", "mid rival A2", "front rival A3", "foe player A6"]
    assert does(units, arena=LINE) == ("blocked", ["0 foe"], ["A1"])
    assert ends(units, arena=LINE) == ["back A2 front A4 mid A3"]
    told = play(combat("movement", units, arena=LINE), only="movement")
    assert [(event.unit, event.end) for event in told.of(Moved)] == [("front", "A4"), ("mid", "A3"), ("back", "A2")]


@pytest.mark.rule("movement.return")
def test_the_step_ends_when_nobody_that_is_left_can_move() -> None:
    """Units that nobody makes room for stay where they are, and each unit moves once at most (p.23; move.revisit)."""
    queue = ["back rival A1 mv2", "mid rival A2 mv2", "front rival A3 dazed", "foe player A6"]
    assert ends(queue, arena=LINE) == ["back A1 front A3 mid A2"]
    told = play(combat("movement", queue, arena=LINE), only="movement")
    waiting = [(event.unit, event.status) for event in told.of(Stayed) if event.status != "dazed"]
    assert waiting == [("back", "blocked"), ("mid", "blocked")]
    assert ends(["back rival A1 mv1", "front rival A2 mv2", "foe player A6"], arena=LINE) == ["back A2 front A4"]


@pytest.mark.rule("movement.return", "movement.order")
def test_a_unit_that_cannot_move_yet_is_no_choice_for_next() -> None:
    """The player cannot spend a unit's move while it is unable to make one, so it is not offered (p.23)."""
    shut_in, units = {"blocked": ["A2", "B1", "B2"]}, [line.replace(" dazed", "") for line in EXAMPLE]
    now = combat("movement", units, **ATLANTEANS, arena=shut_in)
    told = play(now, ["def", "E3"], only="movement")
    assert set(told.asked[0].options) == {"def", "rep"}
    assert [(event.rule, event.unit) for event in told.of(Stayed)] == [("movement.return", "arch")]
    with pytest.raises(IllegalError, match="def, rep"):
        play(now, ["arch"], only="movement")


# Ways ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.blocked-hexes")
@pytest.mark.parametrize(
    ("others", "rule"),
    [
        (["ally rival B1 dazed"], {}),
        (["foe player B1"], {}),
        (["beast arena B1"], {}),
        ([], {"blocked": ["B1"]}),
        ([], {"missing": ["B1"]}),
    ],
)
def test_nobody_moves_through_a_blocked_hex(others: list[str], rule: dict[str, list[str]]) -> None:
    """A unit of any troop, or a rule, bars the way over a hex, and going round takes more steps (p.23, 26, 35)."""
    straight, keys = ("moves", ["0 C1"], ["C1"]), {"key_hexes": ["C1"]}
    assert does(["rep rival A1 mv2"], "key", arena=keys) == straight
    assert does(["rep rival A1 mv2", *others], "key", arena=keys | rule) == ("moves", ["0 C1"], ["C2"])
    assert does(["rep rival A1 mv3", *others], "key", arena=keys | rule) == straight


@pytest.mark.rule("movement.blocked-hexes")
def test_nobody_ends_on_a_blocked_hex() -> None:
    """A hex with a unit or blocked by a rule is no destination, one with a chip or the flag is (p.18, 35)."""
    units = ["rep rival C3", "foe player D2"]
    assert does(units)[2] == ["C2", "D3"]
    assert does([*units, "ally rival C2 dazed"])[2] == ["D3"]
    assert does(units, arena={"blocked": ["D3"]})[2] == ["C2"]
    assert does(units, flag="C2", chips={"orb": "D3"})[2] == ["C2", "D3"]


@pytest.mark.rule("movement.efficient")
@pytest.mark.parametrize(
    ("start", "blocked", "orb", "ways"),
    [
        ("A1", [], "B2", {"orb"}),
        ("A1", [], "B1", {"none"}),
        ("A1", [], "A2", {"none"}),
        ("A2", [], "B2", {"none", "orb"}),
        ("A2", [], "B3", {"none", "orb"}),
        ("A1", ["B2"], "C2", {"none", "orb"}),
        ("A1", ["B2"], "B3", {"none", "orb"}),
        ("A1", ["B2"], "A3", {"none"}),
        ("A1", ["B2", "B1"], "B3", {"orb"}),
    ],
)
def test_a_unit_goes_by_a_shortest_unblocked_path(start: str, blocked: list[str], orb: str, ways: set[str]) -> None:
    """The chips that a unit comes by show its way: any of the shortest around what is blocked, no detour (p.23)."""
    arena = {"key_hexes": ["C3"], "blocked": blocked}
    now = combat("movement", [f"rep rival {start} mv9", "foe player G2"], "key", arena=arena, chips={"orb": orb})
    for way in sorted(ways):
        told = play(now, [("movement.way", way)] if len(ways) > 1 else [], only="movement")
        assert [set(question.options) for question in told.asked] == ([ways] if len(ways) > 1 else [])
        assert told.hex("rep") == "C3"
        assert told.combat.chips["orb"].holder == ("rep" if way == "orb" else "")


# What lies on the way -----------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.equip")
def test_a_unit_equips_the_chip_on_whose_hex_it_ends() -> None:
    """Whoever moves onto the hex of a loose chip takes it, and that of another hex stays where it is (p.36)."""
    chips = {"trident": "C3", "orb": "C2"}
    told = play(combat("movement", ["rep rival A2 mv2", "foe player G2"], "chip:trident", chips=chips), only="movement")
    assert [(event.unit, event.chip, event.hex) for event in told.of("equipped")] == [("rep", "trident", "C3")]
    assert told.combat.chips["trident"].holder == "rep"
    assert told.combat.arena.mat.name(told.combat.chips["orb"].hex) == "C2"


@pytest.mark.rule("movement.equip", "movement.order")
def test_the_readings_of_rivals_equipping_differ_for_who_comes_next() -> None:
    """An equipped trident lets the next unit go on to its next entry; left lying it does not (p.36; equip.rival)."""
    units, chips = ["one rival B2", "two rival B3", "lord player G2 hero"], {"trident": "C3"}
    taken = ends(units, "chip:trident hero", chips=chips)
    assert taken == ["one C2 two C3", "one C3 two C4"]
    left = ends(units, "chip:trident hero", chips=chips, rulings={"equip.rival": "no"})
    assert left == ["one B2 two C3", "one C3 two B3"]


@pytest.mark.rule("movement.equip", "movement.efficient")
def test_the_readings_of_equipping_in_passing_differ_for_a_chip_on_the_way() -> None:
    """A chip on the way is taken and lost to others, or by the other reading left for them (p.36; equip.passing)."""
    units = ["arch rival A2 class:archer", "rep rival A1 mv2", "foe player G2"]
    lists = {"class:archer": "chip:orb", "all": "key"}
    ground: dict[str, Any] = {"arena": {"key_hexes": ["C3"]}, "chips": {"orb": "B2"}}
    first = ["arch B2 rep B3", "arch B2 rep C2"]
    assert ends(units, lists, **ground) == ["arch A2 rep C3", *first]
    assert ends(units, lists, **ground, rulings={"equip.passing": "end"}) == [*first, "arch B2 rep C3"]


@pytest.mark.rule("movement.rival-flag")
@pytest.mark.parametrize("flag", ["C3", "B2", "A1"])
def test_a_rival_unit_never_takes_the_flag(flag: str) -> None:
    """Rival units come to the flag's hex, cross it and leave it, and the flag stays where it is (p.18; rival.flag)."""
    now = combat("movement", ["rep rival A1 mv2", "foe player G2"], "named:C3", flag=flag, event="capture-the-flag")
    told = play(now, only="movement")
    assert told.hex("rep") == "C3"
    assert told.of("equipped") == []
    assert told.combat.flag is not None
    assert (told.combat.arena.mat.name(told.combat.flag.hex), told.combat.flag.holder) == (flag, "")


@pytest.mark.rule("movement.rival-flag", "movement.list")
def test_nobody_is_the_flagholder_for_standing_on_the_flag() -> None:
    """An opponent beside a flag that lies free is no flagholder, the one who holds it is (p.18, 23)."""
    units = ["rep rival C3 mv1", "ally rival D3 dazed", "foe player D2"]
    assert does(units, "flagholder", flag="D3") == ("idle", [], ["C3"])
    assert does(units, "flagholder", flag="@foe") == ("moves", ["0 foe"], ["C2"])


# Opponents ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("movement.mark", "term.opponent")
def test_the_readings_of_arena_units_as_opponents_differ_for_the_mark() -> None:
    """An arena unit is marked like any other opponent, or by the other reading is none (p.28, 36; opponents.arena)."""
    units = ["rep rival C3", "ally rival A1 dazed", "beast arena D2"]
    assert does(units) == ("moves", ["0 beast"], ["C2", "D3"])
    assert does(units, rulings={"opponents.arena": "no"}) == ("idle", [], ["C3"])
