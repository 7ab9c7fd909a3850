"""One campaign, or one game of another table, open for play, with nobody else writing to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign, Prowess
from hoplo_companion.components.checking import convert
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.own import entered
from hoplo_companion.errors import HoploError, InvalidError, UsageError, as_command, clip, system_reason
from hoplo_companion.files import DiskError, home_folder
from hoplo_companion.language import later, tr
from hoplo_companion.rules.sentence import Kept
from hoplo_companion.table.saves.format import NewerSaveError, UnreadableSaveError, migrated, unknown_to_this_hoplo
from hoplo_companion.table.saves.library import Library, NoneChosenError
from hoplo_companion.table.saves.save import Save

PATIENCE = 5.0
"""Seconds to wait for another terminal that is writing."""


class BusyError(HoploError):
    """Another terminal is writing to the same campaign."""


def to_state(game: object) -> dict[str, Any]:
    """Turn a campaign, a game or a part of one into plain data, as it comes back from disk: each tuple as a list."""
    state: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game))
    return state


def from_state(state: dict[str, Any]) -> Campaign:
    """Turn plain data into a campaign; InvalidError lists what does not fit, NewerSaveError names what is unknown."""
    campaign = convert(migrated(state), Campaign)
    if isinstance(campaign, list):
        if unknown := [defect.where for defect in campaign if defect.code == "unknown-key"]:
            raise NewerSaveError(tr("the campaign"), unknown_to_this_hoplo(", ".join(unknown)[:60]))
        raise InvalidError(campaign)
    return campaign


OUT_OF_GAME = "out_of_game"


def campaign_of(save: Save) -> Campaign:
    """The campaign of a save; from an older one, Prowess that left the camp in play are out of the game (p.37)."""
    campaign = from_state(save.state)
    if OUT_OF_GAME in save.state:
        return campaign
    found: list[Prowess] = []
    then: tuple[str, set[Prowess]] | None = None
    try:
        for _, step, state in save.past():
            held = {msgspec.convert(card, Prowess) for card in state.get("camp", {}).get("prowess", ())}
            if then is not None and not then[0].startswith("fix "):
                found += sorted(held - then[1])
            then = (step.command, held)
    except (HoploError, msgspec.MsgspecError):
        # Of a past that cannot be read nothing is known; `hoplo doctor` says what is wrong with it.
        return campaign
    here = {card.label() for card in campaign.camp.prowess}
    by_label = {card.label(): card for card in found if card.label() not in here}
    return replace(campaign, out_of_game=tuple(reversed(by_label.values())))


LIBRARY = ".library"
"""What is held while campaigns come, go, or change their names."""


@contextmanager
def alone(library: Library, *names: str) -> Iterator[None]:
    """Keep every other terminal from writing to some campaigns; BusyError where one is at them and does not end."""
    from filelock import FileLock, Timeout

    folder = library.home / "locks"
    with ExitStack() as stack:
        for name in sorted(names):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                stack.enter_context(FileLock(folder / f"{name}.lock").acquire(timeout=PATIENCE))
            except Timeout:
                every = later("another terminal is writing to the campaigns; try again")
                one = later("another terminal is writing to {name}; try again")
                raise BusyError(every if name == LIBRARY else one, name=name) from None
            except OSError as fault:
                reason = system_reason(fault)
                raise DiskError("{path}: cannot be written: {reason}", path=folder, reason=reason) from None
        yield


@contextmanager
def opened(library: Library, name: str) -> Iterator[Save]:
    """Open a save under a lock that keeps a second terminal from writing at once."""
    with alone(library, name):
        save = library.open(name)
        for stray in save.folder.glob(".state.json.*"):
            # A write that was killed left it; nobody else writes now.
            stray.unlink(missing_ok=True)
        yield save


class OpenCampaign:
    """The campaign that is played, with nobody else writing to it."""

    def __init__(self, library: Library | None = None, name: str = "") -> None:
        library = library or Library()
        self._opened = opened(library, name or library.current())

    def __enter__(self) -> OpenCampaign:
        self.save = self._opened.__enter__()
        return self

    def __exit__(self, *ended: Any) -> None:
        self._opened.__exit__(*ended)

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return campaign_of(self.save)

    def keep(
        self,
        campaign: Campaign,
        command: str,
        what: Kept,
        *,
        answers: Sequence[Any] = (),
        note: Kept = "",
        part: bool = False,
    ) -> None:
        """Make a step of the campaign, with what was entered since the last one: on disk before this returns."""
        state = to_state(campaign)
        from_state(state)  # what could not be read again is not kept
        self.save.commit(state, command, what, answers=answers, note=note, part=part, entered=entered())


# The games of the other tables ---------------------------------------------------------------------------------------

G = TypeVar("G")


class Games(Library, Generic[G]):
    """The games of a table, each a save of its own, and the one that is played."""

    def __init__(self, table: str, shape: type[G], home: Path | None = None) -> None:
        super().__init__((home or home_folder()) / table)
        self.table, self.shape, self.root = table, shape, self.home.parent

    def find(self, name: str) -> str:
        """Find a game by name; UsageError suggests the nearest."""
        if slug(name) not in self.names():
            advice = advise(name, self.names(), tr("games"))
            raise UsageError("no game is called {name}; {advice}", name=clip(name, 60), advice=advice)
        return slug(name)

    def current(self) -> str:
        """Name the game that is played; UsageError where there is none, or it is not known which."""
        if not self.names():
            raise UsageError("there is no game yet: begin one with `{command}`", command=as_command(self.table, "new"))
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
            text = later("{name}: it is not a game ({what})")
            raise UnreadableSaveError(text, name=name, what=fault) from None

    def game(self) -> G:
        """The game that is played, for reading."""
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
        """Open the game that is played."""
        with opened(self, self.current()) as save:
            yield OpenGame(self, save)


class OpenGame(Generic[G]):
    """The game that is played, with nobody else writing to it."""

    def __init__(self, games: Games[G], save: Save) -> None:
        self.games, self.save = games, save

    @property
    def game(self) -> G:
        """The game as it stands."""
        return self.games.read(self.save.state, self.save.folder.name)

    def keep(self, game: G, command: str, what: str, events: Sequence[Sequence[Any]] = ()) -> None:
        """Make a step: on disk before this returns."""
        self.save.commit(to_state(game), command, what, answers=map(list, events))
