"""The line above every question of a guided evening: whose turn, which step, which phase, in both languages."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import Language, speaking
from hoplo_companion.render.fight import beginning_words, round_words, turn_words
from tests.helpers.boards import combat

FIGHT = Fight("Duel", "bloodshed", {}, {"turn": 3})


@pytest.mark.parametrize(("lang", "turn_of", "words"), [
    ("en", "set-up", "Duel: the set-up"),
    ("en", "rival", "Duel: turn 3, the rival's"),
    ("en", "player", "Duel: turn 2, yours"),
    ("en", "nobody", "Duel: the end"),
    ("it", "rival", "Duel: turno 3, quello del rivale"),
    ("it", "player", "Duel: turno 2, il vostro"),
])  # fmt: skip
def test_between_two_questions_it_is_told_whose_turn_it_is(lang: Language, turn_of: str, words: str) -> None:
    """The rival has the first turn of each, yours follows with the same number (p.20)."""
    with speaking(lang):
        assert turn_words(replace(FIGHT, turn_of=turn_of), None) == words


@pytest.mark.parametrize(("event", "step", "english", "italian"), [
    ("bloodshed", "movement", "Movement Step", "Passo Movimento"),
    ("bloodshed", "tactics", "Tactic Placement Step", "Passo Piazzamento Tattica"),
    ("scion", "tactics", "Scion Activity Step", "Passo Attivazione Scion"),
])  # fmt: skip
def test_at_a_question_of_the_rivals_turn_its_step_is_told(event: str, step: str, english: str, italian: str) -> None:
    board = replace(combat("movement", ["rep rival B2 hp3"]), event=event, step=step, side="rival", turn=3)
    fight = replace(FIGHT, turn_of="rival")
    with speaking("en"):
        assert turn_words(fight, board) == f"Duel: turn 3, the rival's, {english}"
    with speaking("it"):
        assert turn_words(fight, board) == f"Duel: turno 3, quello del rivale, {italian}"


def test_between_fights_it_is_told_which_phase_of_which_week(catalogue: Catalogue) -> None:
    campaign, _ = begin(catalogue, FIRST_GAME)
    with speaking("en"):
        assert round_words(campaign) == "Act I, week 1, at the capital of the Atlanteans: Travel Phase"
    with speaking("it"):
        assert round_words(campaign) == "Atto I, settimana 1, alla capitale degli Atlanteans: Fase Viaggio"
    with speaking("it"):
        assert round_words(replace(campaign, phase="event")).endswith(": Fase Evento")
    with speaking("en"):
        assert round_words(replace(campaign, outcome="won")).endswith(": won")


def test_before_the_first_campaign_that_is_told() -> None:
    with speaking("en"):
        assert beginning_words(is_new=False) == "No campaign yet"
    with speaking("it"):
        assert beginning_words(is_new=True) == "Una nuova campagna"
