"""Evenings played at random at a terminal: keys that are offered, asides, nonsense, and terminals that close."""

import os
import re
import select
import time
from random import Random

from tests.helpers.terminal import Terminal

COLUMNS, LINES = 80, 24
LINES_TYPED = (
    "", "Reef", "Cove", "4", "0", "archer", "reptilian", "blue blue", "defender, 1/1/4, b b", "Gigantic:bag", "D3",
    "Brawl: bloodshed, lineup bag bag+t, yours hero camp*2", "Show: sport, goals spar koth, lineup local, yours hero",
    "nothing", "Endurance 1", "Jade Wind", "all: hero > any", "what?", "x" * 90, '"', "trident", "fix krak hp 3",
    "undo --turn", "board", "pad", "1=n 2=ne 3=se 4=s 5=sw 6=nw", "attacker", "bloodshed", "none", "U", "B", "?", "W",
    "1", "2", "end", "krak g1; end", ":pad", ":undo --turn",
)  # fmt: skip
_SIGNS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|[\r\x08]")
_KEYS = re.compile(r"(key[^>]*|y or n[^>]*|in the app|miss): $")
_OFFERED = re.compile(r"(?:^|\s{2,})(\S)  (?=\S)")
QUIET = 0.05
"""Seconds without a sign after which the screen waits for the player."""

LONG = 1.5
"""Seconds without a sign after which it does so whatever stands there."""


class Evening:
    """`hoplo play` at the hands of somebody who presses anything; what is no expected end fails."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.story: list[str] = []
        self.begin()

    def begin(self) -> None:
        self.terminal = Terminal("play", columns=COLUMNS, lines=LINES)

    def press(self) -> None:
        said = self._read()
        self.story.append(said)
        assert "Traceback" not in said, self.told()
        if self.terminal.process.poll() is not None:
            assert self.terminal.process.returncode in (0, 130), self.told()
            self.begin()
            return
        keys = self._answer(said)
        self.story.append(f"<<{keys!r}>>")
        if self.random.random() < 0.01:
            self.terminal.process.kill()
            self.terminal.process.wait()
            self.begin()
            return
        os.write(self.terminal.main, keys.encode())

    def told(self) -> str:
        return "\n".join(self.story)[-6000:]

    def _read(self) -> str:
        """Read until nothing more comes, a prompt stands there, or the evening is over."""
        said, quiet, end = "", 0.0, time.monotonic() + 15
        while time.monotonic() < end:
            if not select.select([self.terminal.main], [], [], QUIET)[0]:
                quiet += QUIET
                # What stays quiet for so long waits for the player, whatever stands there, or nothing does.
                if (said and self._is_asked(said)) or quiet > LONG:
                    break
                if self.terminal.process.poll() is not None:
                    break
                continue
            try:
                read = os.read(self.terminal.main, 65536).decode(errors="replace")
            except OSError:
                self.terminal.process.wait(10)
                break
            if "\x1b[6n" in read:
                os.write(self.terminal.main, b"\x1b[24;1R")
            said, quiet = said + _SIGNS.sub("", read), 0.0
        return said

    def _is_asked(self, said: str) -> bool:
        last = said.rpartition("\n")[2]
        return bool(_KEYS.search(last) or re.search(r"(>|[:?)\]]|hoplo) *$", last))

    def _answer(self, said: str) -> str:
        chance, last = self.random.random(), said.rpartition("\n")[2]
        if chance < 0.01:
            return "\x03"
        if not _KEYS.search(last):
            return self.random.choice(LINES_TYPED) + "\r"
        if chance < 0.06:
            return self.random.choice("UBWFRPN?")
        if chance < 0.08:
            return self.random.choice("z!\x1b\t0")
        return self.random.choice(self._offered(said, last))

    def _offered(self, said: str, last: str) -> list[str]:
        if dice := re.search(r"0-(\d) hits", last):
            return [*map(str, range(int(dice[1]) + 1)), "h", "m", "r"]
        if "h hit, m miss" in last:
            return ["h", "m"]
        if "y or n" in last:
            return ["y", "n"]
        # To give up all the time would leave little of the evening.
        left_out = "  U undo" if self.random.random() < 0.1 else "surrender"
        block = said.splitlines()[-14:-1]
        found = [
            key
            for line in block
            if not line.startswith("  U undo") and left_out not in line
            for key in _OFFERED.findall(line[:COLUMNS])
        ]
        return found or list("123r")


def play(seed: int, keys: int) -> None:
    evening = Evening(Random(seed))
    for _ in range(keys):
        evening.press()
