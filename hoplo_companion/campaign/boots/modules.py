"""What the expansions that are played with want done at set-up, for the player to do (A3 p.2-5)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.campaign.events import CampaignEvent, event_of
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.variant import MODULES, Module, Variant

_RULES: dict[Module, str] = {
    "faces-of-evil": "faces.scions",
    "dark-days": "days.events",
    "strange-sands": "sands.cards",
    "rivals": "rivals.deck",
}


def with_its_scion(variant: Variant, scion: str, catalogue: Catalogue) -> Variant:
    """Give the variant with Faces of Evil, where the scion that is chosen comes from it."""
    record = catalogue.scion(slug(scion))
    if record is None or not record.expansion:
        return variant
    return replace(variant, modules=tuple(each for each in MODULES if each in (*variant.modules, "faces-of-evil")))


def set_up(variant: Variant, scion: str) -> list[CampaignEvent]:
    """Say what is played with, and what each module wants done."""
    if variant == Variant():
        return []
    begun: list[CampaignEvent] = [event_of("campaign.variant", boots=variant.boots, modules=list(variant.modules))]
    return begun + [
        event_of("campaign.module", module=each, scion=scion, boots=variant.boots or None, rule=_RULES[each])
        for each in variant.modules
    ]
