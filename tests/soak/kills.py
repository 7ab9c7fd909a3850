"""Killing hoplo at random moments of scripted play: `python -m tests.soak.kills TIMES SEED` does it in one process.

Each time a child plays on, a command after the other, and tells each that had succeeded; it is killed, and the save is
held against what it told.
"""

import os
import re
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from hoplo_companion.components.names import slug
from hoplo_companion.components.own import own_records
from hoplo_companion.language import tr
from hoplo_companion.table.saves.doctor import examine, examine_home
from hoplo_companion.table.saves.format import Header
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import hoplo

LONGEST = 0.08
"""Seconds that a child may play before it is killed; a command takes some thousandths."""

PLAYED = (
    """
pad influence 1; pad influence 1 --bane BANE; pad damage 1; pad heal; camp opportunity Card~NUMBER; camp recruit archer
camp sacrifice archer; bag add defender; bag draw --app; stack draw kunlun monk; undo; undo; redo; note point~NUMBER
map add Place~NUMBER --kind sport --region kunlun; fix pad.hp 5 --why the~table~shows~it
data add unit Zeta~NUMBER:~archer,~1/2/3,~bg
""".strip()
    .replace("\n", "; ")
    .split("; ")
)
"""Commands of play, some of which are refused, which is play too; a space within a word is a tilde."""


def script(random: Random) -> list[str]:
    drawn = {"NUMBER": str(random.randrange(1000)), "BANE": random.choice(["Ruin:bag", "Shade:camp"])}
    line = re.sub("NUMBER|BANE", lambda each: drawn[each[0]], random.choice(PLAYED))
    return [word.replace("~", " ") for word in line.split()]


def header(home: Path) -> Header:
    return Library(home).open("it").header


def play(home: Path, random: Random, tell: int) -> None:
    """Play until killed, telling of each command that succeeded the number and the check sum of its step."""
    while True:
        words = script(random)
        if hoplo(*words).code == 0:
            if words[0] == "data":
                os.write(tell, f"data {slug(words[3].partition(':')[0])}\n".encode())
            now = header(home)
            os.write(tell, f"{now.n} {now.hash}\n".encode())


def kill(home: Path, random: Random) -> None:
    """Let a child play for a moment, kill it, and check that nothing which it told is lost."""
    before = header(home)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        play(home, Random(random.random()), write)
    os.close(write)
    time.sleep(random.random() * LONGEST)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(read) as pipe:
        lines = [line.split() for line in pipe]
    told = [line for line in lines if line[0] != "data"]
    n, sum_ = (int(told[-1][0]), told[-1][1]) if told else (before.n, before.hash)
    after = header(home)
    assert after.n in (n, n + 1), "at most the command that was not told yet is there beside those told"
    assert after.n != n or after.hash == sum_
    log = list(Library(home).open("it").lines())
    assert [step.n for _, step in log] == list(range(after.n, 0, -1)), "every step that was told is in the log"
    assert {line[1] for line in lines if line[0] == "data"} <= own_records().get("units", {}).keys(), (
        "so is every own record"
    )
    left_over = tr("left by a write that was never finished")
    assert [fault for fault in examine_home(Library(home)) if not fault.endswith(left_over)] == []


def main(times: int, seed: int) -> None:
    """Kill so many times, and see that the save is sound in the end and play goes on."""
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOPLO_HOME"] = folder
        home = Path(folder)
        assert hoplo("new", "--first-game", "--name", "it").code == 0
        for _ in range(times):
            kill(home, random)
        assert examine(Library(home), "it") == []
        steps = header(home).n
        assert hoplo("pad", "heal").code == 0
        assert header(home).n == steps + 1
        print(f"killed {times} times within {steps} steps: nothing was lost")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
