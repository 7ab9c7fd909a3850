"""Banes: drawn from the stack, put where their kind says, and removed (Rulebook p.29-30)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import Bane, Campaign, RefusedError
from hoplo_companion.campaign.naming import chip_name, chip_names
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import BaneRecord
from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr


def take_bane(campaign: Campaign, bane: Bane) -> Result:
    """Put a bane that was drawn where its kind says: bag and unit banes into the bag, others into the camp (p.29)."""
    happened: list[CampaignEvent] = [event_of("bane.taken", bane=bane.name, kind=bane.kind)]
    top, rest = campaign.bane_stack[:1], campaign.bane_stack[1:]
    if top and slug(top[0]) == slug(bane.name):
        campaign = replace(campaign, bane_stack=rest)
    elif top:
        # What was drawn was drawn: the table is the truth, and the stack is corrected by hand.
        happened.append(event_of("bane.unexpected", bane=bane.name, expected=top[0]))
    if bane.kind == "camp":
        return campaign.with_camp(banes=(*campaign.camp.banes, bane)), happened
    return campaign.with_bag(banes=(*campaign.bag.banes, bane)), happened


STANDARD_BANES = 21
"""Bane chips of the box beside those of the scions (Rulebook p.5)."""


def most_banes_left(campaign: Campaign) -> int:
    """Count the chips that the bane stack can still have (p.10, 29)."""
    in_play = len(campaign.bag.banes) + len(campaign.camp.banes) + len(campaign.drawn.banes)
    of_scion = 1
    return max(0, STANDARD_BANES + of_scion - in_play - campaign.banes_gone)


def only_left(campaign: Campaign, count: int = 0) -> Campaign:
    """The campaign whose bane stack is found to have no more than some chips."""
    return replace(campaign, banes_gone=campaign.banes_gone + max(0, most_banes_left(campaign) - count))


def is_bane(campaign: Campaign, name: str) -> bool:
    """Say whether a name is that of a bane in play, or of one on top of the stack."""
    return bane_met(campaign, name) is not None or slug(name) in map(slug, campaign.bane_stack)


def bane_record(name: str) -> BaneRecord | None:
    """What is recorded of a bane; None where nothing is."""
    try:
        return catalogue().bane(slug(name))
    except HoploError:
        return None  # the player's own records cannot be read, which is said where one is needed


def check_locals(campaign: Campaign, unit: str) -> None:
    """Refuse to recruit a unit of the present region while a camp bane keeps those from being recruited."""
    place = campaign.places.get(campaign.place)
    if place is None or faction_of_chip(campaign, unit) != place.region:
        return
    for bane in campaign.camp.banes:
        if (record := bane_record(bane.name)) is not None and record.bars_locals:
            text = tr(
                "{unit} is local to the region you are in, and {bane} lies in your camp: it cannot be recruited (p.30)",
                unit=chip_name(unit),
                bane=bane.name,
            )
            raise RefusedError("bane.camp", text)


def faction_of_chip(campaign: Campaign, unit: str) -> str:
    """The faction of a unit chip, as a stack has shown it or as it is recorded; empty for none."""
    record = catalogue().unit(slug(unit))
    stated = (record.faction or record.inferred_faction) if record is not None else ""
    return campaign.factions.get(slug(unit), stated)


def bane_met(campaign: Campaign, name: str) -> Bane | None:
    """Give a bane that this campaign has in play, by its name; None where it has none."""
    banes = (*campaign.bag.banes, *campaign.drawn.banes, *campaign.camp.banes)
    return next((bane for bane in banes if slug(bane.name) == slug(name)), None)


Where = Literal["bag", "table", "camp"]


def remove_bane(campaign: Campaign, name: str, only: str = "") -> Result:
    """Remove a bane from the bag or the camp, or `only` from one of them, where an effect says so (p.17, 30)."""
    places: dict[Where, tuple[Bane, ...]] = {
        "bag": campaign.bag.banes,
        "table": campaign.drawn.banes,
        "camp": campaign.camp.banes,
    }
    for where, banes in places.items():
        bane = next((each for each in banes if slug(each.name) == slug(name)), None)
        if bane is None or only not in ("", where):
            continue
        at = banes.index(bane)
        left = (*banes[:at], *banes[at + 1 :])
        match where:
            case "bag":
                campaign = campaign.with_bag(banes=left)
            case "table":
                campaign = replace(campaign, drawn=replace(campaign.drawn, banes=left))
            case "camp":
                campaign = campaign.with_camp(banes=left)
        campaign = replace(campaign, banes_gone=campaign.banes_gone + 1)
        return campaign, [event_of("bane.removed", bane=bane.name, where=where)]
    known = chip_names(bane.name for bane in (*campaign.bag.banes, *campaign.camp.banes))
    text = tr("there is no bane {bane} in the bag or the camp, only: {banes} (p.17)", bane=chip_name(name), banes=known)
    raise RefusedError("bane.removed", text)
