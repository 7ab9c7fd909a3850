"""What the parts of a campaign are called, and one short sentence for everything that happens in it, with its page."""

from collections.abc import Iterable

from hoplo_companion.campaign.events import EVENTS, CampaignEvent
from hoplo_companion.campaign.model import Bane, Prowess
from hoplo_companion.campaign.naming import chip_name, chip_names, kind_name, region_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import ACTS, of
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.words import bane_kind, cites, colour_words, dice_words
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.sentence import capital

PHASES = {"travel": later("Travel Phase"), "event": later("Event Phase"), "cleanup": later("Cleanup Phase")}


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
        **dict.fromkeys(("worse", "better"), colour_words),
        **dict.fromkeys(("act", "following"), lambda act: ACTS[act]),
        "attack": dice_words,
        "kind": kind_name,
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


def event_words(event: CampaignEvent) -> str:
    """Word an event in one sentence: the one of its row, or what is made of its values."""
    return capital(EVENTS[event.what].words(PARTS, {"rule": event.rule, **event.values}))
