"""What the parts of a campaign are called, and one short sentence for everything that happens in it, with its page."""

from collections import Counter
from collections.abc import Iterable

from hoplo_companion.campaign.events import EVENTS, CampaignEvent
from hoplo_companion.campaign.model import Bane, Prowess
from hoplo_companion.campaign.naming import chip_name, chip_names, colour_name, region_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.variant import Variant
from hoplo_companion.components.words import ACTS
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import Telling, bane_kind, cites, dice_words, joined, of, when, when_counted
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.sentence import capital

KINDS = {
    "sport": later("Sport"),
    "bloodshed": later("Bloodshed"),
    "opportunity": later("Opportunity"),
    "harbor": later("harbor"),
    "capital": later("capital"),
}
"""The types of location, which are those of their events too (Rulebook p.14)."""

PHASES = {"travel": later("Travel Phase"), "event": later("Event Phase"), "cleanup": later("Cleanup Phase")}

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


def bane_names(banes: Iterable[Bane]) -> list[str]:
    """Name banes, each with its kind."""
    return [f"{bane.name} ({bane_kind(bane.kind)})" for bane in banes]


def prowess_names(cards: Iterable[Prowess]) -> list[str]:
    """Name Prowess cards, the Special ones as such."""
    return [tr("{card} (Special)", card=card.label()) if card.special else card.label() for card in cards]


_COMBATS = {
    "sport": later("The Sport combat"),
    "bloodshed": later("The Bloodshed combat"),
    "scion": later("The scion combat"),
}

PARTS = {
    name: of(name, words)
    for name, words in {
        **dict.fromkeys(
            ("unit", "chip", "bane", "expected", "hero", "scion", "primus", "opponent", "tactic"), chip_name
        ),
        **dict.fromkeys(("units", "banes", "tactics"), chip_names),
        **dict.fromkeys(("faction", "region"), region_name),
        **dict.fromkeys(("worse", "better"), colour_name),
        "attack": dice_words,
        "kind": lambda kind: tr(KINDS[kind]),
        "act": lambda act: ACTS[act],
        "following": lambda act: ACTS[act],
        "deck": lambda deck: tr("primus") if deck == "capital" else kind_name(deck),  # in The Rivals
        "via": ", ".join,
    }.items()
} | {
    "combat": of("kind", lambda kind: tr(_COMBATS.get(kind, later("The primus combat")))),
    "command": of("card", lambda card: as_command("camp", "opportunity", card, "--discard")),
}
"""How a part of a sentence is made of an event's value of that name; any other part is the value itself."""


def campaign_sentence(event: CampaignEvent, catalogue: Catalogue) -> Line:
    """Word an event in one sentence, and cite the page of its rule behind it."""
    ruling = event.values.get("ruling")
    return [Span(event_words(event)), *cites(catalogue, event.rule, [ruling] if ruling else [])]


def all_words(happened: Iterable[CampaignEvent]) -> str:
    """Word events one after the other, without their pages."""
    return " ".join(map(event_words, happened))


def kind_name(kind: str) -> str:
    """Name a type of location, or of event."""
    return tr(KINDS[kind])


def event_words(event: CampaignEvent) -> str:
    """Word an event in one sentence: the one of its row, or what is made of its values."""
    telling = TELLINGS.get(event.what) or Telling(when(EVENTS[event.what].words))
    return capital(telling.words(PARTS, {"rule": event.rule, **event.values}))


def variant_words(variant: Variant) -> str:
    """Name the expansions that are played with: the sheet of Mercury's Boots, and the modules."""
    boots = [tr(BOOTS[variant.boots])] if variant.boots else []
    return ", ".join([*boots, *(tr(MODULE_NAMES[each]) for each in variant.modules)])


TELLINGS = {
    # The beginning
    "campaign.begun": Telling(
        when("{hero} sets out on a campaign: {difficulty}.", difficulty=True), when("{hero} sets out on a campaign.")
    ),
    "bag.begun": Telling(
        when("The bag holds {units}, assuming two of each neutral unit; please check your box."),
        units=lambda units, **_: ", ".join(f"{n} {chip_name(unit)}" for unit, n in Counter(units).items()),
    ),
    "campaign.variant": Telling(
        when("Played with: {what}."), what=lambda boots, modules, **_: variant_words(Variant(boots, tuple(modules)))
    ),
    "campaign.module": Telling(
        joined("{said} {first}", module="dark-days", boots=True),
        joined("{said}"),
        said=lambda module, scion, **_: tr(_MODULES[module], scion=chip_name(scion)),
        first=lambda **_: tr("Draw your first Opportunity cards before that."),
    ),
    "scion.banes-due": Telling(
        when_counted(
            "{n} primus is undefeated: without hoplo, draw a bane for it once your blessings are crossed off.",
            "{n} primuses are undefeated: without hoplo, draw as many banes once your blessings are crossed off.",
            "count",
        )
    ),
    # The hero pad and the bag
    "pad.healed": Telling(
        when("The hero is already at full HP: {hp} of {health}.", amount=False),
        when("The hero heals {amount} HP: {hp} of {health}."),
    ),
    "blessing.spent": Telling(
        when_counted("A blessing is spent: {n} is left.", "A blessing is spent: {n} are left.", "left")
    ),
    "blessing.used": Telling(
        when("A blessing is crossed off: none is left.", left=False),
        when_counted("A blessing is crossed off: {n} is left.", "A blessing is crossed off: {n} are left.", "left"),
    ),
    "bane.taken": Telling(
        when("{bane}, a bag bane, goes into the bag.", kind="bag"),
        when("{bane}, a unit bane, goes into the bag.", kind="unit"),
        when("{bane}, a camp bane, goes into the camp."),
    ),
    "bane.acts": Telling(
        when("{bane}: your hero keeps its last HP here (ruling bane.last-hp).", amount=False),
        when("{bane}, in your camp, deals your hero {n} damage here."),
        n=lambda amount, **_: amount,
    ),
    "bane.removed": Telling(
        when("The bane {bane} is removed from the bag.", where="bag"),
        when("The bane {bane} is removed from the camp.", where="camp"),
        when("The bane {bane} is removed from the table."),
    ),
    # The map and the faction stacks
    "map.learned": Telling(
        when("{place} is on the map: {kind}.", region=False), when("{place} is on the map: {kind}, {region}.")
    ),
    "map.edited": Telling(
        when("{place} is corrected on the map: {what}.", same_name=True),
        when("{was} is now called {place} on the map: {what}."),
        same_name=lambda was, place, **_: was == place,
        what=lambda kind, region, **_: ", ".join([kind_name(kind), *([region_name(region)] if region else [])]),
    ),
    "map.imported": Telling(
        when_counted("The map is read: {n} location.", "The map is read: {n} locations.", "places")
    ),
    "stack.drawn": Telling(
        when_counted(
            "{unit} is drawn from the stack of the {faction}: {n} chip is left.",
            "{unit} is drawn from the stack of the {faction}: {n} chips are left.",
            "left",
        )
    ),
    # Travelling
    "travel.moved": Telling(
        when("The encampment goes from {start} by {via}, and sails to {end}.", by="harbor", via=True),
        when("The encampment sails from {start} to {end}.", by="harbor"),
        when("The encampment moves from {start} by {via} to {end}.", by="path", via=True),
        when("The encampment moves from {start} to {end}."),
    ),
    "travel.capital-entered": Telling(
        when("The scion combat against {opponent} begins.", combat="scion"),
        when("The primus combat against {opponent} begins."),
    ),
    "deadline.out-of-reach": Telling(
        when(
            "No open capital can be reached by week {week}: the deadline is missed, and the campaign is lost with it.",
            complete=True,
        ),
        when("No open capital can be reached by week {week} on the map as it is known."),
    ),
    "deadline.must-spectate": Telling(
        when_counted(
            "To be at {capital} in week {week}, {n} event has to be spectated, "
            "which brings {influence} influence and {banes}.",
            "To be at {capital} in week {week}, {n} events have to be spectated, "
            "which brings {influence} influence and {banes}.",
            "spectate",
        ),
        banes=lambda banes, **_: plural("{n} bane", "{n} banes", banes),
    ),
    # The Event Phase and the ends of fights, acts and the campaign
    "event.deck": Telling(
        when("Nothing is known of the {deck} deck.", front=False),
        when("At the front of the {deck} deck: {cards}."),
        cards=lambda front, **_: ", ".join(front),
    ),
    "fight.ended": Telling(
        when("The stand-alone fight {name} is won.", outcome="won"), when("The stand-alone fight {name} is lost.")
    ),
    "act.ended": Telling(
        when("Act {act} is over, and Act {following} begins.", unused=False),
        when_counted(
            "Act {act} is over with {n} week unused, and Act {following} begins.",
            "Act {act} is over with {n} weeks unused, and Act {following} begins.",
            "unused",
        ),
    ),
    "campaign.lost": Telling(
        when(
            "Week {week} of Act {act} is crossed off without the combat that ends the act: the deadline is missed, "
            "and the campaign is lost.",
            rule="travel.deadline",
        ),
        when("The campaign is lost in Act {act}, week {week}."),
    ),
}
"""What is said of events of which one sentence is not enough."""
