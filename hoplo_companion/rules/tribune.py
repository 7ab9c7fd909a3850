"""What the tribune's defeat costs: your hero's HP, or influence with Mercury's Boots (Rulebook p.20, 28; A3 p.7)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Result, push
from hoplo_companion.rules.events import HeroReduced, event_of
from hoplo_companion.rules.model import Combat

INFLUENCE_TO_BANE = 4
"""The spaces of the influence track from one bane to the next (p.29)."""

TRIBUNE = "Tribune"


def punish_for_tribune(combat: Combat) -> Result:
    """Reduce the hero to 1 HP, in combat or in camp (p.20, 28); with Mercury's Boots it brings influence instead."""
    if combat.variant.tribune_brings_influence:
        return _bring_influence(combat)
    hero = combat.hero()
    if hero is None:
        return combat, [HeroReduced(rule="defeat.tribune", hero="", hp=1)]
    if hero.hp == 0:
        # It has lost its last HP at the same time, and is about to fall (`damage.several`).
        return combat, []
    return combat.with_unit(replace(hero, hp=1)), [HeroReduced(rule="defeat.tribune", hero=hero.id, hp=1)]


def _bring_influence(combat: Combat) -> Result:
    """Mark influence equal to the act, and have the banes drawn that it brings (A3 p.7; Rulebook p.29)."""
    from hoplo_companion.rules.setup.drawing import DrawBane  # few tribunes bring any

    before = combat.yours.influence
    if before is None:
        return combat, [event_of("influence-brought", amount=combat.act)]
    after = before + combat.act
    due = after // INFLUENCE_TO_BANE - before // INFLUENCE_TO_BANE
    combat = replace(combat, yours=replace(combat.yours, influence=after))
    brought = event_of("influence-brought", amount=combat.act, influence=after)
    return push(combat, *(DrawBane(TRIBUNE, at, due) for at in range(1, due + 1))), [brought]
