"""The short conversation that begins a campaign at a terminal: whatever the options leave open is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, NamedTuple

from hoplo_companion.campaign.camp import check_prowess
from hoplo_companion.campaign.model import Prowess
from hoplo_companion.campaign.naming import chip_name, given
from hoplo_companion.campaign.setup import HERO_CLASSES, PRIMUSES, check_primuses, check_upgrades
from hoplo_companion.cli.campaign.names import (
    names_known,
    prowess_known,
    read_attack,
    read_class,
    read_prowess,
    scion_named,
)
from hoplo_companion.cli.campaign.rewards import upgrades
from hoplo_companion.cli.options import Many, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import DifficultyRecord, HeroRecord
from hoplo_companion.components.words import Colour
from hoplo_companion.errors import UsageError
from hoplo_companion.language import plural, tr

UNKNOWN = "unknown"
OTHER = "another one"
LEVELS = ("chosen", "valiant", "fearless")


class Entered(NamedTuple):
    """What was entered of a new campaign, in the words of the options of `hoplo new`; None for what is still open."""

    hero: Annotated[str | None, option("Your hero.", "heroes")] = None
    difficulty: Annotated[str | None, option("chosen, valiant or fearless.", "difficulty")] = None
    prowess: Annotated[Many, option("A Prowess card that the difficulty gives; may be repeated.")] = None
    upgrade: Annotated[Many, option("add-die, upgrade-die:COLUMN; on Valiant also health, leadership.")] = None
    scion: Annotated[str | None, option("The scion.", "scions")] = None
    scion_bane: Annotated[Many, option("Its bane; NAME:KIND with Mercury's Boots.")] = None
    primus: Annotated[Many, option("One of the three primuses.", "heroes")] = None
    class_: Annotated[str | None, option("Your hero's class, read off its details.")] = None
    attack: Annotated[str | None, option("Your hero's dice, as in 'blue blue'.")] = None

    def is_enough(self, catalogue: Catalogue) -> bool:
        """Say whether a campaign can be begun without a question: only a class or dice may still be unknown."""
        if None in (self.hero, self.difficulty, self.scion, self.primus):
            return False
        level, scion = catalogue.difficulty(slug(self.difficulty or "")), catalogue.scion(slug(self.scion or ""))
        return level is None or not (
            (self.upgrade is None and (level.choose_one_upgrade or level.attack_upgrades))
            or (self.prowess is None and level.prowess)
            or (self.scion_bane is None and (scion is None or not scion.banes))
        )


def converse(terminal: Terminal, catalogue: Catalogue, entered: Entered, draw: list[str]) -> Entered:
    """Ask for everything that is still open; StoppedError where the player stops.

    `draw` are primuses that the app has drawn, offered as one of the answers; the hero is left out of them.
    """
    # What was entered is checked before anything is asked, so that no answer is given in vain.
    _check(entered, catalogue)
    entered, hero = _ask_hero(terminal, catalogue, entered, _starts_with)
    level = catalogue.record("difficulty", slug(entered.difficulty or ""))
    assert isinstance(level, DifficultyRecord)
    _check(entered, catalogue)
    entered = _ask_details(terminal, entered, hero, level)
    entered = _ask_upgrade(terminal, entered, hero, level)
    entered = _ask_prowess(terminal, entered, level)
    entered = ask_scion(terminal, entered, catalogue)
    others = [each for each in catalogue.ids("heroes") if each != slug(entered.hero or "")]
    return _ask_primuses(terminal, entered, others, draw)


def converse_hero(terminal: Terminal, catalogue: Catalogue, entered: Entered, *, has_level: bool) -> Entered:
    """Ask for the hero and the level of a campaign with Mercury's Boots, and for the extra Prowess of the details."""
    _check(entered._replace(primus=None, prowess=None), catalogue)
    entered, hero = _ask_hero(terminal, catalogue, entered, _blessings_of if has_level else None)
    entered = _ask_details(terminal, entered, hero, None)
    if has_level and entered.prowess is None:
        text = tr("Prowess that {hero}'s details print as extra (separated by commas; Enter if none):", hero=hero.name)
        cards = terminal.until_good(text, lambda line: [_valid([], slug(hero.name), each) for each in listed(line)])
        entered = entered._replace(prowess=[card.label() for card in cards])
    return entered


def _ask_hero(
    terminal: Terminal, catalogue: Catalogue, entered: Entered, starts: Callable[[DifficultyRecord], str] | None
) -> tuple[Entered, HeroRecord]:
    """Ask for the hero, and for the level by how each of them starts, where there is a choice of levels."""
    if not entered.hero:
        entered = entered._replace(hero=terminal.choose(tr("Your hero?"), _named(catalogue.ids("heroes"))))
    if starts is not None and not entered.difficulty:
        levels = {id_: record for id_ in LEVELS if (record := catalogue.difficulty(id_)) is not None}
        words = {id_: f"{level.name}: {starts(level)}" for id_, level in levels.items()}
        entered = entered._replace(difficulty=terminal.choose(tr("How hard?"), words))
    hero = catalogue.record("heroes", slug(entered.hero or ""))
    assert isinstance(hero, HeroRecord)
    return entered, hero


def _named(ids: Iterable[str]) -> dict[str, str]:
    """Name heroes or scions as printed."""
    return {id_: chip_name(id_) for id_ in ids}


def _blessings_of(level: DifficultyRecord) -> str:
    return plural("{n} blessing", "{n} blessings", level.boots_blessings)


def _starts_with(level: DifficultyRecord) -> str:
    parts = [
        plural("{n} Prowess card", "{n} Prowess cards", level.prowess) if level.prowess else tr("no Prowess cards"),
        plural("{n} blessing", "{n} blessings", level.blessings) if level.blessings else tr("no blessings"),
    ]
    parts += [tr("Health +{n}", n=level.health)] if level.health else []
    parts += [tr("Leadership +{n}", n=level.leadership)] if level.leadership else []
    parts += [tr("a die added or upgraded")] if level.attack_upgrades else []
    parts += [tr("an upgrade of your choice")] if level.choose_one_upgrade else []
    parts += [tr("scion influence {n}", n=level.influence)] if level.influence else []
    return ", ".join(parts if level.tactics else [*parts, tr("no tactics")])


def _check(entered: Entered, catalogue: Catalogue) -> None:
    """Refuse what was entered wrong, as far as what is known so far shows it."""
    hero = slug(entered.hero or "")
    level = None
    if entered.hero is not None:
        catalogue.record("heroes", hero)
    if entered.difficulty is not None:
        catalogue.record("difficulty", slug(entered.difficulty))
        level = catalogue.difficulty(slug(entered.difficulty))
    if entered.class_ is not None:
        read_class(entered.class_)
    read_attack(entered.attack or "")
    if entered.scion is not None:
        scion_named(entered.scion)
    if entered.primus is not None:
        check_primuses(catalogue, entered.primus, hero)
    if entered.upgrade is not None and level is not None:
        check_upgrades(entered.upgrade, level)
    earned: list[Prowess] = []
    for card in entered.prowess or ():
        earned.append(_valid(earned, hero, card))
    if entered.prowess is not None and level is not None and len(earned) != level.prowess:
        text = plural(
            "on {level} you start with {n} Prowess card, not {given} (p.9)",
            "on {level} you start with {n} Prowess cards, not {given} (p.9)",
            level.prowess,
            level=level.name,
            given=given(card.label() for card in earned),
        )
        raise UsageError(text)


def _ask_details(terminal: Terminal, entered: Entered, hero: HeroRecord, level: DifficultyRecord | None) -> Entered:
    """Ask for what the hero's details show in pictures: its class and its dice, which a difficulty may change."""
    if entered.class_ is None and not hero.classes:
        text = tr("Which class do {hero}'s details show (p.38-39)?", hero=hero.name)
        words: dict[str, str] = {each: each.capitalize() for each in HERO_CLASSES}
        answer = terminal.choose(text, {**words, UNKNOWN: tr("I do not know yet")})
        entered = entered._replace(class_=None if answer == UNKNOWN else answer)
    if entered.attack is not None or hero.attack is not None:
        return entered
    if level is not None and level.attack_upgrades and not level.choose_one_upgrade:
        text = tr("Which dice do {hero}'s details show (p.38-39)? (as in 'blue blue')", hero=hero.name)
        return entered._replace(attack=" ".join(terminal.until_good(text, _some_dice)))
    text = tr(
        "Which dice do {hero}'s details show (p.38-39)? (as in 'blue blue'; Enter if you do not know)", hero=hero.name
    )
    return entered._replace(attack=" ".join(terminal.until_good(text, read_attack)) or None)


def _some_dice(text: str) -> tuple[Colour, ...]:
    dice = read_attack(text)
    if not dice:
        raise UsageError(tr("the difficulty adds or upgrades one of them, so they must be known (p.9)"))
    return dice


def _ask_upgrade(terminal: Terminal, entered: Entered, hero: HeroRecord, level: DifficultyRecord) -> Entered:
    """Ask for the upgrade that the difficulty gives."""
    if entered.upgrade is not None or not (level.choose_one_upgrade or level.attack_upgrades):
        return entered
    attack = read_attack(entered.attack) if entered.attack is not None else hero.attack or ()
    either = level.choose_one_upgrade
    choices = upgrades(attack or None, leadership=either, health=either)
    if not choices:
        return entered
    text = tr("Which upgrade does the difficulty give you (p.9)?")
    return entered._replace(upgrade=[terminal.choose(text, choices)])


def _ask_prowess(terminal: Terminal, entered: Entered, level: DifficultyRecord) -> Entered:
    """Ask for the Prowess cards that the difficulty gives."""
    if entered.prowess is not None:
        return entered
    earned: list[Prowess] = []
    for at in range(1, level.prowess + 1):
        text = tr("Prowess card {at} of {count}:", at=at, count=level.prowess)
        hero = slug(entered.hero or "")
        earned.append(terminal.until_good(text, partial(_valid, earned, hero), "", prowess_known(hero)))
    return entered._replace(prowess=[card.label() for card in earned])


def _valid(earned: list[Prowess], hero: str, text: str) -> Prowess:
    card = read_prowess(text, hero)
    check_prowess(earned, card)
    return card


def ask_scion(terminal: Terminal, entered: Entered, catalogue: Catalogue) -> Entered:
    """Ask for the scion, and for its bane where no source states it."""
    known = _named(catalogue.ids("scions"))
    scion = entered.scion or terminal.choose(tr("The scion?"), {**known, OTHER: tr("another one")})
    while scion == OTHER or not slug(scion):
        scion = terminal.write(tr("Its name, as on its card:"), "", [*known.values()])
    record = catalogue.scion(slug(scion))
    banes = entered.scion_bane
    if banes is None and (record is None or not record.banes):
        text = tr("The bane under its name (several separated by commas; Enter if none):")
        banes = listed(terminal.write(text, "", names_known("banes")))
    return entered._replace(scion=scion, scion_bane=banes)


def _ask_primuses(terminal: Terminal, entered: Entered, others: list[str], draw: list[str]) -> Entered:
    if entered.primus is not None:
        return entered
    offered = [each for each in draw if each in others][:PRIMUSES]
    by_app = tr("drawn by the app: {primuses}", primuses=", ".join(_named(offered).values()))
    words = {"by hand": tr("I have drawn them from the bag"), "by the app": by_app}
    if terminal.choose(tr("The primuses?"), words) == "by the app":
        return entered._replace(primus=offered)
    drawn: list[str] = []
    while len(drawn) < PRIMUSES:
        left = _named(each for each in others if each not in drawn)
        drawn.append(terminal.choose(tr("Primus {at}?", at=len(drawn) + 1), left))
    return entered._replace(primus=drawn)
