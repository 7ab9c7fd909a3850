"""The Rival Deployment Step (Rulebook p.20-21): who comes, onto which hex, with how many HP."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.events import Deployed, Healed
from tests.helpers.boards import combat, solved
from tests.helpers.play import play
from tests.helpers.proofs import proofs

PROOFS = """
# Who
deployment.order: Rival units come in the order of their column, from its top, one in a Deployment Step (p.21)
  | turn=2
    solve deployment, lineup=zeno/ajax/milo -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, lineup=milo/zeno/ajax -> deploy unit hex bonus_hp: milo A1 0
    solve deployment, lineup=ajax hl9/zeno -> deploy unit hex bonus_hp: ajax A1 0

# Where
deployment.lowest-hex: The next unit goes to the free rival deployment hex with the lowest number, however it is \
named (p.21)
  | lineup=zeno hl4/ajax hl2/milo hl3, turn=2, arena.rival_deployment=A3/A1/A2
    solve deployment -> deploy unit hex bonus_hp: zeno A3 0
  old rival A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2, arena.rival_deployment=A3/A1/A2
    solve deployment -> deploy unit hex bonus_hp: zeno A1 0
  mine player A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2, arena.rival_deployment=A3/A1/A2
    solve deployment -> deploy unit hex bonus_hp: zeno A1 0
  beast arena A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2, arena.rival_deployment=A3/A1/A2
    solve deployment -> deploy unit hex bonus_hp: zeno A1 0
  mine player A1 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2, arena.rival_deployment=A3/A1/A2
    solve deployment -> deploy unit hex bonus_hp: zeno A3 0
  old rival A3, mine player A1 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2, arena.rival_deployment=A3/A1/A2
    solve deployment -> deploy unit hex bonus_hp: zeno A2 0
deployment.lowest-hex: A hex where only the flag or an arena chip lies is unoccupied, so a rival unit is deployed on \
it (p.18, 21)
  | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    solve deployment, flag=A1, event=capture-the-flag -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, chips.trident=A1 -> deploy unit hex bonus_hp: zeno A1 0
deployment.none-free: If all rival deployment hexes are occupied, nobody comes, and the next unit keeps its place in \
line (p.21)
  old rival A1, mine player A2, beast arena A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    solve deployment -> deploy: -
  old rival A1, mine player A2 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    solve deployment -> deploy unit hex bonus_hp: zeno A3 0
  old rival A1, mine player A2, beast arena A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    deployment -> Deployed: none; combat lineup: zeno+ajax+milo; not-deployed unit why: zeno no free hex

# How
deployment.health: A rival unit starts out with health chips to the number of its Health (p.12, 21)
  | turn=2
    deployment, lineup=zeno hl1/ -> hp zeno: 1; Deployed hp: 1
    deployment, lineup=zeno hl7/ -> hp zeno: 7; Deployed hp: 7
    deployment, lineup=zeno hl4 Regen-1/ -> hp zeno: 4; Deployed hp: 4
deployment.dazed: Being deployed dazes a unit, this one alone, until the turn is over (p.21)
  old rival C1 | lineup=zeno/, turn=2
    deployment -> combat units.zeno.dazed: yes; combat units.old.dazed: no
    from deployment -> combat units.zeno.dazed: no

# Act modifiers
deployment.two-units, deployment.lowest-hex: With room for one of two only the first comes; the other waits, and no \
later turn makes up (p.20; deploy.two)
  mine player A1, yours player A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=1, act=3
    solve deployment -> deploy unit hex bonus_hp: zeno A2 0
    deployment -> combat lineup: ajax+milo; not-deployed unit rulings: ajax deploy.two
  old rival A2 | lineup=ajax/milo, turn=2, act=3: solve deployment -> deploy unit hex bonus_hp: ajax A1 0
  mine player A1, yours player A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=1, act=4
    solve deployment -> deploy unit hex bonus_hp: zeno A2 2
    deployment -> combat lineup: ajax+milo; not-deployed unit rulings: ajax deploy.two
  old rival A2 | lineup=ajax/milo, turn=2, act=4: solve deployment -> deploy unit hex bonus_hp: ajax A1 0
deployment.two-units: Where the column holds fewer units than are due, those that it holds are deployed (p.20-21)
  | turn=1, act=3
    solve deployment, lineup=zeno/ -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment -> deploy: -

# What lies there
movement.equip, term.equip: Deploying is not moving; that a unit which comes to share a chip's hex equips it is a \
ruling (equip.deploy)
  | lineup=zeno hl4/ajax hl2/milo hl3, chips.orb=A1
    deployment, rulings.equip.deploy=yes -> combat chips.orb.holder: zeno; equipped rulings: equip.rival+equip.deploy
    deployment, rulings.equip.deploy=no -> combat chips.orb.holder: -; equipped: none
"""

test_rules = proofs(PROOFS)


LINEUP = ["zeno hl4", "ajax hl2", "milo hl3"]
"""Neither sorted nor in order of Health, so that only the column's order explains who comes first."""

SPORTS = ["capture-the-flag", "king-of-the-hill", "spar"]


def deployed(units: list[str], **more: Any) -> list[str]:
    """Answer a deployment step in short: `unit HEX +bonus` in order."""
    told = solved("deployment", units, **{"lineup": LINEUP, "turn": 2, **more})["deploy"]
    return [f"{each['unit']} {each['hex']} +{each['bonus_hp']}" for each in told]


# Who ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("deployment.order")
def test_the_column_is_emptied_from_the_top_turn_by_turn() -> None:
    """The unit below comes in the next turn, until the column is empty and nobody comes any more (p.21)."""
    now = combat("deployment", [], lineup=LINEUP, turn=2)
    order = []
    for left in (["ajax", "milo"], ["milo"], []):
        told = play(now, only="deployment")
        order += [event.unit for event in told.of(Deployed)]
        assert list(told.combat.lineup) == left
        now = told.combat
    assert order == ["zeno", "ajax", "milo"]
    told = play(now, only="deployment")
    assert told.of(Deployed) == []
    assert [event.why for event in told.of("not-deployed")] == ["lineup empty"]


# Where --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("deployment.blocked")
def test_nobody_is_deployed_onto_a_blocked_hex() -> None:
    """A hex that a rule blocks receives nobody, and with every deployment hex blocked nobody comes (p.25, 35)."""
    assert deployed([], arena={"blocked": ["A1"]}) == ["zeno A2 +0"]
    assert deployed(["old rival A2"], arena={"blocked": ["A1"]}) == ["zeno A3 +0"]
    assert deployed(["old rival A2"], arena={"blocked": ["A1", "A3"]}) == []
    assert deployed([], arena={"blocked": ["A1", "A2", "A3"]}) == []
    assert deployed([], arena={"blocked": ["A1", "A2", "A3"]}, act=4, turn=1) == []


# Act modifiers ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("deployment.two-units")
@pytest.mark.parametrize("event", ["bloodshed", *SPORTS])
@pytest.mark.parametrize(
    ("act", "turn", "units"),
    [
        (1, 1, ["zeno A1"]),
        (2, 1, ["zeno A1"]),
        (3, 1, ["zeno A1", "ajax A2"]),
        (4, 1, ["zeno A1", "ajax A2"]),
        (3, 2, ["zeno A1"]),
        (4, 2, ["zeno A1"]),
        (4, 3, ["zeno A1"]),
    ],
)
def test_two_units_come_on_the_first_turn_of_the_last_two_acts(
    event: str, act: int, turn: int, units: list[str]
) -> None:
    """From Act III on the rival deploys two units on turn 1 of a Bloodshed or Sport event, otherwise one (p.20)."""
    told = deployed([], act=act, turn=turn, event=event)
    assert [each.rpartition(" ")[0] for each in told] == units


@pytest.mark.rule("deployment.bonus-hp")
@pytest.mark.parametrize("event", ["bloodshed", *SPORTS])
def test_act_four_adds_two_hp_to_both_units_of_the_first_turn(event: str) -> None:
    """Each unit that comes on turn 1 of Act IV has 2 HP added, and no other unit of any act or turn (p.20)."""
    assert deployed([], act=4, turn=1, event=event) == ["zeno A1 +2", "ajax A2 +2"]
    assert deployed([], act=3, turn=1, event=event) == ["zeno A1 +0", "ajax A2 +0"]
    assert deployed([], act=4, turn=2, event=event) == ["zeno A1 +0"]


@pytest.mark.rule("deployment.bonus-hp", "term.gain-hp")
def test_the_added_hp_lift_a_unit_above_its_health() -> None:
    """The 2 HP of Act IV are gained, so they exceed the Health and are never lost to it (p.12, 20; hp.bonus)."""
    lineup = ["zeno hl4 Regen-1", "ajax hl2"]
    told = play(combat("deployment", ["mine player G3"], lineup=lineup, act=4, turn=1))
    assert (told.hp("zeno"), told.hp("ajax")) == (6, 4)
    assert (told.combat.units["zeno"].health, told.combat.units["ajax"].health) == (4, 2)
    after = play(told.combat, only="abilities")
    assert [(event.unit, event.amount, event.hp) for event in after.of(Healed)] == [("zeno", 0, 6)]


@pytest.mark.rule("deployment.no-act-modifiers")
@pytest.mark.parametrize("event", ["primus", "scion"])
@pytest.mark.parametrize("act", [1, 2, 3, 4])
def test_act_modifiers_leave_primus_and_scion_combats_alone(event: str, act: int) -> None:
    """Against a primus or a scion one unit comes on turn 1, without added HP, whatever the act (p.20, 30)."""
    assert deployed([], act=act, turn=1, event=event) == ["zeno A1 +0"]
