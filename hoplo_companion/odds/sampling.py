"""Turns too large to be counted: played many times, with everything left to you for or against one unit.

What is found so is no bound: it is how a turn goes on average where every choice is the one that looks best (or worst)
for the unit at the moment. Both ways of choosing meet the same dice, turn by turn; and since what looks best is not
always what is, the better average of the two is taken for the best and the other for the worst, each figure for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import crc32

from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.odds.values import Cost, costs
from hoplo_companion.rules.agenda import Result, Step
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.questions import NOTHING, Question, pool_of
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import MoveUnits
from hoplo_companion.rules.rival.mover import BLOCKED, in_place_of_move


class Estimate(NamedTuple):
    """A mean of many turns, and its standard error."""

    mean: float
    error: float


class Sampled(NamedTuple):
    """What was found of one unit, with everything chosen for it or against it, as in `aims.Outlook`."""

    defeated: Estimate
    damage: Estimate
    blessing: Estimate | None = None


def sample(starts: Sequence[Combat], unit: str, seed: int, *, worst: bool) -> Sampled:
    """Play a turn from each start with every choice made against a unit, or for it; the same seed, the same dice."""
    found: list[tuple[int, int, int]] = []
    blessed = False
    for turn, combat in enumerate(starts):
        hero = combat.hero()
        blessed = blessed or (hero is not None and hero.id == unit and bool(combat.yours.blessings))
        dice = Dice(crc32(f"{seed} {unit} {turn}".encode()))
        mine = [each for each in _played(combat, unit, dice, worst=worst) if each.unit == unit]
        found.append((
            any(each.defeated for each in mine), sum(each.lost for each in mine), any(each.blessing for each in mine)
        ))  # fmt: skip
    defeated, damage, blessing = (_mean(numbers) for numbers in zip(*found, strict=True))
    return Sampled(defeated, damage, blessing if blessed else None)


def _mean(numbers: Sequence[int]) -> Estimate:
    """Give the mean; its error counts one turn more that went otherwise, since what was not seen may happen."""
    count = len(numbers)
    mean = sum(numbers) / count
    spread = (1 + sum((number - mean) ** 2 for number in numbers)) / max(1, count - 1)
    return Estimate(mean, (spread / count) ** 0.5)


def in_order(one: Sampled, other: Sampled) -> tuple[Sampled, Sampled]:
    """Give the better and the worse of two ways of choosing, each figure for itself."""
    pairs = [sorted((a, b)) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return Sampled(*(best for best, _ in pairs)), Sampled(*(worst for _, worst in pairs))


def _played(combat: Combat, unit: str, dice: Dice, *, worst: bool) -> list[Cost]:
    """Play a turn to its end; give what it cost."""
    found: list[Cost] = []
    while combat.agenda and not combat.over:
        before = combat
        combat, events = _next(combat, unit, dice, worst=worst)
        if events:
            found += costs(before, events)
    return found


def played_out(combat: Combat, unit: str, dice: Dice) -> Combat:
    """Play all that is still to do, every choice made for a unit."""
    while combat.agenda and not combat.over:
        combat, _ = _next(combat, unit, dice, worst=False)
    return combat.with_agenda(()) if combat.agenda else combat


def _next(combat: Combat, unit: str, dice: Dice, *, worst: bool) -> Result:
    step = combat.agenda[0]
    assert isinstance(step, Step)
    answer: Any = _next_to_move(step, combat, dice) if isinstance(step, MoveUnits) else None
    question = step.question(combat) if answer is None else None
    answer = answer if question is None else _answer(question, combat, unit, dice, worst=worst)
    return step.resolve(combat.with_agenda(combat.agenda[1:]), answer)


def _next_to_move(step: MoveUnits, combat: Combat, dice: Dice) -> str | None:
    """Pick any unit that can move now, without looking at all of them; None where it has to be found out."""
    waiting = step.here(combat)
    ground = combat.once(Ground)
    while waiting:
        unit = waiting.pop(dice.choose(len(waiting)))
        if in_place_of_move(combat, unit) or ground.now(unit).status != BLOCKED:
            return unit.id
    return None


def _answer(question: Question, combat: Combat, unit: str, dice: Dice, *, worst: bool) -> Any:
    match question.kind:
        case "dice":
            return sum(dice.roll(question.dice))
        case "hits":
            return {colour: sum(dice.roll([colour] * count)) for colour, count in pool_of(question).items()}
        case "direction":
            return _any(question.options, dice)
        case "choice" | "hex" if question.options:
            return _choose(question, combat, unit, dice, worst=worst)
        case "effect" | "manual":
            return NOTHING
    raise HoploError(tr("{question} is not known, and what is drawn cannot be counted", question=question.id))


def _choose(question: Question, combat: Combat, unit: str, dice: Dice, *, worst: bool) -> str:
    """Choose for or against a unit: to be attacked or not, to have rivals come within Range of it or not."""
    options = list(question.options)
    aim = combat.units.get(unit)
    if question.id == "movement.destination" and aim is not None and aim.hex:
        mat, mover = combat.arena.mat, combat.units[question.unit]
        reach = range_(combat, mover)
        fit = [hex_ for hex_ in options if (mat.distance(mat.bit[hex_], aim.hex) <= reach) == worst]
        return _any(fit or options, dice)
    if unit in options:
        other = _any([option for option in options if option != unit], dice)
        return unit if worst else other
    return _any(options, dice)


def _any(options: Sequence[str], dice: Dice) -> str:
    return options[dice.choose(len(options))]
