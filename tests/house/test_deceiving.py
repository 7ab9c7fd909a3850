"""Signs that a terminal obeys or the eye cannot see: refused in records, never let out to a terminal as they are."""

import json
import re
import unicodedata
from pathlib import Path

import msgspec
import pytest
import regex

from hoplo_companion.components.catalogue import own_folder, shipped_folder
from hoplo_companion.components.own import remember
from hoplo_companion.errors import InvalidError
from hoplo_companion.render.style import Span, painted
from hoplo_companion.signs import deceiving, is_name, visible, visible_json
from hoplo_companion.table.saves.export import WHAT, Parcel, _hash
from hoplo_companion.table.saves.library import Library
from tests.helpers.boards import position
from tests.helpers.cli import done, hoplo

SIGNS = "\x1b[31m\x07\x08\r\x0b\x7f\x9b\x85\u202e\u2066\u200b\u200f\u2028\ufeff\U000e0041"
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
UNITS = ["rep rival B2 mv1 hp3 as:reptilian", "krak player D3 hp6 hero"]


def test_what_deceives_is_made_visible_and_the_rest_stays() -> None:
    assert visible("a\x1b[2Jb\u202ec\U000e0041") == r"a\u001b[2Jb\u202ec\udb40\udc41"
    pictures = ("\U0001f468\u200d\U0001f469", "\u2764\ufe0f", "\u2764\ufe0f\u200d\U0001f525")
    for text in ("Prowess: grün, ✓\n\tAbilità", *pictures, "नि\u200dर", "한국", "e\u0301"):
        assert visible(text) == text
        assert not deceiving(text)
    assert deceiving("a\u200bb") == r"\u200b"
    assert visible("a\ufe0f") == r"a\ufe0f"
    assert all(map(deceiving, ("a\u200db", "è\u200dè", "é\u200c", "한\u200d국", "1\ufe0f", "é\ufe0f")))
    assert [is_name(text) for text in ("a b", "é", "a\nb", "a\tb", "a\x1bb", "é\u202e")] == [True, True] + [False] * 4


def test_what_the_character_database_calls_unseen_deceives() -> None:
    """By category and Default_Ignorable alone, over every sign there is; besides, two that are blank by design."""
    ignorable, signs = regex.compile(r"\p{Default_Ignorable_Code_Point}"), [chr(n) for n in range(0x110000)]
    unseen = {each for each in signs if unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    unseen |= {each for each in signs if ignorable.match(each)}
    assert set(filter(deceiving, signs)) == unseen - {"\t", "\n"} | {"\u2800", "\U0001d159"}


def test_json_with_its_signs_escaped_is_the_same_data() -> None:
    data = {SIGNS: [SIGNS, "é"]}
    written = visible_json(msgspec.json.encode(data))
    assert json.loads(written) == data
    assert not RAW.search(written.decode())


def test_colours_are_painted_around_what_is_clean() -> None:
    colours = painted([[Span(f"a{SIGNS}", "heading")]])
    assert colours.count("\x1b[") == 2
    assert not RAW.search(re.sub(r"\x1b\[[0-9;]*m", "", colours))


def test_nothing_that_comes_with_hoplo_deceives() -> None:
    for path in shipped_folder().rglob("*.*"):
        assert not deceiving(path.read_text(encoding="utf-8")), path


def test_notes_marks_and_names_reach_no_terminal_as_they_are() -> None:
    """Whatever command shows them, in words or in JSON, where they are kept and where they are refused."""
    assert hoplo("new", "--first-game", "--name", f"a{SIGNS}b").code == 0
    assert hoplo("note", f"x{SIGNS}y").code == 0
    said = [
        hoplo("history"), hoplo("history", "--json"), hoplo("history", "--all"), hoplo("undo", "--to", SIGNS),
        hoplo("save", "list"), hoplo("look", "unit", SIGNS), hoplo("look", "rules", SIGNS),
        hoplo("fix", SIGNS, SIGNS, "--why", "x"),
        hoplo(SIGNS), hoplo("pad", f"--{SIGNS}"), hoplo("undo"), hoplo("report", "-"), hoplo("rival-turn", SIGNS),
        hoplo("config", SIGNS, SIGNS), hoplo("board", "--position", SIGNS), hoplo("save", "switch", SIGNS),
        hoplo("data", "show", SIGNS), hoplo("look", "term", SIGNS), hoplo("travel", SIGNS),
    ]  # fmt: skip
    for ran in said:
        assert not RAW.search(ran.out + ran.err), ran
    assert r"x\u001b[31m" in said[0].out
    (note,) = [step["note"] for step in said[1].json["steps"] if step["command"].startswith("note")]
    assert note == f"x{SIGNS}y"


def test_an_imported_campaign_shows_nothing_as_it_is(tmp_path: Path) -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("save", "export", "krakenlance", str(tmp_path / "c.json")).code == 0
    library = Library()
    save = library.open("krakenlance")
    state = dict(save.state)
    state["pad"] = {**state["pad"], "hero": f"kraken{SIGNS}"}
    save.commit(state, "by hand", f"what{SIGNS}")
    text = (library.folder("krakenlance") / "state.json").read_text()
    log = save.log.read_text()
    parcel = Parcel(WHAT, f"c{SIGNS}", text, log, _hash(f"c{SIGNS}", text, log))
    (tmp_path / "d.json").write_bytes(msgspec.json.encode(parcel))
    ran = done("save", "import", str(tmp_path / "d.json"))
    assert hoplo("save", "switch", ran.out.split()[-1]).code == 0
    for words in (["pad"], ["history"], ["save", "list"], [], ["stow"], ["pad", "--json"]):
        shown = hoplo(*words)
        assert not RAW.search(shown.out + shown.err), shown


RECORD = 'name = "Archer{}"\nhealth = 3\n'
HIDDEN = [
    r"\u001b[31m", "\u202e", "\u200b", r"\u0085", r"\r", "\u2028", r"\U000e0041", r"\n", "\u3164", "\u115f", "\ufe0f",
]  # fmt: skip


@pytest.mark.parametrize("sign", HIDDEN, ids=[ascii(sign) for sign in HIDDEN])
def test_a_record_with_such_a_sign_is_refused_where_it_is_loaded(tmp_path: Path, sign: str) -> None:
    own = own_folder() / "units" / "archer.toml"
    own.parent.mkdir(parents=True)
    own.write_text(RECORD.format(sign))
    loaded = hoplo("look", "unit", "archer").fails(1, "name: the sign")
    assert not RAW.search(loaded.out + loaded.err)
    own.unlink()
    pack = tmp_path / "pack.toml"
    pack.write_text(f'[pack]\nname = "p"\n[units.archer]\n{RECORD.format(sign)}')
    for words in (["data", "import"], ["data", "test"], ["data", "validate"]):
        ran = hoplo(*words, str(pack))
        assert ran.code == 1
        assert "units.archer.name: the sign" in ran.out + ran.err
    assert not own.exists()


def test_a_record_may_have_a_text_of_several_lines() -> None:
    own = own_folder() / "units" / "archer.toml"
    own.parent.mkdir(parents=True)
    own.write_text('health = 3\nnote = """one\n\ttwo"""\n')
    assert hoplo("look", "unit", "archer").code == 0


def test_a_record_with_such_a_sign_is_refused_where_it_is_entered() -> None:
    ran = hoplo("data", "add", "skill", "Taunted: innate, text 'a\x1b[31mb'")
    assert ran.code in (1, 2)
    assert not (own_folder() / "skills.toml").exists()
    with pytest.raises(InvalidError, match="the sign"):
        remember("tactics", "stun", "Stun\u202e", {})
    assert not (own_folder() / "tactics.toml").exists()


def test_a_position_with_such_a_sign_is_refused(tmp_path: Path) -> None:
    given = position("engage", UNITS)
    lines = []
    for sign in ("\x1b", "\u202e", "\u200b", "\x9b", "\n"):
        for key in ("id", "chip"):
            unit = {**given["units"][0], key: f"rep{sign}tilian"}
            lines.append(json.dumps({**given, "units": [unit, *given["units"][1:]]}))
        lines.append(json.dumps({**given, "bench": {f"a{sign}": {"chip": "archer"}}}))
    ran = hoplo("solve", stdin="\n".join(lines))
    assert [sorted(line) for line in ran.lines] == [["error"]] * len(lines)
    assert not RAW.search(ran.out)


def test_a_picture_holds_no_such_sign(tmp_path: Path) -> None:
    given = position("engage", UNITS)
    given["units"][0] |= {"chip": "reptilian", "faction": f"a{SIGNS}"}
    (tmp_path / "b.json").write_text(json.dumps(given))
    done("board", "--position", tmp_path / "b.json", "--svg", tmp_path / "b.svg")
    assert not RAW.search((tmp_path / "b.svg").read_text(encoding="utf-8").replace("\n", ""))
