"""The home folder: own data and settings have copies; the doctor names or mends whatever is in the way."""

import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hoplo_companion.components.own import Example, Expected, Pack, PackHead, pack_text
from hoplo_companion.files import read_whole
from hoplo_companion.table.saves import format as formats
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.export import WHAT, Parcel
from hoplo_companion.table.saves.format import FORMAT, hash_of
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import done, done_each, hoplo

BOARD = {"schema": "hoplo/position@1", "arena": "atlanteans", "units": []}
EXAMPLE = Example(name="nobody is there", position=BOARD, step="movement", expect=Expected(solve={}))
LINE = "atl koth 3 movement | r: rep@B3 3 | p: krak@E3 6"


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a home with a campaign, own data of both kinds of files, and a setting."""
    home = tmp_path_factory.mktemp("furnished")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOPLO_HOME", str(home))
        done_each(
            "new --first-game --name it",
            "data add unit 'Murmillo: defender, 1/1/4, blue blue, Taunt'",
            "data add skill 'Thorns: suffers damage: damage 1 to attacker'",
            "config board words",
            "pad damage 1",
        )
        assert "sound" in done("doctor").out
    return home


@pytest.fixture
def home(furnished: Path) -> Path:
    shutil.copytree(furnished, Library().home, dirs_exist_ok=True)
    return Library().home


OWN = {"data/units/murmillo.toml": ["look", "murmillo"], "data/skills.toml": ["look", "thorns"]}
"""The player's own files, each with a command that needs it."""


def _cleared(path: Path) -> Path:
    path.unlink()
    return path


WRECKS: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("health = [[["),
    "bytes": lambda path: path.write_bytes(b"\xff\x00"),
    "folder": lambda path: _cleared(path).mkdir(),
    "link": lambda path: _cleared(path).symlink_to("nowhere"),
    "empty": lambda path: path.write_bytes(b""),
    "blank": lambda path: path.write_bytes(b" \n"),
    "gone": _cleared,
    "pipe": lambda path: os.mkfifo(_cleared(path)),
}
if os.name != "posix":
    del WRECKS["pipe"]


@pytest.mark.parametrize("wreck", WRECKS)
@pytest.mark.parametrize("name", OWN)
def test_a_damaged_own_file_is_said_when_it_is_needed_and_comes_back(home: Path, name: str, wreck: str) -> None:
    before = (home / name).read_bytes()
    WRECKS[wreck](home / name)
    ran = hoplo(*OWN[name])
    assert ran.code in (1, 2, 4), ran
    assert "hoplo doctor --repair" in ran.err
    for words in (["pad"], ["pad", "heal"], ["look", "mark"], ["save", "list"]):
        assert hoplo(*words).code == 0, "what does not need it goes on"
    assert "hoplo doctor --repair" in hoplo(*OWN[name]).err, "nothing of it is kept as the last good copy"
    assert (hoplo("doctor").code, Path(name).name in hoplo("doctor").out) == (4, True)
    assert (home / name).is_symlink() == (wreck == "link"), "looking changes nothing"
    assert hoplo("doctor", "--repair").code == 0
    assert (home / name).read_bytes() == before
    assert hoplo(*OWN[name]).code == 0


@pytest.mark.parametrize("wreck", WRECKS)
def test_settings_that_cannot_be_read_are_said_and_come_back(home: Path, wreck: str) -> None:
    WRECKS[wreck](home / "config.toml")
    ran = hoplo("config", "board")
    assert (ran.out.strip(), "hoplo doctor --repair" in ran.err) == ("drawn", True)
    assert hoplo("doctor", "--repair").code == 0
    assert hoplo("config", "board").out.strip() == "words"


@pytest.mark.parametrize("folder", ["data", "data/units"])
def test_a_whole_folder_of_own_files_that_is_gone_comes_back(home: Path, folder: str) -> None:
    before = {path: path.read_bytes() for path in (home / folder).rglob("*.*")}
    shutil.rmtree(home / folder)
    for name, words in OWN.items():
        assert not name.startswith(folder) or "hoplo doctor --repair" in hoplo(*words).err, words
    assert hoplo("doctor").code == 4
    done("doctor", "--repair")
    assert {path: path.read_bytes() for path in before} == before


def test_what_is_taken_away_on_purpose_stays_away(home: Path) -> None:
    path = home / "data" / "units" / "murmillo.toml"
    path.unlink()
    folder = home / "kept" / "data" / "units" / "murmillo.toml"
    assert str(folder) in hoplo("look", "unit", "murmillo").err
    shutil.rmtree(folder)
    assert (hoplo("doctor").code, hoplo("look", "unit", "murmillo").code) == (0, 2)
    done("config", "--reset", "board")
    assert (hoplo("doctor").code, (home / "config.toml").exists()) == (0, False), "hoplo itself took the file away"


@pytest.mark.parametrize("wreck", ["gone", "empty", "bytes", "folder", "link"])
def test_the_name_of_the_played_campaign_comes_back(home: Path, wreck: str) -> None:
    done_each("save copy it other", "save switch other")
    WRECKS[wreck](home / "current")
    hoplo("pad").fails(2, "which campaign?", "hoplo doctor --repair")
    assert hoplo("doctor").code == 4
    done("doctor", "--repair")
    assert Library().current() == "other"


@pytest.mark.parametrize("place", ["campaigns/it", "campaigns"])
def test_a_campaign_that_is_gone_is_named_and_comes_back_from_its_copies(home: Path, place: str) -> None:
    shutil.rmtree(home / place)
    hoplo("pad").fails(1, "hoplo doctor --repair")
    assert "it: " in hoplo("doctor").out
    done("doctor", "--repair")
    assert "rakenlance" in done("pad").out


@pytest.mark.parametrize("wreck", ["gone", "empty", "bytes"])
@pytest.mark.parametrize("name", ["state.json", "log.jsonl"])
def test_what_lies_in_the_trash_is_named_and_mended(home: Path, name: str, wreck: str) -> None:
    done_each("save copy it other", "config confirm no", "save delete other")
    assert "trash/other-1: sound" in done("doctor").out
    WRECKS[wreck](home / "trash" / "other-1" / name)
    assert hoplo("doctor").code == 4
    done_each("doctor --repair", "save restore other-1")
    assert examine(Library(), "other") == []


def test_an_edit_by_hand_is_no_damage_and_becomes_the_last_good_copy(home: Path) -> None:
    path = home / "data" / "units" / "murmillo.toml"
    edited = path.read_text().replace("health = 4", "health = 7") + "# as on the chip\n"
    path.write_text(edited)
    assert hoplo("doctor").code == 0
    assert "7" in done("look", "unit", "murmillo").out
    path.write_text(edited + "health = [")
    assert hoplo("doctor").code == 4
    done("doctor", "--repair")
    assert path.read_text() == edited
    assert [each.name for each in path.parent.glob("*.damaged-*")] == ["murmillo.toml.damaged-1"]


def test_a_copy_that_is_damaged_itself_is_never_brought_back(home: Path) -> None:
    path = home / "data" / "units" / "murmillo.toml"
    (copy,) = (home / "kept" / "data" / "units" / "murmillo.toml").iterdir()
    copy.write_text("health = 99")
    path.write_text("health = [")
    assert hoplo("doctor", "--repair").code == 4
    assert path.read_text() == "health = ["


def test_own_data_that_is_no_folder_is_named(home: Path) -> None:
    shutil.rmtree(home / "data")
    (home / "data").write_text("")
    hoplo("look", "unit", "murmillo").fails(1, "not a folder")
    assert hoplo("look", "rules", "mark").code == 0
    hoplo("doctor").fails(4)


@pytest.mark.parametrize("place", ["data", "data/heroes.toml"])
def test_what_only_shows_the_hero_goes_on_without_own_records(home: Path, place: str) -> None:
    if place == "data":
        shutil.rmtree(home / place)
    (home / place).write_text("health = [")
    for words in (["pad"], [], ["odyssey"], ["--json"], ["camp"]):
        ran = done(*words)
        assert "rakenlance" in ran.out or words == ["camp"]
        assert (Path(place).name in ran.err) == (words != ["camp"])
    assert hoplo("travel").code != 0, "where the capitals of primuses are, the records of heroes may tell"


@pytest.mark.parametrize("wreck", WRECKS)
def test_examples_of_packs_have_copies_too(home: Path, tmp_path: Path, wreck: str) -> None:
    pack = tmp_path / "sands.toml"
    pack.write_text(pack_text(Pack(PackHead(name="Sands"), {"units": {"imp": {"name": "Imp"}}}, [EXAMPLE])))
    done("data", "import", str(pack))
    path = home / "data" / "examples.toml"
    before = path.read_bytes()
    WRECKS[wreck](path)
    ran = hoplo("data", "export", str(tmp_path / "mine.toml"))
    assert (ran.code != 0, "examples.toml" in ran.err, "hoplo doctor --repair" in ran.err) == (True, True, True), ran
    assert hoplo("look", "unit", "murmillo").code == 0
    assert hoplo("doctor").code == 4
    done("doctor", "--repair")
    assert path.read_bytes() == before
    assert "1 example" in done("data", "export", str(tmp_path / "mine.toml")).out


def test_strays_are_named_and_cleared_away_and_an_editors_files_are_not(home: Path) -> None:
    names = ["campaigns/it/.state.json.1a2b3c4d", "data/units/.murmillo.toml.abcd1234", "campaigns/.other.new/x"]
    others = ["data/units/.murmillo.toml.swp", "data/units/murmillo.toml~", "data/.notes"]
    for name in (*names, *others):
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text("half")
    assert hoplo("doctor").code == 4
    assert hoplo("doctor", "--repair").code == 0
    assert [(home / name).exists() for name in (*names, *others)] == [False] * 3 + [True] * 3


PLACES = (
    "campaigns/it/log.jsonl", "campaigns/it/state.json", "campaigns/it/snapshots", "copies/it",
    "copies/it/state-1.json", "locks/it.lock", "locks", "current", "conversation.json", "config.toml", "trash",
    "campaigns/it", "campaigns", "copies",
)  # fmt: skip


@pytest.mark.parametrize("what", ["folder", "file", "link"])
@pytest.mark.parametrize("place", PLACES)
def test_whatever_stands_in_a_place_is_refused_in_words(home: Path, place: str, what: str) -> None:
    path = home / place
    if (what == "file" and (path.is_file() or not path.exists())) or (what == "folder" and path.is_dir()):
        what = "link"
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    if what == "link":
        path.symlink_to("nowhere")
    else:
        (path.mkdir if what == "folder" else path.touch)()
    for words in (["pad"], ["pad", "heal"], ["save", "list"], ["config"], ["undo"]):
        ran = hoplo(*words)
        assert ran.code in (0, 1, 2, 4)
        assert ran.code == 0 or ran.err
    for words in (["doctor"], ["doctor", "--repair"]):
        assert hoplo(*words).code in (0, 1, 4)


def test_a_campaign_that_may_not_be_read_stops_no_other(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done("save", "copy", "it", "other")
    closed, real = home / "campaigns" / "it", Path.stat

    def stat(path: Path, **words: Any) -> os.stat_result:
        if closed in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **words)

    monkeypatch.setattr(Path, "stat", stat)
    monkeypatch.setattr(formats, "read_whole", lambda path, most: stat(path) and read_whole(path, most))
    listed = done("save", "list").out
    assert ("other  Krakenlance" in listed, "Permission denied" in listed) == (True, True)
    for words in (["doctor"], ["doctor", "--repair"]):
        ran = hoplo(*words)
        assert (ran.code, "other: sound" in ran.out, "Permission denied" in ran.out) == (4, True, True), ran
    assert "other" in done("save", "switch", "other").out


@pytest.mark.parametrize("ahead", [0, 7], ids=["itself", "later"])
def test_a_log_without_a_beginning_is_named_mended_and_never_imported(home: Path, tmp_path: Path, ahead: int) -> None:
    done("save", "export", "it", str(tmp_path / "good"))
    save = Library(home).open("it")
    last = replace(save.step_at(save.header.head), prev=save.header.head + ahead).encoded()
    log = save.log.read_bytes()[: save.header.head] + last
    header = replace(save.header, end=len(log)).encoded()
    save.log.write_bytes(log)
    (save.folder / "state.json").write_bytes(header)
    assert "does not follow an earlier one" in hoplo("doctor").out
    for words in (["history"], ["undo"], ["save", "export", "it", str(tmp_path / "bad")]):
        assert (ran := hoplo(*words)).code == 4, ran
    assert hoplo("report", "-").code == 0
    parcel = Parcel(WHAT, "it", header.decode(), log.decode(), "")
    parcel = replace(parcel, hash=hash_of({"name": "it", "state": parcel.state, "log": parcel.log}))
    (tmp_path / "it.hoplo").write_bytes(msgspec.json.encode(parcel))
    before = Library().names()
    ran = hoplo("save", "import", str(tmp_path / "it.hoplo"))
    assert (ran.code, "nothing is imported" in ran.err, Library().names()) == (1, True, before), ran
    done("doctor", "--repair")
    assert done("pad", "heal")


def test_settings_that_are_a_link_stay_one(home: Path, tmp_path: Path) -> None:
    (home / "config.toml").replace(tmp_path / "settings.toml")
    (home / "config.toml").symlink_to(tmp_path / "settings.toml")
    done("config", "dice", "app")
    assert (home / "config.toml").is_symlink()
    assert "app" in (tmp_path / "settings.toml").read_text()


def test_what_only_the_folder_did_not_sync_is_done_and_said(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is in its place by then: nothing is called refused that is there."""
    real = os.fsync

    def sync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EIO, "Input/output error")
        real(handle)

    monkeypatch.setattr(os, "fsync", sync)
    for words in ("pad heal", "undo", "config dice app", "data add unit Zed:archer,1/2/2,b", "save copy it other",
                  f"save export it {tmp_path / 'it.hoplo'}", f"save import {tmp_path / 'it.hoplo'} --name third",
                  "new --first-game --name fourth", "save delete other"):  # fmt: skip
        ran = hoplo(*words.split())
        assert (ran.code, ran.err.count("may not have kept it")) == (0, 1), (words, ran)
    assert Library().names() == ["fourth", "it", "third"]


def test_a_save_of_a_newer_format_is_never_overwritten(home: Path) -> None:
    path = home / "campaigns" / "it" / "state.json"
    path.write_bytes(path.read_bytes().replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1)))
    before = {each: each.read_bytes() for each in home.rglob("*") if each.is_file() and "locks" not in each.parts}
    for words in (["doctor"], ["doctor", "--repair"], ["pad", "heal"], ["undo"]):
        ran = hoplo(*words)
        assert (ran.code, (ran.out + ran.err).count("newer hoplo")) == (4, 1), words
    assert {each: each.read_bytes() for each in before} == before


@pytest.mark.parametrize("where", ["state", "pad"])
def test_keys_of_a_newer_hoplo_are_refused_and_kept(home: Path, where: str) -> None:
    save = Library(home).open("it")
    state = {**save.state, "luck": 1} if where == "state" else {**save.state, "pad": {**save.state["pad"], "luck": 1}}
    save.commit(state, "newer", "a newer hoplo was here")
    for words in (["pad"], ["pad", "heal"], ["doctor"], ["doctor", "--repair"]):
        ran = hoplo(*words)
        assert (ran.code, "newer hoplo" in ran.out + ran.err) == (4, True), words
    assert Library(home).open("it").state == state


def test_what_is_copied_deleted_and_restored_is_synced_before_it_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: set[int] = set()
    real = os.fsync

    def noted(handle: int) -> None:
        synced.add(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", noted)
    for words, folder in (("save copy it other", "campaigns/other"), ("save delete it", "trash/it-1"),
                          ("save restore it-1", "campaigns/it")):  # fmt: skip
        synced.clear()
        done("config", "confirm", "no")
        done(*words.split())
        assert (home / folder).parent.stat().st_ino in synced, words
        if words.startswith("save copy"):
            files = [home / folder, *(each for each in (home / folder).rglob("*"))]
            assert {each.stat().st_ino for each in files} <= synced


@pytest.mark.skipif(os.name != "posix", reason="no pipes or devices in a folder")
@pytest.mark.parametrize(("name", "what"), [("log.jsonl", "device"), ("log.jsonl", "pipe"), ("state.json", "pipe")])
def test_what_has_no_end_in_a_place_of_a_save_is_named_and_mended(home: Path, name: str, what: str) -> None:
    path = home / "campaigns" / "it" / name
    path.unlink()
    path.symlink_to("/dev/zero") if what == "device" else os.mkfifo(path)
    for words in (["undo"], ["history"], ["history", "--all"], ["note", "x"], ["doctor"]):
        assert hoplo(*words).code == 4
    assert hoplo("doctor", "--repair").code == 0
    assert "Note" in done("note", "x").out + done("history").out


@pytest.mark.skipif(os.name != "posix", reason="no pipes or devices in a folder")
def test_a_name_of_the_played_campaign_without_an_end_is_no_name(home: Path) -> None:
    (home / "current").unlink()
    (home / "current").symlink_to("/dev/zero")
    assert "rakenlance" in done("pad").out
