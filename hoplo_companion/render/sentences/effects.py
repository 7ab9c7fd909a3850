"""Sentences for what effects do, and for what the player reads off a component or carries out by hand."""

from __future__ import annotations

from typing import Any

import msgspec

from hoplo_companion.components.effects import Effect
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import (
    Names,
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
from hoplo_companion.rules.events import (
    Dazed,
    Drove,
    EffectBegan,
    EffectEnded,
    EffectStopped,
    EffectTold,
    EffectUsed,
    Event,
    HpGained,
    ListsTold,
    Owed,
    Relocated,
    ReRolled,
    RolledAt,
    StatTold,
    ToldByHand,
)


def effect_words(event: Event, names: Names) -> str:
    """Word an event of an effect; an event of any other kind is empty."""
    match event:
        case Dazed():
            return tr("{effect} dazes {unit}.", effect=effect_name(event.effect), unit=names(event.unit))
        case HpGained():
            text = later("{effect} gives {unit} {amount} HP: it has {hp} HP now.")
            return tr(
                text, effect=effect_name(event.effect), unit=names(event.unit), amount=event.amount, hp=event.hp
            )  # fmt: skip
        case EffectUsed(unit=""):
            return tr("{effect} sets in.", effect=effect_name(event.effect))
        case EffectUsed():
            return tr("{effect} of {unit} sets in.", effect=effect_name(event.effect), unit=names(event.unit))
        case EffectBegan() | EffectEnded():
            return _lasting(event, names)
        case EffectStopped():
            text = later("{effect} of {unit} stops here: effects kept setting one another off without an end.")
            return tr(text, effect=effect_name(event.effect), unit=names(event.unit))
        case Owed():
            return _owed(event)
        case EffectTold() | ListsTold() | StatTold() | ToldByHand():
            return _entered(event, names)
        case _:
            return _moved(event, names) or _rolled(event, names)


def _lasting(event: EffectBegan | EffectEnded, names: Names) -> str:
    effect, units, what = effect_name(event.effect), listing(map(names, event.units)), _change(event.what, names)
    if isinstance(event, EffectEnded):
        return tr("{effect} is over for {units}: {what}.", effect=effect, units=units, what=what)
    if not event.until:
        return tr("{effect} for {units}: {what}.", effect=effect, units=units, what=what)
    text = later("{effect} for {units}: {what}, {until}.")
    return tr(text, effect=effect, units=units, what=what, until=words_of(event.until))


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


def _owed(event: Owed) -> str:
    text = f" ({tr(event.text)})" if event.text else ""
    what = _OWED[event.what](event.amount) if event.what in _OWED else words_of(event.what)
    return f"{effect_name(event.effect)}: {what}{text}."


# Moves and rolls ------------------------------------------------------------------------------------------------


def _moved(event: Event, names: Names) -> str:
    match event:
        case Relocated(start=start, end=end) if start == end:
            text = later("{effect} moves {unit} out and back to {end}.")
        case Relocated(displaced=True):
            text = later("{effect} displaces {unit} {start} → {end}.")
        case Relocated():
            text = later("{effect} moves {unit} {start} → {end}.")
        case Drove(riders=[]):
            return tr("{chip} drives {way}.", chip=arena_chip(event.chip), way=" → ".join(event.hexes))
        case Drove():
            way, riders = " → ".join(event.hexes), listing(map(names, event.riders))
            return tr("{chip} drives {way}, with {units}.", chip=arena_chip(event.chip), way=way, units=riders)
        case _:
            return ""
    return tr(text, effect=effect_name(event.effect), unit=names(event.unit), start=event.start, end=event.end)


def _rolled(event: Event, names: Names) -> str:
    match event:
        case RolledAt(targets=[]):
            text = later("{unit} rolls {dice}: {hits}.")
        case RolledAt():
            text = later("{unit} rolls {dice} at {targets}: {hits}.")
        case ReRolled():
            text = later("{effect}: {unit} rolls {dice} again, and has {hits} now.")
        case _:
            return ""
    return tr(
        text,
        effect=effect_name(event.effect),
        unit=names(event.unit),
        dice=dice_words(event.dice),
        targets=listing(map(names, event.targets)) if isinstance(event, RolledAt) else "",
        hits=hits_words(event.hits),
    )


# What the player enters -----------------------------------------------------------------------------------------


def _entered(event: EffectTold | ListsTold | StatTold | ToldByHand, names: Names) -> str:
    catalogue = names.catalogue
    match event:
        case ToldByHand():
            changes = tr("nothing changes") if event.changes in ("", "nothing") else event.changes
            text = later("{name} of {unit}, carried out by hand: {changes}.")
            return tr(text, name=about_name(catalogue, event.about), unit=names(event.unit), changes=changes)
        case StatTold():
            text = later("You entered the {stat} of {unit}: {value}.")
            unit = names(event.unit) if event.unit else chip_name(catalogue, event.chip)
            return tr(text, stat=stat_name(event.stat), unit=unit, value=_value(event))
        case ListsTold():
            arena = catalogue.arena(event.arena)
            name = arena.name if arena is not None else title_of(event.arena)
            return tr("You entered the priority lists of the {arena}.", arena=name)
        case EffectTold():
            record = catalogue.tactic(event.id) if event.kind == "tactics" else catalogue.skill(event.id)
            name = record.name if record is not None else title_of(event.id)
            from hoplo_companion.notation.effects import write_effects

            written = write_effects(msgspec.convert(event.effects, list[Effect])).replace("\n", "; ")
            return tr(
                "You entered what {name} does: {effects}.", name=name, effects=written or tr("nothing in a combat")
            )


def _value(event: StatTold) -> str:
    if event.stat == "skills":
        return ", ".join(event.value) or tr("no skills")
    if event.stat == "class":
        return listing(map(words_of, event.value))
    return dice_words(event.value) if isinstance(event.value, (list, tuple)) else str(event.value)
