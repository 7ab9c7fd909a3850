"""The ways that a unit of yours can take to a hex, by what it comes over (Rulebook p.18, 26, 36)."""

from __future__ import annotations

from typing import NamedTuple

from hoplo_companion.hexes import bits
from hoplo_companion.rules.goals import holds_flag, home_of
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import Mover


class Ways(NamedTuple):
    """What a unit may come over on its way, the player choosing among the ways that differ.

    Shapes: `taken` are the sets of hexes with lying chips, one a choice; `home` is the set of a way on which it brings
    the flag home, or None where no way does.
    """

    taken: tuple[int, ...]
    home: int | None = None


OUT_AND_BACK = 2
"""The steps by which a unit comes back to the hex where it stands (`move.back`)."""


def ends_of_yours(ground: Ground, mover: Mover) -> list[int]:
    """The hexes that a unit of yours can move to, by the steps; its own is two away, out and back (p.26)."""
    levels, ends = ground.levels(mover, ground.free(mover, ground.occupied), mover.movement)
    if mover.movement >= OUT_AND_BACK and len(levels) > 1 and "move.back" not in ground.rulings.otherwise:
        ends = [end | (mover.hex if at == OUT_AND_BACK else 0) for at, end in enumerate([*ends, 0])]
    return [0, *ends[1:]]


class State(NamedTuple):
    """Where a way has led: the hex, the hexes whose chips were taken, and whether the flag has come home."""

    hex: int
    taken: int
    won: bool


def ways_of_yours(ground: Ground, mover: Mover, destination: int) -> Ways:
    """Find what a unit of yours may come over on its way to a hex (`equip.passing`, `home.moved`, `move.back`).

    It takes any way within its Movement, not only a shortest one, so that it may fetch a chip or leave it. Who comes
    back to the hex where it stood went for something, if anything is there to be had. No way, and nothing is given.
    """
    reached = {(state.taken, state.won) for state in _ends_at(ground, mover, destination)}
    wins = [taken for taken, won in reached if won]
    others = {taken for taken, won in reached if not won}
    if destination == mover.hex and (wins or any(others)):
        others.discard(0)
    return Ways(tuple(sorted(others)), min(wins, key=lambda taken: (taken.bit_count(), taken)) if wins else None)


def _ends_at(ground: Ground, mover: Mover, destination: int) -> set[State]:
    """Walk every way within a unit's Movement, and give how those can end that lead to a hex."""
    combat, rulings = ground.combat, ground.rulings
    lying = ground.lying(mover, ground.loose)
    passed = destination if "equip.passing" in rulings.otherwise else lying
    homes = home_of(combat, mover.unit) & (destination if "home.moved" in rulings.otherwise else ground.existing)
    flag = combat.flag.hex if combat.flag is not None else 0
    holds = holds_flag(combat, mover.unit)
    free = ground.existing if mover.flies else ground.free(mover, ground.occupied)
    edge = {State(mover.hex, 0, False)}
    seen = set(edge)
    found: set[State] = set()

    def onto(state: State, hex_: int) -> State:
        taken = state.taken | (lying & passed & hex_)
        return State(hex_, taken, state.won or bool(hex_ & homes and (holds or taken & flag)))

    for _ in range(mover.movement):
        further = {onto(state, hex_) for state in edge for hex_ in bits(ground.mat.adjacent(state.hex) & free)}
        found |= {state for state in further if state.hex == destination}
        edge = further - seen
        seen |= further
    return found
