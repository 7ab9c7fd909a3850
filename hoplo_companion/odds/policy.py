"""Your turn played quickly, each action as it looks best at the moment; and plans for it drawn up in the same way."""

from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import UNKNOWN, HoploError
from hoplo_companion.hexes import bits
from hoplo_companion.odds import quick_look as table
from hoplo_companion.odds.actions import Played, play
from hoplo_companion.odds.quick_look import Aim, QuickLook, kills, ready, stands, worth
from hoplo_companion.odds.sampling import Budget
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import NOTHING
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player import options
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.mover import moves_of


def next_action(combat: Combat, aim: Aim) -> Action:
    """The action that looks best now, of the earliest step that has one."""
    ways = (deployments, tactics, gainful_moves, abilities, attacks)[STEPS.index(combat.step) :]
    return next((action for find in ways for action in find(combat, aim)), Action(END))


def deployments(combat: Combat, aim: Aim) -> Iterator[Action]:
    """What may be deployed where, the best first; a unit that is not known is left in camp."""
    is_done = options.is_done(combat, "deploy") or options.why_full(combat)
    if is_done or options.with_nobody(combat) == options.SURRENDER:
        return
    waiting = [unit for unit in options.camp(combat) if unit.health is not None and unit.attack is not None]
    waiting.sort(key=lambda unit: (unit.hero, -(unit.health or 0) - 2 * len(unit.attack or ()), unit.id))
    free = list(bits(options.free_deployment(combat)))
    for unit in waiting[:2]:
        look = QuickLook(combat.with_unit(replace(unit, hex=free[0] if free else 0, hp=unit.hp or unit.health)), aim)
        scored = [(-look.score({**look.places, unit.id: hex_}, set()), hex_) for hex_ in free]
        for _, hex_ in sorted(scored)[:2]:
            yield Action("deploy", unit.id, combat.arena.mat.name(hex_))


def tactics(combat: Combat, aim: Aim) -> Iterator[Action]:
    """The tactics of your camp that leave the board better, the best first."""
    if options.is_done(combat, "tactic") or not combat.yours.tactics:
        return
    now, found = stands(combat, aim), []
    for chip in dict.fromkeys(combat.yours.tactics):
        for unit in options.tactic_targets(combat):
            action = Action("tactic", chip, unit.id)
            after = done(combat, action)
            if after is not None and not after.agenda:
                found.append((stands(after, aim) - now, action))
    found.sort(key=lambda each: -each[0])
    yield from (action for gain, action in found if gain > table.VALUES.enough)


def done(combat: Combat, action: Action) -> Combat | None:
    """Carry an action out as far as nothing is asked, what no source states left out; None where it cannot be done."""
    try:
        after = action.do(combat)[0]
        while (question := pending(after)) is not None and question.kind in ("effect", "manual"):
            after, _ = apply(after, NOTHING)
    except HoploError:
        return None
    return after


def gainful_moves(combat: Combat, aim: Aim) -> Iterator[Action]:
    """The moves that leave the board better, the best first."""
    yield from (action for gain, action in moves(combat, aim) if gain > table.VALUES.enough / 2)


def moves(combat: Combat, aim: Aim) -> list[tuple[float, Action]]:
    """All moves with what they gain, the best first; to take the flag up, and to bring it home, is worth more."""
    look = combat.once(QuickLook, aim)
    able, name = ready(combat), combat.arena.mat.name
    flag = combat.flag if combat.event == "capture-the-flag" else None
    now = look.score(look.places, able)
    found: list[tuple[float, Action]] = []
    for unit in combat.in_arena("player"):
        if unit.id in combat.moved or moves_of(combat, unit):
            continue
        for hex_ in bits(options.reach(combat, unit) & ~unit.hex):
            takes = 0.0
            if flag is not None and flag.holder == unit.id and hex_ in look.homes:
                takes = look.values.bring
            elif flag is not None and flag.hex == hex_:
                takes = look.values.take * look.weights.goal
            gain = look.score({**look.places, unit.id: hex_}, able) - now + takes
            found.append((gain, Action("move", unit.id, name(hex_))))
    found.sort(key=lambda each: -each[0])
    return found


def abilities(combat: Combat, aim: Aim) -> Iterator[Action]:
    """The Abilities that ask nothing and leave the board better."""
    now = None
    for unit in combat.in_arena("player"):
        for skill in options.open_abilities(combat, unit):
            action = Action("ability", unit.id, skill)
            after = done(combat, action)
            if after is None or after.agenda:
                continue
            now = stands(combat, aim) if now is None else now
            if stands(after, aim) > now + table.VALUES.enough / 2:
                yield action


def attacks(combat: Combat, aim: Aim) -> Iterator[Action]:
    """The attacks worth making, the best first; of equal ones that of whoever has fewer targets."""
    look, found = combat.once(QuickLook, aim), []
    for unit in combat.in_arena("player"):
        targets = attackable(combat, unit) if not options.has_acted(combat, unit) else []
        for target in targets:
            one = look.ours[unit.id]
            gain = look.gain(one, target) + 0.5 * kills(one, target.hp or 1) - 0.1 * len(targets)
            if target.side == "rival" and (aim == "damage" or gain > -1) and (gain > 0 or not target.tribune):
                found.append((gain + 0.01 * worth(target), Action("attack", unit.id, target.id)))
    found.sort(key=lambda each: -each[0])
    yield from (action for _, action in found)


BEAM, WIDE = 8, 4
"""So many boards are gone on with after each move, so many moves of each are looked at."""

BEGINNINGS = 3  # of the ways to deploy, and of the tactics after each, so many are looked at further

MOST_MOVES = 4

PLANS = 12  # so many of all plans that are drawn up are played on
DRAWING = 0.15  # how much of the time may go into drawing up

Line = tuple[Action, ...]

State = tuple[Combat, Line]  # a board, and what has led to it


def candidates(combat: Combat, start: Combat, aim: Aim, budget: Budget) -> tuple[list[Played], int]:
    """Plans for your turn, best at first sight first, and how many were looked at; `start`: it has begun."""
    drawing = _Drawing(aim, budget)
    lines = drawing.lines(start)[:PLANS]
    if options.with_nobody(start) != options.DEPLOY and (Action(END),) not in lines:
        lines[PLANS - 1 :] = [(Action(END),)]
    return [sure for line in lines if (sure := _sure(combat, line)) is not None], drawing.looked


def _sure(combat: Combat, line: Line) -> Played | None:
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
    actions = []
    for at, action in enumerate(played.actions):
        # What was taken where an action asks something is typed with it.
        taken = tuple(each.option for each in played.left if each.at == at)
        is_asked = action.word in ("special", "ability") and len(taken) == 1
        actions.append(action._replace(answers=taken) if is_asked else action)
    return played._replace(actions=tuple(actions))


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

    def _before_attacks(self, start: Combat) -> Iterator[State]:
        now, line = start, tuple[Action, ...]()  # what looks best at the moment, before any attack
        while not now.over and (first := next_action(now, self.aim)).word not in ("attack", END):
            if (then := done(now, first)) is None or then.agenda:
                break
            now, line = then, (*line, first)
        yield now, line
        states: list[State] = [] if options.with_nobody(start) == options.DEPLOY else [(start, ())]
        if start.step == "deployment":
            states += _after((start, ()), deployments(start, self.aim))
        for now, line in list(states[:BEGINNINGS]):
            states += _after((now, line), tactics(now, self.aim))[:BEGINNINGS]
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
            action = next(abilities(now, self.aim), None)
            after = done(now, action) if action is not None else None
            if action is not None and after is not None:
                yield after, (*line, action)

    def _moved(self, now: Combat, line: Line) -> list[State]:
        found = moves(now, self.aim) if now.step in ("deployment", "tactics", "movement") else []
        self.looked += len(found)
        return _after((now, line), (action for _, action in found[:WIDE]))

    def _best(self, states: list[State]) -> list[State]:
        """Keep the boards that look best, one of each."""
        unlike = {frozenset(line): (now, line) for now, line in states}
        return sorted(unlike.values(), key=lambda state: -stands(state[0], self.aim))[:BEAM]


def _after(state: State, actions: Iterator[Action]) -> list[State]:
    """What each of some actions leads to, where nothing is asked on the way."""
    now, line = state
    found = [(done(now, action), (*line, action)) for action in actions]
    return [(after, more) for after, more in found if after is not None and not after.agenda]


def assignments(combat: Combat, aim: Aim) -> list[tuple[float, Line]]:
    """Ways for your units to attack, each of them legal however the dice fall; none at all is one."""
    found: list[tuple[float, Line]] = [(0.0, ())]
    if combat.over:
        return found
    look = QuickLook(combat, aim)
    able = sorted(ready(combat), key=lambda id_: (look.ours[id_].hits, id_))
    best_first = list(dict.fromkeys(action.first for action in attacks(combat, aim)))
    for order in (best_first, able, able[::-1]):
        total, line = _targets(look, order)
        if line and all(line != other for _, other in found):
            found.append((total, line))
    total, line = found[-1]
    for id_ in able:
        # A Special takes the place of the unit's attack, and goes first, while everybody is still there.
        others = tuple(action for action in line if action.first != id_)
        for held in options.open_specials(combat, combat.units[id_]):
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
