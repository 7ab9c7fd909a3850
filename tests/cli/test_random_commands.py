"""Random commands: whatever is typed, nothing breaks, every change is in the history, and all of it can be undone."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save
from tests.helpers import commands
from tests.helpers.cli import hoplo

CODES = {0, 1, 2, 3}
"""Every exit code that a sound save can give (4 is for saves that cannot be read)."""


class Commands(RuleBasedStateMachine):
    """A player who types anything, and goes back and forth."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp(dir=os.environ["HOPLO_HOME"]))
        self.patch = pytest.MonkeyPatch()
        self.patch.setenv("HOPLO_HOME", str(self.home))
        for words in commands.BEGINNING:
            assert hoplo(*words).code == 0

    def save(self) -> Save:
        library = Library(self.home)
        return library.open(library.current())

    @rule(words=commands.rounds)
    def play_a_round(self, words: list[str]) -> None:
        self.step(words)

    @rule(words=commands.steps)
    def step(self, words: list[str]) -> None:
        before = self.save().header
        ran = hoplo(*words)
        assert ran.code in CODES, (words, ran)
        after = self.save().header
        if ran.code:
            assert (after.n, after.hash) == (before.n, before.hash), (words, "what was refused changes nothing")
            return
        _, line = next(self.save().lines())
        assert (after.n, line.n, line.hash) == (before.n + 1, after.n, after.hash), (words, "a line of the history")
        assert line.what
        assert (after.hash != before.hash) == bool(line.changes), words
        self.undo_and_redo()

    def undo_and_redo(self) -> None:
        """Take the last step back and do it again: the same state, read from disk each time."""
        steps = self.save().steps()
        _, last = next(steps)
        _, earlier = next(steps, (0, None))
        if earlier is None:
            return
        assert hoplo("undo").code == 0
        assert self.save().header.hash == earlier.hash
        assert hoplo("redo").code == 0
        assert self.save().header.hash == last.hash

    @rule(words=st.one_of(commands.back, commands.looks))
    def go_back_or_look(self, words: list[str]) -> None:
        before = self.save().header
        ran = hoplo(*words)
        assert ran.code in CODES, (words, ran)
        after = self.save().header
        _, line = next(self.save().lines())
        if ran.code == 0 and words[:1] in (["undo"], ["redo"]):
            assert (after.n, line.hash) == (before.n + 1, after.hash)
        else:
            assert after == before, (words, "looking changes nothing")

    def teardown(self) -> None:
        if hasattr(self, "home"):
            assert examine(Library(self.home), self.save().folder.name) == []
            self.patch.undo()
            shutil.rmtree(self.home)


TestCommands = Commands.TestCase
TestCommands.settings = settings(
    max_examples=8, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
