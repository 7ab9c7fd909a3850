"""What each condition says of a combat, or of a unit in it (docs/effects.md).

A condition may hang on a stat, a group or an amount, and these on conditions again: the `Judge` answers for them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hoplo_companion.components.conditions import (
    Amount,
    AnyCondition,
    Compared,
    Condition,
    Counted,
    Descriptor,
    Facing,
    Group,
    Has,
    Higher,
    Hits,
    Holds,
    InRange,
    Isolated,
    Moment,
    Near,
    Outnumbered,
    OwnTurn,
    Stands,
    Stayed,
    Struck,
)
from hoplo_companion.components.names import slug
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.model import Combat, Unit, is_local, opponents, oppose


class Judge(Protocol):
    """What a condition may ask about its combat (`effects.judge`)."""

    @property
    def combat(self) -> Combat:
        """Give the combat."""

    def unit(self, role: str, scene: Scene) -> Unit | None:
        """Find who has a part in a scene."""

    def members(self, group: Group, scene: Scene) -> list[Unit]:
        """List everyone that a group may mean."""

    def amount(self, amount: Amount, scene: Scene, unit: Unit | None = None) -> int:
        """Work an amount out."""

    def number(self, unit: Unit, word: str, scene: Scene) -> int:
        """Give a number of a unit by its name."""

    def stat(self, unit: Unit, stat: str) -> int:
        """Give a stat after its modifiers."""

    def skills(self, unit: Unit) -> dict[str, int]:
        """Give the skills that a unit has now."""

    def is_dazed(self, unit: Unit) -> bool:
        """Say whether a unit is dazed."""


def holds(judge: Judge, condition: AnyCondition, scene: Scene) -> bool:
    """Say whether a condition holds; one about a unit that is not there does not, whichever way it is asked."""
    match condition:
        case Moment():
            return _is_moment(judge.combat, condition) != condition.unless
        case Hits():
            return scene.hits is not None and _hit(judge, condition, scene) != condition.unless
        case Counted():
            count = len(judge.members(condition.of, scene))
            return _between(judge, count, condition, scene, None) != condition.unless
    unit = judge.unit(condition.who or ("it" if scene.it else "self"), scene)
    return unit is not None and _OF_A_UNIT[type(condition)](judge, condition, unit, scene) != condition.unless


def hexes_meant(combat: Combat, word: str, names: list[str], unit: Unit) -> int:
    """Give a kind of hexes as a set: key hexes, the deployment hexes of the unit's troop, those named."""
    arena = combat.arena
    match word:
        case "key":
            return combat.key_hexes()
        case "deployment":
            return sum(set(arena.rival_deployment if unit.side == "rival" else arena.player_deployment))
        case "chip":
            return sum({place.hex for place in combat.chips.values()})
    return sum({arena.mat.bit.get(name.upper(), 0) for name in names}) & arena.existing


# Of the moment --------------------------------------------------------------------------------------------------


def _is_moment(combat: Combat, condition: Moment) -> bool:
    return (
        (not condition.act or combat.act in condition.act)
        and (not condition.turn or combat.turn in condition.turn)
        and (not condition.event or combat.event in condition.event)
    )


def _hit(judge: Judge, condition: Hits, scene: Scene) -> bool:
    hits = scene.hits or 0
    if condition.all and (not scene.rolled or hits < scene.rolled):
        return False
    if condition.missed and hits >= scene.rolled:
        return False
    return _between(judge, hits, condition, scene, None)


def _between(judge: Judge, value: int, bounds: Compared | Hits | Counted, scene: Scene, unit: Unit | None) -> bool:
    least, most = bounds.at_least, bounds.at_most
    return (least is None or value >= judge.amount(least, scene, unit)) and (
        most is None or value <= judge.amount(most, scene, unit)
    )


# Of a unit ------------------------------------------------------------------------------------------------------


def _is_described(judge: Judge, condition: Descriptor, unit: Unit, scene: Scene) -> bool:
    if condition.dazed is not None and condition.dazed != judge.is_dazed(unit):
        return False
    if condition.of_class is not None and condition.of_class not in unit.classes:
        return False
    wanted = (
        (condition.local, is_local(judge.combat, unit)),
        (condition.elite, unit.elite),
        (condition.hero, unit.hero),
        (condition.tribune, unit.tribune),
        (condition.side, unit.side),
        (condition.faction and slug(condition.faction), unit.faction),
        (condition.chip and slug(condition.chip), unit.chip),
    )
    return all(want is None or want == is_ for want, is_ in wanted)


def _is_near(judge: Judge, condition: Near, unit: Unit, scene: Scene) -> bool:
    other = judge.unit(condition.to, scene)
    if other is None:
        return False
    distance = judge.combat.arena.mat.distance(unit.hex, other.hex)
    if condition.exactly is not None:
        return distance == judge.amount(condition.exactly, scene)
    return 0 < distance <= judge.amount(condition.within, scene)


def _stayed(judge: Judge, condition: Stayed, unit: Unit, scene: Scene) -> bool:
    """Say whether a unit stayed put in its own Movement Step; who begins later than that is asked."""
    combat = judge.combat
    if unit.side != combat.side or unit.id in combat.moved:
        return False
    if unit.id not in combat.stayed and combat.step in ("abilities", "engage"):
        raise UnknownStatError(unit.id, unit.chip, "stayed")
    return unit.id in combat.stayed


def _has(judge: Judge, condition: Has, unit: Unit, scene: Scene) -> bool:
    skill, tactic = condition.skill, condition.tactic
    has_skill = skill is None or slug(skill) in judge.skills(unit)
    return has_skill and (tactic is None or slug(tactic) in unit.tactics)


def _holds_chip(judge: Judge, condition: Holds, unit: Unit, scene: Scene) -> bool:
    combat = judge.combat
    if condition.chip == "flag":
        return combat.flag is not None and combat.flag.holder == unit.id
    return slug(condition.chip) in combat.held_by(unit.id)


def _is_higher(judge: Judge, condition: Higher, unit: Unit, scene: Scene) -> bool:
    other, heights = judge.unit(condition.than, scene), judge.combat.arena.elevation
    return other is not None and heights.get(unit.hex, 0) > heights.get(other.hex, 0)


def _is_in_range(judge: Judge, condition: InRange, unit: Unit, scene: Scene) -> bool:
    other = judge.unit(condition.of, scene)
    return other is not None and judge.combat.arena.mat.distance(unit.hex, other.hex) <= judge.stat(other, "range")


def _is_facing(judge: Judge, condition: Facing, unit: Unit, scene: Scene) -> bool:
    other = judge.unit(condition.of, scene)
    return other is not None and oppose(judge.combat, unit, other)


def _allies(judge: Judge, unit: Unit) -> int:
    return sum(1 for _ in judge.combat.in_arena(unit.side))


_OF_A_UNIT: dict[type[Condition], Callable[[Judge, Any, Unit, Scene], bool]] = {
    Descriptor: _is_described,
    Near: _is_near,
    InRange: _is_in_range,
    Facing: _is_facing,
    Outnumbered: lambda judge, _, unit, __: len(opponents(judge.combat, unit)) > _allies(judge, unit),
    Isolated: lambda judge, _, unit, __: _allies(judge, unit) == 1,
    Stayed: _stayed,
    Struck: lambda judge, _, unit, __: unit.id in judge.combat.struck,
    OwnTurn: lambda judge, _, unit, __: unit.side == judge.combat.side,
    Compared: lambda judge, of, unit, scene: _between(judge, judge.number(unit, of.stat, scene), of, scene, unit),
    Holds: _holds_chip,
    Has: _has,
    Higher: _is_higher,
    Stands: lambda judge, of, unit, _: bool(unit.hex & hexes_meant(judge.combat, of.on, of.hexes, unit)),
}
"""What says whether a unit is as a kind of condition wants it."""
