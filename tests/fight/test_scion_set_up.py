"""A scion combat prepared: blessings for banes, your cap, where it is fought; and whole ones at random (p.13, 31)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from hoplo_companion.campaign.fight import Move
from hoplo_companion.campaign.model import Bane, Camp, RefusedError
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.events import BlessingCrossedOff
from hoplo_companion.rules.model import is_scion
from hoplo_companion.rules.questions import NOTHING
from hoplo_companion.table.play.moves import SET_UP
from hoplo_companion.table.play.planning import Wanted, planned
from tests.helpers.fights import OWN_RECORDS, Table, chips_of, play_on
from tests.helpers.own_catalogue import Own
from tests.helpers.play import of
from tests.helpers.scions import facing, gorgon, known


def test_a_scion_is_elite_and_never_has_a_movement() -> None:
    """Scions are elite (p.35); the dice of its card are its Attack (p.35)."""
    scion = begun().answer("none", "0", *UNDRAWN).do("rival-turn").game.combat.units["gorgon"]
    assert (scion.elite, scion.movement, sorted(scion.dice())) == (
        True, 0, ["black", "blue", "blue", "green", "yellow", "yellow"],
    )  # fmt: skip


UNDRAWN = ["nothing"]
"""The bane stack is empty, which is asked once for all the Vesuvians of the faction stack (Pluto's Domain)."""


def begun(**more: Any) -> Table:
    """Begin the fight of a campaign that has come to the scion."""
    return Table.begun(facing(), "", known(**more))


@pytest.mark.rule("scion.preparation", "scion.setup", "scion.vesuvians")
def test_each_blessing_removes_a_bane_before_anything_is_set_up() -> None:
    """One from the camp, one from the bag; then no blessing is left, and the banes are gone for good (p.13, 31)."""
    table = begun().answer(("scion.blessing", "camp:gloom"))
    assert (table.game.campaign.pad.blessings, table.game.campaign.camp.banes) == (1, ()), "gone in the same moment"
    question = table.asks()
    assert question.options == ("bag:ruin", "bag:shade", "none")
    table.answer("bag:ruin", ("scion.minions", "2"), ("scion.minion", "A1"), ("scion.minion", "B2"))
    crossed = [event for event in table.events if isinstance(event, BlessingCrossedOff)]
    assert [(event.where, event.bane, event.left) for event in crossed] == [("camp", "gloom", 1), ("bag", "ruin", 0)]
    campaign = table.game.campaign
    assert (campaign.pad.blessings, campaign.camp.banes) == (0, ())
    assert [bane.name for bane in campaign.bag.banes] == ["Shade"]
    combat = table.game.combat
    assert (combat.arena.id, combat.event, combat.act, combat.lineup) == ("vesuvians", "scion", 4, ("gorgon",))
    assert [unit.chip for unit in combat.in_arena("rival")] == ["shade", "shade"]
    assert (combat.yours.cap, combat.yours.blessings) == (2, 0)
    assert not any(unit.tribune for unit in (*combat.units.values(), *combat.bench.values()))
    assert "Two Shades beside it." in [event.text for event in of(table.events, "reminded")]
    assert table.reopened().fight == table.game.fight


@pytest.mark.rule("scion.preparation")
def test_a_camp_bane_that_a_blessing_removes_is_in_force_no_more() -> None:
    slow = {"kind": "camp", "effects": "movement -1 for player"}
    records = {**OWN_RECORDS, "scions": {"Gorgon": gorgon()}, "banes": {"Gloom": slow, "Murk": slow}}
    camp = Camp(units=("archer",), banes=(Bane("Gloom", "camp"), Bane("Murk", "camp")))
    table = Table.begun(facing(camp=camp), "", Own(**records).catalogue).answer(("scion.blessing", "camp:gloom"))
    assert [card.id for card in table.game.combat.cards] == ["murk"]


@pytest.mark.rule("scion.preparation")
def test_a_blessing_need_not_remove_a_bane() -> None:
    """Nobody is asked again for the blessings that are left: none of them removes one."""
    table = begun().answer("none", "0")
    assert (table.game.campaign.pad.blessings, len(table.game.campaign.bag.banes)) == (0, 2)


@pytest.mark.rule("scion.cap")
def test_a_cap_that_no_source_states_is_asked_once() -> None:
    """It is told and remembered, or left open, and then nothing is limited (p.31)."""
    table = begun(cap=None).answer("none", ("component.cap", "3"), "0")
    assert table.game.combat.yours.cap == 3
    table = begun(cap=None).answer("none", ("component.cap", NOTHING), "0")
    assert table.game.combat.yours.cap is None
    with pytest.raises(IllegalError, match="not a whole number from 1"):
        begun(cap=None).answer("none", "0")


@pytest.mark.rule("scion.vesuvians")
def test_the_scion_is_faced_in_act_four_at_its_capital_alone() -> None:
    """In a campaign another place or act, or another scion, is refused (p.14, 30)."""
    for campaign in (facing("Pit"), facing(act=3)):
        with pytest.raises(RefusedError, match=r"only in Act IV, at the capital of the Vesuvians \(p.14, 30\)"):
            planned(campaign, "", known(), Wanted(scion="gorgon"))
    with pytest.raises(UsageError, match="this campaign's scion is gorgon, not hydra"):
        planned(facing(), "", known(), Wanted(scion="hydra"))
    with pytest.raises(UsageError, match="no scion is called 'medusa'"):
        planned(facing(scion="medusa"), "", known(), Wanted())


@pytest.mark.parametrize("seed", range(6))
def test_fights_at_random_hold_together(seed: int) -> None:
    """Whole scion combats, played at random: they end, the cap holds, and what is kept opens as it stands."""
    random = Random(seed)
    table = Table(planned(facing(), "", known(defeats=seed % 3 + 1), Wanted()), known(defeats=seed % 3 + 1))
    table.game.begin(Move(SET_UP))

    def check(table: Table) -> None:
        combat = table.game.combat
        assert sum(1 for _ in combat.in_arena("player")) <= 2
        scions = [unit for unit in combat.units.values() if is_scion(combat, unit) and unit.hex]
        assert len(scions) <= 1
        if not combat.agenda:
            assert not combat.lasting, "what a row gives lasts for the row alone"

    play_on(table, random, check)
    fight = table.game.fight
    assert fight.over in ("goal-met", "troop-gone", "campaign-lost")
    if fight.over == "goal-met":
        assert table.game.combat.scion_defeats == seed % 3 + 1
    assert table.reopened().fight == fight
    rows = [event.index for event in of(table.events, "scion-row")]
    assert all(row in (0, before + 1) for before, row in pairwise([-1, *rows]))
    assert chips_of(table.game.campaign) + Counter(_removed(table)) == chips_of(facing())


def _removed(table: Table) -> list[str]:
    """List the banes that went back to the supply for blessings."""
    return [event.bane for event in table.events if isinstance(event, BlessingCrossedOff) and event.bane]
