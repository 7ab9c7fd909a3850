"""`hoplo solve`: lines in, lines out, exit codes, schemas; against a brute-force solver from the rulebook alone."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import jsonschema
import pytest

from benchmarks.boards import lines
from hoplo_companion.components.catalogue import Catalogue, shipped_folder
from hoplo_companion.rules.position.reading import PositionReader, answer
from hoplo_companion.rules.rival.outcomes import outcomes
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions
from tests.helpers.boards import position
from tests.helpers.cli import ROOT, hoplo
from tests.soak import oracle
from tests.soak.random_positions import ACTING, OTHERS, random_position
from tests.soak.random_reasons import hold_reasons

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


COUNT = 1600
"""Positions compared; `python -m tests.soak` compares more."""

PARTS = 8


def _canonical(found: dict[str, Any]) -> dict[str, Any]:
    """Make two answers comparable as sets."""
    if "outcomes" in found:
        ends = [json.dumps(end, sort_keys=True) for end in found["outcomes"]]
        assert len(set(ends)) == len(ends), "the same outcome twice"
        found = {**found, "outcomes": sorted(ends)}
    return found


def agree(positions: int, seed: int, reader: PositionReader) -> None:
    """Hold the answers to random positions against the oracle's."""
    random = Random(seed)
    for _ in range(positions):
        position = random_position(random)
        ours = _canonical(answer(reader.read(json.dumps(position).encode())))
        theirs = _canonical(oracle.solve(position))
        assert ours == theirs, json.dumps(position)


@pytest.mark.parametrize("part", range(PARTS))
def test_solve_agrees_with_the_oracle(part: int, reader: PositionReader) -> None:
    agree(COUNT // PARTS, part, reader)


@pytest.mark.rule("skill.roaming-flight")
@pytest.mark.parametrize("reading", ["yes", "default"])
def test_solve_agrees_where_units_with_flight_roam(reading: str, reader: PositionReader) -> None:
    """What the dice can lead to over blocked hexes hangs on the reading alone (roaming.flight)."""
    random = Random(7)
    for _ in range(40):
        position = random_position(random, "movement")
        position["rulings"]["roaming.flight"] = reading
        rivals = [unit for unit in position["units"] if unit["side"] == "rival"][:3]
        named = json.dumps([position.get("chips"), position.get("state")])
        kept = [unit["id"] for unit in position["units"] if unit["side"] != "rival" or f'"{unit["id"]}"' in named]
        position["units"] = [unit for unit in position["units"] if unit["id"] in kept or unit in rivals]
        for unit in rivals[:2]:
            unit["skills"] = sorted({*unit["skills"], "Roaming", "Flight"})
            unit |= {"dazed": False, "movement": random.randint(1, 3)}
        ours = _canonical(answer(reader.read(json.dumps(position).encode())))
        assert ours == _canonical(oracle.solve(position)), json.dumps(position)


@pytest.mark.parametrize("part", range(4))
def test_what_why_shows_is_what_the_rules_choose(part: int, reader: PositionReader) -> None:
    check_why(150, 100 + part, reader)


def check_why(positions: int, seed: int, reader: PositionReader) -> None:
    """Hold the tables of `why` against the answers of `solve`: they come from the same sets, and must not drift."""
    random = Random(seed)
    for _ in range(positions):
        position = random_position(random)
        combat = reader.read(json.dumps(position).encode())
        found, given = decisions(combat, combat.step), answer(combat)
        match combat.step:
            case "movement":
                _check_moves(found, given, {u["id"]: u.get("hex", "") for u in position["units"]})
            case "engage":
                aimed = {each.unit: sorted(each.chosen) for each in found if (each.about, each.by) == ("target", "")}
                assert {unit: aims["targets"] for unit, aims in given["units"].items()} == aimed
            case "tactics":
                *passed_over, last = [sorted(decision.chosen) for decision in found] or [[]]
                assert not any(passed_over)
                assert last == (given["tactic"]["targets"] if given["tactic"] else [])
            case "deployment":
                deployed = [(decision.unit, decision.chosen[0]) for decision in found if decision.chosen]
                assert deployed == [(each["unit"], each["hex"]) for each in given["deploy"]]


def _check_moves(found: list[Decision], given: dict[str, Any], hexes: dict[str, str]) -> None:
    for unit, move in given["units"].items():
        marks, ends = (
            [each.chosen for each in found if (each.unit, each.about) == (unit, about)]
            for about in ("mark", "destination")
        )
        if move["status"] in ("moves", "stays") and not move["marks"]:
            assert [[*move["destinations"]]] == [*map(sorted, ends)]
            continue  # It roams: the dice decide.
        marked = [option.partition(" as ")[::2] for option in marks[0]]
        told = sorted((int(entry.split(".")[0]) - 1, target) for target, entry in marked)
        assert told == [(mark["priority"], mark["target"]) for mark in move["marks"]]
        reached = {hex_ for each in ends for hex_ in each}
        if move["status"] == "moves" and reached:
            assert reached - {hexes[unit]} == set(move["destinations"])


@pytest.mark.parametrize("part", range(4))
def test_reasons_are_those_of_the_decision(part: int, reader: PositionReader) -> None:
    """Chosen is not out, out was not chosen, values are those compared, and rulings are named where they decide."""
    hold_reasons(20, 500 + part, reader)


def _without(position: dict[str, Any], skills: set[str]) -> dict[str, Any]:
    """Give the position with no unit having any of the skills."""
    units = [
        {**unit, "skills": [skill for skill in unit["skills"] if skill.rstrip(" 0123456789") not in skills]}
        for unit in position["units"]
    ]
    return {**position, "units": units}


def test_the_random_positions_have_every_skill_decide_something(reader: PositionReader) -> None:
    """Each skill with an effect in `solve` changes answers when taken away, so that the oracle has it to check."""
    catalogue = Catalogue()
    records = [record for id_ in catalogue.ids("skills") if (record := catalogue.skill(id_)) is not None]
    sheet = {record.name for record in records if record.sheet}
    idle = {skill.removesuffix(" #") for skill in OTHERS}
    assert (len(sheet), {*ACTING} | idle, {*ACTING} & idle) == (31, sheet, set())

    def solved(position: dict[str, Any]) -> dict[str, Any]:
        return answer(reader.read(json.dumps(position).encode()))

    random = Random(200)
    # Dig In decides only whether a unit without any other die has one for Heave or Whirlwind.
    lacking = dict.fromkeys(ACTING, 8) | {"Dig In": 2}
    for number in range(1000):
        position = random_position(random)
        asked = [skill for skill in lacking if any(skill in unit["skills"] for unit in position["units"])]
        if asked or number < 200:
            found = solved(position)
            assert solved(_without(position, idle)) == found, json.dumps(position)
            for skill in asked:
                lacking[skill] -= solved(_without(position, {skill})) != found
            lacking = {skill: count for skill, count in lacking.items() if count}
    assert not lacking


def test_the_oracle_can_disagree(reader: PositionReader) -> None:
    """The comparison itself works: an answer with one outcome less is noticed."""
    random = Random(7)
    for _ in range(100):
        position = random_position(random, "movement")
        ours = answer(reader.read(json.dumps(position).encode()))
        if len(ours["outcomes"]) > 1:
            ours["outcomes"].pop()
            assert _canonical(ours) != _canonical(oracle.solve(position))
            return
    pytest.fail("no position with several outcomes among a hundred")
