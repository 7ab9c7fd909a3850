"""Your turn played from a line of actions: what came of it, what was refused, what is offered."""

from typing import Any

import pytest

from hoplo_companion.dice import Dice
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.player.options import Options, RefusedPlayError, options
from hoplo_companion.table.play.answers import Asked, FileAnswers, no_answer, play_your_turn
from tests.helpers.boards import combat
from tests.helpers.play import Turn

CAMP = ["h player G1 hero hp4 hl6 mv2 blue blue", "a player - mv1 hl3 blue", "d player - mv1 hl5 black Taunt"]
FOES = ["r rival D3 mv1 hp3 blue", "s rival A1 hp2"]


def turn(board: Combat, line: str, answers: list[Any] | None = None) -> Turn:
    """Play a line of actions; questions are answered by what is typed with an action, then from the script."""
    script = Script(list(answers or []))
    events: list[Event] = []
    by = Asked(script, Dice(1), is_script=True, happened=lambda more, _: events.extend(more))
    board = play_your_turn(board, by, read_actions(line))
    script.check_all_used()
    return Turn(board, events, script.asked)


class Script(FileAnswers):
    """Answers from a script that notes what is asked."""

    def __init__(self, answers: list[Any]) -> None:
        super().__init__(answers, no_answer)
        self.asked: list[Question] = []

    def __call__(self, question: Question, combat: Combat) -> Any:
        self.asked.append(question)
        return super().__call__(question, combat)


def yours(units: list[str] | None = None, **more: Any) -> Combat:
    return combat("deployment", units or [*CAMP, *FOES], "any", **more)


def refused(board: Combat, line: str) -> RefusedPlayError:
    with pytest.raises(RefusedPlayError) as caught:
        turn(board, line)
    return caught.value


def offered(board: Combat, line: str = "") -> Options:
    return options(turn(board, line).combat)
