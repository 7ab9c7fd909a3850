"""Arena chips that units equip by coming to their hex (Rulebook p.36; `equip.rival`)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Result
from hoplo_companion.rules.events import Equipped, Event
from hoplo_companion.rules.model import Combat, Place, Unit


def equip(combat: Combat, unit: Unit, hexes: int, *, passing: bool = False) -> Result:
    """Let a unit equip every chip that lies loose on some hexes, the one it stands on or (`passing`) its way there."""
    events: list[Event] = []
    if combat.rulings.rivals_never_equip and unit.side == "rival":
        return combat, events
    for chip, place in combat.chips.items():
        if place.hex & hexes and chip not in combat.arena.fixed_chips:
            combat = replace(combat, chips={**combat.chips, chip: Place(holder=unit.id)})
            name = combat.arena.mat.name(place.hex)
            rulings = ["equip.rival"] if unit.side == "rival" else []
            if passing and place.hex != unit.hex:
                rulings.append("equip.passing")
            events.append(Equipped(rule="movement.equip", unit=unit.id, chip=chip, hex=name, rulings=rulings))
    return combat, events


def take_flag(combat: Combat, unit: Unit, hexes: int, *, displaced: bool) -> Result:
    """Let a unit of yours take up the flag that it moves onto; rival and arena units never do (p.18; `rival.flag`).

    A unit that is displaced has not moved (p.35), so it does not take the flag up (`flag.displaced`).
    """
    flag = combat.flag
    if flag is None or not flag.hex & hexes or unit.side != "player":
        return combat, []
    if displaced and not combat.rulings.displaced_take_flag:
        return combat, []
    name = combat.arena.mat.name(flag.hex)
    rulings = ["flag.displaced"] if displaced else []
    taken = Equipped(rule="flag.taken", unit=unit.id, chip="flag", hex=name, rulings=rulings)
    return replace(combat, flag=Place(holder=unit.id)), [taken]


def hand_over(combat: Combat, chip: str, hex_: int) -> Result:
    """Lay a chip on a hex; the unit there, if any, equips it at once (arena card)."""
    combat = replace(combat, chips={**combat.chips, chip: Place(hex=hex_)})
    unit = combat.at(hex_)
    return equip(combat, unit, hex_) if unit is not None else (combat, [])
