"""The Rival Abilities Step (Rulebook p.24)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.events import Event, Healed
from hoplo_companion.rules.manual import AskByHand, manual_skills
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.questions import Question


class AbilitiesStep(Step, frozen=True):
    """Every rival unit that is not dazed uses its Abilities, in an order that the player chooses (p.24)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Heal by Regen, which depends on nothing else, and put every other Ability before the player."""
        events: list[Event] = []
        by_hand = []
        for unit in list(combat.in_arena("rival")):
            if unit.dazed:
                continue
            if regen := unit.skills.get("regen"):
                combat, healed = heal(combat, unit, "regen", regen)
                events.append(healed)
            by_hand += [(unit.id, skill) for skill in manual_skills(combat, unit, "ability")]
        return (push(combat, UseAbilities(tuple(by_hand))) if by_hand else combat), events


def heal(combat: Combat, unit: Unit, skill: str, amount: int) -> tuple[Combat, Healed]:
    """Heal a unit, never above its Health; HP that it has beyond its Health it keeps (p.12, 36)."""
    hp = unit.known("hp")
    healed = min(amount, max(0, unit.known("health") - hp))
    combat = combat.with_unit(replace(unit, hp=hp + healed))
    return combat, Healed(rule="skill.regen", unit=unit.id, skill=skill, amount=healed, hp=hp + healed)


class UseAbilities(Step, frozen=True):
    """The Abilities that the player resolves, one after the other in the order chosen."""

    left: tuple[tuple[str, str], ...]

    def _names(self, combat: Combat) -> dict[str, tuple[str, str]]:
        return {f"{unit} {skill}": (unit, skill) for unit, skill in self.left if unit in combat.units}

    def question(self, combat: Combat) -> Question | None:
        """Ask which Ability comes next, where several units have one."""
        names = self._names(combat)
        if len(names) < 2:
            return None
        return Question(id="abilities.next", kind="choice", rule="abilities.order", options=tuple(names))

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put one Ability before the player, and then the rest."""
        names = self._names(combat)
        if not names:
            return combat, []
        chosen = names[answer] if answer else next(iter(names.values()))
        rest = tuple(each for each in names.values() if each != chosen)
        unit, skill = chosen
        return push(combat, AskByHand("manual.skill", unit, skill), *([UseAbilities(rest)] if rest else [])), []
