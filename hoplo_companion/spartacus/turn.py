"""A turn up to the Arena Phase: Upkeep, Intrigue and Market, and what may be done at any time (Spartacus p.5-10)."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.game import Card, Game, Scheme
from hoplo_companion.spartacus.play import EFFECT, Play, card, die, house, new_card
from hoplo_companion.tables.actions import Actions, Deed
from hoplo_companion.tables.slots import Each, Filled, Number, Pick, Slot, refuse, refuse_if

DRAWN = 3
FOILED = 4
HEALED = 4

LEDGERS, INTRIGUE, SCHEME, OPEN = ("ledgers",), ("intrigue",), ("scheme",), ("open-market",)
ROWS = Actions(Play)
"""Every action of the table, by its name: those of a turn, of the Arena Phase, and of any time."""


def bidders(filled: Filled) -> dict[int, str]:
    """Who bids in this round: everybody, or those who are tied."""
    names: dict[int, str] = filled.game.names
    return {int(at): names[int(at)] for at in filled.game.tabled or names}


def roll_off(players: Callable[[Filled], dict[int, str]], **settings: Any) -> Each:
    """A slot for the dice of those who roll off."""
    ask = later("Die of {player}:")
    return Each("die", ask, players=players, least=1, most=lambda filled, at: 6, every=True, **settings)


def _failed(game: Game, roll: int) -> bool:
    """Whether a healing roll has failed, so that a card may let it be rolled again (`sp.heal-failed`)."""
    return (2 if game.reads("sp.heal-failed") else 1) <= roll < HEALED


def _is_not_rolled_again(filled: Filled) -> bool:
    """Whether nobody is asked: the roll has not failed, or no card is known that lets a failed die be rolled again."""
    has_medicus = any("heal" in each.fight.casefold() for each in filled.game.houses[filled["house"]].cards)
    return not has_medicus or not _failed(filled.game, filled["roll"])


EFFECTS = replace(EFFECT, lead=":")
"""What a card does, after its name."""

HEALS = card(ask=later("Who is healed?"), why_not=Pick.why_not)
_ASK = later("The re-roll, if a card allows one (Enter for none):")
AGAIN = Number("again", _ASK, least=1, most=6, default=None, quiet=_is_not_rolled_again)
GOES = card("card", later("Which Gladiator goes, for want of coins?"), ("gladiator",))
_DISCARD = later("discard a Gladiator that cannot be paid for")
UNNAMED = Slot("name", "Its name:", default="", quiet=lambda filled: True)
NEEDS = Number("influence", "The Influence that it requires:", most=48)
GUARDS = {"table": later("the Guard on the table"), "hand": later("a Guard from hand")}
PLACE = Pick("place", "Which Guard?", known=lambda filled: GUARDS, default="table")
HANDED, FOR = house(ask=later("Who hands a card over?")), Number("coins", "For how many coins?", default=0)
_VALUE, _BID = later("The Coin Value of the card:"), later("Bid of {player}:")
WORTH = Number("value", _VALUE, most=99, default=None, quiet=lambda at: at.game.card(at["card"]).value is not None)
BIDS = Each("coins", _BID, players=bidders, default={}, most=lambda filled, at: filled.game.may_pay(at))
ROLLING = roll_off(lambda filled: {at: filled.game.names[at] for at in filled.game.rolling})


# Upkeep (p.5)
@ROWS.row("begin the turn", stages=("upkeep",))
def _refresh(play: Play) -> None:
    for at, dominus in enumerate(play.game.houses):
        for each in dominus.cards:
            play.set_card(at, each.id, rolled=False, exhausted=each.injured)
            if each.exhausted and not each.injured:
                play.note("refreshed", house=at, card=each.id)
    play.change(stage="ledgers", discarded=())


ROWS.row("add a card", house(), new_card, main=("upkeep",), word="add")(Play.gain)


def due(game: Game, at: int) -> dict[str, str]:
    """The injured cards of a House that a healing roll is due for."""
    cards = game.cards(at)
    return {id_: label for id_, label in game.labels(at).items() if cards[id_].injured and not cards[id_].rolled}


@ROWS.row("a healing roll", house(), HEALS, die, AGAIN, stages=LEDGERS)
def _heal(play: Play, house: int, card: str, roll: int, again: int | None) -> None:
    refuse_if(not (waiting := due(play.game, house)), "{house} has nobody to roll for", house=play.game.names[house])
    text, cards = later("no roll is due for {name}; one is due for: {cards}"), ", ".join(waiting.values())
    refuse_if(card not in waiting, text, name=play.game.labels(house)[card], cards=cards)
    if again and not _failed(play.game, roll):
        raise IllegalError("a roll of {n} has not failed: it is not rolled again (sp.heal-failed)", n=roll)
    last = again or roll
    play.note("healed" if last >= HEALED else "not-healed" if last > 1 else "died", house=house, card=card, n=last)
    if last == 1:
        play.discard(house, card, "sp.exhausted-dies")
    elif last < HEALED:
        play.set_card(house, card, rolled=True)
    else:
        play.set_card(house, card, injured=False, exhausted=False)


def _why_no_ledgers(game: Game) -> str:
    waiting = [label for at in game.names for label in due(game, at).values()]
    return tr("first roll for the injured: {cards} (p.5)", cards=", ".join(waiting)) if waiting else ""


@ROWS.row(_DISCARD, house(), GOES, stages=LEDGERS, why_not=_why_no_ledgers)
def _ledgers(play: Play, house: int, card: str) -> None:
    refuse_if(not play.game.short(house), "{house} can pay: it discards nobody", house=play.game.names[house])
    play.discard(house, card, "sp.ledger-short")
    play.change(discarded=(*play.game.discarded, house))


def balance(play: Play) -> None:
    """The way out of Upkeep: once nobody is to be rolled for and nobody has a choice, the ledgers are balanced."""
    game = play.game
    if _why_no_ledgers(game):
        return
    for at in game.names:
        ready = [*game.cards(at, ("gladiator",), ready=True)]
        short = game.short(at)
        if 0 < short < len(ready):
            return
        for id_ in ready[:short]:
            _ledgers(play, at, id_)
    owed = {at: play.game.owed(at) for at in game.names}
    for at, amount in owed.items():
        play.pay(at, -min(amount, play.game.houses[at].coins), "sp.ledgers")
    if even := [at for at, amount in owed.items() if not amount]:
        play.note("even", houses=even)
    play.note("all-drew", n=DRAWN)
    play.change(discarded=(), stage="intrigue", active=play.game.host, done=0, rules_used=())
    play.note("turn-of", house=play.game.host)


# The Intrigue Phase (p.6)
def _waits(filled: Filled, id_: str) -> str:
    """Why a House may not act: it is another's Intrigue Turn."""
    active = filled.game.active
    return "" if int(id_) == active else tr("it is the Intrigue Turn of {house}", house=filled.game.names[active])


ACTS = house(why_not=_waits)
"""A slot for the House whose Intrigue Turn it is."""


def _needs_alone(play: Play, house: int, name: str, influence: int) -> None:
    """Refuse a Reaction that requires more Influence than its House has."""
    text = later("{name} requires {needs} Influence, and nobody supports a Reaction (Reactions)")
    refuse_if(influence > play.game.houses[house].influence, text, name=name or tr("the Reaction"), needs=influence)


@ROWS.row("cash a card in", ACTS, Number("coins", "Coins on the card:", most=99), stages=INTRIGUE)
def _cash(play: Play, house: int, coins: int) -> None:
    play.pay(house, coins, "sp.cash-in")


@ROWS.row(
    "play a Scheme",
    ACTS,
    UNNAMED,
    NEEDS,
    house("target", later("The Target Dominus:")),
    house("support", later("Who supports it?"), lead=later("support"), default=(), many=True,
          why_not=lambda at, id_: tr("each House supports a Scheme once, and never its own") if int(id_) == at["house"]
          else "",
          quiet=lambda filled: filled["influence"] <= filled.game.houses[filled["house"]].influence),
    stages=INTRIGUE,
)  # fmt: skip
def _scheme(play: Play, house: int, name: str, influence: int, target: int, support: tuple[int, ...]) -> None:
    total = sum(play.game.houses[at].influence for at in {house, *support})
    text = later("{scheme} requires {needs} Influence, and there is only {total} (Playing Schemes)")
    refuse_if(total < influence, text, scheme=name or tr("the Scheme"), needs=influence, total=total)
    play.change(scheme=Scheme(house, name, target))
    play.note("scheme", house=house, scheme=name, target=target)
    for at in support:
        play.note("support", house=at)


@ROWS.row("exhaust a card", ACTS, card(), EFFECTS, stages=INTRIGUE)
def _use(play: Play, house: int, card: str, effects: Collection[Deed]) -> None:
    play.exhaust(house, card, "sp.exhaust")
    EFFECT.carry_out(play, effects, "sp.exhaust")


@ROWS.row(
    "use a House rule",
    ACTS,
    Slot("name", "The name of the House rule:", default="",
         quiet=lambda filled: not filled.game.options.house_rules_once),
    EFFECTS,
    stages=INTRIGUE,
)  # fmt: skip
def _house_rule(play: Play, house: int, name: str, effects: Collection[Deed]) -> None:
    key = f"{house} {name.casefold()}"
    if play.game.options.house_rules_once and key in play.game.rules_used:
        text = later("{name} was used in this Intrigue Phase (House Special Rules)")
        raise IllegalError(text, name=name or play.game.houses[house].name)
    play.change(rules_used=(*play.game.rules_used, key))
    play.note("house-rule", house=house, name=name)
    EFFECT.carry_out(play, effects, "sp.house-rules")


@ROWS.row("put a Guard on the table", house(), main=INTRIGUE)
def _deploy(play: Play, house: int) -> None:
    if not play.game.reads("sp.guard-deploy"):
        if play.game.stage != "intrigue":
            raise IllegalError("a Guard is put on the table in one's own Intrigue Turn (sp.guard-deploy)")
        refuse(_waits(Filled(play.game, {}), str(house)))
    play.add_card(house, Card("Guard", "guard"))
    play.note("deployed", house=house)


@ROWS.row(
    "end the turn, down to the Hand Size", replace(ACTS, default=None, quiet=lambda filled: True), stages=INTRIGUE
)
def _end_turn(play: Play, house: int | None) -> None:
    count = len(play.game.houses)
    play.note("turn-ended", house=play.game.active)
    play.change(done=(play.game.done + 1) % count)
    if not play.game.done:
        play.end_phase("open-market")
        return
    play.change(active=(play.game.active + 1) % count)
    play.note("turn-of", house=play.game.active)


# A Scheme is foiled, or it succeeds
def _end_scheme(play: Play, event: str) -> None:
    assert play.game.scheme is not None
    play.note(event, scheme=play.game.scheme.name)
    play.change(scheme=None)


@ROWS.row("a Guard attempt against the Scheme", house(), die, PLACE, stages=SCHEME)
def _guard(play: Play, house: int, roll: int, place: str) -> None:
    assert play.game.scheme is not None
    refuse_if(house != play.game.scheme.target, "Guards answer only Schemes against their own House (Guard Cards)")
    if place == "table":
        if not (guards := [*play.game.cards(house, ("guard",), ready=True)]):
            raise IllegalError("{house} has no Guard on the table", house=play.game.names[house])
        play.take_card(house, guards[0])
    play.note("guard-lost", house=house, n=roll)
    if roll >= FOILED:
        _end_scheme(play, "foiled")


@ROWS.row("foil the Scheme by a Reaction", house(), UNNAMED, NEEDS, stages=SCHEME)
def _foil(play: Play, house: int, name: str, influence: int) -> None:
    assert play.game.scheme is not None
    refuse_if(house == play.game.scheme.by, "a Scheme is foiled by another Dominus (Foiling a Scheme)")
    _needs_alone(play, house, name, influence)
    play.note("reaction", house=house, name=name)
    _end_scheme(play, "foiled")


@ROWS.row("the Scheme succeeds", EFFECT, stages=SCHEME)
def _succeed(play: Play, effects: Collection[Deed]) -> None:
    _end_scheme(play, "succeeded")
    EFFECT.carry_out(play, effects, "sp.success")


@ROWS.row("play a Reaction", house(), UNNAMED, NEEDS, EFFECTS)
def _react(play: Play, house: int, name: str, influence: int, effects: Collection[Deed]) -> None:
    _needs_alone(play, house, name, influence)
    play.note("reaction", house=house, name=name)
    EFFECT.carry_out(play, effects, "sp.reaction")


# The Market Phase (p.10): trade, the auction by concealed bids, the bid for hosting
@ROWS.row("end Open Market", stages=OPEN)
def _close_market(play: Play) -> None:
    play.change(stage="auction", lots=len(play.game.houses), lot=None, tabled={}, rolling=())
    play.note("auction", n=len(play.game.houses))


@ROWS.row("an asset changes hands", HANDED, card(), house("to", later("To whom?")), FOR, stages=OPEN)
def _trade(play: Play, house: int, card: str, to: int, coins: int) -> None:
    if coins:
        play.hand_over(to, house, coins)
    play.move_card(to, house, card, "sp.trade")


@ROWS.row("sell an asset to the Bank", house(), card(), WORTH, stages=OPEN)
def _sell(play: Play, house: int, card: str, value: int | None) -> None:
    worth = play.game.card(card).value if value is None else value
    if worth is None:
        raise UsageError("the Coin Value of {card} is not known: enter it too", card=play.game.labels(house)[card])
    play.discard(house, card, "sp.sell")
    play.pay(house, worth, "sp.sell")


@ROWS.row("the bids of a round", BIDS, stages=("auction", "hosting"))
def _bid(play: Play, coins: dict[int, int]) -> None:
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


def _next_lot(play: Play, buyer: int | None = None) -> None:
    """Put the card that was up for bid before its buyer, if it has one, and begin with the next."""
    lot, lots = play.game.lot, play.game.lots - 1
    play.change(lot=None, lots=lots, buyer=None, tabled={}, stage="auction" if lots else "hosting")
    if buyer is not None and lot is not None:
        play.gain(buyer, lot, "sp.bidding")


@ROWS.row(
    "name the card of the Auction",
    new_card,
    stages=("auction", "lot"),
    main=("lot",),
    why_not=lambda game: tr("{card} is up for bid", card=game.lot.name) if game.lot is not None else "",
)
def _reveal(play: Play, card: Card) -> None:
    play.change(lot=card)
    if play.game.buyer is None:
        play.note("revealed", card=card.name)
    else:
        _next_lot(play, play.game.buyer)


@ROWS.row("the roll-off for hosting", ROLLING, stages=("roll-off",))
def _roll(play: Play, die: dict[int, int]) -> None:
    best = [at for at in die if die[at] == max(die.values())]
    if len(best) > 1:
        play.change(rolling=tuple(best))
        play.note("roll-again", houses=best)
    else:
        tabled = play.game.tabled.get(str(best[0]), 0)
        _won(play, best[0], tabled if play.game.reads("sp.hosting-failed") else 0)
