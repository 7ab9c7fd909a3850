"""What happened in a campaign, as programs read it."""

from __future__ import annotations

from typing import Any

from hoplo_companion.campaign.events import CampaignEvent, event_table


def what(event: CampaignEvent) -> str:
    """Give what happened: the word that stands for it in `--json`."""
    word: str = event_table(event)["what"]
    return word


def values(event: CampaignEvent) -> dict[str, Any]:
    """Give the values of an event as `--json` has them."""
    table: dict[str, Any] = event_table(event)["values"]
    return table
