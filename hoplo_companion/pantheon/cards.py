"""A player's cards: deck, hand and discards. Cards are drawn at the table, face down.

`unseen` counts what lies in the deck or, face down, in the hand (`hidden` many); `hand` what is known to be held.
"""

from __future__ import annotations

from collections import Counter
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
        """The cards left in the deck."""
        return sum(self.unseen.values()) - self.hidden

    @property
    def in_hand(self) -> int:
        """The cards in the hand, those face down too."""
        return sum(self.hand.values()) + self.hidden

    def draw(self) -> Cards:
        """Draw a card face down, if one is left."""
        return replace(self, hidden=self.hidden + min(1, self.in_deck))

    def may_hold(self, card: str) -> int:
        """The cards of a kind that may be in the hand, those face down too."""
        return self.hand.get(card, 0) + min(self.hidden, self.unseen.get(card, 0))

    def discard(self, card: str) -> Cards:
        """Discard a card from the hand: a known one, else one that was held face down; IllegalError where none is."""
        if not self.may_hold(card):
            raise IllegalError(tr("No {card} card is in the hand.", card=card))
        gone = self.discards if card == OMPHALOS else _with(self.discards, card)
        if self.hand.get(card):
            return replace(self, hand=_with(self.hand, card, -1), discards=gone)
        return replace(self, hidden=self.hidden - 1, unseen=_with(self.unseen, card, -1), discards=gone)

    def take(self, card: str) -> Cards:
        """Take a card of the player's choice from the deck into the hand, or an omphalos card from the box."""
        hand = _with(self.hand, card)
        if card == OMPHALOS:
            return replace(self, hand=hand)
        if not self.in_deck or not self.unseen.get(card):
            raise IllegalError(tr("No {card} card is left in the deck.", card=card))
        return replace(self, unseen=_with(self.unseen, card, -1), hand=hand)

    def run_out(self, *, draws_three: bool = False) -> Cards:
        """Take the whole deck into the hand, shuffle the discards, and draw up to three in hand, or three anyway.

        Which of both is the ruling `pan.hand-three`.
        """
        fresh = Cards(unseen=self.discards, hand=dict(Counter(self.hand) + Counter(self.unseen)))
        missing = max(0, HAND_AFTER_RUN_OUT - (0 if draws_three else fresh.in_hand))
        return replace(fresh, hidden=min(missing, fresh.in_deck))


def first_cards(deck: list[str], rests: int) -> Cards:
    """The cards of a player at the beginning: 3 Art of War cards and those for unspent points, 3 of the deck."""
    return Cards(unseen=dict(Counter(deck)), hidden=min(DRAWN, len(deck)), hand={AOW: EXTRA + rests})


def _with(cards: Mapping[str, int], card: str, more: int = 1) -> dict[str, int]:
    """Cards of which there are more or fewer of one kind."""
    changed = {**cards, card: cards.get(card, 0) + more}
    return {each: count for each, count in changed.items() if count}
