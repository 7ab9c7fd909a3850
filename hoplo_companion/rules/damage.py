"""Damage: what it comes to, and whom it is dealt to (Rulebook p.20-21, 35-36)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.effects import CapLoss, ChangeDamage
from hoplo_companion.rules.agenda import Changeable, Result, Step, push
from hoplo_companion.rules.defeat import Fallen, defeat
from hoplo_companion.rules.effects.judge import judge, matters
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import UseEffect, active, in_order, note_used
from hoplo_companion.rules.events import Damaged, Event
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import applying
from hoplo_companion.rules.questions import Question, choice

ATTACKED = ("harmed", "attacked")


class Harm(NamedTuple):
    """What damage comes to: how much is dealt, how many HP are lost, and the effects that had a say."""

    dealt: int
    lost: int
    by: list[Held]


def harm(
    combat: Combat, target: Unit, damage: int, scene: Scene, *, attack: bool, chosen: tuple[str, ...] = ()
) -> Harm:
    """Work out what damage comes to.

    What raises, lowers or multiplies damage comes before what limits the loss, the attacker's before the unit's own
    (p.21). Damage that is limited or ignored still counts as dealt (p.21, 35). `chosen` are the effects that were left
    to whoever plays the unit, and that are used.
    """
    if damage <= 0:
        return Harm(0, 0, [])
    by: list[Held] = []
    caps: list[int] = []
    for held, scene_of_it in _in_harm(combat, target, scene, attack):
        if held.effect.may and held.use_key not in chosen:
            continue
        for verb in held.effect.verbs:
            match verb:
                case ChangeDamage():
                    damage = max(0, damage * verb.times + verb.by)
                    by.append(held)
                case CapLoss():
                    caps.append(judge(combat).amount(verb.at, scene_of_it))
                    by.append(held)
    return Harm(damage, min([damage, *caps]), by)


def _in_harm(combat: Combat, target: Unit, scene: Scene, attack: bool) -> Iterator[tuple[Held, Scene]]:
    """The effects that have a say in damage, as things stand, each with its scene."""
    if not matters(combat, "attacks", *ATTACKED):
        return iter(())
    parts = [("attacks", scene.attacker)] if attack and scene.attacker else []
    return applying(combat, [*parts, *((on, target.id) for on in ATTACKED[: 1 + attack])], scene)


def set_off_by_harm(combat: Combat, target: Unit, scene: Scene, *, attack: bool) -> list[UseEffect]:
    """What damage that is about to fall sets off, and the effects on it that are left to whoever plays the unit."""
    return active(combat, "harmed", target.id, replace(scene, depth=scene.depth + 1)) + [
        UseEffect(held, seen)
        for held, seen in _in_harm(combat, target, scene, attack)
        if held.effect.may and held.effect.does(ChangeDamage, CapLoss)
    ]


def deal_damage(
    combat: Combat,
    target: Unit,
    damage: int,
    by: Unit | None,
    scene: Scene | None = None,
    *,
    depth: int = 0,
    chosen: tuple[str, ...] | None = None,
    together: bool = False,
) -> Result:
    """Deal damage to a unit: it loses that many HP, and is defeated with its last (p.24, 35).

    Shapes: `by` is who deals it, None for what is not a unit; `scene` is of the attack whose damage it is, None for
    any other damage, which sets nothing off that attack damage does (p.21). `chosen` is None as long as nothing has
    been set off by the damage that is about to fall. `together` leaves the defeat to `Fallen`. No damage stays no
    damage, and a unit without HP is defeated already.
    """
    if damage <= 0 or target.hp == 0:
        return combat, []
    dealer = by.id if by is not None else ""
    seen = scene or Scene("", dealer=dealer, depth=depth)
    if chosen is None and (before := set_off_by_harm(combat, target, seen, attack=scene is not None)):
        fall = Fall(target.id, damage, dealer, scene, depth, together=together)
        return push(combat, *in_order(before), fall), []
    came = harm(combat, target, damage, seen, attack=scene is not None, chosen=chosen or ())
    combat = note_used(combat, came.by)
    left = max(0, target.known("hp") - came.lost)
    because = list(dict.fromkeys(held.name for held in came.by))
    events: list[Event] = [
        Damaged(rule="engage.damage", unit=target.id, by=dealer, damage=came.dealt, hp=left, because=because)
    ]
    if left or together:
        return combat.with_unit(replace(target, hp=left)), events
    combat, more = defeat(combat, target, by, depth=seen.depth)
    return combat, events + more


class Fall(Changeable, frozen=True):
    """Damage that is about to fall, after what that has set off; `chosen` are the effects that are used on it."""

    unit: str
    damage: int
    dealer: str
    scene: Scene | None
    depth: int = 0
    chosen: tuple[str, ...] = ()
    together: bool = False
    takes: ClassVar[dict[str, str]] = {"damage": "damage", "target": "unit"}

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal it, if its unit is still there."""
        unit, dealer = combat.units.get(self.unit), combat.units.get(self.dealer)
        if unit is None or not unit.hex:
            return combat, []
        return deal_damage(
            combat, unit, self.damage, dealer, self.scene, depth=self.depth, chosen=self.chosen, together=self.together
        )


# Damage to several units at once (`damage.several`) --------------------------------------------------------------


def deal_to_all(combat: Combat, units: list[Unit], amount: int, by: Unit | None, depth: int) -> Result:
    """Deal the same damage to some units, to several at once: everybody's is dealt before anybody is defeated."""
    # Who has no HP left is about to be defeated already.
    units = [unit for unit in units if unit.hp != 0]
    if len(units) == 1:
        return deal_damage(combat, units[0], amount, by, depth=depth)
    if amount <= 0 or not units:
        return combat, []
    ids, dealer = tuple(unit.id for unit in units), by.id if by is not None else ""
    return push(combat, HurtAll(ids, amount, dealer, depth), Fallen(ids, dealer, depth)), []


class HurtAll(Step, frozen=True):
    """Damage that falls on several units at once; what it sets off beforehand comes in an order that you choose."""

    units: tuple[str, ...]
    damage: int
    dealer: str
    depth: int

    def _here(self, combat: Combat) -> list[Unit]:
        return [unit for unit in combat.still_there(self.units) if unit.hex]

    def question(self, combat: Combat) -> Question | None:
        """Ask for whom the effects come first, where damage sets something off at several units."""
        seen = Scene("", dealer=self.dealer, depth=self.depth + 1)
        names = [unit.id for unit in self._here(combat) if active(combat, "harmed", unit.id, seen)]
        return choice("damage.next", "combat.damage-several", names, self.dealer)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal the damage that sets nothing off, then that of the unit that comes first."""
        here, by = self._here(combat), combat.units.get(self.dealer)
        scene = Scene("", dealer=self.dealer, depth=self.depth)
        set_off = {unit.id: set_off_by_harm(combat, unit, scene, attack=False) for unit in here}
        before = {id_: uses for id_, uses in set_off.items() if uses}
        events: list[Event] = []
        for id_ in (unit.id for unit in here if unit.id not in before):
            unit, amount = combat.units[id_], self.damage
            combat, more = deal_damage(combat, unit, amount, by, depth=self.depth, chosen=(), together=True)
            events += more
        if not before:
            return combat, events
        first = answer or next(iter(before))
        fall = Fall(first, self.damage, self.dealer, None, self.depth, together=True)
        rest = replace(self, units=tuple(id_ for id_ in before if id_ != first))
        return push(combat, *in_order(before[first]), fall, rest), events
