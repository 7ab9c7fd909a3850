"""A campaign read for its chronicle: round by round, each fight made again with the answers that were kept."""

from __future__ import annotations

from itertools import groupby

from hoplo_companion.campaign.chronicle import Fought, Round, Turn
from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.events import Event
from hoplo_companion.table.play.history import turn_in
from hoplo_companion.table.play.replay import dice_of_fight, fights_of
from hoplo_companion.table.saves.changes import State
from hoplo_companion.table.saves.open_campaign import from_state
from hoplo_companion.table.saves.save import Save


def fight_again(number: int, start: Campaign, fight: Fight, catalogue: Catalogue) -> Fought:
    """Play a fight once more, and note its turns and its dice; where it comes out differently by now, they end."""
    moves: list[tuple[tuple[int, str], State, list[Event]]] = []

    def note(then: Fight, events: list[Event]) -> None:
        moves.append((turn_in(then.turn_of, then.position), then.position, events))

    dice = dice_of_fight(number, start, fight, catalogue, note)
    turns: list[Turn] = []
    after = fight.position
    for (turn, turn_of), group in reversed([(key, list(each)) for key, each in groupby(moves, key=lambda m: m[0])]):
        before = group[0][1]
        turns.append(Turn(turn, turn_of, before, after, [event for *_, events in group for event in events]))
        after = before
    return Fought(fight, turns[::-1], dice)


def rounds_of(save: Save, catalogue: Catalogue) -> list[Round]:
    """Go through the rounds that led to where a save stands, the first one first."""
    past = [(step, state) for _, step, state in save.past()][::-1]
    fights = [fight_again(at, *each, catalogue) for at, each in enumerate(fights_of(save), 1)]
    rounds: list[Round] = []
    start = 0
    for at, (_, state) in enumerate(past):
        if at + 1 == len(past) or _sets_out(state, past[at + 1][1]):
            # The state from which one sets out belongs to both rounds.
            states = [state for _, state in past[start : at + 1]]
            steps = [step for step, _ in past[start + (start > 0) : at + 1]]
            begun = sum(
                now.get("fight") is not None and (was is None or was.get("fight") is None)
                for was, now in zip([None, *states], states, strict=False)
            )
            rounds.append(
                Round(
                    from_state(states[0]),
                    from_state(next((each for each in states if each.get("phase", "travel") != "travel"), states[0])),
                    from_state(state),
                    any(each.get("phase") == "cleanup" for each in states),
                    [str(step.note) for step in steps if step.note and not step.changes],
                    fights[:begun],
                )
            )
            fights, start = fights[begun:], at
    return rounds


def _sets_out(now: State, following: State) -> bool:
    """Whether the Travel Phase ends between two states, or a week passes in it."""
    if now.get("phase", "travel") != "travel":
        return False
    return bool(following.get("phase", "travel") != "travel" or now["pad"]["weeks"] != following["pad"]["weeks"])
