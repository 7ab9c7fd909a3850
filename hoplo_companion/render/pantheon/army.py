"""An army in words: its units, its cards, the first hand, what is wrong with it, and the order of the draft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoplo_companion.language import plural, tr
from hoplo_companion.pantheon.army import AOW, DRAWN, EXTRA, Draft, cost_of, deck
from hoplo_companion.pantheon.units import Unit
from hoplo_companion.pantheon.words import KINDS, TALENTS, TRAITS
from hoplo_companion.render.style import Line, Span, columns


def card_name(card: str, units: Iterable[Unit] = ()) -> str:
    """Name a card of a deck."""
    if card == AOW:
        return tr("Art of War")
    if card == "omphalos":
        return tr("omphalos card")
    return next((unit.name for unit in units if unit.id == card), card)


def army_lines(units: Sequence[Unit], points: int, rests: int) -> list[Line]:
    """Show an army that may be played."""
    lines: list[Line] = [
        [Span(tr("{spent} of {points} recruitment points", spent=cost_of(units), points=points), "heading"),
         Span(" pan.army.points", "page")]
    ]  # fmt: skip
    rows = []
    for unit in units:
        more = ", ".join(tr(TALENTS.get(word) or TRAITS[word]) for word in (*unit.talents, *unit.traits))
        cards = plural("{n} card", "{n} cards", unit.cards)
        rows.append([Span(f"  {unit.cost}"), Span(unit.name, "player"), Span(tr(KINDS[unit.kind])), Span(cards),
                     Span(tr("strategic value {n}", n=unit.strategy)), Span(more, "quiet")])  # fmt: skip
    lines += columns(rows)
    cards_in_deck = deck(units)
    aow = cards_in_deck.count(AOW)
    text = tr("Deck: {n} cards, {activation} activation and {aow} Art of War.",
              n=len(cards_in_deck), activation=len(cards_in_deck) - aow, aow=aow)  # fmt: skip
    lines.append([Span(text), Span(" pan.setup.deck", "page")])
    if rests:
        text = plural("First hand: {extra} Art of War cards, {n} more for an unspent point, the deck's first {drawn}.",
                      "First hand: {extra} Art of War cards, {n} more for unspent points, the deck's first {drawn}.",
                      rests, extra=EXTRA, drawn=DRAWN)  # fmt: skip
    else:
        text = tr("First hand: {extra} Art of War cards and the deck's first {drawn}.", extra=EXTRA, drawn=DRAWN)
    lines.append([Span(text), Span(" pan.setup.hand", "page")])
    return lines


def order_lines(divinities: Sequence[str], units: Sequence[str]) -> list[Line]:
    """Say in which order players recruit."""
    return [
        [
            Span(tr("Divinities, clockwise: {players}.", players=", ".join(divinities))),
            Span(" pan.army.draft-order", "page"),
        ],
        [Span(tr("All other units, counter-clockwise throughout: {players} …", players=", ".join(units)))],
    ]


def draft_lines(draft: Draft) -> list[Line]:
    """Show a draft: every army with the points left, who recruits next, or the cards for points left over."""
    following = draft.next()
    lines: list[Line] = []
    for at, name in enumerate(draft.players):
        units = ", ".join(f"{unit.name} ({unit.cost})" for unit in draft.armies[at]) or "-"
        left = plural("{n} point left", "{n} points left", draft.left(at))
        lines.append([Span(f"{name}: ", "player"), Span(f"{units}; {left}")])
    if following is not None:
        names = ", ".join(f"{unit.name} ({unit.cost})" for unit in draft.affordable(following))
        text = tr("{player} recruits next, one of: {units}.", player=draft.players[following], units=names or "-")
        return [*lines, [Span(text), Span(" pan.army.draft-order", "page")]]
    for at, name in enumerate(draft.players):
        if draft.left(at):
            text = plural(
                "{player} takes {n} Art of War card for an unspent point.",
                "{player} takes {n} Art of War cards for unspent points.",
                draft.left(at),
                player=name,
            )
            lines.append([Span(text), Span(" pan.army.left-over", "page")])
    return lines
