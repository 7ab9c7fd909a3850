"""Sentences and questions of a scion combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hoplo_companion.errors import as_command
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import (
    Names,
    chip_name,
    colour_words,
    dice_words,
    effect_name,
    hits_words,
    row_words,
    title_of,
)
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import NOTHING, Question
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
from hoplo_companion.rules.unit_names import names_of


def scion_words(event: Event, names: Names) -> str:
    """Word an event of a scion combat; an event of any other kind is empty."""
    match event:
        case BlessingCrossedOff() | BaneAdded():
            return _bane(event)
        case NoneToAct():
            return tr("No other rival unit is there to move, use Abilities or attack: these steps are skipped.")
        case ScionInactive(why="dazed"):
            return tr("{unit} is dazed, and rolls no dice this turn.", unit=names(event.unit))
        case ScionInactive():
            return tr("No scion is in combat, so none acts.")
        case ScionRolled():
            return _rolled(event.hits, event.dice, names(event.unit))
        case ScionRow():
            return _row(event)
        case ScionDefeated(of=1):
            return tr("{unit} is defeated.", unit=names(event.unit))
        case ScionDefeated():
            text = later("{unit} is defeated: {times} of the {of} times that its card needs.")
            return tr(text, unit=names(event.unit), times=event.times, of=event.of)
        case ScionStandsAgain(hex=""):
            return tr("{unit} goes back into the rival's lineup, as the next to be deployed.", unit=names(event.unit))
        case ScionStandsAgain():
            text = later("{unit} fights on, on {hex} with {hp} HP.")
            return tr(text, unit=names(event.unit), hex=event.hex, hp=event.hp)
    return ""


_KINDS = {"bag": later("bag bane"), "unit": later("unit bane"), "camp": later("camp bane")}


def _bane(event: BlessingCrossedOff | BaneAdded) -> str:
    if isinstance(event, BaneAdded) and not event.bane:
        return tr("The bane stack is empty.")
    if isinstance(event, BaneAdded):
        text = later("{effect}: {bane} goes into the bag ({kind}).")
        if event.kind == "camp":
            text = later("{effect}: {bane} goes into your camp ({kind}).")
        kind = tr(_KINDS[event.kind]) if event.kind in _KINDS else event.kind
        return tr(text, effect=effect_name(event.effect), bane=event.bane, kind=kind)
    if not event.bane:
        text = later("A blessing is crossed off ({left} left), and no bane is removed for it.")
    elif event.where == "bag":
        text = later("A blessing is crossed off ({left} left): {bane} leaves the bag for the supply.")
    else:
        text = later("A blessing is crossed off ({left} left): {bane} leaves your camp for the supply.")
    return tr(text, left=event.left, bane=title_of(event.bane))


def _rolled(hits: Mapping[str, int], dice: Mapping[str, int], unit: str) -> str:
    if not hits:
        return tr("{unit} has no dice to roll.", unit=unit)
    parts = ((colour_words(die), number, dice.get(die, 0)) for die, number in hits.items())
    said = ", ".join(tr("{colour} {n} of {of}", colour=colour, n=n, of=of) for colour, n, of in parts)
    return tr("{unit} rolls its dice; hits: {hits}.", unit=unit, hits=said)


def _row(event: ScionRow) -> str:
    dice, hits, text = colour_words(event.dice), hits_words(event.hits), row_words(event.text).removesuffix(".")
    if not event.times:
        return tr("{dice}, {hits}: not carried out.", dice=dice, hits=hits)
    if event.times == 1:
        return f"{dice}, {hits}: {text}."
    times = plural("{n} time", "{n} times", event.times)
    return f"{dice}, {hits}: {times}: {text}."


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
        "{unit} has to be defeated more often, and stands where it stood with full Health. What does its card say? "
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
            return tr("not known: no limit, and asked again another time")
        case "scion.minions" if option == NOTHING:
            return tr("none, or placed by hand")
        case "scion.goal":
            return tr("the campaign's last combat is won") if option == "yes" else tr("the combat continues")
    return ""
