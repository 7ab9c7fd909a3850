"""How much is done, told without a clock: calls of Python functions, and looks at a clock that goes by looks alone.

It is the same on every machine, however busy that is.
"""

import sys
from collections.abc import Callable
from itertools import count
from types import FrameType

import pytest

from hoplo_companion.odds.sampling import Budget

LOOK = 0.15
"""The seconds that a look at the clock takes for a command."""


class Looks(Budget):
    """Time for so many looks, and a tenth of a second in all."""

    def __init__(self, many: int) -> None:
        self.seen, self.many = count(), many
        super().__init__(0.1)

    def clock(self) -> float:
        return next(self.seen) / self.many / 10


def count_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have time pass by looks alone, and all be done on one core."""
    seen = count()
    monkeypatch.setattr(Budget, "clock", staticmethod(lambda: next(seen) * LOOK))
    monkeypatch.setattr("os.cpu_count", lambda: 1)


def calls(do: Callable[[], object]) -> int:
    """Count the calls of Python functions while something is done."""
    called, before = 0, sys.getprofile()

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal called
        called += event == "call"

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return called
