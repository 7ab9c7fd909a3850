"""The rival's turn: its steps in the printed order (Rulebook p.20-24)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Result, Step, advance, push
from hoplo_companion.rules.effects.asking import ask_for_unknown
from hoplo_companion.rules.effects.use import in_order
from hoplo_companion.rules.events import StepBegan, TurnBegan, TurnEnded, event_of
from hoplo_companion.rules.explaining import LayOpen
from hoplo_companion.rules.goals import goal_of_defeats, rival_is_beaten, win
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.abilities import AbilitiesStep
from hoplo_companion.rules.rival.deployment import DeploymentStep
from hoplo_companion.rules.rival.engage_step import EngageStep
from hoplo_companion.rules.rival.movement_step import MovementStep
from hoplo_companion.rules.rival.tactics import TacticStep
from hoplo_companion.rules.scion.turn import ScionActivityStep, has_scion_activity, nobody_acts
from hoplo_companion.rules.turns import begin_turn, end_turn, go_on, set_off_by_end, whatever_is_set_up

STEPS: dict[str, type[Step]] = {
    "deployment": DeploymentStep,
    "tactics": TacticStep,
    "movement": MovementStep,
    "abilities": AbilitiesStep,
    "engage": EngageStep,
}
"""The steps of the rival's turn in order, by the names that positions use (p.20)."""


AFTER_ACTIVITY = ("movement", "abilities", "engage")
"""The steps that a scion's turn has for the other rival units (p.31-32)."""


class BeginTurn(Step, frozen=True):
    """The turn begins: a rival that is beaten already has none, and what a turn's start sets off takes hold."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Begin the rival's turn, after asking what nobody knows of the tactics and skills in play."""
        if rival_is_beaten(combat):
            return win(combat, goal_of_defeats(combat))
        began = TurnBegan(rule="turn.rival-first", act=combat.act, turn=combat.turn)
        combat, events = (begin_turn if combat.step == "deployment" else go_on)(combat, "rival")
        first = combat.turn == 1 and combat.step == "deployment"
        set_up = whatever_is_set_up(combat) if first else []
        return push(combat, *ask_for_unknown(combat), *in_order(set_up)), [began, *events]


class BeginStep(Step, frozen=True):
    """A step of the turn begins."""

    step: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Say so, and in the position too."""
        combat = replace(combat, step=self.step)
        if self.step == "tactics" and has_scion_activity(combat):
            return combat, [StepBegan(rule="scion.activity", step="activity")]
        if combat.event == "scion" and self.step in AFTER_ACTIVITY and nobody_acts(combat):
            first = self.step == AFTER_ACTIVITY[0]
            return combat, [event_of("none-to-act")] if first else []
        return combat, [StepBegan(rule="turn.steps", step=self.step)]


class StandBefore(Step, frozen=True):
    """The combat stands before a step that is not to be resolved now."""

    step: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Say so in the position."""
        return replace(combat, step=self.step), []


class EndTurn(Step, frozen=True):
    """The turn ends: nobody of the rival's is dazed any longer, and what lasts until now is over."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Set off what the turn's end does, then make the position ready for the rival's next turn."""
        return push(combat, *set_off_by_end(combat, "rival"), TurnOver()), []


class TurnOver(Step, frozen=True):
    """The rival's turn is over."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Go on to the next turn."""
        combat, events = end_turn(combat, "rival")
        events.append(TurnEnded(rule="engage.end", turn=combat.turn))
        return replace(combat, step="deployment", turn=combat.turn + 1), events


def steps_of(combat: Combat, only: str = "") -> tuple[Step, ...]:
    """List the steps to resolve: from the position's own step to the turn's end, or one alone."""
    names = list(STEPS)
    first = only or combat.step or names[0]
    run = [first] if only else names[names.index(first) :]
    steps: list[Step] = [BeginTurn()]
    for name in run:
        steps.append(BeginStep(name))
        if name == "tactics" and has_scion_activity(combat):
            steps.append(ScionActivityStep())
            continue
        if name in ("deployment", "tactics", "abilities"):
            # The other steps lay open one unit after the other, each as it finds the board.
            steps.append(LayOpen(name))
        steps.append(STEPS[name]())
    last = names.index(run[-1]) + 1
    return (*steps, StandBefore(names[last]) if last < len(names) else EndTurn())


def begin(combat: Combat, only: str = "") -> Result:
    """Begin the rival's turn and continue to its first question, or to its end."""
    first = only or combat.step or "deployment"
    return advance(replace(combat, step=first, agenda=steps_of(combat, only)))
