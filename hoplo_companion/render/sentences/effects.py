"""Sentences for what effects do: used, lasting, rolled, relocated, told (`events` registers them)."""

from __future__ import annotations

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.render.sentences.words import arena_chip, count, dice_words, listing, unit_name, words_of
from hoplo_companion.rules.events import (
    CannotAct,
    Dazed,
    Drove,
    EffectBegan,
    EffectEnded,
    EffectStopped,
    EffectTold,
    EffectUsed,
    Event,
    HpGained,
    Intercepted,
    ListsTold,
    Owed,
    Relocated,
    ReRolled,
    Roamed,
    RolledAt,
    Stayed,
)
from hoplo_companion.rules.holding import Hold

_UNTIL = {
    "end-of-turn": "until the end of this turn",
    "end-of-its-next-turn": "until the end of its next turn",
    "start-of-your-next-turn": "until the start of your next turn",
    "end-of-combat": "for the rest of the combat",
}
_DIRECTIONS = {"n": "↑", "ne": "↗", "se": "↘", "s": "↓", "sw": "↙", "nw": "↖"}
_OWED = {
    "recruit": ("Recruit", "unit"),
    "draw-bane": ("Draw", "bane"),
    "remove-bane": ("Remove", "bane"),
    "gain-tactic": ("Gain", "tactic"),
    "gain-prowess": ("Gain", "Prowess card"),
    "gain-influence": ("Cross off", "scion influence"),
}


def effect_words(event: Event, catalogue: Catalogue) -> str:
    """Word an event of an effect; an event of any other kind is empty."""
    match event:
        case Dazed():
            return f"{event.effect} dazes {event.unit}."
        case HpGained():
            return f"{event.effect} gives {event.unit} {event.amount} HP: it has {event.hp} HP now."
        case EffectUsed():
            return f"{event.effect} of {event.unit} sets in." if event.unit else f"{event.effect} sets in."
        case EffectBegan():
            until = _UNTIL.get(event.until, "")
            return f"{event.effect}: {listing(event.units)} – {_plain(event.what)} {until}.".replace(" .", ".")
        case EffectEnded():
            return f"{event.effect} is over for {listing(event.units)}: {_plain(event.what)}."
        case EffectStopped():
            return f"{event.effect} of {event.unit} stops here: effects kept setting one another off without an end."
        case EffectTold():
            return _told(event, catalogue)
        case ListsTold():
            arena = catalogue.arena(event.arena)
            return f"You told the priority lists of the {arena.name if arena is not None else event.arena}."
        case RolledAt():
            at = f" at {listing(event.targets)}" if event.targets else ""
            return f"{event.unit} rolls {dice_words(event.dice)}{at}: {count(event.hits, 'hit')}."
        case ReRolled():
            again = f"{event.effect}: {event.unit} rolls {dice_words(event.dice)} again"
            return f"{again}, and has {count(event.hits, 'hit')} now."
        case Intercepted():
            return f"{event.unit} takes the blow of {event.attacker} in the place of {event.target}."
        case _:
            return _moved_words(event, catalogue)


def held_back(event: Stayed | Roamed | CannotAct, catalogue: Catalogue) -> Hold:
    """Give what holds a unit back as an event tells it, the unit that it comes from by the name on its chip."""
    return Hold(event.rule, event.how, event.by, unit_name(catalogue, event.holder), event.side)


def names_itself(event: Event, following: Event | None) -> bool:
    """Tell whether an event only says that an effect sets in, and the next one says what it does, by its name."""
    if not isinstance(event, EffectUsed) or following is None:
        return False
    named = getattr(following, "effect", None) or getattr(following, "skill", "")
    return slug(str(named)) == slug(event.effect)


def _moved_words(event: Event, catalogue: Catalogue) -> str:
    match event:
        case Relocated():
            if event.start == event.end:
                return f"{event.effect} moves {event.unit} out and back to {event.end}."
            how = "displaces" if event.displaced else "moves"
            return f"{event.effect} {how} {event.unit} {event.start} → {event.end}."
        case Roamed():
            if event.how:
                return f"{event.unit} does not roam: {held_back(event, catalogue).words()}."
            way = " ".join(_DIRECTIONS.get(each, each) for each in event.directions)
            if event.start == event.end:
                return f"{event.unit} roams{' ' + way if way else ''} and stays on {event.end}."
            return f"{event.unit} roams {way}: {event.start} → {event.end}."
        case Drove():
            riders = f" with {listing(event.riders)}" if event.riders else ""
            return f"{arena_chip(event.chip).capitalize()} drives {' → '.join(event.hexes)}{riders}."
        case Owed():
            return _owed(event)
    return ""


def _owed(event: Owed) -> str:
    text = f" ({event.text})" if event.text else ""
    if event.what == "return-to-camp":
        return f"{event.effect}: it returns to your camp in the Cleanup Phase{text}."
    does, what = _OWED.get(event.what, ("bring about", event.what))
    number = "" if event.text and event.amount == 1 else f"{event.amount} "
    return f"{event.effect}: {does.lower()} {number}{what}{'' if event.amount == 1 and not event.text else 's'}{text}."


def _told(event: EffectTold, catalogue: Catalogue) -> str:
    import msgspec

    from hoplo_companion.components.effects import Effect
    from hoplo_companion.notation.effects import write_effects

    record = catalogue.tactic(event.id) if event.kind == "tactics" else catalogue.skill(event.id)
    name = record.name if record is not None else event.id
    said = write_effects(msgspec.convert(event.effects, list[Effect])).replace("\n", "; ")
    return f"You told what {name} does: {said or 'nothing in a combat'}."


def _plain(what: str) -> str:
    return words_of(what) if " -" not in what else what


WORDED = (
    Dazed, HpGained, EffectUsed, EffectBegan, EffectEnded, EffectStopped, EffectTold, RolledAt, ReRolled, Intercepted,
    Relocated, Roamed, Drove, Owed, ListsTold,
)  # fmt: skip
"""The events that are worded here."""
