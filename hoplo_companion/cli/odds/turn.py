"""`hoplo odds turn`: what a plan of yours is worth before it is done, beside another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from hoplo_companion.cli.fight.positions import Board, WrittenBoard, followed_game, look_up
from hoplo_companion.cli.odds.forecast import SecondsOption, spread_over, until
from hoplo_companion.cli.options import Answer, CardsOption
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.odds.budget import Budget
from hoplo_companion.odds.fight import plain_share, winning
from hoplo_companion.odds.forecast import Behind, plain_forecast
from hoplo_companion.odds.plan import Reading, play, results
from hoplo_companion.render.advice import plan_lines
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.player.turn import has_begun
from hoplo_companion.table.play.answers import NoAnswers, TypedAnswers, rehearse

if TYPE_CHECKING:
    from fractions import Fraction

    from hoplo_companion.odds.fight import Winning
    from hoplo_companion.odds.forecast import Forecast
    from hoplo_companion.odds.plan import Played, Results
    from hoplo_companion.rules.model import Combat

TYPED = Reading(lambda words: TypedAnswers(words, NoAnswers()), rehearse)


def turn(
    terminal: Terminal,
    board: Board,
    line: Annotated[str, typer.Argument(help="The plan, as a line of turn: 'move krak E3; attack krak rep; end'.")],
    other: Annotated[list[str] | None, typer.Option("--or", help="Another plan, to be shown beside it.")] = None,
    re_rolls: CardsOption = False,
    seconds: SecondsOption = 3.0,
) -> Answer:
    """Show what a plan for your turn is worth before you do it: its results, the rival's next turn, the chance to win.

    The chances are exact; a board too large to be counted is played many times, and the figures say so. The chance to
    win comes from fights played on. Hits typed with an attack are taken as rolled. Nothing is done and nothing changes;
    an illegal action is refused with its rule.
    """
    plans = [read_actions(each) for each in [line, *(other or [])]]
    combat = your_board(terminal, board)

    def count(now: Combat) -> tuple[list[tuple[Played, Results, Forecast]], Winning]:
        found: list[tuple[Played, Results, Forecast]] = []
        behind = Behind(now)
        for actions in plans:
            played = play(now, actions, TYPED, cards=re_rolls)
            with terminal.progress(tr("The rival's next turn")) as note:
                rivals = behind.plan(played, spread_over(), note, until(Budget(seconds), now))
            found.append((played, results(played), rivals))
        with terminal.progress(tr("Playing fights")) as note:
            return found, winning([played for played, _, _ in found], Budget(seconds), spread_over(), note)

    found, wins = look_up(terminal, combat, count)

    def table() -> dict[str, Any]:
        plans = [
            {**plain_worth(*each), "wins": plain_share(share)} for each, share in zip(found, wins.after, strict=True)
        ]
        return {"plans": plans, "wins_now": plain_share(wins.now)}

    return Answer(lambda: plan_lines(found, wins), table)


def your_board(terminal: Terminal, board: Board | WrittenBoard) -> Combat:
    """Read the board that your turn is looked at on; one that is not yours yet is taken as if your turn began now."""
    followed = board.is_followed()
    if followed:
        game = followed_game()
        if game.question() is not None:
            raise UsageError(tr("a question is open, and comes first: `hoplo fight` shows it"))
    combat = board.read(terminal)
    if combat.over:
        raise UsageError(tr("the combat is over: there is no turn of yours to come"))
    if followed and not has_begun(combat) and game.fight.turn_of != "player":
        terminal.notice(tr("it is not your turn: this is as if it began now"))
        combat = replace(combat, step="", agenda=())
    return combat


def plain_worth(played: Played, found: Results, behind: Forecast) -> dict[str, Any]:
    """Write what a plan is worth as plain data, every chance a fraction."""
    return {
        **plain_results(played, found),
        "forecast": plain_forecast(behind),
        "without_effect": list(behind.by_hand),
    }


def plain_results(played: Played, found: Results) -> dict[str, Any]:
    """Write what a plan comes to by the end of your turn as plain data."""
    goal = {
        "points": _numbers(found.points),
        "key_hexes": _numbers(found.keys),
        "flag": str(found.flag) if found.flag is not None else None,
    }
    return {
        "actions": [
            {"action": action.typed(), "possible": str(possible)}
            for action, possible in zip(played.actions, played.possible, strict=True)
        ],
        "results": {
            "defeated": {id_: str(odds) for id_, odds in found.defeated.items()},
            "lost": {id_: str(odds) for id_, odds in found.lost.items()},
            "damage": {id_: str(hp) for id_, hp in found.hp.items()},
            "won": str(found.won),
            "over": str(found.over),
            **{key: value for key, value in goal.items() if value is not None},
        },
        "chosen": [{"question": each.question.id, "option": each.option} for _, each in played.left],
    }


def _numbers(numbers: dict[int, Fraction] | None) -> dict[str, str] | None:
    return {str(number): str(odds) for number, odds in numbers.items()} if numbers is not None else None
