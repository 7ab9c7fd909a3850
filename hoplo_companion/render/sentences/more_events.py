"""Sentences for what effects do, what is entered or corrected by hand, the set-up, and a scion's own turn."""

from __future__ import annotations

from typing import Any

import msgspec

from hoplo_companion.components.effects import Effect
from hoplo_companion.language import later, plural, together, tr
from hoplo_companion.render.sentences.words import (
    Names,
    SaidOf,
    about_name,
    arena_chip,
    chip_name,
    colour_words,
    dice_words,
    effect_name,
    hits_words,
    listing,
    row_words,
    skill_name,
    stat_name,
    title_of,
    words_of,
)
from hoplo_companion.rules.sentence import Sentence, clause

MORE_WORDS = SaidOf()
"""What is said of these where one sentence is not enough."""


@MORE_WORDS.each("effect-used")
def _(unit: str, effect: str, names: Names, kind: str = "", **_: Any) -> str:
    text = later("{unit} uses {effect}.") if unit else later("{effect} takes effect.")
    if unit and kind in ("tactic", "arena", "events", "banes"):
        text = later("{effect} takes effect on {unit}.")
    return tr(text, effect=effect_name(effect), unit=names(unit))


@MORE_WORDS.each("effect-began")
def _(effect: str, units: list[str], what: str, names: Names, until: str = "", **_: Any) -> str:
    text = later("{effect} for {units}: {what}, {until}.") if until else later("{effect} for {units}: {what}.")
    changed, shown = _change(what, names), listing(map(names, units))
    return tr(text, effect=effect_name(effect), units=shown, what=changed, until=words_of(until))


@MORE_WORDS.each("effect-ended")
def _(effect: str, units: list[str], what: str, names: Names, **_: Any) -> str:
    text = later("{effect} is over for {units}: {what}.")
    return tr(text, effect=effect_name(effect), units=listing(map(names, units)), what=_change(what, names))


def _change(what: str, names: Names) -> str:
    """Say what a lasting effect does, by the line that its event has: `range +1`, `has taunt`, `cannot be-attacked`."""
    kind, _, rest = what.partition(" ")
    match kind:
        case "fatigued":
            return tr("fatigued")
        case "has":
            return tr("has {skill}", skill=skill_name(names.catalogue, rest))
        case "no" if rest == "skills":
            return tr("has no skills")
        case "no":
            return tr("does not have {skill}", skill=skill_name(names.catalogue, rest))
        case "may":
            return tr("may {do}", do=words_of(rest))
        case "cannot":
            return tr("cannot {do}", do=words_of(rest))
    return f"{stat_name(kind)} {rest}".strip()


_OWED: dict[str, Any] = {
    "recruit": lambda n: plural("recruit {n} unit", "recruit {n} units", n),
    "draw-bane": lambda n: plural("draw {n} bane", "draw {n} banes", n) if n else tr("draw banes"),
    "remove-bane": lambda n: plural("remove {n} bane", "remove {n} banes", n),
    "gain-tactic": lambda n: plural("gain {n} tactic", "gain {n} tactics", n),
    "gain-prowess": lambda n: plural("gain {n} Prowess card", "gain {n} Prowess cards", n),
    "gain-influence": lambda n: plural("cross off {n} scion influence", "cross off {n} scion influence", n),
    "return-to-camp": lambda n: tr("it returns to your camp in the Cleanup Phase"),
}


@MORE_WORDS.each("owed")
def _(what: str, amount: int, effect: str, text: str = "", **_: Any) -> str:
    more = f" ({tr(text)})" if text else ""
    return f"{effect_name(effect)}: {_OWED[what](amount) if what in _OWED else words_of(what)}{more}."


# Moves and rolls ------------------------------------------------------------------------------------------------


@MORE_WORDS.each("relocated")
def _(unit: str, effect: str, start: str, end: str, displaced: bool, names: Names, **_: Any) -> str:
    text = later("{effect} moves {unit} {start} → {end}.")
    if start == end:
        text = later("{effect} moves {unit} out and back to {end}.")
    elif displaced:
        text = later("{effect} displaces {unit} {start} → {end}.")
    return tr(text, effect=effect_name(effect), unit=names(unit), start=start, end=end)


@MORE_WORDS.each("drove")
def _(chip: str, hexes: list[str], riders: list[str], names: Names, **_: Any) -> str:
    text = later("{chip} drives {way}, with {units}.") if riders else later("{chip} drives {way}.")
    return tr(text, chip=arena_chip(chip), way=" → ".join(hexes), units=listing(map(names, riders)))


@MORE_WORDS.each("rolled-at")
def _(unit: str, dice: list[str], hits: int, targets: list[str], names: Names, **_: Any) -> str:
    text = later("{unit} rolls {dice} at {targets}: {hits}.") if targets else later("{unit} rolls {dice}: {hits}.")
    shown = listing(map(names, targets))
    return tr(text, unit=names(unit), dice=dice_words(dice), targets=shown, hits=hits_words(hits))


# What the player enters -----------------------------------------------------------------------------------------


@MORE_WORDS.each("told-by-hand")
def _(unit: str, about: str, changes: str, names: Names, **_: Any) -> str:
    changed = tr("nothing changes") if changes in ("", "nothing") else changes
    text = later("{name} of {unit}, carried out by hand: {changes}.")
    return tr(text, name=about_name(names.catalogue, about), unit=names(unit), changes=changed)


@MORE_WORDS.each("stat-told")
def _(unit: str, chip: str, stat: str, value: Any, names: Names, **_: Any) -> str:
    match stat:
        case "skills":
            shown = ", ".join(value) or tr("no skills")
        case "class":
            shown = listing(map(words_of, value))
        case _:
            shown = dice_words(value) if isinstance(value, (list, tuple)) else str(value)
    who = names(unit) if unit else chip_name(names.catalogue, chip)
    return tr("You entered the {stat} of {unit}: {value}.", stat=stat_name(stat), unit=who, value=shown)


@MORE_WORDS.each("lists-told")
def _(arena: str, names: Names, **_: Any) -> str:
    record = names.catalogue.arena(arena)
    name = record.name if record is not None else title_of(arena)
    return tr("You entered the priority lists of the {arena}.", arena=name)


@MORE_WORDS.each("effect-told")
def _(kind: str, effects: list[Any], names: Names, **values: Any) -> str:
    from hoplo_companion.notation.effects import write_effects  # most turns write none

    id_ = values["id"]
    record = names.catalogue.tactic(id_) if kind == "tactics" else names.catalogue.skill(id_)
    name = record.name if record is not None else title_of(id_)
    written = write_effects(msgspec.convert(effects, list[Effect])).replace("\n", "; ")
    return tr("You entered what {name} does: {effects}.", name=name, effects=written or tr("nothing in a combat"))


# The set-up -----------------------------------------------------------------------------------------------------

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


@MORE_WORDS.each("drawn")
def _(chip: str, source: str, because: str, names: Names, **_: Any) -> str:
    text = _DRAWN.get((source, because)) or _BY_CARD["stack" if source == "stack" else "bag"]
    if source == "primus":
        text = later("{chip} joins the rival's lineup.")
    return tr(text, chip=chip_name(names.catalogue, chip), card=title_of(because))


@MORE_WORDS.each("bane-drawn")
def _(bane: str, kind: str, **_: Any) -> str:
    text = later("The unit bane {bane} joins the rival's lineup.")
    if kind == "bag":
        text = later("The bag bane {bane} is drawn: it takes effect, and another chip is drawn.")
    return tr(text, bane=title_of(bane))


@MORE_WORDS.each("chip-laid")
def _(chip: str, names: Names, **values: Any) -> str:
    text = later("{chip} is on {hex}.")
    if chip == "flag":
        text = later("The flag lies on {hex}, the rival's first deployment hex.")
    # An arena's unit is named as its chip, any other chip with its article.
    return tr(text, chip=names(chip) if names(chip) != chip else arena_chip(chip), hex=values["hex"])


@MORE_WORDS.each("reminded")
def _(about: str, text: str, rule: str, said: Sentence | None = None, **_: Any) -> str:
    if rule == "prepare.instructions":
        return tr("The card says: {text}.", text=tr(text).removesuffix("."))
    return together("{about}: {said}.", about=about, said=clause(said.words() if said is not None else tr(text)))


@MORE_WORDS.each("set-up")
def _(lineup: int, tactics: int, **_: Any) -> str:
    units = plural("{n} unit", "{n} units", lineup)
    if tactics:
        units = listing([units, plural("{n} tactic", "{n} tactics", tactics)])
    return tr("All is set up: the rival has {units}, and the first turn.", units=units)


@MORE_WORDS.each("corrected")
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


@MORE_WORDS.each("blessing-crossed-off")
def _(bane: str, where: str, left: int, **_: Any) -> str:
    text = later("A blessing is crossed off ({left} left): {bane} leaves your camp for the supply.")
    if not bane:
        text = later("A blessing is crossed off ({left} left), and no bane is removed for it.")
    elif where == "bag":
        text = later("A blessing is crossed off ({left} left): {bane} leaves the bag for the supply.")
    return tr(text, left=left, bane=title_of(bane))


@MORE_WORDS.each("bane-added")
def _(bane: str, kind: str, effect: str, **_: Any) -> str:
    if not bane:
        return tr("The bane stack is empty.")
    text = later("{effect}: {bane} goes into the bag ({kind}).")
    if kind == "camp":
        text = later("{effect}: {bane} goes into your camp ({kind}).")
    return tr(text, effect=effect_name(effect), bane=bane, kind=tr(_KINDS[kind]) if kind in _KINDS else kind)


@MORE_WORDS.each("scion-inactive")
def _(unit: str, why: str, names: Names, **_: Any) -> str:
    if why == "dazed":
        return tr("{unit} is dazed, and rolls no dice this turn.", unit=names(unit))
    return tr("There is no scion in combat to act.")


@MORE_WORDS.each("scion-rolled")
def _(unit: str, dice: dict[str, int], hits: dict[str, int], names: Names, **_: Any) -> str:
    if not hits:
        return tr("{unit} has no dice to roll.", unit=names(unit))
    parts = ((colour_words(die), number, dice.get(die, 0)) for die, number in hits.items())
    said = ", ".join(tr("{colour} {n} of {of}", colour=colour, n=n, of=of) for colour, n, of in parts)
    return tr("{unit} rolls its dice; hits: {hits}.", unit=names(unit), hits=said)


@MORE_WORDS.each("scion-row")
def _(dice: str, hits: int, times: int, text: str, **_: Any) -> str:
    colours, hit, does = colour_words(dice), hits_words(hits), row_words(text).removesuffix(".")
    if not times:
        return tr("{dice}, {hits}: not carried out.", dice=colours, hits=hit)
    often = plural("{n} time", "{n} times", times) + ": " if times > 1 else ""
    return together("{colours}, {hit}: {often}{does}.", colours=colours, hit=hit, often=often, does=does)


@MORE_WORDS.each("scion-defeated")
def _(unit: str, times: int, of: int, names: Names, **_: Any) -> str:
    text = later("{unit} is defeated: {times} of the {of} times that its card needs.")
    return tr(text if of > 1 else later("{unit} is defeated."), unit=names(unit), times=times, of=of)


@MORE_WORDS.each("scion-stands-again")
def _(unit: str, hp: int, names: Names, **values: Any) -> str:
    text = later("{unit} goes back into the rival's lineup, as the next to be deployed.")
    if values["hex"]:
        text = later("{unit} fights on, on {hex} with {hp} HP.")
    return tr(text, unit=names(unit), hex=values["hex"], hp=hp)
