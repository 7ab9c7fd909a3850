"""Sentences and questions of a combat's set-up and of its corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import (
    Names,
    SaidOf,
    arena_chip,
    chip_name,
    goal_name,
    listing,
    tactic_name,
    title_of,
)
from hoplo_companion.rules.agenda import STANDS
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.sentence import Sentence, clause

_DRAWN = {
    ("stack", "card"): later("{chip} joins the rival's lineup, from its faction's stack."),
    ("stack", "act"): later("{chip} joins the rival's lineup for the act, from its faction's stack."),
    ("stack", "event"): later("{chip} joins the rival's lineup by the card's instructions, from its faction's stack."),
    ("bag", "card"): later("{chip} joins the rival's lineup, from the bag."),
    ("bag", "act"): later("{chip} joins the rival's lineup for the act, from the bag."),
    ("bag", "event"): later("{chip} joins the rival's lineup by the card's instructions, from the bag."),
}
"""Where a chip came from, and who asked for it, to the sentence for it."""

_BY_CARD = {
    "stack": later("{chip} joins the rival's lineup by {card}, from its faction's stack."),
    "bag": later("{chip} joins the rival's lineup by {card}, from the bag."),
}


SETUP_WORDS = SaidOf()
"""What is said of the set-up where one sentence is not enough."""


@SETUP_WORDS.each("drawn")
def _(chip: str, source: str, because: str, names: Names, **_: Any) -> str:
    text = _DRAWN.get((source, because)) or _BY_CARD["stack" if source == "stack" else "bag"]
    if source == "primus":
        text = later("{chip} joins the rival's lineup.")
    return tr(text, chip=chip_name(names.catalogue, chip), card=title_of(because))


@SETUP_WORDS.each("bane-drawn")
def _(bane: str, kind: str, **_: Any) -> str:
    text = later("The unit bane {bane} joins the rival's lineup.")
    if kind == "bag":
        text = later("The bag bane {bane} is drawn: it takes effect, and another chip is drawn.")
    return tr(text, bane=title_of(bane))


@SETUP_WORDS.each("chip-laid")
def _(chip: str, names: Names, **values: Any) -> str:
    text = later("{chip} is on {hex}.")
    if chip == "flag":
        text = later("The flag lies on {hex}, the rival's first deployment hex.")
    # An arena's unit is named as its chip, any other chip with its article.
    return tr(text, chip=names(chip) if names(chip) != chip else arena_chip(chip), hex=values["hex"])


@SETUP_WORDS.each("reminded")
def _(about: str, text: str, rule: str, said: Sentence | None = None, **_: Any) -> str:
    if rule == "prepare.instructions":
        return tr("The card says: {text}.", text=tr(text).removesuffix("."))
    return f"{about}: {clause(said.words() if said is not None else tr(text))}."


@SETUP_WORDS.each("set-up")
def _(lineup: int, tactics: int, **_: Any) -> str:
    units = plural("{n} unit", "{n} units", lineup)
    if tactics:
        units = listing([units, plural("{n} tactic", "{n} tactics", tactics)])
    return tr("All is set up: the rival has {units}, and the first turn.", units=units)


@SETUP_WORDS.each("corrected")
def _(changes: str, note: str, **_: Any) -> str:
    if changes.startswith("camp "):
        changes = changes.removeprefix("camp ").replace("=", " ").replace(",", ", ")
        return tr("Your camp and pad change: {changes}.", changes=changes)
    said = tr("Corrected by hand: {changes}", changes=changes)
    return f"{said} ({note_words(note)})." if note else f"{said}."


_NOTES = {
    "the reading was chosen": later("the reading was chosen"),
    "the mat was compared": later("the mat was compared"),
    "the board was edited": later("the board was edited"),
}
"""The notes that hoplo itself makes on a correction."""


def note_words(note: str) -> str:
    """Give the note on a correction, as it was typed or in hoplo's own words."""
    return tr(_NOTES[note]) if note in _NOTES else note


# Questions --------------------------------------------------------------------------------------------------------


_BAG = {
    "card": later("A bag unit for the rival's lineup: which chip came out of the bag?"),
    "act": later("A bag unit for the rival's lineup, for the act: which chip came out of the bag?"),
    "event": later("A bag unit for the rival's lineup, by the card's instructions: which chip came out of the bag?"),
}


def _bag(question: Question, combat: Combat) -> str:
    if question.rule == "prepare.local-empty":
        return tr("The faction's stack is empty, so the unit comes from the bag: which chip came out?")
    if question.about in _BAG:
        return tr(_BAG[question.about])
    text = later("A bag unit for the rival's lineup, by {card}: which chip came out of the bag?")
    return tr(text, card=title_of(question.about))


def _local(question: Question, combat: Combat) -> str:
    region = combat.arena.name if combat.arena.region == question.about and combat.arena.name else ""
    return tr("Which unit lies on top of the stack of the {faction}?", faction=region or title_of(question.about))


def _opportunity(question: Question, combat: Combat) -> str:
    text = tr(question.text) or tr("What it says is in no source, so read it off the card.")
    asked = later("{card}: {text} Do you make its change to this combat?")
    return tr(asked, card=title_of(question.about), text=text)


def _tactic_left(question: Question, combat: Combat) -> str:
    text = later("By count no {tactic} should be left: does the supply have one for {unit}?")
    return tr(text, tactic=tactic_name(combat.catalogue, question.about), unit=_chip_of(question.unit, combat))


def _tactic_named(question: Question, combat: Combat) -> str:
    text = later("The icon of {unit} brings a tactic, and the table of p.20 has none for a {class_}: which is it?")
    return tr(text, unit=_chip_of(question.unit, combat), class_=title_of(question.about))


def _chip_of(unit: str, combat: Combat) -> str:
    return chip_name(combat.catalogue, combat.bench[unit].chip) if unit in combat.bench else unit


def _class(question: Question, combat: Combat) -> str:
    return tr("First class on the {chip} chip:", chip=_chip_of(question.unit, combat))


def _unit(question: Question, combat: Combat) -> str:
    text = later(
        "What does the {chip} chip show? Class, Movement/Range/Health, dice, skills, as in: "
        "defender, 1/1/4, blue blue, Taunt"
    )
    return tr(text, chip=title_of(question.about))


def _bane(question: Question, combat: Combat) -> str:
    bane = title_of(question.about)
    if question.text:
        text = later("The bane {bane}: {text} Which part should hoplo carry out, or do you do it by hand?")
        return tr(text, bane=bane, text=tr(question.text))
    return tr("No source states what the bane {bane} does. What does it say?", bane=bane)


def _manual_opportunity(question: Question, combat: Combat) -> str:
    if not question.text:
        return tr("{card}: what does it change on the mat?", card=title_of(question.about))
    return tr("{card}: {text} What does it change on the mat?", card=title_of(question.about), text=tr(question.text))


SETUP_QUESTIONS: dict[str, Callable[[Question, Combat], str]] = {
    "prepare.sport": lambda question, combat: tr("Which sport do you pick?"),
    "prepare.bag": _bag,
    "prepare.local": _local,
    "prepare.opportunity": _opportunity,
    "prepare.tactic-left": _tactic_left,
    "prepare.tactic-named": _tactic_named,
    "prepare.tribune": lambda question, combat: tr("Which unit of the rival's lineup is the tribune?"),
    "component.start": lambda question, combat: tr(
        "On which hex is {chip} as combat starts?", chip=arena_chip(question.about)
    ),
    "prepare.arena-unit": lambda question, combat: tr(
        "On which hex is the arena's {unit} as combat starts?", unit=chip_name(combat.catalogue, question.about)
    ),
    "component.class": _class,
    "component.unit": _unit,
    "component.bane": _bane,
    "roll.stands": lambda question, combat: tr("Does the roll stand, or is an Opportunity card discarded for another?"),
    "manual.opportunity": _manual_opportunity,
    "blessing.recruit": lambda question, combat: tr("Reinforce: which chip came out of the bag?"),
}
"""What the set-up asks, by the ids of its questions."""

_OPPORTUNITY = {"no": later("the combat stays as it is"), "yes": later("you make it")}


def setup_option_words(question: Question, option: str, combat: Combat) -> str:
    """Say in few words what an option of the set-up stands for; nothing where the option says it all."""
    if question.id == "prepare.tribune" and option in combat.bench:
        unit = combat.bench[option]
        return ", ".join([chip_name(combat.catalogue, unit.chip), *map(title_of, unit.classes)])
    if question.id == "prepare.opportunity" and option in _OPPORTUNITY:
        return tr(_OPPORTUNITY[option])
    if question.id == "roll.stands":
        return tr("it stands") if option == STANDS else tr("discard {card}, and roll again", card=title_of(option))
    if question.id == "prepare.sport":
        return goal_name(option)
    return ""
