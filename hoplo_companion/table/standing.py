"""How a fight stands, as programs read it, and the steps of its story."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from hoplo_companion.rules.player_options import camp
from hoplo_companion.rules.position_writing import write_position
from hoplo_companion.table.changes import State
from hoplo_companion.table.fight import Game, NoFightError
from hoplo_companion.table.format import Step
from hoplo_companion.table.saves import Save


def fight_table(game: Game) -> dict[str, Any]:
    """Write how a fight stands, with the position in the middle of a turn too."""
    fight, combat = game.fight, game.combat
    question = game.question()
    return {
        "name": fight.name,
        "event": combat.event,
        "arena": combat.arena.id,
        "act": combat.act,
        "turn": fight.turn_number(combat.turn),
        "turn_of": fight.turn_of,
        "step": combat.step,
        "points": combat.points,
        "over": fight.over or None,
        "under_way": fight.last.do if fight.under_way else None,
        "question": msgspec.to_builtins(question) if question is not None else None,
        "camp": [unit.id for unit in camp(combat)],
        "fallen": [msgspec.to_builtins(fallen) for fallen in fight.fallen],
        "house_rulings": list(fight.house),
        "position": write_position(combat),
    }


class Told(NamedTuple):
    """The story of a fight: its steps, the first one first, and the state after the first, which planned it."""

    steps: list[Step]
    start: State


def story_of_fight(save: Save) -> Told:
    """Find the steps of the fight that is followed, or of the last one; NoFightError where there was none."""
    steps: list[Step] = []
    for _, step, state in save.past():
        if state.get("fight") is not None:
            steps.append(step)
            if any(change.path == ["fight"] for change in step.changes):
                return Told(steps[::-1], state)
        elif not steps and any(change.path == ["fight"] for change in step.changes):
            steps.append(step)  # the cleanup that ended it
    raise NoFightError
