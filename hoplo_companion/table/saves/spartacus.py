"""The games of Spartacus on this machine: saves like those of campaigns, in a folder of their own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.files import home_folder
from hoplo_companion.language import tr
from hoplo_companion.spartacus.game import Game, Happened
from hoplo_companion.table.saves.format import Step, UnreadableSaveError
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import alone
from hoplo_companion.table.saves.save import Save


class Games(Library):
    """The games, each a save of its own, and the one that is played."""

    def __init__(self, home: Path | None = None) -> None:
        super().__init__(home or home_folder() / "spartacus")

    def find(self, name: str) -> str:
        """Find a game by name; UsageError suggests the nearest."""
        if slug(name) not in self.names():
            advice = advise(name, self.names(), tr("games"))
            raise UsageError(tr("no game is called {name}; {advice}", name=clip(name, 60), advice=advice))
        return slug(name)

    def current(self) -> str:
        """Name the game that is played; UsageError where there is none, or it is not known which."""
        if not self.names():
            raise UsageError(tr("there is no game yet: begin one with `hoplo spartacus new`"))
        try:
            return super().current()
        except UsageError:
            names = ", ".join(self.names())
            raise UsageError(tr("which game? `hoplo spartacus switch NAME`: {names}", names=names)) from None


def game_of(save: Save) -> Game:
    """Give the game that a save holds; UnreadableSaveError where it does not fit."""
    try:
        return msgspec.convert(save.state, Game)
    except msgspec.ValidationError as fault:
        text = tr("{name}: it has what this hoplo does not know ({what})", name=save.folder.name, what=fault)
        raise UnreadableSaveError(text) from None


def events_of(step: Step) -> list[Happened]:
    """Give what happened in a step."""
    return [Happened(*each) for each in step.answers if isinstance(each, list) and len(each) == 3]


class OpenGame:
    """The game that is played, under a lock that keeps a second terminal from writing at once."""

    def __init__(self, games: Games | None = None) -> None:
        self.games = games or Games()
        self.name = self.games.current()

    def __enter__(self) -> OpenGame:
        with ExitStack() as stack:
            stack.enter_context(alone(self.games, self.name))
            self.save: Save = self.games.open(self.name)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, type_: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def game(self) -> Game:
        """Give the game as it stands."""
        return game_of(self.save)

    def keep(self, game: Game, command: str, events: Sequence[Happened]) -> None:
        """Make a step: on disk before this returns."""
        self.save.commit(to_state(game), command, command, answers=[list(each) for each in events])


def to_state(game: Game) -> dict[str, Any]:
    """Turn a game into plain data, just as it comes back from disk."""
    state: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game))
    return state
