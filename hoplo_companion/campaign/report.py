"""A campaign as programs read it: the pad, and how far it is."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from hoplo_companion.campaign.model import BANE_EVERY, LAST_ACT, Campaign
from hoplo_companion.campaign.travel import Deadline
from hoplo_companion.campaign.world_map import opponent
from hoplo_companion.components.variant import Variant

OF_BOOTS = ("navigation", "opportunity_capacity")
ON_THE_PAD = (
    "hero", "class", "movement", "range", "health", "hp", "leadership", "attack", "blessings", "tactic_capacity",
    "influence", "act", "week", "weeks",
)  # fmt: skip
"""What programs read of the pad, in this order."""


def pad_table(campaign: Campaign) -> dict[str, Any]:
    """Write the pad and the camp as programs read them."""
    pad, camp = campaign.pad, campaign.camp
    table = {**to_builtins(pad), "class": pad.classes[0] if pad.classes else None, "week": campaign.week}
    return {
        **_expansions(campaign),
        **{name: table[name] for name in (*(OF_BOOTS if campaign.variant.boots else ()), *ON_THE_PAD)},
        "camp": {
            "units": list(camp.units),
            "tactics": list(camp.tactics),
            "prowess": [card.label() for card in camp.prowess],
            "banes": [bane.name for bane in camp.banes],
            "special_prowess": [card.label() for card in camp.prowess if card.special],
            "opportunities": list(camp.opportunities),
            "out_of_game": [card.label() for card in campaign.out_of_game],
        },
    }


def _expansions(campaign: Campaign) -> dict[str, Any]:
    """Write which expansions are played with; nothing for the box alone."""
    if campaign.variant == Variant():
        return {}
    return {"boots": campaign.variant.boots or None, "modules": list(campaign.variant.modules)}


def where_it_stands(
    campaign: Campaign, name: str, ahead: Deadline | None, fight: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Write how far a campaign is, what comes next and what is at stake; `fight` is the state of the one that is on."""
    pad = campaign.pad
    if campaign.is_stand_alone:
        return {"campaign": name, "apart": True, "hero": pad.hero, "act": pad.act, "fight": fight}
    return {
        **_expansions(campaign),
        "campaign": name,
        "hero": pad.hero,
        "outcome": campaign.outcome or None,
        "act": pad.act,
        "week": campaign.week,
        "phase": campaign.phase,
        "place": campaign.place or None,
        "came_from": campaign.came_from or None,
        "weeks_left": campaign.weeks_left,
        "influence": pad.influence,
        "influence_to_bane": BANE_EVERY - pad.influence % BANE_EVERY,
        "ends_with": "weeks" if campaign.variant.acts_end_by_weeks and pad.act < LAST_ACT else opponent(campaign),
        "scion": campaign.scion,
        "primuses": [{"hero": primus.hero, "defeated_in_act": primus.defeated_in_act} for primus in campaign.primuses],
        "deadline": to_builtins(ahead),
        "apart": False,
        "fight": fight,
    }
