"""What units take up by coming to a hex, and the flag that they bring home (Rulebook p.18, 36; `equip.rival`)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.hexes import union
from hoplo_companion.rules.agenda import Result
from hoplo_companion.rules.events import Deployed, Event, event_of
from hoplo_companion.rules.goals import win
from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.rulings import deciding


def equip(combat: Combat, unit: Unit, hexes: int, *, passing: bool = False, displaced: bool = False) -> Result:
    """Let a unit equip every chip that lies loose on some hexes, the one it stands on or (`passing`) its way there.

    A unit that is displaced has not moved (p.35): it equips what the arena's card hands to whoever shares its hex
    (`equip.displaced`).
    """
    events: list[Event] = []
    if combat.rulings.rivals_never_equip and unit.side == "rival":
        return combat, events
    for chip, place in combat.chips.items():
        shared = displaced and chip in combat.arena.shared_chips
        if displaced and not (shared or combat.rulings.displaced_equip):
            continue
        if place.hex & hexes and chip not in combat.arena.fixed_chips:
            combat = replace(combat, chips={**combat.chips, chip: Place(holder=unit.id)})
            name = combat.arena.mat.name(place.hex)
            rulings = ["equip.rival"] if unit.side == "rival" else []
            if passing and place.hex != unit.hex:
                rulings.append("equip.passing")
            if displaced and not shared:
                rulings.append("equip.displaced")
            rule = "movement.equip"
            if shared and combat.catalogue.rule(f"arena.{chip}") is not None:
                rule = f"arena.{chip}"
            events.append(event_of("equipped", rule=rule, unit=unit.id, chip=chip, hex=name, rulings=rulings))
    return combat, events


def equip_deployed(combat: Combat, unit: Unit, deployed: Deployed) -> Result:
    """Let a unit that has just been deployed equip what lies on its hex: it shares the hex (`equip.deploy`)."""
    rulings = deciding(combat, ("equip.deploy",), lambda now: _equipped(now, unit)[0].chips)
    combat, events = _equipped(combat, unit)
    if not events:
        deployed = replace(deployed, rulings=[*deployed.rulings, *rulings])
    return combat, [deployed, *(replace(event, rulings=[*event.rulings, *rulings]) for event in events)]


def _equipped(combat: Combat, unit: Unit) -> Result:
    return (combat, []) if combat.rulings.deployed_never_equip else equip(combat, unit, unit.hex)


def displacing(combat: Combat, unit: Unit) -> list[str]:
    """List the open questions that decide what a unit takes up on the hex that it has just been displaced to."""

    def look(now: Combat) -> Any:
        after, _ = take_up(now, unit, displaced=True)
        return after.chips, after.flag

    return deciding(combat, ("equip.displaced", "flag.displaced"), look)


def take_flag(combat: Combat, unit: Unit, hexes: int, *, displaced: bool = False, passing: bool = False) -> Result:
    """Let a unit of yours take up the flag that it moves onto; rival and arena units never do (p.18; `rival.flag`).

    A unit that is displaced has not moved (p.35), so it does not take the flag up (`flag.displaced`). `passing` is as
    in `equip`.
    """
    flag = combat.flag
    if flag is None or not flag.hex & hexes or unit.side != "player":
        return combat, []
    if displaced and not combat.rulings.displaced_take_flag:
        return combat, []
    name = combat.arena.mat.name(flag.hex)
    rulings = ["flag.displaced"] if displaced else []
    if passing and flag.hex != unit.hex:
        rulings.append("equip.passing")
    taken = event_of("equipped", rule="flag.taken", unit=unit.id, chip="flag", hex=name, rulings=rulings)
    return replace(combat, flag=Place(holder=unit.id)), [taken]


def home_of(combat: Combat, unit: Unit) -> int:
    """Give the hexes that a unit brings the flag home to: your deployment hexes, in Capture the Flag (p.18)."""
    yours = combat.event == "capture-the-flag" and unit.side == "player"
    return union(combat.arena.player_deployment) if yours else 0


def holds_flag(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit is the flagholder."""
    return combat.flag is not None and combat.flag.holder == unit.id


def is_home(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit stands with the flag where it is brought home to."""
    return holds_flag(combat, unit) and bool(unit.hex & home_of(combat, unit))


def arrive(combat: Combat, unit: Unit, rulings: list[str]) -> Result:
    """Let a unit that has moved onto its hex take up what lies there, and win if it brings the flag home (p.18, 36).

    `rulings` are those by which it counts as moved there (`home.moved`).
    """
    combat, events = take_up(combat, unit)
    combat, won = win(combat, "flag.home", rulings) if is_home(combat, unit) else (combat, [])
    return combat, [*events, *won]


def take_up(combat: Combat, unit: Unit, *, displaced: bool = False) -> Result:
    """Let a unit that has moved, or was displaced, onto its hex take up what lies there, chips and flag (p.35-36)."""
    combat, events = equip(combat, unit, unit.hex, displaced=displaced)
    combat, taken = take_flag(combat, unit, unit.hex, displaced=displaced)
    return combat, [*events, *taken]


def hand_over(combat: Combat, chip: str, hex_: int) -> Result:
    """Lay a chip on a hex; the unit there, if any, equips it at once (arena card)."""
    combat = replace(combat, chips={**combat.chips, chip: Place(hex=hex_)})
    unit = combat.at(hex_)
    return equip(combat, unit, hex_) if unit is not None else (combat, [])
