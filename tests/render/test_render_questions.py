"""What is worded of what is asked: every question, its options, and whole random turns."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import hoplo_companion.rules
from hoplo_companion.render.sentences.decisions import decision_lines
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.sentences.questions import QUESTIONS, option_words, question_words
from hoplo_companion.render.style import text_of
from hoplo_companion.rules import events
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.courses import known_of
from tests.helpers.drawn import READER, Raw, read
from tests.helpers.proofs import columns
from tests.soak.random_positions import random_position


def test_every_question_of_the_rules_has_words() -> None:
    folder = Path(hoplo_companion.rules.__file__).parent
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    ids = set(re.findall(r'(?:Question\(\s*|AskByHand\()"([a-z.-]+)"', text))
    assert len(ids) > 10
    assert ids <= QUESTIONS.keys()


SIDES = (("rival", "B2"), ("player", "D3"))


def table() -> Combat:
    return read(
        units=[
            {"id": "rep1", "chip": "reptilian", "side": "rival", "hex": "B2", "skills": ["Heave", "Fury Aura 1"]},
            {"id": "krak", "chip": "bingqing", "side": "player", "hex": "D3", "hp": 4},
        ],
        chips={"trident": {"hex": "C3"}},
        rival={"lineup": ["arch1"]},
        bench={"arch1": {"chip": "archer"}},
    )


@pytest.mark.parametrize(("question", "words"), columns("""
id=tactic.target, kind=choice, rule=r, about=stun | Stun goes on which unit?
id=movement.destination, kind=choice, rule=r, unit=rep1 | Reptilian ends its move on which of these equal hexes?
id=attack.dice, kind=dice, rule=r, unit=rep1, about=krak, dice=blue/blue | Reptilian attacks Bingqing with 2 blue \
    dice: how many hits?
id=component.stat, kind=stat, rule=r, unit=arch1, about=attack | Dice on the Archer chip: (At least one die, of \
    unknown colour.)
id=manual.skill, kind=manual, rule=r, unit=rep1, about=fury-aura | Fury Aura 1 of Reptilian: It deals 1 damage to one \
    opponent that is no farther off, in hexes, than its number. Used if anyone would be damaged by it: the weakest \
    opponent possible. What happens?
id=manual.tactic, kind=manual, rule=r, unit=krak, about=hamstring | Hamstring now lies on Bingqing: its text is in no \
    source, so read it off the chip. What does it change at once?
id=some.new-one, kind=choice, rule=r, unit=rep1, about=this | Some New One (Reptilian, this): what is the answer?
""", 2))  # fmt: skip
def test_questions(question: str, words: str) -> None:
    assert question_words(Question(**known_of(question.split(", "))), table()) == words


def test_what_a_chip_shows_is_asked_of_the_chip_where_both_sides_have_one() -> None:
    units = [{"id": f"{side}-archer", "chip": "archer", "side": side, "hex": at} for side, at in SIDES]
    for id_, asked in (("rival-archer", "Health on the Archer chip:"), ("player-archer", "HP of your Archer now:")):
        about = "health" if id_ == "rival-archer" else "hp"
        question = Question(id="component.stat", kind="stat", rule="r", unit=id_, about=about)
        assert question_words(question, read(units=units)) == asked


def test_options() -> None:
    combat = table()
    choice = Question(id="engage.target", kind="choice", rule="r", unit="rep1")
    beside = "C3  (a key hex, the trident lies there, beside Reptilian and Bingqing)"
    for option, words in (
        ("krak", "Bingqing  (on D3, 4 HP)"), ("arch1", "Archer"), ("stun", "Stun"), ("C3", beside), ("x", "x")
    ):  # fmt: skip
        assert option_words(choice, option, combat) == words
    way = Question(id="movement.way", kind="choice", rule="r", unit="rep1")
    assert option_words(way, "none", combat) == "without a chip"
    assert option_words(way, "trident and orb", combat) == "with the trident and the orb"
    hexes = Question(id="movement.destination", kind="choice", rule="r", unit="rep1")
    assert option_words(hexes, "C3", combat) == "C3  (a key hex, the trident lies there, beside Bingqing)"
    ability = Question(id="abilities.next", kind="choice", rule="r")
    assert option_words(ability, "rep1 fury-aura", combat).startswith("Fury Aura of Reptilian: It deals 1 damage")


@pytest.mark.parametrize("seed", range(25))
def test_everything_in_a_random_turn_can_be_worded(seed: int) -> None:
    rng = random.Random(seed)
    combat, happened = begin(READER.read(json.dumps(random_position(rng) | {"explain": True}).encode()))
    for _ in range(60):
        names = names_of(combat)
        for event in happened:
            assert text_of(sentence(event, names))
            if isinstance(event, events.Explained):
                assert decision_lines(event.decision, names)
        question = pending(combat)
        if question is None:
            break
        words = question_words(question, combat)
        assert re.search(r"[?:]( \(.*\))?$", words), words
        assert not re.search(r"\b(\w+) \1\b", words), words
        for option in question.options:
            assert "_" not in option_words(question, option, combat)
        answers: Raw = {"choice": question.options[:1], "dice": (0,), "stat": (1,), "manual": ("nothing",)}
        answers |= {"direction": question.options[:1], "effect": question.options[:1]}
        combat, happened = apply(combat, answers[question.kind][0])
