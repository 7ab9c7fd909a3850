"""Print hoplo's speed: `python -m benchmarks`. Figures are ratios within one run, so that machines compare.

`python -m benchmarks advise --seed N` prints how well it advises, in fights made from that seed; `python -m benchmarks
tune --seed N` what the numbers of its look at a board are worth, `fit` what the chance to win hangs on.

Start-up is measured against importing Typer in the same environment, in turns, as medians of the processor time of
whole processes. It needs hoplo installed (bytecode compiled, as an installer does it), or it measures the compiler.
"""

from __future__ import annotations

import gc
import shutil
import statistics
import subprocess
import sys
import time
from random import Random

from benchmarks.advice import advice
from benchmarks.boards import board, lines
from benchmarks.forecasts import forecasts, matches, memory
from benchmarks.timing import ratio, wall
from benchmarks.tune import fit, tune
from benchmarks.turns import simulated

POSITIONS = 20_000

CROWDS = 12
"""Boards of each size that the worst crowd is looked for among."""


def start_up(hoplo: str) -> None:
    """Print start-up against `import typer`."""
    base = [sys.executable, "-c", "import typer"]
    for words, target in (
        (["--version"], 1.3),
        (["rival-turn", "--example", "--auto", "first", "--seed", "1"], 2.2),
        (["odds", "attack", "krak", "reptilian", "--example"], 2.2),
    ):
        times, one, other = ratio([hoplo, *words], base)
        print(f"hoplo {' '.join(words)}: {times:.2f} x import typer ({one:.3f} s, {other:.3f} s; at most {target})")
    for words, most in ((["pad"], 60), (["rival-turn", "--example", "--auto", "first", "--seed", "1"], 90)):
        told = subprocess.run(
            [sys.executable, "-X", "importtime", hoplo, *words], capture_output=True, text=True
        ).stderr
        loaded = {line.split("|")[-1].strip() for line in told.splitlines() if "| " in line}
        ours = sum(name.startswith("hoplo_companion") for name in loaded)
        print(f"hoplo {' '.join(words)}: {ours} modules of ours loaded (at most {most})")


def answers(hoplo: str) -> None:
    """Print answers a second after start-up, over boards of up to four units a side, half of them movement."""
    text = b"\n".join(lines(POSITIONS)) + b"\n"
    nothing = min(wall([hoplo, "solve"]) for _ in range(3))
    taken = min(wall([hoplo, "solve"], text) for _ in range(3)) - nothing
    print(f"hoplo solve: {POSITIONS / taken:,.0f} positions a second (at least 2,000)")


def against_oracle() -> None:
    """Print how many times as fast the answers are as those of the brute force of the tests, reading left out."""
    import json

    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.rules.position.reading import PositionReader, answer
    from tests.soak import oracle

    reader, texts = PositionReader(Catalogue()), lines(1_000)
    raw = [{"act": 1, **json.loads(text)} for text in texts]
    for position in raw:
        for unit in position["units"]:
            unit["attack"] = [len(unit["attack"])]  # the brute force counts dice by colour
    ours = theirs = float("inf")
    for _ in range(3):
        combats = [reader.read(text) for text in texts]
        gc.collect()  # what reading leaves behind is nobody's work below
        start = time.process_time()
        for combat in combats:
            answer(combat)
        between = time.process_time()
        for position in raw:
            oracle.solve(position)
        ours, theirs = min(ours, between - start), min(theirs, time.process_time() - between)
    print(f"answers: {theirs / ours:.1f} x as fast as brute force (at least 8.5)")


def growth() -> None:
    """Print how the movement step's answer grows from 1 against 1 to 8 against 8."""
    import json

    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.rules.position.reading import PositionReader, answer

    reader = PositionReader(Catalogue())
    first = 0.0
    for units in range(1, 9):
        random = Random(units)
        times, outcomes = [], []
        for _ in range(40):
            combat = reader.read(json.dumps(board(random, "movement", units, units)).encode())
            start = time.perf_counter()
            found = answer(combat)
            times.append(time.perf_counter() - start)
            outcomes.append(len(found["outcomes"]))
        median = statistics.median(times)
        first = first or median
        print(
            f"movement, {units} against {units}: {median / first:7.1f} x 1 against 1 ({median * 1e3:.2f} ms, worst "
            f"{max(times) * 1e3:.1f} ms), {statistics.median(outcomes):.0f} outcomes (most {max(outcomes)})"
        )


def crowd() -> None:
    """Print the processor time of the movement step's answer with crowds of rivals: the worst of fixed boards."""
    import json

    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.rules.position.reading import PositionReader, answer

    reader = PositionReader(Catalogue())
    for rivals, players in ((8, 1), (10, 1), (12, 1), (12, 3), (16, 1)):
        times, most, too_many = [], 0, 0
        for seed in range(CROWDS):
            combat = reader.read(json.dumps(board(Random(seed), "movement", rivals, players)).encode())
            start = time.process_time()
            found = answer(combat)
            most, too_many = max(most, len(found.get("outcomes", ()))), too_many + ("error" in found)
            times.append(time.process_time() - start)
        print(
            f"movement, {rivals} against {players}: {statistics.median(times):.2f} s of the processor, worst "
            f"{max(times):.2f} s (at most 2), most outcomes {most:,}, too many ways in {too_many} of {CROWDS}"
        )


def tracking(hoplo: str) -> None:
    """Print what a tracking command takes with a long campaign behind it, and how large its save grows."""
    import os
    import tempfile
    from pathlib import Path

    from hoplo_companion.campaign.setup import FIRST_GAME, begin
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.table.saves.format import to_state
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.save import Save

    base = [sys.executable, "-c", "import typer"]
    with tempfile.TemporaryDirectory() as home:
        library = Library(Path(home))
        campaign, _ = begin(Catalogue(), FIRST_GAME)
        save = Save.create(library.folder("it"), library.copies("it"), to_state(campaign), "new", "begins")
        os.environ["HOPLO_HOME"] = home
        done = 0
        for steps in (2_000, 5_000, 20_000):
            for n in range(done, steps):
                save.commit(to_state(campaign.with_pad(hp=n % 6 + 1)), "pad heal 1", f"step {n}")
            done = steps
            size = sum(path.stat().st_size for path in library.folder("it").rglob("*") if path.is_file())
            times, one, _ = ratio([hoplo, "pad", "influence", "0"], base)
            save = library.open("it")
            print(
                f"a step behind {steps:,} others: {times:.2f} x import typer ({one:.3f} s; at most 2.5); "
                f"the save is {size / 1e6:.1f} MB"
            )


def main() -> None:
    """Print everything; with `advise` how its play fares against other players."""
    apart = {"advise": advice, "fit": fit, "tune": tune}
    if sys.argv[1:] and sys.argv[1] in apart:
        apart[sys.argv[1]](sys.argv[2:])
        return
    hoplo = shutil.which("hoplo", path=str(sys.prefix) + "/bin") or shutil.which("hoplo")
    if hoplo is None:
        sys.exit("hoplo is not installed here: install it first, as the README says")
    memory()  # before this process is large itself: the most that a child takes counts what it was made from
    start_up(hoplo)
    answers(hoplo)
    against_oracle()
    simulated()
    forecasts()
    matches()
    growth()
    crowd()
    tracking(hoplo)
    if sys.platform != "win32":
        from benchmarks.cards import cards
        from benchmarks.evening import evening
        from benchmarks.question import first_question
        from benchmarks.screen import screen

        # Those at a terminal come last: one that meets another prompt than it knows ends the run.
        first_question(hoplo)
        screen(hoplo)
        evening(hoplo)
        cards(hoplo)


if __name__ == "__main__":
    main()
