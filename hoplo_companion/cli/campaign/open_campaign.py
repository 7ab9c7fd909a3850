"""What every tracking command does: open the campaign, make one step, say what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from hoplo_companion.campaign.events import Result, event_table
from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.campaign.naming import unknown_prowess
from hoplo_companion.cli.options import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import entered
from hoplo_companion.components.variant import Variant
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.campaign import campaign_sentence, event_words
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.naming import Names
from hoplo_companion.rules.sentence import kept, said
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import OpenCampaign, campaign_of
from hoplo_companion.table.saves.save import Save

if TYPE_CHECKING:
    from hoplo_companion.rules.events import Event

LONGEST = 2000
"""The most characters of what is kept as it was typed: nobody types more."""

_OVER = {
    "won": later("the campaign is won, and nothing more happens in it; `hoplo undo` takes the last step back (p.18)"),
    "lost": later(
        "the campaign is lost, and nothing more happens in it; `hoplo undo` takes the last step back (p.12, 30)"
    ),
}


def short(text: str, what: str, most: int = LONGEST) -> str:
    """A text that is to be kept; UsageError where it is too long for what it is."""
    if len(text) > most:
        raise UsageError("{what} has at most {most} characters, not {length}", what=what, most=most, length=len(text))
    return text


def make_step(
    terminal: Terminal,
    change: Callable[[Campaign], Result],
    *,
    answers: list[Any] | None = None,
    even_over: bool = False,
    even_stand_alone: bool = False,
    then: Callable[[Campaign], None] = lambda _campaign: None,
) -> Answer:
    """Change the campaign that is played, keep it, and only then say what happened; `then` sees what is kept.

    RefusedError where the campaign is won or lost, unless the step is possible then too (`even_over`); UsageError
    where it is a stand-alone fight, unless those have such a step too (`even_stand_alone`).
    """
    with OpenCampaign() as opened:
        before = opened.campaign
        if not even_stand_alone:
            _refuse_stand_alone(before)
        if before.outcome and not even_over:
            raise RefusedError("campaign.over", tr(_OVER[before.outcome]))
        with terminal.drafted():
            campaign, happened = change(before)
        came: list[Event] = []
        lines = [text_of(each) for each in terminal.running(campaign_sentence(each, catalogue()) for each in happened)]
        if before.fight is not None and campaign.fight is not None:
            from hoplo_companion.table.play.campaign_changes import on_the_board  # most steps lie between fights

            campaign, came = on_the_board(before, campaign, catalogue())
        lines += _in_fight(came)
        then(campaign)
        what = kept(lambda: [*map(event_words, happened), *filter(None, _in_fight(came))])
        opened.keep(campaign, terminal.words, what, answers=answers or ())

    def then_enter() -> None:
        """Ask for what has come into sight, and say what the fight asks now."""
        if terminal.asks():
            _enter_gained(terminal, before, campaign)
            if entered():
                with OpenCampaign() as opened:
                    opened.keep(opened.campaign, terminal.words, said("What came into play was entered."), part=True)
        if campaign.fight is not None and campaign.fight.under_way and before.fight and not before.fight.under_way:
            terminal.notice(tr("the fight has a question about this: `hoplo answer` shows it"))

    return Answer(lambda: "\n".join(lines), lambda: {"happened": [event_table(each) for each in happened]}, then_enter)


def _in_fight(came: list[Event]) -> list[str]:
    """The words for what came of a step on the board."""
    if not came:
        return []
    from hoplo_companion.render.story import events_words

    return [events_words(came, Names(catalogue()))]


def _enter_gained(terminal: Terminal, before: Campaign, campaign: Campaign) -> None:
    """Ask for the chips that a step has brought into sight, and the Prowess cards that it has given."""

    def face_up(at: Campaign) -> list[str]:
        return [*at.camp.units, *at.drawn.units, *(chip for stack in at.stacks.values() for chip in stack.known)]

    chips = [chip for chip in face_up(campaign) if chip not in set(face_up(before))]
    cards = unknown_prowess(set(campaign.camp.prowess) - set(before.camp.prowess))
    if chips or cards:
        from hoplo_companion.cli.data.add import chips_in_sight, enter_prowess  # most steps bring none

        if chips:
            chips_in_sight(terminal, chips)
        if cards:
            enter_prowess(terminal, campaign, cards)


def _refuse_stand_alone(campaign: Campaign) -> None:
    if campaign.is_stand_alone:
        raise UsageError(
            "this is a stand-alone fight, outside a campaign, without a map, weeks or a bag: `hoplo fight` shows where "
            "it stands; `hoplo new` begins a campaign, and `hoplo save switch NAME` resumes another one"
        )


def look_campaign(*, even_stand_alone: bool = False) -> Campaign:
    """The campaign that is played as it lies on the table, for reading only.

    UsageError where it is a stand-alone fight, unless those have such a thing too (`even_stand_alone`).
    """
    campaign = look()[1]
    if not even_stand_alone:
        _refuse_stand_alone(campaign)
    if campaign.fight is None or not campaign.fight.under_way:
        return campaign
    from hoplo_companion.table.play.fight import as_on_table

    return as_on_table(campaign, catalogue())


def look() -> tuple[str, Campaign]:
    """The campaign that is played and its name, for reading only."""
    save = look_save()
    return save.folder.name, campaign_of(save)


def look_save() -> Save:
    """The save of the campaign that is played, for reading only."""
    library = Library()
    return library.open(library.current())


# As programs read it -----------------------------------------------------------------------------------------------

OF_BOOTS = ("navigation", "opportunity_capacity")
ON_THE_PAD = (
    "hero", "class", "movement", "range", "health", "hp", "leadership", "attack", "blessings", "tactic_capacity",
    "influence", "act", "week", "weeks",
)  # fmt: skip
"""What programs read of the pad, in this order."""


def pad_table(campaign: Campaign) -> dict[str, Any]:
    """Write the pad and the camp as programs read them."""
    pad, camp = campaign.pad, campaign.camp
    table = {**to_builtins(pad), "class": pad.classes[0] if pad.classes else None, "week": campaign.week}
    return {
        **expansions_table(campaign),
        **{name: table[name] for name in (*(OF_BOOTS if campaign.variant.boots else ()), *ON_THE_PAD)},
        "camp": {
            "units": list(camp.units),
            "tactics": list(camp.tactics),
            "prowess": [card.label() for card in camp.prowess],
            "banes": [bane.name for bane in camp.banes],
            "special_prowess": [card.label() for card in camp.prowess if card.special],
            "opportunities": list(camp.opportunities),
            "out_of_game": [card.label() for card in campaign.out_of_game],
        },
    }


def expansions_table(campaign: Campaign) -> dict[str, Any]:
    """Write which expansions are played with; nothing for the box alone."""
    if campaign.variant == Variant():
        return {}
    return {"boots": campaign.variant.boots or None, "modules": list(campaign.variant.modules)}
