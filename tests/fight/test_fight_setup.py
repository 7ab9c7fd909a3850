"""A fight is set up as the rulebook has it: the arena, where and when, and going on with it (p.16-20, 28)."""

from __future__ import annotations

import pytest

from hoplo_companion.campaign.model import Camp, RefusedError
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.events import ChipLaid
from hoplo_companion.table.play.moves import RIVALS
from hoplo_companion.table.play.planning import Wanted, planned
from tests.helpers.fights import LISTS, LOCALS, UNITS, Table, chips_of, ready
from tests.helpers.maps import refused
from tests.helpers.own_catalogue import Own
from tests.helpers.setting_up import KNOWN, asked, combat_of, fought, known, lineup, of

# Arena ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.arena-chips")
def test_the_arenas_chips_are_laid_where_its_card_wants_them() -> None:
    """Where no source names the hex, it is asked for, and remembered for the arena."""
    untold = Own(units=UNITS, events={"one": {"kind": "bloodshed", "lineup": ["local"]}}).catalogue
    table = fought("one", catalogue=untold)
    assert asked(table) == ("component.start", "", "trident")
    with pytest.raises(IllegalError, match="a hex"):
        table.answer("Z9")
    table.answer("d4")
    assert [(event.chip, event.hex, event.arena) for event in of(table, ChipLaid)] == [("trident", "D4", "atlanteans")]
    told = fought("brawl", ("prepare.bag", "hoplite"))
    assert [(event.chip, event.hex, event.arena) for event in of(told, ChipLaid)] == [("trident", "D3", "")]
    assert told.game.fight.position["chips"] == {"trident": {"hex": "D3"}}


@pytest.mark.rule("prepare.arena-chips")
def test_the_beasts_come_onto_the_mat_as_arena_units() -> None:
    beast = {"health": 3, "movement": 1, "range": 1, "attack": ["blue"], "skills": ["Roaming"]}
    catalogue = known(units={"beast": beast}, events={"one": {"kind": "bloodshed", "lineup": ["local"]}})
    table = fought("one", catalogue=catalogue, region="plutos-refugees")
    assert asked(table) == ("prepare.arena-unit", "", "beast")
    table.answer("D3")
    with pytest.raises(IllegalError, match="a hex"):
        table.answer("D3")
    table.answer("D4")
    beasts = list(combat_of(table).in_arena("arena"))
    assert [(unit.id, unit.hp) for unit in beasts] == [("beast", 3), ("beast-2", 3)]
    assert chips_of(table.game.campaign) == chips_of(ready(region="plutos-refugees"))


@pytest.mark.rule("prepare.arena-chips")
def test_the_chariot_is_laid_and_nobody_takes_it_up() -> None:
    catalogue = known(
        arenas={"parthians": {"starts": {"chariot": "D2"}, "mat": {"priorities": LISTS}}},
        events={"one": {"kind": "bloodshed", "lineup": ["local"]}},
    )
    table = fought("one", catalogue=catalogue, region="parthians")
    assert table.game.fight.position["chips"] == {"chariot": {"hex": "D2"}}
    assert combat_of(table).key_hexes() == combat_of(table).arena.mat.bit["D2"]


@pytest.mark.rule("prepare.arena-rules", "prepare.instructions")
def test_the_cards_instructions_and_the_arenas_rules_are_said() -> None:
    table = fought({"lineup": ["local"], "instructions": "The loser buys the wine."})
    said = [(event.rule, event.about) for event in of(table, "reminded")]
    assert said[0] == ("prepare.instructions", "card")
    assert said[1:] == [("prepare.arena-rules", "Atlanteans")] * 8
    assert of(table, "reminded")[0].text == "The loser buys the wine."


@pytest.mark.rule("prepare.instructions")
def test_what_a_card_does_at_the_set_up_happens_once() -> None:
    """Special instructions are carried out at the applicable time: never again as the first turn begins (p.19)."""
    card = {"lineup": ["local"], "effects": 'set up: manual "Your hero loses 1 HP."'}
    catalogue = known(events={"card": {"kind": "bloodshed", **card}})
    table = fought("card", catalogue=catalogue)
    question = table.asks()
    assert (question.kind, question.text) == ("manual", "Your hero loses 1 HP.")
    table.answer("krakenlance hp 5")
    assert table.game.fight.turn_of == "rival"
    table.do(RIVALS)
    assert table.game.campaign.pad.hp == 5


# Where and when --------------------------------------------------------------------------------------------------


@pytest.mark.rule("event.accept")
@pytest.mark.parametrize(
    ("kind", "card"), [("sport", "brawl"), ("sport", "primus-1"), ("bloodshed", "games"), ("bloodshed", "primus-1"),
                       ("capital", "brawl"), ("capital", "games")]
)  # fmt: skip
def test_a_card_of_another_kind_is_refused(kind: str, card: str) -> None:
    refused("event.accept", "", planned, ready(kind), card, KNOWN, Wanted())


@pytest.mark.rule("prepare.primus")
def test_the_primus_lineup_of_another_act_is_refused() -> None:
    """Each act's primus combat has its own preset lineup (p.30)."""
    with pytest.raises(RefusedError, match="another act") as fault:
        planned(ready("capital", act=2), "primus-1", KNOWN, Wanted())
    assert fault.value.rule == "prepare.primus"


@pytest.mark.rule("round.phases")
def test_one_fight_is_followed_at_a_time() -> None:
    table = fought("brawl", ("prepare.bag", "hoplite"))
    with pytest.raises(RefusedError, match="still followed"):
        planned(table.game.campaign, "brawl", KNOWN, Wanted())
    with pytest.raises(UsageError, match="no event"):
        planned(ready(), "nothing", KNOWN, Wanted())


def test_the_event_is_accepted_as_its_fight_begins() -> None:
    table = fought("brawl", ("prepare.bag", "hoplite"))
    assert (table.game.campaign.phase, table.game.fight.kind, table.game.fight.turn_of) == (
        "cleanup", "bloodshed", "rival",
    )  # fmt: skip
    with pytest.raises(RefusedError, match="move the encampment"):
        planned(ready(phase="travel"), "brawl", KNOWN, Wanted())


def test_the_last_act_ends_with_the_scion_who_has_no_card() -> None:
    for card, sport in (("primus-1", ""), ("", "spar")):
        with pytest.raises(UsageError, match="no card and no sport"):
            planned(ready("capital", act=4), card, KNOWN, Wanted(sport))


@pytest.mark.rule("surrender.start")
def test_nobody_surrenders_before_the_first_turn() -> None:
    """You surrender at the start of a troop's turn (p.28): as long as all is set up there is none."""
    table = Table(planned(ready(), "brawl", KNOWN, Wanted()), KNOWN)
    with pytest.raises(IllegalError, match="set-up"):
        table.do("surrender")
    assert table.game.fight.over == ""


# Going on --------------------------------------------------------------------------------------------------------


def test_a_set_up_goes_on_where_it_was_left_off() -> None:
    """Every answer is kept as it is given; opening the fight asks nothing of it again."""
    card = {"kind": "sport", "goals": ["spar", "capture-the-flag"], "lineup": ["bag+tactic", "local", "bag"]}
    catalogue = known(events={"card": card})
    answers = ["spar", "archer", "hoplite"]
    table = fought("card", kind="sport", catalogue=catalogue)
    for given in answers:
        again = table.reopened() if table.states else table.game
        assert again.question() == table.game.question()
        table.answer(given)
    assert table.reopened().fight == table.game.fight
    assert LOCALS[0] in lineup(table)


def test_camp_tactics_hero_and_pad_come_from_the_campaign() -> None:
    campaign = ready(camp=Camp(units=("archer",), tactics=("stun", "hamstring")))
    campaign = campaign.with_pad(hp=2, health=7, movement=3, attack=("black",), blessings=1)
    table = Table.begun(campaign, "brawl", KNOWN).answer(("prepare.bag", "hoplite"))
    hero = combat_of(table).hero()
    assert hero is not None
    assert (hero.hp, hero.health, hero.movement, hero.attack, hero.elite) == (2, 7, 3, ("black",), True)
    yours = combat_of(table).yours
    assert (yours.tactics, yours.blessings, yours.camp_units, yours.hero) == (("stun", "hamstring"), 1, 2, True)


def test_a_card_without_your_lineup_limits_nothing() -> None:
    table = fought({"lineup": ["local"]})
    assert (combat_of(table).yours.camp_units, combat_of(table).yours.hero) == (None, None)
    barred = fought({"lineup": ["local"], "yours": ["camp", "camp"]})
    assert (combat_of(barred).yours.camp_units, combat_of(barred).yours.hero) == (2, False)


@pytest.mark.rule("prepare.arena-chips")
@pytest.mark.parametrize("entered", [{}, {"chariot": "A1"}])
def test_the_chariot_starts_on_its_ring_alone(entered: dict[str, str]) -> None:
    """The races go along the inner ring about the two central hexes: nowhere else is the chariot accepted."""
    catalogue = known(
        arenas={"parthians": {"starts": entered, "mat": {"priorities": LISTS}}},
        events={"one": {"kind": "bloodshed", "lineup": ["local"]}},
    )
    table = fought("one", catalogue=catalogue, region="parthians")
    question = table.asks()
    assert question.options == ("C2", "C3", "C4", "D2", "D5", "E2", "E3", "E4")
    for hex_ in ("A1", "D3", "B2"):
        with pytest.raises(IllegalError, match="D2"):
            table.answer(hex_)
    table.answer("E2")
    assert table.game.fight.position["chips"] == {"chariot": {"hex": "E2"}}
