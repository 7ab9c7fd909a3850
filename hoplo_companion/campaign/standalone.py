"""A stand-alone fight, outside any campaign: a table that holds one hero, a camp, and nothing to come (p.17-30)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hoplo_companion.campaign.model import STAND_ALONE, Bag, Camp, Campaign, Pad, Prowess
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import Colour


class Troop(Struct, frozen=True, kw_only=True):
    """Who fights: your hero as its details print it, but for what is given differently, and your camp."""

    hero: str
    units: Sequence[str] = ()
    tactics: Sequence[str] = ()
    prowess: Sequence[Prowess] = ()
    hp: int | None = None
    health: int | None = None
    attack: tuple[Colour, ...] | None = None
    blessings: int = 0


def stand_alone(catalogue: Catalogue, troop: Troop, act: int) -> Campaign:
    """Make the table of a stand-alone fight; UnknownNameError where there is no such hero."""
    hero = catalogue.hero(slug(troop.hero))
    if hero is None:
        raise UnknownNameError("hero", troop.hero, catalogue.ids("heroes"))
    health = troop.health or hero.health
    pad = Pad(
        hero=slug(troop.hero),
        movement=hero.movement,
        range=hero.range,
        health=health,
        hp=health if troop.hp is None else troop.hp,
        leadership=hero.leadership,
        classes=tuple(hero.classes),
        attack=troop.attack or (tuple(hero.attack) if hero.attack is not None else None),
        blessings=troop.blessings,
        act=act,
    )
    camp = Camp(units=tuple(troop.units), tactics=tuple(troop.tactics), prowess=tuple(troop.prowess))
    return Campaign(difficulty=STAND_ALONE, pad=pad, camp=camp, bag=Bag(), scion="", primuses=(), phase="cleanup")
