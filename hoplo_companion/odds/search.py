"""Everything that a turn can come to, counted: dice by their ways, choices by the best for each aim.

A situation is a combat at a question. What leads to the same situation is looked at once: `everything` says which are
the same, and `worth` is remembered by that.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components import conditions
from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.effects import Damage, Effect
from hoplo_companion.odds import values
from hoplo_companion.odds.melee import Kind, Melee
from hoplo_companion.rules.agenda import Step, kind_of_step
from hoplo_companion.rules.attack import CALCULATED, SET_OFF
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.effects.in_force import ALLOW, DAZE, DICE, SKILLS
from hoplo_companion.rules.effects.judge import SUPERLATIVES, any_effect_on, judge
from hoplo_companion.rules.model import Combat, Lasting, Place
from hoplo_companion.rules.rival.engage import can_act
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import MoveUnits, begin_movement
from hoplo_companion.rules.rival.outcomes import TooManyWaysError, outcomes
from hoplo_companion.rules.rival.placement import place_tactic
from hoplo_companion.rules.rival.turn import ActUnits, begin_engage, stand_before, use_abilities
from hoplo_companion.rules.scion.turn import begin_row, carry_out
from hoplo_companion.rules.turns import finish_turn

MERGES = {ActUnits, use_abilities, MoveUnits, begin_movement, begin_engage, begin_row, carry_out, place_tactic}
"""Steps before which different ways come together again."""

ALWAYS = {DICE, SKILLS, DAZE, "range-stat", "health-stat", "movement-stat", ALLOW}
"""When effects that are always on matter."""

ELSEWHERE = {
    "set-up", "turn-start", "opponents-turn-start", "deployed", "played", "movement", "moved", "displaced", "ability",
    "arena-turn", "activity", "cleanup",
}  # fmt: skip
"""When effects set in that plain attacks do not set off."""

CALM = ALWAYS | ELSEWHERE | set(SET_OFF)
"""When effects may matter in a melee; where any other does, more than hit points can hang on it."""

BY_UNITS = (
    conditions.Descriptor, conditions.Facing, conditions.Higher, conditions.Hits, conditions.InRange, conditions.Moment,
    conditions.Compared,
)  # fmt: skip
"""Conditions that hang on the two units of an attack alone."""

BY_ITSELF = (
    Effect, Lasting, vocabulary.AddDice, vocabulary.RemoveDice, vocabulary.ReplaceDice, vocabulary.ChangeStat,
    vocabulary.Grant, vocabulary.Suppress, vocabulary.Fatigue, vocabulary.Allow, vocabulary.Forbid,
    vocabulary.DrawAttacks, vocabulary.MarkFirst, vocabulary.Daze, conditions.Descriptor, conditions.Facing,
    conditions.Has, conditions.Higher, conditions.Moment, conditions.OwnTurn, conditions.Compared, conditions.Stayed,
)  # fmt: skip
"""Parts of effects that are always on and hang on nobody but the unit that they change."""

BY_NUMBERS = (conditions.Outnumbered, conditions.Isolated)
"""Conditions that hang on how many units stand on each side."""

MOST_WORK = 150_000  # answers looked at, above which a board is too large to be counted
WORK_OF_MOVES = 200_000  # the most work on the ways of one Movement Step
WORK_OF_BOARD = 8  # a board is as much work to make and to name as so many answers are to look at


class Search:
    """Counts what a combat can come to for some units, until nothing is left to do."""

    def __init__(self, combat: Combat, units: Iterable[str], most: int = MOST_WORK) -> None:
        hero = combat.hero()
        self.aims = values.Aims(units, most, hero.id if hero is not None else "", combat.yours.blessings or 0)
        self.by_setting: dict[Any, Melee] = {}
        self.found: dict[Any, values.Value] = {}
        self.by_hand: set[str] = set()

    def figures(self, combat: Combat, lost: values.Costs = ()) -> dict[str, values.Figures]:
        """What can still come to the units, together with what is lost; TooLargeError where that is too much."""
        try:
            return self.aims.figures(values.plus(self.worth(combat), lost))
        except RecursionError:
            raise values.TooLargeError from None

    def worth(self, combat: Combat) -> values.Value:
        """What can still come of a combat."""
        if combat.over or not combat.agenda:
            return self.aims.zero
        if kind_of_step(combat.agenda[0]) not in MERGES:
            return self._on(combat)
        key = values.everything(combat)
        if (value := self.found.get(key)) is None:
            value = self.found[key] = self._on(combat)
        return value

    def _on(self, combat: Combat) -> values.Value:
        """Go on with the steps that ask nothing, and look at the question behind them."""
        lost: list[tuple[int, int]] = []
        while (value := self._decided(combat)) is None:
            self.aims.add_work()
            before = combat
            combat, events = values.resolved(before, before.agenda[0], None)
            lost += self.losses(before, events)
            if combat.over or not combat.agenda or kind_of_step(combat.agenda[0]) in MERGES:
                value = self.worth(combat)
                break
        return values.plus(value, lost) if lost else value

    def _decided(self, combat: Combat) -> values.Value | None:
        """What a combat is worth where something is asked; None where its next step asks nothing."""
        step: Step = combat.agenda[0]
        if isinstance(step, MoveUnits) and (ends := self.ends_of_moving(combat, step)) is not None:
            return values.chosen([self.worth(end) for end in ends])
        if isinstance(step, ActUnits) and (melee := self.melee(combat, step)) is not None:
            return melee.worth(*melee.start)
        if (question := step.question(combat)) is None:
            return None
        rolled = values.ways_of(question, self.by_hand)
        answers = question.options if rolled is None else [answer for _, answer in rolled[0]]
        self.aims.add_work(len(answers))
        found = [value for _, value in self.answered(combat, answers)]
        if rolled is None:
            return values.chosen(found)
        return values.expected([(many, value) for (many, _), value in zip(rolled[0], found, strict=True)], rolled[1])

    def losses(self, before: Combat, events: list[Event]) -> list[tuple[int, int]]:
        """What events cost the units that are looked at: for each aim how much."""
        return self.aims.losses(values.costs(before, events)) if events else []

    def answered(self, combat: Combat, answers: Iterable[Any]) -> Iterator[tuple[Combat, values.Value]]:
        """What each answer to the next question leads to, and what is to be expected then."""
        for answer in answers:
            now, events = values.resolved(combat, combat.agenda[0], answer)
            value, lost = self.worth(now), self.losses(combat, events)
            yield now, values.plus(value, lost) if lost else value

    def ends_of_moving(self, combat: Combat, step: MoveUnits) -> list[Combat] | None:
        """The boards that the Movement Step can end in; None where chance or effects have a say in it."""
        if any_effect_on(combat, "moved") or any_effect_on(combat, "movement"):
            return None
        here = step.here(combat)
        ground = combat.once(Ground)
        try:
            every = outcomes(ground, here, most=max(self.aims.most, WORK_OF_MOVES))
        except TooManyWaysError:
            raise values.TooLargeError from None
        self.aims.add_work(WORK_OF_BOARD * len(every))
        rest = combat.agenda[1:]
        found: dict[Any, Combat] = {}
        many = len(ground.rivals)
        for end in every:
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
            found.setdefault(values.everything(after), after)
        return list(found.values())

    def melee(self, combat: Combat, step: ActUnits) -> Melee | None:
        """The melee that an Engage Step is, from a board on; None where it is more than a melee."""
        here = step.here(combat)
        kind = None if any(step.asks(combat, unit) for unit in here) else self._kind_of(combat)
        if kind is None:
            return None
        around = [unit for unit in combat.in_arena() if kind.reacts or unit.side != "rival"]
        # Everything but the HP and the blessings that are counted, and the hexes that each unit sees for itself.
        counted, units = {unit.id for unit in around}, combat.units.values()
        setting = (
            kind,
            tuple(map(values.looks, units)),
            tuple([(each.hex, None if each.id in counted else each.hp) for each in units]) if kind.wide else None,
            values.facts(replace(combat, yours=replace(combat.yours, blessings=0))),
        )
        if (melee := self.by_setting.get(setting)) is None:
            melee = self.by_setting[setting] = Melee(self.aims, around, kind)
        melee.begin(combat, [unit for unit in here if can_act(combat, unit)])
        return melee

    def _kind_of(self, combat: Combat) -> Kind | None:
        """Find out what a melee is like; None where it is no melee at all."""
        about = judge(combat)
        ends = {finish_turn, stand_before}.issuperset(map(kind_of_step, combat.agenda[1:]))
        if not about.moments <= CALM or combat.event == "scion" or not ends:
            return None
        every: list[Effect | Lasting] = [*combat.lasting]
        for on in ("always", *SET_OFF):
            every += [held.effect for held in about.on(on)] if on in about.moments or on == "always" else []
        found = Kind(wide=False, many=False, reacts=False, hurt=False)
        for each in every:
            if (kind := _kind_with(each)) is None:
                return None
            found = Kind(*map(any, zip(found, kind, strict=True)))
        is_wide = found.wide or (found.many and (any_effect_on(combat, "range-stat") or any(combat.in_arena("arena"))))
        found = found._replace(wide=is_wide, many=found.many and not is_wide)
        # What the fall of a rival's unit can bring about is more than hit points.
        may_fall = combat.event == "spar" or any(unit.tribune for unit in combat.in_arena("rival"))
        return None if found.reacts and may_fall else found


def _kind_with(what: Effect | Lasting) -> Kind | None:
    """Find out what an effect makes of a melee; None where more than hit points hangs on it."""
    parts = list(_parts_of(what))
    if any(isinstance(part, conditions.Struck) for part in parts):
        return None
    hurt = any(isinstance(part, conditions.Compared) or getattr(part, "pick", "all") in SUPERLATIVES for part in parts)
    if isinstance(what, Lasting) or what.on == "always":
        return Kind(*_breadth(parts, BY_ITSELF), reacts=False, hurt=hurt)
    simple = all(
        isinstance(each, CALCULATED) or (isinstance(each, Damage) and each.to == "attacker") for each in what.verbs
    )
    if what.may or what.once is not None or not simple:
        return None
    reacts = any(isinstance(part, Damage | conditions.InRange) for part in parts)
    return Kind(*_breadth(parts, (Effect, Damage, vocabulary.RivalUse, *CALCULATED, *BY_UNITS)), reacts, hurt)


def _breadth(parts: list[object], near: tuple[type, ...]) -> tuple[bool, bool]:
    """Say whether more than what is near counts, and whether how many units stand on each side does."""
    more = [part for part in parts if not isinstance(part, near)]
    wide = any(not isinstance(part, BY_NUMBERS) for part in more)
    return wide, bool(more) and not wide


def _parts_of(part: object) -> Iterator[object]:
    """Iterate over something and every part of it."""
    if isinstance(part, list | tuple):
        for each in part:
            yield from _parts_of(each)
    elif isinstance(part, Struct):
        yield part
        for name in part.__struct_fields__:
            yield from _parts_of(getattr(part, name))
