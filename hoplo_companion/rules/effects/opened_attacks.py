"""What a relocation is worth to the rival: attacks that it opens, and whether it suits the priority lists (p.24)."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.hexes import union
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.rival.engage import would_attack
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.specials import in_place_of_attack

Shift = dict[str, int]
"""A relocation: the hex that each unit comes to, by id."""


def has_action(combat: Combat, unit: Unit) -> bool:
    """Say whether a rival unit has an attack or a Special as things stand."""
    found = would_attack(combat, unit)
    return bool(found or in_place_of_attack(combat, unit, found))


def opens_attack(combat: Combat, after: Combat, side: str) -> bool:
    """Say whether a change gives a unit of a troop an attack or a Special where it had neither (Unit Skills sheet)."""
    return any(
        has_action(after, after.units[unit.id])
        for unit in combat.in_arena(side)
        if unit.id in after.units and not has_action(combat, unit)
    )


def keeps_to_list(
    combat: Combat, shift: Shift, offered: list[Shift], unit: str, after: Callable[[Combat, Shift], Combat]
) -> bool:
    """Say whether a unit of the troop comes to a hex that its priority list leads it to (p.24; `relocate.list`).

    It chooses among the hexes that the Ability offers it and the one it stands on, all of them being within its reach,
    as in the Movement Step; a hex that is as good as any other suits it.
    """
    if unit not in shift:
        return True
    board = after(combat, shift)
    choice = combat.units[unit].hex
    for each in offered:
        choice |= each.get(unit, 0)
    return bool(shift[unit] & best_of(board, board.units[unit], choice))


def best_of(combat: Combat, unit: Unit, choice: int) -> int:
    """Give those of some hexes that a unit's priority list leads it to, each being as easy to reach as the others."""
    ground = Ground(combat, by_effect=True)
    mover = ground.mover(unit)
    for _, entry, means in mover.listed:
        if not entry.opponent:
            for ranked in ground.marked_hexes(mover, entry, ground.loose):
                if within := ranked & choice:
                    return within
            continue
        pool = [at for at in means if mover.foes[at].zone & choice]
        if pool:
            meant = ground.meant(mover, entry.opponent, pool)
            marks = ground.closest(mover, entry.opponent, meant, [ground.mat.everywhere])
            return union(ground.in_range(mover, mover.foes[at], choice, [choice]) for at in marks)
    free = ground.free(mover, ground.occupied) | choice
    closest = []
    for mark in ground.backup_marks(mover, free, ground.loose):
        nearest = ground.approach(mover, mark, free, choice)
        closest.append(next((rank for rank in nearest if rank), choice))
    return union(closest) or choice
