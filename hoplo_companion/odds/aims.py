"""What is counted, and how much work that has taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.odds.values import Value, as_fractions

if TYPE_CHECKING:
    from fractions import Fraction

    from hoplo_companion.odds.costs import Cost


class TooLargeError(HoploError):
    """A turn that can go in more ways than can be counted."""

    def __init__(self) -> None:
        super().__init__(tr("the turn can go in more ways than can be counted"))


class Range(NamedTuple):
    """The least and the greatest that choosing can bring about."""

    best: Fraction
    worst: Fraction


class Outlook(NamedTuple):
    """What the rest of a turn can do to a unit: its defeat, the HP that it loses by damage, and that a blessing goes.

    Shapes: `blessing` is the chance that at least one is used, of a hero that has any.
    """

    defeated: Range
    damage: Range
    blessing: Range | None = None


Costs = list[tuple[int, int]]
"""Numbers to be added to a value, each with its place."""


class Aims:
    """Aims in pairs, at best and at worst: the defeat of each unit, the HP that it loses, and your first blessing.

    Shapes: `places` are where the four numbers of each unit stand, `saved` where the two of the blessing do.
    """

    def __init__(self, units: Iterable[str], most: int, hero: str = "", blessings: int = 0) -> None:
        self.places = {id_: 4 * at for at, id_ in enumerate(units)}
        self.blessings = blessings if hero in self.places else 0
        self.hero = hero
        self.saved = 4 * len(self.places)
        self.zero: Value = (0, (0,) * (self.saved + (2 if self.blessings else 0)))
        self.work = 0
        self.most = most

    def add_work(self, work: int = 1) -> None:
        """Count some work; TooLargeError where it becomes too much."""
        self.work += work
        if self.work > self.most:
            raise TooLargeError

    def costs(self, cost: Cost, blessings: int | None) -> Costs:
        """List what a cost adds to the numbers; `blessings` are those that were left before it."""
        if cost.blessing:
            return [(self.saved, 1), (self.saved + 1, 1)] if self.blessings and blessings == self.blessings else []
        at = self.places.get(cost.unit)
        if at is None:
            return []
        return [(at, 1), (at + 1, 1)] if cost.defeated else [(at + 2, cost.lost), (at + 3, cost.lost)]

    def outlooks(self, value: Value) -> dict[str, Outlook]:
        """Give what a value says of each unit."""
        numbers = as_fractions(value)
        ranges = [Range(*numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
        blessing = ranges[-1] if self.blessings else None
        return {
            id_: Outlook(ranges[at // 2], ranges[at // 2 + 1], blessing if id_ == self.hero else None)
            for id_, at in self.places.items()
        }


def averaged(parts: Iterable[tuple[Fraction, Outlook]]) -> Outlook:
    """Weigh outlooks by their chances; where no blessing is left, none is used."""
    weighed = list(parts)

    def mean(what: str) -> Range | None:
        ranges = [(chance, getattr(each, what)) for chance, each in weighed if getattr(each, what) is not None]
        totals = (sum(chance * each[at] for chance, each in ranges) for at in (0, 1))
        return Range(*totals) if ranges else None

    return Outlook(*map(mean, Outlook._fields))  # type: ignore[arg-type]
