"""The tracking commands: each step on disk, seen in history, taken back, put right, and never lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.files import DiskError
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import BusyError, OpenCampaign, to_state
from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import ROOT, Ran, done, hoplo

NEW = ["new", "--hero", "krakenlance", "--difficulty", "chosen", "--upgrade", "add-die", "--scion", "taotie"]
NEW += ["--primus", "bingqing", "--primus", "decimus"]
PROWESS = ["--prowess", "Follow My Lead", "--prowess", "Master Tactician", "--prowess", "Grand Entrance"]

KILLS = 60
"""Times a playing process is killed; `python -m tests.soak` does it more often."""


@pytest.fixture
def play(tmp_path: Path) -> Any:
    """Begin the first campaign in a home of its own, and give the way to run commands there."""

    def run(*args: str) -> Ran:
        return hoplo(*args, HOPLO_HOME=str(tmp_path))

    assert run("new", "--first-game").code == 0
    return run


def pad(play: Any) -> Any:
    return play("pad", "--json").json


def test_a_campaign_is_begun_by_options_alone(tmp_path: Path) -> None:
    home = str(tmp_path)
    ran = done(*NEW, *PROWESS, "--primus", "the parthian", "--json", HOPLO_HOME=home)
    assert ran.json["pad"] == hoplo("pad", "--json", HOPLO_HOME=home).json
    assert set(ran.json["pad"]) == {
        "hero", "class", "movement", "range", "health", "hp", "leadership", "attack", "blessings", "tactic_capacity",
        "influence", "act", "week", "weeks", "camp",
    }  # fmt: skip
    again = hoplo("new", "--first-game", "--json", HOPLO_HOME=home)
    assert again.json["campaign"] == "krakenlance-2"
    assert again.json["pad"] == ran.json["pad"]


@pytest.mark.parametrize(("args", "code", "words"), [
    (["new"], 2, "--hero, --difficulty, --scion, --primus"),
    ([*NEW, *PROWESS], 3, "three different primuses"),
    ([*NEW, *PROWESS, "--primus", "nobody"], 2, "no hero is called"),
    ([*NEW, *PROWESS[:4], "--primus", "nox"], 3, "p.9"),
    ([*NEW, *PROWESS, "--primus", "nox", "--class", "bard"], 2, "archer, attacker"),
    (["new", "--hero", "nox", "--difficulty", "valiant", "--scion", "taoti", "--draw-primuses"], 2,
     "did you mean taotie"),
    (["pad"], 2, "hoplo new"),
    (["undo"], 2, "hoplo new"),
])  # fmt: skip
def test_a_campaign_that_cannot_be_is_not_begun(tmp_path: Path, args: list[str], code: int, words: str) -> None:
    ran = hoplo(*args, HOPLO_HOME=str(tmp_path))
    assert (ran.code, words in ran.err) == (code, True), ran.err
    assert not list((tmp_path / "campaigns").glob("*"))


def test_steps_are_seen_taken_back_and_done_again(play: Any) -> None:
    start = pad(play)
    for step in (["pad", "influence", "3"], ["camp", "recruit", "tactician"], ["pad", "week", "mark"]):
        assert play(*step).code == 0
    end = pad(play)
    assert (end["influence"], end["week"], end["camp"]["units"][-1]) == (3, 2, "tactician")
    steps = play("history", "--json").json["steps"]
    assert [step["command"] for step in steps][1:] == ["pad influence 3", "camp recruit tactician", "pad week mark"]
    assert all(step["what"] and step["changes"] for step in steps)
    for _ in range(3):
        assert play("undo").code == 0
    assert pad(play) == start
    assert play("undo").code == 2
    for _ in range(3):
        assert play("redo").code == 0
    assert pad(play) == end
    assert play("doctor").code == 0


def test_undo_goes_to_steps_weeks_and_acts(play: Any) -> None:
    play("pad", "damage", "1")
    play("pad", "week", "mark")
    week = pad(play)
    play("pad", "damage", "1")
    play("pad", "influence", "1")
    assert play("undo", "--week").code == 0
    assert pad(play) == week
    assert play("undo", "--to", "2").code == 0
    assert (pad(play)["hp"], pad(play)["week"]) == (5, 1)
    assert "nothing follows" in play("undo", "--to", "2").err
    assert "hoplo history" in play("undo", "--to", "3").err, "it was taken back"
    assert play("undo", "--act").code == 0
    assert pad(play)["hp"] == 6


@pytest.mark.parametrize("period", ["--week", "--act"])
def test_undo_from_the_start_of_a_period_goes_to_the_start_of_the_one_before(play: Any, period: str) -> None:
    """The clean-up that ends a week or an act is the first step of the next: from there the one before is meant."""
    begun = [pad(play)]
    for value in ("1,0,0,0", "2,0,0,0") if period == "--week" else ("2", "3"):
        play("pad", "damage", "1")
        assert play("fix", "pad.weeks" if period == "--week" else "pad.act", value, "--yes").code == 0
        begun.append(pad(play))
    while (ran := play("undo", period)).code == 0:
        assert pad(play) == begun[-2]
        begun.pop()
    assert (ran.code, "this is the beginning" in ran.err, len(begun)) == (2, True, 1)
    for option in ("--turn", "--fight"):
        ran = play("undo", option)
        assert (ran.code, "--position" in ran.err) == (2, False), ran.err


@pytest.mark.rule("camp.prowess-level")
@pytest.mark.parametrize("typed", ["Endurance 1", "Endurance:1", "endurance : 1", "Endurance level 1"])
def test_a_number_follows_a_name_however_it_is_typed(play: Any, typed: str) -> None:
    assert play("camp", "prowess", typed).code == 0
    assert [each.casefold() for each in pad(play)["camp"]["prowess"]][-1] == "endurance 1"
    play("camp", "prowess", typed.replace("1", "3")).fails(3, "level 2")


def test_anything_can_be_put_right_with_its_reason(play: Any) -> None:
    assert play("fix", "pad.hp", "2", "--why", "forgot a wound").code == 0
    assert play("fix", "camp.units", "archer, bustuarius", "--why", "other chips").code == 0
    assert (pad(play)["hp"], pad(play)["camp"]["units"]) == (2, ["archer", "bustuarius"])
    last = play("history", "--json").json["steps"][-1]
    assert last["note"] == "other chips"
    assert "Attacker" in last["what"]
    assert play("fix", "pad.weeks", "3,0,0,0", "--why", "three weeks").code == 0
    assert (pad(play)["weeks"], pad(play)["week"]) == ([3, 0, 0, 0], 4)
    assert play("fix", "places.Atlanteans capital.paths", "St. Elmo", "--why", "seen").code == 0
    assert play("map", "add", "St. Elmo", "--kind", "sport", "--region", "kunlun").code == 0
    assert play("fix", "places.St. Elmo.kind", "bloodshed", "--why", "misread").code == 0
    assert play("map", "--json").json["places"]["St. Elmo"]["kind"] == "bloodshed"
    for key, value, words in (
        ("pad.helth", "1", "did you mean health"),
        ("pad.hp", "many", "'many' is not a whole number"),
        ("pad.act", "9", "from 1 to 4"),
        ("pad.weeks", "[1, 2]", "a list of 4"),
        ("pad.weeks.0", "13", "from 0 to 12"),
        ("pad.attack", "blue,purple", "pad.attack: 'blue purple'"),
        ("place", "Nowhere", "no location 'Nowhere'"),
        ("places", "{}", "no location"),
        ("places.St. Elmo.kind", "lake", "bloodshed"),
        ("stacks.kunlun.below", "7", "from 0 to 6"),
    ):
        before = pad(play)
        ran = play("fix", key, value, "--why", "x")
        assert ran.code in (1, 2)
        assert words in ran.err
        assert ran.err.count("; ") <= 1, "only what is wrong is told"
        assert pad(play) == before


def test_what_the_rules_refuse_changes_nothing(play: Any) -> None:
    before = pad(play)
    for args, words in (
        (["pad", "damage", "6"], "p.13"),
        (["camp", "tactic", "stun"], "p.11"),
        (["camp", "recruit", "Virago"], "p.8, 28, 33"),
        (["bag", "add", "hydra"], "p.8, 28, 33"),
        (["camp", "prowess", "Endurance", "2"], "p.9"),
        (["bag", "draw", "--chip", "krakenlance"], "p.19"),
    ):
        play(*args).fails(3, words)
    assert play("pad", "influence", "4").code == 2
    assert pad(play) == before


def test_the_bag_by_hand_and_by_the_app(play: Any) -> None:
    odds = play("bag", "--draws", "2", "--json").json
    assert odds["odds"]["tactician"] == "7/10"
    assert play("bag", "draw", "2", "--chip", "archer", "--chip", "tactician").code == 0
    assert play("bag", "--json").json["size"] == 3
    assert play("bag", "draw", "2", "--app", "--seed", "3").code == 0
    assert play("bag", "--json").json["size"] == 1
    assert play("bag", "draw", "2", "--app").code == 3
    assert play("bag", "draw").code == 2


def test_a_bane_goes_into_the_bag_as_a_bane(play: Any) -> None:
    assert play("bag", "add", "gigantic").code == 2
    assert play("bag", "add", "Gigantic:unit").code == 0
    assert play("bag", "add", "Bad Moon").code == 3
    assert "Gigantic (unit bane) ██········ 17 % (1/6)" in play("bag").out
    assert play("bag", "draw", "--chip", "GIGANTIC", "--chip", "Archer").code == 0
    assert play("bag", "--json").json["size"] == 4


def test_names_of_every_sort_are_kept(play: Any) -> None:
    for name in ('The "Quoted" One', "line\nbreak", "\N{DRAGON} \N{CROSSED SWORDS}", "x" * 10_000, "Ünïcode"):
        assert play("camp", "opportunity", name).code == 0
        assert pad(play)["camp"]["opportunities"][-1] == " ".join([name])
    assert play("doctor").code == 0


def test_campaigns_are_listed_switched_copied_moved_and_restored(play: Any, tmp_path: Path) -> None:
    play("pad", "damage", "2")
    play("new", "--first-game", "--name", "Second Try")
    assert pad(play)["hp"] == 6
    assert play("save", "switch", "krakenlance").code == 0
    assert pad(play)["hp"] == 4
    file = tmp_path / "away.hoplo"
    assert play("save", "export", "krakenlance", str(file)).code == 0
    assert play("save", "delete", "krakenlance").code == 0
    assert [row["name"] for row in play("save", "list", "--json").json["campaigns"]] == ["second-try"]
    assert play("save", "restore", "krakenlance-1").code == 0
    assert play("save", "import", str(file), "--name", "abroad").code == 0
    assert play("save", "copy", "abroad", "copied").code == 0
    assert play("save", "switch", "copied").code == 0
    assert pad(play)["hp"] == 4
    assert play("undo").code == 0
    assert pad(play)["hp"] == 6
    file.write_bytes(file.read_bytes().replace(b"krakenlance", b"krakenlamce", 1))
    assert play("save", "import", str(file)).code == 1
    assert play("save", "switch", "copid").code == 2


def test_alone_it_says_where_the_campaign_stands(play: Any) -> None:
    text = play().out
    for words in ("act I, week 1", "12 weeks left", "4 influence to the next bane", "Bingqing"):
        assert words in text


def test_two_terminals_do_not_write_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = _library(tmp_path)
    monkeypatch.setattr("hoplo_companion.table.saves.open_campaign.PATIENCE", 0.2)
    with OpenCampaign(library), pytest.raises(BusyError, match="another terminal"), OpenCampaign(library):
        pytest.fail("one campaign was opened twice")
    with OpenCampaign(library) as opened:
        opened.keep(opened.campaign.with_pad(hp=1), "x", "x")


def _library(home: Path) -> Library:
    library = Library(home)
    campaign, _ = begin(Catalogue(), FIRST_GAME)
    Save.create(library.folder("it"), library.copies("it"), to_state(campaign), "new", "begins")
    return library


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_killed_process_loses_nothing_it_had_reported() -> None:
    """Killed at any moment of scripted play: every step told as done is there, the save opens, and play goes on."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.kills", str(KILLS), "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"killed {KILLS} times" in done.stdout


WRITER = """
import sys
from tests.helpers.cli import hoplo
for n in range(int(sys.argv[2])):
    assert hoplo("camp", "opportunity", f"{sys.argv[1]} {n}").code == 0
"""


def test_two_processes_write_in_turns_and_neither_loses_a_step(play: Any, tmp_path: Path) -> None:
    each = 25
    env = {**os.environ, "HOPLO_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, name, str(each)], cwd=ROOT, env=env, stderr=subprocess.PIPE)
        for name in ("one", "other")
    ]
    for writer in writers:
        _, err = writer.communicate(timeout=120)
        assert (writer.returncode, err) == (0, b"")
    wanted = {f"{name} {n}" for name in ("one", "other") for n in range(each)}
    assert set(pad(play)["camp"]["opportunities"]) == wanted
    assert len(play("history", "--last", "1000", "--json").json["steps"]) == 2 * each + 1
    assert play("doctor").code == 0


def test_what_could_not_be_read_again_is_never_kept(play: Any) -> None:
    before = pad(play)
    assert play("camp", "prowess", "Huge", "--tactic-capacity", "1000001").code == 1
    assert pad(play) == before
    assert play("fix", "pad.influence", "1000000", "--why", "x").code == 0
    assert play("pad", "influence", "1").code == 1
    assert pad(play)["influence"] == 1_000_000


def test_what_fails_to_begin_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = _library(tmp_path)

    def full(*_: Any, **__: Any) -> int:
        raise DiskError("no room")

    monkeypatch.setattr("hoplo_companion.table.saves.save.append", full)
    with pytest.raises(DiskError):
        Save.create(library.folder("other"), library.copies("other"), {}, "new", "begins")
    assert library.names() == ["it"]
    assert [path.name for path in (tmp_path / "campaigns").iterdir()] == ["it"]


def test_a_campaign_that_is_written_to_is_not_deleted_or_copied(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = _library(home)
    monkeypatch.setattr("hoplo_companion.table.saves.open_campaign.PATIENCE", 0.1)
    with OpenCampaign(library, "it"):
        for words in (["delete", "it"], ["copy", "it", "that"], ["export", "it", str(home / "it.hoplo")]):
            hoplo("save", *words).fails(1, "another terminal")
    assert library.names() == ["it"]


def test_an_export_never_takes_the_place_of_hoplos_own_files(play: Any, tmp_path: Path) -> None:
    folder = tmp_path / "campaigns" / "krakenlance"
    state = folder / "state.json"
    before = state.read_bytes()
    assert play("save", "export", "krakenlance", str(state)).code == 2
    assert play("save", "export", "krakenlance", str(tmp_path)).code == 2
    assert state.read_bytes() == before
    (folder / "log.jsonl").write_bytes(b"")
    assert play("save", "export", "krakenlance", str(tmp_path / "x.hoplo")).code == 4


@pytest.mark.parametrize("args", [
    ["note", "x\udcff"], ["fix", "pad.hp", "x\udcff", "--why", "x"], ["fix", "pad.hp", "3", "--why", "\udcff"],
    ["new", "--first-game", "--name", "\udcff"], ["bag", "add", "x\udcff"], ["bane", "draw", "x\udcff:bag"],
    ["camp", "recruit", "x\udcff"], ["camp", "prowess", "x\udcff"], ["camp", "opportunity", "x\udcff"],
    ["map", "import", "x\udcff"], ["fix", "pad.hp", "[" * 100_000, "--why", "x"],
    ["history", "--last", "99999999999999999999999"],
])  # fmt: skip
def test_arguments_that_are_no_text_are_refused(play: Any, args: list[str]) -> None:
    before = pad(play)
    assert play(*args).code in (1, 2)
    assert pad(play) == before


def test_a_current_campaign_that_cannot_be_read_is_passed_over(play: Any, tmp_path: Path) -> None:
    for text in (b"\xff", b"x" * 5000, b"nobody", b"../.."):
        (tmp_path / "current").write_bytes(text)
        assert play("pad").code == 0
        assert play("save", "list").code == 0


def test_long_names_are_never_taken_for_one_another(play: Any) -> None:
    name = "x" * 60
    for _ in range(2):
        assert play("new", "--first-game", "--name", name).code == 0
    assert play("save", "delete", f"{name}-2").code == 0
    assert name in [row["name"] for row in play("save", "list", "--json").json["campaigns"]]


def test_a_place_that_is_forgotten_is_where_nobody_came_from(play: Any) -> None:
    play("travel", "Reef", "--kind", "sport")
    assert play("map", "edit", "Atlanteans capital", "--forget").code == 0
    assert play("fix", "pad.hp", "3", "--why", "a wound").code == 0


@pytest.mark.parametrize(("group", "said", "key"), [
    (("bane",), "on top of the stack: Gigantic", "stack"),
    (("pad", "influence"), "0; 4 to the next bane", "influence"),
    (("pad", "week"), "act I, week 1 of 12", "week"),
    (("save",), "* krakenlance", "campaigns"),
])  # fmt: skip
def test_a_noun_alone_shows_what_it_is_about(group: tuple[str, ...], said: str, key: str) -> None:
    assert hoplo("new", "--first-game").code == 0
    assert said in hoplo(*group).out
    assert key in hoplo(*group, "--json").json


def test_an_exported_campaign_brings_its_own_chips(play: Any, tmp_path: Path) -> None:
    """Those that it uses, and those that these name; a record that differs here is asked about, and nothing is lost."""
    for unit in ("Imp: attacker, 2/1/2, bb", "Ogre: defender, 1/1/4, b", "Ghoul: archer, 1/2/2, b"):
        assert play("data", "add", "unit", unit).code == 0
    assert play("data", "add", "bane", 'Woe: camp, manual "An Ogre comes."').code == 0
    play("bag", "add", "imp")
    play("bane", "draw", "Woe:camp")
    file, elsewhere = tmp_path / "away.hoplo", tmp_path / "elsewhere"
    assert play("save", "export", "krakenlance", str(file)).code == 0
    records = json.loads(file.read_bytes())["records"]
    assert {kind: {*tables} for kind, tables in records.items()} == {"units": {"imp", "ogre"}, "banes": {"woe"}}

    def there(*args: str) -> Ran:
        return hoplo(*args, HOPLO_HOME=str(elsewhere))

    assert there("data", "add", "unit", "Imp: attacker, 2/1/3, bb").code == 0
    there("save", "import", str(file)).fails(2, "--records mine", "Imp")
    assert there("save", "list", "--json").json["campaigns"] == []
    assert there("save", "import", str(file), "--records", "mine").code == 0

    def health(unit: str) -> int:
        return int(tomllib.loads((elsewhere / "data" / "units" / f"{unit}.toml").read_text())["health"])

    assert (health("imp"), health("ogre")) == (3, 4)
    assert not (elsewhere / "data" / "units" / "ghoul.toml").exists()
    assert there("save", "import", str(file), "--name", "again", "--records", "theirs").code == 0
    assert health("imp") == 2


@pytest.mark.parametrize(("text", "words"), [
    ('{"schema": "hoplo/report@2", "hoplo": "0.1.0"}', "is not a report, or is damaged"),
    ('{"schema": "hoplo/position@1"}', "it is a position"),
    ('{"some": "thing"}', "`hoplo save export NAME FILE` writes one"),
    ("[1, 2]", "`hoplo save export NAME FILE` writes one"),
])  # fmt: skip
def test_what_is_no_exported_campaign_is_called_what_it_is(play: Any, tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "file.json").write_text(text)
    ran = play("save", "import", str(tmp_path / "file.json"))
    assert (ran.code, words in ran.err, "newer" in ran.err) == (1, True, False)
