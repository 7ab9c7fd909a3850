"""How a fight stands, as programs read it, and the steps of its story."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from hoplo_companion.rules.player.options import camp
from hoplo_companion.rules.position.writing import write_position
from hoplo_companion.table.play.fight import Game, NoFightError
from hoplo_companion.table.saves.changes import State
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.save import Save


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


class Chapter(NamedTuple):
    """A step of a fight, and the turn it was made in: its number, 0 for none, and whose it was."""

    step: Step
    turn: int
    turn_of: str


class Told(NamedTuple):
    """The story of a fight: its steps, the first one first, and the state after the first, which planned it."""

    steps: list[Chapter]
    start: State


def story_of_fight(save: Save) -> Told:
    """Find the steps of the fight that is followed, or of the last one; NoFightError where there was none."""
    steps: list[Chapter] = []
    after: State | None = None
    step: Step | None = None
    for _, earlier, before in save.past():
        # A step belongs to the turn that was on before it.
        if step is not None and after is not None and (after.get("fight") or before.get("fight")):
            steps.append(_chapter(step, before))
            if before.get("fight") is None:
                return Told(steps[::-1], after)
        step, after = earlier, before
    if step is not None and after is not None and after.get("fight"):  # the step that made the table planned it
        return Told([_chapter(step, {}), *steps[::-1]], after)
    raise NoFightError


def _chapter(step: Step, before: State) -> Chapter:
    fight = before.get("fight")
    if fight is None or fight["turn_of"] in ("set-up", "nobody"):
        return Chapter(step, 0, "set-up" if fight is None else fight["turn_of"])
    counted = fight["position"].get("turn", 1)
    return Chapter(step, counted if fight["turn_of"] == "rival" else max(1, counted - 1), fight["turn_of"])


def stood_before(save: Save) -> dict[str, str]:
    """Tell on which hex each unit stood as the turn before this one began; of no fight, and of its set-up, nothing.

    The arena's turn counts as the end of yours.
    """
    stood: dict[str, str] = {}
    turns: list[str] = []
    for _, _, state in save.past():
        fight = state.get("fight")
        if fight is None or fight["turn_of"] == "set-up":
            break
        turn = "player" if fight["turn_of"] == "arena" else fight["turn_of"]
        turns += [] if turns[-1:] == [turn] else [turn]
        if len(turns) > 2:
            break
        stood = {unit["id"]: unit["hex"] for unit in fight["position"]["units"] if unit.get("hex")}
    return stood
