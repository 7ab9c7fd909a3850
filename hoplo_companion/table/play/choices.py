"""Advice that is kept with its fight, and what your choices made of it: your turn beside the best plan found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec.structs import replace

from hoplo_companion.campaign.fight import AdvisedPlan, Fight, Move
from hoplo_companion.campaign.luck import Choice
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError
from hoplo_companion.odds.advise import Advised
from hoplo_companion.odds.fight import WON, drawn, plays
from hoplo_companion.odds.keys import everything
from hoplo_companion.odds.plan import Played, Reading, play
from hoplo_companion.rules.player.actions import ACTIONS, END, Action, read_actions
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.table.play.answers import NoAnswers, TypedAnswers
from hoplo_companion.table.saves.changes import State
from hoplo_companion.table.saves.save import Save

ROAMING = "roaming.direction"
"""What is asked of the arena die, and not of you."""

AS_GIVEN = Reading(lambda words: TypedAnswers(words, NoAnswers()), lambda _action, _combat: None)
"""What was chosen on the way is chosen again; dice are rolled."""


def plans_of(found: Advised) -> list[AdvisedPlan]:
    """The plans that were found, as they are kept."""
    return [
        AdvisedPlan(
            "; ".join(action.typed() for action in each.played.actions),
            *((share.won, share.games) if share is not None else (0, 0)),
        )
        for each, share in zip(found.plans, found.wins.after, strict=True)
    ]


def with_advice(campaign: Campaign, plans: Sequence[AdvisedPlan], moves: int | None = None) -> Campaign:
    """Give the campaign with plans that were found for the rest of your turn, after so many moves; all, if left out."""
    fight = campaign.fight
    assert fight is not None
    key = str(len(fight.moves) if moves is None else moves)
    return replace(campaign, fight=replace(fight, advice={**fight.advice, key: tuple(plans)}))


def turn_without_advice(save: Save, fight: Fight) -> tuple[int, State] | None:
    """Find how your turn began, in which no advice was asked: after how many moves, and the board; else None."""
    moves = len(fight.moves)
    while moves and fight.moves[str(moves)].do in ACTIONS:
        moves -= 1
    if fight.turn_of != "player" or any(int(key) >= moves for key in fight.advice):
        return None
    kept = (state.get("fight") or {} for _, _, state in save.past())
    boards = (each["position"] for each in kept if len(each.get("moves", {})) == moves and not each.get("under_way"))
    board = next(boards, None)
    return (moves, board) if board is not None else None


def choices_of(kept: Fight, moved: Sequence[Fight], catalogue: Catalogue) -> list[Choice]:
    """Compare each turn of yours that is over, and in which advice was asked, with the best plan that it found.

    Shapes: `moved` are the fight in each of its moves, with the board before it.
    """
    found = []
    for at, fight in enumerate(moved):
        plans = kept.advice.get(str(len(fight.moves) - 1))
        done = _rest_of_turn(moved[at:], is_over=bool(kept.over) and len(moved) == len(kept.moves)) if plans else []
        if plans and done:
            found.append(_choice(fight, plans[0], done, catalogue))
    return found


def _choice(first: Fight, plan: AdvisedPlan, done: Sequence[Move], catalogue: Catalogue) -> Choice:
    """Compare what was done from a board on with the plan that was found for it."""
    combat = PositionReader(catalogue).read_plain(first.position)
    chosen = [_action(move) for move in done]
    turn = first.turn_number(combat.turn)
    words = "; ".join(action.typed() for action in chosen)
    try:
        one, other = (play(combat, actions, AS_GIVEN) for actions in (read_actions(plan.plan), chosen))
        given_up, error = _given_up(plan, one, other)
    except HoploError:
        return Choice(turn, plan.plan, words, None, 0.0)
    return Choice(turn, plan.plan, words, given_up, error)


def _rest_of_turn(moved: Sequence[Fight], *, is_over: bool) -> list[Move]:
    """List the moves to the end of your turn; none where it is not over, or something was put right by hand in it."""
    moves = [fight.last for fight in moved]
    end = next((at for at, move in enumerate(moves) if move.do == END), len(moves) if is_over else -1)
    rest = moves[: end + 1]
    return rest if all(move.do in (*ACTIONS, END) for move in rest) else []


def _action(move: Move) -> Action:
    """The action of a move with what was chosen in it, whatever was rolled."""
    answers = (each["answer"] for each in move.answers if each.get("question") != ROAMING)
    chosen = [answer for answer in answers if isinstance(answer, str)]
    first, second = (*move.words, "", "")[:2]
    return Action(move.do, first, second, tuple(chosen), move.anyway)


def _given_up(plan: AdvisedPlan, best: Played, chosen: Played) -> tuple[float | None, float]:
    """How much of the chance to win a choice gave up, by the same dice as the plan's, and its standard error."""
    if _ends(best) == _ends(chosen):
        return 0.0, 0.0
    if not plan.games:
        return None, 0.0
    boards = [drawn(chosen.ways, seed) for seed in range(1, plan.games + 1)]
    shares = [plan.won / plan.games, plays((boards, 1)).count(WON) / plan.games]
    return shares[0] - shares[1], sqrt(sum(share * (1 - share) for share in shares) / plan.games)


def _ends(played: Played) -> dict[Any, Fraction]:
    return {everything(way.combat): way.chance for way in played.ways}
