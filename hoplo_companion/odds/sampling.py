"""Turns too large to be counted: "played against you", with everything left to you for or against one unit.

What is found so is no bound, but comes near it. Many ways to go on until the Engage Step are tried, and the attacks
after each counted where that can be done: each figure has the way that serves it best. Else the turns are played on
with dice from the way that looks best, by the choice that looks best at the moment; both ways of choosing meet the same
dice.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate, pairwise
from time import monotonic
from typing import Any, NamedTuple
from zlib import crc32

from hoplo_companion.dice import HIT_FACES, SIDES, Dice
from hoplo_companion.odds import values
from hoplo_companion.odds.actions import nothing
from hoplo_companion.odds.search import Search
from hoplo_companion.rules.agenda import Result, Step
from hoplo_companion.rules.dialogue import NOTHING, Question, pool_of
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import dice as dice_of
from hoplo_companion.rules.modifiers import health, range_
from hoplo_companion.rules.rival.engage import can_act, would_attack
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import MoveUnits
from hoplo_companion.rules.rival.mover import BLOCKED, in_place_of_move
from hoplo_companion.rules.rival.turn import ActUnits

FIRST_WAYS, TRIED, MOST_WAYS = 2, 48, 480
"""So many ways to the Engage Step are tried for a first figure, for programs and before turns are played, in all."""

AHEAD = 2
"""Of rivals that can change what one another does, so many may act next in attacks that are counted after that."""

WORK_OF_ATTACKS = 4_000
"""Answers looked at, above which the attacks from a board are played instead of counted."""

SURE = 1.959964  # standard errors to either side that hold 95 % of a normal distribution
NEAR = 0.03  # so far to either side may a true chance lie for turns to be enough
PART = 5  # so many turns are played, or ways tried, between two looks at the clock
MOST_TURNS = 1_100  # so many turns are near enough whatever comes of them

GOLDEN = (5**0.5 - 1) / 2
"""Its multiples fill what lies between two whole numbers evenly, however many there are."""

MOST_STARTS = 16  # so many boards that a plan may leave are looked at each by itself


class Reached(NamedTuple):
    """A board with which attacks begin, and what it has cost so far."""

    combat: Combat
    lost: list[values.Cost]


Run = tuple[str, bool]  # a unit, and whether everything is chosen against it
Starts = Sequence[tuple[Any, Combat]]  # the boards before the turn, with their chances
Price = tuple[float, float, float]  # what a turn costs a unit: its defeat, HP, and a blessing

Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""Carries out the same for several things, one after the other or on several cores."""

Enough = Callable[[values.Forecast, int], bool]
"""Hears what is known so far and how many turns or ways make it near, and says whether that will do."""


Hears = Callable[[int, int], None]  # hears how much of all has been done


class Budget:
    """So many seconds from now on by one clock, which the tests count in looks at it, until an `end`.

    Shapes: `note` hears how they go by, `spread` is how work is done in them.
    """

    clock = staticmethod(monotonic)

    def __init__(self, seconds: float, note: Hears = nothing, spread: Spread = map) -> None:
        self.seconds, self.note, self.spread = seconds, note, spread
        self.end = self.clock() + seconds

    def left(self, gone: float = 1.0) -> float:
        """The seconds until so much of all will have gone, below 0 once it has; how it stands is shown."""
        rest = self.end - self.clock()
        self.note(int(100 * (1 - max(0.0, rest) / self.seconds)), 100)
        return rest - (1 - gone) * self.seconds


def sampled(starts: Starts, units: Sequence[str], seed: int, is_enough: Enough, spread: Spread) -> values.Forecast:
    """Find out how well and how badly the turn may go for each unit; at Ctrl-C what is known by then is given."""
    found = values.Forecast({})
    try:
        for found, needed in _counting(_boards(starts, seed), units, seed, spread):
            if is_enough(found, needed):
                break
    except KeyboardInterrupt:
        if not found.units:
            raise
    return found


Rounds = Iterator[tuple[values.Forecast, int]]  # more and more of what is known, as `Enough` hears it


def _counting(boards: Starts, units: Sequence[str], seed: int, spread: Spread) -> Rounds:
    """Try ways to go on from the likeliest board on, counting the attacks behind; where that cannot be, play turns."""
    in_order, boards = boards, sorted(boards, key=lambda board: -board[0])
    widest: list[list[dict[str, values.Figures]]] = [[] for _ in boards]
    until = (FIRST_WAYS, *range(PART, MOST_WAYS + 1, PART))
    tasks = ((start, units, range(*some)) for some in pairwise((0, *until)) for _, start in boards)
    for number, figures in enumerate(spread(_counted, tasks)):
        tried, at = divmod(number, len(boards))
        if not figures and not widest[at]:
            yield from _playing(in_order, units, seed, spread)
            return
        for each in figures:
            before = widest[at][-1] if widest[at] else each
            widest[at].append({id_: each[id_].joined(_wider, before[id_]) for id_ in units})
        ways = until[max(0, tried - (at < len(boards) - 1))]
        found = {id_: _averaged(boards, widest, id_) for id_ in units}
        near = all(SURE * odds.error <= NEAR for each in found.values() for pair in (each.defeated, each.blessing)
                   for odds in pair or ())  # fmt: skip
        yield values.Forecast(found, ways=ways), ways if near else MOST_WAYS


def _averaged(boards: Starts, widest: Sequence[Sequence[dict[str, values.Figures]]], id_: str) -> values.Figures:
    """The figures of a unit over all boards that have been looked at, with how far they may be off."""
    seen = [(chance, start, found) for (chance, start), found in zip(boards, widest, strict=True) if found]
    share, all_ = sum(chance for chance, _, _ in seen), sum(chance for chance, _ in boards)
    whole = values.averaged((chance / share, found[-1][id_]) for chance, _, found in seen)
    half = values.averaged((chance / share, found[(len(found) - 1) // 2][id_]) for chance, _, found in seen)
    hp = max(most_hp(start, id_) for _, start, _ in seen)
    # A way is drawn for or against one unit, so that they are shared out among twice as many aims as there are units.
    for_each = min(len(found) / (2 * len(found[-1])) for _, _, found in seen)
    return whole.estimated(half, hp, 1 / (1 + for_each), 1 - share / all_)


def most_hp(combat: Combat, id_: str) -> float:
    """The most HP that a unit can lose in a turn: a blessing gives your hero all of its Health once more."""
    unit = combat.units.get(id_)
    if unit is None or unit.hp is None:
        return 0.0
    return unit.hp + (health(combat, unit) * (combat.yours.blessings or 0) if unit.hero else 0)


def _counted(task: tuple[Combat, Sequence[str], range]) -> list[dict[str, values.Figures]]:
    """Count the attacks after some ways, for and against one unit after the other, as far as that can be done."""
    start, units, tries = task
    found = []
    for way in _ways(start, units, tries):
        search = Search(start, units)
        for ahead in range(AHEAD, 0, -1):
            search.aims.ahead, search.aims.most = ahead, search.aims.work + WORK_OF_ATTACKS
            with suppress(values.TooLargeError):
                figures = search.figures(way.combat, search.aims.losses(way.lost)).items()
                found.append({id_: each.joined(lambda pair: values.Range(*map(float, pair))) for id_, each in figures})
                break
    return found


def _wider(one: values.Range, other: values.Range) -> values.Range:
    """The best of both, and the worst."""
    return values.Range(min(one.best, other.best), max(one.worst, other.worst))


def _playing(boards: Starts, units: Sequence[str], seed: int, spread: Spread) -> Rounds:
    """Play more and more turns for and against each unit, from the way that looks best for that."""
    runs = [(unit, worst) for unit in units for worst in (False, True)]
    tries = range(max(2, TRIED // len(boards)))
    ways = [_ways(start, units, tries) or [Reached(start, [])] for _, start in boards]
    picked = {
        (unit, worst): [(max if worst else min)(each, key=partial(_threat, unit=unit, worst=worst)) for each in ways]
        for unit, worst in runs
    }
    hero, seen = boards[0][1].hero(), dict[Run, list[Price]]({run: [] for run in runs})
    blessed = hero.id if hero is not None and any(start.yours.blessings for _, start in boards) else ""
    tasks = (
        ([picked[run][drawn_at(boards, turn)] for turn in range(at, at + PART)], run, at)
        for at in range(seed, seed + MOST_TURNS, PART)
        for run in runs
    )
    for number, prices in enumerate(spread(_turns, tasks), 1):
        seen[runs[(number - 1) % len(runs)]] += prices
        if number % len(runs) == 0:
            means = {run: list(map(values.Estimate.of, zip(*prices, strict=True))) for run, prices in seen.items()}
            found = {}
            for unit in units:
                ranges = [_in_order(*pair) for pair in zip(means[unit, False], means[unit, True], strict=True)]
                found[unit] = values.Figures(*ranges[: 3 if unit == blessed else 2])
            turns = min(map(len, seen.values()))
            # So many turns make every chance near, by what has been seen of it.
            off = max(each.error for fell, _, saved in means.values() for each in (fell, saved))
            yield values.Forecast(found, turns=turns), round(turns * (SURE * off / NEAR) ** 2)


def _boards(starts: Starts, seed: int) -> Starts:
    """The boards to begin with; of very many some are drawn by their chances."""
    whole = [(float(chance), start) for chance, start in starts]
    if len(whole) <= MOST_STARTS:
        return whole
    drawn = [drawn_at(whole, turn) for turn in range(seed, seed + MOST_STARTS)]
    return [(1 / MOST_STARTS, whole[at][1]) for at in drawn]


def drawn_at(starts: Starts, turn: int) -> int:
    """Draw a board by its chance; turns in a row are spread evenly over all."""
    reached = list(accumulate(float(chance) for chance, _ in starts))
    return min(bisect(reached, turn * GOLDEN % 1 * reached[-1]), len(starts) - 1)


def _ways(start: Combat, units: Sequence[str], tries: range) -> list[Reached]:
    """Ways to go on until attacks begin, for and against one unit after the other; none where dice have a say in it."""
    found: dict[Any, Reached] = {}
    # What may come at worst is the rarer, so that it is looked for first.
    aims = [(unit, worst) for worst in (True, False) for unit in units] or [("", False)]
    for number in tries:
        unit, worst = aims[number % len(aims)]
        way = _to_attacks(start, DicePlayer(unit, Dice(crc32(f"{unit} {worst} {number}".encode())), worst))
        if way is None:
            return []
        found.setdefault(values.everything(way.combat), way)
    return list(found.values())


def _to_attacks(combat: Combat, by: DicePlayer) -> Reached | None:
    """Play on until attacks begin; None where dice have a say in it."""
    lost: list[values.Cost] = []
    while combat.agenda and not combat.over and not isinstance(combat.agenda[0], ActUnits):
        step: Step = combat.agenda[0]
        question = None if isinstance(step, MoveUnits) else step.question(combat)
        if question is not None and question.kind in ("dice", "hits", "direction"):
            return None
        before = combat
        combat, events = by.resolve_next(combat)
        lost += values.costs(before, events)
    return Reached(combat, lost)


def _threat(way: Reached, unit: str, *, worst: bool) -> float:
    """The hits to be expected on a unit: of all who may attack it, or chiefly of those who cannot but."""
    combat, total = way.combat, float(sum(cost.lost for cost in way.lost if cost.unit == unit))
    step = combat.agenda[0] if combat.agenda and not combat.over else None
    if not isinstance(step, ActUnits):
        return total
    for rival in step.here(combat):
        targets = [each.id for each in would_attack(combat, rival)] if can_act(combat, rival) else []
        if unit in targets:
            hits = sum(HIT_FACES[colour] for colour in dice_of(combat, rival)) / SIDES
            total += hits if worst or targets == [unit] else 0.1 * hits
    return total


def _turns(task: tuple[list[Reached], Run, int]) -> list[Price]:
    """Play turns from boards with which attacks begin; say what each costs a unit."""
    ways, (unit, worst), seed = task
    found = []
    for turn, way in enumerate(ways, seed):
        lost = [*way.lost]
        DicePlayer(unit, Dice(crc32(f"{turn}".encode())), worst).play_out(way.combat, lost)
        mine = [each for each in lost if each.unit == unit]
        fell, saved = (float(any(getattr(each, what) for each in mine)) for what in ("defeated", "blessing"))
        found.append((fell, float(sum(each.lost for each in mine)), saved))
    return found


def _in_order(best: values.Estimate, worst: values.Estimate) -> values.Range:
    """Two ways of choosing of which the one that looked better went worse are as good as one."""
    if best.mean <= worst.mean:
        return values.Range(best, worst)
    both = (best.mean + worst.mean) / 2
    return values.Range(best._replace(mean=both), worst._replace(mean=both))


class DicePlayer(NamedTuple):
    """Plays on by dice, with every choice made for a unit, or against it if `worst`."""

    unit: str
    dice: Dice
    worst: bool = False

    def play_out(self, combat: Combat, lost: list[values.Cost] | None = None) -> Combat:
        """Play all that is still to do, and note what is lost by it."""
        while combat.agenda and not combat.over:
            before = combat
            combat, events = self.resolve_next(combat)
            if lost is not None:
                lost += values.costs(before, events)
        return combat.with_agenda(()) if combat.agenda else combat

    def resolve_next(self, combat: Combat) -> Result:
        """Resolve the next step."""
        step: Step = combat.agenda[0]
        answer: Any = self._next_to_move(step, combat) if isinstance(step, MoveUnits) else None
        if answer is None and (question := step.question(combat)) is not None:
            answer = self._answer(question, combat)
        return step.resolve(combat.with_agenda(combat.agenda[1:]), answer)

    def _next_to_move(self, step: MoveUnits, combat: Combat) -> str | None:
        """Pick any unit that can move now, without looking at all of them; None where it has to be found out."""
        waiting = step.here(combat)
        ground = combat.once(Ground)
        while waiting:
            unit = waiting.pop(self.dice.choose(len(waiting)))
            if in_place_of_move(combat, unit) or ground.now(unit).status != BLOCKED:
                return unit.id
        return None

    def _answer(self, question: Question, combat: Combat) -> Any:
        match question.kind:
            case "dice":
                return sum(self.dice.roll(question.dice))
            case "hits":
                return {colour: sum(self.dice.roll([colour] * n)) for colour, n in pool_of(question).items()}
            case "direction":
                return question.options[self.dice.choose(len(question.options))]
            case "choice" | "hex" if question.options:
                return self._choose(question, combat)
            case "effect" | "manual":
                return NOTHING
        raise values.not_counted(question)

    def _choose(self, question: Question, combat: Combat) -> str:
        """Choose for or against the unit: to be attacked or not, to have rivals come within Range of it or not."""
        options, unit = [*question.options], self.unit
        if question.id == "movement.destination" and (aim := combat.units.get(unit)) is not None and aim.hex:
            mat, mover = combat.arena.mat, combat.units[question.unit]
            reach = range_(combat, mover)
            fit = [hex_ for hex_ in options if (mat.distance(mat.bit[hex_], aim.hex) <= reach) == self.worst]
            options = fit or options
        elif unit in options:
            if self.worst:
                return unit
            options.remove(unit)
        return options[self.dice.choose(len(options))]
