"""Recruiting an army: its points, what may not be in it, the order of the draft, the deck and the first hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from hoplo_companion.pantheon.units import Unit

POINTS = {2: 18, 3: 16, 4: 14}
"""Recruitment points of each player, by the number of players."""

STRONG = 5
"""Beside the divinity one unit at most costs so much or more."""

EXTRA = 3
DRAWN = 3
"""The first hand: Art of War cards that are added, and cards that are drawn from the deck."""

AOW = "aow"
"""What an Art of War card is called among the cards of a deck, which are called by their unit's id."""


class Fault(NamedTuple):
    """A rule that an army breaks: its id, and the numbers or names that a sentence about it needs."""

    rule: str
    parts: dict[str, object]


def points_of(players: int, *, team: bool = False) -> int:
    """Give the recruitment points of each player; a team game has four players."""
    return POINTS[4 if team else players]


def cost_of(units: Iterable[Unit]) -> int:
    """Add up what units cost."""
    return sum(unit.cost for unit in units)


def faults(
    units: Sequence[Unit],
    points: int,
    *,
    constructed: bool,
    partner: Collection[str] = (),
    limited: Collection[str] = (),
) -> Iterator[Fault]:
    """Iterate over the rules that an army breaks.

    Shapes: `partner` are the ids of the units of the other army of the side, `limited` of all that a scenario lists.
    """
    divinities = [unit.name for unit in units if unit.is_divinity]
    if len(divinities) != 1:
        yield Fault("pan.army.divinity", {"n": len(divinities)})
    strong = [unit.name for unit in units if not unit.is_divinity and unit.cost >= STRONG]
    if len(strong) > 1:
        yield Fault("pan.army.strong", {"units": ", ".join(strong), "least": STRONG})
    for name, times in Counter(unit.name for unit in units).items():
        if times > 1:
            yield Fault("pan.army.twice", {"unit": name})
    for unit in units:
        if unit.id in partner:
            yield Fault("pan.army.team-twice", {"unit": unit.name})
    if others := [unit.name for unit in units if limited and unit.id not in limited]:
        yield Fault("pan.army.limited", {"units": ", ".join(others)})
    spent = cost_of(units)
    if spent > points:
        yield Fault("pan.army.points", {"spent": spent, "points": points})
    elif constructed and spent < points:
        yield Fault("pan.army.constructed", {"spent": spent, "points": points})


def left_over(units: Iterable[Unit], points: int, *, constructed: bool) -> int:
    """Count the Art of War cards for unspent points: only the draft turns points into cards."""
    return 0 if constructed else points - cost_of(units)


def deck(units: Iterable[Unit]) -> list[str]:
    """List the cards of a deck: the activation cards of every unit, and Art of War cards by the strategic values."""
    units = list(units)
    return [unit.id for unit in units for _ in range(unit.cards)] + [AOW] * sum(unit.strategy for unit in units)


def divinity_order(players: Sequence[str], lead: int = 0) -> list[str]:
    """List who chooses a divinity, in order: the lead player, then clockwise, as the players sit."""
    return [*players[lead:], *players[:lead]]


def recruiting_order(players: Sequence[str], lead: int = 0, done: Collection[str] = ()) -> Iterator[str]:
    """Iterate over who recruits next, without end: from the last to choose a divinity, counter-clockwise throughout.

    Who is done is skipped; it ends once all are.
    """
    order = divinity_order(players, lead)[::-1]
    while any(player not in done for player in order):
        for player in order:
            if player not in done:
                yield player
