"""What the parts of a campaign are called in a sentence: chips, regions, places, events, banes, Prowess cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from hoplo_companion.campaign import naming
from hoplo_companion.language import tr
from hoplo_companion.render.sentences.words import bane_kind

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Bane, Prowess


def region_name(region: str) -> str:
    """Name a region, which is a faction and an arena too; what lies in none is at sea."""
    return naming.region_name(region) if region else tr("at sea")


def bane_names(banes: Iterable[Bane]) -> list[str]:
    """Name banes, each with its kind."""
    return [f"{bane.name} ({bane_kind(bane.kind)})" for bane in banes]


def prowess_names(cards: Iterable[Prowess]) -> list[str]:
    """Name Prowess cards, the Special ones as such."""
    return [tr("{card} (Special)", card=card.label()) if card.special else card.label() for card in cards]


def chip_names(chips: Iterable[str]) -> list[str]:
    """Name chips, tactics among them, as printed."""
    return [naming.chip_name(chip) for chip in chips]


def counted(names: Iterable[str]) -> list[str]:
    """Count names: `2 Tactician`, `Archer`."""
    return [f"{n} {name}" if n > 1 else name for name, n in sorted(Counter(names).items())]
