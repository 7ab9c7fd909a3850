"""How Mythic Battles: Pantheon is played: its phases, and all that is done in them, in the order of the menus.

What the box shows and no rule says (the roll, what a troop recall does) is entered.
"""

from __future__ import annotations

from hoplo_companion.language import later
from hoplo_companion.pantheon import turn as _turn  # noqa: F401  its rows, and those of attacks
from hoplo_companion.pantheon.game import ACTIVE, ATTACK, BETWEEN, END, OPEN, OVER, PLACING, START, Game, winner
from hoplo_companion.pantheon.rows import ROWS, Play
from hoplo_companion.tables.actions import Book, Stage


def stage_of(game: Game) -> str:
    """The phase that a game is in; an attack that is open comes before it."""
    if game.winner is not None:
        return OVER
    return ATTACK if game.turn.strikes else game.turn.phase


def settle(play: Play) -> None:
    """The way out of every phase: the game ends as soon as a side has won."""
    if play.game.winner is None and (side := winner(play.game)) is not None:
        play.change(winner=side)
        play.note("won", "pan.win.team" if play.game.team else "pan.win.players", side=side)


STAGES = {
    PLACING: Stage(later("troops are placed"), settle),
    START: Stage(later("the start of the turn"), settle),
    OPEN: Stage(later("activate a unit, or pass"), settle),
    ACTIVE: Stage(later("a unit is active"), settle),
    ATTACK: Stage(later("an attack is under way"), settle),
    BETWEEN: Stage(later("activate another unit, or end"), settle),
    END: Stage(later("the end of the turn"), settle),
    OVER: Stage(later("the game is over")),
}
ORDER = """
place draw activate pass walk attack claim run deploy absorb flight aerial force leader drop omphalos polar
dice wounds guard throw abandon retaliate done recall end power manoeuvre run-out stones stats vitality reading
"""
ROWS.put_reading("pantheon")
ACTIONS = {name: ROWS[name] for name in ORDER.split()}

BOOK = Book("pantheon", STAGES, ACTIONS, Play, stage_of, OVER)
