"""What every tracking command does: open the campaign, make one step, say what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hoplo_companion.campaign.events import event_table
from hoplo_companion.campaign.model import RefusedError
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import UsageError
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import OpenCampaign, campaign_of

if TYPE_CHECKING:
    from hoplo_companion.campaign.events import Result
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.table.saves.save import Save


LONGEST = 2000
"""The most characters of what is kept as it was typed: more is nothing that somebody typed."""


def short(text: str, what: str, most: int = LONGEST) -> str:
    """Give a text that is to be kept; UsageError where it is too long for what it is."""
    if len(text) > most:
        raise UsageError(f"{what} has {most} characters at the most, not {len(text)}")
    return text


def make_step(
    terminal: Terminal,
    change: Callable[[Campaign], Result],
    *,
    json: bool = False,
    answers: list[Any] | None = None,
    even_over: bool = False,
    even_apart: bool = False,
    then: Callable[[Campaign], None] = lambda _campaign: None,
) -> None:
    """Change the campaign that is played, keep it, and only then say what happened; `then` sees what is kept.

    RefusedError where the campaign is won or lost, unless the step is none of play (`even_over`); UsageError where it
    is a fight of its own, unless those have such a step too (`even_apart`).
    """
    with OpenCampaign() as opened:
        before = opened.campaign
        if not even_apart:
            _refuse_apart(before)
        if before.outcome and not even_over:
            text = f"the campaign is {before.outcome}: nothing more happens, but `hoplo undo` (p.12, 18, 30)"
            raise RefusedError("campaign.over", text)
        with terminal.drafted():
            campaign, happened = change(before)
        from hoplo_companion.render.sentences.campaign import campaign_sentence, kept_words
        from hoplo_companion.render.style import text_of

        lines = [text_of(campaign_sentence(each, catalogue())) for each in happened]
        kept = [kept_words(happened)]
        if before.fight is not None and campaign.fight is not None:
            from hoplo_companion.table.play.campaign_changes import on_the_board

            campaign, came = on_the_board(before, campaign, catalogue())
            from hoplo_companion.render.story import story
            from hoplo_companion.rules.unit_names import Names

            said = [story(came, Names(catalogue()))] if came else []
            lines += said
            kept += said
        then(campaign)
        opened.keep(campaign, terminal.words, " ".join(kept), answers=answers)
    if json:
        terminal.show_json({"happened": [event_table(each) for each in happened]})
    else:
        terminal.say("\n".join(lines))
    _say_if_asked(terminal, before, campaign)


def _say_if_asked(terminal: Terminal, before: Campaign, campaign: Campaign) -> None:
    """Say that the fight asks something because of what was changed in the camp or on the pad."""
    if campaign.fight is not None and campaign.fight.under_way and before.fight and not before.fight.under_way:
        terminal.notice("the fight asks something about that: `hoplo answer` goes on with it")


def _refuse_apart(campaign: Campaign) -> None:
    if campaign.is_stand_alone:
        raise UsageError(
            "this is a fight of its own, outside a campaign, with no map, no weeks and no bag: `hoplo fight` says "
            "how it stands; `hoplo new` begins a campaign, `hoplo save switch NAME` goes on with another"
        )


def look_campaign(*, even_apart: bool = False) -> Campaign:
    """Give the campaign that is played as it lies on the table, for reading only.

    UsageError where it is a fight of its own, unless those have such a thing too (`even_apart`).
    """
    campaign = look()[1]
    if not even_apart:
        _refuse_apart(campaign)
    if campaign.fight is None or not campaign.fight.under_way:
        return campaign

    from hoplo_companion.table.play.fight import as_on_table

    return as_on_table(campaign, catalogue())


def look() -> tuple[str, Campaign]:
    """Give the campaign that is played and its name, for reading only."""
    save = look_save()
    return save.folder.name, campaign_of(save)


def look_save() -> Save:
    """Give the save of the campaign that is played, for reading only."""
    library = Library()
    return library.open(library.current())
