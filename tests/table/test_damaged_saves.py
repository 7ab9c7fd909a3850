"""Saves whose log or state is damaged: told, never played on, and mended from what is left."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import ROOT, hoplo


def test_a_damaged_log_is_told_kept_and_begun_anew(home: Path) -> None:
    """What undo can no longer reach is told; the steps that still lead here stay, and the damaged log is kept."""
    for _ in range(3):
        hoplo("pad", "damage", "1")
    folder = home / "campaigns" / "krakenlance"
    log = (folder / "log.jsonl").read_bytes()
    lines = log.splitlines(keepends=True)
    flipped = lines[1].replace(b'"old":6', b'"old":9')
    assert flipped != lines[1]
    (folder / "log.jsonl").write_bytes(b"".join([lines[0], flipped, *lines[2:]]))
    damaged = (folder / "log.jsonl").read_bytes()
    assert hoplo("pad").code == 0, "play does not need the log"
    assert hoplo("doctor").code == 4
    for _ in range(2):
        assert hoplo("undo").code == 0
    assert hoplo("undo").code == 4, "what was flipped is never played on"
    assert pad()["hp"] == 5
    assert hoplo("redo").code == hoplo("redo").code == 0
    ran = hoplo("doctor", "--repair", "--json")
    assert (ran.code, ran.json["sound"]) == (0, True)
    kept = (folder / "log.damaged-1.jsonl").read_bytes()
    assert kept.startswith(damaged)
    assert pad()["hp"] == 3
    assert hoplo("undo", "--to", "3").code == 0
    assert hoplo("undo").code == 0
    assert hoplo("undo").code == 2
    assert (pad()["hp"], hoplo("doctor").code) == (5, 0)


@pytest.mark.parametrize("left", [0, 10, 1000])
def test_a_log_that_has_lost_its_end_is_never_written_over(home: Path, left: int) -> None:
    hoplo("pad", "damage", "1")
    log = home / "campaigns" / "krakenlance" / "log.jsonl"
    log.write_bytes(log.read_bytes()[:left])
    for command in (["pad", "damage", "1"], ["undo"], ["note", "x"], ["doctor"]):
        ran = hoplo(*command)
        assert ran.code == 4, (command, ran)
        assert "doctor" in ran.err + ran.out or command == ["doctor"]
    assert len(log.read_bytes()) == left
    assert pad()["hp"] == 5
    assert hoplo("doctor", "--repair").code == 0
    assert hoplo("pad", "damage", "1").code == 0
    assert hoplo("undo").code == 0
    assert pad()["hp"] == 5


def folder_of(home: Path) -> Path:
    return home / "campaigns" / "krakenlance"


@pytest.mark.parametrize("key", ["n", "head", "end", "redo", "marks", "hash", "sum", "state"])
def test_whatever_is_flipped_in_the_state_file_is_told_and_mended(home: Path, key: str) -> None:
    """Not the state alone: how far the log is good, where it begins, and what can be redone."""
    hoplo("pad", "damage", "1")
    hoplo("pad", "damage", "1")
    hoplo("undo")
    path = folder_of(home) / "state.json"
    told = json.loads(path.read_text())
    wrong: dict[str, Any] = {"redo": [7], "marks": {"here": 3}, "hash": "0" * 32, "sum": "0" * 32}
    wrong["state"] = {**told["state"], "scion": "x"}
    path.write_text(json.dumps({**told, key: wrong.get(key, 12)}))
    damaged = path.read_bytes()
    for command in (["pad"], ["pad", "heal"], ["undo"], ["redo"], ["doctor"], ["history"]):
        assert hoplo(*command).code == 4, command
    assert path.read_bytes() == damaged
    assert "brought back" in hoplo("doctor", "--repair").worked().out
    assert any(kept.read_bytes() == damaged for kept in path.parent.glob("state.damaged-*"))
    assert pad()["hp"] == 5
    assert hoplo("redo").code == hoplo("undo").code == 0
    assert hoplo("doctor").code == 0


def test_a_state_without_any_copy_is_made_again_from_the_log(home: Path) -> None:
    """The log leads from nothing to the last step, undone steps with it."""
    hoplo("pad", "damage", "1")
    hoplo("pad", "damage", "2")
    hoplo("camp", "opportunity", "Reckless")
    hoplo("undo")
    before = hoplo("history", "--all", "--json").json
    shutil.rmtree(home / "copies")
    assert hoplo("doctor").code == 4, "that no copy is kept is told"
    (folder_of(home) / "state.json").write_bytes(b"")
    ran = hoplo("doctor", "--repair")
    assert (ran.code, "from the log" in ran.out) == (0, True), ran.out
    assert pad()["hp"] == 3
    assert hoplo("history", "--all", "--json").json == before
    assert hoplo("redo").code == 0
    assert pad()["camp"]["opportunities"] == ["Reckless"]
    assert hoplo("undo", "--to", "2").code == 0
    assert pad()["hp"] == 5


def test_copies_left_by_another_campaign_are_never_taken_for_this_one(home: Path) -> None:
    for _ in range(4):
        hoplo("pad", "damage", "1")
    shutil.rmtree(folder_of(home))
    assert hoplo("new", "--first-game").code == 0
    hoplo("pad", "damage", "1")
    (folder_of(home) / "state.json").write_bytes(b"")
    assert hoplo("doctor", "--repair").code == 0
    assert pad()["hp"] == 5
    assert len(list((home / "copies").glob(".krakenlance-*"))) == 1, "kept, out of the way"


def test_a_damaged_line_that_undo_does_not_need_is_told_and_mended(home: Path) -> None:
    hoplo("pad", "damage", "1")
    hoplo("pad", "damage", "1")
    hoplo("undo")
    log = folder_of(home) / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:2], lines[2].replace(b"HP", b"PH"), *lines[3:]]))
    assert hoplo("doctor").code == 4
    assert hoplo("doctor", "--repair").code == 0
    assert (pad()["hp"], hoplo("redo").code, hoplo("doctor").code) == (5, 2, 0)
    assert hoplo("undo").code == 0


@pytest.fixture(autouse=True)
def begun() -> None:
    """Begin the rulebook's first campaign."""
    assert hoplo("new", "--first-game").code == 0


def pad() -> Any:
    return hoplo("pad", "--json").json


def flip(log: Path, old: bytes, new: bytes) -> None:
    data = log.read_bytes()
    assert old in data
    log.write_bytes(data.replace(old, new, 1))


@pytest.mark.parametrize("old", [b"sets out", b"takes back"])
def test_undo_after_a_repair_ends_at_a_campaign(home: Path, old: bytes) -> None:
    """Whichever line is damaged, nothing goes back to before there was a campaign, and every command still answers."""
    hoplo("pad", "damage", "1")
    hoplo("pad", "damage", "1")
    hoplo("undo")
    flip(folder_of(home) / "log.jsonl", old, old.replace(b"s", b"z", 1))
    assert hoplo("doctor").code == 4
    assert hoplo("doctor", "--repair").code == 0
    assert pad()["hp"] == 5
    while hoplo("undo").code == 0:
        pass
    assert pad()["hp"] in (5, 6)
    for words in (["undo", "--act"], ["undo", "--week"], ["save", "list"], ["doctor"], ["history"]):
        assert hoplo(*words).code in (0, 2), words


def test_a_repair_that_was_stopped_half_way_is_taken_up(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert hoplo("pad", "damage", "1").code == 0
    flip(folder_of(home) / "log.jsonl", b"sets out", b"zets out")

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(Save, "write_header", stop)
        assert hoplo("doctor", "--repair").code == 130
    assert hoplo("doctor", "--repair").code == 0
    assert (hoplo("undo").code, hoplo("undo").code, hoplo("undo").code) == (0, 0, 2)


def test_a_log_of_format_1_that_is_damaged_is_told_and_mended(home: Path) -> None:
    assert hoplo("save", "import", ROOT / "tests" / "museum" / "format-1.hoplo", "--name", "old").code == 0
    assert hoplo("save", "switch", "old").code == 0
    flip(home / "campaigns" / "old" / "log.jsonl", b'"new":', b'"mew":')
    assert hoplo("doctor").code == 4
    assert hoplo("doctor", "--repair").code == 0
    assert hoplo("undo", "--act").code in (0, 2)
