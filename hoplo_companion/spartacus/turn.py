"""A turn up to the Arena Phase: Upkeep, Intrigue and Market, and what may be done at any time (Spartacus p.5-10)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.game import Card, Game, Play, Scheme
from hoplo_companion.spartacus.slots import EFFECT, card, coins, die, house, itself, new_card, not_active, own, why
from hoplo_companion.tables.actions import Actions, Deed
from hoplo_companion.tables.slots import Each, Filled, Number, Pick, Text

DRAWN = 3
FOILED = 4
HEALED = 4

EFFECTS = replace(EFFECT, lead=":")
"""What a card does, after its name."""

TURN = Actions()
"""What belongs to a part of the turn."""


# Upkeep (p.5) ------------------------------------------------------------------------------------------------------


@TURN.row(later("begin the turn"), stages=("upkeep",))
def _refresh(play: Play) -> None:
    for at, dominus in enumerate(play.game.houses):
        for each in dominus.cards:
            play.set_card(at, each.id, rolled=False, exhausted=each.injured)
            if each.exhausted and not each.injured:
                play.note("refreshed", house=at, card=each.id)
    play.change(stage="ledgers", discarded=())


TURN.row(later("add a card"), house(), new_card, main=("upkeep",), word="add")(Play.gain)


def due(game: Game, at: int) -> dict[str, str]:
    """The injured cards of a House that a healing roll is due for."""
    cards = game.cards(at)
    return {id_: label for id_, label in game.labels(at).items() if cards[id_].injured and not cards[id_].rolled}


def _has_not_failed(filled: Filled, again: int) -> Any:
    least = 2 if filled.game.reads("sp.heal-failed") else 1
    return not least <= filled["roll"] < HEALED and {"n": filled["roll"]}


def _is_not_rolled_again(filled: Filled) -> bool:
    """Whether nobody is asked: the roll has not failed, or no card is known that lets a failed die be rolled again."""
    has_medicus = any("heal" in each.fight.casefold() for each in filled.game.houses[filled["house"]].cards)
    return not has_medicus or bool(_has_not_failed(filled, 0))


_nobody_due = why(lambda filled, at: not due(filled.game, at), later("{house} has nobody to roll for"))
_not_due = why(
    lambda filled, id_: id_ not in due(filled.game, filled["house"]) and {
        "name": filled.game.labels(filled["house"])[id_], "cards": ", ".join(due(filled.game, filled["house"]).values())
    },
    later("no roll is due for {name}; one is due for: {cards}"),
)  # fmt: skip
_not_again = why(_has_not_failed, later("a roll of {n} has not failed: it is not rolled again (sp.heal-failed)"))
_again = Number("again", later("The re-roll, if a card allows one (Enter for none):"), least=1, most=6, default=None,
                quiet=_is_not_rolled_again, why_not=_not_again)  # fmt: skip
_can_pay = why(lambda filled, at: not filled.game.short(at), later("{house} can pay: it discards nobody"))
_unpaid = (house(why_not=_can_pay), card("card", later("Which Gladiator goes, for want of coins?"), ("gladiator",)))


@TURN.row(
    later("a healing roll"),
    house(why_not=_nobody_due),
    card(ask=later("Who is healed?"), why_not=_not_due),
    die,
    _again,
    stages=("ledgers",),
)
def _heal(play: Play, house: int, card: str, roll: int, again: int | None) -> None:
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


@TURN.row(later("discard a Gladiator that cannot be paid for"), *_unpaid, stages=("ledgers",), why_not=_why_no_ledgers)
def _ledgers(play: Play, house: int, card: str) -> None:
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


# The Intrigue Phase (p.6) ------------------------------------------------------------------------------------------

INTRIGUE, SCHEME = ("intrigue",), ("scheme",)
_unnamed = Text("name", later("Its name:"), default="", quiet=lambda filled: True)
_needs = Number("influence", later("The Influence that it requires:"), most=48)
_itself = why(lambda filled, at: at == filled["house"], later("each House supports a Scheme once, and never its own"))
_support = house(
    "support", later("Who supports it?"), _itself, lead="support", default=(), many=True,
    quiet=lambda filled: filled["influence"] <= filled.game.houses[filled["house"]].influence,
)  # fmt: skip
_of_rule = Text(
    "name",
    later("The name of the House rule:"),
    default="",
    quiet=lambda filled: not filled.game.options.house_rules_once,
)
_ending = house(why_not=not_active, default=None, quiet=lambda filled: True)


@TURN.row(later("cash a card in"), own, Number("coins", later("Coins on the card:"), most=99), stages=INTRIGUE)
def _cash(play: Play, house: int, coins: int) -> None:
    play.pay(house, coins, "sp.cash-in")


@TURN.row(
    later("play a Scheme"),
    own,
    _unnamed,
    _needs,
    house("target", later("The Target Dominus:")),
    _support,
    stages=INTRIGUE,
)
def _scheme(play: Play, house: int, name: str, influence: int, target: int, support: tuple[int, ...]) -> None:
    total = sum(play.game.houses[at].influence for at in {house, *support})
    if total < influence:
        text = later("{scheme} requires {needs} Influence, and there is only {total} (Playing Schemes)")
        raise IllegalError(text, scheme=name or tr("the Scheme"), needs=influence, total=total)
    play.change(scheme=Scheme(house, name, target))
    play.note("scheme", house=house, scheme=name, target=target)
    for at in support:
        play.note("support", house=at)


@TURN.row(later("exhaust a card"), own, card(), EFFECTS, stages=INTRIGUE)
def _use(play: Play, house: int, card: str, effects: Collection[Deed]) -> None:
    play.exhaust(house, card, "sp.exhaust")
    EFFECT.carry_out(play, effects, "sp.exhaust")


@TURN.row(later("use a House rule"), own, _of_rule, EFFECTS, stages=INTRIGUE)
def _house_rule(play: Play, house: int, name: str, effects: Collection[Deed]) -> None:
    key = f"{house} {name.casefold()}"
    if play.game.options.house_rules_once and key in play.game.rules_used:
        text = later("{name} was used in this Intrigue Phase (House Special Rules)")
        raise IllegalError(text, name=name or play.game.houses[house].name)
    play.change(rules_used=(*play.game.rules_used, key))
    play.note("house-rule", house=house, name=name)
    EFFECT.carry_out(play, effects, "sp.house-rules")


def _why_no_deployment(game: Game) -> str:
    may = game.reads("sp.guard-deploy") or game.stage == "intrigue"
    return "" if may else tr("a Guard is put on the table in one's own Intrigue Turn (sp.guard-deploy)")


def _not_in_turn(filled: Filled, at: int) -> str:
    return "" if filled.game.reads("sp.guard-deploy") else not_active(filled, at)


@TURN.row(later("put a Guard on the table"), house(why_not=_not_in_turn), why_not=_why_no_deployment, main=INTRIGUE)
def _deploy(play: Play, house: int) -> None:
    play.add_card(house, Card("Guard", "guard"))
    play.note("deployed", house=house)


@TURN.row(later("end the turn, down to the Hand Size"), _ending, stages=INTRIGUE)
def _end_turn(play: Play, house: int | None) -> None:
    count = len(play.game.houses)
    play.note("turn-ended", house=play.game.active)
    play.change(done=(play.game.done + 1) % count)
    if not play.game.done:
        play.end_phase("open-market")
        return
    play.change(active=(play.game.active + 1) % count)
    play.note("turn-of", house=play.game.active)


# A Scheme is foiled, or it succeeds --------------------------------------------------------------------------------


def _guards(filled: Filled) -> dict[str, Card]:
    found: dict[str, Card] = filled.game.cards(filled["house"], ("guard",), ready=True)
    return found


def _is_too_weak(filled: Filled, needs: int) -> Any:
    is_weak = needs > filled.game.houses[filled["house"]].influence
    return is_weak and {"name": filled["name"] or tr("the Reaction"), "needs": needs}


_of_others = why(
    lambda filled, at: at != filled.game.scheme.target,
    later("Guards answer only Schemes against their own House (Guard Cards)"),
)
_place = Pick(
    "place",
    later("Which Guard?"),
    known=lambda filled: {"table": later("the Guard on the table"), "hand": later("a Guard from hand")},
    why_not=why(
        lambda filled, place: place == "table" and not _guards(filled), later("{house} has no Guard on the table")
    ),
    default="table",
)
_unsupported = replace(
    _needs,
    why_not=why(_is_too_weak, later("{name} requires {needs} Influence, and nobody supports a Reaction (Reactions)")),
)
_its_own = why(
    lambda filled, at: at == filled.game.scheme.by, later("a Scheme is foiled by another Dominus (Foiling a Scheme)")
)


def _end_scheme(play: Play, event: str) -> None:
    assert play.game.scheme is not None
    play.note(event, scheme=play.game.scheme.name)
    play.change(scheme=None)


@TURN.row(later("a Guard attempt against the Scheme"), house(why_not=_of_others), die, _place, stages=SCHEME)
def _guard(play: Play, house: int, roll: int, place: str) -> None:
    if place == "table":
        play.take_card(house, next(iter(_guards(Filled(play.game, {"house": house})))))
    play.note("guard-lost", house=house, n=roll)
    if roll >= FOILED:
        _end_scheme(play, "foiled")


@TURN.row(later("foil the Scheme by a Reaction"), house(why_not=_its_own), _unnamed, _unsupported, stages=SCHEME)
def _foil(play: Play, house: int, name: str, influence: int) -> None:
    play.note("reaction", house=house, name=name)
    _end_scheme(play, "foiled")


@TURN.row(later("the Scheme succeeds"), EFFECT, stages=SCHEME)
def _succeed(play: Play, effects: Collection[Deed]) -> None:
    _end_scheme(play, "succeeded")
    EFFECT.carry_out(play, effects, "sp.success")


@TURN.row(later("play a Reaction"), house(), _unnamed, _unsupported, EFFECTS)
def _react(play: Play, house: int, name: str, influence: int, effects: Collection[Deed]) -> None:
    play.note("reaction", house=house, name=name)
    EFFECT.carry_out(play, effects, "sp.reaction")


# The Market Phase (p.10): trade, the auction by concealed bids, the bid for hosting --------------------------------


def bidders(filled: Filled) -> dict[int, str]:
    """Who bids in this round: everybody, or those who are tied."""
    names: dict[int, str] = filled.game.names
    return {int(at): names[int(at)] for at in filled.game.tabled or names}


def roll_off(players: Callable[[Filled], dict[int, str]], **settings: Any) -> Each:
    """A slot for the dice of those who roll off."""
    most: Callable[[Filled, int], int] = lambda filled, at: 6  # noqa: E731
    return Each("die", later("Die of {player}:"), players=players, least=1, most=most, every=True, **settings)


OPEN = ("open-market",)
_worth = Number("value", later("The Coin Value of the card:"), most=99, default=None,
                quiet=lambda filled: filled.game.card(filled["card"]).value is not None)  # fmt: skip
_bids = Each(
    "coins", later("Bid of {player}:"), players=bidders, default={}, most=lambda filled, at: filled.game.may_pay(at)
)
_rolling = roll_off(lambda filled: {at: filled.game.names[at] for at in filled.game.rolling})


@TURN.row(later("end Open Market"), stages=OPEN)
def _close_market(play: Play) -> None:
    play.change(stage="auction", lots=len(play.game.houses), lot=None, tabled={}, rolling=())
    play.note("auction", n=len(play.game.houses))


@TURN.row(
    later("an asset changes hands"),
    house(ask=later("Who hands a card over?")),
    card(),
    house("to", later("To whom?"), itself),
    coins("to", later("For how many coins?"), least=0, default=0),
    stages=OPEN,
)
def _trade(play: Play, house: int, card: str, to: int, coins: int) -> None:
    if coins:
        play.hand_over(to, house, coins)
    play.move_card(to, house, card, "sp.trade")


@TURN.row(later("sell an asset to the Bank"), house(), card(), _worth, stages=OPEN)
def _sell(play: Play, house: int, card: str, value: int | None) -> None:
    worth = play.game.card(card).value if value is None else value
    if worth is None:
        raise UsageError("the Coin Value of {card} is not known: enter it too", card=play.game.labels(house)[card])
    play.discard(house, card, "sp.sell")
    play.pay(house, worth, "sp.sell")


@TURN.row(later("the bids of a round"), _bids, stages=("auction", "hosting"))
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


def _why_no_card(game: Game) -> str:
    return tr("{card} is up for bid", card=game.lot.name) if game.lot is not None else ""


@TURN.row(
    later("name the card of the Auction"), new_card, stages=("auction", "lot"), main=("lot",), why_not=_why_no_card
)
def _reveal(play: Play, card: Card) -> None:
    play.change(lot=card)
    if play.game.buyer is None:
        play.note("revealed", card=card.name)
    else:
        _next_lot(play, play.game.buyer)


@TURN.row(later("the roll-off for hosting"), _rolling, stages=("roll-off",))
def _roll(play: Play, die: dict[int, int]) -> None:
    best = [at for at in die if die[at] == max(die.values())]
    if len(best) > 1:
        play.change(rolling=tuple(best))
        play.note("roll-again", houses=best)
    else:
        tabled = play.game.tabled.get(str(best[0]), 0)
        _won(play, best[0], tabled if play.game.reads("sp.hosting-failed") else 0)
