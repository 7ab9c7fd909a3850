"""The best few plans for your turn: many drawn up, the likeliest played on many times, the best of them counted."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from hoplo_companion.errors import UNKNOWN, HoploError
from hoplo_companion.odds.actions import Played, Way, likeliest_start, quiet
from hoplo_companion.odds.fight import WON, Share, board_of_seed, chances, played_on, share_of, wilson
from hoplo_companion.odds.forecast import Behind
from hoplo_companion.odds.policy import candidates
from hoplo_companion.odds.quick_look import VALUES, Aim, QuickLook, prospect, spoils, stands, worth
from hoplo_companion.odds.sampling import SURE, Budget
from hoplo_companion.odds.search import Search
from hoplo_companion.odds.values import Estimate, Forecast, TooLargeError, mean_of, resolved
from hoplo_companion.rules.agenda import Step, pending
from hoplo_companion.rules.goals import holds_flag, on_key_hexes
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.player.options import camp, options

FEW = 3  # so many plans are given

RANKED, COUNTED = 0.5, 0.65
"""How much of the time has gone once plans have been ranked, and once the best are counted; fights take the rest."""

MOST_SEEDS = 2_000  # so many fights are enough to rank plans
WORK_A_SECOND = 6_000  # answers looked at in a second, or a little fewer than are
LEAST_WORK = 2_000  # answers that are looked at behind a plan before the rival's turn is sampled
MIND_WORST = 0.3  # how much of a range to the worst counts: the choices in the rival's turn are yours


class Reason(NamedTuple):
    """What speaks most for a plan: what kind of reason, the unit that it is about, and then and now."""

    kind: str
    unit: str = ""
    foe: str = ""
    was: float = 0.0
    now: float = 0.0


class Advice(NamedTuple):
    """A plan, the rival's turn behind, the chance to win, and if it is `as_good` as the first's."""

    played: Played
    behind: Forecast
    reason: Reason | None = None
    wins: Share | None = None
    as_good: bool = False

    @property
    def cost(self) -> float:
        """What it costs you until the rival's next turn is over, in HP: units and blessings have their worth, too."""
        units, found = self.played.start.units, self.played.results
        yours = {id_: float(hp) for id_, hp in found.damage.items() if units[id_].side == "player"}
        fallen = sum(float(odds) * worth(units[id_]) for id_, odds in found.lost.items())
        return sum(yours.values()) + fallen + sum(danger(self.behind, units[id_]) for id_ in self.behind.units)

    @property
    def harm(self) -> float:
        """What your turn costs your opponents, in HP: units have their worth, too."""
        units, found = self.played.start.units, self.played.results
        theirs = {id_: float(hp) for id_, hp in found.damage.items() if units[id_].side != "player"}
        return sum(theirs.values()) + sum(float(odds) * spoils(units[id_]) for id_, odds in found.defeated.items())


class Advised(NamedTuple):
    """The best plans, best first, and the chance to win now; how many were looked at, and how many played on.

    Shapes: `now` is None where the chance is not known, and `why_not` says why; `unknown` are units whose numbers
    nobody has entered and that were left in camp, `tactics` says that it is known which tactics your camp has.
    """

    plans: Sequence[Advice]
    now: Share | None
    why_not: str = ""
    looked: int = 0
    played_on: int = 0
    unknown: Sequence[str] = ()
    tactics: bool = True


def advise(combat: Combat, aim: Aim, budget: Budget) -> Advised:
    """Find the best plans for your turn."""
    start = likeliest_start(combat)
    if start.over:
        return Advised([], None)
    found, looked = candidates(combat, start, aim, budget)
    # For the goal boards are judged by how likely you win from there; every other aim weighs them by itself.
    judge: Callable[[Combat], float] = prospect if aim == "goal" else partial(stands, aim=aim)
    best = _unlike(_played_on(found, lambda plan, seed: judge(after_turn(plan, seed)), budget))
    behind, counted = Behind(start), list[Advice]()
    for each in [*best, *(each for each in found if each.is_idle and each not in best)]:
        # What takes longer than there is time for is sampled.
        behind.most = max(LEAST_WORK, int(WORK_A_SECOND * budget.left(COUNTED)))
        counted.append(Advice(each, behind.plan(each, is_enough=lambda _found, _needed: budget.left(COUNTED) <= 0)))
    advised = winning(counted[: len(best)], budget, of_best=True)
    idle = next((each for each in counted if each.played.is_idle), None)
    plans = []
    for plan in advised.plans:
        # What speaks most for it beside the chance to win.
        reason = max(_reasons(plan, idle), key=lambda each: each[0], default=(0.0, None))[1]
        plans.append(plan._replace(reason=reason))
    waiting = [unit.id for unit in camp(start) if unit.health is None or unit.attack is None]
    unknown = list(dict.fromkeys([*waiting, *options(start).unknown]))
    tactics = start.yours.tactics is not None
    return advised._replace(
        plans=_in_order(plans, aim), looked=looked, played_on=len(found), unknown=unknown, tactics=tactics
    )


def after_turn(plan: Played, seed: int) -> Combat:
    """The board that a plan leaves after the rival's next turn, with the dice of a seed."""
    return played_on(board_of_seed(plan.ways, seed), seed, rounds=1)


def _played_on(plans: Sequence[Played], judge: Callable[[Played, int], float], budget: Budget) -> list[Played]:
    """Sort plans by playing on from what each leaves, with the same dice for all: the better half again and again."""
    totals = {id(each): 0.0 for each in plans}
    field, out = list(plans), list[Played]()
    halvings, whole, seed = max(1, (len(plans) // FEW).bit_length()), budget.left(RANKED), 0
    try:
        for number in range(1, halvings + 1):
            is_first = True
            while is_first or (budget.left(RANKED) > whole * (1 - number / halvings) and seed < MOST_SEEDS):
                seed, is_first = seed + 1, False
                for each in field:
                    totals[id(each)] += judge(each, seed)
            field.sort(key=lambda each: -totals[id(each)])
            keep = max(FEW, (len(field) + 1) // 2) if number < halvings else len(field)
            field, out = field[:keep], field[keep:] + out
    except KeyboardInterrupt:
        budget.end = budget.clock() - budget.seconds  # for anything more there is no time
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
    cost, harm = {"goal": (1, 1), "safety": (1, 0), "damage": (0, 1)}[aim]
    return sorted(plans, key=lambda each: round(cost * each.cost - harm * each.harm, 6))


def _unlike(plans: Sequence[Played]) -> list[Played]:
    """The best few plans, no two alike; to leave everything as it is counts as the best, or as the only other one."""
    found: list[Played] = []
    for each in sorted(plans, key=lambda each: each is not plans[0] and each.is_idle):
        if each.is_idle and len(found) > 1:
            break
        if len(found) < FEW and not any(_is_alike(each, other) for other in found):
            found.append(each)
    return found


def _is_alike(one: Played, other: Played) -> bool:
    mat = one.start.arena.mat

    def deeds(played: Played) -> set[Any]:
        return {each[:3] for each in played.actions if each.word in ("attack", "special", "ability")}

    def places(played: Played) -> dict[str, int]:
        moved = {each.first: mat.bit[each.second] for each in played.actions if each.word in ("deploy", "move")}
        return {**{unit.id: unit.hex for unit in one.start.in_arena("player")}, **moved}

    here, there = places(one), places(other)
    return (
        deeds(one) == deeds(other)
        and here.keys() == there.keys()
        and all(mat.distance(hex_, there[id_]) <= 1 for id_, hex_ in here.items())
    )


def _reasons(plan: Advice, idle: Advice | None) -> Iterator[tuple[float, Reason]]:
    """What your own turn brings, and what the rival's turn takes less than the `idle` plan that changes nothing."""
    start, found = plan.played.start, plan.played.results
    if found.won:
        yield VALUES.won * float(found.won), Reason("won", now=float(found.won))
    if found.key_hexes is not None:
        now = sum(number * float(odds) for number, odds in found.key_hexes.items())
        was = len(on_key_hexes(start))
        if now > was:
            yield VALUES.key * (now - was), Reason("keys", was=was, now=now)
    if found.flag and not any(holds_flag(start, unit) for unit in start.in_arena("player")):
        yield VALUES.flag * float(found.flag), Reason("flag", now=float(found.flag))
    for id_, odds in found.defeated.items():
        if not start.units[id_].tribune:
            yield float(odds) * worth(start.units[id_]), Reason("falls", id_, now=float(odds))
    for id_, hp in found.damage.items():
        if start.units[id_].side != "player" and hp > 0:
            yield float(hp), Reason("damage", id_, now=float(hp))
    if idle is None:
        return
    before, after = (each.played.ways[0].combat for each in (idle, plan))
    idly, then = (sum(float(mean_of(it.damage.best)) for it in each.behind.units.values()) for each in (idle, plan))
    if then < idly:
        yield idly - then, Reason("spared", was=idly, now=then)
    for id_, figures in plan.behind.units.items():
        if id_ in idle.behind.units and id_ in after.units:
            idly, then = (float(mean_of(each.defeated.worst)) for each in (idle.behind.units[id_], figures))
            then += float(found.lost.get(id_, 0))
            if then < idly:
                gain = (idly - then) * worth(after.units[id_])
                yield gain, Reason("safer", id_, _out_of(before, after, id_), idly, then)


def _out_of(before: Combat, after: Combat, id_: str) -> str:
    """Name the rival unit whose reach a unit has left, the most dangerous first; empty where there is none."""
    distance = before.arena.mat.distance
    foes = sorted(QuickLook(before, "safety").theirs, key=lambda foe: -foe.hits)
    for foe in foes:
        reach = foe.movement + foe.range
        now = after.units.get(foe.unit.id)
        if now is None or distance(before.units[id_].hex, foe.unit.hex) > reach:
            continue
        if distance(after.units[id_].hex, now.hex) > reach:
            return foe.unit.id
    return ""


def toward_mean(plans: Sequence[Sequence[bool]]) -> list[Share]:
    """The shares of plans of which the best is taken, each as near their mean as the same fights leave it likely.

    Who is best of several has been lucky, too: of how far the shares lie apart, what chance alone accounts for is left
    out (empirical Bayes), so that the first is shown no better than it is.
    """
    games, shares = len(plans[0]), [sum(won) / len(won) for won in plans]
    mean, spare = sum(shares) / len(shares), max(1, len(shares) - 1)
    apart = sum((share - mean) ** 2 for share in shares) / spare
    fights = [sum(fight) / len(fight) for fight in zip(*plans, strict=True)]
    left = sum((each - share - fight + mean) ** 2
               for won, share in zip(plans, shares, strict=True)
               for each, fight in zip(won, fights, strict=True))  # fmt: skip
    by_chance = left / max(1, games - 1) / spare / games
    kept = max(0.0, 1 - by_chance / apart) if apart else 0.0
    return [wilson(round(games * (mean + kept * (share - mean))), games) for share in shares]


def falling(shares: Iterable[Share]) -> list[Share]:
    """Shares of as many fights each, none above one before it: neighbours that rise share what they have in common."""

    def common(some: Sequence[Share]) -> Share:
        return wilson(round(sum(share.won for share in some) / len(some)), some[0].games)

    groups: list[list[Share]] = []
    for share in shares:
        groups.append([share])
        while len(groups) > 1 and common(groups[-2]).won < common(groups[-1]).won:
            groups[-2:] = [[*groups[-2], *groups[-1]]]
    return [common(group) if len(group) > 1 else group[0] for group in groups for _ in group]


def _is_as_good(one: Sequence[bool], best: Sequence[bool]) -> bool:
    """Whether the same fights leave open which of two is better; one fight more that went differently counts too."""
    mean, error = Estimate.of([there - here for here, there in zip(one, best, strict=True)])
    return mean <= SURE * error


def winning(plans: Sequence[Advice], budget: Budget, *, of_best: bool = False) -> Advised:
    """Play the same fights on from your turn and from each plan; `of_best` leaves out the luck of the best of many."""
    if not plans:
        return Advised([], None)
    starts = [[Way(Fraction(1), plans[0].played.start)], *(each.played.ways for each in plans)]
    try:
        now, *after = chances(starts, budget)
    except (*UNKNOWN, HoploError) as fault:
        return Advised(plans, None, str(fault))
    best, shares = max(after, key=sum), toward_mean(after) if of_best else [share_of(each) for each in after]
    found = [
        each._replace(wins=_sure(each.played, share) or share, as_good=_is_as_good(won, best))
        for each, share, won in zip(plans, shares, after, strict=True)
    ]
    return Advised(found, share_of(now))


def _sure(played: Played, share: Share) -> Share | None:
    """How likely a plan wins that ends the combat however the dice fall: what was found by playing is known then."""
    if not all(way.combat.over for way in played.ways):
        return None
    won = sum((way.chance for way in played.ways if way.combat.over == WON), Fraction(0))
    return Share(share.games, round(won * share.games), float(won), float(won))


def danger(behind: Forecast, unit: Unit) -> float:
    """Measure what the rival's turn does to a unit, in HP."""
    prices = (worth(unit), 1.0, VALUES.blessing)
    return sum(
        price * ((1 - MIND_WORST) * float(mean_of(each.best)) + MIND_WORST * float(mean_of(each.worst)))
        for price, each in zip(prices, behind.units[unit.id], strict=True)
        if each is not None
    )


def options_of(combat: Combat, aim: Aim, budget: Budget) -> dict[str, Forecast | None]:
    """What the rest of the turn does after each option of the open question, best first; None where it is too much."""
    question = pending(combat)
    assert question is not None
    combat = quiet(combat)
    units = [unit.id for unit in combat.in_arena("player")]
    search = Search(combat, units)
    found, worths = dict[str, Forecast | None](), dict[str, float]()
    options = list(dict.fromkeys(question.options))
    for at, option in enumerate(options):
        search.aims.most = search.aims.work + max(500, int(WORK_A_SECOND * budget.left() / (len(options) - at)))
        step: Step = combat.agenda[0]
        after, events = resolved(combat, step, option)
        try:
            figures = search.figures(after, search.losses(combat, events))
        except TooLargeError:
            found[option], worths[option] = None, stands(after, aim)
            continue
        found[option] = behind = Forecast(figures, by_hand=tuple(sorted(search.by_hand)))
        worths[option] = -sum(danger(behind, combat.units[id_]) for id_ in units)
    return {option: found[option] for option in sorted(found, key=lambda option: -worths[option])}
