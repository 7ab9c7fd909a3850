"""Own records in an editor and in packs: checked whole, nothing lost, examples played."""

from __future__ import annotations

import os
import re
import shlex
import stat
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoplo_companion.components.own import Pack, PackHead, own_record, own_records, pack_text, read_pack
from tests.helpers.cli import ROOT, Ran, done, hoplo

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


def home() -> Path:
    return Path(os.environ["HOPLO_HOME"])


def write(path: Path, data: dict[str, Any], examples: list[dict[str, Any]] | None = None) -> Path:
    path.write_text(tomlkit.dumps({**data, **({"examples": examples} if examples else {})}), encoding="utf-8")
    return path


def files() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home().rglob("*") if path.is_file()}


def hoplo_data(*words: str | Path) -> Ran:
    return hoplo("data", *map(str, words))


# Packs ----------------------------------------------------------------------------------------------------------


def test_what_is_exported_and_taken_in_elsewhere_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, line in (
        ("skill", "Iron Skin #: attacked: lose at most number"),
        ("skill", "Second Wind: ability: heal 2 rival: always"),
        ("unit", "Murmillo: defender, 1/1/4, blue blue, Taunt, Iron Skin 2"),
        ("unit", "archer: -/-/3"),
        ("tactic", "Stun: temporary until end of its next turn, daze self"),
        ("prowess", "Endurance 2: krakenlance, health +1"),
        ("bane", 'Plague: camp, manual "hero takes 1 damage"'),
        ("event", "Dusk: bloodshed, lineup bag bag, movement = 1 for player"),
    ):
        assert hoplo_data("add", kind, line).code == 0
    pack = tmp_path / "mine.toml"
    ran = hoplo_data("export", pack)
    assert (ran.code, ran.out) == (0, f"8 records in {pack}\n")
    before = own_records()
    assert tomllib.loads(pack.read_text(encoding="utf-8"))["pack"] == {"name": "mine"}

    monkeypatch.setenv("HOPLO_HOME", str(tmp_path / "elsewhere"))
    ran = hoplo_data("import", pack)
    assert ran.code == 0, ran.err
    assert "unit Murmillo: new" in ran.out
    assert own_records() == before
    assert "unchanged" in hoplo_data("import", pack).out
    assert hoplo_data("validate", pack).code == 0


def test_records_may_be_chosen_by_name(tmp_path: Path) -> None:
    hoplo_data("add", "unit", "Murmillo: 1/1/4")
    hoplo_data("add", "unit", "Retiarius: 2/1/3")
    pack = tmp_path / "p.toml"
    assert hoplo_data("export", pack, "Murmillo", "--name", "Sands", "--pack-version", "3").code == 0
    read = read_pack(pack)
    assert (read.head, read.records) == (
        PackHead(name="Sands", version="3"),
        {"units": {"murmillo": {"name": "Murmillo", "movement": 1, "range": 1, "health": 4}}},
    )
    wrong = hoplo_data("export", tmp_path / "q.toml", "Murmilo")
    assert wrong.code == 2
    assert "did you mean murmillo?" in wrong.err
    assert not (tmp_path / "q.toml").exists()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    hoplo_data("add", "unit", "Murmillo: 1/1/4")
    pack = write(tmp_path / "p.toml", PACK, [EXAMPLE])
    before = pack.read_bytes()
    ran = hoplo_data("export", pack)
    assert ran.code == 1
    assert "--replace" in ran.err
    assert pack.read_bytes() == before
    assert hoplo_data("export", pack, "--replace").code == 0
    assert [each.name for each in read_pack(pack).examples] == [EXAMPLE["name"]], "its examples stay"
    assert list(read_pack(pack).records) == ["units"]


def test_without_records_there_is_no_pack(tmp_path: Path) -> None:
    ran = hoplo_data("export", tmp_path / "p.toml")
    assert ran.code == 1
    assert "hoplo data add" in ran.err


def test_what_differs_is_named_and_replaced_only_if_wanted(tmp_path: Path) -> None:
    hoplo_data("add", "unit", "Murmillo: 1/1/9")
    before = files()
    pack = write(tmp_path / "p.toml", PACK)
    ran = hoplo_data("import", pack)
    assert ran.code == 1
    assert "yours differ: unit Murmillo; --replace" in ran.err
    assert files() == before
    ran = hoplo_data("import", pack, "--replace")
    assert ran.code == 0
    assert "unit Murmillo: replaced" in ran.out
    assert own_record("units", "murmillo") == PACK["units"]["murmillo"]
    kept = Path(ran.err.split("kept in ")[1].strip())
    assert hoplo_data("import", kept, "--replace").code == 0, "what was there before can be taken in again"
    assert (own_record("units", "murmillo") or {})["health"] == 9


def test_examples_travel_with_the_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = {**EXAMPLE, "name": "another", "position": {**POSITION, "units": POSITION["units"][1:]}}
    assert hoplo_data("import", write(tmp_path / "p.toml", PACK, [EXAMPLE, other])).code == 0
    assert hoplo_data("export", tmp_path / "all.toml").code == 0
    assert [each.name for each in read_pack(tmp_path / "all.toml").examples] == [EXAMPLE["name"], "another"]
    assert hoplo_data("export", tmp_path / "one.toml", "murmillo").code == 0
    assert [each.name for each in read_pack(tmp_path / "one.toml").examples] == [EXAMPLE["name"]]


@pytest.mark.parametrize(("change", "words"), [
    ({"units": {"x": {"name": "X", "helth": 4}}}, "unit x: helth: no such key; did you mean health"),
    ({"units": {"x": {"movement": 1}}}, "unit x: name: this key is needed"),
    ({"units": {"x": {"name": "X", "skills": ["Tant"]}}}, "unit x: skills[0]: no skill is called 'Tant'"),
    ({"units": {"x": {"name": "X", "health": 0}}}, "unit x: health: health is 1 or more"),
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
    source = read_pack(write(tmp_path / "p.toml", PACK, [EXAMPLE]))
    text = pack_text(source)
    assert "[units]" not in text, "only its records have headings"
    (tmp_path / "q.toml").write_text(text, encoding="utf-8")
    again = read_pack(tmp_path / "q.toml")
    assert again == Pack(source.head, source.records, source.examples)


# Examples -------------------------------------------------------------------------------------------------------


def test_the_examples_of_a_pack_are_played(tmp_path: Path) -> None:
    ran = hoplo_data("test", write(tmp_path / "p.toml", PACK, [EXAMPLE]))
    assert (ran.code, ran.out) == (0, f"holds  {EXAMPLE['name']}\n"), ran.out + ran.err
    assert "all sound" in ran.err
    assert files() == {}, "nothing of it is kept"


def test_a_skill_of_a_pack_does_what_it_says(tmp_path: Path) -> None:
    """The hero's own turn is not played by examples, so a rival attacks a unit that has the skill."""
    units = [
        {"id": "r", "chip": "reptilian", "side": "rival", "hex": "D3", "hp": 3},
        {"id": "m", "chip": "murmillo", "side": "player", "hex": "D4", "hp": 4},
    ]
    example = {
        **EXAMPLE, "position": {**POSITION, "units": units},
        "expect": {"units": {"m": {"hp": 3}}},
    }  # fmt: skip
    ran = hoplo_data("test", write(tmp_path / "p.toml", PACK, [example]))
    assert ran.code == 0, ran.out + ran.err


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
    ran = hoplo_data("test", write(tmp_path / "p.toml", PACK, [{**EXAMPLE, **change}, {**EXAMPLE, "name": "good"}]))
    assert ran.code == 1
    assert words in ran.out
    assert "holds  good" in ran.out
    assert "1 example fails" in ran.err


def test_examples_see_only_what_is_shipped_and_the_pack(tmp_path: Path) -> None:
    """What the player has entered besides does not make a pack's examples hold."""
    assert hoplo_data("import", write(tmp_path / "p.toml", PACK)).code == 0
    ran = hoplo_data("test", write(tmp_path / "q.toml", {"pack": {"name": "bare"}}, [EXAMPLE]), "--json")
    assert ran.code == 1
    (found,) = ran.json["examples"]
    assert not found["holds"]
    assert "no chip is called 'murmillo'" in found["faults"][0]


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


# Editing --------------------------------------------------------------------------------------------------------


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a file whose Python code is the player's editor; `path` is what is edited."""
    code = tmp_path / "editor.py"
    code.write_text("")
    run = f"import sys, pathlib; path = pathlib.Path(sys.argv[1]); exec(open({str(code)!r}).read())"
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", shlex.join([sys.executable, "-c", run]))
    return code


def test_an_own_record_is_edited(editor: Path) -> None:
    hoplo_data("add", "unit", "Murmillo: 1/1/4")
    assert "is unchanged" in hoplo_data("edit", "murmillo").out
    editor.write_text("path.write_text(path.read_text().replace('health = 4', 'health = 5 # new chip'))")
    ran = hoplo_data("edit", "Murmillo")
    assert (ran.code, "is as you left it" in ran.out) == (0, True), ran.err
    path = home() / "data" / "units" / "murmillo.toml"
    assert "health = 5 # new chip" in path.read_text()
    assert list((home() / "data" / "edits").iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "line", "id_"),
    [("unit", "Murmillo: 1/1/4", "murmillo"), ("skill", "Iron Skin: moved: heal 1", "iron-skin")],
)
def test_what_does_not_fit_is_refused_and_nothing_typed_is_lost(editor: Path, kind: str, line: str, id_: str) -> None:
    hoplo_data("add", kind, line)
    before = own_records()
    editor.write_text("path.write_text(path.read_text() + '\\nhelth = 4\\nsourc = 3\\n')")
    ran = hoplo_data("edit", id_)
    assert ran.code == 1
    assert "helth: no such key" in ran.err
    assert "sourc: no such key; did you mean source" in ran.err
    assert own_records() == before
    copy = Path(ran.err.rsplit("(", 1)[1].split(")")[0])
    assert "helth = 4" in copy.read_text()
    editor.write_text(
        "t = path.read_text(); assert 'helth' in t; path.write_text(t.split('helth')[0] + 'note = \"n\"\\n')"
    )
    again = hoplo_data("edit", id_)
    assert again.code == 0, again.err
    assert "opened again" in again.err
    assert not copy.exists()
    assert "note" in str(own_records())


def test_a_copy_of_what_has_changed_since_is_put_aside(editor: Path) -> None:
    hoplo_data("add", "unit", "Murmillo: 1/1/4")
    editor.write_text("path.write_text(path.read_text() + 'helth = 4\\n')")
    assert hoplo_data("edit", "murmillo").code == 1
    hoplo_data("add", "unit", "Murmillo: 1/1/6")
    editor.write_text("assert 'health = 6' in path.read_text() and 'helth' not in path.read_text()")
    ran = hoplo_data("edit", "murmillo")
    assert ran.code == 0
    assert "helth" in Path(ran.err.split("kept in ")[1].strip()).read_text()


def test_toml_that_is_broken_can_be_mended(editor: Path) -> None:
    hoplo_data("add", "tactic", "Net: instant, gain 2 hp")
    path = home() / "data" / "tactics.toml"
    good = path.read_text()
    editor.write_text("path.write_text('[net')")
    ran = hoplo_data("edit", "net")
    assert ran.code == 1
    assert "not valid TOML" in ran.err
    assert path.read_text() == good
    path.write_text(good + "[[\n")
    editor.write_text("path.write_text(path.read_text().replace('[[\\n', ''))")
    assert hoplo_data("edit", "tactic", "net").code == 0
    assert "no skill of your own is called 'net'" in hoplo_data("edit", "skill", "net").err, (
        "the kind first, as in `data add`"
    )
    assert "tactics.toml is unchanged" in hoplo_data("edit", "tactic", "Net").out
    assert path.read_text() == good


def test_an_editor_that_fails_changes_nothing(editor: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hoplo_data("add", "unit", "Murmillo: 1/1/4")
    before = own_records()
    editor.write_text("path.write_text('health = 1'); sys.exit(3)")
    ran = hoplo_data("edit", "murmillo")
    assert ran.code == 1
    assert "ended with 3" in ran.err
    monkeypatch.setenv("EDITOR", "no-such-editor-anywhere")
    assert hoplo_data("edit", "murmillo").code == 1
    monkeypatch.setenv("EDITOR", '"')
    assert hoplo_data("edit", "murmillo").code == 2
    monkeypatch.delenv("EDITOR")
    ran = hoplo_data("edit", "murmillo")
    assert (ran.code, "Set EDITOR" in ran.err) == (2, True)
    assert own_records() == before


def test_only_what_is_ones_own_is_edited(editor: Path) -> None:
    ran = hoplo_data("edit", "archer")
    assert ran.code == 2
    assert "hoplo data add unit 'archer: …'" in ran.err
    hoplo_data("add", "skill", "Net: moved: heal 1")
    hoplo_data("add", "tactic", "Net: instant, gain 2 hp")
    ran = hoplo_data("edit", "Net")
    assert "put skill or tactic first" in ran.err
    assert hoplo_data("edit", "tactic", "Net").code == 0
    assert "did you mean net?" in hoplo_data("edit", "Nett").err


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is out of reach here")
def test_a_folder_that_is_out_of_reach_is_an_error() -> None:
    home().chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert hoplo_data("add", "unit", "Murmillo: 1/1/4").code == 1
    finally:
        home().chmod(stat.S_IRWXU)
