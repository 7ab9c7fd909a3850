"""Time to look for something, counted in looks at the clock: the same on every machine, however busy it is."""

from __future__ import annotations

from itertools import count

import pytest

from hoplo_companion.odds.budget import Budget

LOOK = 0.15
"""The seconds that a look at the clock takes for a command."""


class Looks(Budget):
    """Time for so many looks, and a tenth of a second in all."""

    def __init__(self, many: int) -> None:
        self.seen, self.many = count(), many
        super().__init__(0.1)

    def clock(self) -> float:
        """Count the looks."""
        return next(self.seen) / self.many / 10


def count_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have time pass by looks alone, and all be done on one core."""
    seen = count()
    monkeypatch.setattr(Budget, "clock", staticmethod(lambda: next(seen) * LOOK))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
