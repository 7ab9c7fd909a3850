"""What every tracking command does: sit down at the campaign, make one step, say what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from hoplo_companion.campaign.model import RefusedError
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import UsageError
from hoplo_companion.language import speaking
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import Seat, campaign_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hoplo_companion.campaign.model import Campaign, Happened, Result
    from hoplo_companion.rules.events import Event
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
    with Seat() as seat:
        before = seat.campaign
        if not even_apart:
            _refuse_apart(before)
        if before.outcome and not even_over:
            text = f"the campaign is {before.outcome}: nothing more happens, but `hoplo undo` (p.12, 18, 30)"
            raise RefusedError("campaign.over", text)
        with terminal.drafted():
            campaign, happened = change(before)
        came: list[Event] = []
        if before.fight is not None and campaign.fight is not None:
            from hoplo_companion.table.play.campaign_changes import on_the_board

            campaign, came = on_the_board(before, campaign, catalogue())
        then(campaign)
        with speaking("en"):  # the history is kept in one language
            what = " ".join(_worded(happened, came))
        seat.keep(campaign, terminal.words, what, answers=answers)
    if json:
        terminal.show_json({"happened": msgspec.to_builtins(happened)})
    else:
        terminal.say("\n".join(_worded(happened, came)))
    _say_if_asked(terminal, before, campaign)


def _worded(happened: Iterable[Happened], came: Sequence[Event]) -> list[str]:
    """Say what happened in the campaign, and what came of it in the fight."""
    from hoplo_companion.render.campaign import happened_words
    from hoplo_companion.render.story import story

    return [*(happened_words(each) for each in happened), *([story(came, catalogue())] if came else [])]


def _say_if_asked(terminal: Terminal, before: Campaign, campaign: Campaign) -> None:
    """Say that the fight asks something because of what was changed in the camp or on the pad."""
    if campaign.fight is not None and campaign.fight.under_way and before.fight and not before.fight.under_way:
        terminal.notice("the fight asks something about that: `hoplo answer` goes on with it")


def _refuse_apart(campaign: Campaign) -> None:

    from hoplo_companion.campaign.standalone import APART

    if campaign.difficulty == APART:
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
