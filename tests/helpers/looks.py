"""Time to look for something, counted in looks at the clock: the same on every machine, however busy it is."""

from __future__ import annotations

from itertools import count

import pytest

from hoplo_companion.odds.budget import Budget

LOOK = 0.05
"""The seconds that a look at the clock takes."""


def looks(many: int) -> Budget:
    """Time for so many looks."""
    return Budget(many * LOOK)


def count_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have time pass by looks alone, and all be done on one core."""
    seen = count()
    monkeypatch.setattr(Budget, "clock", staticmethod(lambda: next(seen) * LOOK))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
