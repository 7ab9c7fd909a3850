"""Why an Ability or a Special has nobody to act on: what it would need, in a sentence (Rulebook p.26-27, 37)."""

from __future__ import annotations

from hoplo_companion.components.effects import (
    AnyVerb,
    AttackAgain,
    Damage,
    Daze,
    Defeat,
    Displace,
    EquipChip,
    Fatigue,
    Group,
    Heal,
    Move,
    Place,
    Roam,
    RollAt,
    Swap,
    Unequip,
)
from hoplo_companion.notation.whom import write_conditions
from hoplo_companion.rules.effects.judge import is_forbidden, judge, whom_of
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import doings
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import has_dice, movement, range_
from hoplo_companion.rules.naming import called

_DOES: dict[type[AnyVerb], str] = {
    RollAt: "hit",
    Damage: "damage",
    Displace: "displace",
    Swap: "swap with",
    Place: "place",
    Move: "move",
    Heal: "heal",
    Daze: "daze",
    Fatigue: "fatigue",
    Defeat: "defeat",
    AttackAgain: "let attack",
    EquipChip: "equip",
}

_MEANT = {"opponent": "opponent", "ally": "ally", "troop": "unit of its troop", "unit": "other unit"}


def why_nobody(combat: Combat, unit: Unit, helds: list[Held]) -> str:
    """Say what effects of a unit would need to be used now: a condition, somebody, or a hex; the first one's reason."""
    held = helds[0]
    name, who = held.name, called(combat, unit)
    scene = Scene(unit.id, held.number)
    lacking = [each for each in held.effect.conditions if not judge(combat).holds(each, scene)]
    if lacking:
        return _begun(combat, f"{who} can use {name} only if {write_conditions(lacking)}")
    for doing in doings(held):
        why = _why(combat, unit, held, doing.verb)
        if why:
            return _begun(combat, f"{why[0]}, so {name} has {why[1]}")
    return f"{name} would do nothing now"


def _begun(combat: Combat, text: str) -> str:
    """Begin a sentence with a capital, unless that is an id, which is written as it is typed."""
    return text if text.partition(" ")[0] in combat.units else text[:1].upper() + text[1:]


def _why(combat: Combat, unit: Unit, held: Held, verb: AnyVerb) -> tuple[str, str] | None:
    """Say what one verb lacks, and what the skill is therefore without; None where that is the verb before it."""
    whom = whom_of(verb)
    who = called(combat, unit)
    if isinstance(verb, Unequip | EquipChip) and verb.chip not in combat.chips:
        return f"there is no {verb.chip} in this combat", "nothing to hand over"
    if isinstance(whom, Group):
        return _nobody_of(combat, unit, held, verb, whom)
    if isinstance(verb, Move | Roam):
        return _no_way(combat, unit)
    if isinstance(verb, AttackAgain):
        return f"{who} has nobody to attack", "nothing to do"
    return None


def _nobody_of(combat: Combat, unit: Unit, held: Held, verb: AnyVerb, group: Group) -> tuple[str, str]:
    """Say why a verb reaches nobody of a group: nobody stands right, nobody fits, or nothing can be done to those."""
    scene = Scene(unit.id, held.number)
    nobody = f"nobody to {_DOES.get(type(verb), 'act on')}"
    where = _where(combat, unit, group, scene)
    members = judge(combat).members(group, scene)
    if not members:
        if group.where and judge(combat).members(_anybody(group), scene):
            return f"no {_MEANT[group.of]} {where} is one that it asks for ({write_conditions(group.where)})", nobody
        return f"no {_MEANT[group.of]} is {where}", nobody
    who = called(combat, unit)
    if isinstance(verb, RollAt) and not has_dice(combat, unit, verb.dice):
        return f"{who} has no attack dice", "nothing to roll"
    if isinstance(verb, Displace | Swap | Place):
        kept = [each for each in members if is_forbidden(combat, each, "be-displaced")]
        if len(kept) < len(members):
            return f"no unit {where} has a free hex to go to", nobody
        return f"{' and '.join(called(combat, each) for each in kept)} cannot be displaced", nobody
    return f"{' and '.join(called(combat, each) for each in members)} cannot be targeted", nobody


def _anybody(group: Group) -> Group:
    return Group(group.of, group.within, group.exactly, group.in_range, pick=group.pick)


def _where(combat: Combat, unit: Unit, group: Group, scene: Scene) -> str:
    who = called(combat, unit)
    if group.exactly is not None:
        return f"exactly {_hexes(judge(combat).amount(group.exactly, scene))} from {who}"
    if group.within is not None:
        within = judge(combat).amount(group.within, scene)
        return f"adjacent to {who}" if within == 1 else f"within {_hexes(within)} of {who}"
    if group.in_range:
        return f"within Range {range_(combat, unit)} of {who}"
    return "in combat"


def _no_way(combat: Combat, unit: Unit) -> tuple[str, str]:
    who = called(combat, unit)
    if not movement(combat, unit):
        return f"{who} has Movement 0", "nowhere to go"
    return f"{who} has no free hex to move to", "nowhere to go"


def _hexes(number: int) -> str:
    return f"{number} hex{'' if number == 1 else 'es'}"
