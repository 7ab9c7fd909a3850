"""Chips and cards as they are named in a call: by id or by name, with near misses suggested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplo_companion.campaign.model import ARENA_CHIPS, DICE_LADDER, MOST_DICE, Prowess, RefusedError
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, catalogue, singular
from hoplo_companion.components.names import near_misses, slug
from hoplo_companion.components.words import COLOUR_NAMED, COLOURS
from hoplo_companion.errors import HoploError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hoplo_companion.components.schemas import HeroRecord
    from hoplo_companion.components.words import Colour, UnitClass


def heroes_to_show(terminal: Terminal) -> dict[str, HeroRecord]:
    """Give the records of the heroes to show; own ones that cannot be read are said, and the shipped ones shown."""

    def records(known: Catalogue) -> dict[str, HeroRecord]:
        return {id_: hero for id_ in known.ids("heroes") if (hero := known.hero(id_)) is not None}

    try:
        return records(catalogue())
    except HoploError as fault:
        terminal.notice(fault)
        return records(Catalogue())


def hero_to_show(terminal: Terminal, id_: str) -> str:
    """Name a hero as printed, to be shown."""
    hero = heroes_to_show(terminal).get(id_)
    return hero.name if hero is not None else id_


def chip_named(kind: str, name: str) -> str:
    """Find the id of a unit or tactic by name; of a chip that the data do not know, the name as an id.

    An elite unit is never recruited, sacrificed, bagged or stacked, so none is meant where a unit is named.
    """
    known = catalogue().ids(kind)
    id_ = slug(name)
    if kind == "units" and id_ not in known and id_ in (*catalogue().ids("heroes"), *catalogue().ids("scions")):
        text = f"{id_} is elite: never recruited, sacrificed, stacked, or put into the bag (p.8, 28, 33, 37)"
        raise RefusedError("camp.recruit-never", text)
    if kind == "units" and id_ in ARENA_CHIPS:
        raise RefusedError("camp.recruit-never", f"{id_} is an arena's chip, of no troop and no bag (p.5, 28, 33)")
    if id_ in known or (id_ and not near_misses(name, known)):
        return id_
    raise UnknownNameError(singular(kind), name, known)


def chips_named(kind: str, names: Iterable[str] | None) -> tuple[str, ...]:
    """Find the ids of several chips."""
    return tuple(chip_named(kind, name) for name in names or ())


def read_prowess(text: str, hero: str = "", *, any_level: bool = False) -> Prowess:
    """Read a Prowess card as typed: a name, with its level behind it where it has one (`Endurance 2`).

    What the data, or the player before, have said about its Tactic Capacity comes with it. RefusedError where it is
    known to be another hero's card, or to have levels while none is named (unless `any_level` will do).
    """
    words = text.split()
    level = 0
    if len(words) > 1 and words[-1].isascii() and words[-1].isdigit() and len(words[-1]) == 1:
        level = int(words.pop())
        if len(words) > 1 and words[-1].casefold() == "level":
            words.pop()
    name = " ".join(words)
    if not slug(name):
        raise UsageError(f"{text[:40]!r} is no Prowess card: its name, and its level behind it where it has one (p.33)")
    record = catalogue().prowess(slug(f"{name} {level}" if level else name))
    if record is None and not level and not any_level and catalogue().prowess(f"{slug(name)}-1") is not None:
        raise RefusedError("camp.prowess-level", f"{name} has levels: name one, as in {name} 1 (p.9, 33)")
    if record is not None and hero and record.hero not in ("", hero):
        raise RefusedError("setup.prowess", f"{name} is a Prowess card of {record.hero}, not of {hero} (p.9)")
    capacity = (record.tactic_capacity if record is not None else None) or 0
    label = f"{name} {level}" if level else name
    return Prowess(name, level, capacity, (record is not None and record.special) or _is_rewarded(name, label))


def _is_rewarded(*names: str) -> bool:
    """Tell whether an Opportunity card gives a Prowess card by name, so that it is a Special one (p.17)."""
    records = (catalogue().opportunity(id_) for id_ in catalogue().ids("opportunities"))
    rewards = (record.reward for record in records if record is not None and record.reward is not None)
    return any(each.kind == "special-prowess" and slug(each.name) in map(slug, names) for each in rewards)


def read_class(text: str) -> UnitClass:
    """Read a hero's class; UsageError where heroes have none of that name."""
    from hoplo_companion.campaign.setup import HERO_CLASSES

    found = next((each for each in HERO_CLASSES if each == slug(text)), None)
    if found is None:
        raise UsageError(f"{text[:40]!r} is no hero's class: it is one of {', '.join(HERO_CLASSES)} (p.11)")
    return found


def read_dice(text: str) -> tuple[Colour, ...]:
    """Read dice as typed: colours apart by spaces or commas; UsageError where one is no colour."""
    words = text.casefold().replace(",", " ").split()
    if not all(word in COLOUR_NAMED for word in words):
        raise UsageError(f"{text[:40]!r}: dice are {', '.join(COLOURS)}, apart by spaces (p.12)")
    return tuple(COLOUR_NAMED[word] for word in words)


def read_attack(text: str) -> tuple[Colour, ...]:
    """Read the dice of a hero as its details show them; UsageError for more or others than the pad has."""
    dice = read_dice(text)
    if len(dice) > MOST_DICE or not set(dice) <= set(DICE_LADDER):
        raise UsageError(f"{text[:40]!r}: the pad has at most {MOST_DICE} dice, {', '.join(DICE_LADDER)} (p.11, 33)")
    return dice


def scion_named(name: str) -> str:
    """Find the id of a scion by name; of one that the data do not know, the name as an id."""
    known = catalogue().ids("scions")
    if not slug(name) or (slug(name) not in known and near_misses(name, known)):
        raise UnknownNameError("scion", name, known)
    return slug(name)
