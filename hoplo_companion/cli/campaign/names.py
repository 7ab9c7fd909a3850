"""Chips and cards as they are named in a call: by id or by name, with near misses suggested."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.campaign.model import ARENA_CHIPS, DICE_LADDER, MOST_DICE, Prowess, RefusedError
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.campaign.setup import HERO_CLASSES
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, catalogue, singular
from hoplo_companion.components.names import near_misses, slug
from hoplo_companion.components.schemas import HeroRecord
from hoplo_companion.components.words import COLOURS, Colour, UnitClass, read_dice
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import tr


def heroes_to_show(terminal: Terminal) -> dict[str, HeroRecord]:
    """Give the records of the heroes to show; own ones that cannot be read are said, and the shipped ones shown."""
    try:
        return _heroes(catalogue())
    except HoploError as fault:
        terminal.notice(fault)
        return _heroes(Catalogue())


def _heroes(known: Catalogue) -> dict[str, HeroRecord]:
    return {id_: hero for id_ in known.ids("heroes") if (hero := known.hero(id_)) is not None}


def home_regions() -> dict[str, str]:
    """Give each hero's home region."""
    return {id_: hero.region for id_, hero in _heroes(catalogue()).items()}


def hero_to_show(terminal: Terminal, id_: str) -> str:
    """Name a hero as printed, to be shown."""
    hero = heroes_to_show(terminal).get(id_)
    return hero.name if hero is not None else id_


def chip_named(kind: str, name: str) -> str:
    """Find the id of a unit or tactic by name; of a chip that the data do not know, the name as an id.

    An elite unit is never recruited, sacrificed, bagged or stacked, so it cannot be meant where a unit is named.
    """
    known = catalogue().ids(kind)
    id_ = slug(name)
    if kind == "units" and id_ not in known and id_ in (*catalogue().ids("heroes"), *catalogue().ids("scions")):
        text = tr(
            "{unit} is elite: it is never recruited or sacrificed, nor put into a stack or the bag (p.8, 28, 33, 37)",
            unit=chip_name(id_),
        )
        raise RefusedError("camp.recruit-never", text)
    if kind == "units" and id_ in ARENA_CHIPS:
        text = tr(
            "{chip} is a chip of an arena: it joins no troop, and never goes into the bag (p.5, 28, 33)",
            chip=chip_name(id_),
        )
        raise RefusedError("camp.recruit-never", text)
    if HEX.fullmatch(name.strip()):
        raise UsageError(tr("{name} is a hex: type the name of the chip.", name=clip(name)))
    if id_ in known or (id_ and not near_misses(name, known)):
        return id_
    raise UnknownNameError(singular(kind), name, known)


def chips_named(kind: str, names: Iterable[str] | None) -> tuple[str, ...]:
    """Find the ids of several chips."""
    return tuple(chip_named(kind, name) for name in names or ())


def names_known(kind: str) -> list[str]:
    """List what is known of a kind by its names as printed, for Tab and for a slip of the hand."""
    return [str((catalogue().raw(kind, id_) or {}).get("name", id_)) for id_ in catalogue().ids(kind)]


def prowess_known(hero: str) -> list[str]:
    """List the Prowess cards that are known and a hero may gain, each with its level."""
    cards = [card for id_ in catalogue().ids("prowess") if (card := catalogue().prowess(id_)) and not card.special]
    fitting = [card for card in cards if card.hero in ("", hero)]
    return [f"{card.name} {card.level}" if card.level else card.name for card in fitting]


def read_prowess(text: str, hero: str = "", *, any_level: bool = False) -> Prowess:
    """Read a Prowess card as typed: a name, followed by its level if it has one (`Endurance 2`).

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
        text = tr(
            "{text} is not a Prowess card: write its name, followed by its level if it has one (p.33)", text=clip(text)
        )
        raise UsageError(text)
    label = f"{name} {level}" if level else name
    record = catalogue().prowess(slug(label))
    if record is None and not level and not any_level and catalogue().prowess(f"{slug(name)}-1") is not None:
        text = tr("{card} has levels: name one, as in {card} 1 (p.9, 33)", card=name)
        raise RefusedError("camp.prowess-level", text)
    if record is not None and hero and record.hero not in ("", hero):
        text = tr(
            "{card} is a Prowess card of {owner}, not of {hero} (p.9)",
            card=name,
            owner=chip_name(record.hero),
            hero=chip_name(hero),
        )
        raise RefusedError("setup.prowess", text)
    capacity = (record.tactic_capacity if record is not None else None) or 0
    return Prowess(name, level, capacity, (record is not None and record.special) or _is_rewarded(name, label))


def _is_rewarded(*names: str) -> bool:
    """Say whether an Opportunity card gives a Prowess card by name, so that it is a Special one (p.17)."""
    records = (catalogue().opportunity(id_) for id_ in catalogue().ids("opportunities"))
    rewards = (record.reward for record in records if record is not None and record.reward is not None)
    return any(each.kind == "special-prowess" and slug(each.name) in map(slug, names) for each in rewards)


def read_class(text: str) -> UnitClass:
    """Read a hero's class; UsageError where heroes have none of that name."""
    found = next((each for each in HERO_CLASSES if each == slug(text)), None)
    if found is None:
        text = tr("{text} is not a class of heroes: {classes} (p.11)", text=clip(text), classes=", ".join(HERO_CLASSES))
        raise UsageError(text)
    return found


def dice_typed(text: str) -> tuple[Colour, ...]:
    """Read dice as typed: colours separated by spaces or commas; UsageError where one is not a colour."""
    dice = read_dice(text)
    if dice is None:
        text = tr(
            "{text}: write the colours of dice, {colours}, separated by spaces, or a letter each, as in bb (p.12)",
            text=clip(text),
            colours=", ".join(COLOURS),
        )
        raise UsageError(text)
    return dice


def read_attack(text: str) -> tuple[Colour, ...]:
    """Read the dice of a hero as its details show them; UsageError for more or others than the pad has."""
    dice = dice_typed(text)
    if len(dice) > MOST_DICE or not set(dice) <= set(DICE_LADDER):
        text = tr(
            "{text}: the pad has at most {most} dice, of the colours {colours} (p.11, 33)",
            text=clip(text),
            most=MOST_DICE,
            colours=", ".join(DICE_LADDER),
        )
        raise UsageError(text)
    return dice


def scion_named(name: str) -> str:
    """Find the id of a scion by name; of one that the data do not know, the name as an id."""
    known = catalogue().ids("scions")
    if not slug(name) or (slug(name) not in known and near_misses(name, known)):
        raise UnknownNameError("scion", name, known)
    return slug(name)
