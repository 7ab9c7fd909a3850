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


class Gaze:
    """What the moves of the units of a step hang on: `consider`'s answer is the same wherever `gaze` holds the same."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._near: dict[tuple[str, Loose], int] = {}
        self._between: dict[tuple[str, int, int], int] = {}

    def near(self, mover: Mover, loose: Loose) -> int:
        """Give the hexes that decide what is within a unit's reach, and how it goes there."""
        key = (mover.unit.id, loose)
        near = self._near.get(key)
        if near is None:
            near = self._near[key] = self._look_near(mover, loose)
        return near

    def _look_near(self, mover: Mover, loose: Loose) -> int:
        if mover.roams or mover.flies:
            return mover.about
        wanted = 0
        for priority, entry in enumerate(mover.entries):
            if entry.opponent:
                wanted |= union(mover.foes[at].zone for at in mover.means[priority])
            else:
                wanted |= union(self.ground.marked_hexes(mover, entry, loose))
        return mover.hex | between(self.ground.mat, mover.hex, wanted, mover.movement)

    def far(self, mover: Mover, move: Move, occupied: int, loose: Loose) -> int:
        """Give the hexes that decide a back-up movement, those included that show nothing to be within reach.

        Shapes: `move` is what the unit does with `occupied` and `loose`.
        """
        near = self.near(mover, loose)
        if move.status == IDLE:
            return near
        free = self.ground.free(mover, occupied)
        marks = self.ground.backup_marks(mover, free, loose)
        gaze = near | self._comparing(mover, marks, free, loose)
        reach = union(self.ground.ends(mover, free))
        for mark in marks:
            gaze |= self._approaching(mover, mark, free, reach)
        return gaze

    def _comparing(self, mover: Mover, marks: tuple[Mark, ...], free: int, loose: Loose) -> int:
        """Give the hexes that decide which marks a unit in back-up movement has."""
        mat = self.ground.mat
        priority = marks[0].priority
        entry = mover.entries[priority]
        pool = mover.means[priority] if entry.opponent else []
        if len(pool) == 1:
            return 0
        if mover.flies:
            return mat.everywhere
        _, ends = self.ground.levels(mover, free, MOST_HEXES)
        if entry.opponent:
            goals = [mover.foes[at].zone for at in pool]
        else:
            goals = [next(iter(self.ground.marked_hexes(mover, entry, loose)))]
        gaze = 0
        for goal in goals:
            need = next((steps for steps, end in enumerate(ends) if end & goal), NO_PATH)
            gaze |= self._apart(goal, free) if need == NO_PATH else self._ways(mover, goal, need)
        return gaze

    def _apart(self, goal: int, free: int) -> int:
        """Give the hexes that decide that no way leads to some others: those, and around all that ways lead on to."""
        return goal | self.ground.mat.adjacent(union(self.ground.mat.levels(goal & free, free, MOST_HEXES)))

    def _approaching(self, mover: Mover, mark: Mark, free: int, reach: int) -> int:
        """Give the hexes that decide which hex within reach is the closest to a mark."""
        mat, goal = self.ground.mat, self.ground.goal(mover, mark)
        if self.ground.reading(mover, "backup_in_hexes"):
            return mover.about
        if mover.flies:
            return mover.about | goal
        over = free & ~mover.hex
        for steps, level in enumerate(mat.levels(goal & over, over, MOST_HEXES)):
            if level & reach:
                return self._ways(mover, goal, mover.movement + steps)
        return mover.about | self._apart(goal, over)

    def _ways(self, mover: Mover, goal: int, most: int) -> int:
        key = (mover.unit.id, goal, most)
        ways = self._between.get(key)
        if ways is None:
            ways = self._between[key] = between(self.ground.mat, mover.hex, goal, most)
        return ways
