"""Saves whose log or state is damaged: told, never played on, and mended from what is left."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.table.saves.format import FORMAT
from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import ROOT, done, hoplo
from tests.helpers.stories import tell


@pytest.fixture(autouse=True)
def folder(home: Path) -> Path:
    """Begin the rulebook's first campaign, and give its folder."""
    done("new", "--first-game")
    return home / "campaigns" / "krakenlance"


def flip(log: Path, old: bytes, new: bytes) -> None:
    data = log.read_bytes()
    assert old in data
    log.write_bytes(data.replace(old, new, 1))


def test_a_damaged_log_is_told_kept_and_begun_anew(folder: Path) -> None:
    """What undo can no longer reach is told; the steps that still lead here stay, and the damaged log is kept."""
    tell("pad damage 1 && pad damage 1 && pad damage 1")
    flip(folder / "log.jsonl", b'"old":6', b'"old":9')
    damaged = (folder / "log.jsonl").read_bytes()
    tell("""
        pad
        doctor -> 4
        undo && undo
        # What was flipped is never played on.
        undo -> 4
        pad --json -> hp = 5
        redo && redo && doctor --repair --json -> sound = true
        pad --json -> hp = 3
        undo --to 3 && undo && undo -> 2
        pad --json -> hp = 5
        doctor
    """)  # fmt: skip
    assert (folder / "log.damaged-1.jsonl").read_bytes().startswith(damaged)


@pytest.mark.parametrize("left", [0, 10, 1000])
def test_a_log_that_has_lost_its_end_is_never_written_over(folder: Path, left: int) -> None:
    done("pad", "damage", "1")
    log = folder / "log.jsonl"
    log.write_bytes(log.read_bytes()[:left])
    tell("""
        pad damage 1 -> 4 | doctor | unchanged
        undo -> 4 | doctor | unchanged
        note x -> 4 | doctor | unchanged
        doctor -> 4 | unchanged
        pad --json -> hp = 5
        doctor --repair && pad damage 1 && undo && pad --json -> hp = 5
    """)  # fmt: skip


def flipped(key: str) -> Callable[[bytes], bytes]:
    """Put something else into a key of the state file."""
    wrong: dict[str, Any] = {"redo": [7], "marks": {"here": 3}, "hash": "0" * 32, "sum": "0" * 32}

    def flip(state: bytes) -> bytes:
        told = json.loads(state)
        return json.dumps(
            {**told, key: {**told["state"], "scion": "x"} if key == "state" else wrong.get(key, 12)}
        ).encode()

    return flip


WRECKS: dict[str, Callable[[bytes], bytes]] = {
    **{key: flipped(key) for key in ("n", "head", "end", "redo", "marks", "hash", "sum", "state")},
    "cut": lambda state: state[: len(state) // 2],
    "empty": lambda _: b"",
    "text": lambda _: b"not a save",
    "newer": lambda state: state.replace(b'"format":%d' % FORMAT, b'"format":99'),
}
"""How far the log is good, where it begins, what can be redone, the state itself, or all of the file."""


@pytest.mark.parametrize("wreck", WRECKS)
def test_whatever_is_wrong_with_the_state_file_is_told_and_mended(folder: Path, wreck: str) -> None:
    """What is damaged stays as it is until it is mended, and is kept beside it then."""
    tell("pad damage 1 && pad damage 1 && undo")
    path = folder / "state.json"
    path.write_bytes(WRECKS[wreck](path.read_bytes()))
    damaged = path.read_bytes()
    for command in (["pad"], ["pad", "heal"], ["undo"], ["redo"], ["doctor"], ["history"]):
        hoplo(*command).fails(4)
    assert path.read_bytes() == damaged
    if wreck == "newer":
        return  # there is nothing to mend for this hoplo
    tell("doctor --repair -> brought back")
    assert any(kept.read_bytes() == damaged for kept in path.parent.glob("state.damaged-*"))
    tell("pad --json -> hp = 5\n redo && undo && doctor")


def test_a_state_without_any_copy_is_made_again_from_the_log(home: Path, folder: Path) -> None:
    """The log leads from nothing to the last step, undone steps with it; that no copy is kept is told."""
    tell("pad damage 1 && pad damage 2 && camp opportunity Reckless && undo")
    before = hoplo("history", "--all", "--json").json
    shutil.rmtree(home / "copies")
    assert hoplo("doctor").code == 4
    (folder / "state.json").write_bytes(b"")
    tell("doctor --repair -> from the log\n pad --json -> hp = 3")
    assert hoplo("history", "--all", "--json").json == before
    tell('redo && pad --json -> camp.opportunities = ["Reckless"]\n undo --to 2 && pad --json -> hp = 5')


def test_copies_left_by_another_campaign_are_never_taken_for_this_one(home: Path, folder: Path) -> None:
    tell("pad damage 1 && pad damage 1 && pad damage 1 && pad damage 1")
    shutil.rmtree(folder)
    tell("new --first-game && pad damage 1")
    (folder / "state.json").write_bytes(b"")
    tell("doctor --repair && pad --json -> hp = 5")
    assert len(list((home / "copies").glob(".krakenlance-*"))) == 1, "kept, out of the way"


def test_a_damaged_line_that_undo_does_not_need_is_told_and_mended(folder: Path) -> None:
    tell("pad damage 1 && pad damage 1 && undo")
    lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "log.jsonl").write_bytes(b"".join([*lines[:2], lines[2].replace(b"HP", b"PH"), *lines[3:]]))
    tell("""
        doctor -> 4
        doctor --repair && pad --json -> hp = 5
        redo -> 2
        doctor && undo
    """)  # fmt: skip


@pytest.mark.parametrize("old", [b"sets out", b"takes back"])
def test_undo_after_a_repair_ends_at_a_campaign(folder: Path, old: bytes) -> None:
    """Whichever line is damaged, nothing goes back to before there was a campaign, and every command still answers."""
    tell("pad damage 1 && pad damage 1 && undo")
    flip(folder / "log.jsonl", old, old.replace(b"s", b"z", 1))
    tell("doctor -> 4\n doctor --repair && pad --json -> hp = 5")
    while hoplo("undo").code == 0:
        pass
    assert done("pad", "--json").json["hp"] in (5, 6)
    for words in (["undo", "--act"], ["undo", "--week"], ["save", "list"], ["doctor"], ["history"]):
        assert hoplo(*words).code in (0, 2), words


def test_a_repair_that_was_stopped_half_way_is_taken_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell("pad damage 1 && pad damage 1")
    flip(folder / "log.jsonl", b"sets out", b"zets out")

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(Save, "write_header", stop)
        assert hoplo("doctor", "--repair").code == 130
    tell("doctor --repair && undo && undo && undo -> 2")


def test_a_log_of_format_1_that_is_damaged_is_told_and_mended(home: Path) -> None:
    tell(f"save import {ROOT}/tests/museum/format-1.hoplo --name old && save switch old")
    flip(home / "campaigns" / "old" / "log.jsonl", b'"new":', b'"mew":')
    tell("doctor -> 4\n doctor --repair")
    assert hoplo("undo", "--act").code in (0, 2)
