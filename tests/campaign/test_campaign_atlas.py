"""The map of the ancient world as it is learned: locations, paths that lead both ways, tables."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hoplo_companion.campaign.map_entry import edit_place, forget_place, from_table, to_table
from hoplo_companion.campaign.naming import name_of_capital
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.errors import InvalidError
from hoplo_companion.language import speaking, tr
from tests.helpers.maps import EXAMPLE, campaign_on, campaigns, on_map, random_campaign, values
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
  no destinations -> map.locations | p.10, 14
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
                campaign, _ = edit_place(campaign, name, new_name=name.swapcase() + "'s")
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
