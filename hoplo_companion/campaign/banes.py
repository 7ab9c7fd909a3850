"""Banes: drawn from the stack, put where their kind says, and removed (Rulebook p.29-30)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.campaign.model import Bane, Campaign, Happened, RefusedError, Result
from hoplo_companion.components.names import slug


def take_bane(campaign: Campaign, bane: Bane) -> Result:
    """Put a bane that was drawn where its kind says: bag and unit banes into the bag, others into the camp (p.29)."""
    happened = [Happened("bane.taken", "bane.placed", {"bane": bane.name, "kind": bane.kind})]
    top, rest = campaign.bane_stack[:1], campaign.bane_stack[1:]
    if top and slug(top[0]) == slug(bane.name):
        campaign = replace(campaign, bane_stack=rest)
    elif top:
        # What was drawn was drawn: the table is the truth, and the stack is put right by hand.
        happened.append(Happened("bane.unexpected", "setup.scion-bane", {"bane": bane.name, "expected": top[0]}))
    if bane.kind == "camp":
        return campaign.with_camp(banes=(*campaign.camp.banes, bane)), happened
    return campaign.with_bag(banes=(*campaign.bag.banes, bane)), happened


def is_bane(campaign: Campaign, name: str) -> bool:
    """Tell whether a name is that of a bane in play, or of one on top of the stack."""
    return bane_met(campaign, name) is not None or slug(name) in map(slug, campaign.bane_stack)


def bane_met(campaign: Campaign, name: str) -> Bane | None:
    """Give a bane that this campaign has in play, by its name; None where it has none."""
    banes = (*campaign.bag.banes, *campaign.drawn.banes, *campaign.camp.banes)
    return next((bane for bane in banes if slug(bane.name) == slug(name)), None)


def remove_bane(campaign: Campaign, name: str, only: str = "") -> Result:
    """Remove a bane from the bag or the camp, or `only` from one of them, where an effect says so (p.17, 30)."""
    places = {"bag": campaign.bag.banes, "table": campaign.drawn.banes, "camp": campaign.camp.banes}
    for place, banes in places.items():
        if only not in ("", place):
            continue
        for at, bane in enumerate(banes):
            if slug(bane.name) == slug(name):
                left = (*banes[:at], *banes[at + 1 :])
                happened = Happened("bane.removed", "bane.removed", {"bane": bane.name, "from": place})
                if place == "table":
                    return replace(campaign, drawn=replace(campaign.drawn, banes=left)), [happened]
                changed = campaign.with_bag(banes=left) if place == "bag" else campaign.with_camp(banes=left)
                return changed, [happened]
    known = ", ".join(bane.name for bane in (*campaign.bag.banes, *campaign.camp.banes)) or "none"
    raise RefusedError("bane.removed", f"no bane {name!r} is in the bag or the camp; there are: {known} (p.17)")
