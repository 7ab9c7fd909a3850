"""What is said where nobody answers, what is kept of a card, and which turns are compared with advice."""

from __future__ import annotations

import pytest

from hoplo_companion.campaign.fight import AdvisedPlan, Fight, Move
from hoplo_companion.dice import Dice
from hoplo_companion.rules.events import StatEntered
from hoplo_companion.rules.questions import Question
from hoplo_companion.table.play.answers import Asked, NoAnswers, NobodyAsksError
from hoplo_companion.table.play.fight import keep_entered
from hoplo_companion.table.play.replay import choices_of
from tests.helpers.boards import READER, combat
from tests.helpers.scions import known


@pytest.mark.parametrize(
    ("kind", "shown"), [("stat", "only the chip"), ("list", "only the card"), ("choice", "nobody to ask")]
)
def test_where_nobody_answers_it_is_said_what_would(kind: str, shown: str) -> None:
    """Numbers are on a chip; an arena's priority lists and where its chips start are on its card (p.23)."""
    question = Question("component.priorities", kind, "component.asked")  # type: ignore[arg-type]
    with pytest.raises(NobodyAsksError, match=shown):
        Asked(NoAnswers(), Dice(0)).answer(question, combat("movement", ["rep rival B2"]), [])


def test_a_unit_cap_is_kept_under_its_name() -> None:
    """The cap is how many units you may have in combat against a scion (p.31), and no number of dice."""
    [said] = keep_entered([StatEntered(rule="scion.cap", unit="", chip="gorgon", stat="cap", value=3)], known())
    assert said.startswith("Gorgon: the unit cap is kept in ")


def test_a_turn_that_was_put_right_in_the_middle_of_a_move_is_not_compared_with_advice() -> None:
    by_hand = {"correct": ["set", "archer", "hp", "2"], "note": ""}
    attack = Move("attack", ("archer", "reptilian"), answers=({"question": "attack.dice", "answer": 1}, by_hand))
    first = Fight("Brawl", "bloodshed", {}, {}, moves={"1": attack}, advice={"0": (AdvisedPlan("end", 8, 10),)})
    after = Fight("Brawl", "bloodshed", {}, {}, moves={"1": attack, "2": Move("end")}, advice=first.advice)
    assert choices_of(after, [first, after], READER.catalogue) == []
