"""The campaigns on this machine: where their saves are, which one is played, and the trash; what is begun, not over.

`campaigns/NAME/` holds each save, `copies/NAME/` its last states in another folder, `trash/NAME-n/` what was deleted,
and `current` the name of the campaign that commands mean. A conversation is kept answer by answer.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion import files
from hoplo_companion.campaign.model import Campaign, Prowess
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.own import Fact, changed_with, entered
from hoplo_companion.errors import HoploError, UsageError, clip, system_reason
from hoplo_companion.files import LARGEST_POSITION, DiskError, home_folder, read_whole, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.rules.sentence import Kept
from hoplo_companion.table.saves.format import State, UnreadableSaveError, from_state, read_header, to_state
from hoplo_companion.table.saves.save import Save, built_aside

T = TypeVar("T")
G = TypeVar("G")

LONGEST_NAME = 60
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(-.*)?")
"""Names that some systems do not allow for a folder."""


def _folders(folder: Path) -> list[str]:
    """The folders in a folder, without those that are still being built."""
    try:
        return sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as fault:
        raise DiskError("{path}: cannot be read: {reason}", path=folder, reason=system_reason(fault)) from None


def id_of(name: str) -> str:
    """Write a campaign's name as its folder is called; empty where no letter or digit is in it."""
    id_ = slug(name)[:LONGEST_NAME].rstrip("-")
    return f"campaign-{id_}" if RESERVED.fullmatch(id_) else id_


class NoCampaignError(HoploError):
    """There is no campaign to play."""

    exit_code = 2

    def __init__(self) -> None:
        super().__init__(later("there is no campaign yet: begin one with `hoplo new`"))


class NoneChosenError(UsageError):
    """There are several campaigns, and none of them is the one that is played."""

    def __init__(self, names: list[str], why: str) -> None:
        self.names, self.why = names, why
        text = tr("which campaign? `hoplo save switch NAME`: {names}", names=", ".join(names))
        super().__init__(f"{text}. {why}" if why else text)


class BusyError(HoploError):
    """Another terminal is writing to the same campaign."""


PATIENCE = 5.0
"""Seconds to wait for another terminal that is writing."""

LIBRARY = ".library"
"""What is held while campaigns come, go, or change their names."""


class Opened(Generic[G]):
    """A campaign, or a game of another table, that nobody else writes to."""

    def __init__(self, library: Saves[G], save: Save) -> None:
        self.library, self.save = library, save

    @property
    def now(self) -> G:
        """What is played as it stands."""
        return self.library.held_by(self.save)

    def keep(self, then: G, command: str, what: Kept, **more: Any) -> None:
        """Make a step as `Save.commit` does, with what was entered since the last one."""
        state = to_state(then)
        self.library.read(state)  # what could not be read again is not kept
        self.save.commit(state, command, what, entered=entered(), **more)


class Saves(Generic[G]):
    """The saves of a home folder, each with a name, and the one that is played."""

    saves = "campaigns"
    """The folder that the saves lie in."""

    def __init__(self, home: Path | None = None) -> None:
        self.home = home or home_folder()
        self.pointer = self.home / "current"
        """The file that says which campaign is played."""
        files.finish_killed()

    def folder(self, name: str) -> Path:
        """Name the folder of a campaign."""
        return self.home / self.saves / name

    def copies(self, name: str) -> Path:
        """Name the folder that keeps a campaign's last states a second time."""
        return self.home / "copies" / name

    def names(self) -> list[str]:
        """The campaigns, sorted."""
        return _folders(self.home / self.saves)

    def lost(self) -> list[str]:
        """The campaigns that are gone, though copies of their states are not."""
        return [each for each in _folders(self.home / "copies") if not os.path.lexists(self.folder(each))]

    def trashed(self) -> list[str]:
        """What is in the trash, sorted."""
        return _folders(self.home / "trash")

    def find(self, name: str) -> str:
        """Find a campaign by name; UsageError suggests the nearest."""
        names = [*self.names(), *self.lost()]
        id_ = slug(name) if slug(name) in names else id_of(name)
        if id_ not in names:
            advice = advise(name, names, tr("campaigns"))
            raise UsageError("no campaign is called {name}; {advice}", name=clip(name, 60), advice=advice)
        return id_

    def current(self) -> str:
        """Name the campaign that is played; NoCampaignError where there is none, NoneChosenError among several."""
        name, fault, names = "", "", self.names()
        try:
            name = files.read_own(self.pointer, pointed) or ""
        except HoploError as wrong:
            fault = str(wrong)
        if name in names:
            return name
        if name in self.lost() or (not names and self.lost()):
            text = later("{names}: the campaign is gone; `hoplo doctor --repair` brings back its last good state")
            raise HoploError(tr(text, names=name or ", ".join(self.lost())))
        if not names:
            raise NoCampaignError
        if len(names) > 1:
            raise NoneChosenError(names, fault)
        return names[0]

    def switch(self, name: str) -> str:
        """Play another campaign."""
        write_whole(self.pointer, (name := self.find(name)).encode())
        files.keep(self.pointer)
        return name

    def read(self, state: State, name: str = "") -> G:
        """Turn plain data into what is played; UnreadableSaveError, or InvalidError, where it does not fit."""
        raise NotImplementedError

    def held_by(self, save: Save) -> G:
        """What a save holds, as it is played."""
        return self.read(save.state, save.folder.name)

    def played(self) -> G:
        """What is played, for reading."""
        return self.held_by(self.open(self.current()))

    @contextmanager
    def alone(self, *names: str) -> Iterator[None]:
        """Keep every other terminal from writing to some campaigns; BusyError where one is at them and does not end."""
        from filelock import FileLock, Timeout

        folder = self.home / "locks"
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
    def opened(self) -> Iterator[Opened[G]]:
        """Open what is played under a lock that keeps a second terminal from writing at once."""
        name = self.current()
        with self.alone(name):
            save = self.open(name)
            for stray in save.folder.glob(".state.json.*"):
                # A write that was killed left it; nobody else writes now.
                stray.unlink(missing_ok=True)
            yield Opened(self, save)

    def begin(
        self, wanted: str, make: Callable[[str], G], command: str, what: Kept = "", facts: Iterable[Fact] = ()
    ) -> tuple[str, G]:
        """Begin what is played from now on, made from the name that it has here; give both.

        What was entered for it is kept with it: all of it, or nothing.
        """
        with self.alone(LIBRARY):
            name = self.free_name(wanted)
            game, folder = make(name), self.folder(name)
            with changed_with([*entered(), *facts], folder / "state.json", self.pointer):
                write_whole(self.pointer, name.encode())
                files.keep(self.pointer)
                Save.create(folder, self.copies(name), to_state(game), command, what or command)
        return name, game

    def open(self, name: str) -> Save:
        """Open a campaign's save for reading."""
        return Save.open(self.folder(name), self.copies(name))

    def free_name(self, wanted: str) -> str:
        """Find a name for a new campaign, numbered if need be; copies left under it are moved aside."""
        base, taken = id_of(wanted) or "campaign", set(self.names())
        name = next(name for n in range(1, 10_000) if (name := base if n == 1 else f"{base}-{n}") not in taken)
        if self.copies(name).is_dir():
            files.move(self.copies(name), _unused(self.copies(f".{name}")))
        return name

    def delete(self, name: str) -> str:
        """Move a campaign to the trash, its copies too; give the name it has there."""
        to = _unused(self.home / "trash" / name)
        # The copies go first, into the campaign: whatever comes between, both are in one place or in the other.
        if self.copies(name).is_dir():
            copies = self.folder(name) / "copies"
            files.move(self.copies(name), _unused(copies) if os.path.lexists(copies) else copies)
        files.move(self.folder(name), to)
        return to.name

    def restore(self, trashed: str) -> str:
        """Bring a campaign back from the trash; give the name it has now."""
        known = next((each for each in self.trashed() if slug(each) == slug(trashed)), None)
        if known is None:
            advice = advise(trashed, self.trashed(), tr("campaigns there"))
            raise UsageError("no {name} is in the trash; {advice}", name=clip(trashed, 60), advice=advice)
        name = self.free_name(known.rsplit("-", 1)[0])
        files.move(self.home / "trash" / known, self.folder(name))
        if (self.folder(name) / "copies").is_dir():
            files.move(self.folder(name) / "copies", self.copies(name))
        return name

    def copy(self, name: str, to: str) -> str:
        """Copy a campaign with its whole past; give the copy's name."""
        save, to = self.open(name), self.free_name(to)  # what cannot be read is not multiplied
        save.check_log()
        with built_aside(self.folder(to), self.copies(to)) as aside:
            shutil.copytree(save.folder, aside, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*", "lock"))
            Save(aside, aside / "copies", save.header).write_header(save.header)
        return to

    def states(self, name: str) -> list[Path]:
        """Where states of a campaign are kept: its own, copies, snapshots."""
        folder = self.folder(name)
        # A delete that was stopped half-way leaves the copies inside.
        folders = (self.copies(name), folder / "copies", folder / "snapshots")
        return [folder / "state.json", *(path for each in folders for path in each.glob("*.json"))]

    def good_copies(self, name: str) -> list[Path]:
        """The states of a campaign that can still be read, the latest first."""
        found = []
        for path in self.states(name):
            with suppress(UnreadableSaveError):
                found.append((read_header(path, name).n, path))
        return [path for _, path in sorted(found, reverse=True)]


OUT_OF_GAME = "out_of_game"


class Library(Saves[Campaign]):
    """The campaigns in a home folder."""

    def read(self, state: State, name: str = "") -> Campaign:
        """Turn plain data into a campaign."""
        return from_state(state)

    def held_by(self, save: Save) -> Campaign:
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


class Trash(Library):
    """What was deleted: saves like any other, each with its copies inside."""

    saves = "trash"

    def copies(self, name: str) -> Path:
        """Name the folder that keeps its last states."""
        return self.folder(name) / "copies"


def pointed(path: Path) -> str:
    """Read which campaign is played; HoploError where the file cannot be read."""
    try:
        return read_whole(path, LARGEST_POSITION).decode().strip()
    except OSError as fault:
        raise HoploError("{path}: cannot be read: {reason}", path=path, reason=system_reason(fault)) from None
    except UnicodeDecodeError:
        raise HoploError("{path}: this is not the name of a campaign", path=path) from None


def _unused(path: Path) -> Path:
    """A path that nothing is at, with a number added."""
    return next(each for n in range(1, 10_000) if not os.path.lexists(each := path.with_name(f"{path.name}-{n}")))


DRAFT = "conversation.json"


class Draft(Struct, frozen=True):
    """The answers so far, each to a question as it was put, to a command by its words, in the campaign, if any."""

    campaign: str
    command: tuple[str, ...]
    answers: tuple[tuple[str, str], ...] = ()


def draft_left() -> tuple[str, ...]:
    """The words of a command outside any campaign whose conversation is not over; empty where there is none."""
    found = _kept(DRAFT, Draft)
    return found.command if found and found.answers and not found.campaign else ()


LESSONS = "lessons.json"


def stops_done(lesson: str) -> int:
    """Count the stops of a lesson that are behind the reader; none where the file cannot be read."""
    return (_kept(LESSONS, dict[str, int]) or {}).get(lesson, 0)


def keep_done(lesson: str, stops: int) -> None:
    """Keep how far the reader has come, on disk; DiskError where the disk refuses."""
    _keep(LESSONS, {**(_kept(LESSONS, dict[str, int]) or {}), lesson: stops})


def _kept(name: str, type_: type[T]) -> T | None:
    """What a small file of the player's folder holds; None where no such file can be read."""
    try:
        return msgspec.json.decode(read_whole(home_folder() / name, LARGEST_POSITION), type=type_)
    except (HoploError, OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _keep(name: str, value: object) -> None:
    write_whole(home_folder() / name, msgspec.json.encode(value) + b"\n")


class Conversation:
    """The questions of one command, and what was answered: given again as it is asked again."""

    def __init__(self, campaign: str, command: tuple[str, ...]) -> None:
        """Take up what was answered before to this command in this campaign, unless it was done."""
        new, found = Draft(campaign, command), _kept(DRAFT, Draft)
        self.draft = found if found is not None and replace(found, answers=()) == new else new
        self.at = 0

    def answered(self, text: str) -> str | None:
        """What was answered to the next question before; None where it is asked for the first time."""
        if self.at < len(self.draft.answers) and self.draft.answers[self.at][0] == text:
            return self.draft.answers[self.at][1]
        return None

    def note(self, text: str, answer: str) -> None:
        """Keep an answer on disk; where it differs from the one of before, what followed that is no longer known."""
        if self.draft.answers[self.at : self.at + 1] != ((text, answer),):
            self.keep(*self.draft.answers[: self.at], (text, answer))
        self.at += 1

    def take_back(self) -> bool:
        """Take the last answer back; False where there is none."""
        if not self.at:
            return False
        self.keep(*self.draft.answers[: self.at - 1])
        return True

    def keep(self, *answers: tuple[str, str]) -> None:
        """Keep these answers on disk, and no other; DiskError where the disk refuses."""
        self.draft = replace(self.draft, answers=answers)
        _keep(DRAFT, self.draft)

    def drop(self) -> None:
        """Forget the answers: what they were for is done, or begins anew."""
        self.draft = replace(self.draft, answers=())
        with suppress(OSError):
            (home_folder() / DRAFT).unlink(missing_ok=True)
