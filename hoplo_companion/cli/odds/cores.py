"""Work shared out among the processor's cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Annotated, TypeVar

import typer

T = TypeVar("T")
R = TypeVar("R")

JobsOption = Annotated[
    int | None, typer.Option("--jobs", min=1, help="Processor cores to use on a board too large to be counted.")
]


def spread_over(jobs: int | None) -> Callable[[Callable[[T], R], list[T]], Iterator[R]]:
    """Give what carries out the same for several things, on so many cores; all there are, unless it is said."""
    cores = jobs or os.cpu_count() or 1

    def spread(run: Callable[[T], R], things: list[T]) -> Iterator[R]:
        if cores == 1:
            yield from map(run, things)
            return
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(cores) as pool:
            yield from pool.map(run, things)

    return spread
