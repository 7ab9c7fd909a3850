"""Sentences and questions of a scion combat (`events` and `questions` register them)."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.words import chip_name, count, title_of, words_of
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import NOTHING, Question, pool_of
from hoplo_companion.rules.scion.dice import pool_words
from hoplo_companion.rules.scion.events import (
    BaneAdded,
    BlessingCrossedOff,
    NoneToAct,
    ScionDefeated,
    ScionInactive,
    ScionRolled,
    ScionRow,
    ScionStandsAgain,
)

SCION_WORDED = (
    BaneAdded, BlessingCrossedOff, NoneToAct, ScionDefeated, ScionInactive, ScionRolled, ScionRow, ScionStandsAgain,
)  # fmt: skip
"""The events that are worded here."""


def scion_words(event: Event, catalogue: Catalogue) -> str:
    """Word an event of a scion combat; an event of any other kind is empty."""
    match event:
        case BlessingCrossedOff(bane=""):
            return f"A blessing is crossed off ({event.left} left), and no bane is removed for it."
        case BlessingCrossedOff():
            where = "the bag" if event.where == "bag" else "your camp"
            return (
                f"A blessing is crossed off ({event.left} left): {title_of(event.bane)} leaves {where} for the supply."
            )
        case BaneAdded():
            where = "your camp" if event.kind == "camp" else "the bag"
            return f"{event.effect}: {event.bane} goes into {where} ({event.kind} bane)."
        case NoneToAct():
            return "No other rival unit is there to move, use Abilities or attack: these steps are skipped."
        case ScionInactive(why="dazed"):
            return f"{event.unit} is dazed, and rolls no dice this turn."
        case ScionInactive():
            return "No scion is in combat, so none acts."
        case ScionRolled():
            hits = ", ".join(f"{number} of {event.dice.get(die, 0)} {die}" for die, number in event.hits.items())
            return f"{event.unit} rolls its dice; hits: {hits or 'none, for it has no dice'}."
        case ScionRow():
            return _row(event)
        case ScionDefeated(of=1):
            return f"{event.unit} is defeated."
        case ScionDefeated():
            return f"{event.unit} is defeated for the {_ordinal(event.times)} time of {event.of}."
        case ScionStandsAgain(hex=""):
            return f"{event.unit} goes back into the rival's lineup, as the next to be deployed."
        case ScionStandsAgain():
            return f"{event.unit} fights on, on {event.hex} with {event.hp} HP."
    return ""


def _row(event: ScionRow) -> str:
    head = f"{event.dice}, {count(event.hits, 'hit')}"
    if not event.times:
        return f"{head}: not carried out."
    often = "" if event.times == 1 else f"{event.times} times: "
    return f"{head}: {often}{event.text.removesuffix('.')}."


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0, "th")
    return f"{number}{ending}"


# Questions --------------------------------------------------------------------------------------------------------


def _roll(question: Question, combat: Combat) -> str:
    return f"{question.unit} rolls {pool_words(pool_of(question))}: how many hits of each colour?"


def _extra(question: Question, combat: Combat) -> str:
    return (
        f"{question.text} Which dice does {question.unit} roll this turn? All of them, as in `dice green blue`, or "
        f"`{NOTHING}` for those of its card; `hoplo set scion-dice green+1` keeps more for the whole combat."
    )


def _activity(question: Question, combat: Combat) -> str:
    return (
        f"No source states the dice of {chip_name(combat.catalogue, question.about)}: roll them by its card, carry "
        "every effect out from the top, and say what changed. `hoplo data add scion` takes the card for the next time."
    )


def _row_by_hand(question: Question, combat: Combat) -> str:
    return f"{question.unit}, {question.about}: {question.text} What happens?"


def _again(question: Question, combat: Combat) -> str:
    return (
        f"{question.unit} has to be defeated more often, and stands where it stood with full Health. "
        "What does its card say? Say what is otherwise."
    )


def _goal(question: Question, combat: Combat) -> str:
    return f"{chip_name(combat.catalogue, question.about)} is defeated. Its goal: {question.text} Is the combat won?"


SCION_QUESTIONS: dict[str, Callable[[Question, Combat], str]] = {
    "scion.roll": _roll,
    "scion.next": lambda question, combat: f"Who carries the {question.about} effect out next?",
    "scion.goal": _goal,
    "scion.blessing": lambda question, combat: (
        "A blessing is crossed off before the scion combat: which bane do you remove for it?"
    ),
    "bane.draw": lambda question, combat: (
        f"{question.about}, bane {question.text}: draw one from the bane stack. Which is it, and of which kind?"
    ),
    "scion.minions": lambda question, combat: (
        f"How many of {chip_name(combat.catalogue, question.about)} does the scion's card set up?"
    ),
    "scion.minion": lambda question, combat: (
        f"On which hex does the {words_of(question.about)} stand as combat starts?"
    ),
    "component.cap": lambda question, combat: (
        f"What is your unit cap on the card of {chip_name(combat.catalogue, question.about)}?"
    ),
    "manual.scion-dice": _extra,
    "manual.scion-activity": _activity,
    "manual.scion-row": _row_by_hand,
    "manual.scion-again": _again,
}
"""What a scion combat asks, by the ids of its questions."""


def scion_option_words(question: Question, option: str, combat: Combat) -> str:
    """Say in few words what an option of a scion combat stands for; nothing where the option says it all."""
    match question.id:
        case "scion.blessing":
            where, _, bane = option.partition(":")
            return f"{title_of(bane)}, from {'the bag' if where == 'bag' else 'your camp'}" if bane else "no bane"
        case "component.cap" if option == NOTHING:
            return "not told: no limit, and asked again another time"
        case "scion.minions" if option == NOTHING:
            return "none, or placed by hand"
        case "scion.goal":
            return {"yes": "the campaign's last combat is won", "no": "the combat goes on"}.get(option, "")
    return ""
