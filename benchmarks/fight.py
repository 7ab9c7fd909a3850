"""One whole fight counted: the rulebook's example played to its end, in keys and in time, beside tracking it by hand.

A key is counted as `hoplo play` takes it: one for a choice among equals, one for a roll of the dice, and for an action
of yours one for what, one for whom, one for where, less where there is only one. By hand every event is something to
work out or to mark: a unit moved by its list, a tactic placed, dice gathered, HP taken off.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any, NamedTuple

from hoplo_companion.components.catalogue import Catalogue, read_toml, shipped_folder
from hoplo_companion.dice import Dice
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import Event, StepBegan
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player_actions import END, Action
from hoplo_companion.rules.player_options import Options, options
from hoplo_companion.rules.player_turn import begin as begin_yours
from hoplo_companion.rules.position import PositionReader
from hoplo_companion.rules.questions import NOTHING, Question
from hoplo_companion.rules.rival_turn import begin as begin_rivals

MOST_TURNS = 60


class Counted(NamedTuple):
    """What a fight took: turns, keys, rolls and ties among them, events, and seconds of hoplo's own work."""

    turns: int
    keys: int
    rolls: int
    ties: int
    events: int
    seconds: float


class Table:
    """A fight that is played by chance, with every key and every event counted."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.dice = Dice(seed)
        self.keys = self.rolls = self.ties = self.events = 0

    def answered(self, combat: Combat, happened: list[Event]) -> Combat:
        """Answer what is asked until nothing is."""
        self._note(happened)
        while (question := pending(combat)) is not None:
            self.keys += 1
            combat, happened = apply(combat, self._answer(question))
            self._note(happened)
        return combat

    def _note(self, happened: list[Event]) -> None:
        self.events += sum(not isinstance(event, StepBegan) for event in happened)

    def _answer(self, question: Question) -> Any:
        match question.kind:
            case "dice":
                self.rolls += 1
                return self.dice.roll(question.dice)
            case "choice" | "direction":
                self.ties += 1
                return self.random.choice(question.options)
            case "stat":
                return ["blue"] if question.about == "attack" else 2
        return NOTHING

    def your_turn(self, combat: Combat) -> Combat:
        """Play your turn as one who wants to win does: deploy, close in, attack whatever is in Range."""
        combat = self.answered(*begin_yours(combat))
        while not combat.over:
            found = options(combat)
            action, keys = _best(found, combat, self.random)
            self.keys += keys
            combat = self.answered(*action.do(combat))
            if action.word == END:
                break
        return combat


def _best(found: Options, combat: Combat, random: Random) -> tuple[Action, int]:
    for word, table in (("deploy", found.deploy), ("attack", found.attack), ("move", found.move)):
        if word == "attack" and found.move and combat.step != "engage" and random.random() < 0.5:
            continue
        if table:
            unit = random.choice(list(table))
            where = random.choice(table[unit])
            return Action(word, unit, where), 1 + (len(table) > 1) + (len(table[unit]) > 1)
    return Action(END), 1


def played(seed: int) -> Counted:
    """Play the example from where the rulebook's page stands to its end."""
    reader = PositionReader(Catalogue())
    combat = reader.read_plain(read_toml(shipped_folder() / "examples" / "rulebook-p22.toml"))
    table = Table(seed)
    turns = 0
    started = time.perf_counter()
    while not combat.over and turns < MOST_TURNS:
        combat = table.answered(*begin_rivals(combat))
        if not combat.over:
            combat = table.your_turn(combat)
        turns += 1
    seconds = time.perf_counter() - started
    return Counted(turns, table.keys, table.rolls, table.ties, table.events, seconds)


def whole_fight(fights: int = 20) -> None:
    """Print what fights took on average."""
    found = [played(seed) for seed in range(fights)]

    def mean(key: str) -> float:
        return float(sum(getattr(each, key) for each in found)) / fights

    print(
        f"a whole fight of {mean('turns'):.0f} turns: {mean('keys'):.0f} keys ({mean('rolls'):.0f} rolls, "
        f"{mean('ties'):.0f} ties, the rest your own actions), {1000 * mean('seconds'):.0f} ms of hoplo; "
        f"by hand {mean('events'):.0f} things to work out and mark"
    )
