"""The short conversation that begins a campaign at a terminal: whatever the options have not said is asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign.camp import check_prowess
from hoplo_companion.campaign.setup import HERO_CLASSES, PRIMUSES, check_primuses, check_upgrades
from hoplo_companion.cli.campaign.names import read_attack, read_class, read_prowess, scion_named
from hoplo_companion.cli.campaign.rewards import upgrades
from hoplo_companion.cli.terminal.ask import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError
from hoplo_companion.render.sentences.words import count

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Prowess
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.components.schemas import DifficultyRecord, HeroRecord
    from hoplo_companion.components.words import Colour

UNKNOWN = "I do not know yet"
OTHER = "another one"
LEVELS = ("chosen", "valiant", "fearless")
BY_HAND, BY_APP = "by hand", "by the app"


class Told(Struct, frozen=True, kw_only=True):
    """What has been said of a new campaign, in the words of the options of `hoplo new`; None where nothing was said."""

    hero: str | None = None
    difficulty: str | None = None
    prowess: list[str] | None = None
    upgrade: list[str] | None = None
    scion: str | None = None
    scion_bane: list[str] | None = None
    primus: list[str] | None = None
    class_: str | None = None
    attack: str | None = None

    def is_enough(self, catalogue: Catalogue) -> bool:
        """Tell whether a campaign can be begun without a question: only a class or dice may still be unknown."""
        if None in (self.hero, self.difficulty, self.scion, self.primus):
            return False
        level, scion = catalogue.difficulty(slug(self.difficulty or "")), catalogue.scion(slug(self.scion or ""))
        return level is None or not (
            (self.upgrade is None and (level.choose_one_upgrade or level.attack_upgrades))
            or (self.prowess is None and level.prowess)
            or (self.scion_bane is None and (scion is None or not scion.banes))
        )


def converse(terminal: Terminal, catalogue: Catalogue, told: Told, draw: list[str]) -> Told:
    """Ask for everything that was not told; StoppedError where the player stops.

    `draw` are primuses that the app has drawn, offered as one of the answers; the hero is left out of them.
    """
    # What was told is checked before anything is asked, so that no answer is given in vain.
    _check(told, catalogue)
    heroes = catalogue.ids("heroes")
    told = replace(told, hero=told.hero or terminal.choose("Your hero?", heroes, named_heroes(catalogue, heroes)))
    told = replace(told, difficulty=told.difficulty or terminal.choose("How hard?", *_levels(catalogue)))
    hero = catalogue.record("heroes", slug(told.hero or ""))
    level = catalogue.record("difficulty", slug(told.difficulty or ""))
    _check(told, catalogue)
    told = _ask_details(terminal, told, hero, level)  # type: ignore[arg-type]
    told = _ask_difficulty(terminal, told, hero, level)  # type: ignore[arg-type]
    told = _ask_scion(terminal, told, catalogue)
    return _ask_primuses(terminal, told, [each for each in heroes if each != slug(told.hero or "")], draw, catalogue)


def _levels(catalogue: Catalogue) -> tuple[list[str], list[str]]:
    """List the difficulty levels, and say what each starts with (p.9-10)."""
    levels = {id_: record for id_ in LEVELS if (record := catalogue.difficulty(id_)) is not None}
    return list(levels), [f"{level.name}: {_starts_with(level)}" for level in levels.values()]


def _starts_with(level: DifficultyRecord) -> str:
    parts = [count(level.prowess, "Prowess card"), count(level.blessings, "blessing")]
    parts += [f"Health +{level.health}"] if level.health else []
    parts += [f"Leadership +{level.leadership}"] if level.leadership else []
    parts += ["a die added or upgraded"] if level.attack_upgrades else []
    parts += ["an upgrade of your choice"] if level.choose_one_upgrade else []
    parts += [f"{level.influence} influence of the scion"] if level.influence else []
    return ", ".join(parts if level.tactics else [*parts, "no tactics"])


def named_heroes(catalogue: Catalogue, ids: list[str]) -> list[str]:
    """Name heroes as their details do."""
    return [record.name for record in map(catalogue.hero, ids) if record is not None]


def _check(told: Told, catalogue: Catalogue) -> None:
    """Refuse what was told wrong, as far as what is known so far lets it be told."""
    hero = slug(told.hero or "")
    level = None
    if told.hero is not None:
        catalogue.record("heroes", hero)
    if told.difficulty is not None:
        catalogue.record("difficulty", slug(told.difficulty))
        level = catalogue.difficulty(slug(told.difficulty))
    if told.class_ is not None:
        read_class(told.class_)
    read_attack(told.attack or "")
    if told.scion is not None:
        scion_named(told.scion)
    if told.primus is not None:
        check_primuses(catalogue, told.primus, hero)
    if told.upgrade is not None and level is not None:
        check_upgrades(told.upgrade, level)
    earned: list[Prowess] = []
    for card in told.prowess or ():
        earned.append(_valid(earned, hero, card))
    if told.prowess is not None and level is not None and len(earned) != level.prowess:
        raise UsageError(f"on {level.name} you start with {level.prowess} Prowess cards, not {len(earned)} (p.9)")


def _ask_details(terminal: Terminal, told: Told, hero: HeroRecord, level: DifficultyRecord) -> Told:
    """Ask for what the hero's details show in pictures: its class and its dice, which a difficulty may change."""
    if told.class_ is None and not hero.classes:
        answer = terminal.choose(f"Which class do {hero.name}'s details show (p.38-39)?", [*HERO_CLASSES, UNKNOWN])
        told = replace(told, class_=None if answer == UNKNOWN else answer)
    if told.attack is None and hero.attack is None:
        are_needed = level.attack_upgrades and not level.choose_one_upgrade
        skip = "" if are_needed else "; Enter if you do not know"
        text = f"Which dice do {hero.name}'s details show (p.38-39)? (as in 'blue blue'{skip})"
        told = replace(
            told, attack=" ".join(terminal.until_good(text, _some_dice if are_needed else read_attack)) or None
        )
    return told


def _some_dice(text: str) -> tuple[Colour, ...]:
    dice = read_attack(text)
    if not dice:
        raise UsageError("the difficulty adds or upgrades one of them, so they must be known (p.9)")
    return dice


def _ask_difficulty(terminal: Terminal, told: Told, hero: HeroRecord, level: DifficultyRecord) -> Told:
    """Ask for the upgrade and the Prowess cards that the difficulty gives."""
    if told.upgrade is None and (level.choose_one_upgrade or level.attack_upgrades):
        attack = read_attack(told.attack) if told.attack is not None else hero.attack or ()
        either = level.choose_one_upgrade
        choices = upgrades(attack or None, leadership=either, health=either)
        if choices:
            text = "Which upgrade does the difficulty give you (p.9)?"
            told = replace(told, upgrade=[terminal.choose(text, list(choices), list(choices.values()))])
    if told.prowess is None:
        earned: list[Prowess] = []
        for number in range(1, level.prowess + 1):
            earned.append(
                terminal.until_good(
                    f"Prowess card {number} of {level.prowess}:", partial(_valid, earned, slug(told.hero or ""))
                )
            )
        told = replace(told, prowess=[card.label() for card in earned])
    return told


def _valid(earned: list[Prowess], hero: str, text: str) -> Prowess:
    card = read_prowess(text, hero)
    check_prowess(earned, card)
    return card


def _ask_scion(terminal: Terminal, told: Told, catalogue: Catalogue) -> Told:
    """Ask for the scion, and for its bane where no source states it."""
    scion = told.scion or terminal.choose("The scion?", [*catalogue.ids("scions"), OTHER])
    while scion == OTHER or not slug(scion):
        scion = terminal.write("Its name, as on its card:")
    record = catalogue.scion(slug(scion))
    banes = told.scion_bane
    if banes is None and (record is None or not record.banes):
        banes = listed(terminal.write("The bane under its name (several apart by commas; Enter if none):"))
    return replace(told, scion=scion, scion_bane=banes)


def _ask_primuses(terminal: Terminal, told: Told, others: list[str], draw: list[str], catalogue: Catalogue) -> Told:
    if told.primus is not None:
        return told
    offered = [each for each in draw if each in others][:PRIMUSES]
    by_app = f"drawn by the app: {', '.join(named_heroes(catalogue, offered))}"
    if terminal.choose("The primuses?", [BY_HAND, BY_APP], ["I have drawn them from the bag", by_app]) == BY_APP:
        return replace(told, primus=offered)
    drawn: list[str] = []
    while len(drawn) < PRIMUSES:
        left = [each for each in others if each not in drawn]
        drawn.append(terminal.choose(f"Primus {len(drawn) + 1}?", left, named_heroes(catalogue, left)))
    return replace(told, primus=drawn)
