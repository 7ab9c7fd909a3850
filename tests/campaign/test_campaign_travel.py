"""Travelling: where the encampment may go, why not elsewhere, and the deadline of week 12."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.map_entry import edit_place
from hoplo_companion.campaign.model import Primus
from hoplo_companion.campaign.rounds import cross_off_week
from hoplo_companion.campaign.travel import Deadline, deadline, destinations, travel, warnings
from hoplo_companion.render.sentences.campaign import event_words as words_of
from tests.helpers.maps import CAPITALS, EXAMPLE, Row, by_place, campaign_on, chain, refused, values, what


@pytest.mark.rule("travel.move", "travel.adjacent", "harbor.ignored", "harbor.sail", "harbor.land", "travel.not-back")
def test_the_first_example_of_page_15() -> None:
    campaign = campaign_on(EXAMPLE, "Isle", came_from="Tower")
    listed = destinations(campaign)
    free = [(each.place, each.by, each.over, each.weeks) for each in listed if not each.refused]
    assert free == [
        ("Cape", "path", (), 0),
        ("Grove", "path", (), 0),
        ("South", "path", ("Pharos",), 0),
        ("Shore", "harbor", ("Pharos", "Themis"), 1),
    ]
    told = {each.place: (each.refused, "(p." in each.why) for each in listed if each.refused}
    assert told == {
        "Isle": ("travel.must-move", True),
        "Tower": ("travel.not-back", True),
        "Pharos": ("harbor.never-end", True),
    }
    after, happened = travel(campaign, "south")
    assert (after.place, after.came_from, after.phase, after.pad.weeks[0]) == ("South", "Isle", "event", 0)
    assert [each.rule for each in happened] == ["travel.move"]
    after, happened = travel(campaign, "Shore", by="harbor")
    assert (after.place, after.came_from, after.phase, after.pad.weeks[0]) == ("Shore", "Isle", "event", 1)
    assert [each.rule for each in happened] == ["harbor.sail", "week.mark"]


@pytest.mark.rule(
    "travel.must-move", "travel.not-back", "harbor.never-end", "travel.adjacent", "harbor.sail", "harbor.land"
)
def test_every_refused_way_says_why_with_its_page() -> None:
    campaign = campaign_on([*EXAMPLE, ("Lake", "harbor", "", []), ("Plain2", "sport", "kunlun", ["Hill"])], "Isle")
    refused("travel.must-move", "p.14", travel, campaign, "isle")
    refused("travel.not-back", "p.14-15", travel, replace(campaign, came_from="Tower"), "tower")
    refused("harbor.never-end", "p.14-15", travel, campaign, "Pharos")
    refused("harbor.never-end", "p.15", travel, campaign, "Themis", by="harbor")
    assert "Cape, Grove" in refused("travel.adjacent", "p.14", travel, campaign, "Fen")
    assert "--harbor" in refused("travel.adjacent", "p.14-15", travel, campaign, "Shore")
    refused("travel.adjacent", "p.14", travel, campaign, "Cape", by="wing")
    refused("harbor.land", "p.14-15", travel, campaign, "Plain", by="harbor")
    refused("harbor.sail", "p.14", travel, replace(campaign, place="Fen"), "Shore", by="harbor")
    assert "Shore" in refused("map.locations", "p.14", travel, campaign, "Shoer")
    refused("map.kinds", "p.14", travel, replace(campaign, place="Plain2"), "hill")
    refused("map.locations", "p.14", destinations, replace(campaign, place="Gone"))
    refused("harbor.never-end", "p.15", destinations, replace(campaign, place="Lake"))


@pytest.mark.rule("round.phases", "campaign.over")
def test_the_encampment_moves_in_the_travel_phase_of_a_campaign_that_goes_on() -> None:
    campaign = campaign_on(EXAMPLE, "Isle")
    moved, _ = travel(campaign, "Cape")
    refused("round.phases", "p.13-14", travel, moved, "Fen")
    refused("campaign.over", "p.30", travel, replace(campaign, outcome="lost"), "Cape")


@pytest.mark.rule("travel.not-back")
def test_at_the_start_of_an_act_the_encampment_moves_in_any_direction() -> None:
    campaign = campaign_on(EXAMPLE, "Isle")
    assert not by_place(destinations(campaign))["Tower"].refused
    campaign, _ = travel(campaign, "Tower")
    assert by_place(destinations(replace(campaign, phase="travel")))["Isle"].refused == "travel.not-back"


@pytest.mark.rule("travel.not-back")
def test_going_back_by_harbor_is_refused_too_and_said_to_be_a_ruling() -> None:
    campaign = campaign_on(EXAMPLE, "Isle")
    campaign, _ = travel(campaign, "Shore", by="harbor")
    back = by_place(destinations(replace(campaign, phase="travel")), "harbor")
    assert (back["Isle"].refused, back["Isle"].ruling) == ("travel.not-back", "travel.back")
    assert not back["South"].refused, "another location at the same harbor"
    # Landing where one is would be no move.
    rows: list[Row] = [("A", "sport", "kunlun", ["H", "K"]), ("H", "harbor", "", ["B"]), ("K", "harbor", "", ["B"])]
    campaign = campaign_on([*rows, ("B", "sport", "kunlun", [])], "A")
    assert by_place(destinations(campaign), "harbor")["A"].refused == "travel.must-move"


@pytest.mark.rule("travel.not-back", "travel.must-move")
def test_a_place_with_a_single_way_out_is_left_the_way_it_was_entered() -> None:
    rows: list[Row] = [
        ("A", "sport", "kunlun", ["B", "C"]),
        ("B", "sport", "kunlun", ["Gate"]),
        ("C", "sport", "kunlun", []),
        ("Gate", "capital", "atlanteans", []),
    ]
    campaign = campaign_on(rows, "B", came_from="A")
    back = by_place(destinations(campaign))["A"]
    assert (back.refused, back.ruling) == ("", "travel.dead-end")
    campaign, happened = travel(campaign, "A")
    assert values(happened[0])["ruling"] == "travel.dead-end"
    # A place whose paths are not all told yet may have another way out.
    untold, _ = edit_place(campaign_on(rows, "B", came_from="A"), "B", more_paths=True)
    assert by_place(destinations(untold))["A"].refused == "travel.not-back"
    assert "hoplo map edit B --path" in by_place(destinations(untold))["A"].why
    # So may one with a harbor, as long as a week is left to use it.
    by_sea: list[Row] = [
        *rows,
        ("Port", "harbor", "", ["B"]),
        ("Far", "harbor", "", ["D"]),
        ("D", "sport", "kunlun", []),
    ]
    for crossed, refused_by in ((10, "travel.not-back"), (11, "")):
        sea = campaign_on(by_sea, "B", came_from="A", crossed=crossed)
        assert by_place(destinations(sea))["A"].refused == refused_by
    # A path to a name that is not on the map yet may be a way out.
    campaign, _ = edit_place(campaign_on(rows, "B", came_from="A"), "B", paths=["A", "Gate", "Unseen"])
    assert by_place(destinations(campaign))["A"].refused == "travel.not-back"


@pytest.mark.rule("travel.capital")
def test_only_capitals_of_undefeated_primuses_may_be_entered() -> None:
    campaign = campaign_on(CAPITALS, "Here")
    campaign = replace(campaign, primuses=(Primus("decimus"), Primus("bingqing", 1), Primus("the-parthian")))
    listed = by_place(destinations(campaign))
    assert [name for name, each in listed.items() if not each.refused] == ["Iolcus", "Next"]
    assert {listed[name].refused for name in ("Atlas", "Jade", "Etna")} == {"travel.capital"}
    assert "no primus of this campaign is from there" in listed["Atlas"].why
    assert "was defeated in Act I" in listed["Jade"].why
    assert "(p.14, 30)" in refused("travel.capital", "p.14, 30", travel, campaign, "Etna")
    entered, happened = travel(campaign, "iolcus")
    assert values(happened[-1]) == {"combat": "primus", "opponent": "decimus"}
    assert deadline(entered) is None
    nox = replace(campaign, primuses=(Primus("nox"),))
    assert not by_place(destinations(nox))["Etna"].refused, "the Vesuvian primus is one as any other"
    own = by_place(destinations(replace(campaign, primuses=(Primus("own-hero"),))))
    assert not own["Next"].refused
    assert own["Etna"].refused == "travel.capital"
    assert "(p.14, 38)" in own["Etna"].why


@pytest.mark.rule("travel.capital-scion")
def test_in_act_four_the_vesuvian_capital_alone_may_be_entered() -> None:
    campaign = campaign_on(CAPITALS, "Here", act=4)
    listed = by_place(destinations(campaign))
    assert [name for name, each in listed.items() if not each.refused] == ["Etna", "Next"]
    assert "Act IV" in refused("travel.capital", "p.14, 30", travel, campaign, "Iolcus")
    _, happened = travel(campaign, "Etna")
    assert values(happened[-1]) == {"combat": "scion", "opponent": "taotie"}


@pytest.mark.rule("harbor.week")
def test_a_harbor_is_refused_where_no_week_is_left_for_it() -> None:
    for crossed, allowed in ((10, True), (11, False), (12, False)):
        campaign = campaign_on(EXAMPLE, "Isle", crossed=crossed)
        assert (not by_place(destinations(campaign), "harbor")["Shore"].refused) == allowed
    assert "week.twelve" in refused("harbor.week", "p.13, 15", travel, campaign, "Shore", by="harbor")


# The deadline -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("travel.deadline")
def test_travelling_warns_of_the_deadline() -> None:
    campaign = chain(3, crossed=10, act=2, influence=3)
    ahead = by_place(destinations(campaign))["Stop 1"].ahead
    assert ahead is not None
    assert (ahead.spare, ahead.capital, ahead.spectate, ahead.influence, ahead.banes) == (1, "Iolcus", 2, 4, 1)
    _, happened = travel(campaign, "Stop 1")
    assert (what(happened[-1]), happened[-1].rule) == ("deadline.must-spectate", "travel.deadline")
    assert values(happened[-1]) == {
        "spare": 1, "week": 12, "complete": True, "capital": "Iolcus", "spectate": 2, "influence": 4, "banes": 1,
    }  # fmt: skip
    relaxed, happened = travel(chain(3, crossed=0), "Stop 1")
    assert [each.rule for each in happened] == ["travel.move"]
    now = deadline(relaxed)
    assert now is not None
    assert (now.spare, now.capital, now.spectate) == (11, "Iolcus", 0)


@pytest.mark.rule("travel.deadline")
def test_travelling_warns_when_no_capital_can_be_reached_any_more() -> None:
    campaign = campaign_on(
        [*EXAMPLE, ("Iolcus", "capital", "new-argonauts", ["Plain"])], "Isle", crossed=11, came_from="Tower"
    )
    _, happened = travel(campaign, "Cape")
    assert (what(happened[-1]), happened[-1].rule) == ("deadline.out-of-reach", "travel.deadline")
    assert values(happened[-1]) == {"spare": 0, "week": 12, "complete": True}
    late = campaign_on(CAPITALS, "Here", crossed=12)
    assert "too late" in refused("travel.deadline", "p.13, 15", travel, late, "Iolcus")
    assert deadline(campaign_on(EXAMPLE, "Isle")) is None, "no open capital is on the map yet"


@pytest.mark.rule("travel.deadline")
def test_the_deadline_counts_the_event_that_is_not_resolved_yet() -> None:
    campaign = chain(2, crossed=11)
    spectated = []
    for phase in ("travel", "event", "cleanup"):
        ahead = deadline(replace(campaign, phase=phase))
        assert ahead is not None
        spectated.append((ahead.spare, ahead.spectate, bool(ahead.capital)))
    assert spectated == [(0, 2, True), (0, 3, True), (-1, 0, False)]


@pytest.mark.rule("travel.deadline", "harbor.week")
def test_the_deadline_counts_the_week_of_a_harbor() -> None:
    campaign = campaign_on([*EXAMPLE, ("Iolcus", "capital", "new-argonauts", ["Shore"])], "Isle", crossed=10)
    ahead = by_place(destinations(campaign), "harbor")["Shore"].ahead
    assert ahead is not None
    assert (ahead.spare, ahead.spectate) == (0, 1)
    assert by_place(destinations(campaign))["Cape"].ahead is not None


@pytest.mark.rule("travel.deadline", "week.last")
@pytest.mark.parametrize("act", [1, 4])
def test_the_last_week_away_from_the_capital_loses(act: int) -> None:
    """In the box alone as with Mercury's Boots; at the capital the week is that of the combat."""
    campaign = campaign_on(CAPITALS, "Here", act=act, crossed=11)
    lost, happened = cross_off_week(campaign)
    assert (lost.outcome, what(happened[-1]), happened[-1].rule) == ("lost", "campaign.lost", "travel.deadline")
    assert "the deadline is missed, and the campaign is lost" in words_of(happened[-1])
    entered, _ = travel(campaign, "Iolcus" if act == 1 else "Etna")
    assert cross_off_week(entered)[0].outcome == ""
    assert warnings(campaign, deadline(campaign)) == []
    [out_of_reach] = warnings(campaign, Deadline(0))
    assert "the campaign is lost with it" in words_of(out_of_reach)
    assert "lost" not in words_of(replace(out_of_reach, values=out_of_reach.values | {"complete": False}))
