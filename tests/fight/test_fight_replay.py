"""A fight played once more from what was kept: it comes out the same, whatever was told of its chips meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.fight import Move
from hoplo_companion.table.play.moves import CORRECT, RIVALS, SET_UP
from hoplo_companion.table.play.planning import Wanted, planned
from hoplo_companion.table.play.replay import replayed
from tests.helpers.fights import UNITS, Table, ready
from tests.helpers.setting_up import known


def fight_of(catalogue: Any, *answers: Any) -> Table:
    """Fight up to the deployment of an archer, of which these are told as it comes into the arena."""
    table = Table(planned(ready(), "brawl", catalogue, Wanted()), catalogue)
    table.game.begin(Move(SET_UP))
    table.answer(("prepare.bag", "hoplite")).do(RIVALS)
    return table.do("deploy", "archer", "G2", answers=answers)


@pytest.mark.parametrize(("known_by_now", "difference"), [(3, ""), (9, "the board differs in units")])
def test_a_number_told_in_the_fight_is_no_difference_once_it_is_known(known_by_now: int, difference: str) -> None:
    """The board that was kept holds what was told; played again, the chip's own record says the same."""
    untold = {key: value for key, value in UNITS["archer"].items() if key != "health"}
    catalogue = known(units={"archer": untold})
    table = fight_of(catalogue, ("component.stat", 3))
    start = planned(ready(), "brawl", catalogue, Wanted())
    later = known(units={"archer": {**untold, "health": known_by_now}})
    assert replayed(start, table.game.fight, later) == (3, difference)


def test_a_board_that_is_not_what_the_moves_come_to_differs() -> None:
    catalogue = known()
    table = fight_of(catalogue)
    fight = table.do(CORRECT, "set", "archer", "hp", "1").game.fight
    start = planned(ready(), "brawl", catalogue, Wanted())
    assert replayed(start, fight, catalogue) == (4, "")
    moves = {number: move for number, move in fight.moves.items() if number != "4"}
    assert replayed(start, replace(fight, moves=moves), catalogue) == (3, "the board differs in units")
