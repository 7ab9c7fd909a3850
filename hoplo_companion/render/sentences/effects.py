"""Sentences for what effects do, and for what the player reads off a component or carries out by hand."""

from __future__ import annotations

from typing import Any

import msgspec

from hoplo_companion.components.effects import Effect
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import (
    Names,
    SaidOf,
    about_name,
    arena_chip,
    chip_name,
    dice_words,
    effect_name,
    hits_words,
    listing,
    skill_name,
    stat_name,
    title_of,
    words_of,
)

EFFECT_WORDS = SaidOf()
"""What is said of what effects do, where one sentence is not enough."""


@EFFECT_WORDS.each("effect-used")
def _(unit: str, effect: str, names: Names, kind: str = "", **_: Any) -> str:
    text = later("{unit} uses {effect}.") if unit else later("{effect} takes effect.")
    if unit and kind in ("tactic", "arena", "events", "banes"):
        text = later("{effect} takes effect on {unit}.")
    return tr(text, effect=effect_name(effect), unit=names(unit))


@EFFECT_WORDS.each("effect-began")
def _(effect: str, units: list[str], what: str, names: Names, until: str = "", **_: Any) -> str:
    text = later("{effect} for {units}: {what}, {until}.") if until else later("{effect} for {units}: {what}.")
    changed, shown = _change(what, names), listing(map(names, units))
    return tr(text, effect=effect_name(effect), units=shown, what=changed, until=words_of(until))


@EFFECT_WORDS.each("effect-ended")
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


@EFFECT_WORDS.each("owed")
def _(what: str, amount: int, effect: str, text: str = "", **_: Any) -> str:
    more = f" ({tr(text)})" if text else ""
    return f"{effect_name(effect)}: {_OWED[what](amount) if what in _OWED else words_of(what)}{more}."


# Moves and rolls ------------------------------------------------------------------------------------------------


@EFFECT_WORDS.each("relocated")
def _(unit: str, effect: str, start: str, end: str, displaced: bool, names: Names, **_: Any) -> str:
    text = later("{effect} moves {unit} {start} → {end}.")
    if start == end:
        text = later("{effect} moves {unit} out and back to {end}.")
    elif displaced:
        text = later("{effect} displaces {unit} {start} → {end}.")
    return tr(text, effect=effect_name(effect), unit=names(unit), start=start, end=end)


@EFFECT_WORDS.each("drove")
def _(chip: str, hexes: list[str], riders: list[str], names: Names, **_: Any) -> str:
    text = later("{chip} drives {way}, with {units}.") if riders else later("{chip} drives {way}.")
    return tr(text, chip=arena_chip(chip), way=" → ".join(hexes), units=listing(map(names, riders)))


@EFFECT_WORDS.each("rolled-at")
def _(unit: str, dice: list[str], hits: int, targets: list[str], names: Names, **_: Any) -> str:
    text = later("{unit} rolls {dice} at {targets}: {hits}.") if targets else later("{unit} rolls {dice}: {hits}.")
    shown = listing(map(names, targets))
    return tr(text, unit=names(unit), dice=dice_words(dice), targets=shown, hits=hits_words(hits))


# What the player enters -----------------------------------------------------------------------------------------


@EFFECT_WORDS.each("told-by-hand")
def _(unit: str, about: str, changes: str, names: Names, **_: Any) -> str:
    changed = tr("nothing changes") if changes in ("", "nothing") else changes
    text = later("{name} of {unit}, carried out by hand: {changes}.")
    return tr(text, name=about_name(names.catalogue, about), unit=names(unit), changes=changed)


@EFFECT_WORDS.each("stat-told")
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


@EFFECT_WORDS.each("lists-told")
def _(arena: str, names: Names, **_: Any) -> str:
    record = names.catalogue.arena(arena)
    name = record.name if record is not None else title_of(arena)
    return tr("You entered the priority lists of the {arena}.", arena=name)


@EFFECT_WORDS.each("effect-told")
def _(kind: str, effects: list[Any], names: Names, **values: Any) -> str:
    from hoplo_companion.notation.effects import write_effects  # most turns write none

    id_ = values["id"]
    record = names.catalogue.tactic(id_) if kind == "tactics" else names.catalogue.skill(id_)
    name = record.name if record is not None else title_of(id_)
    written = write_effects(msgspec.convert(effects, list[Effect])).replace("\n", "; ")
    return tr("You entered what {name} does: {effects}.", name=name, effects=written or tr("nothing in a combat"))
