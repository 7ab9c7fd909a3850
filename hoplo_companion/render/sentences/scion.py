"""Sentences and questions of a scion combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoplo_companion.errors import as_command
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import (
    Names,
    SaidOf,
    chip_name,
    colour_words,
    dice_words,
    effect_name,
    hits_words,
    row_words,
    title_of,
)
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import NOTHING, Question
from hoplo_companion.rules.unit_names import names_of

SCION_WORDS = SaidOf()
"""What is said of a scion's combat where one sentence is not enough."""

_KINDS = {"bag": later("bag bane"), "unit": later("unit bane"), "camp": later("camp bane")}


@SCION_WORDS.each("blessing-crossed-off")
def _(bane: str, where: str, left: int, **_: Any) -> str:
    text = later("A blessing is crossed off ({left} left): {bane} leaves your camp for the supply.")
    if not bane:
        text = later("A blessing is crossed off ({left} left), and no bane is removed for it.")
    elif where == "bag":
        text = later("A blessing is crossed off ({left} left): {bane} leaves the bag for the supply.")
    return tr(text, left=left, bane=title_of(bane))


@SCION_WORDS.each("bane-added")
def _(bane: str, kind: str, effect: str, **_: Any) -> str:
    if not bane:
        return tr("The bane stack is empty.")
    text = later("{effect}: {bane} goes into the bag ({kind}).")
    if kind == "camp":
        text = later("{effect}: {bane} goes into your camp ({kind}).")
    return tr(text, effect=effect_name(effect), bane=bane, kind=tr(_KINDS[kind]) if kind in _KINDS else kind)


@SCION_WORDS.each("scion-inactive")
def _(unit: str, why: str, names: Names, **_: Any) -> str:
    if why == "dazed":
        return tr("{unit} is dazed, and rolls no dice this turn.", unit=names(unit))
    return tr("There is no scion in combat to act.")


@SCION_WORDS.each("scion-rolled")
def _(unit: str, dice: dict[str, int], hits: dict[str, int], names: Names, **_: Any) -> str:
    if not hits:
        return tr("{unit} has no dice to roll.", unit=names(unit))
    parts = ((colour_words(die), number, dice.get(die, 0)) for die, number in hits.items())
    said = ", ".join(tr("{colour} {n} of {of}", colour=colour, n=n, of=of) for colour, n, of in parts)
    return tr("{unit} rolls its dice; hits: {hits}.", unit=names(unit), hits=said)


@SCION_WORDS.each("scion-row")
def _(dice: str, hits: int, times: int, text: str, **_: Any) -> str:
    colours, hit, does = colour_words(dice), hits_words(hits), row_words(text).removesuffix(".")
    if not times:
        return tr("{dice}, {hits}: not carried out.", dice=colours, hits=hit)
    often = plural("{n} time", "{n} times", times) + ": " if times > 1 else ""
    return f"{colours}, {hit}: {often}{does}."


@SCION_WORDS.each("scion-defeated")
def _(unit: str, times: int, of: int, names: Names, **_: Any) -> str:
    text = later("{unit} is defeated: {times} of the {of} times that its card needs.")
    return tr(text if of > 1 else later("{unit} is defeated."), unit=names(unit), times=times, of=of)


@SCION_WORDS.each("scion-stands-again")
def _(unit: str, hp: int, names: Names, **values: Any) -> str:
    text = later("{unit} goes back into the rival's lineup, as the next to be deployed.")
    if values["hex"]:
        text = later("{unit} fights on, on {hex} with {hp} HP.")
    return tr(text, unit=names(unit), hex=values["hex"], hp=hp)


# Questions --------------------------------------------------------------------------------------------------------


def _extra(question: Question, combat: Combat) -> str:
    text = later(
        "{text} Which dice does {unit} roll this turn? All of them, as in `dice green blue`, or `{nothing}` for those "
        "of its card; `hoplo fix scion-dice green+1` keeps more for the whole combat."
    )
    return tr(text, text=question.text, unit=names_of(combat)(question.unit), nothing=NOTHING)


def _activity(question: Question, combat: Combat) -> str:
    text = later(
        "No source states the dice of {scion}: roll them by its card, carry every effect out from the top, and say "
        "what changed. `{command}` takes the card for the next time."
    )
    return tr(
        text,
        scion=chip_name(combat.catalogue, question.about),
        command=as_command("data", "add", "scion", question.about),
    )


def _again(question: Question, combat: Combat) -> str:
    text = later(
        "{unit} has to be defeated again, and stands where it stood, at full Health. What does its card say? "
        "Enter what is different."
    )
    return tr(text, unit=names_of(combat)(question.unit))


def _draw(question: Question, combat: Combat) -> str:
    at, of = question.number or (1, 1)
    text = later("{effect}, bane {at} of {of}: draw one from the bane stack. Which is it, and of which kind?")
    return tr(text, effect=effect_name(question.about), at=at, of=of)


SCION_QUESTIONS: dict[str, Callable[[Question, Combat], str]] = {
    "scion.roll": lambda question, combat: tr(
        "{unit} rolls {dice}: how many hits of each colour?",
        unit=names_of(combat)(question.unit),
        dice=dice_words(question.dice),
    ),
    "scion.next": lambda question, combat: tr(
        "Who carries the {dice} effect out next?", dice=colour_words(question.about)
    ),
    "scion.goal": lambda question, combat: tr(
        "{scion} is defeated. Its goal: {text} Is the combat won?",
        scion=chip_name(combat.catalogue, question.about),
        text=question.text,
    ),
    "scion.blessing": lambda question, combat: tr(
        "A blessing is crossed off before the scion combat: which bane do you remove for it?"
    ),
    "bane.draw": _draw,
    "scion.minions": lambda question, combat: tr(
        "How many chips of {chip} does the scion's card set up?", chip=chip_name(combat.catalogue, question.about)
    ),
    "scion.minion": lambda question, combat: tr(
        "On which hex is {chip} as combat starts?", chip=chip_name(combat.catalogue, question.about)
    ),
    "component.cap": lambda question, combat: tr(
        "Your unit cap on the card of {scion}:", scion=chip_name(combat.catalogue, question.about)
    ),
    "manual.scion-dice": _extra,
    "manual.scion-activity": _activity,
    "manual.scion-row": lambda question, combat: tr(
        "{unit}, {dice}: {text} What happens?",
        unit=names_of(combat)(question.unit),
        dice=colour_words(question.about),
        text=row_words(question.text),
    ),
    "manual.scion-again": _again,
}
"""What a scion combat asks, by the ids of its questions."""


def scion_option_words(question: Question, option: str, combat: Combat) -> str:
    """Say in few words what an option of a scion combat stands for; nothing where the option says it all."""
    match question.id:
        case "scion.blessing":
            where, _, bane = option.partition(":")
            if not bane:
                return tr("no bane")
            text = later("{bane}, from the bag") if where == "bag" else later("{bane}, from your camp")
            return tr(text, bane=title_of(bane))
        case "component.cap" if option == NOTHING:
            return tr("not known: no limit for now; ask me again later")
        case "scion.minions" if option == NOTHING:
            return tr("none, or placed by hand")
        case "scion.goal":
            return tr("the campaign's last combat is won") if option == "yes" else tr("the combat continues")
    return ""
