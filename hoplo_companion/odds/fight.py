"""Whole fights played from a board on, many times: how often your quick play wins them."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from msgspec.structs import replace

from hoplo_companion.dice import Dice
from hoplo_companion.errors import IllegalError
from hoplo_companion.odds.plan import quiet
from hoplo_companion.odds.policy import next_action
from hoplo_companion.odds.sampling import played_out
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.turn import begin
from hoplo_companion.rules.rival.turn import begin as begin_rivals
from hoplo_companion.rules.rival.turn import begin_arena_turn, has_arena_turn
from hoplo_companion.rules.turns import end_turn

MOST_TURNS = 40
"""A fight that lasts longer counts as not won."""

MOST_ACTIONS = 60
WON, LOST = "goal-met", "campaign-lost"
"""How a combat ends that is won, and one in which your hero falls without a blessing."""

SURE = 1.959964
"""Standard errors to either side that hold 95 % of a normal distribution."""

Policy = Callable[[Combat, Dice], Action]
"""Says what you do next in your turn."""


class Share(NamedTuple):
    """How many of so many games, and between which shares the true one lies with 95 %."""

    games: int
    won: int
    low: float
    high: float


def wilson(won: int, games: int) -> Share:
    """Give the interval of Wilson, which holds for few games and for shares near 0 and 1 too."""
    share, square = won / games, SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = SURE * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return Share(games, won, max(0.0, middle - half), min(1.0, middle + half))


def quick(combat: Combat, dice: Dice) -> Action:
    """Play as `advise` looks at a board at first sight."""
    return next_action(combat, "goal")


def played(combat: Combat, seed: int, policy: Policy = quick) -> str:
    """Play a fight to its end and say how it ends, as `Combat.over` does; the same seed plays the same fight."""
    dice = Dice(crc32(f"{seed}".encode()))
    combat = quiet(combat)
    hero = combat.hero()
    unit = hero.id if hero is not None else ""
    last = combat.turn + MOST_TURNS
    if combat.agenda:
        combat = played_out(combat, unit, dice)
        combat = replace(combat, side="player", step="") if combat.side == "rival" and not combat.over else combat
    while not combat.over and combat.turn <= last:
        combat = _turn(combat, unit, dice, policy)
    return combat.over


def wins(combat: Combat, seed: int, policy: Policy = quick) -> bool:
    """Play a fight to its end; tell whether it is won."""
    return played(combat, seed, policy) == WON


def _turn(combat: Combat, unit: str, dice: Dice, policy: Policy) -> Combat:
    if combat.side != "player":
        combat = played_out(begin_rivals(combat)[0], unit, dice)
        return combat if combat.over else replace(combat, side="player", step="")
    combat = played_out(begin(combat)[0], unit, dice)
    for _ in range(MOST_ACTIONS):
        if combat.over or combat.side != "player":
            break
        combat = _acted(combat, policy(combat, dice), unit, dice)
    if combat.over:
        return combat
    if combat.side == "player":
        combat = replace(end_turn(combat, "player")[0], step="deployment", side="rival", agenda=())
    if has_arena_turn(combat):
        combat = played_out(begin_arena_turn(combat)[0], unit, dice)
        combat = combat if combat.over else replace(combat, step="deployment", side="rival")
    return combat


def _acted(combat: Combat, action: Action, unit: str, dice: Dice) -> Combat:
    """Do an action; what the rules refuse ends the turn, and a turn that may not be ended is a surrender."""
    try:
        return played_out(action.do(combat)[0], unit, dice)
    except IllegalError:
        if action.word == END:
            return replace(combat, over="surrendered")
        return _acted(combat, Action(END), unit, dice)


def plays(combat: Combat, seeds: range) -> list[str]:
    """Play a fight for each seed; list how they end."""
    return [played(combat, seed) for seed in seeds]
