"""What happens in the arena's turn: the chariot, the Beasts (Unit Skills sheet; cards; p.20, 28, 35)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import Attacked, Damaged, Defeated, Deployed, Moved, Relocated
from hoplo_companion.rules.rival.turn import begin_arena_turn, has_arena_turn
from tests.helpers.acting import ability, arena_turn, in_arena_of, options, place_of
from tests.helpers.boards import combat, solved
from tests.helpers.play import Told, play, question_of

WAY = "roaming.direction"


# The chariot ----------------------------------------------------------------------------------------------------

RING = ["D2", "C2", "C3", "C4", "D5", "E4", "E3", "E2"]
"""The ring round D3 and D4, counter-clockwise."""


def races(units: list[str], chariot: str, answers: list[Any] | None = None, **more: Any) -> Told:
    return arena_turn(in_arena_of("parthians", "movement", units, chips={"chariot": chariot}, **more), answers)


@pytest.mark.rule("arena.the-races", "arena.turn")
@pytest.mark.parametrize("start", range(8))
def test_the_chariot_drives_three_hexes_counter_clockwise(start: int) -> None:
    """In the arena turn the chariot goes 3 hexes along the inner ring, counter-clockwise (Parthians card; p.20)."""
    told = races(["a player G2", "r rival A2"], RING[start])
    way = [RING[(start + step) % 8] for step in (1, 2, 3)]
    assert [(event.chip, event.hexes, event.riders) for event in told.of("drove")] == [("chariot", way, [])]
    assert place_of(told, "chariot") == way[-1]


@pytest.mark.rule("arena.the-races")
def test_the_chariot_is_stood_on_and_not_carried_off() -> None:
    """Only the arena turn moves the chariot: no text lets a unit equip it, so it stays when a unit steps off (p.36)."""
    for units, there in ((["r rival C1 mv1", "a player C3"], "C2"), (["r rival C2 mv1", "a player G2"], "D2")):
        board = in_arena_of("parthians", "movement", units, f"named:{there} any", chips={"chariot": "C2"})
        told = play(board, only="movement")
        assert told.hex("r") == there
        assert (place_of(told, "chariot"), told.of("equipped")) == ("C2", [])


@pytest.mark.rule("arena.the-races")
def test_a_unit_in_the_chariot_s_way_goes_to_the_outer_ring() -> None:
    """Whoever stands in the way is put on a free adjacent hex outside the ring, of your choice (Parthians card)."""
    told = races(["a player C3", "r rival G1"], "C2", ["B3"])
    assert options(told) == {"B2", "B3"}
    assert [(event.unit, event.start, event.end, event.displaced) for event in told.of(Relocated)] == [
        ("a", "C3", "B3", True)
    ]
    assert place_of(told, "chariot") == "D5"
    only = races(["a player C3", "s rival B2", "r rival G1"], "C2")
    assert (only.hex("a"), place_of(only, "chariot")) == ("B3", "D5")


@pytest.mark.rule("arena.the-races")
def test_every_unit_in_the_way_is_put_aside_in_turn() -> None:
    """Each hex of the way is cleared when the chariot comes to it, whoever stands there (Parthians card)."""
    told = races(["a player C3", "r rival C4", "s rival D4", "b player G1"], "C2", ["B2", "B3"])
    assert [options(told, at) for at in (0, 1)] == [{"B2", "B3"}, {"B3", "B4", "C5"}]
    assert (told.hex("a"), told.hex("r"), told.hex("s"), place_of(told, "chariot")) == ("B2", "B3", "D4", "D5")


@pytest.mark.rule("arena.the-races")
def test_a_unit_with_nowhere_to_go_is_crushed() -> None:
    """Without a free adjacent hex outside the ring a unit in the way is defeated at once (Parthians card)."""
    shut = ["s rival B2", "t rival B3", "b player G1"]
    told = races(["a player C3 hp9", *shut], "C2")
    assert [(event.unit, event.hex) for event in told.of(Defeated)] == [("a", "C3")]
    assert (place_of(told, "chariot"), told.of(Damaged)) == ("D5", [])
    told = races(["e rival C3 hp9 elite", *shut], "C2")
    assert [event.unit for event in told.of(Defeated)] == ["e"]


@pytest.mark.rule("arena.the-races")
@pytest.mark.parametrize("answer", ["survive", "lost"])
def test_a_crushed_hero_needs_a_blessing(answer: str) -> None:
    """The hero is crushed like anybody, and a blessing may save it (Parthians card; p.13, 27)."""
    units = ["h player C3 hero hp2 hl6", "s rival B2", "t rival B3"]
    board = in_arena_of("parthians", "movement", units, chips={"chariot": "C2"})
    board, _ = begin_arena_turn(board)
    asked = question_of(board)
    assert (asked.id, asked.unit) == ("defeat.hero", "h")
    board, _ = apply(board, answer)
    if answer == "survive":
        assert board.units["h"].hp == 6
        standing = [unit.hex for unit in board.in_arena()]
        assert len(standing) == len(set(standing))
    else:
        assert board.over == "campaign-lost"
    assert pending(board) is None, "the turn goes on to its end"


@pytest.mark.rule("arena.the-races")
def test_what_the_chariot_drove_before_it_met_a_blessed_hero_is_told() -> None:
    """Wherever the chariot comes to stand, it went there on the ring, and that is told (Parthians card)."""
    units = ["h player C3 hero hp2 hl6", "s rival B2", "t rival B3"]
    told = races(units, "D2", [("defeat.hero", "survive")])
    drove = [hex_ for event in told.of("drove") for hex_ in event.hexes]
    assert place_of(told, "chariot") == (drove[-1] if drove else "D2")


@pytest.mark.rule("arena.the-races")
@pytest.mark.parametrize("side", ["player", "rival"])
def test_whoever_is_on_the_chariot_rides_along(side: str) -> None:
    """A unit on the chariot's hex stays on it while others make way (Parthians card)."""
    told = races([f"u {side} D2", "a player C2", "b player G2", "r rival G1"], "D2", ["B1"])
    assert options(told) == {"B1", "B2", "C1"}
    assert (told.hex("u"), told.hex("a"), place_of(told, "chariot")) == ("C4", "B1", "C4")
    assert [event.riders for event in told.of("drove")][-1] == ["u"]


# The arena's turn -----------------------------------------------------------------------------------------------


@pytest.mark.rule("arena.turn")
@pytest.mark.parametrize(
    ("arena", "units", "has"),
    [
        ("parthians", ["a player G2"], True),
        ("plutos-refugees", ["a player G2"], True),
        ("atlanteans", ["a player G2"], False),
        ("lamosians", ["a player G2"], False),
        ("kunlun", ["a player G2", "x arena C3"], True),
        ("kunlun", ["a player G2", "x arena -"], False),
    ],
)
def test_only_some_arenas_have_a_turn(arena: str, units: list[str], has: bool) -> None:
    """There is an arena turn where its card has one or arena chips act (p.20, 28)."""
    assert has_arena_turn(combat("movement", units, arena=arena)) == has


@pytest.mark.rule("arena.turn", "arena.steps")
def test_the_arena_s_turn_has_three_steps_and_the_rival_s_follows() -> None:
    """Arena units move, use Abilities and engage, and then it is the rival's turn (p.28)."""
    board = ["x arena A1 mv2 blue hp1 hl3 Regen-1", "a player C1 hp5", "r rival G1 blue"]
    told = arena_turn(combat("deployment", board), [("attack.dice", 1)])
    assert [event.step for event in told.of("step-began")] == ["movement", "abilities", "engage"]
    kinds = ["turn-began", "moved", "healed", "attacked", "turn-ended"]
    assert [event.what for event in told.events if event.what in kinds] == kinds
    assert (told.combat.side, told.combat.step, told.hp("a"), told.hp("x")) == ("rival", "deployment", 4, 2)


@pytest.mark.rule("arena.steps")
def test_arena_units_oppose_both_troops_and_not_each_other() -> None:
    """Arena units consider all units that are none as opponents (p.28)."""
    board = [
        "x arena C3 mv0 blue",
        "y arena C4 mv0 blue Taunt hp1",
        "a player C2 hp5",
        "r rival D3 hp5",
        "s rival D5 hp9",
    ]
    told = arena_turn(
        combat("movement", board, "weakest"), [("engage.target", "r"), ("attack.dice", 1), ("attack.dice", 1)]
    )
    assert options(told) == {"a", "r"}
    assert {(event.unit, event.target) for event in told.of(Attacked)} == {("x", "r"), ("y", "s")}


@pytest.mark.rule("arena.steps")
def test_an_arena_unit_marks_by_the_arena_s_list_and_leaves_the_flag() -> None:
    """Arena units move by the list as rivals do, and never take the flag up (p.28; rival.flag)."""
    board = ["x arena A2 mv2", "a player C2 hp1", "r rival C3 hp9"]
    told = arena_turn(combat("movement", board, "strongest", flag="B3", event="capture-the-flag"), ["B3"])
    assert (told.hex("x"), place_of(told, "flag")) == ("B3", "B3")
    assert [event.mark for event in told.of(Moved)] == ["r"]


@pytest.mark.rule("arena.steps")
@pytest.mark.parametrize(("faction", "hit"), [("plutos-refugees", "a"), ("kunlun", "t")])
def test_a_local_s_taunt_does_not_bind_the_beasts(faction: str, hit: str) -> None:
    """Beasts and locals are no opponents: a local's Taunt leaves a Beast free (publisher's FAQ; refugees.locals)."""
    board = ["x arena C3 mv0 blue", f"t player C4 hp5 Taunt of:{faction}", "a player C2 hp5 of:kunlun"]
    read = in_arena_of("plutos-refugees", "movement", board)
    assert [event.target for event in arena_turn(read, [("attack.dice", 1)]).of(Attacked)] == [hit]


@pytest.mark.rule("arena.steps")
@pytest.mark.parametrize(
    ("faction", "ways", "end"), [("plutos-refugees", ["s", "s", "nw"], "B3"), ("kunlun", ["s"], "C3")]
)
def test_beasts_roam_past_locals(faction: str, ways: list[str], end: str) -> None:
    """A roaming Beast is not stopped by standing next to locals, as it is by others (publisher's FAQ)."""
    board = ["x arena C2 mv3 Roaming class:beast", f"l player D4 of:{faction}", "a player G1"]
    read = in_arena_of("plutos-refugees", "movement", board)
    told = arena_turn(read, [(WAY, way) for way in ways])
    assert told.hex("x") == end


@pytest.mark.rule("arena.steps", "skill.hook")
def test_your_local_may_still_hook_a_beast() -> None:
    """Skills that need no opponent may be used on the Beasts by locals, those that do may not (publisher's FAQ)."""
    words = "of:plutos-refugees Hook Fury_Aura-2"
    read = in_arena_of(
        "plutos-refugees", "engage", [f"l player C3 {words}", "x arena C5 class:beast", "r rival G1"],
        state={"side": "player"},
    )  # fmt: skip
    assert ability(read, "l", "hook").hex("x") == "C4"
    assert ability(read, "l", "fury-aura").of(Damaged) == []


@pytest.mark.rule("arena.steps")
def test_combat_lock_and_a_daze_hold_arena_units_for_the_turn() -> None:
    """Arena units beside Combat Lock as their turn starts stay; dazed ones do nothing and wake at its end (p.21)."""
    board = ["x arena C3 mv2", "k rival C4 Combat_Lock", "a player G2"]
    told = arena_turn(combat("movement", board, "farthest"))
    assert told.hex("x") == "C3"
    told = arena_turn(combat("movement", ["x arena A1 mv2 blue dazed", "a player B1"]))
    assert (told.hex("x"), told.of(Attacked), told.combat.units["x"].dazed) == ("A1", [], False)


# New Argonauts --------------------------------------------------------------------------------------------------


@pytest.mark.rule("arena.most-units")
@pytest.mark.parametrize(
    ("here", "act", "deployed"), [(0, 1, 1), (0, 3, 2), (1, 3, 1), (1, 1, 1), (2, 1, 0), (2, 3, 0)]
)
def test_no_third_unit_of_a_side_enters(here: int, act: int, deployed: int) -> None:
    """Each side has two units in combat at most, so the rival deploys as many as that leaves (New Argonauts card)."""
    units = ["s rival C3", "t rival C5"][:here]
    lineup = ["m mv1 rg1 hl3", "n mv1 rg1 hl3", "o mv1 rg1 hl3"]
    more: dict[str, Any] = {"arena": "new-argonauts", "act": act, "turn": 1, "lineup": lineup}
    told = play(combat("deployment", [*units, "a player G2", "b player G3", "c player F1"], **more), only="deployment")
    assert [event.unit for event in told.of(Deployed)] == ["m", "n"][:deployed]
    refused = [event.unit for event in told.of("not-deployed") if event.rule == "arena.most-units"]
    assert refused == ["m", "n"][deployed : 2 if act == 3 else 1]
    both = [{"unit": "m", "hex": "A1", "bonus_hp": 0}, {"unit": "n", "hex": "A2", "bonus_hp": 0}]
    assert solved("deployment", [*units, "a player G2"], **more)["deploy"] == both[:deployed]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("event", "turn", "owed"), [("scion", 1, 1), ("scion", 2, 0), ("bloodshed", 1, 0)])
def test_plutos_domain_adds_banes_as_the_scion_s_combat_is_set_up(event: str, turn: int, owed: int) -> None:
    """Against the scion Pluto's Domain adds banes before the first turn, and never later (Vesuvians card; p.30)."""
    board = in_arena_of("vesuvians", "deployment", ["r rival D3 mv0", "y player G2"], event=event, turn=turn, act=4)
    told = play(board, only="deployment")
    assert [(each.what, each.amount) for each in told.of("owed")] == [("draw-bane", 0)] * owed, "nobody knows the stack"


@pytest.mark.rule("arena.steps")
def test_an_arena_turn_without_arena_units_has_no_steps() -> None:
    told = races(["a player G2"], "D2")
    assert told.of("drove")
    assert told.of("step-began") == []
