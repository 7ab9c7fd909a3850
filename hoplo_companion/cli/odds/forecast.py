"""`hoplo forecast`: what the rival's next turn can do to you, from the board as it stands."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from signal import SIG_IGN, SIGINT, signal
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from hoplo_companion.cli.fight.positions import WrittenBoard, look_up
from hoplo_companion.cli.options import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.odds.budget import Budget
from hoplo_companion.odds.forecast import Foreseen, foresee, plain_forecast
from hoplo_companion.render.odds import forecast_lines, odds_words
from hoplo_companion.rules.naming import names_of

if TYPE_CHECKING:
    from hoplo_companion.odds.sampling import Enough, Found
    from hoplo_companion.rules.model import Combat


SecondsOption = Annotated[float, typer.Option("--seconds", min=0.1, max=600, help="How long to search.")]


def forecast(
    terminal: Terminal,
    board: WrittenBoard,
    seconds: SecondsOption = 3.0,
) -> Answer:
    """Show what the rival's next turn can do to your units: defeat, HP lost, and which choices make it best or worst.

    It is counted exactly, dice by dice and choice by choice; a board too large for that is played many times until the
    chances are near or the seconds are over, and the figures say so. Nothing changes.
    """
    combat = board.read(terminal)
    if combat.over:
        raise UsageError(tr("the combat is over: there is no rival's turn to come"))
    budget = Budget(seconds)
    with terminal.progress(tr("The rival's next turn")) as note:
        found: Foreseen = look_up(terminal, combat, lambda now: foresee(now, spread_over(), until(budget, now, note)))
    return Answer(lambda: forecast_lines(found), lambda: _plain(found))


def _plain(found: Foreseen) -> dict[str, Any]:
    """Write a forecast for programs: as `solve` answers it, with the choices behind it and what was left out."""
    return {
        **plain_forecast(found.forecast),
        "tribune": {
            id_: {"best": str(each.defeated.best), "worst": str(each.defeated.worst)}
            for id_, each in found.tribune.items()
        },
        "choices": {
            id_: {word: [each.plain() for each in choices] for word, choices in ways.items() if choices}
            for id_, ways in found.choices.items()
        },
        "without_effect": list(found.forecast.by_hand),
    }


T = TypeVar("T")
R = TypeVar("R")


def until(budget: Budget, combat: Combat, note: Callable[..., None] = lambda _done, _all, _text="": None) -> Enough:
    """Say when sampling will do: every chance is near, or the time is over; and show how it stands."""
    names, hero = names_of(combat), combat.hero()

    def is_enough(found: Found, needed: int) -> bool:
        text = ""
        if hero is not None and hero.id in found.units:
            text = tr("{unit} falls", unit=names(hero.id)) + f" {odds_words(found.units[hero.id].defeated.worst)}"
        done = found.turns or found.ways
        note(min(done, needed), needed, text)
        return done >= needed or budget.left() <= 0

    return is_enough


def spread_over(jobs: int | None = None) -> Callable[[Callable[[T], R], Iterable[T]], Iterator[R]]:
    """What carries out the same for several things, on so many cores; all there are, unless it is said."""
    cores = jobs or os.cpu_count() or 1

    def spread(run: Callable[[T], R], things: Iterable[T]) -> Iterator[R]:
        if cores == 1:
            yield from map(run, things)
            return
        from concurrent.futures import ProcessPoolExecutor

        to_do = iter(things)
        with ProcessPoolExecutor(cores, initializer=_leave_interrupts) as pool:
            waiting = deque(pool.submit(run, each) for each in islice(to_do, 2 * cores))
            try:
                while waiting:
                    yield waiting.popleft().result()
                    waiting.extend(pool.submit(run, each) for each in islice(to_do, 1))
            finally:
                pool.shutdown(cancel_futures=True)

    return spread


def _leave_interrupts() -> None:
    """Leave Ctrl-C to whoever waits for the work."""
    signal(SIGINT, SIG_IGN)
