"""Random turns from random boards, with the skills of `random_positions` and with every skill of the sheet on anybody.

Never stuck, every question sound, every end a position again, and what is played is what `solve` lists.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader, answer
from hoplo_companion.rules.rival.turn import begin, begin_arena_turn
from tests.helpers.own_catalogue import Own
from tests.helpers.play import of
from tests.helpers.positions import CATALOGUE
from tests.soak.random_positions import USUAL, Raw, random_position
from tests.soak.random_turns import choose, every_end, listed_ends, placed, play_out

RING = ["D2", "C2", "C3", "C4", "D5", "E4", "E3", "E2"]
OWN_LISTS = ["parthians", "plutos-refugees", "new-argonauts", "kunlun"]
ARENAS = ["atlanteans", "lamosians", *OWN_LISTS]
LISTS = [
    {"for": "class:archer", "list": [{"opponent": "farthest"}]},
    {"for": "other", "list": [{"opponent": "flagholder"}, {"hex": "key"}, {"opponent": "weakest"}]},
]
SHEET = [
    f"{skill.name} #" if skill.numbered else skill.name
    for id_ in CATALOGUE.ids("skills")
    if (skill := CATALOGUE.skill(id_)) and skill.effects is not None
]
"""Every skill whose effects are known, with a `#` for its number."""


@cache
def reader() -> PositionReader:
    """Reads positions of all arenas: their lists, which no source states, are those that a player has typed."""
    return Own(arenas={name: {"mat": {"priorities": LISTS}} for name in OWN_LISTS}).reader


def read(raw: Raw, **changes: Any) -> Combat:
    return reader().read(json.dumps({**raw, **changes}).encode())


def skilled(random: Random) -> Raw:
    """Make a random position whose units have 1-4 random skills each, some of them units of the arena."""
    raw = random_position(random, random.choice(["deployment", "movement", "engage"]))
    for stats in [*raw["units"], *raw["bench"].values()]:
        names = random.sample(SHEET, random.randint(1, 4))
        stats["skills"] = [name.replace("#", str(random.randint(1, 4))) for name in names]
    to_the_arena(raw, random, 0.25)
    others = {"heave.alone": "never", "flag.displaced": "yes", "equip.deploy": "no"}
    raw["rulings"] |= {id_: random.choice(["default", reading]) for id_, reading in others.items()}
    on_usual_mat = raw["arena"]["columns"] == USUAL and not raw["arena"]["missing"]
    if on_usual_mat and random.random() < 0.7:
        raw["arena"] = random.choice(ARENAS)
        if raw["arena"] == "parthians":
            raw["chips"] = {**raw.get("chips", {}), "chariot": {"hex": random.choice(RING)}}
    return raw


def to_the_arena(raw: Raw, random: Random, chance: float) -> None:
    for unit in raw["units"]:
        if unit["side"] == "rival" and not unit.get("elite") and random.random() < chance:
            unit["side"] = "arena"
            unit.pop("tactics", None)


def reads_back(end: Combat) -> None:
    """Hold that a combat written as a position is the same when it is read again."""
    written = write_position(end)
    again = read(written)
    assert write_position(again) == written
    plain = {id_: replace(unit, given=None) for id_, unit in end.units.items()}
    assert {id_: replace(unit, given=None) for id_, unit in again.units.items()} == plain
    # What lasted for a unit that has left meanwhile is nobody's any more.
    here = [replace(each, units=tuple(id_ for id_ in each.units if id_ in end.units)) for each in end.lasting]
    lasting = tuple(each for each in here if each.units)
    assert (again.chips, again.flag, again.lasting) == (end.chips, end.flag, lasting)


@contextmanager
def shown(raw: Raw) -> Iterator[None]:
    try:
        yield
    except Exception:
        print(json.dumps(raw))
        raise


def what_was_tried(events: list[Event]) -> set[str]:
    """Name what skills and arenas did, for knowing that the boards try them at all."""
    found = {event.what for event in events if event.what in ("drove", "roamed", "intercepted")}
    found |= {event.values["special"] for event in events if event.what == "special-used"}
    return found | {event.values["effect"] for event in events if event.what in ("relocated", "rolled-at")}


class Boards(NamedTuple):
    """How boards are made, so many of a seed, and whether skills are told by hand there."""

    make: Callable[[Random], Raw]
    seed: int
    many: int
    by_hand: bool = False


PLAIN = [Boards(random_position, part, 35, by_hand=True) for part in range(8)]
SKILLED = [Boards(skilled, 1000 + part, 60) for part in range(4)]


def hold_turns(boards: Boards) -> set[str]:
    """Play turns of the rival to their end, which is a position again; what skills and arenas did there."""
    random, seen = Random(boards.seed), set[str]()
    for _ in range(boards.many):
        raw = boards.make(random)
        start = read(raw, step="deployment")
        with shown(raw):
            end, events = play_out(begin(start), random, by_hand=boards.by_hand)
            assert end.over or (end.turn, end.step, end.side) == (start.turn + 1, "deployment", "rival")
            reads_back(end)
        seen |= what_was_tried(events)
    return seen


@pytest.mark.parametrize("boards", [*PLAIN, *SKILLED], ids=lambda boards: str(boards.seed))
def test_a_random_turn_ends_in_a_position_again(boards: Boards) -> None:
    assert len(hold_turns(boards)) > (3 if boards in SKILLED else 0)


@pytest.mark.parametrize("part", range(4))
def test_a_random_turn_of_the_arena_with_any_skills(part: int) -> None:
    random, seen = Random(2000 + part), set[str]()
    for _ in range(60):
        raw = skilled(random)
        to_the_arena(raw, random, 0.5)
        start = read(raw, step="deployment")
        with shown(raw):
            end, events = play_out(begin_arena_turn(start), random)
            assert end.over or (end.turn, end.step, end.side) == (start.turn, "deployment", "rival")
            reads_back(end)
        seen |= what_was_tried(events)
    assert len(seen) > 3, seen


@pytest.mark.parametrize("part", range(4))
def test_several_turns_in_a_row_with_any_skills(part: int) -> None:
    random = Random(3000 + part)
    for _ in range(12):
        raw = skilled(random)
        combat = read(raw, step="deployment")
        with shown(raw):
            for turn in (begin, begin_arena_turn, begin):
                combat, _ = play_out(turn(combat), random)
                if combat.over:
                    break
                reads_back(combat)
                combat = read(write_position(combat))


@pytest.mark.parametrize("boards", [
    *[Boards(lambda random: random_position(random, "movement"), 50 + part, 15) for part in range(8)],
    *[Boards(skilled, 4000 + part, 25) for part in range(4)],
], ids=lambda boards: str(boards.seed))  # fmt: skip
def test_the_step_as_played_ends_in_one_of_the_outcomes(boards: Boards) -> None:
    """Every way to play the Movement Step ends in a placement that `solve` lists, roaming units included."""
    random = Random(boards.seed)
    for _ in range(boards.many):
        raw = boards.make(random)
        start = read(raw, step="movement")
        played = {placed(play_out(begin(start, "movement"), random)[0]) for _ in range(6)}
        assert played <= listed_ends(start), json.dumps(raw)


def test_the_questions_of_the_movement_step_leave_nothing_out() -> None:
    """The order is asked only where it matters, and still every outcome of the step can be reached by answers."""
    random, several = Random(9), 0
    for _ in range(90):
        raw = random_position(random, "movement")
        start = read(raw)
        listed = listed_ends(start)
        if len(listed) <= 12:
            several += len(listed) > 1
            assert every_end(start) == listed, json.dumps(raw)
    assert several > 10


def test_every_unit_is_told_of_once_in_the_movement_step() -> None:
    random = Random(21)
    for _ in range(100):
        start = read(random_position(random, "movement"))
        combat, events = begin(start, "movement")
        while (question := pending(combat)) is not None:
            combat, more = apply(combat, choose(question, combat, random))
            events += more
        told = [event.values["unit"] for event in events if event.what in ("moved", "roamed", "stayed")]
        assert sorted(told) == sorted(unit.id for unit in start.in_arena("rival"))


def test_the_same_answers_give_the_same_turn() -> None:
    for seed in range(30):
        start = read(random_position(Random(seed)), step="deployment")
        one, other = (write_position(play_out(begin(start), Random(seed))[0]) for _ in range(2))
        assert one == other


def test_solve_and_play_agree_on_whom_rivals_attack_with_any_skills() -> None:
    """A unit that acts first attacks one of the targets that `solve` lists, or none if it lists none."""
    random, attacked = Random(5), 0
    for _ in range(150):
        raw = skilled(random)
        for unit in raw["units"]:
            # Whether somebody stayed put would have to be told first.
            unit["skills"] = [skill for skill in unit["skills"] if skill != "Dig In"]
        start = read(raw, step="engage")
        listed = answer(start)["units"]
        _, events = play_out(begin(start, "engage"), random)
        first: Any = next((e for e in events if e.what in ("attacked", "special-used", "damaged")), None)
        if first is not None and first.what == "attacked":
            attacked += 1
            assert first.values["target"] in listed[first.values["unit"]]["targets"], json.dumps(raw)
    assert attacked > 20


@pytest.mark.parametrize("part", range(4))
def test_whatever_nobody_has_told_is_asked_for(part: int) -> None:
    """A number that a rule needs and a position lacks is a question, at every step and with every skill."""
    random, asked = Random(200_000 + part), 0
    for _ in range(60):
        raw = skilled(random)
        step = random.choice(["deployment", "movement", "abilities", "engage"])
        for stats in [*raw["units"], *raw["bench"].values()]:
            for key in ("movement", "range", "health", "attack", "hp"):
                if random.random() < 0.3:
                    stats.pop(key, None)
        start = read(raw, step=step)
        for turn in (begin, begin_arena_turn):
            with shown(raw):
                end, events = play_out(turn(start), random)
            entered = of(events, "stat-told")
            told = {(name, event.stat) for event in entered for name in (event.unit, event.chip)}
            asked += len(told)
            for unit in end.units.values():
                before = start.units.get(unit.id, unit)
                for stat in ("movement", "range", "health", "attack"):
                    learnt = getattr(before, stat) is None and getattr(unit, stat) is not None
                    assert not learnt or {(unit.id, stat), (unit.chip, stat)} & told, f"{stat} of {unit.id} made up"
            read(write_position(end))
    assert asked
