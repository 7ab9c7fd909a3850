"""What you do in your turn, as words: `deploy archer G2`, `attack krak rep 2`, `end` (Rulebook p.25-27)."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import NamedTuple

from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.rules import player_turn
from hoplo_companion.rules.agenda import Result
from hoplo_companion.rules.model import Combat

Do = Callable[[Combat, str, str], Result]

ACTIONS: dict[str, tuple[Do, str]] = {
    "deploy": (player_turn.deploy, "deploy UNIT HEX"),
    "tactic": (player_turn.tactic, "tactic CHIP UNIT"),
    "move": (player_turn.move, "move UNIT HEX"),
    "roam": (lambda combat, unit, _: player_turn.move(combat, unit, ""), "roam UNIT"),
    "ability": (player_turn.ability, "ability UNIT SKILL [ANSWER]..."),
    "attack": (player_turn.strike, "attack UNIT TARGET [HITS]"),
    "special": (player_turn.special, "special UNIT SKILL [ANSWER]..."),
}
"""Each word for an action, with what carries it out and how it is written."""

END = "end"


class Action(NamedTuple):
    """One action: its word, its two names, and the answers to what it asks, as far as they were typed with it."""

    word: str
    first: str = ""
    second: str = ""
    answers: tuple[str, ...] = ()

    def do(self, combat: Combat) -> Result:
        """Carry it out up to its first question; IllegalError where the rules do not allow it."""
        if self.word == END:
            return player_turn.end(combat)
        return ACTIONS[self.word][0](combat, self.first, self.second)


def named_whole(combat: Combat, action: Action) -> Action:
    """Take as many words for the skill of an action as its name has: `ability krak fury aura rep`."""
    if action.word not in ("ability", "special"):
        return action
    words = [action.second, *action.answers]
    known = set(combat.catalogue.ids("skills")) | {slug(effect.name) for effect in combat.arena.effects}
    for count in range(len(words), 1, -1):
        if slug(" ".join(words[:count])) in known:
            return action._replace(second=" ".join(words[:count]), answers=tuple(words[count:]))
    return action


def read_actions(line: str) -> list[Action]:
    """Read a whole turn, its actions apart by semicolons; UsageError says what is not understood.

    A name of several words stands between quotation marks.
    """
    return [_read(part.strip()) for part in line.split(";") if part.strip()]


def _read(part: str) -> Action:
    try:
        words = shlex.split(part)
    except ValueError as fault:
        raise UsageError(f"{clip(part)} is not understood: {fault}") from None
    word, rest = words[0].lower() if words else "", words[1:]
    if word in (END, "end-turn") and not rest:
        return Action(END)
    if word not in ACTIONS:
        raise UsageError(f"{clip(word)} is no action; {advise(word, [*ACTIONS, END], 'actions')}")
    needed = 1 if word == "roam" else 2
    most = None if "..." in ACTIONS[word][1] else needed + (1 if word == "attack" else 0)
    if len(rest) < needed or (most is not None and len(rest) > most):
        raise UsageError(f"{clip(part)} is not understood: write {ACTIONS[word][1]}")
    return Action(word, rest[0], rest[1] if needed > 1 else "", tuple(rest[needed:]))
