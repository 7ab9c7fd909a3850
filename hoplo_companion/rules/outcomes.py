"""Every way in which a Movement Step can go, over every order and every free choice (Rulebook p.22-23)."""

from __future__ import annotations

from collections.abc import Iterator

from hoplo_companion.errors import HoploError
from hoplo_companion.hexes import bits
from hoplo_companion.rules.model import Unit
from hoplo_companion.rules.movement import Ground
from hoplo_companion.rules.mover import BLOCKED, DAZED, IDLE, MOVES, STAYS, Loose, Move, Mover
from hoplo_companion.rules.roaming import walks

MOST_STATES = 1_000_000
"""The most situations within one step that are looked at; eight units a side stay far below it."""


class TooManyWaysError(HoploError):
    """A step that can go in more ways than can be listed."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the step can go in more than {most:,} ways: too many rival units are free to move")


Outcome = tuple[int, ...]
"""How the step ends: the final hex of each of `Ground.rivals`, then for each chip which of them took it, or 0."""


def outcomes(
    ground: Ground, undone: list[Unit] | None = None, first: Unit | None = None, most: int = MOST_STATES
) -> set[Outcome]:
    """Find every way in which the step can end, over every order and every free choice (p.22-23).

    `undone` are the units that have not moved yet (all, where left out), `first` the one that has to go first.
    TooManyWaysError where more than `most` situations would have to be looked at.
    """
    movers = [ground.mover(unit) for unit in (ground.rivals if undone is None else undone)]
    waiting = tuple(mover for mover in movers if not is_settled(ground, mover, movers))
    places = {unit.id: at for at, unit in enumerate(ground.rivals)}
    # Behind the hexes of the units stands, for each chip, the rival unit that took it: its number from 1, or 0.
    hexes = tuple([unit.hex for unit in ground.rivals] + [0] * len(ground.chips))
    found: set[Outcome] = set()
    seen: set[tuple[Outcome, tuple[Mover, ...]]] = set()
    stack = [(hexes, waiting, ground.occupied, ground.loose)]
    while stack:
        hexes, waiting, occupied, loose = stack.pop()
        ended = True
        for mover in waiting:
            if first is not None and mover.unit.id != first.id:
                continue
            move = ground.consider(mover, occupied, loose)
            if move.status == BLOCKED:
                continue
            ended = False
            rest = tuple([other for other in waiting if other is not mover])
            for then in _results(ground, mover, move, hexes, places[mover.unit.id], occupied, loose):
                if not rest:
                    found.add(then[0])
                    continue
                key = (then[0], rest)
                if key not in seen:
                    if len(seen) >= most:
                        raise TooManyWaysError(most)
                    seen.add(key)
                    stack.append((then[0], rest, then[1], then[2]))
        if ended:
            found.add(hexes)
        first = None
    return found


def _results(
    ground: Ground, mover: Mover, move: Move, hexes: Outcome, at: int, occupied: int, loose: Loose
) -> Iterator[tuple[Outcome, int, Loose]]:
    if move.status != MOVES:
        yield hexes, occupied, loose
        return
    left = occupied ^ mover.hex
    for destination, taken in _ends_of(ground, mover, move, occupied, loose):
        moved = (*hexes[:at], destination, *hexes[at + 1 :])
        if not taken:
            yield moved, left | destination, loose
            continue
        takers = [at + 1 if hex_ & taken else by for hex_, by in zip(loose, moved[-len(loose) :], strict=True)]
        still = tuple([0 if hex_ & taken else hex_ for hex_ in loose])
        yield (*moved[: len(ground.rivals)], *takers), left | destination, still


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
