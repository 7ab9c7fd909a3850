"""`hoplo new`: a new campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.rival_turn import JsonOption

if TYPE_CHECKING:
    from hoplo_companion.campaign.setup import Choices
    from hoplo_companion.dice import Dice

Many = list[str] | None


def new(
    hero: Annotated[str | None, typer.Option("--hero", help="Your hero.")] = None,
    difficulty: Annotated[str | None, typer.Option("--difficulty", help="chosen, valiant or fearless.")] = None,
    prowess: Annotated[
        Many, typer.Option("--prowess", help="A Prowess card, as often as the difficulty gives.")
    ] = None,
    upgrade: Annotated[
        Many, typer.Option("--upgrade", help="add-die, upgrade-die:COLUMN; on Valiant also health, leadership.")
    ] = None,
    scion: Annotated[str | None, typer.Option("--scion", help="The scion.")] = None,
    scion_bane: Annotated[Many, typer.Option("--scion-bane", help="Its bane, put on top of the bane stack.")] = None,
    primus: Annotated[Many, typer.Option("--primus", help="One of the three primuses.")] = None,
    draw_primuses: Annotated[bool, typer.Option("--draw-primuses", help="Let the app draw the primuses.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Make the app's draw repeatable.")] = None,
    class_: Annotated[str | None, typer.Option("--class", help="Your hero's class, read off its details.")] = None,
    attack: Annotated[str | None, typer.Option("--attack", help="Your hero's dice, as in 'blue blue'.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="A name for the campaign.")] = None,
    first_game: Annotated[
        bool, typer.Option("--first-game", help="The rulebook's recommended first campaign.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Begin a campaign from its choices (Rulebook p.8-10)."""
    from hoplo_companion.campaign.setup import FIRST_GAME, begin
    from hoplo_companion.cli.seat import words_of_call
    from hoplo_companion.cli.show import at_terminal, show_json
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.dice import Dice
    from hoplo_companion.errors import UsageError
    from hoplo_companion.render.campaign import happened_words
    from hoplo_companion.table.library import Library
    from hoplo_companion.table.saves import Save
    from hoplo_companion.table.seat import to_state

    if first_game:
        chosen = (hero, difficulty, prowess, upgrade, scion, scion_bane, primus, class_, attack)
        if draw_primuses or any(each is not None for each in chosen):
            raise UsageError("--first-game chooses everything itself: leave it out to choose (p.9-10)")
        choices = FIRST_GAME
    elif hero is None and difficulty is None and scion is None and at_terminal():
        from hoplo_companion.cli.conversation import converse

        choices = converse(catalogue(), drawn_primuses(None, Dice(seed)))
    else:
        given = {"--hero": hero, "--difficulty": difficulty, "--scion": scion}
        _require(given)
        assert hero is not None
        assert difficulty is not None
        assert scion is not None
        choices = _choices(hero, difficulty, scion, prowess, upgrade, scion_bane, class_, attack)
        choices = _with_primuses(choices, primus, draw_primuses, seed)
    campaign, happened = begin(catalogue(), choices)
    library = Library()
    id_ = library.free_name(name or campaign.pad.hero)
    told = " ".join(happened_words(each) for each in happened)
    Save.create(library.folder(id_), library.copies(id_), to_state(campaign), words_of_call(), told)
    library.switch(id_)
    _remember(choices)
    if json:
        from hoplo_companion.campaign.report import pad_table

        show_json({"campaign": id_, "pad": pad_table(campaign)})
    else:
        print(told)
        print(f"the campaign is called {id_}")


def _remember(choices: Choices) -> None:
    """Keep what the player read off a hero's details, so that it is asked once."""
    from hoplo_companion.cli.show import notice
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug
    from hoplo_companion.components.own import remember

    hero = catalogue().hero(slug(choices.hero))
    assert hero is not None
    told: dict[str, list[str]] = {}
    if choices.classes and not hero.classes:
        told["class"] = list(choices.classes)
    if choices.attack and hero.attack is None:
        told["attack"] = list(choices.attack)
    if told:
        path = remember("heroes", slug(choices.hero), hero.name, told)
        notice(f"{hero.name}'s {' and '.join(told)} is kept in {path}")


def _require(given: dict[str, str | None]) -> None:
    from hoplo_companion.errors import UsageError

    lacking = [option for option, value in given.items() if value is None]
    if lacking:
        raise UsageError(f"{', '.join(lacking)} is missing: say it, or take --first-game (p.9-10)")


def _choices(
    hero: str,
    difficulty: str,
    scion: str,
    prowess: Many,
    upgrade: Many,
    scion_bane: Many,
    class_: str | None,
    attack: str | None,
) -> Choices:
    from hoplo_companion.campaign.setup import Choices
    from hoplo_companion.cli.names import read_class, read_dice, read_prowess
    from hoplo_companion.components.catalogue import UnknownNameError, catalogue
    from hoplo_companion.components.names import near_misses, slug
    from hoplo_companion.errors import UsageError

    dice = read_dice(attack) if attack is not None else None
    record = catalogue().hero(slug(hero))
    if record is not None and record.attack is None and not dice and any("die" in word for word in upgrade or ()):
        raise UsageError(f"--attack is missing: which dice do {record.name}'s details show (p.38-39)?")
    known = catalogue().scion(slug(scion))
    if known is None and near_misses(scion, catalogue().ids("scions")):
        raise UnknownNameError("scion", scion, catalogue().ids("scions"))
    banes = tuple(scion_bane or (known.banes if known is not None else None) or ())
    return Choices(
        hero=hero,
        difficulty=difficulty,
        scion=scion,
        primuses=(),
        prowess=tuple(read_prowess(card) for card in prowess or ()),
        upgrades=tuple(upgrade or ()),
        scion_banes=banes,
        classes=(read_class(class_),) if class_ is not None else (),
        attack=dice,
    )


def _with_primuses(choices: Choices, named: Many, draw: bool, seed: int | None) -> Choices:
    from msgspec.structs import replace

    from hoplo_companion.campaign.setup import PRIMUSES
    from hoplo_companion.components.names import slug
    from hoplo_companion.dice import Dice
    from hoplo_companion.errors import UsageError

    if draw == bool(named):
        raise UsageError(
            "name the three primuses, --primus NAME each, or let the app draw them with --draw-primuses (p.10)"
        )
    if not draw:
        return replace(choices, primuses=tuple(named or ()))
    return replace(choices, primuses=tuple(drawn_primuses(slug(choices.hero), Dice(seed))[:PRIMUSES]))


def drawn_primuses(hero: str | None, dice: Dice) -> list[str]:
    """Draw the other heroes in a random order."""
    from hoplo_companion.components.catalogue import catalogue

    left = [id_ for id_ in catalogue().ids("heroes") if id_ != hero]
    return [left.pop(dice.choose(len(left))) for _ in range(len(left))]
