"""Sentences and questions of a combat's set-up and of its corrections (`events` and `questions` register them)."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.words import arena_chip, chip_name, count, tactic_name, title_of, words_of
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.setup.events import (
    BaneDrawn,
    BanePutBack,
    ChangedByOpportunity,
    ChipLaid,
    Corrected,
    Drawn,
    IconPassedOver,
    LineupTactic,
    NoChipLeft,
    NoLineupTactic,
    Recruited,
    Reminded,
    Sacrificed,
    SetUp,
    SportPicked,
    TribuneNamed,
    UnitTold,
)

_BECAUSE = {"card": "", "act": " for the act", "event": " by the card's instructions"}


def setup_words(event: Event, catalogue: Catalogue) -> str:
    """Word an event of the set-up; an event of any other kind is empty."""
    match event:
        case SportPicked():
            return f"The combat is {goal_name(event.goal)}."
        case Drawn() | BaneDrawn() | BanePutBack() | NoChipLeft():
            return _drawn(event, catalogue)
        case UnitTold():
            return f"You told what the chip {chip_name(catalogue, event.chip)} shows."
        case LineupTactic():
            return f"The rival's camp gets {tactic_name(catalogue, event.chip)} for {event.unit}."
        case NoLineupTactic():
            return f"No {tactic_name(catalogue, event.chip)} is left in the supply for {event.unit}: it is skipped."
        case IconPassedOver():
            return (
                f"{event.unit} brings no tactic: the table of p.20 lists none for a {title_of(event.class_)}, so its "
                "icon is passed over."
            )
        case ChangedByOpportunity():
            return f"{title_of(event.card)}: its change is made."
        case TribuneNamed():
            return f"{event.unit} is the tribune."
        case Recruited():
            return f"{chip_name(catalogue, event.chip)} joins your camp."
        case _:
            return _laid(event)


def goal_name(goal: str) -> str:
    """Write the kind of a combat as the rulebook does: `King of the Hill`."""
    return title_of(goal).replace(" The ", " the ").replace(" Of ", " of ")


def _drawn(event: Event, catalogue: Catalogue) -> str:
    match event:
        case Drawn(source="primus"):
            return f"{chip_name(catalogue, event.chip)} joins the rival's lineup."
        case Drawn():
            where = "its faction's stack" if event.source == "stack" else "the bag"
            because = _BECAUSE.get(event.because, f" by {title_of(event.because)}")
            return f"{chip_name(catalogue, event.chip)} joins the rival's lineup from {where}{because}."
        case BaneDrawn(kind="bag"):
            return f"The bag bane {title_of(event.bane)} is drawn: it takes effect, and another chip is drawn."
        case BaneDrawn():
            return f"The unit bane {title_of(event.bane)} joins the rival's lineup."
        case BanePutBack():
            return f"{title_of(event.bane)} is a bane, which nobody recruits: it goes back, and another chip is drawn."
        case NoChipLeft():
            return "The bag is empty: nobody joins."
    return ""


def _laid(event: Event) -> str:
    match event:
        case ChipLaid(chip="flag"):
            return f"The flag lies on {event.hex}, the rival's first deployment hex."
        case ChipLaid():
            return f"{arena_chip(event.chip).capitalize()} is on {event.hex}."
        case Reminded(rule="prepare.instructions"):
            return f"The card says: {event.text.removesuffix('.')}."
        case Reminded():
            text = event.said.words() if event.said is not None else event.text
            return f"{event.about}: {text.removesuffix('.')}."
        case SetUp():
            tactics = f" and {count(event.tactics, 'tactic')}" if event.tactics else ""
            return f"All is set up: the rival has {count(event.lineup, 'unit')}{tactics}, and the first turn."
        case Sacrificed():
            return f"{event.unit} is sacrificed and leaves the combat."
        case Corrected() if event.changes.startswith("camp "):
            changes = event.changes.removeprefix("camp ").replace("=", " ").replace(",", ", ")
            return f"Your camp and pad change: {changes}."
        case Corrected():
            note = f" ({event.note})" if event.note else ""
            return f"Put right by hand: {event.changes}{note}."
    return ""


SETUP_WORDED = (
    SportPicked, Drawn, BaneDrawn, BanePutBack, NoChipLeft, UnitTold, LineupTactic, NoLineupTactic, IconPassedOver,
    ChangedByOpportunity, TribuneNamed, Recruited, ChipLaid, Reminded, SetUp, Sacrificed, Corrected,
)  # fmt: skip
"""The events that are worded here."""


# Questions --------------------------------------------------------------------------------------------------------


def _bag(question: Question, combat: Combat) -> str:
    why = {"card": "the card", "act": "the act", "event": "the card's instructions"}.get(question.about)
    for_ = why or title_of(question.about)
    if question.rule == "prepare.local-empty":
        return "The faction's stack is empty, so the bag gives a unit instead: which chip came out?"
    return f"A bag unit for the rival's lineup ({for_}): which chip came out of the bag?"


def _local(question: Question, combat: Combat) -> str:
    return f"Which unit lies on top of the stack of the {title_of(question.about)}?"


def _opportunity(question: Question, combat: Combat) -> str:
    text = f" {question.text}" if question.text else " What it says is in no source, so read it off the card."
    return f"Opportunity {title_of(question.about)}:{text} Do you make its change to this combat?"


def _tactic_left(question: Question, combat: Combat) -> str:
    name = tactic_name(combat.catalogue, question.about)
    return f"By count no {name} should be left: does the supply have one for {question.unit}?"


def _tactic_named(question: Question, combat: Combat) -> str:
    return (
        f"The icon of {question.unit} brings a tactic, and the table of p.20 lists none for a "
        f"{title_of(question.about)}: which tactic does it bring?"
    )


def _class(question: Question, combat: Combat) -> str:
    unit = combat.bench[question.unit]
    return f"Which class does the chip of {chip_name(combat.catalogue, unit.chip)} show first?"


def _unit(question: Question, combat: Combat) -> str:
    return (
        f"What does the chip {title_of(question.about)} show? Class, Movement/Range/Health, dice, skills, "
        "as in: defender, 1/1/4, blue blue, Taunt"
    )


def _bane(question: Question, combat: Combat) -> str:
    if question.text:
        return (
            f"The bane {title_of(question.about)}: {question.text} What of that does hoplo do, or is it done by hand?"
        )
    return f"No source states what the bane {title_of(question.about)} does. What does it say?"


def _manual_opportunity(question: Question, combat: Combat) -> str:
    said = f" {question.text}" if question.text else ""
    return f"{title_of(question.about)}:{said} What does it change on the mat?"


SETUP_QUESTIONS: dict[str, Callable[[Question, Combat], str]] = {
    "prepare.sport": lambda question, combat: "Which sport do you pick?",
    "prepare.bag": _bag,
    "prepare.local": _local,
    "prepare.opportunity": _opportunity,
    "prepare.tactic-left": _tactic_left,
    "prepare.tactic-named": _tactic_named,
    "prepare.tribune": lambda question, combat: "Which unit of the rival's lineup is the tribune?",
    "component.start": lambda question, combat: f"On which hex is {arena_chip(question.about)} as combat starts?",
    "prepare.arena-unit": lambda question, combat: (
        f"On which hex does the arena's {words_of(question.about)} stand as combat starts?"
    ),
    "component.class": _class,
    "component.unit": _unit,
    "component.bane": _bane,
    "manual.opportunity": _manual_opportunity,
    "blessing.recruit": lambda question, combat: "Reinforce: which chip came out of the bag?",
}
"""What the set-up asks, by the ids of its questions."""


def setup_option_words(question: Question, option: str, combat: Combat) -> str:
    """Say in few words what an option of the set-up stands for; nothing where the option says it all."""
    if question.id == "prepare.tribune" and option in combat.bench:
        unit = combat.bench[option]
        return ", ".join([chip_name(combat.catalogue, unit.chip), *unit.classes])
    if question.id == "prepare.opportunity":
        return {"no": "the combat stays as it is", "yes": "you make it"}.get(option, "")
    return ""
