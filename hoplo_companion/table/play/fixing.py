"""What is put right in a save while a fight is on: the board has the same numbers, and is put right with it."""

from __future__ import annotations

from typing import Any

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError
from hoplo_companion.rules.by_hand import OF_COMBAT, OF_UNIT, chips_to_lay, read_setting
from hoplo_companion.rules.model import Combat
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
    stored = Fight if head == FIGHT else Campaign
    if head == FIGHT and whole in (*OF_COMBAT, *chips_to_lay(combat)) and whole not in stored.__struct_fields__:
        return ("set", whole, value)
    name, _, what = whole.rpartition(".")
    known = [word for word, each in OF_UNIT.items() if each.field]
    if what not in known or name.partition(".")[0] in ("", *stored.__struct_fields__):
        return ()
    if what != HEX:
        return ("set", name, what, value)
    found = candidates(combat, name, combat.units.values())
    return ("move" if len(found) == 1 and found[0].hex else "place", name, value)


def stands(combat: Combat, words: tuple[str, ...]) -> Any:
    """Give what is there now where a correction sets something: a number, yes or no, names, a hex; None for nothing."""
    try:
        setting = read_setting(combat, words)
    except HoploError:
        return None
    return setting.now(combat)
