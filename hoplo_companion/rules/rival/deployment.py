"""The Rival Deployment Step: who enters the arena, and on which hex (Rulebook p.20-22)."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.effects.unknown import ask_for_unknown
from hoplo_companion.rules.effects.use import set_off
from hoplo_companion.rules.events import Deployed, Event, event_of
from hoplo_companion.rules.goals import equip_deployed
from hoplo_companion.rules.model import Combat, is_scion
from hoplo_companion.rules.modifiers import health

ACT_OF_TWO_UNITS = 3
ACT_OF_BONUS_HP = 4
BONUS_HP = 2


class Deployment(NamedTuple):
    """A unit of the lineup, the hex it enters on, the HP it gains beyond its Health, and the free hexes it enters by.

    Shapes: `hex` is 0 where none of the deployment hexes is free.
    """

    unit: str
    hex: int
    bonus_hp: int
    free: tuple[int, ...]


def units_due(combat: Combat) -> int:
    """Count the units that the rival deploys this turn if there is room: one, or two on turn 1 of Acts III and IV."""
    two = combat.turn == 1 and combat.act >= ACT_OF_TWO_UNITS and combat.has_act_modifiers
    return 2 if two else 1


def bonus_hp(combat: Combat) -> int:
    """Give the HP that each unit deployed this turn gains: 2 on turn 1 of Act IV, else none (p.20; `hp.bonus`)."""
    bonus = combat.turn == 1 and combat.act >= ACT_OF_BONUS_HP and combat.has_act_modifiers
    return BONUS_HP if bonus else 0


def deployments(combat: Combat) -> list[Deployment]:
    """List what the rival deploys: the next units, in order, on the lowest unblocked hexes (p.21; `deploy.two`)."""
    return [each for each in due(combat) if each.hex]


def due(combat: Combat) -> list[Deployment]:
    """List the units that are due and that the arena has room for, each with its hex and those it could enter on."""
    blocked = combat.blocked()
    bonus = bonus_hp(combat)
    found = []
    for unit in in_order(combat)[: min(units_due(combat), _room(combat))]:
        free = tuple(hex_ for hex_ in combat.arena.rival_deployment if not hex_ & blocked)
        found.append(Deployment(unit, free[0] if free else 0, bonus, free))
        blocked |= found[-1].hex
    return found


def in_order(combat: Combat) -> tuple[str, ...]:
    """List the lineup in the order of deployment: as it lies, but for a scion, which is always the first (p.21, 31)."""
    if combat.event != "scion":
        return combat.lineup
    return tuple(sorted(combat.lineup, key=lambda id_: not is_scion(combat, combat.bench[id_])))


def _room(combat: Combat) -> int:
    """Count the units that the arena lets the rival have in combat beside those that it has (arena card)."""
    most = combat.arena.most_units
    return len(combat.lineup) if most is None else max(0, most - sum(1 for _ in combat.in_arena("rival")))


class DeploymentStep(Step, frozen=True):
    """The Rival Deployment Step (p.21)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deploy the next units, each with HP for its Health and the act's bonus, dazed for this turn."""
        events: list[Event] = []
        coming = deployments(combat)
        for each in coming:
            combat, more = deploy(combat, each.unit, each.hex, each.bonus_hp)
            events += more
        left = in_order(combat)[: units_due(combat) - len(coming)]
        if left and not _room(combat):
            events += [
                event_of("not-deployed", rule="arena.most-units", why="the arena is full", unit=unit) for unit in left
            ]
        elif left:
            two = ["deploy.two"] if coming else []
            events += [
                event_of("not-deployed", rule="deployment.none-free", why="no free hex", unit=e, rulings=two)
                for e in left
            ]
        elif not coming:
            events.append(event_of("not-deployed", rule="deployment.order", why="lineup empty"))
        return combat, events


def deploy(combat: Combat, id_: str, hex_: int, bonus: int) -> Result:
    """Put a unit of the rival's lineup on a hex; it equips what lies there, like every unit that comes to a hex."""
    arena = combat.arena
    coming = combat.bench[id_]
    combat = replace(combat, lineup=tuple(other for other in combat.lineup if other != id_))
    combat = combat.with_unit(replace(coming, hex=hex_, dazed=True))
    # Its Health is that of a unit in combat: an arena, event or bane may change it (p.33).
    unit = replace(combat.units[id_], hp=health(combat, combat.units[id_]) + bonus)
    combat = combat.with_unit(unit)
    number = arena.rival_deployment.index(hex_) + 1
    rule = "scion.deployed" if is_scion(combat, unit) else "deployment.lowest-hex"
    name = arena.mat.name(hex_)
    deployed = Deployed(rule=rule, unit=id_, hex=name, number=number, hp=unit.known("hp"), bonus_hp=bonus)
    combat = push(combat, *ask_for_unknown(combat, id_), *set_off(combat, "deployed", id_))
    return equip_deployed(combat, unit, deployed)
