"""One short sentence for everything that happens in a campaign, with the page of its rule behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hoplo_companion.campaign.events import EVENTS, CampaignEvent
from hoplo_companion.campaign.naming import (
    ACTS,
    chip_name,
    chip_names,
    colour_name,
    region_name,
    tactic_name,
    tactic_names,
)
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.variant import Edition, Module, Variant
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import SaidOf, citation, dice_words
from hoplo_companion.render.style import Line, Span

KINDS = {
    "sport": later("Sport"),
    "bloodshed": later("Bloodshed"),
    "opportunity": later("Opportunity"),
    "harbor": later("harbor"),
    "capital": later("capital"),
}
"""The types of location, which are those of their events too (Rulebook p.14)."""

PRIMUS_DECK = later("primus")
"""The deck of a capital's events, in The Rivals."""

BOOTS = {"2024": later("Mercury's Boots"), "promo": later("Mercury's Boots, by the promo sheet")}
MODULE_NAMES = {
    "faces-of-evil": later("Faces of Evil"),
    "dark-days": later("Dark Days"),
    "strange-sands": later("Strange Sands"),
    "rivals": later("The Rivals"),
}
"""The expansions as they are called (A3)."""

_MODULES = {
    "faces-of-evil": later("Faces of Evil: its scions may be chosen; the bane chip of {scion} is one of its own."),
    "dark-days": later(
        "Dark Days: shuffle the nine events of {scion} into the three decks, three into each; its special units, "
        "tactics and Prowess cards join those not yet earned."
    ),
    "strange-sands": later("Strange Sands: its eight arena cards replace the others, side A up."),
    "rivals": later("The Rivals: shuffle the 15 primus events, and lay them face up beside the other decks."),
}
"""What each module wants done at set-up."""

_NAMES: dict[str, Callable[[Any], str]] = {
    "unit": chip_name,
    "chip": chip_name,
    "bane": chip_name,
    "expected": chip_name,
    "hero": chip_name,
    "scion": chip_name,
    "primus": chip_name,
    "units": chip_names,
    "banes": chip_names,
    "tactic": tactic_name,
    "tactics": tactic_names,
    "faction": region_name,
    "region": region_name,
    "attack": dice_words,
    "worse": colour_name,
    "better": colour_name,
    "act": lambda act: ACTS[act],
    "deck": lambda deck: tr(PRIMUS_DECK) if deck == "capital" else kind_name(deck),
}
"""How fields are shown that hold ids."""


def campaign_sentence(event: CampaignEvent, catalogue: Catalogue) -> Line:
    """Word an event in one sentence, and cite the page of its rule behind it."""
    line = [Span(event_words(event)), Span(" "), citation(catalogue, event.rule)]
    if ruling := event.values.get("ruling"):
        line.append(Span(" " + tr("(by ruling: {rulings})", rulings=ruling), "rule"))
    return line


def all_words(happened: Iterable[CampaignEvent]) -> str:
    """Word events one after the other, without their pages."""
    return " ".join(map(event_words, happened))


def kind_name(kind: str) -> str:
    """Name a type of location, or of event."""
    return tr(KINDS[kind])


def event_words(event: CampaignEvent) -> str:
    """Word an event in one sentence: the one of its row, or what is made of its values."""
    if words := WORDS.get(event.what):
        return words(rule=event.rule, **event.values)
    return tr(EVENTS[event.what].words, **{name: _NAMES.get(name, str)(each) for name, each in event.values.items()})


WORDS = SaidOf()
"""What is said of events of which one sentence is not enough."""


@WORDS.each("campaign.begun")
def _(hero: str, difficulty: str, **_: Any) -> str:
    hero = chip_name(hero)
    if not difficulty:
        return tr("{hero} sets out on a campaign.", hero=hero)
    return tr("{hero} sets out on a campaign: {difficulty}.", hero=hero, difficulty=difficulty)


@WORDS.each("bag.begun")
def _(units: list[str], **_: Any) -> str:
    counted = ", ".join(f"{n} {chip_name(unit)}" for unit, n in Counter(units).items())
    return tr("The bag holds {units}, assuming two of each neutral unit; please check your box.", units=counted)


@WORDS.each("campaign.variant")
def _(boots: Edition, modules: list[Module], **_: Any) -> str:
    return tr("Played with: {what}.", what=variant_words(Variant(boots, tuple(modules))))


def variant_words(variant: Variant) -> str:
    """Name the expansions that are played with: the sheet of Mercury's Boots, and the modules."""
    boots = [tr(BOOTS[variant.boots])] if variant.boots else []
    return ", ".join([*boots, *(tr(MODULE_NAMES[each]) for each in variant.modules)])


@WORDS.each("campaign.module")
def _(module: str, scion: str, boots: Edition = "", **_: Any) -> str:
    words = tr(_MODULES[module], scion=chip_name(scion))
    is_first = boots and module == "dark-days"
    return " ".join([words, tr("Draw your first Opportunity cards before that.")] if is_first else [words])


@WORDS.each("scion.banes-due")
def _(count: int, **_: Any) -> str:
    return plural(
        "{n} primus is undefeated: without hoplo, draw a bane for it once your blessings are crossed off.",
        "{n} primuses are undefeated: without hoplo, draw as many banes once your blessings are crossed off.",
        count,
    )


@WORDS.each("opportunity.met")
def _(card: str, **_: Any) -> str:
    by = as_command("camp", "opportunity", card, "--discard")
    return tr("The Opportunity {card} is met: `{command}` gains its reward.", card=card, command=by)


@WORDS.each("blessing.spent")
def _(left: int, **_: Any) -> str:
    return plural("A blessing is spent: {n} is left.", "A blessing is spent: {n} are left.", left)


@WORDS.each("pad.healed")
def _(amount: int, hp: int, health: int, **_: Any) -> str:
    if not amount:
        return tr("The hero is already at full HP: {hp} of {health}.", hp=hp, health=health)
    return tr("The hero heals {amount} HP: {hp} of {health}.", amount=amount, hp=hp, health=health)


@WORDS.each("blessing.used")
def _(left: int, **_: Any) -> str:
    if not left:
        return tr("A blessing is crossed off: none is left.")
    return plural("A blessing is crossed off: {n} is left.", "A blessing is crossed off: {n} are left.", left)


@WORDS.each("bane.taken")
def _(bane: str, kind: str, **_: Any) -> str:
    bane = chip_name(bane)
    match kind:
        case "bag":
            return tr("{bane}, a bag bane, goes into the bag.", bane=bane)
        case "unit":
            return tr("{bane}, a unit bane, goes into the bag.", bane=bane)
    return tr("{bane}, a camp bane, goes into the camp.", bane=bane)


@WORDS.each("bane.acts")
def _(bane: str, amount: int, **_: Any) -> str:
    if not amount:
        return tr("{bane}: your hero keeps its last HP here (ruling bane.last-hp).", bane=chip_name(bane))
    return tr("{bane}, in your camp, deals your hero {n} damage here.", bane=chip_name(bane), n=amount)


@WORDS.each("bane.removed")
def _(bane: str, where: str, **_: Any) -> str:
    bane = chip_name(bane)
    match where:
        case "bag":
            return tr("The bane {bane} is removed from the bag.", bane=bane)
        case "camp":
            return tr("The bane {bane} is removed from the camp.", bane=bane)
    return tr("The bane {bane} is removed from the table.", bane=bane)


@WORDS.each("map.learned")
def _(place: str, kind: str, region: str, **_: Any) -> str:
    kind = kind_name(kind)
    if not region:
        return tr("{place} is on the map: {kind}.", place=place, kind=kind)
    region = region_name(region)
    return tr("{place} is on the map: {kind}, {region}.", place=place, kind=kind, region=region)


@WORDS.each("map.edited")
def _(place: str, kind: str, region: str, was: str, **_: Any) -> str:
    what = ", ".join([kind_name(kind), *([region_name(region)] if region else [])])
    if was == place:
        return tr("{place} is corrected on the map: {what}.", place=place, what=what)
    return tr("{was} is now called {place} on the map: {what}.", was=was, place=place, what=what)


@WORDS.each("map.imported")
def _(places: int, **_: Any) -> str:
    return plural("The map is read: {n} location.", "The map is read: {n} locations.", places)


@WORDS.each("stack.drawn")
def _(faction: str, unit: str, left: int, **_: Any) -> str:
    return plural(
        "{unit} is drawn from the stack of the {faction}: {n} chip is left.",
        "{unit} is drawn from the stack of the {faction}: {n} chips are left.",
        left,
        unit=chip_name(unit),
        faction=region_name(faction),
    )


@WORDS.each("travel.moved")
def _(start: str, end: str, by: str, via: Sequence[str] = (), **_: Any) -> str:
    way = {"start": start, "via": ", ".join(via), "end": end}
    match by, bool(via):
        case "harbor", True:
            return tr("The encampment goes from {start} by {via}, and sails to {end}.", **way)
        case "harbor", False:
            return tr("The encampment sails from {start} to {end}.", start=start, end=end)
        case "path", True:
            return tr("The encampment moves from {start} by {via} to {end}.", **way)
    return tr("The encampment moves from {start} to {end}.", start=start, end=end)


@WORDS.each("travel.capital-entered")
def _(combat: str, opponent: str, **_: Any) -> str:
    opponent = chip_name(opponent)
    if combat == "scion":
        return tr("The scion combat against {opponent} begins.", opponent=opponent)
    return tr("The primus combat against {opponent} begins.", opponent=opponent)


@WORDS.each("deadline.out-of-reach")
def _(week: int, complete: bool, **_: Any) -> str:
    if complete:
        return tr(
            "No open capital can be reached by week {week}: the deadline is missed, and the campaign is lost with it.",
            week=week,
        )
    return tr("No open capital can be reached by week {week} on the map as it is known.", week=week)


@WORDS.each("campaign.lost")
def _(act: int, week: int, rule: str, **_: Any) -> str:
    values = {"act": ACTS[act], "week": week}
    if rule == "travel.deadline":
        return tr(
            "Week {week} of Act {act} is crossed off without the combat that ends the act: the deadline is missed, "
            "and the campaign is lost.",
            **values,
        )
    return tr("The campaign is lost in Act {act}, week {week}.", **values)


@WORDS.each("deadline.must-spectate")
def _(week: int, capital: str, spectate: int, influence: int, banes: int, **_: Any) -> str:
    return plural(
        "To be at {capital} in week {week}, {n} event has to be spectated, which brings {influence} influence and "
        "{banes}.",
        "To be at {capital} in week {week}, {n} events have to be spectated, which brings {influence} influence and "
        "{banes}.",
        spectate,
        capital=capital,
        week=week,
        influence=influence,
        banes=plural("{n} bane", "{n} banes", banes),
    )


@WORDS.each("event.deck")
def _(deck: str, front: Sequence[str], **_: Any) -> str:
    deck = _NAMES["deck"](deck)
    if not front:
        return tr("Nothing is known of the {deck} deck.", deck=deck)
    return tr("At the front of the {deck} deck: {cards}.", deck=deck, cards=", ".join(front))


@WORDS.each("event.accepted")
def _(kind: str, **_: Any) -> str:
    return tr("{combat} is on: `hoplo fight start` follows it, then comes `hoplo cleanup`.", combat=_combat(kind))


@WORDS.each("event.won")
def _(kind: str, **_: Any) -> str:
    return tr("{combat} is won.", combat=_combat(kind))


@WORDS.each("event.failed")
def _(kind: str, **_: Any) -> str:
    return tr("{combat} has failed.", combat=_combat(kind))


def _combat(kind: str) -> str:
    match kind:
        case "sport":
            return tr("The Sport combat")
        case "bloodshed":
            return tr("The Bloodshed combat")
        case "scion":
            return tr("The scion combat")
    return tr("The primus combat")


@WORDS.each("fight.ended")
def _(name: str, outcome: str, **_: Any) -> str:
    if outcome == "won":
        return tr("The stand-alone fight {name} is won.", name=name)
    return tr("The stand-alone fight {name} is lost.", name=name)


@WORDS.each("act.ended")
def _(act: int, unused: int, following: int, **_: Any) -> str:
    acts = {"act": ACTS[act], "following": ACTS[following]}
    if not unused:
        return tr("Act {act} is over, and Act {following} begins.", **acts)
    return plural(
        "Act {act} is over with {n} week unused, and Act {following} begins.",
        "Act {act} is over with {n} weeks unused, and Act {following} begins.",
        unused,
        **acts,
    )
