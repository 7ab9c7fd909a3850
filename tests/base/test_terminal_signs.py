"""At a terminal, too, where the prompt library writes for itself, no sign that deceives comes through."""

from __future__ import annotations

import pytest

from hoplo_companion.cli.terminal.prompt import Pasted
from tests.helpers.cli import Sitting


def test_what_is_asked_and_offered_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    import questionary

    seen: list[str] = []

    class Asked:
        def __init__(self, answer: object) -> None:
            self.answer = answer

        def unsafe_ask(self) -> object:
            return self.answer

    def select(text: str, choices: list[str], instruction: str = "") -> Asked:
        seen.extend([text, *choices])
        return Asked(choices[1])

    def text(text: str) -> Asked:
        seen.append(text)
        return Asked("typed")

    def confirm(text: str, default: bool) -> Asked:
        seen.append(text)
        return Asked(True)

    monkeypatch.setattr(questionary, "select", select)
    monkeypatch.setattr(questionary, "text", text)
    monkeypatch.setattr(questionary, "confirm", confirm)
    ask = Sitting()
    assert ask.choose("which\x1b[2J?", ["a", "b\x1b[31m"]) == "b\x1b[31m"
    assert ask.write("what\u202e?", "x\x07") == "typed"
    assert ask.agreed("sure\x9b?")
    ask.pressed = ["k", "n", "tab", Pasted("\x1b[31m\n")]
    assert ask.ask_line("line\x1b: ", ["known", "bad\x1b"]) == "known[31m"
    assert not [each for each in seen if not each.isprintable()]
    assert r"b\u001b[31m" in seen
