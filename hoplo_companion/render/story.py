"""What happened as a history says it: sentences without their pages, in which units go by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import tr
from hoplo_companion.render.sentences.events import names_itself, words_without_page
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.sentences.setup import note_words
from hoplo_companion.render.sentences.words import Names, capital, citation, rule_term
from hoplo_companion.rules.events import Event, Explained, HouseRuling, StepBegan, TurnBegan, TurnEnded
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.sentence import Kept, Worded, kept
from hoplo_companion.rules.setup.events import Corrected
from hoplo_companion.rules.unit_names import names_of


def events_words(events: Sequence[Event], names: Names) -> str:
    """Word events one after the other, without their pages; what a note says of them is left to it."""
    return " ".join(words_without_page(event, names) for event in worth_telling(events))


def kept_events(events: Sequence[Event], names: Names) -> Kept:
    """What events say, as the log keeps it, so that a story with headings can leave out what those say."""
    told = worth_telling(events)
    frames = [at for at, event in enumerate(told) if isinstance(event, TurnBegan | StepBegan | TurnEnded)]
    return kept(lambda: [words_without_page(event, names) for event in told], frames)


def worth_telling(events: Sequence[Event]) -> list[Event]:
    """Of events those that a story words: not what another names already, nor what has a note of its own."""
    return [
        replace(event, note="") if isinstance(event, Corrected) else event
        for event, following in pairwise([*events, None])
        if event is not None
        and not isinstance(event, Explained)
        and not names_itself(event, following)
        and event.rule != "prepare.arena-rules"
    ]


def without_frames(what: Kept) -> str:
    """What was said at a step without the beginnings and ends of turns, where that is known."""
    return what.without_frames() if isinstance(what, Worded) else str(what)


def note_of(events: Iterable[Event], catalogue: Catalogue) -> str:
    """Note what was done by hand or against the rules: why, or which rule was set aside."""
    notes = []
    for event in events:
        if isinstance(event, Corrected):
            notes.append(note_words(event.note) or tr("by hand"))
        elif isinstance(event, HouseRuling):
            page = citation(catalogue, event.rule).text.strip()
            rule = ", ".join(filter(None, [rule_term(catalogue, event.rule), page]))
            notes.append(tr("your own ruling against {rule}", rule=rule))
    return "; ".join(dict.fromkeys(notes))


def answered_words(question: Question, answer: Any, combat: Combat) -> str:
    """Word an answer of which nothing came yet: what was asked, without what a card says, and what was answered."""
    names = names_of(combat)
    answers = answer if isinstance(answer, list | tuple) else [answer]
    asked = question_words(replace(question, text="…"), combat)
    return f"{asked} {capital(', '.join(names(str(each)) for each in answers))}."
