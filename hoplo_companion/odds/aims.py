"""What is counted, and how much work that has taken."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.odds.values import Value


class TooLargeError(HoploError):
    """A turn that can go in more ways than can be counted."""

    def __init__(self) -> None:
        super().__init__(tr("the turn can go in more ways than can be counted"))


class Aims:
    """Four aims for each of some units: defeated at best and at worst, HP lost by damage at best and at worst."""

    def __init__(self, units: Iterable[str], most: int) -> None:
        self.places = {id_: 4 * at for at, id_ in enumerate(units)}
        self.zero: Value = (0, (0,) * (4 * len(self.places)))
        self.work = 0
        self.most = most

    def add_work(self, work: int = 1) -> None:
        """Count some work; TooLargeError where it becomes too much."""
        self.work += work
        if self.work > self.most:
            raise TooLargeError
