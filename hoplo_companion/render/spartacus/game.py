"""The Houses of Spartacus in words: what happened, and how things stand."""

from __future__ import annotations

from typing import Any

import msgspec

from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.style import Line, Span
from hoplo_companion.spartacus.game import STAGE_NAMES, Card, Game, Happened

WORDS = {
    "influence": later("{house}: Influence {amount}, now {now}."),
    "coins": later("{house}: coins {amount}, now {now}."),
    "paid": later("{house} pays {other}: coins {n}."),
    "drew": later("{house} draws Intrigue cards: {n}, now {hand} in hand."),
    "discarded": later("{house} loses {card}: it is discarded."),
    "exhausted": later("{house} exhausts {card}."),
    "refreshed": later("{card} of {house} is Ready again."),
    "healed": later("{card} of {house} rolls {n}: healed and Ready."),
    "not-healed": later("{card} of {house} rolls {n}: still injured."),
    "died": later("{card} of {house} rolls {n}: it dies from its injury."),
    "balanced": later("{house}: the ledgers are even."),
    "turn-of": later("Intrigue Turn of {house}."),
    "house-rule": later("{house} uses its House rule {name}."),
    "scheme": later("{house} plays {scheme} on {target}: foil it now, or say what it does."),
    "support": later("{house} supports it; no Influence changes."),
    "succeeded": later("{scheme} succeeds."),
    "foiled": later("{scheme} is foiled: nothing of it takes place, and nothing is paid."),
    "guard-lost": later("{house} discards a Guard and rolls {n} (4 or more foils)."),
    "reaction": later("{house} plays the Reaction {name}."),
    "deployed": later("{house} puts a Guard on the table."),
    "hand-size": later("{house}: Hand Size {n} at {influence} Influence."),
    "traded": later("{house} hands {card} over to {other}."),
    "auction": later("Open Market ends. Cards up for auction: {n}."),
    "revealed": later("Up for bid: {card}."),
    "bought": later("{house} wins {card}: coins {n}."),
    "tied": later("{houses} are tied at {n}: their coins lie on the table, and they bid on top."),
    "failed": later("Nobody bids: a failed auction. {card} is discarded, and all bids go back."),
    "roll-off": later("Nobody bids: {houses} roll off for hosting."),
    "roll-again": later("{houses} are tied: they roll again."),
    "hosts": later("{house} is the Host."),
    "accepted": later("{house} accepts the Invitation with {card}."),
    "tribute": later("Tribute for {card}: coins {n}."),
    "declined": later("{house} declines the Invitation."),
    "no-match": later("Fewer than two Houses accept: no match is fought."),
    "bet": later("{house} bets on {on}: coins {n}."),
    "bet-won": later("{house} wins its wager on {on}: {n} besides its own coins."),
    "bet-lost": later("{house} loses its wager on {on}: {n}."),
    "victory": later("{card} of {house} wins the match."),
    "favour": later("{card} receives a Favour token: {n} now."),
    "champion": later("{card} of {house} receives its third Favour token and becomes a Champion."),
    "injured": later("{card} of {house} is injured and exhausted."),
    "spared": later("Thumbs up: {card} lives."),
    "executed": later("Thumbs down: {card} is executed."),
    "tournament": later("{houses} have 12 Influence: a tournament decides the game."),
    "total": later("{house}: Gladiators and equipment worth {n}."),
    "match-won": later("{house} wins its match of the tournament."),
    "won": later("{house} wins the game."),
    "added": later("{house} has {card}."),
    "reading": later("{id} is read differently from now on: {reading}."),
    "set": later("Set as it is on the table: {words}."),
    "began": later("{name} begins. The Host: {house}."),
}

LOUD = ("won", "tournament", "hosts", "champion", "turn-of", "victory")


def event_words(event: Happened) -> str:
    """Word something that happened."""
    if event.kind == "stage":
        stage = STAGE_NAMES[event.values["stage"]]
        return tr("Next: {stage}.", stage=tr(stage))
    return tr(WORDS[event.kind], **event.values)


def event_lines(events: list[Happened]) -> list[Line]:
    """Word what happened, a line each."""
    return [[Span(event_words(each), "heading" if each.kind in LOUD else "")] for each in events]


KIND_NAMES = {
    "gladiator": later("Gladiator"),
    "slave": later("Slave"),
    "guard": later("Guard"),
    "weapon": later("Weapon"),
    "armour": later("Armour"),
    "special": later("Special"),
}


def _card(card: Card) -> str:
    """Write a card with all that is known of it."""
    about = [tr(KIND_NAMES[card.kind])]
    about += [card.fight] if card.fight else []
    if card.value is not None:
        about.append(tr("worth {n}", n=card.value))
    if card.injured:
        about.append(in_sense("of a card", "injured"))
    elif card.exhausted:
        about.append(in_sense("of a card", "exhausted"))
    if card.champion:
        about.append(tr("Champion"))
    elif card.favour:
        about.append(plural("{n} Favour token", "{n} Favour tokens", card.favour))
    return f"{card.name} ({', '.join(about)})"


def table_lines(game: Game) -> list[Line]:
    """Show where the turn stands, and every House with its assets."""
    stage = tr(STAGE_NAMES[game.stage])
    lines: list[Line] = [[Span(tr("{name}, turn {n}. {stage}", name=game.name, n=game.turn, stage=stage), "heading")]]
    for at, house in enumerate(game.houses):
        text = tr(
            "{house}: Influence {influence}, coins {coins}, Intrigue cards {hand}",
            house=house.name,
            influence=house.influence,
            coins=house.coins,
            hand=house.hand,
        )
        lines.append([Span(text, "player"), Span("  " + tr("Host") if at == game.host else "", "key")])
        lines += [[Span(f"  {_card(card)}")] for card in house.cards]
    if game.lot is not None:
        lines.append([Span(tr("Up for bid: {card}.", card=game.lot.name))])
    if game.scheme is not None:
        lines.append([Span(tr("A Scheme on the table: {scheme}.", scheme=game.scheme.name))])
    for place, entry in enumerate(game.entries):
        name = game.houses[entry.house].name
        text = ", ".join([entry.card, *entry.gear])
        lines.append(
            [Span(tr("In the arena {place}: {cards} of {house}.", place="I" * (place + 1), cards=text, house=name))]
        )
    for bet in game.bets:
        on = game.entries[int(bet.on[-1]) - 1].card if bet.on.startswith("victory") else bet.on
        lines.append(
            [Span(tr("Wager of {house} on {on}: {n}.", house=game.houses[bet.house].name, on=on, n=bet.coins))]
        )
    return lines


def game_json(game: Game, events: list[Happened] | None = None) -> dict[str, Any]:
    """Give a game to programs, and what has just happened."""
    found: dict[str, Any] = {"game": msgspec.to_builtins(game) | {"stage": game.stage, "turn": game.turn}}
    if events is not None:
        found["events"] = [{"event": each.kind, "rule": each.rule, **each.values} for each in events]
    return found
