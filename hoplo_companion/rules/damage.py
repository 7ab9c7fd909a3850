"""Damage, defeat, and what drops where (Rulebook p.13, 20-21, 27-28, 35-36)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.effects import CapLoss, ChangeDamage
from hoplo_companion.rules.agenda import Result, Step, change_next, push
from hoplo_companion.rules.effects.judge import judge, matters
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import UseEffect, active, in_order
from hoplo_companion.rules.events import (
    CombatEnded,
    Damaged,
    Defeated,
    Dropped,
    Event,
    FellTogether,
    HeroReduced,
    HeroSaved,
    TacticGone,
)
from hoplo_companion.rules.goals import check_end
from hoplo_companion.rules.heeding import Heeded, Heeds
from hoplo_companion.rules.model import Combat, Place, Unit, is_scion
from hoplo_companion.rules.modifiers import health, is_used_up
from hoplo_companion.rules.questions import Question

SURVIVE, LOST = "survive", "lost"

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
    """Iterate over the effects that have a say in damage, as things stand, each with its scene."""
    parts = [("attacks", scene.attacker)] if attack else []
    parts += [(on, target.id) for on in (ATTACKED if attack else ATTACKED[:1])]
    for on, holder in parts:
        if not holder or not matters(combat, on):
            continue
        for held in judge(combat).on(on, holder):
            seen = replace(scene, self=holder, number=held.number)
            if not is_used_up(combat, held) and judge(combat).all_hold(held.effect.conditions, seen):
                yield held, seen


def choices_in_harm(combat: Combat, target: Unit, scene: Scene, *, attack: bool) -> list[UseEffect]:
    """List the effects on damage that are left to whoever plays the unit: whether they are used has to be asked."""
    return [
        UseEffect(held, seen)
        for held, seen in _in_harm(combat, target, scene, attack)
        if held.effect.may and any(isinstance(verb, ChangeDamage | CapLoss) for verb in held.effect.verbs)
    ]


def note_used(combat: Combat, helds: Iterable[Held]) -> Combat:
    """Note that effects which work once have worked."""
    keys = {held.use_key for held in helds if held.effect.once is not None}
    return replace(combat, used=combat.used | keys) if keys else combat


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

    Shapes: `by` is who deals it, None where that is no unit; `scene` is that of the attack whose damage it is, None for
    any other damage, which sets nothing off that attack damage does (p.21). `chosen` is None as long as nothing has
    been set off by the damage that is about to fall. `together` leaves the defeat to `Fallen`. No damage stays no
    damage, and a unit without HP is defeated already.
    """
    if damage <= 0 or target.hp == 0:
        return combat, []
    dealer = by.id if by is not None else ""
    seen = scene or Scene("", dealer=dealer, depth=depth)
    if chosen is None:
        before = active(combat, "harmed", target.id, replace(seen, depth=seen.depth + 1))
        before += choices_in_harm(combat, target, seen, attack=scene is not None)
        if before:
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


class Fall(Heeds, frozen=True):
    """Damage that is about to fall, after what that has set off; `chosen` are the effects that are used on it."""

    unit: str
    damage: int
    dealer: str
    scene: Scene | None
    depth: int = 0
    chosen: tuple[str, ...] = ()
    together: bool = False

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.unit, self.dealer, *(self.scene.units_named() if self.scene is not None else ()))

    def heed(self, effect: Heeded, unit: str) -> Step:
        """Deal other damage, or deal it to another unit, as told by hand."""
        return replace(
            self,
            damage=effect.damage if effect.damage is not None else self.damage,
            unit=effect.target or self.unit,
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal it, if its unit is still there."""
        unit, dealer = combat.units.get(self.unit), combat.units.get(self.dealer)
        if unit is None or not unit.hex:
            return combat, []
        return deal_damage(
            combat,
            unit,
            self.damage,
            dealer,
            self.scene,
            depth=self.depth,
            chosen=self.chosen,
            together=self.together,
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


def defeat_all(combat: Combat, units: list[Unit], by: Unit | None, depth: int) -> Result:
    """Defeat some units, several of them at once, whatever HP they have left."""
    units = [unit for unit in units if unit.hp != 0]
    if len(units) == 1:
        return defeat(combat, units[0], by, depth)
    for unit in units:
        combat = combat.with_unit(replace(unit, hp=0))
    return push(combat, Fallen(tuple(unit.id for unit in units), by.id if by is not None else "", depth)), []


class HurtAll(Step, frozen=True):
    """Damage that falls on several units at once; what it sets off beforehand comes in an order that you choose."""

    units: tuple[str, ...]
    damage: int
    dealer: str
    depth: int

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.dealer,)

    def _here(self, combat: Combat) -> list[Unit]:
        return [unit for id_ in self.units if (unit := combat.units.get(id_)) is not None and unit.hex]

    def _before(self, combat: Combat, unit: Unit) -> list[UseEffect]:
        scene = Scene("", dealer=self.dealer, depth=self.depth)
        before = active(combat, "harmed", unit.id, replace(scene, depth=self.depth + 1))
        return before + choices_in_harm(combat, unit, scene, attack=False)

    def question(self, combat: Combat) -> Question | None:
        """Ask for whom the effects come first, where damage sets something off at several units."""
        seen = Scene("", dealer=self.dealer, depth=self.depth + 1)
        names = tuple(unit.id for unit in self._here(combat) if active(combat, "harmed", unit.id, seen))
        if len(names) < 2:
            return None
        return Question(id="damage.next", kind="choice", rule="combat.damage-several", unit=self.dealer, options=names)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Deal the damage that sets nothing off, then that of the unit that comes first."""
        here = self._here(combat)
        before = {unit.id: uses for unit in here if (uses := self._before(combat, unit))}
        by = combat.units.get(self.dealer)
        events: list[Event] = []
        for unit in here:
            if unit.id not in before:
                combat, more = deal_damage(
                    combat, combat.units[unit.id], self.damage, by, depth=self.depth, chosen=(), together=True
                )
                events += more
        if not before:
            return combat, events
        first = answer or next(iter(before))
        fall = Fall(first, self.damage, self.dealer, None, self.depth, together=True)
        rest = replace(self, units=tuple(id_ for id_ in before if id_ != first))
        return push(combat, *in_order(before[first]), fall, rest), events


class Fallen(Step, frozen=True):
    """Units that have lost their last HP at once: each is defeated, with what that sets off, in an order you choose.

    `gone` are those that have left. Only when all have does it count whether the combat has ended, so that no order
    spares a tribune or your hero.
    """

    units: tuple[str, ...]
    dealer: str
    depth: int
    gone: tuple[Unit, ...] = ()
    told: bool = False

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.dealer,)

    def left(self, combat: Combat) -> list[Unit]:
        """List those that have still to be defeated."""
        found = [combat.units[id_] for id_ in self.units if id_ in combat.units]
        return [unit for unit in found if unit.hex and unit.hp == 0]

    def question(self, combat: Combat) -> Question | None:
        """Ask who is defeated next, where the order can make a difference."""
        left = self.left(combat)
        if len(left) < 2 or not self._order_matters(combat, left):
            return None
        names = tuple(unit.id for unit in left)
        return Question(id="defeat.next", kind="choice", rule="combat.damage-several", unit=self.dealer, options=names)

    def _order_matters(self, combat: Combat, left: list[Unit]) -> bool:
        """Tell whether a defeat sets something off; the tribune's is one for your hero that falls as well (p.20)."""
        if any(unit.tribune for unit in left) and any(unit.hero and unit.side == "player" for unit in left):
            return True
        return any(active(combat, "defeated", unit.id, Scene(unit.id)) for unit in left) or (
            bool(self.dealer) and bool(active(combat, "defeats", self.dealer, Scene(self.dealer)))
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Defeat the next; see what the defeats have ended when all have left."""
        left = self.left(combat)
        if not left:
            return _check_ends(combat, self.gone)
        unit = combat.units[answer] if answer else left[0]
        events: list[Event] = []
        if len(left) > 1 and not self.told:
            fallen = [each.id for each in left]
            events.append(FellTogether(rule="combat.damage-several", units=fallen, rulings=["damage.several"]))
        rest = replace(self, units=tuple(each.id for each in left if each.id != unit.id), told=True)
        combat, more = defeat(push(combat, rest), unit, combat.units.get(self.dealer), self.depth)
        return combat, events + more


def _check_ends(combat: Combat, gone: tuple[Unit, ...]) -> Result:
    """Check whether units' defeats end the combat: a goal of yours that is met goes before a troop that is gone (p.28).

    While others have still to leave that fell at the same time, it is not checked yet.
    """
    waiting = next((step for step in combat.agenda if isinstance(step, Fallen)), None)
    if waiting is not None:
        return change_next(combat, Fallen, gone=(*waiting.gone, *gone)), []
    events: list[Event] = []
    sides: set[str] = set()
    for unit in sorted(gone, key=lambda unit: unit.side == "player"):
        if not combat.over and (unit.side not in sides or is_scion(combat, unit)):
            combat, more = check_end(combat, unit)
            events += more
            sides.add(unit.side)
    return combat, events


def defeat(combat: Combat, unit: Unit, by: Unit | None = None, depth: int = 0) -> Result:
    """Defeat a unit: your hero by what the player decides, every other one at once (p.27-28)."""
    if unit.hero and unit.side == "player":
        if combat.event == "scion":
            # Blessings are crossed off before the scion combat (p.13, 31).
            return _lose_campaign(combat, unit)
        return push(combat, HeroFalls(unit.id)), []
    if matters(combat, "defeated") or matters(combat, "defeats"):
        dealer = by.id if by is not None else ""
        scene = Scene(unit.id, dealer=dealer, attacker=dealer, target=unit.id, depth=depth + 1)
        last = active(combat, "defeated", unit.id, scene)
        after = active(combat, "defeats", dealer, replace(scene, self=dealer)) if dealer else []
        if last or after:
            # What its defeat sets off is seen from where it stands, so it leaves after that.
            combat = combat.with_unit(replace(unit, hp=0)) if last else combat
            return push(combat, *in_order(last), Leave(unit.id), *in_order(after)), []
    return leave(combat, unit)


def leave(combat: Combat, unit: Unit) -> Result:
    """Take a defeated unit out of the arena, and see what that ends."""
    combat, events = _leave(combat, unit)
    if unit.tribune:
        combat, more = _punish_for_tribune(combat)
        events += more
    combat, more = _check_ends(combat, (unit,))
    return combat, events + more


class Leave(Step, frozen=True):
    """A defeated unit leaves the arena, after what its defeat has set off."""

    unit: str

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.unit,)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take it out, if it is still defeated and there."""
        unit = combat.units.get(self.unit)
        return leave(combat, unit) if unit is not None and unit.hex else (combat, [])


def _leave(combat: Combat, unit: Unit) -> Result:
    """Take a unit out of the arena; the flag and what it had equipped stay on its hex (p.27-28, 36)."""
    name = combat.arena.mat.name(unit.hex) if unit.hex else ""
    yours = "defeat.hero" if unit.hero else "defeat.your-unit"
    rule = {"rival": "defeat.rival-unit", "arena": "defeat.arena-unit"}.get(unit.side, yours)
    events: list[Event] = [Defeated(rule=rule, unit=unit.id, side=unit.side, hex=name)]
    events += [TacticGone(rule="defeat.tactics", chip=chip, unit=unit.id) for chip in unit.tactics]
    if combat.flag is not None and combat.flag.holder == unit.id:
        combat = replace(combat, flag=Place(hex=unit.hex))
        events.append(Dropped(rule="defeat.flag", chip="flag", hex=name))
    for chip in combat.held_by(unit.id):
        combat = replace(combat, chips={**combat.chips, chip: Place(hex=unit.hex)})
        events.append(Dropped(rule="defeat.equipped", chip=chip, hex=name))
    return combat.without_unit(unit.id), events


def _punish_for_tribune(combat: Combat) -> Result:
    """Reduce the hero to 1 HP, in combat or in camp (p.20, 28)."""
    hero = combat.hero()
    if hero is None:
        return combat, [HeroReduced(rule="defeat.tribune", hero="", hp=1)]
    if hero.hp == 0:
        # It has lost its last HP at the same time, and is about to fall (`damage.several`).
        return combat, []
    return combat.with_unit(replace(hero, hp=1)), [HeroReduced(rule="defeat.tribune", hero=hero.id, hp=1)]


def _lose_campaign(combat: Combat, hero: Unit) -> Result:
    combat, events = _leave(combat, hero)
    for other in (unit for step in combat.agenda if isinstance(step, Fallen) for unit in step.left(combat)):
        combat, more = _leave(combat, other)
        events += more
    over = "campaign-lost"
    return replace(combat, over=over), [*events, CombatEnded(rule="defeat.hero", why=over)]


class HeroFalls(Step, frozen=True):
    """The hero would be defeated: a blessing heals it fully, or the campaign is lost (p.13, 27)."""

    hero: str

    def question(self, combat: Combat) -> Question | None:
        """Ask whether a blessing is left, where nobody has told: one that is has to be used (p.27)."""
        if combat.yours.blessings is not None:
            return None
        return Question(
            id="defeat.hero", kind="choice", rule="blessing.survive", unit=self.hero, options=(SURVIVE, LOST)
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Heal the hero fully, or end the campaign."""
        hero = combat.units[self.hero]
        if answer == LOST or combat.yours.blessings == 0:
            return _lose_campaign(combat, hero)
        combat, events = save_hero(combat, hero)
        for at, step in enumerate(combat.agenda):
            if getattr(step, "victim", "") == hero.id and hasattr(step, "saved"):
                agenda = (*combat.agenda[:at], replace(step, saved=True), *combat.agenda[at + 1 :])
                return replace(combat, agenda=agenda), events
        return combat, events


def save_hero(combat: Combat, hero: Unit) -> Result:
    """Cross off a blessing and heal the hero fully (p.13)."""
    full = health(combat, hero)
    yours, left = combat.yours.without_blessing()
    saved = HeroSaved(rule="blessing.survive", hero=hero.id, hp=full, left=left)
    return replace(combat, yours=yours).with_unit(replace(hero, hp=full)), [saved]
