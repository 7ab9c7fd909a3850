"""What has happened, as what it cost units: HP lost by damage, defeats, and blessings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hoplo_companion.rules.events import Damaged, Defeated, Event, HeroSaved
from hoplo_companion.rules.model import Combat


class Cost(NamedTuple):
    """What one event cost a unit: HP, its defeat, or the blessing that saved it from that."""

    unit: str
    lost: int = 0
    defeated: bool = False
    blessing: bool = False


def costs(before: Combat, events: Iterable[Event]) -> list[Cost]:
    """List what events cost, one entry for each; `before` is the combat as it was before them."""
    found: list[Cost] = []
    hp: dict[str, int] = {}
    for event in events:
        if isinstance(event, Defeated):
            found.append(Cost(event.unit, defeated=True))
            continue
        if isinstance(event, HeroSaved):
            found.append(Cost(event.hero, blessing=True))
        left = getattr(event, "hp", None)
        if left is None:
            continue
        id_: str = getattr(event, "unit", "") or getattr(event, "hero", "")
        if isinstance(event, Damaged):
            lost = hp.get(id_, before.units[id_].hp or 0) - left
            if lost:
                found.append(Cost(id_, lost))
        hp[id_] = left
    return found
