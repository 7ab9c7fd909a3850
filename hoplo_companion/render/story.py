"""What happened as a history says it, and a turn move by move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import tr
from hoplo_companion.render.sentences.events import names_itself, sentence, words_without_page
from hoplo_companion.render.sentences.more_events import note_words
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.sentences.words import rule_cited
from hoplo_companion.render.style import Line
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.sentence import Kept, capital, kept


def events_words(events: Sequence[Event], names: Names) -> str:
    """Word events one after the other, without their pages; what a note says of them is left to it."""
    return " ".join(words_without_page(event, names) for event in worth_telling(events))


def kept_events(events: Sequence[Event], names: Names) -> Kept:
    """What events say, as the log keeps it, so that a story with headings can leave out what those say."""
    told = worth_telling(events)
    frames = [at for at, event in enumerate(told) if event.what in ("turn-began", "step-began", "turn-ended")]
    return kept(lambda: [words_without_page(event, names) for event in told], frames)


def worth_telling(events: Sequence[Event]) -> list[Event]:
    """Of events those that a story words: not what another names already, nor what has a note of its own."""
    return [
        replace(event, values={"changes": event.values["changes"]}) if event.what == "corrected" else event
        for event in named_once(events)
        if event.what != "explained" and event.rule != "prepare.arena-rules"
    ]


def named_once(events: Sequence[Event]) -> list[Event]:
    """Leave out that an effect sets in where the next event says what it does, by its name."""
    return [event for event, then in pairwise([*events, None]) if event is not None and not names_itself(event, then)]


def note_of(events: Iterable[Event], catalogue: Catalogue) -> str:
    """Note what was done by hand or against the rules: why, or which rule was set aside."""
    notes = dict[str, None]()
    for event in events:
        if event.what == "corrected":
            notes[note_words(event.values.get("note", "")) or tr("by hand")] = None
        elif event.what == "house-ruling":
            notes[tr("your own ruling against {rule}", rule=rule_cited(catalogue, event.rule))] = None
    return next(iter(notes)) if len(notes) == 1 else "; ".join(notes)


def answered_words(question: Question, answer: Any, combat: Combat) -> str:
    """Word an answer of which nothing came yet: what was asked, without what a card says, and what was answered."""
    names = names_of(combat)
    answers = answer if isinstance(answer, list | tuple) else [answer]
    asked = question_words(replace(question, text="…"), combat)
    return f"{asked} {capital(', '.join(names(str(each)) for each in answers))}."


FRAMES = ("turn-began", "step-began", "turn-ended", "explained")
"""What frames a turn, and needs no line where its moves are seen."""
QUIET = ("stayed", "cannot-act", "tactic-passed-over", "no-tactic-placed", "not-deployed")
"""What did not happen: never a move by itself."""
FOLLOWING = ("damaged", "defeated", "dropped", "hero-reduced", "tactic-gone", "dazed")
"""What comes of a move, and is shown with it."""


def moves_of(before: Combat, events: Iterable[Event]) -> Iterator[tuple[list[Event], Combat]]:
    """Part what happened into moves, each with the board as it is then."""
    combat, held = before, list[Event]()

    def is_quiet(event: Event) -> bool:
        """Say whether nothing came of it."""
        return event.what in QUIET or (event.what == "healed" and not event.values["amount"])

    for event, after in pairwise([*events, None]):
        assert event is not None
        is_empty = after is not None and names_itself(event, after) and is_quiet(after)
        if event.what in FRAMES or is_quiet(event) or is_empty:
            continue
        if held and event.what not in FOLLOWING:
            yield held, combat
            held = []
        held.append(event)
        combat = _after(combat, event)
    if held:
        yield held, combat


def _after(combat: Combat, event: Event) -> Combat:
    """The board as one event leaves it: where units are, and how many HP they have; the rules have the rest."""
    values, bit = event.values, combat.arena.mat.bit
    unit = combat.units.get(values.get("unit", ""))
    if event.what == "deployed" and (unit := unit or combat.bench.get(values["unit"])):
        combat = replace(combat, lineup=tuple(id_ for id_ in combat.lineup if id_ != unit.id))
    if unit is None:
        return combat
    match event.what:
        case "deployed":
            unit = replace(unit, hex=bit[values["hex"]], hp=values["hp"], dazed=True)
        case "moved" | "relocated" | "roamed":
            unit = replace(unit, hex=bit[values["end"]])
        case "damaged" | "healed" | "hp-gained":
            unit = replace(unit, hp=values["hp"])
        case "tactic-placed":
            unit = replace(unit, tactics=(*unit.tactics, values["chip"]))
        case "defeated":
            unit = replace(unit, hex=0)
        case _:
            return combat
    return replace(combat, units={**combat.units, unit.id: unit})


def said(events: list[Event], names: Names) -> list[Line]:
    """Word what happened in a move."""
    return [sentence(event, names) for event in named_once(events)]
