"""The commands as a player runs them: what they print, what they refuse, their exit codes, and finding the way."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hoplo_companion.cli.app import command_line, run
from hoplo_companion.cli.campaign.map import GUIDE, stand
from hoplo_companion.cli.commands import COMMANDS, GROUPS
from hoplo_companion.errors import cells
from hoplo_companion.language import speaking, tr
from tests.helpers.boards import position, written
from tests.helpers.cli import ROOT, Sitting, done, hoplo
from tests.helpers.command_tree import entries
from tests.helpers.proofs import columns
from tests.helpers.stories import Story, stories

ANSWERS = ROOT / "rules_data" / "examples" / "rulebook-p22.answers.jsonl"
AUTO = "--auto first --seed 1"


EXAMPLE_TURN = f"rival-turn --example {AUTO}".split()
NEXT = {"deployment": "tactics", "tactics": "movement", "movement": "abilities", "abilities": "engage"}
ENGAGED = json.dumps(position("engage", ["r rival C3 blue", "p player D3 hp3"]))
BOARDS = {
    "board": written("movement", ["r rival B3 blue", "p player D3 hp3"], lineup=["next hl2"], tactics="adrenaline"),
    "archer": written("deployment", ["p player D3 hp3"], lineup=["new as:archer movement? range? health? attack?"]),
    "other reading": written("engage", ["p player D3 hp3"], rulings={"dest.bold": "any-far"}),
}


def test_the_example_runs_from_any_folder(tmp_path: Path) -> None:
    ran = done(*EXAMPLE_TURN, cwd=tmp_path)
    assert max(len(line) for line in ran.out.splitlines() if "\\" in line) <= 80
    assert "\x1b" not in ran.out
    assert ran.out == hoplo(*EXAMPLE_TURN, "--plain").out
    assert ran.out == hoplo(*EXAMPLE_TURN, NO_COLOR="1").out


def test_a_position_is_read_from_standard_input() -> None:
    ran = hoplo("rival-turn", "--position", "-", *AUTO.split(), "--json", stdin=ENGAGED)
    assert [event["event"] for event in ran.json["events"]][:3] == ["turn-began", "step-began", "attacked"]


def test_every_event_cites_a_page_and_explain_lays_decisions_open() -> None:
    told = hoplo(*EXAMPLE_TURN, "--explain", "--json").json["events"]
    assert all(event["page"] for event in told if event["event"] != "explained")
    decisions = [event["decision"] for event in told if event["event"] == "explained"]
    assert {each["about"] for each in decisions} == {"deploy", "tactic", "mark", "destination", "ability", "target"}
    assert all({"option", "values", "out", "rule", "rulings"} == set(c) for d in decisions for c in d["candidates"])


MEANT = columns(
    """
travle | hoplo travel
figth | hoplo fight
fight lgo | hoplo fight log
figth lgo | hoplo fight log
data lst units | hoplo data list units
rival turn | hoplo rival-turn
hoplo rival turn | hoplo rival-turn
hoplo undo | hoplo undo
odysey --html x | hoplo odyssey --html x
RivalTurn --plain | hoplo rival-turn --plain
log | hoplo fight log
spartacus duell | hoplo spartacus duel
""",
    2,
)
WRONG = [
    ('"krakenlance"', "3 | one of defender, reptilian, archer"),
    ('{"question": "movement.next", "answer": "archer"}', "1 | tactic.target"),
    ('{"question": "tactic.target"}', "1 | 'answer'"),
    ('{"reply": "archer"}', "1 | 'reply'"),
    ("archer", "1 | line 1"),
    (ANSWERS.read_text().strip().replace("\n", "\\n") + '\\n"more"', "1 | were not asked for"),
]  # fmt: skip

ONE_STEP = "\n".join(
    f"  rival-turn --example --step {step} {AUTO} --json -> position.step = {following} | position.turn = 3"
    f" | events.1.step = {step} | once step-began"
    for step, following in NEXT.items()
)
REFUSED = "\n".join(
    f"  write {{tmp}}/a '{script}'\n"
    f"  rival-turn --example --answers {{tmp}}/a --write {{tmp}}/kept -> {refused}\n"
    "  board --position {tmp}/kept -> 2"
    for script, refused in WRONG
)
MISSPELLED = "\n".join(
    f"  {typed} -> 2 | one-line | did you mean `{meant}`?\n  {typed} --lang it -> 2 | intendevate"
    for typed, meant in MEANT
)


@stories(f"""
The example runs and cites pages
  rival-turn --example --auto first --seed 1 -> is deployed on A1 | Stun is passed over | it is your turn. p.24 | p.23
    | went
  rival-turn --example --auto first --seed 1 --explain -> out:
Answers from a file play the book's turn
  rival-turn --example --answers {ANSWERS} --json -> position.units.*.hex has F1 | position.units.*.hex has F2
Without a terminal the open question is named with its options
  rival-turn --example -> 2 | tactic.target | defender, reptilian, archer | --answers | --auto
The same seed gives the same turn
  rival-turn --example --auto random --seed 7 --json -> position.turn = 4 | keep turn
  rival-turn --example --auto random --seed 7 --json -> is turn
Turns chain: the final position is a position again, and the next turn starts from it
  rival-turn --example {AUTO} --write {{tmp}}/b && read {{tmp}}/b -> schema = hoplo/position@1 | turn = 4
  rival-turn --position {{tmp}}/b {AUTO} --json --write {{tmp}}/b.toml -> position.turn = 5
  rival-turn --position {{tmp}}/b.toml {AUTO} --json -> position.turn = 6
A turn starts at the step of its position
  board && rival-turn --position {{tmp}}/b {AUTO} --json
    -> position.rival = {{"lineup": ["next"], "tactics": ["adrenaline"]}}
    | events.1.step = movement | events.3.step = abilities
One step alone leaves the next one to do
{ONE_STEP}
Wrong answers are refused, and nothing is written
{REFUSED}
A script may answer the first questions and the app the others, where the player asks for both
  write {{tmp}}/a '"archer"' && rival-turn --example --answers {{tmp}}/a {AUTO} --json -> events.*.unit has archer
A number that no source states is asked once, and known from then on
  archer && rival-turn --position {{tmp}}/b {AUTO} -> 2 | Health
  write {{tmp}}/a '{{"question": "component.stat", "about": "health", "answer": 4}}'
  rival-turn --position {{tmp}}/b --answers {{tmp}}/a --json -> position.units.new.hp = 4
  own units archer -> health = 4
  rival-turn --position {{tmp}}/b {AUTO} && data validate
Rulings show the reading in force
  rulings dest.bold --json -> rulings.0.reading = default | rulings.0.others keys any-far
  other reading && rulings dest.bold --position {{tmp}}/b --json -> rulings.0.reading = any-far
    | rulings.0.others has default
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
  look tauntt --lang it -> 2 | voce: il nome | intendevate taunt
  rulings taunt.witch -> 2 | taunt.which
  data show reptilan -> 2 | did you mean reptilian
  data list gods -> 2 | known kinds
  data validate no/such.toml -> 2 | no such file
Alone it says what it can do
  --plain -> rival-turn
Rules are found by words, ids and Italian terms
  look rules tactics --json -> rules.0.id = tactics.adrenaline
  look rules movement.backup --json -> rules.*.id = ["movement.backup"]
  look rules riserva --json -> rules.*.id has movement.backup
  look rules closest mark --json -> rules lacks []
  look rules movement.backup -> p.23
A misspelled command is answered with the call that was meant, and what is like none is referred to the help
{MISSPELLED}
  zork -> 2 | `hoplo --help --all` lists them all
  fight zork -> 2 | `hoplo fight --help` lists them all
""", **BOARDS)  # fmt: skip
def test_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


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


def test_there_are_no_more_doors() -> None:
    found = list(entries())
    victorum = [each for each in found if each.words[:1] not in (("spartacus",), ("pantheon",))]
    options = [option for each in found for option in each.options]
    counted = {
        "commands at the top": sum(len(each.words) == 1 for each in found),
        "commands below them": sum(len(each.words) > 1 for each in victorum),
        "options": sum(not {"--json", "--plain", "--lang", "--help", "-h"} & {*each.opts} for each in options),
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
        lines = hoplo(name, "--lang", lang, "--help", COLUMNS="80").out.splitlines()
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


@pytest.mark.parametrize(("code", "not_needed"), [
    ("import hoplo_companion.cli.app, hoplo_companion.render.board.text",
     ("hoplo_companion.render.board.svg", "hoplo_companion.render.picture", "xml")),
    ("from hoplo_companion.render.board import text\nfrom hoplo_companion.render.sentences import decisions, events",
     ("rich", "typer")),
    ("from hoplo_companion.cli.app import command_line\n"
     "for name in (commands := command_line()).list_commands(None): commands.get_command(None, name)", ("textual",)),
])  # fmt: skip
def test_what_draws_or_asks_is_not_loaded_where_nothing_is_drawn_or_asked(
    code: str, not_needed: tuple[str, ...]
) -> None:
    code = f"import sys\n{code}\nprint(*[name for name in sys.modules if name.startswith({not_needed})])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_help_has_a_whole_line_for_each_command_in_its_group(language: str) -> None:
    lines = hoplo("--help", "--all", HOPLO_LANG=language, COLUMNS="80").out.splitlines()
    assert max(map(len, lines)) <= 80
    with speaking("it" if language == "it" else "en"):
        for group, commands in GROUPS.items():
            at = lines.index(f"{tr(group)}:") + 1
            listed = [line.split(maxsplit=1) for line in lines[at : at + len(commands)]]
            assert listed == [[name, tr(command.help)] for name, command in commands.items()]
        assert max(map(len, tr(GUIDE, version="0.1.0").splitlines())) <= 80


def test_without_a_campaign_the_ways_to_begin_are_listed_or_offered_by_key(home: Path) -> None:
    for words in ("hoplo new --first-game", "hoplo save list"):
        assert words in hoplo().out
    person = Sitting()
    for key, command in (("1", "learn"), ("2", "new --first-game"), ("3", "new"), ("6", "--help"), ("7", "")):
        person.pressed = [key]
        assert stand(person) == command.split()
    assert "trash" not in person.said()
    assert hoplo("new", "--first-game", "--name", "it").code == 0
    assert hoplo("save", "delete", "it").code == 0
    person.pressed = ["6"]
    assert stand(person) == ["save", "restore", "it-1"]


def test_a_beginning_that_was_left_is_offered_again(home: Path) -> None:
    (home / "conversation.json").write_text('{"campaign":"","command":["new"],"answers":[["Your hero?","x"]]}')
    person = Sitting()
    person.pressed = ["6"]
    assert stand(person) == ["new"]
    assert "what you began: `hoplo new`" in person.said()
