"""The ways that a unit of yours can take to a hex, by what lies on them (Rulebook p.18, 26, 36; `equip.passing`)."""

from __future__ import annotations

from hoplo_companion.hexes import bits
from hoplo_companion.rules.movement import Ground
from hoplo_companion.rules.mover import Mover


def pick_ups_within(ground: Ground, mover: Mover, destination: int) -> list[int]:
    """List which lying chips a unit may have passed on its way to a hex, one set of hexes a choice.

    Your unit takes any way within its Movement, not only a shortest one, so that it may fetch a chip or leave it.
    """
    lying = ground.lying(mover, ground.loose)
    if not lying:
        return [0]
    if ground.rulings.equip_only_at_end:
        return [lying & destination]
    free = ground.existing if mover.flies else ground.free(mover, ground.occupied)
    seen = {(mover.hex, 0)}
    edge = list(seen)
    for _ in range(mover.movement):
        further = []
        for at, taken in edge:
            for hex_ in bits(ground.mat.adjacent(at) & free):
                state = (hex_, taken | (lying & hex_))
                if state not in seen:
                    seen.add(state)
                    further.append(state)
        edge = further
    return sorted({taken for at, taken in seen if at == destination}) or [lying & destination]
