"""What hoplo answers, recorded: `python -m tests.soak.recorded FILE [--boards 2000]`.

`--json` of every command that has it, in each home of the museum and over boards, and `solve` with explain on random
boards. Two states of the program are compared line by line:

    python -m tests.soak.recorded before.txt; …; python -m tests.soak.recorded after.txt; diff before.txt after.txt
"""

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.exhibit import MUSEUM
from tests.helpers.cli import hoplo
from tests.helpers.command_tree import entries
from tests.soak.random_reasons import random_board

BOARDS = (
    "atl 3 | r: rep@D3 3 skills=whirlwind | p: krak@E3 6, def@D2",
    "vesuvians scion 2 | p: krak@E3 1 | r: hydra@D3 5, rep@E2 2 skills=-",
    "lamosians ctf 2 movement | r: rep@C4 1/1/3 attack=b skills=- | p: rep@B2 2 *flag skills=-",
    "atlanteans bloodshed 3 | r: def@B2 2, rep@C2 3 | p: krak@E3 6 *trident, def@G1 4 +stun",
)
"""Boards in one line, beside the rulebook's example."""

STEPS = ("deployment", "tactics", "movement", "abilities", "engage")

ON_A_BOARD = (
    ("board",), ("options", "krak"), ("rival-turn", "--auto", "first", "--seed", "1"),
    *(("why", "rep", "--step", step) for step in STEPS), ("why-not", "rep", "krak"), ("forecast",),
    ("odds", "turn", "end"), ("odds", "attack", "krak", "rep"), ("arena-turn", "--auto", "first", "--seed", "1"),
)  # fmt: skip
"""Commands that are asked about a board."""

WORDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("look",): ("archer",), ("why",): ("reptilian",), ("why-not",): ("reptilian", "krak"), ("options",): ("krak",),
    ("odds", "attack"): ("krak", "reptilian"), ("route",): ("atlantis",),
}  # fmt: skip
"""What a command is asked about where it needs to be."""

LEFT_OUT = {("solve",), ("event", "primus")}
"""What reads standard input, and what draws at random."""


def _ran(*words: str) -> str:
    ran = hoplo(*words, "--json")
    return json.dumps([" ".join(words), ran.code, ran.out or ran.err])


def commands() -> Iterator[str]:
    """What every command with `--json` answers in each home of the museum, and those about a board over boards."""
    in_json = [each.words for each in entries() if any("--json" in option.opts for option in each.options)]
    for home in sorted(MUSEUM.glob("home-*")):
        for words in (each for each in in_json if each and each not in LEFT_OUT):
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(home, Path(folder) / "home")
                os.environ["HOPLO_HOME"] = str(Path(folder) / "home")
                text = _ran(*words, *WORDS.get(words, ()))
            yield f"{home.name} {text.replace(folder, '')}"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOPLO_HOME"] = folder
        for board in (("--example",), *(("--position", each) for each in BOARDS)):
            yield from (_ran(*words, *board) for words in ON_A_BOARD)


def solved(boards: int) -> Iterator[str]:
    """What `solve` answers with explain, a line for each random board."""
    random = Random(27)
    lines = [json.dumps({**random_board(random), "explain": True}) for _ in range(boards)]
    yield from hoplo("solve", stdin="\n".join(lines)).out.splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--boards", type=int, default=2_000)
    given = parser.parse_args()
    with given.file.open("w", encoding="utf-8") as file:
        for lines in (commands(), solved(given.boards)):
            for line in lines:
                file.write(line + "\n")


if __name__ == "__main__":
    main()
