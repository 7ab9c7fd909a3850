"""Whole fights played from a board on, many times: how often your quick play wins them."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple
from zlib import crc32

from msgspec.structs import replace

from hoplo_companion.dice import Dice, Rolled
from hoplo_companion.errors import UNKNOWN, HoploError, IllegalError
from hoplo_companion.odds.actions import Way, quiet
from hoplo_companion.odds.policy import next_action
from hoplo_companion.odds.sampling import NEAR, PART, SURE, Budget, DicePlayer, drawn_at
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import begin, has_begun
from hoplo_companion.rules.rival.turn import begin as begin_rivals
from hoplo_companion.rules.rival.turn import begin_arena_turn, has_arena_turn
from hoplo_companion.rules.turns import end_turn

MOST_TURNS = 40  # a fight that lasts longer counts as not won
MOST_ACTIONS = 60
WON, LOST = "goal-met", "campaign-lost"  # how a combat ends: won, or with your hero lost
ENOUGH_FIGHTS = 1_100  # so many are near enough whatever their share

FIRST_SEED = 1_000_000
"""Of fights that are played on to see what a plan is worth: not the dice that any fight is played with."""

Policy = Callable[[Combat, Dice], Action]  # says what you do next in your turn


class Share(NamedTuple):
    """How many of so many games, and between which shares the true one lies with 95 %."""

    games: int
    won: int
    low: float
    high: float

    @property
    def middle(self) -> float:
        """The middle of where the true one lies."""
        return (self.low + self.high) / 2


def wilson(won: int, games: int) -> Share:
    """The interval of Wilson, corrected for continuity: it holds 19 times in 20 for few games and near 0 and 1, too."""
    square = SURE * SURE

    def most(won: int) -> float:
        root = SURE * sqrt(square + 2 - 1 / games + 4 * won * (games - won - 1) / games)
        return min(1.0, (2 * won + square + 1 + root) / (2 * (games + square))) if won < games else 1.0

    return Share(games, won, 1 - most(games - won), most(won))


def quick(combat: Combat, dice: Dice) -> Action:
    """Play as `advise` looks at a board at first sight."""
    return next_action(combat, "goal")


def played_on(combat: Combat, seed: int, policy: Policy = quick, rounds: int = MOST_TURNS) -> Combat:
    """Play a fight to its end, or until the rival has had so many turns; a seed rolls the same dice in a turn."""
    combat = quiet(combat)
    hero = combat.hero()
    unit = hero.id if hero is not None else ""
    if combat.agenda:
        combat = DicePlayer(unit, _TurnsDice(combat, seed)).play_out(combat)
        combat = replace(combat, side="player", step="") if combat.side == "rival" and not combat.over else combat
    while rounds and not combat.over:
        rounds -= combat.side == "rival"
        combat = _turn(combat, DicePlayer(unit, _TurnsDice(combat, seed)), policy)
    return combat


class _TurnsDice(Dice):
    """Dice of one turn of a fight, whatever was rolled before it: the third blue die is the same in every plan.

    Each colour is rolled by itself and choices are made by themselves, so that boards that differ in little meet about
    the same luck.
    """

    def __init__(self, combat: Combat, seed: int) -> None:
        self._turn, self._dice = f"{seed} {combat.turn} {combat.side}", dict[Any, Dice]()

    def _by_itself(self, what: object) -> Dice:
        if what not in self._dice:
            self._dice[what] = Dice(crc32(f"{self._turn} {what}".encode()))
        return self._dice[what]

    def roll(self, pool: Iterable[str]) -> Rolled:
        return Rolled(hit for colour in pool for hit in self._by_itself(colour).roll([colour]))

    def choose(self, count: int) -> int:
        return self._by_itself(count).choose(count)


def _turn(combat: Combat, by: DicePlayer, policy: Policy) -> Combat:
    """Play the turn of one side; `combat` is with the next side then."""
    match combat.side:
        case "player":
            combat = by.play_out(begin(combat)[0])
            for _ in range(MOST_ACTIONS):
                if combat.over or combat.side != "player":
                    break
                combat = _acted(combat, policy(combat, by.dice), by)
            else:
                combat, _ = end_turn(combat, "player")
            return combat if combat.over else next_to_yours(combat)
        case "arena":
            combat = by.play_out(begin_arena_turn(combat)[0])
            return combat if combat.over else replace(combat, step="deployment", side="rival")
    combat = by.play_out(begin_rivals(combat)[0])
    return combat if combat.over else replace(combat, step="", side="player")


def next_to_yours(combat: Combat) -> Combat:
    """Let the arena's turn follow yours, if there is one, else the rival's (p.28)."""
    return replace(combat, step="deployment", side="arena" if has_arena_turn(combat) else "rival", agenda=())


def _acted(combat: Combat, action: Action, by: DicePlayer) -> Combat:
    """Do an action; what the rules refuse ends the turn, and a turn that may not be ended is a surrender."""
    try:
        return by.play_out(action.do(combat)[0])
    except IllegalError:
        return replace(combat, over="surrendered") if action.word == END else _acted(combat, Action(END), by)


def plays(task: tuple[Sequence[Combat], int]) -> list[str]:
    """Play a fight from each of some boards, with one seed after the other; list how they end."""
    return [played_on(combat, seed).over for seed, combat in enumerate(task[0], task[1])]


def board_of_seed(ways: Sequence[Way], seed: int) -> Combat:
    """The board that a plan leaves in the fight of a seed; seeds in a row fall on its ways by their chances."""
    combat = ways[drawn_at(ways, seed)].combat
    return combat if combat.over or combat.side == "player" else next_to_yours(combat)


def chances(starts: Sequence[Sequence[Way]], budget: Budget) -> list[list[bool]]:
    """Play the same fights from several boards until each share is known, or time is up; say which are won."""
    found: list[list[bool]] = [[] for _ in starts]
    parts = (
        ([board_of_seed(ways, seed) for seed in range(at, at + PART)], at)
        for at in range(FIRST_SEED, FIRST_SEED + ENOUGH_FIGHTS, PART)
        for ways in starts
    )
    try:
        for number, ends in enumerate(budget.spread(plays, parts), 1):
            found[(number - 1) % len(starts)] += [end == WON for end in ends]
            is_part = number % len(starts) == 0
            if is_part and (budget.left() <= 0 or all(x.high - x.low <= 2 * NEAR for x in map(share_of, found))):
                break
    except KeyboardInterrupt:
        if not all(found):
            raise
    games = min(map(len, found))
    return [each[:games] for each in found]


def share_of(won: Sequence[bool]) -> Share:
    """The share of some fights that are won."""
    return wilson(sum(won), len(won))


def in_your_turn(combat: Combat) -> Combat:
    """A board with your turn to come or to go on, whatever the fight did last."""
    if combat.agenda or combat.over:
        return combat
    return replace(combat, side="player", step=combat.step if has_begun(combat) else "")


def chance_of(combat: Combat, budget: Budget) -> Share | None:
    """The chance to win from a board in your turn; None where what is to come is not known."""
    with suppress(*UNKNOWN, HoploError):
        return share_of(chances([[Way(Fraction(1), in_your_turn(combat))]], budget)[0])
    return None


def plain_share(share: Share | None) -> dict[str, Any] | None:
    """Write a share as plain data."""
    if share is None:
        return None
    return {"games": share.games, "share": share.won / share.games, "low": share.low, "high": share.high}
