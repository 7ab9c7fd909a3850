"""`hoplo new`: a new campaign; at a terminal, whatever the options leave open is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign.camp import check_prowess, prowess_card
from hoplo_companion.campaign.model import Campaign, Prowess
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.campaign.pad import DICE_UNKNOWN
from hoplo_companion.campaign.report import pad_table
from hoplo_companion.campaign.setup import (
    FIRST_GAME,
    HERO_CLASSES,
    PRIMUSES,
    Choices,
    begin,
    begin_boots,
    check_cards,
    check_primuses,
    check_upgrades,
    difficulty_named,
    hero_named,
    with_its_scion,
)
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.campaign.names import (
    chip_named,
    has_kind,
    names_known,
    prowess_known,
    read_attack,
    read_class,
)
from hoplo_companion.cli.campaign.new_boots import (
    Extra,
    ask_bane_kinds,
    ask_first_units,
    ask_modules,
    choices_of,
    converse_boots,
)
from hoplo_companion.cli.campaign.rewards import upgrades
from hoplo_companion.cli.data.add import enter_all, sure_of_scion
from hoplo_companion.cli.options import Many, Shown, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.components.names import is_none, slug
from hoplo_companion.components.own import Fact, fact_of, own_path
from hoplo_companion.components.schemas import DifficultyRecord, HeroRecord
from hoplo_companion.components.words import Colour
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.campaign import all_words, event_words
from hoplo_companion.rules.sentence import kept
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import LIBRARY, alone, to_state

UNKNOWN = "unknown"
OTHER = "another one"
LEVELS = ("chosen", "valiant", "fearless")


class Entered(NamedTuple):
    """What was entered of a new campaign, in the words of the options of `hoplo new`; None for what is still open."""

    hero: Annotated[str | None, option("Your hero.", "heroes")] = None
    difficulty: Annotated[str | None, option("chosen, valiant or fearless.", "difficulty")] = None
    prowess: Annotated[Many, option("A Prowess card that the difficulty gives; may be repeated.", "prowess")] = None
    upgrade: Annotated[Many, option("add-die, upgrade-die:COLUMN; on Valiant also health, leadership.")] = None
    scion: Annotated[str | None, option("The scion.", "scions")] = None
    scion_bane: Annotated[Many, option("Its bane; NAME:KIND with Mercury's Boots.", "banes")] = None
    primus: Annotated[Many, option("One of the three primuses.", "heroes")] = None
    class_: Annotated[str | None, option("Your hero's class, read off its details.", HERO_CLASSES)] = None
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
    level = difficulty_named(catalogue, entered.difficulty or "")
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
    return entered, hero_named(catalogue, entered.hero or "")[1]


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
    hero, level = slug(entered.hero or ""), None
    if entered.hero is not None:
        hero_named(catalogue, entered.hero)
    if entered.difficulty is not None:
        level = difficulty_named(catalogue, entered.difficulty)
    if entered.class_ is not None:
        read_class(entered.class_)
    read_attack(entered.attack or "")
    if entered.scion is not None:
        chip_named("scions", entered.scion)
    if entered.primus is not None:
        check_primuses(catalogue, entered.primus, hero)
    if entered.upgrade is not None and level is not None:
        check_upgrades(entered.upgrade, level)
    earned: list[Prowess] = []
    for card in entered.prowess or ():
        earned.append(_valid(earned, hero, card))
    if entered.prowess is not None and level is not None:
        check_cards(earned, level)


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
        raise UsageError("the difficulty adds or upgrades one of them, so they must be known (p.9)")
    return dice


def _ask_upgrade(terminal: Terminal, entered: Entered, hero: HeroRecord, level: DifficultyRecord) -> Entered:
    """Ask for the upgrade that the difficulty gives."""
    if entered.upgrade is not None or not (level.choose_one_upgrade or level.attack_upgrades):
        return entered
    attack = read_attack(entered.attack) if entered.attack is not None else hero.attack or ()
    either = level.choose_one_upgrade
    choices = upgrades(attack or None, ("leadership", "health") if either else ())
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
    card = prowess_card(text, hero)
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
    words = {"by hand": tr("I have drawn them from the bag"), "by the app": tr("drawn by the app")}
    if terminal.choose(tr("The primuses?"), words) == "by the app":
        return entered._replace(primus=[each for each in draw if each in others][:PRIMUSES])
    drawn: list[str] = []
    while len(drawn) < PRIMUSES:
        left = _named(each for each in others if each not in drawn)
        drawn.append(terminal.choose(tr("Primus {at}?", at=len(drawn) + 1), left))
    return entered._replace(primus=drawn)


def new(
    terminal: Terminal,
    entered: Entered,
    extra: Extra,
    draw_primuses: Annotated[bool, option("Let the app draw the primuses.")] = False,
    seed: Annotated[int | None, option("Make the app's draw repeatable.")] = None,
    name: Annotated[str | None, option("A name for the campaign.")] = None,
    first_game: Annotated[bool, option("The rulebook's recommended first campaign.")] = False,
) -> Shown:
    """Begin a campaign (Rulebook p.8-10); at a terminal you are asked what the options leave open."""
    typed = extra._asdict().items()
    nothing: dict[str, Any] = {field: [] for field, value in typed if isinstance(value, list) and is_none(value[0])}
    extra = extra._replace(**nothing)
    extra.variant()  # what cannot be is refused before anything is asked
    if draw_primuses and entered.primus:
        raise UsageError("give --primus or --draw-primuses, not both")
    if first_game:
        if draw_primuses or entered != Entered() or extra != Extra():
            raise UsageError("--first-game makes every choice itself: leave it out to choose (p.9-10)")
        campaign = _begin(terminal, FIRST_GAME, name)
        _end(terminal, campaign)
        return
    if entered.scion is not None:
        sure_of_scion(terminal, entered.scion)
    if extra.boots:
        _begin_boots(terminal, entered, extra, name)
        return
    if draw_primuses or (entered.primus is None and terminal.setting("draws") == "app"):
        entered = entered._replace(primus=_drawn_primuses(entered.hero, Dice(seed))[:PRIMUSES])
    if entered.is_enough(catalogue()) or not terminal.is_interactive():
        campaign = _begin(terminal, choices_of(_choices(entered), extra, ()), name)
    else:
        with terminal.drafted():
            entered = converse(terminal, catalogue(), entered, _drawn_primuses(entered.hero, Dice(seed)))
            campaign = _begin(terminal, choices_of(_choices(entered), extra, ()), name)
    _end(terminal, campaign)


def _begin_boots(terminal: Terminal, entered: Entered, extra: Extra, name: str | None) -> None:
    """Begin a campaign with Mercury's Boots; at a terminal, what the options leave open is asked for (A3 p.5-7)."""
    has_level = extra.variant().chooses_level
    if not terminal.is_interactive():
        choices = _choices(entered, needs_primus=False, needs_level=has_level)
        _begin(terminal, choices_of(choices, extra, choices.scion_banes), name)
        return
    with terminal.drafted():
        extra = ask_modules(terminal, extra)
        entered = converse_hero(terminal, catalogue(), entered, has_level=has_level)
        if not has_level:
            entered = ask_scion(terminal, entered, catalogue())
        choices = _choices(entered._replace(scion=entered.scion or UNKNOWN), needs_primus=False, needs_level=has_level)
        extra, campaign = converse_boots(terminal, catalogue(), choices, extra)
        if has_level:
            entered = ask_scion(terminal, entered, catalogue())
            extra, _ = ask_first_units(terminal, extra, campaign)
        choices = _choices(entered, needs_primus=False, needs_level=has_level)
        banes = ask_bane_kinds(terminal, choices.scion_banes)
        campaign = _begin(terminal, choices_of(choices, extra, banes), name)
    _end(terminal, campaign)


def _begin(terminal: Terminal, choices: Choices, name: str | None) -> Campaign:
    """Begin the campaign, keep it under a free name, and say so."""
    choices = replace(choices, variant=with_its_scion(choices.variant, choices.scion, catalogue()))
    campaign, happened = (begin_boots if choices.variant.boots else begin)(catalogue(), choices)
    library = Library()
    with alone(library, LIBRARY):
        id_ = library.free_name(name or campaign.pad.hero)
        facts, what = _facts(choices), kept(lambda: list(map(event_words, happened)))
        library.create(id_, to_state(campaign), terminal.words, what, facts)
    _say_unknown(terminal, choices, campaign)
    for kind, hero, _, _ in facts:
        if kind == "heroes":
            name, path = chip_name(hero), own_path(kind, hero)
            terminal.notice(tr("what {hero}'s details show is kept in {path}", hero=name, path=path))
    if terminal.json:
        terminal.show_json({"campaign": id_, "pad": pad_table(campaign)})
    else:
        terminal.say(all_words(happened))
        terminal.say(tr("The campaign is called {name}.", name=id_))
    return campaign


def _end(terminal: Terminal, campaign: Campaign) -> None:
    """Ask for what is not known, and say what to type next; whoever leads through an evening knows that."""
    if terminal.json:
        return
    enter_all(terminal, campaign)
    if terminal.guide is None:
        terminal.say(
            tr("Next: `hoplo play` leads you through the evening; `hoplo travel PLACE` begins the first week.")
        )


def _facts(choices: Choices) -> list[Fact]:
    """What the player read off a hero's details and a scion's card, kept so that it is asked once."""
    facts = []
    scion = catalogue().scion(slug(choices.scion))
    if scion is not None and scion.banes is None and choices.scion_banes:
        names = [bane.rpartition(":")[0] if has_kind(bane) else bane for bane in choices.scion_banes]
        facts.append(fact_of("scions", slug(choices.scion), scion.name, {"banes": names}))
    hero = catalogue().hero(slug(choices.hero))
    assert hero is not None
    details: dict[str, list[str]] = {}
    if choices.classes and not hero.classes:
        details["class"] = list(choices.classes)
    if choices.attack and hero.attack is None:
        details["attack"] = list(choices.attack)
    if details:
        facts.append(fact_of("heroes", slug(choices.hero), hero.name, details))
    return facts


def _say_unknown(terminal: Terminal, choices: Choices, campaign: Campaign) -> None:
    """Say what of a new campaign is still to be entered."""
    if campaign.pad.attack is None:
        terminal.notice(tr(DICE_UNKNOWN))
    missing = len(REGIONS) - len(choices.first_units) if choices.variant.boots else 0
    if missing:
        text = plural(
            "the first chip of {n} faction stack is not in the bag yet: `hoplo stack draw FACTION UNIT`, then "
            "`hoplo bag add UNIT` (A3 p.6)",
            "the first chips of {n} faction stacks are not in the bag yet: for each `hoplo stack draw FACTION UNIT`, "
            "then `hoplo bag add UNIT` (A3 p.6)",
            missing,
        )
        terminal.notice(text)
    if choices.variant.boots and not choices.opportunities:
        terminal.notice(tr("the three Opportunity cards are not entered yet: `hoplo camp opportunity CARD` (A3 p.6)"))
    if not choices.scion_banes:
        text = later("the bane of {scion} is not known: once it is, `hoplo fix bane_stack NAME` enters it (p.10)")
        if choices.variant.boots:
            text = later(
                "the bane of {scion} is not known: once it is, `hoplo bag add NAME:KIND` puts it into the bag (A3 p.6)"
            )
        terminal.notice(tr(text, scion=chip_name(choices.scion)))


def _choices(entered: Entered, *, needs_primus: bool = True, needs_level: bool = True) -> Choices:
    """Read what was entered; UsageError names the options that are missing."""
    three = tr("--primus three times (or --draw-primuses)")
    given = {
        "--hero": entered.hero, "--difficulty": entered.difficulty, "--scion": entered.scion, three: entered.primus
    }  # fmt: skip
    needless = {three: not needs_primus, "--difficulty": not needs_level}
    lacking = [option for option, value in given.items() if value is None and not needless.get(option)]
    if lacking or entered.hero is None or entered.scion is None:
        raise UsageError(
            "missing: {options}; --first-game makes every choice itself (p.9-10)", options=", ".join(lacking)
        )
    dice = read_attack(entered.attack) if entered.attack is not None else None
    hero = catalogue().hero(slug(entered.hero))
    changes_dice = any("die" in word for word in entered.upgrade or ())
    if hero is not None and hero.attack is None and not dice and changes_dice:
        raise UsageError("--attack is missing: which dice do {hero}'s details show (p.38-39)?", hero=hero.name)
    known = catalogue().scion(chip_named("scions", entered.scion))
    return Choices(
        hero=entered.hero,
        difficulty=entered.difficulty or "",
        scion=entered.scion,
        primuses=tuple(entered.primus or ()),
        prowess=tuple(prowess_card(card, slug(entered.hero)) for card in entered.prowess or ()),
        upgrades=tuple(entered.upgrade or ()),
        scion_banes=tuple(entered.scion_bane or (known.banes if known is not None else None) or ()),
        classes=(read_class(entered.class_),) if entered.class_ is not None else (),
        attack=dice,
    )


def _drawn_primuses(hero: str | None, dice: Dice) -> list[str]:
    """Draw the other heroes in a random order."""
    left = [id_ for id_ in catalogue().ids("heroes") if id_ != slug(hero or "")]
    return [left.pop(dice.choose(len(left))) for _ in range(len(left))]
