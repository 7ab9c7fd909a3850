"""What has happened, as what it cost units: HP lost by damage, and defeats."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.rules.events import Damaged, Defeated, Event
from hoplo_companion.rules.model import Combat

Cost = tuple[str, int, bool]
"""A unit, the HP that it has lost, and whether it has been defeated."""


def costs(before: Combat, events: Iterable[Event]) -> list[Cost]:
    """List what events cost, one entry for each; `before` is the combat as it was before them."""
    found: list[Cost] = []
    hp: dict[str, int] = {}
    for event in events:
        if isinstance(event, Defeated):
            found.append((event.unit, 0, True))
            continue
        left = getattr(event, "hp", None)
        if left is None:
            continue
        id_: str = getattr(event, "unit", "") or getattr(event, "hero", "")
        if isinstance(event, Damaged):
            lost = hp.get(id_, before.units[id_].hp or 0) - left
            if lost:
                found.append((id_, lost, False))
        hp[id_] = left
    return found
