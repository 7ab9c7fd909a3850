"""A conversation at the terminal whose answers are on disk before the next question, so that none is given twice."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from hoplo_companion.errors import HoploError, StoppedError
from hoplo_companion.table.saves.drafts import Draft, drop_draft, keep_draft, read_draft

GO_ON = "go on"
ANEW = "begin anew"


class Conversation:
    """The questions of one command, and what was answered: given again as it is asked again."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.at = 0

    def answered(self, text: str) -> str | None:
        """Give what was answered to the next question before; None where it is asked for the first time."""
        if self.at < len(self.draft.answers) and self.draft.answers[self.at][0] == text:
            return self.draft.answers[self.at][1]
        return None

    def note(self, text: str, answer: str) -> None:
        """Keep an answer on disk; where it differs from the one of before, what followed that is no longer known."""
        if self.draft.answers[self.at : self.at + 1] != ((text, answer),):
            self._keep((*self.draft.answers[: self.at], (text, answer)))
        self.at += 1

    def take_back(self) -> bool:
        """Take the last answer back; False where there is none."""
        if not self.at:
            return False
        self._keep(self.draft.answers[: self.at - 1])
        return True

    def _keep(self, answers: tuple[tuple[str, str], ...]) -> None:
        self.draft = Draft(self.draft.campaign, self.draft.command, answers)
        keep_draft(self.draft)


class _Held:
    """The conversation that is going on, and whether the next one goes on unasked from where it was left."""

    now: Conversation | None = None
    going_on = False


def conversation() -> Conversation | None:
    """Give the conversation that is going on."""
    return _Held.now


def go_on_unasked(is_left: bool) -> None:
    """Have the next conversation take what was answered before, where it was left for a moment only."""
    _Held.going_on = is_left


@contextmanager
def drafted() -> Iterator[None]:
    """Keep the answers of a command's conversation until it is done, or turns out to be impossible.

    One that was broken off, by the player or by a closed terminal, can be gone on with when the command is given again.
    """
    from hoplo_companion.cli.terminal.output import at_terminal

    if _Held.now is not None or not at_terminal():
        yield
        return
    _Held.now = Conversation(_begun())
    try:
        yield
    except StoppedError:
        raise
    except HoploError:
        drop_draft()
        raise
    else:
        drop_draft()
    finally:
        _Held.now = None


def _begun() -> Draft:
    """Find what was answered to this very command before, and let the player say whether that holds."""
    from hoplo_companion.table.saves.library import Library, NoCampaignError

    try:
        campaign = Library().current()
    except NoCampaignError:
        campaign = ""
    draft = read_draft(campaign, tuple(sys.argv[1:]))
    unasked, _Held.going_on = _Held.going_on, False
    if not draft.answers or unasked:
        return draft
    from hoplo_companion.cli.terminal.ask import choose
    from hoplo_companion.cli.terminal.output import say

    say("You had begun to answer this:")
    for text, answer in draft.answers:
        say(f"  {text} {answer or 'none'}")
    if choose("Go on after that?", [GO_ON, ANEW]) == ANEW:
        drop_draft()
        return Draft(campaign, draft.command)
    return draft
