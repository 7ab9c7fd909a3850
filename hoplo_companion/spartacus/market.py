"""The Market Phase: trade, the auction by concealed bids, and the bid for hosting (Spartacus p.10)."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.spartacus.effects import hand_over, pay
from hoplo_companion.spartacus.game import Play, number, pairs, read_card
from hoplo_companion.spartacus.winning import end_phase


def trade(play: Play, words: Sequence[str]) -> None:
    """Hand an asset over, for coins if there are any: `trade John Guard Pete 3`."""
    play.need("open-market")
    price = number(words[-1]) if words and words[-1].isdigit() else 0
    rest = words[:-1] if words and words[-1].isdigit() else words
    if len(rest) < 3:
        raise UsageError(tr("who, which card, to whom, and for how many coins, as in John Guard Pete 3"))
    giver, taker = play.find(rest[0]), play.find(rest[-1])
    if giver == taker:
        raise UsageError(tr("a trade is between two Houses"))
    place = play.card(giver, " ".join(rest[1:-1]), ready=True)
    if price:
        hand_over(play, taker, giver, price)
    card = play.take_card(giver, place)
    play.add_card(taker, card)
    play.note("traded", "sp.trade", house=play.name(giver), card=card.name, other=play.name(taker))


def sell(play: Play, words: Sequence[str]) -> None:
    """Sell an asset to the Bank for its Coin Value: `sell Sally Crixus`, or `sell Sally Crixus 2` to enter it."""
    play.need("open-market")
    if len(words) < 2:
        raise UsageError(tr("a House and its card, as in Sally Crixus"))
    at = play.find(words[0])
    entered = words[-1] if len(words) > 2 and words[-1].isdigit() else ""
    place = play.card(at, " ".join(words[1:-1] if entered else words[1:]), ready=True)
    card = play.house(at).cards[place]
    value = number(entered) if entered else card.value
    if value is None:
        raise UsageError(
            tr("the Coin Value of {card} is not known: add it, as in sell {house} {card} 2", card=card.name,
               house=play.name(at))
        )  # fmt: skip
    play.discard(at, place, "sp.sell")
    pay(play, at, value, "sp.sell")


def close_market(play: Play, words: Sequence[str]) -> None:
    """End Open Market: as many cards are dealt for the Auction as there are players."""
    play.need("open-market")
    play.change(stage="auction", lots=len(play.game.houses), lot=None, tabled={}, rolling=())
    play.note("auction", "sp.auction", n=len(play.game.houses))


def reveal(play: Play, words: Sequence[str]) -> None:
    """Reveal the next card of the Auction: `reveal 'Alard: gladiator 3/4/3, worth 5'`."""
    play.need("auction")
    if play.game.lot is not None:
        raise IllegalError(tr("{card} is up for bid", card=play.game.lot.name))
    card = read_card(" ".join(words))
    play.change(lot=card, tabled={})
    play.note("revealed", "sp.auction", card=card.name)


def bid(play: Play, words: Sequence[str]) -> None:
    """Reveal the bids of a round: `bid Pete=0 Sally=2 John=3 Liz=3`; those who are not named bid nothing."""
    play.need("auction", "hosting")
    game = play.game
    if game.stage == "auction" and game.lot is None:
        raise IllegalError(tr("first reveal a card of the Market Deck"))
    if game.rolling:
        raise IllegalError(tr("nobody bid: {houses} roll off", houses=", ".join(map(play.name, game.rolling))))
    tied = [int(at) for at in game.tabled]
    bids = pairs(play, words)
    for at in bids:
        if tied and at not in tied:
            raise IllegalError(tr("only those who are tied bid on: {houses}", houses=", ".join(map(play.name, tied))))
    bids = {at: bids.get(at, 0) for at in tied or range(len(game.houses))}
    sums = {at: coins + game.tabled.get(str(at), 0) for at, coins in bids.items()}
    for at, coins in sums.items():
        if coins > play.house(at).coins:
            raise IllegalError(
                tr(
                    "{house} bids {n} coins in all and has {has}",
                    house=play.name(at),
                    n=coins,
                    has=play.house(at).coins,
                )
            )
    if not any(bids.values()):
        _failed(play, list(bids))
        return
    highest = max(sums.values())
    best = [at for at, coins in sums.items() if coins == highest]
    if len(best) > 1:
        play.change(tabled={str(at): sums[at] for at in best})
        play.note("tied", "sp.tied-bids", houses=", ".join(map(play.name, best)), n=highest)
        return
    _won(play, best[0], highest)


def _won(play: Play, at: int, coins: int) -> None:
    """Pay the Bank, and take the card or the Host marker."""
    if coins:
        pay(play, at, -coins, "sp.bidding")
    lot = play.game.lot
    play.change(tabled={}, rolling=())
    if play.game.stage == "hosting":
        play.change(host=at)
        play.note("hosts", "sp.hosting", house=play.name(at))
        if end_phase(play, "invitations"):
            play.change(invited=(), entries=(), bets=(), answers=(), loser=None)
            play.influence(at, 1, "sp.honour")
        return
    assert lot is not None
    play.note("bought", "sp.bidding", house=play.name(at), card=lot.name, n=coins)
    play.add_card(at, lot)
    _next_lot(play)


def _next_lot(play: Play) -> None:
    lots = play.game.lots - 1
    play.change(lot=None, lots=lots, tabled={}, stage="auction" if lots else "hosting")


def _failed(play: Play, bidders: list[int]) -> None:
    """End an auction that failed: bids go back; hosting alone is rolled for, among those who still bid."""
    if play.game.stage == "hosting":
        play.change(rolling=tuple(bidders))
        play.note("roll-off", "sp.hosting-roll", houses=", ".join(map(play.name, bidders)))
        return
    lot = play.game.lot
    play.note("failed", "sp.failed-auction", card=lot.name if lot else "")
    _next_lot(play)


def roll(play: Play, words: Sequence[str]) -> None:
    """Roll off for hosting: `roll Pete=2 Liz=5`; those who tie for the highest roll again."""
    play.need("hosting")
    if not play.game.rolling:
        raise IllegalError(tr("nobody has to roll: bid for hosting"))
    rolls = pairs(play, words, 1, 6)
    if set(rolls) != set(play.game.rolling):
        names = ", ".join(map(play.name, play.game.rolling))
        raise UsageError(tr("a die for each of {houses}, as in Pete=2 Liz=5", houses=names))
    best = [at for at, each in rolls.items() if each == max(rolls.values())]
    if len(best) > 1:
        play.change(rolling=tuple(best))
        play.note("roll-again", "sp.roll-tie", houses=", ".join(map(play.name, best)))
        return
    price = play.game.tabled.get(str(best[0]), 0) if play.game.reads("sp.hosting-failed") else 0
    _won(play, best[0], price)
