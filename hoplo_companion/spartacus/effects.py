"""What a card does, in words: cards are not known, so that their effects are entered as they are read."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.spartacus.game import Play, number

EXAMPLES = "Pete coins +5, Sally influence -1, Liz draw 2, Pete pays Liz 2, Pete discards Crixus, Pete exhausts Crixus"


def carry_out(play: Play, words: Sequence[str], rule: str) -> None:
    """Carry out effects, separated by commas, in their order."""
    for text in " ".join(words).split(","):
        if text.strip():
            _one(play, text.split(), rule)


def _one(play: Play, words: list[str], rule: str) -> None:
    match words:
        case [house, "coins", amount]:
            pay(play, play.find(house), number(amount, -999, 999), rule)
        case [house, "influence", amount]:
            play.influence(play.find(house), number(amount, -12, 12), rule)
        case [house, "draw" | "draws", cards]:
            draw(play, play.find(house), number(cards, 1, 20), rule)
        case [house, "pays", other, amount]:
            hand_over(play, play.find(house), play.find(other), number(amount, 1))
        case [house, "discards", *name] if name:
            at = play.find(house)
            # Exhausted cards are not eligible to be discarded (p.17).
            play.discard(at, play.card(at, " ".join(name), ready=True), rule)
        case [house, "exhausts", *name] if name:
            at = play.find(house)
            exhaust(play, at, " ".join(name), rule)
        case _:
            raise UsageError(
                tr("{text} is not an effect: as in {examples}", text=clip(" ".join(words)), examples=EXAMPLES)
            )


def pay(play: Play, at: int, amount: int, rule: str) -> None:
    """Have a House take coins from the Bank, or pay them to it."""
    play.coins(at, amount)
    if amount:
        play.note("coins", rule, house=play.name(at), amount=f"{amount:+d}", now=play.house(at).coins)


def hand_over(play: Play, giver: int, taker: int, amount: int) -> None:
    """Have coins change hands, which they may at any time."""
    if giver == taker:
        raise UsageError(tr("{house} does not pay itself", house=play.name(giver)))
    play.coins(giver, -amount)
    play.coins(taker, amount)
    play.note("paid", "sp.coins-any-time", house=play.name(giver), other=play.name(taker), n=amount)


def draw(play: Play, at: int, cards: int, rule: str) -> None:
    """Have a House draw Intrigue cards."""
    play.set_house(at, hand=play.house(at).hand + cards)
    play.note("drew", rule, house=play.name(at), n=cards, hand=play.house(at).hand)


def play_from_hand(play: Play, at: int) -> None:
    """Take an Intrigue card out of the hand of a House."""
    if not play.house(at).hand:
        raise IllegalError(tr("{house} has no Intrigue card in hand", house=play.name(at)))
    play.set_house(at, hand=play.house(at).hand - 1)


def exhaust(play: Play, at: int, name: str, rule: str) -> None:
    """Exhaust a Ready card."""
    place = play.card(at, name, ready=True)
    play.set_card(at, place, exhausted=True)
    play.note("exhausted", rule, house=play.name(at), card=play.house(at).cards[place].name)
