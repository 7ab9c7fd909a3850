"""The screen of `hoplo play`: from a cold shell to the first one, and the rulebook's example played to its end on it.

Keys are counted by what they are for: dice, your own moves, and all else, which is what hoplo costs. A key is timed
until the terminal has received the last of what it changes.
"""

from __future__ import annotations

import json
import os
import random
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.evening import set_up
from benchmarks.terminal import Terminal
from benchmarks.timing import wall

QUIET, SLOW = 0.15, 1.0
"""Seconds without output after which a screen is drawn: once it has begun to be, and before."""

ROUNDS = 7
READY = "Q quit"
"""Words that the first screen ends with."""


class Screen:
    """The letters of a terminal of 80x24, by its cursor's moves: as much of it as the screen uses."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.rows = [[" "] * 80 for _ in range(24)]
        self.x = self.y = 0

    def wait(self, words: str = "", patience: float = 15) -> float:
        """Read until words are there and nothing more comes; give when the last of it came."""
        last = time.perf_counter()
        end, quiet = last + patience, SLOW
        while time.perf_counter() < end:
            if select.select([self.terminal.main], [], [], quiet)[0]:
                quiet = QUIET
                try:
                    self._take(os.read(self.terminal.main, 65536).decode(errors="replace"))
                except OSError:
                    break
                last = time.perf_counter()
            elif words in self.text():
                break
        return last

    def _take(self, text: str) -> None:
        for part in re.findall(r"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[=>()][A-Z0-9]?|[^\x1b]", text):
            if place := re.fullmatch(r"\x1b\[(\d+);(\d+)H", part):
                self.y, self.x = int(place[1]) - 1, int(place[2]) - 1
            elif part == "\n":
                self.y, self.x = self.y + 1, 0
            elif part == "\r":
                self.x = 0
            elif len(part) == 1 and self.y < 24 and self.x < 80:
                self.rows[self.y][self.x] = part
                self.x += 1

    def text(self) -> str:
        """Give what stands on it."""
        return "\n".join("".join(row).rstrip() for row in self.rows)


def screen(hoplo: str, fights: int = 3) -> None:
    """Print what the first screen takes, and the keys and times of a whole fight."""
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOPLO_HOME": home}
        set_up(hoplo, Path(home), env)
        pairs = [(_first(hoplo, env), wall([sys.executable, "-c", "import typer"])) for _ in range(ROUNDS)]
    first, base = (statistics.median(column) for column in zip(*pairs, strict=True))
    times = statistics.median(one / other for one, other in pairs)
    print(f"hoplo play: the first screen: {times:.1f} x import typer ({first:.2f} s, {base:.2f} s; at most 0.8 s)")
    keys, waited = {"dice": 0, "yours": 0, "else": 0}, list[float]()
    for seed in range(fights):
        with tempfile.TemporaryDirectory() as home:
            env = {**os.environ, "HOPLO_HOME": home}
            set_up(hoplo, Path(home), env)
            waited += _played(hoplo, env, random.Random(seed), keys)
    worst, median = 1000 * max(waited), 1000 * statistics.median(waited)
    print(
        f"the example to its end on the screen: {keys['else'] / fights:.0f} keys (at most 30) beside "
        f"{keys['dice'] / fights:.0f} for dice and {keys['yours'] / fights:.0f} for your own moves; the screen is "
        f"drawn {median:.0f} ms after a key in the median (at most 50), {worst:.0f} ms at worst"
    )


def _first(hoplo: str, env: dict[str, str]) -> float:
    with Terminal([hoplo, "play"], env) as terminal:
        return Screen(terminal).wait(READY) - terminal.started


def _played(hoplo: str, env: dict[str, str], dice: random.Random, keys: dict[str, int]) -> list[float]:
    """Play until the fight is over: your own moves as a line each turn, the rival's watched to their end at once."""
    times = []
    with Terminal([hoplo, "play"], env) as terminal:
        shown = Screen(terminal)
        shown.wait(READY)
        for _ in range(300):
            text = shown.text()
            if "clean up" in text:
                break
            kind, pressed = _answer(text, hoplo, env, dice)
            keys[kind] += len(pressed)
            if kind == "yours":
                terminal.press(pressed[:-1])
                shown.wait()
                pressed = pressed[-1]
            started = time.perf_counter()
            terminal.press(pressed)
            times.append(shown.wait() - started)
    return times


def _answer(text: str, hoplo: str, env: dict[str, str], dice: random.Random) -> tuple[str, str]:
    """Choose what to press, and say what it is for."""
    if rolled := re.search(r"0-(\d) hits", text):
        return "dice", str(dice.randint(0, int(rolled[1])))
    if "What do you do?" in text:
        return "yours", f"{_line(hoplo, env, dice)}\r"
    if "all of them" in text:
        return "else", "a"
    offered = re.findall(r"(?:^|\s{2,})([a-z0-9]) (?=\S)", "\n".join(text.splitlines()[-9:-2]), re.MULTILINE)
    return "else", next((key for key in "tg" if key in offered), dice.choice([*offered, "1"][:9]))


def _line(hoplo: str, env: dict[str, str], dice: random.Random) -> str:
    """Type one thing that you may do, or the end of your turn."""
    done = subprocess.run([hoplo, "options", "--json"], env=env, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    for table, form in (("attack", "{}>{}"), ("deploy", "{} {}"), ("move", "{} {}")):
        rows = found.get(table) or {}
        if rows and dice.random() < 0.7:
            who = dice.choice(sorted(rows))
            return form.format(who, dice.choice(rows[who])).lower()
    return "end"
