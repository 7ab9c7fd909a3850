"""`hoplo solve` from outside: lines in, lines out, errors on their lines, exit codes, schemas."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import jsonschema
import pytest

from benchmarks.boards import lines
from hoplo_companion.components.catalogue import shipped_folder
from hoplo_companion.rules.rival.outcomes import outcomes
from tests.helpers.boards import position
from tests.helpers.cli import ROOT, hoplo
from tests.soak.random_positions import random_position

UNITS = ["rep rival B2 mv1 hp3 as:reptilian", "krak player D3 hp6 hero"]


def _schema(name: str) -> dict[str, Any]:
    text = (shipped_folder() / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.parametrize(("step", "expected"), [
    ("deployment", {"deploy": [{"unit": "arch", "hex": "A1", "bonus_hp": 0}]}),
    ("tactics", {"tactic": {"chip": "adrenaline", "index": 1, "targets": ["rep"]}}),
    ("movement", {"units": {"rep": {"status": "moves", "marks": [{"priority": 0, "target": "krak"}],
     "destinations": ["C2", "C3"]}}, "outcomes": [{"rep": "C2"}, {"rep": "C3"}]}),
    ("engage", {"units": {"rep": {"targets": []}}}),
])  # fmt: skip
def test_each_step_has_its_answer(step: str, expected: dict[str, Any]) -> None:
    given = position(step, UNITS, lineup=["arch as:archer hl2"], tactics="stun adrenaline")
    ran = hoplo("solve", stdin=json.dumps(given))
    assert (ran.code, ran.lines) == (0, [expected])


def test_too_many_ways_leave_what_each_unit_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code is its own, the units' moves are given, and the line counts as carrying an error (docs/interface.md)."""
    monkeypatch.setattr(outcomes, "__defaults__", (None, 1))
    line = json.dumps(position("movement", ["r rival C3 mv2", "s rival C4 mv2", "a player G1", "b player G3"]))
    ran = hoplo("solve", stdin=line)
    [found] = ran.lines
    assert (ran.code, sorted(found), found["error"]["code"]) == (1, ["error", "units"], "too-many-ways")
    assert sorted(found["units"]) == ["r", "s"]
    jsonschema.Draft202012Validator(_schema("answer-1")).validate(found)


def test_no_tactic_is_null() -> None:
    ran = hoplo("solve", stdin=json.dumps(position("tactics", UNITS)))
    assert ran.lines == [{"tactic": None}]


def test_a_board_in_one_line_is_answered_too() -> None:
    lines_ = ["atl 3 engage | r: rep@D3 3 | p: krak@E3 6", "atl 3 engage | r: krakn@C2", "atlanteans", '{"a|": 1}']
    ran = hoplo("solve", stdin="\n".join(lines_))
    assert ran.code == 1
    found, misspelled, *others = ran.lines
    assert found == {"units": {"reptilian": {"targets": ["krakenlance"]}}}
    assert misspelled["error"]["code"] == "notation"
    assert misspelled["error"]["where"] == "character 19"
    assert misspelled["error"]["message"].startswith("no chip is called 'krakn'; did you mean krakenlance?")
    assert [each["error"]["code"] for each in others] == ["json", "unknown-key"]
    assert sorted(misspelled["error"]) == ["code", "message", "where"]
    assert ran.err == ""


def test_nothing_in_nothing_out() -> None:
    assert hoplo("solve") == (0, "", "")


def test_a_wrong_call_is_a_usage_error() -> None:
    assert hoplo("solve", "--frobnicate").code == 2
    assert hoplo("solve", "file.jsonl").code == 2


def test_the_last_line_needs_no_line_end_and_windows_line_ends_do() -> None:
    text = json.dumps(position("engage", UNITS))
    assert len(hoplo("solve", stdin=text).lines) == 1
    assert len(hoplo("solve", stdin=f"{text}\r\n{text}\r\n").lines) == 2


def test_answers_come_in_order_and_as_soon_as_the_line_is_there() -> None:
    """A program may write one position and wait for its answer before it writes the next."""
    with subprocess.Popen(
        [sys.executable, "-m", "hoplo_companion", "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for hp in (3, 4):
            given = position("engage", [*UNITS[:1], f"krak player C2 hp{hp} hero"])
            process.stdin.write(json.dumps(given).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"units": {"rep": {"targets": ["krak"]}}}
        process.stdin.close()
        assert process.wait(10) == 0


def test_explain_says_because() -> None:
    given = position("movement", UNITS, explain=True)
    (found,) = hoplo("solve", stdin=json.dumps(given)).lines
    assert {"unit", "rule", "page", "text"} == set(found["because"][0])
    assert found["because"][0]["unit"] == "rep"
    assert "marks Attacker" in found["because"][0]["text"]


def test_rulings_in_a_position_switch_the_answer() -> None:
    units = ["r rival B2 mv3 rg2 hp3", "p player E3 hp3"]
    answers = []
    for rulings in ({}, {"dest.bold": "any-far"}):
        ran = hoplo("solve", stdin=json.dumps(position("movement", units, rulings=rulings)))
        answers.append(set(ran.lines[0]["units"]["r"]["destinations"]))
    assert answers[0] < answers[1]


def test_positions_and_answers_fit_the_published_schemas() -> None:
    positions, answers = (jsonschema.Draft202012Validator(_schema(name)) for name in ("position-1", "answer-1"))
    random = Random(11)
    given = [random_position(random) for _ in range(150)]
    given[0]["explain"] = True
    for each in given:
        positions.validate(each)
    text = "\n".join([*map(json.dumps, given), "{"])
    found = hoplo("solve", stdin=text).lines
    assert len(found) == len(given) + 1, "one answer a line, errors too"
    for line in found:
        answers.validate(line)


def test_the_schema_refuses_what_the_program_refuses() -> None:
    schema = _schema("position-1")
    wrong: dict[str, Any]
    for wrong in ({"schema": "hoplo/position@2"}, {"step": "dance"}, {"bogus": 1}, {"units": {}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**position("engage", UNITS), **wrong}, schema)


def peak(count: int) -> int:
    """Give the most memory, in kB, that a process takes to answer so many lines, in hundreds."""
    text = b"\n".join(lines(200)) + b"\n"
    script = (
        "import resource, sys; from hoplo_companion.cli.app import main\n"
        "sys.argv = ['hoplo', 'solve']\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=text * (count // 200), capture_output=True, cwd=ROOT, check=False
    )
    assert done.stdout.count(b"\n") == count
    return int(done.stderr.split()[-1])


def test_memory_stays_flat_over_many_lines() -> None:
    """Six times the lines take no more memory: nothing is kept of a line once it is answered."""
    pytest.importorskip("resource", reason="this system does not tell a process's memory")
    assert peak(2400) < peak(400) * 1.1


def test_an_attack_that_was_refused_stays_refused() -> None:
    """Attacks are read once for each way they are written: what is no attack is none the second time either."""
    good = position("engage", ["r rival C3 rg1 hp3 blue", "p player D3 hp2 blue"])
    bad = json.loads(json.dumps(good))
    bad["units"][0]["attack"] = ["pink"]
    lines = "\n".join(map(json.dumps, [bad, good, bad, bad, good]))
    answers = [json.loads(line) for line in hoplo("solve", stdin=lines).out.splitlines()]
    assert [each.get("error", {}).get("where") for each in answers] == [
        "units[0].attack[0]", None, "units[0].attack[0]", "units[0].attack[0]", None,
    ]  # fmt: skip
    assert answers[0] == answers[2] == answers[3]
    assert answers[1] == answers[4]
