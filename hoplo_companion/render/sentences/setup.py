"""Sentences for a combat's set-up, for its corrections, and for what happens in a scion's combat alone."""

from __future__ import annotations

from typing import Any

from hoplo_companion.language import later, plural, together, tr
from hoplo_companion.render.sentences.words import (
    Names,
    SaidOf,
    arena_chip,
    chip_name,
    colour_words,
    effect_name,
    hits_words,
    listing,
    row_words,
    title_of,
)
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
"""What is said of the set-up and of a scion's combat where one sentence is not enough."""


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
    return together("{about}: {said}.", about=about, said=clause(said.words() if said is not None else tr(text)))


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
    return together("{said} ({note}).", said=said, note=note_words(note)) if note else together("{said}.", said=said)


_NOTES = {
    "the reading was chosen": later("the reading was chosen"),
    "the mat was compared": later("the mat was compared"),
    "the board was edited": later("the board was edited"),
}
"""The notes that hoplo itself makes on a correction."""


def note_words(note: str) -> str:
    """Give the note on a correction, as it was typed or in hoplo's own words."""
    return tr(_NOTES[note]) if note in _NOTES else note


# A scion's combat ------------------------------------------------------------------------------------------------

_KINDS = {"bag": later("bag bane"), "unit": later("unit bane"), "camp": later("camp bane")}


@SETUP_WORDS.each("blessing-crossed-off")
def _(bane: str, where: str, left: int, **_: Any) -> str:
    text = later("A blessing is crossed off ({left} left): {bane} leaves your camp for the supply.")
    if not bane:
        text = later("A blessing is crossed off ({left} left), and no bane is removed for it.")
    elif where == "bag":
        text = later("A blessing is crossed off ({left} left): {bane} leaves the bag for the supply.")
    return tr(text, left=left, bane=title_of(bane))


@SETUP_WORDS.each("bane-added")
def _(bane: str, kind: str, effect: str, **_: Any) -> str:
    if not bane:
        return tr("The bane stack is empty.")
    text = later("{effect}: {bane} goes into the bag ({kind}).")
    if kind == "camp":
        text = later("{effect}: {bane} goes into your camp ({kind}).")
    return tr(text, effect=effect_name(effect), bane=bane, kind=tr(_KINDS[kind]) if kind in _KINDS else kind)


@SETUP_WORDS.each("scion-inactive")
def _(unit: str, why: str, names: Names, **_: Any) -> str:
    if why == "dazed":
        return tr("{unit} is dazed, and rolls no dice this turn.", unit=names(unit))
    return tr("There is no scion in combat to act.")


@SETUP_WORDS.each("scion-rolled")
def _(unit: str, dice: dict[str, int], hits: dict[str, int], names: Names, **_: Any) -> str:
    if not hits:
        return tr("{unit} has no dice to roll.", unit=names(unit))
    parts = ((colour_words(die), number, dice.get(die, 0)) for die, number in hits.items())
    said = ", ".join(tr("{colour} {n} of {of}", colour=colour, n=n, of=of) for colour, n, of in parts)
    return tr("{unit} rolls its dice; hits: {hits}.", unit=names(unit), hits=said)


@SETUP_WORDS.each("scion-row")
def _(dice: str, hits: int, times: int, text: str, **_: Any) -> str:
    colours, hit, does = colour_words(dice), hits_words(hits), row_words(text).removesuffix(".")
    if not times:
        return tr("{dice}, {hits}: not carried out.", dice=colours, hits=hit)
    often = plural("{n} time", "{n} times", times) + ": " if times > 1 else ""
    return together("{colours}, {hit}: {often}{does}.", colours=colours, hit=hit, often=often, does=does)


@SETUP_WORDS.each("scion-defeated")
def _(unit: str, times: int, of: int, names: Names, **_: Any) -> str:
    text = later("{unit} is defeated: {times} of the {of} times that its card needs.")
    return tr(text if of > 1 else later("{unit} is defeated."), unit=names(unit), times=times, of=of)


@SETUP_WORDS.each("scion-stands-again")
def _(unit: str, hp: int, names: Names, **values: Any) -> str:
    text = later("{unit} goes back into the rival's lineup, as the next to be deployed.")
    if values["hex"]:
        text = later("{unit} fights on, on {hex} with {hp} HP.")
    return tr(text, unit=names(unit), hex=values["hex"], hp=hp)
