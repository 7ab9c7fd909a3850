"""Keys at a terminal: what is typed ahead, keys that write nothing, and a terminal that goes away."""

from __future__ import annotations

import os
import signal

import pytest

from hoplo_companion.cli.terminal.prompt import Prompt, Reader
from tests.helpers.cli import hoplo
from tests.helpers.terminal import Terminal


def example() -> Terminal:
    """Play the rulebook's example turn to its first question."""
    return Terminal("rival-turn", "--example").until("key or name:")


def test_keys_typed_ahead_answer_the_questions_that_come() -> None:
    terminal = example()
    terminal.press("212h" + "m", "it is your turn")
    assert "1 hit" in terminal.seen
    assert terminal.process.wait(10) == 0


def test_keys_typed_ahead_of_a_line_and_behind_it_are_not_lost() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("play").until("Q quit")
    terminal.press("1Reef\r111", "paths lead to")
    terminal.press("Cove\r2\r", "already at full HP")
    assert hoplo("pad", "--json").json["week"] == 1


@pytest.mark.parametrize("key", ["\x1b[A", "\x1bOP", "\x1b[3~", "\x1b[1;5C", "\t", "\x7f"])
def test_a_key_that_writes_nothing_is_passed_over(key: str) -> None:
    terminal = example()
    terminal.press(key + "2", "moves next?")
    assert "not one of the keys" not in terminal.seen


def test_what_was_typed_behind_a_key_that_is_refused_is_forgotten() -> None:
    """A word that was meant for another question answers none."""
    terminal = example()
    terminal.press("zeta 2\r", "is not one of the keys")
    terminal.press("\r", "is no answer here")
    terminal.press("2", "moves next?")


@pytest.mark.parametrize("signal_", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back_as_it_was(signal_: signal.Signals) -> None:
    import termios

    terminal = example()
    assert not termios.tcgetattr(terminal.main)[3] & termios.ECHO
    os.kill(terminal.process.pid or 0, signal_)
    terminal.process.wait(10)
    assert termios.tcgetattr(terminal.main)[3] & termios.ECHO


@pytest.mark.parametrize("key", ["z", "0", "\u00e9", "\u9f8d", "'", "\\"])
def test_a_key_that_is_none_of_those_asked_for_is_said_to_be_none(key: str) -> None:
    terminal = example()
    terminal.press(key, "is not one of the keys")
    terminal.press("2", "moves next?")


def test_a_letter_that_was_meant_small_is_taken_so() -> None:
    terminal = example()
    terminal.press("212H", "Next, blue")


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_stopping_gives_the_terminal_back_as_it_was(key: str) -> None:
    import termios

    terminal = example()
    terminal.press(key, "stopped").ends(130)
    assert termios.tcgetattr(terminal.main)[3] & termios.ECHO
    assert "Traceback" not in terminal.seen


def test_a_terminal_that_has_gone_ends_the_turn_and_nothing_else() -> None:
    terminal = example()
    os.close(terminal.main)
    assert terminal.process.wait(10) in (130, 1)


@pytest.mark.parametrize(("typed", "whole"), [("kr", "krakenlance"), ("attack kr", "attack krakenlance"), ("zz", "zz")])
def test_tab_completes_the_whole_line_or_its_last_word(typed: str, whole: str) -> None:
    reader = Reader(Prompt("", takes="line", known=("krakenlance", "reptilian")), leads=False)
    for key in (*typed, "tab"):
        reader.press(key)
    assert reader.line == whole
