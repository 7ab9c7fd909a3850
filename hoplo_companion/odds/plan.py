"""A plan of yours before it is done: everything that it can come to, and the rival's turn behind that."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from hoplo_companion.dice import SIDES
from hoplo_companion.errors import UNKNOWN, HoploError, IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.odds.attack import Chosen, quiet
from hoplo_companion.odds.quick_look import balance
from hoplo_companion.odds.values import everything, resolved, rolled
from hoplo_companion.rules.agenda import Step
from hoplo_companion.rules.dialogue import Question, read_answer
from hoplo_companion.rules.goals import on_key_hexes
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, Action, named_whole
from hoplo_companion.rules.player.options import begin

Read = Callable[[list[str], Question, Combat], Any]
"""Takes the next word that answers a question off those typed with an action; None where none does."""

Check = Callable[[Action, Combat], None]
"""Refuses an action whose words do not fit, before anything is done."""


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
    its turn comes, which the dice of those before may undo; `left` is what was left to you, with the place of the
    action that asks it (-1: your turn's beginning); `by_hand` is what no source states and was left out.
    """

    start: Combat
    actions: tuple[Action, ...]
    possible: tuple[Fraction, ...]
    ways: tuple[Way, ...]
    left: tuple[tuple[int, Chosen], ...]
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


def nothing(*_: object) -> None:
    """Take no word, and refuse none."""


def play(
    combat: Combat, actions: Sequence[Action], read: Read = nothing, check: Check = nothing, *, cards: bool = False
) -> Played:
    """Find everything that a plan can come to; IllegalError where an action is refused on every way."""
    start, _ = begin(quiet(combat, cards=cards))
    playing = _Playing(read, check)
    ways = playing.settled(Fraction(1), start, [])
    possible = []
    for playing.at, action in enumerate(actions):
        if all(way.combat.over for way in ways) and action.word != END:
            raise HoploError(tr("the combat is over before {action}", action=f"{action.word} {action.first}".strip()))
        ways, chance = playing.all_do(ways, action)
        possible.append(chance)
    if not actions or actions[-1].word != END:
        playing.at = len(actions)
        ways, _ = playing.all_do(ways, Action(END))
    left = tuple((at, chosen) for (at, *_), chosen in playing.left.items())
    by_hand = tuple(sorted(playing.by_hand))
    return Played(start, tuple(actions), tuple(possible), tuple(ways), left, by_hand, _results(start, ways))


def likeliest_start(combat: Combat) -> Combat:
    """Begin your turn, and give the likeliest board on which nothing is asked any more."""
    start, _ = begin(quiet(combat))
    return max(_Playing().settled(Fraction(1), start, []), key=lambda way: way.chance).combat


class _Playing:
    """Plays a plan on every way at once; ways that have come together again are one."""

    def __init__(self, read: Read = nothing, check: Check = nothing) -> None:
        self.read, self.check = read, check
        self.left: dict[tuple[int, str, str, str], Chosen] = {}
        self.at = -1
        self.by_hand: set[str] = set()

    def all_do(self, ways: list[Way], action: Action) -> tuple[list[Way], Fraction]:
        """Do an action on every way; give the ways on, and the chance that it can be done."""
        found: list[Way] = []
        possible, refused = Fraction(0), None
        for way in ways:
            done, is_done = [way], action.word == END
            try:
                if not way.combat.over and way.combat.side == "player":
                    done, is_done = self._done(way, action), True
                elif not (way.combat.over or is_done):
                    raise IllegalError(tr("your turn is over (p.20)"))
            except UNKNOWN:
                raise
            except IllegalError as fault:
                refused, is_done = refused or fault, False
            found += done
            possible += way.chance if is_done else 0
        if refused is not None and not possible:
            raise IllegalError(tr("{action}: {refusal}", action=action.typed(), refusal=refused))
        return merged(found), possible

    def _done(self, way: Way, action: Action) -> list[Way]:
        action = named_whole(way.combat, action)
        if action.word == "bless":
            raise UsageError(tr("whom a blessing brings is drawn from the bag: a plan begins after that"))
        self.check(action, way.combat)
        after, _ = action.do(way.combat)
        return self.settled(way.chance, after, list(action.answers))

    def settled(self, chance: Fraction, combat: Combat, words: list[str]) -> list[Way]:
        """Follow a combat to where nothing is left to do, on every way of its dice."""
        while combat.agenda and not combat.over:
            step: Step = combat.agenda[0]
            question = step.question(combat)
            if question is None:
                combat, _ = resolved(combat, step, None)
                continue
            if words:
                words = list(words)  # each way takes its words by itself
                if (answer := self.read(words, question, combat)) is not None:
                    combat, _ = resolved(combat, step, read_answer(question, answer))
                    continue
            if (after := rolled(combat, step, question, self.by_hand)) is None:
                return merged(self._best(chance, combat, step, question, words))
            ways, whole = after[0], SIDES ** after[1]
            return merged(each for n, now, _ in ways for each in self.settled(chance * Fraction(n, whole), now, words))
        return [Way(chance, combat)]

    def _best(self, chance: Fraction, combat: Combat, step: Step, question: Question, words: list[str]) -> list[Way]:
        """Take what leaves you best off, and note it."""
        found = []
        for option in dict.fromkeys(question.options):
            ways = self.settled(chance, resolved(combat, step, option)[0], words)
            found.append((sum(float(way.chance) * balance(way.combat) for way in ways), ways, option))
        _, ways, option = max(found, key=lambda each: each[0])
        if len(found) > 1:
            self.left.setdefault((self.at, question.id, question.unit, option), Chosen(question, option))
        return ways


def merged(ways: Iterable[Way]) -> list[Way]:
    """Make ways one that have come to the same board."""
    found: dict[Any, Way] = {}
    for way in ways:
        key = everything(way.combat)
        same = found.get(key)
        found[key] = way if same is None else Way(same.chance + way.chance, same.combat)
    return list(found.values())


def _results(start: Combat, ways: Sequence[Way]) -> Results:
    gone, hp = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
    points, keys = defaultdict[int, Fraction](Fraction), defaultdict[int, Fraction](Fraction)
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
        holder = end.units.get(end.flag.holder) if end.flag is not None else None
        flag += chance if holder is not None and holder.side == "player" else 0
    theirs = {id_: gone[id_] for id_ in here if id_ in gone and here[id_].side != "player"}
    yours = {id_: gone[id_] for id_ in here if id_ in gone and here[id_].side == "player"}
    lost = {id_: hp[id_] for id_ in here if hp.get(id_)}
    on_hill = [dict(sorted(each.items())) if start.event == "king-of-the-hill" else None for each in (points, keys)]
    return Results(theirs, yours, lost, won, over, on_hill[0], on_hill[1], flag if start.flag is not None else None)
