"""`hoplo new`: a new campaign."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.campaign.pad import DICE_UNKNOWN
from hoplo_companion.campaign.report import pad_table
from hoplo_companion.campaign.setup import FIRST_GAME, PRIMUSES, Choices, begin, begin_boots, with_its_scion
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.campaign.names import has_kind, read_attack, read_class, read_prowess, scion_named
from hoplo_companion.cli.campaign.new_boots import (
    Extra,
    ask_bane_kinds,
    ask_first_units,
    ask_modules,
    choices_of,
    converse_boots,
)
from hoplo_companion.cli.campaign.new_questions import UNKNOWN, Entered, ask_scion, converse, converse_hero
from hoplo_companion.cli.data.keeping import enter_all, sure_of_scion
from hoplo_companion.cli.options import option
from hoplo_companion.cli.terminal.output import Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import is_none, slug
from hoplo_companion.components.own import Fact, fact_of, own_path
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.campaign import all_words, event_words
from hoplo_companion.rules.sentence import kept
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import LIBRARY, alone, to_state


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
        raise UsageError(tr("give --primus or --draw-primuses, not both"))
    if first_game:
        if draw_primuses or entered != Entered() or extra != Extra():
            raise UsageError(tr("--first-game makes every choice itself: leave it out to choose (p.9-10)"))
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
    """Have entered what is not known, and say what to type next; whoever leads through an evening knows that."""
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
        text = tr("missing: {options}; --first-game makes every choice itself (p.9-10)", options=", ".join(lacking))
        raise UsageError(text)
    dice = read_attack(entered.attack) if entered.attack is not None else None
    hero = catalogue().hero(slug(entered.hero))
    changes_dice = any("die" in word for word in entered.upgrade or ())
    if hero is not None and hero.attack is None and not dice and changes_dice:
        raise UsageError(tr("--attack is missing: which dice do {hero}'s details show (p.38-39)?", hero=hero.name))
    known = catalogue().scion(scion_named(entered.scion))
    return Choices(
        hero=entered.hero,
        difficulty=entered.difficulty or "",
        scion=entered.scion,
        primuses=tuple(entered.primus or ()),
        prowess=tuple(read_prowess(card, slug(entered.hero)) for card in entered.prowess or ()),
        upgrades=tuple(entered.upgrade or ()),
        scion_banes=tuple(entered.scion_bane or (known.banes if known is not None else None) or ()),
        classes=(read_class(entered.class_),) if entered.class_ is not None else (),
        attack=dice,
    )


def _drawn_primuses(hero: str | None, dice: Dice) -> list[str]:
    """Draw the other heroes in a random order."""
    left = [id_ for id_ in catalogue().ids("heroes") if id_ != slug(hero or "")]
    return [left.pop(dice.choose(len(left))) for _ in range(len(left))]
