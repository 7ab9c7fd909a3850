"""Cards and chips typed in by hand: how many keys, and whether the whole of it fits one screen of 80 by 24."""

from __future__ import annotations

import os
import subprocess
import tempfile

from benchmarks.terminal import Terminal

EVENT = ("Brawl\r", "lbbt\r", "hcc\r", "\r", "1")
"""An event card of four icons and three, nothing said on it, its kind decided by the place; the last key keeps it."""
CHIP = "defender, 1/1/4, bb, Taunt\r"
LINES = 24
LINE = r"\n *> ?"
"""A prompt for a line."""


def cards(hoplo: str) -> None:
    """Print what an event card and a chip take."""
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOPLO_HOME": home, "COLUMNS": "80", "LINES": str(LINES)}
        _run(hoplo, env, "new", "--first-game")
        _run(hoplo, env, "travel", "Reef", "--kind", "bloodshed", "--region", "atlanteans", "--path",
             "Atlanteans capital", "--path", "Cove")  # fmt: skip
        _run(hoplo, env, "event", "accept")
        with Terminal([hoplo, "play", "--plain"], env) as terminal:
            terminal.until("key(?: or name)?: ")
            terminal.press("f")
            terminal.until(LINE)
            said = ""
            for keys in EVENT[:-1]:
                terminal.press(keys)
                said += terminal.until(f"{LINE}|key(?: or name)?: ")
            terminal.press(EVENT[-1])
            terminal.until(LINE)
        with Terminal([hoplo, "data", "add", "unit", "Murmillo"], env) as terminal:
            terminal.until(LINE)
            terminal.press(CHIP)
            terminal.until("toml\n")
    print(
        f"an event card: {sum(map(len, EVENT))} keys (at most 25), {said.count(chr(10))} lines (at most {LINES}); "
        f"a chip: one line, {len(CHIP)} keys"
    )


def _run(hoplo: str, env: dict[str, str], *words: str) -> None:
    subprocess.run([hoplo, *words], env=env, capture_output=True, stdin=subprocess.DEVNULL, check=True)
