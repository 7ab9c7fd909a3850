"""A scion combat prepared: blessings for banes, your cap, where it is fought; and whole ones at random (p.13, 31)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from hoplo_companion.campaign.fight import Move
from hoplo_companion.campaign.model import Bane, Camp, RefusedError
from hoplo_companion.errors import UsageError
from hoplo_companion.rules.events import BlessingCrossedOff
from hoplo_companion.rules.model import is_scion
from hoplo_companion.table.play.moves import SET_UP
from hoplo_companion.table.play.planning import Wanted, planned
from tests.helpers.fights import OWN_RECORDS, Table, chips_of, play_on
from tests.helpers.own_catalogue import Own
from tests.helpers.play import of
from tests.helpers.scions import facing, gorgon, known
from tests.helpers.setting_up import combat_of, fights
from tests.helpers.table_games import Scene, scenes


def with_camp_banes() -> Table:
    """Begin the fight of a campaign with two camp banes in force."""
    slow = {"kind": "camp", "effects": "movement -1 for player"}
    records = {**OWN_RECORDS, "scions": {"Gorgon": gorgon()}, "banes": {"Gloom": slow, "Murk": slow}}
    camp = Camp(units=("archer",), banes=(Bane("Gloom", "camp"), Bane("Murk", "camp")))
    return Table.begun(facing(camp=camp), "", Own(**records).catalogue)


FIGHTS = fights(starts={
    "scion": lambda: Table.begun(facing(), "", known()),
    "no-cap": lambda: Table.begun(facing(), "", known(cap=None)),
    "camp-banes": with_camp_banes,
}, dice=lambda table: sorted(combat_of(table).units["gorgon"].dice()),
   says=lambda table: "Two Shades beside it." in [event.text for event in of(table.events, "reminded")],
   tribunes=lambda table: [unit.id for unit in (*combat_of(table).units.values(), *combat_of(table).bench.values())
                           if unit.tribune])  # fmt: skip


@scenes("""
term.elite, scion.pool: A scion is elite, never has a Movement, and the dice of its card are its Attack (p.35)
  on scion
  answer none 0 nothing; rival-turn -> unit.elite gorgon: yes | unit.movement gorgon: 0
    | dice: black blue blue green yellow yellow
scion.preparation, scion.setup, scion.vesuvians: Each blessing removes a bane before anything is set up, one from the \
    camp, one from the bag; then no blessing is left, and the banes are gone for good (p.13, 31)
  on scion
  answer scion.blessing=camp:gloom -> campaign.pad.blessings: 1 | campaign.camp.banes: none
    | question.options: bag:ruin bag:shade none
  answer bag:ruin scion.minions=2 scion.minion=A1 scion.minion=B2 -> campaign.pad.blessings: 0
    | saw BlessingCrossedOff where bane left: camp gloom 1, bag ruin 0 | campaign.bag.banes: Shade:unit
    | combat.arena.id: vesuvians | combat.event: scion | combat.act: 4 | lineup-ids: gorgon | rivals: shade 2 shade 2
    | combat.yours.cap: 2 | combat.yours.blessings: 0 | tribunes: none | reopened.fight.turn_of: set-up
    | says: yes
scion.preparation: A camp bane that a blessing removes is in force no more
  on camp-banes
  answer scion.blessing=camp:gloom -> cards: murk
scion.preparation: A blessing need not remove a bane, and nobody is asked again for those that are left
  on scion
  answer none 0 -> campaign.pad.blessings: 0 | campaign.bag.banes: Ruin:bag Shade:unit
scion.cap: A cap that no source states is asked once and remembered, or left open, and then nothing is limited (p.31)
  on no-cap
  answer none
  no answer 0 -> not a whole number from 1
  answer component.cap=3 0 -> combat.yours.cap: 3
  on no-cap
  answer none component.cap=nothing 0 -> combat.yours.cap: none
""")
def test_a_scion_combat_is_prepared(scene: Scene) -> None:
    FIGHTS.play(scene)


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
