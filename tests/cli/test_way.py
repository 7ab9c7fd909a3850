"""Finding the way: the help in groups, misspelled commands, and what is offered where there is no campaign."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplo_companion.cli.campaign.map import GUIDE, stand
from hoplo_companion.cli.commands import GROUPS
from hoplo_companion.language import speaking, tr
from tests.helpers.cli import Sitting, hoplo


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_help_has_a_whole_line_for_each_command_in_its_group(language: str) -> None:
    lines = hoplo("--help", "--all", HOPLO_LANG=language, COLUMNS="80").out.splitlines()
    assert max(map(len, lines)) <= 80
    with speaking("it" if language == "it" else "en"):
        for group, commands in GROUPS.items():
            at = lines.index(f"{tr(group)}:") + 1
            listed = [line.split(maxsplit=1) for line in lines[at : at + len(commands)]]
            assert listed == [[name, tr(command.help)] for name, command in commands.items()]
        assert max(map(len, tr(GUIDE, version="0.1.0").splitlines())) <= 80


@pytest.mark.parametrize(("typed", "meant"), [
    ("travle", "hoplo travel"),
    ("figth", "hoplo fight"),
    ("fight lgo", "hoplo fight log"),
    ("figth lgo", "hoplo fight log"),
    ("data lst units", "hoplo data list units"),
    ("rival turn", "hoplo rival-turn"),
    ("hoplo rival turn", "hoplo rival-turn"),
    ("hoplo undo", "hoplo undo"),
    ("odysey --html x", "hoplo odyssey --html x"),
    ("RivalTurn --plain", "hoplo rival-turn --plain"),
    ("log", "hoplo fight log"),
    ("spartacus duell", "hoplo spartacus duel"),
])  # fmt: skip
def test_a_misspelled_command_is_answered_with_the_call_that_was_meant(typed: str, meant: str) -> None:
    ran = hoplo(*typed.split())
    assert (ran.code, f"did you mean `{meant}`?" in ran.err, ran.out) == (2, True, ""), ran.err
    assert "intendevate" in hoplo(*typed.split(), "--lang", "it").err


def test_what_is_like_no_command_is_referred_to_the_help() -> None:
    for words, listed in ((["zork"], "hoplo --help --all"), (["fight", "zork"], "hoplo fight --help")):
        hoplo(*words).fails(2, f"`{listed}` lists them all")


def test_without_a_campaign_the_ways_to_begin_are_listed_or_offered_by_key(home: Path) -> None:
    for words in ("hoplo new --first-game", "hoplo save list"):
        assert words in hoplo().out
    person = Sitting()
    for key, command in (("1", "learn"), ("2", "new --first-game"), ("3", "new"), ("6", "--help"), ("7", "")):
        person.pressed = [key]
        assert stand(person) == command.split()
    assert "trash" not in person.said()
    assert hoplo("new", "--first-game", "--name", "it").code == 0
    assert hoplo("save", "delete", "it").code == 0
    person.pressed = ["6"]
    assert stand(person) == ["save", "restore", "it-1"]


def test_a_beginning_that_was_left_is_offered_again(home: Path) -> None:
    (home / "conversation.json").write_text('{"campaign":"","command":["new"],"answers":[["Your hero?","x"]]}')
    person = Sitting()
    person.pressed = ["6"]
    assert stand(person) == ["new"]
    assert "what you began: `hoplo new`" in person.said()
