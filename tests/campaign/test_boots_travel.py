"""Travel with Mercury's Boots: spots, harbors, capitals, sixth weeks, and the ways that are planned (A3 p.6-7)."""

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.model import Campaign, Primus
from hoplo_companion.campaign.navigation import Roads
from hoplo_companion.campaign.navigation import ends as may_end
from hoplo_companion.campaign.route import routes
from hoplo_companion.campaign.travel import destinations, travel
from hoplo_companion.campaign.world_map import at_place, harbors_at, is_harbor, neighbours, ports
from hoplo_companion.components.words import Variant
from tests.campaign.test_boots import on, refused
from tests.helpers.maps import EXAMPLE, Row, campaigns, random_campaign
from tests.helpers.table_games import Scene, scenes
from tests.soak.random_ways import EDITIONS, random_way
from tests.soak.random_ways import agree as agree_on_ways


def ends(campaign: Campaign) -> dict[tuple[str, str], set[tuple[str, ...]]]:
    """Give where a Travel Phase may end, by path or harbor, with the spots before."""
    found: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for leg in Roads(campaign, may_end(campaign)).legs(campaign.place, campaign.came_from):
        found.setdefault((leg.end, leg.by), set()).add(leg.spots[:-1])
    return found


MAPS: dict[str, list[Row]] = {
    "EXAMPLE": EXAMPLE,
    "PIER": [
        ("Start", "sport", "kunlun", ["One"]), ("One", "sport", "kunlun", ["Two", "Dock"]),
        ("Two", "sport", "kunlun", ["Pier"]), ("Dock", "harbor", "", []), ("Pier", "harbor", "", []),
        ("Quay", "harbor", "", ["Far"]), ("Far", "sport", "amazons", ["Beyond"]), ("Beyond", "sport", "amazons", []),
    ],
    "CAPITALS": [
        ("Start", "sport", "kunlun", ["Home", "Jade", "Etna"]), ("Home", "capital", "atlanteans", ["After"]),
        ("Jade", "capital", "kunlun", []), ("Etna", "capital", "vesuvians", []), ("After", "sport", "kunlun", []),
    ],
    "RING": [
        ("A", "sport", "kunlun", ["B"]), ("B", "sport", "kunlun", ["C"]), ("C", "sport", "kunlun", ["D", "A"]),
        ("D", "sport", "kunlun", []),
    ],
    "ROUND": [
        ("A", "sport", "kunlun", ["B", "C"]), ("B", "sport", "kunlun", ["C"]), ("C", "bloodshed", "kunlun", []),
    ],
    "FAR": [
        ("Start", "sport", "kunlun", ["Dock"]), ("Dock", "harbor", "", ["Far"]), ("Far", "sport", "kunlun", ["Next"]),
        ("Next", "sport", "kunlun", []), ("Pier", "harbor", "", ["Isle"]), ("Isle", "sport", "amazons", []),
    ],
    "ROAD": [
        ("A", "sport", "kunlun", ["X"]), ("X", "sport", "amazons", ["B"]), ("B", "sport", "kunlun", ["C"]),
        ("C", "sport", "kunlun", []),
    ],
    "ETNA": [("Etna", "capital", "vesuvians", ["One"]), ("One", "sport", "vesuvians", [])],
    "SEA": [*EXAMPLE, ("Etna", "capital", "vesuvians", ["Themis"])],
}  # fmt: skip


def on_map(where: str, place: str, reading: str = "", **more: str) -> Campaign:
    """Begin on a map, with another reading of an open question if one is given, as `boots.loop=once`."""
    question, _, other = reading.partition("=")
    numbers: dict[str, Any] = {key: int(text) for key, text in more.items()}
    return replace(on(MAPS[where], place, **numbers), rulings={question: other} if reading else {})


BOOTS = campaigns(
    on_map,
    ends=lambda campaign: sorted({" ".join((*spots, end, by)) for (end, by), ways in ends(campaign).items()
                                  for spots in ways}),
)  # fmt: skip


@scenes("""
boots.travel, boots.harbors, boots.harbor, boots.port, boots.loop: Navigation 3 sails after two spots; the harbor in \
  the middle may not be used, no spot comes twice, and nothing follows the harbor
  on PIER Start navigation=2 -> ends: One Far harbor One Two harbor One Two path One path
  on PIER Start navigation=3 -> ends: One Far harbor One Two Far harbor One Two harbor One Two path One path
  no travel Beyond harbor One/Far -> boots.travel
  if travel Far harbor One/Two -> place: Far | came_from: Two | pad.weeks.0: 1 | phase: event
  travel Far harbor -> came_from: One
boots.capitals, boots.primuses, boots.vesuvius: Capitals are passed over, and entered for a fight alone: any \
  undefeated primus may be challenged in any act; Nox is not in Act IV
  on CAPITALS Start navigation=2 -> ends: Etna path Home After path Jade path | at_place.waits Jade: bingqing
  no travel Home -> travel.capital
  if travel Etna -> opponent: primus
  if travel Jade -> opponent: primus
  if set primuses=bingqing -> at_place.enter Etna: Etna may not be entered: no primus of this campaign is from there; \
    the undefeated ones are from: Kunlun (p.14, 30)
  set pad.act=4
  if set primuses=bingqing -> at_place.waits Etna: taotie
  if travel Jade -> opponent: primus | at_the_scion: no
  travel Etna -> opponent: scion | at_the_scion: yes
boots.back: Never back along the path travelled last: what counts is the last step of the phase before
  on RING A navigation=2
  travel C path B; set phase=travel -> came_from: B | ends: A B path A path D path | to.via B: A
boots.week-six, boots.acts: A sixth week spent on sailing ends the act; the event belongs to the next one, and after \
  Act IV nothing follows, which is said before
  on EXAMPLE Isle crossed=5
  travel Shore harbor -> pad.act: 2 | pad.weeks.0: 6 | phase: event | week: 1
  on EXAMPLE Isle act=4 crossed=5 -> to.too_late Shore harbor: yes
  travel Shore harbor -> outcome: lost
boots.week-six, boots.acts, travel.capital-scion, boots.vesuvius: Sailing in the last week of Act III lands in Act IV: \
    there the scion waits, whether Nox is undefeated, defeated, or played
  on SEA Isle act=3 crossed=5 -> to.refused Etna harbor: none | to.waits Etna harbor: taotie
    | to.ruling Etna harbor: boots.week-six
  if set pad.weeks=0/0/4/0 -> to.refused Etna harbor: none | to.waits Etna harbor: nox
  if travel Etna harbor -> pad.act: 4 | at_the_scion: yes | event travel.capital-entered: combat scion, opponent taotie
  if set primuses=bingqing/nox:2:1 -> to.refused Etna harbor: none | to.waits Etna harbor: taotie
  if set primuses=bingqing/nox:2:1 pad.weeks=0/0/4/0 -> to.refused Etna harbor: travel.capital
  if set primuses=bingqing; travel Etna harbor -> pad.act: 4 | at_the_scion: yes
  set primuses=bingqing pad.weeks=0/0/4/0 -> to.refused Etna harbor: travel.capital
boots.scion-in-time, boots.undefeated-primuses: In the sixth week of Act IV the scion may still be defeated; each \
  undefeated primus brings it a bane
  on ETNA Etna act=4 crossed=5
  set phase=event; accept_combat -> event scion.banes-due: count 7
  win_event left.hp=3 -> outcome: won | week: 6 | defeated: none

# Other readings of open questions
boots.loop: By another reading a phase may come back to where it began, round a ring and not straight back
  on ROUND A navigation=4 -> ends: B C path B path C B path C path
  on ROUND A navigation=2 reading=boots.loop=once -> ends: B C path B path C B path C path
  on ROUND A navigation=4 reading=boots.loop=once
    -> ends: B C A path B C path B path C B A path C B path C path
  travel A path B/C -> place: A | came_from: C | phase: event
boots.harbor: By another reading a harbor passed over costs a spot; the one that is landed on does by both
  on FAR Start navigation=1 -> ends: Far path Isle harbor
  on FAR Start navigation=2 -> ends: Far Isle harbor Far Next path Far path Isle harbor
  on FAR Start navigation=3 -> ends: Far Isle harbor Far Next path Far path Isle harbor
  on FAR Start navigation=1 reading=boots.harbor=counts -> ends: Isle harbor
  on FAR Start navigation=2 reading=boots.harbor=counts -> ends: Far path Isle harbor
  on FAR Start navigation=3 reading=boots.harbor=counts
    -> ends: Far Isle harbor Far Next path Far path Isle harbor
sands.passing: Over a foreign region and back into the old one side A is up again; by another reading side B is kept
  on ROAD A navigation=2
  set variant.modules=strange-sands turned=kunlun; travel B path X -> turned: none
  on ROAD A navigation=2 reading=sands.passing=ends
  set variant.modules=strange-sands turned=kunlun
  if travel B path X -> turned: kunlun
  travel X -> turned: none
boots.vesuvius: By another reading Nox may be fought in Act IV: whoever is chosen is fought; then only the scion waits
  on ETNA Etna act=4 crossed=1
  no set phase=event; choose_opponent primus -> boots.vesuvius
  on ETNA Etna act=4 crossed=1 reading=boots.vesuvius=choose -> may_choose_opponent: no
  set phase=event -> may_choose_opponent: yes
  if set outcome=lost -> may_choose_opponent: no
  if choose_opponent scion; accept_combat -> opponent: scion
  if choose_opponent primus; accept_combat; lose_event -> outcome: lost
  choose_opponent primus; accept_combat; win_event rows=heal/other:a/other:b/other:c left.hp=3 -> defeated: nox
    | outcome: none | pad.weeks.3: 2 | faced: none
  set phase=event -> may_choose_opponent: no | opponent: scion
""")
def test_travelling_with_boots(scene: Scene) -> None:
    BOOTS.play(scene)


@pytest.mark.rule("boots.harbor", "boots.travel")
@pytest.mark.parametrize("seed", range(40))
def test_with_navigation_one_travel_is_the_rulebooks(seed: int) -> None:
    """Whatever the map: the same locations are open as in the base game, but for capitals, of which more are."""
    base = random_campaign(Random(seed))
    base = replace(base.with_pad(weeks=(0, 0, 0, 0), act=1), phase="travel")
    boots = replace(base, variant=Variant(boots="promo"))
    open_ = [{(e.place, e.by) for e in destinations(each) if not e.refused} for each in (base, boots)]
    assert open_[0] == open_[1]


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


@pytest.mark.rule("boots.capitals", "boots.vesuvius", "boots.primus-week")
@pytest.mark.rule("rivals.capital", "rivals.decline")
@pytest.mark.parametrize("seed", [0, 2, *range(4, 21)])
def test_the_planner_offers_what_the_commands_allow(seed: int) -> None:
    """Every best way with any modules, over the ends of acts too; `tests.soak` tries many more maps."""
    agree_on_ways(seed)


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


@pytest.mark.rule("travel.deadline")
def test_a_way_that_is_named_by_its_spots_warns_as_the_shortest_does() -> None:
    campaign = random_way(79)
    named = travel(campaign, "d", "path", via=["b"])
    assert named == travel(campaign, "d", "path")
    assert named[1][-1].what == "deadline.must-spectate"
