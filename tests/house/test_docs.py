"""What the documents show is true: their positions are sound, their commands run."""

import re
import shlex
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.cli import ROOT, done, hoplo

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in (
    "fight", "first-campaign", "rival-turn", "architecture", "commands", "spartacus", "reports",
)}  # fmt: skip


def blocks(text: str, language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for told, block in found if told == language]


def test_the_readme_has_exactly_two_set_up_commands() -> None:
    setup = blocks(README, "sh")[:2]
    assert all(block.count("\n") == 1 and "python3 -m venv" in block for block in setup)
    assert "rival-turn --example --auto first --seed 1" in setup[0]
    assert "-m pytest" in setup[1]
    assert "python3 -m venv" not in README.replace("".join(setup), "").split("## How an evening goes")[1]


def test_the_first_commands_run_as_written() -> None:
    """Nothing but the set-up has put hoplo anywhere: it is called where the set-up has left it."""
    first, _, after = blocks(README, "sh")
    assert after.startswith(".venv/bin/hoplo ")
    assert [hoplo(*shlex.split(each.split("bin/hoplo ")[-1])).code for each in (first, after)] == [0, 0]


def test_no_room_is_crowded() -> None:
    modules = list((ROOT / "hoplo_companion").rglob("*.py"))
    assert not [each for each in modules if len(each.read_text(encoding="utf-8").splitlines()) > 450]
    assert not [room for room, count in Counter(each.parent for each in modules).items() if count > 24]


def test_ci_runs_the_readmes_test_command() -> None:
    """.ci/run takes the command from between the README's markers and runs it as it stands."""
    marked = README.split("<!-- tests -->")[1].split("<!-- end -->")[0]
    assert blocks(marked, "sh") == blocks(README, "sh")[1:2]
    assert "<!-- tests -->" in (ROOT / ".ci" / "run").read_text()


FIRST_EVENING = {
    "travel": ("travel", "Reef", "--kind", "bloodshed", "--region", "atlanteans", "--path", "Atlanteans capital"),
    "fight": ("answer", "reptilian"),
}
"""What the person at the table answers: the same command, or the next one, with what the first one asks for."""


def test_the_first_evening_is_played_as_the_readme_has_it(tmp_path: Path) -> None:
    """Every command of the table runs in its order; one that asks says what for, and continues when it is answered."""
    home = str(tmp_path)
    lines = re.findall(r"^\| `(hoplo [^`]*)` \|", README, re.MULTILINE)
    assert len(lines) == 11
    for line in lines:
        words = shlex.split(line)[1:]
        ran = hoplo(*words, HOPLO_HOME=home)
        if words[0] in FIRST_EVENING:
            assert ran.code == 2, (line, ran)
            assert re.search(r"--kind|is open", ran.err), ran.err
            ran = hoplo(*FIRST_EVENING[words[0]], HOPLO_HOME=home)
        if words[0] == "fight":
            assert "is open" in ran.err
            ran = hoplo("answer", "D3", HOPLO_HOME=home)
        if words[0] == "turn":
            assert "only the chip shows it" in ran.err
            assert hoplo("answer", "3", HOPLO_HOME=home).code == 2
            ran = hoplo("answer", "blue", HOPLO_HOME=home)
        if words[0] == "cleanup":
            assert "is not over" in ran.err
            continue
        assert ran.code == 0, (line, ran)


def test_positions_in_the_documents_are_sound(reader: PositionReader) -> None:
    shown = [tomllib.loads(block) for block in blocks(README + PAGES["commands"], "toml")]
    boards = [data for data in shown if "schema" in data]
    assert len(boards) == 1
    assert len(reader.read_plain(boards[0]).units) == 2


def test_the_page_of_the_house_has_its_picture_and_names_what_is_there() -> None:
    assert "](house.svg)" in PAGES["architecture"]
    paths = [*ROOT.glob("*"), *ROOT.glob("[!.]*/**/*")]
    code = "".join(f"{path}\n{path.read_text(encoding='utf-8') if path.suffix == '.py' else ''}" for path in paths)
    names = set(re.findall(r"`([\w./]+)`", PAGES["architecture"])) - {"grep", "locale/de/LC_MESSAGES/hoplo.po"}
    assert [name for name in names if not re.search(rf"(?<!\w){name}(\b|(?<=/))", code)] == []


@pytest.mark.parametrize(
    ("page", "least"), [("fight", 20), ("first-campaign", 10), ("rival-turn", 8), ("spartacus", 25)]
)
def test_the_commands_of_a_page_are_played_as_they_stand(page: str, least: int) -> None:
    """Every command of a page runs in its order; `# exit N` at the end of its line is its exit code."""
    fence = "spartacus" if page == "spartacus" else "fight"
    lines = [line for block in blocks(PAGES[page], fence) for line in block.splitlines()]
    assert len(lines) > least
    for line in lines:
        command, _, code_ = line.partition("  # exit ")
        code = int(code_ or 0)
        ran = hoplo(*shlex.split(command)[1:])
        assert ran.code == code, (line, ran)


def test_the_commands_about_reports_run_as_written(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    assert hoplo("new", "--first-game", HOPLO_HOME=home).code == 0
    for line in re.findall(r"^hoplo (.*)$", "".join(blocks(PAGES["reports"], "")), re.MULTILINE):
        done(*shlex.split(line), cwd=tmp_path, HOPLO_HOME=home)
    assert {path.name for path in tmp_path.glob("*.json")} == {
        "hoplo-report-krakenlance-1.json", "evening.json", "board.json",
    }  # fmt: skip
