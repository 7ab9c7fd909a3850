"""hoplo as a player runs it, inside the test's own process: as fast as a function, with all that it prints.

`process` is the real thing, for what only a process of its own can show: start-up, signals, locks, the streams.
"""

import io
import json
import os
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from hoplo_companion.cli.app import FAILED, TRACEBACK, run
from hoplo_companion.cli.terminal.prompt import Pasted, Prompt, Reader, Reply
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import StoppedError

ROOT = Path(__file__).parents[2]


class Ran(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    def worked(self) -> "Ran":
        assert self.code == 0, self
        return self

    def fails(self, code: int, *says: str) -> "Ran":
        """Hold that the command failed with this exit code, and that it said all this of why."""
        assert (self.code, [words for words in says if words not in self.err]) == (code, []), self
        return self


class _Stream(io.TextIOWrapper):
    """A stream of text over bytes that are kept, as standard input and output are."""

    def __init__(self, content: bytes = b"") -> None:
        self.bytes = io.BytesIO(content)
        super().__init__(self.bytes, encoding="utf-8", write_through=True)

    def text(self) -> str:
        return self.bytes.getvalue().decode()


KEY_NAMES = ("enter", "escape", "tab", "backspace", "delete", "left", "right", "home", "end", "up", "down", "ctrl+u")


class Sitting(Terminal):
    """A terminal at which somebody sits who presses `pressed`, or leaves where nothing is left; see `said()`.

    Shapes: each of `pressed` is a letter, a key by its name, a pasted text, or a line that is typed and entered.
    """

    def __init__(self, *args: str) -> None:
        self.pressed: list[str] = []
        self.presses = 0
        """How many keys were pressed, a pasted text being one."""
        self._out = _Stream()
        super().__init__(list(args), {**os.environ, "TERM": "xterm"}, _Stream(), self._out, self._out)

    def is_interactive(self) -> bool:
        return True

    def read(self, prompt: Prompt) -> Reply:
        self.say(prompt.message)
        reader = Reader(prompt)
        while self.pressed:
            typed = self.pressed.pop(0)
            is_key = len(typed) == 1 or typed in KEY_NAMES or isinstance(typed, Pasted)
            for key in [typed] if is_key else [*typed, "enter"]:
                self.presses += 1
                answer = reader.press(key)
                if reader.refused:
                    self.say(reader.refused)
                if answer is not None:
                    return answer
        raise StoppedError

    def said(self) -> str:
        """Give what was said since this was asked last."""
        text = self._out.text().replace("\N{NO-BREAK SPACE}", " ")
        self._out.bytes.seek(0)
        self._out.bytes.truncate()
        return text


def as_a_new_process() -> None:
    """Forget what an earlier command has read of the player's own, as a process of its own would not know it."""
    catalogue.cache_clear()


def hoplo(*args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None, **env: str) -> Ran:
    """Run a command without a terminal where `HOPLO_HOME` points; whatever is no proper exit fails the test."""
    as_a_new_process()
    given, out, err = _Stream(stdin if isinstance(stdin, bytes) else stdin.encode()), _Stream(), _Stream()
    # What is below the command line, and the shell's completion, look at the environment of the process.
    with patch.dict(os.environ, {"TERM": "xterm", TRACEBACK: "1", **env}), chdir(cwd or Path.cwd()):
        code = run(Terminal([*map(str, args)], os.environ, given, out, err))
    ran = Ran(code, out.text(), err.text())
    assert ran.code != FAILED, ran.err
    return ran


def done(*args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None, **env: str) -> Ran:
    return hoplo(*args, stdin=stdin, cwd=cwd, **env).worked()


def done_each(*lines: str) -> None:
    """Run commands that have to work, each as it is typed at a shell."""
    for line in lines:
        done(*shlex.split(line))


def process(*args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None, **env: str) -> Ran:
    """Run a command without a terminal in a process of its own; a traceback fails the test whatever else it checks."""
    done = subprocess.run(
        [sys.executable, "-m", "hoplo_companion", *map(str, args)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm", TRACEBACK: "1", **env},
        timeout=120,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.out + ran.err, ran.err
    assert ran.code != FAILED, ran.err
    return ran


def completed(*words: str, **env: str) -> list[str]:
    """List what a shell would offer for the last of some words; anything said beside it fails."""
    asked = "\n".join(("hoplo", *words))
    ran = hoplo(
        cwd=None, stdin="", _HOPLO_COMPLETE="complete_bash", COMP_WORDS=asked, COMP_CWORD=str(len(words)), **env
    )
    assert ran.err == "", ran.err
    return [line for line in ran.out.splitlines() if line]
