"""What is to be expected of a situation, for several aims at once, in whole numbers over a power of six.

Every chance of the game comes of dice with six sides, so that nothing else is needed to be exact; and adding whole
numbers is many times as fast as adding fractions.

What leads to the same board is looked at once. A board's name (`everything`) holds every field of the combat and of its
units that is not declared to be fixed where the state is declared, so that a field which is added later is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.effects import Effect
from hoplo_companion.dice import SIDES, ways_of_hits
from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.rules.agenda import Result, RollStands, Step, may_roll_again, push
from hoplo_companion.rules.dialogue import NOTHING, Event, Question
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.state import state_of

Numbers = tuple[int, ...]
"""One number an aim: those at even places are to be as small as they can be, those at odd ones as great."""

Value = tuple[int, Numbers]  # numbers, and the power of six that they are over

Part = tuple[int, Value]
"""Something that may happen: in how many of the equally likely ways, and what it is worth."""


def ways_by_colour(pool: tuple[str, ...]) -> list[tuple[int, dict[str, int]]]:
    """Count the ways of every number of hits of each colour, of all `SIDES ** len(pool)`."""
    colours = list(dict.fromkeys(pool))
    found = []
    for rolled in product(*(enumerate(ways_of_hits((colour,) * pool.count(colour))) for colour in colours)):
        if ways := prod(one for _, one in rolled):
            found.append((ways, dict(zip(colours, (hits for hits, _ in rolled), strict=True))))
    return found


def not_counted(question: Question) -> HoploError:
    """What is said of a question whose answers have no known chances."""
    return HoploError(tr("{question} is not known, and what is drawn cannot be counted", question=question.id))


def ways_of(question: Question, by_hand: set[str]) -> tuple[list[tuple[int, Any]], int] | None:
    """The answers of dice with their ways, and the power of six of all; None for a choice; what is by hand is noted."""
    match question.kind:
        case "choice" | "hex" if question.options:
            return None
        case "dice":
            ways = ways_of_hits(tuple(sorted(question.dice)))
            return [(many, hits) for hits, many in enumerate(ways) if many], len(question.dice)
        case "hits":
            return ways_by_colour(question.dice), len(question.dice)
        case "direction":
            return [(1, way) for way in question.options], 1
        case "effect" | "manual":
            by_hand.add(question.about or question.id)
            return [(1, NOTHING)], 0
    raise not_counted(question)


def expected(parts: Sequence[Part], power: int) -> Value:
    """Weigh what may happen by its ways, of all six to some power."""
    most = max(part[1][0] for part in parts)
    weighed = [[ways * number for number in levelled(value, most)] for ways, value in parts]
    return most + power, tuple(map(sum, zip(*weighed, strict=True)))


def chosen(values: Sequence[Value]) -> Value:
    """The best of some values for each aim by itself."""
    if len(values) == 1:
        return values[0]
    most = max(value[0] for value in values)
    columns = zip(*(levelled(value, most) for value in values), strict=True)
    return most, tuple([max(column) if at & 1 else min(column) for at, column in enumerate(columns)])


def unless(value: Value, ended: Value, at: int) -> Value:
    """A value where what costs least can wait for an end that comes with the chance of another value's aim."""
    whole = SIDES ** ended[0]
    left = whole - ended[1][at]
    numbers = [number * (whole if odd & 1 else left) for odd, number in enumerate(value[1])]
    return value[0] + ended[0], tuple(numbers)


def levelled(value: Value, over: int) -> Numbers:
    """The numbers of a value over a higher power of six."""
    if value[0] == over:
        return value[1]
    by = SIDES ** (over - value[0])
    return tuple([number * by for number in value[1]])


def plus(value: Value, more: Iterable[tuple[int, int]]) -> Value:
    """Add whole numbers to a value: (place, number)."""
    over, numbers = value
    by = SIDES**over
    changed = list(numbers)
    for at, number in more:
        changed[at] += number * by
    return over, tuple(changed)


class Cost(NamedTuple):
    """What one event cost a unit: HP, its defeat, or a blessing that saved it from that, the last of so many."""

    unit: str
    lost: int = 0
    defeated: bool = False
    blessing: int = 0


def costs(before: Combat, events: Iterable[Event]) -> list[Cost]:
    """What events cost, one entry for each; `before` is the combat as it was before them."""
    found: list[Cost] = []
    hp: dict[str, int] = {}
    for event in events:
        id_: str = event.values.get("unit") or event.values.get("hero", "")
        if event.what == "defeated":
            found.append(Cost(id_, defeated=True))
        if event.what == "hero-saved":
            found.append(Cost(id_, blessing=event.values.get("left", -1) + 1))
        if (left := event.values.get("hp")) is None:
            continue
        if event.what == "damaged" and (lost := hp.get(id_, before.units[id_].hp or 0) - left):
            found.append(Cost(id_, lost))
        hp[id_] = left
    return found


def resolved(combat: Combat, step: Step, answer: Any) -> Result:
    """Resolve the next step of a combat with an answer."""
    combat, events = step.resolve(combat.with_agenda(combat.agenda[1:]), answer)
    return (replace(combat, agenda=()), events) if combat.over else (combat, events)


def rolled(
    combat: Combat, step: Step, question: Question, by_hand: set[str]
) -> tuple[list[tuple[int, Combat, list[Event]]], int] | None:
    """What follows each answer of `ways_of` with its ways; that a card is discarded for another roll is left to you."""
    if (found := ways_of(question, by_hand)) is None:
        return None
    ways, power = found
    if not may_roll_again(combat, question):
        return [(many, *resolved(combat, step, answer)) for many, answer in ways], power
    rest = combat.with_agenda(combat.agenda[1:])
    return [(n, push(rest, RollStands(step, answer, question.unit, question.id)), []) for n, answer in ways], power


class TooLargeError(HoploError):
    """A turn that can go in more ways than can be counted."""

    def __init__(self) -> None:
        super().__init__(tr("the turn can go in more ways than can be counted"))


class Estimate(NamedTuple):
    """A figure that is no bound, with its standard error: the true one lies within two of them 19 times in 20."""

    mean: float
    error: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Estimate:
        """The mean; its error counts one number more that is another, since what was not seen may happen."""
        count = len(numbers)
        mean = sum(numbers) / count
        spread = (1 + sum((number - mean) ** 2 for number in numbers)) / max(1, count - 1)
        return cls(mean, (spread / count) ** 0.5)


class Range(NamedTuple):
    """The least and the greatest that choosing can bring about."""

    best: Any
    worst: Any


class Figures(NamedTuple):
    """What the rest of a turn can do to a unit: its defeat, HP lost by damage, a blessing used, if it has any."""

    defeated: Range
    damage: Range
    blessing: Range | None = None

    def joined(self, join: Callable[..., Range], *others: Iterable[Any]) -> Figures:
        """What is made of each of its ranges and of those that others have in its place; of none comes none."""
        ranges: Any = (pair and join(pair, *more) for pair, *more in zip(self, *others, strict=True))
        return Figures(*ranges)

    def estimated(self, half: Figures, hp: float, untried: float, unseen: float) -> Figures:
        """The same figures as estimates, after some ways of moving; `half` is what half of them came to.

        Shapes: `hp` is the most that can be lost, `untried` how much of what each figure may still change by more ways
        could bring, `unseen` the share of boards that have not been looked at. None is off by more than it could be.
        """
        ends = [(0.0, hp if what == "damage" else 1.0) for what in self._fields]

        def estimate(pair: Range, before: Range | None, most: tuple[float, float]) -> Range:
            found = []
            for now, then, end in zip(pair, before or pair, most, strict=True):
                off = (1 - unseen) * (abs(now - then) + abs(end - now) * untried) + unseen * most[1]
                found.append(Estimate(now, min(off, max(now, most[1] - now)) / 2))
            return Range(*found)

        return self.joined(estimate, half, ends)


class Forecast(NamedTuple):
    """What may come to each of your `units`, exact or estimated; `by_hand` is what no source states and was left out.

    Shapes: behind each estimate are so many `turns` that were played, or the attacks after so many `ways` of moving.
    """

    units: dict[str, Figures]
    by_hand: tuple[str, ...] = ()
    turns: int = 0
    ways: int = 0

    @property
    def rough(self) -> list[str]:
        """The units whose figures are estimates."""
        return [id_ for id_, each in self.units.items() if isinstance(each.damage.best, Estimate)]


def mean_of(figure: Any) -> Any:
    """A figure that was counted, or the mean of one that was estimated."""
    return figure.mean if isinstance(figure, Estimate) else figure


EVERYBODY = 1_000

Costs = Sequence[tuple[int, int]]  # numbers to be added to a value, each with its place


class Aims:
    """Aims in pairs, at best and at worst: the defeat of each unit, the HP that it loses, and your first blessing.

    Shapes: `places` are where the four numbers of each unit stand, `saved` where the two of the blessing do; of units
    that can change what one another does the first `ahead` may act next, all of them for what is exact.
    """

    def __init__(self, units: Iterable[str], most: int, hero: str, blessings: int) -> None:
        self.places = {id_: 4 * at for at, id_ in enumerate(units)}
        self.blessings = blessings if hero in self.places else 0
        self.hero = hero
        self.saved = 4 * len(self.places)
        self.zero: Value = (0, (0,) * (self.saved + (2 if self.blessings else 0)))
        self.work = 0
        self.most = most
        self.ahead = EVERYBODY

    def add_work(self, work: int = 1) -> None:
        """Count some work; TooLargeError where it becomes too much."""
        self.work += work
        if self.work > self.most:
            raise TooLargeError

    def losses(self, costs: Iterable[Cost]) -> list[tuple[int, int]]:
        """What some costs add to the numbers: for each aim how much."""
        found: list[tuple[int, int]] = []
        for cost in costs:
            if cost.blessing:
                found += [(self.saved, 1), (self.saved + 1, 1)] if cost.blessing == self.blessings else []
            elif (at := self.places.get(cost.unit)) is not None:
                found += [(at, 1), (at + 1, 1)] if cost.defeated else [(at + 2, cost.lost), (at + 3, cost.lost)]
        return found

    def figures(self, value: Value) -> dict[str, Figures]:
        """What a value says of each unit."""
        from fractions import Fraction

        whole = SIDES ** value[0]
        numbers = [Fraction(number, whole) for number in value[1]]
        ranges = [Range(*numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
        blessing = ranges[-1] if self.blessings else None
        return {
            id_: Figures(ranges[at // 2], ranges[at // 2 + 1], blessing if id_ == self.hero else None)
            for id_, at in self.places.items()
        }


def averaged(parts: Iterable[tuple[Any, Figures]]) -> Figures:
    """Weigh figures by their chances; where no blessing is left, none is used."""
    weighed = list(parts)

    def mean(what: str) -> Range | None:
        ranges = [(chance, getattr(each, what)) for chance, each in weighed if getattr(each, what) is not None]
        totals = (sum(chance * each[at] for chance, each in ranges) for at in (0, 1))
        return Range(*totals) if ranges else None

    return Figures(*map(mean, Figures._fields))  # type: ignore[arg-type]


NAMED_APART = ("id", "skills", "hp", "hex", "units", "agenda")
"""What is named beside the other fields of a unit, and of a combat."""

_facts = attrgetter(*(name for name in state_of(Combat) if name not in NAMED_APART))
_looks = attrgetter(*(name for name in state_of(Unit) if name not in NAMED_APART))


def everything(combat: Combat) -> Any:
    """Name a board by all that may differ between two boards of one fight."""
    units = combat.units.values()
    return tuple([(*looks(unit), unit.hp, unit.hex) for unit in units]), facts(combat), plain(combat.agenda)


def facts(combat: Combat) -> tuple[Any, ...]:
    """Name everything about a combat but its units and what is to be done."""
    return tuple(map(plain, _facts(combat)))


def looks(unit: Unit) -> tuple[Any, ...]:
    """Name everything about a unit but its HP and its hex."""
    return (unit.id, tuple(unit.skills.items()), *_looks(unit))


def plain(part: Any) -> Any:
    """Something that can be looked up: what an effect says never changes, so that it stands for itself."""
    if isinstance(part, Effect):
        return id(part)
    if isinstance(part, tuple | list):
        return tuple([plain(each) for each in part])
    if isinstance(part, dict):
        return tuple([(key, plain(each)) for key, each in part.items()])
    if isinstance(part, Struct):
        fields = part.__struct_fields__
        return (type(part), *[plain(getattr(part, name)) for name in fields]) if fields else type(part)
    return part
