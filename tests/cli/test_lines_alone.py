"""One bad line, or one failure of hoplo's own, costs nothing else: each line of `solve` stands alone."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import InvalidError
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader, answer
from tests.helpers.boards import position
from tests.helpers.cli import ROOT, Sitting, done, hoplo, process
from tests.soak.raw_lines import agree_raw, raw_line, very_many_units

UNITS = ["rep rival B2 mv1 hp3 as:reptilian", "krak player D3 hp6 hero"]
GOOD = json.dumps(position("engage", UNITS)).encode()
BOM = b"\xef\xbb\xbf"
READER = PositionReader(Catalogue())


def _with(key: bytes, value: bytes) -> bytes:
    """Put a key, as its bytes are, in front of a good position's."""
    return b'{"' + key + b'":' + value + b"," + GOOD[1:]


BAD = {
    "a number that is none": b"1e999",
    "such a number inside": _with(b"turn", b"1e999").replace(b'"turn": 1,', b""),
    "in an arena": b'{"schema":"hoplo/position@1","units":[],"arena":{"columns":[1e999]}}',
    "in a state": _with(b"state", b'{"moved":[1e999]}'),
    "a lineup of nobody against a scion": b'{"event":"scion","rival":{"lineup":["arch"]}}',
    "a byte that is no text in a key of the state": _with(b"state", b'{"\xff":1}'),
    "and of an arena": b'{"schema":"hoplo/position@1","units":[],"arena":{"\xff":1}}',
    "a lone surrogate": _with(b"state", b'{"\\ud800":1}'),
    "a deep state": _with(b"state", b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "a deep arena": b'{"schema":"hoplo/position@1","units":[],"arena":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "not a number": _with(b"hp", b"NaN"),
    "bytes in a board in one line": b"atl 3 engage | r: r\xffp@D3",
    "a very long board in one line": b"atl 3 engage | " + b"r" * 3_000_000,
    "nothing": b"",
    "a long line": b" " * 3_000_000,
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_line_is_an_error_on_its_line_and_no_other(bad: bytes) -> None:
    ran = hoplo("solve", stdin=b"\n".join([GOOD, bad, GOOD, b""]))
    assert ran.code == 1
    before, error, after = ran.lines
    assert before == after == {"units": {"rep": {"targets": []}}}
    assert sorted(error["error"]) == ["code", "message", "where"]
    assert error["error"]["code"] not in ("internal", "error")


@pytest.mark.parametrize("place", ["region", "columns", "priorities", "state", "units", "rulings"])
def test_what_is_nested_just_deep_enough_to_be_read_is_refused(place: str) -> None:
    """Whatever walks it afterwards has less room than what has read it."""
    given = json.loads(GOOD)
    (given["arena"] if place in given["arena"] else given)[place] = "deep"
    for depth in (300, 900, 950, 980, 990, 995):
        for begin, end in ((b"[", b"]"), (b'{"a":', b"}")):
            line = json.dumps(given).encode().replace(b'"deep"', begin * depth + b"1" + end * depth)
            with pytest.raises(InvalidError):
                READER.read(line)


def test_where_the_bad_number_stands_is_said() -> None:
    ran = hoplo("solve", stdin=BAD["in an arena"] + b"\n" + BAD["in a state"])
    assert [line["error"]["where"] for line in ran.lines] == ["arena", "state"]


def test_a_mark_of_the_byte_order_is_no_part_of_a_line() -> None:
    board = b"atl 3 engage | r: rep@D3 3 | p: krak@E3 6"
    ran = done("solve", stdin=b"\r\n".join([BOM + GOOD, BOM + board, b""]))
    assert len(ran.lines) == 2


def test_very_many_defects_are_told_as_so_many() -> None:
    ran = hoplo("solve", stdin=very_many_units(10_000))
    assert ran.code == 1
    assert len(ran.out) < 20_000
    assert ran.lines[0]["error"]["message"].endswith("and 29903 more")


def test_a_failure_of_hoplos_own_is_an_error_on_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is raised at one line, the lines before and after have their answers."""
    faults = {2: KeyError("arch"), 3: RecursionError()}

    def failing(combat: Combat) -> dict[str, Any]:
        if combat.turn in faults:
            raise faults[combat.turn]
        return answer(combat)

    monkeypatch.setattr("hoplo_companion.cli.fight.positions.answer", failing)
    ran = hoplo("solve", stdin="\n".join(json.dumps({**json.loads(GOOD), "turn": turn}) for turn in (1, 2, 3, 1)))
    first, second, third, last = ran.lines
    assert (ran.code, ran.err) == (1, "")
    assert first == last == {"units": {"rep": {"targets": []}}}
    assert second["error"]["code"] == third["error"]["code"] == "internal"
    assert "KeyError: " in second["error"]["message"]


def test_a_line_without_an_end_ends_it_and_the_answers_before_are_there() -> None:
    code = "import sys\nsys.stdout.buffer.write(sys.argv[1].encode() + b'\\n')\n" + (
        "for _ in range(300): sys.stdout.buffer.write(b'x' * (1 << 20))"
    )
    with subprocess.Popen([sys.executable, "-c", code, GOOD.decode()], stdout=subprocess.PIPE) as endless:
        ran = subprocess.run([sys.executable, "-m", "hoplo_companion", "solve"], stdin=endless.stdout, cwd=ROOT,
                             capture_output=True, check=False, timeout=60)  # fmt: skip
    assert ran.returncode == 1
    good, error = map(json.loads, ran.stdout.splitlines())
    assert "units" in good
    assert error["error"]["code"] == "too-large"
    assert b"without an end" in ran.stderr


@settings(suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_whatever_bytes_a_line_holds_it_is_answered_or_refused(seed: int) -> None:
    agree_raw(seed, READER)


@pytest.mark.parametrize("suffix", ["json", "toml", "txt"])
def test_a_file_of_any_bytes_is_read_or_refused(tmp_path: Path, suffix: str) -> None:
    rng = random.Random(suffix)
    for each in (*rng.sample(list(BAD.values()), 5), raw_line(rng)):
        path = tmp_path / f"board.{suffix}"
        path.write_bytes(each)
        assert hoplo("board", "--position", path).code in (0, 1, 2, 3)


TOML = {
    "deep lists": "a = " + "[" * 100_000,
    "deep tables": "[" + "a." * 5_000 + "b]\nc = 1",
    "deep values": "units = " + "[" * 900 + "]" * 900,
    "a huge number": "turn = " + "9" * 5_000,
    "a number beyond all": "turn = 99999999999999999999999999999999",
    "not a number": "turn = nan",
    "a day": "turn = 2020-01-01",
    "a key twice": "turn = 1\nturn = 2",
}


@pytest.mark.parametrize("text", TOML.values(), ids=TOML.keys())
def test_a_file_of_toml_that_is_no_position_is_refused(tmp_path: Path, text: str) -> None:
    """As a position, as a pack, and as a file of the player's own."""
    path = tmp_path / "board.toml"
    path.write_text(text)
    assert hoplo("board", "--position", path).code == 1
    assert hoplo("data", "import", path).code == 1
    assert hoplo("data", "validate", path).code in (1, 2)
    own = tmp_path / "home" / "data" / "skills.toml"
    own.parent.mkdir(parents=True)
    own.write_text(text)
    assert hoplo("look", "skill", "taunt", HOPLO_HOME=str(tmp_path / "home")).code in (0, 1)


def test_a_capital_that_has_no_name_is_called_so_by_the_history_alone(tmp_path: Path) -> None:
    """What the sentences of a history need is loaded with them, in a process that does nothing else."""
    done("new", "--first-game", HOPLO_HOME=str(tmp_path))
    ran = process("history", HOPLO_HOME=str(tmp_path))
    assert "the capital of the Atlanteans" in " ".join(ran.out.split())


FAILING = (
    "import hoplo_companion.cli.campaign.pad as pad, hoplo_companion.cli.app as app\n"
    "def fail(): raise KeyError('nobody')\n"
    "pad.pad = fail\n"
    "app.main()\n"
)


def _fails(home: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", FAILING, "pad"], capture_output=True, text=True, cwd=ROOT,
                          env={**os.environ, "HOPLO_HOME": str(home), **env}, check=False, timeout=60)  # fmt: skip


def test_a_failure_of_hoplos_own_is_said_in_words_and_is_in_the_report(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert hoplo("new", "--first-game", HOPLO_HOME=str(home)).code == 0
    ran = _fails(home)
    assert (ran.returncode, ran.stdout) == (5, "")
    assert "hoplo itself has failed" in ran.stderr
    assert "hoplo report" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert hoplo("doctor", HOPLO_HOME=str(home)).code == 0
    file = tmp_path / "report.json"
    assert hoplo("report", file, HOPLO_HOME=str(home)).code == 0
    kept = json.loads(file.read_text())["settings"]["failure.txt"]
    assert "KeyError: 'nobody'" in kept
    assert hoplo("save", "import", file, HOPLO_HOME=str(home)).code == 0


def test_a_developer_can_have_the_traceback_shown(tmp_path: Path) -> None:
    ran = _fails(tmp_path / "none", HOPLO_TRACEBACK="1")
    assert ran.returncode == 5
    assert "Traceback" in ran.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("fields", ['doubts = "none"', "doubts = []", "mat = true", 'mat = "columns"'])
def test_a_pack_with_something_else_where_a_table_should_be_is_refused(tmp_path: Path, fields: str) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(f'[pack]\nname = "p"\n[arenas.atlanteans]\n{fields}\n')
    for words in ("import", "validate", "test"):
        assert hoplo("data", words, path).code == 1


def test_an_evening_goes_on_after_a_failure_of_hoplos_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoplo_companion.cli import app, options
    from hoplo_companion.cli.play.play import Evening

    def fail() -> None:
        raise KeyError("nobody")

    monkeypatch.setattr(options, "import_module", lambda _name: fail())
    monkeypatch.setattr(app, "command_line", app.command_line.__wrapped__)
    terminal = Sitting()
    Evening(terminal)._run(["pad"])
    assert "hoplo itself has failed" in terminal.said()
