"""Sentences for what effects do, what is entered or corrected by hand, the set-up, and a scion's own turn."""

from typing import Any

import msgspec

from hoplo_companion.components.effects import Effect
from hoplo_companion.components.words import Telling, joined, of, when
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import (
    arena_chip,
    bane_kind,
    colour_words,
    dice_words,
    listing,
    printed_name,
    row_words,
    stat_name,
    words_of,
)
from hoplo_companion.rules.naming import Names, chip_name, title_of
from hoplo_companion.rules.sentence import clause


def _change(what: str, names: Names, **values: Any) -> str:
    """Say what a lasting effect does, by the line that its event has: `range +1`, `has taunt`, `cannot be-attacked`."""
    kind, _, rest = what.partition(" ")
    match kind:
        case "fatigued":
            return tr("fatigued")
        case "has":
            return tr("has {skill}", skill=printed_name(names.catalogue, rest))
        case "no" if rest == "skills":
            return tr("has no skills")
        case "no":
            return tr("does not have {skill}", skill=printed_name(names.catalogue, rest))
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


_NOTES = later("the reading was chosen"), later("the mat was compared"), later("the board was edited")
"""The notes that hoplo itself makes on a correction."""


def note_words(note: str) -> str:
    """The note on a correction, as it was typed or in hoplo's own words."""
    return tr(note) if note in _NOTES else note


def _entered(stat: str, value: Any, **_: Any) -> str:
    """Say what was read off a chip: a number, dice, classes or skills."""
    match stat:
        case "skills":
            return ", ".join(value) or tr("no skills")
        case "class":
            return listing(map(words_of, value))
    return dice_words(value) if isinstance(value, (list, tuple)) else str(value)


def _written(effects: list[Any], **_: Any) -> str:
    from hoplo_companion.notation.effects import write_effects  # most turns write none

    return write_effects(msgspec.convert(effects, list[Effect])).replace("\n", "; ") or tr("nothing in a combat")


MORE_TELLINGS: dict[str, Telling] = {
    # Effects; `because` of those that had a say in damage
    "effect-used": Telling(
        when("{effect} takes effect.", unit=False),
        when("{effect} takes effect on {unit}.", kind=("tactic", "arena", "events", "banes")),
        when("{unit} uses {effect}."),
    ),
    "effect-began": Telling(
        when("{effect} for {units}: {what}, {until}.", until=True),
        when("{effect} for {units}: {what}."),
        what=_change,
        until=lambda until="", **_: words_of(until),
    ),
    "effect-ended": Telling("{effect} is over for {units}: {what}.", what=_change),
    "owed": Telling(
        joined("{effect}: {owed} ({text}).", text=True),
        joined("{effect}: {owed}."),
        owed=lambda what, amount, **_: _OWED[what](amount) if what in _OWED else words_of(what),
        text=lambda text="", **_: tr(text),
    ),
    # Moves and rolls: who is `displaced` was put elsewhere by no doing of its own
    "relocated": Telling(
        when("{effect} moves {unit} out and back to {end}.", came_back=True),
        when("{effect} displaces {unit} {start} → {end}.", displaced=True),
        when("{effect} moves {unit} {start} → {end}."),
        came_back=lambda start, end, **_: start == end,
    ),
    "drove": Telling(
        when("{chip} drives {way}, with {units}.", riders=True),
        when("{chip} drives {way}."),
        chip=of("chip", arena_chip),
        way=lambda hexes, **_: " → ".join(hexes),
        units=lambda riders, names, **_: listing(map(names, riders)),
    ),
    "rolled-at": Telling(
        when("{unit} rolls {dice} at {targets}: {hits}.", targets=True),
        when("{unit} rolls {dice}: {hits}."),
        targets=lambda targets, names, **_: listing(map(names, targets)),
    ),
    # What the player enters
    "told-by-hand": Telling(
        when("{name}, carried out by hand: {changes}.", unit=False),
        when("{name} of {unit}, carried out by hand: {changes}."),
        name=lambda about, names, **_: printed_name(names.catalogue, about),
        changes=lambda changes, **_: tr("nothing changes") if changes in ("", "nothing") else changes,
    ),
    "stat-told": Telling(
        "You entered the {stat} of {unit}: {value}.",
        stat=of("stat", stat_name),
        unit=lambda unit, chip, names, **_: names(unit) if unit else chip_name(names.catalogue, chip),
        value=_entered,
    ),
    "effect-told": Telling(
        "You entered what {name} does: {effects}.",
        name=lambda kind, names, **values: printed_name(names.catalogue, values["id"]),
        effects=_written,
    ),
    # The set-up: chips from the faction stack, the bag, or as the primus; `because` who asks
    "drawn": Telling(
        when("{chip} joins the rival's lineup.", source="primus"),
        when("{chip} joins the rival's lineup, from its faction's stack.", source="stack", because="card"),
        when("{chip} joins the rival's lineup for the act, from its faction's stack.", source="stack", because="act"),
        when(
            "{chip} joins the rival's lineup by the card's instructions, from its faction's stack.",
            source="stack",
            because="event",
        ),
        when("{chip} joins the rival's lineup by {card}, from its faction's stack.", source="stack"),
        when("{chip} joins the rival's lineup, from the bag.", source="bag", because="card"),
        when("{chip} joins the rival's lineup for the act, from the bag.", source="bag", because="act"),
        when(
            "{chip} joins the rival's lineup by the card's instructions, from the bag.", source="bag", because="event"
        ),
        when("{chip} joins the rival's lineup by {card}, from the bag."),
        card=of("because", title_of),
    ),
    "bane-drawn": Telling(
        when("The bag bane {bane} is drawn: it takes effect, and another chip is drawn.", kind="bag"),
        when("The unit bane {bane} joins the rival's lineup."),
    ),
    "chip-laid": Telling(
        when("The flag lies on {hex}, the rival's first deployment hex.", chip="flag"),
        when("{chip} is on {hex}."),
        # An arena's unit is named as its chip, any other chip with its article.
        chip=lambda chip, names, **_: names(chip) if names(chip) != chip else arena_chip(chip),
    ),
    "reminded": Telling(
        when("The card says: {text}.", rule="prepare.instructions"),
        joined("{about}: {said}."),
        text=lambda text, **_: tr(text).removesuffix("."),
        said=lambda text, said=None, **_: clause(said.words() if said is not None else tr(text)),
    ),
    "set-up": Telling(
        "All is set up: the rival has {units}, and the first turn.",
        units=lambda lineup, tactics, **_: listing(
            [plural("{n} unit", "{n} units", lineup)]
            + ([plural("{n} tactic", "{n} tactics", tactics)] if tactics else [])
        ),
    ),
    "corrected": Telling(
        when("Your camp and pad change: {changes}.", of_camp=True),
        joined("{said} ({note}).", note=True),
        joined("{said}."),
        of_camp=lambda changes, **_: changes.startswith("camp "),
        changes=lambda changes, **_: changes.removeprefix("camp ").replace("=", " ").replace(",", ", "),
        said=lambda changes, **_: tr("Corrected by hand: {changes}", changes=changes),
        note=lambda note="", **_: note_words(note),
    ),
    # A scion's combat; both words of a bane are empty where the stack had none left
    "blessing-crossed-off": Telling(
        when("A blessing is crossed off ({left} left), and no bane is removed for it.", bane=False),
        when("A blessing is crossed off ({left} left): {bane} leaves the bag for the supply.", where="bag"),
        when("A blessing is crossed off ({left} left): {bane} leaves your camp for the supply."),
    ),
    "bane-added": Telling(
        when("The bane stack is empty.", bane=False),
        when("{effect}: {bane} goes into your camp ({kind}).", kind="camp"),
        when("{effect}: {bane} goes into the bag ({kind})."),
        bane=lambda bane, **_: bane,
        kind=of("kind", bane_kind),
    ),
    "scion-inactive": Telling(
        when("{unit} is dazed, and rolls no dice this turn.", why="dazed"),
        when("There is no scion in combat to act."),
    ),
    "scion-rolled": Telling(
        when("{unit} has no dice to roll.", hits=False),
        when("{unit} rolls its dice; hits: {hits}."),
        hits=lambda dice, hits, **_: ", ".join(
            tr("{colour} {n} of {of}", colour=colour_words(die), n=n, of=dice.get(die, 0)) for die, n in hits.items()
        ),
    ),
    "scion-row": Telling(
        when("{dice}, {hits}: not carried out.", times=False),
        joined("{colours}, {hits}: {often}{does}."),
        dice=of("dice", colour_words),
        colours=of("dice", colour_words),
        often=lambda times, **_: plural("{n} time", "{n} times", times) + ": " if times > 1 else "",
        does=lambda text, **_: row_words(text).removesuffix("."),
    ),
    "scion-defeated": Telling(
        when("{unit} is defeated: {times} of the {of} times that its card needs.", often=True),
        when("{unit} is defeated."),
        often=lambda of, **_: of > 1,
    ),
    "scion-stands-again": Telling(
        when("{unit} fights on, on {hex} with {hp} HP.", hex=True),
        when("{unit} goes back into the rival's lineup, as the next to be deployed."),
    ),
}  # fmt: skip
"""What is said of these where one sentence is not enough."""
