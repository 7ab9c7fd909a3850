"""Everything that a turn can come to, counted: dice by their ways, choices by the best for each aim.

A situation is a combat at a question. What leads to the same situation is looked at once: `keys` says which are the
same, and `worth` is remembered by that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from msgspec.structs import replace

from hoplo_companion.odds import values
from hoplo_companion.odds.keys import Keys, Sees, sees
from hoplo_companion.odds.melees import Melees
from hoplo_companion.rules.agenda import Step, kind_of_step
from hoplo_companion.rules.effects.judge import matters
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat, Place
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.engage_step import ActUnits, begin_engage
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import MoveUnits, begin_movement
from hoplo_companion.rules.rival.outcomes import Outcome, TooManyWaysError, outcomes
from hoplo_companion.rules.rival.placement import TacticStep
from hoplo_companion.rules.rival.turn import UseAbilities
from hoplo_companion.rules.scion.turn import CarryOut, Row

MERGES = {ActUnits, UseAbilities, MoveUnits, begin_movement, begin_engage, Row, CarryOut, TacticStep}
"""Steps before which different ways come together again."""

MOST_WORK = 150_000  # answers looked at, above which a board is too large to be counted
WORK_OF_MOVES = 200_000  # the most work on the ways of one Movement Step
WORK_OF_BOARD = 8  # a board is as much work to make and to name as so many answers are to look at


class Search:
    """Counts what a combat can come to for some units, until nothing is left to do."""

    def __init__(self, combat: Combat, units: Iterable[str], most: int = MOST_WORK, what: Sees | None = None) -> None:
        hero = combat.hero()
        self.aims = values.Aims(units, most, hero.id if hero is not None else "", combat.yours.blessings or 0)
        self.key = Keys(combat, what or sees(combat))
        self.melees = Melees(self.aims, self.key)
        self.found: dict[Any, values.Value] = {}
        self.by_hand: set[str] = set()

    def outlooks(self, combat: Combat, lost: values.Costs = ()) -> dict[str, values.Outlook]:
        """What can still come to the units, together with what is lost; TooLargeError where that is too much."""
        try:
            return self.aims.outlooks(values.plus(self.worth(combat), lost))
        except RecursionError:
            raise values.TooLargeError from None

    def worth(self, combat: Combat) -> values.Value:
        """What can still come of a combat."""
        if combat.over or not combat.agenda:
            return self.aims.zero
        if kind_of_step(combat.agenda[0]) not in MERGES:
            return self._on(combat)
        key = self.key(combat)
        value = self.found.get(key)
        if value is None:
            value = self.found[key] = self._on(combat)
        return value

    def _on(self, combat: Combat) -> values.Value:
        """Go on with the steps that ask nothing, and look at the question behind them."""
        lost: list[tuple[int, int]] = []
        while (value := self._decided(combat)) is None:
            before, first = combat, combat.agenda[0]
            assert isinstance(first, Step)
            self.aims.add_work()
            combat, events = values.resolved(before, first, None)
            lost += self.losses(before, events)
            if combat.over or not combat.agenda or kind_of_step(combat.agenda[0]) in MERGES:
                value = self.worth(combat)
                break
        return values.plus(value, lost) if lost else value

    def _decided(self, combat: Combat) -> values.Value | None:
        """What a combat is worth where something is asked; None where its next step asks nothing."""
        first = combat.agenda[0]
        if isinstance(first, MoveUnits) and (ends := self.ends_of_moving(combat, first)) is not None:
            return values.chosen([self.worth(end) for end in ends])
        if isinstance(first, ActUnits) and (melee := self.melees.begun(combat, first)) is not None:
            return melee.worth(*melee.start)
        assert isinstance(first, Step)
        question = first.question(combat)
        return self._asked(combat, first, question) if question is not None else None

    def losses(self, before: Combat, events: list[Event]) -> list[tuple[int, int]]:
        """What events cost the units that are looked at: for each aim how much."""
        left = before.yours.blessings
        return [each for cost in values.costs(before, events) for each in self.aims.costs(cost, left)]

    def _asked(self, combat: Combat, step: Step, question: Question) -> values.Value:
        if (rolled := values.ways_of(question, self.by_hand)) is not None:
            ways, power = rolled
            self.aims.add_work(len(ways))
            return values.expected([(many, self._answered(combat, step, answer)) for many, answer in ways], power)
        self.aims.add_work(len(question.options))
        return values.chosen([self._answered(combat, step, option) for option in question.options])

    def _answered(self, before: Combat, step: Step, answer: Any) -> values.Value:
        combat, events = values.resolved(before, step, answer)
        value = self.worth(combat)
        if events and (lost := self.losses(before, events)):
            return values.plus(value, lost)
        return value

    def ends_of_moving(self, combat: Combat, step: MoveUnits) -> list[Combat] | None:
        """The boards that the Movement Step can end in; None where chance or effects have a say in it."""
        if matters(combat, "moved") or matters(combat, "movement"):
            return None
        here = step.here(combat)
        ground = combat.once(Ground)
        try:
            every = outcomes(ground, here, most=max(self.aims.most, WORK_OF_MOVES))
        except TooManyWaysError:
            raise values.TooLargeError from None
        ends = self._different(ground, combat, every)
        self.aims.add_work(WORK_OF_BOARD * len(ends))
        rest = combat.agenda[1:]
        found: dict[Any, Combat] = {}
        many = len(ground.rivals)
        for end in ends:
            units, chips = dict(combat.units), dict(combat.chips)
            gone = []
            for unit, hex_ in zip(ground.rivals, end, strict=False):
                if hex_ != unit.hex:
                    units[unit.id] = replace(unit, hex=hex_)
                    gone.append(unit.id)
            for chip, taker in zip(ground.chips, end[many:], strict=True):
                if taker:
                    chips[chip] = Place(holder=ground.rivals[taker - 1].id)
            after = replace(combat, units=units, chips=chips, moved=combat.moved.union(gone), agenda=rest)
            found.setdefault(self.key(after), after)
        return list(found.values())

    def _different(self, ground: Ground, combat: Combat, ends: Collection[Outcome]) -> Collection[Outcome]:
        """Keep one of all ends whose keys will be the same, without making their boards."""
        what = self.key.sees
        if what.hexes or what.moved or what.allies:
            return ends
        foes = [unit for unit in combat.units.values() if unit.hex and unit.side != combat.side]
        many = len(ground.rivals)

        @cache
        def seen(at: int, hex_: int) -> tuple[int, ...]:
            # Where a unit's opponents stand from it, as far as that matters.
            unit = replace(ground.rivals[at], hex=hex_)
            return tuple([each for foe in foes for each in self.key.places([unit, foe])])

        found: dict[Any, Outcome] = {}
        for end in ends:
            found.setdefault((*map(seen, range(many), end), end[many:]), end)
        return found.values()
