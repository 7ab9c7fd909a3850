"""The Engage Step of the rival and of arena units as it is played: Specials, attacks, dice and damage (p.24, 28)."""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Asks, OneByOne, Result, Running, Then, lay_open, push
from hoplo_companion.rules.attack import declare, most_damage, set_something_off
from hoplo_companion.rules.defeat import AskByHand, manual_tactics
from hoplo_companion.rules.dialogue import Event, answered, choice, event_of
from hoplo_companion.rules.effects.in_force import ALLOW, DAZE, DICE, FORBID, SKILLS, Held
from hoplo_companion.rules.effects.judge import judge, matters
from hoplo_companion.rules.effects.use import names_of, use_of
from hoplo_companion.rules.model import Combat, Unit, takes_no_steps
from hoplo_companion.rules.modifiers import health, range_
from hoplo_companion.rules.restraints import BY_SPECIAL, CLOSING, DAZED, DEPLOYED, kept_from_step, what_forbids
from hoplo_companion.rules.rival import engage
from hoplo_companion.rules.rival.mover import priority_list
from hoplo_companion.rules.rulings import Lazily

MOST_LOOKED_AHEAD = 256
"""Combinations of damage up to which the program finds out whether the order of attacks matters."""

AIMING = frozenset((SKILLS, ALLOW, FORBID, DAZE, "special", "range-stat"))
"""When effects have a say in whom a unit may attack."""

ATTACK, WAIT = "attack", "wait"


def begin_engage(combat: Combat) -> Result:
    """The Engage Step begins: every unit that can attacks or uses a Special, in the player's order (p.24)."""
    acting = (unit.id for unit in combat.in_arena(combat.side) if not takes_no_steps(combat, unit))
    return push(combat, ActUnits(tuple(acting))), []


def at_will(combat: Combat, unit: Unit) -> list[Held]:
    """The Specials done by hand of which no source says when a rival uses them: the player says so."""
    return [held for held in engage.specials(combat, unit) if engage.is_at_will(held)]


def order_matters(combat: Combat, ready: list[Unit], by_hand: list[Unit]) -> bool:
    """Say whether what one unit does can change what another one may do, or what it comes to.

    Attacks change HP, and with it who is defeated, strongest and weakest. Whatever damage the others can do to each
    opponent is tried; a Special, anything done by hand or set off by an attack, or too many combinations count as a
    difference.
    """
    if by_hand or matters(combat, DICE) or any(engage.specials(combat, unit) for unit in ready):
        return True
    if set_something_off(combat, ready):
        return True
    aims = {unit.id: engage.targets(combat, unit) for unit in ready}
    if set_something_off(combat, [aim for each in aims.values() for aim in each]):
        return True
    hero = combat.hero()
    attackers = [unit for unit in ready if hero is not None and hero.id in (aim.id for aim in aims[unit.id])]
    damage = sum(most_damage(combat, unit, hero) for unit in attackers) if hero is not None and attackers[1:] else 0
    if hero is not None and damage and damage >= hero.known("hp"):
        return True  # Several units may attack a hero that may need a blessing on the way.
    return any(_depends(combat, unit, [other for other in ready if other.id != unit.id], aims) for unit in ready)


def _depends(combat: Combat, unit: Unit, others: list[Unit], aims: dict[str, list[Unit]]) -> bool:
    """Say whether the damage that some units may deal can change whom another one may attack."""
    most: dict[str, int] = {}
    for other in others:
        for target in aims[other.id]:
            most[target.id] = most.get(target.id, 0) + most_damage(combat, other, target)
    hurts: Hurts = [(id_, range(min(combat.units[id_].known("hp"), hits) + 1)) for id_, hits in most.items()]
    if prod(len(amounts) for _, amounts in hurts) > MOST_LOOKED_AHEAD:
        return True
    hurts = _what_counts(combat, unit, hurts)
    if not hurts:
        return False
    before = {target.id for target in aims[unit.id]}
    for each in product(*(amounts for _, amounts in hurts)):
        after = combat.once(_hurt, tuple((id_, by) for (id_, _), by in zip(hurts, each, strict=True) if by))
        if {target.id for target in engage.targets(after, unit)} != before:
            return True
    return False


def compares_hp(combat: Combat, unit: Unit) -> bool:
    """Say whether the printed rules compare the HP of those whom a unit may attack (p.23; Unit Skills sheet)."""
    if combat.arena.priorities is None:
        return True
    compared = {entry.opponent for entry in priority_list(combat, unit)}
    return bool(compared & {"strongest", "weakest"}) or len(engage.taunters(combat, unit)) > 1


Hurts = list[tuple[str, Sequence[int]]]
"""Units by id, each with every loss of HP that it may have suffered."""


def _what_counts(combat: Combat, unit: Unit, hurts: Hurts) -> Hurts:
    """Leave out losses that cannot change whom a unit may attack: out of reach, or of HP that nobody compares."""
    moments = judge(combat).moments
    if combat.lasting or not AIMING.isdisjoint(moments) or combat.arena.priorities is None:
        return hurts
    compared = {entry.opponent for entry in priority_list(combat, unit)}
    if "movement-stat" in moments and compared & {"fastest", "slowest"}:
        return hurts
    zone = combat.arena.mat.within(unit.hex, max(1, range_(combat, unit)))
    near = [(id_, amounts) for id_, amounts in hurts if combat.units[id_].hex & zone]
    if compares_hp(combat, unit):
        return near
    falls = [(id_, combat.units[id_].known("hp"), amounts) for id_, amounts in near if not combat.units[id_].hero]
    return [(id_, (0, hp)) for id_, hp, amounts in falls if hp in amounts]


def _hurt(combat: Combat, damage: tuple[tuple[str, int], ...]) -> Combat:
    """The combat after some damage; your hero, where it would be defeated, as a blessing leaves it."""
    units = dict(combat.units)
    for id_, by in damage:
        left = units[id_].known("hp") - by
        if left <= 0 and units[id_].hero:
            left = health(combat, units[id_])
        if left > 0:
            units[id_] = replace(units[id_], hp=left)
        else:
            del units[id_]
    return combat.tried(units=units)


class ActUnits(OneByOne, frozen=True):
    """The units that have still to act; `asked` are those asked about in vain since somebody last acted."""

    asked: tuple[str, ...] = ()

    def asks(self, combat: Combat, unit: Unit) -> list[AskByHand]:
        """What the player must enter before a unit acts: tactics on it that the program does not carry out."""
        if unit.id in self.asked or not engage.can_act(combat, unit):
            return []
        return [AskByHand("manual.tactic-engage", unit.id, chip) for chip in manual_tactics(combat, unit)]

    def run(self, combat: Combat) -> Running:
        """Let a unit act, asking which where that can make a difference; end the step when none is left that can."""
        ready, by_hand, is_asked = combat.once(_ready, self)
        if not ready:
            return combat, [] if combat.foresight else [_cannot(combat, unit) for unit in self.here(combat)]
        answer = yield choice("engage.next", "engage.order", [unit.id for unit in ready] if is_asked else [])
        chosen = combat.units[answer] if answer else ready[0]
        if chosen in by_hand:
            return push(combat, *self.asks(combat, chosen), replace(self, asked=(*self.asked, chosen.id))), []
        rest = ActUnits(tuple(id_ for id_ in self.undone if id_ != chosen.id))
        return push(combat, *lay_open(combat, "engage", chosen.id), Asks(act_unit, (chosen.id,)), rest), []


def _ready(combat: Combat, step: ActUnits) -> tuple[list[Unit], list[Unit], bool]:
    """The units that can do something, those among them that ask first, and whether the order has to be asked for."""
    here = step.here(combat)
    by_hand = [unit for unit in here if step.asks(combat, unit)]

    def is_ready(unit: Unit) -> bool:
        able = unit in by_hand or engage.has_action(combat, unit)
        return able or (unit.id not in step.asked and bool(at_will(combat, unit)))

    ready = list(filter(is_ready, here))
    return ready, by_hand, len(ready) > 1 and (combat.foresight or order_matters(combat, ready, by_hand))


def _cannot(combat: Combat, unit: Unit) -> Event:
    hold = kept_from_step(combat, unit, "attack")
    rule, why, more = "engage.end", "no target", dict[str, Any]()
    if hold is not None and hold.how != BY_SPECIAL:
        rule, why, more = hold.rule, "dazed" if hold.how in (DAZED, DEPLOYED) else "kept", hold.named()
    elif closed := engage.closed_taunters(combat, unit):
        by = what_forbids(combat, closed[0], *CLOSING)[1]
        rule, why, more = "skill.taunt-closed", "taunt", {"bound_by": [each.id for each in closed], "closed_by": by}
    rulings = Lazily(engage.rulings_of_engagement, combat, unit)
    return event_of("cannot-act", rule=rule, rulings=rulings, unit=unit.id, why=why, **more)


def act_unit(combat: Combat, id_: str, declined: bool = False) -> Running:
    """Let one unit attack, or use a Special in place of its attack (p.24).

    The Special is asked for where several apply or no source says whether it does, else the target of the attack.
    """
    if (unit := combat.units.get(id_)) is None:
        return combat, []
    aims = engage.would_attack(combat, unit)
    instead = engage.specials_used(combat, unit) if engage.in_place_of_attack(combat, unit) else []
    found = instead or ([] if declined else at_will(combat, unit))
    if found:
        names = [held.name for held in found]
        named = {h.name if names.count(h.name) == 1 else word: h for word, h in names_of(found).items()}
        options = (*named, *(() if instead else (ATTACK if aims else WAIT,)))
        answer = yield choice("special.next", "engage.special-next", options, id_)
        if answer in (ATTACK, WAIT):
            return push(combat, Asks(act_unit, (id_, True))), []
        held = answered(named, answer)
        weighed = any(engage.heaves(combat, unit, held, aim) for aim in aims)
        against = max(aims, key=lambda aim: aim.known("hp")) if weighed else None
        return push(combat, use_of(held, against)), []
    answer = yield choice("engage.target", "engage.choice", [aim.id for aim in aims], id_)
    if not aims:
        return combat, []
    target = combat.units[answer] if answer else aims[0]
    # A Special that is weighed against this very attack may take its place (Unit Skills sheet: Heave).
    if instead := engage.in_place_of(combat, unit, target):
        return push(combat, use_of(instead[0], target)), []
    return push(combat, Then(declare, (id_, target.id))), []
