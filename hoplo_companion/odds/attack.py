"""Attacks, Specials and Abilities, one after the other: everything that they can come to (Rulebook p.21, 24).

Where something is left to you on the way (Intercept Blow, a re-roll), what serves your side best is done, and named.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.words import page_words
from hoplo_companion.dice import SIDES
from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.odds.values import costs, everything, resolved, rolled
from hoplo_companion.rules.agenda import Result as Resolved
from hoplo_companion.rules.agenda import RollStands, Step, Then, kind_of_step, push
from hoplo_companion.rules.attack import Fall, HurtAll, Strike, declare
from hoplo_companion.rules.defeat import AskByHand, Fallen, hero_falls, leave_afterwards
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.use import InOrder, OnUnits, Perform, UseEffect, VerbStep, rule_of, verb_steps
from hoplo_companion.rules.goals import troop_gone
from hoplo_companion.rules.model import Combat, Priorities, Priority
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.options import without_cards

PARTS = (Strike, InOrder, UseEffect, Perform, VerbStep, Fall, HurtAll, Fallen, AskByHand)
DONE = (declare, leave_afterwards, hero_falls, troop_gone)
"""Steps that are still part of the attack under way, by their class or by what they do."""

Result = tuple[tuple[str, int, bool], ...]
"""What it cost each unit: its id, the HP lost, whether it was defeated."""

Ends = tuple[int, dict[Result, int]]  # the power of six of all ways, and the ways of each result
HERO_WEIGHS = 3  # your hero's defeat is as bad as that of so many other units


class Suffered(NamedTuple):
    """What an attack can do to one unit: the chance of each number of HP lost, and that it is defeated."""

    lost: dict[int, Fraction]
    falls: Fraction

    @property
    def expected(self) -> Fraction:
        """The HP that it loses on average."""
        return sum((lost * chance for lost, chance in self.lost.items()), Fraction(0))

    def at_least(self, hp: int) -> Fraction:
        """The chance that it loses so many HP or more."""
        return sum((chance for lost, chance in self.lost.items() if lost >= hp), Fraction(0))


class Chosen(NamedTuple):
    """Something left to you on the way, and what was taken."""

    question: Question
    option: str


class Odds(NamedTuple):
    """All that some actions can come to: what is rolled first for each, what each unit suffers, what was chosen.

    Shapes: `dice` has an entry for each action, empty where it rolls none; `by_hand` is what no source states and was
    left out.
    """

    dice: tuple[tuple[str, ...], ...]
    suffered: dict[str, Suffered]
    chosen: list[Chosen]
    by_hand: list[str]

    def at_least(self, unit: str, hp: int) -> Fraction:
        """The chance that a unit loses so many HP or more."""
        return self.suffered[unit].at_least(hp) if unit in self.suffered else Fraction(0)


class Blow(NamedTuple):
    """One action: whose it is, its Special or Ability (None: it attacks), and on whom, if it is on anybody."""

    unit: str
    held: Held | None
    target: str

    def steps(self, combat: Combat) -> list[Step]:
        """Its steps as things stand; none where whoever does or suffers it is no longer there."""
        unit, target = combat.units.get(self.unit), combat.units.get(self.target)
        if unit is None or not unit.hex or (self.target and (target is None or not target.hex)):
            return []
        if self.held is None:
            return [Then(declare, (unit.id, target.id))] if target is not None else []
        if self.target and self.target not in may_aim(combat, self.held):
            return []
        return [UseEffect(self.held, Scene(unit.id, self.held.number), chosen=True)]


class Blows(Step, frozen=True):
    """Actions still to be done, in their order."""

    left: tuple[Blow, ...]

    def resolve(self, combat: Combat, answer: Any) -> Resolved:
        """Begin the next one."""
        first, *rest = self.left
        later = [Blows(tuple(rest))] if rest else []
        combat = replace(combat, side=combat.units[first.unit].side) if first.unit in combat.units else combat
        return push(combat, *first.steps(combat), *later), []


def quiet(combat: Combat, *, cards: bool = False, blessings: int | None = None) -> Combat:
    """A combat to be looked through: no reasons, no cards unless counted on, blessings as known, or as given."""
    yours = replace(combat.yours, blessings=(combat.yours.blessings or 0) if blessings is None else blessings)
    combat = replace(combat, yours=yours, explain=None, foresight=True)
    return combat if cards else without_cards(combat)


def odds_of(combat: Combat, blows: Sequence[Blow], *, cards: bool = False) -> Odds:
    """Count what actions on one target can come to in order, `cards` re-rolling too; IllegalError for a wrong one."""
    target = next((blow.target for blow in blows if blow.target), "")
    combat = quiet(combat, cards=cards, blessings=0)
    if combat.arena.priorities is None:
        # Whom a list means does not matter to a target that is named; where none is, anybody may be meant.
        anybody = (Priorities("all", "", (Priority(opponent="any"),)),)
        combat = replace(combat, arena=replace(combat.arena, priorities=anybody))
    for held in (blow.held for blow in blows if blow.held is not None and blow.target):
        if target not in (found := may_aim(combat, held)):
            names, rule = names_of(combat), combat.catalogue.rule(rule_of(combat, held))
            text = later("as things stand, {skill} of {unit} may go for {whom}, not for {target} ({page})")
            whom = ", ".join(dict.fromkeys(map(names, found))) or tr("nobody")
            raise IllegalError(text, skill=held.name, unit=names(held.holder), whom=whom, target=names(target),
                               page=page_words(rule.page if rule is not None else ""))  # fmt: skip
    return _odds(replace(combat, step="engage", over="", agenda=(Blows(tuple(blows)),)), target, len(blows))


def may_aim(combat: Combat, held: Held) -> dict[str, None]:
    """The units, by id, that a Special or an Ability may be used on as things stand."""
    found = [unit.id for step in verb_steps(held) if isinstance(step, OnUnits) for unit in step.candidates(combat)]
    return dict.fromkeys(found)


def aims_at(held: Held) -> bool:
    """Say whether a Special or an Ability is about units of a group, and not about its own alone."""
    return any(isinstance(step, OnUnits) and not isinstance(step.whom(), str) for step in verb_steps(held))


def odds_under_way(combat: Combat) -> Odds:
    """Count what the attack whose dice are asked for can come to."""
    return _odds(_under_way(combat), "")


class Swing(NamedTuple):
    """HP in your favour, those that your opponents lose less your own: on average before a roll, and after it."""

    due: Fraction
    came: Fraction


def swing(combat: Combat, answer: Any) -> Swing | None:
    """Measure a roll that is asked for by what it comes to; None where no attack, Special or Ability is under way."""
    combat = _under_way(combat)
    if not combat.agenda:
        return None
    counting = _Counting(combat, "")
    ends = counting.ends(combat), counting.after(combat, combat.agenda[0], answer)
    return Swing(*(counting.serves(each)[1] for each in ends))


def _under_way(combat: Combat) -> Combat:
    """A combat in which nothing but the attack under way is left to do."""
    steps = takewhile(lambda step: isinstance(step, PARTS) or kind_of_step(step) in DONE, combat.agenda)
    return replace(quiet(combat, blessings=0), agenda=tuple(steps))


def _odds(combat: Combat, aim: str, actions: int = 1) -> Odds:
    counting = _Counting(combat, aim)
    power, ways = counting.ends(combat)
    suffered = {}
    for id_ in dict.fromkeys(filter(None, (aim, *(id_ for result in ways for id_, _, _ in result)))):
        table, falls = defaultdict[int, Fraction](Fraction), Fraction(0)
        for result, many in ways.items():
            lost, fell = next(((lost, fell) for other, lost, fell in result if other == id_), (0, False))
            table[lost] += Fraction(many, SIDES**power)
            falls += Fraction(fell * many, SIDES**power)
        suffered[id_] = Suffered(dict(sorted(table.items())), falls)
    dice = tuple(counting.dice.get(left, ()) for left in reversed(range(actions)))
    return Odds(dice, suffered, list(counting.chosen.values()), sorted(counting.by_hand))


def ends_of(combat: Combat) -> Ends:
    """Count what a combat can come to until its agenda is empty."""
    return _Counting(combat, "").ends(combat)


class _Counting:
    """Counts actions, step by step; `dice` are what is rolled first, by how many actions are left then."""

    def __init__(self, combat: Combat, aim: str) -> None:
        self.sides = {unit.id: unit.side for unit in combat.units.values()}
        self.heroes = {unit.id for unit in combat.units.values() if unit.hero and unit.side == "player"}
        self.aim = aim
        self.dice: dict[int, tuple[str, ...]] = {}
        self.chosen: dict[tuple[str, str], Chosen] = {}
        self.by_hand: set[str] = set()
        self.found: dict[Any, Ends] = {}

    def ends(self, combat: Combat) -> Ends:
        """Count what a combat can come to until its agenda is empty."""
        if combat.over or not combat.agenda:
            return 0, {(): 1}
        step: Step = combat.agenda[0]
        if not isinstance(step, Blows):
            return self._on(combat, step)
        board = everything(combat)
        if board not in self.found:
            self.found[board] = self._on(combat, step)
        return self.found[board]

    def _on(self, combat: Combat, step: Step) -> Ends:
        question = step.question(combat)
        if question is None:
            return self.after(combat, step, None)
        if (after := rolled(combat, step, question, self.by_hand)) is None:
            return self._best(combat, step, question)
        if question.kind == "dice":
            left = next((len(each.left) for each in combat.agenda if isinstance(each, Blows)), 0)
            self.dice.setdefault(left, question.dice)
        parts = [(many, *self._from(combat, now, events)) for many, now, events in after[0]]
        most, found = max(power for _, power, _ in parts), defaultdict[Result, int](int)
        for many, power, ways in parts:
            by = many * SIDES ** (most - power)
            for result, each in ways.items():
                found[result] += by * each
        return most + after[1], found

    def _best(self, combat: Combat, step: Step, question: Question) -> Ends:
        """Take what serves your side best; the target that was named, where one is asked for."""
        if self.aim in question.options:
            return self.after(combat, step, self.aim)
        found = [(self.after(combat, step, option), option) for option in question.options]
        ends, option = max(found, key=lambda each: self.serves(each[0]))
        if not isinstance(step, RollStands):
            self.chosen[question.id, question.unit] = Chosen(question, option)
        return ends

    def serves(self, ends: Ends) -> tuple[Fraction, Fraction]:
        """Measure how an end serves your side: the rival's defeats against yours, then the HP lost."""
        power, ways = ends
        defeats = lost_hp = 0
        for result, many in ways.items():
            for id_, lost, fell in result:
                sign = -1 if self.sides.get(id_) == "player" else 1
                defeats += many * sign * fell * (HERO_WEIGHS if id_ in self.heroes else 1)
                lost_hp += many * sign * lost
        return Fraction(defeats, SIDES**power), Fraction(lost_hp, SIDES**power)

    def after(self, before: Combat, step: Step, answer: Any) -> Ends:
        """Count what a combat can come to once its next step is answered."""
        return self._from(before, *resolved(before, step, answer))

    def _from(self, before: Combat, combat: Combat, events: list[Event]) -> Ends:
        """Count what a combat can come to, together with what has happened before."""
        power, ways = self.ends(combat)
        happened = costs(before, events)
        if not happened:
            return power, ways
        found = defaultdict[Result, int](int)
        for result, many in ways.items():
            each = {id_: (lost, fell) for id_, lost, fell in result}
            for cost in happened:
                lost, fell = each.get(cost.unit, (0, False))
                each[cost.unit] = (lost + cost.lost, fell or cost.defeated)
            total = tuple(sorted((id_, *cost) for id_, cost in each.items()))
            found[total] += many
        return power, found
