"""Records of a player's own, each effect one line of words: a catalogue with them, and combats that use them.

`Own(skills={"Thorns": "suffers damage: damage 1 to attacker"})` knows a skill that units have by the word `Thorns`. A
line that counts by `number` makes a numbered skill (`Thorns-2`).
"""

import json
import re
from typing import Any

import msgspec

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin_arena_turn
from hoplo_companion.rules.turns import begin_turn, end_turn
from tests.helpers import acting
from tests.helpers.boards import OWN, position
from tests.helpers.play import Turn, play

SIDES = [("rival", "player"), ("player", "rival")]
"""Whose an effect is, and the troop that opposes it."""


def effects(line: str) -> list[Any]:
    """Write the effects of a line as a file holds them."""
    return [msgspec.to_builtins(effect) for effect in read_effects(line)]


def record(kind: str, name: str, line: str | dict[str, Any]) -> dict[str, Any]:
    """Make a record from a line, or from fields of which `effects` is one; a scion's are given as a file has them."""
    fields: dict[str, Any] = {"effects": line} if isinstance(line, str) else dict(line)
    if kind == "scions":
        return {"name": name, **fields}
    text: str = fields.get("effects", "")
    made: dict[str, Any] = {"name": name, **fields, **({"effects": effects(text)} if text else {})}
    if kind == "skills":
        made.setdefault("type", "special" if text.startswith("special") else "innate")
        made["numbered"] = bool(re.search(r"\bnumber\b", text))
    if kind == "arenas":
        del made["name"]
    return made


class Own:
    """A catalogue with records of one's own over the shipped ones."""

    def __init__(self, **kinds: dict[str, Any]) -> None:
        more = {
            kind: {slug(name): record(kind, name, line) for name, line in named.items()}
            for kind, named in kinds.items()
        }
        self.catalogue = Catalogue(own=OWN, more=more)
        self.reader = PositionReader(self.catalogue)

    def combat(self, step: str, units: list[str], priorities: str | dict[str, str] = "any", **more: Any) -> Combat:
        return self.reader.read(json.dumps(position(step, units, priorities, **more)).encode())

    def attack(self, units: list[str], answers: list[Any] | None = None, priorities: str = "any", **more: Any) -> Turn:
        """Have `x` attack `y`: in its Engage Step if it is the rival's, as its player chooses if it is yours."""
        board = self._board("engage", units, priorities, **more)
        return self._rivals(board, answers) or acting.strike(board, "x", "y", answers)

    def special(self, units: list[str], answers: list[Any] | None = None, priorities: str = "any", **more: Any) -> Turn:
        board = self._board("engage", units, priorities, **more)
        return self._rivals(board, answers) or acting.special(board, "x", "own", answers)

    def ability(self, units: list[str], answers: list[Any] | None = None, priorities: str = "any", **more: Any) -> Turn:
        board = self._board("abilities", units, priorities, **more)
        return self._rivals(board, answers) or acting.ability(board, "x", "own", answers)

    def start(self, units: list[str], answers: list[Any] | None = None, priorities: str = "any", **more: Any) -> Turn:
        board = self._board("deployment", units, priorities, **more)
        return drive(*begin_turn(board, board.units["x"].side), answers=answers)

    def arena_turn(self, units: list[str], answers: list[Any] | None = None, **more: Any) -> Turn:
        board, events = begin_arena_turn(self.combat("movement", units, **more))
        return acting.drive(board, answers, events)

    def _board(self, step: str, units: list[str], priorities: str, **more: Any) -> Combat:
        side = next(line.split()[1] for line in units if line.startswith("x "))
        state = {**({"side": side} if side != "rival" else {}), **more.pop("state", {})}
        return self.combat(step, units, priorities, **({"state": state} if state else {}), **more)

    def _rivals(self, board: Combat, answers: list[Any] | None) -> Turn | None:
        return play(board, answers, only=board.step) if board.units["x"].side == "rival" else None


def own(line: str) -> Own:
    return Own(skills={"Own": line})


def drive(board: Combat, events: list[Any] | None = None, answers: list[Any] | None = None) -> Turn:
    return acting.drive(board, answers, events)


def turns(board: Combat, *sides: str) -> list[Combat]:
    """Begin and end turns of some troops in which nothing is done: the combat after each beginning and each end."""
    found = []
    for side in sides:
        board = drive(*begin_turn(board, side)).combat
        found.append(board)
        board = drive(*end_turn(board, side)).combat
        found.append(board)
    return found


def used(told: Turn) -> list[str]:
    return [f"{event.unit} {event.effect}" for event in told.of("effect-used")]


def stopped(told: Turn) -> set[str]:
    """Name the effects that were stopped since they went on for ever."""
    return {event.effect for event in told.of("effect-stopped")}
