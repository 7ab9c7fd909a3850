"""Why the rules do not let you do something in your turn: the rule, and why in a sentence (Rulebook p.20-30, 37)."""

from __future__ import annotations

from typing import Any

from hoplo_companion.components.effects import (
    AnyVerb,
    AttackAgain,
    Displace,
    EquipChip,
    Group,
    Move,
    Place,
    Roam,
    RollAt,
    Swap,
    Unequip,
)
from hoplo_companion.hexes import MOST_HEXES
from hoplo_companion.language import later
from hoplo_companion.notation.whom import write_conditions
from hoplo_companion.rules.effects.judge import is_dazed, is_forbidden, judge, may, whom_of
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import can_use, doings
from hoplo_companion.rules.holding import Hold, daze, kept_from, what_closes, what_forbids, why_bound
from hoplo_companion.rules.model import Combat, Unit, is_local, oppose
from hoplo_companion.rules.modifiers import has_dice, is_moveless, is_used_up, movement, range_
from hoplo_companion.rules.naming import all_called, called
from hoplo_companion.rules.player.options import ALLOWED, Refusal, has_acted, is_done
from hoplo_companion.rules.rival.engage import attackable, closed_taunters, in_range, is_a_target, taunters
from hoplo_companion.rules.rival.movement import OUT_AND_BACK, Ground
from hoplo_companion.rules.rival.mover import Mover, is_still
from hoplo_companion.rules.rival.specials import can_act, makes_move
from hoplo_companion.rules.sentence import Sentence, counted, said

CANNOT = {
    "move": later("{unit} cannot move ({held})"),
    "attack": later("{unit} cannot attack ({held})"),
    "specials": later("{unit} cannot use Specials ({held})"),
    "abilities": later("{unit} cannot use Abilities ({held})"),
}
"""What a unit cannot do that is dazed, fatigued, or kept from it by an effect."""


def _cannot(combat: Combat, unit: Unit, what: str, hold: Hold | None) -> Sentence:
    held = hold.sentence if hold is not None else said("held by an effect")
    return said(CANNOT[what], unit=called(combat, unit), held=held)


def why_dazed(combat: Combat, unit: Unit, what: str, gift: str = "", skill: str = "") -> Refusal:
    """Give the rule by which a dazed unit does not do something, and say what has dazed it (p.21, 35).

    Shapes: `gift` is what the `skill` lets a dazed unit do; the rule is that of `dazed.later` where that decides.
    """
    hold = daze(combat, unit, gift)
    why = _cannot(combat, unit, what, hold)
    if hold is None:
        return Refusal("combat.dazed", why)
    if hold.rulings:
        rulings = ", ".join(hold.rulings)
        why = said(
            "{why}: {skill} lifts the daze of the turn of deployment alone (ruling {rulings})",
            why=why,
            skill=skill,
            rulings=rulings,
        )
    return Refusal(hold.rule, why)


def _why_kept(combat: Combat, unit: Unit, what: str) -> Refusal:
    """Give the rule of the effect that keeps a unit from something, and name the effect."""
    hold = kept_from(combat, unit, what)
    return Refusal(hold.rule if hold is not None else "effect.used", _cannot(combat, unit, what, hold))


# Movement -------------------------------------------------------------------------------------------------------


def why_no_move(combat: Combat, unit: Unit) -> Refusal:
    """Give the rule that keeps a unit of yours from moving at all, and say why."""
    if unit.id in combat.moved:
        return Refusal("yours.once", said("{unit} has moved this turn already", unit=called(combat, unit)))
    if is_still(combat, unit):
        return why_dazed(combat, unit, "move", "move-when-dazed", "Tactical")
    return _why_kept(combat, unit, "move") if is_moveless(combat, unit) else ALLOWED


def why_not_move(combat: Combat, unit: Unit, hex_: int) -> Refusal:
    """Give the rule that keeps a unit of yours from moving to a hex, and say why (p.21, 26)."""
    refusal = why_no_move(combat, unit)
    return refusal if refusal.rule else Refusal("yours.move", _why_not_there(combat, unit, hex_))


def _why_not_there(combat: Combat, unit: Unit, hex_: int) -> Sentence:
    name, hex_name = called(combat, unit), combat.arena.mat.name(hex_)
    other = combat.at(hex_)
    ground = Ground(combat)
    mover = ground.mover(unit)
    if other is not None and other.id == unit.id:
        return _why_not_back(ground, mover, name, hex_name)
    if other is not None:
        there = called(combat, other)
        return said("{unit} cannot move to {hex}: {other} is there", unit=name, hex=hex_name, other=there)
    if hex_ & combat.arena.blocked:
        return said("{unit} cannot move to {hex}: that hex is blocked", unit=name, hex=hex_name)
    _, ends = ground.levels(mover, ground.free(mover, ground.occupied), MOST_HEXES)
    steps = next((at for at, end in enumerate(ends) if end & hex_), None)
    if steps is None:
        return said("{unit} cannot move to {hex}: every way there is blocked", unit=name, hex=hex_name)
    return said(
        "{unit} cannot move to {hex}: that takes {hexes}, and its Movement is {movement}",
        unit=name,
        hex=hex_name,
        hexes=_hexes(steps),
        movement=mover.movement,
    )


def _hexes(number: int) -> Sentence:
    return counted("{n} hex", "{n} hexes", number)


def _why_not_back(ground: Ground, mover: Mover, name: object, hex_name: str) -> Sentence:
    if ground.rulings.no_way_back:
        return said("{unit} does not come back to {hex}, which it leaves (ruling move.back)", unit=name, hex=hex_name)
    if mover.movement < OUT_AND_BACK:
        return said(
            "{unit} is on {hex} already: out and back takes {hexes}, and its Movement is {movement}",
            unit=name,
            hex=hex_name,
            hexes=_hexes(OUT_AND_BACK),
            movement=mover.movement,
        )
    return said("{unit} is on {hex} already, and every hex next to it is blocked", unit=name, hex=hex_name)


# Engaging -------------------------------------------------------------------------------------------------------


def why_no_action(combat: Combat, unit: Unit, what: str) -> Refusal:
    """Give the rule that keeps a unit of yours from any attack (`attack`) or Special (`specials`), and say why."""
    if unit.side == "player" and has_acted(combat, unit):
        why = said("{unit} has attacked or used a Special this turn already", unit=called(combat, unit))
        return Refusal("yours.once", why)
    if not can_act(combat, unit):
        return why_dazed(combat, unit, what, "act-when-dazed", "First Strike")
    return _why_kept(combat, unit, what) if is_forbidden(combat, unit, what) else ALLOWED


def why_not_attack(combat: Combat, unit: Unit, target: Unit) -> Refusal:
    """Give the rule that keeps a unit from attacking another, and say why (p.21, 24, 27)."""
    refusal = why_no_action(combat, unit, "attack")
    if refusal.rule:
        return refusal
    engage = "yours.attack" if unit.side == "player" else "engage.target"
    names = {"unit": called(combat, unit), "target": called(combat, target)}
    if unit.id == target.id or not oppose(combat, unit, target):
        if "arena" in (unit.side, target.side) and unit.side != target.side:
            ruling = "opponents.arena" if "rival" in (unit.side, target.side) else "refugees.locals"
            if is_local(combat, target if unit.side == "arena" else unit):
                ruling = "refugees.locals"
            why = said(
                "{unit} cannot attack {target}: it is not an opponent here (ruling {ruling})", **names, ruling=ruling
            )
            return Refusal("term.opponent", why)
        return Refusal(engage, said("{unit} cannot attack {target}: it is not an opponent", **names))
    far, most = combat.arena.mat.distance(unit.hex, target.hex), range_(combat, unit)
    if far > most:
        why = said(
            "{unit} cannot attack {target}: it is {hexes} away, and the Range is {range}",
            **names,
            hexes=_hexes(far),
            range=most,
        )
        return Refusal(engage, why)
    if not is_a_target(combat, target):
        rule, by = what_closes(combat, target)
        return Refusal(rule, said("{unit} cannot attack {target} because of its {by}", **names, by=by))
    if target in attackable(combat, unit):
        return ALLOWED
    return _why_taunted(combat, unit, names)


def _why_taunted(combat: Combat, unit: Unit, names: dict[str, Any]) -> Refusal:
    closed = closed_taunters(combat, unit)
    if taunting := taunters(combat, unit, in_range(combat, unit)):
        others = all_called(combat, taunting)
        why = said("{unit} cannot attack {target}: it is adjacent to {others} with Taunt", **names, others=others)
        if closed:
            why = said("{why} (ruling taunt.deflect)", why=why)
        return Refusal("skill.taunt", why)
    if not closed:
        return ALLOWED
    bound = why_bound(combat, closed)
    why = said("{unit} cannot attack {target}: {bound} (ruling taunt.deflect)", **names, bound=bound)
    return Refusal("skill.taunt-closed", why)


# Abilities, Specials, tactics -----------------------------------------------------------------------------------

USED = {
    "turn": later("{unit} has used {skill}, which works once a turn"),
    "combat": later("{unit} has used {skill}, which works once a combat"),
}


def why_not_ability(combat: Combat, unit: Unit, skill: str) -> Refusal:
    """Give the rule that keeps a unit of yours from an Ability that it has, and say why (p.21, 26)."""
    if is_dazed(combat, unit):
        return why_dazed(combat, unit, "abilities")
    if is_forbidden(combat, unit, "abilities"):
        return _why_kept(combat, unit, "abilities")
    helds = [held for held in judge(combat).on("ability", unit.id) if held.id == skill]
    if is_done(combat, f"ability {unit.id} {skill}"):
        name = helds[0].name if helds else skill
        why = said("{unit} has used {skill} this turn already", unit=called(combat, unit), skill=name)
        return Refusal("yours.ability", why)
    return _why_not_used(combat, unit, helds)


def _why_not_used(combat: Combat, unit: Unit, helds: list[Held]) -> Refusal:
    """Say what an Ability or a Special still needs: that it has not been used up, or somebody to act on (p.26-27)."""
    left = [held for held in helds if not is_used_up(combat, held)]
    name = called(combat, unit)
    if not left:
        once = helds[0].effect.once or "turn"
        return Refusal("effect.once", said(USED[once], unit=name, skill=helds[0].name))
    if any(can_use(combat, held) for held in left):
        return Refusal("yours.ability", said("{unit} cannot use {skill} now", unit=name, skill=left[0].name))
    return Refusal("yours.somebody", why_nobody(combat, unit, left))


def why_not_special(combat: Combat, unit: Unit, held: Held) -> Refusal:
    """Give the rule that keeps a unit of yours from a Special that it has, and say why (p.21, 27)."""
    refusal = why_no_action(combat, unit, "specials")
    if refusal.rule:
        return refusal
    if combat.rulings.dazed_never_reposition and makes_move(held) and is_still(combat, unit):
        why = said(
            "{unit} cannot use {skill}: it is dazed and makes no move (ruling first-strike.reposition)",
            unit=called(combat, unit),
            skill=held.name,
        )
        return Refusal("skill.first-strike-reposition", why)
    return _why_not_used(combat, unit, [held])


def why_not_tactic(combat: Combat, unit: Unit, name: str) -> Refusal:
    """Give the rule that keeps you from playing a tactic on a unit, and say why (p.25, 30)."""
    names = {"tactic": name, "unit": called(combat, unit)}
    if not unit.hex:
        return Refusal(
            "combat.only-in-combat", said("{tactic} cannot be played on {unit}: it is not in combat", **names)
        )
    if unit.elite:
        return Refusal("tactics.elite", said("{tactic} cannot be played on {unit}: it is elite", **names))
    if unit.side != "player" and is_forbidden(combat, unit, "be-targeted"):
        rule, by = what_forbids(combat, unit, "be-targeted")
        return Refusal(rule, said("{tactic} cannot be played on {unit} because of its {by}", **names, by=by))
    if not any(may(combat, each, "tactics-anywhere") for each in combat.in_arena("player")):
        why = said(
            "{tactic} cannot be played on {unit}: none of your units is adjacent to it, and none has Tactical", **names
        )
        return Refusal("yours.tactic", why)
    return Refusal("yours.tactic", said("{tactic} cannot be played on {unit}", **names))


# Nobody to act on -----------------------------------------------------------------------------------------------

NOBODY = {
    "opponent": later("{skill} would do nothing: no opponent is {where}"),
    "ally": later("{skill} would do nothing: no ally is {where}"),
    "troop": later("{skill} would do nothing: no unit of its troop is {where}"),
    "unit": later("{skill} would do nothing: no other unit is {where}"),
}
"""Nobody of a group is where a skill needs somebody."""

NOT_THESE = {
    "opponent": later("{skill} would do nothing: no opponent {where} fits its condition ({conditions})"),
    "ally": later("{skill} would do nothing: no ally {where} fits its condition ({conditions})"),
    "troop": later("{skill} would do nothing: no unit of its troop {where} fits its condition ({conditions})"),
    "unit": later("{skill} would do nothing: no other unit {where} fits its condition ({conditions})"),
}
"""Somebody of a group is there, but nobody whom a skill can act on."""


def why_nobody(combat: Combat, unit: Unit, helds: list[Held]) -> Sentence:
    """Say what effects of a unit would need to be used now: a condition, somebody, or a hex; the first one's reason."""
    held = helds[0]
    lacking = [each for each in held.effect.conditions if not judge(combat).holds(each, Scene(unit.id, held.number))]
    if lacking:
        conditions = write_conditions(lacking)
        name = called(combat, unit)
        return said("{unit} can use {skill} only if {conditions}", unit=name, skill=held.name, conditions=conditions)
    for doing in doings(held):
        if why := _why_idle(combat, unit, held, doing.verb):
            return why
    return said("{skill} would do nothing now", skill=held.name)


def _why_idle(combat: Combat, unit: Unit, held: Held, verb: AnyVerb) -> Sentence | None:
    """Say what one verb of a skill lacks; None where that is the verb before it."""
    names = {"skill": held.name, "unit": called(combat, unit)}
    if isinstance(verb, Unequip | EquipChip) and verb.chip not in combat.chips:
        chip = verb.chip
        return said("{skill} would do nothing: there is no {chip} in this combat", skill=held.name, chip=chip)
    whom = whom_of(verb)
    if isinstance(whom, Group):
        return _why_nobody_of(combat, unit, held, verb, whom)
    if isinstance(verb, Move | Roam):
        if not movement(combat, unit):
            return said("{skill} would do nothing: {unit} has Movement 0", **names)
        return said("{skill} would do nothing: {unit} has no free hex to move to", **names)
    if isinstance(verb, AttackAgain):
        return said("{skill} would do nothing: {unit} has nobody to attack", **names)
    return None


def _why_nobody_of(combat: Combat, unit: Unit, held: Held, verb: AnyVerb, group: Group) -> Sentence:
    """Say why a verb reaches nobody of a group: nobody is there, nobody fits, or nothing can be done to those."""
    scene = Scene(unit.id, held.number)
    skill, where = held.name, _where(combat, unit, group, scene)
    members = judge(combat).members(group, scene)
    if not members:
        anybody = Group(group.of, group.within, group.exactly, group.in_range, pick=group.pick)
        if group.where and judge(combat).members(anybody, scene):
            conditions = write_conditions(group.where)
            return said(NOT_THESE[group.of], skill=skill, where=where, conditions=conditions)
        return said(NOBODY[group.of], skill=skill, where=where)
    if isinstance(verb, RollAt) and not has_dice(combat, unit):
        return said("{skill} would do nothing: {unit} has no attack dice", skill=skill, unit=called(combat, unit))
    if isinstance(verb, Displace | Swap | Place):
        kept = [each for each in members if is_forbidden(combat, each, "be-displaced")]
        if len(kept) < len(members):
            return said("{skill} would do nothing: no unit {where} has a free hex to go to", skill=skill, where=where)
        units = all_called(combat, kept)
        return said("{skill} would do nothing: {units} cannot be displaced", skill=skill, units=units)
    units = all_called(combat, members)
    return said("{skill} would do nothing: {units} cannot be targeted", skill=skill, units=units)


def _where(combat: Combat, unit: Unit, group: Group, scene: Scene) -> Sentence:
    name = called(combat, unit)
    if group.exactly is not None:
        far = judge(combat).amount(group.exactly, scene)
        return said("exactly {hexes} from {unit}", hexes=_hexes(far), unit=name)
    if group.within is not None:
        within = judge(combat).amount(group.within, scene)
        if within == 1:
            return said("adjacent to {unit}", unit=name)
        return said("within {hexes} of {unit}", hexes=_hexes(within), unit=name)
    if group.in_range:
        return said("within Range {range} of {unit}", range=range_(combat, unit), unit=name)
    return said("in combat")
