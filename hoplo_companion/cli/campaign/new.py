"""`hoplo new`: a new campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from hoplo_companion.cli.campaign.new_questions import Told
from hoplo_companion.cli.fight.scion_card import sure_of_scion
from hoplo_companion.cli.options import JsonOption
from hoplo_companion.cli.shell.names import name_of
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from hoplo_companion.campaign.setup import Choices
    from hoplo_companion.dice import Dice

Many = list[str] | None


def new(
    terminal: Terminal,
    hero: Annotated[str | None, typer.Option("--hero", help="Your hero.", autocompletion=name_of("heroes"))] = None,
    difficulty: Annotated[
        str | None,
        typer.Option("--difficulty", help="chosen, valiant or fearless.", autocompletion=name_of("difficulty")),
    ] = None,
    prowess: Annotated[
        Many, typer.Option("--prowess", help="A Prowess card, as often as the difficulty gives.")
    ] = None,
    upgrade: Annotated[
        Many, typer.Option("--upgrade", help="add-die, upgrade-die:COLUMN; on Valiant also health, leadership.")
    ] = None,
    scion: Annotated[str | None, typer.Option("--scion", help="The scion.", autocompletion=name_of("scions"))] = None,
    scion_bane: Annotated[Many, typer.Option("--scion-bane", help="Its bane, put on top of the bane stack.")] = None,
    primus: Annotated[
        Many, typer.Option("--primus", help="One of the three primuses.", autocompletion=name_of("heroes"))
    ] = None,
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
    """Begin a campaign from its choices (Rulebook p.8-10); at a terminal, what the options leave open is asked for."""
    told = Told(
        hero=hero,
        difficulty=difficulty,
        prowess=prowess,
        upgrade=upgrade,
        scion=scion,
        scion_bane=scion_bane,
        primus=primus,
        class_=class_,
        attack=attack,
    )
    if draw_primuses and primus:
        raise UsageError("--primus names the primuses, and --draw-primuses lets the app draw them: one of the two")
    if first_game:
        if draw_primuses or told != Told():
            raise UsageError("--first-game chooses everything itself: leave it out to choose (p.9-10)")
        from hoplo_companion.campaign.setup import FIRST_GAME

        choices = FIRST_GAME
    else:
        if scion is not None:
            sure_of_scion(terminal, scion)
        from hoplo_companion.dice import Dice

        if draw_primuses or (primus is None and terminal.setting("draws") == "app"):
            from hoplo_companion.campaign.setup import PRIMUSES

            told = replace(told, primus=drawn_primuses(hero, Dice(seed))[:PRIMUSES])
        from hoplo_companion.components.catalogue import catalogue

        if not told.is_enough(catalogue()) and terminal.is_interactive():
            with terminal.drafted():
                from hoplo_companion.cli.campaign.new_questions import converse

                told = converse(terminal, catalogue(), told, drawn_primuses(hero, Dice(seed)))
                _begin(terminal, _choices(told), name, json)
            return
        choices = _choices(told)
    _begin(terminal, choices, name, json)


def _begin(terminal: Terminal, choices: Choices, name: str | None, json: bool) -> None:
    """Begin the campaign, keep it under a free name, and say so."""
    from hoplo_companion.campaign.setup import begin
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.render.sentences.campaign import event_words, kept_words
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import LIBRARY, alone

    campaign, happened = begin(catalogue(), choices)

    library = Library()

    what = kept_words(happened)

    with alone(library, LIBRARY):
        id_ = library.free_name(name or campaign.pad.hero)
        from hoplo_companion.table.saves.open_campaign import to_state
        from hoplo_companion.table.saves.save import Save

        Save.create(library.folder(id_), library.copies(id_), to_state(campaign), terminal.words, what)
    library.switch(id_)
    _remember(terminal, choices)
    if json:
        from hoplo_companion.campaign.report import pad_table

        terminal.show_json({"campaign": id_, "pad": pad_table(campaign)})
    else:
        terminal.say(" ".join(map(event_words, happened)))
        terminal.say(f"the campaign is called {id_}")


def _remember(terminal: Terminal, choices: Choices) -> None:
    """Keep what the player read off a hero's details, so that it is asked once."""
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
    scion = catalogue().scion(slug(choices.scion))

    if scion is not None and scion.banes is None and choices.scion_banes:
        remember("scions", slug(choices.scion), scion.name, {"banes": list(choices.scion_banes)})
    if not choices.scion_banes:
        terminal.notice(
            f"the bane of {choices.scion} is in no source: `hoplo fix bane_stack NAME, --why …` once you know it (p.10)"
        )
    if told:
        path = remember("heroes", slug(choices.hero), hero.name, told)
        terminal.notice(f"{hero.name}'s {' and '.join(told)} is kept in {path}")


def _choices(told: Told) -> Choices:
    """Read the choices as told; UsageError names the options that are missing."""
    from hoplo_companion.campaign.setup import Choices
    from hoplo_companion.cli.campaign.names import read_attack, read_class, read_prowess, scion_named
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug

    three = "--primus three times (or --draw-primuses)"
    given = {"--hero": told.hero, "--difficulty": told.difficulty, "--scion": told.scion, three: told.primus}
    lacking = [option for option, value in given.items() if value is None]
    if lacking or told.hero is None or told.difficulty is None or told.scion is None:
        raise UsageError(f"{', '.join(lacking)} missing: say so, or take --first-game (p.9-10)")

    dice = read_attack(told.attack) if told.attack is not None else None

    record = catalogue().hero(slug(told.hero))
    if record is not None and record.attack is None and not dice and any("die" in word for word in told.upgrade or ()):
        raise UsageError(f"--attack is missing: which dice do {record.name}'s details show (p.38-39)?")

    known = catalogue().scion(scion_named(told.scion))

    return Choices(
        hero=told.hero,
        difficulty=told.difficulty,
        scion=told.scion,
        primuses=tuple(told.primus or ()),
        prowess=tuple(read_prowess(card, slug(told.hero)) for card in told.prowess or ()),
        upgrades=tuple(told.upgrade or ()),
        scion_banes=tuple(told.scion_bane or (known.banes if known is not None else None) or ()),
        classes=(read_class(told.class_),) if told.class_ is not None else (),
        attack=dice,
    )


def drawn_primuses(hero: str | None, dice: Dice) -> list[str]:
    """Draw the other heroes in a random order."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug

    left = [id_ for id_ in catalogue().ids("heroes") if id_ != slug(hero or "")]
    return [left.pop(dice.choose(len(left))) for _ in range(len(left))]
