"""Random turns with every skill of the sheet on anybody: never stuck, sound questions, every end a position again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.events import Event, StatEntered
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.rival.turn import begin, begin_arena_turn
from tests.soak.random_positions import USUAL, Raw, random_position
from tests.soak.random_turns import listed_ends, placed, play_out

TURNS = 60
PARTS = range(4)
RING = ["D2", "C2", "C3", "C4", "D5", "E4", "E3", "E2"]
OWN_LISTS = ["parthians", "plutos-refugees", "new-argonauts", "kunlun"]
ARENAS = ["atlanteans", "lamosians", *OWN_LISTS]
ANY_LIST = """
[[mat.priorities]]
for = "class:archer"
list = [{ opponent = "farthest" }]

[[mat.priorities]]
for = "other"
list = [{ opponent = "flagholder" }, { hex = "key" }, { opponent = "weakest" }]
"""


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> PositionReader:
    """Read positions of all arenas: their lists, which no source states, are typed as a player would."""
    own: Path = tmp_path_factory.mktemp("own")
    (own / "arenas").mkdir()
    for name in OWN_LISTS:
        (own / "arenas" / f"{name}.toml").write_text(ANY_LIST, encoding="utf-8")
    return PositionReader(Catalogue(own=own))


def sheet() -> list[str]:
    """Name every skill whose effects are known, with a `#` for its number."""
    catalogue = Catalogue()
    found = []
    for id_ in catalogue.ids("skills"):
        record = catalogue.skill(id_)
        assert record is not None
        if record.effects is not None:
            found.append(f"{record.name} #" if record.numbered else record.name)
    return found


SHEET = sheet()


def skilled(random: Random) -> Raw:
    """Make a random position whose units have 1-4 random skills each, some of them units of the arena."""
    raw = random_position(random, random.choice(["deployment", "movement", "engage"]))
    raw["step"] = "deployment"
    for stats in [*raw["units"], *raw["bench"].values()]:
        names = random.sample(SHEET, random.randint(1, 4))
        stats["skills"] = [name.replace("#", str(random.randint(1, 4))) for name in names]
    for unit in raw["units"]:
        if unit["side"] == "rival" and not unit.get("elite") and random.random() < 0.25:
            unit["side"] = "arena"
            unit.pop("tactics", None)
    others = {"heave.alone": "never", "flag.displaced": "yes", "equip.deploy": "no"}
    raw["rulings"] |= {id_: random.choice(["default", reading]) for id_, reading in others.items()}
    on_usual_mat = raw["arena"]["columns"] == USUAL and not raw["arena"]["missing"]
    if on_usual_mat and random.random() < 0.7:
        raw["arena"] = random.choice(ARENAS)
        if raw["arena"] == "parthians":
            raw["chips"] = {**raw.get("chips", {}), "chariot": {"hex": random.choice(RING)}}
    return raw


def reads_back(reader: PositionReader, end: Combat) -> None:
    """Hold that a combat written as a position is the same when it is read again."""
    written = write_position(end)
    again = reader.read(json.dumps(written).encode())
    assert write_position(again) == written
    plain = {id_: replace(unit, given=None) for id_, unit in end.units.items()}
    assert {id_: replace(unit, given=None) for id_, unit in again.units.items()} == plain
    # What lasted for a unit that has left meanwhile is nobody's any more.
    here = [replace(each, units=tuple(id_ for id_ in each.units if id_ in end.units)) for each in end.lasting]
    lasting = tuple(each for each in here if each.units)
    assert (again.chips, again.flag, again.lasting) == (end.chips, end.flag, lasting)


@contextmanager
def shown(raw: Raw) -> Iterator[None]:
    """Print the board on which a test fails."""
    try:
        yield
    except Exception:
        print(json.dumps(raw))
        raise


def happened(events: list[Event]) -> set[str]:
    """Name what skills and arenas did, for knowing that the boards try them at all."""
    found = set()
    for event in events:
        if event.what in ("special-used", "relocated", "rolled-at"):
            found.add(event.values["special" if event.what == "special-used" else "effect"])
        elif event.what in ("drove", "roamed", "intercepted"):
            found.add(event.what)
    return found


@pytest.mark.parametrize("part", PARTS)
def test_a_random_turn_of_the_rival_with_any_skills(part: int, lists: PositionReader) -> None:
    random = Random(1000 + part)
    seen: set[str] = set()
    for _ in range(TURNS):
        raw = skilled(random)
        start = lists.read(json.dumps(raw).encode())
        with shown(raw):
            end, events = play_out(begin(start), random)
            assert end.over or (end.turn, end.step, end.side) == (start.turn + 1, "deployment", "rival")
            reads_back(lists, end)
        seen |= happened(events)
    assert len(seen) > 3, seen


@pytest.mark.parametrize("part", PARTS)
def test_a_random_turn_of_the_arena_with_any_skills(part: int, lists: PositionReader) -> None:
    random = Random(2000 + part)
    seen: set[str] = set()
    for _ in range(TURNS):
        raw = skilled(random)
        for unit in raw["units"]:
            if unit["side"] != "player" and not unit.get("elite") and random.random() < 0.5:
                unit["side"] = "arena"
                unit.pop("tactics", None)
        start = lists.read(json.dumps(raw).encode())
        with shown(raw):
            end, events = play_out(begin_arena_turn(start), random)
            assert end.over or (end.turn, end.step, end.side) == (start.turn, "deployment", "rival")
            reads_back(lists, end)
        seen |= happened(events)
    assert len(seen) > 3, seen


@pytest.mark.parametrize("part", range(4))
def test_several_turns_in_a_row_with_any_skills(part: int, lists: PositionReader) -> None:
    """Turn after turn, read back in between, the board stays sound."""
    random = Random(3000 + part)
    for _ in range(12):
        raw = skilled(random)
        combat = lists.read(json.dumps(raw).encode())
        with shown(raw):
            for turn in (begin, begin_arena_turn, begin):
                combat, _ = play_out(turn(combat), random)
                if combat.over:
                    break
                reads_back(lists, combat)
                combat = lists.read(json.dumps(write_position(combat)).encode())


@pytest.mark.parametrize("part", range(4))
def test_the_step_as_played_ends_in_one_of_the_outcomes_with_any_skills(part: int, lists: PositionReader) -> None:
    """Every way to play the Movement Step ends in a placement that `solve` lists, roaming units included."""
    random = Random(4000 + part)
    for _ in range(25):
        raw = {**skilled(random), "step": "movement"}
        start = lists.read(json.dumps(raw).encode())
        played = {placed(play_out(begin(start, "movement"), random)[0]) for _ in range(5)}
        assert played <= listed_ends(start), json.dumps(raw)


def test_solve_and_play_agree_on_whom_rivals_attack_with_any_skills(lists: PositionReader) -> None:
    """A unit that acts first attacks one of the targets that `solve` lists, or none if it lists none."""
    random = Random(5)
    attacked = 0
    for _ in range(150):
        raw = {**skilled(random), "step": "engage"}
        for unit in raw["units"]:
            # Whether somebody stayed put would have to be told first.
            unit["skills"] = [skill for skill in unit["skills"] if skill != "Dig In"]
        start = lists.read(json.dumps(raw).encode())
        listed = answer(start)["units"]
        _, events = play_out(begin(start, "engage"), random)
        first = next((e for e in events if e.what in ("attacked", "special-used", "damaged")), None)
        if first is not None and first.what == "attacked":
            attacked += 1
            plain: Any = first
            assert plain.target in listed[plain.unit]["targets"], json.dumps(raw)
    assert attacked > 20


@pytest.mark.parametrize("part", PARTS)
def test_whatever_nobody_has_told_is_asked_for(part: int, lists: PositionReader) -> None:
    """A number that a rule needs and a position lacks is a question, at every step and with every skill."""
    random = Random(200_000 + part)
    asked = 0
    for _ in range(TURNS):
        raw = {**skilled(random), "step": random.choice(["deployment", "movement", "abilities", "engage"])}
        for stats in [*raw["units"], *raw["bench"].values()]:
            for key in ("movement", "range", "health", "attack", "hp"):
                if random.random() < 0.3:
                    stats.pop(key, None)
        start = lists.read(json.dumps(raw).encode())
        for turn in (begin, begin_arena_turn):
            with shown(raw):
                end, events = play_out(turn(start), random)
            told = {(event.unit, event.stat) for event in events if isinstance(event, StatEntered)}
            told |= {(event.chip, event.stat) for event in events if isinstance(event, StatEntered)}
            asked += len(told)
            for unit in end.units.values():
                before = start.units.get(unit.id, unit)
                for stat in ("movement", "range", "health", "attack"):
                    learnt = getattr(before, stat) is None and getattr(unit, stat) is not None
                    assert not learnt or {(unit.id, stat), (unit.chip, stat)} & told, f"{stat} of {unit.id} made up"
            lists.read(json.dumps(write_position(end)).encode())
    assert asked
