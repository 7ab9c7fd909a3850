"""Plans for your turn drawn up: deployments, tactics, moves and attacks that look best at first sight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from hoplo_companion.errors import UNKNOWN, HoploError
from hoplo_companion.odds.budget import Budget
from hoplo_companion.odds.plan import Played, Results, play, results
from hoplo_companion.odds.policy import ability, attacks, deployments, done, moves, next_action, tactics
from hoplo_companion.odds.quick_look import QuickLook, ready, stands
from hoplo_companion.odds.weights import Aim
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import must_deploy, open_specials
from hoplo_companion.rules.rival.engage import attackable

BEAM, WIDE = 8, 4
"""So many boards are gone on with after each move, so many moves of each are looked at."""

BEGINNINGS = 3
"""So many ways to deploy, and so many tactics after each, are gone on with."""

MOST_MOVES = 4

PLANS = 12
"""So many of all plans that are drawn up are played on."""

DRAWING = 0.15
"""How much of the time may go into drawing up."""

Line = tuple[Action, ...]


class Candidate(NamedTuple):
    """A plan, all that it can come to, and the sum of these."""

    played: Played
    results: Results


def candidates(combat: Combat, start: Combat, aim: Aim, budget: Budget) -> tuple[list[Candidate], int]:
    """Plans for your turn, best at first sight first, and how many were looked at; `start`: it has begun."""
    drawing = _Drawing(aim, budget)
    lines = drawing.lines(start)[:PLANS]
    if not must_deploy(start) and (Action(END),) not in lines:
        lines[PLANS - 1 :] = [(Action(END),)]
    found = (_sure(combat, line) for line in lines)
    return [each for each in found if each is not None], drawing.looked


def _sure(combat: Combat, line: Line) -> Candidate | None:
    """Find what a plan can come to; what dice may undo is left out of it, and one that is refused is none."""
    try:
        played = play(combat, line)
        sure = tuple(each for each, odds in zip(line, played.possible, strict=True) if odds == 1)
        if sure != line:
            played = play(combat, sure)
    except UNKNOWN:
        raise
    except HoploError:
        return None
    played = played._replace(actions=tuple(_answered(played, at) for at in range(len(played.actions))))
    return Candidate(played, results(played))


def _answered(played: Played, at: int) -> Action:
    """An action of a plan with what was taken where it asks something, so that it can be typed whole."""
    action, taken = played.actions[at], [each.option for asks, each in played.left if asks == at]
    if action.word not in ("special", "ability") or len(taken) != 1:
        return action
    return action._replace(answers=(taken[0],))


class _Drawing:
    """Draws plans up, step by step, and keeps those that look best."""

    def __init__(self, aim: Aim, budget: Budget) -> None:
        self.aim = aim
        self.budget = budget
        self.looked = 0

    def lines(self, start: Combat) -> list[Line]:
        """Plans, the one that looks best first of all that make the same moves, then the second of each."""
        alike: dict[frozenset[Action], dict[Line, float]] = {}
        for now, line in self._before_attacks(start):
            ways, stood = assignments(now, self.aim), stands(now, self.aim)
            self.looked += len(ways)
            found = alike.setdefault(frozenset(each for each in line if each.word == "move"), {})
            found |= {(*line, *attacks, Action(END)): stood + gain for gain, attacks in ways}
            if self.budget.left(DRAWING) < 0:
                break
        ranked = [sorted(found.items(), key=lambda each: -each[1]) for found in alike.values()]
        ranked.sort(key=lambda found: -found[0][1])
        return [each[0] for rank in zip_longest(*ranked) for each in rank if each is not None]

    def _before_attacks(self, start: Combat) -> Iterator[tuple[Combat, Line]]:
        yield self._at_first_sight(start)
        states: list[tuple[Combat, Line]] = [] if must_deploy(start) else [(start, ())]
        if start.step == "deployment":
            states += self._each(start, deployments(start, self.aim))
        for now, line in list(states[:BEGINNINGS]):
            states += [(after, (*line, *more)) for after, more in self._each(now, tactics(now, self.aim))][:BEGINNINGS]
        states = self._best(states)
        every = list(states)
        for _ in range(MOST_MOVES):
            states = self._best([state for now, line in states for state in self._moved(now, line)])
            every += states
            if not states or self.budget.left(DRAWING) < 0:
                break
        scored = sorted(every, key=lambda state: -stands(state[0], self.aim))
        for now, line in scored[: 3 * BEAM]:
            yield now, line
            action = ability(now, self.aim)
            after = done(now, action) if action is not None else None
            if action is not None and after is not None:
                yield after, (*line, action)

    def _at_first_sight(self, now: Combat) -> tuple[Combat, Line]:
        """What is done before any attack by who does what looks best at the moment."""
        line: Line = ()
        while not now.over and (action := next_action(now, self.aim)).word not in ("attack", END):
            after = done(now, action)
            if after is None or after.agenda:
                break
            now, line = after, (*line, action)
        return now, line

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
    """Ways for your units to attack, each of them legal however the dice fall; none at all is one."""
    found: list[tuple[float, Line]] = [(0.0, ())]
    if combat.over:
        return found
    look = QuickLook(combat, aim)
    able = sorted(ready(combat), key=lambda id_: (look.ours[id_].hits, id_))
    best_first = list(dict.fromkeys(action.first for _, action in attacks(combat, aim)))
    for order in (best_first, able, able[::-1]):
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
