"""The map as it is learned, and travelling: where the encampment may go, the deadline of week 12, the ways in time."""

import tomllib
from random import Random
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hoplo_companion.campaign.map_entry import edit_place, forget_place, from_table, to_table
from hoplo_companion.campaign.model import REGIONS, Campaign
from hoplo_companion.campaign.naming import name_of_capital
from hoplo_companion.campaign.route import Route, routes
from hoplo_companion.campaign.travel import Deadline, deadline, destinations, travel, warnings
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.errors import InvalidError
from hoplo_companion.language import speaking, tr
from hoplo_companion.render.sentences.campaign import event_words as words_of
from tests.helpers.effort import calls
from tests.helpers.maps import CAPITALS, EXAMPLE, HOME, Row, campaign_on, campaigns, on_map, random_campaign, values
from tests.helpers.table_games import Scene, scenes

ATLAS = campaigns(
    on_map(
        ISLE=[("Isle", "sport", "atlanteans", ["Cape"])],
        HOME=[*EXAMPLE, ("Atlas", "capital", "atlanteans", ["Isle"])],
        ROCK=[*EXAMPLE, ("Rock", "sport", "amazons", ["Plain", "Nowhere"])],
        ROW=[
            ("A", "sport", "kunlun", ["H1", "B"]), ("H1", "harbor", "", ["H2", "C"]),
            ("H2", "harbor", "kunlun", ["D", "A"]), ("H3", "harbor", "", ["H2", "E", "Far"]),
            ("B", "sport", "kunlun", ["H1"]), ("C", "sport", "kunlun", []), ("D", "sport", "kunlun", []),
            ("E", "sport", "kunlun", []),
        ],
        CAPITAL=[("Atlas", "capital", "atlanteans", ["Isle"]), ("Isle", "sport", "atlanteans", [])],
    ),
)  # fmt: skip


@scenes(
    """
map.paths: Paths lead both ways, and to names that are not known yet
  on ISLE '' -> unknown_neighbours: Cape
  learn_place CAPE Bloodshed "Pluto's Refugees" isle/Fen -> unknown_neighbours: Fen | places.Isle.paths: CAPE
    | places.CAPE: bloodshed:plutos-refugees:Fen Isle | events: map.learned | rules: map.locations
  learn_place fen sport amazons -> places.fen.paths: CAPE | unknown_neighbours: none
  learn_place '- 1' sport amazons -> places.1.region: amazons
map.locations, map.kinds, map.regions, map.capitals, map.paths: What a location cannot be is refused, all at once \
  (p.8, 14)
  on HOME Isle
  no learn_place isle sport atlanteans -> map.locations | p.14
  no learn_place \U0001f6a2 sport atlanteans -> map.locations | p.14
  no learn_place {long} sport atlanteans -> map.locations | p.14
  no learn_place a\x1b[2J sport atlanteans -> map.locations | p.14
  no learn_place Rock spotr atlanteans -> map.kinds | p.14 | sport
  no learn_place Rock sport atlantis -> map.regions | p.8, 14 | atlanteans
  no learn_place Rock sport '' -> map.regions | p.8, 14
  no learn_place Rock capital Atlanteans -> map.capitals | p.14
  no learn_place Rock sport amazons rock -> map.paths | p.14
  no learn_place Rock ? ? Rock -> map.kinds | p.14 | ([(]p[.].*){{3}}
map.locations, harbor.never-end: A location is put right at both ends of its paths
  on EXAMPLE Isle came_from=Cape
  no edit_place Isle kind=harbor -> harbor.never-end | p.15
  no edit_place Fne kind=sport -> map.locations | p.14 | Fen
  edit_place isle new_name=Island kind=bloodshed paths=Grove/Pharos -> place: Island | places.Cape.paths: Fen
    | places.Island: bloodshed:atlanteans:Grove Pharos | places.Tower.paths: Fen | places.Grove.paths: Fen Island
  edit_place cape new_name=CAPE -> came_from: CAPE | places.Fen.paths: CAPE Grove South Tower
  no edit_place Isle kind=sport -> map.locations | p.14
  no edit_place Cape new_name=fen -> map.locations | p.14
map.locations: A location is forgotten with its paths, or a name that is not known
  on ROCK Isle
  forget_place nowhere -> unknown_neighbours: none
  forget_place ROCK -> places.Rock: - | places.Plain.paths: Shore | event map.forgotten: place Rock
  no forget_place Isle -> map.locations | p.14
  no forget_place Rock -> map.locations | p.14
harbor.ignored: Harbors do not interrupt a path, however many there are in a row
  on ROW A -> neighbours a: B none, C H1, D H2, E H2 H3, Far H2 H3
    | neighbours B: A none, C H1, D H1 H2, E H1 H2 H3, Far H1 H2 H3
setup.encampment: The encampment sets out from the home capital (p.10, 14)
  on CAPITAL ''
  no destinations -> map.locations | p.14
  no set_out Isle -> setup.encampment | p.10, 14
  set_out atlas -> place: Atlas | rules: setup.encampment
  set_out Atlas -> place: Atlas | events: none
  no set_out Isle -> setup.encampment | p.10
""".format(long="x" * 10_000)
)
def test_the_map(scene: Scene) -> None:
    ATLAS.play(scene)


@pytest.mark.rule("map.paths")
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_paths_stay_symmetric_and_the_table_comes_back_whatever_is_changed(seed: int, changes: int) -> None:
    campaign = random_campaign(Random(seed))
    random = Random(changes)
    for _ in range(6):
        name = random.choice(sorted(campaign.places))
        others = [each for each in [*campaign.places, "new", "newer"] if each != name]
        match random.randrange(3):
            case 0:
                campaign, _ = edit_place(campaign, name, paths=random.sample(others, min(2, len(others))))
            case 1:
                campaign, _ = edit_place(campaign, name, new_name=name.swapcase() + "'s", paths=None)
            case _:
                if name != campaign.place:
                    campaign, _ = forget_place(campaign, name)
        for place, each in campaign.places.items():
            assert place not in each.paths
            assert list(each.paths) == sorted(set(each.paths), key=slug)
            for path in each.paths:
                assert path not in campaign.places or place in campaign.places[path].paths
    data = tomllib.loads(tomlkit.dumps(to_table(campaign)))
    bare = replace(campaign, places={})
    assert from_table(bare, data)[0] == campaign
    assert from_table(campaign, data)[0] == campaign


@pytest.mark.rule("map.locations")
def test_a_map_is_read_with_all_its_defects_at_once() -> None:
    campaign = campaign_on([("Atlas", "capital", "atlanteans", ["Isle"]), ("Isle", "sport", "atlanteans", [])], "Isle")
    data = {
        "palces": 1,
        "places": {
            "A": {"kind": "sprot", "region": "nowhere", "paths": ["a"]},
            "B": {"kind": "capital", "region": "Kunlun", "paths": "A"},
            "b": {"kind": "capital", "region": "kunlun", "path": []},
            "C": [],
            "D": {"kind": 3, "paths": ["", 4]},
        },
    }
    with pytest.raises(InvalidError) as caught:
        from_table(campaign, data)
    assert [(defect.code, defect.where) for defect in caught.value.defects] == [
        ("unknown-key", "palces"),
        ("map.locations", "places"),
        ("map.kinds", "places.A.kind"),
        ("map.paths", "places.A.paths[0]"),
        ("map.regions", "places.A.region"),
        ("value", "places.B.paths"),
        ("value", "places.C"),
        ("value", "places.D.kind"),
        ("map.locations", "places.D.paths[0]"),
        ("value", "places.D.paths[1]"),
        ("map.regions", "places.D.region"),
        ("map.locations", "places.b"),
        ("map.capitals", "places.b.kind"),
        ("unknown-key", "places.b.path"),
    ]
    others: list[Any] = [{}, [], {"places": []}, None]
    for other in others:
        with pytest.raises(InvalidError):
            from_table(campaign, other)


@pytest.mark.rule("map.capitals")
def test_an_imported_map_may_call_the_capital_otherwise() -> None:
    campaign = campaign_on([("Atlas", "capital", "atlanteans", ["Isle"])], "Atlas", came_from="Isle")
    data = {"places": {"Poseidonis": {"kind": "Capital", "region": "Atlanteans", "paths": ["isle"]}}}
    campaign, happened = from_table(campaign, data)
    assert (campaign.place, campaign.came_from) == ("Poseidonis", "Isle")
    assert values(happened[0]) == {"places": 1, "unknown": ["isle"]}


@pytest.mark.parametrize("region", REGIONS)
def test_a_capital_without_a_name_of_its_own_is_called_what_it_is(region: str) -> None:
    """In every region and language a sentence calls it the capital, and a name of the player's stays as it is."""
    arena = Catalogue().arena(region)
    assert arena is not None
    name = name_of_capital(arena.name)
    assert tr("at {place}", place=name).startswith("at the capital of ")
    with speaking("it"):
        assert tr("at {place}", place=name).startswith("alla capitale d")
    assert tr("at {place}", place="Old capital") == "at Old capital"


DEAD_END: list[Row] = [
    ("A", "sport", "kunlun", ["B", "C"]), ("B", "sport", "kunlun", ["Gate"]), ("C", "sport", "kunlun", []),
    ("Gate", "capital", "atlanteans", []),
]  # fmt: skip
ROADS = campaigns(
    on_map(
        MORE=[*EXAMPLE, ("Lake", "harbor", "", ["Hill"]), ("Plain2", "sport", "kunlun", ["Hill"])],
        GOAL=[*EXAMPLE, ("Iolcus", "capital", "new-argonauts", ["Shore"])],
        FAR=[*EXAMPLE, ("Iolcus", "capital", "new-argonauts", ["Plain"])],
        PORTS=[
            ("A", "sport", "kunlun", ["H", "K"]), ("H", "harbor", "", ["B"]), ("K", "harbor", "", ["B"]),
            ("B", "sport", "kunlun", []),
        ],
        DEAD_END=DEAD_END,
        BY_SEA=[
            *DEAD_END, ("Port", "harbor", "", ["B"]), ("Far", "harbor", "", ["D"]), ("D", "sport", "kunlun", []),
        ],
        PIER=[*CAPITALS, ("Port", "harbor", "", ["Here"])],
        COVE=[
            ("Home", "sport", "kunlun", ["Iolcus", "Cove"]), ("Iolcus", "capital", "new-argonauts", []),
            ("Cove", "sport", "kunlun", ["Port"]), ("Port", "harbor", "", []), ("Haven", "harbor", "", ["Shore"]),
            ("Shore", "sport", "amazons", []),
        ],
    ),
    ways=lambda campaign: [(each.place, each.by, *each.over, each.weeks)
                           for each in destinations(campaign) if not each.refused],
    shut=lambda campaign: {each.place: each.refused for each in destinations(campaign) if each.refused},
    words=lambda campaign, **more: [words_of(each) for each in warnings(campaign, deadline(campaign))],
    replayed=lambda campaign, goal: [replayed(campaign, each).place for each in routes(campaign, goal)],
)  # fmt: skip


def replayed(campaign: Campaign, route: Route) -> Campaign:
    """Play a route by the rules themselves: travel, then accept or spectate."""
    for stop in route.stops:
        if stop.by:
            campaign, _ = travel(campaign, stop.place, stop.by)
        assert campaign.pad.weeks[campaign.pad.act - 1] + 1 == stop.week
        if stop.doing == "spectate":
            campaign = replace(campaign.with_pad(influence=campaign.pad.influence + campaign.pad.act), phase="travel")
        elif stop.doing == "accept":
            weeks = list(campaign.pad.weeks)
            weeks[campaign.pad.act - 1] += 1
            campaign = replace(campaign.with_pad(weeks=tuple(weeks)), phase="travel")
    return campaign


@scenes("""
travel.move, travel.adjacent, harbor.ignored, harbor.sail, harbor.land, travel.not-back: The first example of p.15
  on EXAMPLE Isle came_from=Tower -> ways: Cape path 0 Grove path 0 South path Pharos 0 Shore harbor Pharos Themis 1
    | shut: Isle travel.must-move, Tower travel.not-back, Pharos harbor.never-end
    | to.why Isle: the encampment must move: it cannot stay at Isle, or come back to it (p.14)
    | to.why Tower: the encampment came from Tower, and may not go straight back (p.14-15)
    | to.why Pharos: Pharos is a harbor: you may pass it or sail from it, but a move never ends there (p.14-15)
  if travel south -> place: South | came_from: Isle | phase: event | pad.weeks.0: 0 | rules: travel.move
  if travel Shore harbor -> place: Shore | came_from: Isle | phase: event | pad.weeks.0: 1
    | rules: harbor.sail week.mark
travel.must-move, travel.not-back, harbor.never-end, travel.adjacent, harbor.sail, harbor.land: Every refused way says \
  why with its page
  on MORE Isle
  no travel isle -> travel.must-move | p.14
  no set came_from=Tower; travel tower -> travel.not-back | p.14-15
  no travel Pharos -> harbor.never-end | p.14-15
  no travel Themis harbor -> harbor.never-end | p.15
  no travel Fen -> travel.adjacent | p.14 | Cape, Grove
  no travel Shore -> travel.adjacent | p.14-15 | --harbor
  no travel Cape wing -> travel.adjacent | p.14
  no travel Plain harbor -> harbor.land | p.14-15
  no set place=Fen; travel Shore harbor -> harbor.sail | p.14
  no travel Shoer -> map.locations | p.14 | Shore
  no set place=Plain2; travel hill -> map.kinds | p.14
  no set place=Gone; destinations -> map.locations | p.14
round.phases, campaign.over: The encampment moves in the Travel Phase of a campaign that goes on
  on EXAMPLE Isle
  no set outcome=lost; travel Cape -> campaign.over | p.30
  travel Cape
  no travel Fen -> round.phases | p.13-14
travel.not-back: At the start of an act the encampment moves in any direction, then never straight back
  on EXAMPLE Isle -> to.refused Tower: none
  travel Tower; set phase=travel -> to.refused Isle: travel.not-back
travel.not-back: Going back by harbor is refused too, and said to be a ruling; landing where one is would be no move
  on EXAMPLE Isle
  travel Shore harbor; set phase=travel -> to.refused Isle harbor: travel.not-back | to.ruling Isle harbor: travel.back
    | to.refused South harbor: none
  on PORTS A -> to.refused A harbor: travel.must-move
travel.not-back, travel.must-move: A place with a single way out is left the way it was entered; one whose paths are \
  not all entered, or with a harbor and a week to use it, may have another
  on DEAD_END B came_from=A -> to.refused A: none | to.ruling A: travel.dead-end
  if travel A -> event travel.moved: start B, end A, by path, over none, kind sport, region kunlun, ruling \
    travel.dead-end
  if edit_place B paths=A/Gate/Unseen -> to.refused A: travel.not-back
  edit_place B more_paths=true -> to.refused A: travel.not-back | to.why A: the encampment came from A, and may not go \
    straight back (p.14-15); enter where else its paths lead with `hoplo map edit B --path …`
  on BY_SEA B came_from=A crossed=10 -> to.refused A: travel.not-back
  on BY_SEA B came_from=A crossed=11 -> to.refused A: none
travel.capital: Only capitals of undefeated primuses may be entered (p.14, 30, 38)
  on CAPITALS Here
  set primuses=decimus/bingqing:1/the-parthian -> free: Iolcus Next | to.refused Atlas: travel.capital
    | to.refused Jade: travel.capital | to.refused Etna: travel.capital | to.why Atlas: Atlas may not be entered: no \
    primus of this campaign is from there; the undefeated ones are from: New Argonauts, Parthians (p.14, 30)
    | to.why Jade: Jade may not be entered: Bingqing, the primus there, was defeated in Act I (p.14, 30)
  no travel Etna -> travel.capital | p.14, 30
  if travel iolcus -> event travel.capital-entered: combat primus, opponent decimus | deadline: none
  if set primuses=nox -> to.refused Etna: none
  set primuses=own-hero -> to.refused Next: none | to.refused Etna: travel.capital
    | to.why Etna: Etna may not be entered: the home region of Own Hero is not known (p.14, 38)
travel.capital-scion: In Act IV the Vesuvian capital alone may be entered (p.14, 30)
  on CAPITALS Here act=4 -> free: Etna Next
  no travel Iolcus -> travel.capital | p.14, 30 | Act IV
  travel Etna -> event travel.capital-entered: combat scion, opponent taotie
harbor.week: A harbor is refused where no week is left for it (p.13, 15)
  on EXAMPLE Isle crossed=10 -> to.refused Shore harbor: none
  on EXAMPLE Isle crossed=12 -> to.refused Shore harbor: harbor.week
  on EXAMPLE Isle crossed=11 -> to.refused Shore harbor: harbor.week
  no travel Shore harbor -> harbor.week | p.13, 15 | week.twelve

# The deadline
travel.deadline: Travelling warns of the deadline (p.15)
  on chain 3 crossed=10 act=2 influence=3 -> to.ahead 'Stop 1': 1:Iolcus:2:4:1
  travel 'Stop 1' -> event deadline.must-spectate: spare 1, week 12, complete yes, capital Iolcus, spectate 2, \
    influence 4, banes 1 | rules: travel.move travel.deadline
  on chain 3 crossed=0
  travel 'Stop 1' -> rules: travel.move | deadline: 11:Iolcus
travel.deadline: Travelling warns when no capital can be reached any more
  on EXAMPLE Isle -> deadline: none
  on FAR Isle crossed=11 came_from=Tower
  travel Cape -> event deadline.out-of-reach: spare 0, week 12, complete yes | rules: travel.move travel.deadline
  on CAPITALS Here crossed=12
  no travel Iolcus -> travel.deadline | p.13, 15 | too late
travel.deadline: The deadline counts the event that is not resolved yet
  on chain 2 crossed=11 -> deadline: 0:Iolcus:2:2
  set phase=event -> deadline: 0:Iolcus:3:3
  set phase=cleanup -> deadline: -1
travel.deadline, harbor.week: The deadline counts the week of a harbor
  on GOAL Isle crossed=10 -> to.ahead Shore harbor: 0:Iolcus:1:1 | to.ahead.spare Cape: 1
travel.deadline, week.last: The last week away from the capital loses, in the box alone as with Mercury's Boots
  on CAPITALS Here crossed=11
  if cross_off_week -> outcome: lost | events: week.marked campaign.lost | rules: week.mark travel.deadline
  travel Iolcus -> words: none
  cross_off_week -> outcome: none
  on CAPITALS Here act=4 crossed=11
  if cross_off_week -> outcome: lost | events: week.marked campaign.lost | rules: week.mark travel.deadline
  travel Etna -> words: none
  cross_off_week -> outcome: none

# Ways there
travel.deadline, week.use: The second example of p.15: to be at the capital in week 12, two events must be spectated
  on chain 3 crossed=10 act=2 influence=3 -> routes.*.weeks Iolcus: 1 0 | routes.*.influence Iolcus: 4 6
    | routes.*.banes Iolcus: 1 2 | routes.*.accepts Iolcus: 1 0
    | stops.0 Iolcus: Stop 1 accept 11 Stop 2 spectate 12 Stop 3 spectate 12 Iolcus arrive 12
  on chain 2 crossed=10 -> stops.0 iolcus: Stop 1 accept 11 Stop 2 spectate 12 Iolcus arrive 12
    | stops.1 iolcus: Stop 1 spectate 11 Stop 2 spectate 11 Iolcus arrive 11
  on chain 2 crossed=11 -> stops Iolcus: Stop 1 spectate 12 Stop 2 spectate 12 Iolcus arrive 12
spectate.move-on: A route of spectating is one that can be played
  on chain 2 crossed=11
  travel 'Stop 1'; spectate; travel 'Stop 2'; spectate; travel Iolcus -> place: Iolcus | week: 12 | pad.influence: 2
decks.open: A route names the cards that are met on it, and no further than they are known (p.7-8)
  on chain 3 crossed=10 act=2
  lay_in_order sport Wall; lay_in_order bloodshed Brawl/Race -> routes.0.stops.0.card Iolcus: Brawl
    | routes.0.stops.1.card Iolcus: Race | routes.0.stops.2.card Iolcus: none
harbor.week, travel.not-back: Harbors and the way back count on a route
  on GOAL Isle came_from=Tower -> stops.-1 Iolcus: Shore spectate 2 Iolcus arrive 2 | routes.-1.weeks Iolcus: 1
    | routes.-1.influence Iolcus: 1 | routes.-1.stops.0.over Iolcus: Pharos Themis | stops.0.1 Tower: Fen accept 2
travel.capital, harbor.never-end, campaign.over: Goals that nobody goes to are refused
  on PIER Here
  no routes Atlas -> travel.capital | p.14, 30
  no routes Port -> harbor.never-end | p.14-15
  no routes Nowhere -> map.locations | p.14
  no set outcome=won; routes Next -> campaign.over | p.30
  no set phase=cleanup; routes Next -> round.phases | p.14, 28
  no set phase=event place=Iolcus; routes Next -> travel.capital | p.14, 16
  on CAPITALS Here crossed=12 -> routes Iolcus: none
travel.not-back, harbor.week: A way leads back out of a dead end once no week is left for its harbor; with a week to \
  spare it is used there, and the harbor then takes one too many (travel.dead-end)
  on COVE Home crossed=10 came_from=Iolcus -> stops Iolcus: Cove accept 11 Home spectate 12 Iolcus arrive 12
    | replayed Iolcus: Iolcus | deadline.capital: Iolcus | deadline.spectate: 1
""")
def test_travelling(scene: Scene) -> None:
    ROADS.play(scene)


@pytest.mark.rule("travel.deadline")
def test_the_deadline_that_is_missed_is_said_and_in_a_map_that_is_not_complete_not_that_it_is_lost() -> None:
    campaign = campaign_on(CAPITALS, "Here", crossed=11)
    lost = ROADS.act(campaign, "cross_off_week")[1]
    assert "the deadline is missed, and the campaign is lost" in words_of(lost[-1])
    [out_of_reach] = warnings(campaign, Deadline(0))
    assert "the campaign is lost with it" in words_of(out_of_reach)
    assert "lost" not in words_of(replace(out_of_reach, values=out_of_reach.values | {"complete": False}))


@pytest.mark.rule("travel.deadline")
def test_the_warning_is_the_least_influence_of_any_route() -> None:
    for seed in range(150):
        campaign = random_campaign(Random(seed))
        goals = [
            name
            for name, place in campaign.places.items()
            if place.kind == "capital" and any(HOME[each.hero] == place.region for each in campaign.primuses)
        ]
        least = [found[0].influence for goal in goals if (found := routes(campaign, goal, most=1))]
        ahead = deadline(campaign)
        assert (ahead is None) == (not goals)
        if ahead is not None:
            assert bool(ahead.capital) == bool(least)
            assert ahead.influence == min(least, default=0)


def test_routes_on_a_map_of_sixty_locations_are_found_at_once() -> None:
    random = Random(1)
    names = [f"p{at}" for at in range(60)]
    rows: list[Row] = []
    for at, name in enumerate(names):
        kind = "capital" if at in (0, 59) else "harbor" if at % 6 == 5 else "sport"
        region = "new-argonauts" if at == 59 else "atlanteans"
        near = [names[each] for each in range(max(0, at - 4), at)]
        rows.append((name, kind, region, random.sample(near, min(2, len(near)))))
    campaign = campaign_on(rows, "p0")
    found = routes(campaign, "p59")
    assert calls(lambda: (routes(campaign, "p59"), destinations(campaign))) < 300_000
    assert found
    assert found[0].influence == 0
