"""Chips, tactics and regions as they are called in sentences: by the names printed on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import Variant, step_name
from hoplo_companion.errors import HoploError
from hoplo_companion.language import in_sense, later, show_as, tr

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Move, Prowess

R = TypeVar("R")

_MOVES = {
    "set-up": later("the set-up"),
    "rival-turn": later("the rival's turn"),
    "arena-turn": later("the arena's turn"),
    "begin": later("the start of your turn"),
    "correct": later("a correction"),
    "surrender": later("your surrender"),
}


def move_name(move: Move) -> str:
    """Name a move of a fight as the player knows it, an action of yours as it is typed."""
    if move.do == "rival-turn" and move.words:
        return tr("the rival's {step}", step=step_name(move.words[0]))
    return tr(_MOVES[move.do]) if move.do in _MOVES else f"`{' '.join([move.do, *move.words])}`"


CAPITALS = {
    "Lamosians": later("the capital of the Lamosians"),
    "Atlanteans": later("the capital of the Atlanteans"),
    "Pluto's Refugees": later("the capital of Pluto's Refugees"),
    "New Argonauts": later("the capital of the New Argonauts"),
    "Vesuvians": later("the capital of the Vesuvians"),
    "Amazons": later("the capital of the Amazons"),
    "Parthians": later("the capital of the Parthians"),
    "Kunlun": later("the capital of Kunlun"),
}
"""How sentences call the capital of each region as long as it has no name of its own."""


def name_of_capital(region: str) -> str:
    """Name a region's capital as long as the player has not: the map shows it by a picture alone (p.10, 14)."""
    return f"{region} capital"


show_as({name_of_capital(region): words for region, words in CAPITALS.items()})


KINDS = {
    "sport": later("Sport"),
    "bloodshed": later("Bloodshed"),
    "opportunity": later("Opportunity"),
    "harbor": later("harbor"),
    "capital": later("capital"),
}
"""The types of location, which are those of their events too (Rulebook p.14)."""


BOOTS = {"2024": later("Mercury's Boots"), "promo": later("Mercury's Boots, by the promo sheet")}
MODULE_NAMES = {
    "faces-of-evil": later("Faces of Evil"),
    "dark-days": later("Dark Days"),
    "strange-sands": later("Strange Sands"),
    "rivals": later("The Rivals"),
}
"""The expansions as they are called (A3)."""


def chip_name(id_: str) -> str:
    """Name a unit, hero, scion, tactic or bane."""
    return _name(id_, "units", "heroes", "scions", "tactics", "banes")


def home_of(hero: str) -> str:
    """The home region of a hero; empty where it is not known."""
    record = readable(lambda known: known.hero(slug(hero))) or Catalogue().hero(slug(hero))
    return slug(record.region) if record is not None else ""


def region_name(id_: str) -> str:
    """Name a region, which its faction and its arena share; what lies in none is at sea."""
    return _name(id_, "arenas") if id_ else tr("at sea")


def kind_name(kind: str) -> str:
    """Name a type of location, or of event."""
    return tr(KINDS[kind])


def variant_words(variant: Variant) -> str:
    """Name the expansions that are played with: the sheet of Mercury's Boots, and the modules."""
    boots = [tr(BOOTS[variant.boots])] if variant.boots else []
    return ", ".join([*boots, *(tr(MODULE_NAMES[each]) for each in variant.modules)])


def readable(found: Callable[[Catalogue], R | None]) -> R | None:
    """What records say, where own ones can be read; what is wrong with them is said where one is needed."""
    with suppress(HoploError):
        return found(catalogue())
    return None


def _name(id_: str, *kinds: str) -> str:
    """The name of a record; where there is none, the words of the id, or the name that was typed."""
    if name := readable(lambda known: known.name(slug(id_), *kinds)):
        return name
    return " ".join(word.capitalize() for word in id_.split("-")) if slug(id_) == id_ else id_


def unknown_prowess(cards: Iterable[Prowess]) -> list[str]:
    """The Prowess cards of which nobody has entered what they say."""
    found = []
    for card in cards:
        with suppress(HoploError):  # what is wrong with the player's own records is said elsewhere
            record = catalogue().prowess(slug(card.label()))
            if not card.tactic_capacity and (record is None or not (record.effects or record.text)):
                found.append(card.label())
    return found


def chip_names(ids: Iterable[str]) -> str:
    """Chips by their names."""
    return ", ".join(map(chip_name, ids)) or tr("nothing")


def given(names: Iterable[str]) -> str:
    """Count what was given, and name it: `2 (Archer, Defender)`."""
    listed = list(names)
    return f"{len(listed)} ({', '.join(listed)})" if listed else in_sense("of chips and cards", "none")
