"""What happened as a history keeps it: sentences without their pages, in which units go by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.effects import names_itself
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.sentences.words import citation, unit_name
from hoplo_companion.rules.events import Event, Explained, HouseRuling
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.setup.events import Corrected

_UNITS = ("unit", "target", "by", "attacker", "mark", "hero", "holder")
_LISTS = ("units", "targets", "riders")
"""The fields of events that hold ids of units."""


def story(events: Sequence[Event], catalogue: Catalogue) -> str:
    """Tell events in sentences, one after the other; what a note says of them is left to the note."""
    told = [
        event
        for event, following in pairwise([*events, None])
        if event is not None and not isinstance(event, Explained) and not names_itself(event, following)
    ]
    sentences = (_sentence(event, catalogue) for event in told if event.rule != "prepare.arena-rules")
    return " ".join(sentences)


def note_of(events: Iterable[Event], catalogue: Catalogue) -> str:
    """Note what was done by hand or against the rules: why, or which rule was set aside; empty where nothing was."""
    notes = []
    for event in events:
        if isinstance(event, Corrected):
            notes.append(event.note or "by hand")
        elif isinstance(event, HouseRuling):
            record = catalogue.rule(event.rule)
            term = f"{record.term}, " if record is not None else ""
            notes.append(f"your own ruling against {term}{citation(catalogue, event.rule).text.strip()}")
    return "; ".join(dict.fromkeys(notes))


def answered_words(question: Question, answer: Any, combat: Combat) -> str:
    """Tell an answer of which nothing came yet: what was asked, and what was said to it."""
    said = ", ".join(map(str, answer)) if isinstance(answer, list | tuple) else str(answer)
    asked = question_words(question, combat)
    named = _with_names(said, combat)
    return f"{_with_names(asked, combat)} {named[:1].upper()}{named[1:]}."


def _with_names(text: str, combat: Combat) -> str:
    """Put the names of units into a text in place of their ids."""
    ids = sorted({*combat.units, *combat.bench}, key=len, reverse=True)
    if not ids:
        return text
    any_id = "|".join(map(re.escape, ids))
    return re.sub(rf"(?<![\w-])({any_id})(?![\w-])", lambda found: unit_name(combat.catalogue, found[1]), text)


def _sentence(event: Event, catalogue: Catalogue) -> str:
    text = words_without_page(_named(event, catalogue), catalogue)
    return text[:1].upper() + text[1:]


def _named(event: Event, catalogue: Catalogue) -> Event:
    """Give an event with the names of its units in place of their ids, and without its note."""
    changed: dict[str, Any] = {"note": ""} if isinstance(event, Corrected) else {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in _UNITS and isinstance(value, str):
            changed[field] = unit_name(catalogue, value)
        elif field in _LISTS and isinstance(value, list):
            changed[field] = [unit_name(catalogue, each) for each in value]
    return replace(event, **changed)
