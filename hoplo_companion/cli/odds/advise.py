"""`hoplo advise`: the best few plans for your turn; at an open question, the option that serves you best."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.fight.positions import WrittenBoard, followed_game, look_up
from hoplo_companion.cli.odds.turn import plain_results, your_board
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import advise as near
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.odds.advise import COUNTED, options_of
from hoplo_companion.odds.advise import advise as find_plans
from hoplo_companion.odds.forecast import plain_forecast
from hoplo_companion.render.advice import advice_lines, option_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from hoplo_companion.odds.advise import Advised, Option
    from hoplo_companion.odds.quick_look import Aim
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question

AimOption = Annotated[str, typer.Option("--for", metavar="AIM", help="What the plans are for: goal, safety or damage.")]


def advise(
    terminal: Terminal,
    board: WrittenBoard,
    aim: AimOption = "goal",
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=600, help="How long to search.")] = 3.0,
) -> Answer:
    """Show the best few plans for your turn, each with its numbers and what speaks for it.

    While a question is open in the fight that is followed, show which of its options serves you best.
    """
    wanted = aim_of(aim)
    if board.is_followed():
        game = followed_game()
        question = game.question()
        if question is not None:
            return of_options(terminal, game.combat, question, wanted, seconds)
    combat = your_board(terminal, board)
    with terminal.progress(tr("Looking at plans")) as note:
        found: Advised = look_up(terminal, combat, lambda now: find_plans(now, wanted, _time(seconds, note)))
    return Answer(lambda: advice_lines(found, aim, combat), lambda: _plain(found, aim))


def aim_of(word: str) -> Aim:
    """Read an aim; UsageError where there is no such one."""
    found = next((aim for aim in COUNTED if aim == word.lower()), None)
    if found is None:
        advice = near(word, list(COUNTED), tr("aims"))
        raise UsageError(tr("{word} is not an aim; {advice}", word=clip(word), advice=advice))
    return found


def _time(seconds: float, note: Callable[[int, int], None]) -> Callable[[], float]:
    """Give what tells how many seconds are left, and shows it."""
    end = monotonic() + seconds

    def left() -> float:
        rest = max(0.0, end - monotonic())
        note(int(100 * (1 - rest / seconds)), 100)
        return rest

    return left


def of_options(terminal: Terminal, combat: Combat, question: Question, aim: Aim, seconds: float) -> Answer:
    """Show which option of an open question serves you best."""
    if question.kind not in ("choice", "hex") or len(set(question.options)) < 2:
        raise HoploError(tr("there is no choice to advise on right now: `hoplo odds` shows the chances"))
    found: list[Option] = look_up(
        terminal, combat, lambda now: options_of(now, aim, _time(seconds, lambda _done, _all: None))
    )

    def table() -> dict[str, Any]:
        options = [{"option": each.option, "forecast": _forecast(each.behind)} for each in found]
        return {"question": question.id, "unit": question.unit, "options": options}

    return Answer(lambda: option_lines(found, question, combat), table)


def _forecast(behind: Any) -> Any:
    return plain_forecast(behind) if behind is not None else None


def _plain(found: Advised, aim: str) -> dict[str, Any]:
    """Write advice as plain data: every plan as `odds turn` writes it."""
    return {
        "for": aim,
        "plans": [
            {
                "plan": "; ".join(action.typed() for action in each.played.actions),
                **plain_results(each.played, each.results),
                "forecast": _forecast(each.behind),
                "without_effect": each.by_hand,
                "reason": {key: value for key, value in each.reason._asdict().items() if value not in ("", None)},
            }
            for each in found.plans
        ],
        "looked_at": found.looked,
        "counted": found.counted,
        "unknown": found.unknown,
        "tactics_known": found.tactics,
    }
