"""What the fight against the scion is set up from: no card, no lineup, the scion's own card (Rulebook p.30-31)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import LAST_ACT, Campaign, RefusedError
from hoplo_companion.campaign.moves import SCION_REGION
from hoplo_companion.campaign.rounds import accept_combat, combat_here, opponent
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.schemas import EventRecord
from hoplo_companion.components.scions import ScionRecord
from hoplo_companion.errors import UsageError
from hoplo_companion.rules.setup.preparing import Plan


def scion_faced(campaign: Campaign, wanted: str) -> str:
    """Give the id of the scion whom a fight here and now is against; empty where it is against anybody else.

    Shapes: `wanted` is the scion that the player has named, if any. RefusedError where it cannot be faced here.
    """
    if campaign.is_stand_alone:
        return slug(wanted)
    here = not campaign.outcome and opponent(campaign) == "scion" and combat_here(campaign) == "capital"
    if wanted and not here:
        text = f"in a campaign the scion is faced in Act IV, at the capital of the {SCION_REGION} alone (p.14, 30)"
        raise RefusedError("scion.vesuvians", f"{text}; for a fight of its own add --apart")
    if wanted and slug(wanted) != slug(campaign.scion):
        raise UsageError(f"this campaign's scion is {campaign.scion}, not {wanted}; for a fight of its own add --apart")
    return slug(campaign.scion) if here else ""


def known_scion(id_: str, catalogue: Catalogue) -> ScionRecord:
    """Give the record of a scion; UsageError for one that is unknown."""
    record = catalogue.scion(id_)
    if record is None:
        advice = advise(id_, catalogue.ids("scions"), "scions")
        raise UsageError(f"no scion is called {id_!r}; {advice}; or type its card with `hoplo data add scion`")
    return record


def card_of(record: ScionRecord) -> EventRecord:
    """Make what stands for an event card where there is none: a name alone (p.31)."""
    return EventRecord(name=f"The scion {record.name}", source=record.source, confidence=record.confidence)


def against_scion(campaign: Campaign, id_: str, record: ScionRecord, start: dict[str, Any]) -> Campaign:
    """Give the campaign with its fight against a scion, nothing of it set up yet.

    Shapes: `start` is the position before the set-up, as for a card without icons.
    """
    apart = campaign.is_stand_alone
    if campaign.phase == "event" and not apart:
        campaign, _ = accept_combat(campaign)
    start = start | {
        "act": LAST_ACT,
        "event": "scion",
        "rival": {"lineup": [id_], "tactics": []},
        "bench": {id_: {"chip": id_}},
        # There is no lineup: in the end your whole camp may be deployed.
        "player": start["player"] | {"camp_units": len(campaign.camp.units), "hero": True},
    }
    if record.cap is not None:
        start["player"]["cap"] = record.cap
    fight = Fight(f"The scion {record.name}", "capital", start, start, apart=apart)
    return replace(campaign, fight=fight)


def plan_of(id_: str, campaign: Campaign, plan: Plan) -> Plan:
    """Give the plan of a fight against a scion: its card, and the banes in your camp."""
    return replace(plan, scion=id_, camp_banes=tuple(slug(bane.name) for bane in campaign.camp.banes))
