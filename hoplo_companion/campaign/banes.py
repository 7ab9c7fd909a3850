"""Banes: drawn from the stack, put where their kind says, and removed (Rulebook p.29-30)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.campaign.model import Bane, Campaign, Happened, RefusedError, Result


def take_bane(campaign: Campaign, bane: Bane) -> Result:
    """Put a bane that was drawn where its kind says: bag and unit banes into the bag, others into the camp (p.29)."""
    stack = campaign.bane_stack[1:] if campaign.bane_stack[:1] == (bane.name,) else campaign.bane_stack
    campaign = _with_stack(campaign, stack)
    happened = Happened("bane.taken", "bane.placed", {"bane": bane.name, "kind": bane.kind})
    if bane.kind == "camp":
        return campaign.with_camp(banes=(*campaign.camp.banes, bane)), [happened]
    return campaign.with_bag(banes=(*campaign.bag.banes, bane)), [happened]


def _with_stack(campaign: Campaign, stack: tuple[str, ...]) -> Campaign:
    return replace(campaign, bane_stack=stack)


def remove_bane(campaign: Campaign, name: str) -> Result:
    """Remove a bane from the bag or the camp, where an effect says so (p.17, 30)."""
    for place, banes in (("bag", campaign.bag.banes), ("camp", campaign.camp.banes)):
        for at, bane in enumerate(banes):
            if bane.name.casefold() == name.casefold():
                left = (*banes[:at], *banes[at + 1 :])
                happened = Happened("bane.removed", "bane.removed", {"bane": bane.name, "from": place})
                changed = campaign.with_bag(banes=left) if place == "bag" else campaign.with_camp(banes=left)
                return changed, [happened]
    known = ", ".join(bane.name for bane in (*campaign.bag.banes, *campaign.camp.banes)) or "none"
    raise RefusedError("bane.removed", f"no bane {name!r} is in the bag or the camp; there are: {known} (p.17)")
