"""A conversation at the terminal whose answers are on disk before the next question, so that none is given twice."""

from __future__ import annotations

from hoplo_companion.table.saves.drafts import Draft, keep_draft


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
