"""What actions can come to before they are done: attacks, Specials and Abilities in order, or a plan for your turn.

Where something is left to you on the way (Intercept Blow, a re-roll), what serves your side best is done, and named.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.words import page_words
from hoplo_companion.dice import SIDES
from hoplo_companion.errors import UNKNOWN, HoploError, IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.odds.quick_look import balance
from hoplo_companion.odds.values import costs, everything, resolved, rolled
from hoplo_companion.rules.agenda import Result as Resolved
from hoplo_companion.rules.agenda import RollStands, Step, Then, kind_of_step, push
from hoplo_companion.rules.attack import Fall, HurtAll, Strike, declare
from hoplo_companion.rules.defeat import AskByHand, Fallen, hero_falls, leave_afterwards
from hoplo_companion.rules.dialogue import Event, Question, read_answer
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.use import OnUnits, UseEffect, VerbStep, rule_of, use_all, verb_steps
from hoplo_companion.rules.goals import holds_flag, on_key_hexes, troop_gone
from hoplo_companion.rules.model import Combat, Priorities, Priority
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import END, Action, named_whole
from hoplo_companion.rules.player.options import begin, without_cards

PARTS = (Strike, UseEffect, VerbStep, Fall, HurtAll, Fallen, AskByHand)
DONE = (declare, use_all, leave_afterwards, hero_falls, troop_gone)
"""Steps that are still part of the attack under way, by their class or by what they do."""


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
    """Something left to you on the way, what was taken, and in which action of a plan (-1: as your turn begins)."""

    question: Question
    option: str
    at: int


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


class Odds(NamedTuple):
    """All that some actions can come to: what is rolled first for each, what each unit suffers, what was chosen.

    Shapes: `target` is empty where none was named, else among those that suffer; `dice` has an entry for each action,
    empty where it rolls none; `by_hand` is what no source states and was left out.
    """

    blows: Sequence[Blow]
    target: str
    dice: tuple[tuple[str, ...], ...]
    suffered: dict[str, Suffered]
    chosen: list[Chosen]
    by_hand: list[str]


def next_blow(combat: Combat, first: Blow, *rest: Blow) -> Resolved:
    """Begin the first of some actions; the others follow."""
    combat = replace(combat, side=combat.units[first.unit].side) if first.unit in combat.units else combat
    return push(combat, *first.steps(combat), *([Then(next_blow, rest)] if rest else [])), []


Read = Callable[[list[str], Question, Combat], Any]
"""Takes the next word that answers a question off those typed with an action; None where none does."""

Check = Callable[[Action, Combat], None]
"""Refuses an action whose words do not fit, before anything is done."""


def nothing(*_: object) -> None:
    """Take no word, refuse none, and show nothing."""


Ends = tuple[int, dict[Any, int]]
"""The power of six of all ways, and the ways of each end, by what tells it from others."""

Result = tuple[tuple[str, int, bool], ...]
"""An end by what it cost each unit: its id, the HP lost, whether it was defeated."""

HERO_WEIGHS = 3  # your hero's defeat is as bad as that of so many other units


class Walk:
    """Follows a combat to where nothing is left to do, on every way of its dice.

    Shapes: ends are told apart by what they cost units, or `by_board`, and `boards` has them then; `aim` is the target
    that was named; `dice` are what is rolled first, by how many actions are left then, and `at` the place of
    the action that is done; `by_hand` is what no source states and was left out.
    """

    def __init__(self, combat: Combat, aim: str = "", *, by_board: bool = False) -> None:
        yours = (unit for unit in combat.units.values() if unit.side == "player")
        self.weights = {unit.id: -HERO_WEIGHS if unit.hero else -1 for unit in yours}
        self.aim, self.by_board, self.at = aim, by_board, -1
        self.read: Read = nothing
        self.boards: dict[Any, Combat] = {}
        self.dice: dict[int, tuple[str, ...]] = {}
        self.chosen: dict[tuple[Any, ...], Chosen] = {}
        self.by_hand: set[str] = set()
        self.found: dict[Any, Ends] = {}

    def ends(self, combat: Combat, words: Sequence[str] = ()) -> Ends:
        """Count what a combat can come to until its agenda is empty; some words answer what is asked first."""
        if combat.over or not combat.agenda:
            end = everything(combat) if self.by_board else ()
            self.boards.setdefault(end, combat)
            return 0, {end: 1}
        step: Step = combat.agenda[0]
        if kind_of_step(step) is not next_blow:
            return self._on(combat, step, list(words))  # each way takes its words by itself
        board = everything(combat)
        if board not in self.found:
            self.found[board] = self._on(combat, step, [])
        return self.found[board]

    def _on(self, combat: Combat, step: Step, words: list[str]) -> Ends:
        if (question := step.question(combat)) is None:
            return self.after(combat, step, None, words)
        if words and (answer := self.read(words, question, combat)) is not None:
            return self.after(combat, step, read_answer(question, answer), words)
        if (after := rolled(combat, step, question, self.by_hand)) is None:
            return self._best(combat, step, question, words)
        if question.kind == "dice":
            left = next((len(each.about) for each in combat.agenda if kind_of_step(each) is next_blow), 0)
            self.dice.setdefault(left, question.dice)
        parts = [(many, *self._from(combat, now, events, words)) for many, now, events in after[0]]
        most, found = max(power for _, power, _ in parts), defaultdict[Any, int](int)
        for many, power, ways in parts:
            by = many * SIDES ** (most - power)
            for end, each in ways.items():
                found[end] += by * each
        return most + after[1], found

    def _best(self, combat: Combat, step: Step, question: Question, words: list[str]) -> Ends:
        """Take what serves your side best; the target that was named, where one is asked for."""
        if self.aim and self.aim in question.options:
            return self.after(combat, step, self.aim)
        found = [(self.after(combat, step, each, words), each) for each in dict.fromkeys(question.options)]
        ends, option = max(found, key=lambda each: self.serves(each[0]))
        taken = Chosen(question, option, self.at)
        if self.by_board and len(found) > 1:
            self.chosen.setdefault((self.at, question.id, question.unit, option), taken)
        elif not (self.by_board or isinstance(step, RollStands)):
            self.chosen[question.id, question.unit] = taken
        return ends

    def serves(self, ends: Ends) -> Any:
        """Measure how ends serve your side: by their boards, or by the rival's defeats against yours, then HP lost."""
        power, ways = ends
        if self.by_board:
            return (sum(float(Fraction(n, SIDES**power)) * balance(self.boards[end]) for end, n in ways.items()),)
        defeats = lost_hp = 0
        for result, many in ways.items():
            for id_, lost, fell in result:
                weight = self.weights.get(id_, 1)
                defeats += many * fell * weight
                lost_hp += many * lost * (1 if weight > 0 else -1)
        return Fraction(defeats, SIDES**power), Fraction(lost_hp, SIDES**power)

    def after(self, before: Combat, step: Step, answer: Any, words: Sequence[str] = ()) -> Ends:
        """Count what a combat can come to once its next step is answered."""
        return self._from(before, *resolved(before, step, answer), words)

    def _from(self, before: Combat, combat: Combat, events: list[Event], words: Sequence[str]) -> Ends:
        """Count what a combat can come to, together with what has happened before."""
        power, ways = self.ends(combat, words)
        happened = [] if self.by_board else costs(before, events)
        if not happened:
            return power, ways
        found = defaultdict[Result, int](int)
        for result, many in ways.items():
            each = {id_: (lost, fell) for id_, lost, fell in result}
            for cost in happened:
                lost, fell = each.get(cost.unit, (0, False))
                each[cost.unit] = (lost + cost.lost, fell or cost.defeated)
            found[tuple(sorted((id_, *cost) for id_, cost in each.items()))] += many
        return power, found


def quiet(combat: Combat, *, cards: bool = False, blessings: int | None = None) -> Combat:
    """A combat to be looked through: no reasons, no cards unless counted on, blessings as known, or as given."""
    yours = replace(combat.yours, blessings=(combat.yours.blessings or 0) if blessings is None else blessings)
    combat = replace(combat, yours=yours, explain=None, foresight=True)
    return combat if cards else without_cards(combat)


def odds_of(combat: Combat, blows: Sequence[Blow], *, cards: bool = False) -> Odds:
    """Count what actions on one target can come to in order, `cards` re-rolling too; IllegalError for a wrong one."""
    combat = quiet(combat, cards=cards, blessings=0)
    if combat.arena.priorities is None:
        # Whom a list means does not matter to a target that is named; where none is, anybody may be meant.
        anybody = (Priorities("all", "", (Priority(opponent="any"),)),)
        combat = replace(combat, arena=replace(combat.arena, priorities=anybody))
    for _, held, target in blows:
        if held is not None and target and target not in (found := may_aim(combat, held)):
            names, rule = names_of(combat), combat.catalogue.rule(rule_of(combat, held))
            text = later("as things stand, {skill} of {unit} may go for {whom}, not for {target} ({page})")
            whom = ", ".join(dict.fromkeys(map(names, found))) or tr("nobody")
            raise IllegalError(text, skill=held.name, unit=names(held.holder), whom=whom, target=names(target),
                               page=page_words(rule.page if rule is not None else ""))  # fmt: skip
    return _odds(replace(combat, step="engage", over="", agenda=(Then(next_blow, tuple(blows)),)), blows)


def may_aim(combat: Combat, held: Held) -> dict[str, None]:
    """The units, by id, that a Special or an Ability may be used on as things stand."""
    found = [unit.id for step in verb_steps(held) if isinstance(step, OnUnits) for unit in step.candidates(combat)]
    return dict.fromkeys(found)


def aims_at(held: Held) -> bool:
    """Say whether a Special or an Ability is about units of a group, and not about its own alone."""
    return any(isinstance(step, OnUnits) and not isinstance(step.whom(), str) for step in verb_steps(held))


def odds_under_way(combat: Combat) -> Odds:
    """Count what the attack whose dice are asked for can come to."""
    return _odds(_under_way(combat))


def swing(combat: Combat, answer: Any) -> tuple[Fraction, Fraction] | None:
    """HP in your favour, those that your opponents lose less your own: on average before a roll, and after it.

    None where no attack, Special or Ability is under way.
    """
    combat = _under_way(combat)
    if not combat.agenda:
        return None
    walk = Walk(combat)
    before, after = walk.ends(combat), walk.after(combat, combat.agenda[0], answer)
    return walk.serves(before)[1], walk.serves(after)[1]


def _under_way(combat: Combat) -> Combat:
    """A combat in which nothing but the attack under way is left to do."""
    steps = takewhile(lambda step: isinstance(step, PARTS) or kind_of_step(step) in DONE, combat.agenda)
    return replace(quiet(combat, blessings=0), agenda=tuple(steps))


def _odds(combat: Combat, blows: Sequence[Blow] = ()) -> Odds:
    aim = next((blow.target for blow in blows if blow.target), "")
    walk = Walk(combat, aim)
    power, ways = walk.ends(combat)
    suffered = {}
    for id_ in dict.fromkeys(filter(None, (aim, *(id_ for result in ways for id_, _, _ in result)))):
        table, falls = defaultdict[int, Fraction](Fraction), Fraction(0)
        for result, many in ways.items():
            lost, fell = next(((lost, fell) for other, lost, fell in result if other == id_), (0, False))
            table[lost] += Fraction(many, SIDES**power)
            falls += Fraction(fell * many, SIDES**power)
        suffered[id_] = Suffered(dict(sorted(table.items())), falls)
    dice = tuple(walk.dice.get(left, ()) for left in reversed(range(max(1, len(blows)))))
    return Odds(blows, aim, dice, suffered, list(walk.chosen.values()), sorted(walk.by_hand))


class Way(NamedTuple):
    """One way that a plan can go: its chance, and the board that it leaves."""

    chance: Fraction
    combat: Combat


class Results(NamedTuple):
    """What a plan can come to by the end of your turn, each with its chance; `points` are the numbers of points.

    Shapes: `defeated` and `lost` are the rival's units and yours that may leave the arena; `damage` is what each unit
    of either side loses on average (below 0: gains); `key_hexes` are how many of your units stand on key hexes as your
    turn ends; `flag` is that you hold it.
    """

    defeated: dict[str, Fraction]
    lost: dict[str, Fraction]
    damage: dict[str, Fraction]
    won: Fraction
    over: Fraction
    points: dict[int, Fraction] | None
    key_hexes: dict[int, Fraction] | None
    flag: Fraction | None


class Played(NamedTuple):
    """All that a plan can come to until your turn is over.

    Shapes: `start` is your turn as it begins; `possible` is for each action the chance that it can still be done when
    its turn comes, which the dice of those before may undo; `left` is what was left to you; `by_hand` is what no
    source states and was left out.
    """

    start: Combat
    actions: tuple[Action, ...]
    possible: tuple[Fraction, ...]
    ways: tuple[Way, ...]
    left: tuple[Chosen, ...]
    by_hand: tuple[str, ...]
    results: Results

    @property
    def line(self) -> str:
        """The plan as it is typed."""
        return "; ".join(action.typed() for action in self.actions)

    @property
    def is_idle(self) -> bool:
        """Say whether everything is left as it is."""
        return self.actions == (Action(END),)


Ways = dict[Any, Fraction]
"""The ways that a plan can go: what tells their boards apart, and their chances."""


def play(
    combat: Combat, actions: Sequence[Action], read: Read = nothing, check: Check = nothing, *, cards: bool = False
) -> Played:
    """Find everything that a plan can come to; IllegalError where an action is refused on every way."""
    start, _ = begin(quiet(combat, cards=cards))
    playing = _Playing(start, read, check)
    ways, possible = playing.begun(), []
    for playing.at, action in enumerate(actions):
        if all(playing.boards[board].over for board in ways) and action.word != END:
            raise HoploError(tr("the combat is over before {action}", action=f"{action.word} {action.first}".strip()))
        ways, chance = playing.all_do(ways, action)
        possible.append(chance)
    if not actions or actions[-1].word != END:
        playing.at = len(actions)
        ways, _ = playing.all_do(ways, Action(END))
    found = tuple(Way(chance, playing.boards[board]) for board, chance in ways.items())
    by_hand = tuple(sorted(playing.by_hand))
    left = tuple(playing.chosen.values())
    return Played(start, tuple(actions), tuple(possible), found, left, by_hand, _results(start, found))


def likeliest_start(combat: Combat) -> Combat:
    """Begin your turn, and give the likeliest board on which nothing is asked any more."""
    start, _ = begin(quiet(combat))
    playing = _Playing(start)
    ways = playing.begun()
    return playing.boards[max(ways, key=lambda board: ways[board])]


class _Playing(Walk):
    """Plays a plan on every way at once; ways that have come together again are one."""

    def __init__(self, combat: Combat, read: Read = nothing, check: Check = nothing) -> None:
        super().__init__(combat, by_board=True)
        self.start, self.read, self.check = combat, read, check

    def begun(self) -> Ways:
        """The ways in which your turn begins."""
        power, ends = self.ends(self.start)
        return {end: Fraction(many, SIDES**power) for end, many in ends.items()}

    def all_do(self, ways: Ways, action: Action) -> tuple[Ways, Fraction]:
        """Do an action on every way; give the ways on, and the chance that it can be done."""
        found = defaultdict[Any, Fraction](Fraction)
        possible, refused = Fraction(0), None
        for board, chance in ways.items():
            combat = self.boards[board]
            ends, is_done = (0, {board: 1}), action.word == END
            try:
                if not combat.over and combat.side == "player":
                    ends, is_done = self._done(combat, action), True
                elif not (combat.over or is_done):
                    raise IllegalError(tr("your turn is over (p.20)"))
            except UNKNOWN:
                raise
            except IllegalError as fault:
                refused, is_done = refused or fault, False
            for end, many in ends[1].items():
                found[end] += chance * Fraction(many, SIDES ** ends[0])
            possible += chance if is_done else 0
        if refused is not None and not possible:
            raise IllegalError(tr("{action}: {refusal}", action=action.typed(), refusal=refused))
        return found, possible

    def _done(self, combat: Combat, action: Action) -> Ends:
        action = named_whole(combat, action)
        if action.word == "bless":
            raise UsageError(tr("whom a blessing brings is drawn from the bag: a plan begins after that"))
        self.check(action, combat)
        return self.ends(action.do(combat)[0], action.answers)


def _results(start: Combat, ways: Sequence[Way]) -> Results:
    gone, hp, points, keys = (defaultdict[Any, Fraction](Fraction) for _ in range(4))
    won = over = flag = Fraction(0)
    here = {unit.id: unit for unit in start.in_arena()}
    for chance, end in ways:
        won += chance if end.over == "goal-met" else 0
        over += chance if end.over and end.over != "goal-met" else 0
        for unit in here.values():
            after = end.units.get(unit.id)
            left = after.hp or 0 if after is not None and after.hex else 0
            if after is None or not after.hex:
                gone[unit.id] += chance
            if unit.hp is not None and left != unit.hp:
                hp[unit.id] += chance * (unit.hp - left)
        points[end.points] += chance
        keys[len(on_key_hexes(end))] += chance
        flag += chance if any(holds_flag(end, unit) for unit in end.in_arena("player")) else 0
    theirs, yours = ({id_: gone[id_] for id_, unit in here.items() if id_ in gone and (unit.side == "player") == mine}
                     for mine in (False, True))  # fmt: skip
    lost = {id_: hp[id_] for id_ in here if hp.get(id_)}
    on_hill = [dict(sorted(each.items())) if start.event == "king-of-the-hill" else None for each in (points, keys)]
    return Results(theirs, yours, lost, won, over, on_hill[0], on_hill[1], flag if start.flag is not None else None)
