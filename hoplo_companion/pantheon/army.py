"""Recruiting: the points of an army, what may not be in it, the draft, the deck and the first hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.units import Unit
from hoplo_companion.pantheon.words import by_rule

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
    """A rule that an army breaks, and a sentence that says so."""

    rule: str
    text: str


def points_of(players: int) -> int:
    """The points of each player; UsageError where no game has so many players."""
    if players not in POINTS:
        raise UsageError(tr("A game has 2 to 4 players, not {n}.", n=players))
    return POINTS[players]


def cost_of(units: Iterable[Unit]) -> int:
    """What units cost together."""
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
    found = len([unit for unit in units if unit.is_divinity])
    if found != 1:
        text = tr("An army has exactly 1 divinity, a god or a titan; this one has {n}.", n=found)
        yield Fault("pan.army.divinity", f"{text} pan.army.divinity")
    names = Counter(unit.name for unit in units)
    strong = [unit.name for unit in units if not unit.is_divinity and unit.cost >= STRONG]
    wrong = {
        "pan.army.strong": strong if strong[1:] else [],
        "pan.army.twice": [name for name, times in names.items() if times > 1],
        "pan.army.team-twice": [unit.name for unit in units if unit.id in partner],
        "pan.army.limited": [unit.name for unit in units if limited and unit.id not in limited],
    }
    for rule, named in wrong.items():
        if named:
            yield Fault(rule, by_rule(rule, ", ".join(named)))
    spent = cost_of(units)
    if spent > points:
        text = tr("The units cost {spent} recruitment points; {points} are available.", spent=spent, points=points)
        yield Fault("pan.army.points", f"{text} pan.army.points")
    elif constructed and spent < points:
        text = tr("A constructed army costs exactly {points} recruitment points; this one costs {spent}.",
                  spent=spent, points=points)  # fmt: skip
        yield Fault("pan.army.constructed", f"{text} pan.army.constructed")


def refuse(broken: Iterable[Fault], head: str = "") -> None:
    """Refuse an army that breaks rules: IllegalError says all that is wrong with it."""
    if said := " ".join(fault.text for fault in broken):
        raise IllegalError(head + said)


def left_over(units: Iterable[Unit], points: int, *, constructed: bool) -> int:
    """The Art of War cards for unspent points: only the draft turns points into cards."""
    return 0 if constructed else points - cost_of(units)


def deck(units: Sequence[Unit]) -> list[str]:
    """The cards of a deck: the activation cards of every unit, and Art of War cards by the strategic values."""
    return [unit.id for unit in units for _ in range(unit.cards)] + [AOW] * sum(unit.strategy for unit in units)


def recruiting_order(players: Sequence[str], done: Collection[str] = ()) -> list[str]:
    """Who recruits what is no divinity, as often as there are players: from the last, counter-clockwise, then again."""
    order = [player for player in players[::-1] if player not in done]
    return [order[at % len(order)] for at in range(2 * len(players) if order else 0)]


class Draft(NamedTuple):
    """A draft as far as it has come: the units that are left to recruit, and each player's army in the order taken.

    `last` is who recruited the last unit that is no divinity; the last to choose a divinity begins.
    """

    players: tuple[str, ...]
    points: int
    pool: tuple[Unit, ...]
    armies: tuple[tuple[Unit, ...], ...]
    team: bool = False
    last: int = 0

    def left(self, player: int) -> int:
        """The points that a player has left."""
        return self.points - cost_of(self.armies[player])

    def affordable(self, player: int) -> list[Unit]:
        """The units that a player may recruit now: a divinity of the agreed type first, then what it can pay."""
        own = self.armies[player]
        kinds = {unit.kind for army in self.armies for unit in army if unit.is_divinity}
        is_strong = any(not unit.is_divinity and unit.cost >= STRONG for unit in own)
        payable = [unit for unit in self.pool if unit.cost <= self.left(player) and unit.is_divinity is not bool(own)]
        if not own:
            return [unit for unit in payable if not kinds or unit.kind in kinds]
        return [unit for unit in payable if not (is_strong and unit.cost >= STRONG)]

    def next(self) -> int | None:
        """Who recruits next: divinities clockwise, everything else counter-clockwise; None at the end."""
        count = len(self.players)
        waiting = [at for at in range(count) if not self.armies[at]]
        order = [(self.last - step) % count for step in range(1, count + 1)]
        return waiting[0] if waiting else next((at for at in order if self.affordable(at)), None)

    def recruited(self, unit: Unit) -> Draft:
        """The draft after the next player has taken a unit; IllegalError where the rules do not allow it."""
        player = self.next()
        if player is None:
            raise IllegalError(tr("The draft is over: nobody can afford any of the remaining units."))
        army = (*self.armies[player], unit)
        if unit not in self.affordable(player):
            head = tr("{player} cannot recruit {unit}.", player=self.players[player], unit=unit.name) + " "
            partner = [each.id for each in self.armies[(player + 2) % 4]] if self.team else []
            if self.armies[player]:
                refuse(faults(army, self.points, constructed=False, partner=partner), head)
            raise IllegalError(head + by_rule("pan.army.divinity"))
        armies = (*self.armies[:player], army, *self.armies[player + 1 :])
        pool = tuple(each for each in self.pool if each != unit)
        return self._replace(armies=armies, pool=pool, last=self.last if unit.is_divinity else player)
