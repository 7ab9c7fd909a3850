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

from hoplo_companion.campaign.map_entry import edit_place, forget_place, from_table, learn_place, to_table
from hoplo_companion.campaign.model import Place
from hoplo_companion.campaign.travel import destinations, set_out
from hoplo_companion.campaign.world_map import REGIONS, name_of_capital, neighbours, unknown_neighbours
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.errors import InvalidError
from hoplo_companion.language import speaking, tr
from tests.helpers.maps import EXAMPLE, Row, campaign_on, random_campaign, refused, values, what


@pytest.mark.rule("map.paths")
def test_paths_lead_both_ways_and_to_names_that_are_not_known_yet() -> None:
    campaign = campaign_on([("Isle", "sport", "atlanteans", ["Cape"])], "")
    assert unknown_neighbours(campaign) == ["Cape"]
    campaign, happened = learn_place(campaign, "CAPE", "Bloodshed", "Pluto's Refugees", ["isle", "Fen"])
    assert unknown_neighbours(campaign) == ["Fen"]
    assert campaign.places["Isle"].paths == ("CAPE",), "the name as its location is called now"
    assert campaign.places["CAPE"] == Place("bloodshed", "plutos-refugees", ("Fen", "Isle"))
    assert (what(happened[0]), happened[0].rule) == ("map.learned", "map.locations")
    campaign, _ = learn_place(campaign, "fen", "sport", "amazons")
    assert campaign.places["fen"].paths == ("CAPE",), "the path that was told at its other end"
    assert unknown_neighbours(campaign) == []


@pytest.mark.rule("map.locations", "map.kinds", "map.regions", "map.capitals")
def test_what_a_location_cannot_be_is_refused() -> None:
    campaign = campaign_on([*EXAMPLE, ("Atlas", "capital", "atlanteans", ["Isle"])], "Isle")
    refused("map.locations", "p.14", learn_place, campaign, "isle", "sport", "atlanteans")
    refused("map.locations", "p.14", learn_place, campaign, "\U0001f6a2", "sport", "atlanteans")
    refused("map.locations", "p.14", learn_place, campaign, "x" * 10_000, "sport", "atlanteans")
    refused("map.locations", "p.14", learn_place, campaign, "a\x1b[2J", "sport", "atlanteans")
    assert "sport" in refused("map.kinds", "p.14", learn_place, campaign, "Rock", "spotr", "atlanteans")
    assert "atlanteans" in refused("map.regions", "p.8, 14", learn_place, campaign, "Rock", "sport", "atlantis")
    refused("map.regions", "p.8, 14", learn_place, campaign, "Rock", "sport", "")
    refused("map.capitals", "p.14", learn_place, campaign, "Rock", "capital", "Atlanteans")
    refused("map.paths", "p.14", learn_place, campaign, "Rock", "sport", "amazons", ["rock"])
    refused("map.locations", "p.14", learn_place, campaign, "Rock", "sport", "amazons", [""])
    both = refused("map.kinds", "p.14", learn_place, campaign, "Rock", "?", "?", ["Rock"])
    assert both.count("(p.") == 3, "all that is wrong is said at once"


@pytest.mark.rule("map.locations", "harbor.never-end")
def test_a_location_is_put_right_at_both_ends_of_its_paths() -> None:
    campaign = campaign_on(EXAMPLE, "Isle", came_from="Cape")
    campaign, _ = edit_place(campaign, "isle", new_name="Island", kind="bloodshed", paths=["Grove", "Pharos"])
    assert campaign.place == "Island"
    assert campaign.places["Island"] == Place("bloodshed", "atlanteans", ("Grove", "Pharos"))
    assert "Isle" not in str(campaign.places)
    assert campaign.places["Cape"].paths == ("Fen",)
    campaign, _ = edit_place(campaign, "cape", new_name="CAPE")
    assert campaign.came_from == "CAPE"
    assert "CAPE" in campaign.places["Fen"].paths
    refused("map.locations", "p.14", edit_place, campaign, "Isle", kind="sport")
    refused("map.locations", "p.14", edit_place, campaign, "Cape", new_name="fen")
    refused("harbor.never-end", "p.15", edit_place, campaign, "Island", kind="harbor")
    assert "Fen" in refused("map.locations", "p.14", edit_place, campaign, "Fne", kind="sport")


@pytest.mark.rule("map.locations")
def test_a_location_is_forgotten_with_its_paths_or_a_name_that_is_not_known() -> None:
    campaign = campaign_on([*EXAMPLE, ("Rock", "sport", "amazons", ["Plain", "Nowhere"])], "Isle")
    campaign, _ = forget_place(campaign, "nowhere")
    assert unknown_neighbours(campaign) == []
    campaign, happened = forget_place(campaign, "ROCK")
    assert "Rock" not in campaign.places
    assert campaign.places["Plain"].paths == ("Shore",)
    assert values(happened[0]) == {"place": "Rock"}
    refused("map.locations", "p.14", forget_place, campaign, "Isle")
    refused("map.locations", "p.14", forget_place, campaign, "Rock")


@pytest.mark.rule("harbor.ignored")
def test_harbors_do_not_interrupt_a_path_however_many_there_are_in_a_row() -> None:
    rows: list[Row] = [
        ("A", "sport", "kunlun", ["H1", "B"]),
        ("H1", "harbor", "", ["H2", "C"]),
        ("H2", "harbor", "kunlun", ["D", "A"]),
        ("H3", "harbor", "", ["H2", "E", "Far"]),
        ("B", "sport", "kunlun", ["H1"]),
        ("C", "sport", "kunlun", []),
        ("D", "sport", "kunlun", []),
        ("E", "sport", "kunlun", []),
    ]
    campaign = campaign_on(rows, "A")
    assert neighbours(campaign, "a") == {
        "B": (), "C": ("H1",), "D": ("H2",), "E": ("H2", "H3"), "Far": ("H2", "H3"),
    }  # fmt: skip
    assert neighbours(campaign, "B") == {
        "A": (), "C": ("H1",), "D": ("H1", "H2"), "E": ("H1", "H2", "H3"), "Far": ("H1", "H2", "H3"),
    }  # fmt: skip


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
            "D": {"kind": 3, "paths": [""]},
        },
    }
    with pytest.raises(InvalidError) as caught:
        from_table(campaign, data)
    assert [(defect.code, defect.where) for defect in caught.value.defects] == [
        ("map.locations", "palces"),
        ("map.locations", "places"),
        ("map.kinds", "places.A.kind"),
        ("map.paths", "places.A.paths[0]"),
        ("map.regions", "places.A.region"),
        ("map.paths", "places.B.paths"),
        ("map.locations", "places.C"),
        ("map.kinds", "places.D.kind"),
        ("map.locations", "places.D.paths[0]"),
        ("map.regions", "places.D.region"),
        ("map.locations", "places.b"),
        ("map.capitals", "places.b.kind"),
        ("map.locations", "places.b.path"),
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


@pytest.mark.rule("setup.encampment")
def test_the_encampment_sets_out_from_the_home_capital() -> None:
    rows: list[Row] = [("Atlas", "capital", "atlanteans", ["Isle"]), ("Isle", "sport", "atlanteans", [])]
    campaign = campaign_on(rows, "")
    refused("map.locations", "p.10, 14", destinations, campaign)
    refused("setup.encampment", "p.10, 14", set_out, campaign, "Isle")
    campaign, happened = set_out(campaign, "atlas")
    assert (campaign.place, happened[0].rule) == ("Atlas", "setup.encampment")
    assert set_out(campaign, "Atlas") == (campaign, []), "it is there already"
    refused("setup.encampment", "p.10", set_out, campaign, "Isle")


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
