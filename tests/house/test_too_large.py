"""Whatever is read from outside has an end: a file that is too large, a device, a pipe, a folder is a clear error."""

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from hoplo_companion.components.catalogue import home_folder, own_folder
from hoplo_companion.errors import HoploError
from hoplo_companion.files import MEGABYTE, TooLargeError, read_whole
from hoplo_companion.table.saves.export import WHAT, Parcel, _hash
from tests.helpers.cli import ROOT, hoplo

READERS = [
    ["board", "--position"], ["rival-turn", "--position"], ["board", "--example", "--since"], ["data", "import"],
    ["data", "test"], ["data", "validate"], ["save", "import"], ["rival-turn", "--example", "--answers"],
]  # fmt: skip


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
@pytest.mark.parametrize("words", READERS, ids=[" ".join(words) for words in READERS])
def test_a_device_without_an_end_is_refused(words: list[str]) -> None:
    ran = hoplo(*words, "/dev/zero")
    assert ran.code in (1, 2)
    assert "larger than" in ran.err


@pytest.mark.parametrize("words", READERS, ids=[" ".join(words) for words in READERS])
def test_a_folder_and_a_pipe_that_nobody_fills_are_refused(words: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    ran = hoplo(*words, str(folder))
    assert ran.code in (1, 2)
    assert "no such file" not in ran.err
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        ran = hoplo(*words, str(tmp_path / "pipe"))
        assert ran.code in (1, 2)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system does not name what is open")
def test_a_pipe_that_is_filled_is_read() -> None:
    pipe, end = os.pipe()
    os.write(end, b"atl 3 engage | r: rep@D3 3 | p: krak@E3 6")
    os.close(end)
    assert hoplo("board", "--position", f"/dev/fd/{pipe}", "--notation").code == 0
    os.close(pipe)


def test_standard_input_without_an_end_is_refused(tmp_path: Path) -> None:
    hoplo("board", "--position", "-", stdin=b"x" * (2 * MEGABYTE)).fails(1, "standard input: larger than 1 MB")


def test_a_file_is_read_up_to_its_limit_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    assert read_whole(path, 1000) == b"x" * 1000
    with pytest.raises(TooLargeError, match="file: larger than"):
        read_whole(path, 999)
    with pytest.raises(OSError, match=r"folder|directory|denied"):
        read_whole(tmp_path, 999)


def test_records_and_settings_have_a_limit_too() -> None:
    text = b'name = "' + b"x" * (5 * MEGABYTE) + b'"\n'
    own = own_folder() / "units" / "archer.toml"
    own.parent.mkdir(parents=True)
    own.write_bytes(text)
    hoplo("look", "unit", "archer").fails(1, "archer.toml: larger than 4 MB")
    own.unlink()
    (home_folder() / "config.toml").write_bytes(text)
    ran = hoplo("board", "--example")
    assert (ran.code, "config.toml: larger than 4 MB" in ran.err) == (0, True)


def test_a_campaign_with_a_name_that_is_none_is_not_imported(tmp_path: Path) -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("save", "export", "krakenlance", str(tmp_path / "c.json")).code == 0
    parcel = msgspec.json.decode((tmp_path / "c.json").read_bytes(), type=Parcel)
    name = "x" * (20 * MEGABYTE)
    other = Parcel(WHAT, name, parcel.state, parcel.log, _hash(name, parcel.state, parcel.log))
    (tmp_path / "d.json").write_bytes(msgspec.json.encode(other))
    ran = hoplo("save", "import", str(tmp_path / "d.json"))
    assert ran.code == 1
    assert len(ran.err) < 500
    (tmp_path / "e.json").write_bytes(b"[" * 1_000_000)
    assert hoplo("save", "import", str(tmp_path / "e.json")).code == 1


@pytest.mark.parametrize("key", ["HOPLO_HOME", "HOPLO_LANG"])
def test_a_variable_for_hoplo_has_a_limit(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(key, "x" * 50_000)
    ran = hoplo("look", "rules", "mark")
    assert ran.code == 2
    assert re.search(f"^hoplo: {key} is (longer than 1000 characters|'x{{40}}')", ran.err)
    assert len(ran.err) < 200


def test_what_is_typed_has_a_limit() -> None:
    assert hoplo("new", "--first-game").code == 0
    before = hoplo("history", "--json").json
    long = "x" * 90_000
    for words in (
        ["note", long], ["fix", "pad.hp", "3", "--why", long],
        ["note", "x" * 100_001],
    ):  # fmt: skip
        ran = hoplo(*words)
        assert ran.code == 2, words[0]
        assert len(ran.err) < 300
    assert hoplo("history", "--json").json == before


FULL = Path("/dev/full")

CHANGES = [
    ["note", "x"], ["fix", "pad.hp", "3", "--why", "the table shows it"],
    ["undo"], ["redo"], ["config", "dice", "app"],
    ["data", "add", "unit", "Murmillo: defender, 1/1/4, blue blue, Taunt"],
    ["save", "copy", "krakenlance", "other"], ["save", "delete", "other"], ["save", "restore", "other-1"],
    ["save", "switch", "krakenlance"], ["note", "y"],
]  # fmt: skip


@pytest.mark.skipif(not FULL.exists(), reason="this system has no such device")
def test_what_is_done_is_never_called_failed_because_it_cannot_be_said(tmp_path: Path) -> None:
    """Where the output is lost, a step is done and the exit code says so; what only shows something has failed."""
    assert hoplo("new", "--first-game").code == 0
    for words in CHANGES:
        code, told = _unheard(words)
        assert (code, told.endswith("all of it is done and kept\n")) == (0, True), (words, told)
    code, told = _unheard(["history"])
    assert (code, "done and kept" in told) == (1, False)
    notes = [step["note"] for step in hoplo("history", "--json").json["steps"] if step["command"].startswith("note")]
    assert notes == ["x", "y"]


def _unheard(words: list[str]) -> tuple[int, str]:
    """Run a command whose output goes nowhere; give its exit code and what it says on stderr."""
    with FULL.open("w") as full:
        ran = subprocess.run([sys.executable, "-m", "hoplo_companion", *words], stdout=full, stderr=subprocess.PIPE,
                             cwd=ROOT, check=False)  # fmt: skip
    return ran.returncode, ran.stderr.decode()


def test_a_report_refuses_a_file_that_is_there_before_it_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hoplo("new", "--first-game").code == 0
    there = tmp_path / "there.json"
    there.write_text("mine")

    def never(*_: object, **__: object) -> None:
        raise HoploError("it has worked already")

    monkeypatch.setattr("hoplo_companion.table.saves.export.report_of_campaign", never)
    hoplo("report", str(there)).fails(1, "exists already")
    assert there.read_text() == "mine"
