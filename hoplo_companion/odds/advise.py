"""The best few plans for your turn: many drawn up, the likeliest played on many times, the best of them counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from hoplo_companion.errors import UNKNOWN, HoploError
from hoplo_companion.language import tr
from hoplo_companion.odds.drawing import Candidate, Left, candidates
from hoplo_companion.odds.fight import FIRST_SEED, Play, Winning, drawn, played_on, winning, wins
from hoplo_companion.odds.forecast import Forecast
from hoplo_companion.odds.likely import likely_won
from hoplo_companion.odds.plan import Behind, Played, Results, likeliest_start, quiet
from hoplo_companion.odds.quick_look import BLESSING, Aim, standing, stands, worth
from hoplo_companion.odds.reasons import Basis, Reason, reason_of
from hoplo_companion.odds.search import Search, resolved
from hoplo_companion.odds.values import TooLargeError, plus
from hoplo_companion.rules.agenda import Step, pending
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import camp, options

FEW = 3
"""So many plans are given."""

RANKED, COUNTED = 0.4, 0.75
"""How much of the time has gone once plans have been played on, and once the best are counted; fights take the rest."""

MOST_SEEDS = 2_000
"""So many fights are enough to tell plans apart."""

WORK_A_SECOND = 6_000
"""Answers looked at in a second, or a little fewer than are."""


LEAST_WORK = 2_000
"""Answers that are looked at behind a plan before the rival's turn is sampled."""


class Wanted(NamedTuple):
    """How a plan that is played on is judged for an aim.

    Shapes: `rounds` are the rival's turns that are played; `won` weighs the chance to win then, `harm` and `danger`
    what the rival and what you have lost by then, in HP.
    """

    rounds: int
    won: float
    harm: float
    danger: float


WANTED: dict[Aim, Wanted] = {
    "goal": Wanted(3, 100.0, 0.0, 0.0),
    "safety": Wanted(1, 10.0, 0.3, 1.5),
    "damage": Wanted(1, 10.0, 1.6, 0.25),
}

MIND_WORST = 0.3
"""How much of a range to the worst counts: the choices in the rival's turn are yours."""


class Advice(NamedTuple):
    """A plan with what it comes to, and the rival's turn behind it."""

    played: Played
    results: Results
    behind: Forecast
    reason: Reason

    @property
    def by_hand(self) -> list[str]:
        """What no source states, and was left out."""
        return sorted({*self.played.by_hand, *self.behind.by_hand})


class Advised(NamedTuple):
    """The best plans, best first, and the chance to win after each; how many were looked at, and how many played on.

    Shapes: `unknown` are units whose numbers nobody has entered and that were left in camp, `tactics` tells that it is
    known which tactics your camp has.
    """

    plans: list[Advice]
    wins: Winning
    looked: int
    played_on: int
    unknown: list[str]
    tactics: bool


def advise(combat: Combat, aim: Aim, left: Left, play_all: Play = map) -> Advised:
    """Find the best plans for your turn; `left` gives the seconds that there are left for it."""
    whole = left()
    start = likeliest_start(combat)
    if start.over:
        return Advised([], Winning(None, []), 0, 0, [], tactics=True)
    found, looked = candidates(combat, start, aim, left)
    best = _unlike(_ranked(found, aim, lambda: left() - (1 - RANKED) * whole))
    idle = next((each for each in found if each.played.actions == (Action(END),)), None)
    behind = Behind(start)
    known = [*best, idle] if idle is not None and idle not in best else best
    counted = {id(each): _counted(behind, each, lambda: left() - (1 - COUNTED) * whole) for each in known}
    chances = winning([each.played for each in best], left, play_all)
    basis = Basis(chances.now, idle, counted.get(id(idle)))
    plans = [
        Advice(*each, counted[id(each)], reason_of(each, counted[id(each)], share, basis))
        for each, share in zip(best, chances.after, strict=True)
    ]
    waiting = [unit.id for unit in camp(start) if unit.health is None or unit.attack is None]
    unknown = list(dict.fromkeys([*waiting, *options(start).unknown]))
    return Advised(plans, chances, looked, len(found), unknown, start.yours.tactics is not None)


# Which is best -----------------------------------------------------------------------------------------------------


def _ranked(plans: Sequence[Candidate], aim: Aim, left: Left) -> list[Candidate]:
    """Sort plans by what comes of them, as many turns on as the aim wants and the lineup is known for."""
    for rounds in range(WANTED[aim].rounds, 1, -1):
        with suppress(*UNKNOWN):
            return _played_on(plans, aim, rounds, left)
    return _played_on(plans, aim, 1, left)


def _played_on(plans: Sequence[Candidate], aim: Aim, rounds: int, left: Left) -> list[Candidate]:
    """Play on from what each plan leaves, with the same dice for all: the better half again and again."""
    totals = {id(each): 0.0 for each in plans}
    field, out = list(plans), list[Candidate]()
    halvings, whole, seed = max(1, (len(plans) // FEW).bit_length()), left(), FIRST_SEED
    for number in range(1, halvings + 1):
        is_first = True
        while is_first or (left() > whole * (1 - number / halvings) and seed < FIRST_SEED + MOST_SEEDS):
            seed, is_first = seed + 1, False
            for each in field:
                totals[id(each)] += _comes_to(each.played, seed, aim, rounds)
        field.sort(key=lambda each: -totals[id(each)])
        keep = max(FEW, (len(field) + 1) // 2) if number < halvings else len(field)
        field, out = field[:keep], field[keep:] + out
    return [*field, *out]


def _comes_to(plan: Played, seed: int, aim: Aim, rounds: int) -> float:
    """What one fight that is played on comes to for an aim."""
    end = played_on(drawn(plan.ways, seed), seed, rounds=rounds)
    won = likely_won(end)
    if won is None:
        won = float(wins(end, seed))
    wanted, (ours, theirs), (left, standing_there) = WANTED[aim], standing(plan.start), standing(end)
    return wanted.won * won + wanted.harm * (theirs - standing_there) - wanted.danger * (ours - left)


def _unlike(plans: Sequence[Candidate]) -> list[Candidate]:
    """Give the best few plans of which no two are alike: with the same attacks, and everybody about where it was."""
    found: list[Candidate] = []
    for each in plans:
        if len(found) < FEW and not any(_is_alike(each.played, other.played) for other in found):
            found.append(each)
    return found


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


def _counted(behind: Behind, candidate: Candidate, left: Left) -> Forecast:
    """Count the rival's turn behind a plan; sampled where it takes longer than there is time for."""
    behind.most = max(LEAST_WORK, int(WORK_A_SECOND * left()))
    return behind.plan(candidate.played, is_enough=lambda _found, _needed: left() <= 0)


# A question that is open -------------------------------------------------------------------------------------------


class Option(NamedTuple):
    """An answer to an open question, and what the rest of the turn does then; `behind` is None where it is too much."""

    option: str
    behind: Forecast | None
    value: float


def danger(behind: Forecast, unit: Unit) -> float:
    """Measure what the rival's turn does to a unit, in HP."""
    prices = (worth(unit), 1.0, BLESSING)
    return sum(
        price * ((1 - MIND_WORST) * float(each.best) + MIND_WORST * float(each.worst))
        for price, each in zip(prices, behind.units[unit.id], strict=True)
        if each is not None
    )


def options_of(combat: Combat, aim: Aim, left: Callable[[], float]) -> list[Option]:
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
        search.most = search.work + max(500, int(WORK_A_SECOND * left() / (len(options) - at)))
        found.append(_option(search, combat, option, units, aim))
    return sorted(found, key=lambda each: -each.value)


def _option(search: Search, combat: Combat, option: str, units: list[str], aim: Aim) -> Option:
    step = combat.agenda[0]
    assert isinstance(step, Step)
    after, events = resolved(combat, step, option)
    try:
        outlooks = search.outlooks(plus(search.worth(after), search.losses(combat, events)))
    except (TooLargeError, RecursionError):
        return Option(option, None, stands(after, aim))
    behind = Forecast(outlooks, by_hand=tuple(sorted(search.by_hand)))
    return Option(option, behind, -sum(danger(behind, combat.units[id_]) for id_ in units))
