"""Other readings of Pantheon's open questions, and what a player may choose to leave unused in a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.pantheon.army import Cards
from hoplo_companion.pantheon.ground import FLIGHT, reach
from tests.helpers.cli import hoplo
from tests.helpers.seated import evening
from tests.other_tables.test_pantheon_battle import begin, on_ground, with_talents
from tests.other_tables.test_pantheon_game import ANNA, BEN, ON_BOARD, played, refused
from tests.other_tables.test_pantheon_ground import board

WALL = """\
1: open cap 3 at 0;0 | 2 wall, 3
2: open cap 3 at 1;0 | 4 chains
3: open cap 3 at 0;1 | 2
4: open cap 3 at 2;0
"""
PEGASUS = "unit Pegasus: 1 mine monster range 1 flying\nunit Ares: 2 enemy god range 0\n"


@pytest.mark.rule("pan.range-walls", "pan.wall-sight")
def test_walls_are_counted_over_or_around_and_may_hide(tmp_path: Path) -> None:
    begin(tmp_path)
    (tmp_path / "wall.txt").write_text(WALL)
    assert hoplo("pantheon", "board", "wall.txt", cwd=tmp_path).code == 0
    play = "place hoplites 4; place spartans 4; place pegasus 1; place hydra 2; stats pegasus 5/6/1/3"
    assert hoplo("pantheon", "play", play).code == 0
    words = ("pantheon", "targets", "pegasus", "--json")
    assert hoplo(*words).json["attack"]["hydra"]["legal"]
    assert hoplo("pantheon", "rulings", "pan.wall-sight", "--choose", "block").code == 0
    assert not hoplo(*words).json["attack"]["hydra"]["visible"]
    assert hoplo("pantheon", "rulings", "pan.range-walls", "--choose", "around").code == 0
    around = hoplo(*words).json["attack"]["hydra"]
    assert (around["distance"], around["legal"]) == (2, False)
    ran = hoplo("pantheon", "rulings", "pan.order", "--choose", "x")
    assert (ran.code, "pan.order' is not one of: " in ran.err) == (2, True)


@pytest.mark.rule("pan.flight-boundaries")
def test_a_flight_ends_at_chains_or_not() -> None:
    ground = board(WALL.replace("1 wall", "1") + PEGASUS)
    over = {each.area: each.ends_by for each in reach(ground, ground.pieces["pegasus"], FLIGHT, 2)}
    assert over["4"] == ("pan.boundary.chains",)
    ground.rulings["pan.flight-boundaries"] = "none"
    assert {each.area: each.ends_by for each in reach(ground, ground.pieces["pegasus"], FLIGHT, 2)}["4"] == ()


@pytest.mark.rule("pan.hand-three")
def test_after_a_deck_has_run_out_up_to_three_are_drawn_or_three_anyway() -> None:
    cards = Cards(hand={"aow": 2}, discards={"ares": 5})
    assert [cards.run_out().in_hand, cards.run_out(draws_three=True).in_hand] == [3, 5]


@pytest.mark.rule("pan.deploy-again")
def test_who_was_on_the_board_deploys_again_or_not() -> None:
    line = f"{ON_BOARD}; place athena off; draw; activate athena"
    assert played(line, "deploy 1").units["athena"].area == "1"
    refused("enters the game for the first time", line, "reading pan.deploy-again first; deploy 1")
    played("draw; activate athena; reading pan.deploy-again first; deploy 1")


@pytest.mark.rule("pan.retaliate-dead")
def test_a_destroyed_unit_retaliates_or_not() -> None:
    line = f"{ON_BOARD}; draw; activate athena; attack pegasus; wounds pegasus 5"
    refused("A destroyed unit does not retaliate", line, "retaliate")
    assert played(line, "reading pan.retaliate-dead may; retaliate; wounds athena 1").units["athena"].hp == 8


@pytest.mark.rule("pan.attack.full-adjacent")
def test_an_adjacent_full_area_may_be_attacked_at_range_1_all_the_same() -> None:
    game = on_ground("place athena 1; place hydra 1; place spartans 2; place ares 2; draw; activate athena")
    assert played("attack ares", game=game).turn.strikes[0].distance == 0
    assert played("attack ares 1", game=game).turn.strikes[0].distance == 1


@pytest.mark.rule("pan.talent.block", "pan.talent.gem-collector", "pan.terrain.water")
def test_block_keeps_stones_of_its_own_area_and_does_nothing_in_water() -> None:
    game = with_talents(on_ground("place hydra 1; place ares 2; draw; activate hydra"), "ares", "block")
    game = with_talents(game, "hydra", "gem-collector")
    refused("pan.talent.block", "stones 2; claim 2", game=game)
    assert played("stones 1; claim 1; place ares 1", game=game).units["hydra"].stone
    game = with_talents(on_ground("place hydra 6; place ares 6; draw; activate hydra"), "ares", "block")
    refused("neither walk nor run", "walk 7", game=game)
    water = tuple(line.replace("6: open", "6: water") for line in game.ground)
    assert played("walk 7", game=replace(game, ground=water)).units["hydra"].area == "7"


def test_a_talent_of_a_game_need_not_be_used(tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text("\n".join(ANNA).replace("mobility", "close combat"))
    (tmp_path / "ben.txt").write_text("\n".join(BEN))
    both = ("--player", "Anna=anna.txt", "--player", "Ben=ben.txt")
    assert hoplo("pantheon", "new", *both, cwd=tmp_path).code == 0
    (tmp_path / "areas.txt").write_text("1: open cap 9")
    assert hoplo("pantheon", "board", "areas.txt", cwd=tmp_path).code == 0
    setup = "place hoplites 1; place spartans 1; place achilles 1; place ares 1"
    assert hoplo("pantheon", "play", f"{setup}; draw; activate achilles; attack ares").code == 0
    used = ("pantheon", "attack", "--rolled", "1,1,1,1,1")
    assert "effective offence is 7 dice" in hoplo(*used).err
    assert "effective offence is 6 dice" in hoplo(*used, "--without", "close-combat").err
    assert "effective offence is 7 dice" in hoplo(*used, "--target-without", "close-combat").err
    said, _ = evening("1|enter|000000|Q", "pantheon", "play")
    assert "A talent that is not used?  1 Close Combat" in said
    assert hoplo("pantheon", "show", "--json").json["turn"]["struck"] == "ares"
    assert hoplo("pantheon", "attack", "--defence", "3", "--offence", "2", "--odds", "--without", "archer").code == 2


def test_a_reading_is_chosen_for_a_game(tmp_path: Path) -> None:
    begin(tmp_path)
    assert hoplo("pantheon", "rulings", "pan.hand-three", "--choose", "three").code == 0
    found = hoplo("pantheon", "rulings", "pan.hand-three", "--json").json["rulings"][0]
    assert (found["reading"], [*found["others"]]) == ("three", ["default"])
    assert hoplo("pantheon", "undo").code == 0
    assert hoplo("pantheon", "rulings", "pan.hand-three", "--json").json["rulings"][0]["reading"] == "default"
    assert hoplo("pantheon", "rulings", "pan.hand-three", "--choose", "four").code == 2
