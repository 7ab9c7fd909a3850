"""Own records in an editor and in packs: checked whole, nothing lost, examples played."""

import os
import re
import shlex
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoplo_companion.components.own import Pack, pack_text, read_pack
from hoplo_companion.files import home_folder
from tests.helpers.cli import ROOT, Ran, done, hoplo
from tests.helpers.stories import Story, stories

POSITION: dict[str, Any] = {
    "schema": "hoplo/position@1",
    "step": "engage",
    "arena": {
        "columns": [3, 4, 5, 6, 5, 4, 3],
        "rival_deployment": ["A1"],
        "priorities": [{"for": "all", "list": [{"opponent": "any"}]}],
    },
    "units": [
        {"id": "m", "chip": "murmillo", "side": "rival", "hex": "D3", "hp": 4},
        {"id": "hero", "chip": "krakenlance", "side": "player", "hex": "D4", "hp": 6},
    ],
}
EXAMPLE: dict[str, Any] = {
    "name": "it attacks with both dice",
    "position": POSITION,
    "step": "engage",
    "answers": [2],
    "expect": {
        "solve": {"units": {"m": {"targets": ["hero"]}}},
        "units": {"hero": {"hp": 4}, "m": {"hex": "d3", "hp": 4, "dazed": False}},
    },
}
PACK: dict[str, Any] = {
    "pack": {"name": "Sands", "version": "2"},
    "skills": {"iron-skin": {
        "name": "Iron Skin", "type": "innate", "effects": [{"on": "attacked", "do": [{"do": "cap-loss", "at": 1}]}],
    }},
    "units": {
        "murmillo": {
            "name": "Murmillo", "class": ["defender"], "movement": 1, "range": 1, "health": 4,
            "attack": ["blue", "blue"], "skills": ["Iron Skin"],
        },
        "archer": {"name": "Archer", "health": 3},
    },
}  # fmt: skip


def text_of(data: dict[str, Any], *examples: dict[str, Any]) -> str:
    return tomlkit.dumps({**data, **({"examples": list(examples)} if examples else {})})


def write(path: Path, data: dict[str, Any], *examples: dict[str, Any]) -> Path:
    path.write_text(text_of(data, *examples), encoding="utf-8")
    return path


def row(name: str, data: dict[str, Any], *examples: dict[str, Any]) -> str:
    """The row of a story that writes a pack."""
    return f"  write {{tmp}}/{name}.toml {shlex.quote(text_of(data, *examples))}".replace("\n", "\\n")


def files() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home_folder().rglob("*") if path.is_file()}


def hoplo_data(*words: str | Path) -> Ran:
    return hoplo("data", *words)


ANOTHER = {**EXAMPLE, "name": "another", "position": {**POSITION, "units": POSITION["units"][1:]}}
SKILL = {**EXAMPLE, "name": "it is spared", "position": {**POSITION, "units": [
    {"id": "r", "chip": "reptilian", "side": "rival", "hex": "D3", "hp": 3},
    {"id": "m", "chip": "murmillo", "side": "player", "hex": "D4", "hp": 4},
]}, "expect": {"units": {"m": {"hp": 3}}}}  # fmt: skip
"""The hero's own turn is not played by examples, so a rival attacks a unit that has the skill."""


@stories("""
What is exported and taken in elsewhere is the same
  data add skill 'Iron Skin #: attacked: lose at most number' && data add unit 'archer: -/-/3'
  data add skill 'Second Wind: ability: heal 2 rival: always'
  data add unit 'Murmillo: defender, 1/1/4, blue blue, Taunt, Iron Skin 2'
  data add tactic 'Stun: temporary until end of its next turn, daze self'
  data add prowess 'Endurance 2: krakenlance, health +1' && data add bane 'Plague: camp, manual "hero takes 1 damage"'
  data add event 'Dusk: bloodshed, lineup bag bag, movement = 1 for player'
  data export {tmp}/mine.toml -> ^8 records in {tmp}/mine.toml
  read {tmp}/mine.toml -> [pack] name = "mine" [
  HOPLO_HOME={tmp}/elsewhere data import {tmp}/mine.toml -> unit Murmillo: new | not unchanged
  HOPLO_HOME={tmp}/elsewhere data export {tmp}/again.toml && data import {tmp}/again.toml -> unchanged | not : new
  data validate {tmp}/mine.toml
Records may be chosen by name
  data add unit 'Murmillo: 1/1/4' && data add unit 'Retiarius: 2/1/3'
  data export {tmp}/p.toml Murmillo --name Sands --pack-version 3
  read {tmp}/p.toml -> name = "Sands" version = "3" | not retiarius
    | [units.murmillo] name = "Murmillo" movement = 1 range = 1 health = 4
  data export {tmp}/q.toml Murmilo -> 2 | did you mean murmillo?
  data validate {tmp}/q.toml -> 2
A file that is there is not written over, and its examples stay where it is
  example && data add unit 'Murmillo: 1/1/4' && data export {tmp}/p.toml -> 1 | --replace
  read {tmp}/p.toml -> [skills.iron-skin]
  data export {tmp}/p.toml --replace && read {tmp}/p.toml -> it attacks with both dice | [units.murmillo] | not [skills
Without records there is no pack
  data export {tmp}/p.toml -> 1 | hoplo data add
What differs is named and replaced only if wanted; what was there before can be taken in again
  data add unit 'Murmillo: 1/1/9' && sands
  data import {tmp}/p.toml -> 1 | yours differ: unit Murmillo; --replace | unchanged
  data import {tmp}/p.toml --replace -> unit Murmillo: replaced | kept in {home}/data/replaced/sands-1.toml
  own units murmillo -> health = 4 | skills = ["Iron Skin"]
  data import {home}/data/replaced/sands-1.toml --replace && own units murmillo -> health = 9
Examples travel with the records
  both && data import {tmp}/p.toml && data export {tmp}/all.toml && data export {tmp}/one.toml murmillo
  read {tmp}/all.toml -> it attacks with both dice | another
  read {tmp}/one.toml -> it attacks with both dice | not another
The examples of a pack are played, and nothing of it is kept
  example && data test {tmp}/p.toml -> ^holds it attacks with both dice | all sound
  ls {home} -> = []
A skill of a pack does what it says
  skill && data test {tmp}/p.toml -> ^holds it is spared
What the player has entered besides does not make a pack's examples hold
  sands && data import {tmp}/p.toml
  bare && data test {tmp}/q.toml --json -> 1 | examples.# = 1 | examples.0.holds = false | no chip is called 'murmillo'
""", sands=row("p", PACK), example=row("p", PACK, EXAMPLE), both=row("p", PACK, EXAMPLE, ANOTHER),
         skill=row("p", PACK, SKILL), bare=row("q", {"pack": {"name": "bare"}}, EXAMPLE))  # fmt: skip
def test_packs(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.parametrize(("change", "words"), [
    ({"units": {"x": {"name": "X", "helth": 4}}}, "unit x: helth: no such key; did you mean health"),
    ({"units": {"x": {"movement": 1}}}, "unit x: name: this key is needed"),
    ({"units": {"x": {"name": "X", "skills": ["Tant"]}}}, "unit x: skills[0]: no skill is called 'Tant'"),
    ({"units": {"x": {"name": "X", "health": 0}}}, "unit x: health: Health is between 1 and 999, not 0"),
    ({"units": {"x": 4}}, "units.x: 4 is not a table"),
    ({"units": {"a b": {"name": "X"}, "a-b": {"name": "Y"}}}, "which is in the pack twice"),
    ({"units": {"x" * 81: {"name": "X"}}}, "is not an id: 1 to 80 letters and digits"),
    ({"units": 3}, "units: 3 is not a table"),
    ({"unitz": {}}, "unitz: no such key; did you mean units"),
    ({"dice": {}}, "dice: no such key"),
    ({"pack": {"name": "X", "size": 3}}, "pack.size: no such key"),
    ({"pack": {}}, "pack.name: this key is needed"),
    ({"schema": "hoplo/pack@2"}, "hoplo/pack@1"),
    ({"skills": {"x": {"name": "X", "type": "innate", "effects": [{"do": [{"do": "fly"}]}]}}}, "skill x: effects"),
    ({"examples": [{"name": "a"}]}, "examples[0].position: this key is needed"),
    ({"examples": [{**EXAMPLE, "step": "moving"}]}, "examples[0].step: 'moving' is not one of"),
    ({"examples": [EXAMPLE, EXAMPLE]}, "examples[1].name"),
    ({"examples": [{**EXAMPLE, "position": {**POSITION, "step": "x"}}]}, "examples[0].position.step"),
])  # fmt: skip
def test_a_pack_is_checked_whole_before_anything_is_kept(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    pack = write(tmp_path / "p.toml", {**PACK, **change})
    before = files()
    for command in ("import", "validate"):
        ran = hoplo_data(command, pack)
        assert ran.code == 1
        assert words in ran.err + ran.out
    assert files() == before


@pytest.mark.parametrize("text", ["", "pack = 3\n", "[pack\n", "\x00", "[pack]\nname = 1\n", "units = 1979-05-27\n"])
def test_what_is_no_pack_is_refused(tmp_path: Path, text: str) -> None:
    pack = tmp_path / "p.toml"
    pack.write_text(text)
    for command in ("import", "test"):
        assert hoplo_data(command, pack).code == 1
    assert hoplo_data("import", tmp_path / "none.toml").code == 2
    assert files() == {}


PLAIN = st.recursive(
    st.booleans() | st.integers(-9, 99) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["name", "health", "skills", "effects", "type", "mat", "class", "doubts", "source", "x"])
KINDS = st.sampled_from(["units", "skills", "arenas", "tactics", "scions", "events", "heroes", "pack", "examples"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(KINDS, st.dictionaries(st.text(max_size=4), st.dictionaries(KEYS, PLAIN, max_size=5), max_size=3))
)
def test_nonsense_for_a_pack_ends_in_a_proper_exit(tmp_path: Path, nonsense: dict[str, Any]) -> None:
    pack = write(tmp_path / "p.toml", {**PACK, **nonsense})
    for command in ("import", "test", "validate"):
        assert hoplo_data(command, pack).code in (0, 1)


def test_a_disk_that_refuses_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoplo_companion.components import own
    from hoplo_companion.files import DiskError, write_whole

    hoplo_data("add", "skill", "Iron Skin: moved: heal 1")
    before = files()
    written: list[Path] = []

    def full(path: Path, data: bytes) -> None:
        if len(written) == 2:
            raise DiskError(f"{path}: cannot be written: No space left on device")
        written.append(path)
        write_whole(path, data)

    monkeypatch.setattr(own, "write_whole", full)
    ran = hoplo_data("import", write(tmp_path / "p.toml", PACK), "--replace")
    assert ran.code == 1
    assert len(written) == 2
    now = {path: data for path, data in files().items() if path.parent.name not in ("replaced", "locks")}
    assert now == before


def test_a_pack_that_is_written_reads_the_same(tmp_path: Path) -> None:
    source = read_pack(write(tmp_path / "p.toml", PACK, EXAMPLE))
    text = pack_text(source)
    assert "[units]" not in text, "only its records have headings"
    (tmp_path / "q.toml").write_text(text, encoding="utf-8")
    again = read_pack(tmp_path / "q.toml")
    assert again == Pack(source.head, source.records, source.examples)


@pytest.mark.parametrize(("change", "words"), [
    ({"answers": []}, "the answers have ended: "),
    ({"answers": [2, "hero"]}, "1 of 2 answers were not asked for"),
    ({"answers": [7]}, "hits"),
    ({"expect": {"units": {"hero": {"hp": 5}}}}, "hero.hp is 4; expected 5"),
    ({"expect": {"units": {"m": {"hex": "D4"}}}}, "m.hex is 'D3'; expected 'D4'"),
    ({"expect": {"units": {"m": {"gone": True}}}}, "m is still in combat"),
    ({"expect": {"units": {"nobody": {"hp": 1}}}}, "nobody is not in the position"),
    ({"expect": {"solve": {"units": {"m": {"targets": []}}}}}, "solve.units.m.targets is ['hero']; expected []"),
    ({"expect": {"solve": {"units": {"x": {}}}}}, "solve.units.x: there is no such key"),
    ({"expect": {"solve": {"outcomes": []}}}, "solve.outcomes"),
])  # fmt: skip
def test_an_example_that_fails_says_where(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    ran = hoplo_data("test", write(tmp_path / "p.toml", PACK, {**EXAMPLE, **change}, {**EXAMPLE, "name": "good"}))
    assert ran.code == 1
    assert words in ran.out
    assert "holds  good" in ran.out
    assert "1 example fails" in ran.err


def test_the_documents_are_true(tmp_path: Path) -> None:
    """The pack of docs/packs.md holds, and its lines are kept as they are written there."""
    page = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
    (pack,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "p.toml").write_text(pack, encoding="utf-8")
    ran = hoplo_data("test", tmp_path / "p.toml")
    assert ran.code == 0, ran.out + ran.err
    lines = re.findall(r"^hoplo (data add .*)$", page, re.MULTILINE)
    assert len(lines) == 12
    for line in lines:
        words = shlex.split(line)
        ran = done(*words)
        shown = ran.out.splitlines()[0].replace("Movement 1, Range 1, Health 4", "1/1/4")
        assert shown.replace(" self", "") == words[-1].replace(" self", "")


@stories("""
An own record is edited
  data add unit 'Murmillo: 1/1/4' && data edit murmillo -> is unchanged
  write {tmp}/editor.py "path.write_text(path.read_text().replace('health = 4', 'health = 5 # new chip'))"
  data edit Murmillo -> is as you left it
  read {home}/data/units/murmillo.toml -> health = 5 # new chip
  ls {home}/data/edits -> = []
What does not fit is refused and nothing typed is lost: a record in a file of its own
  data add unit 'Murmillo: 1/1/4' && write {tmp}/editor.py "add('helth = 4', 'sourc = 3')"
  data edit murmillo -> 1 | helth: no such key | sourc: no such key; did you mean source
  own units murmillo -> lacks helth
  read {home}/data/edits/murmillo.toml -> helth = 4
  write {tmp}/editor.py "path.write_text(path.read_text().split('helth')[0]); add('note = ' + repr('n'))"
  data edit murmillo -> opened again
  own units murmillo -> note = n
  ls {home}/data/edits -> = []
What does not fit is refused and nothing typed is lost: a record among others
  data add skill 'Iron Skin: moved: heal 1' && write {tmp}/editor.py "add('helth = 4', 'sourc = 3')"
  data edit iron-skin -> 1 | helth: no such key | sourc: no such key; did you mean source
  read {home}/data/skills.toml -> not helth
  write {tmp}/editor.py "path.write_text(path.read_text().split('helth')[0]); add('note = ' + repr('n'))"
  data edit iron-skin -> opened again
  read {home}/data/skills.toml -> 'n'
  ls {home}/data/edits -> = []
A copy of what has changed since is dropped
  data add unit 'Murmillo: 1/1/4' && write {tmp}/editor.py "add('helth = 4')" && data edit murmillo -> 1
  data add unit 'Murmillo: 1/1/6'
  write {tmp}/editor.py "assert 'health = 6' in path.read_text() and 'helth' not in path.read_text()"
  data edit murmillo -> is unchanged
TOML that is broken can be mended; the kind stands first, as in `data add`
  data add tactic 'Net: instant, gain 2 hp' && write {tmp}/editor.py "path.write_text('[net')"
  data edit net -> 1 | tactics.toml: not valid TOML
  read {home}/data/tactics.toml -> "Net"
  write {home}/data/tactics.toml '[net]\\nname = "Net"\\n[[\\n'
  write {tmp}/editor.py "path.write_text(path.read_text().replace('[[', ''))" && data edit tactic net
  data edit skill net -> 2 | no skill of your own is called 'net'
  data edit tactic Net -> tactics.toml is unchanged
  read {home}/data/tactics.toml -> "Net" | not [[
An editor that fails changes nothing
  data add unit 'Murmillo: 1/1/4' && write {tmp}/editor.py "path.write_text('health = 1'); sys.exit(3)"
  data edit murmillo -> 1 | ended with 3
  EDITOR=no-such-editor-anywhere data edit murmillo -> 1
  EDITOR='"' data edit murmillo -> 2
  EDITOR= data edit murmillo -> 2 | Set EDITOR
  own units murmillo -> = {"name": "Murmillo", "movement": 1, "range": 1, "health": 4}
Only what is one's own is edited
  data edit archer -> 2 | hoplo data add unit 'archer: …'
  data add skill 'Net: moved: heal 1' && data add tactic 'Net: instant, gain 2 hp'
  data edit Net -> 2 | put skill or tactic first
  data edit tactic Net && data edit Nett -> 2 | did you mean net?
""")
def test_editing(story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's editor is a file of Python code: `path` is what is edited, `add` puts lines at its end."""
    (code := tmp_path / "editor.py").write_text("")
    run = (
        "import sys, pathlib; path = pathlib.Path(sys.argv[1]); "
        "add = lambda *lines: path.write_text('\\n'.join([path.read_text(), *lines, ''])); "
        f"exec(open({str(code)!r}).read())"
    )
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", shlex.join([sys.executable, "-c", run]))
    story.play(tmp_path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is out of reach here")
def test_a_folder_that_is_out_of_reach_is_an_error() -> None:
    home_folder().chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert hoplo_data("add", "unit", "Murmillo: 1/1/4").code == 1
    finally:
        home_folder().chmod(stat.S_IRWXU)
