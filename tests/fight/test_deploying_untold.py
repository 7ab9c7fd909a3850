"""A unit whose numbers no source states comes into a followed fight: what only the chip can tell is asked."""

from __future__ import annotations

import pytest

from hoplo_companion.campaign.fight import Move
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.table.play.moves import made
from tests.helpers.boards import change, combat
from tests.helpers.fights import ready

UNTOLD = {"health": None, "movement": None, "range": None, "attack": None}
TOLD = {"health": 4, "movement": 2, "range": 1, "attack": "blue blue"}


@pytest.mark.rule("yours.deploy")
@pytest.mark.parametrize("missing", [list(UNTOLD), ["health"], ["movement", "attack"], []])
def test_what_nobody_told_of_a_deployed_unit_is_asked_once_each(missing: list[str]) -> None:
    """It enters with HP for its Health and acts in the steps that follow: p.25."""
    board = combat("deployment", ["a player - mv1 hl3 blue", "r rival D3 hp3"], state={"side": "player"})
    board = change(board, "a", **{stat: UNTOLD[stat] for stat in missing})
    board, events = made(board, ready(), Move("deploy", ("a", "G2")))
    asked = []
    while (question := pending(board)) is not None:
        assert (question.id, question.unit) == ("component.stat", "a")
        asked.append(question.about)
        board, more = apply(board, TOLD[question.about])
        events = [*events, *more]
    assert asked == missing
    unit = board.units["a"]
    assert (unit.hp, unit.dazed) == (4 if "health" in missing else 3, True)
    assert [type(event).__name__ for event in events].count("Deployed") == 1
    assert board.agenda == ()
