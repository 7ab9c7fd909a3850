"""A position is named in the same ways wherever a command takes one: a file, standard input, or one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import done, hoplo
from tests.notation.test_notation import SKETCH

WRITTEN = (
    "atlanteans koth 3 | r: defender@C2 5, reptilian@B3 3 +adrenaline | p: krakenlance@E3 6 *trident, "
    "defender@D4 4 | next: archer | tac: stun adrenaline\n"
)


@pytest.mark.parametrize("command", [
    ["why", "reptilian"],
    ["why-not", "reptilian", "D4"],
    ["look", "rep"],
    ["options", "rep"],
    ["options"],
    ["turn", "move krak E4"],
    ["rival-turn", "--step", "movement", "--auto", "first"],
    ["board"],
], ids=lambda words: words[0])  # fmt: skip
def test_every_command_takes_a_line(command: list[str]) -> None:
    ran = hoplo(*command, "--position", SKETCH)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out
    wrong = hoplo(*command, "--position", SKETCH.replace("krak@", "krakn@"))
    assert wrong.code == 2
    assert wrong.err.startswith("hoplo: character 46: no chip is called 'krakn'")


def test_the_arenas_turn_too() -> None:
    ran = done("arena-turn", "--position", "atl 3 | a: rep@C4 3 | p: def@D4 4", "--auto", "first", "--seed", "1")
    assert "an arena unit" in ran.out


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_or_standard_input_may_hold_a_line(coding: str, tmp_path: Path) -> None:
    """PowerShell writes UTF-16 with a mark before it, and some editors write the mark of UTF-8."""
    file = tmp_path / "board.txt"
    file.write_bytes(f"{SKETCH}\r\n".encode(coding))
    for ran in (
        hoplo("board", "--notation", "--position", file),
        hoplo("board", "--notation", file),
        hoplo("board", "--notation", "--position", "-", stdin=file.read_bytes()),
        hoplo("board", "--notation", "-", stdin=file.read_bytes()),
    ):
        assert (ran.code, ran.err, ran.out) == (0, "", WRITTEN)


def test_a_file_of_json_is_named_without_an_option_too(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(hoplo("board", "--json", SKETCH).out, encoding="utf-8")
    assert hoplo("board", "--notation", file).out == WRITTEN
    assert hoplo("board", "--notation", "--position", file).out == WRITTEN


def test_an_arena_in_words_may_begin_a_line_in_a_file() -> None:
    line = '"columns 2 3 2, rival A1, all: any" 1 | r: rep@A2'
    assert hoplo("board", "--notation", "-", stdin=line).out == hoplo("board", "--notation", line).out != ""
    assert hoplo("board", "--position", "-", stdin='{"columns": [2, 3').err.startswith(
        "hoplo: -: this position cannot be played"
    )


def test_an_arena_is_not_a_file_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "amazons").write_text("no board", encoding="utf-8")
    assert hoplo("board", "--notation", "amazons", cwd=tmp_path).out.startswith("amazons")


def test_what_is_nowhere_is_said() -> None:
    assert hoplo("board", "--position", "nowhere.json").err == "hoplo: nowhere.json: No such file or directory\n"
    assert "no arena is called 'nowhere.json'" in hoplo("board", "nowhere.json").err
    assert hoplo("board", "--position", SKETCH, "--example").code == 2
