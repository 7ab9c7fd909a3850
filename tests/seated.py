"""A player at a terminal who answers one question after the other, for the guided play of the other tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplo_companion.cli.app import run
from hoplo_companion.errors import StoppedError
from tests.cli import Sitting


class Seated(Sitting):
    """A player who answers one question after the other: by a key, by the beginning of a choice, or by a line."""

    def __init__(self, answers: list[str], *args: str) -> None:
        super().__init__(*args)
        self.answers = answers

    def _answer(self) -> str:
        if not self.answers:
            raise StoppedError
        return self.answers.pop(0)

    def ask_key(self, message: str, keys: str, *, asides: bool = True) -> str:
        self.say(message)
        key = self._answer()
        assert key in keys, (message, keys, key, self.answers)
        return key

    def ask_line(self, message: str, known: object = (), *, asides: bool = True) -> str:
        return self._answer()

    def until_good(self, text: str, read: Any, default: str = "", known: Sequence[str] = ()) -> Any:
        return read(self._answer() or default)

    def choose_by_key(self, text: str, choices: Sequence[str]) -> str:
        self.say(text)
        wanted = self._answer()
        found = [each for each in choices if each.casefold().startswith(wanted.casefold())]
        assert found, (text, choices, wanted, self.answers)
        return found[0]


def seated(answers: str, *args: str) -> str:
    """Answer every question of a command, answers separated by `|`."""
    terminal = Seated(answers.split("|") if answers else [], *args)
    code = run(terminal)
    said = terminal.said()
    assert code in (0, 130), said[-3000:]
    return said
