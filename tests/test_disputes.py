"""Disputes: a disagreement is kept with what was decided, and every later hoplo says where it decides otherwise."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.components import catalogue as catalogues
from hoplo_companion.table.reports.differences import differences
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
    """Have a dispute say that another version decided something else."""
    told = json.loads(path_of(n).read_text())
    path_of(n).write_text(json.dumps({**told, **changes}))


# Keeping --------------------------------------------------------------------------------------------------------


def test_a_board_is_disputed_without_any_campaign(tmp_path: Path) -> None:
    assert "no dispute is kept" in done("disputes").out
    file = tmp_path / "b.json"
    file.write_text(done("board", LINE, "--json").out)
    done("dispute", "It should draw near", LINE, "--rule", "Movement.Mark", "--ruling", "The closest hex")
    done("dispute", "It should stay", "--position", str(file))
    done("dispute", "I could attack", "-p", YOURS)
    first, second, third = listed()
    assert (first["n"], first["text"], first["rule"], first["ruling"]) == (
        1, "It should draw near", "movement.mark", "The closest hex",
    )  # fmt: skip
    assert not any(each["differs"] or each["rules_changed"] or each["readings_changed"] for each in listed())
    assert (second["settled"], second["rule"], second["move"]) == (None, None, None)
    kept = done("disputes", "show", "1", "--json").json["dispute"]
    assert kept["decided"] == {"movement": json.loads(solved(file))}
    assert kept["position"] == json.loads(file.read_text())
    assert kept["rules"]["movement.mark"].strip()
    assert "options" in done("disputes", "show", str(third["n"]), "--json").json["dispute"]["decided"]
    shown = done("disputes", "show", "1").out
    for words in ("REPTILIAN", "The closest hex", "movement.mark, as of then", "reptilian's mark"):
        assert words in shown, words


def solved(file: Path) -> str:
    from tests.cli import hoplo

    return hoplo("solve", stdin=file.read_bytes()).out


@pytest.mark.parametrize(
    ("words", "code", "told"),
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
def test_what_cannot_be_disputed_is_told(words: list[str], code: int, told: str) -> None:
    ran = hoplo("dispute", *words)
    assert (ran.code, told in ran.err) == (code, True), ran
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
        assert ["destination", "defender", ["B1", "B2"]] in kept["made"]["decisions"]
    done("dispute", "Long ago", "--step", "8")
    assert done("disputes", "show", "3", "--json").json["dispute"]["move"] == "deploy krak G1"
    assert not any(each["differs"] for each in listed())


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
    assert (found["rule"], kept["made"]["set aside"]) == (aside[0], sorted(set(aside)))
    assert (kept["position"], found["move"]) == (before, "move! krak E5")
    assert not found["differs"]


def test_a_campaign_without_a_fight_has_no_board() -> None:
    done("new", "--first-game")
    assert "which board" in hoplo("dispute", "wrong").err


# Deciding anew --------------------------------------------------------------------------------------------------


def test_what_a_later_version_decides_otherwise_is_told() -> None:
    done("dispute", "It should draw near", LINE)
    kept = json.loads(path_of(1).read_text())
    kept["decided"]["movement"]["units"]["reptilian"]["destinations"] = ["C3"]
    rewritten(1, decided=kept["decided"], hoplo="0.0.1")
    (found,) = listed()
    assert found["differs"] is True
    assert found["decided_otherwise"] == ["movement.units.reptilian.destinations: now ['C4']"]
    shown = done("disputes").out
    assert "hoplo 0.0.1 decided it" in shown
    assert "otherwise now" in shown


def test_what_the_data_decide_otherwise_is_told() -> None:
    done("dispute", "It should draw near", LINE)
    done("data", "add", "unit", "Reptilian: 0/1/3")
    (found,) = listed()
    assert (found["differs"], found["rules_changed"]) == (True, [])


@pytest.mark.usefixtures("fight")
def test_a_move_is_made_again_and_compared() -> None:
    done("dispute", "The defender should stay")
    kept = json.loads(path_of(1).read_text())
    kept["made"]["decisions"][-1][2] = ["A1"]
    rewritten(1, made=kept["made"])
    (found,) = listed()
    assert found["differs"]
    assert any(each.startswith("rival-turn.decisions") for each in found["decided_otherwise"])


@pytest.fixture
def upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have hoplo read its data from a copy, as a later version would have others."""
    folder = tmp_path / "rules_data"
    shutil.copytree(catalogues.shipped_folder(), folder)
    monkeypatch.setattr(catalogues, "shipped_folder", lambda: folder)
    return folder


def test_a_rule_and_a_reading_that_an_upgrade_changes_are_told(upgraded: Path) -> None:
    done("dispute", "It should draw near", LINE, "--rule", "movement.mark")
    done("dispute", "Closest?", LINE, "--rule", "distance.words")
    done("dispute", "Else", LINE.replace("movement", "engage"))
    ledger, rulings = upgraded / "ledger.toml", upgraded / "rulings.toml"
    head, found, rest = ledger.read_text().partition('["movement.mark"]')
    ledger.write_text(head + found + rest.replace('text = "', 'text = "New: ', 1))
    head, found, rest = rulings.read_text().partition('["distance.words"]')
    rulings.write_text(head + found + rest.replace("By the movement", "Mostly by the movement", 1))
    first, second, third = listed()
    assert (first["differs"], first["rules_changed"], first["readings_changed"]) == (
        False, ["movement.mark"], ["distance.words"],
    )  # fmt: skip
    assert "distance.words" in second["rules_changed"]
    assert third["rules_changed"] == []
    shown = done("disputes").out
    assert "the rule changed: movement.mark" in shown
    assert "the reading in force changed: distance.words" in shown


@pytest.mark.usefixtures("fight")
def test_a_reading_chosen_for_its_campaign_is_in_force_for_a_dispute() -> None:
    done("dispute", "The defender should stay")
    done("rulings", "backup.close", "--choose", "hexes")
    (found,) = listed()
    assert found["readings_changed"] == ["backup.close"]
    done("save", "delete", "fight-brawl")
    (found,) = listed()
    assert (found["readings_changed"], found["differs"]) == ([], False), "its board's own readings are left"


# Closing, and what is damaged -------------------------------------------------------------------------------------


def test_a_settled_dispute_stays_with_its_note() -> None:
    for text in ("One", "Two"):
        done("dispute", text, LINE)
    done("disputes", "settle", "1", "the", "FAQ", "agrees")
    assert hoplo("disputes", "settle", "1").code == 2
    assert hoplo("disputes", "settle", "3").code == hoplo("disputes", "show", "0").code == 2
    first, second = listed()
    assert (first["settled"]["note"], second["settled"]) == ("the FAQ agrees", None)
    assert "Settled: the FAQ agrees" in done("disputes").out
    done("dispute", "Three", LINE)
    assert [each["n"] for each in listed()] == [1, 2, 3]


def test_a_damaged_dispute_is_told_and_the_others_are_listed() -> None:
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
    assert [each["differs"] for each in found["disputes"]] == [True, True, False]
    assert "dispute 1" in done("disputes").err
    for n in (3, 4, 5):
        done("disputes", "show", str(n))
    assert hoplo("disputes", "show", "1").code == 1
    assert hoplo("disputes", "settle", "2").code == 1
    assert files_below(path_of(1).parent) == before, "nothing is deleted, nothing is mended"


def test_differences_name_the_place() -> None:
    old = {"a": {"b": [1, 2], "c": 1}, "d": [1, 2], "gone": "x"}
    new = {"a": {"b": [2, 3], "c": 2}, "d": [2, 1], "new": None}
    assert differences(old, old) == []
    assert differences(old, new) == [
        "a.b: no longer [1], now [3]",
        "a.c: it was 1, and is 2",
        "d: it was [1, 2], and is [2, 1]",
        "gone: it was 'x', and is no more",
        "new: it is null, and was not",
    ]
