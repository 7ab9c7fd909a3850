"""The Rival Engage Step as it is played: Specials, attacks, dice and damage (Rulebook p.24)."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import prod
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.schemas import ArenaSpecial
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.attack import attack, has_attack_skills, most_damage
from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.engage import can_act, special, special_targets, targets
from hoplo_companion.rules.equip import hand_over
from hoplo_companion.rules.events import CannotAct, SpecialUsed
from hoplo_companion.rules.explain import LayOpen
from hoplo_companion.rules.manual import AskByHand, Effect, Heeds, manual_skills, manual_tactics
from hoplo_companion.rules.model import Combat, Unit, is_local
from hoplo_companion.rules.priorities import meant_by, priority_list
from hoplo_companion.rules.questions import Question

MOST_LOOKED_AHEAD = 256
"""Combinations of damage up to which the program finds out whether the order of attacks matters."""


class EngageStep(Step, frozen=True):
    """The Rival Engage Step: every rival unit that can attacks or uses a Special, in the player's order (p.24)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Begin the step."""
        units = tuple(unit.id for unit in combat.in_arena("rival"))
        return push(combat, ActUnits(units)), []


def order_matters(combat: Combat, ready: list[Unit], by_hand: list[Unit]) -> bool:
    """Tell whether what one unit does can change what another one may do, or what it comes to.

    Attacks change HP, and with it who is defeated, strongest and weakest. Whatever damage the others can do to each
    opponent is tried; a Special, anything told by hand, or too many combinations count as a difference.
    """
    if by_hand or any(special(combat, unit) for unit in ready) or any(map(partial(has_attack_skills, combat), ready)):
        return True
    aims = {unit.id: targets(combat, unit) for unit in ready}
    if any(has_attack_skills(combat, target) for each in aims.values() for target in each):
        return True
    if _may_be_blessed_between(combat, ready, aims):
        return True
    return any(_depends(combat, unit, [other for other in ready if other.id != unit.id], aims) for unit in ready)


def _may_be_blessed_between(combat: Combat, ready: list[Unit], aims: dict[str, list[Unit]]) -> bool:
    """Tell whether several units may attack a hero that may need a blessing on the way, so that the order counts."""
    hero = combat.hero()
    attackers = [unit for unit in ready if hero is not None and any(aim.id == hero.id for aim in aims[unit.id])]
    if hero is None or len(attackers) < 2:
        return False
    return sum(most_damage(combat, unit, hero) for unit in attackers) >= hero.known("hp")


def _depends(combat: Combat, unit: Unit, others: list[Unit], aims: dict[str, list[Unit]]) -> bool:
    """Tell whether the damage that some units may deal can change whom another one may attack."""
    most: dict[str, int] = {}
    for other in others:
        for target in aims[other.id]:
            most[target.id] = most.get(target.id, 0) + most_damage(combat, other, target)
    hurts = [(id_, range(min(combat.units[id_].known("hp"), hits) + 1)) for id_, hits in most.items()]
    if prod(len(amounts) for _, amounts in hurts) > MOST_LOOKED_AHEAD:
        return True
    before = {target.id for target in aims[unit.id]}
    for each in product(*(amounts for _, amounts in hurts)):
        after = _hurt(combat, {id_: by for (id_, _), by in zip(hurts, each, strict=True)})
        if {target.id for target in targets(after, unit)} != before:
            return True
    return False


def _hurt(combat: Combat, damage: dict[str, int]) -> Combat:
    """Give the combat after some damage; your hero, where it would be defeated, as a blessing leaves it."""
    units = dict(combat.units)
    for id_, by in damage.items():
        left = units[id_].known("hp") - by
        if left <= 0 and units[id_].hero:
            left = units[id_].known("health")
        if left > 0:
            units[id_] = replace(units[id_], hp=left)
        else:
            del units[id_]
    return replace(combat, units=units)


class ActUnits(Step, frozen=True):
    """The units that have still to attack or use a Special.

    `asked` are the units whose Specials the player has been asked about, without a use, since somebody last acted.
    """

    undone: tuple[str, ...]
    asked: tuple[str, ...] = ()

    def _here(self, combat: Combat) -> list[Unit]:
        return [combat.units[id_] for id_ in self.undone if id_ in combat.units]

    def _asks(self, combat: Combat, unit: Unit) -> list[AskByHand]:
        """List what the player must tell before a unit acts: Specials and tactics the program does not resolve."""
        if unit.id in self.asked or not can_act(unit):
            return []
        skills = [AskByHand("manual.special", unit.id, skill) for skill in manual_skills(combat, unit, "special")]
        return skills + [AskByHand("manual.tactic-engage", unit.id, chip) for chip in manual_tactics(combat, unit)]

    def _ready(self, combat: Combat) -> tuple[list[Unit], list[Unit]]:
        """List the units that can do something as things stand, and those among them that ask first."""
        here = self._here(combat)
        by_hand = [unit for unit in here if self._asks(combat, unit)]
        ready = [unit for unit in here if unit in by_hand or targets(combat, unit) or special(combat, unit)]
        return ready, by_hand

    def question(self, combat: Combat) -> Question | None:
        """Ask which unit acts next, where that can make a difference."""
        ready, by_hand = self._ready(combat)
        if len(ready) < 2 or not order_matters(combat, ready, by_hand):
            return None
        return Question(id="engage.next", kind="choice", rule="engage.order", options=tuple(unit.id for unit in ready))

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Let the next unit act, or end the step when none of those left can."""
        ready, _ = self._ready(combat)
        if not ready:
            return combat, [_cannot(unit) for unit in self._here(combat)]
        chosen = answer or ready[0].id
        asks = self._asks(combat, combat.units[chosen])
        # Once somebody has acted, a Special that did not apply before may apply: everybody may be asked again.
        rest = ActUnits(tuple(id_ for id_ in self.undone if id_ != chosen))
        if asks:
            waiting = replace(self, asked=(*self.asked, chosen))
            return push(combat, *asks, ActIfAble(chosen, rest, waiting)), []
        return push(combat, LayOpen("engage", chosen), ActUnit(chosen), rest), []


def never_attacks(combat: Combat, unit: Unit) -> bool:
    """Tell whether a rival unit uses a Special every time instead of attacking (Unit Skills sheet: Agile)."""
    records = (combat.catalogue.skill(id_) for id_ in unit.skills)
    return any(record is not None and record.instead_of_attacking for record in records)


class ActIfAble(Heeds, frozen=True):
    """A unit whose Specials the player has been asked about: it used one, attacks now, or waits for a target."""

    unit: str
    rest: ActUnits
    waiting: ActUnits
    used: bool = False

    def heed(self, effect: Effect, unit: str) -> Step:
        """Count the unit as done that used a Special; another answer does not undo that."""
        return replace(self, used=self.used or effect.used)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Go on with the unit, or without it."""
        unit = combat.units.get(self.unit)
        if unit is None or self.used or never_attacks(combat, unit):
            return push(combat, self.rest), []
        if targets(combat, unit) or special(combat, unit):
            return push(combat, LayOpen("engage", self.unit), ActUnit(self.unit), self.rest), []
        return push(combat, self.waiting), []


def _cannot(unit: Unit) -> CannotAct:
    if not can_act(unit):
        return CannotAct(rule="combat.dazed", unit=unit.id, why="dazed")
    return CannotAct(rule="engage.end", unit=unit.id, why="no target")


class ActUnit(Step, frozen=True):
    """One unit attacks, or uses the Special that its arena grants it (p.24)."""

    unit: str

    def _aims(self, combat: Combat) -> tuple[ArenaSpecial | None, list[Unit]]:
        unit = combat.units[self.unit]
        granted = special(combat, unit)
        return granted, special_targets(combat, unit) if granted is not None else targets(combat, unit)

    def question(self, combat: Combat) -> Question | None:
        """Ask for the target where several are equal."""
        granted, aims = self._aims(combat)
        if len(aims) < 2:
            return None
        return Question(
            id="special.target" if granted is not None else "engage.target",
            kind="choice",
            rule="engage.choice",
            unit=self.unit,
            about=granted.name if granted is not None else "",
            options=tuple(unit.id for unit in aims),
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Use the Special, or put the attack's steps on the agenda."""
        granted, aims = self._aims(combat)
        unit = combat.units[self.unit]
        target = combat.units[answer] if answer else aims[0]
        if granted is not None:
            return throw(combat, unit, target, granted)
        return push(combat, *attack(combat, unit, target)), []


def throw(combat: Combat, unit: Unit, target: Unit, granted: ArenaSpecial) -> Result:
    """Deal a thrown chip's damage; the chip goes to the victim's hex, who equips it if it survived (arena card)."""
    damage = granted.damage + (granted.local_bonus if is_local(combat.arena, unit) else 0)
    because = next(
        (entry.id() for entry in priority_list(combat, unit) if entry.bold and meant_by(combat, entry, [target])), ""
    )
    used = SpecialUsed(
        rule="arena.trident-throw", unit=unit.id, special=granted.name, target=target.id, because=because
    )
    # The chip leaves the thrower before the damage falls, and is taken up after it, by a victim that is still there.
    combat = push(combat, Land(granted.chip, target.hex))
    combat, events = deal_damage(combat, target, damage, unit)
    return combat, [used, *events]


class Land(Step, frozen=True):
    """A thrown chip comes to rest on a hex."""

    chip: str
    hex: int

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Lay the chip there; a unit that stands there equips it."""
        return hand_over(combat, self.chip, self.hex)
