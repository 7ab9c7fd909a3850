"""The best few plans for your turn: many looked at quickly, the best of them counted as `odds turn` counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hoplo_companion.errors import UNKNOWN, HoploError
from hoplo_companion.language import tr
from hoplo_companion.odds.forecast import Forecast
from hoplo_companion.odds.plan import Behind, Played, Results, likeliest_start, play, quiet, results
from hoplo_companion.odds.policy import ability, deployments, done, moves, tactics
from hoplo_companion.odds.quick_look import BLESSING, HERO, WON, Aim, QuickLook, Weights, ready, stands, worth
from hoplo_companion.odds.search import Search, resolved
from hoplo_companion.odds.values import TooLargeError, plus
from hoplo_companion.rules.agenda import Step, pending
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import camp, must_deploy, open_specials, options
from hoplo_companion.rules.rival.engage import attackable

BEAM, WIDE, FEW = 8, 4, 3
"""So many boards are gone on with after each move, so many moves of each are looked at; so many plans are given."""

MOST_MOVES = 4

LITTLE = 2.5
"""Plans with the same attacks of which one is worth so little less are one to the player."""

WORK_A_SECOND = 6_000
"""Answers looked at in a second, or a little fewer than are."""

COUNTED: dict[Aim, Weights] = {
    "goal": Weights(1.0, 1.0, 0.6),
    "safety": Weights(0.3, 0.4, 1.5),
    "damage": Weights(0.3, 1.6, 0.25),
}
"""What an aim weighs where the rival's turn has been counted."""

MIND_WORST = 0.3
"""How much of a range to the worst counts: the choices in the rival's turn are yours."""


class Reason(NamedTuple):
    """What speaks most for a plan: what kind of reason, the unit that it is about, and then and now."""

    kind: str
    unit: str = ""
    foe: str = ""
    was: float = 0.0
    now: float = 0.0


class Advice(NamedTuple):
    """A plan with what it comes to; `behind` is None where the rival's turn was too much to count."""

    played: Played
    results: Results
    behind: Forecast | None
    value: float
    reason: Reason

    @property
    def by_hand(self) -> list[str]:
        """What no source states, and was left out."""
        return sorted({*self.played.by_hand, *(self.behind.by_hand if self.behind is not None else ())})


class Advised(NamedTuple):
    """The best plans, best first; how many were looked at and counted; what could not be looked at.

    Shapes: `unknown` are units whose numbers nobody has entered and that were left in camp, `tactics` tells that it is
    known which tactics your camp has.
    """

    plans: list[Advice]
    looked: int
    counted: int
    unknown: list[str]
    tactics: bool


Line = tuple[Action, ...]


def advise(combat: Combat, aim: Aim, left: Callable[[], float]) -> Advised:
    """Find the best plans for your turn; `left` gives the seconds that there are left for it."""
    start = likeliest_start(combat)
    if start.over:
        return Advised([], 0, 0, [], tactics=True)
    drawing = _Drawing(aim, left)
    lines = drawing.lines(start)
    behind = Behind(start)
    found: list[Advice] = []
    basis = _weighed(combat, (Action(END),), aim, behind, left, None) if not must_deploy(start) else None
    for _, line in lines:
        if found and left() <= 0:
            break
        if line == (Action(END),) and basis is not None:
            continue
        advice = _weighed(combat, line, aim, behind, left, basis)
        if advice is not None:
            found.append(advice)
    if basis is not None:
        found.append(basis)
    found.sort(key=lambda each: -each.value)
    waiting = [unit.id for unit in camp(start) if unit.health is None or unit.attack is None]
    unknown = list(dict.fromkeys([*waiting, *options(start).unknown]))
    return Advised(_unlike(found), drawing.looked, len(found), unknown, start.yours.tactics is not None)


def _unlike(plans: list[Advice]) -> list[Advice]:
    """Give the best few plans, but of those that hardly differ and are worth as much only the first."""
    found: list[Advice] = []
    for each in plans:
        attacks = _attacks(each)
        if all(_attacks(other) != attacks or other.value - each.value > LITTLE for other in found):
            found.append(each)
    return found[:FEW]


def _attacks(advice: Advice) -> set[Action]:
    return {action for action in advice.played.actions if action.word in ("attack", "special", "ability", "tactic")}


class _Drawing:
    """Draws plans up, step by step, and keeps those that look best."""

    def __init__(self, aim: Aim, left: Callable[[], float]) -> None:
        self.aim = aim
        self.left = left
        self.whole = max(left(), 0.01)
        self.looked = 0

    def lines(self, start: Combat) -> list[tuple[float, Line]]:
        """List plans, the one that looks best first."""
        found: dict[frozenset[Action], tuple[float, Line]] = {}
        for now, line in self._before_attacks(start):
            for gain, attacks in assignments(now, self.aim):
                self.looked += 1
                whole = (*line, *attacks)
                found.setdefault(frozenset(whole), (stands(now, self.aim) + gain, (*whole, Action(END))))
            if self.left() < self.whole * 0.7:
                break
        return sorted(found.values(), key=lambda each: -each[0])

    def _before_attacks(self, start: Combat) -> Iterator[tuple[Combat, Line]]:
        states: list[tuple[Combat, Line]] = [] if must_deploy(start) else [(start, ())]
        if start.step == "deployment":
            states += self._each(start, deployments(start, self.aim))
        for now, line in list(states[:FEW]):
            states += [(after, (*line, *more)) for after, more in self._each(now, tactics(now, self.aim))][:FEW]
        states = self._best(states)
        every = list(states)
        for _ in range(MOST_MOVES):
            states = self._best([state for now, line in states for state in self._moved(now, line)])
            every += states
            if not states or self.left() < self.whole * 0.8:
                break
        scored = sorted(every, key=lambda state: -stands(state[0], self.aim))
        for now, line in scored[: 3 * BEAM]:
            yield now, line
            action = ability(now, self.aim)
            after = done(now, action) if action is not None else None
            if action is not None and after is not None:
                yield after, (*line, action)

    def _each(self, now: Combat, actions: Iterator[Action]) -> list[tuple[Combat, Line]]:
        found: list[tuple[Combat, Line]] = []
        for action in actions:
            after = done(now, action)
            if after is not None and not after.agenda and not after.over:
                found.append((after, (action,)))
        return found

    def _moved(self, now: Combat, line: Line) -> list[tuple[Combat, Line]]:
        found = moves(now, self.aim) if now.step in ("deployment", "tactics", "movement") else []
        self.looked += len(found)
        states = []
        for _, action in found[:WIDE]:
            after = done(now, action)
            if after is not None and (after.over or not after.agenda):
                states.append((after, (*line, action)))
        return states

    def _best(self, states: list[tuple[Combat, Line]]) -> list[tuple[Combat, Line]]:
        """Keep the boards that look best, one of each."""
        unlike = {frozenset(line): (now, line) for now, line in states}
        return sorted(unlike.values(), key=lambda state: -stands(state[0], self.aim))[:BEAM]


def assignments(combat: Combat, aim: Aim) -> list[tuple[float, Line]]:
    """List ways for your units to attack, each of them legal however the dice fall; none at all is one."""
    found: list[tuple[float, Line]] = [(0.0, ())]
    if combat.over:
        return found
    look = QuickLook(combat, aim)
    able = sorted(ready(combat), key=lambda id_: (look.ours[id_].hits, id_))
    for order in (able, able[::-1]):
        total, line = _targets(look, order)
        if line and all(line != other for _, other in found):
            found.append((total, line))
    total, line = found[-1]
    for id_ in able:
        # A Special takes the place of the unit's attack, and goes first, while everybody is still there.
        others = tuple(action for action in line if action.first != id_)
        for held in open_specials(combat, combat.units[id_]):
            found.append((total, (*others, Action("special", id_, held.name))))
    return found


def _targets(look: QuickLook, order: list[str]) -> tuple[float, Line]:
    """Pick the best target of each unit in turn that is sure to stand still when its turn comes."""
    taken: dict[str, int] = {}
    total, line = 0.0, []
    for id_ in order:
        one = look.ours[id_]
        aims = [foe for foe in attackable(look.combat, one.unit) if taken.get(foe.id, 0) < (foe.hp or 1)]
        gains = [(look.gain(one, foe), foe) for foe in aims]
        gain, foe = max(gains, key=lambda each: each[0], default=(0.0, None))
        if foe is None or gain <= 0:
            continue
        taken[foe.id] = taken.get(foe.id, 0) + len(one.ways) - 1
        total += look.weights.harm * gain
        line.append(Action("attack", id_, foe.id))
    return total, tuple(line)


# What a plan is worth ----------------------------------------------------------------------------------------------


def _weighed(
    combat: Combat, line: Line, aim: Aim, behind: Behind, left: Callable[[], float], basis: Advice | None
) -> Advice | None:
    """Count a plan; what dice may undo is left out of it, and one that is refused is none."""
    try:
        played = play(combat, line)
        sure = tuple(each for each, odds in zip(line, played.possible, strict=True) if odds == 1)
        if sure != line:
            played = play(combat, sure)
    except UNKNOWN:
        raise
    except HoploError:
        return None
    played = played._replace(actions=tuple(_answered(played, action) for action in played.actions))
    found = results(played)
    behind.most = max(500, int(WORK_A_SECOND * left()))
    try:
        after = behind.exact(played)
    except TooLargeError:
        after = None
    value = _value(played, found, after, aim)
    advice = Advice(played, found, after, value, Reason(""))
    return advice._replace(reason=_reason(advice, basis, aim))


def _answered(played: Played, action: Action) -> Action:
    """Give an action with what was taken where it asks something, so that it can be typed whole."""
    taken = [each.option for each in played.left if each.question.unit == action.first]
    if action.word not in ("special", "ability") or len(taken) != 1:
        return action
    return action._replace(answers=(taken[0],))


def _value(played: Played, found: Results, behind: Forecast | None, aim: Aim) -> float:
    start, weights = played.start, COUNTED[aim]
    total = WON * float(found.won - found.over)
    for id_, odds in found.defeated.items():
        unit = start.units[id_]
        total += weights.harm * float(odds) * (-HERO / 2 if unit.tribune else worth(unit))
    for id_, odds in found.lost.items():
        total -= (0.5 + weights.danger) * float(odds) * worth(start.units[id_])
    for id_, hp in found.hp.items():
        total += float(hp) * (-weights.danger if start.units[id_].side == "player" else weights.harm)
    for chance, end in played.ways:
        gone = (start.yours.blessings or 0) - (end.yours.blessings or 0)
        total -= (0.5 + weights.danger) * float(chance) * BLESSING * gone
        if end.over:
            continue
        look = QuickLook(end, aim)
        places = {id_: one.unit.hex for id_, one in look.ours.items()}
        total += float(chance) * (weights.goal * look.goal(places) - 0.2 * weights.harm * look.away(places))
        total += float(chance) * 0.3 * sum(worth(one.unit) for one in look.ours.values() if not one.unit.hero)
        if behind is None:
            total -= float(chance) * weights.danger * sum(look.dangers(places).values())
    if behind is not None:
        units = played.ways[0].combat.units
        for id_ in behind.units:
            total -= weights.danger * danger(behind, units.get(id_) or start.units[id_])
    return total


def danger(behind: Forecast, unit: Unit) -> float:
    """Measure what the rival's turn does to a unit, in HP."""
    prices = (worth(unit), 1.0, BLESSING)
    return sum(
        price * ((1 - MIND_WORST) * float(each.best) + MIND_WORST * float(each.worst))
        for price, each in zip(prices, behind.units[unit.id], strict=True)
        if each is not None
    )


def _reason(advice: Advice, basis: Advice | None, aim: Aim) -> Reason:
    """Find what speaks most for a plan, against leaving everything as it is."""
    played, found, behind, _, _ = advice
    weights, start = COUNTED[aim], played.start
    reasons: list[tuple[float, Reason]] = [(0.01, Reason("none"))]
    if found.won:
        reasons.append((WON * float(found.won), Reason("won", now=float(found.won))))
    if found.keys is not None:
        now = sum(number * float(odds) for number, odds in found.keys.items())
        was = sum(1 for unit in start.in_arena("player") if unit.hex & start.key_hexes())
        reasons.append((7 * weights.goal * (now - was), Reason("keys", was=was, now=now)))
    holds = start.flag is not None and start.flag.holder in {unit.id for unit in start.in_arena("player")}
    if found.flag and not holds:
        reasons.append((25 * weights.goal * float(found.flag), Reason("flag", now=float(found.flag))))
    end = played.ways[0].combat
    for action in played.actions:
        if action.word == "deploy":
            reasons.append((0.3 * worth(end.units.get(action.first) or start.units[action.first]),
                            Reason("enters", action.first)))  # fmt: skip
    if basis is not None and not end.over:
        away = [QuickLook(now, aim) for now in (basis.played.ways[0].combat, end)]
        was, now = (one.away({id_: each.unit.hex for id_, each in one.ours.items()}) for one in away)
        reasons.append((0.2 * weights.harm * (was - now), Reason("nearer", was=was, now=now)))
    for id_, odds in found.defeated.items():
        unit = start.units[id_]
        reasons.append((weights.harm * float(odds) * worth(unit), Reason("falls", id_, now=float(odds))))
    dealt = [(float(hp), id_) for id_, hp in found.hp.items() if start.units[id_].side != "player" and hp > 0]
    if dealt:
        hp, id_ = max(dealt)
        reasons.append((weights.harm * hp, Reason("damage", id_, now=hp)))
    if basis is not None and behind is not None and basis.behind is not None:
        reasons += _safer(advice, basis, weights)
    return max(reasons, key=lambda each: each[0])[1]


def _safer(advice: Advice, basis: Advice, weights: Weights) -> Iterator[tuple[float, Reason]]:
    assert advice.behind is not None
    assert basis.behind is not None
    before, after = basis.played.ways[0].combat, advice.played.ways[0].combat
    for id_, outlook in advice.behind.units.items():
        if id_ not in basis.behind.units or id_ not in after.units:
            continue
        was, now = float(basis.behind.units[id_].defeated.worst), float(outlook.defeated.worst)
        now += float(advice.results.lost.get(id_, 0))
        gain = weights.danger * (was - now) * worth(after.units[id_])
        yield gain, Reason("safer", id_, _out_of(before, after, id_), was, now)


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


# A question that is open -------------------------------------------------------------------------------------------


class Option(NamedTuple):
    """An answer to an open question, and what the rest of the turn does then; `behind` is None where it is too much."""

    option: str
    behind: Forecast | None
    value: float


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
