"""Carrying out what effects do to units: damage, dice rolled at them, healing, defeat, chips, and the campaign."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import (
    AttackAgain,
    Damage,
    Daze,
    Defeat,
    Discard,
    EquipChip,
    GainHp,
    Heal,
    Manual,
    Owe,
    RollAt,
    Unequip,
)
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import COLOURS
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.damage import deal_to_all
from hoplo_companion.rules.defeat import AskByHand, defeat_all
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import Doing, OnUnits, does
from hoplo_companion.rules.equip import hand_over
from hoplo_companion.rules.events import Event, Healed, HpGained, event_of
from hoplo_companion.rules.holding import kept_from, note_daze
from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.modifiers import dice_of_special, has_dice, health
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.engage import attackable, targets
from hoplo_companion.rules.rulings import deciding


@does(Damage)
class DealDamage(OnUnits, frozen=True):
    """Damage by an effect, which is not attack damage (p.21)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Deal it."""
        assert isinstance(self.verb, Damage)
        amount = judge(combat).amount(self.verb.amount, self.scene)
        return deal_to_all(combat, units, amount, self.holder(combat), self.scene.depth)


@does(RollAt)
class RollDice(OnUnits, frozen=True):
    """Dice of the unit's own Attack, rolled at somebody without an attack (p.37; Unit Skills sheet)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Gather the dice, and roll them next."""
        pool = self._pool(combat)
        if not pool:
            return combat, []
        rulings = deciding(combat, ("weakest.die",), self._pool)
        return push(combat, HitAll(self.held, self.scene, pool, tuple(unit.id for unit in units), tuple(rulings))), []

    def can_do(self, combat: Combat) -> bool:
        """Say whether it has somebody to roll at, and a die to roll; dice that nobody has entered are asked for."""
        holder = self.holder(combat)
        assert isinstance(self.verb, RollAt)
        able = holder is not None and (holder.attack is None or has_dice(combat, holder))
        return able and super().can_do(combat)

    def _pool(self, combat: Combat) -> tuple[str, ...]:
        """Give the dice: of its Attack as it stands the whole, or the strongest or weakest so many times (p.37)."""
        assert isinstance(self.verb, RollAt)
        holder = self.holder(combat)
        own = dice_of_special(combat, holder) if holder is not None else ()
        if not own:
            return ()
        if self.verb.dice == "strongest":
            own = (max(own, key=COLOURS.index),)
        elif self.verb.dice == "weakest":
            own = (min(own, key=COLOURS.index),)
        return own * judge(combat).amount(self.verb.times, self.scene)


class HitAll(Step, frozen=True):
    """The dice of a Special: everyone they are rolled at is dealt all their hits."""

    held: Held
    scene: Scene
    dice: tuple[str, ...]
    units: tuple[str, ...]
    rulings: tuple[str, ...] = ()

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return self.scene.units_named()

    def question(self, combat: Combat) -> Question | None:
        """Ask for the hits."""
        about = self.units[0] if len(self.units) == 1 else self.held.name
        return Question(
            id="special.dice", kind="dice", rule="special.roll", unit=self.held.holder, about=about, dice=self.dice
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal the hits as damage."""
        rolled = event_of(
            "rolled-at",
            unit=self.held.holder,
            effect=self.held.name,
            dice=list(self.dice),
            hits=answer,
            targets=list(self.units),
            rulings=list(self.rulings),
        )
        units = [combat.units[id_] for id_ in self.units if id_ in combat.units]
        by = combat.units.get(self.held.holder)
        combat, events = deal_to_all(combat, units, answer, by, self.scene.depth)
        return combat, [rolled, *events]


def heal(combat: Combat, unit: Unit, skill: str, amount: int | None, rule: str) -> tuple[Combat, Healed]:
    """Heal a unit, never above its Health; HP that it has beyond its Health it keeps (p.12, 36)."""
    hp = unit.known("hp")
    lacking = max(0, health(combat, unit) - hp)
    kept = kept_from(combat, unit, "heal")
    healed = 0 if kept is not None else lacking if amount is None else min(amount, lacking)
    combat = combat.with_unit(replace(unit, hp=hp + healed))
    event = Healed(rule=rule, unit=unit.id, skill=skill, amount=healed, hp=hp + healed, full=not lacking)
    return combat, replace(event, kept=kept.by) if kept is not None and lacking else event


@does(Heal)
class HealUnits(OnUnits, frozen=True):
    """Healing by an effect (p.36)."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether it has anybody to heal; an Ability or a Special may be used at full HP (`skill.somebody`)."""
        found = self.candidates(combat)
        hurt = [unit for unit in found if unit.hp is None or unit.hp < health(combat, unit)]
        return bool(found if self.held.effect.on in ("ability", "special") else hurt)

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Heal each unit."""
        assert isinstance(self.verb, Heal)
        events: list[Event] = []
        for unit in units:
            amount = None
            if self.verb.amount is not None:
                amount = judge(combat).amount(self.verb.amount, self.scene)
            combat, healed = heal(combat, unit, self.held.id, amount, self.rule(combat))
            events.append(healed)
        return combat, events


@does(GainHp)
class GiveHp(OnUnits, frozen=True):
    """HP gained, beyond the Health too (p.36)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Give each unit the HP."""
        assert isinstance(self.verb, GainHp)
        amount = judge(combat).amount(self.verb.amount, self.scene)
        events: list[Event] = []
        for unit in units:
            hp = unit.known("hp") + amount
            combat = combat.with_unit(replace(unit, hp=hp))
            gained = HpGained(rule=self.rule(combat), unit=unit.id, effect=self.held.name, amount=amount, hp=hp)
            events.append(gained)
        return combat, events


@does(Daze)
class DazeUnits(OnUnits, frozen=True):
    """Dazing by an effect (p.35)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Daze each unit until the end of its turn."""
        events: list[Event] = []
        for unit in units:
            combat = note_daze(combat.with_daze(unit, dazed=True), unit, self.held.name)
            events.append(event_of("dazed", rule=self.rule(combat), unit=unit.id, effect=self.held.name))
        return combat, events


@does(Defeat)
class DefeatUnits(OnUnits, frozen=True):
    """Defeat by an effect, whatever HP are left (p.21)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Defeat them."""
        return defeat_all(combat, units, self.holder(combat), self.scene.depth)


@does(Discard)
class DiscardTactics(OnUnits, frozen=True):
    """Tactics taken off a unit."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Discard them to the supply."""
        assert isinstance(self.verb, Discard)
        wanted = slug(self.verb.tactic)
        events: list[Event] = []
        for unit in units:
            gone = [chip for chip in unit.tactics if wanted in ("all", chip)]
            kept = tuple(chip for chip in unit.tactics if chip not in gone)
            combat = combat.with_unit(replace(unit, tactics=kept))
            events += [event_of("tactic-gone", rule=self.rule(combat), chip=chip, unit=unit.id) for chip in gone]
        return combat, events


@does(EquipChip)
class TakeChip(OnUnits, frozen=True):
    """An arena chip equipped by an effect, wherever it lies."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether the chip is in the combat, and not with the unit already."""
        assert isinstance(self.verb, EquipChip)
        place = combat.chips.get(slug(self.verb.chip))
        return place is not None and any(unit.id != place.holder for unit in self.candidates(combat))

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Hand it to the unit."""
        assert isinstance(self.verb, EquipChip)
        chip, unit = slug(self.verb.chip), units[0]
        if chip not in combat.chips:
            return combat, []
        combat = replace(combat, chips={**combat.chips, chip: Place(holder=unit.id)})
        name = combat.arena.mat.name(unit.hex)
        return combat, [event_of("equipped", rule=self.rule(combat), unit=unit.id, chip=chip, hex=name)]


@does(Unequip)
class GiveUpChip(Doing, frozen=True):
    """An arena chip given up: it goes to a unit's hex, where that unit equips it if it is still there."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether the chip is in the combat, and the unit there that it goes to."""
        assert isinstance(self.verb, Unequip)
        return slug(self.verb.chip) in combat.chips and judge(combat).unit(self.verb.onto, self.scene) is not None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Lay the chip there."""
        assert isinstance(self.verb, Unequip)
        chip = slug(self.verb.chip)
        unit = judge(combat).unit(self.verb.onto, self.scene)
        hex_ = unit.hex if unit is not None else self.scene.chosen_hex
        return hand_over(combat, chip, hex_) if chip in combat.chips and hex_ else (combat, [])


@does(AttackAgain)
class AttackOnceMore(OnUnits, frozen=True):
    """One more attack at once."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether a unit that it is for has an opponent to attack."""
        return any(ChooseTarget(self.held, self.scene, unit.id).aims(combat) for unit in self.candidates(combat))

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Let the unit choose its target, by its list if it is the rival's."""
        return push(combat, ChooseTarget(self.held, self.scene, units[0].id)), []


class ChooseTarget(Step, frozen=True):
    """The target of an attack that an effect gives."""

    held: Held
    scene: Scene
    unit: str

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.unit, *self.scene.units_named())

    def aims(self, combat: Combat) -> list[Unit]:
        """List whom the unit may attack, or by its list would."""
        unit = combat.units[self.unit]
        return attackable(combat, unit) if unit.side == "player" else targets(combat, unit)

    def question(self, combat: Combat) -> Question | None:
        """Ask for the target where there are several."""
        options = tuple(unit.id for unit in self.aims(combat))
        if len(options) < 2:
            return None
        return Question(id="engage.target", kind="choice", rule="engage.choice", unit=self.unit, options=options)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Attack."""
        found = self.aims(combat)
        if not found:
            return combat, []
        target = combat.units[answer] if answer else found[0]
        return push(combat, *attack(combat.units[self.unit], target, depth=self.scene.depth + 1)), []


@does(Owe)
class NoteOwed(Doing, frozen=True):
    """Something in the campaign that the effect brings about, for the player to carry out."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Give it as an event."""
        assert isinstance(self.verb, Owe)
        amount = judge(combat).amount(self.verb.amount, self.scene)
        if self.verb.what == "draw-bane" and self.held.kind == "arena":
            # An arena's card counts its faction stack (Pluto's Domain): where that is known, the draws are asked for.
            from hoplo_companion.rules.setup.drawing import DrawBane

            left = combat.supply.stack_size
            if left == 0:
                return combat, []
            amount *= left or 0
            combat = push(combat, *(DrawBane(self.held.name, at, amount) for at in range(1, amount + 1)))
        owed = event_of(
            "owed",
            rule=self.rule(combat),
            what=self.verb.what,
            amount=amount,
            effect=self.held.name,
            text=self.verb.text or None,
        )
        return combat, [owed]


@does(Manual)
class DoByHand(Doing, frozen=True):
    """What the vocabulary cannot say: the player reads it and enters what happened."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Ask for what happened."""
        assert isinstance(self.verb, Manual)
        kind = "tactic" if self.held.kind == "tactic" else "special" if self.held.effect.on == "special" else "skill"
        own = self.held.is_own_skill
        ask = AskByHand(f"manual.{kind}", self.held.holder, self.held.id, self.verb.text, own_skill=own)
        return push(combat, ask), []
