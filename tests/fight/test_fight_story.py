"""A fight's log reads as a story: turns as headings, units by name, what was done by hand; it replays the same."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.fight import Move
from hoplo_companion.render.fight import story_lines
from hoplo_companion.render.story import answered_words, events_words, note_of
from hoplo_companion.rules.events import Attacked, Corrected, Damaged, event_of
from hoplo_companion.rules.naming import Names
from hoplo_companion.rules.questions import Question
from hoplo_companion.table.play.moves import CORRECT, RIVALS, SET_UP
from hoplo_companion.table.play.planning import Wanted, planned
from hoplo_companion.table.play.replay import replayed
from tests.helpers import boards
from tests.helpers.cli import done_each, hoplo
from tests.helpers.fights import UNITS, Table, ready, told
from tests.helpers.fights_on_disk import on_disk, said, state
from tests.helpers.setting_up import known

KNOWN = told()


@pytest.mark.parametrize(("id_", "name"), [
    ("krakenlance", "Krakenlance"),
    ("archer", "Archer"),
    ("archer-2", "Archer 2"),
    ("rival-archer", "the rival Archer"),
    ("rival-archer-3", "the rival Archer 3"),
    ("arena-beast", "the arena's Beast"),
    ("my-own-name", "my-own-name"),
    ("a1", "a1"),
    ("", ""),
])  # fmt: skip
def test_a_unit_goes_by_the_name_of_its_chip(id_: str, name: str) -> None:
    assert Names(KNOWN)(id_).casefold() == name.casefold()


def test_sentences_name_units_and_say_no_pages() -> None:
    events = [
        Attacked(rule="engage.attack", unit="rival-archer", target="krakenlance", because="", dice=["blue"], hits=1),
        Damaged(rule="engage.damage", unit="krakenlance", by="rival-archer", damage=1, hp=4),
        event_of("rolled-at", rule="x", unit="archer-2", effect="Fury", dice=["red"], hits=0, targets=["rival-archer"]),
        event_of("intercepted", rule="x", unit="rival-archer-2", target="archer", attacker="krakenlance"),
    ]
    told_ = events_words(events, Names(KNOWN))
    assert "rival-archer" not in told_
    assert "p." not in told_
    assert told_[0].isupper()
    assert re.search("Krakenlance", told_)


def test_what_was_done_by_hand_is_noted_once() -> None:
    events = [
        Corrected(rule="fight.corrected", changes="set points 2", note="recounted"),
        Corrected(rule="fight.corrected", changes="set turn 2"),
        event_of("house-ruling", rule="yours.deploy-hex", text="E3 is none of your deployment hexes"),
        event_of("step-began", step="engage"),
    ]
    assert "recounted" not in events_words(events, Names(KNOWN))
    note = note_of(events, KNOWN)
    assert note.startswith("recounted; by hand; your own ruling against ")
    assert "p.25" in note
    assert "yours.deploy-hex" not in note
    assert note_of(events[3:], KNOWN) == ""


def test_an_answer_of_which_nothing_came_is_told_with_its_question() -> None:
    board = boards.combat("movement", ["archer rival A1", "krak player D3"])
    unit = next(iter(board.units.values()))
    board = replace(board, catalogue=KNOWN).with_unit(replace(unit, id="rival-archer-2"))
    question = Question(id="movement.next", kind="choice", rule="movement.order", options=("rival-archer-2", "b"))
    asked = "Which rival unit moves next?"
    assert answered_words(question, "rival-archer-2", board) == f"{asked} The rival attacker 2."
    assert answered_words(question, "b", board) == f"{asked} B."
    draw = Question(id="bane.draw", kind="effect", rule="bane.placed", about="set-up", number=(2, 6))
    assert "bane 2 of 6" in answered_words(draw, "Ruin:bag", board)


def test_turns_are_headings_and_marks_stand_before_what_was_done_by_hand() -> None:
    lines = story_lines(
        [
            (0, "set-up", 2, "The combat is Spar.", ""),
            (1, "rival", 3, "The rival moves.", ""),
            (1, "rival", 4, "It attacks.", ""),
            (1, "player", 5, "Corrected by hand: set points 2.", "recounted"),
            (0, "nobody", 6, "Won.", ""),
        ]
    )
    assert ["".join(span.text for span in line) for line in lines] == [
        "The set-up",
        "    2    The combat is Spar.",
        "Turn 1, the rival's",
        "    3    The rival moves.",
        "    4    It attacks.",
        "Turn 1, yours",
        "    5  * Corrected by hand: set points 2. [recounted]",
        "The end",
        "    6    Won.",
        "* by hand, or by your own ruling",
    ]


def test_the_log_of_a_fight_is_its_story_while_it_is_fought_and_after_its_cleanup() -> None:
    on_disk(ready("sport"))
    done_each(
        "fight start games --sport spar --auto random --seed 3",
        "rival-turn --auto random --seed 3",
        "turn deploy krakenlance E3 --anyway",
        "turn end",
        "rival-turn --auto random --seed 3",
    )
    log = said("fight", "log", "--plain")
    headings = [line for line in log.splitlines() if line and not line.startswith((" ", "*"))]
    assert headings == ["The set-up", "Turn 1, the rival's", "Turn 1, yours", "Turn 2, the rival's"]
    assert re.search(r"\* Done anyway, by your own ruling.*\[your own ruling against .*p\.25", log.replace("\n", " "))
    told_ = re.sub(r"\(p\.[0-9-]+\)|\[[^]]*\]", "", log)
    assert not re.search(r"\b(rival|arena)-[a-z]|\bp\.[0-9]", told_)
    steps = hoplo("fight", "log", "--json").json["steps"]
    assert [step["turn_of"] for step in steps][-1] == "rival"
    assert {step["turn"] for step in steps} == {0, 1, 2}
    assert "Your own rulings against: " in said("fight")
    assert "yours.deploy-hex" not in said("fight")
    done_each("turn surrender", "cleanup --lost")
    assert state()["fight"] is None
    after = said("fight", "log", "--plain")
    assert after.startswith(log.splitlines()[0])
    assert "The end" in after


# Played again ------------------------------------------------------------------------------------------------------


def fight_of(catalogue: Any, *answers: Any) -> Table:
    """Fight up to the deployment of an archer, of which these are told as it comes into the arena."""
    table = Table(planned(ready(), "brawl", catalogue, Wanted()), catalogue)
    table.game.begin(Move(SET_UP))
    table.answer(("prepare.bag", "hoplite")).do(RIVALS)
    return table.do("deploy", "archer", "G2", answers=answers)


@pytest.mark.parametrize(("known_by_now", "difference"), [(3, ""), (9, "the board differs in units")])
def test_a_number_told_in_the_fight_is_no_difference_once_it_is_known(known_by_now: int, difference: str) -> None:
    """The board that was kept holds what was told; played again, the chip's own record says the same."""
    untold = {key: value for key, value in UNITS["archer"].items() if key != "health"}
    catalogue = known(units={"archer": untold})
    table = fight_of(catalogue, ("component.stat", 3))
    start = planned(ready(), "brawl", catalogue, Wanted())
    later = known(units={"archer": {**untold, "health": known_by_now}})
    assert replayed(start, table.game.fight, later) == (3, difference)


def test_a_board_that_is_not_what_the_moves_come_to_differs() -> None:
    catalogue = known()
    table = fight_of(catalogue)
    fight = table.do(CORRECT, "set", "archer", "hp", "1").game.fight
    start = planned(ready(), "brawl", catalogue, Wanted())
    assert replayed(start, fight, catalogue) == (4, "")
    moves = {number: move for number, move in fight.moves.items() if number != "4"}
    assert replayed(start, replace(fight, moves=moves), catalogue) == (3, "the board differs in units")
