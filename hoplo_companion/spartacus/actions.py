"""Every action at the table by its word; what has no rule of its own is entered by hand here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus import arena, intrigue, market, upkeep, winning
from hoplo_companion.spartacus.effects import hand_over
from hoplo_companion.spartacus.game import (
    BEGINNINGS,
    FEWEST_HOUSES,
    GOAL,
    MOST_HOUSES,
    Game,
    Happened,
    House,
    Options,
    Play,
    number,
    read_card,
)
from hoplo_companion.spartacus.pools import read_pools
from hoplo_companion.spartacus.readings import choose_reading


class Action(NamedTuple):
    """An action: what it does to a game in play, its words, and what it is for in one line."""

    do: Callable[[Play, Sequence[str]], None]
    usage: str
    help: str


def new_game(name: str, houses: Sequence[str], kind: str, options: Options, host: str = "") -> Game:
    """Set a game up: the Houses clockwise, with the Influence of its type; the first hosts unless another is named."""
    names = [" ".join(each.split())[:40] for each in houses]
    if not FEWEST_HOUSES <= len(names) <= MOST_HOUSES:
        raise UsageError(tr("two to four Houses play, not {n}: there are four House cards", n=len(names)))
    if len({each.casefold() for each in names}) < len(names) or not all(names):
        raise UsageError(tr("each House has a name of its own"))
    if any("=" in each or ":" in each or " " in each for each in names):
        raise UsageError(tr("the name of a House is one word"))
    if kind not in BEGINNINGS:
        raise UsageError(tr("{kind} is not quick, standard or advanced", kind=clip(kind)))
    play = Play(Game(name, tuple(House(each, influence=BEGINNINGS[kind]) for each in names), options=options))
    play.change(host=play.find(host) if host else 0)
    return play.game


def pay(play: Play, words: Sequence[str]) -> None:
    """Have coins change hands, which they may at any time: `pay Pete Liz 2`."""
    if len(words) != 3:
        raise UsageError(tr("who pays whom how many coins, as in Pete Liz 2"))
    hand_over(play, play.find(words[0]), play.find(words[1]), number(words[2], 1))


def add(play: Play, words: Sequence[str]) -> None:
    """Put a card before a House: `add Pete 'Crixus: gladiator 4/4/4, worth 5'`."""
    if len(words) < 2:
        raise UsageError(tr("a House and a card, as in add Pete 'Crixus: gladiator 4/4/4, worth 5'"))
    at, card = play.find(words[0]), read_card(" ".join(words[1:]))
    play.add_card(at, card)
    play.note("added", "sp.starting-assets", house=play.name(at), card=card.name)


def remove(play: Play, words: Sequence[str]) -> None:
    """Take a card away from a House, whatever it is: `remove Pete Crixus`."""
    if len(words) < 2:
        raise UsageError(tr("a House and its card, as in remove Pete Crixus"))
    at = play.find(words[0])
    play.discard(at, play.card(at, " ".join(words[1:])), "sp.starting-assets")


FLAGS: dict[str, dict[str, Any]] = {
    "ready": {"exhausted": False, "injured": False},
    "exhausted": {"exhausted": True},
    "injured": {"exhausted": True, "injured": True},
    "champion": {"champion": True, "favour": 0},
}


def set_(play: Play, words: Sequence[str]) -> None:
    """Put anything to what it is on the table: `set Pete coins 5`, `set Pete Crixus injured`."""
    match list(words):
        case [house, "coins" | "influence" | "hand" as key, value]:
            at = play.find(house)
            least, most = (play.least_influence, GOAL) if key == "influence" else (0, 999)
            play.set_house(at, **{key: number(value, least, most)})
        case [house, *name, flag] if flag in FLAGS and name:
            at = play.find(house)
            play.set_card(at, play.card(at, " ".join(name)), **FLAGS[flag])
        case [house, *name, "worth" | "favour" as key, value] if name:
            at = play.find(house)
            amount = number(value, 0, 99 if key == "worth" else 2)
            play.set_card(at, play.card(at, " ".join(name)), **{"value" if key == "worth" else "favour": amount})
        case [house, *name, "dice", pools] if name:
            at = play.find(house)
            place = play.card(at, " ".join(name), ("gladiator", "slave"))
            old = play.house(at).cards[place].fight.split(" ", 1)
            play.set_card(at, place, fight=" ".join([str(read_pools(pools)), *old[1:]]))
        case _:
            raise UsageError(
                tr(
                    "a House, a key and its value: coins, influence or hand; or a card that is ready, exhausted, "
                    "injured or champion, or its favour, worth or dice"
                )
            )
    play.note("set", "", words=" ".join(words))


ACTIONS: dict[str, Action] = {
    "pay": Action(pay, "FROM TO COINS", later("Coins change hands, at any time.")),
    "add": Action(add, "HOUSE CARD", later("Put a card before a House.")),
    "remove": Action(remove, "HOUSE CARD", later("Take a card away from a House.")),
    "set": Action(set_, "HOUSE KEY VALUE", later("Set anything to what it is on the table.")),
    "reading": Action(choose_reading, "RULING READING", later("Choose another reading of an open question.")),
    "refresh": Action(upkeep.refresh, "", later("Upkeep: turn exhausted cards face up.")),
    "heal": Action(upkeep.heal, "HOUSE CARD ROLL", later("Upkeep: a healing roll; a second number re-rolls it.")),
    "ledgers": Action(upkeep.ledgers, "[HOUSE=CARD]...", later("Upkeep: balance the ledgers of all Houses.")),
    "cash": Action(intrigue.cash, "HOUSE COINS", later("Intrigue: cash a card in.")),
    "use": Action(intrigue.use, "HOUSE CARD: EFFECTS", later("Intrigue: exhaust a card for its ability.")),
    "house-rule": Action(intrigue.house_rule, "HOUSE RULE: EFFECTS", later("Intrigue: use a House special rule.")),
    "scheme": Action(
        intrigue.scheme, "HOUSE NAME INFLUENCE TARGET [support HOUSE...]", later("Intrigue: play a Scheme.")
    ),
    "succeed": Action(intrigue.succeed, "EFFECTS", later("Intrigue: the Scheme succeeds, and does this.")),
    "guard": Action(intrigue.guard, "HOUSE ROLL [hand]", later("Intrigue: a Guard attempt against the Scheme.")),
    "foil": Action(intrigue.foil, "HOUSE NAME INFLUENCE", later("Intrigue: foil the Scheme by a Reaction.")),
    "react": Action(intrigue.react, "HOUSE NAME INFLUENCE: EFFECTS", later("Play a Reaction, at any time.")),
    "deploy": Action(intrigue.deploy, "HOUSE", later("Intrigue: put a Guard from hand on the table.")),
    "hand-size": Action(intrigue.hand_size, "HOUSE NUMBER", later("Enter a Hand Size off a House card.")),
    "end-turn": Action(intrigue.end_turn, "[HOUSE]", later("Intrigue: end the Intrigue Turn.")),
    "trade": Action(market.trade, "HOUSE CARD HOUSE [COINS]", later("Open Market: an asset changes hands.")),
    "sell": Action(market.sell, "HOUSE CARD [VALUE]", later("Open Market: sell an asset to the Bank.")),
    "close-market": Action(market.close_market, "", later("End Open Market; the Auction begins.")),
    "reveal": Action(market.reveal, "CARD", later("Auction: reveal the next card.")),
    "bid": Action(market.bid, "HOUSE=COINS...", later("Auction or hosting: the bids of a round.")),
    "roll": Action(market.roll, "HOUSE=DIE...", later("Hosting: the roll-off where nobody bid.")),
    "invite": Action(arena.invite, "HOUSE CARD [with GEAR, GEAR]", later("Arena: an Invitation is accepted.")),
    "decline": Action(arena.decline, "HOUSE", later("Arena: an Invitation is declined.")),
    "wager": Action(arena.wager, "HOUSE COINS ON", later("Arena: place a wager.")),
    "fight": Action(arena.fight, "", later("Arena: close the betting; the match begins.")),
    "answer": Action(arena.answer, "ANSWER", later("Arena: answer the question of the match.")),
    "result": Action(arena.result, "WINNER DEFEAT", later("Arena: enter how the match ended.")),
    "thumb": Action(arena.thumb, "up|down", later("Arena: the Host's thumb.")),
    "seed": Action(winning.seed, "[HOUSE=DIE]...", later("Tournament: rank the Houses by their totals.")),
    "match-won": Action(winning.match_won, "HOUSE", later("Tournament: who won the match.")),
}
"""Every action, in the order of a turn."""


def act(game: Game, action: str, words: Sequence[str]) -> tuple[Game, list[Happened]]:
    """Carry an action out; HoploError where it cannot be, and the game stays as it is."""
    if action not in ACTIONS:
        raise UsageError(tr("{word} is not an action: {actions}", word=clip(action), actions=", ".join(ACTIONS)))
    if game.stage == "over" and action != "set":
        raise IllegalError(tr("the game is won: {house}", house=game.houses[game.winner or 0].name))
    play = Play(game)
    ACTIONS[action].do(play, list(words))
    return play.game, play.events
