"""The best few plans for your turn: many drawn up, the likeliest played on many times, the best of them counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.odds.budget import Budget
from hoplo_companion.odds.drawing import Candidate, candidates
from hoplo_companion.odds.fight import Play, Share, drawn, falling, played_on, toward_mean, winning
from hoplo_companion.odds.forecast import Behind, Forecast
from hoplo_companion.odds.plan import Played, Results, likeliest_start, quiet
from hoplo_companion.odds.quick_look import prospect, spoils, stands, worth
from hoplo_companion.odds.reasons import Basis, Reason, reason_of
from hoplo_companion.odds.search import Search, resolved
from hoplo_companion.odds.values import TooLargeError, mean_of, plus
from hoplo_companion.odds.weights import VALUES, Aim
from hoplo_companion.rules.agenda import Step, pending
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import camp, options

FEW = 3
"""So many plans are given."""

RANKED, COUNTED = 0.5, 0.65
"""How much of the time has gone once plans have been ranked, and once the best are counted; fights take the rest."""

MOST_SEEDS = 2_000
"""So many fights are enough to rank plans."""

WORK_A_SECOND = 6_000
"""Answers looked at in a second, or a little fewer than are."""


LEAST_WORK = 2_000
"""Answers that are looked at behind a plan before the rival's turn is sampled."""

MIND_WORST = 0.3
"""How much of a range to the worst counts: the choices in the rival's turn are yours."""


class Advice(NamedTuple):
    """A plan with what it comes to, the rival's turn behind it and the chance to win.

    Shapes: `as_good` says that the chance cannot be told from that of the first plan.
    """

    played: Played
    results: Results
    behind: Forecast
    reason: Reason | None
    wins: Share | None
    as_good: bool

    @property
    def line(self) -> str:
        """The plan as it is typed."""
        return "; ".join(action.typed() for action in self.played.actions)

    @property
    def cost(self) -> float:
        """What it costs you until the rival's next turn is over, in HP: units and blessings have their worth, too."""
        units, found = self.played.start.units, self.results
        yours = {id_: float(hp) for id_, hp in found.hp.items() if units[id_].side == "player"}
        fallen = sum(float(odds) * worth(units[id_]) for id_, odds in found.lost.items())
        return sum(yours.values()) + fallen + sum(danger(self.behind, units[id_]) for id_ in self.behind.units)

    @property
    def harm(self) -> float:
        """What your turn costs your opponents, in HP: units have their worth, too."""
        units, found = self.played.start.units, self.results
        theirs = {id_: float(hp) for id_, hp in found.hp.items() if units[id_].side != "player"}
        return sum(theirs.values()) + sum(float(odds) * spoils(units[id_]) for id_, odds in found.defeated.items())

    @property
    def by_hand(self) -> list[str]:
        """What no source states, and was left out."""
        return sorted({*self.played.by_hand, *self.behind.by_hand})


class Advised(NamedTuple):
    """The best plans, best first, and the chance to win now; how many were looked at, and how many played on.

    Shapes: `now` is None where the chance is not known, and `why_not` says why; `unknown` are units whose numbers
    nobody has entered and that were left in camp, `tactics` says that it is known which tactics your camp has.
    """

    plans: list[Advice]
    now: Share | None
    why_not: str
    looked: int
    played_on: int
    unknown: list[str]
    tactics: bool


def advise(combat: Combat, aim: Aim, budget: Budget, play_all: Play = map) -> Advised:
    """Find the best plans for your turn."""
    start = likeliest_start(combat)
    if start.over:
        return Advised([], None, "", 0, 0, [], tactics=True)
    found, looked = candidates(combat, start, aim, budget)
    best = _unlike(_ranked(found, aim, budget))
    idle = next(filter(_is_idle, found), None)
    behind = Behind(start)
    counted = {id(each): _counted(behind, each, budget)
               for each in (*best, idle) if each is not None}  # fmt: skip
    chances = winning([each.played for each in best], budget, play_all, shares=toward_mean)
    basis = Basis(idle, counted.get(id(idle)))
    plans = [
        Advice(*each, counted[id(each)], reason_of(each, counted[id(each)], basis), *won)
        for each, won in zip(best, zip(chances.after, chances.as_good, strict=True), strict=True)
    ]
    waiting = [unit.id for unit in camp(start) if unit.health is None or unit.attack is None]
    unknown = list(dict.fromkeys([*waiting, *options(start).unknown]))
    return Advised(_in_order(plans, aim), chances.now, chances.why_not, looked, len(found), unknown,
                   start.yours.tactics is not None)  # fmt: skip


# Which is best -----------------------------------------------------------------------------------------------------

Judge = Callable[[Played, int], float]
"""Says what comes of a plan in the fight of a seed."""


def _ranked(plans: Sequence[Candidate], aim: Aim, budget: Budget) -> list[Candidate]:
    """Sort plans by how the board stands after the rival's next turn, with the same dice for all.

    For the goal that is how likely you win from there; every aim else weighs the board by itself.
    """
    judge: Callable[[Combat], float] = prospect if aim == "goal" else partial(stands, aim=aim)
    return _played_on(plans, lambda plan, seed: judge(after_turn(plan, seed)), budget)


def after_turn(plan: Played, seed: int) -> Combat:
    """The board that a plan leaves after the rival's next turn, with the dice of a seed."""
    return played_on(drawn(plan.ways, seed), seed, rounds=1)


def _played_on(plans: Sequence[Candidate], judge: Judge, budget: Budget) -> list[Candidate]:
    """Play on from what each plan leaves, with the same dice for all: the better half again and again."""
    totals = {id(each): 0.0 for each in plans}
    field, out = list(plans), list[Candidate]()
    halvings, whole, seed = max(1, (len(plans) // FEW).bit_length()), budget.left(RANKED), 0
    try:
        for number in range(1, halvings + 1):
            is_first = True
            while is_first or (budget.left(RANKED) > whole * (1 - number / halvings) and seed < MOST_SEEDS):
                seed, is_first = seed + 1, False
                for each in field:
                    totals[id(each)] += judge(each.played, seed)
            field.sort(key=lambda each: -totals[id(each)])
            keep = max(FEW, (len(field) + 1) // 2) if number < halvings else len(field)
            field, out = field[:keep], field[keep:] + out
    except KeyboardInterrupt:
        budget.stop()
    return [*field, *out]


def _in_order(plans: list[Advice], aim: Aim) -> list[Advice]:
    """Sort the best plans: as they were ranked where the chance to win cannot tell them apart, by cost, or by harm.

    Where fewer fights were won after a plan than after one behind it, chance alone made that: both are shown with the
    share that they have in common (isotonic regression), so that the order never contradicts the chances.
    """
    if aim == "goal" and all(each.wins is not None for each in plans):
        plans = sorted(plans, key=lambda each: not each.as_good)
        shares = falling(each.wins for each in plans if each.wins is not None)
        return [each._replace(wins=share) for each, share in zip(plans, shares, strict=True)]
    ways = {"goal": (1, 1), "safety": (1, 0), "damage": (0, 1)}
    cost, harm = ways[aim]
    return sorted(plans, key=lambda each: round(cost * each.cost - harm * each.harm, 6))


def _unlike(plans: Sequence[Candidate]) -> list[Candidate]:
    """The best few plans of which no two are alike: with the same attacks, and everybody about where it was.

    Shapes: to leave everything as it is counts where it is the best, or the only other one.
    """
    found: list[Candidate] = []
    for each in sorted(plans, key=lambda each: each is not plans[0] and _is_idle(each)):
        if _is_idle(each) and len(found) > 1:
            break
        if len(found) < FEW and not any(_is_alike(each.played, other.played) for other in found):
            found.append(each)
    return found


def _is_idle(plan: Candidate) -> bool:
    return plan.played.actions == (Action(END),)


def _is_alike(one: Played, other: Played) -> bool:
    mat = one.start.arena.mat
    deeds, others = (
        {each[:3] for each in played.actions if each.word in ("attack", "special", "ability")}
        for played in (one, other)
    )
    places, elsewhere = (
        {each.first: mat.bit[each.second] for each in played.actions if each.word in ("deploy", "move")}
        for played in (one, other)
    )
    here = {unit.id: unit.hex for unit in one.start.in_arena("player")}
    return deeds == others and all(
        id_ in {**here, **places}
        and id_ in {**here, **elsewhere}
        and mat.distance({**here, **places}[id_], {**here, **elsewhere}[id_]) <= 1
        for id_ in {**here, **places, **elsewhere}
    )


# What is said of it ------------------------------------------------------------------------------------------------


def _counted(behind: Behind, candidate: Candidate, budget: Budget) -> Forecast:
    """Count the rival's turn behind a plan; sampled where it takes longer than there is time for."""
    behind.most = max(LEAST_WORK, int(WORK_A_SECOND * budget.left(COUNTED)))
    return behind.plan(candidate.played, is_enough=lambda _found, _needed: budget.left(COUNTED) <= 0)


# A question that is open -------------------------------------------------------------------------------------------


class Option(NamedTuple):
    """An answer to an open question, and what the rest of the turn does then; `behind` is None where it is too much."""

    option: str
    behind: Forecast | None
    value: float


def danger(behind: Forecast, unit: Unit) -> float:
    """Measure what the rival's turn does to a unit, in HP."""
    prices = (worth(unit), 1.0, VALUES.blessing)
    return sum(
        price * ((1 - MIND_WORST) * float(mean_of(each.best)) + MIND_WORST * float(mean_of(each.worst)))
        for price, each in zip(prices, behind.units[unit.id], strict=True)
        if each is not None
    )


def options_of(combat: Combat, aim: Aim, budget: Budget) -> list[Option]:
    """Weigh the options of the question that is open, the one that serves you best first."""
    question = pending(combat)
    if question is None or question.kind not in ("choice", "hex") or not question.options:
        raise HoploError(tr("there is no choice to advise on right now"))
    combat = quiet(combat)
    units = [unit.id for unit in combat.in_arena("player")]
    search = Search(combat, units)
    found = []
    options = list(dict.fromkeys(question.options))
    for at, option in enumerate(options):
        search.aims.most = search.aims.work + max(500, int(WORK_A_SECOND * budget.left() / (len(options) - at)))
        found.append(_option(search, combat, option, units, aim))
    return sorted(found, key=lambda each: -each.value)


def _option(search: Search, combat: Combat, option: str, units: list[str], aim: Aim) -> Option:
    step = combat.agenda[0]
    assert isinstance(step, Step)
    after, events = resolved(combat, step, option)
    try:
        outlooks = search.aims.outlooks(plus(search.worth(after), search.losses(combat, events)))
    except (TooLargeError, RecursionError):
        return Option(option, None, stands(after, aim))
    behind = Forecast(outlooks, by_hand=tuple(sorted(search.by_hand)))
    return Option(option, behind, -sum(danger(behind, combat.units[id_]) for id_ in units))
