"""The short conversation that begins a campaign at a terminal: whatever the options have not said is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import questionary

from hoplo_companion.campaign.setup import PRIMUSES, Choices
from hoplo_companion.components.names import slug
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import StoppedError

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue

UNKNOWN = "I do not know yet"
OTHER = "another one"
CLASSES = ("archer", "attacker", "defender", "tactician")


def _select(text: str, choices: list[str]) -> str:
    answer: str = questionary.select(text, choices=choices).unsafe_ask()
    return answer


def _text(text: str) -> str:
    answer: str = questionary.text(text).unsafe_ask()
    return answer.strip()


def _dice(text: str) -> tuple[str, ...] | None:
    while True:
        answer = _text(f"{text} (as in 'blue blue'; Enter if you do not know):")
        dice = tuple(answer.replace(",", " ").split())
        if all(colour in HIT_FACES for colour in dice):
            return dice or None
        print(f"  dice are {', '.join(HIT_FACES)}")


def converse(catalogue: Catalogue, draw: list[str]) -> Choices:
    """Ask for the choices of a new campaign; StoppedError where the player stops.

    `draw` are primuses that the app has drawn, offered as one of the answers; the hero is left out of them.
    """
    try:
        return _converse(catalogue, draw)
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


def _converse(catalogue: Catalogue, draw: list[str]) -> Choices:
    heroes = catalogue.ids("heroes")
    hero = _select("Your hero?", heroes)
    record = catalogue.hero(hero)
    assert record is not None
    level_name = _select("How hard?", ["chosen", "valiant", "fearless"])
    level = catalogue.difficulty(level_name)
    assert level is not None
    classes: tuple[str, ...] = tuple(record.classes)
    if not classes:
        answer = _select(f"Which class do {record.name}'s details show (p.38-39)?", [*CLASSES, UNKNOWN])
        classes = () if answer == UNKNOWN else (answer,)
    attack: tuple[str, ...] | None = tuple(record.attack) if record.attack is not None else None
    if attack is None:
        attack = _dice(f"Which dice do {record.name}'s details show?")
    upgrades = ["add-die", "upgrade-die:1", "upgrade-die:2"] if attack else []
    if level.choose_one_upgrade:
        upgrades += ["health", "leadership"]
    due = level.choose_one_upgrade or level.attack_upgrades
    upgrade = (_select("Which upgrade does the difficulty give you (p.9)?", upgrades),) if due and upgrades else ()
    from hoplo_companion.cli.camp import read_prowess

    prowess = tuple(read_prowess(_text(f"Prowess card {n} of {level.prowess}:")) for n in range(1, level.prowess + 1))
    scion, banes = _scion(catalogue)
    others = [each for each in heroes if each != hero]
    offered = [each for each in draw if each != hero][:PRIMUSES]
    by_app = f"drawn by the app: {', '.join(offered)}"
    primuses = tuple(offered)
    if _select("The primuses?", ["I have drawn them from the bag", by_app]) != by_app:
        drawn: list[str] = []
        while len(drawn) < PRIMUSES:
            drawn.append(_select(f"Primus {len(drawn) + 1}?", [each for each in others if each not in drawn]))
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
    scion = _select("The scion?", [*catalogue.ids("scions"), OTHER])
    if scion == OTHER:
        scion = slug(_text("Its name, as on its card:"))
    record = catalogue.scion(scion)
    if record is not None and record.banes:
        return scion, tuple(record.banes)
    named = _text("The bane under its name (several apart by commas; Enter if none):")
    return scion, tuple(bane.strip() for bane in named.split(",") if bane.strip())
