"""A player at a terminal who answers one question after the other, for the guided play of the other tables."""

import shlex
from collections.abc import Sequence
from typing import Any

from hoplo_companion.cli.app import run
from hoplo_companion.cli.terminal.output import set_value
from hoplo_companion.cli.terminal.prompt import Prompt, Reply
from hoplo_companion.errors import StoppedError
from tests.helpers.cli import Sitting, as_a_new_process


class Answering(Sitting):
    """A player who answers one question after the other: by a key, by the beginning of a choice, or by a line."""

    def __init__(self, answers: list[str], *args: str) -> None:
        super().__init__(*args)
        self.answers = answers

    def _answer(self) -> str:
        if not self.answers:
            raise StoppedError
        return self.answers.pop(0)

    def read(self, prompt: Prompt) -> Reply:
        self.say(prompt.message)
        wanted = self._answer()
        is_aside = wanted in {aside.key for aside in prompt.asides} or wanted[:1] == ":"
        for key, words in prompt.choices.items():
            if not is_aside and words.casefold().startswith(wanted.casefold()) and wanted:
                return Reply(key)
        is_known = wanted in prompt.keys if prompt.takes == "key" else not prompt.choices
        assert is_aside or is_known, (prompt, wanted, self.answers)
        return Reply(wanted, is_aside)

    def until_good(self, text: str, read: Any, default: str = "", known: Sequence[str] = ()) -> Any:
        return read(self._answer() or default)


def answering(answers: str, *args: str) -> str:
    """Answer every question of a command, answers separated by `|`."""
    terminal = Answering(answers.split("|") if answers else [], *args)
    code = run(terminal)
    said = terminal.said()
    assert code in (0, 130), said[-3000:]
    return said


def evening(script: str, *call: str) -> tuple[str, int]:
    """Press the keys of a script, or type its lines; give what was said, and how many keys that was."""
    person = Sitting(*call)
    person.pressed = script.split("|")
    assert run(person) in (0, 130)
    said = person.said()
    assert not person.pressed, (person.pressed, said)
    return said, person.presses


def conversed(call: str, script: str, *says: str, code: int = 0) -> None:
    """Answer the questions of a command as `evening` does, and hold that it says all this, one after the other."""
    as_a_new_process()
    set_value("screen", "no")
    person = Sitting(*shlex.split(call))
    person.pressed = script.split("|") if script else []
    ended, said = run(person), person.said()
    assert (ended, person.pressed) == (code, []), said[-3000:]
    at = 0
    for words in says:
        assert words in said[at:], (words, said[-3000:])
        at = said.index(words, at) + len(words)
