"""The last moves on a board: those of the fight that is followed, and those made since another board."""

import re
from pathlib import Path

from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import on_disk, said


def came(*words: str) -> dict[str, str]:
    """Read out of the board's sentences who came from where."""
    return dict(re.findall(r"(?:Rival|Your) ([\w ]+?) on .* came from (\w\d+)", said("board", "--words", *words)))


def test_the_board_of_a_fight_marks_the_moves_of_this_turn_and_the_one_before(tmp_path: Path) -> None:
    on_disk(ready("sport"))
    said("fight", "start", "games", "--sport", "spar", "--auto", "random", "--seed", "3")
    assert came() == {}, "nobody has moved in the set-up"
    done_each("rival-turn --auto random --seed 3", "turn deploy krakenlance G2 --anyway", "fix krakenlance dazed no")
    assert came() == {}, "who was deployed came from no hex"
    assert "your turn 1" in said("board")
    done_each("turn end", "rival-turn --auto random --seed 3")
    rivals = came()
    assert rivals
    assert "Krakenlance" not in rivals
    said("turn", "move", "krakenlance", "F2", "--anyway")
    assert came() == {**rivals, "Krakenlance": "G2"}
    assert "went F2" in said("board")
    file = tmp_path / "board.svg"
    said("board", "--svg", str(file))
    assert "came from G2" in file.read_text(encoding="utf-8")
    said("turn", "end")
    assert came() == {"Krakenlance": "G2"}, "the rival's turn comes now, and yours was before it"
    done_each("undo --turn", "undo --turn")
    assert "Krakenlance" not in came()


def test_moves_since_another_board_are_marked(tmp_path: Path) -> None:
    before, after = "atl | r: rep@B2, def@C2 | p: krak@E3", "atl | r: rep@B3, def@C2 | p: def@E3"
    told = hoplo("board", "--words", after, "--since", before).out
    assert "Rival Reptilian on B3" in told
    assert told.count("came from") == 1
    assert "went B3" in hoplo("board", after, "--since", before).out
    (tmp_path / "before.txt").write_text(before, encoding="utf-8")
    assert hoplo("board", "--words", after, "--since", tmp_path / "before.txt").out == told
    assert hoplo("board", "--words", after, "--since", "atl | r: krakn@B2").code == 2
    # A hex that this mat does not have cannot be drawn on it.
    small = done("board", "--words", '"columns 1 2, rival A1, all: key" | r: rep@A1', "--since", "atl | r: rep@G3")
    assert "came from" not in small.out
