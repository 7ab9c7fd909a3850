"""Mercury's Boots: the other readings of its open questions, cards that ignore the act, a tribune's fall, odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.cleanup import Aftermath, Reward
from hoplo_companion.campaign.fight import Move
from hoplo_companion.campaign.model import OTHER_READINGS, Campaign
from hoplo_companion.campaign.navigation import Roads
from hoplo_companion.campaign.navigation import ends as may_end
from hoplo_companion.campaign.rounds import choose_opponent
from hoplo_companion.campaign.travel import travel
from hoplo_companion.campaign.world_map import may_choose_opponent, opponent
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.variant import Variant
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.odds.attack import Blow, odds_of
from hoplo_companion.odds.forecast import before_turn
from hoplo_companion.table.play.moves import RIVALS, SET_UP
from hoplo_companion.table.play.planning import Wanted, modifiers, planned
from tests.campaign.test_boots import on, refused
from tests.campaign.test_boots_fights import boots
from tests.helpers.boards import combat
from tests.helpers.cli import done, hoplo
from tests.helpers.fights import OWN_RECORDS, Table, ready
from tests.helpers.fights_on_disk import TOLD
from tests.helpers.maps import Row
from tests.helpers.own_catalogue import Own
from tests.helpers.scions import facing, known
from tests.helpers.seated import seated
from tests.helpers.stories import Story, stories, tell


def reading(campaign: Campaign, chosen: str) -> Campaign:
    """Give a campaign with another reading chosen, as `boots.loop=once`."""
    question, _, other = chosen.partition("=")
    return replace(campaign, rulings={**campaign.rulings, question: other})


def ends(campaign: Campaign) -> set[tuple[str, ...]]:
    """Give the spots of every Travel Phase, a harbor's in brackets."""
    legs = Roads(campaign, may_end(campaign)).legs(campaign.place, campaign.came_from)
    return {(*leg.spots[:-1], f"[{leg.end}]" if leg.by == "harbor" else leg.end) for leg in legs}


# Travel -----------------------------------------------------------------------------------------------------------

RING: list[Row] = [
    ("A", "sport", "kunlun", ["B", "C"]), ("B", "sport", "kunlun", ["C"]), ("C", "bloodshed", "kunlun", []),
]  # fmt: skip


@pytest.mark.rule("boots.loop")
def test_by_another_reading_a_phase_may_come_back_to_where_it_began() -> None:
    """Round a ring and onto the start once, not straight back from the first spot; by default not at all."""
    campaign = on(RING, "A", navigation=4)
    assert not any("A" in each for each in ends(campaign))
    looping = reading(campaign, "boots.loop=once")
    back = {each for each in ends(looping) if "A" in each}
    assert back == {("B", "C", "A"), ("C", "B", "A")}
    after, _ = travel(looping, "A", "path", ["B", "C"])
    assert (after.place, after.came_from, after.phase) == ("A", "C", "event")
    assert {len(each) for each in ends(looping.with_pad(navigation=2))} == {1, 2}


@pytest.mark.rule("boots.harbor")
@pytest.mark.parametrize(("navigation", "default", "counted"), [
    (1, {("Far",)}, set()), (2, {("Far",), ("Far", "Next")}, {("Far",)}),
    (3, {("Far",), ("Far", "Next")}, {("Far",), ("Far", "Next")}),
])  # fmt: skip
def test_by_another_reading_a_harbor_passed_over_costs_a_spot(
    navigation: int, default: set[tuple[str, ...]], counted: set[tuple[str, ...]]
) -> None:
    """The one that is landed on costs a spot by both readings."""
    rows: list[Row] = [
        ("Start", "sport", "kunlun", ["Dock"]), ("Dock", "harbor", "", ["Far"]), ("Far", "sport", "kunlun", ["Next"]),
        ("Next", "sport", "kunlun", []), ("Pier", "harbor", "", ["Isle"]), ("Isle", "sport", "amazons", []),
    ]  # fmt: skip
    campaign = on(rows, "Start", navigation=navigation)
    ships = {each for each in ends(campaign) if each[-1] == "[Isle]"}
    assert {each for each in ends(campaign) if "[" not in each[-1]} == default
    other = ends(reading(campaign, "boots.harbor=counts"))
    assert {each for each in other if "[" not in each[-1]} == counted
    assert ("[Isle]",) in ships
    assert ("[Isle]",) in other


@pytest.mark.rule("sands.passing")
def test_by_another_reading_only_the_region_where_a_phase_ends_counts() -> None:
    """Over a foreign region and back into the old one: side B is kept, or side A is up again."""
    rows: list[Row] = [
        ("A", "sport", "kunlun", ["X"]), ("X", "sport", "amazons", ["B"]), ("B", "sport", "kunlun", ["C"]),
        ("C", "sport", "kunlun", []),
    ]  # fmt: skip
    campaign = replace(on(rows, "A", navigation=2), variant=Variant("2024", ("strange-sands",)), turned=("kunlun",))
    assert travel(campaign, "B", "path", ["X"])[0].turned == ()
    other = reading(campaign, "sands.passing=ends")
    assert travel(other, "B", "path", ["X"])[0].turned == ("kunlun",)
    assert travel(other, "X")[0].turned == ()


# The Vesuvian capital -------------------------------------------------------------------------------------------------


@pytest.mark.rule("boots.vesuvius")
def test_by_another_reading_nox_may_be_fought_in_act_iv() -> None:
    """Whoever is chosen is fought; once Nox is defeated the act goes on, and only the scion waits there."""
    rows: list[Row] = [("Etna", "capital", "vesuvians", ["One"]), ("One", "sport", "vesuvians", [])]
    campaign = replace(on(rows, "Etna", act=4, crossed=1), phase="event")
    refused("boots.vesuvius", choose_opponent, campaign, "primus")
    campaign = reading(campaign, "boots.vesuvius=choose")
    assert may_choose_opponent(campaign)
    assert not any(map(may_choose_opponent, (replace(campaign, phase="travel"), replace(campaign, outcome="lost"))))
    scion, _ = rounds.accept_combat(choose_opponent(campaign, "scion"))
    assert opponent(scion) == "scion"
    fought, _ = rounds.accept_combat(choose_opponent(campaign, "primus"))
    rows_of_sheet = ("heal", "other:a", "other:b", "other:c")
    after, _ = rounds.win_event(fought, Reward(rows=rows_of_sheet), Aftermath(hp=3))
    assert (after.defeated, after.outcome, after.pad.weeks[3], after.faced) == (("nox",), "", 2, "")
    assert not may_choose_opponent(replace(after, phase="event"))
    assert opponent(replace(after, phase="event")) == "scion"
    assert rounds.lose_event(fought)[0].outcome == "lost"


# The scion's banes ----------------------------------------------------------------------------------------------------

TWO_LEFT = ("bingqing", "nox", "virago", "stygiana", "sea-strider")


@pytest.mark.rule("boots.scion-banes")
@pytest.mark.parametrize(("name", "option"), [("Plague:bag", "bag:plague"), ("Murk:camp", "camp:murk")])
def test_by_another_reading_blessings_remove_the_banes_of_primuses(name: str, option: str) -> None:
    """They are drawn first, and then are among those that a blessing may remove, from the bag or the camp."""
    campaign = reading(boots(facing(), *TWO_LEFT), "boots.scion-banes=before")
    table = Table(planned(campaign, "", known(), Wanted()), known())
    table.game.begin(Move(SET_UP))
    table.answer(("bane.draw", name), ("bane.draw", "nothing"))
    question = table.asks()
    assert (question.id, option in question.options) == ("scion.blessing", True)
    table.answer(("scion.blessing", option))
    left = table.game.campaign
    assert not {"Plague", "Murk"} & {bane.name for bane in (*left.bag.banes, *left.camp.banes)}
    assert table.reopened().question() == table.game.question()


# What ignores act modifiers -------------------------------------------------------------------------------------------

CALM: dict[str, Any] = {"lineup": ["bag"], "goals": ["bloodshed"], "ignores_act": True}


def calm() -> Catalogue:
    events = {**OWN_RECORDS["events"], "calm": CALM, "boots-modifier-1": {"then": ["bag"]}}
    return Own(**{**OWN_RECORDS, "events": events}).catalogue


@pytest.mark.rule("boots.modifiers")
@pytest.mark.parametrize("is_boots", [True, False])
def test_an_event_that_ignores_act_modifiers_ignores_those_of_primuses_too(is_boots: bool) -> None:
    """No unit, no second deployment and no HP by the act; with Mercury's Boots nothing of defeated primuses either."""
    campaign = ready("bloodshed", act=4)
    campaign = boots(campaign, "bingqing", "nox") if is_boots else campaign
    table = Table.begun(campaign, "calm", calm()).by_first()
    assert len(table.game.combat.lineup) == 1
    assert not [event for event in table.events if event.rule == "boots.modifiers"]
    assert not table.reopened().combat.has_act_modifiers
    table.game.begin(Move(RIVALS))
    assert [event.bonus_hp for event in table.events if hasattr(event, "bonus_hp")] == [0]
    assert len(modifiers(boots(campaign, "bingqing"), calm())[0]) == 1


def test_the_mark_is_a_word_of_the_cards_line() -> None:
    """Read in the words of the table, and written back."""
    known_ = Catalogue()
    for word in ("no act modifiers", "ignores act modifiers", "ignore the act modifier"):
        card = read_card("event", f"Calm: bloodshed, lineup bag, {word}", known_)
        assert card.fields["ignores_act"] is True
        assert "no act modifiers" in write_card("event", card.name, card.fields)
    assert "ignores_act" not in read_card("event", "Calm: bloodshed, lineup bag", known_).fields


# By commands --------------------------------------------------------------------------------------------------------

READINGS = "\n".join(
    f"  rulings {question} --choose {other} -> {question} is read as {other} from now on\n"
    f"  rulings {question} --choose default"
    for question, _, other in (each.partition("=") for each in OTHER_READINGS)
)
BEGUN = """
  new --mercurys-boots --hero krakenlance --difficulty chosen --scion taotie --scion-bane Gigantic:unit
"""


@stories(f"""
boots.loop, boots.harbor, boots.vesuvius, boots.scion-banes, sands.passing: A reading is chosen by a command and back
  begun
{READINGS}
  rulings boots.loop --choose twice -> 2
boots.tribune: The fall of a tribune without hoplo is an option of the cleanup, whatever the outcome, with its banes
  begun && travel Field --kind sport && fix pad.influence 3 --why 'it stands there' && event accept
  cleanup --won --tribune -> 2
  cleanup --won --bane Plague:bag -> 3
  cleanup --lost --tribune --bane Plague:bag && pad --json -> influence = 5
  undo && cleanup --won -> --tribune
  pad --json -> influence = 3
  undo && cleanup --won --tribune --bane Plague:bag && pad --json -> influence = 4
boots.tribune: It is asked after where it matters alone: in the base game its fall costs HP, which are entered
  new --first-game && travel Field --kind sport && event accept && cleanup --lost --tribune -> 3
  cleanup --lost -> not --tribune
""", begun=BEGUN)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


# Odds -----------------------------------------------------------------------------------------------------------------

UNITS = ["r rival C3 hp4 rg1 blue", "h player D3 rg1 hp6 blue hero elite"]


@pytest.mark.rule("boots.re-roll")
def test_odds_count_on_no_card_unless_asked() -> None:
    """An attack with Opportunity cards in camp has the odds that it has without; so has the rival's turn."""
    plain = combat("engage", UNITS)
    with_cards = replace(
        plain, variant=Variant("2024"), yours=replace(plain.yours, opportunities=("shrine", "caravan"))
    )
    one, two = (odds_of(each, [Blow("h", None, "r")]) for each in (plain, with_cards))
    assert one == two
    assert before_turn(with_cards).yours.opportunities == ()


# Side B ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sands.turn", "sands.cards")
def test_side_b_is_asked_for_once_and_has_the_region_and_the_mat_of_side_a(tmp_path: Path) -> None:
    """At a terminal a fight on it begins with what the card prints; the hexes are those of the same mat."""
    tell(f"{BEGUN.rstrip()} --module strange-sands\n travel Field --kind sport", tmp_path)
    for kind, line in TOLD:
        done("data", "add", kind, line)
    done("fix", "turned", "atlanteans", "--why", "a combat was fought here")
    games = "Games: sport, goals spar, lineup bag, yours hero camp*2"
    assert "side B of the arena card Atlanteans" in hoplo("fight", "start", games).err
    said = seated("|all: any|||it is right", "fight", "start", games)
    assert "Side B of the arena card Atlanteans is up" in said
    assert "How many hexes" not in said, "the mat is that of side A"
    card = read_card("arena", "Atlanteans B: all: any", Catalogue())
    front = Catalogue().raw("arenas", "atlanteans") or {}
    assert (card.fields["region"], card.fields["mat"]["columns"]) == ("atlanteans", front["mat"]["columns"])
    done("fight", "start", "--auto", "random", "--seed", "3")
    assert done("fight", "--json").json["fight"]["position"]["arena"] == "atlanteans-b"
