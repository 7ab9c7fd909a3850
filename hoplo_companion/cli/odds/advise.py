"""`hoplo advise`: the best few plans for your turn; at an open question, the option that serves you best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from hoplo_companion.cli.fight.positions import WrittenBoard, followed_game, look_up
from hoplo_companion.cli.odds.forecast import SecondsOption, spread_over
from hoplo_companion.cli.odds.turn import plain_results, your_board
from hoplo_companion.cli.options import Answer, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.odds.advise import advise as find_plans
from hoplo_companion.odds.advise import options_of
from hoplo_companion.odds.budget import Budget
from hoplo_companion.odds.fight import plain_share
from hoplo_companion.odds.forecast import plain_forecast
from hoplo_companion.odds.weights import Aim
from hoplo_companion.render.advice import advice_lines, option_lines
from hoplo_companion.rules.sentence import said

if TYPE_CHECKING:
    from hoplo_companion.campaign.fight import Fight
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.odds.advise import Advised, Option
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.table.saves.open_campaign import OpenCampaign

AimOption = Annotated[Aim, option("What the plans are for: goal, safety or damage.", names="--for")]


def advise(
    terminal: Terminal,
    board: WrittenBoard,
    aim: AimOption = "goal",
    seconds: SecondsOption = 3.0,
) -> Answer:
    """Show the best few plans for your turn, each with its numbers and what speaks for it.

    While a question is open in the fight that is followed, show which of its options serves you best.
    """
    if board.is_followed():
        game = followed_game()
        question = game.question()
        if question is not None:
            return of_options(terminal, game.combat, question, aim, seconds)
    combat = your_board(terminal, board)

    with terminal.progress(tr("Looking at plans")) as note:
        budget = Budget(seconds, note)
        found: Advised = look_up(terminal, combat, lambda now: find_plans(now, aim, budget, spread_over()))
    if board.is_followed():
        keep_advice(terminal, game.fight, found)
    return Answer(lambda: advice_lines(found, aim, combat), lambda: _plain(found, aim))


def keep_advice(terminal: Terminal, fight: Fight, found: Advised) -> None:
    """Keep the plans of your turn with the fight, for `hoplo luck`; not while an undone step may be redone."""
    if fight.turn_of != "player" or not found.plans:
        return
    from hoplo_companion.table.play.replay import plans_of, with_advice  # a board by itself needs no campaign
    from hoplo_companion.table.saves.open_campaign import OpenCampaign

    try:
        with OpenCampaign() as opened:
            if opened.campaign.fight == fight and not opened.save.header.redo:
                plans = plans_of(found)
                what = said("Advice: {plan}", plan=plans[0].plan)
                opened.keep(with_advice(opened.campaign, plans), terminal.words, what, part=True)
    except HoploError as fault:
        terminal.notice(tr("the advice is not kept: {reason}", reason=fault))


LOOK = 2.0
"""The seconds that hoplo looks back at a turn, where you let it."""


def look_back(terminal: Terminal, opened: OpenCampaign, campaign: Campaign) -> Campaign:
    """Find the best plan for your turn as it began, and give the campaign with it; as it is where there is none."""
    from hoplo_companion.rules.position.reading import PositionReader
    from hoplo_companion.table.play.replay import plans_of, turn_without_advice, with_advice

    try:
        began = turn_without_advice(opened.save, campaign.fight) if campaign.fight is not None else None
        if began is None:
            return campaign
        with terminal.progress(tr("Looking at plans")) as note:
            combat = PositionReader(catalogue()).read_plain(began[1])
            found = find_plans(combat, "goal", Budget(LOOK, note))
    except HoploError:
        return campaign  # A turn ends whatever can be found out about it.
    return with_advice(campaign, plans_of(found), began[0]) if found.plans else campaign


def of_options(terminal: Terminal, combat: Combat, question: Question, aim: Aim, seconds: float) -> Answer:
    """Show which option of an open question serves you best."""
    if question.kind not in ("choice", "hex") or len(set(question.options)) < 2:
        raise HoploError(tr("there is no choice to advise on right now: `hoplo odds` shows the chances"))
    found: list[Option] = look_up(terminal, combat, lambda now: options_of(now, aim, Budget(seconds)))

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
                "plan": each.line,
                **plain_results(each.played, each.results),
                "forecast": _forecast(each.behind),
                "without_effect": each.by_hand,
                "reason": each.reason and {key: value for key, value in each.reason._asdict().items() if value != ""},
                "wins": plain_share(each.wins),
                "as_good": each.as_good,
            }
            for each in found.plans
        ],
        "wins_now": plain_share(found.now),
        "looked_at": found.looked,
        "played_on": found.played_on,
        "unknown": found.unknown,
        "tactics_known": found.tactics,
    }
