"""`hoplo new`: a new campaign; at a terminal, whatever the options leave open is asked for."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any

from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.campaign.pad import DICE_UNKNOWN
from hoplo_companion.campaign.setup import FIRST_GAME, PRIMUSES, Choices, begin, begin_boots, with_its_scion
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.campaign.names import bane_parts
from hoplo_companion.cli.campaign.new_form import Conversation, Entered
from hoplo_companion.cli.campaign.open_campaign import pad_table
from hoplo_companion.cli.data.add import enter_all, sure_of_scion
from hoplo_companion.cli.options import Shown, option
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
    draw_primuses: Annotated[bool, option("Let the app draw the primuses.")] = False,
    seed: Annotated[int | None, option("Make the app's draw repeatable.")] = None,
    name: Annotated[str | None, option("A name for the campaign.")] = None,
    first_game: Annotated[bool, option("The rulebook's recommended first campaign.")] = False,
) -> Shown:
    """Begin a campaign (Rulebook p.8-10); at a terminal you are asked what the options leave open."""
    typed = {field: getattr(entered, field) for field in ("module", "opportunity", "spend", "first_unit")}
    nothing: dict[str, Any] = {field: [] for field, value in typed.items() if value and is_none(value[0])}
    entered = entered._replace(**nothing)
    entered.variant()  # what cannot be is refused before anything is asked
    if draw_primuses and entered.primus:
        raise UsageError("give --primus or --draw-primuses, not both")
    if first_game and (draw_primuses or entered != Entered()):
        raise UsageError("--first-game makes every choice itself: leave it out to choose (p.9-10)")
    if entered.scion is not None:
        sure_of_scion(terminal, entered.scion)

    def drawn() -> list[str]:
        """The other heroes, drawn in a random order."""
        left, dice = [id_ for id_ in catalogue().ids("heroes") if id_ != slug(entered.hero or "")], Dice(seed)
        return [left.pop(dice.choose(len(left))) for _ in range(len(left))]

    is_drawn = draw_primuses or (entered.primus is None and terminal.setting("draws") == "app")
    if is_drawn and not (first_game or entered.boots):
        entered = entered._replace(primus=drawn()[:PRIMUSES])
    is_asked = terminal.is_interactive() and not first_game and (entered.boots or not entered.is_enough())
    with terminal.drafted() if is_asked else nullcontext():
        if is_asked:
            conversation = Conversation(terminal, entered)
            entered = conversation.of_boots() if entered.boots else conversation.of_the_box(drawn())
        campaign = _begin(terminal, FIRST_GAME if first_game else entered.choices(), name)
    if terminal.json or (entered.boots and not is_asked):
        return
    enter_all(terminal, campaign)
    if terminal.guide is None:  # whoever leads through an evening knows what is next
        terminal.say(
            tr("Next: `hoplo play` leads you through the evening; `hoplo travel PLACE` begins the first week.")
        )


def _begin(terminal: Terminal, choices: Choices, name: str | None) -> Campaign:
    """Begin the campaign, keep it under a free name, and say so, and what of it is still to be entered."""
    choices = replace(choices, variant=with_its_scion(choices.variant, choices.scion, catalogue()))
    campaign, happened = (begin_boots if choices.variant.boots else begin)(catalogue(), choices)
    library = Library()
    with alone(library, LIBRARY):
        id_ = library.free_name(name or campaign.pad.hero)
        facts, what = _facts(choices), kept(lambda: list(map(event_words, happened)))
        library.create(id_, to_state(campaign), terminal.words, what, facts)
    boots = choices.variant.boots
    if campaign.pad.attack is None:
        terminal.notice(DICE_UNKNOWN)
    if missing := len(REGIONS) - len(choices.first_units) if boots else 0:
        text = plural(
            "the first chip of {n} faction stack is not in the bag yet: `hoplo stack draw FACTION UNIT`, then "
            "`hoplo bag add UNIT` (A3 p.6)",
            "the first chips of {n} faction stacks are not in the bag yet: for each `hoplo stack draw FACTION UNIT`, "
            "then `hoplo bag add UNIT` (A3 p.6)",
            missing,
        )
        terminal.notice(text)
    if boots and not choices.opportunities:
        terminal.notice("the three Opportunity cards are not entered yet: `hoplo camp opportunity CARD` (A3 p.6)")
    if not choices.scion_banes:
        text = later("the bane of {scion} is not known: once it is, `hoplo fix bane_stack NAME` enters it (p.10)")
        if boots:
            text = later(
                "the bane of {scion} is not known: once it is, `hoplo bag add NAME:KIND` puts it into the bag (A3 p.6)"
            )
        terminal.notice(text, scion=chip_name(choices.scion))
    for kind, hero, _, _ in facts:
        if kind == "heroes":
            path = own_path(kind, hero)
            terminal.notice("what {hero}'s details show is kept in {path}", hero=chip_name(hero), path=path)
    if terminal.json:
        terminal.show_json({"campaign": id_, "pad": pad_table(campaign)})
    else:
        terminal.say(all_words(happened))
        terminal.say(tr("The campaign is called {name}.", name=id_))
    return campaign


def _facts(choices: Choices) -> list[Fact]:
    """What the player read off a hero's details and a scion's card, kept so that it is asked once."""
    facts = []
    scion, hero = catalogue().scion(slug(choices.scion)), catalogue().hero(slug(choices.hero))
    assert hero is not None
    if scion is not None and scion.banes is None and choices.scion_banes:
        names = [bane_parts(bane)[0] for bane in choices.scion_banes]
        facts.append(fact_of("scions", slug(choices.scion), scion.name, {"banes": names}))
    shown = {"class": not hero.classes and choices.classes, "attack": hero.attack is None and choices.attack}
    if details := {key: list(value) for key, value in shown.items() if value}:
        facts.append(fact_of("heroes", slug(choices.hero), hero.name, details))
    return facts
