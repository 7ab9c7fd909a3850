"""What is to come, counted: `forecast` the rival's next turn, `odds turn` a plan of yours, `advise`, `odds fight`."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from signal import SIG_IGN, SIGINT, signal
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from msgspec.structs import replace

from hoplo_companion.cli.fight.positions import Board, WrittenBoard, followed_game, is_followed, load_position, look_up
from hoplo_companion.cli.options import Answer, CardsOption, Many, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.odds.actions import play
from hoplo_companion.odds.advise import Advice, Advised, options_of, winning
from hoplo_companion.odds.advise import advise as find_plans
from hoplo_companion.odds.fight import LOST, WON, in_your_turn, plain_share, plays, wilson
from hoplo_companion.odds.forecast import Behind, Foreseen, foresee, plain_forecast
from hoplo_companion.odds.quick_look import Aim
from hoplo_companion.odds.sampling import PART, Budget, Enough
from hoplo_companion.odds.values import Forecast
from hoplo_companion.render.advice import advice_lines, option_lines, plan_lines
from hoplo_companion.render.campaign.journey import failing_words, spectating_lines
from hoplo_companion.render.odds import fight_lines, forecast_lines, odds_words
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import read_actions
from hoplo_companion.rules.player.options import has_begun, why_no_surrender
from hoplo_companion.rules.sentence import said
from hoplo_companion.table.play.answers import rehearse, typed_answer

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign, Fight
    from hoplo_companion.render.style import Line
    from hoplo_companion.table.play.fight import Game
    from hoplo_companion.table.saves.library import Opened

T = TypeVar("T")
R = TypeVar("R")

SecondsOption = Annotated[float, option("How long to search.", min=0.1, max=600)]


# The rival's next turn --------------------------------------------------------------------------------------------


def forecast(terminal: Terminal, board: WrittenBoard, seconds: SecondsOption = 3.0) -> Answer:
    """Show what the rival's next turn can do to your units: defeat, HP lost, and which choices make it best or worst.

    It is counted exactly, dice by dice and choice by choice; a board too large for that is played many times until the
    chances are near or the seconds are over, and the figures say so. Nothing changes.
    """
    _, combat = _looked_at(terminal, board)

    def count(now: Combat) -> Foreseen:
        with terminal.progress(tr("The rival's next turn")) as note:
            return foresee(now, spread_over(), until(Budget(seconds), now, note))

    found = look_up(terminal, combat, count)

    def table() -> dict[str, Any]:
        """As `solve` answers it, with the choices behind it and what was left out."""
        return {
            **plain_forecast(found.forecast),
            "tribune": {id_: each.defeated._asdict() for id_, each in found.tribune.items()},
            "choices": {
                id_: {word: [each.plain() for each in choices] for word, choices in ways.items() if choices}
                for id_, ways in found.choices.items()
            },
            "without_effect": list(found.forecast.by_hand),
        }

    return Answer(lambda: forecast_lines(found), table)


def until(budget: Budget, combat: Combat, note: Callable[..., None] = lambda _done, _all, _text="": None) -> Enough:
    """Say when sampling will do: every chance is near, or the time is over; and show how it stands."""
    names, hero = names_of(combat), combat.hero()

    def is_enough(found: Forecast, needed: int) -> bool:
        text = ""
        if hero is not None and hero.id in found.units:
            text = tr("{unit} falls", unit=names(hero.id)) + f" {odds_words(found.units[hero.id].defeated.worst)}"
        done = found.turns or found.ways
        note(min(done, needed), needed, text)
        return done >= needed or budget.left() <= 0

    return is_enough


def spread_over(jobs: int | None = None) -> Callable[[Callable[[T], R], Iterable[T]], Iterator[R]]:
    """What carries out the same for several things, on so many cores; all there are, unless it is said."""
    cores = jobs or os.cpu_count() or 1

    def spread(run: Callable[[T], R], things: Iterable[T]) -> Iterator[R]:
        if cores == 1:
            yield from map(run, things)
            return
        from concurrent.futures import ProcessPoolExecutor

        to_do = iter(things)
        # Ctrl-C is left to whoever waits for the work.
        with ProcessPoolExecutor(cores, initializer=signal, initargs=(SIGINT, SIG_IGN)) as pool:
            waiting = deque(pool.submit(run, each) for each in islice(to_do, 2 * cores))
            try:
                while waiting:
                    yield waiting.popleft().result()
                    waiting.extend(pool.submit(run, each) for each in islice(to_do, 1))
            finally:
                pool.shutdown(cancel_futures=True)

    return spread


# A plan of yours ----------------------------------------------------------------------------------------------------


def turn(
    terminal: Terminal,
    board: Board,
    line: Annotated[str, argument("The plan, as a line of turn: 'move krak E3; attack krak rep; end'.")],
    other: Annotated[Many, option("Another plan, to be shown beside it.", names="--or")] = None,
    re_rolls: CardsOption = False,
    seconds: SecondsOption = 3.0,
) -> Answer:
    """Show what a plan for your turn is worth before you do it: its results, the rival's next turn, the chance to win.

    The chances are exact; a board too large to be counted is played many times, and the figures say so. The chance to
    win comes from fights played on. Hits typed with an attack are taken as rolled. Nothing is done and nothing changes;
    an illegal action is refused with its rule.
    """
    plans = [read_actions(each) for each in [line, *(other or [])]]
    if not all(plans):
        raise UsageError("no action is named: `hoplo options` lists what you may do")
    combat = _your_turn(terminal, *_looked_at(terminal, board))

    def count(now: Combat) -> Advised:
        behind, found = Behind(now, spread=spread_over()), list[Advice]()
        for actions in plans:
            played = play(now, actions, typed_answer, rehearse, cards=re_rolls)
            with terminal.progress(tr("The rival's next turn")) as behind.note:
                found.append(Advice(played, behind.plan(played, until(Budget(seconds), now))))
        with terminal.progress(tr("Playing fights")) as note:
            return winning(found, Budget(seconds, note, spread_over()))

    found = look_up(terminal, combat, count)

    def table() -> dict[str, Any]:
        plans = [{**_plain_plan(each), "wins": plain_share(each.wins)} for each in found.plans]
        return {"plans": plans, "wins_now": plain_share(found.now)}

    return Answer(lambda: plan_lines(found), table)


def _your_turn(terminal: Terminal, game: Game | None, combat: Combat) -> Combat:
    """The board that your turn is looked at on; of the fight that is followed as if your turn began now."""
    if game is not None and game.question() is not None:
        raise UsageError("a question is open, and comes first: `hoplo fight` shows it")
    if game is not None and not has_begun(combat) and game.fight.turn_of != "player":
        terminal.notice("it is not your turn: this is as if it began now")
        combat = replace(combat, step="", agenda=())
    return combat


def _plain_plan(plan: Advice) -> dict[str, Any]:
    """Write what a plan comes to by the end of your turn, and the rival's turn behind it, as plain data."""
    played = plan.played
    return {
        "actions": [
            {"action": action.typed(), "possible": possible}
            for action, possible in zip(played.actions, played.possible, strict=True)
        ],
        "results": {key: value for key, value in played.results._asdict().items() if value is not None},
        "chosen": [{"question": each.question.id, "option": each.option} for each in played.left],
        "forecast": plain_forecast(plan.behind),
        "without_effect": list(plan.behind.by_hand),
    }


# The best plans ---------------------------------------------------------------------------------------------------

LOOK = 2.0
"""The seconds that hoplo looks back at a turn, where you let it."""

AimOption = Annotated[Aim, option("What the plans are for: goal, safety or damage.", names="--for")]


def advise(terminal: Terminal, board: WrittenBoard, aim: AimOption = "goal", seconds: SecondsOption = 3.0) -> Answer:
    """Show the best few plans for your turn, each with its numbers and what speaks for it.

    While a question is open in the fight that is followed, show which of its options serves you best.
    """
    game, combat = _looked_at(terminal, board)
    if game is not None and (question := game.question()) is not None:
        if question.kind not in ("choice", "hex") or len(set(question.options)) < 2:
            raise HoploError("there is no choice to advise on right now: `hoplo odds fight` shows the chances")
        ways = look_up(terminal, game.combat, lambda now: options_of(now, aim, Budget(seconds)))
        options = [{"option": each, "forecast": behind and plain_forecast(behind)} for each, behind in ways.items()]
        table = {"question": question.id, "unit": question.unit, "options": options}
        return Answer(lambda: option_lines(ways, question, game.combat), lambda: table)
    combat = _your_turn(terminal, game, combat)

    def look(now: Combat) -> Advised:
        with terminal.progress(tr("Looking at plans")) as note:
            return find_plans(now, aim, Budget(seconds, note, spread_over()))

    found = look_up(terminal, combat, look)
    if game is not None:
        _keep_advice(terminal, game.fight, found)
    return Answer(lambda: advice_lines(found, aim, combat), lambda: _plain_advice(found, aim))


def _keep_advice(terminal: Terminal, fight: Fight, found: Advised) -> None:
    """Keep the plans of your turn with the fight, for `hoplo luck`; not while an undone step may be redone."""
    if fight.turn_of != "player" or not found.plans:
        return
    from hoplo_companion.table.play.replay import with_advice  # a board by itself needs no campaign
    from hoplo_companion.table.saves.library import Library

    try:
        with Library().opened() as opened:
            if opened.now.fight == fight and not opened.save.header.redo:
                what = said("Advice: {plan}", plan=found.plans[0].played.line)
                opened.keep(with_advice(opened.now, found), terminal.words, what, part=True)
    except HoploError as fault:
        terminal.notice("the advice is not kept: {reason}", reason=fault)


def look_back(terminal: Terminal, opened: Opened[Campaign], campaign: Campaign) -> Campaign:
    """Find the best plan for your turn as it began, and give the campaign with it; as it is where there is none."""
    from hoplo_companion.rules.position.reading import PositionReader
    from hoplo_companion.table.play.replay import turn_without_advice, with_advice

    try:
        began = turn_without_advice(opened.save, campaign.fight) if campaign.fight is not None else None
        if began is None:
            return campaign
        with terminal.progress(tr("Looking at plans")) as note:
            combat = PositionReader(catalogue()).read_plain(began[1])
            found = find_plans(combat, "goal", Budget(LOOK, note))
    except HoploError:
        return campaign  # A turn ends whatever can be found out about it.
    return with_advice(campaign, found, began[0]) if found.plans else campaign


def _plain_advice(found: Advised, aim: str) -> dict[str, Any]:
    """Write advice as plain data: every plan as `odds turn` writes it."""
    return {
        "for": aim,
        "plans": [
            {
                "plan": each.played.line,
                **_plain_plan(each),
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


# The whole fight -----------------------------------------------------------------------------------------------------


def fight(
    terminal: Terminal,
    board: Board,
    games: Annotated[int, option("How many fights to play.", min=1, max=100_000)] = 200,
    seed: Annotated[int, option("Play the same fights again.", min=0)] = 1,
    your_turn: Annotated[bool, option("On a board: your turn comes first.")] = False,
    jobs: Annotated[int | None, option("Processor cores to use; all there are if left out.", min=1)] = None,
) -> Answer:
    """Show how likely the fight is won from here, with the cost of losing it, of surrendering now, and of spectating.

    It is played many times, your turns as `hoplo advise` looks at a board at first sight. Before an event is accepted
    the costs alone are shown.
    """
    if is_followed(board) and (before := _before_event()) is not None:
        return before
    game, combat = _looked_at(terminal, board)
    if game is not None and game.question() is None:
        combat = replace(combat, agenda=())
        combat = in_your_turn(combat) if game.fight.turn_of == "player" else replace(combat, side="rival")
    elif game is None and (your_turn or has_begun(combat)):
        combat = in_your_turn(combat)

    def count(now: Combat) -> Counter[str]:
        parts = (([now] * min(PART, games - at), seed + at) for at in range(0, games, PART))
        ends: Counter[str] = Counter()
        try:
            with terminal.progress(tr("Playing fights")) as note:
                for found in spread_over(jobs)(plays, parts):
                    ends.update(found)
                    note(ends.total(), games)
        except KeyboardInterrupt:
            if not ends:
                raise
        return ends

    ends = look_up(terminal, combat, count)
    games = ends.total()
    won, lost = wilson(ends[WON], games), wilson(ends[LOST], games)

    def table() -> dict[str, Any]:
        shares = {
            key: {**(plain_share(each) or {}), "games": each.won}
            for key, each in (("won", won), ("campaign_lost", lost))
        }
        how = {over or "undecided": number for over, number in sorted(ends.items())}
        return {"games": games, "seed": seed, **shares, "ends": how}

    def lines() -> list[Line]:
        costs = []
        if game is not None:
            refusal = why_no_surrender(game.combat)
            surrendering = tr("Surrendering: {why}.", why=refusal.why) if refusal else ""
            surrendering = surrendering or failing_words(game.campaign, game.fight, by_surrender=True)
            costs = [failing_words(game.campaign, game.fight, by_surrender=False), surrendering]
        return fight_lines(won, lost, ends[""], seed, costs)

    return Answer(lines, table)


def _looked_at(terminal: Terminal, board: Board | WrittenBoard) -> tuple[Game | None, Combat]:
    """The board, with the fight where it is followed; UsageError where nothing is to come, or it is being set up."""
    game = followed_game() if is_followed(board) else None
    if game is not None and game.fight.turn_of == "set-up":
        raise UsageError("the fight is still being set up: `hoplo fight` says what comes next")
    combat = game.combat if game is not None else load_position(terminal, *board)
    if combat.over:
        raise UsageError("the combat is over: there is no fight left to play")
    return game, combat


def _before_event() -> Answer | None:
    """What spectating brings, where the campaign's event may still be spectated and no fight is followed."""
    from hoplo_companion.campaign.model import RefusedError
    from hoplo_companion.campaign.rounds import may  # a board by itself needs no campaign
    from hoplo_companion.cli.campaign.open_campaign import look
    from hoplo_companion.render.style import Span
    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        campaign = look()
        if campaign.fight is not None or not may(campaign, "spectate"):
            return None
    except (NoCampaignError, RefusedError):
        return None
    head = tr("The fight is not set up yet: `hoplo fight start` does that, and then its chances can be played out.")
    return Answer(
        lambda: [[Span(head)], [Span(tr("Spectating"), "heading")], *spectating_lines(campaign)],
        lambda: {"games": 0, "spectating": {"influence": campaign.pad.act}},
    )
