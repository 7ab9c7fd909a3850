"""`hoplo spartacus play`: the turn step by step, a key per answer; every answer is a step on disk."""

from __future__ import annotations

import shlex

from hoplo_companion.cli.options import PlainOption
from hoplo_companion.cli.saves.game_commands import lead
from hoplo_companion.cli.spartacus.asking import Asking
from hoplo_companion.cli.spartacus.table import TABLE, do, fight
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.spartacus.actions import ACTIONS
from hoplo_companion.spartacus.game import Game, Stage
from hoplo_companion.spartacus.intrigue import size_of

NEXT: dict[Stage, tuple[str, ...]] = {
    "upkeep": ("refresh", "add", "set"),
    "ledgers": ("heal", "ledgers"),
    "intrigue": ("scheme", "cash", "use", "house-rule", "deploy", "hand-size", "end-turn"),
    "open-market": ("trade", "sell", "close-market"),
    "auction": ("reveal", "bid"),
    "hosting": ("bid", "roll"),
    "invitations": ("invite", "decline"),
    "wagers": ("wager", "fight", "result"),
    "combat": ("fight", "result"),
    "thumb": ("thumb",),
    "tournament": ("seed", "match-won"),
    "over": (),
}
"""The actions that belong to each stage, in their order."""

SCHEMING = ("guard", "foil", "succeed")
"""What may be done while a Scheme is on the table."""

ANY_TIME = ("pay", "react")


def play(terminal: Terminal, plain: PlainOption = False) -> None:
    """Play on, guided: where the game stands, and what may be done next, by a key each."""
    terminal.need_terminal(
        tr("play asks one question after the other: it needs a terminal; every step is a command of its own too")
    )
    lead(
        terminal,
        TABLE,
        lambda game: _next(terminal, game),
        lambda game, word: _carry_out(terminal, game, word, plain),
        lambda line: _do(terminal, _split(line), plain),
        plain=plain,
    )


def actions_now(game: Game) -> list[str]:
    """List the actions that may be carried out now, those of the stage first."""
    if game.scheme is not None:
        return [*SCHEMING, *ANY_TIME]
    here = list(NEXT[game.stage])
    if game.stage == "auction":
        here.remove("reveal" if game.lot is not None else "bid")
    if game.stage == "hosting":
        here.remove("bid" if game.rolling else "roll")
    if game.stage == "ledgers" and not any(each.injured and not each.rolled for h in game.houses for each in h.cards):
        here.remove("heal")
    if game.stage == "tournament":
        here.remove("seed" if game.bracket else "match-won")
    return [*here, *(ANY_TIME if game.stage != "over" else ())]


def _next(terminal: Terminal, game: Game) -> str:
    """Have the next thing to do chosen by a key."""
    said = {tr(ACTIONS[name].help): name for name in actions_now(game)}
    return said[terminal.choose_next(tr("What is next?"), list(said))]


def _carry_out(terminal: Terminal, game: Game, word: str, plain: bool) -> None:
    """Do what was chosen, as the command of that name does it."""
    if word == "end-turn" and size_of(game.houses[game.active]) is None:
        _carry_out(terminal, game, "hand-size", plain)
    _do(terminal, _typed(terminal) if word == "set" else [word, *Asking(terminal, game).words(word)], plain)


def _do(terminal: Terminal, words: list[str], plain: bool) -> None:
    with terminal.called(["spartacus", *words]):
        if words[0] == "fight":
            fight(terminal, plain=plain)
        else:
            do(terminal, words[0], words[1:], plain=plain)


def _typed(terminal: Terminal) -> list[str]:
    """Have a line typed: an action and its words."""
    for name, action in ACTIONS.items():
        terminal.say(f"  {name} {action.usage}  {tr(action.help)}")
    return _split(terminal.ask_line("  > ", list(ACTIONS)))


def _split(line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError:
        raise UsageError(tr("a quotation mark is not closed")) from None
    if not words:
        raise UsageError(tr("nothing was typed"))
    return words


def register(app: App) -> None:
    """Put the command below `hoplo spartacus`."""
    app.command()(play)
