"""Play at random for as long as wanted: `python -m tests.soak --minutes 30`. What fails is printed with its seed.

Round after round: processes killed while they play, random commands, random positions against the brute-force solver,
lines of wrong bytes, input of millions of units, examples of hypothesis, random rival's turns, whole fights, games put
away, histories read back, planned ways, forecasts, evenings at a terminal, and campaigns in two languages, each with
seeds that no test run has used. A round takes about five minutes; with less time every part does its share, in an order
of the seed's, and what the time is not enough for is left out. The examples, which the tests have just tried, are left
to a whole round.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import speaking
from hoplo_companion.rules.position.reading import PositionReader
from tests.campaign.test_stowing import put_away
from tests.cli.test_doors import Commands
from tests.cli.test_solve import agree, check_why, peak
from tests.helpers.cli import ROOT, hoplo
from tests.helpers.evenings import play as play_evening
from tests.helpers.fights import told
from tests.helpers.terminal import end_all
from tests.house.test_kept_sentences import hold_evening
from tests.odds.test_forecast import agree as agree_on_forecasts
from tests.odds.test_forecast import agree_with_more
from tests.odds.test_luck import ever_unfair
from tests.rules.test_random_play import PLAIN, SKILLED, hold_turns
from tests.scenarios.test_random_fights import MANNERS
from tests.soak.random_campaigns import journey
from tests.soak.random_fights import fought
from tests.soak.random_forecasts import interval_covers, lies_between, off_the_bounds, savings_lose_nothing
from tests.soak.random_reasons import hold_reasons
from tests.soak.random_ways import agree as agree_on_ways
from tests.soak.raw_lines import agree_raw, very_many_units

KILLS = 100
EXAMPLES = 5
STEPS = 80
POSITIONS = 200
FIGHTS = 1
KEYS = 60
SAMPLED = 40
REPEATS = 200
REASONS = 5_000
"""Boards; ten rounds make 5,000."""
CAMPAIGNS = 1_000
FORECASTS = 30
SAVING = 2000
"""Small boards, of every arena in turn, that are searched with and without what the search saves."""
WHOLE = 10
"""The minutes that a whole round takes."""
TURNS = 10_000
"""Turns played of one large board; a hundred rounds make a million."""


def part_of(size: int, share: float) -> int:
    return max(1, round(size * share))


def repeated(times: int, hold: Callable[[int], object]) -> Callable[[int, float], None]:
    """Hold something with so many seeds."""

    def part(seed: int, share: float) -> None:
        for each in range(part_of(times, share)):
            hold(seed * times + each)

    return part


def at_home(hold: Callable[[int, Path], object]) -> Callable[[int], None]:
    """Hold something in a folder of its own."""

    def held(seed: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            hold(seed, Path(folder))

    return held


def kills(seed: int, share: float) -> None:
    """Kill a playing process again and again."""
    subprocess.run(
        [sys.executable, "-m", "tests.soak.kills", str(part_of(KILLS, share)), str(seed)], cwd=ROOT, check=True
    )


def commands(seed: int, share: float) -> None:
    """Type random commands."""
    soaking = settings(
        max_examples=part_of(EXAMPLES, share),
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    Commands.TestCase.settings = soaking
    run_state_machine_as_test(Commands, settings=soaking)


def positions(seed: int, share: float) -> None:
    """Hold answers against the brute-force solver, and what `why` shows against the answers."""
    reader = PositionReader(Catalogue())
    agree(part_of(POSITIONS, share), seed, reader)
    check_why(part_of(POSITIONS, share), seed, reader)


def reasons(seed: int, share: float) -> None:
    """Hold the reasons that `why` shows against what the steps decide."""
    hold_reasons(part_of(REASONS, share), seed, PositionReader(Catalogue()))


def large(seed: int, share: float) -> None:
    """Read far more at once than anybody types, and many lines in little memory."""
    units, text = part_of(2_000_000 + seed % 1_000_000, share), b"x" * 10_000_000
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


def examples(seed: int, share: float) -> None:
    """Try what the tests try on examples of hypothesis, on more of them."""
    drawn = ["-m", "hypothesis", "--hypothesis-profile=soak", f"--hypothesis-seed={seed}"]
    subprocess.run([sys.executable, "-m", "pytest", "-n", "auto", *drawn], cwd=ROOT, check=True)


def turns(seed: int, share: float) -> None:
    """Play random turns to their end."""
    for boards in (PLAIN[0], SKILLED[0]):
        hold_turns(boards._replace(seed=seed))


def fights(seed: int, share: float) -> None:
    """Play whole fights to their end, in every manner."""
    catalogue = told()
    for manner in MANNERS.values():
        for each in range(FIGHTS):
            fought(seed * FIGHTS + each, catalogue, manner._replace(reopened=100))


def odds(seed: int, share: float) -> None:
    """Hold forecasts against brute force, against a search that saves nothing, and against turns played at random."""
    agree_on_forecasts(part_of(FORECASTS, share), seed, PositionReader(Catalogue()))
    agree_with_more(part_of(FORECASTS, share), seed)
    for board in range(part_of(SAVING, share)):
        savings_lose_nothing(seed * SAVING + board)
    lies_between(seed, part_of(TURNS, share))


def intervals(seed: int, share: float) -> None:
    """Print how often figures that are sampled are what they say: near the bound, within their ±, in their interval."""
    boards = part_of(SAMPLED, share)
    seen = [each for board in range(boards) for each in off_the_bounds(seed * SAMPLED + board, 3 + board % 2)]
    for ways in sorted({each.ways for each in seen}):
        rows = [each for each in seen if each.ways == ways]
        covered = sum(each.off <= each.says + 1e-9 for each in rows) / len(rows)
        chances = [each for each in rows if each.is_chance]
        near = sum(each.off <= 0.05 for each in chances) / len(chances)
        print(f"after {ways} ways: {covered:.1%} of {len(rows)} figures within ±, {near:.1%} of chances within 0.05")
        assert covered >= 0.93
    assert near >= 0.9
    repeats = part_of(REPEATS, share)
    covers = interval_covers(repeats)
    print(f"intervals of the chance to win: {covers:.1%} of {repeats} hold the true one")
    assert covers >= 0.95 - 3 * (0.95 * 0.05 / repeats) ** 0.5


def luck(seed: int, share: float) -> None:
    """Look at the dice of fair campaigns after each of their fights."""
    campaigns = part_of(CAMPAIGNS, share)
    assert ever_unfair(campaigns, seed) <= max(campaigns // 20, 2)


def evenings(seed: int, share: float) -> None:
    """Play an evening at a terminal, key by key."""
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, {"HOPLO_HOME": home}):
        play_evening(seed, part_of(KEYS, share))
        end_all()


PARTS: dict[str, Callable[[int, float], None]] = {
    **{part.__name__: part for part in (kills, commands, positions, reasons, large, examples, turns, fights, evenings)},
    **{part.__name__: part for part in (odds, intervals, luck)},
    "lines": repeated(2_000, lambda seed: agree_raw(seed, PositionReader(Catalogue()))),  # bytes that nobody meant
    "ways": repeated(50, agree_on_ways),  # planned, against the commands, on random maps with every module
    "stowing": repeated(15, put_away),  # fights, and as many campaigns, put away and laid out again
    "histories": repeated(100, at_home(lambda seed, home: hold_evening(seed, 60, home))),  # word to what was said
    "journeys": repeated(4, at_home(journey)),  # campaigns through `hoplo play` in both languages
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long (10)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="where to begin (the clock)")
    parser.add_argument("--only", choices=sorted(PARTS), help="one part alone")
    told = parser.parse_args()
    end, seed = time.monotonic() + told.minutes * 60, told.seed
    share = min(1.0, told.minutes / WHOLE)
    if told.only:
        names, share = [told.only], 1.0
    else:
        names = [name for name in PARTS if share == 1 or name != "examples"]
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOPLO_HOME"] = home
        while True:
            for name in Random(seed).sample(names, len(names)):
                print(f"{name}, seed {seed}", flush=True)
                with speaking("en"):  # a part before may have spoken Italian
                    PARTS[name](seed, share)
                if time.monotonic() >= end:
                    return print("all of it held")
            seed += 1


if __name__ == "__main__":
    main()
