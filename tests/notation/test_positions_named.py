"""A position is named in the same ways wherever a command takes one: a file, standard input, or one line."""

import re
from pathlib import Path

import pytest

from tests.helpers.cli import hoplo
from tests.helpers.stories import Story, stories
from tests.notation.test_notation import SKETCH

WRITTEN = (
    "atlanteans koth 3 | r: defender@C2 5, reptilian@B3 3 +adrenaline | p: krakenlance@E3 6 *trident, "
    "defender@D4 4 | next: archer | tac: stun adrenaline\n"
)


@pytest.mark.parametrize("command", [
    "why reptilian", "why-not reptilian D4", "look rep", "options rep", "options", "turn 'move krak E4'",
    "rival-turn --step movement --auto first", "board",
])  # fmt: skip
def test_every_command_takes_a_line(command: str) -> None:
    words = [each.strip("'") for each in re.findall(r"'[^']*'|\S+", command)]
    ran = hoplo(*words, "--position", SKETCH)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out
    wrong = hoplo(*words, "--position", SKETCH.replace("krak@", "krakn@"))
    assert wrong.code == 2
    assert wrong.err.startswith("hoplo: character 46: no chip is called 'krakn'")


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_or_standard_input_may_hold_a_line(coding: str, tmp_path: Path) -> None:
    """PowerShell writes UTF-16 with a mark before it, and some editors write the mark of UTF-8."""
    file = tmp_path / "board.txt"
    file.write_bytes(f"{SKETCH}\r\n".encode(coding))
    for words in (["--position", file], [file], ["--position", "-"], ["-"]):
        ran = hoplo("board", "--notation", *words, stdin=file.read_bytes())
        assert (ran.code, ran.err, ran.out) == (0, "", WRITTEN)


def test_a_file_of_json_is_named_without_an_option_too(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(hoplo("board", "--json", SKETCH).out, encoding="utf-8")
    assert hoplo("board", "--notation", file).out == WRITTEN
    assert hoplo("board", "--notation", "--position", file).out == WRITTEN


def test_an_arena_in_words_may_begin_a_line_in_a_file() -> None:
    line = '"columns 2 3 2, rival A1, all: any" 1 | r: rep@A2'
    assert hoplo("board", "--notation", "-", stdin=line).out == hoplo("board", "--notation", line).out != ""
    wrong = hoplo("board", "--position", "-", stdin='{"columns": [2, 3')
    assert wrong.err.startswith("hoplo: -: this position cannot be played")


def test_an_arena_is_not_a_file_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "amazons").write_text("no board", encoding="utf-8")
    assert hoplo("board", "--notation", "amazons", cwd=tmp_path).out.startswith("amazons")


@stories(f"""
The arena's turn takes a line too
  arena-turn --position 'atl 3 | a: rep@C4 3 | p: def@D4 4' --auto first --seed 1 -> an arena unit
What is nowhere is said
  board --position nowhere.json -> 2 | nowhere.json: No such file or directory
  board nowhere.json -> 2 | no arena is called 'nowhere.json'
  board --position '{SKETCH}' --example -> 2
""")
def test_named(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
