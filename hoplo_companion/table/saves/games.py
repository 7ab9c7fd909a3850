"""The games of the other tables on this machine: saves like those of campaigns, in a folder of their own each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.files import home_folder
from hoplo_companion.language import tr
from hoplo_companion.table.saves.format import NewerSaveError, UnreadableSaveError, unknown_to_this_hoplo
from hoplo_companion.table.saves.library import Library, NoneChosenError
from hoplo_companion.table.saves.open_campaign import LIBRARY, alone
from hoplo_companion.table.saves.save import Save

G = TypeVar("G")

DUEL = "spartacus/duel.json"
"""The match of Spartacus outside of any game, in the home folder."""


class Games(Library, Generic[G]):
    """The games of a table, each a save of its own, and the one that is played."""

    def __init__(self, table: str, shape: type[G], home: Path | None = None) -> None:
        super().__init__((home or home_folder()) / table)
        self.table = table
        self.shape = shape

    @property
    def root(self) -> Path:
        """Name the player's folder."""
        return self.home.parent

    def find(self, name: str) -> str:
        """Find a game by name; UsageError suggests the nearest."""
        if slug(name) not in self.names():
            advice = advise(name, self.names(), tr("games"))
            raise UsageError(tr("no game is called {name}; {advice}", name=clip(name, 60), advice=advice))
        return slug(name)

    def current(self) -> str:
        """Name the game that is played; UsageError where there is none, or it is not known which."""
        if not self.names():
            raise UsageError(
                tr("there is no game yet: begin one with `{command}`", command=as_command(self.table, "new"))
            )
        try:
            return super().current()
        except NoneChosenError as several:
            names, command = ", ".join(self.names()), as_command(self.table, "switch", "NAME")
            text = tr("which game? `{command}`: {names}", command=command, names=names)
            raise UsageError(f"{text}. {several.why}" if several.why else text) from None

    def read(self, state: dict[str, Any], name: str = "") -> G:
        """Turn plain data into a game; UnreadableSaveError where it does not fit."""
        try:
            return msgspec.convert(state, self.shape)
        except msgspec.ValidationError as fault:
            if "unknown field" in str(fault):
                raise NewerSaveError(name, unknown_to_this_hoplo(fault)) from None
            raise UnreadableSaveError(tr("{name}: it is not a game ({what})", name=name, what=fault)) from None

    def game(self) -> G:
        """Give the game that is played, for reading."""
        name = self.current()
        return self.read(self.open(name).state, name)

    def begin_game(self, wanted: str, command: str, begin: Any) -> tuple[str, G]:
        """Begin a game, which is played from now on; `begin` makes it from the name it has here."""
        with alone(self, LIBRARY):
            name = self.free_name(wanted)
            game: G = begin(name)
            self.create(name, to_state(game), command, command)
        return name, game

    @contextmanager
    def opened(self) -> Iterator[OpenGame[G]]:
        """Open the game that is played, under a lock that keeps a second terminal from writing at once."""
        name = self.current()
        with alone(self, name):
            yield OpenGame(self, self.open(name))


class OpenGame(Generic[G]):
    """The game that is played, with nobody else writing to it."""

    def __init__(self, games: Games[G], save: Save) -> None:
        self.games = games
        self.save = save

    @property
    def game(self) -> G:
        """Give the game as it stands."""
        return self.games.read(self.save.state, self.save.folder.name)

    def keep(self, game: G, command: str, what: str, events: Sequence[Sequence[Any]] = ()) -> None:
        """Make a step: on disk before this returns."""
        self.save.commit(to_state(game), command, what, answers=[list(each) for each in events])


def to_state(game: object) -> dict[str, Any]:
    """Turn a game into plain data, just as it comes back from disk."""
    state: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game))
    return state
