"""One attack: what is told by hand, the dice, the damage, and what it sets off (Rulebook p.21, 24)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.engage import targets, taunters
from hoplo_companion.rules.events import Attacked, Event
from hoplo_companion.rules.manual import AskByHand, AskInOrder, Effect, Heeds, manual_skills, manual_tactics
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import attack_dice
from hoplo_companion.rules.priorities import meant_by, priority_list
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rulings import deciding

RULINGS = ("taunt.which", "opponents.arena")
"""The open questions that a target can hang on."""

ATTACK_MOMENTS = (
    "attack-before", "attack-after", "attacked-before", "attacked-after", "ally-attack-before",
    "ally-attacked-before", "ally-attacked-after", "damaged",
)  # fmt: skip


def has_attack_skills(combat: Combat, unit: Unit) -> bool:
    """Tell whether a unit, or an ally beside it, has a skill that the player resolves in an attack."""
    beside = combat.arena.mat.adjacent(unit.hex)
    near = [unit, *(ally for ally in combat.in_arena(unit.side) if ally.hex & beside)]
    return any(manual_skills(combat, each, moment) for each in near for moment in ATTACK_MOMENTS)


def most_damage(combat: Combat, unit: Unit, target: Unit) -> int:
    """Count the most damage that a unit's attack can deal to a target: a hit a die, and 1 more for Blasphemous."""
    dice = len(attack_dice(combat, unit, target))
    return dice + 1 if dice and unit.elite and "blasphemous" in target.skills else dice


def why_target(combat: Combat, unit: Unit, target: Unit) -> str:
    """Name what makes a unit its attacker's target: taunt, or an entry of the attacker's list."""
    if target in taunters(combat, unit, [target]):
        return "taunt"
    entries = (entry for entry in priority_list(combat, unit) if entry.bold and meant_by(combat, entry, [target]))
    entry = next(entries, None)
    return entry.id() if entry is not None else ""


def attack(combat: Combat, unit: Unit, target: Unit) -> list[Step]:
    """List the steps of an attack; what is told by hand comes in the order of p.21, the attacker's before others'."""
    asks = _of(combat, unit, "attack-before") + _beside(combat, unit, "ally-attack-before")
    asks += _of(combat, target, "attacked-before") + _beside(combat, target, "ally-attacked-before")
    return [*_in_order(asks), Roll(unit.id, target.id)]


def _of(combat: Combat, unit: Unit, moment: str) -> list[AskByHand]:
    return [AskByHand("manual.skill", unit.id, skill) for skill in manual_skills(combat, unit, moment)]


def _beside(combat: Combat, unit: Unit, moment: str) -> list[AskByHand]:
    beside = combat.arena.mat.adjacent(unit.hex)
    return [ask for ally in combat.in_arena(unit.side) if ally.hex & beside for ask in _of(combat, ally, moment)]


def _of_tactics(combat: Combat, unit: Unit, moment: str) -> list[AskByHand]:
    """List the tactics in play on a unit's side that act on its troop at a moment."""
    allies = list(combat.in_arena(unit.side))
    return [AskByHand("manual.tactic-attack", a.id, chip) for a in allies for chip in manual_tactics(combat, a, moment)]


def _in_order(asks: list[AskByHand]) -> list[Step]:
    return [AskInOrder(tuple(asks))] if asks else []


class Roll(Heeds, frozen=True):
    """The dice of an attack (p.24).

    `victim` is whom the damage goes to instead of the target, if anybody; its own skills are asked once, `warned`.
    """

    unit: str
    target: str
    dice: tuple[str, ...] | None = None
    victim: str = ""
    warned: bool = False
    used: bool = False

    def heed(self, effect: Effect, unit: str) -> Step:
        """Roll other dice, let another unit take the damage, or do not attack at all."""
        return replace(
            self,
            dice=effect.dice if effect.dice is not None else self.dice,
            victim=effect.target or self.victim,
            used=self.used or effect.used,
        )

    def _pool(self, combat: Combat) -> tuple[str, ...] | None:
        """Give the dice to roll; None where the attack has fallen through."""
        unit, target = combat.units.get(self.unit), combat.units.get(self.target)
        if unit is None or target is None or self.used:
            return None
        return self.dice if self.dice is not None else attack_dice(combat, unit, target)

    def _warnings(self, combat: Combat) -> list[AskByHand]:
        """List the skills of a unit that has stepped into the attack before the dice, which count as attacked too."""
        victim = combat.units.get(self.victim)
        return _of(combat, victim, "attacked-before") if victim is not None and not self.warned else []

    def question(self, combat: Combat) -> Question | None:
        """Ask for the hits."""
        pool = self._pool(combat)
        if not pool or self._warnings(combat):
            return None
        return Question(id="attack.dice", kind="dice", rule="engage.roll", unit=self.unit, about=self.target, dice=pool)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Count the hits as damage, after what the player has to tell."""
        pool = self._pool(combat)
        if pool is None:
            return combat, []
        if warnings := self._warnings(combat):
            return push(combat, *_in_order(warnings), replace(self, warned=True)), []
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
        if not hits:
            return combat, [event]
        asks = _of(combat, unit, "attack-after")
        if not self.victim:
            asks += _beside(combat, target, "ally-attacked-after")
        return push(combat, *_in_order(asks), Deal(self.unit, self.victim or self.target, hits)), [event]


class Deal(Heeds, frozen=True):
    """The damage of an attack that hit; `asked` is the unit whose skills after the dice have been told."""

    unit: str
    target: str
    damage: int
    asked: str = ""

    def heed(self, effect: Effect, unit: str) -> Step:
        """Deal other damage, or deal it to another unit."""
        return replace(
            self,
            damage=effect.damage if effect.damage is not None else self.damage,
            target=effect.target or self.target,
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal it, if both are still there; then what being damaged sets off."""
        unit, target = combat.units.get(self.unit), combat.units.get(self.target)
        if target is None or unit is None:
            return combat, []
        asks = _of(combat, target, "attacked-after") + _of_tactics(combat, target, "attacked-after")
        if asks and self.asked != self.target:
            return push(combat, *_in_order(asks), replace(self, asked=self.target)), []
        # Damage counts as dealt even if no HP is lost, since the attack hit (p.21, 35).
        return deal_damage(push(combat, Struck(self.target)), target, self.damage, unit)


class Struck(Step, frozen=True):
    """A unit has been dealt attack damage, and is still in combat."""

    unit: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put what this sets off before the player."""
        unit = combat.units.get(self.unit)
        asks = _of(combat, unit, "damaged") if unit is not None and unit.hex else []
        return push(combat, *_in_order(asks)), []
