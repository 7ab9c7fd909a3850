"""What is typed for a fix reads as in the command of its own: names, dice, banes, Prowess cards, upgrades."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.cli.app import run
from tests.helpers import fights_on_disk
from tests.helpers.cli import Sitting, done, done_each, hoplo

WHY = ("--why", "test")


@pytest.fixture(autouse=True)
def campaign() -> None:
    """Begin the first campaign at a home of its own."""
    done("new", "--first-game")


RUIN, SHADE = {"name": "Ruin", "kind": "bag"}, {"name": "Shade", "kind": "unit"}


@pytest.mark.parametrize(("key", "typed", "stands"), [
    ("pad.attack", "blue blue", ["blue", "blue"]),
    ("pad.attack", "Blue, green", ["blue", "green"]),
    ("pad.attack", '["black"]', ["black"]),
    ("pad.attack", "upgrade-die:3", ["blue", "blue", "blue"]),
    ("pad.attack", "add-die", ["blue", "blue", "yellow", "yellow"]),
    ("pad.classes", "Archer", ["archer"]),
    ("bag.banes", "Ruin:bag, Shade:unit", [RUIN, SHADE]),
    ("bag.banes", '[{"name": "Ruin", "kind": "bag"}]', [RUIN]),
    ("drawn.banes", "Ruin:bag", [RUIN]),
    ("camp.banes", "Gloom:camp", [{"name": "Gloom", "kind": "camp"}]),
    ("camp.prowess", "Endurance 1, Zeal", [("Endurance", 1), ("Zeal", 0)]),
    ("camp.prowess.0", "Endurance Level 1", ("Endurance", 1)),
    ("camp.units", "Archer, Defender", ["archer", "defender"]),
    ("camp.units.0", "Tactician", "tactician"),
    ("camp.units", "none", []),
    ("camp.tactics", "Bolster Health, Stun", ["bolster-health", "stun"]),
    ("special_tactics", "War Scales", ["war-scales"]),
    ("stacks.kunlun.known", "Murmillo", ["murmillo"]),
    ("primuses.0.hero", "Virago", "virago"),
    ("scion", "Itzam Cab Ain", "itzam-cab-ain"),
    ("bane_stack", "Gigantic", ["Gigantic"]),
])  # fmt: skip
def test_a_fix_reads_what_the_commands_read(key: str, typed: str, stands: Any) -> None:
    new = done("fix", key, typed, *WHY, "--json").json["new"]
    cards = [(each["name"], each["level"]) for each in (new if isinstance(new, list) else [new]) if "level" in each]
    assert (cards if isinstance(stands, list) else cards[0]) == stands if cards else new == stands


@pytest.mark.parametrize(("key", "typed", "why"), [
    ("camp.units", "Taotie", "elite"),
    ("camp.units", "Chariot", "arena"),
    ("camp.banes", "Gloom", "NAME:KIND"),
    ("pad.attack", "purple", "the colours of dice"),
    ("pad.attack", "upgrade-die:9", "name the die"),
    ("scion", "Hidra", "hydra"),
    ("primuses.0.hero", "Virgo", "virago"),
    ("primuses.0.hero", "Zzz", "known heroes"),
    ("difficulty", "foo", "known difficulties: chosen"),
    ("rulings", '{"foo": "no"}', "foo"),
    ("rulings", '{"move.back": "perhaps"}', "perhaps"),
    ("fight.points", "3", "nothing in fight to put right"),
    ("pad.hp.x", "3", "nothing in pad.hp to put right"),
])  # fmt: skip
def test_a_fix_refuses_what_the_commands_refuse(key: str, typed: str, why: str) -> None:
    before = done("pad", "--json").json
    ran = hoplo("fix", key, typed, *WHY)
    assert ran.code in (2, 3)
    assert why in ran.err
    assert done("pad", "--json").json == before


@pytest.mark.parametrize(("key", "typed", "said"), [
    ("camp.prowess", "Endurance 2", "Endurance 2, not Follow My Lead, Master Tactician, Grand Entrance"),
    ("camp.banes", "Gloom:camp", "Gloom (camp bane), not none"),
    ("camp.units", "none", "none, not Attacker, Archer, Defender"),
    ("pad.weeks", "[1,0,0,0]", "1, 0, 0, 0, not 0, 0, 0, 0"),
    ("pad.hp", "0", "0, not 6"),
    ("places.Atlanteans capital.more_paths", "false", "no, not yes"),
    ("primuses.0", '{"hero": "nox"}', "Nox, not Bingqing"),
    ("camp.opportunities", '["Favour", "Gold"]', "Favour, Gold, not none"),
])  # fmt: skip
def test_a_fix_is_said_in_words(key: str, typed: str, said: str) -> None:
    assert done("fix", key, typed, *WHY).out.strip() == f"corrected by hand: {key} is {said}"


@pytest.mark.rule("camp.prowess-gone")
def test_a_prowess_card_lies_where_it_was_put_last() -> None:
    done("camp", "prowess", "--sacrifice", "Grand Entrance")
    done("fix", "camp.prowess", "Grand Entrance, Endurance 1", *WHY)
    camp = done("camp", "--json").json
    assert (camp["prowess"], camp["out_of_game"]) == (["Grand Entrance", "Endurance 1"], [])
    done("fix", "out_of_game", "grand entrance", *WHY)
    camp = done("camp", "--json").json
    assert (camp["prowess"], len(camp["out_of_game"])) == (["Endurance 1"], 1)
    done("undo")
    assert done("camp", "--json").json["out_of_game"] == []


def test_a_die_is_named_the_same_way_everywhere() -> None:
    for at, words in enumerate((["upgrade-die:3"], ["upgrade-die 3"], ["upgrade-die", "3"])):
        colour = done("pad", "upgrade", *words, "--json").json["happened"][0]["values"]["to"]
        assert colour == ("blue", "green", "black")[at]
    assert hoplo("pad", "upgrade", "upgrade-die:1", "2").code == 2
    assert hoplo("pad", "upgrade", "upgrade-die:9").code == 3


def test_a_sport_is_named_by_its_short_word_too() -> None:
    done_each(
        "map add Atlantis --kind capital --region atlanteans --path Cove",
        "map add Cove --kind sport --region atlanteans --path Atlantis",
        "travel Cove",
    )
    card = "Games: sport, goals spar koth, lineup local, yours hero camp*2"
    assert hoplo("fight", "start", card, "--sport", "koth").code == 2
    assert done("fight", "--json").json["fight"]["event"] == "king-of-the-hill"


# A whole line -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "code", "why"), [
    ("pad.hp 4; pad.hpp 3", 2, "did you mean hp?"),
    ("pad.hp 4; pad.hp 9", 2, "--yes"),
    ("pad.hp 4; krak D3", 2, "no fight is followed: `hoplo fight start` begins one"),
    ("pad.hp 4; pad.act 9", 1, "from 1 to 4"),
])  # fmt: skip
def test_a_line_is_checked_whole_before_any_of_it_is_done(line: str, code: int, why: str) -> None:
    before = done("history", "--json").json
    ran = hoplo("fix", line, *WHY)
    assert (ran.code, why in ran.err) == (code, True), ran
    assert "--position" not in ran.err
    assert done("history", "--json").json == before
    assert done("pad", "--json").json["hp"] == 6


def test_a_line_that_holds_is_done_part_by_part() -> None:
    done("fix", "pad.hp 3; pad.influence 2; pad.hp 4", *WHY)
    assert (done("pad", "--json").json["hp"], done("pad", "--json").json["influence"]) == (4, 2)
    done("undo")
    assert done("pad", "--json").json["hp"] == 3


@pytest.mark.parametrize(("answer", "stands"), [(False, (6, 0)), (True, (9, 2))])
def test_what_a_line_asks_is_asked_before_any_of_it_is_done(answer: bool, stands: tuple[int, int]) -> None:
    """At a terminal each question comes once, and an answer of no leaves everything as it was."""
    player = Sitting("fix", "pad.influence 2; pad.hp 9", *WHY)
    player.pressed = ["y" if answer else "n"]
    run(player)
    pad = done("pad", "--json").json
    assert (player.said().count("y or n"), (pad["hp"], pad["influence"])) == (1, stands)


def test_a_line_in_a_fight_is_checked_whole() -> None:
    fights_on_disk.begun()
    stands = fights_on_disk.fight()["position"]
    for line in ("rival-defender hp 2; nobody D3", "points 1; rival-defender Z9", "krak D2; rival-defender hp zzz"):
        assert hoplo("fix", line, *WHY).code != 0
        assert fights_on_disk.fight()["position"] == stands, line
    done("fix", "krak G2; rival-defender hp 2", *WHY)
    assert fights_on_disk.unit("krakenlance")["hex"] == "G2"
