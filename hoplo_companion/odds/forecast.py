"""The rest of the rival's turn: what it can cost your units, by which choices, and how it likely goes (p.20-24)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.dice import SIDES
from hoplo_companion.odds import values
from hoplo_companion.odds.actions import Played, nothing, quiet
from hoplo_companion.odds.sampling import TRIED, Enough, Spread, Starts, sampled
from hoplo_companion.odds.search import Search
from hoplo_companion.rules.agenda import Step
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.movement_step import MoveUnits
from hoplo_companion.rules.rival.turn import ActUnits, with_turn_ahead
from hoplo_companion.rules.turns import end_turn

ALWAYS_COUNTED = 4  # so many units of each side in the arena are counted however long it takes
MOST_WORK = 8_000  # answers looked at, above which a larger board is sampled
WORK_OF_PLAN = 150_000  # the most work on all boards that a plan may leave, however few units there are

NO_LIMIT = 10**12

TURNS, SEED = 400, 1
"""The turns that are played of a board that is too large to be counted, and what makes them repeatable."""


class Foreseen(NamedTuple):
    """A forecast with all that a person wants to know beside it.

    Shapes: `tribune` is the rival's tribune in the arena, if there is one; `choices` are by unit and by `best` or
    `worst` what brings that about, your hero first; `story` is what most likely happens, where everything is chosen for
    it.
    """

    start: Combat
    forecast: values.Forecast
    tribune: dict[str, values.Figures]
    choices: dict[str, dict[str, list[Choice]]]
    story: list[Event]


def before_turn(combat: Combat) -> Combat:
    """A combat before the rest of the rival's turn, or before all of it where it is yours, to be looked through."""
    combat = quiet(combat)
    if combat.agenda and combat.side == "rival":
        return combat
    if combat.side == "player":
        combat, _ = end_turn(combat, "player")
    return with_turn_ahead(replace(combat, side="rival"))


def most_work(combat: Combat) -> int:
    """How many answers are looked at to count a turn: four against four are counted whatever it takes."""
    sides = [sum(1 for _ in combat.in_arena(side)) for side in ("rival", "player")]
    return NO_LIMIT if max(sides) <= ALWAYS_COUNTED else MOST_WORK


class Behind:
    """The rival's turns behind boards of one fight: what was counted for one serves the next; `most` is the work.

    Shapes: `units` are all of yours, your hero first.
    """

    def __init__(self, combat: Combat, most: int = 0, spread: Spread = map) -> None:
        self.most, self.spread, self.note = most, spread, nothing
        yours = [unit for unit in combat.units.values() if unit.side == "player"]
        self.units = [unit.id for unit in sorted(yours, key=lambda unit: not unit.hero)]
        self.searches: dict[Any, Search] = {}

    def plan(self, played: Played, is_enough: Enough | None = None) -> values.Forecast:
        """Find out what the rival's turn can do to each of your units, over all ways of a plan."""
        starts = [(way.chance, before_turn(way.combat)) for way in played.ways if not way.combat.over]
        found, _ = self.turns(starts, self.units, is_enough)
        return found._replace(by_hand=tuple(sorted({*found.by_hand, *played.by_hand})))

    def turns(
        self, starts: Starts, aims: Sequence[str], is_enough: Enough | None
    ) -> tuple[values.Forecast, dict[str, values.Figures]]:
        """What the turn can do to your units, from boards with their chances; and to all `aims` what was counted."""
        units = [id_ for id_ in self.units if any(id_ in now.units and now.units[id_].hex for _, now in starts)]
        found: dict[str, values.Figures] = {}
        # Where all is too much to be counted, your hero's own fall may not be: who cannot touch it is left out.
        for each in dict.fromkeys((tuple(aims), tuple(units[:1]))):
            with suppress(values.TooLargeError):
                found = self._counted(starts, each)
                break
        rough = values.Forecast({})
        if not found.keys() >= set(units):
            # Programs are answered with so many turns, or ways of moving.
            enough = is_enough or (lambda now, _: now.ways >= TRIED or now.turns * 2 * len(units) >= TURNS)
            rough = sampled(starts, units, SEED, enough, self.spread)
        by_hand = {what for search in self.searches.values() for what in search.by_hand}
        figures = {id_: found.get(id_) or rough.units[id_] for id_ in units}
        return values.Forecast(figures, tuple(sorted(by_hand)), rough.turns, rough.ways), found

    def _counted(self, starts: Starts, aims: tuple[str, ...]) -> dict[str, values.Figures]:
        most = self.most or min([WORK_OF_PLAN, *(most_work(now) for _, now in starts)])
        work, parts = 0, list[tuple[Fraction, dict[str, values.Figures]]]()
        for at, (chance, start) in enumerate(starts):
            self.note(at, len(starts))
            search = self.search(start, aims)
            before, search.aims.most = search.aims.work, search.aims.work + max(1, most - work)
            parts.append((chance, search.figures(start)))
            work += search.aims.work - before
        self.note(len(starts), len(starts))
        return {id_: values.averaged((chance, found[id_]) for chance, found in parts) for id_ in aims}

    def search(self, start: Combat, aims: tuple[str, ...]) -> Search:
        """The search of all boards that begin with as many blessings."""
        alike = start.yours.blessings, aims
        if alike not in self.searches:
            self.searches[alike] = Search(start, aims)
        return self.searches[alike]


def foresee(
    combat: Combat, spread: Spread = map, is_enough: Enough | None = None, *, explained: bool = True
) -> Foreseen:
    """Find out what the rival's turn can do; if `explained`, which choices do it, and how it most likely goes."""
    start = before_turn(combat)
    tribunes = [unit.id for unit in start.in_arena("rival") if unit.tribune] if explained else []
    behind = Behind(start, most_work(start), spread)
    units = [id_ for id_ in behind.units if start.units[id_].hex]
    whole, found = behind.turns([(Fraction(1), start)], [*units, *tribunes], is_enough)
    if not explained or not found:
        return Foreseen(start, whole, {}, {}, [])
    search = behind.search(start, tuple(found))
    search.aims.most = NO_LIMIT  # what explains the figures looks at few boards more
    choices = {id_: _choices(search, start, found[id_], search.aims.places[id_]) for id_ in units if id_ in found}
    happened = likeliest_turn(search, start, search.aims.places[units[0]] + 2) if choices else []
    return Foreseen(start, whole, {id_: found[id_] for id_ in tribunes if id_ in found}, choices, happened)


def _choices(search: Search, start: Combat, found: values.Figures, at: int) -> dict[str, list[Choice]]:
    """Find what brings about the best and the worst for a unit: its defeat, or its blessing, or its damage."""
    pairs = ((at, found.defeated), (search.aims.saved, found.blessing), (at + 2, found.damage))
    for place, pair in pairs:
        if pair is not None and pair.best != pair.worst:
            return {"best": choices_behind(search, start, place), "worst": choices_behind(search, start, place + 1)}
    return {}


def plain_forecast(found: values.Forecast) -> dict[str, Any]:
    """Write a forecast as the step `forecast` of the machine interface is answered."""

    def write(figure: Any) -> list[str] | str:
        if not found.rough:
            return str(figure)
        return [f"{number:.3f}" for number in (figure if isinstance(figure, values.Estimate) else (float(figure), 0.0))]

    units = {
        id_: {
            what: {"best": write(each.best), "worst": write(each.worst)}
            for what, each in figures._asdict().items()
            if each is not None
        }
        for id_, figures in sorted(found.units.items())
    }
    played = {"sampled": {"turns": 2 * len(units) * found.turns, "seed": SEED}}
    return {"units": units, **(played if found.rough else {})}


class Choice(NamedTuple):
    """Something to choose: an option of a question, who ends its move where (`moves`), or who attacks whom first."""

    question: Question | None = None
    option: str = ""
    moves: tuple[tuple[str, str], ...] = ()
    attack: tuple[str, str] = ("", "")

    def plain(self) -> dict[str, Any]:
        """Write it as plain data."""
        if self.question is not None:
            about = {key: value for key in ("unit", "about") if (value := getattr(self.question, key))}
            return {"question": self.question.id, **about, "option": self.option}
        return {"attack": list(self.attack)} if self.attack[0] else {"moves": dict(self.moves)}


def choices_behind(search: Search, combat: Combat, at: int) -> list[Choice]:
    """The choices that bring about what is best (or worst) for one aim, as far as they make a difference."""
    found: list[Choice] = []
    while combat.agenda and not combat.over:
        step: Step = combat.agenda[0]
        if isinstance(step, MoveUnits) and (ends := search.ends_of_moving(combat, step)) is not None:
            best = _best([search.worth(end) for end in ends], at)
            if best is not None:
                name, rivals = combat.arena.mat.name, ends[best].in_arena("rival")
                moved = [(unit.id, name(unit.hex)) for unit in rivals if unit.hex != combat.units[unit.id].hex]
                found.append(Choice(moves=tuple(moved)))
            combat = ends[best or 0]
        elif isinstance(step, ActUnits) and (melee := search.melee(combat, step)) is not None:
            attacks = melee.first()
            best = _best([value for _, value in attacks], at)
            return [*found, Choice(attack=attacks[best][0])] if best is not None else found
        elif (question := step.question(combat)) is None:
            combat, _ = values.resolved(combat, step, None)
        elif question.kind in ("choice", "hex"):
            after = list(search.answered(combat, question.options))
            if (best := _best([value for _, value in after], at)) is not None:
                found.append(Choice(question, question.options[best]))
            combat = after[best or 0][0]
        else:
            break
    return found


def _best(worths: list[values.Value], at: int) -> int | None:
    """The place of the value that is best for an aim; None where all are equal."""
    numbers = [Fraction(value[1][at], SIDES ** value[0]) for value in worths]
    if len(set(numbers)) < 2:
        return None
    return numbers.index(max(numbers) if at & 1 else min(numbers))


def likeliest_turn(search: Search, combat: Combat, at: int) -> list[Event]:
    """Play a turn as it most likely goes, with every choice made for one aim; give what happens."""
    combat = replace(combat, foresight=False)
    happened: list[Event] = []
    while combat.agenda and not combat.over:
        step: Step = combat.agenda[0]
        question, answer = step.question(combat), None
        if question is not None and (rolled := values.ways_of(question, set())) is not None:
            answer = max(rolled[0], key=lambda each: each[0])[1]
        elif question is not None:
            after = search.answered(replace(combat, foresight=True), question.options)
            answer = question.options[_best([value for _, value in after], at) or 0]
        combat, events = values.resolved(combat, step, answer)
        happened += events
    return happened
