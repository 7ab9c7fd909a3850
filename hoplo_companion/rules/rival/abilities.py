"""The Abilities Step of the rival and of arena units (Rulebook p.24, 28)."""

from __future__ import annotations

from typing import Any

from hoplo_companion.components.effects import Heal
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.effects.judge import is_dazed, is_forbidden, judge, matters
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import OnUnits, UseEffect, names_of
from hoplo_companion.rules.effects.verbs import STEPS
from hoplo_companion.rules.model import Combat, Unit, takes_no_steps
from hoplo_companion.rules.modifiers import is_used_up
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.engage import would_attack
from hoplo_companion.rules.rival.specials import ATTACK, CONDITION, NEVER, freed, rival_use


def abilities(combat: Combat, unit: Unit) -> list[Held]:
    """List the Abilities that a unit may use: none while it is dazed or kept from it (p.21)."""
    if not matters(combat, "ability") or is_dazed(combat, unit) or is_forbidden(combat, unit, "abilities"):
        return []
    return [held for held in judge(combat).on("ability", unit.id) if not is_used_up(combat, held)]


def is_wanted(combat: Combat, unit: Unit, held: Held) -> bool:
    """Say whether a rival unit uses an Ability as things stand: its conditions hold, and it has somebody to act on."""
    return not unwanted(combat, unit, held)


def unwanted(combat: Combat, unit: Unit, held: Held) -> str:
    """Name why a rival unit does not use an Ability as things stand; empty where it does (p.24)."""
    use = rival_use(held)
    if use.when == "no-attack" and would_attack(combat, unit):
        return ATTACK
    if use.when == "never":
        return NEVER
    if not judge(combat).all_hold([*held.effect.conditions, *use.conditions], Scene(unit.id, held.number)):
        return CONDITION
    doing = goes_for(held)
    return next((name for name, left in doing.narrowed(combat) if not left), "") if doing is not None else ""


def goes_for(held: Held) -> OnUnits | None:
    """Give the first verb of an Ability that acts on units, as its unit would carry it out."""
    found = (STEPS[type(verb)](held, Scene(held.holder, held.number), verb) for verb in held.effect.verbs)
    return next((doing for doing in found if isinstance(doing, OnUnits)), None)


def heals_itself(held: Held) -> bool:
    """Say whether an Ability does nothing but heal its own unit, so that it does not matter when it is used."""
    return all(isinstance(verb, Heal) and verb.whom == "self" for verb in held.effect.verbs)


def in_turn(combat: Combat) -> tuple[list[Held], list[Held]]:
    """List the Abilities that a troop uses first, which heal by what hangs on nothing else, and all its others."""
    first: list[Held] = []
    others: list[Held] = []
    for unit in combat.in_arena(combat.side):
        for held in [] if takes_no_steps(combat, unit) else abilities(combat, unit):
            (first if heals_itself(held) and is_wanted(combat, unit, held) else others).append(held)
    return first, others


class AbilitiesStep(Step, frozen=True):
    """Every unit of the troop that is not dazed uses its Abilities, in an order that the player chooses (p.24)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Heal first by what hangs on nothing else, then put every other Ability before the player."""
        first, others = in_turn(combat)
        uses = [UseEffect(held, Scene(held.holder, held.number), chosen=True) for held in first]
        rest = tuple((held.holder, held.id, held.place) for held in others)
        return push(combat, *uses, *([UseAbilities(rest)] if rest else [])), []


class UseAbilities(Step, frozen=True):
    """The Abilities still to be used, as (unit, skill, place); each is used once, when the sheet wants it (p.24)."""

    left: tuple[tuple[str, str, int], ...]

    def _open(self, combat: Combat) -> dict[str, tuple[Unit, Held]]:
        """Name those that can be used as things stand; what one of them does may open another."""
        found = {}
        for id_ in dict.fromkeys(each[0] for each in self.left):
            unit = combat.units.get(id_)
            if unit is not None and unit.hex:
                mine = [held for held in abilities(combat, unit) if (id_, held.id, held.place) in self.left]
                for word, held in names_of(mine).items():
                    if is_wanted(combat, unit, held):
                        found[f"{id_} {word}"] = unit, held
        return found

    def question(self, combat: Combat) -> Question | None:
        """Ask which Ability comes next, where several can be used."""
        names = tuple(self._open(combat))
        if len(names) < 2:
            return None
        return Question(id="abilities.next", kind="choice", rule="abilities.order", options=names)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Use one, and then the rest."""
        found = self._open(combat)
        if not found:
            return combat, []
        unit, held = found[answer] if answer else next(iter(found.values()))
        rest = tuple(each for each in self.left if each != (unit.id, held.id, held.place))
        use = UseEffect(held, Scene(unit.id, held.number), chosen=True)
        return push(combat, use, *([UseAbilities(rest)] if rest else [])), []


def use_ability(combat: Combat, unit: Unit, skill: str, *, anyway: bool = False) -> Result:
    """Put an Ability of a unit of yours on the agenda, by its word or its skill's, with all that skill does (p.26).

    `anyway`, any that it has is used: while it is dazed, again, and whatever its conditions.
    """
    found = judge(combat).on("ability", unit.id) if anyway else abilities(combat, unit)
    named = names_of(found)
    used = [named[skill]] if skill in named else [held for held in found if held.id == skill]
    if anyway:
        combat, used = freed(combat, used)
    return push(combat, *(UseEffect(held, Scene(unit.id, held.number), chosen=True) for held in used)), []
