"""Disputes: a disagreement is kept with its board and what hoplo decided there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.table.saves.library import Library
from tests.cli import hoplo
from tests.followed import current, done, files_below, follow_a_fight

LINE = "atl koth 3 movement | r: rep@B3 3 | p: krak@E3 6"
YOURS = "atl koth 3 | r: rep@B3 3 | p: krak@E3 6 | state: side=player"


@pytest.fixture
def fight() -> None:
    """Follow a fight in which the rival's defender may end on two hexes."""
    follow_a_fight()


def listed() -> list[Any]:
    found: list[Any] = done("disputes", "--json").json["disputes"]
    return found


def path_of(n: int) -> Path:
    return Library().home / "disputes" / f"{n}.json"


def rewritten(n: int, **changes: Any) -> None:
    """Write a dispute with other values."""
    was = json.loads(path_of(n).read_text())
    path_of(n).write_text(json.dumps({**was, **changes}))


# Keeping --------------------------------------------------------------------------------------------------------


def test_a_board_is_disputed_without_any_campaign(tmp_path: Path) -> None:
    assert "there are no disputes" in done("disputes").out
    file = tmp_path / "b.json"
    file.write_text(done("board", LINE, "--json").out)
    done("dispute", "It should draw near", LINE, "--rule", "Movement.Mark", "--ruling", "The closest hex")
    done("dispute", "It should stay", "--position", str(file))
    done("dispute", "I could attack", "-p", YOURS)
    first, second, third = listed()
    assert (first["n"], first["text"], first["rule"], first["ruling"]) == (
        1, "It should draw near", "movement.mark", "The closest hex",
    )  # fmt: skip
    assert (second["settled"], second["rule"], second["move"]) == (None, "", "")
    kept = done("disputes", "show", "1", "--json").json["dispute"]
    assert kept["position"] == json.loads(file.read_text())
    (destination,) = [each for each in kept["why"] if each["about"] == "destination"]
    assert (destination["unit"], destination["chosen"]) == ("reptilian", ["C3", "C4"])
    assert done("disputes", "show", str(third["n"]), "--json").json["dispute"]["why"] == [], "it is your turn"
    shown = done("disputes", "show", "1").out
    for words in ("REPTILIAN", "The closest hex", "movement.mark", "Reptilian's mark"):
        assert words in shown, words
    listing = " ".join(done("disputes").out.split())
    assert "movement | r: reptilian@B3 3 | p: krakenlance@E3 6" in listing, "each is listed with its board"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["wrong"], 2, "which board"),
        (["  ", LINE], 2, "say what hoplo got wrong"),
        (["wrong", LINE, "--rule", "movement.marc"], 2, "movement.mark"),
        (["wrong", LINE, "-p", LINE], 2, "which board"),
        (["wrong", LINE, "--step", "1"], 2, "--step"),
        (["x" * 2001, LINE], 2, "2000 characters"),
        (["wrong", "atl | r: nobody@B3"], 2, "no chip"),
        (["wrong", "no board"], 2, ""),
        (["wrong", "-p", "nowhere.json"], 2, "No such file"),
    ],
)
def test_what_cannot_be_disputed_is_refused(words: list[str], code: int, said: str) -> None:
    ran = hoplo("dispute", *words)
    assert (ran.code, said in ran.err) == (code, True), ran
    assert listed() == []


@pytest.mark.usefixtures("fight")
def test_in_a_fight_the_last_move_is_disputed_with_the_board_before_it() -> None:
    before = current().state["fight"]["position"]
    done("dispute", "The defender should stay")
    assert hoplo("answer", "B2").code in (0, 2)
    done("dispute", "It should have gone to B1")
    for n in (1, 2):
        kept = done("disputes", "show", str(n), "--json").json["dispute"]
        assert (kept["move"], kept["position"]) == ("rival-turn", before)
        decisions = [(each["about"], each["unit"], each["chosen"]) for each in kept["why"]]
        assert ("destination", "defender", ["B1", "B2"]) in decisions
    done("dispute", "Long ago", "--step", "8")
    assert done("disputes", "show", "3", "--json").json["dispute"]["move"] == "deploy krak G1"


@pytest.mark.usefixtures("fight")
def test_a_ruling_of_your_own_becomes_a_dispute_in_one_go() -> None:
    while (asked := done("fight", "--json").json["fight"]["question"]) is not None:
        hoplo("answer", asked["options"][0])
    before = current().state["fight"]["position"]
    assert hoplo("move", "krak", "E5").code == 3, "it is too far"
    done("move", "krak", "E5", "--anyway")
    aside = done("fight", "--json").json["fight"]["house_rulings"]
    done("dispute", "A hero may run")
    (found,) = listed()
    kept = done("disputes", "show", "1", "--json").json["dispute"]
    assert found["rule"] == aside[0]
    assert (kept["position"], found["move"]) == (before, "move! krak E5")


def test_a_campaign_without_a_fight_has_no_board() -> None:
    done("new", "--first-game")
    assert "which board" in hoplo("dispute", "wrong").err


# Closing, and what is damaged -------------------------------------------------------------------------------------


def test_a_closed_dispute_stays_with_its_note() -> None:
    for text in ("One", "Two"):
        done("dispute", text, LINE)
    done("disputes", "close", "1", "the", "FAQ", "agrees")
    assert hoplo("disputes", "settle", "1").code == 2
    assert hoplo("disputes", "settle", "3").code == hoplo("disputes", "show", "0").code == 2
    first, second = listed()
    assert (first["settled"]["note"], second["settled"]) == ("the FAQ agrees", None)
    assert "Closed: the FAQ agrees" in done("disputes").out
    done("dispute", "Three", LINE)
    assert [each["n"] for each in listed()] == [1, 2, 3]


def test_a_damaged_dispute_is_named_and_the_others_are_listed() -> None:
    for text in ("One", "Two", "Three", "Four", "Five"):
        done("dispute", text, LINE)
    path_of(1).write_bytes(b"\xff\x00")
    rewritten(2, schema="hoplo/dispute@9")
    rewritten(3, position={"schema": "hoplo/position@1"})
    rewritten(4, state={}, made={}, why=[{"about": 1}])
    (path_of(1).parent / "notes.txt").write_text("mine")
    before = files_below(path_of(1).parent)
    found = done("disputes", "--json").json
    assert [each["n"] for each in found["disputes"]] == [3, 4, 5]
    assert [fault[:9] for fault in found["faults"]] == ["dispute 1", "dispute 2"]
    assert "dispute 1" in done("disputes").err
    for n in (3, 4, 5):
        done("disputes", "show", str(n))
    assert hoplo("disputes", "show", "1").code == 1
    assert hoplo("disputes", "settle", "2").code == 1
    assert files_below(path_of(1).parent) == before, "nothing is deleted, nothing is mended"
