"""The games of the other tables; and the past of a save: where it began, fights, turns, stops, disagreements."""

import re
from collections.abc import Callable
from itertools import chain, groupby, pairwise
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from hoplo_companion.campaign.model import NoFightError
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import HoploError, UsageError, as_command, clip
from hoplo_companion.files import LARGEST_CAMPAIGN, home_folder, read_whole
from hoplo_companion.language import later, tr
from hoplo_companion.rules.sentence import said
from hoplo_companion.table.saves.format import State, Step, UnknownHereError, UnreadableSaveError
from hoplo_companion.table.saves.library import Library, NoneChosenError, Saves
from hoplo_companion.table.saves.save import Save

# The games of the other tables ---------------------------------------------------------------------------------------

G = TypeVar("G")


class Games(Saves[G]):
    """The games of a table, each a save of its own, and the one that is played."""

    def __init__(self, table: str, shape: type[G]) -> None:
        super().__init__(home_folder() / table)
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

    def read(self, state: State, name: str = "") -> G:
        """Turn plain data into a game; UnreadableSaveError where it does not fit."""
        try:
            return msgspec.convert(state, self.shape)
        except msgspec.ValidationError as fault:
            if "unknown field" in str(fault):
                raise UnknownHereError(name, fault) from None
            text = later("{name}: it is not a game ({what})")
            raise UnreadableSaveError(text, name=name, what=fault) from None


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
