"""What a player's own card does at its edges: whom an ally attacks, what a counted stack draws (p.7, 24, 29)."""

import pytest
from msgspec.structs import replace

from hoplo_companion.errors import InvalidError, UnknownStatError
from hoplo_companion.rules.agenda import push
from hoplo_companion.rules.effects.relocating import best_of
from hoplo_companion.rules.effects.use import set_off
from hoplo_companion.rules.model import Supply
from hoplo_companion.rules.modifiers import dice, has_dice
from hoplo_companion.rules.rival.turn import begin_arena_turn, order_matters
from tests.helpers.own_catalogue import Own, drive, own
from tests.helpers.play import ids
from tests.helpers.proofs import proofs

PROOFS = """
engage.choice: Whoever attacks because of a card, attacks whom the priorities name, or whom its player chooses (p.24)
  own skills Own: ability: attack again by ally within 2
  x rival C3 Own, y player C4 hp9, w player D5 hp2, s rival C5 rg1 red: own ability weakest (1) -> attacks: s w
  x player C3 Own, y rival C4 hp9, w rival D5 hp2, s player C5 rg1 red
    own ability weakest (engage.target=y, 1) -> attacks: s y; offered: y+w, -
effect.used: Whether a card is used on damage that is no attack's, is asked before the damage falls (p.7, 21)
  sides: rival player, player rival
  own skills Own: ability: may damage 2 to opponent within 1
  own skills Guard: harmed: may lose none
  x {me} C3 Own, y {foe} C4 hp9 Guard: own ability (effect.use=yes) -> hp y: 9
  x {me} C3 Own, y {foe} C4 hp9 Guard: own ability (effect.use=no) -> hp y: 7
combat.damage-several: What a card does as its unit defeats somebody, it does for each defeated at once (p.21)
  own skills Own: ability: defeat all opponents within 1
  own skills More: defeats: gain 1 hp
  x rival C3 hp3 Own More, y player C4, z player C2, far player G1
    own ability (defeat.next=y) -> defeated: y, z; hp x: 5
  x player C3 hp3 Own More, y rival C4, z rival C2, far rival G1: own ability (defeat.next=y) -> defeated: y, z; hp x: 5
effect.used: A card lets a rival's unit move by its list; yours, which have none, move in their own step alone (p.7, 23)
  own skills Own: ability: advance 1
  x rival C3 rg1 Own, y player F3: own ability closest (D3) -> moved: x D3
  x player C3 rg1 Own, y rival F3: own ability closest -> moved: none; at x: C3
yours.ability: An Ability that would hand over, attack or roll is used where there is a chip, an attack or dice (p.26)
  own skills Own: ability: {line}
  x player C3 {x} Own, y rival C4, {allies} | state.side=player, step=abilities
    offers, {chips} -> abilities *: {offered}
    {line} | {x} | {allies} | {chips} | {offered}
      equip trident | red | | chips.trident=E1 | x own
      equip trident | red | | chips.trident=@y | x own
      equip trident | red | | chips.trident=@x | none
      equip trident | red | | | none
      unequip trident | red | | chips.trident=@x | x own
      unequip trident | red | | | none
      attack again by ally within 2 | red | s player C5 rg1 red, t player B2 rg1 red | | x own
      attack again by ally within 2 | red | t player B2 rg1 red | | none
      roll strongest at opponent within 1 | red | | | x own
      roll strongest at opponent within 1 | | | | none
"""

test_rules = proofs(PROOFS)


@pytest.mark.parametrize(("left", "asked", "owed"), [(2, [(1, 2), (2, 2)], [2]), (0, [], []), (None, [], [0])])
def test_an_arena_draws_a_bane_for_each_unit_of_a_stack_that_is_counted(
    left: int | None, asked: list[tuple[int, int]], owed: list[int]
) -> None:
    """An arena's card draws a bane for each unit of its faction stack; uncounted, it owes no stated number (p.29)."""
    arena = Own(arenas={"atlanteans": {"effects": "arena turn: draw bane for arena"}})
    board = arena.combat("movement", ["r rival A1", "y player G2"], arena="atlanteans")
    board = replace(board, supply=Supply(stack_size=left))
    board, events = begin_arena_turn(board)
    told = drive(board, events, ["Shade:unit"] * len(asked))
    assert [question.number for question in told.asked] == asked
    assert [event.amount for event in told.of("owed")] == owed
    assert len(told.of("bane-added")) == len(asked)


@pytest.mark.rule("effect.used")
def test_a_stack_that_is_counted_changes_nothing_but_an_arenas_banes() -> None:
    """A unit's bane is one bane, and what else an arena brings about is as much as it says (p.7)."""
    counted = Supply(stack_size=3)
    board = own("cleanup: draw bane").combat("movement", ["x rival A1 Own", "y player G2"])
    board = replace(board, supply=counted)
    told = drive(push(board, *set_off(board, "cleanup", "x")))
    assert (ids(told), [event.amount for event in told.of("owed")]) == ([], [1])
    arena = Own(arenas={"atlanteans": {"effects": "arena turn: recruit 2 for arena"}})
    board = arena.combat("movement", ["x rival A1", "y player G2"], arena="atlanteans")
    told = drive(*begin_arena_turn(replace(board, supply=counted)))
    assert (ids(told), [event.amount for event in told.of("owed")]) == ([], [2])


def test_what_only_adds_dice_is_not_asked_for_to_know_that_there_are_any() -> None:
    """A Special has a die to roll while its unit has one, whatever a number that nobody entered would add (p.37)."""
    skills = Own(skills={"Own": "special: roll attack at opponent within 1", "More": "add blue if range at least 2"})
    board = skills.combat("engage", ["x rival C3 red Own More", "y player C4"])
    board = board.with_unit(replace(board.units["x"], range=None))
    assert has_dice(board, board.units["x"])
    with pytest.raises(UnknownStatError):
        dice(board, board.units["x"])


@pytest.mark.rule("engage.order")
def test_the_order_is_asked_for_where_one_of_several_has_a_special() -> None:
    """Two that attack the same unit act in any order, unless one of them uses a Special (p.24)."""
    skills = Own(skills={"Own": "special: roll attack at opponent within 1"})
    board = skills.combat("engage", ["x rival C3 red Own", "s rival D5 red", "y player C4 hp9", "z player G1"])
    ready = [board.units["x"], board.units["s"]]
    assert order_matters(board, ready, [])
    assert not order_matters(board, ready[1:], [])


@pytest.mark.rule("effect.used")
def test_an_arena_drives_no_chip_that_lies_nowhere() -> None:
    """An arena's turn that drives a chip wants to know where it is; no other effect does (p.28)."""
    for on, wrong in (("arena turn", True), ("turn end", False)):
        arena = Own(arenas={"atlanteans": {"effects": f"{on}: drive trident by 2 round (D3 D4) for arena"}})
        board = arena.combat("movement", ["y player C3", "r rival A1"], arena="atlanteans")
        if wrong:
            with pytest.raises(InvalidError, match="trident"):
                begin_arena_turn(board)
        else:
            begin_arena_turn(board)


@pytest.mark.rule("movement.backup")
def test_where_nobody_comes_into_range_a_unit_is_led_as_near_as_it_gets() -> None:
    """Of hexes that an effect reaches as easily, a rival's unit takes those that are nearest to its mark (p.23)."""
    board = Own().combat("movement", ["r rival A1 rg1", "y player G2"])
    bit = board.arena.mat.bit
    assert best_of(board, board.units["r"], bit["A2"] | bit["C2"] | bit["B1"]) == bit["C2"]
