"""At a terminal, too, no sign that deceives comes through."""

from __future__ import annotations

from hoplo_companion.cli.terminal.prompt import Pasted
from tests.helpers.cli import Sitting


def test_what_is_asked_and_offered_is_clean() -> None:
    ask = Sitting()
    ask.pressed = ["2", "typed", "y", "k", "n", "tab", Pasted("\x1b[31m\n")]
    assert ask.choose("which\x1b[2J?", ["a", "b\x1b[31m"]) == "b\x1b[31m"
    assert ask.write("what\u202e?", "x\x07") == "typed"
    assert ask.agreed("sure\x9b?")
    assert ask.ask_line("line\x1b: ", ["known", "bad\x1b"]) == "known[31m"
    seen = ask.said()
    assert not [each for each in seen.replace("\n", "") if not each.isprintable()]
    assert r"b\u001b[31m" in seen
