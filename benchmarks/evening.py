"""The rulebook's example (p.21-27) played to its end in `hoplo play`, key by key at a terminal.

The mat and the chips are told as a player would tell them, and the board is put right to where p.21 begins. Every key
is counted, and timed to the prompt that follows it. By hand, each line of the fight's story is something to work out by
the rules and to mark on the mat.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from random import Random

from benchmarks.terminal import Terminal

TOLD = (
    ("arena", "Atlanteans: columns 4 5 6 5 4, rival A4 A1 A2, player E1 E2 E3"),
    ("unit", "Archer: -/-/2, yellow"),
    ("unit", "Attacker: 1/1/4, blue blue"),
    ("tactic", "Stun: temporary until end of its next turn, cannot move, cannot attack"),
)
START = (
    "fight", "start", "Exhibition: sport koth, lineup local bag+t bag+t, yours hero camp*2", "--hero", "krakenlance",
    "--arena", "atlanteans", "--camp", "defender,archer,attacker", "--tactics", "stun", "--hp", "6", "--health", "6",
)  # fmt: skip
SET_UP = ("reptilian", "defender", "archer", "rival-defender", "D3")
BOARD = (
    "defender E3", "defender hp 5", "krakenlance E4", "reptilian B4", "rival-defender A3", "trident krakenlance",
    "camp-units 1", "hero no", "points 1", "turn 3", "rival-tactics stun,adrenaline",
)  # fmt: skip
PROMPT = r"key[^\n]*: |in the app: |miss: |y or n: |\n> "
WISHES = "xdtam"
"""What you do first where it can be done: attack, deploy, a tactic, an Ability, a move."""


def evening(hoplo: str, fights: int = 3) -> None:
    """Print what a whole fight takes at the terminal: keys, and the time from each to the next prompt."""
    keys, events = 0, 0
    times: list[float] = []
    for seed in range(fights):
        with tempfile.TemporaryDirectory() as home:
            env = {**os.environ, "HOPLO_HOME": home}
            set_up(hoplo, Path(home), env)
            _run(hoplo, env, "config", "screen", "no")
            begun = len(_story(hoplo, env))
            pressed, waited = _played(hoplo, env, Random(seed))
            keys, times = keys + pressed, times + waited
            events += len(_story(hoplo, env)) - begun
    worst, median = 1000 * max(times), 1000 * statistics.median(times)
    print(
        f"the example to its end in hoplo play: {keys / fights:.0f} keys, the next prompt {median:.0f} ms behind each "
        f"in the median, {worst:.0f} ms at worst; by hand {events / fights:.0f} things to work out and mark"
    )


def _run(hoplo: str, env: dict[str, str], *words: str) -> str:
    done = subprocess.run([hoplo, *words], env=env, capture_output=True, text=True, check=True)
    return done.stdout


def set_up(hoplo: str, home: Path, env: dict[str, str]) -> None:
    """Set the example up as a player would, to where p.21 begins."""
    for kind, line in TOLD:
        _run(hoplo, env, "data", "add", kind, line)
    script = home / "set-up.jsonl"
    script.write_text("\n".join(json.dumps(each) for each in SET_UP), encoding="utf-8")
    _run(hoplo, env, *START, "--answers", str(script))
    for line in BOARD:
        _run(hoplo, env, "fix", *line.split())


def _story(hoplo: str, env: dict[str, str]) -> list[str]:
    return [line for line in _run(hoplo, env, "fight", "log").splitlines() if re.match(r" +\d+ ", line)]


def _played(hoplo: str, env: dict[str, str], random: Random) -> tuple[int, list[float]]:
    """Play until the fight is over; give how many keys it took, and the seconds from each to the next prompt."""
    keys, times = 0, []
    done: set[str] = set()
    with Terminal([hoplo, "play"], env) as terminal:
        said = terminal.until(PROMPT)
        while "clean up" not in said:
            pressed = _answer(said, done, random)
            start = time.perf_counter()
            terminal.press(pressed)
            said = terminal.until(PROMPT)
            times.append(time.perf_counter() - start)
            keys += len(pressed)
    return keys, times


def _answer(said: str, done: set[str], random: Random) -> str:
    """Choose a key: what comes first of your wishes, once a turn each kind; of equal things any; dice as they fall."""
    last = said.rpartition("\n")[2]
    if "y or n" in last:
        return "y"
    if dice := re.search(r"0-(\d) hits", last):
        return str(random.randint(0, int(dice[1])))
    offered = re.findall(r"(?:^|\s{2,})(\w)  (?=\S)", "\n".join(said.splitlines()[-16:-2]), re.MULTILINE)
    if "e" in offered or ("t" in offered and "v" in offered):
        if "e" not in offered and "d" not in offered:
            done.clear()
            return "t"
        wish = next((key for key in WISHES if key in offered and key not in done), "e")
        if wish in "ta" or random.random() < 0.5:
            done.add(wish)
        return wish
    return random.choice([key for key in offered if key not in "v0"] or ["1"]) if last.strip() != ">" else "\r"
