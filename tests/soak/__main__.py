"""Play at random for as long as wanted: `python -m tests.soak --minutes 30`. What fails is printed with its seed.

Round after round: processes killed while they play, random commands, random positions against the brute-force solver,
lines of wrong bytes, input of millions of units, examples of hypothesis, random rival's turns, whole fights,
forecasts, and evenings at a terminal, each with seeds that no test run has used. A round takes a minute or two, and the
first one is always played to its end.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.position.reading import PositionReader
from tests.cli import ROOT, hoplo
from tests.evenings import play as play_evening
from tests.fights import told
from tests.random_fights import fought
from tests.random_forecasts import lies_between
from tests.raw_lines import agree_raw, very_many_units
from tests.terminal import end_all
from tests.test_forecast_oracle import agree as agree_on_forecasts
from tests.test_random_commands import Commands
from tests.test_random_fights import MANNERS
from tests.test_random_play import test_a_random_turn_ends_in_a_position_again as random_turns
from tests.test_solve_interface import peak
from tests.test_solve_oracle import agree, check_why

KILLS = 100
EXAMPLES = 5
STEPS = 80
POSITIONS = 200
FIGHTS = 1
KEYS = 60
LINES = 2000
FORECASTS = 30
TURNS = 20_000
"""Turns played of one large board; fifty rounds make a million."""


def kills(seed: int) -> None:
    """Kill a playing process again and again."""
    subprocess.run([sys.executable, "-m", "tests.kills", str(KILLS), str(seed)], cwd=ROOT, check=True)


def commands(seed: int) -> None:
    """Type random commands."""
    soaking = settings(
        max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, suppress_health_check=list(HealthCheck)
    )
    Commands.TestCase.settings = soaking
    run_state_machine_as_test(Commands, settings=soaking)


def positions(seed: int) -> None:
    """Hold answers against the brute-force solver, and what `why` shows against the answers."""
    reader = PositionReader(Catalogue())
    agree(POSITIONS, seed, reader)
    check_why(POSITIONS, seed, reader)


def lines(seed: int) -> None:
    """Read lines of bytes that nobody meant."""
    reader = PositionReader(Catalogue())
    for each in range(LINES):
        agree_raw(seed * LINES + each, reader)


def large(seed: int) -> None:
    """Read far more at once than anybody types, and many lines in little memory."""
    units, text = 2_000_000 + seed % 1_000_000, b"x" * 10_000_000
    good = b"atl 3 engage | r: rep@D3 3 | p: krak@E3 6"
    bad = [very_many_units(units), b'{"bogus":"' + text + b'"}', b'{"bogus":"' + text, good + text, b" " * 10_000_000]
    ran = hoplo("solve", stdin=b"\n".join([good, *bad, good, b""]))
    first, *errors, last = ran.lines
    assert (ran.code, len(errors), first) == (1, len(bad), last)
    assert "units" in first
    assert all(len(each["error"]["message"]) < 20_000 for each in errors)
    with tempfile.TemporaryDirectory() as folder:
        deep = Path(folder) / "units.toml"
        deep.write_text(f"[{'.'.join(['a'] * 50_000)}]\nx = 1\n")
        ran = hoplo("data", "validate", str(deep))
        assert (ran.code, "nested too deep" in ran.out + ran.err) == (1, True), ran
    if importlib.util.find_spec("resource") is not None:
        assert peak(8000) < peak(800) * 1.15


def examples(seed: int) -> None:
    """Try what the tests try on examples of hypothesis, on more of them."""
    drawn = ["-m", "hypothesis", "--hypothesis-profile=soak", f"--hypothesis-seed={seed}"]
    subprocess.run([sys.executable, "-m", "pytest", "-n", "auto", *drawn], cwd=ROOT, check=True)


def turns(seed: int) -> None:
    """Play random turns to their end."""
    random_turns(seed, PositionReader(Catalogue()))


def fights(seed: int) -> None:
    """Play whole fights to their end, in every manner."""
    catalogue = told()
    for manner in MANNERS.values():
        for each in range(FIGHTS):
            fought(seed * FIGHTS + each, catalogue, manner._replace(reopened=100))


def odds(seed: int) -> None:
    """Hold forecasts against brute force on small boards, and against turns played at random on large ones."""
    agree_on_forecasts(FORECASTS, seed, PositionReader(Catalogue()))
    lies_between(seed, TURNS)


def evenings(seed: int) -> None:
    """Play an evening at a terminal, key by key."""
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, {"HOPLO_HOME": home}):
        play_evening(seed, KEYS)
        end_all()


PARTS: dict[str, Callable[[int], None]] = {
    "kills": kills,
    "commands": commands,
    "positions": positions,
    "lines": lines,
    "large": large,
    "examples": examples,
    "turns": turns,
    "fights": fights,
    "evenings": evenings,
    "odds": odds,
}


def main() -> None:
    """Run the parts in turns until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long (10)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="where to begin (the clock)")
    parser.add_argument("--only", choices=sorted(PARTS), help="one part alone")
    told = parser.parse_args()
    end, seed = time.monotonic() + told.minutes * 60, told.seed
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOPLO_HOME"] = home
        while seed == told.seed or time.monotonic() < end:
            for name, part in PARTS.items():
                if told.only in (None, name) and (seed == told.seed or time.monotonic() < end):
                    print(f"{name}, seed {seed}", flush=True)
                    part(seed)
            seed += 1
    print("all of it held")


if __name__ == "__main__":
    main()
