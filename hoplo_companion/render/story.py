"""What happened as a history keeps it: sentences without their pages, in which units go by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import speaking
from hoplo_companion.render.sentences.effects import names_itself
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.sentences.words import Names, capital, citation
from hoplo_companion.rules.events import Event, Explained, HouseRuling
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.setup.events import Corrected
from hoplo_companion.rules.unit_names import names_of


def story(events: Sequence[Event], names: Names) -> str:
    """Word events as the log keeps them: in English."""
    with speaking("en"):
        return events_words(events, names)


def events_words(events: Sequence[Event], names: Names) -> str:
    """Word events one after the other, without their pages; what a note says of them is left to it."""
    worded = [
        replace(event, note="") if isinstance(event, Corrected) else event
        for event, following in pairwise([*events, None])
        if event is not None and not isinstance(event, Explained) and not names_itself(event, following)
    ]
    return " ".join(words_without_page(event, names) for event in worded if event.rule != "prepare.arena-rules")


def note_of(events: Iterable[Event], catalogue: Catalogue) -> str:
    """Note what was done by hand or against the rules, as the log keeps it: why, or which rule was set aside."""
    notes = []
    for event in events:
        if isinstance(event, Corrected):
            notes.append(event.note or "by hand")
        elif isinstance(event, HouseRuling):
            record = catalogue.rule(event.rule)
            term = f"{record.term}, " if record is not None else ""
            with speaking("en"):
                notes.append(f"your own ruling against {term}{citation(catalogue, event.rule).text.strip()}")
    return "; ".join(dict.fromkeys(notes))


def answered_words(question: Question, answer: Any, combat: Combat) -> str:
    """Word an answer of which nothing came yet, as the log keeps it: what was asked, and what was answered."""
    names = names_of(combat)
    with speaking("en"):
        answers = answer if isinstance(answer, list | tuple) else [answer]
        return f"{question_words(question, combat)} {capital(', '.join(names(str(each)) for each in answers))}."
