"""What is begun and not over: the answers of a conversation, on disk as they are given, and lessons gone through."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from hoplo_companion.errors import HoploError
from hoplo_companion.files import LARGEST_POSITION, MEGABYTE, home_folder, read_whole, write_whole

FILE = "conversation.json"


class Draft(Struct, frozen=True):
    """The answers given so far.

    Shapes: `campaign` is the one that is played, empty where there is none; `command` the words of the command that
    asks; each of `answers` is a question as it was put, and what was answered.
    """

    campaign: str
    command: tuple[str, ...]
    answers: tuple[tuple[str, str], ...] = ()


def read_draft(campaign: str, command: tuple[str, ...]) -> Draft:
    """Give what was answered before to a command in a campaign; nothing where it asked nothing, or was done."""
    found = _read()
    return found if found and (found.campaign, found.command) == (campaign, command) else Draft(campaign, command)


def draft_left() -> tuple[str, ...]:
    """Give the words of a command outside any campaign whose conversation is not over; empty where there is none."""
    found = _read()
    return found.command if found and found.answers and not found.campaign else ()


def _read() -> Draft | None:
    try:
        return msgspec.json.decode(read_whole(_path(), LARGEST_POSITION), type=Draft)
    except (HoploError, OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def keep_draft(draft: Draft) -> None:
    """Keep the answers on disk; DiskError where the disk refuses."""
    write_whole(_path(), msgspec.json.encode(draft) + b"\n")


def drop_draft() -> None:
    """Forget the answers: what they were for is done, or begins anew."""
    with suppress(OSError):
        _path().unlink(missing_ok=True)


def _path() -> Path:
    return home_folder() / FILE


LESSONS = "lessons.json"


def stops_done(lesson: str) -> int:
    """Count the stops of a lesson that are behind the reader; none where the file cannot be read."""
    return _lessons().get(lesson, 0)


def keep_done(lesson: str, stops: int) -> None:
    """Keep how far the reader has come, on disk; DiskError where the disk refuses."""
    write_whole(home_folder() / LESSONS, msgspec.json.encode({**_lessons(), lesson: stops}) + b"\n")


def _lessons() -> dict[str, int]:
    with suppress(HoploError, OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(read_whole(home_folder() / LESSONS, MEGABYTE), type=dict[str, int])
    return {}


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
