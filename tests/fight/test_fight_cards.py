"""What an event's card, its act and Opportunity cards say of the set-up: sport, tribune, primus (p.16-20, 30)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Camp
from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.events import ChipLaid, Drawn
from hoplo_companion.table.play.moves import RIVALS
from hoplo_companion.table.play.planning import Wanted, planned
from tests.helpers.fights import UNITS, ready
from tests.helpers.maps import refused
from tests.helpers.own_catalogue import Own
from tests.helpers.setting_up import BANES, asked, bag_of, combat_of, fought, known, lineup, of, waiting

# Acts and what the card adds ------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.act")
@pytest.mark.parametrize(("act", "more"), [(1, 0), (2, 1), (3, 1), (4, 1)])
@pytest.mark.parametrize("kind", ["bloodshed", "sport"])
def test_from_act_two_on_a_bag_unit_with_a_tactic_ends_the_lineup(act: int, more: int, kind: str) -> None:
    """Act modifiers come before what the event's card adds (p.20)."""
    card = {"lineup": ["local"], "then": ["local"], "goals": ["spar"] if kind == "sport" else []}
    table = fought(card, kind=kind, act=act, bag=bag_of("archer"))
    assert lineup(table) == ["murmillo", *["archer"] * more, "retiarius"]
    assert [event.because for event in of(table, Drawn)] == ["card", *["act"] * more, "event"]
    assert combat_of(table).rival_tactics == ("bolster-health",) * more
    assert [event.rule for event in of(table, Drawn)][1:-1] == ["prepare.act"] * more


@pytest.mark.rule("prepare.act", "deployment.two-units", "deployment.bonus-hp")
@pytest.mark.parametrize(("act", "units", "bonus"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 2, 2)])
def test_the_act_tells_whom_the_rival_deploys_first(act: int, units: int, bonus: int) -> None:
    table = fought({"lineup": ["local", "local"]}, act=act, bag=bag_of("archer"))
    table.do(RIVALS, "deployment")
    rivals = list(combat_of(table).in_arena("rival"))
    assert [unit.chip for unit in rivals] == ["murmillo", "retiarius"][:units]
    assert [unit.hp for unit in rivals] == [4 + bonus, 3 + bonus][:units]


# Sports ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.sport")
def test_you_pick_among_the_cards_sports() -> None:
    card = {"goals": ["capture-the-flag", "spar"], "lineup": ["local", "local"]}
    table = fought(card, kind="sport")
    question = table.asks()
    assert (question.id, question.options) == ("prepare.sport", ("capture-the-flag", "spar"))
    with pytest.raises(IllegalError):
        table.answer("king-of-the-hill")
    table.answer("Spar")
    assert [event.goal for event in of(table, "sport-picked")] == ["spar"]
    assert combat_of(table).event == "spar"


@pytest.mark.rule("prepare.sport")
def test_a_sport_told_beforehand_has_to_be_on_the_card() -> None:
    card = {"kind": "sport", "goals": ["capture-the-flag", "spar"], "lineup": ["local"]}
    catalogue = known(events={"card": card})
    assert combat_of(fought("card", kind="sport", catalogue=catalogue, sport="Spar")).event == "spar"
    for campaign, name, sport in [
        (ready("sport"), "card", "king-of-the-hill"), (ready("sport"), "card", "hurling"), (ready(), "brawl", "spar"),
    ]:  # fmt: skip
        refused("prepare.sport", "", planned, campaign, name, catalogue, Wanted(sport))


@pytest.mark.rule("prepare.sport")
def test_a_card_without_goals_leaves_all_three_sports() -> None:
    table = fought({"lineup": ["local"]}, kind="sport")
    question = table.asks()
    assert question.options == ("capture-the-flag", "king-of-the-hill", "spar")


@pytest.mark.rule("prepare.flag")
def test_the_flag_starts_on_the_rivals_first_deployment_hex() -> None:
    card = {"goals": ["capture-the-flag"], "lineup": ["local"]}
    table = fought(card, kind="sport")
    flag = table.game.fight.position["flag"]
    assert flag == {"hex": "A1"}
    assert ("flag", "A1") in [(event.chip, event.hex) for event in of(table, ChipLaid)]
    for other in ("spar", "king-of-the-hill"):
        assert "flag" not in fought(dict(card, goals=[other]), kind="sport").game.fight.position
    table.do(RIVALS)
    flag_later = combat_of(table).flag
    assert flag_later is not None
    assert not flag_later.holder


@pytest.mark.rule("prepare.tribune")
@pytest.mark.parametrize("goal", ["capture-the-flag", "king-of-the-hill"])
def test_you_choose_the_tribune(goal: str) -> None:
    """In Capture the Flag and King of the Hill you choose which rival unit is the tribune (p.19-20)."""
    card = {"goals": [goal], "lineup": ["local", "local"], "then": ["local"]}
    table = fought(card, kind="sport")
    question = table.asks()
    assert (question.id, question.options) == ("prepare.tribune", ("murmillo", "retiarius", "secutor"))
    table.answer("secutor")
    assert [waiting(table, at).tribune for at in range(3)] == [False, False, True]
    assert table.reopened().combat.bench["secutor"].tribune


@pytest.mark.rule("prepare.tribune-spar")
def test_in_spar_the_first_of_the_lineup_is_the_tribune() -> None:
    table = fought({"goals": ["spar"], "lineup": ["local", "local"]}, kind="sport")
    assert asked(table) == ("", "", "")
    assert [event.unit for event in of(table, "tribune-named")] == ["murmillo"]
    assert not of(fought("brawl", ("prepare.bag", "hoplite")), "tribune-named")


# Opportunities --------------------------------------------------------------------------------------------------


def keeping(*cards: str, **changes: Any) -> Camp:
    return replace(ready().camp, opportunities=cards, **changes)


@pytest.mark.rule("prepare.opportunity")
def test_a_card_that_may_change_the_set_up_is_offered() -> None:
    """Reckless: you may add a bag unit to the end of the lineup of a Bloodshed event (p.17)."""
    table = fought({"lineup": ["local"], "then": ["local"]}, camp=keeping("Reckless"), bag=bag_of("hoplite"), act=2)
    assert asked(table) == ("prepare.opportunity", "", "reckless")
    assert lineup(table) == ["murmillo", "hoplite", "retiarius"]
    table.answer("yes")
    assert [event.card for event in of(table, "changed-by-opportunity")] == ["reckless"]
    assert table.game.fight.opportunities == ("reckless",)


@pytest.mark.rule("prepare.opportunity")
def test_the_change_is_yours_to_leave() -> None:
    table = fought({"lineup": ["local"]}, ("prepare.opportunity", "no"), camp=keeping("Reckless"))
    assert (lineup(table), table.game.fight.opportunities) == (["murmillo"], ())


@pytest.mark.rule("prepare.opportunity")
def test_a_card_for_other_combats_is_not_offered() -> None:
    table = fought({"lineup": ["local"], "goals": ["spar"]}, kind="sport", camp=keeping("Reckless"))
    assert asked(table) == ("", "", "")


@pytest.mark.rule("prepare.opportunity")
def test_a_card_that_nobody_has_told_is_offered_by_hand() -> None:
    table = fought({"lineup": ["local"]}, camp=keeping("Twist of Fate"))
    question = table.asks()
    assert (question.id, question.about, question.options) == (
        "prepare.opportunity", "twist-of-fate", ("no", "by hand"),
    )  # fmt: skip
    table.answer("by hand")
    assert asked(table) == ("manual.opportunity", "", "twist-of-fate")
    table.answer("krakenlance hp 3")
    assert (table.game.campaign.pad.hp, table.game.fight.turn_of) == (3, "rival")


# The primus ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.primus", "prepare.act")
@pytest.mark.parametrize(("act", "health"), [(1, 6), (2, 8), (3, 10)])
def test_the_primus_has_the_health_of_the_act_and_no_act_modifiers(act: int, health: int) -> None:
    preset = {"kind": "primus", "act": act, "lineup": ["bag+tactic", "primus", "local"], "yours": ["hero", "camp"]}
    catalogue = known(events={f"primus-{act}": preset})
    table = fought(f"primus-{act}", ("prepare.bag", "archer"), kind="capital", act=act, catalogue=catalogue)
    assert lineup(table) == ["archer", "primus-decimus", "murmillo"]
    primus = waiting(table, 1)
    assert (primus.health, primus.elite, primus.hero, primus.side) == (health, True, False, "rival")
    assert combat_of(table).event == "primus"
    assert (combat_of(table).yours.hero, combat_of(table).yours.camp_units) == (True, 1)
    assert "Decimus" not in str(table.game.campaign.drawn)
    assert table.reopened().combat.bench["primus-decimus"].health == health


@pytest.mark.rule("prepare.primus")
def test_a_primus_that_nobody_knows_is_read_off_its_chip() -> None:
    units = {name: fields for name, fields in UNITS.items() if name != "primus-decimus"}
    catalogue = Own(
        units=units, events={"primus-1": {"kind": "primus", "act": 1, "lineup": ["primus"]}}, banes=BANES
    ).catalogue
    table = fought("primus-1", kind="capital", catalogue=catalogue)
    assert asked(table) == ("component.unit", "", "primus-decimus")
    table.answer("tactician, 2/1/5, green blue")
    assert (waiting(table).health, waiting(table).elite) == (6, True)
