"""The commands as a player runs them: what they print, what they refuse, and with which exit code."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.cli.app import command_line, run
from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.errors import cells
from tests.helpers.boards import position
from tests.helpers.cli import ROOT, Sitting, done, hoplo
from tests.helpers.command_tree import entries
from tests.helpers.stories import Story, stories

EXAMPLE = ROOT / "rules_data" / "examples" / "rulebook-p22.toml"
ANSWERS = ROOT / "rules_data" / "examples" / "rulebook-p22.answers.jsonl"
AUTO = ("--auto", "first", "--seed", "1")


def written(path: Path, data: dict[str, Any]) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_the_example_runs_from_any_folder(tmp_path: Path) -> None:
    ran = done("rival-turn", "--example", *AUTO, cwd=tmp_path)
    assert max(len(line) for line in ran.out.splitlines() if "\\" in line) <= 80
    assert "\x1b" not in ran.out
    assert ran.out == hoplo("rival-turn", "--example", *AUTO, "--plain").out
    assert ran.out == hoplo("rival-turn", "--example", *AUTO, NO_COLOR="1").out


def test_the_same_seed_gives_the_same_turn() -> None:
    one, other = (hoplo("rival-turn", "--example", "--auto", "random", "--seed", "7", "--json") for _ in range(2))
    assert one == other
    assert one.json["position"]["turn"] == 4


def test_turns_chain(tmp_path: Path) -> None:
    """The final position is a position again, and the next turn starts from it."""
    path = tmp_path / "board.json"
    first = hoplo("rival-turn", "--example", *AUTO, "--json", "--write", path)
    assert json.loads(path.read_text()) == first.json["position"]
    second = done("rival-turn", "--position", path, *AUTO, "--json")
    assert second.json["position"]["turn"] == 5
    toml = tmp_path / "board.toml"
    assert hoplo("rival-turn", "--position", path, *AUTO, "--write", toml).code == 0
    assert tomllib.loads(toml.read_text()) == second.json["position"]
    assert hoplo("rival-turn", "--position", toml, *AUTO, "--json").json["position"]["turn"] == 6


def test_a_position_is_read_from_standard_input() -> None:
    given = json.dumps(position("engage", ["r rival C3 blue", "p player D3 hp3"]))
    ran = hoplo("rival-turn", "--position", "-", *AUTO, "--json", stdin=given)
    assert [event["event"] for event in ran.json["events"]][:3] == ["turn-began", "step-began", "attacked"]


def test_a_turn_starts_at_the_step_of_its_position(tmp_path: Path) -> None:
    given = position("movement", ["r rival B3 blue", "p player D3 hp3"], lineup=["next hl2"], tactics="adrenaline")
    ran = hoplo("rival-turn", "--position", written(tmp_path / "p.json", given), *AUTO, "--json")
    steps = [event["step"] for event in ran.json["events"] if event["event"] == "step-began"]
    assert steps == ["movement", "abilities", "engage"]
    assert ran.json["position"]["rival"] == {"lineup": ["next"], "tactics": ["adrenaline"]}


@pytest.mark.parametrize(("step", "following"), [
    ("deployment", "tactics"), ("tactics", "movement"), ("movement", "abilities"), ("abilities", "engage"),
])  # fmt: skip
def test_one_step_alone_leaves_the_next_one_to_do(step: str, following: str) -> None:
    ran = hoplo("rival-turn", "--example", "--step", step, *AUTO, "--json")
    assert [event["step"] for event in ran.json["events"] if event["event"] == "step-began"] == [step]
    assert (ran.json["position"]["step"], ran.json["position"]["turn"]) == (following, 3)


def test_every_event_cites_a_page_and_explain_lays_decisions_open() -> None:
    told = hoplo("rival-turn", "--example", *AUTO, "--explain", "--json").json["events"]
    assert all(event["page"] for event in told if event["event"] != "explained")
    decisions = [event["decision"] for event in told if event["event"] == "explained"]
    assert {each["about"] for each in decisions} == {"deploy", "tactic", "mark", "destination", "ability", "target"}
    assert all({"option", "values", "out", "rule", "rulings"} == set(c) for d in decisions for c in d["candidates"])


@stories(f"""
The example runs and cites pages
  rival-turn --example --auto first --seed 1 -> is deployed on A1 | Stun is passed over | it is your turn. p.24 | p.23
    | went
  rival-turn --example --auto first --seed 1 --explain -> out:
Answers from a file play the book's turn
  rival-turn --example --answers {ANSWERS} --json -> position.units.*.hex has F1 | position.units.*.hex has F2
Without a terminal the open question is named with its options
  rival-turn --example -> 2 | tactic.target | defender, reptilian, archer | --answers | --auto
A missing answer names the question and its options
  write {{tmp}}/answers.jsonl '"reptilian"\\n'
  rival-turn --example --answers {{tmp}}/answers.jsonl -> 1 | movement.next | defender, reptilian
  rival-turn --example --answers {{tmp}}/answers.jsonl --json
    -> 1 | question.id = movement.next | question.options = ["defender", "reptilian"]
Why shows candidates, criteria and what ruled them out
  why reptilian --example --step movement --json -> decisions.*.about = ["mark", "destination"]
    | decisions.1.chosen = ["E3", "F2"] | decisions.1.candidates.*.out has within Range
    | decisions.1.criteria.*.name = ["within Range", "farthest from the mark", "least movement"]
  why reptilian --example --step movement -> E3 or F2 | out: not within Range
Why not names what ruled it out, and says of a chosen hex that it is one
  why-not reptilian F1 --example --step movement --json -> verdicts.0.out has within Range
  why-not reptilian F1 --example --step movement -> within Range
  why-not reptilian G3 --example --step movement -> Movement is 1
  why-not reptilian F3 --example --step movement -> occupied by Krakenlance
  why-not defender reptilian --example --step movement -> an ally
  why-not reptilian your-defender --example --step movement -> priority
  why-not reptilian E3 --example --step movement --json -> verdicts.0.out = "" | verdicts.0.instead = ["E3", "F2"]
A wrong call says what would be right
  why nobody --example -> 2 | known rival chips: adrenaline
  why reptilan --example -> 2 | did you mean reptilian
  why-not reptilian Z9 --example -> 2 | neither a hex of this mat nor a unit
  why -> 2 | --position
  rival-turn -> 2 | --example
  rival-turn --example --position x -> 2 | --position
  rival-turn --example --step dance -> 2 | movement
  rival-turn --position no/such/file.json -> 2 | No such file
  rival-turn --example --answers no/such -> 2 | No such file
  rival-turn --example --auto first --seed 1 --write README.md/x -> 1
  frobnicate -> 2 | no command is called
  look frobnication -> 2 | no rule
  rulings taunt.witch -> 2 | taunt.which
  data show reptilan -> 2 | did you mean reptilian
  data list gods -> 2 | known kinds
  data validate no/such.toml -> 2 | no such file
Alone it says what it can do
  --plain -> rival-turn
Rules are found by words, ids and Italian terms
  look rules movement.backup --json -> rules.*.id = ["movement.backup"]
  look rules riserva --json -> rules.*.id has movement.backup
  look rules closest mark --json -> rules lacks []
  look rules movement.backup -> p.23
A word that was a command is answered with the one that does it
  deploy archer G2 -> 2 | `hoplo turn deploy archer G2` now
  influence gain 2 -> 2 | `hoplo pad influence 2` now
  influence -> 2 | `hoplo pad influence` now
  week mark -> 2 | `hoplo pad week mark` now
  event lost --hp 2 -> 2 | `hoplo cleanup --lost --hp 2` now
  fight story -> 2 | `hoplo fight log` now
  remove rep -> 2 | `hoplo fix rep gone` now
  disputes -> 2 | `hoplo history` now
""")
def test_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


# Who answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("script", "code", "words"), [
    ('"krakenlance"\n', 3, "one of defender, reptilian, archer"),
    ('{"question": "movement.next", "answer": "archer"}\n', 1, "tactic.target"),
    ('{"question": "tactic.target"}\n', 1, "'answer'"),
    ('{"reply": "archer"}\n', 1, "'reply'"),
    ("archer\n", 1, "line 1"),
    (ANSWERS.read_text() + '"more"\n', 1, "not asked for"),
])  # fmt: skip
def test_wrong_answers_are_refused(tmp_path: Path, script: str, code: int, words: str) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(script)
    keep = tmp_path / "kept.json"
    ran = hoplo("rival-turn", "--example", "--answers", path, "--write", keep)
    assert ran.code == code
    assert words in ran.err
    assert not keep.exists()


def test_answers_then_the_app(tmp_path: Path) -> None:
    """A script may answer the first questions and the app the others, where the player asks for both."""
    path = tmp_path / "answers.jsonl"
    path.write_text('"archer"\n')
    ran = done("rival-turn", "--example", "--answers", path, *AUTO, "--json")
    placed = next(event for event in ran.json["events"] if event["event"] == "tactic-placed")
    assert placed["unit"] == "archer"


def test_what_a_chip_says_is_asked_once_and_kept(tmp_path: Path) -> None:
    """A number that no source states is taken from the player, and known from then on."""
    home = tmp_path / "home"
    given = written(tmp_path / "p.json", position("deployment", ["p player D3 hp3"], lineup=["new as:archer"]))
    data = json.loads(given.read_text())
    data["bench"]["new"] = {"chip": "archer"}
    written(given, data)
    hoplo("rival-turn", "--position", given, *AUTO, HOPLO_HOME=str(home)).fails(2, "Health")
    script = tmp_path / "answers.jsonl"
    script.write_text('{"question": "component.stat", "about": "health", "answer": 4}\n')
    told = done("rival-turn", "--position", given, "--answers", script, "--json", HOPLO_HOME=str(home))
    assert next(event["hp"] for event in told.json["events"] if event["event"] == "deployed") == 4
    kept = tomllib.loads((home / "data" / "units" / "archer.toml").read_text())
    assert kept["health"] == 4
    done("rival-turn", "--position", given, *AUTO, "--json", HOPLO_HOME=str(home))
    assert hoplo("data", "validate", HOPLO_HOME=str(home)).code == 0


# Looking things up ----------------------------------------------------------------------------------------------


def test_rules_are_listed_whole_or_by_a_word() -> None:
    assert all(rule["id"].startswith("tactics.") for rule in hoplo("look", "rules", "tactics", "--json").json["rules"])
    everything = len(hoplo("look", "rules", "--json").json["rules"])
    assert 0 < len(hoplo("look", "rules", "closest", "mark", "--json").json["rules"]) < everything


def test_rulings_show_the_reading_in_force(tmp_path: Path) -> None:
    listed = {ruling["id"]: ruling for ruling in hoplo("rulings", "--json").json["rulings"]}
    assert listed["dest.bold"]["reading"] == "default"
    assert set(listed["dest.bold"]["others"]) == {"any-far"}
    given = position("engage", ["p player D3 hp3"], rulings={"dest.bold": "any-far"})
    path = written(tmp_path / "p.json", given)
    chosen = hoplo("rulings", "dest.bold", "--position", path, "--json").json["rulings"][0]
    assert chosen["reading"] == "any-far"
    assert "default" in chosen["others"]


def test_reading_stops_quietly_when_the_reader_goes() -> None:
    done = subprocess.run(
        f"{sys.executable} -m hoplo_companion look rules | head -1",
        shell=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


MOST = {"commands at the top": 46, "commands below them": 55, "options": 279}
"""How many doors there are; none may be added."""

ON_EVERY_COMMAND = {"--json", "--plain", "--lang", "--help", "-h"}


def test_there_are_no_more_doors() -> None:
    found = list(entries())
    victorum = [each for each in found if each.words[:1] not in (("spartacus",), ("pantheon",))]
    options = [option for each in found for option in each.options]
    counted = {
        "commands at the top": sum(len(each.words) == 1 for each in found),
        "commands below them": sum(len(each.words) > 1 for each in victorum),
        "options": sum(not ON_EVERY_COMMAND & {*each.opts} for each in options),
    }
    more = {what: count for what, count in counted.items() if count > MOST[what]}
    assert not more, f"the numbers may only fall, from {MOST}"


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_help_is_one_screen_and_says_where_the_rest_is(lang: str) -> None:
    shown = hoplo("--help", HOPLO_LANG=lang, COLUMNS="80").out.splitlines()
    assert len(shown) <= 23
    assert max(map(cells, shown)) <= 80
    assert any("hoplo --help --all" in line for line in shown)
    everything = hoplo("--help", "--all", HOPLO_LANG=lang, COLUMNS="80").out.splitlines()
    listed = {line.split()[0] for line in everything if line.startswith("  ") and line.strip()}
    assert set(COMMANDS) <= listed


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_stands_below_a_command_is_listed_in_whole_sentences(lang: str) -> None:
    groups = [name for name in COMMANDS if hasattr(command_line().get_command(None, name), "commands")]
    assert len(groups) > 10
    for name in groups:
        lines = hoplo(name, "--help", HOPLO_LANG=lang, COLUMNS="80").out.splitlines()
        below = lines[next(at for at, line in enumerate(lines) if line in ("Commands:", "Comandi:")) :]
        assert [line for line in below if cells(line) > 80 or line.endswith("...")] == []


def test_where_several_campaigns_are_and_none_is_chosen_they_are_offered_by_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    hoplo("new", "--first-game")
    hoplo("new", "--first-game", "--name", "second")
    (tmp_path / "current").unlink()
    hoplo().fails(2, "which campaign? `hoplo save switch NAME`: krakenlance, second")
    sitting = Sitting()
    sitting.pressed = ["2"]
    assert run(sitting) == 0
    assert "now playing second" in sitting.said()
    assert hoplo("--json").json["campaign"] == "second"


@pytest.mark.parametrize(("words", "most"), [
    (["pad", "gain", "2"], 60),
    (["pad", "heal", "2"], 60),
    (["history"], 60),
    (["rival-turn", "--example", "--auto", "first"], 90),
])  # fmt: skip
def test_a_command_loads_what_it_needs_alone(
    words: list[str], most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    hoplo("new", "--first-game")
    code = (
        "import sys\nfrom hoplo_companion.cli.app import main\n"
        f"sys.argv = ['hoplo', *{words!r}]\n"
        "try:\n    main()\nfinally:\n    loaded = [at for at in sys.modules if at.startswith('hoplo_companion')]\n"
        "    print(len(loaded), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(ran.stderr) <= most
