"""Your turn typed short: `krak e3, arc f2; krak>rep 2`, on a board and in the fight that is followed."""

import pytest
from msgspec.structs import replace

from hoplo_companion.cli.terminal.prompts import TurnLine
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.rules.player.actions import named_whole, read_actions
from hoplo_companion.rules.player.options import Options
from tests.helpers.boards import combat

UNITS = ["krak player D3 hero as:krakenlance Agile", "arc player - as:archer", "rep rival E3 as:reptilian"]


def words(line: str) -> list[str]:
    """Say what the actions of a line are on a board."""
    board = replace(combat("movement", UNITS, "any"), side="player")
    found = []
    for action in read_actions(line):
        whole = named_whole(board, action)
        found.append(" ".join([whole.word, whole.first, whole.second, *whole.answers]).strip())
    return found


@pytest.mark.parametrize(("line", "actions"), [
    ("krak e4", ["move krak e4"]),
    ("krak e4, arc g2; krak>rep 2", ["move krak e4", "deploy arc g2", "attack krak rep 2"]),
    ("krak > rep", ["attack krak rep"]),
    ("stun>arc", ["tactic stun arc"]),
    ("krak>agile rep", ["special krak agile rep"]),
    ("move krak E4; end", ["move krak E4", "end"]),
    ("krak e4; attack krak rep 1,2", ["move krak e4", "attack krak rep 1,2"]),
    (" ; krak e4 ,, end", ["move krak e4", "end"]),
])  # fmt: skip
def test_a_short_line_says_what_is_done(line: str, actions: list[str]) -> None:
    assert words(line) == actions


@pytest.mark.parametrize("line", ["krak>", ">rep", "krak e4 e5", "fly krak e4", "krak", "krak>  ; end"])
def test_what_is_not_understood_is_refused(line: str) -> None:
    with pytest.raises(UsageError):
        words(line)


def test_the_end_takes_nothing_behind_it() -> None:
    with pytest.raises(UsageError, match="'end now' is not understood: write end"):
        words("end now")


def test_a_name_that_is_nobodys_is_refused_as_in_the_long_form() -> None:
    board = replace(combat("movement", UNITS, "any"), side="player")
    for line in ("nobody e4", "move nobody e4"):
        action = named_whole(board, read_actions(line)[0])
        with pytest.raises(HoploError, match="nobody"):
            action.do(board)


def test_what_may_follow_is_offered() -> None:
    line = TurnLine.__new__(TurnLine)
    line.__dict__["found"] = Options(move={"krakenlance": ["E4", "rep"], "archer": ["G2"]})
    assert "krakenlance" in line.words("kr")
    assert line.words("krak ") == ["E4", "rep"]
    assert line.words("krak e4, arc ") == ["G2"]
    assert line.words("krak e4; krak>") == ["E4", "rep"]
