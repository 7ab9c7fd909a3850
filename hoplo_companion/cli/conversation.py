"""The short conversation that begins a campaign at a terminal: whatever the options have not said is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplo_companion.campaign.setup import HERO_CLASSES, PRIMUSES, Choices
from hoplo_companion.cli.ask import choose, listed, until_good, write
from hoplo_companion.cli.names import read_class, read_dice, read_prowess
from hoplo_companion.components.names import slug

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.components.schemas import Colour, UnitClass

UNKNOWN = "I do not know yet"
OTHER = "another one"


def _dice(text: str) -> tuple[Colour, ...] | None:
    def read(answer: str) -> tuple[Colour, ...] | None:
        return read_dice(answer) or None

    return until_good(f"{text} (as in 'blue blue'; Enter if you do not know):", read)


def converse(catalogue: Catalogue, draw: list[str]) -> Choices:
    """Ask for the choices of a new campaign; StoppedError where the player stops.

    `draw` are primuses that the app has drawn, offered as one of the answers; the hero is left out of them.
    """
    heroes = catalogue.ids("heroes")
    hero = choose("Your hero?", heroes)
    record = catalogue.hero(hero)
    assert record is not None
    level_name = choose("How hard?", ["chosen", "valiant", "fearless"])
    level = catalogue.difficulty(level_name)
    assert level is not None
    classes: tuple[UnitClass, ...] = tuple(record.classes)
    if not classes:
        answer = choose(f"Which class do {record.name}'s details show (p.38-39)?", [*HERO_CLASSES, UNKNOWN])
        classes = () if answer == UNKNOWN else (read_class(answer),)
    attack: tuple[Colour, ...] | None = tuple(record.attack) if record.attack is not None else None
    if attack is None:
        attack = _dice(f"Which dice do {record.name}'s details show?")
    upgrades = ["add-die", *(f"upgrade-die:{at}" for at in range(1, len(attack) + 1))] if attack else []
    if level.choose_one_upgrade:
        upgrades += ["health", "leadership"]
    due = level.choose_one_upgrade or level.attack_upgrades
    upgrade = (choose("Which upgrade does the difficulty give you (p.9)?", upgrades),) if due and upgrades else ()
    numbers = range(1, level.prowess + 1)
    prowess = tuple(until_good(f"Prowess card {n} of {level.prowess}:", read_prowess) for n in numbers)
    scion, banes = _scion(catalogue)
    others = [each for each in heroes if each != hero]
    offered = [each for each in draw if each != hero][:PRIMUSES]
    by_app = f"drawn by the app: {', '.join(offered)}"
    primuses = tuple(offered)
    if choose("The primuses?", ["I have drawn them from the bag", by_app]) != by_app:
        drawn: list[str] = []
        while len(drawn) < PRIMUSES:
            drawn.append(choose(f"Primus {len(drawn) + 1}?", [each for each in others if each not in drawn]))
        primuses = tuple(drawn)
    return Choices(
        hero=hero,
        difficulty=level_name,
        scion=scion,
        primuses=primuses,
        prowess=prowess,
        upgrades=upgrade,
        scion_banes=banes,
        classes=classes,
        attack=attack,
    )


def _scion(catalogue: Catalogue) -> tuple[str, tuple[str, ...]]:
    """Ask for the scion, and for its bane where no source states it."""
    scion = choose("The scion?", [*catalogue.ids("scions"), OTHER])
    while scion == OTHER or not scion:
        scion = slug(write("Its name, as on its card:"))
    record = catalogue.scion(scion)
    if record is not None and record.banes:
        return scion, tuple(record.banes)
    named = write("The bane under its name (several apart by commas; Enter if none):")
    return scion, tuple(listed(named))
