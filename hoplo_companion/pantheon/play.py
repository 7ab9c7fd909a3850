"""A game of Pantheon in the hands of an action: what all actions change and pay."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import AOW
from hoplo_companion.pantheon.battle import works
from hoplo_companion.pantheon.cards import OMPHALOS, Cards
from hoplo_companion.pantheon.events import EVENTS
from hoplo_companion.pantheon.game import BETWEEN, Game, InPlay, Turn
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables import actions


class Play(actions.Play[Game]):
    """A game of Pantheon in the hands of an action."""

    rows = EVENTS

    @property
    def turn(self) -> Turn:
        """The turn under way."""
        return self.game.turn

    def in_turn(self, **changes: object) -> None:
        """Change the turn."""
        self.change(turn=replace(self.turn, **changes))

    def unit(self, id_: str, **changes: object) -> InPlay:
        """Change a unit, and say what it is then."""
        self.game = self.game.with_unit(id_, replace(self.game.units[id_], **changes))
        return self.game.units[id_]

    def cards(self, player: int, cards: Cards) -> None:
        """Give a player other cards."""
        self.game = self.game.with_cards(player, cards)

    def discard(self, id_: str) -> None:
        """Discard one of a unit's activation cards."""
        unit = self.game.units[id_]
        self.cards(unit.owner, self.game.players[unit.owner].cards.discard(unit.unit.id))

    def draw(self, player: int) -> None:
        """Draw a card face down; where the deck has run out everybody's is renewed first, which is said."""
        if not self.game.players[player].cards.in_deck:
            for at, each in enumerate(self.game.players):
                self.cards(at, each.cards.run_out(draws_three=bool(self.game.reads("pan.hand-three"))))
            self.note("run-out")
        self.cards(player, self.game.players[player].cards.draw())
        self.note("drew", player=player)

    def pay(self, player: int, how: str) -> None:
        """Discard an Art of War card, or an omphalos card, or two cards of destroyed non-troops."""
        cards = self.game.players[player].cards
        named = how.split() or [AOW]
        own = {each.unit.id: each for each in self.game.units.values() if each.owner == player}
        if named not in ([AOW], [OMPHALOS]):
            if len(named) != 2 or not {*named} <= {*own}:
                raise UsageError(tr("Pay with `aow`, with `omphalos`, or with two units: `pay ares ares`."))
            if wrong := [own[each] for each in named if not own[each].destroyed or own[each].unit.kind == "troop"]:
                raise IllegalError(by_rule("pan.aow.two-cards", wrong[0].unit.name))
        for card in named:
            cards = cards.discard(card)
        self.cards(player, cards)

    def acts(self, action: str) -> str:
        """Have the active unit carry out an action; its id."""
        acted = self.turn.acted if action == self.turn.redirect else (*self.turn.acted, action)
        self.in_turn(acted=acted, strikes=(), struck="", redirect="")
        return self.turn.active

    def end_activation(self, free: str = "") -> None:
        """End the activation; by Leader a troop is `free` to follow without an Art of War card."""
        self.in_turn(phase=BETWEEN, active="", struck="", strikes=(), force=False, free=free or self.turn.free)

    def drop(self, id_: str) -> None:
        """Have a unit drop the stone that it carries in its area, where it is unclaimed from now on."""
        unit = self.game.units[id_]
        if unit.stone and unit.area:
            self.change(stones={**self.game.stones, unit.area: self.game.stones.get(unit.area, 0) + 1})
        self.unit(id_, stone=False)


def why_no_talent(game: Game, id_: str, talent: str) -> str:
    """Why a unit cannot use a talent; empty where it works."""
    return "" if works(game, id_, talent) else by_rule(f"pan.talent.{talent}", game.units[id_].unit.name)
