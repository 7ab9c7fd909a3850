"""Travel with Mercury's Boots: spots, harbors, capitals, sixth weeks, and the ways that are planned (A3 p.6-7)."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.model import Campaign, Primus
from hoplo_companion.campaign.navigation import Roads
from hoplo_companion.campaign.navigation import ends as may_end
from hoplo_companion.campaign.pad import at_the_scion
from hoplo_companion.campaign.route import routes
from hoplo_companion.campaign.travel import destinations, travel
from hoplo_companion.campaign.world_map import at_place, harbors_at, is_harbor, neighbours, opponent, ports
from hoplo_companion.components.variant import Variant
from tests.campaign.test_boots import on, refused
from tests.helpers.maps import EXAMPLE, Row, by_place, random_campaign, values
from tests.soak.random_ways import EDITIONS, random_way
from tests.soak.random_ways import agree as agree_on_ways


def ends(campaign: Campaign) -> dict[tuple[str, str], set[tuple[str, ...]]]:
    """Give where a Travel Phase may end, by path or harbor, with the spots before."""
    found: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for leg in Roads(campaign, may_end(campaign)).legs(campaign.place, campaign.came_from):
        found.setdefault((leg.end, leg.by), set()).add(leg.spots[:-1])
    return found


@pytest.mark.rule("boots.travel", "boots.harbors", "boots.harbor", "boots.port", "boots.loop")
def test_navigation_three_sails_after_two_spots() -> None:
    """Two spots, then the harbor: it may sail; the harbor in the middle may not be used, and no spot comes twice."""
    rows: list[Row] = [
        ("Start", "sport", "kunlun", ["One"]), ("One", "sport", "kunlun", ["Two", "Dock"]),
        ("Two", "sport", "kunlun", ["Pier"]), ("Dock", "harbor", "", []), ("Pier", "harbor", "", []),
        ("Quay", "harbor", "", ["Far"]), ("Far", "sport", "amazons", ["Beyond"]), ("Beyond", "sport", "amazons", []),
    ]  # fmt: skip
    campaign = on(rows, "Start", navigation=3)
    found = ends(campaign)
    assert ("One", "Two") in found["Far", "harbor"]
    assert ("One",) in found["Far", "harbor"]
    assert not any(end == "Beyond" for end, _ in found), "nothing follows the harbor"
    assert not any("Start" in each[:-1] or end == "Start" for (end, _), ways in found.items() for each in ways)
    assert ("One", "Two") not in ends(campaign.with_pad(navigation=2)).get(("Far", "harbor"), set())
    sailed, _ = travel(campaign, "Far", "harbor", ["One", "Two"])
    assert (sailed.place, sailed.came_from, sailed.pad.weeks[0], sailed.phase) == ("Far", "Two", 1, "event")
    refused("boots.travel", travel, campaign, "Beyond", "harbor", ["One", "Far"])
    assert travel(campaign, "Far", "harbor")[0].came_from == "One", "the shortest way, where none is named"


@pytest.mark.rule("boots.harbor", "boots.travel")
@pytest.mark.parametrize("seed", range(40))
def test_with_navigation_one_travel_is_the_rulebooks(seed: int) -> None:
    """Whatever the map: the same locations are open as in the base game, but for capitals, of which more are."""
    base = random_campaign(Random(seed))
    base = replace(base.with_pad(weeks=(0, 0, 0, 0), act=1), phase="travel")
    boots = replace(base, variant=Variant(boots="promo"))
    open_ = [{(e.place, e.by) for e in destinations(each) if not e.refused} for each in (base, boots)]
    assert open_[0] == open_[1]


@pytest.mark.rule("boots.capitals", "boots.primuses", "boots.vesuvius")
def test_capitals_are_passed_over_and_entered_for_a_fight_alone() -> None:
    """Any undefeated primus may be challenged in any act; the own capital is passed only; Nox is not in Act IV."""
    rows: list[Row] = [
        ("Start", "sport", "kunlun", ["Home", "Jade", "Etna"]), ("Home", "capital", "atlanteans", ["After"]),
        ("Jade", "capital", "kunlun", []), ("Etna", "capital", "vesuvians", []), ("After", "sport", "kunlun", []),
    ]  # fmt: skip
    campaign = on(rows, "Start", navigation=2)
    found = ends(campaign)
    assert {end for end, _ in found} == {"After", "Jade", "Etna"}
    assert found["After", "path"] == {("Home",)}
    refused("travel.capital", travel, campaign, "Home")
    for act in (1, 4):
        at = campaign.with_pad(act=act)
        assert at_place(at, "Jade").waits == ("bingqing",)
        assert opponent(travel(at, "Etna")[0]) == ("scion" if act == 4 else "primus")
        assert opponent(travel(at, "Jade")[0]) == "primus"
    assert at_the_scion(travel(campaign.with_pad(act=4), "Etna")[0])
    assert not at_the_scion(travel(campaign.with_pad(act=4), "Jade")[0])
    as_nox = replace(campaign, primuses=tuple(p for p in campaign.primuses if p.hero != "nox"))
    assert at_place(as_nox, "Etna").enter is not None
    assert at_place(as_nox.with_pad(act=4), "Etna").waits == (as_nox.scion,)


@pytest.mark.rule("boots.back")
def test_never_back_along_the_path_travelled_last() -> None:
    """What counts is the last step of the phase before, not where that phase began."""
    rows: list[Row] = [
        ("A", "sport", "kunlun", ["B"]), ("B", "sport", "kunlun", ["C"]), ("C", "sport", "kunlun", ["D", "A"]),
        ("D", "sport", "kunlun", []),
    ]  # fmt: skip
    campaign, _ = travel(on(rows, "A", navigation=2), "C", "path", ["B"])
    assert campaign.came_from == "B"
    campaign = replace(campaign, phase="travel")
    assert {spots[0] if spots else end for (end, _), ways in ends(campaign).items() for spots in ways} == {"A", "D"}
    assert by_place(destinations(campaign))["B"].via == ("A",)


@pytest.mark.rule("boots.week-six", "boots.acts")
def test_a_sixth_week_spent_on_sailing_ends_the_act() -> None:
    """The event belongs to the next act; after Act IV nothing follows, which is said before."""
    campaign = on(EXAMPLE, "Isle", crossed=5)
    sailed, _ = travel(campaign, "Shore", "harbor")
    assert (sailed.pad.act, sailed.pad.weeks[0], sailed.phase, sailed.week) == (2, 6, "event", 1)
    late = on(EXAMPLE, "Isle", act=4, crossed=5)
    assert [each.too_late for each in destinations(late) if each.place == "Shore"] == [True]
    assert travel(late, "Shore", "harbor")[0].outcome == "lost"


def naive_legs(campaign: Campaign, start: str, came_from: str) -> list[tuple[tuple[str, ...], str]]:
    """List Travel Phases by the letter of the sheet: chains of moves, each looked at by itself."""
    near = {place: set(neighbours(campaign, place)) for place in campaign.places if not is_harbor(campaign, place)}

    def may_end(place: str, at: Campaign) -> bool:
        return at.places[place].kind != "capital" or bool(at_place(at, place).waits)

    sailed, _ = rounds.cross_off_week(campaign)
    landing = campaign if sailed.outcome else sailed

    chains: list[tuple[str, ...]] = [()]
    for length in range(1, campaign.pad.navigation + 1):
        for rest in product(near, repeat=length):
            spots = (start, *rest)
            if len(set(spots)) == len(spots) and all(b in near[a] for a, b in pairwise(spots)):
                chains.append(rest)
    found = []
    for chain in chains:
        if chain and may_end(chain[-1], campaign):
            found.append((chain, "path"))
        if len(chain) < campaign.pad.navigation:
            for harbor in harbors_at(campaign, chain[-1] if chain else start):
                for other in (each for each in campaign.places if is_harbor(campaign, each) and each != harbor):
                    found += [
                        ((*chain, port), "harbor")
                        for port in ports(campaign, other)
                        if port in near and port not in (start, *chain) and may_end(port, landing)
                    ]
    onward = sorted({each for each in found if each[0][0] != came_from})
    return onward or sorted(set(found))


@pytest.mark.rule("boots.travel", "boots.harbors", "boots.back", "boots.capitals", "boots.week-six")
@pytest.mark.parametrize("seed", range(40))
def test_a_travel_phase_ends_wherever_the_letter_of_the_sheet_allows(seed: int) -> None:
    """On random maps, with any Navigation."""
    campaign = random_way(seed * len(EDITIONS) + EDITIONS.index("2024"))
    campaign = replace(campaign, variant=Variant("2024"), rulings={})
    expected: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for spots, by in naive_legs(campaign, campaign.place, campaign.came_from):
        expected.setdefault((spots[-1], by), set()).add(spots[:-1])
    assert ends(campaign) == expected


@pytest.mark.rule("boots.acts", "boots.capitals", "boots.vesuvius", "boots.primus-week", "boots.scion-in-time")
@pytest.mark.rule("rivals.capital", "rivals.decline", "spectate.capital", "travel.deadline")
@pytest.mark.parametrize("seed", [0, 2, *range(4, 21)])
def test_the_planner_offers_what_the_commands_allow(seed: int) -> None:
    """Every best way with any modules, over the ends of acts too; `tests.soak` tries many more maps."""
    agree_on_ways(seed)


@pytest.mark.rule("boots.week-six", "boots.acts", "travel.capital-scion", "boots.vesuvius")
@pytest.mark.parametrize("nox", [0, 2, None])
def test_sailing_in_the_last_week_of_act_iii_lands_in_act_iv(nox: int | None) -> None:
    """There the scion waits, whether Nox is undefeated, defeated, or played; the list of places names who does."""
    rows: list[Row] = [*EXAMPLE, ("Etna", "capital", "vesuvians", ["Themis"])]
    campaign = on(rows, "Isle", act=3, crossed=5)
    others = tuple(each for each in campaign.primuses if each.hero != "nox")
    campaign = replace(campaign, primuses=(*others, *([] if nox is None else [Primus("nox", nox, 1 if nox else 0)])))
    listed = by_place(destinations(campaign), "harbor")["Etna"]
    assert (listed.refused, listed.waits, listed.ruling) == ("", ("taotie",), "boots.week-six")
    landed, happened = travel(campaign, "Etna", "harbor")
    assert (landed.pad.act, at_the_scion(landed)) == (4, True)
    assert values(happened[-1]) == {"combat": "scion", "opponent": "taotie"}
    # A week earlier it is Nox's capital, or nobody's.
    earlier = by_place(destinations(campaign.with_pad(weeks=(0, 0, 4, 0))), "harbor")["Etna"]
    assert (earlier.refused, earlier.waits) == (("", ("nox",)) if nox == 0 else ("travel.capital", ()))


@pytest.mark.rule("travel.capital-scion", "boots.capitals")
def test_the_way_to_the_scion_is_planned_before_act_iv() -> None:
    """By the scion's name, or by the capital where nobody else waits; in the box alone a primus comes first."""
    rows: list[Row] = [
        ("One", "sport", "kunlun", ["Two", "Etna"]), ("Two", "sport", "kunlun", []),
        ("Etna", "capital", "vesuvians", []),
    ]  # fmt: skip
    campaign = on(rows, "One", act=3, crossed=4)
    assert [each.act for each in routes(campaign, "Etna")[-1].stops] == [3], "to Nox"
    for goal in ("scion", "Taotie"):
        found = routes(campaign, goal)
        assert {(each.stops[-1].place, each.stops[-1].act) for each in found} == {("Etna", 4)}
    as_nox = replace(campaign, primuses=tuple(p for p in campaign.primuses if p.hero != "nox"))
    assert routes(as_nox, "Etna") == routes(as_nox, "scion") != []
    refused("travel.capital", routes, replace(as_nox, variant=Variant()), "Etna")
    refused("travel.capital-scion", routes, replace(campaign, variant=Variant(), primuses=(Primus("nox"),)), "scion")
