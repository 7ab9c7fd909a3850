"""Recruiting: what an army may have, its draft, and its deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.units import Unit
from hoplo_companion.pantheon.words import DIVINITIES, by_rule

POINTS = {2: 18, 3: 16, 4: 14}
"""Recruitment points of each player, by the number of players."""

STRONG = 5
"""Beside the divinity one unit at most costs so much or more."""

EXTRA, DRAWN = 3, 3
"""The first hand: Art of War cards that are added, and cards that are drawn from the deck."""

AOW = "aow"
"""What an Art of War card is called among cards, which are called by their unit's id."""


def points_of(players: int) -> int:
    """The points of each player; UsageError where no game has so many players."""
    if players not in POINTS:
        raise UsageError("A game has 2 to 4 players, not {n}.", n=players)
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
) -> dict[str, str]:
    """The rules that an army breaks, each with a sentence that says so.

    Shapes: `partner` are the ids of the units of the other army of the side, `limited` of all that a scenario lists.
    """
    times, spent = Counter(unit.name for unit in units), cost_of(units)
    strong = [unit.name for unit in units if not unit.is_divinity and unit.cost >= STRONG]
    named = {
        "pan.army.strong": strong if strong[1:] else [],
        "pan.army.twice": [name for name in times if times[name] > 1],
        "pan.army.team-twice": [unit.name for unit in units if unit.id in partner],
        "pan.army.limited": [unit.name for unit in units if limited and unit.id not in limited],
    }
    found = {rule: by_rule(rule, ", ".join(each)) for rule, each in named.items() if each}
    if (count := sum(unit.is_divinity for unit in units)) != 1:
        text = tr("An army has exactly 1 divinity, a god or a titan; this one has {n}.", n=count)
        found["pan.army.divinity"] = f"{text} pan.army.divinity"
    if spent > points:
        text = tr("The units cost {spent} recruitment points; {points} are available.", spent=spent, points=points)
        found["pan.army.points"] = f"{text} pan.army.points"
    elif constructed and spent < points:
        text = later("A constructed army costs exactly {points} recruitment points; this one costs {spent}.")
        found["pan.army.constructed"] = f"{tr(text, spent=spent, points=points)} pan.army.constructed"
    return found


def refuse(broken: Mapping[str, str], head: str = "") -> None:
    """Refuse an army that breaks rules: IllegalError says all that is wrong with it."""
    if broken:
        raise IllegalError(head + " ".join(broken.values()))


def left_over(units: Iterable[Unit], points: int, *, constructed: bool) -> int:
    """The Art of War cards for unspent points: only the draft turns points into cards."""
    return 0 if constructed else points - cost_of(units)


class Draft(NamedTuple):
    """A draft as far as it has come: the units that are left to recruit, and each player's army in the order taken.

    `last` is who recruited the last unit that is no divinity; the last to choose a divinity begins.
    """

    players: tuple[str, ...]
    points: int
    pool: tuple[Unit, ...]
    armies: tuple[tuple[Unit, ...], ...]
    last: int = 0

    def left(self, player: int) -> int:
        """The points that a player has left."""
        return self.points - cost_of(self.armies[player])

    def why_not(self, player: int, unit: Unit) -> str:
        """Why a player may not recruit a unit; empty for a divinity of the agreed type first, then for what fits."""
        if own := self.armies[player]:
            return " ".join(faults((*own, unit), self.points, constructed=False).values())
        agreed = {each.kind for army in self.armies for each in army[:1]} or DIVINITIES
        return "" if unit.kind in agreed and unit.cost <= self.points else by_rule("pan.army.divinity")

    def affordable(self, player: int) -> list[Unit]:
        """The units that a player may recruit now."""
        return [unit for unit in self.pool if not self.why_not(player, unit)]

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
            raise IllegalError("The draft is over: nobody can afford any of the remaining units.")
        if reason := self.why_not(player, unit):
            head = tr("{player} cannot recruit {unit}.", player=self.players[player], unit=unit.name)
            raise IllegalError(f"{head} {reason}")
        armies = tuple((*army, unit) if at == player else army for at, army in enumerate(self.armies))
        pool = tuple(each for each in self.pool if each != unit)
        return self._replace(armies=armies, pool=pool, last=self.last if unit.is_divinity else player)


def deck(units: Iterable[Unit]) -> dict[str, int]:
    """The cards of a deck: the activation cards of every unit, and Art of War cards by the strategic values."""
    units = [*units]
    return dict(+Counter({unit.id: unit.cards for unit in units} | {AOW: sum(unit.strategy for unit in units)}))
