"""One campaign, or one game of another table, open for play, with nobody else writing to it; and the past of a save."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign, NoFightError, Prowess
from hoplo_companion.components.checking import convert
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.own import entered
from hoplo_companion.errors import HoploError, InvalidError, UsageError, as_command, clip, system_reason
from hoplo_companion.files import LARGEST_CAMPAIGN, DiskError, home_folder, read_whole
from hoplo_companion.language import later, tr
from hoplo_companion.rules.sentence import Kept, said
from hoplo_companion.table.saves.format import State, Step, UnknownHereError, UnreadableSaveError, migrated
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
            raise UnknownHereError(tr("the campaign"), ", ".join(unknown)[:60])
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

    def keep(self, campaign: Campaign, command: str, what: Kept, **more: Any) -> None:
        """Make a step of the campaign as `Save.commit` does, with what was entered since the last one."""
        state = to_state(campaign)
        from_state(state)  # what could not be read again is not kept
        self.save.commit(state, command, what, entered=entered(), **more)


# The games of the other tables ---------------------------------------------------------------------------------------

G = TypeVar("G")


class Games(Library, Generic[G]):
    """The games of a table, each a save of its own, and the one that is played."""

    def __init__(self, table: str, shape: type[G], home: Path | None = None) -> None:
        super().__init__((home or home_folder()) / table)
        self.table, self.shape = table, shape

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
                raise UnknownHereError(name, fault) from None
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


# The past of a save ---------------------------------------------------------------------------------------------------


def period_began(save: Save, *, week: bool) -> int:
    """Find where this week or act began, from its beginning where the one before it did; UsageError at the first."""
    pads = (lambda pad: (pad["act"], pad["weeks"][pad["act"] - 1])) if week else lambda pad: pad["act"]
    return _first_alike(save, lambda state: pads(state["pad"]), later("nothing to undo: this is the beginning"))


def turn_began(save: Save) -> int:
    """Find where the turn in the fight began; at its beginning, the turn before. UsageError where there is none."""
    _check_fight(save)
    text = later("nothing to undo: this is where the fight begins; `hoplo undo --fight` takes it back whole")
    return _first_alike(save, lambda state: (state.get("fight") or {}).get("turn_of"), text)


def fight_began(save: Save) -> int:
    """Find the last step before the fight was planned; UsageError where no fight is followed."""
    _check_fight(save)
    place = next((place for place, _, state in save.past() if state.get("fight") is None), None)
    if place is None:
        raise UsageError("nothing to undo: the fight is stand-alone; `hoplo fight drop` stops following it")
    return place


def _check_fight(save: Save) -> None:
    if save.state.get("fight") is None:
        raise UsageError("no fight is followed that could be taken back: `hoplo undo` takes back the last step")


def _first_alike(save: Save, of: Callable[[State], Any], at_once: str) -> int:
    """Find the first step of the stretch that the present one ends, in which `of` gives the same of every state.

    A stretch that has but the present step counts for nothing, and the one before it is meant, unless `of` gives None
    there: UsageError, in these words.
    """
    first, present = save.header.head, of(save.state)
    for place, _, state in save.past():
        if of(state) != present:
            if first != save.header.head or of(state) is None:
                break
            present = of(state)
        first = place
    if first == save.header.head:
        raise UsageError(at_once)
    return first


def fights_behind(save: Save) -> list[list[State]]:
    """The states of each fight that led to where a save stands, the last fight first, and its last state too."""
    states = (state for _, _, state in save.past())
    return [list(group) for is_on, group in groupby(states, lambda state: state.get("fight") is not None) if is_on]


def turns_of_fights(save: Save) -> list[int]:
    """Count the turns of each fight that is behind this campaign, the last one first."""
    turns = [int(state["fight"]["position"].get("turn", 1)) for state, *_ in fights_behind(save)]
    return turns if save.state.get("fight") is None else turns[1:]  # the one that is on is not over


def stops_walked(save: Save) -> list[tuple[int, int, str]]:
    """The places where the encampment was, in their order, each with the act and the week of its coming there."""
    stops = []
    placed = (state for _, _, state in save.past() if state.get("place"))
    for place, states in groupby(placed, lambda state: str(state["place"])):
        *_, came = states  # read backwards
        act, weeks = came["pad"]["act"], came["pad"]["weeks"]
        stops.append((act, min(12, weeks[act - 1] + 1), place))
    return stops[::-1]


Chapter = tuple[Step, int, str]
"""A step of a fight, and the turn it was made in: its number, 0 for none, and whose it was."""


def story_of_fight(save: Save) -> list[Chapter]:
    """Find the steps of the fight that is followed, or of the last one, in order; NoFightError where there was none."""
    steps: list[Chapter] = []
    nothing: tuple[int, Any, State] = (0, None, {})  # before the step that made the table
    for (_, step, after), (_, _, before) in pairwise(chain(save.past(), [nothing])):
        # A step belongs to the turn that was on before it; the one that planned the fight, to its set-up.
        fight = before.get("fight")
        if fight or after.get("fight"):
            steps.append((step, *(turn_in(fight["turn_of"], fight["position"]) if fight else (0, "set-up"))))
            if not fight:
                return steps[::-1]
    raise NoFightError


def turn_in(turn_of: str, position: State) -> tuple[int, str]:
    """The number of the turn that is on, 0 for none, and whose it is."""
    if turn_of in ("set-up", "nobody"):
        return 0, turn_of
    counted = position.get("turn", 1)
    return counted if turn_of == "rival" else max(1, counted - 1), turn_of


def hexes_before(save: Save) -> dict[str, str]:
    """The hex of each unit as the turn before this one began, the arena's counting as yours; nothing in the set-up."""
    hexes: dict[str, str] = {}
    turns: list[str] = []
    for _, _, state in save.past():
        fight = state.get("fight")
        if fight is None or fight["turn_of"] == "set-up":
            break
        turn = "player" if fight["turn_of"] == "arena" else fight["turn_of"]
        turns += [] if turns[-1:] == [turn] else [turn]
        if len(turns) > 2:
            break
        hexes = {unit["id"]: unit["hex"] for unit in fight["position"]["units"] if unit.get("hex")}
    return hexes


# Disagreements of older versions -------------------------------------------------------------------------------------

FOLDER = "disputes"


class _Disagreement(Struct):
    """What a note needs of the file: all else in it is left as it is."""

    at: str
    hoplo: str
    text: str
    ruling: str = ""
    campaign: str = ""
    move: str = ""


def with_disagreements(steps: list[Step], library: Library, campaign: str) -> list[Step]:
    """Some steps of a campaign, the first one first, with the readable disagreements of those days among them."""
    first, found = steps[0].at[:10] if steps else "", list[Step]()
    numbered = {path.stem: path for path in (library.home / FOLDER).glob("*.json")}
    for number in sorted((each for each in numbered if re.fullmatch(r"[1-9][0-9]{0,8}", each)), key=int):
        try:
            kept = msgspec.json.decode(read_whole(numbered[number], LARGEST_CAMPAIGN), type=_Disagreement)
        except (HoploError, OSError, msgspec.MsgspecError, ValueError, RecursionError):
            continue
        if kept.campaign == campaign and kept.at >= first:
            what = said("You disagreed: {text}", text=kept.text)
            if kept.move:
                what = said("You disagreed with {move}: {text}", move=repr(kept.move), text=kept.text)
            note = said("Right in your view: {ruling}", ruling=kept.ruling) if kept.ruling else ""
            found.append(Step(0, kept.at, kept.hoplo, f"dispute {number}", what, note=note))
    found.sort(key=lambda step: step.at)
    # A disagreement has a day and no time: it follows the steps of that day.
    return sorted([*steps, *found], key=lambda step: (step.at[:10], not step.n))
