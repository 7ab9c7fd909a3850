"""How long something is looked for: seconds by one clock, which the tests count in looks at it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Hears = Callable[[int, int], None]
"""Hears how much of all has been done."""


def nobody_hears(_done: int, _all: int) -> None:
    """Show nothing."""


class Budget:
    """So many seconds from now on, and none any more once it is stopped."""

    clock = staticmethod(monotonic)

    def __init__(self, seconds: float, note: Hears = nobody_hears) -> None:
        self.seconds, self.note = seconds, note
        self.end = self.clock() + seconds

    def left(self, gone: float = 1.0) -> float:
        """The seconds until so much of all will have gone, below 0 once it has; how it stands is shown."""
        rest = self.end - self.clock()
        self.note(int(100 * (1 - max(0.0, rest) / self.seconds)), 100)
        return rest - (1 - gone) * self.seconds

    def stop(self) -> None:
        """Leave no time for anything more."""
        self.end = self.clock() - self.seconds
