"""The fight put right by commands: the note in history and log, `check`, and `fix` with every key of the fight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import assert_replays, on_disk, said, state

START = ("fight", "start", "games", "--sport", "king-of-the-hill", "--auto", "random", "--seed", "3")


@pytest.fixture
def fight() -> None:
    """Begin a fight on disk, at your turn, the hero on the mat."""
    on_disk(ready("sport"))
    said(*START)
    done_each("rival-turn --auto random --seed 1", "fix krakenlance F3 --note 'it stood there'")


@pytest.mark.usefixtures("fight")
def test_corrections_say_why_in_history_and_log() -> None:
    assert "(it stood there)" in said("history", "--last", "1")
    done_each(
        "fix krakenlance F4 --note pushed", "fix krakenlance camp --note 'not yet'", "fix points 2 --note recounted"
    )
    log = said("fight", "log")
    for note in ("[it stood there]", "[pushed]", "[not yet]", "[recounted]"):
        assert note in log
    assert log.count("* Corrected by hand") == 4
    assert_replays()


@pytest.mark.usefixtures("fight")
def test_check_shows_the_mat_on_one_screen_and_as_data() -> None:
    shown = said("check", "--plain")
    assert len(shown.splitlines()) < 25
    assert "F3" in shown
    assert "health chips in the arena" in shown
    assert "doubtful" not in shown
    said("fix", "krakenlance", "hp", "35")
    assert "doubtful: 35 red health chips are needed" in said("check")
    told = hoplo("check", "--json").json
    assert told["fight"]["turn_of"] == "player"
    assert [doubt for doubt in told["doubts"] if "35 red" in doubt]


@pytest.mark.usefixtures("fight")
@pytest.mark.parametrize(("key", "value", "old", "new"), [
    ("krakenlance.hp", "3", 6, 3),
    ("fight.krak.hp", "3", 6, 3),
    ("pad.hp", "2", 6, 2),
    ("krakenlance.hex", "E4", "F3", "E4"),
    ("archer.hex", "E4", None, "E4"),
    ("krakenlance.dazed", "yes", False, True),
    ("fight.points", "2", 0, 2),
    ("fight.turn", "5", 2, 5),
    ("fight.step", "movement", "deployment", "movement"),
    ("fight.tactics", "stun", ["stun", "adrenaline"], ["stun"]),
    ("fight.trident", "E5", "D3", "E5"),
    ("pad.blessings", "1", 2, 1),
    ("fight.blessings", "1", 2, 1),
])  # fmt: skip
def test_fix_knows_the_fight(key: str, value: str, old: Any, new: Any) -> None:
    ran = done("fix", key, value, "--why", "the mat shows it", "--json")
    assert ran.json == {"key": key, "old": old, "new": new}
    moves = state()["fight"]["moves"]
    assert moves[str(len(moves))]["note"] == "the mat shows it"
    assert "(the mat shows it)" in said("history", "--last", "1")
    assert_replays()
    if key.endswith(".hp"):
        assert hoplo("pad", "--json").json["hp"] == new


@pytest.mark.usefixtures("fight")
@pytest.mark.parametrize(("key", "value", "code"), [
    ("krakenlance.hp", "0", 2),
    ("nobody.hp", "3", 2),
    ("krakenlance.size", "3", 2),
    ("fight.points", "x", 3),
    ("fight.nonsense", "3", 2),
    ("krakenlance.hex", "Z9", 3),
    ("fight.position.units.0.hex", "Z9", 1),
    ("fight.position.arena", "nowhere", 1),
])  # fmt: skip
def test_fix_refuses_what_cannot_be_and_keeps_nothing(key: str, value: str, code: int) -> None:
    before = state()
    ran = hoplo("fix", key, value, "--why", "nonsense")
    assert (ran.code, bool(ran.err)) == (code, True), ran.err
    assert state() == before
    assert hoplo("fight").code == 0


@pytest.mark.usefixtures("fight")
def test_the_pad_changed_by_the_rules_changes_the_hero_on_the_mat() -> None:
    said("pad", "damage", "2")
    told = hoplo("fight", "--json").json["fight"]["position"]["units"]
    assert next(unit for unit in told if unit["id"] == "krakenlance")["hp"] == 4
    said("turn", "end")
    assert hoplo("pad", "--json").json["hp"] == 4, "the next move does not set it back"
