"""Cards and chips entered as they are printed: letters for icons, texts understood or kept to remind, chips whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from hoplo_companion.cli.data.add import keep
from hoplo_companion.cli.data.conversation import converse
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import own_record
from hoplo_companion.components.words import read_dice
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.notation.events import read_goals
from hoplo_companion.notation.icons import LineupSide, read_icons
from hoplo_companion.notation.printed import added_to_lineup
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin
from tests.cli import Sitting
from tests.setting_up import known


class Typing(Sitting):
    """A terminal at which somebody types these lines; what is to be chosen is picked by how its words begin."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = list(lines)
        self.asked: list[str] = []

    def _written(self, text: str, default: str) -> str:
        self.asked.append(text)
        return self.lines.pop(0) or default

    def _chosen(self, text: str, choices: Sequence[str]) -> str:
        self.asked.append(text)
        word = self.lines.pop(0)
        return next(each for each in choices if each.startswith(word))

    def _agreed(self, text: str) -> bool:
        self.asked.append(text)
        return self.lines.pop(0) == "y"


def entered(kind: str, *lines: str, given: dict[str, Any] | None = None) -> tuple[dict[str, Any], Typing]:
    """Enter a card by these lines; give its record and the terminal."""
    catalogue.cache_clear()
    terminal = Typing(*lines)
    card = converse(terminal, kind, "", catalogue(), given)
    keep(terminal, kind, card, catalogue())
    catalogue.cache_clear()
    assert not terminal.lines, "everything typed was asked for"
    return own_record(card.kind, card.id) or {}, terminal


@pytest.mark.parametrize(
    ("typed", "side", "icons"),
    [
        ("lbbt", "rival", ["local", "bag", "bag+tactic"]),
        ("LTB", "rival", ["local+tactic", "bag"]),
        ("bp", "rival", ["bag", "primus"]),
        ("b", "rival", ["bag"]),
        ("bag lb", "rival", ["bag", "local", "bag"]),
        ("hcc", "player", ["hero", "camp", "camp"]),
    ],
)
def test_icons_are_typed_by_a_letter_each(typed: str, side: LineupSide, icons: list[str]) -> None:
    assert read_icons(typed, side) == icons


@pytest.mark.parametrize(("typed", "side"), [("pt", "rival"), ("tb", "rival"), ("hh", "player"), ("lx", "rival")])
def test_letters_that_are_no_icons_are_refused(typed: str, side: LineupSide) -> None:
    with pytest.raises(UsageError):
        read_icons(typed, side)


def test_sports_and_dice_are_typed_by_a_letter_each() -> None:
    assert read_goals("cks") == ["capture-the-flag", "king-of-the-hill", "spar"]
    assert read_goals("s") == ["spar"]
    for typed in ("bb", "b b", "blue blue", "2 blue", "2b", "blue, b"):
        assert read_dice(typed) == ("blue", "blue"), typed
    assert read_dice("bky") == ("blue", "black", "yellow")
    assert read_dice("") == ()
    for wrong in ("bluu", "b?", "2", "violet", "3bb"):
        assert read_dice(wrong) is None, wrong


def test_an_event_card_is_a_few_lines() -> None:
    """The kind is not asked where the place decides it; 25 keys are enough (the Enter of each line is one)."""
    lines = ("Brawl", "lbbt", "hcc", "")
    record, terminal = entered("event", *lines, given={"kind": "bloodshed"})
    assert sum(len(line) + 1 for line in lines) <= 25
    assert len(terminal.asked) == 4
    assert record == {
        "name": "Brawl", "kind": "bloodshed", "lineup": ["local", "bag", "bag+tactic"],
        "yours": ["hero", "camp", "camp"],
    }  # fmt: skip


def test_an_instruction_is_understood_and_read_back() -> None:
    record, terminal = entered(
        "event", "Fog", "b", "hc", "All units have Movement 1.", "y", "Add a bag unit to the end of the rival's lineup",
        "y", "", given={"kind": "bloodshed"},
    )  # fmt: skip
    assert "movement = 1 for unit" in terminal.said()
    assert record["then"] == ["bag"]
    assert record["instructions"].startswith("All units have Movement 1. Add")
    assert catalogue().event("fog").effects  # type: ignore[union-attr]


def test_what_is_not_understood_is_kept_as_a_reminder() -> None:
    record, _ = entered(
        "event",
        "Omen",
        "b",
        "hc",
        "Something odd happens",
        "at the start of each turn",
        "",
        given={"kind": "bloodshed"},
    )
    assert record["instructions"] == "Something odd happens"
    effect = record["effects"][0]
    assert (effect["on"], effect["for"]) == ("turn-start", "arena")
    assert effect["do"] == [{"do": "manual", "text": "Something odd happens"}]
    record, _ = entered("event", "Calm", "b", "hc", "Nice weather", "not at all", "", given={"kind": "bloodshed"})
    assert record["instructions"] == "Nice weather"
    assert "effects" not in record


def test_an_understanding_that_is_wrong_is_typed_again() -> None:
    record, _ = entered(
        "event", "Haze", "b", "hc", "All units have Range 1", "n", "I type it", "All units have Range 2", "y", "",
        given={"kind": "bloodshed"},
    )  # fmt: skip
    assert record["effects"][0]["do"][0]["to"] == 2


def test_a_bare_skill_on_a_prowess_card_is_granted() -> None:
    record, _ = entered("prowess", "Sea Legs", "krakenlance", "Tactical", "y", "")
    assert record["effects"] == [{"do": [{"do": "grant", "skill": "Tactical"}]}]
    assert record["text"] == "Tactical"


def test_a_chip_is_one_line() -> None:
    record, terminal = entered("unit", "Murmillo", "defender, 1/1/4, bb, Taunt, Regen 1")
    assert len(terminal.asked) == 2
    assert (record["attack"], record["skills"]) == (["blue", "blue"], ["Taunt", "Regen 1"])


@pytest.mark.parametrize(
    ("text", "icons"),
    [
        ("Add a bag unit to the end of the rival's lineup.", "bag"),
        ("add two local units to the end of the rival lineup", "local local"),
        ("Place one bag unit with a tactic on it at the end of the rival's lineup", "bag+tactic"),
        ("Aggiungi un'unità dal sacchetto alla fine dello schieramento rivale", "bag"),
        ("Add a horse to the end of the rival's lineup", ""),
    ],
)
def test_units_that_a_card_adds_to_the_lineup(text: str, icons: str) -> None:
    assert added_to_lineup(text) == icons


# A whole chip in the place of a number --------------------------------------------------------------------------------


def stands() -> Combat:
    """Give a board on which nobody knows what the rival's chip shows, and the rival's turn asks for it."""
    reader = PositionReader(known(units={"stranger": {"skills": []}}))
    units = [{"id": "s", "chip": "stranger", "side": "rival", "hex": "C3"},
             {"id": "a", "chip": "archer", "side": "player", "hex": "C4", "hp": 3}]  # fmt: skip
    raw = {
        "schema": "hoplo/position@1",
        "step": "movement",
        "act": 1,
        "turn": 2,
        "event": "bloodshed",
        "arena": "atlanteans",
        "units": units,
    }
    return begin(reader.read(json.dumps(raw).encode()), "movement")[0]


@pytest.mark.rule("component.asked")
def test_a_whole_chip_answers_for_all_its_numbers() -> None:
    combat = stands()
    question = pending(combat)
    assert question is not None
    assert question.id == "component.stat"
    after, _ = apply(combat, "attacker, 2/1/4, bb, Taunt")
    unit = after.units["s"]
    assert (unit.movement, unit.range, unit.health, unit.attack) == (2, 1, 4, ("blue", "blue"))
    assert unit.classes == ("attacker",)
    assert "taunt" in str(unit.skills).casefold()
    following = pending(after)
    assert following is None or following.id != "component.stat"


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize(
    ("line", "why"),
    [("1/x/4, bb", "three numbers"), ("attacker, bb", "the whole chip"), ("attacker, 2/1/4, Tant", "did you mean")],
)
def test_a_chip_line_that_cannot_be_read_is_refused(line: str, why: str) -> None:
    with pytest.raises(IllegalError, match=why):
        apply(stands(), line)
