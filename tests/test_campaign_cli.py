"""The tracking commands: each step on disk, seen in history, taken back, put right, and never lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.table.library import Library
from hoplo_companion.table.saves import Save
from hoplo_companion.table.seat import BusyError, Seat, from_state, to_state
from tests.cli import ROOT, Ran, hoplo

NEW = ["new", "--hero", "krakenlance", "--difficulty", "chosen", "--upgrade", "add-die", "--scion", "taotie"]
NEW += ["--primus", "bingqing", "--primus", "decimus"]
PROWESS = ["--prowess", "Follow My Lead", "--prowess", "Master Tactician", "--prowess", "Grand Entrance"]

KILLS = int(os.environ.get("HOPLO_KILLS", "40"))
"""Times a writing process is killed; more by hand, as in HOPLO_KILLS=300."""


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
    ran = hoplo(*NEW, *PROWESS, "--primus", "the parthian", "--json", HOPLO_HOME=home)
    assert ran.code == 0
    assert ran.json["pad"] == hoplo("pad", "--json", HOPLO_HOME=home).json
    assert set(ran.json["pad"]) == {
        "hero", "class", "movement", "range", "health", "hp", "leadership", "attack", "blessings", "tactic_capacity",
        "influence", "act", "week", "weeks", "camp",
    }  # fmt: skip
    again = hoplo("new", "--first-game", "--json", HOPLO_HOME=home)
    assert again.json["campaign"] == "krakenlance-2"
    assert again.json["pad"] == ran.json["pad"]


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["new"], 2, "--hero, --difficulty, --scion is missing"),
        ([*NEW, *PROWESS], 3, "three different primuses"),
        ([*NEW, *PROWESS, "--primus", "nobody"], 2, "no hero is called"),
        ([*NEW, *PROWESS[:4], "--primus", "nox"], 3, "p.9"),
        ([*NEW, *PROWESS, "--primus", "nox", "--class", "bard"], 2, "archer, attacker"),
        (["new", "--hero", "nox", "--difficulty", "valiant", "--scion", "taoti"], 2, "did you mean taotie"),
        (["pad"], 2, "hoplo new"),
        (["undo"], 2, "hoplo new"),
    ],
)
def test_a_campaign_that_cannot_be_is_not_begun(tmp_path: Path, args: list[str], code: int, words: str) -> None:
    ran = hoplo(*args, HOPLO_HOME=str(tmp_path))
    assert (ran.code, words in ran.err) == (code, True), ran.err
    assert not list((tmp_path / "campaigns").glob("*"))


def test_steps_are_seen_taken_back_and_done_again(play: Any) -> None:
    start = pad(play)
    for step in (["influence", "gain", "3"], ["camp", "recruit", "tactician"], ["week", "mark"]):
        assert play(*step).code == 0
    end = pad(play)
    assert (end["influence"], end["week"], end["camp"]["units"][-1]) == (3, 2, "tactician")
    steps = play("history", "--json").json["steps"]
    assert [step["command"] for step in steps][1:] == ["influence gain 3", "camp recruit tactician", "week mark"]
    assert all(step["what"] and step["changes"] for step in steps)
    for _ in range(3):
        assert play("undo").code == 0
    assert pad(play) == start
    assert play("undo").code == 2
    for _ in range(3):
        assert play("redo").code == 0
    assert pad(play) == end
    assert play("doctor").code == 0


def test_undo_goes_to_marks_weeks_and_acts(play: Any) -> None:
    play("pad", "damage", "1")
    play("mark", "before the wolf")
    play("week", "mark")
    week = pad(play)
    play("pad", "damage", "1")
    play("influence", "gain", "1")
    assert play("undo", "--week").code == 0
    assert pad(play) == week
    assert play("undo", "--to", "before the wolf").code == 0
    assert (pad(play)["hp"], pad(play)["week"]) == (5, 1)
    assert "did you mean" in play("undo", "--to", "before the wolff").err
    assert play("undo", "--act").code == 0
    assert pad(play)["hp"] == 6


def test_anything_can_be_put_right_with_its_reason(play: Any) -> None:
    assert play("fix", "pad.hp", "2", "--why", "forgot a wound").code == 0
    assert play("fix", "camp.units", "archer, bustuarius", "--why", "other chips").code == 0
    assert (pad(play)["hp"], pad(play)["camp"]["units"]) == (2, ["archer", "bustuarius"])
    last = play("history", "--json").json["steps"][-1]
    assert last["note"] == "other chips"
    assert "attacker" in last["what"]
    for key, value, words in (("pad.helth", "1", "did you mean health"), ("pad.hp", "many", "whole number")):
        before = pad(play)
        ran = play("fix", key, value, "--why", "x")
        assert ran.code in (1, 2)
        assert words in ran.err
        assert pad(play) == before


def test_what_the_rules_refuse_changes_nothing(play: Any) -> None:
    before = pad(play)
    for args, words in (
        (["pad", "damage", "6"], "p.13"),
        (["camp", "tactic", "stun"], "p.11"),
        (["camp", "prowess", "Endurance", "2"], "p.9"),
        (["bag", "draw", "--chip", "krakenlance"], "p.19"),
    ):
        ran = play(*args)
        assert (ran.code, words in ran.err) == (3, True), ran.err
    assert play("influence", "gain", "4").code == 2
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


def test_a_damaged_save_is_told_kept_and_mended(play: Any, tmp_path: Path) -> None:
    play("pad", "damage", "2")
    path = tmp_path / "campaigns" / "krakenlance" / "state.json"
    good = path.read_bytes()
    path.write_bytes(good[:100])
    for command in (["pad"], ["pad", "heal"], ["undo"], ["doctor"]):
        assert play(*command).code == 4
    assert path.read_bytes() == good[:100]
    ran = play("doctor", "--repair")
    assert ran.code == 0
    assert "brought back" in ran.out
    assert pad(play)["hp"] == 4
    assert any(p.read_bytes() == good[:100] for p in path.parent.glob("state.damaged-*"))
    assert play("pad", "heal").code == 0


def test_alone_it_says_where_the_campaign_stands(play: Any) -> None:
    text = play().out
    for words in ("act I, week 1", "12 weeks left", "4 influence to the next bane", "bingqing"):
        assert words in text


def test_two_terminals_do_not_write_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = _library(tmp_path)
    monkeypatch.setattr("hoplo_companion.table.seat.PATIENCE", 0.2)
    with Seat(library), pytest.raises(BusyError, match="another terminal"), Seat(library):
        pytest.fail("two seats at one campaign")
    with Seat(library) as seat:
        seat.keep(seat.campaign.with_pad(hp=1), "x", "x")


def _library(home: Path) -> Library:
    library = Library(home)
    campaign, _ = begin(Catalogue(), FIRST_GAME)
    Save.create(library.folder("it"), library.copies("it"), to_state(campaign), "new", "begins")
    return library


WRITER = """
import sys
from pathlib import Path
from hoplo_companion.table.library import Library
from hoplo_companion.table.seat import Seat
library = Library(Path(sys.argv[1]))
n = int(sys.argv[2])
print("ready", flush=True)
while True:
    n += 1
    with Seat(library) as seat:
        seat.keep(seat.campaign.with_pad(influence=n), f"step {n}", f"step {n}")
    print(n, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_process_loses_nothing_it_had_reported(tmp_path: Path) -> None:
    """Killed at any moment of writing: every step told as done is there, the save opens, and play goes on."""
    library = _library(tmp_path)
    chance = random.Random(1)
    done = 0
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(done)], stdout=subprocess.PIPE, text=True, cwd=ROOT
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == "ready"
            time.sleep(chance.random() * 0.03)
            process.kill()
            told = [int(line) for line in process.stdout.read().split()]
        save = library.open("it")
        found = from_state(save.state).pad.influence
        assert (told[-1] if told else done) <= found <= (told[-1] if told else done) + 1
        done = found
    assert len(list(save.steps())) == done + 1
