"""`hoplo odds fight`: how likely the fight is won from here, and what losing, surrendering and spectating cost."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from hoplo_companion.cli.fight.positions import Board, followed_game, look_up
from hoplo_companion.cli.odds.turn import spread_over
from hoplo_companion.cli.options import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.odds.fight import LOST, WON, in_your_turn, plays, wilson
from hoplo_companion.odds.sampling import PART
from hoplo_companion.render.campaign.journey import losing_words, spectating_lines, surrender_words
from hoplo_companion.render.odds import fight_lines
from hoplo_companion.rules.player.options import why_no_surrender
from hoplo_companion.rules.player.turn import has_begun

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.table.play.fight import Game


JobsOption = Annotated[
    int | None, typer.Option("--jobs", min=1, help="Processor cores to use; all there are if left out.")
]


def fight(
    terminal: Terminal,
    board: Board,
    games: Annotated[int, typer.Option("--games", min=1, max=100_000, help="How many fights to play.")] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Play the same fights again.")] = 1,
    your_turn: Annotated[bool, typer.Option("--your-turn", help="On a board: your turn comes first.")] = False,
    jobs: JobsOption = None,
) -> Answer:
    """Show how likely the fight is won from here, with the cost of losing it, of surrendering now, and of spectating.

    It is played many times, your turns as `hoplo advise` looks at a board at first sight. Before an event is accepted
    the costs alone are shown.
    """
    game = None
    if board.is_followed():
        if (before := _before_event()) is not None:
            return before
        game = followed_game()
    combat = _ready(game) if game is not None else board.read(terminal)
    if combat.over:
        raise UsageError(tr("the combat is over: there is no fight left to play"))
    if game is None and (your_turn or has_begun(combat)):
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
            key: {"games": each.won, "share": each.won / each.games, "low": each.low, "high": each.high}
            for key, each in (("won", won), ("campaign_lost", lost))
        }
        how = {over or "undecided": number for over, number in sorted(ends.items())}
        return {"games": games, "seed": seed, **shares, "ends": how}

    return Answer(lambda: fight_lines(won, lost, ends[""], seed, _costs(game)), table)


def _ready(game: Game) -> Combat:
    """The board of the fight that is followed, with whose turn it is."""
    fight, combat = game.fight, game.combat
    if fight.turn_of == "set-up":
        raise UsageError(tr("the fight is still being set up: `hoplo fight` says what comes next"))
    if game.question() is not None or combat.over:
        return combat
    if fight.turn_of == "player":
        return in_your_turn(replace(combat, agenda=()))
    return replace(combat, side="rival", agenda=())


def _costs(game: Game | None) -> list[str]:
    """Say what losing costs, and surrendering now."""
    if game is None:
        return []
    costs = [losing_words(game.campaign, game.fight)]
    refusal = why_no_surrender(game.combat)
    if refusal.rule:
        return [*costs, tr("Surrendering: {why}.", why=refusal.why)]
    return [*costs, surrender_words(game.campaign, game.fight)]


def _before_event() -> Answer | None:
    """What spectating brings, where the campaign's event may still be spectated and no fight is followed."""
    from hoplo_companion.campaign.model import RefusedError
    from hoplo_companion.campaign.rounds import may  # a board by itself needs no campaign
    from hoplo_companion.cli.campaign.open_campaign import look
    from hoplo_companion.render.style import Span
    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        campaign = look()[1]
        if campaign.fight is not None or not may(campaign, "spectate"):
            return None
    except (NoCampaignError, RefusedError):
        return None
    head = tr("The fight is not set up yet: `hoplo fight start` does that, and then its chances can be played out.")
    return Answer(
        lambda: [[Span(head)], [Span(tr("Spectating"), "heading")], *spectating_lines(campaign)],
        lambda: {"games": 0, "spectating": {"influence": campaign.pad.act}},
    )
