"""The Market Phase: trade, the auction by concealed bids, and the bid for hosting (Spartacus p.10)."""

from __future__ import annotations

from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.game import Card, Play
from hoplo_companion.spartacus.slots import card, coins, house, itself, new_card
from hoplo_companion.tables.actions import Action
from hoplo_companion.tables.slots import Each, Filled, Number

OPEN = ("open-market",)


def trade(play: Play, house: int, card: str, to: int, coins: int) -> None:
    """Hand an asset over, for coins if there are any."""
    if coins:
        play.hand_over(to, house, coins)
    play.move_card(to, house, card, "sp.trade")


def sell(play: Play, house: int, card: str, value: int | None) -> None:
    """Sell an asset to the Bank for its Coin Value."""
    worth = play.game.card(card).value if value is None else value
    if worth is None:
        raise UsageError("the Coin Value of {card} is not known: enter it too", card=play.game.labels(house)[card])
    play.discard(house, card, "sp.sell")
    play.pay(house, worth, "sp.sell")


# The Auction -------------------------------------------------------------------------------------------------------


def close_market(play: Play) -> None:
    """End Open Market: as many cards are dealt for the Auction as there are players."""
    play.change(stage="auction", lots=len(play.game.houses), lot=None, tabled={}, rolling=())
    play.note("auction", n=len(play.game.houses))


def reveal(play: Play, card: Card) -> None:
    """Name the card of the Auction, before the bids or once somebody has won it."""
    play.change(lot=card)
    if play.game.buyer is None:
        play.note("revealed", card=card.name)
    else:
        _next_lot(play, play.game.buyer)


def _next_lot(play: Play, buyer: int | None = None) -> None:
    """Put the card that was up for bid before its buyer, if it has one, and begin with the next."""
    lot, lots = play.game.lot, play.game.lots - 1
    play.change(lot=None, lots=lots, buyer=None, tabled={}, stage="auction" if lots else "hosting")
    if buyer is not None and lot is not None:
        play.gain(buyer, lot, "sp.bidding")


def bidders(filled: Filled) -> dict[int, str]:
    """Who bids in this round: everybody, or those who are tied."""
    names: dict[int, str] = filled.game.names
    return {int(at): names[int(at)] for at in filled.game.tabled or names}


def bid(play: Play, coins: dict[int, int]) -> None:
    """Reveal the bids of a round; where all bid nothing the auction fails, and hosting alone is rolled for."""
    tabled = play.game.tabled
    bids = {at: coins.get(at, 0) for at in bidders(Filled(play.game, {}))}
    sums = {at: amount + tabled.get(str(at), 0) for at, amount in bids.items()}
    highest = max(sums.values())
    best = [at for at in sums if sums[at] == highest]
    if any(bids.values()):
        if len(best) == 1:
            _won(play, best[0], highest)
        else:
            play.change(tabled={str(at): highest for at in best})
            play.note("tied", houses=best, n=highest)
    elif play.game.stage == "hosting":
        play.change(rolling=tuple(bids))
        play.note("roll-off", houses=bids)
    else:
        play.note("failed")
        _next_lot(play)


def _won(play: Play, at: int, coins: int) -> None:
    """Pay the Bank, and take the card or the Host marker."""
    play.change(tabled={}, rolling=())
    play.pay(at, -coins, "sp.bidding")
    if play.game.stage == "hosting":
        play.change(host=at)
        play.note("hosts", house=at)
        if play.end_phase("invitations"):
            play.influence(at, 1, "sp.honour")
    elif play.game.lot is None:
        play.change(buyer=at)
        play.note("won-lot", house=at, n=coins)
    else:
        play.note("bought", house=at, card=play.game.lot.name, n=coins)
        _next_lot(play, at)


def roll(play: Play, die: dict[int, int]) -> None:
    """Roll off for hosting; those who tie for the highest roll again."""
    best = [at for at in die if die[at] == max(die.values())]
    if len(best) > 1:
        play.change(rolling=tuple(best))
        play.note("roll-again", houses=best)
    else:
        tabled = play.game.tabled.get(str(best[0]), 0)
        _won(play, best[0], tabled if play.game.reads("sp.hosting-failed") else 0)


MARKET = {
    "close-market": Action(later("end Open Market"), close_market, (), OPEN),
    "trade": Action(
        later("an asset changes hands"), trade,
        (house(ask=later("Who hands a card over?")), card(), house("to", later("To whom?"), itself),
         coins("to", later("For how many coins?"), least=0, default=0)),
        OPEN,
    ),
    "sell": Action(
        later("sell an asset to the Bank"), sell,
        (house(), card(), Number(name="value", ask=later("The Coin Value of the card:"), most=99, default=None,
                                 quiet=lambda filled: filled.game.card(filled["card"]).value is not None)),
        OPEN,
    ),
    "bid": Action(
        later("the bids of a round"), bid,
        (Each(name="coins", ask=later("Bid of {player}:"), players=bidders, default={},
              most=lambda filled, at: filled.game.may_pay(at)),),
        ("auction", "hosting"),
    ),
    "reveal": Action(
        later("name the card of the Auction"), reveal, (new_card,), ("auction", "lot"), main=("lot",),
        why_not=lambda game: tr("{card} is up for bid", card=game.lot.name) if game.lot is not None else "",
    ),
    "roll": Action(
        later("the roll-off for hosting"), roll,
        (Each(name="die", ask=later("Die of {player}:"), least=1, most=lambda filled, at: 6, every=True,
              players=lambda filled: {at: filled.game.names[at] for at in filled.game.rolling}),),
        ("roll-off",),
    ),
}  # fmt: skip
