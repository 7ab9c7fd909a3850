"""The Rival Engage Step as it is played: Specials, attacks, dice and damage (Rulebook p.24)."""

from __future__ import annotations

from itertools import product
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.schemas import ArenaSpecial
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.engage import can_act, special, special_targets, targets, taunters
from hoplo_companion.rules.equip import hand_over
from hoplo_companion.rules.events import Attacked, CannotAct, Event, SpecialUsed
from hoplo_companion.rules.explain import LayOpen
from hoplo_companion.rules.manual import AskByHand, Effect, Heeds, manual_skills, manual_tactics
from hoplo_companion.rules.model import Combat, Unit, is_local
from hoplo_companion.rules.modifiers import attack_dice
from hoplo_companion.rules.priorities import meant_by, priority_list
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rulings import deciding

MOST_LOOKED_AHEAD = 256
"""Combinations of damage up to which the program finds out whether the order of attacks matters."""


RULINGS = ("taunt.which", "opponents.arena")
"""The open questions that a target can hang on."""


class EngageStep(Step, frozen=True):
    """The Rival Engage Step: every rival unit that can attacks or uses a Special, in the player's order (p.24)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Begin the step."""
        units = tuple(unit.id for unit in combat.in_arena("rival"))
        return push(combat, ActUnits(units)), []


def order_matters(combat: Combat, ready: list[Unit], by_hand: list[Unit]) -> bool:
    """Tell whether what one unit does can change what another one may do.

    Attacks change HP, and with it who is defeated, strongest and weakest. Whatever damage the others can do to each
    opponent is tried; a Special, a manual effect, or too many combinations count as a difference.
    """
    if by_hand or any(special(combat, unit) for unit in ready):
        return True
    aims = {unit.id: targets(combat, unit) for unit in ready}
    for unit in ready:
        most: dict[str, int] = {}
        for other in ready:
            if other.id != unit.id:
                for target in aims[other.id]:
                    most[target.id] = most.get(target.id, 0) + len(attack_dice(combat, other, target))
        hurts = [(id_, range(min(combat.units[id_].known("hp"), hits) + 1)) for id_, hits in most.items()]
        size = 1
        for _, amounts in hurts:
            size *= len(amounts)
        if size > MOST_LOOKED_AHEAD:
            return True
        before = {target.id for target in aims[unit.id]}
        for each in product(*(amounts for _, amounts in hurts)):
            after = _hurt(combat, {id_: by for (id_, _), by in zip(hurts, each, strict=True)})
            if {target.id for target in targets(after, unit)} != before:
                return True
    return False


def _hurt(combat: Combat, damage: dict[str, int]) -> Combat:
    units = dict(combat.units)
    for id_, by in damage.items():
        left = units[id_].known("hp") - by
        if left > 0:
            units[id_] = replace(units[id_], hp=left)
        else:
            del units[id_]
    return replace(combat, units=units)


class ActUnits(Heeds, frozen=True):
    """The units that have still to attack or use a Special.

    `asked` are the units whose Specials the player has been asked about: if they did not use them, they may attack.
    """

    undone: tuple[str, ...]
    asked: tuple[str, ...] = ()

    def heed(self, effect: Effect, unit: str) -> Step:
        """Count a unit as done that used a Special which the player has told."""
        return replace(self, undone=tuple(id_ for id_ in self.undone if id_ != unit)) if effect.used else self

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
        if asks:
            return push(combat, *asks, replace(self, asked=(*self.asked, chosen))), []
        rest = replace(self, undone=tuple(id_ for id_ in self.undone if id_ != chosen))
        return push(combat, LayOpen("engage", chosen), ActUnit(chosen), rest), []


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


def why_target(combat: Combat, unit: Unit, target: Unit) -> str:
    """Name what makes a unit its attacker's target: taunt, or an entry of the attacker's list."""
    if target in taunters(combat, unit, [target]):
        return "taunt"
    for entry in priority_list(combat, unit):
        if entry.bold and meant_by(combat, entry, [target]):
            return entry.id()
    return ""


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


def attack(combat: Combat, unit: Unit, target: Unit) -> list[Step]:
    """List the steps of an attack: what is told by hand before the dice (the attacker's first), dice, after, damage."""
    before = [(unit.id, skill) for skill in manual_skills(combat, unit, "attack-before")]
    before += _beside(combat, unit, "ally-attack-before")
    before += [(target.id, skill) for skill in manual_skills(combat, target, "attacked-before")]
    before += _beside(combat, target, "ally-attacked-before")
    asks = [AskByHand("manual.skill", id_, skill) for id_, skill in before]
    return [*asks, Roll(unit.id, target.id)]


def _beside(combat: Combat, unit: Unit, moment: str) -> list[tuple[str, str]]:
    adjacent = combat.arena.mat.adjacent(unit.hex)
    allies = [ally for ally in combat.in_arena(unit.side) if ally.hex & adjacent]
    return [(ally.id, skill) for ally in allies for skill in manual_skills(combat, ally, moment)]


class Roll(Heeds, frozen=True):
    """The dice of an attack (p.24)."""

    unit: str
    target: str
    dice: tuple[str, ...] | None = None
    used: bool = False

    def heed(self, effect: Effect, unit: str) -> Step:
        """Roll other dice, against another target, or not at all."""
        return replace(
            self,
            dice=effect.dice if effect.dice is not None else self.dice,
            target=effect.target or self.target,
            used=self.used or effect.used,
        )

    def _pool(self, combat: Combat) -> tuple[str, ...] | None:
        """Give the dice to roll; None where the attack has fallen through."""
        unit, target = combat.units.get(self.unit), combat.units.get(self.target)
        if unit is None or target is None or self.used:
            return None
        return self.dice if self.dice is not None else attack_dice(combat, unit, target)

    def question(self, combat: Combat) -> Question | None:
        """Ask for the hits."""
        pool = self._pool(combat)
        if not pool:
            return None
        return Question(id="attack.dice", kind="dice", rule="engage.roll", unit=self.unit, about=self.target, dice=pool)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Count the hits as damage, after what the player has to tell."""
        pool = self._pool(combat)
        if pool is None:
            return combat, []
        unit, target = combat.units[self.unit], combat.units[self.target]
        hits = answer or 0
        event: Event = Attacked(
            rule="engage.roll",
            unit=self.unit,
            target=self.target,
            because=why_target(combat, unit, target),
            dice=list(pool),
            hits=hits,
            rulings=deciding(combat, RULINGS, lambda now: {each.id for each in targets(now, unit)}),
        )
        after = [(self.unit, skill) for skill in manual_skills(combat, unit, "attack-after")]
        after += [(self.target, skill) for skill in manual_skills(combat, target, "attacked-after")]
        asks = [AskByHand("manual.skill", id_, skill) for id_, skill in after]
        return push(combat, *asks, Deal(self.unit, self.target, hits)), [event]


class Deal(Heeds, frozen=True):
    """The damage of an attack."""

    unit: str
    target: str
    damage: int

    def heed(self, effect: Effect, unit: str) -> Step:
        """Deal other damage, or deal it to another unit."""
        return replace(
            self,
            damage=effect.damage if effect.damage is not None else self.damage,
            target=effect.target or self.target,
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal it, if both are still there."""
        unit, target = combat.units.get(self.unit), combat.units.get(self.target)
        if target is None or unit is None:
            return combat, []
        return deal_damage(combat, target, self.damage, unit)
