"""An army in words: its units, its cards, the first hand, and the order of the draft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoplo_companion.language import plural, tr
from hoplo_companion.pantheon.army import AOW, DRAWN, EXTRA, Draft, Unit, cost_of, deck
from hoplo_companion.pantheon.words import name_of
from hoplo_companion.render.style import Line, Span, cited, line, table


def army_lines(units: Sequence[Unit], points: int, rests: int) -> list[Line]:
    """An army that may be played."""
    spent = tr("{spent} of {points} recruitment points", spent=cost_of(units), points=points)
    rows = []
    for unit in units:
        more = ", ".join(name_of(word) for word in (*unit.talents, *unit.traits))
        cards, value = plural("{n} card", "{n} cards", unit.cards), tr("strategic value {n}", n=unit.strategy)
        rows.append((str(unit.cost), Span(unit.name, "player"), name_of(unit.kind), cards, value, Span(more, "quiet")))
    cards_in_deck = deck(units)
    aow = cards_in_deck.count(AOW)
    holds = tr("Deck: {n} cards, {activation} activation and {aow} Art of War.",
               n=len(cards_in_deck), activation=len(cards_in_deck) - aow, aow=aow)  # fmt: skip
    hand = tr("First hand: {extra} Art of War cards and the deck's first {drawn}.", extra=EXTRA, drawn=DRAWN)
    lines = [cited(spent, "pan.army.points", "heading"), *table(rows), cited(holds, "pan.setup.deck")]
    lines.append(cited(hand, "pan.setup.hand"))
    if rests:
        text = plural("{n} more Art of War card for an unspent point.", "{n} more Art of War cards for unspent points.",
                      rests)  # fmt: skip
        lines.append(cited(text, "pan.army.left-over"))
    return lines


def order_lines(divinities: Sequence[str], units: Sequence[str]) -> list[Line]:
    """In which order players recruit."""
    return [
        cited(tr("Divinities, clockwise: {players}.", players=", ".join(divinities)), "pan.army.draft-order"),
        line(tr("All other units, counter-clockwise throughout: {players} …", players=", ".join(units))),
    ]


def draft_lines(draft: Draft) -> list[Line]:
    """A draft: every army with the points left, and who recruits next; in the end the points are cards."""

    def listed(units: Iterable[Unit]) -> str:
        return ", ".join(f"{unit.name} ({unit.cost})" for unit in units) or "-"

    following = draft.next()
    lines: list[Line] = []
    for at, name in enumerate(draft.players):
        left = plural("{n} point left", "{n} points left", draft.left(at))
        if following is None:
            left = plural("{n} Art of War card for an unspent point", "{n} Art of War cards for unspent points",
                          draft.left(at))  # fmt: skip
        lines.append([Span(f"{name}: ", "player"), Span(f"{listed(draft.armies[at])}; {left}")])
    if following is None:
        return lines
    text = tr("{player} recruits next, one of: {units}.",
              player=draft.players[following], units=listed(draft.affordable(following)))  # fmt: skip
    return [*lines, cited(text, "pan.army.draft-order")]
