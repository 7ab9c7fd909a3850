"""What is put right in a save while a fight is on: the board has the same numbers, and is put right with it."""

from __future__ import annotations

from typing import Any

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.rules.corrections import OF_COMBAT, OF_UNIT, chips_to_lay
from hoplo_companion.rules.model import Combat, Place
from hoplo_companion.rules.naming import candidates
from hoplo_companion.table.play.fight import Game

FIGHT = "fight"
HEX = "hex"


def is_on(campaign: Campaign) -> bool:
    """Tell whether a fight is followed that is not over yet."""
    return campaign.fight is not None and not campaign.fight.over


def correction_of(campaign: Campaign, catalogue: Catalogue, key: str, value: str) -> tuple[str, ...]:
    """Give the words of the correction that a key of a fix stands for; nothing where it names no part of the fight.

    Shapes: `UNIT.hp`, `UNIT.dazed`, `UNIT.tactics`, `UNIT.tribune`, `UNIT.hex`; `fight.points` and whatever else `set`
    says of a combat; `fight.flag` and the arena's chips. `fight.` may stand before a unit too. What the pad shows of
    the hero stands on the board as well: `pad.hp` and `pad.blessings` mean both.
    """
    if not is_on(campaign):
        return ()
    combat = Game(campaign, catalogue).combat
    hero = combat.hero()
    if key == "pad.blessings":
        return ("set", "blessings", value)
    if key == "pad.hp" and hero is not None:
        return ("set", hero.id, "hp", value)
    head, _, rest = key.partition(".")
    whole = rest if head == FIGHT else key
    if head == FIGHT and whole in (*OF_COMBAT, *chips_to_lay(combat)):
        return ("set", whole, value)
    name, _, what = whole.rpartition(".")
    stored = Fight if head == FIGHT else Campaign
    if what not in (*OF_UNIT, HEX) or name.partition(".")[0] in ("", *stored.__struct_fields__):
        return ()
    if what != HEX:
        return ("set", name, what, value)
    found = candidates(combat, name, combat.units.values())
    return ("move" if len(found) == 1 and found[0].hex else "place", name, value)


def stands(combat: Combat, words: tuple[str, ...]) -> Any:
    """Tell what stands now where a correction puts something: a number, yes or no, names, a hex; None for nothing."""
    if words[0] != "set" or len(words) == 4:
        found = candidates(combat, words[1], combat.units.values())
        unit = found[0] if len(found) == 1 else None
        if unit is None:
            return None
        return getattr(unit, words[2]) if words[0] == "set" else combat.arena.mat.name(unit.hex) if unit.hex else None
    what = slug(words[1])
    if what in ("tactics", "camp-units", "hero", "blessings"):
        return getattr(combat.yours, what.replace("-", "_"))
    if what in OF_COMBAT:
        return getattr(combat, what.replace("-", "_"))
    return _place(combat, combat.flag if what == "flag" else combat.chips.get(what))


def _place(combat: Combat, place: Place | None) -> str | None:
    if place is None:
        return None
    return combat.arena.mat.name(place.hex) if place.hex else place.holder
