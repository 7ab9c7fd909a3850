"""Carrying out what effects do to units: damage, dice rolled at them, healing, defeat, chips, and the campaign."""

from itertools import combinations
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import COLOURS
from hoplo_companion.dice import HIT_FACES, SIDES
from hoplo_companion.rules.agenda import Asks, Result, Running, Then, change_next, push
from hoplo_companion.rules.attack import Count, deal_to_all, declare
from hoplo_companion.rules.defeat import AskByHand, Fallen, defeat
from hoplo_companion.rules.dialogue import Event, Question, answered, choice, event_of
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.use import OnUnits, VerbStep
from hoplo_companion.rules.goals import hand_over
from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.modifiers import dice_of_special, has_dice, health
from hoplo_companion.rules.restraints import kept_from, note_daze
from hoplo_companion.rules.rival.engage import attackable, targets
from hoplo_companion.rules.rulings import deciding


class DealDamage(OnUnits[vocabulary.Damage], frozen=True):
    """Damage by an effect, which is not attack damage (p.21)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Deal it."""
        amount = judge(combat).amount(self.verb.amount, self.scene)
        return deal_to_all(combat, units, amount, self.holder(combat), self.scene.depth)


class RollDice(OnUnits[vocabulary.RollAt], frozen=True):
    """Dice of the unit's own Attack, rolled at somebody without an attack (p.37; Unit Skills sheet)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Gather the dice, and roll them next."""
        pool = self._pool(combat)
        rulings = tuple(deciding(combat, ("weakest.die",), self._pool)) if pool else ()
        hit = Asks(hit_all, (self.held, self.scene, pool, tuple(unit.id for unit in units), rulings))
        return push(combat, hit) if pool else combat, []

    def can_do(self, combat: Combat) -> bool:
        """Say whether it has somebody to roll at, and a die to roll; dice that nobody has entered are asked for."""
        holder = self.holder(combat)
        return holder is not None and (holder.attack is None or has_dice(combat, holder)) and super().can_do(combat)

    def _pool(self, combat: Combat) -> tuple[str, ...]:
        """The dice: of its Attack as it stands the whole, or the strongest or weakest so many times (p.37)."""
        holder = self.holder(combat)
        own = dice_of_special(combat, holder) if holder is not None else ()
        if own and self.verb.dice in ("strongest", "weakest"):
            own = ((max if self.verb.dice == "strongest" else min)(own, key=COLOURS.index),)
        return own * judge(combat).amount(self.verb.times, self.scene) if own else ()


def hit_all(
    combat: Combat, held: Held, scene: Scene, dice: tuple[str, ...], ids: tuple[str, ...], rulings: tuple[str, ...]
) -> Running:
    """Roll the dice of a Special: everyone they are rolled at is dealt all their hits as damage."""
    about = ids[0] if len(ids) == 1 else held.name
    hits = yield Question("special.dice", "dice", "special.roll", held.holder, about, dice=dice)
    hit = {"hits": hits, "targets": list(ids), "rulings": list(rulings)}
    rolled = event_of("rolled-at", unit=held.holder, effect=held.name, dice=list(dice), **hit)
    by = combat.units.get(held.holder)
    combat, events = deal_to_all(combat, combat.still_there(ids), hits, by, scene.depth)
    return combat, [rolled, *events]


class HealUnits(OnUnits[vocabulary.Heal], frozen=True):
    """Healing by an effect (p.36)."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether it has anybody to heal; an Ability or a Special may be used at full HP (`skill.somebody`)."""
        found = self.candidates(combat)
        hurt = [unit for unit in found if unit.hp is None or unit.hp < health(combat, unit)]
        return bool(found if self.held.effect.on in ("ability", "special") else hurt)

    def act_on(self, combat: Combat, unit: Unit) -> Result:
        """Heal it, never above its Health; HP that it has beyond its Health it keeps (p.12, 36)."""
        most = self.verb.amount
        amount = judge(combat).amount(most, self.scene) if most is not None else None
        hp = unit.known("hp")
        lacking = max(0, health(combat, unit) - hp)
        kept = kept_from(combat, unit, "heal")
        healed = 0 if kept is not None else lacking if amount is None else min(amount, lacking)
        by = kept.by or None if kept is not None and lacking else None
        values = {"unit": unit.id, "skill": self.held.id, "amount": healed, "hp": hp + healed}
        event = self.happened(combat, "healed", **values, full=not lacking or None, kept=by)
        return combat.with_unit(replace(unit, hp=hp + healed)), [event]


class GiveHp(OnUnits[vocabulary.GainHp], frozen=True):
    """HP gained, beyond the Health too (p.36)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Give each unit as many, whatever HP others have gained."""
        amount = judge(combat).amount(self.verb.amount, self.scene)
        events: list[Event] = []
        for unit in units:
            hp = unit.known("hp") + amount
            combat = combat.with_unit(replace(unit, hp=hp))
            events.append(self.happened(combat, "hp-gained", unit=unit.id, effect=self.held.name, amount=amount, hp=hp))
        return combat, events


class DazeUnits(OnUnits[vocabulary.Daze], frozen=True):
    """Dazing by an effect (p.35)."""

    def act_on(self, combat: Combat, unit: Unit) -> Result:
        """Daze it until the end of its turn."""
        combat = note_daze(combat, unit, self.held.name)
        return combat, [self.happened(combat, "dazed", unit=unit.id, effect=self.held.name)]


class DefeatUnits(OnUnits[vocabulary.Defeat], frozen=True):
    """Defeat by an effect, whatever HP are left (p.21)."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Defeat them, several of them at once."""
        units = [unit for unit in units if unit.hp != 0]
        by, depth = self.holder(combat), self.scene.depth
        if len(units) == 1:
            return defeat(combat, units[0], by, depth)
        for unit in units:
            combat = combat.with_unit(replace(unit, hp=0))
        return push(combat, Fallen(tuple(unit.id for unit in units), by.id if by is not None else "", depth)), []


class DiscardTactics(OnUnits[vocabulary.Discard], frozen=True):
    """Tactics taken off a unit."""

    def act_on(self, combat: Combat, unit: Unit) -> Result:
        """Discard them to the supply."""
        wanted = slug(self.verb.tactic)
        gone = [chip for chip in unit.tactics if wanted in ("all", chip)]
        kept = tuple(chip for chip in unit.tactics if chip not in gone)
        events = [self.happened(combat, "tactic-gone", chip=chip, unit=unit.id) for chip in gone]
        return combat.with_unit(replace(unit, tactics=kept)), events


class TakeChip(OnUnits[vocabulary.EquipChip], frozen=True):
    """An arena chip equipped by an effect, wherever it lies."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether the chip is in the combat, and not with the unit already."""
        place = combat.chips.get(slug(self.verb.chip))
        return place is not None and any(unit.id != place.holder for unit in self.candidates(combat))

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Hand it to the unit."""
        chip, unit = slug(self.verb.chip), units[0]
        if chip not in combat.chips:
            return combat, []
        combat = replace(combat, chips={**combat.chips, chip: Place(holder=unit.id)})
        return combat, [self.happened(combat, "equipped", unit=unit.id, chip=chip, hex=combat.hex_of(unit))]


class GiveUpChip(VerbStep[vocabulary.Unequip], frozen=True):
    """An arena chip given up: it goes to a unit's hex, where that unit equips it if it is still there."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether the chip is in the combat, and the unit there that it goes to."""
        return slug(self.verb.chip) in combat.chips and judge(combat).unit(self.verb.onto, self.scene) is not None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Lay the chip there."""
        chip = slug(self.verb.chip)
        unit = judge(combat).unit(self.verb.onto, self.scene)
        hex_ = unit.hex if unit is not None else self.scene.chosen_hex
        return hand_over(combat, chip, hex_) if chip in combat.chips and hex_ else (combat, [])


class AttackOnceMore(OnUnits[vocabulary.AttackAgain], frozen=True):
    """One more attack at once."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether a unit that it is for has an opponent to attack."""
        return any(_aims(combat, unit) for unit in self.candidates(combat))

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Let the unit choose its target, by its list if it is the rival's."""
        return push(combat, Asks(attack_once_more, (units[0].id, self.scene.depth))), []


def _aims(combat: Combat, unit: Unit) -> list[Unit]:
    """Whom a unit may attack, or by its list would."""
    return attackable(combat, unit) if unit.side == "player" else targets(combat, unit)


def attack_once_more(combat: Combat, id_: str, depth: int) -> Running:
    """Make an attack that an effect gives, asking for the target where there are several."""
    aims = [aim.id for aim in _aims(combat, combat.units[id_])] if id_ in combat.units else []
    answer = yield choice("engage.target", "engage.choice", aims, id_)
    return push(combat, Then(declare, (id_, answer or aims[0], depth + 1))) if aims else combat, []


class NoteOwed(VerbStep[vocabulary.Owe], frozen=True):
    """Something in the campaign that the effect brings about, for the player to carry out."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Give it as an event."""
        amount = judge(combat).amount(self.verb.amount, self.scene)
        if self.verb.what == "draw-bane" and self.held.kind == "arena":
            # An arena's card counts its faction stack (Pluto's Domain): where that is known, the draws are asked for.
            from hoplo_companion.rules.setup.lineup import DrawBane

            left = combat.supply.stack_size
            if left == 0:
                return combat, []
            amount *= left or 0
            combat = push(combat, *(DrawBane(self.held.name, at, amount) for at in range(1, amount + 1)))
        owed: dict[str, Any] = {"what": self.verb.what, "amount": amount, "effect": self.held.name}
        return combat, [event_of("owed", rule=self.rule(combat), **owed, text=self.verb.text or None)]


class DoByHand(VerbStep[vocabulary.Manual], frozen=True):
    """What the vocabulary cannot say: the player reads it and enters what happened."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Ask for what happened."""
        kind = "tactic" if self.held.kind == "tactic" else "special" if self.held.effect.on == "special" else "skill"
        own = self.held.is_own_skill
        ask = AskByHand(f"manual.{kind}", self.held.holder, self.held.id, self.verb.text, own_skill=own)
        return push(combat, ask), []


class ReRollDice(VerbStep[vocabulary.ReRoll], frozen=True):
    """Some of the attack's dice are rolled again.

    Dice are entered as a number of hits, so that where they have several colours the player says which ones missed.
    `picked` are the dice rolled again, `hit` how many of them had hit; None until that is known.
    """

    picked: tuple[str, ...] | None = None
    hit: int | None = None

    def can_do(self, combat: Combat) -> bool:
        """Say whether there is a die to roll again."""
        return bool(self._choices(combat))

    def _rolled(self, combat: Combat) -> tuple[tuple[str, ...], int]:
        """The dice of the attack, and how many of them hit; none where nothing is rolled."""
        strike = next((step for step in combat.agenda if isinstance(step, Count)), None)
        return (strike.dice, strike.hits) if strike is not None and strike.dice is not None else ((), 0)

    def _choices(self, combat: Combat) -> dict[str, tuple[str, ...]]:
        """Name every choice of dice that may be rolled again, by their colours."""
        rolled, hits = self._rolled(combat)
        misses = len(rolled) - hits
        if self.verb.which == "missed":
            # A die with nothing but hits is never among those that missed (p.12).
            rolled = tuple(die for die in rolled if HIT_FACES[die] < SIDES)
        fit = {"missed": misses, "hit": hits, "any": len(rolled)}[self.verb.which]
        most = fit if self.verb.most is None else min(fit, judge(combat).amount(self.verb.most, self.scene))
        # All that missed (or hit) are rolled again where it says no number: only their colours may be open.
        least = most if self.verb.most is None and self.verb.which != "any" else 1
        picks = (each for count in range(max(1, least), most + 1) for each in combinations(rolled, count))
        return {" ".join(each): each for each in picks}

    def _hit_before(self, combat: Combat) -> range:
        """How many of the picked dice may have hit."""
        (rolled, hits), picked = self._rolled(combat), len(self.picked or ())
        match self.verb.which:
            case "missed":
                return range(1)
            case "hit":
                return range(picked, picked + 1)
        return range(max(0, hits - (len(rolled) - picked)), min(picked, hits) + 1)

    def run(self, combat: Combat) -> Running:
        """Ask which dice are rolled again, how many of them had hit, and what they show now, as far as it is open."""
        if self.picked is None:
            choices = self._choices(combat)
            answer = yield self.ask(combat, "dice", choices)
            return push(combat, replace(self, picked=answered(choices, answer))) if choices else combat, []
        if self.hit is None:
            had_hit = self._hit_before(combat)
            answer = yield self.ask(combat, "had-hit", map(str, had_hit))
            return push(combat, replace(self, hit=int(answer) if answer else had_hit[0])), []
        attacker, rule = self.scene.attacker, self.rule(combat)
        shows = yield Question("attack.re-roll", "dice", rule, attacker, self.held.id, dice=self.picked)
        hits = self._rolled(combat)[1] - self.hit + shows
        rolled = {"unit": attacker, "effect": self.held.name, "dice": list(self.picked), "hits": hits}
        return change_next(combat, Count, hits=hits), [self.happened(combat, "re-rolled", **rolled)]
