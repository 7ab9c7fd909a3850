"""A player's cards: deck, hand and discards. Cards are drawn at the table, face down or entered.

`unseen` counts what lies in the deck or, face down, in the hand (`hidden` many); `hand` what is known to be held.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import AOW, DRAWN, EXTRA

OMPHALOS = "omphalos"
"""What an omphalos card is called; it is never in a deck."""

HAND_AFTER_RUN_OUT = 3


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one player, by the ids of their units, `aow` and `omphalos`."""

    unseen: dict[str, int] = {}
    hidden: int = 0
    hand: dict[str, int] = {}
    discards: dict[str, int] = {}

    @property
    def in_deck(self) -> int:
        """Count the cards left in the deck."""
        return sum(self.unseen.values()) - self.hidden

    @property
    def in_hand(self) -> int:
        """Count the cards in the hand, those face down too."""
        return sum(self.hand.values()) + self.hidden

    def draw(self, card: str = "") -> Cards:
        """Draw a card, face down or the one that is named; the deck must not be empty."""
        if not self.in_deck:
            raise IllegalError(tr("The deck has run out."))
        if not card:
            return replace(self, hidden=self.hidden + 1)
        if not self.unseen.get(card):
            raise IllegalError(tr("No {card} card is left to draw.", card=card))
        return replace(self, unseen=_less(self.unseen, card), hand=_more(self.hand, card))

    def may_hold(self, card: str) -> int:
        """Count the cards of a kind that may be in the hand, those face down too."""
        return self.hand.get(card, 0) + min(self.hidden, self.unseen.get(card, 0))

    def discard(self, card: str) -> Cards:
        """Discard a card from the hand: a known one, else one that was held face down; IllegalError where none is."""
        gone = self.discards if card == OMPHALOS else _more(self.discards, card)
        if self.hand.get(card):
            return replace(self, hand=_less(self.hand, card), discards=gone)
        if self.may_hold(card):
            return replace(self, hidden=self.hidden - 1, unseen=_less(self.unseen, card), discards=gone)
        raise IllegalError(tr("No {card} card is in the hand.", card=card))

    def take(self, card: str) -> Cards:
        """Take a card of the player's choice from the deck into the hand, or an omphalos card from the box."""
        if card == OMPHALOS:
            return replace(self, hand=_more(self.hand, card))
        return self.draw(card)

    def run_out(self, *, draws_three: bool = False) -> Cards:
        """Take the whole deck into the hand, shuffle the discards, and draw up to three in hand, or three anyway.

        Which of both is the ruling `pan.hand-three`.
        """
        hand = dict(self.hand)
        for card, count in self.unseen.items():
            hand[card] = hand.get(card, 0) + count
        fresh = Cards(unseen=self.discards, hand=hand)
        missing = max(0, HAND_AFTER_RUN_OUT - (0 if draws_three else fresh.in_hand))
        return replace(fresh, hidden=min(missing, fresh.in_deck))


def first_cards(deck: list[str], rests: int) -> Cards:
    """Make the cards of a player at the beginning: 3 Art of War cards and those for unspent points, 3 of the deck."""
    unseen: dict[str, int] = {}
    for card in deck:
        unseen[card] = unseen.get(card, 0) + 1
    return Cards(unseen=unseen, hidden=min(DRAWN, len(deck)), hand={AOW: EXTRA + rests})


def _more(cards: Mapping[str, int], card: str) -> dict[str, int]:
    return {**cards, card: cards.get(card, 0) + 1}


def _less(cards: Mapping[str, int], card: str) -> dict[str, int]:
    left = {**cards, card: cards[card] - 1}
    return {each: count for each, count in left.items() if count}
