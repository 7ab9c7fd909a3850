"""The hexes that what a unit does hangs on, so that it is worked out once for all boards that agree there (p.22-23).

All of it rests on one thought: a way of at most so many steps from one place to another leads over no hex whose
distances to both, in hexes, add up to more. Whatever stands on other hexes can neither open nor close such a way.
"""

from __future__ import annotations

from hoplo_companion.hexes import MOST_HEXES, Mat, union
from hoplo_companion.rules.rival.movement import NO_PATH, Ground
from hoplo_companion.rules.rival.mover import IDLE, Loose, Mark, Move, Mover


def between(mat: Mat, one: int, other: int, most: int) -> int:
    """Give the hexes that ways of at most `most` steps between two sets of hexes can lead over."""
    discs = [one]
    for _ in range(most):
        discs.append(discs[-1] | mat.adjacent(discs[-1]))
    found, disc = 0, other
    for near in reversed(discs):
        found |= near & disc
        disc |= mat.adjacent(disc)
    return found


def gaze(ground: Ground, mover: Mover, move: Move, occupied: int, loose: Loose) -> int:
    """The hexes that decide a back-up movement, those included that show nothing to be within reach.

    Shapes: `move` is what it does with `occupied` and `loose`; it does the same wherever these hexes hold the same.
    """
    if move.status == IDLE:
        return mover.about
    free = ground.free(mover, occupied)
    marks = ground.backup_marks(mover, free, loose)
    found = mover.about | _comparing(ground, mover, marks, free, loose)
    reach = union(ground.ends(mover, free))
    for mark in marks:
        found |= _approaching(ground, mover, mark, free, reach)
    return found


def _comparing(ground: Ground, mover: Mover, marks: tuple[Mark, ...], free: int, loose: Loose) -> int:
    """The hexes that decide which marks a unit in back-up movement has."""
    priority = marks[0].priority
    entry = mover.entries[priority]
    pool = mover.means[priority] if entry.opponent else []
    if len(pool) == 1:
        return 0
    if mover.flies:
        return ground.mat.everywhere
    _, ends = ground.levels(mover, free, MOST_HEXES)
    if entry.opponent:
        goals = [mover.foes[at].zone for at in pool]
    else:
        goals = [next(iter(ground.marked_hexes(mover, entry, loose)))]
    found = 0
    for goal in goals:
        need = next((steps for steps, end in enumerate(ends) if end & goal), NO_PATH)
        found |= _apart(ground, goal, free) if need == NO_PATH else between(ground.mat, mover.hex, goal, need)
    return found


def _apart(ground: Ground, goal: int, free: int) -> int:
    """The hexes that decide that no way leads to some others: those, and around all that ways lead on to."""
    return goal | ground.mat.adjacent(union(ground.mat.levels(goal & free, free, MOST_HEXES)))


def _approaching(ground: Ground, mover: Mover, mark: Mark, free: int, reach: int) -> int:
    """The hexes that decide which hex within reach is the closest to a mark."""
    goal = ground.goal(mover, mark)
    if ground.reading(mover, "backup_in_hexes"):
        return 0
    if mover.flies:
        return goal
    over = free & ~mover.hex
    for steps, level in enumerate(ground.mat.levels(goal & over, over, MOST_HEXES)):
        if level & reach:
            return between(ground.mat, mover.hex, goal, mover.movement + steps)
    return _apart(ground, goal, over)
