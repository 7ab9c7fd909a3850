"""How Spartacus is played: its stages in the order of a turn, each with its way out, and all its actions."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later
from hoplo_companion.spartacus.arena import ARENA, TOURNAMENT, seated
from hoplo_companion.spartacus.fighter import arena_text, read_fighter
from hoplo_companion.spartacus.game import (
    FEWEST_HOUSES,
    MOST_HOUSES,
    Card,
    Entry,
    Game,
    House,
    Options,
    Play,
)
from hoplo_companion.spartacus.market import MARKET
from hoplo_companion.spartacus.upkeep import ANY_TIME, INTRIGUE, UPKEEP, balance
from hoplo_companion.tables.actions import Book, Stage
from hoplo_companion.tables.slots import meant

BEGINNINGS = {"quick": 7, "standard": 4, "advanced": 1}
"""The Influence at the beginning of each type of game ("Choose a Game Type")."""

STAGES = {
    "upkeep": Stage(later("Upkeep: refresh cards")),
    "ledgers": Stage(later("Upkeep: heal injuries, balance the ledgers"), balance),
    "intrigue": Stage(later("Intrigue Phase")),
    "scheme": Stage(later("Intrigue Phase: a Scheme")),
    "open-market": Stage(later("Market Phase: Open Market")),
    "auction": Stage(later("Market Phase: Auction")),
    "lot": Stage(later("Market Phase: the card that was won")),
    "hosting": Stage(later("Market Phase: Bid for Hosting")),
    "roll-off": Stage(later("Market Phase: the roll-off for hosting")),
    "invitations": Stage(later("Arena Phase: Hosting the Event"), seated),
    "wagers": Stage(later("Arena Phase: Place Wagers")),
    "combat": Stage(later("Arena Phase: Combat!")),
    "thumb": Stage(later("Arena Phase: The Power of Life & Death")),
    "tournament": Stage(later("Tournament"), seated),
    "over": Stage(later("The game is won")),
}


def stage_of(game: Game) -> str:
    """The stage that a game is in, or what is open within it."""
    if game.scheme is not None:
        return "scheme"
    if game.buyer is not None:
        return "lot"
    return "roll-off" if game.rolling else game.stage


BOOK = Book(
    "spartacus", STAGES, {**UPKEEP, **INTRIGUE, **MARKET, **ARENA, **TOURNAMENT, **ANY_TIME}, Play, stage_of, "over"
)


def new_game(
    name: str, houses: Sequence[str], kind: str, options: Options, host: str = "", coins: Sequence[int] = ()
) -> Game:
    """Set a game up: the Houses clockwise, with the Influence of its type; the first hosts unless another is named."""
    names = [" ".join(each.split())[:40] for each in houses]
    if not FEWEST_HOUSES <= len(names) <= MOST_HOUSES:
        raise UsageError("two to four Houses play, not {n}: there are four House cards", n=len(names))
    if len({each.casefold() for each in names}) < len(names) or not all(names):
        raise UsageError("each House has a name of its own")
    if any("=" in each or ":" in each or " " in each for each in names):
        raise UsageError("the name of a House is one word")
    if kind not in BEGINNINGS:
        raise UsageError("{kind} is not quick, standard or advanced", kind=clip(kind))
    if coins and len(coins) != len(names):
        raise UsageError(
            "starting coins for {entered} of {n} Houses: enter one number for each", n=len(names), entered=len(coins)
        )
    first = int(meant(host, {str(at): each for at, each in enumerate(names)})) if host else 0
    have = zip(names, coins or [0] * len(names), strict=True)
    every = tuple(House(each, influence=BEGINNINGS[kind], coins=its) for each, its in have)
    return Game(name, every, host=first, options=options)


def match_alone(texts: Sequence[str], options: Options) -> Game:
    """A match outside of any game, as a game of two Houses with a Combatant each that ends with it."""
    fighters = [read_fighter(text, name) for text, name in zip(texts, ("A", "B"), strict=True)]
    names = [each.name for each in fighters]
    houses = names if names[0].casefold() != names[1].casefold() else ["I", "II"]
    cards = [Card(names[at], "gladiator", fight=arena_text(texts[at]), id=f"combatant-{at + 1}") for at in (0, 1)]
    return Game(
        "duel",
        tuple(House(house, cards=(card,)) for house, card in zip(houses, cards, strict=True)),
        stage="combat",
        options=options,
        entries=tuple(Entry(at, names[at], ids=(cards[at].id,)) for at in (0, 1)),
        bracket=(0, 1),
    )
