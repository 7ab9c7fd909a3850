"""A fight as a campaign keeps it: the board as position@1, and every move that led there (Rulebook p.17-30)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from msgspec import Struct

from hoplo_companion.errors import HoploError
from hoplo_companion.language import later

NO_FIGHT = later("no fight is followed: `hoplo fight start` begins one (p.14)")


class NoFightError(HoploError):
    """There is no fight that hoplo follows."""

    exit_code = 2

    def __init__(self) -> None:
        super().__init__(NO_FIGHT)


TurnOf = Literal["set-up", "rival", "player", "arena", "nobody"]


class Move(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that was done in a fight, with the answers to what it asked.

    Shapes: `do` is `set-up`, `rival-turn`, `arena-turn`, `begin` (your turn), `correct`, or the word of an action;
    an answer is a table with `answer` and, of its question, `question`, `unit` and `about`, as scripts of answers are
    written; a correction made while the move was under way is a table with `correct` and its `note`.
    """

    do: str
    words: tuple[str, ...] = ()
    answers: tuple[dict[str, Any], ...] = ()
    anyway: bool = False
    note: str = ""


class Fallen(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit that was defeated: it lies face down in its troop's camp, or an arena's is back in the supply (p.27)."""

    unit: str
    chip: str
    side: str
    elite: bool = False


class AdvisedPlan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A plan that was found for the rest of your turn, as it is typed; `won` of so many `games` played on from it."""

    plan: str
    won: int = 0
    games: int = 0


class Fight(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat that is being fought.

    Shapes: `kind` is the kind of place it is fought at; `card` is the id of its event's record; `start` and `position`
    are position@1, before the set-up and after the last move that is done; `plan` is what it is set up from; `turn_of`
    says whose turn it is; the last of `moves`, numbered from 1, is still `under_way` where something is left to
    answer. `opportunities` are the cards whose change was made; `house` are the rules set aside by the player's own
    ruling; `used` are the tactics of yours that were used, which go back to the supply at its end; `over` says
    how it ended. `apart` marks a stand-alone fight. `drawn` counts what was drawn in the move under way and
    lies on the table already. `advice` has the plans that were found for you, best first, by how many moves had been
    made when you asked.
    """

    name: str
    kind: Literal["sport", "bloodshed", "capital"]
    start: dict[str, Any]
    position: dict[str, Any]
    card: str = ""
    plan: dict[str, Any] = {}
    turn_of: TurnOf = "set-up"
    moves: dict[str, Move] = {}
    under_way: bool = False
    fallen: tuple[Fallen, ...] = ()
    opportunities: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    over: str = ""
    apart: bool = False
    drawn: int = 0
    advice: dict[str, tuple[AdvisedPlan, ...]] = {}

    @property
    def last(self) -> Move:
        """The move that was begun last."""
        return self.moves[str(len(self.moves))]

    def turn_number(self, turn: int) -> int:
        """Number the turn that is on, by the `turn` of the board, which counts the rival's (p.20)."""
        return turn if self.turn_of == "rival" else max(1, turn - 1)

    def rival_chips(self) -> Counter[str]:
        """Count the chips that make up the rival's troop, those that lie face down and those still to come too."""
        here = [unit["chip"] for unit in self.position["units"] if unit["side"] == "rival"]
        waiting = [self.position["bench"][id_]["chip"] for id_ in self.position["rival"]["lineup"]]
        return Counter([*here, *waiting, *(each.chip for each in self.fallen if each.side == "rival")])
