"""What no source states of a skill or tactic: the player is asked once, in the words of effects, and it is kept."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.components.effects import Effect, Manual
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.agenda import Result, Step
from hoplo_companion.rules.events import EffectTold
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import BY_HAND, NOTHING, Question

HINDRANCES = (
    "dazed",
    "fatigued until end of its next turn",
    "cannot move",
    "cannot attack",
    "movement -1",
    "movement = 0",
    "range -1",
    "remove 1 strongest",
    "remove 1 weakest",
)
"""What a tactic on an opponent may do: lines to choose from, none of them said to be printed on any chip."""

ADVANTAGES = ("gain 1 hp", "gain 2 hp", "heal 1", "heal 2", "health +1", "health +2", "movement +1", "add yellow")
"""What a tactic on an ally may do: lines to choose from."""


class AskEffect(Step, frozen=True):
    """Nobody knows what a skill or tactic does: the player reads it (house rule: components are never invented)."""

    kind: str
    id: str
    unit: str

    def _is_known(self, combat: Combat) -> bool:
        if f"{self.kind}.{self.id}" in combat.told:
            return True
        record = combat.catalogue.tactic(self.id) if self.kind == "tactics" else combat.catalogue.skill(self.id)
        return record is None or record.effects is not None

    def _offers(self, combat: Combat) -> tuple[str, ...]:
        record = combat.catalogue.tactic(self.id) if self.kind == "tactics" else None
        if record is None:
            return (BY_HAND, NOTHING)
        lines = ADVANTAGES if record.rival_side == "ally" else HINDRANCES
        return (*lines, BY_HAND, NOTHING)

    def question(self, combat: Combat) -> Question | None:
        """Ask what it does."""
        if self._is_known(combat) or self.unit not in combat.units:
            return None
        return Question(
            id="component.effect",
            kind="effect",
            rule="component.asked",
            unit=self.unit,
            about=self.id,
            options=self._offers(combat),
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take it as told from now on; whoever tells nothing is asked again another time."""
        if answer is None:
            return combat, []
        key = f"{self.kind}.{self.id}"
        if answer == NOTHING:
            return replace(combat, told={**combat.told, key: ()}), []
        effects = [Effect(on="always" if self.kind == "tactics" else "attacks", verbs=[Manual()])]
        if answer != BY_HAND:
            from hoplo_companion.components.lines import read_effects

            try:
                effects = read_effects(answer)
            except UsageError as fault:
                raise IllegalError(str(fault)) from None
        written = [msgspec.to_builtins(effect) for effect in effects]
        event = EffectTold(rule="component.asked", kind=self.kind, id=self.id, effects=written)
        return replace(combat, told={**combat.told, key: tuple(effects)}), [event]


def ask_for_tactic(combat: Combat, chip: str, unit: str) -> list[Step]:
    """List what has to be asked before a tactic takes effect."""
    return [AskEffect("tactics", chip, unit)]


def ask_for_unknown(combat: Combat) -> list[Step]:
    """List what has to be asked of the tactics and skills in play, once each."""
    found: dict[tuple[str, str], str] = {}
    for unit in combat.in_arena():
        for chip in unit.tactics:
            found.setdefault(("tactics", chip), unit.id)
        for skill in unit.skills:
            record = combat.catalogue.skill(skill)
            if record is not None and record.effects is None:
                found.setdefault(("skills", skill), unit.id)
    return [AskEffect(kind, id_, unit) for (kind, id_), unit in found.items()]
