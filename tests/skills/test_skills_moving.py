"""Abilities and Specials that put units on other hexes, for every side (Unit Skills sheet; Rulebook p.24, 35-36)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.events import Attacked, Moved, Relocated
from tests.helpers.acting import ability, arena_turn, options, place_of, yours
from tests.helpers.boards import combat, move
from tests.helpers.play import abilities, engage, play, shifted

UNIT, HEX = "ability.target", "ability.hex"


# Hook -----------------------------------------------------------------------------------------------------------

HOOKS = ["Hook", "Pull"]


@pytest.mark.rule("skill.hook", "skill.pull")
@pytest.mark.parametrize("skill", HOOKS)
@pytest.mark.parametrize(
    ("others", "end"),
    [
        (["a player C5 dazed"], "C4"),
        (["a player E2"], "D3"),
        (["a player D5", "s rival C4"], "D4"),
        (["a player D5", "x arena D4 Deflect", "s rival G3"], ""),
        (["a player C4"], ""),
        (["a player F2"], ""),
        (["a player C5", "b player C2"], ""),
        (["a player C5", "b player C2", "s rival D4"], "C4"),
        (["a player C5", "b player C2", "s rival D4 dazed"], ""),
        (["a player C5", "b player C2", "s rival D4 dazed First_Strike"], "C4"),
    ],
)
def test_a_rival_hooks_an_opponent_to_open_an_attack(skill: str, others: list[str], end: str) -> None:
    """A rival draws a unit from exactly 2 hexes off to its side if some rival gains an attack so (Unit Skills)."""
    told = abilities([f"r rival C3 {skill}", *others])
    assert shifted(told) == ({"a": end} if end else {})


@pytest.mark.rule("skill.hook")
def test_hexes_that_open_an_attack_alike_are_yours_to_choose_among() -> None:
    """Of the hexes beside its user that open an attack any will do, and no other (Unit Skills)."""
    board = ["r rival C3 Hook", "a player D5"]
    told = abilities(board, [(HEX, "C4")])
    assert (options(told), told.hex("a")) == ({"C4", "D4"}, "C4")
    # The user has an attack already: only the hex beside the other rival opens one.
    far = [*board, "b player C2", "s rival B3"]
    assert shifted(abilities(far)) == {"a": "C4"}


@pytest.mark.rule("skill.hook")
def test_units_that_open_an_attack_alike_are_yours_to_choose_among() -> None:
    """Any unit 2 hexes off whose shift opens an attack may be hooked, those of its own side too (Unit Skills)."""
    board = ["r rival C3 Hook", "a player C5", "b player E2", "s rival E3", "c player G2"]
    told = abilities(board, [(UNIT, "b")])
    assert options(told) == {"a", "b"}
    assert shifted(told) == {"b": "D3"}


@pytest.mark.rule("skill.hook")
def test_what_another_rival_loses_by_a_hook_does_not_count() -> None:
    """A hook that opens an attack is used, even if it ends another rival's attack (Unit Skills)."""
    told = play(
        combat("abilities", ["r rival C3 blue Hook", "s rival D6 blue", "a player C5 hp5"]), [("attack.dice", 0)]
    )
    assert [event.unit for event in told.of(Attacked)] == ["r"]
    kept = ["r rival C3 rg2 blue Hook", "s rival D6 blue", "a player C5 hp5"]
    assert shifted(abilities(kept)) == {}


@pytest.mark.rule("skill.hook")
@pytest.mark.parametrize(
    ("rival", "others", "hooked"),
    [
        ("r rival C3 blue Hook Agile", ["a player C5"], True),
        ("r rival C3 Hook Agile", ["a player C5"], False),
        ("r rival C3 blue Hook Long_Shot-2", ["a player C5"], False),
        ("r rival C3 blue Hook Heave", ["a player C5"], False),
        ("r rival C3 mv1 blue Hook Reposition", ["a player C5"], False),
        ("r rival C3 mv0 blue Hook Reposition", ["a player C5"], True),
    ],
)
def test_specials_count_for_hook_like_attacks(rival: str, others: list[str], hooked: bool) -> None:
    """A Special that a rival gains opens one, and a Special that it has anyhow leaves nothing to open (sheet)."""
    assert bool(shifted(abilities([rival, *others]))) == hooked


@pytest.mark.rule("skill.hook", "abilities.priorities")
@pytest.mark.parametrize(
    ("priorities", "hooked"), [("any", True), ("named:C5 any", False), ("named:C4 any", True), ("named:G1 any", True)]
)
def test_a_hooked_rival_keeps_to_its_list(priorities: str, hooked: bool) -> None:
    """A rival that a rival relocates comes only where its list would lead it (p.24; relocate.list)."""
    board = ["r rival C3 Hook", "s rival C5", "a player D4"]
    told = abilities(board, priorities=priorities)
    assert shifted(told) == ({"s": "C4"} if hooked else {})


@pytest.mark.rule("skill.hook", "skill.pull")
@pytest.mark.parametrize("skill", HOOKS)
def test_your_hook_takes_any_unit_two_hexes_off(skill: str) -> None:
    """Your own units and the rival's, elite or not, may be chosen 2 hexes off, and any free hex beside you (p.26)."""
    board = [f"h player C3 hero {skill}", "a rival C5 elite", "b player D5", "x arena A2", "c rival C2", "d rival F2"]
    told = ability(yours(board), "h", skill.lower(), [(UNIT, "b"), (HEX, "D4")])
    assert (options(told), options(told, 1)) == ({"a", "b", "x"}, {"C4", "D4"})
    assert [(event.unit, event.start, event.end, event.displaced) for event in told.of(Relocated)] == [
        ("b", "D5", "D4", True)
    ]
    assert told.of(Moved) == []


@pytest.mark.rule("skill.pull")
def test_a_unit_without_a_free_hex_between_cannot_be_pulled() -> None:
    """The unit comes 1 hex nearer, onto a hex that is free; where none is, it is no choice (p.26, 35)."""
    board = ["h player C3 Pull", "a rival C5", "b player C4", "c rival D5", "d rival E2"]
    told = ability(yours(board, arena={"blocked": ["D3"]}), "h", "pull")
    assert shifted(told) == {"c": "D4"}


@pytest.mark.rule("skill.hook")
def test_an_arena_unit_hooks_for_its_own_side() -> None:
    """An arena unit uses Hook where an arena unit gains by it (p.28)."""
    board = ["x arena C3 mv0 blue Hook", "a player C5", "r rival G1"]
    told = arena_turn(combat("abilities", board), [("attack.dice", 0)])
    assert (told.hex("a"), [event.unit for event in told.of(Attacked)]) == ("C4", ["x"])


# Hurl -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.hurl")
@pytest.mark.parametrize(
    ("number", "ends"), [(1, {"D3", "D4"}), (2, {"D3", "D4", "E2", "E4"}), (3, {"D3", "D4", "E2", "E4", "F2", "F3"})]
)
def test_a_rival_hurls_to_where_an_attack_opens(number: int, ends: set[str]) -> None:
    """An adjacent unit goes to a free hex within the number of the user, where a rival gains an attack (sheet)."""
    board = [f"r rival C3 Hurl-{number}", "s rival E3", "a player C4", "b player G3"]
    told = abilities(board, [(HEX, min(ends))])
    assert options(told) == ends
    assert shifted(told) == {"a": min(ends)}


@pytest.mark.rule("skill.hurl")
def test_a_hurled_ally_goes_where_its_list_leads_it() -> None:
    """An ally is hurled to the hexes alone that suit its list among those offered (p.24; relocate.list)."""
    board = ["r rival C3 Hurl-2", "s rival D3 rg1", "a player F3", "b player C5 hp9"]
    told = abilities(board, [(HEX, "E4")], "weakest")
    assert options(told) == {"E3", "E4"}
    strong = abilities(board, [(HEX, "B4")], "strongest")
    assert options(strong) == {"C4", "B4", "D5"}


@pytest.mark.rule("skill.hurl")
def test_your_hurl_goes_to_any_free_hex_near_enough() -> None:
    """Your unit hurls any adjacent unit to any free hex no farther from itself than the number (Unit Skills)."""
    board = ["h player A2 Hurl-2", "a rival B2", "b player A1", "c rival C4", "d rival B3 elite"]
    told = ability(yours(board, arena={"blocked": ["C2"]}), "h", "hurl", [(UNIT, "a"), (HEX, "C3")])
    assert (options(told), options(told, 1)) == ({"a", "b", "d"}, {"A3", "B1", "B4", "C3"})
    assert told.hex("a") == "C3"
    assert [event.displaced for event in told.of(Relocated)] == [True]


@pytest.mark.rule("skill.hurl")
def test_a_hurled_rival_takes_the_trident_up_and_the_flag_stays() -> None:
    """Whoever comes to the trident's hex equips it; a rival takes no flag up (Atlanteans card; p.18)."""
    board = ["h player C3 Hurl-1", "a rival C4"]
    told = ability(
        yours(board, arena="atlanteans", chips={"trident": "C2"}, flag="C2", event="capture-the-flag"),
        "h", "hurl", [(HEX, "C2")],
    )  # fmt: skip
    assert (place_of(told, "trident"), place_of(told, "flag")) == ("a", "C2")


# Shove ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.shove")
def test_a_rival_shoves_its_way_to_an_attack() -> None:
    """Shove puts a unit 1 hex straight away and its user on the hex left free, if an attack opens (Unit Skills)."""
    told = abilities(["r rival C3 Shove", "a player C4", "h player D5 hero"], priorities="hero")
    assert [(event.unit, event.end, event.displaced) for event in told.of(Relocated)] == [
        ("a", "C5", True),
        ("r", "C4", False),
    ]


@pytest.mark.rule("skill.shove")
@pytest.mark.parametrize(
    ("shover", "others", "more"),
    [
        ("C4", ["a player C5", "h player D6 hero"], {}),
        ("C3", ["a player C4", "h player D5 hero"], {"arena": {"blocked": ["C5"]}}),
        ("C3", ["a player C4", "h player D5 hero"], {"arena": {"missing": ["C5"]}}),
        ("C3", ["a player C4", "h player D5 hero", "b player C5"], {}),
        ("C3", ["a player C4", "h player D5 hero", "b rival C5 dazed"], {}),
        ("C3", ["a player C4", "h player D5 hero", "b arena C5"], {}),
    ],
    ids=["off the mat", "blocked", "missing", "a unit", "an ally", "an arena unit"],
)
def test_nobody_is_shoved_where_no_free_hex_is(shover: str, others: list[str], more: dict[str, Any]) -> None:
    """Without a free hex straight behind it a unit cannot be shoved (Unit Skills; p.35)."""
    assert shifted(abilities([f"r rival {shover} Shove", *others], priorities="hero", **more)) == {}


@pytest.mark.rule("skill.shove", "abilities.priorities")
@pytest.mark.parametrize(
    ("priorities", "used"),
    [
        ("any", True),
        ("named:C4 any", False),
        ("named:C3 any", False),
        ("named:C5 any", True),
        ("named:G1 any", True),
    ],
)
def test_both_a_shover_and_its_ally_keep_to_their_lists(priorities: str, used: bool) -> None:
    """Where a rival shoves an ally, both come only to places that the list leads them to (p.24)."""
    board = ["r rival C3 Shove", "s rival C4", "a player D6"]
    told = abilities(board, priorities=priorities)
    assert shifted(told) == ({"s": "C5", "r": "C4"} if used else {})


@pytest.mark.rule("skill.shove")
def test_a_shove_onto_the_trident_opens_a_special() -> None:
    """A rival shoved onto the trident equips it and gains Trident Throw, which it would not have had (card; sheet)."""
    board = ["r rival C3 Shove", "s rival C4", "a player G2"]
    told = abilities(board, arena="atlanteans", chips={"trident": "C5"})
    assert shifted(told) == {"s": "C5", "r": "C4"}
    assert place_of(told, "trident") == "s"
    assert shifted(abilities(board, arena="atlanteans", chips={"trident": "D6"})) == {}
    other: dict[str, Any] = {"rulings": {"equip.rival": "no"}}
    assert shifted(abilities(board, arena="atlanteans", chips={"trident": "C5"}, **other)) == {}


@pytest.mark.rule("skill.shove", "flag.taken")
def test_your_shover_takes_the_flag_that_it_steps_onto() -> None:
    """A unit of yours that moves onto the flag's hex by its own skill equips it at once (p.18, 35)."""
    board = ["h player C3 Shove", "a rival C4", "b player D3", "c rival B2"]
    flag = {"flag": "C4", "event": "capture-the-flag"}
    told = ability(yours(board, **flag), "h", "shove", [(UNIT, "a")])
    assert options(told) == {"a", "b", "c"}
    assert shifted(told) == {"a": "C5", "h": "C4"}
    assert [(event.unit, event.chip, event.rule) for event in told.of("equipped")] == [("h", "flag", "flag.taken")]


@pytest.mark.rule("flag.taken")
@pytest.mark.parametrize(("reading", "where"), [("default", "E2"), ("yes", "b")])
def test_a_displaced_unit_of_yours_takes_the_flag_by_ruling_only(reading: str, where: str) -> None:
    """A unit that is displaced onto the flag has not moved there (p.18, 35; flag.displaced)."""
    board = ["h player C3 Shove", "b player D3", "c rival G1"]
    more: dict[str, Any] = {"flag": "E2", "event": "capture-the-flag", "rulings": {"flag.displaced": reading}}
    told = ability(yours(board, **more), "h", "shove")
    assert (told.hex("b"), place_of(told, "flag")) == ("E2", where)


@pytest.mark.rule("movement.equip", "arena.trident")
@pytest.mark.parametrize(
    ("arena", "chip", "reading", "where", "rule", "rulings"),
    [
        ("", "orb", "default", "E2", "", []),
        ("", "orb", "yes", "b", "movement.equip", ["equip.displaced"]),
        ("atlanteans", "trident", "default", "b", "arena.trident", []),
        ("atlanteans", "trident", "yes", "b", "arena.trident", []),
    ],
)
def test_a_displaced_unit_equips_a_chip_by_its_card_or_by_ruling_only(
    arena: str, chip: str, reading: str, where: str, rule: str, rulings: list[str]
) -> None:
    """Being displaced is not moving; the trident is equipped by whoever shares its hex (p.35, 36; equip.displaced)."""
    board = ["h player C3 Shove", "b player D3", "c rival G1"]
    told = ability(yours(board, arena=arena, chips={chip: "E2"}, rulings={"equip.displaced": reading}), "h", "shove")
    assert (told.hex("b"), place_of(told, chip)) == ("E2", where)
    assert [(event.rule, event.rulings) for event in told.of("equipped")] == ([(rule, rulings)] if rule else [])
    [put] = [event for event in told.of(Relocated) if event.displaced]
    assert put.rulings == ([] if rule else ["equip.displaced"])


@pytest.mark.rule("flag.taken")
def test_no_rival_takes_the_flag_by_a_skill() -> None:
    """Rival units never take the flag up, however they come to it (p.18; rival.flag)."""
    board = ["r rival C3 mv1 Reposition", "a player E2"]
    told = engage(board, flag="D3", event="capture-the-flag")
    assert (told.hex("r"), place_of(told, "flag")) == ("D3", "D3")


@pytest.mark.rule("skill.shove")
def test_your_shove_needs_a_free_hex_behind() -> None:
    """Your unit may shove whoever stands beside it and has a free hex straight behind (Unit Skills)."""
    board = ["h player B2 Shove", "a rival A1", "b rival B3", "c rival C3", "d rival D4", "e arena C2", "f player B1"]
    told = ability(yours(board), "h", "shove", [(UNIT, "e")])
    assert options(told) == {"b", "e"}
    assert shifted(told) == {"e": "D2", "h": "C2"}


# Swap -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.swap")
def test_a_rival_swaps_its_way_to_an_attack() -> None:
    """Swap exchanges the places of two adjacent units, if an attack opens so; its user has moved (Unit Skills)."""
    told = abilities(["r rival C3 Swap", "a player C4", "h player D5 hero"], priorities="hero")
    assert {(event.unit, event.end, event.displaced) for event in told.of(Relocated)} == {
        ("a", "C3", True),
        ("r", "C4", False),
    }


@pytest.mark.rule("skill.swap", "abilities.priorities")
@pytest.mark.parametrize(
    ("ally", "used"), [("s rival C4 rg2", True), ("s rival C4 rg1", False), ("s rival C4 rg3", True)]
)
def test_swapped_rivals_keep_to_their_lists_both(ally: str, used: bool) -> None:
    """An ally that the list would keep beside its mark does not change places, one that reaches farther does (p.24)."""
    told = abilities(["r rival C3 Swap", ally, "a player C5"])
    assert shifted(told) == ({"r": "C4", "s": "C3"} if used else {})


@pytest.mark.rule("skill.hurl", "skill.swap")
@pytest.mark.parametrize(
    "units",
    [
        ["r rival C3 Hurl-2", "a player C4"],
        ["r rival C3 Hurl-2", "s rival E3 dazed", "a player C4"],
        ["r rival C3 Swap", "a player C4"],
        ["r rival C3 Swap", "s rival C4", "a player G2"],
    ],
)
def test_a_rival_that_gains_nothing_displaces_nobody(units: list[str]) -> None:
    """Hurl and Swap are used only where a rival gains an attack or a Special (Unit Skills)."""
    assert shifted(abilities(units)) == {}


@pytest.mark.rule("skill.swap")
def test_a_swap_onto_the_trident_opens_a_special() -> None:
    """Whoever swaps onto the trident's hex equips it, and with it the Special Trident Throw (card; sheet)."""
    board = ["r rival A2 Swap", "s rival A1 dazed", "a player G2"]
    more: dict[str, Any] = {"chips": {"trident": "A1"}, "rulings": {"equip.deploy": "no"}}
    told = abilities(board, arena="atlanteans", **more)
    assert shifted(told) == {"r": "A1", "s": "A2"}
    assert place_of(told, "trident") == "r"


@pytest.mark.rule("skill.swap", "flag.taken")
def test_your_swap_takes_any_neighbour_and_what_lies_there() -> None:
    """Your unit may change places with anybody adjacent, and takes up the flag on the hex it moves to (sheet; p.18)."""
    board = ["h player C3 Swap", "a rival C4 elite", "b player D3", "x arena B2", "c rival C5"]
    told = ability(yours(board, flag="C4", event="capture-the-flag"), "h", "swap", [(UNIT, "a")])
    assert options(told) == {"a", "b", "x"}
    assert (told.hex("h"), told.hex("a"), place_of(told, "flag")) == ("C4", "C3", "h")


@pytest.mark.rule("skill.swap", "skill.shove")
@pytest.mark.parametrize("skill", ["Swap", "Shove"])
def test_arena_units_swap_and_shove_for_their_own_side(skill: str) -> None:
    """An arena unit uses such an Ability if an arena unit gains an attack, by the arena's list (p.28)."""
    board = [f"x arena C3 mv0 blue {skill}", "r rival C4", "h player D5 hero"]
    told = arena_turn(combat("abilities", board, "hero"), [("attack.dice", 0)])
    assert (told.hex("x"), [(event.unit, event.target) for event in told.of(Attacked)]) == ("C4", [("x", "h")])


@pytest.mark.rule("abilities.order", "skill.hook", "skill.swap")
def test_one_relocation_can_make_another_useless() -> None:
    """Abilities are used in your order, each where it opens something on the board that it finds (p.24)."""
    board = ["r rival C3 Hook", "s rival E3 Hook", "a player D5 hp9", "b player C1"]
    told = abilities(board, [("abilities.next", "s hook"), (UNIT, "a"), (HEX, "D4")])
    assert [options(told, at) for at in range(3)] == [{"r hook", "s hook"}, {"a", "r"}, {"D4", "E4"}]
    assert shifted(told) == {"a": "D4"}


# Flight ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.flight")
def test_flight_passes_over_blocked_hexes_and_ends_on_none() -> None:
    """A unit with Flight moves across blocked hexes, though it may not end on one (Unit Skills)."""
    ring = ["s rival A1", "t rival A3", "a player B2"]
    blocked = {"blocked": ["B3"]}
    assert move(["r rival A2 mv2 Flight", *ring], "named:C3", arena=blocked) == ("moves", ["C3"], ["C3"])
    assert move(["r rival A2 mv2", *ring], "named:C3", arena=blocked) == ("blocked", ["C3"], ["A2"])
    for taken in ("B2", "B3"):
        status, _, ends = move(["r rival A2 mv1 Flight", *ring], f"named:{taken}", arena=blocked)
        assert (status, ends) == ("blocked", ["A2"])
    assert move(["r rival A2 mv1 Flight", *ring], "named:C3", arena=blocked)[0] == "blocked"
