"""The screen at a real terminal: it is left as it was found, whatever ends the evening, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.cli import hoplo
from tests.helpers.fights_on_disk import follow_a_fight
from tests.helpers.terminal import Terminal, end_all

READY = "Q quit"
BACK = "\x1b[?1049l"
"""What a terminal is sent to show again what stood on it before."""


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fight until the rival's turn asks something."""
    home = tmp_path_factory.mktemp("fought")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOPLO_HOME", str(home))
        follow_a_fight()
    return home


@pytest.fixture
def evening(fought: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Sit at the screen of that fight."""
    shutil.copytree(fought, home, dirs_exist_ok=True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    evening = Terminal("play", columns=80, lines=24, screen=True).until(READY)
    yield evening
    end_all()


def question() -> str:
    """Name the question that is open."""
    return str(hoplo("fight", "--json").json["fight"]["question"]["id"])


@pytest.mark.parametrize("key", ["\x03", "\x04", "Q"])
def test_the_evening_is_left_and_the_terminal_is_as_it_was(evening: Terminal, key: str) -> None:
    evening.press("1", "equal hexes?")
    if key != "Q":
        evening.press(key, "every answer is kept")
    evening.press(key, BACK)
    evening.until("continues from here").ends()
    assert termios.tcgetattr(evening.main)[3] & termios.ECHO
    assert question() == "movement.destination"


def test_it_sleeps_and_wakes_again(evening: Terminal) -> None:
    evening.press("\x1a", BACK)
    stopped, status = os.waitpid(evening.process.pid, os.WUNTRACED)
    assert (stopped, os.WIFSTOPPED(status)) == (evening.process.pid, True)
    evening.seen = ""
    os.kill(evening.process.pid, signal.SIGCONT)
    evening.until(READY)
    evening.press("1", "equal hexes?")


def test_another_size_is_drawn_anew(evening: Terminal) -> None:
    evening.seen = ""
    termios.tcsetwinsize(evening.main, (40, 120))
    os.kill(evening.process.pid, signal.SIGWINCH)
    evening.until("<krakenlance")


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGTERM])
def test_whoever_ends_it_gets_the_terminal_back(evening: Terminal, how: signal.Signals) -> None:
    evening.press("1", "equal hexes?")
    os.kill(evening.process.pid, how)
    evening.until(BACK)
    evening.process.wait(10)
    assert question() == "movement.destination"


def test_a_terminal_that_is_closed_ends_it(evening: Terminal) -> None:
    evening.press("1", "equal hexes?")
    os.close(evening.main)
    evening.process.wait(10)
    assert question() == "movement.destination"


def test_no_other_command_loads_the_library_of_the_screen() -> None:
    names = (
        "import sys; from hoplo_companion.cli.app import command_line\n"
        "for name in (commands := command_line()).list_commands(None): commands.get_command(None, name)\n"
        "print([name for name in sys.modules if name.split('.')[0] == 'textual'])"
    )
    done = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
