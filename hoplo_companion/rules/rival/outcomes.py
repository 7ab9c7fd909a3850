"""Every way in which a Movement Step can go, over every order and every free choice (Rulebook p.22-23)."""

from __future__ import annotations

from collections.abc import Iterator
from sys import byteorder

from hoplo_companion.errors import HoploError
from hoplo_companion.hexes import bits
from hoplo_companion.rules.model import Unit
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import BLOCKED, DAZED, IDLE, MOVES, STAYS, Loose, Move, Mover
from hoplo_companion.rules.rival.roaming import walks

MOST_STATES = 1_000_000
"""The most situations within one step that are looked at; eight units a side stay far below it."""


class TooManyWaysError(HoploError):
    """A step that can go in more ways than can be listed."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the step can go in more than {most:,} ways: too many rival units are free to move")


Outcome = tuple[int, ...]
"""How the step ends: the final hex of each of `Ground.rivals`, then for each chip which of them took it, or 0."""

Situation = tuple[int, int, Loose]
"""A moment of the step: the hexes of rival units, which units wait (one bit each), and where chips lie."""

ENDS_PER_SITUATION = 25
"""As many ends of a situation cost what a situation does."""

DIGIT = 16
"""Bits of a code for one unit's hex, or one chip's taker."""


def outcomes(
    ground: Ground, undone: list[Unit] | None = None, first: Unit | None = None, most: int = MOST_STATES
) -> set[Outcome]:
    """Find every way in which the step can end, over every order and every free choice (p.22-23).

    `undone` are the units that have not moved yet (all, where left out), `first` the one that has to go first.
    TooManyWaysError where more than `most` situations, or their ends, would have to be looked at.
    """
    movers = [ground.mover(unit) for unit in (ground.rivals if undone is None else undone)]
    waiting = tuple(mover for mover in movers if not is_settled(ground, mover, movers))
    return _Search(ground, waiting, most).outcomes(first)


class _Search:
    """The ways of one step, found from the situations that they lead through.

    What can still happen hangs on the hexes that are taken, on who waits, and on the loose chips, not on who of those
    that have moved stands where: such situations are one. The ends of a situation are whole numbers, `DIGIT` bits for
    each unit that waits, and for each chip.
    """

    def __init__(self, ground: Ground, waiting: tuple[Mover, ...], most: int) -> None:
        self.ground = ground
        self.waiting = waiting
        self.most = most
        self.work = 0
        places = {unit.id: at for at, unit in enumerate(ground.rivals)}
        self.places = [places[mover.unit.id] for mover in waiting]
        self.found: dict[Situation, frozenset[int]] = {}

    def outcomes(self, first: Unit | None) -> set[Outcome]:
        """Give all ends of the step, or those in which a unit goes first."""
        ground = self.ground
        everyone = (1 << len(self.waiting)) - 1
        start = (ground.occupied, everyone, ground.loose)
        if first is None:
            ends = self.ends(start)
        else:
            here = [at for at, mover in enumerate(self.waiting) if mover.unit.id == first.id]
            ends = frozenset(self._after(start, here) or {self._as_it_stands(everyone)})
        stay = sum(
            unit.hex.bit_length() << (DIGIT * at) for at, unit in enumerate(ground.rivals) if at not in set(self.places)
        )
        return {self._decoded(stay + end) for end in ends}

    def ends(self, situation: Situation) -> frozenset[int]:
        """Give every way in which a situation can end."""
        found = self.found.get(situation)
        if found is not None:
            return found
        occupied, waiting, loose = situation
        left = self._unsettled(occupied, waiting, loose)
        if left != waiting:
            settled = self._as_it_stands(waiting & ~left)
            found = frozenset([end + settled for end in self.ends((occupied, left, loose))])
        else:
            here = [at for at in range(len(self.waiting)) if waiting >> at & 1]
            found = frozenset(self._after(situation, here) or {self._as_it_stands(waiting)})
        self.found[situation] = found
        return found

    def _after(self, situation: Situation, units: list[int]) -> set[int]:
        """Give the ends to which the move of any of some units leads; none where all of them have to wait."""
        occupied, waiting, loose = situation
        found: set[int] = set()
        for at in units:
            mover = self.waiting[at]
            move = self.ground.consider(mover, occupied, loose)
            if move.status == BLOCKED:
                continue
            rest = waiting & ~(1 << at)
            for then, left, now in self._results(mover, move, at, occupied, loose):
                ends = self.ends((left, rest, now))
                self.work += 1 + len(ends) // ENDS_PER_SITUATION
                if self.work > self.most:
                    raise TooManyWaysError(self.most)
                found.update([end + then for end in ends])
        return found

    def _results(
        self, mover: Mover, move: Move, at: int, occupied: int, loose: Loose
    ) -> Iterator[tuple[int, int, Loose]]:
        place = DIGIT * self.places[at]
        if move.status != MOVES:
            yield mover.hex.bit_length() << place, occupied, loose
            return
        left = occupied ^ mover.hex
        for hex_, taken in _ends_of(self.ground, mover, move, occupied, loose):
            code = hex_.bit_length() << place
            now = loose
            if taken:
                now = tuple([0 if each & taken else each for each in loose])
                by = self.places[at] + 1
                count = len(self.ground.rivals)
                code += sum(by << (DIGIT * (count + chip)) for chip, each in enumerate(loose) if each & taken)
            yield code, left | hex_, now

    def _unsettled(self, occupied: int, waiting: int, loose: Loose) -> int:
        """Leave out the units that will stay where they are whatever the others do.

        Others that wait can only free the hexes they stand on, and chips are only taken: a unit that would stay with
        all of them gone from the mat stays in any case. What stays takes its hex for good, so that others are held too.
        """
        gone = occupied
        for at, mover in enumerate(self.waiting):
            if waiting >> at & 1:
                gone &= ~mover.hex
        before = 0
        while before != waiting:
            before = waiting
            for at, mover in enumerate(self.waiting):
                if waiting >> at & 1:
                    move = self.ground.within_reach(mover, gone | mover.hex, loose)
                    if move is not None and move.status == STAYS:
                        waiting &= ~(1 << at)
                        gone |= mover.hex
        return waiting

    def _as_it_stands(self, waiting: int) -> int:
        """Give the code of units that stay where they are."""
        return sum(
            mover.hex.bit_length() << (DIGIT * self.places[at])
            for at, mover in enumerate(self.waiting)
            if waiting >> at & 1
        )

    def _decoded(self, code: int) -> Outcome:
        count, chips = len(self.ground.rivals), len(self.ground.chips)
        digits = memoryview(code.to_bytes((count + chips) * DIGIT // 8, byteorder)).cast("H").tolist()
        return (*[1 << (digit - 1) for digit in digits[:count]], *digits[count:])


def _ends_of(ground: Ground, mover: Mover, move: Move, occupied: int, loose: Loose) -> Iterator[tuple[int, int]]:
    """Iterate over every way in which a move can end: its hex, and the chips taken up on the way."""
    if mover.roams:
        lying = ground.lying(mover, loose)
        field = ground.field(mover, ground.free(mover, occupied), lying)
        for hex_, taken in walks(field, mover.hex, mover.movement):
            yield hex_, taken & hex_ if ground.rulings.equip_only_at_end else taken
        return
    for destination in bits(move.destinations):
        for taken in ground.pick_ups(mover, destination, occupied, loose) if any(loose) else (0,):
            yield destination, taken


def is_settled(ground: Ground, mover: Mover, movers: list[Mover]) -> bool:
    """Tell whether a unit will stay where it is whatever the others do first, so that its turn need not be tried.

    Dazed and idle units stay. So does a unit with its mark in Range, unless another unit that may yet move stands
    where it could have gone: only hexes that become free can bring a better mark within its reach.
    """
    move = ground.consider(mover, ground.occupied, ground.loose)
    if mover.movement == 0 or move.status in (DAZED, IDLE):
        return True
    if move.status != STAYS:
        return False
    about = ground.mat.within(mover.hex, mover.movement) & ~mover.hex
    return not any(other.hex & about and other.movement for other in movers)
