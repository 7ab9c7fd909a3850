"""What about a fight cannot agree with the box: more health chips, units or tactics than there are (Rulebook p.4-5)."""

from __future__ import annotations

from collections import Counter

from hoplo_companion.campaign.camp import COPIES_OF_A_TACTIC, TACTIC_CHIPS
from hoplo_companion.table.play.fight import Game

HEALTH_CHIPS = 34
"""Health chips of each colour: red under your units, blue under the rival's and the arena's (p.4-5, 21, 25)."""


def doubts(game: Game) -> list[str]:
    """List what the mat can hardly show, since the box has fewer chips: warnings, for nothing is refused by them."""
    combat = game.combat
    found = []
    for colour, sides in (("red", ("player",)), ("blue", ("rival", "arena"))):
        needed = sum(unit.hp or 0 for unit in combat.in_arena() if unit.side in sides)
        if needed > HEALTH_CHIPS:
            found.append(f"{needed} {colour} health chips are needed, and the box has {HEALTH_CHIPS} (p.5)")
    held = Counter(chip for unit in combat.in_arena() for chip in unit.tactics)
    held += Counter(combat.rival_tactics) + Counter(combat.yours.tactics or ())
    basic = {chip: count for chip, count in held.items() if _is_basic(game, chip)}
    if sum(basic.values()) > TACTIC_CHIPS:
        found.append(f"{sum(basic.values())} tactics are in play, and the box has {TACTIC_CHIPS} (p.5)")
    for chip, count in sorted(basic.items()):
        if count > COPIES_OF_A_TACTIC:
            found.append(
                f"{count} of {chip} are in play, and the box should have {COPIES_OF_A_TACTIC} of each (inferred)"
            )
    return found


def _is_basic(game: Game, chip: str) -> bool:
    record = game.catalogue.tactic(chip)
    return record is not None and record.rival_class is not None
