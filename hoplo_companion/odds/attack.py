"""One attack, Special or Ability: everything that it can come to, with its chance (Rulebook p.21, 24).

Where something is left to you on the way (Intercept Blow, a re-roll), what serves your side best is done, and named.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.words import page_words
from hoplo_companion.dice import SIDES
from hoplo_companion.errors import HoploError, IllegalError
from hoplo_companion.language import tr
from hoplo_companion.odds.values import Cost, costs, ways_by_colour, ways_of_hits
from hoplo_companion.rules.agenda import Step
from hoplo_companion.rules.attack import Declare, Strike, attack
from hoplo_companion.rules.damage import Fall, HurtAll
from hoplo_companion.rules.defeat import AskByHand, Fallen, HeroFalls, Leave
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import InOrder, OnUnits, Perform, UseEffect, VerbStep, rule_of, verb_steps
from hoplo_companion.rules.foresight import without_cards
from hoplo_companion.rules.goals import TroopGone
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.questions import NOTHING, Question
from hoplo_companion.rules.unit_names import names_of

PARTS = (
    Declare, Strike, InOrder, UseEffect, Perform, VerbStep, Fall, HurtAll, Fallen, Leave, HeroFalls, TroopGone,
    AskByHand,
)  # fmt: skip
"""Steps that are still part of the attack under way."""

Result = tuple[tuple[str, int, bool], ...]
"""What it cost each unit: its id, the HP lost, whether it was defeated."""

Ends = tuple[int, dict[Result, int]]
"""The power of six of all ways, and the ways of each result."""

HERO_WEIGHS = 3
"""Your hero's defeat is as bad as that of so many other units."""


class Suffered(NamedTuple):
    """What an attack can do to one unit: the chance of each number of HP lost, and that it is defeated."""

    lost: dict[int, Fraction]
    falls: Fraction

    @property
    def expected(self) -> Fraction:
        """Give the HP that it loses on average."""
        return sum((lost * chance for lost, chance in self.lost.items()), Fraction(0))


class Chosen(NamedTuple):
    """Something left to you on the way, and what was taken."""

    question: Question
    option: str


class Odds(NamedTuple):
    """All that one action can come to: what is rolled first, what each unit suffers, what was chosen on the way."""

    dice: tuple[str, ...]
    suffered: dict[str, Suffered]
    chosen: list[Chosen]


def attack_odds(combat: Combat, unit: Unit, target: Unit) -> Odds:
    """Count what an attack can come to, as things stand."""
    return _odds(_ready(combat, unit, *attack(unit, target)), target.id)


def effect_odds(combat: Combat, unit: Unit, held: Held, target: Unit | None) -> Odds:
    """Count what a Special or an Ability can come to, on a target where it picks one."""
    if target is not None:
        _check_aim(combat, held, target)
    use = UseEffect(held, Scene(unit.id, held.number), chosen=True)
    return _odds(_ready(combat, unit, use), target.id if target is not None else "")


def _check_aim(combat: Combat, held: Held, target: Unit) -> None:
    """Refuse a target that an effect may not be used on as things stand; IllegalError names those that it may."""
    found = [unit for step in verb_steps(held) if isinstance(step, OnUnits) for unit in step.candidates(combat)]
    if any(unit.id == target.id for unit in found):
        return
    names, rule = names_of(combat), combat.catalogue.rule(rule_of(combat, held))
    whom = ", ".join(dict.fromkeys(names(unit.id) for unit in found)) or tr("nobody")
    text = tr("as things stand, {skill} of {unit} may go for {whom}, not for {target} ({page})",
              skill=held.name, unit=names(held.holder), whom=whom, target=names(target.id),
              page=page_words(rule.page if rule is not None else ""))  # fmt: skip
    raise IllegalError(text)


def odds_under_way(combat: Combat) -> Odds:
    """Count what the attack whose dice are asked for can come to."""
    steps = []
    for step in combat.agenda:
        if not isinstance(step, PARTS):
            break
        steps.append(step)
    return _odds(replace(_quiet(combat), agenda=tuple(steps)), "")


def _ready(combat: Combat, unit: Unit, *steps: Step) -> Combat:
    return replace(_quiet(combat), side=unit.side, step="engage", over="", agenda=steps)


def _quiet(combat: Combat) -> Combat:
    # What a blessing saves your hero from is its defeat all the same: whether one is left is shown beside it.
    combat = without_cards(combat)
    return replace(combat, yours=replace(combat.yours, blessings=0), explain=None, foresight=True)


def _odds(combat: Combat, aim: str) -> Odds:
    counting = _Counting(combat, aim)
    power, ways = counting.ends(combat)
    whole = SIDES**power
    units: dict[str, dict[int, Fraction]] = {}
    falls: dict[str, Fraction] = {}
    touched = dict.fromkeys([*([aim] if aim else []), *(id_ for result in ways for id_, _, _ in result)])
    for id_ in touched:
        for result, many in ways.items():
            lost, fell = next(((lost, fell) for other, lost, fell in result if other == id_), (0, False))
            table = units.setdefault(id_, {})
            table[lost] = table.get(lost, Fraction(0)) + Fraction(many, whole)
            falls[id_] = falls.get(id_, Fraction(0)) + (Fraction(many, whole) if fell else 0)
    suffered = {id_: Suffered(dict(sorted(table.items())), falls[id_]) for id_, table in units.items()}
    return Odds(counting.dice, suffered, list(counting.chosen.values()))


def ends_of(combat: Combat) -> Ends:
    """Count what a combat can come to until its agenda is empty."""
    return _Counting(combat, "").ends(combat)


class _Counting:
    """Counts one action, step by step."""

    def __init__(self, combat: Combat, aim: str) -> None:
        self.sides = {unit.id: unit.side for unit in combat.units.values()}
        self.heroes = {unit.id for unit in combat.units.values() if unit.hero and unit.side == "player"}
        self.aim = aim
        self.dice: tuple[str, ...] = ()
        self.chosen: dict[tuple[str, str], Chosen] = {}

    def ends(self, combat: Combat) -> Ends:
        """Count what a combat can come to until its agenda is empty."""
        if combat.over or not combat.agenda:
            return 0, {(): 1}
        step = combat.agenda[0]
        assert isinstance(step, Step)
        question = step.question(combat)
        if question is None:
            return self._after(combat, step, None)
        match question.kind:
            case "dice":
                self.dice = self.dice or question.dice
                ways = [(many, hits) for hits, many in enumerate(ways_of_hits(tuple(sorted(question.dice)))) if many]
                return _weighed([(many, self._after(combat, step, hits)) for many, hits in ways], len(question.dice))
            case "hits":
                rolls = ways_by_colour(question.dice)
                return _weighed([(many, self._after(combat, step, hits)) for many, hits in rolls], len(question.dice))
            case "direction":
                return _weighed([(1, self._after(combat, step, way)) for way in question.options], 1)
            case "choice" | "hex" if question.options:
                return self._best(combat, step, question)
            case "manual" | "effect":
                return self._after(combat, step, NOTHING)
        raise HoploError(tr("{question} is not known, and what is drawn cannot be counted", question=question.id))

    def _best(self, combat: Combat, step: Step, question: Question) -> Ends:
        """Take what serves your side best; the target that was named, where one is asked for."""
        if self.aim in question.options:
            return self._after(combat, step, self.aim)
        found = [(self._after(combat, step, option), option) for option in question.options]
        ends, option = max(found, key=lambda each: self._serves(each[0]))
        self.chosen[question.id, question.unit] = Chosen(question, option)
        return ends

    def _serves(self, ends: Ends) -> tuple[Fraction, Fraction]:
        """Measure how an end serves your side: the rival's defeats against yours, then the HP lost."""
        power, ways = ends
        defeats = lost_hp = 0
        for result, many in ways.items():
            for id_, lost, fell in result:
                sign = -1 if self.sides.get(id_) == "player" else 1
                defeats += many * sign * fell * (HERO_WEIGHS if id_ in self.heroes else 1)
                lost_hp += many * sign * lost
        return Fraction(defeats, SIDES**power), Fraction(lost_hp, SIDES**power)

    def _after(self, before: Combat, step: Step, answer: Any) -> Ends:
        combat, events = step.resolve(replace(before, agenda=before.agenda[1:]), answer)
        if combat.over:
            combat = replace(combat, agenda=())
        power, ways = self.ends(combat)
        happened = costs(before, events)
        if not happened:
            return power, ways
        found: dict[Result, int] = {}
        for result, many in ways.items():
            total = _added(result, happened)
            found[total] = found.get(total, 0) + many
        return power, found


def _added(result: Result, happened: list[Cost]) -> Result:
    total = {id_: (lost, fell) for id_, lost, fell in result}
    for cost in happened:
        before = total.get(cost.unit, (0, False))
        total[cost.unit] = (before[0] + cost.lost, before[1] or cost.defeated)
    return tuple(sorted((id_, lost, fell) for id_, (lost, fell) in total.items()))


def _weighed(parts: list[tuple[int, Ends]], power: int) -> Ends:
    most = max(ends[0] for _, ends in parts)
    found: dict[Result, int] = {}
    for many, (over, ways) in parts:
        by = many * SIDES ** (most - over)
        for result, each in ways.items():
            found[result] = found.get(result, 0) + by * each
    return most + power, found
