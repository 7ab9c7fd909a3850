"""The tracking commands: each step on disk, seen in history, taken back, put right, and never lost."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.files import DiskError
from hoplo_companion.table.saves.format import to_state
from hoplo_companion.table.saves.library import BusyError, Library
from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import ROOT, done, hoplo
from tests.helpers.stories import Story, stories, tell

NEW = "new --hero krakenlance --difficulty chosen --upgrade add-die --scion taotie --primus bingqing --primus decimus"
PROWESS = "--prowess 'Follow My Lead' --prowess 'Master Tactician' --prowess 'Grand Entrance'"
NEAR = "new --hero nox --difficulty valiant --scion taoti --draw-primuses"

KILLS = 60
"""Times a playing process is killed; `python -m tests.soak` does it more often."""


@stories(f"""
A campaign is begun by options alone
  {NEW} {PROWESS} --primus 'the parthian' --json -> pad.week = 1 | pad keys hero class movement range health hp \
    leadership attack blessings tactic_capacity influence act week weeks camp
  pad --json -> keep begun
  new --first-game --json -> campaign = krakenlance-2
  pad --json -> is begun
A campaign that cannot be is not begun
  new -> 2 | --hero, --difficulty, --scion, --primus | unchanged
  {NEW} {PROWESS} -> 3 | three different primuses | unchanged
  {NEW} {PROWESS} --primus nobody -> 2 | no hero is called | unchanged
  {NEW} --prowess 'Follow My Lead' --prowess 'Master Tactician' --primus nox -> 3 | p.9 | unchanged
  {NEW} {PROWESS} --primus nox --class bard -> 2 | archer, attacker | unchanged
  {NEAR} -> 2 | did you mean taotie | unchanged
  pad -> 2 | hoplo new | unchanged
  undo -> 2 | hoplo new | unchanged
Steps are seen, taken back and done again
  new --first-game
  pad --json -> keep start
  pad influence 3 && camp recruit tactician && pad week mark
  pad --json -> influence = 3 | week = 2 | camp.units.-1 = tactician | keep end
  history --json -> steps.1.command = pad influence 3 | steps.2.command = camp recruit tactician
    | steps.3.command = pad week mark | steps.*.what lacks "" | steps.*.changes lacks []
  undo && undo && undo && pad --json -> is start
  undo -> 2
  redo && redo && redo && pad --json -> is end
  doctor
Undo goes to steps, weeks and acts
  new --first-game && pad damage 1 && pad week mark && pad --json -> keep week
  pad damage 1 && pad influence 1 && undo --week && pad --json -> is week
  undo --to 2 && pad --json -> hp = 5 | week = 1
  undo --to 2 -> 2 | nothing follows
  undo --to 3 -> 2 | hoplo history
  undo --act && pad --json -> hp = 6
Undo from the start of a week goes to the start of the one before, as a clean-up is the next one's first step
  new --first-game && pad --json -> keep one
  pad damage 1 && fix pad.weeks 1,0,0,0 --yes && pad --json -> keep two
  pad damage 1 && fix pad.weeks 2,0,0,0 --yes && undo --week && pad --json -> is two
  undo --week && pad --json -> is one
  undo --week -> 2 | this is the beginning
Undo from the start of an act goes to the start of the one before
  new --first-game && pad --json -> keep one
  pad damage 1 && fix pad.act 2 --yes && pad --json -> keep two
  pad damage 1 && fix pad.act 3 --yes && undo --act && pad --json -> is two
  undo --act && pad --json -> is one
  undo --act -> 2 | this is the beginning
  undo --turn -> 2 | not --position
  undo --fight -> 2 | not --position
camp.prowess-level: A number follows a name however it is typed
  new --first-game
  camp prowess 'Endurance 1' && camp prowess 'Endurance 3' -> 3 | level 2
  pad --json -> camp.prowess.-1 = Endurance 1
  undo && camp prowess Endurance:1 && camp prowess Endurance:3 -> 3 | level 2
  undo && camp prowess 'endurance : 1' && camp prowess 'endurance : 3' -> 3 | level 2
  undo && camp prowess 'Endurance level 1' && camp prowess 'Endurance level 3' -> 3 | level 2
  pad --json -> camp.prowess.-1 = Endurance 1
Anything can be put right with its reason
  new --first-game
  fix pad.hp 2 --why 'forgot a wound' && fix camp.units 'archer, bustuarius' --why 'other chips'
  pad --json -> hp = 2 | camp.units = ["archer", "bustuarius"]
  history --json -> steps.-1.note = other chips | steps.-1.what has Attacker
  fix pad.weeks 3,0,0,0 --why 'three weeks' && pad --json -> weeks = [3, 0, 0, 0] | week = 4
  fix 'places.Atlanteans capital.paths' 'St. Elmo' --why seen && map add 'St. Elmo' --kind sport --region kunlun
  fix 'places.St. Elmo.kind' bloodshed --why misread && map --json -> places/St. Elmo/kind = bloodshed
Only what is wrong with a correction is said, and nothing is changed
  new --first-game && map add 'St. Elmo' --kind sport --region kunlun
  fix pad.helth 1 --why x -> 2 | did you mean health | unchanged
  fix pad.hp many --why x -> 1 | 'many' is not a whole number | unchanged
  fix pad.act 9 --why x -> 1 | from 1 to 4 | unchanged
  fix pad.weeks '[1, 2]' --why x -> 1 | a list of 4 | unchanged
  fix pad.weeks.0 13 --why x -> 1 | from 0 to 12 | unchanged
  fix pad.attack blue,purple --why x -> 2 | pad.attack: 'blue purple' | unchanged
  fix place Nowhere --why x -> 1 | no location 'Nowhere' | unchanged
  fix places '{{}}' --why x -> 1 | no location | unchanged
  fix 'places.St. Elmo.kind' lake --why x -> 1 | bloodshed | unchanged
  fix stacks.kunlun.below 7 --why x -> 1 | from 0 to 6 | unchanged
What the rules refuse changes nothing
  new --first-game
  pad damage 6 -> 3 | p.13 | unchanged
  camp tactic stun -> 3 | p.11 | unchanged
  bag add hydra -> 3 | p.8, 28, 33 | unchanged
  camp prowess Endurance 2 -> 3 | p.9 | unchanged
  pad influence 4 -> 2 | unchanged
The bag by hand and by the app
  new --first-game
  bag --draws 2 --json -> odds.tactician = 7/10
  bag draw 2 --chip archer --chip tactician && bag --json -> size = 3
  bag draw 2 --app --seed 3 && bag --json -> size = 1
  bag draw 2 --app -> 3
  bag draw -> 2
A bane goes into the bag as a bane
  new --first-game
  bag add gigantic -> 2
  bag add Gigantic:unit && bag add 'Bad Moon' -> 3
  bag -> Gigantic (unit bane) ██········ 17 % (1/6)
  bag draw --chip GIGANTIC --chip Archer && bag --json -> size = 4
Campaigns are listed, switched, copied, moved and restored
  new --first-game && pad damage 2 && new --first-game --name 'Second Try' && pad --json -> hp = 6
  save switch krakenlance && pad --json -> hp = 4
  save export krakenlance {{tmp}}/away.hoplo && save delete krakenlance
  save list --json -> campaigns.*.name = ["second-try"]
  save restore krakenlance-1 && save import {{tmp}}/away.hoplo --name abroad && save copy abroad copied
  save switch copied && pad --json -> hp = 4
  undo && pad --json -> hp = 6
  save switch copid -> 2
Alone it says where the campaign stands
  new --first-game
  --plain -> act I, week 1 | 12 weeks left | 4 influence to the next bane | Bingqing
What could not be read again is never kept
  new --first-game && pad --json -> keep begun
  camp prowess Huge --tactic-capacity 1000001 -> 1
  pad --json -> is begun
  fix pad.influence 1000000 --why x && pad influence 1 -> 1 | unchanged
  pad --json -> influence = 1000000
Long names are never taken for one another
  new --first-game --name {"x" * 60} && new --first-game --name {"x" * 60} && save delete {"x" * 60}-2
  save list --json -> campaigns.*.name has {"x" * 60}
A place that is forgotten is where nobody came from
  new --first-game && travel Reef --kind sport && map edit 'Atlanteans capital' --forget && fix pad.hp 3 --why 'a wound'
A noun alone shows what it is about
  new --first-game
  bane -> on top of the stack: Gigantic
  bane --json -> has stack
  pad influence -> 0; 4 to the next bane
  pad influence --json -> has influence
  pad week -> act I, week 1 of 12
  pad week --json -> has week
  pad week mark -> Week 1 of Act I is crossed off
  save -> * krakenlance
  save --json -> has campaigns
An exported campaign brings its own chips and what these name; what differs here is asked about
  new --first-game && data add unit 'Imp: attacker, 2/1/2, bb' && data add unit 'Ogre: defender, 1/1/4, b'
  data add unit 'Ghoul: archer, 1/2/2, b' && data add bane 'Woe: camp, manual "An Ogre comes."'
  bag add imp && bane draw Woe:camp && save export krakenlance {{tmp}}/away.hoplo
  HOPLO_HOME={{tmp}}/there data add unit 'Imp: attacker, 2/1/3, bb'
  HOPLO_HOME={{tmp}}/there save import {{tmp}}/away.hoplo -> 2 | --records mine | Imp
  HOPLO_HOME={{tmp}}/there save list --json -> campaigns = []
  HOPLO_HOME={{tmp}}/there save import {{tmp}}/away.hoplo --records mine
  HOPLO_HOME={{tmp}}/there data show imp --json -> records.0.health = 3
  HOPLO_HOME={{tmp}}/there data show ogre --json -> records.0.health = 4
  HOPLO_HOME={{tmp}}/there data show woe
  HOPLO_HOME={{tmp}}/there data show ghoul -> 2
  HOPLO_HOME={{tmp}}/there save import {{tmp}}/away.hoplo --name again --records theirs
  HOPLO_HOME={{tmp}}/there data show imp --json -> records.0.health = 2
What is no exported campaign is called what it is
  new --first-game
  write {{tmp}}/a '{{"schema": "hoplo/report@2", "hoplo": "0.1.0"}}'
  save import {{tmp}}/a -> 1 | is not a report, or is damaged | not newer
  write {{tmp}}/a '{{"schema": "hoplo/position@1"}}' && save import {{tmp}}/a -> 1 | it is a position | not newer
  write {{tmp}}/a '{{"some": "thing"}}'
  save import {{tmp}}/a -> 1 | `hoplo save export NAME FILE` writes one | not newer
  write {{tmp}}/a '[1, 2]' && save import {{tmp}}/a -> 1 | `hoplo save export NAME FILE` writes one | not newer
""")
def test_tracking(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.parametrize("name", ['The "Quoted" One', "line\nbreak", "\N{DRAGON} \N{CROSSED SWORDS}", "x" * 10_000])
def test_names_of_every_sort_are_kept(name: str) -> None:
    done("new", "--first-game")
    done("camp", "opportunity", name)
    assert done("pad", "--json").json["camp"]["opportunities"] == [name]
    done("doctor")


@pytest.mark.parametrize("args", [
    ["note", "x\udcff"], ["fix", "pad.hp", "x\udcff", "--why", "x"], ["fix", "pad.hp", "3", "--why", "\udcff"],
    ["new", "--first-game", "--name", "\udcff"], ["bag", "add", "x\udcff"], ["bane", "draw", "x\udcff:bag"],
    ["camp", "recruit", "x\udcff"], ["camp", "prowess", "x\udcff"], ["camp", "opportunity", "x\udcff"],
    ["map", "import", "x\udcff"], ["fix", "pad.hp", "[" * 100_000, "--why", "x"],
    ["history", "--last", "99999999999999999999999"],
])  # fmt: skip
def test_arguments_that_are_no_text_are_refused(args: list[str]) -> None:
    done("new", "--first-game")
    before = done("pad", "--json")
    assert hoplo(*args).code in (1, 2)
    assert done("pad", "--json") == before


def _library(home: Path) -> Library:
    library = Library(home)
    campaign, _ = begin(Catalogue(), FIRST_GAME)
    Save.create(library.folder("it"), library.copies("it"), to_state(campaign), "new", "begins")
    return library


def test_two_terminals_do_not_write_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a campaign deleted, copied or exported while it is written to."""
    library = _library(home)
    monkeypatch.setattr("hoplo_companion.table.saves.library.PATIENCE", 0.1)
    with library.opened(), pytest.raises(BusyError, match="another terminal"), library.opened():
        pytest.fail("one campaign was opened twice")
    with library.opened() as opened:
        opened.keep(opened.now.with_pad(hp=1), "x", "x")
        for words in (["delete", "it"], ["copy", "it", "that"], ["export", "it", str(home / "it.hoplo")]):
            hoplo("save", *words).fails(1, "another terminal")
    assert library.names() == ["it"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_killed_process_loses_nothing_it_had_reported() -> None:
    """Killed at any moment of scripted play: every step told as done is there, the save opens, and play goes on."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.kills", str(KILLS), "1"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert f"killed {KILLS} times" in done.stdout


WRITER = """
import sys
from tests.helpers.cli import hoplo
for n in range(int(sys.argv[2])):
    assert hoplo("camp", "opportunity", f"{sys.argv[1]} {n}").code == 0
"""


def test_two_processes_write_in_turns_and_neither_loses_a_step(home: Path) -> None:
    done("new", "--first-game")
    each = 25
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, name, str(each)], cwd=ROOT, stderr=subprocess.PIPE)
        for name in ("one", "other")
    ]
    for writer in writers:
        _, err = writer.communicate(timeout=120)
        assert (writer.returncode, err) == (0, b"")
    wanted = {f"{name} {n}" for name in ("one", "other") for n in range(each)}
    assert set(done("pad", "--json").json["camp"]["opportunities"]) == wanted
    assert len(done("history", "--last", "1000", "--json").json["steps"]) == 2 * each + 1
    done("doctor")


def test_what_fails_to_begin_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = _library(tmp_path)

    def full(*_: Any, **__: Any) -> int:
        raise DiskError("no room")

    monkeypatch.setattr("hoplo_companion.table.saves.save.append", full)
    with pytest.raises(DiskError):
        Save.create(library.folder("other"), library.copies("other"), {}, "new", "begins")
    assert library.names() == ["it"]
    assert [path.name for path in (tmp_path / "campaigns").iterdir()] == ["it"]


def test_an_export_never_takes_the_place_of_hoplos_own_files(home: Path, tmp_path: Path) -> None:
    """Nor is a damaged one read, or a campaign exported whose log is gone."""
    done("new", "--first-game")
    folder = home / "campaigns" / "krakenlance"
    tell("""
        save export krakenlance {home}/campaigns/krakenlance/state.json -> 2 | unchanged
        save export krakenlance {home} -> 2 | unchanged
        save export krakenlance {tmp}/away.hoplo
    """, tmp_path)  # fmt: skip
    file = tmp_path / "away.hoplo"
    file.write_bytes(file.read_bytes().replace(b"krakenlance", b"krakenlamce", 1))
    assert hoplo("save", "import", str(file)).code == 1
    (folder / "log.jsonl").write_bytes(b"")
    assert hoplo("save", "export", "krakenlance", str(tmp_path / "x.hoplo")).code == 4


@pytest.mark.parametrize("text", [b"\xff", b"x" * 5000, b"nobody", b"../.."])
def test_a_current_campaign_that_cannot_be_read_is_passed_over(home: Path, text: bytes) -> None:
    done("new", "--first-game")
    (home / "current").write_bytes(text)
    done("pad")
    done("save", "list")
