"""What the documents show is true: their positions are sound, their commands run."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from hoplo_companion.rules.position import PositionReader
from tests.cli import ROOT, hoplo

README = (ROOT / "README.md").read_text(encoding="utf-8")
INTERFACE = (ROOT / "docs" / "interface.md").read_text(encoding="utf-8")
PAGES = {name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in (
    "fight", "first-campaign", "rival-turn", "architecture",
)}  # fmt: skip
REPORTS = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_readme_has_exactly_two_set_up_commands() -> None:
    setup = blocks(README, "sh")
    assert len(setup) == 2
    assert all(block.count("\n") == 1 and "python3 -m venv" in block for block in setup)
    assert "rival-turn --example --auto first --seed 1" in setup[0]
    assert "-m pytest" in setup[1]


def test_the_first_command_runs_as_written() -> None:
    words = shlex.split(blocks(README, "sh")[0].split("bin/hoplo", 1)[1])
    assert hoplo(*words).code == 0


def test_ci_runs_the_readmes_test_command() -> None:
    """.ci/run takes the command from between the README's markers and runs it as it stands."""
    marked = README.split("<!-- tests -->")[1].split("<!-- end -->")[0]
    assert blocks(marked, "sh") == blocks(README, "sh")[1:2]
    assert "<!-- tests -->" in (ROOT / ".ci" / "run").read_text()


def test_positions_in_the_readme_are_sound(reader: PositionReader) -> None:
    shown = [tomllib.loads(block) for block in blocks(README, "toml")]
    boards = [data for data in shown if "schema" in data]
    assert len(boards) == 1
    assert len(reader.read_plain(boards[0]).units) == 2


def test_the_page_of_rulings_is_current() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert page == hoplo("rulings", "--markdown").out, "write it anew: hoplo rulings --markdown > docs/rulings.md"


@pytest.mark.parametrize(
    "command", re.findall(r"`(hoplo [a-z-]+)", README + INTERFACE + "".join(PAGES.values()) + REPORTS)
)
def test_every_command_in_the_documents_exists(command: str) -> None:
    assert hoplo(*command.split()[1:], "--help").code == 0


@pytest.mark.parametrize(("page", "least"), [("fight", 20), ("first-campaign", 10), ("rival-turn", 8)])
def test_the_commands_of_a_page_are_played_as_they_stand(page: str, least: int) -> None:
    """Every command of a page runs in its order; a number at the end of its line is its exit code."""
    lines = [line for block in blocks(PAGES[page], "fight") for line in block.splitlines()]
    assert len(lines) > least
    for line in lines:
        words = shlex.split(line)[1:]
        code = int(words.pop()) if words[-1] in ("1", "2", "3") and words[-2:-1] != ["--seed"] else 0
        ran = hoplo(*words)
        assert ran.code == code, (line, ran)


def test_the_commands_about_reports_run_as_written(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    assert hoplo("new", "--first-game", HOPLO_HOME=home).code == 0
    for line in re.findall(r"^hoplo (.*)$", "".join(blocks(REPORTS, "")), re.MULTILINE):
        ran = hoplo(*shlex.split(line), cwd=tmp_path, HOPLO_HOME=home)
        assert ran.code == 0, (line, ran)
    assert {path.name for path in tmp_path.glob("*.json")} == {
        "hoplo-report-krakenlance-1.json", "evening.json", "board.json",
    }  # fmt: skip
