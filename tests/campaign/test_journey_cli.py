"""A campaign travelled by commands: the map as it is told, rounds, an act to its end, words for all of it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import Ran, hoplo
from tests.helpers.seated import seated


@pytest.fixture
def play(tmp_path: Path) -> Any:
    """Begin the first campaign, with a small map of two regions told."""

    def run(*args: str) -> Ran:
        return hoplo(*args, HOPLO_HOME=str(tmp_path))

    assert run("new", "--first-game").code == 0
    for words in (
        "Atlantis --kind capital --region atlanteans --path Reef --here",
        "Reef --kind sport --region atlanteans --path Cove --path Quay",
        "Quay --kind harbor --region atlanteans",
        "Cove --kind bloodshed --region atlanteans --path Peak",
        "Peak --kind capital --region kunlun",
    ):
        run("map", "add", *words.split()).worked()
    return run


def to_the_capital(play: Any) -> None:
    """Travel to the capital of the first primus, spectating on the way."""
    for words in ("travel reef", "event spectate", "travel cove", "event spectate", "travel peak"):
        play(*words.split()).worked()


def test_the_map_is_told_shown_exported_and_read_again(play: Any, tmp_path: Path) -> None:
    told = play("map", "--json").json
    assert told["here"] == "Atlantis"
    assert told["unknown"] == []
    assert told["places"]["Reef"]["paths"] == ["Atlantis", "Cove", "Quay"]
    file = tmp_path / "map.toml"
    assert play("map", "export", str(file)).code == 0
    assert tomllib.loads(file.read_text()) == {"places": told["places"]}
    assert play("map", "edit", "Cove", "--kind", "opportunity").code == 0
    assert play("map", "import", str(file)).code == 0
    assert play("map", "--json").json["places"] == told["places"]
    file.write_text('[places.Reef]\nkind = "lake"\nregion = "nowhere"\n')
    play("map", "import", str(file)).fails(1, "lake", "nowhere")


def test_a_place_is_told_as_it_is_first_come_to(play: Any) -> None:
    """Without a terminal its kind comes as an option, or the error says so; a path from here needs not be told."""
    play("travel", "reef")
    play("event", "spectate")
    play("travel", "Nowhere").fails(2, "--kind")
    assert "did you mean Cove" in play("travel", "Coove").err
    assert play("travel", "Cove", "--kind", "sport").code == 2
    assert play("travel", "Grove", "--kind", "lake").code == 3
    assert "Grove" not in play("map", "--json").json["places"]
    play("travel", "Grove", "--kind", "opportunity").worked()
    grove = play("map", "--json").json["places"]["Grove"]
    assert grove == {"kind": "opportunity", "region": "atlanteans", "paths": ["Reef"], "more_paths": True}
    assert play("event", "spectate").code == 0
    back = play("travel", "reef")
    assert (back.code, "hoplo map edit Grove --path" in back.err) == (3, True), "other paths may not be told yet (p.14)"
    assert play("map", "edit", "Grove", "--path", "Reef").code == 0
    assert "(by ruling: travel.dead-end)" in play("travel").out
    assert "(by ruling: travel.dead-end)" in play("travel", "reef").out
    for _ in range(3):
        assert play("undo").code == 0
    assert play("undo").code == 0
    assert play("map", "--json").json["here"] == "Reef"
    assert "Grove" not in play("map", "--json").json["places"]


def test_the_event_is_shown_accepted_and_cleaned_up(play: Any) -> None:
    assert play("event").code == 3
    play("travel", "reef")
    here = play("event", "--json").json["event"]
    assert (here["kind"], here["may"], here["influence"]) == ("sport", ["accept", "spectate"], 1)
    assert "hoplo event accept" in play("event").out
    assert play("cleanup").code == 2
    assert play("event", "accept").code == 0
    assert play("event", "--json").json["event"]["may"] == ["cleanup"]
    assert play("event", "spectate").code == 3
    assert "gain tactics" in play("cleanup", "--won").err
    assert play("cleanup", "--lost", "--tactic", "stun").code == 3
    play("cleanup", "--won", "--tactic", "none").worked()
    play("travel", "cove")
    play("cleanup", "--lost", "--defeated", "archer", "--hp", "2").worked()
    pad = play("pad", "--json").json
    assert (pad["hp"], pad["week"], pad["influence"], pad["camp"]["units"]) == (2, 3, 1, ["attacker", "defender"])


def test_a_campaign_that_is_over_is_not_played_on(play: Any) -> None:
    to_the_capital(play)
    assert play("cleanup", "--lost").code == 0
    assert "odyssey" in play().out
    for step in ("pad heal", "pad week mark", "pad influence 1", "pad bless", "travel cove"):
        play(*step.split()).fails(3, "campaign is lost")
    assert play("map", "edit", "Cove", "--kind", "sport").code == 0, "the map is for other campaigns too"


def test_the_odyssey_tells_each_week_in_a_paragraph(play: Any) -> None:
    play("travel", "reef")
    play("cleanup", "--won", "--tactic", "none")
    play("travel", "cove")
    play("cleanup", "--won", "--upgrade", "health")
    play("travel", "peak")
    play("cleanup", "--won", "--prowess", "Endurance 1", "--drawn", "archer")
    first, second, third = (each["what"] for each in play("odyssey", "--json").json["journey"])
    assert first == "From Atlantis to Reef (Atlanteans). A combat is fought at the table: Sport."
    assert second.startswith("From Reef to Cove (")
    assert "A combat is fought at the table: Bloodshed. Health rises to 7." in second
    assert "The primus Bingqing is defeated. " in third
    assert "joins the troop. The Prowess Endurance 1 is gained." in third
    assert third.endswith("Act I is over.")


def test_what_the_cleanup_takes_for_unchanged_is_said(play: Any) -> None:
    play("travel", "reef")
    assert play("cleanup", "--won", "--tactic", "none", "--bane", "Ruin:bag").code == 3
    assert "not entered" not in play("cleanup", "--won", "--recruit", "nobody").err, "what is refused took nothing"
    ran = play("cleanup", "--won", "--tactic", "none", "--hp", "5")
    assert (
        ran.code,
        "taken as none or unchanged: --defeated, --rival, --drawn-bane, --used" in ran.err,
    ) == (0, True)


def test_a_refused_bane_teaches_nothing(play: Any) -> None:
    assert play("pad", "influence", "1", "--bane", "Big One:bag").code == 3
    assert play("bag", "add", "Big One:camp").code == 3
    assert play("pad", "influence", "4", "--bane", "Big One").code == 2, "its kind is still not known"


def test_alone_it_says_what_comes_next_and_what_is_at_stake(play: Any) -> None:
    text, told = play().out, play("--json").json
    assert "next: the Travel Phase (p.14)" in text
    assert "Peak can be reached by week 12 without spectating" in text
    assert (told["phase"], told["weeks_left"], told["influence_to_bane"]) == ("travel", 12, 4)
    assert (told["place"], told["deadline"]["capital"]) == ("Atlantis", "Peak")
    play("fix", "pad.weeks.0", "11", "--why", "a late week")
    assert (
        "To be at Peak in week 12, 2 events have to be spectated, which brings 2 influence and 0 banes (p.15)"
        in play().out
    )
    play("travel", "reef")
    assert "next: the Event Phase (p.16)" in play().out


def test_the_stacks_by_commands(play: Any) -> None:
    assert play("stack", "--json").json["stacks"]["kunlun"] == {"size": 6, "known": []}
    assert play("stack", "draw", "kunlun").code == 2
    for words in (("stack", "draw", "kunlun", "d3"), ("bag", "add", "D3"), ("camp", "recruit", "D3")):
        assert "is a hex: type the name of the chip" in play(*words).err
    assert play("stack", "see", "kunlun", "monk", "sage").code == 0
    assert "Monk, Sage, then 4 more" in play("stack").out
    assert "5 chips are left" in play("stack", "draw", "kunlun").out
    assert play("stack", "draw", "kunlun", "monk").code == 3
    assert play("undo").code == 0
    assert play("stack", "--json").json["stacks"]["kunlun"] == {"size": 6, "known": ["monk", "sage"]}


def test_a_banes_kind_is_told_once(play: Any) -> None:
    assert play("pad", "influence", "4", "--bane", "Gigantic").code == 2
    ran = play("pad", "influence", "4", "--bane", "Gigantic:bag")
    assert (ran.code, "kept in" in ran.err) == (0, True)
    play("bane", "remove", "Gigantic")
    ran = play("pad", "influence", "4", "--bane", "gigantic")
    assert (ran.code, ran.err) == (0, "")
    assert play("bag", "--json").json["contents"]["Gigantic"] == 1
    assert play("bane", "draw", "Bad Moon").code == 0
    assert play("pad", "--json").json["camp"]["banes"] == ["Bad Moon"]
    assert play("data", "show", "gigantic", "--json").json["records"][0]["kind"] == "bag"


def test_a_prowess_cards_capacity_is_told_once(play: Any) -> None:
    assert play("camp", "prowess", "Deep", "Bag", "--tactic-capacity", "1").code == 0
    assert play("pad", "--json").json["tactic_capacity"] == 4
    play("undo")
    assert play("pad", "--json").json["tactic_capacity"] == 3
    play("redo")
    assert play("camp", "prowess", "deep bag", "--sacrifice").code == 0, "undo and redo keep what was typed of the card"
    play("undo")
    assert play("pad", "--json").json["tactic_capacity"] == 4
    play("camp", "tactic", "stun")
    assert "name the tactic to discard" in play("camp", "prowess", "Deep Bag", "--sacrifice").err
    assert play("camp", "prowess", "Deep Bag", "--sacrifice", "--discard", "stun").code == 0
    assert play("pad", "--json").json["tactic_capacity"] == 3


def test_the_history_and_the_odyssey_tell_all_of_it(play: Any) -> None:
    play("travel", "reef")
    play("cleanup", "--won", "--tactic", "none", "--hp", "3")
    play("fix", "pad.hp", "5", "--why", "miscounted")
    text = play("history", "--last", "2").out
    assert "HP: 3 → 5" in text
    play("camp", "recruit", "tactician")
    changed = play("history", "--last", "1").out
    assert "units in the camp: + Tactician" in changed
    assert "units in the bag: - Tactician" in changed
    play("undo")
    assert "miscounted" in text
    journey = play("odyssey").out
    assert "From Atlantis to Reef" in journey
    assert "miscounted" not in journey, "a correction is no part of the story"


def test_where_the_encampment_may_go_and_why_not_elsewhere(play: Any) -> None:
    play("travel", "reef")
    play("event", "spectate")
    text = play("travel").out
    assert re.search(r"yes +Cove", text)
    assert re.search(r"no +Atlantis.*p\.14", text)


@pytest.mark.rule("saving.stow", "saving.partway", "saving.resume")
def test_stowing_and_resuming_name_everything_of_this_campaign(play: Any) -> None:
    """What is put away, and put back, is what this campaign has; partway through an act the place too (p.34)."""
    play("travel", "reef")
    partway, back = play("stow").out, play("stow", "--back").out
    for words in (
        "Write Reef on the pad",
        "the last path on the pad: from",
        "Krakenlance on 6 red HP",
        "Archer, Attacker, Defender",
        "Grand Entrance",
    ):
        assert words in partway
    assert "The bag with its 5 chips" in partway
    assert "encampment goes on Reef" in back
    for step in (["event", "spectate"], ["travel", "cove"], ["event", "spectate"], ["travel", "peak"]):
        assert play(*step).code == 0
    assert play("cleanup", "--won", "--prowess", "Endurance 1", "--drawn", "archer").code == 0
    between, back = play("stow").out, play("stow", "--back").out
    assert "Bingqing goes onto the camp's stack" in between
    assert "Write" not in between
    assert "encampment goes on Peak" in back
    assert "Primuses Decimus, The Parthian; the scion Taotie." in back
    assert [step["name"] for step in play("stow", "--json").json["steps"]][1] == "Defeated primus"
    assert play("stow", "--back", "--json").json["steps"][0]["name"] == "Encampment"
    told = play("odyssey", "--json").json
    assert (told["hero"], told["journey"][0]["week"], told["record"]["The scion"]) == (
        "Krakenlance", 1, "Taotie: still to come",
    )  # fmt: skip
    odyssey = play("odyssey").out
    for words in ("Odyssey of Krakenlance", "Bingqing defeated", "Taotie: still to come", "Endurance 1"):
        assert words in odyssey


@pytest.mark.rule("prepare.primus")
def test_a_lineup_that_cannot_be_fought_is_put_right_in_its_form(
    play: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_the_capital(play)
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    says = seated("||it is right|Rival's lineup|bag primus|it is right", "fight", "start")
    assert "add the icons of the rival's lineup" in says
    assert 'lineup = ["bag", "primus"]' in (tmp_path / "data" / "events" / "primus-1.toml").read_text()
