"""One attack, from what it sets off to its damage, and damage of any kind (Rulebook p.20-21, 24, 35-36)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import asdict, replace

from hoplo_companion.components.conditions import Descriptor, Facing, Higher, Hits, InRange, Moment
from hoplo_companion.components.effects import CapLoss, ChangeDamage, Intercept
from hoplo_companion.components.words import for_each
from hoplo_companion.hexes import union
from hoplo_companion.rules.agenda import Changeable, Result, Running, Step, change_next, push
from hoplo_companion.rules.defeat import Fallen, defeat
from hoplo_companion.rules.dialogue import Event, Question, choice, event_of
from hoplo_companion.rules.effects.in_force import FORBID, Held, Scene
from hoplo_companion.rules.effects.judge import CHANGES_OF_DICE, any_effect_on, judge
from hoplo_companion.rules.effects.use import UseEffect, active, in_order, note_used, rule_of
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import applying, attack_dice, in_attack
from hoplo_companion.rules.rival.engage import rulings_of_engagement, taunters
from hoplo_companion.rules.rival.mover import why_meant
from hoplo_companion.rules.rulings import Lazily

ATTACKED = ("harmed", "attacked")


class Harm(NamedTuple):
    """What damage comes to: how much is dealt, how many HP are lost, and the effects that had a say."""

    dealt: int
    lost: int
    by: list[Held]


def harm(combat: Combat, target: Unit, damage: int, scene: Scene, chosen: tuple[str, ...] = ()) -> Harm:
    """Work out what damage comes to.

    What raises, lowers or multiplies damage comes before what limits the loss, the attacker's before the unit's own
    (p.21). Damage that is limited or ignored still counts as dealt (p.21, 35). `chosen` are the effects that were left
    to whoever plays the unit, and that are used.
    """
    if damage <= 0:
        return Harm(0, 0, [])
    by: list[Held] = []
    caps: list[int] = []
    for held, scene_of_it in _in_harm(combat, target, scene):
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


def _in_harm(combat: Combat, target: Unit, scene: Scene) -> Iterator[tuple[Held, Scene]]:
    """The effects that have a say in damage, an attack's or any other, as things stand, each with its scene."""
    if not any_effect_on(combat, "attacks", *ATTACKED):
        return iter(())
    parts = [("attacks", scene.attacker)] if scene.attacker else []
    return applying(combat, [*parts, *((on, target.id) for on in ATTACKED[: 1 + len(parts)])], scene)


def set_off_by_harm(combat: Combat, target: Unit, scene: Scene) -> list[UseEffect]:
    """What damage that is about to fall sets off, and the effects on it that are left to whoever plays the unit."""
    return active(combat, "harmed", target.id, replace(scene, depth=scene.depth + 1)) + [
        UseEffect(held, seen)
        for held, seen in _in_harm(combat, target, scene)
        if held.effect.may and held.effect.does(ChangeDamage, CapLoss)
    ]


class Fall(Changeable, frozen=True):
    """Damage falls on a unit: it loses that many HP, and is defeated with its last (p.24, 35).

    `scene` is of the attack whose damage it is; any other damage has no attacker, and sets nothing off that attack
    damage does (p.21). `chosen` are the effects that are used on it, None as long as nothing has been set off by it.
    `together` leaves the defeat to `Fallen`. No damage stays no damage, and a unit without HP is defeated already.
    """

    unit: str
    damage: int
    scene: Scene
    chosen: tuple[str, ...] | None = None
    together: bool = False
    takes: ClassVar[dict[str, str]] = {"damage": "damage", "target": "unit"}

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal it, if its unit is still there."""
        target, by = combat.units.get(self.unit), combat.units.get(self.scene.dealer)
        if self.damage <= 0 or target is None or not target.hex or target.hp == 0:
            return combat, []
        if self.chosen is None and (before := set_off_by_harm(combat, target, self.scene)):
            return push(combat, *in_order(before), replace(self, chosen=())), []
        came = harm(combat, target, self.damage, self.scene, self.chosen or ())
        combat = note_used(combat, came.by)
        left = max(0, target.known("hp") - came.lost)
        because = list(dict.fromkeys(held.name for held in came.by)) or None
        dealer = by.id if by is not None else ""
        dealt = event_of("damaged", unit=target.id, by=dealer, damage=came.dealt, hp=left, because=because)
        if left or self.together:
            return combat.with_unit(replace(target, hp=left)), [dealt]
        combat, events = defeat(combat, target, by, depth=self.scene.depth)
        return combat, [dealt, *events]


def deal_to_all(combat: Combat, units: list[Unit], amount: int, by: Unit | None, depth: int) -> Result:
    """Deal the same damage to some units, to several at once: everybody's is dealt before anybody is defeated."""
    # Who has no HP left is about to be defeated already.
    ids, dealer = tuple(unit.id for unit in units if unit.hp != 0), by.id if by is not None else ""
    scene = Scene("", dealer=dealer, depth=depth)
    if len(ids) == 1:
        return Fall(ids[0], amount, scene).resolve(combat, None)
    if amount <= 0 or not ids:
        return combat, []
    return push(combat, HurtAll(ids, amount, scene), Fallen(ids, dealer, depth)), []


class HurtAll(Step, frozen=True):
    """Damage that falls on several units at once; what it sets off beforehand comes in an order that you choose."""

    units: tuple[str, ...]
    damage: int
    scene: Scene

    def run(self, combat: Combat) -> Running:
        """Ask for whom effects come first; deal the damage that sets nothing off, then that of the unit chosen."""
        scene, here = self.scene, [unit for unit in combat.still_there(self.units) if unit.hex]
        names = [unit.id for unit in here if active(combat, "harmed", unit.id, replace(scene, depth=scene.depth + 1))]
        chosen = yield choice("damage.next", "combat.damage-several", names, scene.dealer)
        set_off = {unit.id: set_off_by_harm(combat, unit, scene) for unit in here}
        before = {id_: uses for id_, uses in set_off.items() if uses}
        falls = {unit.id: Fall(unit.id, self.damage, scene, (), together=True) for unit in here}
        at_once = [fall for id_, fall in falls.items() if id_ not in before]
        combat, events = for_each(combat, at_once, lambda now, fall: fall.resolve(now, None))
        if not before:
            return combat, events
        first = chosen or next(iter(before))
        rest = replace(self, units=tuple(id_ for id_ in before if id_ != first))
        return push(combat, *in_order(before[first]), falls[first], rest), events


SET_OFF = ("attacks", "targeted", "attacked", "ally-attacked", "rolled", "harmed", "deals-damage", "suffers-damage")
"""The incidents of an attack, in their order."""

CALCULATED = (*CHANGES_OF_DICE, ChangeDamage, CapLoss)
"""What only changes dice and damage, so that the most that an attack can do is known without playing it."""

STEADY = (Descriptor, Facing, Hits, Higher, InRange, Moment)
"""Conditions that attacks do not change."""

NOBODY = "nobody"

SAVED = ("retaliate.saved",)
"""The open question whether a hero that a blessing has just saved has survived the attack."""


def set_something_off(combat: Combat, units: Sequence[Unit]) -> bool:
    """Say whether attacks by or on some units may set off what is more than a change of their dice and damage."""
    if any_effect_on(combat, "defeated", "defeats", FORBID):
        return True
    if not any_effect_on(combat, *SET_OFF):
        return False
    near = {unit.id for unit in units}
    for side in {unit.side for unit in units}:
        beside = combat.arena.mat.adjacent(union(unit.hex for unit in units if unit.side == side))
        near |= {ally.id for ally in combat.in_arena(side) if ally.hex & beside}
    effects = [held.effect for on in SET_OFF for held in judge(combat).on(on) if held.holder in near]
    verbs = [verb for effect in effects for verb in effect.verbs]
    conditions = [condition for effect in effects for condition in effect.conditions]
    return not all(isinstance(e, CALCULATED) for e in verbs) or not all(isinstance(e, STEADY) for e in conditions)


def most_damage(combat: Combat, unit: Unit, target: Unit) -> int:
    """Count the most HP that a unit's attack can cost a target, over every number of hits that its dice allow."""
    dice = len(attack_dice(combat, unit, target))
    scene = Scene("", attacker=unit.id, target=target.id, dealer=unit.id, rolled=dice)
    losses = (harm(combat, target, n, replace(scene, hits=n)).lost for n in range(1, dice + 1))
    return max(losses, default=0)


class Strike(Changeable, frozen=True):
    """A part of one attack: who attacks whom; `victim` has stepped in for the target (`intercept.when`)."""

    unit: str
    target: str
    depth: int = 0
    victim: str = ""
    dice: tuple[str, ...] | None = None
    hits: int = 0
    rolled: int = 0
    used: bool = False
    damage: int | None = None
    asked: str = ""
    chosen: tuple[str, ...] = ()
    takes: ClassVar[dict[str, str]] = {"dice": "dice", "damage": "damage", "target": "victim", "used": "used"}

    def scene(self) -> Scene:
        """Set the scene for the effects of this attack."""
        seen = Scene("", attacker=self.unit, target=self.target, dealer=self.unit, depth=self.depth + 1)
        return replace(seen, hits=self.hits, rolled=self.rolled) if self.rolled else seen

    def units(self, combat: Combat) -> tuple[Unit, Unit] | None:
        """Attacker and target; None where the attack has fallen through."""
        unit, target = combat.units.get(self.unit), combat.units.get(self.target)
        if unit is None or target is None or self.used or not unit.hex or not target.hex:
            return None
        return unit, target

    def on(self, type_: type[Strike], **changes: Any) -> Any:
        """The next part of the attack."""
        return type_(**{**asdict(self), **changes})


def declare(combat: Combat, id_: str, aim: str, depth: int = 0) -> Result:
    """An attack is made: what that sets off comes before its dice, the attacker's effects before the others' (p.21).

    Those on its dice that are left open (`may`) are among it.
    """
    unit, target = combat.units.get(id_), combat.units.get(aim)
    if unit is None or target is None:
        return combat, []
    roll = Roll(id_, aim, depth)
    scene = roll.scene()
    uses = []
    for on, holder in (("attacks", id_), ("targeted", aim), ("attacked", aim)):
        uses += active(combat, on, holder, scene)
        for held in judge(combat).on(on, holder) if on != "targeted" and any_effect_on(combat, on) else ():
            if held.effect.may and held.effect.does(*CHANGES_OF_DICE):
                plain = attack_dice(combat, unit, target)
                if attack_dice(combat, unit, target, chosen=(held.use_key,)) != plain:
                    uses.append(UseEffect(held, replace(scene, self=holder, number=held.number)))
    for ally in _allies(combat, target):
        uses += active(combat, "ally-attacked", ally.id, scene)
    return push(combat, *in_order(uses), roll.on(StepIn), roll), []


def _allies(combat: Combat, unit: Unit) -> list[Unit]:
    return [ally for ally in combat.in_arena(unit.side) if ally.id != unit.id]


class StepIn(Strike, frozen=True):
    """Whether an ally takes the damage in the target's place: before the dice where that changes them, or after.

    Yours is asked; a rival's steps in once it would save the target from defeat, which only the dice show
    (Unit Skills sheet; `intercept.when`, `intercept.rival`, `intercept.once`).
    """

    listens = False  # what is said or chosen is for the dice or the damage that follow

    def _able(self, combat: Combat) -> list[tuple[Unit, Held]]:
        found = self.units(combat)
        if found is None or self.victim or not any_effect_on(combat, "ally-attacked"):
            return []
        unit, target = found
        parts = [("ally-attacked", ally.id) for ally in _allies(combat, target)]
        helds = [held for held, _ in applying(combat, parts, self.scene()) if held.effect.does(Intercept)]
        able = [(combat.units[held.holder], held) for held in helds]
        if self.rolled:
            return [each for each in able if self.hits and self._is_wanted(combat, each[1], target)]
        # Before the dice it matters only to one whose being attacked changes them.
        plain = attack_dice(combat, unit, target)
        yours = target.side == "player"
        return [each for each in able if yours and attack_dice(combat, unit, target, each[0]) != plain]

    def _is_wanted(self, combat: Combat, held: Held, target: Unit) -> bool:
        """Say whether an effect is used to step in: yours may always, a rival's as the sheet lays down."""
        if target.side == "player":
            return True
        when = held.effect.rival.when if held.effect.rival is not None else "saves-ally"
        if when != "saves-ally":
            return when != "never"
        damage = self.hits if self.damage is None else self.damage
        return harm(combat, target, damage, self.scene()).lost >= target.known("hp")

    def run(self, combat: Combat) -> Running:
        """Ask who steps in; a rival that has to is asked about only where there are several."""
        able = self._able(combat)
        names = tuple(dict.fromkeys(ally.id for ally, _ in able))
        # It is up to the player where every effect is a `may` of a unit of yours.
        free = all(ally.side == "player" and held.effect.may for ally, held in able)
        options = (NOBODY, *names) if free and names else names
        chosen = yield choice("attack.intercept", "skill.intercept-blow", options, self.target, self.unit)
        if not able or chosen == NOBODY:
            return combat, []
        who = chosen or able[0][0].id
        combat = note_used(combat, [held for ally, held in able if ally.id == who][:1])
        rulings = ["intercept.rival"] if combat.units[who].side != "player" else []
        whom = {"unit": who, "target": self.target, "attacker": self.unit}
        stepped_in = event_of("intercepted", rule="skill.intercept-blow", rulings=rulings, **whom)
        return change_next(combat, Strike, victim=who), [stepped_in]


class Roll(Strike, frozen=True):
    """The dice of an attack (p.24)."""

    def _pool(self, combat: Combat) -> tuple[str, ...] | None:
        """The dice to roll; None where the attack has fallen through."""
        found = self.units(combat)
        if found is None:
            return None
        if self.dice is not None:
            return self.dice
        return attack_dice(combat, *found, combat.units.get(self.victim), self.chosen)

    def run(self, combat: Combat) -> Running:
        """Ask for the hits, and go on to what they set off."""
        pool = self._pool(combat)
        if pool is None:
            over = event_of("attack-over", unit=self.unit, target=self.target, rulings=["quickstrike.kill"])
            return combat, [] if self.used or self.unit in combat.units else [over]
        # A unit that has stepped in before the dice counts as attacked too.
        is_new = self.victim and self.asked != self.victim
        if is_new and (warnings := active(combat, "attacked", self.victim, self.scene())):
            return push(combat, *in_order(warnings), replace(self, asked=self.victim)), []
        rolls = Question("attack.dice", "dice", "engage.roll", self.unit, self.target, dice=pool) if pool else None
        hits = (yield rolls) or 0
        unit, target = combat.units[self.unit], combat.units[self.target]
        if self.dice is None:
            had_a_say = in_attack(combat, unit, target, combat.units.get(self.victim), chosen=self.chosen)
            combat = note_used(combat, [held for held, _ in had_a_say if held.effect.does(*CHANGES_OF_DICE)])
        because = "taunt" if target in taunters(combat, unit) else ""
        if not because and unit.side != "player":
            because = why_meant(combat, unit, target)
        rolled: dict[str, Any] = {"unit": self.unit, "target": self.target, "because": because}
        rolled |= {"dice": list(pool), "hits": hits}
        rulings = Lazily(rulings_of_engagement, combat, unit, self._pool)
        count = self.on(Count, dice=pool, hits=hits, rolled=len(pool), asked="")
        again = active(combat, "rolled", self.unit, count.scene())
        return push(combat, *in_order(again), count), [event_of("attacked", rulings=rulings, **rolled)]


class Count(Strike, frozen=True):
    """The hits of an attack, once nothing is rolled again."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Go on to the damage."""
        if not self.hits:
            return combat, []
        return push(combat, self.on(StepIn), self.on(Deal)), []


class Deal(Strike, frozen=True):
    """The damage of an attack that hit."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal it, if both are still there; then what being dealt it sets off."""
        found = self.units(combat)
        if found is None:
            return combat, []
        # Whoever stepped in may have been defeated meanwhile: then the target has nobody to take the blow.
        victim = combat.units.get(self.victim) or found[1]
        damage = self.hits if self.damage is None else self.damage
        # Damage counts as dealt even if no HP is lost, since the attack hit (p.21, 35).
        combat = replace(combat, struck=combat.struck | {victim.id})
        combat = push(combat, self.on(Struck, victim=victim.id))
        return Fall(victim.id, damage, self.scene()).resolve(combat, None)


class Struck(Strike, frozen=True):
    """A unit has been dealt attack damage; `saved` where that would have defeated your hero but for a blessing."""

    saved: bool = False

    def with_saved(self, hero: str) -> Step | None:
        """Note that a blessing has saved the hero that was hit."""
        return replace(self, saved=True) if hero == self.victim else None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Set off what follows, the attacker's effects first (p.21)."""
        scene = self.scene()
        uses = active(combat, "deals-damage", self.unit, replace(scene, target=self.victim))
        victim = combat.units.get(self.victim)
        own = active(combat, "suffers-damage", self.victim, scene) if victim is not None and victim.hex else []
        events: list[Event] = []
        if self.saved and "retaliate.saved" in combat.rulings.otherwise:
            for held in (use.held for use in own):
                not_used = {"unit": self.victim, "effect": held.name}
                events.append(event_of("not-used", rule=rule_of(combat, held), rulings=list(SAVED), **not_used))
            own = []
        uses += [replace(use, rulings=SAVED) for use in own] if self.saved else own
        return push(combat, *in_order(uses)), events
