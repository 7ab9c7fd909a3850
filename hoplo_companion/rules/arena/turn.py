"""The arena's turn, where its card has one: what the card does, and its units' three steps (Rulebook p.20, 28)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Drive
from hoplo_companion.errors import Defect, InvalidError
from hoplo_companion.language import tr
from hoplo_companion.rules.agenda import Result, Step, advance, push
from hoplo_companion.rules.effects.asking import ask_for_unknown
from hoplo_companion.rules.effects.judge import judge, matters
from hoplo_companion.rules.effects.relocating import on_its_ring
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.effects.use import UseEffect, in_order
from hoplo_companion.rules.events import StepBegan, TurnBegan, TurnEnded
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.abilities import AbilitiesStep
from hoplo_companion.rules.rival.engage_step import EngageStep
from hoplo_companion.rules.rival.movement_step import MovementStep
from hoplo_companion.rules.turns import begin_turn, end_turn, set_off_by_end

STEPS: dict[str, type[Step]] = {"movement": MovementStep, "abilities": AbilitiesStep, "engage": EngageStep}
"""The steps of arena units (p.28)."""


def has_arena_turn(combat: Combat) -> bool:
    """Say whether there is an arena turn: the card has one, or arena units are in combat (p.28)."""
    return combat.arena.arena_turn or matters(combat, "arena-turn") or any(combat.in_arena("arena"))


class BeginArenaTurn(Step, frozen=True):
    """The arena's turn begins with what its card does by itself (p.28)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Set off the card's own effects."""
        combat, events = begin_turn(combat, "arena")
        uses = []
        if matters(combat, "arena-turn"):
            uses = [UseEffect(held, Scene(held.holder)) for held in judge(combat).on("arena-turn")]
        began = TurnBegan(rule="arena.turn", act=combat.act, turn=combat.turn)
        return push(combat, *ask_for_unknown(combat), *in_order(uses)), [began, *events]


class BeginArenaStep(Step, frozen=True):
    """A step of the arena units begins."""

    step: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Say so, if there are arena units to take it."""
        if not any(combat.in_arena("arena")):
            return combat, []
        combat = replace(combat, step=self.step)
        return push(combat, STEPS[self.step]()), [StepBegan(rule="arena.steps", step=self.step)]


class EndArenaTurn(Step, frozen=True):
    """The arena's turn ends; the rival's follows (p.28)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Set off what the turn's end does, then make the position ready for the rival's turn."""
        return push(combat, *set_off_by_end(combat, "arena"), ArenaTurnOver()), []


class ArenaTurnOver(Step, frozen=True):
    """The arena's turn is over."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """End what lasts until now."""
        combat, events = end_turn(combat, "arena")
        ended = TurnEnded(rule="arena.turn", turn=combat.turn)
        return replace(combat, step="deployment", side="rival"), [*events, ended]


def _check_chips(combat: Combat) -> None:
    """Refuse to drive a chip that the position does not have where the card wants it (arena card)."""
    for effect in combat.arena.effects:
        for verb in effect.verbs:
            if effect.on == "arena-turn" and isinstance(verb, Drive) and not on_its_ring(combat, verb):
                ring = ", ".join(verb.round)
                text = tr("Say where the {chip} is, on the ring around {ring}.", chip=verb.chip, ring=ring)
                raise InvalidError([Defect("missing-chip", f"chips.{verb.chip}", text)])


def begin_arena_turn(combat: Combat) -> Result:
    """Begin the arena's turn and go on to its first question, or to its end."""
    _check_chips(combat)
    steps = (BeginArenaTurn(), *(BeginArenaStep(step) for step in STEPS), EndArenaTurn())
    return advance(replace(combat, agenda=steps, side="arena"))
