"""The rest of the rival's turn: what it can cost each of your units, at best and at worst (Rulebook p.20-24)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.odds.aims import Outlook, TooLargeError
from hoplo_companion.odds.sampling import Estimate, Sampled, in_order, sample
from hoplo_companion.odds.search import Search
from hoplo_companion.odds.story import story
from hoplo_companion.odds.trail import Choice, trail
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.foresight import without_cards
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.turn import steps_of
from hoplo_companion.rules.turns import end_turn

ALWAYS_COUNTED = 4
"""So many units of each side in the arena are counted however long it takes."""

MOST_WORK = 30_000
"""Answers looked at, above which a larger board is sampled."""

NO_LIMIT = 10**12

TURNS, SEED = 400, 1
"""The turns that are played of a board that is too large to be counted, and what makes them repeatable."""


class Roughly(NamedTuple):
    """The same of a turn that was sampled."""

    best: Sampled
    worst: Sampled


class Forecast(NamedTuple):
    """What may come: exact, or `sampled`, in so many turns; `by_hand` is what no source states and was left out."""

    units: dict[str, Outlook]
    sampled: dict[str, Roughly] | None = None
    by_hand: tuple[str, ...] = ()


class Foreseen(NamedTuple):
    """A forecast with all that a person wants to know beside it.

    Shapes: `tribune` is the rival's tribune in the arena, if there is one; `choices` are by unit and by `best` or
    `worst` what brings that about; `story` is what most likely happens, where everything is chosen for `hero`.
    """

    start: Combat
    forecast: Forecast
    tribune: dict[str, Outlook]
    choices: dict[str, dict[str, list[Choice]]]
    hero: str
    story: list[Event]


def before_turn(combat: Combat) -> Combat:
    """Give a combat as it stands before the rest of the rival's turn, for looking through all that can come of it.

    Where it is your turn, that is over first, and the rival's whole turn is to come.
    """
    # Blessings of which nobody knows are none.
    combat = without_cards(combat)
    yours = replace(combat.yours, blessings=combat.yours.blessings or 0)
    combat = replace(combat, yours=yours, explain=None, foresight=True)
    if combat.agenda and combat.side == "rival":
        return combat
    if combat.side == "player":
        combat, _ = end_turn(combat, "player")
        combat = replace(combat, step="")
    combat = replace(combat, step=combat.step or "deployment", side="rival")
    return replace(combat, agenda=steps_of(combat))


def yours_in_arena(combat: Combat) -> list[str]:
    """List your units in the arena, your hero first."""
    return [unit.id for unit in sorted(combat.in_arena("player"), key=lambda unit: not unit.hero)]


def search_of(combat: Combat, units: Iterable[str]) -> Search:
    """Make the search of a combat; four against four are counted whatever it takes."""
    sides = [sum(1 for _ in combat.in_arena(side)) for side in ("rival", "player")]
    return Search(combat, units, NO_LIMIT if max(sides) <= ALWAYS_COUNTED else MOST_WORK)


def counted(search: Search, combat: Combat) -> dict[str, Outlook]:
    """Count what the rest of the turn can do to the units of a search; TooLargeError where it is too much."""
    try:
        return search.outlooks(search.worth(combat))
    except RecursionError:
        raise TooLargeError from None


Spread = Callable[[Callable[[tuple[str, bool]], Sampled], list[tuple[str, bool]]], Iterable[Sampled]]
"""Carries out the same for several things, one after the other or on several cores."""


def forecast(combat: Combat, spread: Spread = map) -> Forecast:
    """Find out what the rest of the rival's turn can do to each of your units in the arena."""
    start = before_turn(combat)
    units = yours_in_arena(combat)
    search = search_of(combat, units)
    try:
        return Forecast(counted(search, start), by_hand=tuple(sorted(search.by_hand)))
    except TooLargeError:
        return Forecast({}, sampled(lambda turns: [start] * turns, units, spread), tuple(sorted(search.by_hand)))


def sampled(starts: Callable[[int], list[Combat]], units: list[str], spread: Spread = map) -> dict[str, Roughly]:
    """Play the turn many times for each unit, half of them with everything chosen against it, by the same dice.

    `starts` gives the boards to play so many turns from.
    """
    runs = [(unit, worst) for unit in units for worst in (False, True)]
    turns = max(1, TURNS // max(1, len(runs)))
    found = dict(zip(runs, spread(partial(_run, starts(turns)), runs), strict=True))
    return {unit: Roughly(*in_order(found[unit, False], found[unit, True])) for unit in units}


def _run(starts: list[Combat], run: tuple[str, bool]) -> Sampled:
    return sample(starts, run[0], SEED, worst=run[1])


def foresee(combat: Combat, spread: Spread = map) -> Foreseen:
    """Find out what the rest of the rival's turn can do, which choices do it, and how it most likely goes."""
    start = before_turn(combat)
    units = yours_in_arena(start)
    tribunes = [unit.id for unit in start.in_arena("rival") if unit.tribune]
    hero = next((unit.id for unit in start.in_arena("player") if unit.hero), units[0] if units else "")
    search = search_of(start, [*units, *tribunes])
    try:
        found = counted(search, start)
    except TooLargeError:
        rough = Forecast({}, sampled(lambda turns: [start] * turns, units, spread), tuple(sorted(search.by_hand)))
        return Foreseen(start, rough, {}, {}, hero, [])
    exact = Forecast({id_: found[id_] for id_ in units}, by_hand=tuple(sorted(search.by_hand)))
    choices = {id_: _choices(search, start, found[id_], search.places[id_]) for id_ in units}
    happened = story(search, start, search.places[hero] + 2) if hero else []
    return Foreseen(start, exact, {id_: found[id_] for id_ in tribunes}, choices, hero, happened)


def _choices(search: Search, start: Combat, found: Outlook, at: int) -> dict[str, list[Choice]]:
    """Find what brings about the best and the worst for a unit: its defeat, or its blessing, or its damage."""
    pairs = ((at, found.defeated), (search.saved, found.blessing), (at + 2, found.damage))
    for place, pair in pairs:
        if pair is not None and pair.best != pair.worst:
            return {"best": trail(search, start, place), "worst": trail(search, start, place + 1)}
    return {}


def plain_forecast(found: Forecast) -> dict[str, Any]:
    """Write a forecast as the step `forecast` of the machine interface is answered."""
    if found.sampled is None:
        return {
            "units": {
                id_: {
                    what: {"best": str(each.best), "worst": str(each.worst)}
                    for what, each in outlook._asdict().items()
                    if each is not None
                }
                for id_, outlook in sorted(found.units.items())
            }
        }
    return {
        "units": {
            id_: {
                what: {"best": _rough(best), "worst": _rough(getattr(each.worst, what))}
                for what, best in each.best._asdict().items()
                if best is not None
            }
            for id_, each in sorted(found.sampled.items())
        },
        "sampled": {"turns": TURNS, "seed": SEED},
    }


def _rough(estimate: Estimate) -> list[str]:
    return [f"{estimate.mean:.3f}", f"{estimate.error:.3f}"]


def answer_forecast(combat: Combat) -> dict[str, Any]:
    """Answer the step `forecast` of the machine interface."""
    return plain_forecast(forecast(combat))
