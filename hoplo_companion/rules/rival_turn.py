"""The rival's turn: its steps in the printed order (Rulebook p.20-24)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.rules.abilities import AbilitiesStep
from hoplo_companion.rules.agenda import Result, Step, advance
from hoplo_companion.rules.deployment import DeploymentStep
from hoplo_companion.rules.engage_step import EngageStep
from hoplo_companion.rules.events import CombatEnded, Event, StepBegan, TacticGone, TurnBegan, TurnEnded
from hoplo_companion.rules.explain import LayOpen
from hoplo_companion.rules.goals import rival_is_beaten
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.movement import lock_in_combat
from hoplo_companion.rules.movement_step import MovementStep
from hoplo_companion.rules.tactics import TacticStep

STEPS: dict[str, type[Step]] = {
    "deployment": DeploymentStep,
    "tactics": TacticStep,
    "movement": MovementStep,
    "abilities": AbilitiesStep,
    "engage": EngageStep,
}
"""The steps of the rival's turn in order, by the names that positions use (p.20)."""


class BeginTurn(Step, frozen=True):
    """The turn begins: a rival that is beaten already has none, and Combat Lock takes hold."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Note who is held by Combat Lock this turn."""
        if rival_is_beaten(combat):
            over = "goal-met"
            return replace(combat, over=over), [CombatEnded(rule="end.goal-bloodshed", why=over)]
        began = TurnBegan(rule="turn.rival-first", act=combat.act, turn=combat.turn)
        return lock_in_combat(combat), [began]


class BeginStep(Step, frozen=True):
    """A step of the turn begins."""

    step: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Say so, and in the position too."""
        return replace(combat, step=self.step), [StepBegan(rule="turn.steps", step=self.step)]


class StandBefore(Step, frozen=True):
    """The combat stands before a step that is not to be resolved now."""

    step: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Say so in the position."""
        return replace(combat, step=self.step), []


class EndTurn(Step, frozen=True):
    """The turn ends: nobody of the rival's is dazed any longer, and tactics that last until now are discarded."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Make the position ready for the rival's next turn."""
        events: list[Event] = []
        for unit in list(combat.in_arena("rival")):
            kept = []
            for chip in unit.tactics:
                record = combat.catalogue.tactic(chip)
                if record is not None and record.until == "end-of-its-next-turn":
                    events.append(TacticGone(rule="tactics.temporary", chip=chip, unit=unit.id))
                else:
                    kept.append(chip)
            if unit.dazed or len(kept) < len(unit.tactics):
                combat = combat.with_unit(replace(unit, dazed=False, tactics=tuple(kept)))
        events.append(TurnEnded(rule="engage.end", turn=combat.turn))
        return replace(combat, step="deployment", turn=combat.turn + 1, locked=frozenset()), events


def steps_of(combat: Combat, only: str = "") -> tuple[Step, ...]:
    """List the steps to resolve: from the position's own step to the turn's end, or one alone."""
    names = list(STEPS)
    first = only or combat.step or names[0]
    run = [first] if only else names[names.index(first) :]
    steps: list[Step] = [BeginTurn()]
    for name in run:
        steps.append(BeginStep(name))
        if name in ("deployment", "tactics"):
            # The other steps lay open one unit after the other, each as it finds the board.
            steps.append(LayOpen(name))
        steps.append(STEPS[name]())
    last = names.index(run[-1]) + 1
    return (*steps, StandBefore(names[last]) if last < len(names) else EndTurn())


def begin(combat: Combat, only: str = "") -> Result:
    """Begin the rival's turn and go on to its first question, or to its end."""
    first = only or combat.step or "deployment"
    return advance(replace(combat, step=first, agenda=steps_of(combat, only)))
